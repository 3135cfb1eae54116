"""What one combat remembers while it lasts (7.1), and who still takes part in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.state import Json, State, Unit
from adjudicator.typed_values import read_as

from .levels import Fire, Ids
from .position import ENEMY

DEFENCE, ATTACK = "defence", "attack"
"""Who fires: first the defenders (7.1.B), then the attackers (7.1.C)."""
FIRE, MORALE, RETREAT, ADVANCE = "fire", "morale", "retreat", "advance"
"""The other stages of a combat."""


@dataclass(frozen=True, kw_only=True)
class Combat:
    """One attack, from its announcement to the advance.

    stage      what comes next, one of `r07_combat.STAGES`
    camp       who fires: DEFENCE or ATTACK
    side       who attacks                   space      the hex that is attacked
    attackers  ids of the adjacent units that attack                  support   of the artillery with them
    defenders  ids of the units in the hex   hasty      whether it is a hasty attack
    stood      unit -> the hex in which it stood as the attack was announced
    fires      fires that the attacker's order gave and that are still to come
    advances   pairs of unit and path, as the order said; None: the attacker is asked
    fired      unit -> at whom it fired       spent     hex -> the steps that counted at its last target
    firing     the fire that is resolved now  hit       the result that the owner of a unit must answer
    flight     the units that retreat now     held      ids of attackers that failed their check
    ceased     the camps that hold their fire
    distant    ids of the defender's artillery that gave distant support
    required   the farthest that defenders were required to retreat
    largest    the largest morale result of the attackers' fire
    died       whether a defender was eliminated where he stood
    way        the path along which the defenders retreated, from the hex that was attacked
    """

    stage: str
    camp: str
    side: str
    space: str
    attackers: Ids
    support: Ids = ()
    defenders: Ids
    hasty: bool = False
    stood: Mapping[str, str]
    fires: tuple[Json, ...] = ()
    advances: tuple[tuple[str, Ids], ...] | None = None
    fired: Mapping[str, str] = field(default_factory=dict)
    spent: Mapping[str, int] = field(default_factory=dict)
    firing: Json = None
    hit: Json = None
    flight: Json = None
    held: Ids = ()
    ceased: Ids = ()
    distant: Ids = ()
    required: int = 0
    largest: int = 0
    died: bool = False
    way: Ids = ()

    @property
    def shooter(self) -> str:
        """The side that fires now."""
        return self.side if self.camp == ATTACK else ENEMY[self.side]


@dataclass(frozen=True, kw_only=True)
class Hit:
    """A result that a unit's owner must answer (8.1): the unit, the hex in which it was hit, the morale
    result, the steps it had before the loss and those it lost; the hexes of the adjacent units that fired."""

    unit: str
    at: str
    morale: int
    had: int
    loss: int
    firers: Ids


@dataclass(frozen=True, kw_only=True)
class Flight:
    """A stack on its retreat (8.3): who goes, over how many hexes, away from which hexes; `over` are those
    who must be eliminated or not where it ends, when all cannot stack there."""

    units: Ids
    at: str
    spaces: int
    firers: Ids
    path: Ids = ()


def combat(state: State) -> Combat:
    """The combat of the innermost level."""
    return read_as(Combat, state.frame.facts)


def hit(state: State) -> Hit:
    """The result that waits for its owner."""
    return read_as(Hit, combat(state).hit)


def flight(state: State) -> Flight:
    """The stack that retreats now."""
    return read_as(Flight, combat(state).flight)


def firing(state: State) -> Fire:
    """The fire that is resolved now."""
    return read_as(Fire, combat(state).firing)


def here(state: State, ids: Ids) -> tuple[Unit, ...]:
    """Those of these units that stand where they stood as the attack was announced."""
    now = combat(state)
    units = (state.units[id_] for id_ in ids)
    return tuple(unit for unit in units if unit.at == now.stood[unit.id])


def attackers(state: State) -> tuple[Unit, ...]:
    """The attackers that are left, those of whom nothing more is to be expected included."""
    return here(state, combat(state).attackers)


def defenders(state: State) -> tuple[Unit, ...]:
    """The defenders that are left in the hex."""
    return here(state, combat(state).defenders)


def side_of(state: State, camp: str) -> tuple[Unit, ...]:
    """The units of a camp that are left."""
    return attackers(state) if camp == ATTACK else defenders(state)
