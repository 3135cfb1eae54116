"""What the game remembers, and each level of the sequence of play while it lasts, as values.

The game log has these facts by name, as `play.enter` and `play.note` write them; rules read them here. A
`Plan` is closed to the enemy of the side that acts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.by_mail.views import Plan
from adjudicator.state import Json, State
from adjudicator.typed_values import read_as

from .orders import BARRAGE
from .position import GERMAN, SOVIET

Ids = tuple[str, ...]
Steps = Mapping[str, int]
"""Unit -> steps."""

WINDOWS = {"BAR_G": GERMAN, "BAR_S2": SOVIET, "BAR_S3": SOVIET}
"""The segments in which guns fire before the chits are drawn, and whose."""


BATTLES = ("battle", BARRAGE)
"""The levels of the sequence of play in which something is fought out."""


@dataclass(frozen=True, kw_only=True)
class Campaign:
    """What the game remembers that is not on the map; `rehearsed.STATE_KEYS` says what each is. Before
    the set-up is agreed `options` is None. In a view `seen_by` is the side whose view it is."""

    out: Ids = ()
    aside: Ids = ()
    stopped: Ids = ()
    released: Ids = ()
    vp_taken: Ids = ()
    wanted: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)
    gd: str = ""
    split_lost: Ids = ()
    limited: bool = False
    hipper_used: bool = False
    refugee_sides: Mapping[str, str] = field(default_factory=dict)
    no_gas: bool = False
    rail_zones: Mapping[str, str] = field(default_factory=dict)
    arrived: Mapping[str, Ids] = field(default_factory=dict)
    tops: Mapping[str, str] = field(default_factory=dict)
    options: Ids | None = None
    seen_by: str = ""


@dataclass(frozen=True, kw_only=True)
class Activation:
    """Who acts: an HQ with its units, from SELECT to CLOSE; in CHOOSE_HQ the chit alone. The moves of
    reinforcements and the free movement of event 3 have movers, and no chit.

    side       who acts             chit    the chit that was drawn         hq      the HQ it activates
    active     ids of the units that may move and fight, the HQ among those that may move
    extra      ids of units that may move and not fight (HGM, 2.1d.3)
    moved      ids of units that have finished their move
    attacked   ids of units named in an attack
    named      whether its owner has named the units (2.2a)
    done       whether movement is over
    announced  whether an attack may have been made since its owner was last asked for one
    post       where the HQ was when its units were activated, by which their range counts (2.2e)
    queue, dropped   of games that were begun when an activation kept its own lines
    """

    side: str = ""
    chit: str = ""
    hq: str = ""
    active: Plan[Ids] = ()
    extra: Plan[Ids] = ()
    moved: Plan[Ids] = ()
    attacked: Ids = ()
    named: bool = False
    done: bool = False
    announced: bool = True
    post: Plan[str] = ""
    queue: Plan[tuple[Json, ...]] = ()
    dropped: bool = False


@dataclass(frozen=True, kw_only=True)
class Entry(Activation):
    """Arrivals, which are placed in RF_PLACE, or placed and then moved on a level of their own (6.0).

    coming   pairs of unit and entry letter, who is still to be placed; None before the first look
    placed   units on the map by now             railed   those of them that came by rail
    """

    coming: tuple[tuple[str, str], ...] | None = None
    placed: Ids = ()
    railed: Ids = ()


@dataclass(frozen=True, kw_only=True)
class Barrage:
    """A window of barrages (0.7a), or one of those that open the game (1.0a).

    side      whose guns
    front     of which Front; "" for Germans, and where their owner says it with each target (event 11)
    attempts  how many are left; None before the dice
    apart     at what range, in hexes        drm   the modifier of the die       number   its clause
    """

    side: str = ""
    front: str = ""
    attempts: int | None = None
    apart: int = 1
    drm: int = 0
    number: str = ""


@dataclass(frozen=True, kw_only=True)
class Battle:
    """One attack or barrage, from its announcement to the advance (7.2).

    stage      the next of `STAGES`    side    who attacks    space    the hex that is attacked
    attackers, defenders   ids of the combat units of both camps; a barrage has no attackers
    staff, hqs     ids of the HQs that were with attackers and defenders as it began
    advance        pairs of unit and path, as the order said; None: the attacker is asked
    hq_follows     the HQs that go with them            air    unit -> mode       ship    whether it fires
    revealed       ids of the units that both sides have seen
    result         the cell of the table                barrage   whether it is one
    owed           camp -> steps that the result takes  hexes     camp -> hex -> hexes of retreat from there
    demand         the losses still to be taken         stayed    ids of units that retreat no more
    fleeing        the group on its retreat             retreated whether a defender has retreated
    second_hq      an HQ that met another and must go on
    """

    stage: str
    side: str
    space: str
    attackers: Ids
    defenders: Ids
    staff: Plan[Ids] = ()
    hqs: Ids = ()
    advance: Plan[tuple[tuple[str, Ids], ...] | None] = None
    hq_follows: Plan[Ids] = ()
    air: Mapping[str, str]
    ship: bool
    revealed: Ids = ()
    result: str
    barrage: bool
    owed: Steps = field(default_factory=dict)
    hexes: Mapping[str, Steps] = field(default_factory=dict)
    demand: Mapping[str, Json] | None = None
    stayed: Ids = ()
    fleeing: Mapping[str, Json] | None = None
    retreated: bool = False
    second_hq: str = ""


@dataclass(frozen=True, kw_only=True)
class Demand:
    """Losses that a battle waits for (8.0): a number of steps from certain units.

    steps    unit -> steps it had before        lost   unit -> steps it has lost of those `owed` in all
    values   unit -> printed value, where the highest takes the first step
    shield   whether a town or city may take the first step (8.1)
    why, number    the reason and the clause
    """

    steps: Steps
    values: Steps
    owed: int
    lost: Steps
    shield: bool
    why: str
    number: str


@dataclass(frozen=True, kw_only=True)
class Flight:
    """A retreat of units that go together (9.0): their path, from where they stand, and how many of its hexes
    cannot be made."""

    units: Ids
    path: Ids
    missing: int

    @property
    def line(self) -> str:
        """The retreat as an order."""
        return f"retreat {', '.join(self.units)} via {'-'.join(self.path[1:])}"


@dataclass(frozen=True, kw_only=True)
class Phase:
    """A segment in which a player does one thing after the other, until the player is `done`.

    asked    whether the set-up has been asked for
    rebuilt  ids of units that came back on the map; None before points were there (12.4)
    laid     whether the new refugee marker of the turn is placed (12.2a)
    left     how many markers events 5 and 9 still place
    """

    asked: bool = False
    done: bool = False
    rebuilt: Ids | None = None
    laid: bool = False
    left: int = 0


def campaign(state: State) -> Campaign:
    """What the game remembers that is not on the map."""
    return read_as(Campaign, state.facts)


def activation(state: State) -> Activation:
    """The activation in progress, or what the segment remembers of who acts."""
    return read_as(Activation, state.frames[0].facts)


def movers(state: State) -> Activation:
    """Those who move now: of the innermost level that has movers."""
    frame = next(frame for frame in reversed(state.frames) if "active" in frame.facts)
    return read_as(Entry if frame.segment == "entry" else Activation, frame.facts)


def entry(state: State) -> Entry:
    """The arrivals of the innermost level."""
    return read_as(Entry, state.frame.facts)


def barrage(state: State) -> Barrage:
    """The barrages of the innermost level."""
    return read_as(Barrage, state.frame.facts)


def battle(state: State) -> Battle:
    """The battle of the innermost level."""
    return read_as(Battle, state.frame.facts)


def demanded(state: State) -> Demand | None:
    """The losses that the battle waits for; None if there are none."""
    found = battle(state).demand
    return read_as(Demand, found) if found else None


def fleeing(state: State) -> Flight | None:
    """The units of the battle that are on their retreat, with what is left of their path; None for none."""
    found = battle(state).fleeing
    return read_as(Flight, found) if found else None


def phase(state: State) -> Phase:
    """What the segment in progress remembers of its player's answers."""
    return read_as(Phase, state.frame.facts)
