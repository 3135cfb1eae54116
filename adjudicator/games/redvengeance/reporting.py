"""Joint lines: both sides file what happened at the table; equal lines are booked, others are returned.

Neither side can book anything alone (RePh0.1). A line that only one side has filed waits; the other is asked
for it once more, and what then still differs is returned to both. A newer line of a side about the same
matter takes the place of its older one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State
from files.nearest import nearest

from .campaign import campaign, note
from .events import LineBooked, LineFiled, LinesReturned
from .orders import read_line, said, written
from .position import PLAY, SIDES, other
from .registry import OF_A_SIDE, report_of
from .steps import BOTH, LAST_RESULT, steps
from .table_reports import check_ground
from .taking import Report

NUMBER = "RePh0.1"


def full(side: str, order: Order) -> Order:
    """A joint line with the side that it speaks of, where its verb speaks of its writer."""
    if order.verb in OF_A_SIDE and not said(order).of:
        return order.having(of=side)
    return order


def head(text: str) -> tuple[str, ...]:
    """What a line is about: two lines of a side about the same are an older and a newer one. A line that
    names no unit is about its hex or place."""
    order = read_line(text)
    told = said(order)
    about = told.unit or told.hex or told.place
    return order.verb, *(word.casefold() for word in (*told.what, told.of, about, told.side))


def equal(one: str, another: str) -> bool:
    """Whether two lines say the same."""
    return one.casefold() == another.casefold()


def filed(state: State, side: str) -> tuple[str, ...]:
    """The lines of a side that the other has not filed."""
    return tuple(campaign(state).filed.get(side, ()))


def alone(state: State) -> Mapping[str, tuple[str, ...]]:
    """The lines that one side alone has filed, by side."""
    return {side: lines for side in SIDES if (lines := filed(state, side))}


def check_when(state: State, report: Report, order: Order) -> None:
    """A report is filed in its own steps, else from the firefight to the end of the result, and where both
    are asked later (8.6243). Raises Refused."""
    now = state.segment
    open_to = report.steps or (
        PLAY,
        *(one for one, step in steps().items() if one <= LAST_RESULT or step.who == BOTH),
    )
    if now not in open_to:
        when = ", ".join(report.steps) or f"{PLAY} to {LAST_RESULT}"
        raise Refused(NUMBER, f"«{order.text}» is filed at {when}; now {now} is open")


def check_keys(report: Report, order: Order) -> None:
    """A report has no keys but its own. Raises Refused."""
    unknown = [key for key in said(order).more if report.keys is not None and key not in report.keys]
    if unknown:
        near = nearest(unknown[0], report.keys or ()) or tuple(report.keys or ())
        raise Refused(NUMBER, f"this report has no «{unknown[0]}=»", near)


@rule("RePh0.1", "BRV0.5")
def file(play: Play, side: str, order: Order) -> bool:
    """File a joint line; whether it is booked. Raises Refused for one that cannot be true."""
    order = full(side, order)
    report, text = report_of(order), written(order)
    check_when(play.state, report, order)
    check_keys(report, order)
    report.check(play.state, side, said(order))
    check_ground(play.state, side, said(order))
    if not report.joint:
        report.book(play, said(order))
        return True
    theirs = next((line for line in filed(play.state, other(side)) if equal(line, text)), "")
    lines = tuple(line for line in filed(play.state, side) if head(line) != head(text))
    if not theirs:
        _keep(play, side, (*lines, text))
        play.record(LineFiled(rule=NUMBER, side=side, text=text))
        return False
    _keep(play, side, lines)
    _keep(play, other(side), (line for line in filed(play.state, other(side)) if line != theirs))
    play.record(LineBooked(rule=NUMBER, text=text))
    report.book(play, said(order))
    return True


def _keep(play: Play, side: str, lines: Iterable[str]) -> None:
    """Remember which lines of a side wait for the other's."""
    left, now = tuple(lines), campaign(play.state).filed
    if left != tuple(now.get(side, ())):
        note(play, NUMBER, filed={**now, side: left})


@rule("RePh0.1")
def give_back(play: Play) -> None:
    """What one side alone has filed is returned to both, with the differences, and none of it is booked."""
    if lines := alone(play.state):
        play.record(LinesReturned(rule=NUMBER, lines=lines))
        note(play, NUMBER, filed=None)


def differences(state: State, side: str) -> str:
    """What a side is told of lines that the other alone has filed, and of its own; "" for none."""
    told = []
    if theirs := filed(state, other(side)):
        told.append(f" The other side has filed: {'; '.join(theirs)}.")
    if mine := filed(state, side):
        told.append(f" Of yours wait: {'; '.join(mine)}.")
    return "".join(told)


def about(state: State) -> tuple[str, ...]:
    """The units and hexes that lines name which one side alone has filed: what both are asked about."""
    told = (said(read_line(line)) for lines in alone(state).values() for line in lines)
    names = (word for one in told for word in (one.unit, one.by, one.hex, one.place, *one.what))
    ids = (word if word in state.units else word.partition(":")[0].lower() for word in names)
    return tuple(dict.fromkeys(id_ for id_ in ids if id_ in state.units or id_ in state.board.spaces))


def object_to(play: Play, side: str, order: Order) -> None:
    """OBJECT: what the other side alone has filed is returned to it. Raises Refused for nothing."""
    theirs = filed(play.state, other(side))
    if not theirs:
        raise Refused(NUMBER, "the other side has filed nothing that you have not")
    play.record(LinesReturned(rule=NUMBER, lines={other(side): theirs}))
    _keep(play, other(side), ())
