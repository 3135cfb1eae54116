"""Lines from labels beside a counter to what they mean: none runs through another element if it need not.

A line goes straight in from the side of its label; where something is in the way there, it runs outside the
counter to above or below it, and in from there. Lengths are hundredths of the counter, downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

Box = tuple[float, float, float, float]
Way = Literal["left", "right", "above", "below"]
Point = tuple[float, float]

SHORT = 2.2
"""So far before what it points to a line ends."""
CLEAR = 1.0
"""So far a line keeps off what it does not mean."""
OUT, STEP = 3.0, 2.5
"""How far outside the counter the first line runs, and each further one beside it."""
_AROUND, _OFF, _CROWD = 40.0, 4.0, 12.0
"""What it costs to run around the counter, not to end at the middle of an element, and each label that is at
that side already: as much as a line that is longer by so much."""
_SHARES = (0.5, 0.25, 0.75)


@dataclass(frozen=True, slots=True)
class Leader:
    """Where a line comes in from, the side of its label, where it ends, and its place among those that run
    around the counter at its side, the innermost 0."""

    way: Way
    at_left: bool
    end: Point
    place: int = 0

    def points(self, label: Point) -> list[Point]:
        """The line from a label's edge, whose place is told as the counter's are."""
        x, y = self.end
        out = OUT + STEP * self.place
        beside = -out if self.at_left else 100 + out
        if self.way in ("left", "right"):
            return [label, (-OUT if self.at_left else 100 + OUT, y), self.end]
        over = -out if self.way == "above" else 100 + out
        return [label, (beside, label[1]), (beside, over), (x, over), self.end]


def leaders(elements: Sequence[tuple[Box, bool]], obstacles: Sequence[Box]) -> list[Leader]:
    """A line to each of these elements, given by the box of its ink and whether that is a filled ground."""
    found: list[Leader] = []
    for box, filled in elements:
        others = [other for other in obstacles if other != box]
        found.append(min(_tries(box, filled, others, found))[2])
    return [replace(one, place=_place(one, found)) for one in found]


def _tries(
    box: Box, filled: bool, others: Sequence[Box], before: Sequence[Leader]
) -> Iterator[tuple[float, int, Leader]]:
    """Each way to an element, with what it costs: first how many elements it runs through."""
    left, top, right, bottom = box
    inside = -2 * SHORT if filled else SHORT
    crowd = [sum(one.at_left is at_left for one in before) for at_left in (True, False)]
    number = 0
    for share in _SHARES:
        x, y = left + (right - left) * share, top + (bottom - top) * share
        leftwards = x < 50 if abs(x - 50) > SHORT else crowd[0] < crowd[1]
        ways: tuple[tuple[Way, bool, Point, Box, float], ...] = (
            ("left", True, (left - inside, y), (0, y, left, y), left),
            ("right", False, (right + inside, y), (right, y, 100, y), 100 - right),
            ("above", leftwards, (x, top - inside), (x, 0, x, top), top + _AROUND),
            ("below", leftwards, (x, bottom + inside), (x, bottom, x, 100), 100 - bottom + _AROUND),
        )
        for way, at_left, end, run, long in ways:
            hit = sum(_meet(run, other) for other in others)
            cost = long + _CROWD * crowd[not at_left] + (_OFF if share != _SHARES[0] else 0.0)
            yield hit * 1000 + cost, (number := number + 1), Leader(way, at_left, end)


def _meet(run: Box, other: Box) -> bool:
    return (
        run[0] < other[2] + CLEAR
        and other[0] - CLEAR < run[2]
        and run[1] < other[3] + CLEAR
        and other[1] - CLEAR < run[3]
    )


def _place(one: Leader, found: Sequence[Leader]) -> int:
    """Of lines that run around at one side, the one that ends nearest to that side is the innermost."""
    alike = [other for other in found if (other.way, other.at_left) == (one.way, one.at_left)]
    near = [other.end[0] if one.at_left else -other.end[0] for other in alike]
    return sum(other < (one.end[0] if one.at_left else -one.end[0]) for other in near)


def down(one: Leader) -> tuple[int, float]:
    """In this order labels stand below each other so that no line crosses another."""
    around = {"above": 0, "left": 1, "right": 1, "below": 2}[one.way]
    return around, one.end[1] if around == 1 else (1 - around) * -float(one.place)
