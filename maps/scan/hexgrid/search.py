"""Finding the hex grid of a scan: lattices from clicks, or that repeat; the best ones followed, measured.

The way is: lattices (`clicks`, `lattices`), each followed over the sheet (`follow`), the average hex read
(`cells`), the best one moved onto what is printed (`refine`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.hexgrid.cells import CENTRES, LINES, VERTICES, Reading, cell, is_several, readings
from maps.scan.hexgrid.clicks import ENOUGH, Start, points_of
from maps.scan.hexgrid.darkness import FEATURES
from maps.scan.hexgrid.extent import Evidence
from maps.scan.hexgrid.follow import Followed, followed, three_ways
from maps.scan.hexgrid.labels import Click, Scheme
from maps.scan.hexgrid.lattices import Likeness, repeats
from maps.scan.hexgrid.marks import (
    Field,
    field_of,
    grounds,
    heights,
    looks,
    shifts,
    usual_height,
    wholly,
    within,
)
from maps.scan.hexgrid.refine import Held, Pass, Print, measured_hexes, refined
from maps.scan.hexgrid.seams import joined
from maps.scan.hexgrid.sheet import Sheet
from maps.scan.hexgrid.warp import Warp, nearest, off_centre

_COARSE, _FINE = 20.0, 40.0
"""Pixels per pitch at which a sheet is followed, and measured: lines a twentieth of a hex wide are seen."""
_MOST = 1.5e6
"""Pixels of a sheet that is followed: more, of 60 by 60 hexes, cost seconds and show no more of a lattice."""
_PASSES = (Pass(0.25, 1.6, 0.1), Pass(0.15, 1.0, 0.03), Pass(0.1, 0.7, 0.01))
_LAST_PASSES = (Pass(0.08, 0.5, 0.005, 3, most=4000), Pass(0.08, 0.3, 0.003, 3, most=4000))
PLAIN, CHANCE = 0.06, 0.01
"""Score from which on dark print is surely what is seen, and that which chance reaches."""
_AS_GOOD = 0.5  # vertices really printed reach 0.9 of the score of the lattice with holes; by chance, 0.1
_EACH = 3
"""Grids of lines, and of dots, that are measured: the printed one was among them on all boards measured."""
_SQUARE = ((1.38, 1.45), (1.09, 1.25))
"""Longest step to the shortest over squares: to their diagonal; two squares on and one beside."""
_HELD, _PINNED = 0.02, 4.0
"""What a click counts: where nothing is seen it holds the warp; one that is pinned."""
_FEW, _SOME = 600, 1500
"""Hexes by which it is seen which of several grids is printed; and how much of one is."""
_AROUND, _ON = 0.3, 0.06
"""Pitches: a mark is matched if of all within the one its highest ridge lies within the other of the fit."""
RIM, _NEARLY = 0.12, 0.3
"""Pitches that a centre may lie beside the picture, so exactly is it measured; and nearly lie in it."""
NEAR = 0.33
"""Pitches from a centre within which a click belongs to its hex: beyond, it may be meant for another."""


@dataclass(frozen=True)
class Candidate:
    """A grid that may be the printed one: where its hexes lie, how it is read, and how much speaks for it.

    `schemes` are those by which the clicked labels lie where they were clicked, counted from the first.
    """

    flat: bool
    warp: Warp
    pitch: float
    feature: str
    reading: Reading
    score: float
    schemes: tuple[Scheme, ...] = ()

    @property
    def like_squares(self) -> bool:
        """Whether the steps to the neighbours are as long as those over a board of squares would be."""
        lengths = numpy.hypot(*three_ways(self.warp.steps(numpy.zeros((1, 2)))[0]))
        return any(low < float(lengths.max() / lengths.min()) < high for low, high in _SQUARE)


@dataclass(frozen=True)
class Measured:
    """A candidate moved onto what is printed, and what was seen of its marks.

    Those `matched` are printed where they should be, those `close` are so within half of that.
    """

    candidate: Candidate
    warp: Warp
    evidence: Evidence
    off: NDArray[Any]
    known: NDArray[Any]
    matched: NDArray[Any]
    close: NDArray[Any]
    two_sheets: bool = False


def ready(sheet: Sheet, pitch: float) -> None:
    """Make ready what a grid of lines of about this pitch is measured in."""
    scale = sheet.scale(pitch, _FINE)
    sheet.feature("ink", scale, pitch * scale)


def straight(
    begun: Sequence[Start], clicks: Sequence[Click], ways: Sequence[Scheme], feature: str
) -> list[Candidate]:
    """The grids just as clicks tell them, seen as lines by one feature of the picture."""
    lines = Reading(LINES, (0.0, 0.0), 0.0)
    made = (Candidate(one.flat, one.warp, one.pitch, feature, lines, 0.0) for one in begun)
    agreed = (agreeing(one, clicks, ways, math.inf) for one in made)
    return [one for one in agreed if one]


def followed_from(
    sheet: Sheet, begun: Sequence[Start], clicks: Sequence[Click] = (), ways: Sequence[Scheme] = ()
) -> Iterator[Candidate]:
    """Lattices followed over a sheet by one feature after the other: those clicks agree with, best first.

    Where lines are read, dots and numbers are printed besides: lines come first.
    """
    for feature in FEATURES:
        read = [one for start in begun for one in _read(sheet, start, feature)]
        agreed = [agreeing(one, clicks, ways) for one in read] if clicks else read
        yield from _distinct([one for one in agreed if one])[:_EACH]


def repeating(likes: Sequence[Likeness], size: tuple[int, int], most: int = 2) -> list[Start]:
    """The lattices that repeat in a picture of a size, best first."""
    return [_upright(one.steps, size, one.pitch) for one in repeats(likes, most)]


def _upright(steps: NDArray[Any], size: tuple[int, int], pitch: float) -> Start:
    """A lattice whose steps are those along q and r of `maps.grids.hexes`, from the middle of a picture."""
    star = numpy.concatenate((three_ways(steps), -three_ways(steps)), axis=1)
    ways = star / numpy.hypot(*star)
    lean = numpy.degrees(numpy.arctan2(ways[0], ways[1])) % 60
    flat = bool(numpy.median(numpy.minimum(lean, 60 - lean)) < 15)
    half = math.sqrt(3) / 2
    wanted = ((half, 0.5), (0.0, 1.0)) if flat else ((0.5, half), (1.0, 0.0))
    matrix = numpy.eye(3)
    matrix[:2, :2] = numpy.column_stack([star[:, int((numpy.array(way) @ ways).argmax())] for way in wanted])
    matrix[:2, 2] = numpy.array(size) / 2
    return Start(flat, Warp(matrix), pitch)


def _read(sheet: Sheet, start: Start, feature: str) -> list[Candidate]:
    """A lattice followed by one feature of the picture, in its best readings."""
    scale = min(1.0, _COARSE / start.pitch, math.sqrt(_MOST / (sheet.size[0] * sheet.size[1])))
    dark = sheet.feature(feature, scale, start.pitch * scale)
    found = followed(dark, start.warp.scaled(scale), start.pitch * scale)
    if found is None:
        return []
    picture, explained = cell(dark, found)
    if is_several(picture):
        return []
    return [
        _candidate(found, start, (scale, feature, explained), one)
        for one in readings(picture, "spots" in feature)
    ]


def _candidate(found: Followed, start: Start, how: tuple[float, str, float], reading: Reading) -> Candidate:
    scale, feature, explained = how
    score = explained * math.sqrt(found.share) * max(0.0, reading.match) ** 2
    warp = found.warp.moved(reading.centre).scaled(1 / scale)
    return Candidate(start.flat, warp, found.pitch() / scale, feature, reading, score)


def agreeing(
    one: Candidate, clicks: Sequence[Click], ways: Iterable[Scheme], reach: float = NEAR
) -> Candidate | None:
    """The candidate with hex 0, 0 under the first click and the schemes that agree; None where none does.

    Nor where a click lies further than `reach` pitches from the nearest centre.
    """
    places = one.warp.places(points_of(clicks))
    near = nearest(places)
    if off_centre(places).max() > reach:
        return None
    fitting = tuple(way for way in ways if way.flat == one.flat and (way.places == near - near[0]).all())
    moved = one.warp.moved((float(near[0, 0]), float(near[0, 1])))
    return replace(one, warp=moved, schemes=fitting) if fitting else None


def _distinct(found: list[Candidate]) -> list[Candidate]:
    """Candidates of which each says something else, best first.

    Dots at all vertices lie on a finer lattice, of which a third is empty: that reading explains less.
    """
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda one: -one.score):
        hollow = one.reading.kind == CENTRES and any(_is_hollow(one, other) for other in found)
        if not hollow and not any(_agree(one, other) for other in kept):
            kept.append(one)
    return kept


def _is_hollow(one: Candidate, other: Candidate) -> bool:
    """Whether dots taken for centres are rather the vertices of a wider lattice that another reading sees."""
    wider = other.reading.kind == VERTICES and 0.95 < one.pitch * math.sqrt(3) / other.pitch < 1.05
    return wider and other.score > _AS_GOOD * one.score


def _agree(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates put the centres of hexes in the same places, at most of a net over them."""
    if one.reading.kind != other.reading.kind or not 0.9 < one.pitch / other.pitch < 1.1:
        return False
    at = numpy.array([(a, b) for a in range(-6, 7, 3) for b in range(-6, 7, 3)], dtype=float)
    seen = other.warp.places(one.warp.pixels(at))
    return bool(numpy.median(off_centre(seen)) < 0.15)


