"""Where a line's letters come to stand on a face, without drawing it, in hundredths of the face."""

from __future__ import annotations

from functools import lru_cache

from counters.faces.lettering import capital_height, fit_line, length
from counters.roster.slot import Box, Slot

_FINE = 100
"""Pixels per hundredth of a face: fine enough that rounding does not decide."""
_TOUCH = 0.5
"""So far two lines may reach into each other: what is reckoned as ink is the letters' own room."""


@lru_cache(maxsize=4096)
def line_size(text: str, weight: str, long: float, high: float) -> tuple[float, float]:
    """How wide a line comes out and how high its capitals, in a place so long and high."""
    set_in = fit_line(text, weight, long * _FINE, high * _FINE)
    wide = length(text, set_in.weight, set_in.size) * set_in.narrow
    return wide / _FINE, capital_height(set_in.size) / _FINE


def line_ink(text: str, slot: Slot) -> Box:
    """The box of a line's capitals."""
    left, top, right, bottom = slot.box
    long, high = slot.room
    wide, tall = line_size(text, slot.weight, long, high)
    along = {"left": 0.0, "centre": (long - wide) / 2, "right": long - wide}[slot.align]
    across = (high - tall) / 2
    match slot.turn:
        case "right":
            return left + across, bottom - along - wide, left + across + tall, bottom - along
        case "left":
            return right - across - tall, top + along, right - across, top + along + wide
        case _:
            return left + along, top + across, left + along + wide, top + across + tall


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes of ink lie over each other."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > _TOUCH and down > _TOUCH
