"""Where on a board what a scene shows lies: stacks on the slots of a space, rows in a box."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.report.drawing.empty_board import EmptyBoard, Pixel, Rect
from adjudicator.report.scene import Laid, Piece

RISE, SHIFT = 0.29, 0.05
"""How far each counter of a stack lies above and beside the one below it, in counters: its numbers show."""
TALLEST = 0.9
"""How far the top of a stack may rise, in counters."""
TURNED = -9
"""How far a unit that has done its work lies turned, in degrees against the clock."""
SMALL = 0.6
"""The size of a marker on a space, in counters."""
BESIDE = (0.62, 0.18)
"""How far a marker lies beside the middle of a counter, and below it, in counters: off the name below."""
HEADING = 0.3
"""How much of a counter's side the heading of a box takes."""
MOST_SETTLED = 2048
"""So many crowded areas are remembered as they were laid out: those of a few large games."""
_TILTED = math.sin(math.radians(45 - TURNED)) / math.sin(math.radians(45))
"""How much wider and higher than a counter one is that lies turned."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a counter's middle lies, and how large the counter is there."""

    at: Pixel
    size: int


@dataclass(frozen=True, slots=True)
class Laying:
    """Everything that lies on a board with its spot, the lowest first."""

    pieces: list[tuple[Piece, Spot]]
    markers: list[tuple[Laid, Spot]]


def lay(ground: EmptyBoard, pieces: Sequence[Piece], markers: Sequence[Laid]) -> Laying:
    """Every piece and marker with its spot; what is nowhere on the board is left out."""
    laying = Laying([], [])
    here: dict[str, tuple[list[Piece], list[Laid]]] = {}
    for piece in pieces:
        here.setdefault(piece.at, ([], []))[0].append(piece)
    for laid in markers:
        here.setdefault(laid.at, ([], []))[1].append(laid)
    for place, found in here.items():
        _lay(ground, place, *found, laying)
    return laying


def _lay(
    ground: EmptyBoard, place: str, pieces: Sequence[Piece], markers: Sequence[Laid], laying: Laying
) -> None:
    box = ground.box(place)
    if place in ground.home:
        marked = any(not laid.track for laid in markers)
        low = place not in ground.named
        stacks = list(_in_space(free_slots(ground, place, marked), pieces, ground.counter, low))
        small = list(_on_space(ground, place, markers, len(pieces)))
        if ground.layout.areas[place].heading is not None:
            stacks, small = _in_area(ground, place, stacks, small)
        laying.pieces.extend(laid for stack in stacks for laid in stack)
        laying.markers.extend(small)
    elif box is not None:
        laying.pieces.extend(zip(pieces, rows(box, len(pieces), ground.counter), strict=True))
        laying.markers.extend(zip(markers, rows(box, len(markers), ground.counter), strict=True))


def free_slots(ground: EmptyBoard, space: str, marked: bool) -> Sequence[Pixel]:
    """The slots for counters: a fourth is kept for a marker where there is one."""
    slots = ground.slots(space)
    return slots[:-1] if marked and len(slots) > 3 else slots


Stacked = list[tuple[Piece, Spot]]
Outline = tuple[Pixel, ...]
Marked = list[tuple[Laid, Spot]]


def _in_space(slots: Sequence[Pixel], pieces: Sequence[Piece], size: int, low: bool) -> Iterator[Stacked]:
    """Each piece on a slot of its own; where there are too many, stacks by company. A stack lies about its
    slot if it may lie low, else it only rises from it."""
    for slot, stack in zip(slots, _stacks(pieces, len(slots)), strict=False):
        rise = min(RISE, TALLEST / max(1, len(stack) - 1)) * size
        foot = slot[1] + low * rise * (len(stack) - 1) / 2
        ats = ((round(slot[0] + n * SHIFT * size), round(foot - n * rise)) for n in range(len(stack)))
        yield [(piece, Spot(at, size)) for piece, at in zip(stack, ats, strict=True)]


def _stacks(pieces: Sequence[Piece], most: int) -> list[list[Piece]]:
    if len(pieces) <= most:
        return [[piece] for piece in pieces]
    companies: dict[str, list[Piece]] = {}
    for piece in pieces:
        companies.setdefault(piece.company, []).append(piece)
    dealt: list[list[Piece]] = [[] for _ in range(most)]
    for company in companies.values():  # the lowest stack gets the next
        min(dealt, key=len).extend(company)
    return [stack for stack in dealt if stack]


