"""How rules go through the lines that answer a question: the refused are told why, and the others stand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from adjudicator.events import OrderDropped
from adjudicator.orders import Order, unpack
from adjudicator.play import Play
from adjudicator.rulings import No, Refused, refusal
from adjudicator.state import Decision, State

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said beside "done" of a line that was carried out and did not do what it asked: a die was
    against it."""

    rule: str
    why: str


def first_legal(play: Play, orders: Iterable[Order], check: Callable[[Order], T]) -> tuple[Order, T] | None:
    """The first line that a check lets pass, and what the check found; None where it refuses all of them.

    That line is "done", those before it are refused, and those after it wait for the next question.
    """
    for order in orders:
        try:
            found = check(order)
        except Refused as no:
            play.refuse(order, no)
        else:
            play.verdict(order, "done")
            return order, found
    return None


def answered(
    play: Play, decision: Decision, orders: Iterable[Order], check: Callable[[Order], T]
) -> tuple[Order, T] | None:
    """The first line that a check lets pass, as `first_legal` finds it: it answers the question."""
    found = first_legal(play, orders, check)
    if found:
        play.close(decision)
    return found


def one_line(
    check: Callable[[State, Order], T], then: Callable[[Play, T], None]
) -> Callable[[Play, Decision, list[Order]], None]:
    """What takes the answer to a question of one line: the first that a check lets pass closes the question,
    and what the check found is carried out."""

    def take(play: Play, decision: Decision, orders: list[Order]) -> None:
        if found := answered(play, decision, orders, lambda order: check(play.state, order)):
            then(play, found[1])

    return take


def seal_first(
    play: Play, decision: Decision, orders: Iterable[Order], check: Callable[[Order], object]
) -> None:
    """The first line that a check lets pass is the sealed answer, kept until all are in (`opened`). A later
    letter replaces it, and no further line of this one (`answered_by`)."""
    found = first_legal(play, orders, check)
    if found:
        play.seal(decision, [found[0]])


def answered_by(state: State, decision: Decision, order: Order) -> bool:
    """Whether a sealed question has its answer already, by the letter that an order is in or a later one."""
    sealed = state.sealed.get(decision.id, ())
    return bool(sealed) and 0 < order.sheet <= unpack(sealed[0]).sheet


def every_legal(
    play: Play,
    orders: Iterable[Order],
    take: Callable[[Order], object],
    ends: Collection[str] = (),
    legal: Callable[[], tuple[str, ...]] = tuple,
) -> list[Order]:
    """The lines that could be taken, each after the ones before it: they are "done", the others refused.

    One with a verb of `ends` that is taken is the last; those after it wait for the next question. `legal`
    offers something where a refusal itself does not. A `Remark` that `take` gives back is told with "done".
    """
    taken: list[Order] = []
    for order in orders:
        try:
            came = take(order)
        except Refused as no:
            play.refuse(order, Refused(no.rule, no.why, no.legal or legal()))
        else:
            remark = came if isinstance(came, Remark) else Remark("", "")
            play.verdict(order, "done", remark.rule, remark.why)
            taken.append(order)
            if order.verb in ends:
                break
    return taken


def for_each(play: Play, order: Order, take: Callable[[Play, Order], object]) -> None:
    """Carry out a line that may be for several units: for each of them in its order, or for none. Raises
    Refused, with nothing changed."""
    apart = Play(play.state, play.chance)
    for unit in dict.fromkeys(order.units):
        take(apart, order.having(unit=unit, units=()))
    play.record(*apart.events)


def waiting_for(play: Play, side: str, verb: str) -> Iterator[Order]:
    """The orders of a side with a verb that wait for their question, each once."""
    for line in play.agenda.get(side, ()):
        if line.order.verb == verb:
            yield line.order


def settle(play: Play, side: str, order: Order, no: No | None = None) -> None:
    """An order that waited is done, or refused, though its question never came: there was no choice."""
    if no is None:
        play.met[order.sheet, order.line] = play.state
        play.verdict(order, "done")
    else:
        play.refuse(order, no)
        if order.sheet != play.heard:
            play.record(OrderDropped(rule=no.rule, to=(side,), side=side, text=order.text, why=no.why))
    play.agenda[side] = tuple(line for line in play.agenda[side] if line.order is not order)


def settle_first(play: Play, side: str, verb: str, check: Callable[[Order], object]) -> None:
    """The first waiting order with a verb that a check lets pass is done, where there is one answer alone and
    nobody is asked; those before it are refused."""
    for order in waiting_for(play, side, verb):
        no = refusal(check, order)
        settle(play, side, order, no)
        if no is None:
            return


def opened(play: Play) -> Iterator[tuple[str, list[Order]]]:
    """The sealed answers of the moment, when all are in: each with its player, as its question is closed."""
    for decision in play.state.decisions:
        orders = [unpack(packed) for packed in play.state.sealed[decision.id]]
        play.close(decision)
        yield decision.player, orders
