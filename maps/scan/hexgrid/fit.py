"""The fit of a scan, from beginning to end: candidates, the best one measured, its hexes and labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from maps.grid import HexGrid
from maps.hexes import Hex
from maps.scan.faults import ScanError
from maps.scan.hexgrid.clicks import ENOUGH, check, points_of, starts
from maps.scan.hexgrid.confidence import SURE, doubts_of, likely, of_labels
from maps.scan.hexgrid.extent import Block, Evidence, found_block, of_size, with_ends
from maps.scan.hexgrid.fitted import Fitted, grid_of, origin_of
from maps.scan.hexgrid.labels import Click, Scheme, schemes
from maps.scan.hexgrid.lattices import likenesses, square_pitch
from maps.scan.hexgrid.search import Candidate, Measured, agreeing, by_clicks, clicked, measured, repeating
from maps.scan.hexgrid.warp import nearest

if TYPE_CHECKING:
    from PIL import Image

Size = tuple[int, int]
CLICK = "Click the four corner hexes and a neighbour: --hex 0101=120,95 for each, its middle in pixels"
"""What helps wherever no grid is found, or none is sure."""
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
    found = clicked(grey, clicks, ways) if len(clicks) > 1 else []
    found = found or _searched(grey, clicks, ways)
    made: list[Fitted] = []
    for one in found[:2]:
        made.append(_fitted(grey, one, (clicks, size, two_sheets)))
        if made[-1].likely >= SURE:
            break
    return replace(max(made, key=lambda one: one.likely), rivals=tuple(found))


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


def _searched(grey: Image.Image, clicks: Sequence[Click], ways: Sequence[Scheme]) -> list[Candidate]:
    """The grids that repeat in a picture, those that clicks agree with; ScanError where there is none.

    Where four clicks agree with each other nothing is refused: the grid is at least where they put it.
    """
    likes = likenesses(grey)
    seen = repeating(grey, likes)
    found = [made for one in seen if (made := agreeing(one, clicks, ways))] if clicks else seen
    if found and not (found[0].like_squares and square_pitch(likes)):
        return found
    if len(clicks) >= ENOUGH:
        return [by_clicks(starts(clicks, ways, grey.size)[0], clicks, ways)]
    if pitch := square_pitch(likes):
        raise ScanError(
            f"this looks like a grid of squares, {pitch:.0f} pixels wide, and not of hexes. "
            "Square boards need no fitting: see [squares] in docs/maps.md"
        )
    if seen:
        raise ScanError(f"no grid is found that agrees with the clicked hexes. {CLICK}")
    raise ScanError(f"no hex grid is found in this picture. Is it the right file? {CLICK}")


def _fitted(
    grey: Image.Image, candidate: Candidate, asked: tuple[Sequence[Click], Size | None, bool]
) -> Fitted:
    """A candidate measured, with the block of hexes that is there, numbered."""
    clicks, size, two_sheets = asked
    seen = measured(grey, candidate, two_sheets)
    if clicks and not _holds(seen, clicks):
        seen = measured(grey, candidate, two_sheets, passes=())
    if not clicks:
        return _unnamed(seen, size, grey.size)
    tried = [one for way in candidate.schemes for one in _numbered(seen, way, size, grey.size)]
    if not tried:
        raise ScanError(
            "the clicked hexes contradict --columns and --rows, or no numbering gives their labels: "
            "look at them again"
        )
    worth, best, way = max(tried, key=lambda one: one[0])
    others = (worth - one[0] for one in tried if not _says_the_same(way, one[2], best))
    settled = bool(size) or way.is_corners
    doubts = doubts_of(seen, best.block, settled, clicks)
    margin = min(others, default=1e9) / _per_line(seen.evidence, best.block)
    more = of_labels(seen.evidence, best.block, best.grid, margin, settled)
    return replace(best, likely=likely(seen, best.block), doubts=(*doubts, *more))


def _holds(seen: Measured, clicks: Sequence[Click]) -> bool:
    """Whether clicks still lie in the hexes in which they were found."""
    way = seen.candidate.schemes[0]
    return bool((nearest(seen.warp.places(points_of(clicks))) == way.places).all())


def _unnamed(seen: Measured, size: Size | None, picture: Size) -> Fitted:
    """A fit of which no hex is clicked: numbered from 0101."""
    flat, block = seen.candidate.flat, found_block(seen.evidence)
    if size:
        block = max(of_size(block, size if flat else size[::-1]), key=seen.evidence.value)
    doubts = doubts_of(seen, block, bool(size), ())
    return Fitted(grid_of(block, flat), seen, block, picture, likely(seen, block), doubts)


def _numbered(
    seen: Measured, way: Scheme, size: Size | None, picture: Size
) -> Iterator[tuple[float, Fitted, Scheme]]:
    """The blocks that there may be, numbered in one way, and what each is worth."""
    evidence, flat = seen.evidence, seen.candidate.flat
    for block in _blocks(evidence, way, size if size is None or flat else size[::-1]):
        begin = origin_of(block)
        grid = way.numbered(grid_of(block, flat), Hex(-begin[0], -begin[1]))
        if grid is None:
            continue
        plain = _usual(evidence, block, grid) - 2 * abs(grid.numbering.shoved_first)
        worth = evidence.value(block) + _UNUSUAL * _per_line(evidence, block) * plain - 0.01 * way.odd
        yield worth, Fitted(grid, seen, block, picture), way


def _blocks(evidence: Evidence, way: Scheme, size: Size | None) -> list[Block]:
    """The blocks of hexes that clicks leave open; `size` in lines, and hexes along the longest of them.

    Clicks on the corners of a map, or as far apart as its size, settle all but half a hex.
    """
    if way.is_corners if size is None else way.span == size:
        return _between(way)
    near = found_block(evidence)
    spots = [(int(q), int(r + q // 2)) for q, r in way.places]
    if size:
        return [one for one in of_size(near, size) if one.holds(spots)]
    made = []
    for line in (0, -1, 1):
        for halves in (0, -1, 1, -2, 2, -3, 3):
            moved = replace(near, first=near.first + line).begun(halves)
            best = max((moved.ended(by) for by in (0, -1, 1)), key=evidence.value)
            made.append(best.ended(-2) if evidence.is_empty(best, best.ended(-2)) else best)
    return [one.holding(spots) for one in made]


def _between(way: Scheme) -> list[Block]:
    """The blocks of the lines and rows that the labels of a scheme span."""
    ends: dict[int, tuple[int, int]] = {}
    lines = [min(way.lines), max(way.lines)]
    for line in lines:
        (q, r), (_, other) = (way.place(line, along) for along in (min(way.along), max(way.along)))
        low, high = sorted((r + q // 2, other + q // 2))
        ends[q] = low, high
    return with_ends(min(ends), max(ends), ends)


def _usual(evidence: Evidence, block: Block, grid: HexGrid) -> float:
    """How usual the first numbers of a map are, 0 to 2.

    It begins with 1, seldom with 0; where the picture cuts it, other numbers are nearly as usual.
    """
    flat, worth = grid.lattice.flat, 0.0
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
