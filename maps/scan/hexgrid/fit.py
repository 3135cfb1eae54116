"""The fit of a scan, from beginning to end: candidates, the best one measured, its hexes and labels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from maps.grids.grid import HexGrid
from maps.grids.hexes import Hex
from maps.scan.hexgrid.clicks import ENOUGH, Start, check, points_of, starts
from maps.scan.hexgrid.confidence import SURE, doubts_of, likely, of_labels
from maps.scan.hexgrid.extent import Block, Evidence, found_block, of_size, with_ends
from maps.scan.hexgrid.fitted import Fitted, grid_of, origin_of
from maps.scan.hexgrid.labels import Click, Scheme, schemes
from maps.scan.hexgrid.lattices import likenesses, square_pitch
from maps.scan.hexgrid.search import (
    CHANCE,
    NEAR,
    PLAIN,
    Candidate,
    Measured,
    agreeing,
    followed_from,
    measured,
    repeating,
    straight,
)
from maps.scan.hexgrid.warp import nearest
from scans.scan_faults import ScanError

if TYPE_CHECKING:
    from PIL import Image

Size = tuple[int, int]
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
_HARDLY = 0.1
"""How sure a grid must be at least, where fewer than four hexes were clicked, to be shown at all."""
_LOWER = 0.25
"""Of the marks of a hex, for each line, that custom weighs: a rim that is clearly seen outweighs it twice."""
_UNUSUAL = 0.35
"""Of the marks of a line, that a map beginning with 1 weighs against what is seen at its rim."""


def fit(
    grey: Image.Image, clicks: Sequence[Click] = (), size: Size | None = None, two_sheets: bool = False
) -> Fitted:
    """The grid of a grey scan; `clicks` are labels with their places, `size` columns and rows.

    Raises ScanError where there is no grid, or where the clicks contradict each other.
    """
    _same_twice(clicks)
    ways = schemes([one.label for one in clicks]) if clicks else []
    check(clicks, ways, grey.size)
    begun = starts(clicks, ways, grey.size)[:_STARTS] if len(clicks) > 1 else []
    made: list[Fitted] = []
    clear = SURE if len(clicks) >= ENOUGH else _CLEAR
    for several in islice(_rounds(grey, clicks, ways, begun), _TRIED):
        tried = (_fitted(grey, one, (clicks, size, two_sheets)) for one in several)
        made += [one for one in tried if one]
        if made and max(one.likely for one in made) >= clear:
            break
    best = max(made, key=lambda one: (one.likely, one.confidence, -one.block.count), default=None)
    if best and (len(clicks) >= ENOUGH or (clicks and best.likely >= _HARDLY)):
        return best
    if clicks:
        raise ScanError(f"no grid is found that agrees with the clicked hexes. {CLICK}")
    if best is None or best.likely < SURE:
        pitch = square_pitch(likenesses(grey))
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
    grey: Image.Image, clicks: Sequence[Click], ways: Sequence[Scheme], begun: Sequence[Start]
) -> Iterator[Sequence[Candidate]]:
    """The grids that may be the printed one, from what clicks tell to what is searched; some of equal rank.

    Four clicks that agree tell where to look: nothing else is searched. ScanError where fewer contradict what
    is seen.
    """
    if len(clicks) >= ENOUGH:
        begun = [one for one in begun if one.cost < min(1, begun[0].cost + _ALIKE)]
        yield from (straight(begun, clicks, ways, feature) for feature in ("ink", "light ink"))
        yield from ([one] for one in followed_from(grey, begun, clicks, ways))
        return
    agreed = False
    for one in followed_from(grey, begun, clicks, ways):
        agreed = True
        yield [one]
    plain = False
    for one in _searched(grey):
        near = agreeing(one, clicks, ways, NEAR if one.score < PLAIN else math.inf) if clicks else one
        plain, agreed = plain or one.score > PLAIN, agreed or near is not None
        if near:
            yield [near]
    if clicks and plain and not agreed:
        raise ScanError(
            "the clicked hexes contradict each other: by no numbering do they lie on the grid that is seen. "
            f"Look at their labels and places again. {CLICK}"
        )


def _searched(grey: Image.Image) -> Iterator[Candidate]:
    """The grids that repeat in a picture, clicks aside, and are not of squares."""
    likes = likenesses(grey)
    squares = square_pitch(likes)
    found = followed_from(grey, repeating(likes, grey.size))
    return (one for one in found if one.score > CHANCE and not (squares and one.like_squares))


def _fitted(
    grey: Image.Image, candidate: Candidate, asked: tuple[Sequence[Click], Size | None, bool]
) -> Fitted | None:
    """A candidate measured, with the block of hexes that is there, numbered; None where it cannot be."""
    clicks, size, two_sheets = asked
    seen = measured(grey, candidate, clicks, two_sheets)
    if clicks and not _holds(seen, clicks):
        seen = measured(grey, candidate, clicks, two_sheets, passes=())
    if not clicks:
        return _unnamed(seen, size, grey.size)
    tried = [one for way in candidate.schemes for one in _numbered(seen, way, size, grey.size)]
    if not tried:
        return None
    worth, best, way = max(tried, key=lambda one: one[0])
    others = (worth - one[0] for one in tried if not _says_the_same(way, one[2], best))
    told = "corners" if way.is_corners else "size" if size else ""
    doubts = doubts_of(seen, best.block, told, clicks)
    less = _custom(seen.evidence, best.block, best.grid, way)
    margin = (min(others, default=1e9) - less) / _per_line(seen.evidence, best.block)
    more = of_labels(seen.evidence, best.block, best.grid, margin, told)
    return replace(best, likely=likely(seen, best.block, clicks), doubts=(*doubts, *more))


def _holds(seen: Measured, clicks: Sequence[Click]) -> bool:
    """Whether clicks still lie in the hexes in which they were found."""
    way = seen.candidate.schemes[0]
    return bool((nearest(seen.warp.places(points_of(clicks))) == way.places).all())


def _unnamed(seen: Measured, size: Size | None, picture: Size) -> Fitted:
    """A fit of which no hex is clicked: numbered from 0101."""
    flat, block = seen.candidate.flat, found_block(seen.evidence)
    if size:
        lines, longest = size if flat else size[::-1]
        # First so many lines, then so long: all of both at once takes seconds.
        for part in ((lines, block.longest), (lines, longest)):
            block = max(of_size(block, part, ()), key=seen.evidence.value)
    doubts = doubts_of(seen, block, "size" if size else "", ())
    return Fitted(grid_of(block, flat), seen, block, picture, likely(seen, block), doubts)


def _numbered(
    seen: Measured, way: Scheme, size: Size | None, picture: Size
) -> Iterator[tuple[float, Fitted, Scheme]]:
    """The blocks that there may be, numbered in one way, and what each is worth."""
    evidence, flat = seen.evidence, seen.candidate.flat
    # By the line of one and the same block: a larger one is not plainer, nor better numbered, for its size.
    line = _UNUSUAL * _per_line(evidence, found_block(evidence))
    for block in _blocks(evidence, way, size if size is None or flat else size[::-1]):
        begin = origin_of(block)
        grid = way.numbered(grid_of(block, flat), Hex(-begin[0], -begin[1]))
        if grid is None:
            continue
        plain = _usual(evidence, block, grid) - 2 * abs(grid.numbering.shoved_first)
        worth = evidence.value(block) + line * plain + _custom(evidence, block, grid, way) - 0.01 * way.odd
        yield worth, Fitted(grid, seen, block, picture), way


def _blocks(evidence: Evidence, way: Scheme, size: Size | None) -> list[Block]:
    """The blocks of hexes that clicks leave open; `size` in lines, and hexes along the longest of them.

    Clicks on the corners of a map, or as far apart as its size, settle all but half a hex. Where no lines
    end as they do, it is the block around them: they are answered all the same.
    """
    spots = [(int(q), int(r + q // 2)) for q, r in way.places]
    if way.is_corners if size is None else way.span == size:
        return _between(way) or [Block(0, 0, 0, 0).holding(spots)]
    near = found_block(evidence)
    if size:
        return of_size(near, size, spots)
    made = []
    for line in (0, -1, 1):
        for halves in (0, -1, 1, -2, 2, -3, 3):
            moved = [near.changed(line, 0, halves, by) for by in (0, -1, 1)]
            best = max(moved, key=evidence.value)
            shorter = best.changed(ended=-2)
            made.append(shorter if evidence.is_empty(best, shorter) else best)
    return [one.holding(spots) for one in made]


def _between(way: Scheme) -> list[Block]:
    """The blocks of the lines and rows that the labels of a scheme span."""
    ends: dict[int, tuple[int, int]] = {}
    for line, named in way.ends.items():
        (q, r), (_, other) = (way.place(line, along) for along in named)
        low, high = sorted((r + q // 2, other + q // 2))
        ends[q] = low, high
    return with_ends(min(ends), max(ends), ends)


def _custom(evidence: Evidence, block: Block, grid: HexGrid, way: Scheme) -> float:
    """How much speaks for a second line that stands lower than the first, or further right, as on most maps.

    It decides between the corners of a map whose rim does not tell; the rim of a picture is none.
    """
    marks = evidence.seen.shape[-1] if way.is_corners and grid.shoved == "even" else 0
    return _LOWER * block.lines * marks


def _usual(evidence: Evidence, block: Block, grid: HexGrid) -> float:
    """How usual the first numbers of a map are, and that its lines are as long as each other, -1 to 2.

    It begins with 1, seldom with 0; where the picture cuts it, other numbers are nearly as usual.
    """
    flat, worth = grid.lattice.flat, -1.0 * bool(grid.short)
    for axis, side in ((grid.numbering.column, 0 if flat else 2), (grid.numbering.row, 2 if flat else 0)):
        longer = block.longer()[side + axis.backward]
        ends = evidence.reached(block, longer) or evidence.is_empty(longer, block)
        worth += {0: 0.5, 1: 1.0}.get(axis.first, 0.0 if ends else 0.9)
    return worth


def _per_line(evidence: Evidence, block: Block) -> float:
    """The marks of a line of hexes."""
    return float(evidence.marked(evidence.mask(block)).sum() / max(4, block.lines))


def _says_the_same(one: Scheme, other: Scheme, made: Fitted) -> bool:
    """Whether two schemes give the same numbers to the hexes of a map."""
    a, b = origin_of(made.block)
    return all(
        one.numbers(q + a, r + b) == other.numbers(q + a, r + b)
        for q, r in list(made.grid.labels.values())[::7]
    )
