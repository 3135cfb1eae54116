"""A moment that both sides hold open until neither has anything more: the firefight, and each step of the
Refit Phase at which both report.

Who has said so is asked again where the other side has filed what he has not (`reporting`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from adjudicator.facts import read_as
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State

from . import glossary, reporting
from .campaign import campaign, note
from .orders import said
from .position import SIDES, other
from .registry import JOINT, taker
from .steps import LAST_RESULT, check_range, in_range

PASS, OBJECT, HELP = "pass", "object", "help"
ALWAYS = (*JOINT, PASS, OBJECT, HELP)
"""What a side may always write while something is held open."""
WAITS = "the other side has not filed the same yet"


@dataclass(frozen=True, kw_only=True)
class Held:
    """Who has nothing more, and who was asked again; in the firefight also whose Player Turn it is and the
    Game Turn for whose end a die is owed."""

    passed: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    mover: str = ""
    owed: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked while something is held open; `number` is the step, or "" for the firefight."""

    clause: str
    topic: str
    text: str
    verbs: tuple[str, ...]
    number: str
    silence: str
    default: str


def held(state: State) -> Held:
    """What is remembered while something is held open."""
    return read_as(Held, state.frame.facts)


@rule("RePh0.1")
def hold(play: Play, asked: Question) -> bool:
    """Ask each side that may still have something; whether neither has, and nothing is left that only one of
    them has filed."""
    now = held(play.state)
    passed = {*now.passed, *(side for side in SIDES if passes_over(play.state, side, asked.number))}
    if len(passed) == len(SIDES):
        lines = reporting.alone(play.state)
        if not lines:
            return True
        late = [side for side in SIDES if other(side) in lines and side not in now.again]
        if late:
            passed -= set(late)
            play.note(asked.clause, again=(*now.again, *late))
        else:
            reporting.give_back(play)
            note(play, asked.clause, passing=None)
            passed = set()
            play.note(asked.clause, again=())
    play.note(asked.clause, passed=tuple(sorted(passed)))
    for side in SIDES:
        if side not in passed:
            ask(play, side, asked)
    return False


def passes_over(state: State, side: str, number: str) -> bool:
    """Whether a side has said beforehand that it has nothing for a step, and is not asked again."""
    return number in campaign(state).passing.get(side, ()) and side not in held(state).again


def ask(play: Play, side: str, asked: Question) -> None:
    """Ask a side, with what the other has filed."""
    play.ask(
        side,
        asked.clause,
        asked.topic,
        asked.text + reporting.differences(play.state, side),
        verbs=asked.verbs,
        answers=(asked.default, *reporting.filed(play.state, other(side))),
        silence=asked.silence,
        default=asked.default,
    )


Own = Callable[[Play, str, Order], bool]
"""What one moment alone knows to do with a line; False for one that is none of its own."""


def take(play: Play, decision: Decision, orders: list[Order], own: Own) -> None:
    """The lines of a side: each is done, waits for the other's, or is refused; one that passes is the last
    for this question."""
    for order in orders:
        try:
            booked = take_one(play, decision, order, own)
        except Refused as no:
            play.refuse(order, no)
        else:
            told = glossary.answer(play.state, order, decision.player)
            play.verdict(order, *(("done", "", told) if booked else ("waiting", "", WAITS)))
        if decision not in play.state.decisions:
            return


def take_one(play: Play, decision: Decision, order: Order, own: Own) -> bool:
    """One line; False for a joint line that waits for the other side's. Raises Refused."""
    side = decision.player
    if order.verb in JOINT:
        return reporting.file(play, side, order)
    if order.verb == PASS:
        pass_over(play, decision, order)
    elif order.verb == OBJECT:
        reporting.object_to(play, side, order)
    elif order.verb != HELP and not own(play, side, order):
        taker(order)(play, side, order)
    return True


@rule("RePh0.1")
def pass_over(play: Play, decision: Decision, order: Order) -> None:
    """PASS: nothing more for what is open; PASS 8.602-8.608: nothing for these steps. Raises Refused."""
    side, now = decision.player, play.state.segment
    numbers = steps_in(order)
    if numbers:
        known = campaign(play.state).passing
        more = tuple(dict.fromkeys((*known.get(side, ()), *numbers)))
        note(play, decision.rule, passing={**known, side: more})
    if not numbers or now in numbers:
        play.note(decision.rule, passed=(*held(play.state).passed, side))
        play.close(decision)


def steps_in(order: Order) -> tuple[str, ...]:
    """The steps that a PASS names; () for one that names none. Raises Refused."""
    words = [part for word in said(order).what for part in word.replace("–", "-").split("-") if part]
    if not words:
        return ()
    check_range(words[0], words[-1], LAST_RESULT)
    return in_range(words[0], words[-1])
