"""Where the hexes of a map lie as far as clicks tell: a homography through four or more, else a similarity.

Clicks that contradict each other are found by leaving each out in turn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.hexgrid.follow import is_sane, three_ways
from maps.scan.hexgrid.labels import Click, Scheme, schemes
from maps.scan.hexgrid.warp import Warp, homography, plane, projected
from scans.scan_faults import ScanError

ENOUGH = 4
"""Clicks through which a homography goes."""
_MISS = 0.4
"""Pitches that clicks may miss the homography through all of them: more is another hex."""
_AGREED = 0.1
"""Pitches that clicks which agree miss it at most: a hand shakes by less."""
_UNEVEN = 1.5
"""Longest step to the next centre to the shortest, anywhere on a sheet: a photo from aside reaches 1.3."""
_LEAN = 45.0
"""Degrees that a sheet may be turned: beyond that it is taken for one counted from another side."""
_BENT = 0.06
"""Share of the way between clicks by which a similarity may miss them: a photo's perspective does by 0.04."""
_SMALLEST = 6.0
"""Pixels of a pitch: smaller hexes are not seen."""


@dataclass(frozen=True)
class Start:
    """A first idea of a lattice, and how badly the clicks fit it: 0 is well, from 1 on not at all."""

    flat: bool
    warp: Warp
    pitch: float
    cost: float = 0.0


def starts(clicks: Sequence[Click], ways: Sequence[Scheme], size: tuple[int, int]) -> list[Start]:
    """The lattices on which labels would lie where they were clicked, the best and plainest first."""
    made = (_start(clicks, way, size) for way in _distinct(ways))
    return sorted((one for one in made if one), key=lambda one: one.cost)


def read_by(clicks: Sequence[Click], size: tuple[int, int], listed: Sequence[str] = ()) -> list[Scheme]:
    """The ways to read clicked labels, the plainest first; `listed` are all labels of the map, if known.

    Lines that stand one and a half hexes on are thought of where no plainer way agrees. Raises ScanError
    where clicks contradict each other: which one, and by how much.
    """
    made = schemes([one.label for one in clicks], listed)
    usual = [one for one in made if abs(one.shift) == 1]
    if len(clicks) < 2 or any(one.cost < 1 for one in starts(clicks, usual, size)):
        return usual
    check(clicks, made, size)
    return made


def _distinct(ways: Sequence[Scheme]) -> list[Scheme]:
    """The schemes that put labels onto different places: of those that do not, the plainest."""
    found: dict[tuple[bool, bytes], Scheme] = {}
    for way in ways:
        found.setdefault((way.flat, way.places.tobytes()), way)
    return list(found.values())


def _start(clicks: Sequence[Click], way: Scheme, size: tuple[int, int]) -> Start | None:
    """The lattice of one scheme; None where hexes would be too uneven, too small or upside down."""
    places, pixels = way.places.astype(float), points_of(clicks)
    matrix = _through(places, pixels, way.flat)
    if matrix is None:
        return None
    steps = Warp(matrix).steps(places)
    lengths = numpy.array([numpy.hypot(*three_ways(one)) for one in steps])
    pitch, uneven = float(lengths.mean()), float(lengths.max() / max(1e-9, lengths.min()))
    if pitch < _SMALLEST or uneven > _UNEVEN**2 or not _is_upright(steps.mean(axis=0), way.flat):
        return None
    if not is_sane(matrix, places, pitch, size[::-1]):
        return None
    miss = float(numpy.hypot(*(projected(matrix, places) - pixels).T).max()) / pitch
    if len(clicks) >= ENOUGH:
        may = _MISS
    else:
        may = _MISS + _BENT * float(numpy.hypot(*numpy.ptp(plane(places), axis=0)))
    slant = math.log(uneven) / math.log(_UNEVEN)
    if len(clicks) > ENOUGH and miss < _AGREED:
        slant /= 2  # a click beyond the four of a homography bears it out: hexes are as uneven as it says
    return Start(way.flat, Warp(matrix), pitch, max(miss / may, slant))


def points_of(clicks: Sequence[Click]) -> NDArray[Any]:
    """The places of clicks in pixels: (n, 2)."""
    return numpy.array([(one.x, one.y) for one in clicks])


def _through(places: NDArray[Any], pixels: NDArray[Any], flat: bool) -> NDArray[Any] | None:
    """A homography through places; a similarity where they are too few for it, or in line."""
    if len(places) >= ENOUGH and _spread(places) > 1:
        try:
            return homography(places, pixels)
        except numpy.linalg.LinAlgError:
            pass
    on_map = plane(places)[:, :: 1 if flat else -1]
    if len(places) < 2 or numpy.ptp(on_map, axis=0).max() < 0.5:
        return None
    rows = numpy.stack((on_map @ (1, 1j), numpy.ones(len(places))), axis=1)
    turn, start = numpy.linalg.lstsq(rows, pixels @ (1, 1j), rcond=None)[0]
    ends = plane(numpy.eye(2))[:, :: 1 if flat else -1] @ (1, 1j) * turn
    return numpy.array(((*ends.real, start.real), (*ends.imag, start.imag), (0, 0, 1)))


def _spread(places: NDArray[Any]) -> float:
    """How far places reach across the line that most of them lie on, in pitches (the lesser deviation)."""
    on_map = plane(places)
    return float(numpy.linalg.svd(on_map - on_map.mean(axis=0), compute_uv=False)[-1])


def _is_upright(steps: NDArray[Any], flat: bool) -> bool:
    """Whether a lattice is neither mirrored nor turned too far."""
    x, y = steps[:, 1] if flat else steps[::-1, 1]
    mirrored = (float(numpy.linalg.det(steps)) > 0) != flat
    return not mirrored and abs(math.degrees(math.atan2(x, y))) < _LEAN


def check(clicks: Sequence[Click], ways: Sequence[Scheme], size: tuple[int, int]) -> None:
    """Raise ScanError where clicks contradict each other: which one, and by how much."""
    if len(clicks) < ENOUGH or any(one.cost < 1 for one in starts(clicks, ways, size)):
        return
    left_out = [_without(n, clicks, way, size) for n in range(len(clicks)) for way in _distinct(ways)]
    found = sorted(one for one in left_out if one)
    if not found:
        raise ScanError(
            "the clicked hexes contradict each other: by no numbering do they lie on one grid. "
            "Look at their labels and places again"
        )
    _, n, far, (x, y) = found[0]
    others = dict.fromkeys(clicks[one].label for cost, one, *_ in found if cost < 1 and one != n)
    raise ScanError(
        f"{clicks[n]} contradicts the other clicked hexes: by them its middle is near {x:.0f},{y:.0f}, "
        f"{far:.1f} hexes away. Look at its label and its place again"
        + (f". If they are right, look at {' or '.join(others)}" if others else "")
    )


def _without(
    n: int, clicks: Sequence[Click], way: Scheme, size: tuple[int, int]
) -> tuple[float, int, float, tuple[float, float]] | None:
    """How well all clicks but one agree, that one, how many hexes it is off, and where it would be."""
    rest = [*clicks[:n], *clicks[n + 1 :]]
    made = _start(rest, way.without(n), size)
    if made is None:
        return None
    places = way.places.astype(float)
    x, y = made.warp.pixels(places[n : n + 1] - places[1 if n == 0 else 0])[0]
    far = float(numpy.hypot(x - clicks[n].x, y - clicks[n].y)) / made.pitch
    return made.cost, n, far, (float(x), float(y))
