"""Finding the hex grid of a scan: candidates, the best of them followed over the sheet, and how sure we are.

The way is: lattices that repeat (`repeats`), each followed over the sheet (`phases`), the average hex read
(`cells`), the best one moved onto what is printed (`marks`), and the block of hexes that is there (`extent`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from maps.grid import HexGrid
from maps.hexes import Hex, Lattice
from maps.scan import darkness
from maps.scan.hexgrid.bend import Bend, plane
from maps.scan.hexgrid.beyond import Print
from maps.scan.hexgrid.cells import CENTRES, LINES, VERTICES, Reading, cell, is_several, readings
from maps.scan.hexgrid.extent import Evidence
from maps.scan.hexgrid.marks import field_of, shifts, usual_height, within
from maps.scan.hexgrid.phases import Followed, followed
from maps.scan.hexgrid.refine import Pass, measured_hexes, refined
from maps.scan.hexgrid.repeats import LONGEST, Repeat, repeats
from maps.scan.hexgrid.seams import joined

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

COARSE, FINE = 20.0, 36.0  # pixels per pitch at which a sheet is followed, and measured
FEATURES: dict[str, Callable[[NDArray[Any], float], NDArray[Any]]] = {
    "ink": darkness.ink,
    "spots": darkness.spots,
    "light ink": lambda grey, pitch: darkness.ink(255 - grey, pitch),
    "light spots": lambda grey, pitch: darkness.spots(255 - grey, pitch),
}
PASSES = (Pass(0.25, 1.6, 0.1), Pass(0.15, 1.0, 0.03), Pass(0.1, 0.7, 0.01))
LAST_PASSES = (Pass(0.08, 0.5, 0.005, order=3), Pass(0.08, 0.3, 0.003, order=3))
SURE = 0.6
_AS_GOOD = 0.5  # vertices really printed reach 0.9 of the score of the lattice with holes; by chance, 0.1
_CORNERS = 0.6  # where lines meet they look like dots: of both readings that of lines measures better


@dataclass(frozen=True)
class Candidate:
    """A grid that may be the printed one: where its hexes lie, how it is read, and how much speaks for it."""

    flat: bool
    bend: Bend
    pitch: float
    feature: str
    reading: Reading
    score: float
    rival: float = 0.0


@dataclass(frozen=True)
class Measured:
    """A candidate moved onto what is printed, and what was seen of its marks."""

    candidate: Candidate
    bend: Bend
    evidence: Evidence
    off: NDArray[Any]
    known: NDArray[Any]
    ink: Print


def candidates(grey: Image.Image, most: int = 3) -> list[Candidate]:
    """The grids that may be the printed one, best first; none where nothing repeats.

    Large scans are searched in a copy reduced once; only what is found is measured in the scan itself.
    """
    times = max(1, int(max(grey.size) / (1.5 * LONGEST)))
    if times > 1:
        return [_enlarged(one, times) for one in candidates(grey.reduce(times), most)]
    lattices = repeats(grey, most)
    found = [
        one for repeat in lattices for feature in ("ink", "spots") for one in _read(grey, repeat, feature)
    ]
    if not found or max(one.score for one in found) < 0.06:
        light = [name for name in FEATURES if name.startswith("light")]
        found += [one for repeat in lattices[:2] for name in light for one in _read(grey, repeat, name)]
    return _ranked(found)


def _enlarged(one: Candidate, times: int) -> Candidate:
    return replace(one, bend=one.bend.scaled(times), pitch=one.pitch * times)


def _read(grey: Image.Image, repeat: Repeat, feature: str) -> list[Candidate]:
    """A lattice followed by one feature of the picture, in its two best readings."""
    scale = min(1.0, COARSE / repeat.pitch)
    flat, steps = upright(repeat.steps)
    dark = FEATURES[feature](darkness.at_size(grey, scale), repeat.pitch * scale)
    found = followed(dark, steps * scale, repeat.pitch * scale)
    if found is None:
        return []
    picture, explained = cell(dark, found)
    if is_several(picture):
        return []
    return [
        _candidate(found, flat, scale, feature, reading, explained)
        for reading in readings(picture, (LINES, CENTRES, VERTICES))[:2]
    ]


def _candidate(
    found: Followed,
    flat: bool,
    scale: float,
    feature: str,
    reading: Reading,
    explained: float,
) -> Candidate:
    score = explained * math.sqrt(found.share) * max(0.0, reading.match) ** 2
    bend = found.bend.moved(reading.centre).scaled(1 / scale)
    pitch = found.pitch() / scale
    return Candidate(flat, bend, pitch, feature, reading, score)


def _ranked(found: list[Candidate]) -> list[Candidate]:
    """Candidates of which each says something else, with the score of the best rival of each.

    Dots at all vertices lie on a finer lattice, of which a third is empty: that reading explains less.
    """
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda one: -one.score * (_CORNERS if one.reading.kind == VERTICES else 1)):
        if one.reading.kind == CENTRES and any(_is_hollow(one, other) for other in found):
            continue
        if not any(agree(one, other) for other in kept):
            kept.append(one)
    rivals = [max((other.score for other in kept if other is not one), default=0.0) for one in kept]
    return [replace(one, rival=rival) for one, rival in zip(kept, rivals, strict=True)][:6]


def _is_hollow(one: Candidate, other: Candidate) -> bool:
    """Whether dots taken for centres are rather the vertices of a wider lattice that another reading sees."""
    wider = other.reading.kind == VERTICES and 0.95 < one.pitch * math.sqrt(3) / other.pitch < 1.05
    return wider and other.score > _AS_GOOD * one.score


def agree(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates put the centres of hexes in the same places, at most of a net over them."""
    import numpy

    if not 0.9 < one.pitch / other.pitch < 1.1:
        return False
    at = numpy.array([(a, b) for a in range(-6, 7, 3) for b in range(-6, 7, 3)], dtype=float)
    seen = other.bend.places(one.bend.pixels(at))
    off = numpy.hypot(*plane(seen - numpy.round(seen)).T)
    return bool(numpy.median(off) < 0.15)


