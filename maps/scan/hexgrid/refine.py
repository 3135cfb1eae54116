"""Moving a bend onto what is printed, pass by pass: marks are measured, a smooth bend laid through them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from maps.scan.hexgrid.bend import Bend, corrected, plane
from maps.scan.hexgrid.cells import CENTRES, LINES, VERTICES
from maps.scan.hexgrid.grounds import levelled
from maps.scan.hexgrid.marks import Field, field_of, shifts, solved
from maps.scan.hexgrid.phases import perspective_held

if TYPE_CHECKING:
    from numpy.typing import NDArray

# How far from the centre a hex has marks, in pitches.
_STRADDLES = {LINES: 0.55, CENTRES: 0.05, VERTICES: 0.6}
_LEAST = 12  # hexes through which a bend is laid


class Pass(NamedTuple):
    """How marks are looked for: up to `reach` pitches off, with neighbours within `spread` hexes.

    `stiff` and `order` are those of the correction, see `maps.scan.hexgrid.bend.corrected`.
    """

    reach: float
    spread: float
    stiff: float
    order: int = 2


def refined(
    feature: NDArray[Any],
    bend: Bend,
    kind: str,
    pitch: float,
    passes: tuple[Pass, ...],
    grey: NDArray[Any] | None = None,
) -> Bend:
    """The bend moved onto what is printed, pass by pass.

    With the grey picture in which the feature was seen, lines are put right for the grounds beside them.
    """
    high, wide = feature.shape
    for one in passes:
        field = field_of(bend, (wide, high))
        by, known, use = measured_hexes(feature, bend, field, kind, pitch, one.reach, one.spread, grey)
        places = field.hexes[use].astype(float)
        pixels = bend.pixels(places) + by[use]
        better = _onto(bend, places, pixels, known[use], (kind, pitch, one, feature.shape))
        if better is None:
            return bend
        bend = better
    return bend


def measured_hexes(
    feature: NDArray[Any],
    bend: Bend,
    field: Field,
    kind: str,
    pitch: float,
    reach: float,
    spread: float,
    grey: NDArray[Any] | None = None,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The shift of every hex of a field, how well it is known, and whether it may be used."""
    import numpy

    measured = shifts(feature, bend, field, kind, reach, spread)
    if grey is not None and kind == LINES:
        measured = levelled(measured, grey, bend, field, pitch)
    by, known = solved(measured)
    return by, known, (known > 0.02) & (numpy.hypot(by[..., 0], by[..., 1]) < reach * pitch)


def _onto(
    bend: Bend,
    places: NDArray[Any],
    pixels: NDArray[Any],
    known: NDArray[Any],
    how: tuple[str, float, Pass, tuple[int, ...]],
) -> Bend | None:
    """A bend through hexes that were measured, in as many pieces as before; None where they are too few."""
    import numpy

    kind, pitch, one, shape = how
    if bend.second is not None:
        # A hex on the line between two sheets shows marks of both: it tells the place of neither.
        away = plane(places)[:, bend.second.axis] - bend.second.at
        first, second = (
            _onto(Bend(bend.matrix), places[use], pixels[use], known[use], how)
            for use in (away < -_STRADDLES[kind], away > _STRADDLES[kind])
        )
        if first is None or second is None:
            return None
        return replace(first, second=replace(bend.second, bend=second))
    if len(places) < _LEAST:
        return None
    matrix = perspective_held(places, pixels, pitch, shape, robust=False)
    if matrix is None:
        return None
    weights = numpy.minimum(known, 0.4)
    return corrected(Bend(matrix), places, pixels, weights, 2.5, one.stiff, one.order)
