"""Marks by which a cutting machine finds the sheet: a black square and two brackets, as those of Silhouette
and Graphtec look for. Lengths are in millimetres from the top left corner of the paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from counters.roster_faults import RosterError
from counters.sheets.imposition import Duplex, Grid, Place
from files.faults import Fault

if TYPE_CHECKING:  # the choice of a sheet loads no drawing library
    from counters.sheets.page import Page

SQUARE, LEG, THICK = 5.0, 20.0, 0.5
"""The side of the square, and how long and thick the legs of the brackets are."""
_SIDES, _TOP, _FOOT = 8.0, 8.0, 10.0
"""How far the marks are from the edges of the paper; below them is what stands at the foot of the page."""


def brackets(paper: Place) -> Iterator[tuple[Place, Place, Place]]:
    """The brackets at the top right and the bottom left: the end of one leg, the corner, the other end."""
    right, low = paper[0] - _SIDES, paper[1] - _FOOT
    yield (right - LEG, _TOP), (right, _TOP), (right, _TOP + LEG)
    yield (_SIDES, low - LEG), (_SIDES, low), (_SIDES + LEG, low)


def square() -> Place:
    """The top left corner of the square."""
    return _SIDES, _TOP


def require_room(grid: Grid, bleed: float) -> None:
    """RosterError where pieces lie over the marks, or a sheet is folded before it is cut."""
    if grid.duplex is Duplex.FOLD:
        raise RosterError([Fault("--cut-svg", 0, "", "a folded sheet has no marks for a cutting machine")])
    left, top = (side - bleed for side in grid.corner())
    right, low = left + grid.block[0] + 2 * bleed, top + grid.block[1] + 2 * bleed
    boxes = [(_SIDES, _TOP, _SIDES + SQUARE, _TOP + SQUARE)]
    for one, corner, other in brackets(grid.paper):
        boxes += [_box(one, corner), _box(corner, other)]
    if any(left < box[2] and box[0] < right and top < box[3] and box[1] < low for box in boxes):
        why = "the counters leave no room for the marks of a cutting machine: print on larger paper"
        raise RosterError([Fault("--cut-svg", 0, "", why)])


def _box(one: Place, other: Place) -> tuple[float, float, float, float]:
    half = THICK / 2
    (x, y), (u, v) = one, other
    return min(x, u) - half, min(y, v) - half, max(x, u) + half, max(y, v) + half


def draw_marks(page: Page, paper: Place) -> None:
    """Print the marks."""
    page.filled(square(), (SQUARE, SQUARE))
    for one, corner, other in brackets(paper):
        for start, end in ((one, corner), (corner, other)):
            left, top, right, low = _box(start, end)
            page.filled((left, top), (right - left, low - top))
