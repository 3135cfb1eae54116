"""Holds a finished board against the map: VASSAL's own answer, row of pixels by row, must be ours.

VASSAL knows zones as polygons with whole numbers, of which the first that holds a point names it; the map has
fractions. So points within a border's width of a drawn border may have either name, and all others only one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from builder.layout.board import Layout, vassal_names
from builder.layout.hexgrid import HexGround
from builder.layout.squaregrid import SquareGround
from builder.vassal.grids import Zones, holding

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    Numbers = NDArray[Any]

BORDER_PX = 2.5
"""How far a zone in VASSAL may stray from the drawn border, in pixels: outlines are smoothed and rounded."""
_WITHIN = 0.7
"""So far out towards the sides of a hex, or a square, VASSAL must know it; farther out it cuts off two of the
corners of a hex."""


def disagreements(layout: Layout, rows: int = 16, across: int = 4) -> list[str]:
    """Where VASSAL would give a place another name than the map, in words; empty when nowhere.

    Looks at every `across`-th pixel of every `rows`-th row, at seven points of each hex, and at nine of each
    square.
    """
    named = vassal_names(layout)
    faults = list(_wrong_hexes(layout.hexes, named)) if layout.hexes else []
    faults += _wrong_squares(layout.squares, named) if layout.squares else []
    faults += _wrong_tracks(layout, named)
    if layout.shapes:
        faults += _wrong_pixels(layout, named, rows, across)
    return faults


def _wrong_hexes(ground: HexGround, named: Zones) -> Iterator[str]:
    out = ground.pitch / 2 * _WITHIN
    ways = [(0.0, 0.0), *((math.cos(n * math.pi / 3), math.sin(n * math.pi / 3)) for n in range(6))]
    centres = ((label, ground.centre(one)) for label, one in ground.grid.labels.items())
    return _wrong_around(centres, [(out * right, out * down) for right, down in ways], named)


def _wrong_squares(ground: SquareGround, named: Zones) -> Iterator[str]:
    (wide, high), ways = ground.square, (0.0, -_WITHIN, _WITHIN)
    centres = ((label, ground.centre(ground.grid.ids[one])) for label, one in ground.grid.labels.items())
    return _wrong_around(centres, [(wide / 2 * a, high / 2 * b) for a in ways for b in ways], named)


def _wrong_around(
    centres: Iterable[tuple[str, tuple[float, float]]], steps: Sequence[tuple[float, float]], named: Zones
) -> Iterator[str]:
    """One fault for each label that VASSAL does not say at every step away from its centre."""
    points = [
        (label, (round(x + right), round(y + down))) for label, (x, y) in centres for right, down in steps
    ]
    told = set[str]()
    for (label, at), said in zip(points, _asked(named, [at for _, at in points]), strict=True):
        if said != label and label not in told:
            told.add(label)
            yield f"at {at[0]},{at[1]} VASSAL says {said!r}, the map {label!r}"


def _asked(named: Zones, points: Sequence[tuple[int, int]]) -> list[str | None]:
    """The names of many points, each as `Zones.name` gives it."""
    grounds = zip(points, named.under_all(points), strict=True)
    return [ground.name(at) if ground else None for at, ground in grounds]


def _wrong_tracks(layout: Layout, named: Zones) -> Iterator[str]:
    """Squares of tracks: a little inside each corner."""
    for square in (layout.areas[name] for track in layout.tracks for name, _ in track.names()):
        (left, top), _, (right, bottom), _ = square.outline
        for at in ((x, y) for x in (left + 2, right - 2) for y in (top + 2, bottom - 2)):
            if named.name(at) != square.name:
                yield f"at {at[0]},{at[1]} VASSAL says {named.name(at)!r}, the map {square.name!r}"
                break


def _wrong_pixels(layout: Layout, named: Zones, rows: int, across: int) -> list[str]:
    import numpy
    import shapely

    wide, high = (math.ceil(most) for most in shapely.total_bounds([s for _, s in layout.shapes])[2:])
    x, y = (
        grid.ravel() for grid in numpy.meshgrid(numpy.arange(0, wide, across), numpy.arange(0, high, rows))
    )
    titles = sorted({name for name, _ in layout.shapes} | {zone.title for zone in named.zones})
    ours = _painted(x, y, [(titles.index(name), shape) for name, shape in layout.shapes])
    number = numpy.array([*(titles.index(zone.title) for zone in named.zones), -1])
    theirs = number[holding([zone.outline for zone in named.zones], x, y)]
    apart = numpy.flatnonzero(ours != theirs)
    points = shapely.points(x[apart], y[apart])
    borders = shapely.STRtree([shape.boundary for _, shape in layout.shapes])
    near = set(borders.query(points, predicate="dwithin", distance=BORDER_PX)[0].tolist())
    words = [*titles, "nothing"]
    return [
        f"at {x[n]},{y[n]} VASSAL says {words[theirs[n]]!r}, the map {words[ours[n]]!r}"
        for place, n in enumerate(apart.tolist())
        if place not in near
    ]


def _painted(x: Numbers, y: Numbers, shapes: Sequence[tuple[int, BaseGeometry]]) -> Numbers:
    """The number of the first shape, as it is drawn, at each point; -1 where there is none."""
    import numpy
    import shapely

    found = numpy.full(len(x), -1)
    for number, shape in reversed(shapes):
        left, top, right, bottom = shape.bounds
        here = numpy.flatnonzero((x >= left) & (x <= right) & (y >= top) & (y <= bottom))
        found[here[shapely.contains_xy(shape, x[here], y[here])]] = number
    return found
