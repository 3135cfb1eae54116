"""How a sheet lies in its scan: turned, seen at a slant, bent a little; found by its own long edges.

On a straight sheet the edges of lines and counters gather in few columns and few rows. So the view is looked
for under which they gather most: first the turn and the slant, for lines that are upright and lines that are
level, then how both are bent. What bends the spacing of lines only, the lines themselves must show later.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Line = NDArray[numpy.float64]

Powers = dict[tuple[int, int], float]
"""Powers of x and y, with the share of each."""

Bend = tuple[Powers, Powers, tuple[float, float]]
"""What is added to x and to y, as powers of both counted from a point."""

WORK = 2400
"""Lines are looked for on a picture with so many dots along its longer side."""

_COARSE = 1000
_MOST_POINTS = 30_000
_TURN, _SLANT = 0.27, 0.16
"""How far lines may be turned (as a slope), and how much the slope may differ from the middle to the edge."""
_WORTH = 1.004
"""A bend must make edges gather so much more, or there is none."""

_POWERS = ((0, 1), (1, 1), (0, 2), (1, 2), (2, 1), (0, 3))
"""The bends of upright lines, as powers of x and y; those of level lines are the same the other way."""


@dataclass(frozen=True, slots=True)
class View:
    """From a straight sheet to its scan. Both are counted in shares of half the scan's longer side, from the
    scan's middle. `across` and `down` hold powers of x and y with the share of each that is added.
    """

    turn: tuple[float, float] = (0.0, 0.0)
    slant: tuple[float, float] = (0.0, 0.0)
    across: Powers = field(default_factory=dict)
    down: Powers = field(default_factory=dict)
    more: tuple[Bend, ...] = ()

    def scan(self, points: Line) -> Line:
        """Points (..., 2) of the straight sheet as points of the scan."""
        import numpy

        x, y = points[..., 0], points[..., 1]
        for across, down, (right, low) in self.more:
            x, y = x + _bent(across, x - right, y - low), y + _bent(down, x - right, y - low)
        u, v = x + _bent(self.across, x, y), y + _bent(self.down, x, y)
        matrix = numpy.linalg.inv(self._matrix())
        flat = numpy.stack([u, v, numpy.ones_like(u)], axis=-1) @ matrix.T
        return numpy.asarray(flat[..., :2] / flat[..., 2:])

    def bent(self, across: Powers, down: Powers, middle: tuple[float, float], dot: float) -> View:
        """The view of a sheet that is bent a little more: by powers of x and y from a point, in such dots."""
        more = [{power: share * dot for power, share in one.items()} for one in (across, down)]
        return replace(self, more=(*self.more, (more[0], more[1], middle)))

    def sheet(self, points: Line) -> Line:
        """Points (..., 2) of the scan as points of the straight sheet, without `more`."""
        import numpy

        flat = numpy.concatenate([points, numpy.ones((*points.shape[:-1], 1))], axis=-1) @ self._matrix().T
        u, v = flat[..., 0] / flat[..., 2], flat[..., 1] / flat[..., 2]
        x, y = u, v
        for _ in range(4):
            x, y = u - _bent(self.across, x, y), v - _bent(self.down, x, y)
        return numpy.stack([x, y], axis=-1)

    def _matrix(self) -> Line:
        import numpy

        return numpy.array(
            [[1.0, self.turn[0], 0.0], [self.turn[1], 1.0, 0.0], [self.slant[1], self.slant[0], 1.0]]
        )


def _bent(terms: Powers, x: Line, y: Line) -> Line:
    import numpy

    total = numpy.zeros_like(x)
    for (along, over), share in terms.items():
        total = total + share * x**along * y**over
    return total


def shrunk(image: Image.Image, longest: int) -> Image.Image:
    """The picture with at most so many dots along its longer side."""
    share = longest / max(image.size)
    if share >= 1:
        return image
    size = (round(image.width * share), round(image.height * share))
    return image.resize(size, Image.Resampling.BOX)


def find_view(image: Image.Image) -> View:
    """How the sheet lies in a picture; as it is where no edges tell."""
    view = View()
    for longest in (_COARSE, WORK):
        small = shrunk(image, longest)
        upright, level = _edges(small)
        if not len(upright) or not len(level):
            return view
        view = _looked(view, upright, level, 2.0 / max(small.size), coarse=longest == _COARSE)
    return view


def _looked(view: View, upright: Line, level: Line, dot: float, coarse: bool) -> View:
    """The view under which edges, of which points are given, gather most; a dot is so long."""
    ways = []
    for points, turn, slant in (
        (upright, view.turn[0], view.slant[0]),
        (level[:, ::-1], view.turn[1], view.slant[1]),
    ):
        found = _searched(points, dot) if coarse else (turn, slant)
        ways.append(_climbed(points, found, dot))
    if coarse:
        return View((ways[0][0], ways[1][0]), (ways[0][1], ways[1][1]))
    straight = View((ways[0][0], ways[1][0]), (ways[0][1], ways[1][1]))
    across = _bends(straight.sheet(upright), dot)
    down = _bends(straight.sheet(level)[:, ::-1], dot)
    turned = {(over, along): share for (along, over), share in down.items()}
    return View(straight.turn, straight.slant, across, turned)


def _searched(points: Line, dot: float) -> tuple[float, float]:
    """The turn and slant under which upright edges gather most, of all that there may be."""
    import numpy

    some = points[:: max(1, len(points) // 8000)]
    best, found = -1.0, (0.0, 0.0)
    for slant in numpy.linspace(-_SLANT, _SLANT, 17):
        near = 1 + slant * some[:, 1]
        for turn in numpy.linspace(-_TURN, _TURN, 109):
            fit = _gathered((some[:, 0] + turn * some[:, 1]) / near, 2 * dot)
            if fit > best:
                best, found = fit, (float(turn), float(slant))
    return found


def _climbed(points: Line, found: tuple[float, float], dot: float) -> tuple[float, float]:
    """Turn and slant made exact, step by step."""

    def fit(values: list[float]) -> float:
        return _gathered((points[:, 0] + values[0] * points[:, 1]) / (1 + values[1] * points[:, 1]), dot)

    turn, slant = _ascended(fit, [*found], [4 * dot, 8 * dot], dot / 16)
    return turn, slant


def _bends(points: Line, dot: float) -> Powers:
    """The bends of upright lines, as powers of x and y with the share of each; none where none helps."""
    powers = [points[:, 0] ** along * points[:, 1] ** over for along, over in _POWERS]

    def fit(shares: list[float]) -> float:
        return _gathered(points[:, 0] - sum(s * p for s, p in zip(shares, powers, strict=True)), dot)

    none = [0.0] * len(_POWERS)
    found = _ascended(fit, [*none], [4 * dot] * len(_POWERS), dot / 8)
    if fit(found) < _WORTH * fit(none):
        return {}
    return dict(zip(_POWERS, found, strict=True))


def _ascended(fit: object, values: list[float], steps: list[float], least: float) -> list[float]:
    """The values nearby under which it fits best, one changed after the other by ever smaller steps."""
    assert callable(fit)
    best = fit(values)
    while max(steps) > least:
        moved = False
        for number, step in enumerate(steps):
            for change in (step, -step):
                tried = [*values]
                tried[number] += change
                if (now := fit(tried)) > best:
                    best, values, moved = now, tried, True
                    break
        if not moved:
            steps = [step / 2 for step in steps]
    return values


def _gathered(places: Line, dot: float) -> float:
    """How much points gather in few columns, each so wide; the same however much they are spread as a
    whole.
    """
    import numpy

    low = float(places.min())
    counts = numpy.bincount(((places - low) / dot).astype(numpy.int64)).astype(numpy.float64)
    soft = counts[:-1] + counts[1:] if len(counts) > 1 else counts
    return float((soft**2).sum()) * float(places.std()) / len(places) ** 2


def _edges(image: Image.Image) -> tuple[Line, Line]:
    """Points on upright and on level edges, as a view counts them."""
    import numpy

    grey = numpy.asarray(image.convert("L"), dtype=numpy.float32)
    across, down = numpy.abs(grey[1:-1, 2:] - grey[1:-1, :-2]), numpy.abs(grey[2:, 1:-1] - grey[:-2, 1:-1])
    least = max(20.0, float(numpy.percentile(numpy.maximum(across, down), 90)))
    found, chance = [], numpy.random.default_rng(0)
    middle = numpy.array([[grey.shape[1] / 2], [grey.shape[0] / 2]])
    for strong, weak in ((across, down), (down, across)):
        ys, xs = numpy.nonzero((strong > least) & (strong > 2 * weak))
        places = numpy.vstack([xs, ys])[:, :: max(1, len(xs) // _MOST_POINTS)] + 1.5 - middle
        # Edges lie within their dots, not all in the middle: else no turn at all would always look sharpest.
        shaken = places + chance.random(places.shape) - 0.5
        found.append(shaken.T / (max(grey.shape) / 2))
    return found[0], found[1]
