"""Two sheets joined: where the print jumps along a line across the map, and by how much.

A sheet that waves is followed smoothly; a jump between two sheets is not smooth. It is where hexes on both
sides of a straight line agree best with two smooth pieces against one (a regression discontinuity). It is
looked for only when a map is said to be of two sheets: on one sheet some line always does a little better
than none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.hexgrid.cells import LINES
from maps.scan.hexgrid.follow import held_homography
from maps.scan.hexgrid.marks import MARKS, Field, field_of, sampled
from maps.scan.hexgrid.refine import Pass, Print, measured_hexes, refined
from maps.scan.hexgrid.warp import Second, Warp, plane, projected

_BAND, _BLURRED = 6.0, 0.9
"""Pitches on either side of a line that are compared, and in which hexes were followed wrongly."""
_FEWEST = 60
"""Hexes in a band, a sixth of them on either side: ten for each unknown of a jump."""
_SMOOTH = ((0, 9), (1, 6), (2, 4), (3, 2))  # powers across a line, and how many along it: a band is long
_USUAL = 0.015
"""Pitches that a hex usually is measured off: those much further off hardly count."""
_NEAR, _FINE = 3.0, 0.02
"""Pitches around a jump first seen in which its line is looked for, and how finely."""
_PASSES = (Pass(0.25, 0.7, 0.1), Pass(0.12, 0.7, 0.02), Pass(0.1, 0.5, 0.005))


@dataclass(frozen=True)
class _Hexes:
    """Hexes that were measured: on the map (n, 2), how far off a homography in pitches, how well known."""

    at: NDArray[Any]
    off: NDArray[Any]
    weights: NDArray[Any]


def joined(ink: Print, warp: Warp) -> Warp:
    """The warp in two pieces that meet where the print jumps most; as it is where too little is seen."""
    hexes = _hexes(ink, warp)
    if hexes is None:
        return warp
    _, axis, at = min(one for axis in (0, 1) for one in _lines(hexes, axis))
    made = refined(ink, Warp(warp.matrix, warp.correction, Second(axis, at, warp)), _PASSES)
    if made.second is None:
        return warp
    return refined(ink, _settled(ink, _counted(ink, made, made.second), made.second), _PASSES[1:])


def _hexes(ink: Print, warp: Warp) -> _Hexes | None:
    field = field_of(warp, ink.size)
    by, known, use = measured_hexes(ink, warp, field, 0.25, 0.5)
    places = field.hexes[use].astype(float)
    if len(places) < _FEWEST:
        return None
    pixels = warp.pixels(places) + by[use]
    matrix = held_homography(places, pixels, ink.pitch, ink.feature.shape)
    if matrix is None:
        return None
    return _Hexes(plane(places), (pixels - projected(matrix, places)) / ink.pitch, known[use])


def _lines(hexes: _Hexes, axis: int) -> list[tuple[float, int, float]]:
    """Lines across an axis of the map: what two pieces leave over against one, the axis, and where."""
    along = hexes.at[:, axis]
    tried = numpy.arange(along.min() + 2, along.max() - 2, 0.5)
    return [
        (1.0, axis, float(along.mean())),
        *((_compared(hexes, axis, at), axis, at) for at in tried.tolist()),
    ]


def _compared(hexes: _Hexes, axis: int, at: float) -> float:
    """What two pieces that meet at a line leave over against one: 1 is as much."""
    away = numpy.abs(hexes.at[:, axis] - at)
    near = (away > _BLURRED) & (away < _BAND)
    u, v = hexes.at[near, axis] - at, hexes.at[near, 1 - axis]
    beyond = (u > 0).astype(float)
    if near.sum() < _FEWEST or min(beyond.mean(), 1 - beyond.mean()) < 1 / 6:
        return 1.0
    v = (v - v.mean()) / max(1.0, float(numpy.abs(v - v.mean()).max()))
    u = u / _BAND
    smooth = numpy.stack([u**i * v**j for i, most in _SMOOTH for j in range(most)], axis=1)
    jumps = numpy.stack([beyond, beyond * v], axis=1)
    off, weights = hexes.off[near], hexes.weights[near]
    both = numpy.concatenate([smooth, jumps], axis=1)
    return _left_over(both, off, weights) / max(_left_over(smooth, off, weights), 1e-12)


def _left_over(rows: NDArray[Any], wanted: NDArray[Any], weights: NDArray[Any]) -> float:
    """What the best solution leaves over; hexes far off it are hardly counted (reweighted least squares)."""
    use = weights
    for _ in range(3):
        left = (rows * use[:, None]).T @ rows + 1e-9 * numpy.eye(rows.shape[1])
        solved = numpy.linalg.solve(left, (rows * use[:, None]).T @ wanted)
        away = ((rows @ solved - wanted) ** 2).sum(axis=1) / _USUAL**2
        use = weights / (1 + away)
    return float((weights * numpy.log1p(away)).sum())


def _counted(ink: Print, warp: Warp, second: Second) -> Warp:
    """The warp with the hexes of its second piece counted so that the print jumps least at the line.

    Followed smoothly, the second sheet may have slipped by a hex: there would be one too many, or too few.
    """
    places = field_of(warp, ink.size).flat
    places = places[numpy.abs(plane(places)[:, second.axis] - second.at) < 1]
    first = Warp(warp.matrix, warp.correction)
    apart = second.warp.pixels(places) - first.pixels(places)
    jump = numpy.median(numpy.linalg.solve(first.steps(places), apart[..., None])[..., 0], axis=0)
    slipped = numpy.array([(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)])
    q, r = slipped[int(numpy.hypot(*plane(jump + slipped).T).argmin())]
    return replace(warp, second=replace(second, warp=second.warp.moved((float(q), float(r)))))


def _settled(ink: Print, warp: Warp, second: Second) -> Warp:
    """The warp with the line between its pieces where all marks are seen best by the piece they lie on."""
    places = _points(field_of(warp, ink.size), ink.kind)
    second = warp.second or second
    here, there = (
        sampled(ink.feature, one.pixels(places)) for one in (Warp(warp.matrix, warp.correction), second.warp)
    )
    tried = second.at + numpy.arange(-_NEAR, _NEAR, _FINE)
    bins = numpy.digitize(plane(places)[:, second.axis], tried)
    gain = numpy.bincount(bins, here - there, len(tried) + 1)[: len(tried)].cumsum()
    return replace(warp, second=replace(second, at=float(tried[gain >= gain.max() - 1e-9].mean())))


def _points(field: Field, kind: str) -> NDArray[Any]:
    """Points on all marks of a field, as places (n, 2)."""
    along = numpy.linspace(-0.4, 0.4, 9)[:, None] if kind == LINES else numpy.zeros((1, 1))
    marks = numpy.concatenate([mark.at + along * mark.along for mark in MARKS[kind]])
    return numpy.asarray((field.flat[:, None] + marks).reshape(-1, 2))