def _on_space(
    ground: EmptyBoard, space: str, markers: Sequence[Laid], crowd: int
) -> Iterator[tuple[Laid, Spot]]:
    """On the slots that no counter needs, else at the foot of the last one; in a hex, whose name is there,
    beside it."""
    slots, size = ground.slots(space), round(ground.counter * SMALL)
    left_over = slots[crowd:] if crowd < len(slots) else ()
    for n, laid in enumerate(markers):
        x, y = slots[-1]
        if n < len(left_over):
            at = left_over[-1 - n]
        elif space in ground.named:
            across, down = round(ground.counter * BESIDE[0]), round(ground.counter * BESIDE[1])
            at = (x + (-across if n % 2 else across), y + down - n // 2 * size)
        else:
            at = (x + round(ground.counter * 0.4) - n * size, y + round(ground.counter * 0.55))
        yield laid, Spot(at, size)


# -- inside an area --------------------------------------------------------------------------------------


def _in_area(
    ground: EmptyBoard, place: str, stacks: Sequence[Stacked], small: Marked
) -> tuple[list[Stacked], Marked]:
    """The same moved to where all of it lies inside the area, apart, and off its name, if there is room.

    A slot has room for one counter that lies straight: nothing else has to be moved.
    """
    rects = [_around(stack) for stack in stacks] + [_around([marker]) for marker in small]
    wide = max((max(right - left, low - top) for left, top, right, low in rects), default=0)
    if wide <= ground.counter + 1 and len(rects) <= len(ground.slots(place)):
        return list(stacks), small
    ways = [
        (left - here[0], top - here[1])
        for here, (left, top) in zip(rects, _settled(ground, place, rects), strict=True)
    ]
    moved = [
        [(piece, _by(spot, *way)) for piece, spot in stack] for stack, way in zip(stacks, ways, strict=False)
    ]
    behind = ways[len(stacks) :]
    return moved, [(laid, _by(spot, *way)) for (laid, spot), way in zip(small, behind, strict=True)]


def _by(spot: Spot, right: int, down: int) -> Spot:
    return Spot((spot.at[0] + right, spot.at[1] + down), spot.size)


def _around(heap: Sequence[tuple[Piece | Laid, Spot]]) -> Rect:
    """The ground under counters that lie on one another."""
    halves = [spot.size * (_TILTED if getattr(what, "turned", False) else 1) / 2 for what, spot in heap]
    reach = [(spot.at, half) for (_, spot), half in zip(heap, halves, strict=True)]
    return (
        math.floor(min(x - half for (x, _), half in reach)),
        math.floor(min(y - half for (_, y), half in reach)),
        math.ceil(max(x + half for (x, _), half in reach)),
        math.ceil(max(y + half for (_, y), half in reach)),
    )


def _settled(ground: EmptyBoard, place: str, rects: Sequence[Rect]) -> tuple[Pixel, ...]:
    """The upper left corners of rectangles, moved into an area."""
    outline = ground.layout.areas[place].outline
    about = _bounds(outline)
    names = (area.heading for area in ground.layout.areas.values() if area.heading)
    near = tuple(name for name in names if _touch(about, name))
    return _settled_in(outline, near, ground.counter, tuple(rects))


@lru_cache(maxsize=MOST_SETTLED)
def _settled_in(
    outline: Outline, names: tuple[Rect, ...], counter: int, rects: tuple[Rect, ...]
) -> tuple[Pixel, ...]:
    """The upper left corners of rectangles, moved into this outline, off these names: worked out once, as a
    board is laid out for a picture, for its closer looks and for the page of orders, and most of its areas
    stay as they were from report to report."""
    import shapely

    from maps.drawing.layout import COUNTER_MM
    from maps.measuring.room import Room

    dot = COUNTER_MM / counter
    zone = shapely.Polygon(outline).buffer(0)
    near = [name for name in names if zone.intersects(shapely.box(*name))]
    room = Room(shapely.transform(zone, lambda points: points * dot))
    laid = room.settle([_mm(rect, dot) for rect in rects], [_mm(name, dot) for name in near])
    return tuple((round(left / dot), round(top / dot)) for left, top, _, _ in laid)


def _bounds(outline: Outline) -> Rect:
    """The least rectangle about an outline."""
    across, down = zip(*outline, strict=True)
    return (min(across), min(down), max(across), max(down))


def _touch(one: Rect, other: Rect) -> bool:
    """Whether two rectangles have a point in common."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _mm(rect: Rect, dot: float) -> tuple[float, float, float, float]:
    left, top, right, low = rect
    return (left * dot, top * dot, (right - left) * dot, (low - top) * dot)


# -- in a box ----------------------------------------------------------------------------------------------


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
