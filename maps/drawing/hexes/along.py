"""Names of rivers along their courses: letter by letter beside the stream, each turned as the stream runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy
import shapely
from numpy.typing import NDArray

from files import typefaces
from maps.drawing.ink import Point, text_box, text_width
from maps.drawing.placing import Boxes, Laid, Letter

_STEP_MM = 0.7
"""From one place of a name on its course to the next that is tried."""
_AIR, _LOW = 0.1, 0.45
"""From the bank to the letters, and how high small letters are, as shares of their size."""
_BENT, _STEEP = 0.3, 1.1
"""How much a letter may be turned against the one before it, and against the level, in radians."""

Points = NDArray[numpy.float64]


def laid_along(
    way: Sequence[Point], text: str, face: tuple[str, float], half: float, taken: Boxes
) -> Iterator[Laid]:
    """Every way to write a name off what is taken beside a course, on both banks of a river that is twice
    `half` mm wide; font and size are the face."""
    font, em = face
    line = numpy.array(way if way[0][0] <= way[-1][0] else way[::-1])
    far = numpy.concatenate(([0.0], numpy.hypot(*numpy.diff(line, axis=0).T).cumsum()))
    tracking = typefaces.role("water").tracking * em
    widths = numpy.array([text_width(letter, em, font) + tracking for letter in text])
    starts = numpy.arange(0.0, far[-1] - widths.sum(), _STEP_MM)
    at = starts[:, None] + (widths.cumsum() - widths / 2)[None, :]
    along = _points(line, far, at + em / 2) - _points(line, far, at - em / 2)
    angles = numpy.arctan2(-along[..., 1], along[..., 0])
    turns = numpy.abs(numpy.diff(angles, axis=1, append=angles[:, -1:]))
    even = (turns.max(axis=1) <= _BENT) & (numpy.abs(angles).max(axis=1) <= _STEEP)
    at, angles, turns = at[even], angles[even], turns[even]
    middles, normal = _points(line, far, at), numpy.stack((-numpy.sin(angles), -numpy.cos(angles)), axis=-1)
    for aside in _asides(text, em, font, half):
        centres = middles + normal * aside
        boxes = _boxes(text, face, centres, angles)
        for number in numpy.flatnonzero(_free(boxes, taken)).tolist():
            places = zip(text, centres[number].tolist(), numpy.degrees(angles[number]).tolist(), strict=True)
            letters = tuple(Letter(letter, (x, y), angle) for letter, (x, y), angle in places)
            yield Laid(letters, tuple(map(tuple, boxes[number].tolist())), float(turns[number].sum()))


def on_way(way: Sequence[Point], half: float, middles: Boxes, size: Point) -> NDArray[numpy.bool_]:
    """Which level names of this size would be struck through by a river `half` as broad as it is drawn."""
    low, high = middles - numpy.array(size) / 2, middles + numpy.array(size) / 2
    river = shapely.LineString(way).buffer(half)
    shapely.prepare(river)
    struck: NDArray[numpy.bool_] = shapely.intersects(river, shapely.box(*low.T, *high.T))
    return struck


def _points(line: Points, far: Points, at: Points) -> Points:
    """The points of a line so far from its beginning."""
    return numpy.stack([numpy.interp(at, far, line[:, axis]) for axis in (0, 1)], axis=-1)


def _asides(text: str, em: float, font: str, half: float) -> tuple[float, ...]:
    """How far the middles of letters are off the course: in a broad river, above it, and below it."""
    _, top, _, bottom = text_box(text, em, font)
    middle = _middle(em, font)
    within = (middle - _LOW / 2 * em,) if half >= _LOW * em else ()
    return (*within, half + _AIR * em + bottom + middle, -(half + _AIR * em - top - middle))


def _middle(em: float, font: str) -> float:
    """How far the middle of a line of text is above its baseline, as Pillow has it."""
    up, down = typefaces.font(font, 200).getmetrics()
    return (up - down) / 2 * em / 200


def _boxes(text: str, face: tuple[str, float], centres: Points, angles: Points) -> Points:
    """The ground of every letter of every place, as it is turned there."""
    font, em = face
    ink = numpy.array([text_box(letter, em, font) for letter in text])
    half, middle = numpy.array([text_width(letter, em, font) / 2 for letter in text]), _middle(em, font)
    corners = [(ink[:, side] - half, ink[:, end] + middle) for side in (0, 2) for end in (1, 3)]
    cos, sin = numpy.cos(angles), numpy.sin(angles)
    xs = numpy.stack([centres[..., 0] + x * cos + y * sin for x, y in corners])
    ys = numpy.stack([centres[..., 1] - x * sin + y * cos for x, y in corners])
    return numpy.stack((xs.min(axis=0), ys.min(axis=0), xs.max(axis=0), ys.max(axis=0)), axis=-1)


def _free(boxes: Points, taken: Boxes) -> NDArray[numpy.bool_]:
    """Which places have no letter on anything that is taken."""
    if not len(taken) or not len(boxes):
        return numpy.ones(len(boxes), dtype=bool)
    tree = shapely.STRtree(shapely.box(*taken.T))
    flat = boxes.reshape(-1, 4)
    hit, _ = tree.query(shapely.box(*flat.T), predicate="intersects")
    free = numpy.ones(len(boxes), dtype=bool)
    free[hit // boxes.shape[1]] = False
    return free
