"""Finding the hex grid of a scan: candidates, the best of them followed over the sheet, and how sure we are.

The way is: lattices that repeat (`repeats`), each followed over the sheet (`phases`), the average hex read
(`cells`), the best one moved onto what is printed (`marks`), and the block of hexes that is there (`extent`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from maps.scan import darkness
from maps.scan.bend import Bend, plane
from maps.scan.cells import CENTRES, LINES, VERTICES, Reading, cell, is_several, readings
from maps.scan.extent import Block, Evidence, found_block
from maps.scan.marks import field_of, refined, shifts, solved, usual_height
from maps.scan.phases import Followed, followed
from maps.scan.repeats import Repeat, repeats

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
PASSES = ((0.25, 1.6), (0.15, 1.2), (0.1, 1.0), (0.08, 1.0))
SURE = 0.6


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


def candidates(grey: Image.Image, most: int = 4) -> list[Candidate]:
    """The grids that may be the printed one, best first; none where nothing repeats."""
    found = [
        one
        for repeat in repeats(grey, most)
        for feature in ("ink", "spots")
        for one in _read(grey, repeat, feature)
    ]
    if not found or max(one.score for one in found) < 0.06:
        best = repeats(grey, 2)
        found += [one for repeat in best for name in ("light ink", "light spots") for one in _read(grey, repeat, name)]
    found.sort(key=lambda one: -one.score)
    return _ranked(found)


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
        _candidate(found, flat, repeat.pitch, scale, feature, reading, explained)
        for reading in readings(picture, (LINES, CENTRES, VERTICES))[:2]
    ]


def _candidate(
    found: Followed,
    flat: bool,
    pitch: float,
    scale: float,
    feature: str,
    reading: Reading,
    explained: float,
) -> Candidate:
    score = explained * math.sqrt(found.share) * max(0.0, reading.match) ** 2
    bend = found.bend.moved(reading.centre).scaled(1 / scale)
    return Candidate(flat, bend, pitch, feature, reading, score)


def _ranked(found: list[Candidate]) -> list[Candidate]:
    """Candidates of which each says something else, with the score of the best rival of each."""
    kept: list[Candidate] = []
    for one in found:
        if not any(agree(one, other) for other in kept):
            kept.append(one)
    rivals = [max((other.score for other in kept if other is not one), default=0.0) for one in kept]
    return [replace(one, rival=rival) for one, rival in zip(kept, rivals, strict=True)][:6]


def agree(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates put the centres of hexes in the same places, at most of a net over their hexes."""
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
    fine = FEATURES[candidate.feature](darkness.at_size(grey, scale), pitch)
    bend = refined(fine, candidate.bend.scaled(scale), candidate.reading.kind, pitch, PASSES)
    field = field_of(bend, (fine.shape[1], fine.shape[0]))
    alone = shifts(fine, bend, field, candidate.reading.kind, 0.1, 0.0)
    usual = usual_height(alone.height)
    seen = (alone.height / usual).clip(0, 1)
    start = int(field.hexes[0, 0, 0]), int(field.hexes[0, 0, 1] + field.hexes[0, 0, 0] // 2)
    evidence = Evidence(candidate.reading.kind, start, seen, alone.inside)
    near = shifts(fine, bend, field, candidate.reading.kind, 0.1, 0.5)
    off, known = solved(near, (near.height / usual_height(near.height) - 0.35).clip(0, 0.65) ** 2)
    return Measured(candidate, bend.scaled(1 / scale), evidence, off / scale, known)
