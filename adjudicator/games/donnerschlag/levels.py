"""What the game, and each level of the sequence of play while it lasts, remembers, as values.

The journal has these facts by name, as `play.remember`, `play.enter` and `play.note` write them; rules read
them here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field

from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.remembered import of_board
from adjudicator.play import Play
from adjudicator.state import Json, State, Unit
from adjudicator.typed_values import read_as
from maps.board import Board

from .pieces import SCHWERPUNKT

Ids = tuple[str, ...]

FRESH, TURNED = "fresh", "turned"
"""How a Yak-9 marker lies: since this turn, on its front; since the one before, on its back."""

ADMIN = ("SCHWERPUNKT", "REINF", "HIGHCOM", "DRAW", "LUCK_X", "LUCK_V", "BOX", "CALL", "LUCK_BACK")
"""The steps of the Admin Phase."""
PLAYING = ("PLAY", "CHOOSE", "ACTIVATE", "COMBATS", "SEG_END")
"""The states of one Activation Segment; what it remembers goes from each to the next."""
LAST = ("DON_MARK", "VICTORY", "BOX_BACK", "DISCARD", "MARKERS", "TURN")
"""The end of a turn, after its Activation Segments."""


SCHLACHTENGLUECK = "luck"
"""The Schlachtenglück marker (D.admin.e): the fact who holds it, and the question who uses it."""


@dataclass(frozen=True, kw_only=True)
class Campaign:
    """What the game remembers that lies nowhere on the map; `r1_setup.STATE_KEYS` says what each is."""

    schwerpunkt: str = ""
    called: int = 0
    zone: str = ""
    luck: str = "axis"
    snowdrift: Ids = ()
    yak9: Mapping[str, str] = field(default_factory=dict)
    moved: Ids = ()


@dataclass(frozen=True, kw_only=True)
class Activation:
    """An Activation Segment, from the card to the end of its combats.

    side      who is active                      card       the Activation Card that was played
    ordered   the HQs, formation, or colour and army that it orders, as a report names them
    number    the clause by which they are activated
    eligible  ids of the units that must activate, as found when the card was played
    checked   unit activated -> whether its OoS check found it in supply
    march     formations that have one MP more (Forced March)
    onward    the move that an overrun interrupts: its unit, the rest of its path from where it stands, and
              what that costs
    fought    ids of the units that have taken part in a combat of this segment
    done      whether all that moves has moved      no_more  whether no attack is to come
    """

    side: str = ""
    card: str = ""
    ordered: Ids = ()
    number: str = ""
    eligible: Ids = ()
    checked: Mapping[str, bool] = field(default_factory=dict)
    march: Ids = ()
    onward: Json = None
    fought: Ids = ()
    done: bool = False
    no_more: bool = False


@dataclass(frozen=True, kw_only=True)
class Relocation:
    """An Axis HQ that was overrun and goes elsewhere (D.hq.5)."""

    hq: str


def campaign(state: State) -> Campaign:
    """What the game remembers."""
    return read_as(Campaign, state.facts)


@of_board
def centres(board: Board) -> tuple[tuple[str, str], ...]:
    """Each meeting zone, and the hex in its middle."""
    zones = {at: str(space.facts["zone"]) for at, space in board.spaces.items() if space.facts["zone"]}
    inside = (at for at, zone in zones.items() if all(zones.get(n) == zone for n in board.neighbours(at)))
    return tuple((zones[at], at) for at in inside)


def markers(state: State) -> Iterator[tuple[str, int, str]]:
    """The markers in hexes, with the face that is up, as far as the zone is known: who does not know it sees
    three alike."""
    now = campaign(state)
    for zone, at in centres(state.board) if now.called else ():
        yield ("zone-true", 1, at) if zone == now.zone else ("zone-blank", 0, at)
    if now.schwerpunkt:
        yield SCHWERPUNKT, 0, now.schwerpunkt
    yield from (("snowdrift", 0, at) for at in now.snowdrift)
    yield from (("yak-9", int(lies == TURNED), at) for at, lies in now.yak9.items())


def segment(state: State) -> Activation:
    """The Activation Segment in progress; one of nobody's between them."""
    return read_as(Activation, state.frames[0].facts) if state.segment in PLAYING else Activation()


def relocation(state: State) -> Relocation:
    """The HQ that is relocated now."""
    return read_as(Relocation, state.frame.facts)


def on(play: Play, number: str, to: str) -> None:
    """The next state of the Activation Segment, which goes on remembering what it did."""
    play.go(number, to, **play.state.frames[0].facts)


def all_asked(play: Play, number: str, put: Callable[[Play, str], None]) -> bool:
    """Whether both sides have been asked in the present segment; if not, each is asked, once."""
    if play.state.frame.facts.get("asked"):
        return True
    play.note(number, asked=True)
    for side in play.state.sides:
        put(play, side)
    return False


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
    sheet      the sheet that this order is in, if it names any; for the attacker's eyes
    rest_axis, rest_soviet   the order by which a side has answered all windows that come; for its eyes only
    window     the card window that is open, 0 for none
    played     cards that count in this combat
    column     of the table, die and final: as rolled and as modified, result: the cell of the table
    loser      ATTACKERS or DEFENDERS, whom the result concerns; "" for nobody
    owed       steps that are still to be lost   hexes      how far the loser retreats
    demand     the step losses that are being taken
    groups     stacks that are still to retreat
    gained     who may still place an ad hoc unit, "" for nobody
    asked      stages before which that side has been asked for it
    advancing  ids of tanks that are on their way into the hex
    """

    stage: str
    side: str
    space: str
    attackers: Ids
    defenders: Ids
    planned: Ids = ()
    sheet: int = 0
    rest_axis: Json = None
    rest_soviet: Json = None
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
