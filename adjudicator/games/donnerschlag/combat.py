"""What one combat remembers while it lasts (D.combat), and who is still in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from adjudicator.mechanics.armies import on_map
from adjudicator.play import Play
from adjudicator.state import Json, State, Unit
from adjudicator.typed_values import read_as

from .levels import Ids

LEVEL = "combat"
"""The level of the sequence of play that a combat is."""
ATTACKERS, DEFENDERS = "attackers", "defenders"


@dataclass(frozen=True, kw_only=True)
class Combat:
    """One combat, from the first card window to the advance.

    stage      what comes next, one of `r2_combat.STAGES`
    side       who attacks                       space      the hex that is attacked
    attackers  ids of the units that attack      defenders  ids of the combat units in the hex
    planned    cards that the attack's order names and that are still to be played; for the attacker's eyes
    window     the card window that is open, 0 for none
    played     cards that count in this combat
    column     of the table, die and final: as rolled and as modified, result: the cell of the table
    loser      ATTACKERS or DEFENDERS, whom the result concerns; "" for nobody
    owed       steps that he still has to lose   hexes      how far he retreats
    demand     the step losses that are being taken
    groups     stacks that are still to retreat
    gained     who may still place an ad hoc unit, "" for nobody
    asked      stages before which he has been asked for it
    advancing  ids of tanks that are on their way into the hex
    """

    stage: str
    side: str
    space: str
    attackers: Ids
    defenders: Ids
    planned: Ids = ()
    window: int = 0
    played: Ids = ()
    column: str = ""
    die: int = 0
    final: int = 0
    result: str = ""
    loser: str = ""
    owed: int = 0
    hexes: int = 0
    demand: Json = None
    groups: tuple[Json, ...] = ()
    gained: str = ""
    asked: Ids = ()
    advancing: Ids = ()


@dataclass(frozen=True, kw_only=True)
class Demand:
    """Steps to be lost: the units that may lose them with what they had, how many, what was lost, and why."""

    steps: Mapping[str, int]
    owed: int
    number: str
    why: str
    lost: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Group:
    """Units of one hex on their retreat: the HQs that go with them, the hexes they have been in, how many are
    still to be made, and whether they have paid for the enemy zones around them."""

    units: Ids
    hqs: Ids = ()
    path: Ids
    hexes: int
    paid: bool = False


def combat(state: State) -> Combat:
    """The combat that is fought now."""
    return read_as(Combat, state.outer(LEVEL).facts)


def fought(state: State) -> bool:
    """Whether a combat is being fought."""
    return any(frame.segment == LEVEL for frame in state.frames)


def camp(state: State, name: str) -> tuple[Unit, ...]:
    """The units of one camp that are left on the map."""
    units = (state.units[id_] for id_ in getattr(combat(state), name))
    return tuple(unit for unit in units if on_map(state, unit))


def demanded(state: State) -> Demand | None:
    """The step losses that are being taken, if any are."""
    now = combat(state).demand
    return read_as(Demand, now) if now else None


def groups(state: State) -> tuple[Group, ...]:
    """The stacks that are still to retreat."""
    return tuple(read_as(Group, one) for one in combat(state).groups)


def regroup(play: Play, number: str, *left: Group) -> None:
    """These stacks are still to retreat."""
    play.note(number, groups=tuple(asdict(one) for one in left))
