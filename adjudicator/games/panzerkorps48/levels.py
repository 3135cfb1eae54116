"""What each level of the sequence of play remembers while it lasts, as values: a phase, and a combat (7.1).

The journal has these facts by name, as `play.enter` and `play.note` write them; rules read them here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.state import Json, State, Unit
from adjudicator.typed_values import read_as

from .position import ENEMY

Ids = tuple[str, ...]

PREP, MOVE = "PREP", "MOVE"
PHASES = ("SOV.PREP", "SOV.MOVE", "GER.PREP", "GER.MOVE")
DEFENCE, ATTACK = "defence", "attack"
"""Who fires: first the defenders (7.1.B), then the attackers (7.1.C)."""
FIRE, MORALE, RETREAT, ADVANCE = "fire", "morale", "retreat", "advance"
"""The other stages of a combat."""


@dataclass(frozen=True, kw_only=True)
class Fire:
    """One fire as it was ordered: who fires, which artillery supports it, at whom."""

    units: Ids
    support: Ids = ()
    at: str


@dataclass(frozen=True, kw_only=True)
class Attack:
    """An attack as it was announced (7.1.A), and what its order says of the rest of it.

    side       who attacks                 target     the hex that is attacked
    attackers  ids of the adjacent units that take part
    support    ids of the artillery that supports it
    hasty      whether it is a hasty attack (3.2), else a prepared one (3.1)
    fires      the attacker's fires in their order; those that have become illegal are passed over
    advances   pairs of unit and path; None: the attacker is asked
    """

    side: str
    target: str
    attackers: Ids
    support: Ids = ()
    hasty: bool = False
    fires: tuple[Fire, ...] = ()
    advances: tuple[tuple[str, Ids], ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Phase:
    """A phase of a player turn.

    side       the phasing player                 begun      whether what it remembers was noted
    started    own unit -> its hex as the phase began (3.1, 4)
    contact    ids of own units that began it adjacent to an enemy (3.1)
    attacked   ids of own units that were named as attackers in it
    supported  ids of own artillery that supported an attack in it (7.6.res.2)
    defended   ids of the enemy's artillery that gave distant support in one of its combats (7.6.res.3)
    moving     ids of the units in motion, which may go on (3.2, 4.stack.7)
    going      ids of those of them that the latest order moved
    moved      ids of the units whose movement is over
    spent      unit -> halves of movement points that it has spent
    routes     unit -> the hexes that it has entered by moving, in their order
    failed     ids of the units that failed to leave an enemy zone (5.exit)
    done       whether its player has ended it
    """

    side: str = ""
    begun: bool = False
    started: Mapping[str, str] = field(default_factory=dict)
    contact: Ids = ()
    attacked: Ids = ()
    supported: Ids = ()
    defended: Ids = ()
    moving: Ids = ()
    going: Ids = ()
    moved: Ids = ()
    spent: Mapping[str, int] = field(default_factory=dict)
    routes: Mapping[str, Ids] = field(default_factory=dict)
    failed: Ids = ()
    done: bool = False


@dataclass(frozen=True, kw_only=True)
class Combat:
    """One attack, from its announcement to the advance.

    stage      what comes next, one of `r07_combat.STAGES`
    camp       who fires: DEFENCE or ATTACK
    side       who attacks                   space      the hex that is attacked
    attackers  ids of the adjacent units that attack                  support   of the artillery with them
    defenders  ids of the units in the hex   hasty      whether it is a hasty attack
    stood      unit -> its hex as the attack was announced
    fires      fires that the attacker's order gave and that are still to come
    advances   pairs of unit and path, as the order said; None: the attacker is asked
    fired      unit -> at whom it fired       spent     hex -> the steps that counted at its last target
    firing     the fire that is resolved now  hit       the result that the owner of a unit must answer
    flight     the units that retreat now     held      ids of attackers that failed their check
    ceased     the camps that hold their fire
    distant    ids of the defender's artillery that gave distant support
    required   the farthest that defenders were required to retreat
    largest    the largest morale result of the attackers' fire
    died       whether a defender was eliminated in the hex
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


def phase(state: State) -> Phase:
    """What the phase in progress, or the set-up, remembers."""
    return read_as(Phase, state.frames[0].facts)


def is_phase(state: State, kind: str) -> bool:
    """Whether it is a Prepared Combat Phase (PREP) or a Movement Phase (MOVE)."""
    return state.segment in PHASES and state.segment.endswith(kind)


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


def left(state: State, camp: str) -> tuple[Unit, ...]:
    """The units of a camp that are still where they were as the attack was announced: the defenders in the
    hex, or the attackers, whether they can still do something or not."""
    now = combat(state)
    units = (state.units[id_] for id_ in (now.attackers if camp == ATTACK else now.defenders))
    return tuple(unit for unit in units if unit.at == now.stood[unit.id])
