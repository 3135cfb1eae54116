"""What a side does that the other may know nothing of: its lines tried, then carried out for its eyes alone.

Purchases and set-ups are judged in the order of their lines, each after the ones before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from adjudicator.answering import every_legal
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal

from .registry import SHEETS, taker


def privately(play: Play, side: str, do: Callable[[Play], object]) -> None:
    """Do something of which one side alone hears: whatever is recorded goes to it and to nobody else."""
    apart = Play(play.state, play.chance)
    do(apart)
    play.record(*(replace(event, to=(side,)) for event in apart.events))


def judged(play: Play, side: str, orders: list[Order]) -> list[Order]:
    """The lines of a side that stand, each after the ones before it, with a verdict on every line; nothing
    comes of them yet."""
    tried = Play(play.state, play.chance)
    good = every_legal(tried, orders, lambda order: taker(order)(tried, side, order))
    play.rulings.update(tried.rulings)
    return together(play, side, good)


def together(play: Play, side: str, good: list[Order]) -> list[Order]:
    """The lines that stand together, too: where those of a verb do not, all of them fall (RePh8.616)."""
    for verb, check in SHEETS.items():
        lines = [order for order in good if order.verb == verb]
        no = refusal(check, play.state, side, lines) if lines else None
        if no is not None:
            for order in lines:
                play.refuse(order, Refused(no.rule, no.why, no.legal))
            good = [order for order in good if order.verb != verb]
    return good


def carry_out(play: Play, side: str, orders: Iterable[Order]) -> None:
    """Carry out lines that were judged before, for their writer's eyes alone; one that does not stand any
    more falls."""
    for order in orders:
        no = refusal(privately, play, side, lambda apart, order=order: taker(order)(apart, side, order))
        assert no is None or no.rule
