"""Rule 4, Operations Phase: whose impulse it is, what an impulse remembers, and how the phase ends.

1.4 the order of the impulses     4.1.1 the Operations marker     4.1.5 passing     4.3 the end test
The impulse itself is in r04_plan and r04_lines (who is activated) and r04_activation (carrying it out).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from adjudicator.events import FactNoted, TrackMoved
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import Json, State, Unit
from adjudicator.typed_values import read_as

from .events import OperationsPhaseBegan
from .position import ACTIVATED, GERMAN, KONIEV, SOVIET, ZHUKOV, campaign, group

IMPULSES: Mapping[str, tuple[str, str]] = {
    "C.1": (ZHUKOV, SOVIET),
    "C.2": (KONIEV, SOVIET),
    "C.3": (KONIEV, GERMAN),
    "C.4": (ZHUKOV, GERMAN),
}
"""Whose impulse each segment is: camp and nationality, in the order of 1.4."""

NEXT = {"C.1": "C.2", "C.2": "C.3", "C.3": "C.4", "C.4": "C.5"}


ACTIVATIONS = 4


@dataclass(frozen=True)
class Impulse:
    """What an impulse remembers.

    `stage` is what it does next, and `broken` are the armies that were apart when it began (7.3.1.a). Of the
    plan there are the `modes` of the units, the orders still in the `queue`, and the `limit` of units (four,
    six with event 10). `attacked` are the zones and `fought` the units that had their battle, `reserve_moved`
    the reserves that had their move. Events 2, 6 and 7 name an army: `river_army`, `front_army`,
    `trucks_army`; event 11 is the `surprise`.
    """

    stage: str = "begin"
    broken: tuple[str, ...] = ()
    modes: Mapping[str, str] = field(default_factory=dict)
    queue: tuple[Json, ...] = ()
    limit: int = ACTIVATIONS
    attacked: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    reserve_moved: tuple[str, ...] = ()
    river_army: str | None = None
    front_army: str | None = None
    trucks_army: str | None = None
    surprise: bool = False


NO_IMPULSE = Impulse()


def impulse(state: State) -> Impulse:
    """What the impulse in progress remembers; nothing outside an impulse."""
    inside = state.frames and state.frames[0].segment in IMPULSES
    return read_as(Impulse, state.frames[0].facts) if inside else NO_IMPULSE


def owner(state: State) -> tuple[str, str]:
    """Camp and nationality of the impulse in progress. Raises KeyError outside an impulse."""
    return IMPULSES[state.segment]


def ready(state: State) -> tuple[Unit, ...]:
    """The units that could still be activated in this impulse."""
    return tuple(unit for unit in group(state, *owner(state)) if ACTIVATED not in unit.flags)


@rule("4.1.5.a")
def note_pass(play: Play, camp: str) -> None:
    """Remember that a camp passed its Soviet impulse in this Operations Phase."""
    passed = tuple(dict.fromkeys((*campaign(play.state).passed, camp)))
    play.record(FactNoted(rule="4.1.5.b", key="passed", value=passed))


@rule("4.1.5.b", "4.3.1.d")
def both_passed(state: State) -> bool:
    """Whether both camps passed their Soviet impulses of this phase: it then ends without a die."""
    return set(campaign(state).passed) >= {ZHUKOV, KONIEV}


@rule("4.3.1.a", "4.3.1.c")
def phase_ends(turn: int, phase: int, die: int) -> bool:
    """The phase ends on a die, 2 more on turn 1 (4.3.1.c), less than or equal to its number (4.3.1.a)."""
    return die <= ends_on(turn, phase)


def ends_on(turn: int, phase: int) -> int:
    """The highest die on which the phase ends; 0 or less where none does."""
    return phase - (2 if turn == 1 else 0)


def end_told(turn: int, phase: int, die: int) -> str:
    """What the die for the end of the phase brings, in words."""
    most = ends_on(turn, phase)
    ends = f"it ends on {most}{' or less' if most > 1 else ''}"
    needed = ends if most > 0 else "on turn 1 no die ends it yet"
    return f"the phase {'is over' if phase_ends(turn, phase, die) else 'goes on'} ({needed})"


@rule("1.4", "4.1.1", "4.3.1.b")
def end_test(play: Play) -> None:
    """C.5: the Operations Phase ends, or the marker moves up and a new one starts at C.1 (4.3.1.b)."""
    phase, turn = play.state.tracks["operations"], play.state.turn
    number = "4.3.1.d" if both_passed(play.state) else ""
    if not number:
        die = play.roll("4.3.1.a", "the end of the Operations Phase", came=partial(end_told, turn, phase))
        number = "4.3.1.a" if phase_ends(turn, phase, die) else "4.3.1.b"
    play.record(FactNoted(rule=number, key="passed", value=None))
    if number == "4.3.1.b":
        play.record(TrackMoved(rule=number, track="operations", was=phase, now=phase + 1))
        play.record(OperationsPhaseBegan(rule=number, phase=phase + 1))
    play.go(number, "C.1" if number == "4.3.1.b" else "D.1")
