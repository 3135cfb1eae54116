"""A moment that stays open until neither side has more to report: the firefight, and each step of the Refit
Phase at which both report.

A side that has passed is asked again if the other side files what it has not (`reporting`). Orders for later
steps are queued if their writer passes the open one, so that one email may hold a side's whole result
(`step_for`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from adjudicator.by_mail.ahead import EVERY_SIDE, Course
from adjudicator.choices import Choice
from adjudicator.events import Event
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, Json, State
from adjudicator.typed_values import read_as

from ..orders import check_read, rest_of, said
from ..position import PLAY, SIDES, other
from ..situation.campaign import campaign, note, note_in
from ..situation.modifiers import tell_fall
from ..situation.steps import BOTH, LAST_RESULT, check_range, check_turn_of, in_range, steps
from . import reporting
from .registry import JOINT, REPORTS, taker
from .reporting import SO, SO_IT_WAS, lines_due

PASS, OBJECT = "pass", "object"
ALWAYS = (*JOINT, PASS, OBJECT, SO)
"""What a side may always write while something is held open."""
GAMEEND = "roll GAMEEND turn="
"""The line by which the side that moves second rolls for the end of a Game Turn (CG32)."""
CHIT_STEP = "8.6151"
"""The step of the Initiative Chit, which may be sent with the result."""


@dataclass(frozen=True, kw_only=True)
class Held:
    """Who has nothing more, who was asked again, and whether what differed was given back; in the firefight
    also whose Player Turn it is, the Game Turn for whose end a die is owed, and up to which Game Turn a side
    has ended its Player Turns."""

    passed: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    returned: bool = False
    mover: str = ""
    owed: int = 0
    until: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked while something is held open; `number` is the step, or "" for the firefight."""

    choice: Choice
    clause: str
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
    passed = {*now.passed, *(side for side in SIDES if passes_over(play, side, asked.number))}
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
            play.note(asked.clause, again=(), returned=True)
    play.note(asked.clause, passed=tuple(sorted(passed)))
    for side in SIDES:
        if side not in passed:
            ask(play, side, asked)
    return False


def passes_over(play: Play, side: str, number: str) -> bool:
    """Whether a side has said beforehand that it has nothing more for a step, and no line of it waits for the
    step; not one that is asked again."""
    lines = (line.order for line in play.agenda.get(side, ()) if not line.bad)
    return passes(play.state, side, number) and not any(step_for(one, number) == number for one in lines)


def passes(state: State, side: str, number: str) -> bool:
    """Whether a side has said beforehand that it has nothing more for a step, and is not asked again."""
    return number in campaign(state).passing.get(side, ()) and side not in held(state).again


def step_for(order: Order, now: str) -> str:
    """The step for which an order is meant, where a step is open: the one that a report names or belongs to,
    the next at which its verb is asked for, or the one that is open."""
    line = said(order)
    if order.verb == "report" and line.about == "STEP":
        return line.rest[0] if line.rest and line.rest[0] in ahead_of(now) else now
    if order.verb in JOINT:
        found = REPORTS.get(line.about if order.verb == "report" else order.verb.upper())
        return next((one for one in found.steps if one in ahead_of(now)), now) if found else now
    return next((one for one in (*ahead_of(now), CHIT_STEP) if order.verb in steps()[one].verbs), now)


def ahead_of(now: str) -> tuple[str, ...]:
    """The steps at which both sides are asked, from the one that is open to the end of the result."""
    return tuple(one for one in in_range(now, LAST_RESULT) if now in steps() and steps()[one].who == BOTH)


def verbs_from(number: str) -> tuple[str, ...]:
    """What a side may order at a step: its own verbs, and those of the steps to come."""
    found = (verb for one in (number, *ahead_of(number)) for verb in steps()[one].verbs)
    return tuple(dict.fromkeys((*found, *ALWAYS)))


RESULT = (*(one for one in steps() if one <= LAST_RESULT), CHIT_STEP)
UNTIL_CHIT = (PLAY, CHIT_STEP)
COURSE: Course = {
    **{one: {EVERY_SIDE: verbs_from(one)} for one in RESULT},
    CHIT_STEP: {EVERY_SIDE: steps()[CHIT_STEP].verbs},
}
"""Lines of the result wait for their steps, and so does the Initiative Chit, in the firefight too."""


def ask(play: Play, side: str, asked: Question) -> None:
    """Ask a side, with what the other has filed."""
    asked.choice.ask(
        play,
        side,
        reporting.differences(play.state, side) + asked.text,
        rule=asked.clause,
        verbs=asked.verbs,
        answers=examples(play.state, side, asked.default),
        silence=asked.silence,
        default=asked.default,
        about=reporting.about(play.state),
    )


def examples(state: State, side: str, default: str) -> tuple[str, ...]:
    """What a side may answer: first what it owes; otherwise the end of its turn, a pass, and what the other
    side has filed."""
    theirs, due = tuple(reporting.could_be_filed(state, side)), lines_due(state, side)
    known = {reporting.head(line) for line in theirs}
    left, now = tuple(line for line in due if reporting.head(line) not in known), held(state)
    end = f"{GAMEEND}{now.owed}" if now.owed else "endturn"
    ends = (end,) if now.mover == side else ()  # a pass would end the firefight
    so = (
        (SO_IT_WAS,)
        if (theirs or reporting.to_come(state, side)) and reporting.could_accept(state, side)
        else ()
    )
    return (*left, *(() if due else (*ends, default)), *so, *reporting.together(state, theirs))


