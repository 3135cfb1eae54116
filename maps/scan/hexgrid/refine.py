"""Moving a warp onto what is printed, pass by pass: marks are measured, a smooth warp laid through them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from maps.scan.hexgrid.cells import CENTRES, LINES, VERTICES
from maps.scan.hexgrid.follow import held_homography
from maps.scan.hexgrid.grounds import levelled
from maps.scan.hexgrid.marks import Field, Look, Spread, field_of, looks, shifts, solved
from maps.scan.hexgrid.warp import Warp, corrected, plane

_STRADDLES = {LINES: 0.55, CENTRES: 0.05, VERTICES: 0.6}
"""How far from its centre a hex has marks, in pitches: nearer to a join it shows marks of both sheets."""
_FAINTEST = 0.02
"""How well a hex must be known to be used."""
_LEAST = 12
"""Hexes through which a warp is laid: a homography has eight unknowns, of which each hex tells two."""
_KNOTS = 2.5
"""Pitches between the knots of the correction: paper does not wave within two hexes."""


class Pass(NamedTuple):
    """How marks are looked for: up to `reach` pitches off, with neighbours within `spread` hexes.

    `stiff` and `order` are those of the correction, see `maps.scan.hexgrid.warp.corrected`. So many
    hexes are measured at `most`.
    """

    reach: float
    spread: float
    stiff: float
    order: int = 2
    most: int = 1000


class Print(NamedTuple):
    """What is printed, as it is measured: a feature of the picture, kind of marks, pitch in its pixels.

    With the grey picture in which the feature was seen, lines are put right for the grounds beside them.
    """

    feature: NDArray[Any]
    kind: str
    pitch: float
    grey: NDArray[Any] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.feature.shape[1], self.feature.shape[0]


class Held(NamedTuple):
    """Places clicked (n, 2), their pixels, and their weights: they hold a warp where nothing is seen."""

    places: NDArray[Any]
    pixels: NDArray[Any]
    weights: NDArray[Any]


def refined(ink: Print, warp: Warp, passes: tuple[Pass, ...], held: Held | None = None) -> Warp:
    """The warp moved onto what is printed, pass by pass, as long as enough of it is seen."""
    for one in passes:
        field, (lines, places_) = field_of(warp, ink.size).thinned(one.most)
        spread = one.spread / lines, one.spread / places_
        by, known, use = measured_hexes(ink, warp, field, one.reach, spread)
        places = field.hexes[use].astype(float)
        told = Held(places, warp.pixels(places) + by[use], numpy.minimum(known[use], 0.4))
        if held is not None:
            told = Held(*(numpy.concatenate(both) for both in zip(told, held, strict=True)))
        better = _onto(warp, *told, (ink, one))
        if better is None:
            return warp
        warp = better
    return warp


def measured_hexes(
    ink: Print, warp: Warp, field: Field, reach: float, spread: Spread, looked: Sequence[Look] = ()
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The shift of every hex of a field, how well it is known, and whether it may be used.

    What was `looked` at already is not looked at again.
    """
    seen = shifts(looked or looks(ink.feature, warp, field, ink.kind, reach), reach, spread)
    if ink.grey is not None and ink.kind == LINES:
        seen = levelled(seen, ink.grey, warp, field, ink.pitch)
    by, known = solved(seen)
    return by, known, (known > _FAINTEST) & (numpy.hypot(by[..., 0], by[..., 1]) < reach * ink.pitch)


def _onto(
    warp: Warp, places: NDArray[Any], pixels: NDArray[Any], known: NDArray[Any], how: tuple[Print, Pass]
) -> Warp | None:
    """A warp through hexes that were measured, in as many pieces as before; None where they are too few."""
    ink, one = how
    if warp.second is not None:
        # A hex on the line between two sheets shows marks of both: it tells the place of neither.
        away = plane(places)[:, warp.second.axis] - warp.second.at
        first, second = (
            _onto(Warp(warp.matrix), places[use], pixels[use], known[use], how)
            for use in (away < -_STRADDLES[ink.kind], away > _STRADDLES[ink.kind])
        )
        if first is None or second is None:
            return None
        return replace(first, second=replace(warp.second, warp=second))
    if len(places) < _LEAST:
        return None
    matrix = held_homography(places, pixels, ink.pitch, ink.feature.shape)
    if matrix is None:
        return None
    return corrected(matrix, places, pixels, known, _KNOTS, one.stiff, one.order)
