"""What stands in until the purchase chapter is here."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.orders import Order
from adjudicator.play import Play

from .campaign import note_own


def judge_sheet(play: Play, side: str, orders: Iterable[Order]) -> list[Order]:
    """Everything stands."""
    given = list(orders)
    for order in given:
        play.verdict(order, "done")
    note_own(play, "RePh8.619", side, basket=tuple(order.text for order in given))
    return given
