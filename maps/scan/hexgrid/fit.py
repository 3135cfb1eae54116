"""The fit of a scan, from beginning to end: candidates, the best one measured, its hexes and labels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from maps.grids.grid import HexGrid
from maps.scan.hexgrid.cells import LINES
from maps.scan.hexgrid.clicks import ENOUGH, Start, check, points_of, read_by, starts
from maps.scan.hexgrid.confidence import SURE, doubts_of, likely, of_beside, of_labels, of_rim
from maps.scan.hexgrid.extent import of_size
from maps.scan.hexgrid.fitted import Fitted, grid_of, within_picture
from maps.scan.hexgrid.labels import Click, Scheme, schemes
from maps.scan.hexgrid.lattices import likenesses, square_pitch
from maps.scan.hexgrid.numbering import Lines, custom, numbered, per_line, says_the_same
from maps.scan.hexgrid.search import (
    CHANCE,
    NEAR,
    PLAIN,
    Candidate,
    Measured,
    agreeing,
    followed_from,
    measured,
    printed_first,
    repeating,
    straight,
)
from maps.scan.hexgrid.sheet import Sheet
from maps.scan.hexgrid.told import agreeing_ways, told_block
from maps.scan.hexgrid.warp import nearest, off_centre
from scans.scan_faults import ScanError

if TYPE_CHECKING:
    from PIL import Image

Size = tuple[int, int]


@dataclass(frozen=True)
class _Known:
    """What the maker knows of a map: clicks, columns and rows, or its very grid, or how its lines stand."""

    clicks: Sequence[Click]
    size: Size | None
    two_sheets: bool
    grid: HexGrid | None
    lines: Lines


CLICK = (
    "Click the four corner hexes and a neighbour in the next column (pointed tops: row): "
    "--hex 0101=120,95 for each, its middle in pixels"
)
"""What helps wherever no grid is found, or none is sure."""
_STARTS, _TRIED = 4, 6
"""Lattices by clicks that are followed, and grids that are measured until one is clear: a second each."""
_ALIKE = 0.2
"""Cost by which lattices that clicks leave open differ at most: the wrong tops, or lines, cost 0.5 more."""
_CLEAR = 0.9
"""How likely a grid is the printed one at which no others are looked at."""
_FAINT = CHANCE / 5
"""Score of hairlines: a grid that reaches no more than chance does is taken where all of it is measured."""
_HARDLY = 0.1
"""How sure a grid must be at least, where fewer than four hexes were clicked, to be shown at all."""
_HELD = 4
"""Measurements that are kept: four clicks leave open which lines stand lower, and the next tells."""
_AGREED = 0.12
"""Pitches from its hex that a click lies at most which tells no more of the print than is measured."""


def fit(
    grey: Image.Image | Sheet,
    clicks: Sequence[Click] = (),
    size: Size | None = None,
    two_sheets: bool = False,
    told: HexGrid | Lines | None = None,
) -> Fitted:
    """The grid of a grey scan; `clicks` are labels with their places, `size` columns and rows.

    Of a grid that is `told` only the place is looked for. A `Sheet` is fitted again in a moment. Raises
    ScanError where there is no grid, or where the clicks contradict each other.
    """
    sheet = grey if isinstance(grey, Sheet) else Sheet(grey)
    grid, lines = (told, Lines()) if isinstance(told, HexGrid) else (None, told or Lines())
    known = _Known(clicks, size, two_sheets, grid, lines)
    _same_twice(clicks)
    ways = read_by(clicks, sheet.size, sorted(lines.labels)) if clicks else []
    if grid and clicks:
        ways = agreeing_ways(schemes([one.label for one in clicks]), clicks, grid)
        check(clicks, ways, sheet.size)
    begun = starts(clicks, ways, sheet.size)[:_STARTS] if len(clicks) > 1 else []
    made: list[Fitted] = []
    clear = SURE if len(clicks) >= ENOUGH else _CLEAR
    for several in islice(_rounds(sheet, clicks, ways, begun), _TRIED):
        for one in printed_first(sheet, several) if len(several) > 1 else several:
            found = _fitted(sheet, one, known)
            faint = not clicks and one.score <= CHANCE
            made += [found] if found and not (faint and found.likely < _CLEAR) else []
            if made and made[-1].likely >= _CLEAR:
                break  # two grids cannot both be printed
        if made and max(one.likely for one in made) >= clear:
            break
    best = max(made, key=lambda one: (one.likely, one.confidence, -one.block.count), default=None)
    if best and (len(clicks) >= ENOUGH or (clicks and best.likely >= _HARDLY)):
        return best
    if clicks:
        raise ScanError(f"no grid is found that agrees with the clicked hexes. {CLICK}")
    if best is None or best.likely < SURE:
        pitch = square_pitch(likenesses(sheet.grey))
        if pitch or best is None or best.confidence < _HARDLY:
            raise ScanError(_nothing(pitch))
    return best


def _nothing(pitch: float | None) -> str:
    """What to say about a picture in which no hexes are found; with the width of its squares, if any."""
    if pitch is None:
        return f"no hex grid is found in this picture. Is it the right file? {CLICK}"
    return (
        f"this looks like a grid of squares, {pitch:.0f} pixels wide, and not of hexes. "
        "Square boards need no fitting: see [squares] in docs/maps.md"
    )


def _same_twice(clicks: Sequence[Click]) -> None:
    """Raise ScanError, with all of them, for labels in two places, and places with two labels."""
    said = [
        f"{other} and {one}"
        for n, one in enumerate(clicks)
        for other in clicks[:n]
        if (one.label == other.label) != (abs(one.x - other.x) + abs(one.y - other.y) < 4)
    ]
    if said:
        raise ScanError(f"the clicked hexes contradict each other: {'; '.join(said)}")


def _rounds(
    sheet: Sheet, clicks: Sequence[Click], ways: Sequence[Scheme], begun: Sequence[Start]
) -> Iterator[Sequence[Candidate]]:
    """The grids that may be the printed one, from what clicks tell to what is searched; some of equal rank.

    Four clicks that agree tell where to look: nothing else is searched. ScanError where fewer contradict what
    is seen.
    """
    if len(clicks) >= ENOUGH:
        begun = [one for one in begun if one.cost < min(1, begun[0].cost + _ALIKE)]
        yield from (straight(begun, clicks, ways, feature) for feature in ("ink", "light ink"))
        yield from ([one] for one in followed_from(sheet, begun, clicks, ways))
        return
    agreed = False
    for one in followed_from(sheet, begun, clicks, ways):
        agreed = True
        yield [one]
    plain = False
    for one in _searched(sheet, CHANCE if clicks else _FAINT):
        near = agreeing(one, clicks, ways, NEAR if one.score < PLAIN else math.inf) if clicks else one
        plain, agreed = plain or one.score > PLAIN, agreed or near is not None
        if near:
            yield [near]
    if clicks and plain and not agreed:
        raise ScanError(
            "the clicked hexes contradict each other: by no numbering do they lie on the grid that is seen. "
            f"Look at their labels and places again. {CLICK}"
        )


def _searched(sheet: Sheet, hairlines: float) -> Iterator[Candidate]:
    """The grids that repeat in a picture, clicks aside, and are not of squares.

    Of grids of lines the average hex may show as little as `hairlines`: buildings and woods outweigh them.
    """
    likes = likenesses(sheet.grey)
    squares = square_pitch(likes)
    found = followed_from(sheet, repeating(likes, sheet.size))
    least = {LINES: hairlines}
    return (
        one
        for one in found
        if one.score > least.get(one.reading.kind, CHANCE) and not (squares and one.like_squares)
    )


def _fitted(sheet: Sheet, candidate: Candidate, known: _Known) -> Fitted | None:
    """A candidate measured, with the block of hexes that is there, numbered; None where it cannot be."""
    clicks, size = known.clicks, known.size
    seen = _measured(sheet, candidate, known)
    if not clicks:
        return _unnamed(seen, size, sheet.size)
    if known.grid:
        return _given(seen, known.grid, clicks, sheet.size)
    tried = [one for way in candidate.schemes for one in numbered(seen, way, size, known.lines)]
    if not tried:
        return None
    worth, grid, block, way = max(tried, key=lambda one: one.worth)
    others = (worth - one.worth for one in tried if not says_the_same(way, one.way, grid, block))
    told = "corners" if way.is_corners or way.listed else "size" if size else ""
    margin = (min(others, default=1e9) - custom(seen.evidence, block, way)) / per_line(seen.evidence, block)
    rivals = [one.block for one in tried if one.way is way] if way.is_corners else []
    doubts = (
        *doubts_of(seen, block, told, clicks),
        *of_labels(seen.evidence, block, grid, margin, told),
        *of_rim(seen.evidence, block, rivals, way),
    )
    found = Fitted(grid, seen, block, sheet.size, likely(seen, block, clicks), doubts)
    return within_picture(found, {one.label for one in clicks}, known.lines.labels)


def _measured(sheet: Sheet, candidate: Candidate, known: _Known) -> Measured:
    """What was measured before, where clicks only bear it out; else a candidate measured now."""
    clicks = known.clicks
    newest: list[Measured] = sheet.seen if clicks else []
    for held in newest:
        if held.two_sheets == known.two_sheets and _bears_out(held, candidate, clicks):
            return replace(held, candidate=replace(held.candidate, schemes=candidate.schemes))
    seen = measured(sheet, candidate, clicks, known.two_sheets)
    if clicks and not _lies(seen, candidate.schemes[0], clicks, NEAR):
        seen = measured(sheet, candidate, clicks, known.two_sheets, passes=())
    sheet.seen = [seen, *sheet.seen][:_HELD]
    return seen


def _bears_out(held: Measured, candidate: Candidate, clicks: Sequence[Click]) -> bool:
    """Whether clicks lie in the middle of the hexes of an earlier measurement that they name."""
    one = held.candidate
    alike = one.flat == candidate.flat and one.feature == candidate.feature
    alike = alike and one.reading.kind == candidate.reading.kind
    near = _lies(held, candidate.schemes[0], clicks, _AGREED)
    return alike and near and not any(one.pinned for one in clicks)


def _lies(seen: Measured, way: Scheme, clicks: Sequence[Click], reach: float) -> bool:
    """Whether clicks lie within so many pitches of the hexes that a scheme names."""
    places = seen.warp.places(points_of(clicks))
    return bool((nearest(places) == way.places).all() and off_centre(places).max() < reach)


def _given(seen: Measured, grid: HexGrid, clicks: Sequence[Click], picture: Size) -> Fitted:
    """A fit of a grid that was told."""
    block = told_block(grid, grid.labels[clicks[0].label])
    doubts = doubts_of(seen, block, "corners", clicks)
    found = Fitted(grid, seen, block, picture, likely(seen, block, clicks), doubts)
    inside = within_picture(found, {one.label for one in clicks})
    beside = [label for label in grid.labels if label in inside.grid.missing]
    return replace(inside, doubts=(*doubts, *of_beside(beside)))


def _unnamed(seen: Measured, size: Size | None, picture: Size) -> Fitted:
    """A fit of which no hex is clicked: numbered from 0101."""
    flat, block = seen.candidate.flat, seen.evidence.found
    if size:
        lines, longest = size if flat else size[::-1]
        # First so many lines, then so long: all of both at once takes seconds.
        for part in ((lines, block.longest), (lines, longest)):
            block = max(of_size(block, part, ()), key=seen.evidence.value)
    doubts = doubts_of(seen, block, "size" if size else "", ())
    return within_picture(Fitted(grid_of(block, flat), seen, block, picture, likely(seen, block), doubts), ())
