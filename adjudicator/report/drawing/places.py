"""Where on a board the pieces of a scene lie: stacks on the slots of a space, rows in a box."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.report.drawing.ground import Ground, Pixel, Rect
from adjudicator.report.scene import Laid, Piece

RISE, SHIFT = 0.29, 0.05
"""How far each counter of a stack lies above and beside the one below it, in counters: its numbers show."""
TALLEST = 0.9
"""How far the top of a stack may rise, in counters."""
SMALL = 0.6
"""The size of a marker on a space, in counters."""
HEADING = 0.3
"""How much of a counter's side the heading of a box takes."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a counter's middle lies, and how large the counter is there."""

    at: Pixel
    size: int


def lay_pieces(
    ground: Ground, pieces: Sequence[Piece], markers: Sequence[Laid]
) -> Iterator[tuple[Piece, Spot]]:
    """Every piece with its spot, the lowest first; pieces that are nowhere on the board are left out."""
    by_place: dict[str, list[Piece]] = {}
    for piece in pieces:
        by_place.setdefault(piece.at, []).append(piece)
    marked = {laid.at for laid in markers if not laid.track}
    for place, found in by_place.items():
        if place in ground.home:
            yield from _in_space(free_slots(ground, place, place in marked), found, ground.counter)
        elif (box := ground.box(place)) is not None:
            yield from zip(found, rows(box, len(found), ground.counter), strict=True)


def free_slots(ground: Ground, space: str, marked: bool) -> Sequence[Pixel]:
    """The slots for counters: a fourth is kept for a marker where there is one."""
    slots = ground.slots(space)
    return slots[:-1] if marked and len(slots) > 3 else slots


def _in_space(slots: Sequence[Pixel], pieces: Sequence[Piece], size: int) -> Iterator[tuple[Piece, Spot]]:
    """Each piece on a slot of its own; where there are too many, stacks by company."""
    for slot, stack in zip(slots, _stacks(pieces, len(slots)), strict=False):
        rise = min(RISE, TALLEST / max(1, len(stack) - 1)) * size
        foot = slot[1] + rise * (len(stack) - 1) / 2
        for level, piece in enumerate(stack):
            at = (round(slot[0] + level * SHIFT * size), round(foot - level * rise))
            yield piece, Spot(at, size)


def _stacks(pieces: Sequence[Piece], most: int) -> list[list[Piece]]:
    if len(pieces) <= most:
        return [[piece] for piece in pieces]
    companies: dict[str, list[Piece]] = {}
    for piece in pieces:
        companies.setdefault(piece.company, []).append(piece)
    dealt: list[list[Piece]] = [[] for _ in range(most)]
    for company in companies.values():  # the lowest stack gets the next
        min(dealt, key=len).extend(company)
    return dealt


def rows(box: Rect, count: int, counter: int) -> list[Spot]:
    """So many counters in the rows of a box, as large as they fit, below its heading."""
    left, top, right, bottom = box
    top += round(counter * HEADING)
    size = counter
    while size > 8 and _fits(right - left, size) * _fits(bottom - top, size) < count:
        size -= 2
    across = max(1, _fits(right - left, size))
    pace = size + max(2, size // 12)
    return [
        Spot((left + pace * (n % across) + pace // 2 + 3, top + pace * (n // across) + pace // 2 + 1), size)
        for n in range(count)
    ]


def _fits(length: int, size: int) -> int:
    return math.floor((length - 6) / (size + max(2, size // 12)))


def lay_markers(
    ground: Ground, markers: Sequence[Laid], pieces: Sequence[Piece]
) -> Iterator[tuple[Laid, Spot]]:
    """Every marker with its spot: rows on the turn track, small ones on spaces."""
    by_place: dict[str, list[Laid]] = {}
    for laid in markers:
        by_place.setdefault(laid.at, []).append(laid)
    crowd = _crowds(pieces)
    for place, found in by_place.items():
        box = ground.box(place)
        if box is not None:
            yield from zip(found, rows(box, len(found), ground.counter), strict=True)
        elif place in ground.home:
            yield from _on_space(ground, place, found, crowd.get(place, 0))


def _crowds(pieces: Sequence[Piece]) -> Mapping[str, int]:
    count: dict[str, int] = {}
    for piece in pieces:
        count[piece.at] = count.get(piece.at, 0) + 1
    return count


def _on_space(ground: Ground, space: str, markers: Sequence[Laid], crowd: int) -> Iterator[tuple[Laid, Spot]]:
    """On the slots that no counter needs, else at the foot of the last one."""
    slots, size = ground.slots(space), round(ground.counter * SMALL)
    left_over = slots[crowd:] if crowd < len(slots) else ()
    for n, laid in enumerate(markers):
        if n < len(left_over):
            at = left_over[-1 - n]
        else:
            x, y = slots[-1]
            at = (x + round(ground.counter * 0.4) - n * size, y + round(ground.counter * 0.55))
        yield laid, Spot(at, size)