def legal(state: State, side: str) -> tuple[str, ...]:
    """What is known of legal answers: those that the question names; what else happens at the table, the
    players know alone."""
    asked = next((one for one in state.waiting() if one.player == side), None)
    return examples(state, side, asked.default) if asked else ()


@rule("RePh0.1")
def announce(play: Play) -> None:
    """Reports for later steps that both sides must file: the other side may read them now, and accept them at
    once. Orders next to a refused one are on hold."""
    now = play.state.segment
    later: dict[str, Json] = {}
    for side, lines in play.agenda.items():
        held_up = {line.sheaf for line in lines if line.bad}
        waits = (line.order for line in lines if line.sheaf not in held_up and line.order.verb in JOINT)
        found = [
            text
            for order in waits
            if step_for(order, now) != now
            for text in reporting.announced(play.state, side, order)
        ]
        if found:
            later[side] = tuple(found)
    if later != campaign(play.state).later:
        note(play, "RePh0.1", later=later or None)


def renew(play: Play, asked: Question) -> None:
    """Let what is asked while something is held open say what is left: what both have filed since is not."""
    announce(play)
    for decision in play.state.waiting():
        text = reporting.differences(play.state, decision.player) + asked.text
        play.renew(decision, text, examples(play.state, decision.player, decision.default))


ONLY_CHECKED = "OK: play it on your board. The campaign rules add nothing, and hexpost records nothing"
Own = Callable[[Play, str, Order], bool]
"""What one moment alone knows to do with a line; False for one that is none of its own."""


def no_line(play: Play, side: str, order: Order) -> bool:
    """The Refit Phase knows no line that other moments do not."""
    return False


def take(play: Play, decision: Decision, orders: list[Order], own: Own = no_line) -> None:
    """The lines of a side: each is done, waits for the other's, or is refused; one that passes is the last
    for this question, and so is the last of a side that has said before that it has nothing more. Lines for
    later steps wait where the side has passed this one before, though it is asked again."""
    now, said_before = play.state.segment, campaign(play.state).passing.get(decision.player, ())
    goes_on = held(play.state).returned or now in said_before
    goes_on = goes_on or any(now in passed_by(order) for order in orders)
    for order in orders:
        if goes_on and step_for(order, now) != now:
            continue
        before, so_far = play.state, len(play.events)
        try:
            booked = take_one(play, decision, rest_of(order, orders), own)
        except Refused as no:
            play.refuse(order, no)
        else:
            told = what_came(play, decision.player, order, booked, play.events[so_far:])
            play.verdict(order, "done" if booked else "waiting", "", told)
            tell_fall(play, before)
        if decision not in play.state.decisions:
            return
    if passes(play.state, decision.player, now):
        nothing_more(play, decision)


def what_came(play: Play, side: str, order: Order, booked: bool, events: Sequence[Event]) -> str:
    """What is said with the verdict on an order: why it waits, or that a report of something
    that happens on the players' board alone changes nothing here."""
    told = "" if booked else reporting.why_it_waits(play.state, side, order)
    return told or ("" if events or order.verb not in JOINT else ONLY_CHECKED)


def take_one(play: Play, decision: Decision, order: Order, own: Own = no_line) -> bool:
    """One line; False for a joint line that waits for the other side's. Raises Refused."""
    side, number = decision.player, step_for(order, play.state.segment)
    check_read(order)
    if order.verb in JOINT:
        return reporting.file(play, side, order)
    if number != play.state.segment:
        check_turn_of(play.state, number, steps()[number].clause)
    if order.verb == OBJECT:
        reporting.object_to(play, side)
    elif order.verb == SO:
        so_it_was(play, decision, order)
    elif not own(play, side, order):
        (partial(pass_over, decision=decision) if order.verb == PASS else taker(order))(play, side, order)
    return True


@rule("RePh0.1")
def so_it_was(play: Play, decision: Decision, order: Order) -> None:
    """SO IT WAS: all that the other side alone has filed is filed; a side that had nothing more, and was
    asked again for that alone, has nothing more again. Raises Refused."""
    again = decision.player in held(play.state).again
    reporting.accept(play, decision.player, order)
    if again:
        nothing_more(play, decision)


@rule("RePh0.1")
def pass_over(play: Play, side: str, order: Order, decision: Decision) -> None:
    """PASS: nothing more for what is open; PASS 8.602-8.608: nothing for these steps. Raises Refused."""
    now = play.state.segment
    numbers = steps_in(order)
    if numbers:
        known = campaign(play.state).passing.get(side, ())
        note_in(play, decision.rule, "passing", {side: tuple(dict.fromkeys((*known, *numbers)))})
    if not numbers or now in numbers:
        nothing_more(play, decision)


def nothing_more(play: Play, decision: Decision) -> None:
    """A side has nothing more for what is open."""
    play.note(decision.rule, passed=(*held(play.state).passed, decision.player))
    play.close(decision)


def passed_by(order: Order) -> tuple[str, ...]:
    """The steps that an order passes over; () for one that does not, or that names none."""
    try:
        return steps_in(order) if order.verb == PASS else ()
    except Refused:
        return ()


def steps_in(order: Order) -> tuple[str, ...]:
    """The steps that a PASS names; () for one that names none. Raises Refused."""
    words = [part for word in said(order).what for part in word.replace("–", "-").split("-") if part]
    if not words:
        return ()
    check_range(words[0], words[-1], LAST_RESULT)
    return in_range(words[0], words[-1])
