"""The lists of ids in an order, and its words around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.orders import Order
from adjudicator.state import Json


def lists_in(order: Order) -> dict[str, tuple[str, ...]]:
    """The lists of ids among the arguments of an order, that are not empty, in the order of their names."""
    return {
        name: tuple(value)
        for name, value in sorted(order.args.items())
        if isinstance(value, (list, tuple)) and value and all(isinstance(one, str) for one in value)
    }


def scalars(order: Order) -> list[tuple[str, Json]]:
    """The other arguments."""
    lists = (list, tuple)
    return sorted((name, value) for name, value in order.args.items() if not isinstance(value, lists))


def form_of(text: str, lists: Mapping[str, Sequence[str]], joiner: str) -> str:
    """A line with "{name}" in the place of each list; "" where one is not written as a list."""
    for name, ids in lists.items():
        written = joiner.join(ids)
        if not written or written not in text:
            return ""
        before, _, after = text.rpartition(written)
        text = f"{before}{{{name}}}{after}"
    return text
