"""Two sheets joined: where the print jumps along a line across the map, and by how much.

A sheet that waves is followed smoothly; a jump between two sheets is not smooth. It is found where hexes on
both sides of a straight line agree far better with two smooth pieces than with one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from maps.scan.hexgrid.bend import Bend, Second, plane, projected
from maps.scan.hexgrid.cells import CENTRES, LINES, VERTICES
from maps.scan.hexgrid.marks import MARKS, Field, field_of, sampled
from maps.scan.hexgrid.phases import perspective_held
from maps.scan.hexgrid.refine import Pass, measured_hexes, refined

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BAND = 6.0  # pitches on either side of a line that are compared
_BLURRED = 0.9  # pitches on either side of a line in which hexes were followed smoothly, and so wrongly
_FEWEST = 60  # hexes in a band, a sixth of them on either side
_JUMP = 0.04  # of a pitch: smaller jumps are followed smoothly, and are found by chance
_SMOOTH = ((0, 9), (1, 6), (2, 4), (3, 2))  # powers across a line, and how many along it: a band is long
_USUAL = 0.015  # of a pitch: how far off a hex usually is measured
_TELLS = 0.95  # of what one smooth piece leaves over: two pieces that leave more are no better
_FIRM = 0.02  # of a pitch: hexes seen so near to where a bend puts them speak for it
_BETTER = 1.03  # times as well seen are hexes along a real jump, once it is followed
_LESS = 0.7  # times as far as the print jumps, or less, it may jump another way
_NEAR, _FINE = 3.0, 0.02  # pitches around a jump first seen in which its line is looked for, and how finely
# Pitches: where a line costs no more than that against the best one, it may be as well; dots are far apart.
_OPEN = {LINES: 0.08, CENTRES: 0.2, VERTICES: 0.2}
_PASSES = (Pass(0.25, 0.7, 0.1), Pass(0.12, 0.7, 0.02), Pass(0.1, 0.5, 0.005))


@dataclass(frozen=True)
class _Hexes:
    """Hexes that were measured: on the map (n, 2), how far off a perspective in pitches, how well known."""

    at: NDArray[Any]
    off: NDArray[Any]
    weights: NDArray[Any]


def joined(feature: NDArray[Any], bend: Bend, kind: str, pitch: float) -> Bend:
    """The bend in two pieces where the print jumps; the bend as it is where it does not."""
    hexes = _hexes(feature, bend, kind, pitch)
    if hexes is None:
        return bend
    found = max((one for axis in (0, 1) for one in _jumps(hexes, axis)), default=None)
    if found is None:
        return bend
    _, axis, at = found
    first = refined(feature, Bend(bend.matrix, bend.correction, Second(axis, at, bend)), kind, pitch, _PASSES)
    if first.second is None:
        return bend
    made = refined(feature, _settled(feature, _counted(feature, first), kind), kind, pitch, _PASSES[1:])
    before, after = (_seen_along(feature, one, kind, pitch, made.second) for one in (bend, made))
    return made if after > _BETTER * before else bend


def _hexes(feature: NDArray[Any], bend: Bend, kind: str, pitch: float) -> _Hexes | None:
    field = field_of(bend, (feature.shape[1], feature.shape[0]))
    by, known, use = measured_hexes(feature, bend, field, kind, pitch, 0.25, 0.5)
    places = field.hexes[use].astype(float)
    if len(places) < _FEWEST:
        return None
    pixels = bend.pixels(places) + by[use]
    matrix = perspective_held(places, pixels, pitch, feature.shape)
    if matrix is None:
        return None
    return _Hexes(plane(places), (pixels - projected(matrix, places)) / pitch, known[use])


def _jumps(hexes: _Hexes, axis: int) -> list[tuple[float, int, float]]:
    """Lines across an axis of the map at which the print jumps: how clearly, the axis, and where."""
    import numpy

    along = hexes.at[:, axis]
    made = []
    for at in numpy.arange(along.min() + 2, along.max() - 2, 0.5):
        left, jump = _compared(hexes, axis, float(at))
        if jump > _JUMP and left < _TELLS:
            made.append((1 - left, axis, float(at)))
    return made


def _compared(hexes: _Hexes, axis: int, at: float) -> tuple[float, float]:
    """What two pieces leave over against one (1: as much), and how far they are apart at the line."""
    import numpy

    away = numpy.abs(hexes.at[:, axis] - at)
    near = (away > _BLURRED) & (away < _BAND)
    u, v = hexes.at[near, axis] - at, hexes.at[near, 1 - axis]
    beyond = (u > 0).astype(float)
    if near.sum() < _FEWEST or min(beyond.mean(), 1 - beyond.mean()) < 1 / 6:
        return 1.0, 0.0
    v = (v - v.mean()) / max(1.0, float(numpy.abs(v - v.mean()).max()))
    u = u / _BAND
    smooth = numpy.stack([u**i * v**j for i, most in _SMOOTH for j in range(most)], axis=1)
    jumps = numpy.stack([beyond, beyond * v], axis=1)
    off, weights = hexes.off[near], hexes.weights[near]
    one, _ = _left_over(smooth, off, weights)
    two, solved = _left_over(numpy.concatenate([smooth, jumps], axis=1), off, weights)
    apart = jumps[:, :1] * 0 + solved[-2] + v[:, None] * solved[-1]
    return two / max(one, 1e-12), float(numpy.sqrt((apart**2).sum(axis=1).mean()))


def _left_over(rows: NDArray[Any], wanted: NDArray[Any], weights: NDArray[Any]) -> tuple[float, NDArray[Any]]:
    """What the best solution leaves over, and that solution; hexes far off it are hardly counted."""
    import numpy

    use = weights
    for _ in range(3):
        left = (rows * use[:, None]).T @ rows + 1e-9 * numpy.eye(rows.shape[1])
        solved = numpy.linalg.solve(left, (rows * use[:, None]).T @ wanted)
        away = ((rows @ solved - wanted) ** 2).sum(axis=1) / _USUAL**2
        use = weights / (1 + away)
    return float((weights * numpy.log1p(away)).sum()), solved


def _seen_along(feature: NDArray[Any], bend: Bend, kind: str, pitch: float, line: Second | None) -> float:
    """How well hexes are seen within two pitches of the line between two sheets."""
    import numpy

    field = field_of(bend, (feature.shape[1], feature.shape[0]))
    by, known, _ = measured_hexes(feature, bend, field, kind, pitch, 0.08, 0.0)
    if line is None:
        return 0.0
    away = numpy.abs(plane(field.hexes.astype(float))[..., line.axis] - line.at)
    firm = numpy.hypot(by[..., 0], by[..., 1]) < _FIRM * pitch
    return float((known * firm)[(away > 0.3) & (away < 2)].sum())


def _counted(feature: NDArray[Any], bend: Bend) -> Bend:
    """The bend with the hexes of its second piece counted so that the print jumps least at the line.

    Followed smoothly, the second sheet may have slipped by a hex: there would be one too many, or too few.
    """
    import numpy

    second = bend.second
    if second is None:
        return bend
    places = field_of(bend, (feature.shape[1], feature.shape[0])).flat
    places = places[numpy.abs(plane(places)[:, second.axis] - second.at) < 1]
    first = Bend(bend.matrix, bend.correction)
    apart = second.bend.pixels(places) - first.pixels(places)
    jump = numpy.median(numpy.linalg.solve(first.steps(places), apart[..., None])[..., 0], axis=0)
    slipped = numpy.array([(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)])
    left = numpy.hypot(*plane(jump + slipped).T)
    q, r = slipped[int(left.argmin())]
    if left.min() > _LESS * numpy.hypot(*plane(jump)):
        return bend
    return replace(bend, second=replace(second, bend=second.bend.moved((float(q), float(r)))))


def _settled(feature: NDArray[Any], bend: Bend, kind: str) -> Bend:
    """The bend with the line between its pieces where all marks are seen best by the piece they lie on."""
    import numpy

    second = bend.second
    if second is None:
        return bend
    places = _points(field_of(bend, (feature.shape[1], feature.shape[0])), kind)
    pieces = (Bend(bend.matrix, bend.correction), second.bend)
    here, there = (sampled(feature, one.pixels(places)) for one in pieces)
    tried = second.at + numpy.arange(-_NEAR, _NEAR, _FINE)
    bins = numpy.digitize(plane(places)[:, second.axis], tried)
    gain = numpy.bincount(bins, here - there, len(tried) + 1)[: len(tried)].cumsum()
    each = (gain.max() - gain[0] + gain.max() - gain[-1]) / (
        2 * _NEAR
    )  # what a pitch on the wrong piece costs
    best = tried[gain >= gain.max() - 1e-9]
    open_ = tried[gain >= gain.max() - _OPEN[kind] * each]
    between = float(open_.min()), float(open_.max())
    return replace(bend, second=replace(second, at=float(best.mean()), between=between))


def _points(field: Field, kind: str) -> NDArray[Any]:
    """Points on all marks of a field, as places (n, 2)."""
    import numpy

    along = numpy.linspace(-0.4, 0.4, 9)[:, None] if kind == LINES else numpy.zeros((1, 1))
    marks = numpy.concatenate([mark.at + along * mark.along for mark in MARKS[kind]])
    return numpy.asarray((field.flat[:, None] + marks).reshape(-1, 2))