def upright(steps: NDArray[Any]) -> tuple[bool, NDArray[Any]]:
    """Whether the hexes of a lattice have flat tops, and its steps along q and r as `maps.hexes` counts."""
    import numpy

    three = numpy.column_stack((steps, steps[:, 0] - steps[:, 1]))
    star = numpy.column_stack((three, -three))
    ways = star / numpy.hypot(*star)
    lean = numpy.degrees(numpy.arctan2(ways[0], ways[1])) % 60
    flat = bool(numpy.median(numpy.minimum(lean, 60 - lean)) < 15)
    half = math.sqrt(3) / 2
    wanted = ((half, 0.5), (0.0, 1.0)) if flat else ((0.5, half), (1.0, 0.0))
    return flat, numpy.column_stack([star[:, int((numpy.array(way) @ ways).argmax())] for way in wanted])


def measured(grey: Image.Image, candidate: Candidate) -> Measured:
    """A candidate moved onto what is printed, mark by mark."""
    scale = min(1.0, FINE / candidate.pitch)
    pitch = candidate.pitch * scale
    small = darkness.at_size(grey, scale)
    fine = FEATURES[candidate.feature](small, pitch)
    bend = refined(fine, candidate.bend.scaled(scale), candidate.reading.kind, pitch, PASSES)
    # Spots tell dots from lines, but a number close by moves them: the last is measured in the ink itself.
    plain = candidate.feature.replace("spots", "ink")
    sharp = fine if plain == candidate.feature else FEATURES[plain](small, pitch)
    bend = joined(sharp, bend, candidate.reading.kind, pitch)
    bend = refined(sharp, bend, candidate.reading.kind, pitch, LAST_PASSES, small)
    field = field_of(bend, (fine.shape[1], fine.shape[0]))
    alone = shifts(fine, bend, field, candidate.reading.kind, 0.1, 0.0)
    usual = usual_height(alone.height)
    seen = (alone.height / usual).clip(0, 1)
    start = int(field.hexes[0, 0, 0]), int(field.hexes[0, 0, 1] + field.hexes[0, 0, 0] // 2)
    shown, whole = within(bend, field, (fine.shape[1], fine.shape[0]))
    evidence = Evidence(candidate.reading.kind, start, seen, alone.inside, shown, whole)
    off, known, _ = measured_hexes(sharp, bend, field, candidate.reading.kind, pitch, 0.1, 0.5, small)
    ink = Print(fine, bend, pitch)
    return Measured(candidate, bend.scaled(1 / scale), evidence, off / scale, known, ink)


def from_known(grey: Image.Image, known: Sequence[tuple[str, float, float]]) -> list[Candidate]:
    """Candidates from two or more known hexes alone, whose labels are taken for column and row."""
    found: list[Candidate] = []
    for repeat in _guessed(known):
        for feature in ("ink", "spots"):
            found += _read(grey, repeat, feature)
    return _ranked(found)


def _guessed(known: Sequence[tuple[str, float, float]]) -> list[Repeat]:
    """The lattices in which known hexes would lie as their labels say, nearly upright ones only."""
    import numpy

    numbers = [_pair(label) for label, _, _ in known]
    if len(known) < 2 or None in numbers:
        return []
    at = numpy.array([complex(x, y) for _, x, y in known])
    made = []
    for flat in (True, False):
        for shoved in ("even", "odd"):
            grid = HexGrid(1, 1, Lattice(flat), shoved)
            spots = [grid.lattice.centre(grid.hex_at(*pair)) for pair in numbers if pair]
            plain = numpy.array([complex(x, -y) for x, y in spots])
            both = numpy.stack((plain, numpy.ones_like(plain)), axis=1)
            turn = numpy.linalg.lstsq(both, at, rcond=None)[0][0]
            if abs(turn) < 6 or abs(numpy.degrees(numpy.angle(turn))) > 12:
                continue
            steps = [grid.lattice.centre(one) for one in (Hex(1, 0), Hex(0, 1))]
            seen = [turn * complex(x, -y) for x, y in steps]
            made.append(Repeat((seen[0].real, seen[0].imag), (seen[1].real, seen[1].imag), 0.0))
    return made


def _pair(label: str) -> tuple[int, int] | None:
    """Column and row of a label of digits, its first half and the rest; None for another."""
    half = len(label) // 2
    return (int(label[:half]), int(label[half:])) if label.isdigit() and half else None
