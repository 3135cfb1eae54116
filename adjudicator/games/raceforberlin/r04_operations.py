"""Rule 4, Operations Phase: whose impulse it is, what an impulse remembers, and how the phase ends.

1.4 the order of the impulses     4.1.1 the Operations marker     4.1.5 passing     4.3 the end test
The impulse itself is in r04_plan and r04_lines (who is activated) and r04_activation (carrying it out).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from adjudicator.events import FactNoted, TrackMoved
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import Json, State

from .events import OperationsPhaseBegan
from .position import GERMAN, KONIEV, SOVIET, ZHUKOV

IMPULSES: Mapping[str, tuple[str, str]] = {
    "C.1": (ZHUKOV, SOVIET),
    "C.2": (KONIEV, SOVIET),
    "C.3": (KONIEV, GERMAN),
    "C.4": (ZHUKOV, GERMAN),
}
"""Whose impulse each segment is: camp and nationality, in the order of 1.4."""

NEXT = {"C.1": "C.2", "C.2": "C.3", "C.3": "C.4", "C.4": "C.5"}


def impulse(state: State) -> Mapping[str, Json]:
    """What the impulse in progress remembers; empty outside an impulse."""
    if state.frames and state.frames[0].segment in IMPULSES:
        return state.frames[0].facts
    return {}


def owner(state: State) -> tuple[str, str]:
    """Camp and nationality of the impulse in progress. Raises KeyError outside an impulse."""
    return IMPULSES[state.segment]


@rule("4.1.5.a")
def note_pass(play: Play, camp: str) -> None:
    """Remember that a camp passed its Soviet impulse in this Operations Phase."""
    passed = tuple(dict.fromkeys((*play.state.facts.get("passed", ()), camp)))
    play.record(FactNoted(rule="4.1.5.b", key="passed", value=passed))


@rule("4.1.5.b", "4.3.1.d")
def both_passed(state: State) -> bool:
    """Whether both camps passed their Soviet impulses of this phase: it then ends without a die."""
    return set(state.facts.get("passed", ())) >= {ZHUKOV, KONIEV}


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
    needed = (
        f"it ends on {most}{' or less' if most > 1 else ''}" if most > 0 else "on turn 1 no die ends it yet"
    )
    return f"the phase {'is over' if phase_ends(turn, phase, die) else 'goes on'} ({needed})"


@rule("1.4", "4.1.1", "4.3.1.b")
def end_test(play: Play) -> None:
    """C.5: the Operations Phase ends, or the marker moves up and a new one starts at C.1 (4.3.1.b)."""
    phase, turn = play.state.tracks["operations"], play.state.turn
    if both_passed(play.state):
        play.record(FactNoted(rule="4.3.1.d", key="passed", value=None))
        play.go("4.3.1.d", "D.1")
        return
    die = play.roll("4.3.1.a", "the end of the Operations Phase", came=partial(end_told, turn, phase))
    if phase_ends(turn, phase, die):
        play.record(FactNoted(rule="4.3.1.a", key="passed", value=None))
        play.go("4.3.1.a", "D.1")
    else:
        next_phase(play, phase + 1)


def next_phase(play: Play, phase: int) -> None:
    """The Operations marker moves up, and C.1 begins again."""
    play.record(
        FactNoted(rule="4.3.1.b", key="passed", value=None),
        TrackMoved(rule="4.3.1.b", track="operations", was=phase - 1, now=phase),
        OperationsPhaseBegan(rule="4.3.1.b", phase=phase),
    )
    play.go("4.3.1.b", "C.1")
