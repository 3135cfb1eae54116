"""What each level of the sequence of play remembers while it lasts, as values.

The journal has these facts by name, as `play.enter` and `play.note` write them; rules read them here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.state import Json, State
from adjudicator.typed_values import read_as

Ids = tuple[str, ...]

PREP, MOVE = "PREP", "MOVE"
PHASES = ("SOV.PREP", "SOV.MOVE", "GER.PREP", "GER.MOVE")


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
    started    unit of his -> the hex in which it stood as the phase began (3.1, 4)
    contact    ids of his units that began it next to an enemy (3.1)
    attacked   ids of his units that were named as attackers in it
    supported  ids of his artillery that supported an attack in it (7.6.res.2)
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


def phase(state: State) -> Phase:
    """What the phase in progress, or the set-up, remembers."""
    return read_as(Phase, state.frames[0].facts)


def is_phase(state: State, kind: str) -> bool:
    """Whether it is a Prepared Combat Phase (PREP) or a Movement Phase (MOVE)."""
    return state.segment in PHASES and state.segment.endswith(kind)


def fires_in(packed: Json) -> tuple[Fire, ...]:
    """The fires of an order."""
    return tuple(read_as(Fire, fire) for fire in packed)