def printed_first(sheet: Sheet, several: Sequence[Candidate]) -> list[Candidate]:
    """Candidates by how many of their marks are printed nearly where they should be, most first."""

    def share(one: Candidate) -> float:
        scale = sheet.scale(one.pitch, _FINE)
        feature = sheet.feature(one.feature, scale, one.pitch * scale)
        warp = one.warp.scaled(scale)
        field, _ = field_of(warp, feature.shape[::-1]).thinned(_FEW)
        seen = shifts(looks(feature, warp, field, one.reading.kind, _AROUND), _AROUND, 0.0, together=False)
        return float((abs(seen.by) < 2 * _ON * one.pitch * scale)[seen.inside].mean())

    return sorted(several, key=share, reverse=True)


def measured(
    sheet: Sheet,
    candidate: Candidate,
    clicks: Sequence[Click] = (),
    two_sheets: bool = False,
    passes: tuple[Pass, ...] = _PASSES,
) -> Measured:
    """A candidate moved onto what is printed, mark by mark; without passes, only measured.

    Clicks that tell a homography hold it where nothing is seen.
    """
    scale = sheet.scale(candidate.pitch, _FINE)
    pitch, kind = candidate.pitch * scale, candidate.reading.kind
    small = sheet.reduced(scale)
    fine = Print(sheet.feature(candidate.feature, scale, pitch), kind, pitch)
    held = None
    if len(clicks) >= ENOUGH or any(one.pinned for one in clicks):
        weights = numpy.where([one.pinned for one in clicks], _PINNED, _HELD)
        held = Held(candidate.schemes[0].places, points_of(clicks) * scale, weights)
    warp = refined(fine, candidate.warp.scaled(scale), passes, held)
    # Spots tell dots from lines, but a number close by moves them: the last is measured in the ink itself.
    plain = candidate.feature.replace("spots", "ink")
    sharp = Print(sheet.feature(plain, scale, pitch), kind, pitch, small)
    if two_sheets:
        warp = joined(sharp, warp)
    warp = refined(sharp, warp, _LAST_PASSES, held) if passes else warp
    field = field_of(warp, fine.size)
    looked = looks(fine.feature, warp, field, kind, 0.1)
    height = heights(looked, 0.1)
    seen = (height / usual_height(height)).clip(0, 1)
    start = int(field.hexes[0, 0, 0]), int(field.hexes[0, 0, 1] + field.hexes[0, 0, 0] // 2)
    shown, nearly = (within(warp, field, fine.size, far * pitch) for far in (RIM, _NEARLY))
    evidence = Evidence(
        kind,
        start,
        seen,
        numpy.stack([one.inside for one in looked], axis=-1),
        shown,
        nearly,
        wholly(warp, field, fine.size),
        grounds(small, warp, field),
    )
    off, known, _ = measured_hexes(sharp, warp, field, 0.1, 0.5, looked if plain == candidate.feature else ())
    matched, close = _matched(fine, warp, field)
    return Measured(
        candidate, warp.scaled(1 / scale), evidence, off / scale, known, matched, close, two_sheets
    )


def _matched(ink: Print, warp: Warp, field: Field) -> list[NDArray[Any]]:
    """Which marks of a field are printed where they should be, and within half of what is near enough.

    Of many marks some stand for those around them.
    """
    few, every = field.thinned(_SOME)
    wide = shifts(looks(ink.feature, warp, few, ink.kind, _AROUND), _AROUND, 0.0, together=False)
    made = [wide.inside & (abs(wide.by) < part * _ON * ink.pitch) for part in (1, 0.5)]
    lines, places = field.hexes.shape[:2]
    return [one.repeat(every[0], 0).repeat(every[1], 1)[:lines, :places] for one in made]
