"""Which hexes a map has: the block of them that holds what is printed and nothing else.

The hexes of a map are a block of lines (columns with flat tops, rows with pointed ones), every second line
half a hex further on. A mark printed counts for the block that holds it, a mark missing counts against it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from maps.scan.hexgrid.cells import CENTRES, LINES, VERTICES

# The hexes which a mark belongs to, as steps from the hex that lists it.
_OWNERS: dict[str, tuple[tuple[tuple[int, int], ...], ...]] = {
    LINES: (((0, 0), (1, 0)), ((0, 0), (0, 1)), ((0, 0), (1, -1))),
    CENTRES: (((0, 0),), ((0, 0),)),
    VERTICES: (
        ((0, 0), (1, 0), (0, 1)),
        ((0, 0), (1, 0), (0, 1)),
        ((0, 0), (1, 0), (1, -1)),
        ((0, 0), (1, 0), (1, -1)),
    ),
}


_HALF = 0.43
"""How much of a mark must be seen to count for its hexes: those at the rim are weaker, by measure."""
_CUT, _BESIDE = 0.4, -0.006
"""Marks that a hex is worth which the picture cuts, with its centre in the picture, and beside it."""
_CHANCE = 0.02
"""So unlikely to be printed and unseen, all of them, marks tell that they are not printed."""
_UNEVEN = 0.12
"""What speaks against lines that lack a hex, for each mark of a hex and each line: few maps have them."""
_STEP, _NEARLY = 15.0, 0.8
"""Of 255: where a sheet ends, nearly all hexes that its edge cuts are so much lighter beyond, or darker."""
_FEWEST, _BARE, _RARE = 3, 10.0, 0.1
"""Hexes that show a margin; of 255, how even it is; the share of hexes of a map that look like it at most."""


@dataclass(frozen=True)
class Block:
    """Lines `first` to `last`; the even ones hold places `top` to `bottom`.

    The odd ones, half a hex further on, begin and end `odd_top` and `odd_bottom` places sooner (0 or 1).
    """

    first: int
    last: int
    top: int
    bottom: int
    odd_top: int = 0
    odd_bottom: int = 0

    def span(self, line: int) -> tuple[int, int]:
        """The first and the last place of a line."""
        odd = line % 2
        return self.top - odd * self.odd_top, self.bottom - odd * self.odd_bottom

    @property
    def hexes(self) -> list[tuple[int, int]]:
        """All hexes of the block, as steps (q, r)."""
        spans = ((q, self.span(q)) for q in range(self.first, self.last + 1))
        return [(q, place - q // 2) for q, (low, high) in spans for place in range(low, high + 1)]

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return self.last - self.first + 1

    @property
    def count(self) -> int:
        """How many hexes there are."""
        return sum(high - low + 1 for low, high in map(self.span, range(self.first, self.last + 1)))

    @property
    def longest(self) -> int:
        """How many hexes the longest line has."""
        return max(end - start + 1 for start, end in (self.span(0), self.span(1)))

    def changed(self, first: int = 0, last: int = 0, begun: int = 0, ended: int = 0) -> Block:
        """The block with its four rims moved on: by lines, and by halves of places."""
        top, bottom = 2 * self.top - self.odd_top + begun, 2 * self.bottom - self.odd_bottom + ended
        # Whole places, rounded up, and whether the odd lines come a place sooner.
        whole = -(-top // 2), -(-bottom // 2)
        return Block(self.first + first, self.last + last, *whole, top % 2, bottom % 2)

    def longer(self) -> list[Block]:
        """The blocks with one more line of hexes at one of the four rims."""
        return [self.changed(*one) for one in _LONGER]

    def shorter(self) -> list[Block]:
        """The blocks without one of the four lines of hexes at the rim."""
        return [self.changed(*(-part for part in one)) for one in _LONGER]

    def beyond(self, inner: Block) -> list[More]:
        """Where lines begin sooner than those of an inner block, and where they end later."""
        sooner = replace(inner, top=self.top, odd_top=self.odd_top)
        later = replace(inner, bottom=self.bottom, odd_bottom=self.odd_bottom)
        return [More(one, inner, end) for end, one in enumerate((sooner, later)) if one != inner]

    def holding(self, spots: Sequence[tuple[int, int]]) -> Block:
        """The block grown until all hexes (line, place) are in it."""
        lines = [line for line, _ in spots]
        made = replace(self, first=min(self.first, *lines), last=max(self.last, *lines))
        for line, place in spots:
            top, bottom = made.span(line)
            made = made.changed(begun=2 * min(0, place - top), ended=2 * max(0, place - bottom))
        return made


_LONGER = ((-1, 0, 0, 0), (0, 1, 0, 0), (0, 0, -2, 0), (0, 0, 0, 2))
_MOVES = (
    *(tuple(by * (n == rim) for n in range(4)) for rim in range(4) for by in (-4, -2, -1, 1, 2, 4)),
    *((0, 0, a, b) for a in (-1, 1) for b in (-1, 1)),
)


class More(NamedTuple):
    """What a block has beyond an inner one where lines begin (`end` 0), or where they end (1)."""

    block: Block
    inner: Block
    end: int

    @property
    def hexes(self) -> list[tuple[int, int]]:
        """The hexes that are more."""
        return sorted({*self.block.hexes} - {*self.inner.hexes})


@dataclass(frozen=True)
class Evidence:
    """What was seen of the marks around a block of hexes (lines, places, marks).

    `seen` is 0 to 1 for each mark; `valid` says which marks are in the picture; line and place of the first
    hex are `start`. `shown` says which hexes have their centre in the picture, `nearly` or a little
    beside it, `whole` which are all in it.
    `ground` is how light each is before and behind its centre, 0 to 255.
    """

    kind: str
    start: tuple[int, int]
    seen: NDArray[Any]
    valid: NDArray[Any]
    shown: NDArray[Any]
    nearly: NDArray[Any]
    whole: NDArray[Any]
    ground: NDArray[Any]

    @cached_property
    def found(self) -> Block:
        """The block that holds what is printed."""
        return _printed(self, _climbed(self, _begin(self)))

    def at(self, q: int, r: int) -> tuple[int, int] | None:
        """Where the field has a hex; None beside it."""
        line, place = q - self.start[0], r + q // 2 - self.start[1]
        return (line, place) if 0 <= line < len(self.seen) and 0 <= place < self.seen.shape[1] else None

    def gain(self, more: More) -> tuple[float, bool]:
        """What speaks for hexes at the ends of lines, in marks; whether their own marks tell.

        Marks beside the picture do not, nor those beside the sheet. Hexes cut in half there are hexes of the
        map, unless they lie on a bare margin.
        """
        kept = self.mask(more.inner)
        some = self.mask(more.block) & ~kept & self.shown
        own = self.marked(some) & ~self.marked(kept) & self.valid
        told = own.sum() > some.sum() and not self._is_edge(some, more.end)
        half = -_CUT if self._is_bare(self.ground[some, 1 - more.end], kept) else _CUT
        cut = half * float((some & ~self.whole if told else some).sum())
        return cut + (float((self.seen[own] - _HALF).sum()) if told else 0.0), told

    def _is_edge(self, some: NDArray[Any], end: int) -> bool:
        """Whether the edge of the sheet runs through some hexes.

        What lies beyond it is lighter than all of them, or darker; or it is even, and they are not.
        """
        beyond = self.ground[some, end] - self.ground[some, 1 - end]
        beyond = beyond[~numpy.isnan(beyond)]
        steps = [(way * beyond > _STEP).mean() for way in (-1, 1)] if len(beyond) else [0.0]
        uneven = [_unevenness(self.ground[some, half]) for half in (end, 1 - end)]
        return bool(max(steps) > _NEARLY or uneven[0] < _BARE < uneven[1] / 2)

    def _is_bare(self, ground: NDArray[Any], kept: NDArray[Any]) -> bool:
        """Whether a ground is a margin's: it is even, and hardly a hex of the map has the same."""
        if _unevenness(ground) >= _BARE:
            return False
        low, high = numpy.nanpercentile(ground, (15, 85))
        theirs = self.ground[kept & self.shown]
        return bool(((theirs > low - _BARE / 2) & (theirs < high + _BARE / 2)).mean() < _RARE)

    def mask(self, block: Block) -> NDArray[Any]:
        """Which hexes of the field are in a block."""
        made = numpy.zeros(self.seen.shape[:2], dtype=bool)
        for line in range(max(block.first, self.start[0]), block.last + 1):
            if line - self.start[0] >= len(made):
                break
            low, high = (place - self.start[1] for place in block.span(line))
            made[line - self.start[0], max(0, low) : max(0, high + 1)] = True
        return made

    def marked(self, mask: NDArray[Any]) -> NDArray[Any]:
        """Which marks belong to a hex of the mask: (lines, places, marks)."""
        steps = {step for owners in _OWNERS[self.kind] for step in owners}
        seen = {step: self._stepped(mask, step) for step in steps}
        each = [numpy.any([seen[step] for step in owners], axis=0) for owners in _OWNERS[self.kind]]
        return numpy.stack(each, axis=-1)

    def _stepped(self, mask: NDArray[Any], step: tuple[int, int]) -> NDArray[Any]:
        """For each hex, whether the one a step away is in the mask."""
        if step == (0, 0):
            return mask
        lines, places = mask.shape
        made = numpy.zeros_like(mask)
        for odd in (0, 1):
            # A step of one line goes half a hex on: from even lines to the same place, from odd to the next.
            by = step[1] + ((step[0] + odd) // 2 if step[0] else 0)
            ours = numpy.arange((odd - self.start[0]) % 2, lines, 2)
            ours = ours[ours + step[0] < lines]
            wide = numpy.pad(mask[ours + step[0]], ((0, 0), (2, 2)))
            made[ours] = wide[:, 2 + by : 2 + by + places]
        return made

    def value(self, block: Block) -> float:
        """How much more of a block's marks is seen than not; what the picture cuts off is left at the rim."""
        if block.lines < 2 or block.bottom - block.top < 1:
            return -1e9
        mask = self.mask(block)
        use = self.marked(mask) & self.valid
        uneven = abs(block.odd_top - block.odd_bottom) * _UNEVEN * block.lines * self.seen.shape[-1]
        shown = mask & self.shown
        # Hexes so far beside the picture that no evidence was gathered for them are beside it, too.
        cut = _CUT * int((shown & ~self.whole).sum()) + _BESIDE * (block.count - int(shown.sum()))
        return float((self.seen[use] - _HALF).sum() - uneven + cut)

    def margin(self, block: Block) -> float:
        """How much better a block is than those with a line more or less, for each mark of their hexes.

        Hexes that the picture cuts are no part of it: they are taken for hexes of the map as long as nothing
        speaks against them. 1 is the most.
        """
        mask, value, worse = self.mask(block), self.value(block), [1.0]
        for other in (block.changed(*one) for one in _MOVES):
            changed = int(((mask ^ self.mask(other)) & self.whole).sum())
            if changed:
                worse.append((value - self.value(other)) / changed / self.seen.shape[-1])
        return min(worse)

    def reached(self, block: Block, longer: Block) -> bool:
        """Whether the picture goes on where the longer block has a line more: most of its marks are in it."""
        more = self.marked(self.mask(longer)) & ~self.marked(self.mask(block))
        return bool(more.any() and self.valid[more].mean() > 0.5)

    def is_empty(self, block: Block, shorter: Block) -> bool:
        """Whether the line that a block has, and the shorter one has not, is seen not to be there.

        So many of its marks are unseen as would be by chance only if it were printed, judged by how many of
        the shorter block are unseen.
        """
        kept = self.marked(self.mask(shorter))
        own = self.seen[self.marked(self.mask(block)) & ~kept & self.valid]
        missed = float((self.seen[kept & self.valid] < _HALF).mean()) if (kept & self.valid).any() else 1.0
        return bool(len(own) and own.mean() < _HALF and missed ** (own < _HALF).sum() < _CHANCE)


def _unevenness(ground: NDArray[Any]) -> float:
    """How much a ground along a line differs from light that falls evenly from one side; inf for too few."""
    ground = ground[~numpy.isnan(ground)]
    if len(ground) < _FEWEST:
        return math.inf
    along = numpy.arange(len(ground))
    off = ground - numpy.polyval(numpy.polyfit(along, ground, 1), along)
    return float(numpy.ptp(numpy.percentile(off, (15, 85))))


def _printed(evidence: Evidence, block: Block) -> Block:
    """The block without the lines at its rim that are not there.

    Hexes that the picture cuts are taken for hexes of the map; many of them together outweigh the few marks
    of their own that would have to be seen, and are not: only the marks they share with the block are.
    """
    for _ in range(4):
        block = next((one for one in block.shorter() if evidence.is_empty(block, one)), block)
    return block


def _begin(evidence: Evidence) -> Block:
    """A block around most of the hexes with nearly all of their marks."""
    owners = _OWNERS[evidence.kind]
    total = numpy.zeros(evidence.seen.shape[:2])
    count = numpy.zeros_like(total)
    seen, valid = evidence.seen * evidence.valid, evidence.valid.astype(float)
    for n in range(len(owners)):
        total, count = total + seen[..., n], count + valid[..., n]
    good = (total > 0.7 * numpy.maximum(count, 1)) & (count == len(owners))
    lines, places = numpy.nonzero(good if good.any() else total >= total.max())
    low = [int(numpy.percentile(part, 8)) for part in (lines, places)]
    high = [int(numpy.percentile(part, 92)) for part in (lines, places)]
    a, b = evidence.start
    return Block(low[0] + a, max(high[0], low[0] + 2) + a, low[1] + b, max(high[1], low[1] + 2) + b)


def _climbed(evidence: Evidence, block: Block) -> Block:
    """The best block that is reached from another by small moves, each for the better."""
    best = evidence.value(block)
    for _ in range(60):
        near = [block.changed(*one) for one in _MOVES]
        values = [evidence.value(one) for one in near]
        if max(values) <= best + 1e-9:
            break
        best, block = max(values), near[values.index(max(values))]
    return block


def of_size(near: Block, size: tuple[int, int], spots: Sequence[tuple[int, int]]) -> list[Block]:
    """The blocks of a size (lines, hexes of the longest line) about where another is that hold some hexes."""
    lines, places = near.lines - size[0], near.longest - size[1]
    firsts, begins = (range(min(0, more) - 2, max(0, more) + 3) for more in (lines, places))
    made = (
        replace(moved, last=moved.first + size[0] - 1, bottom=moved.top + size[1] - 1, odd_bottom=odd)
        for first, begun in product(firsts, begins)
        for moved in (near.changed(first, 0, 2 * begun, 0), near.changed(first, 0, 2 * begun + 1, 0))
        for odd in (0, 1)
    )
    fitting = (replace(one, bottom=one.bottom + size[1] - one.longest) for one in made)
    return [one for one in dict.fromkeys(fitting) if not spots or one.holding(spots) == one]


def covering(first: int, last: int, spans: Mapping[int, tuple[int, int]]) -> list[Block]:
    """The blocks of lines `first` to `last`; `spans` are first and last places of even (0) and odd (1) lines.

    Of which nothing is said may begin, or end, half a hex sooner or later than the others.
    """
    if len(spans) == 2:
        (top, bottom), (odd_top, odd_bottom) = spans[0], spans[1]
        sooner, shorter = int(odd_top < top), int(odd_bottom < bottom)
        return [
            Block(first, last, min(top, odd_top + sooner), max(bottom, odd_bottom + shorter), sooner, shorter)
        ]
    ((odd, (top, bottom)),) = spans.items()
    return [Block(first, last, top + odd * a, bottom + odd * b, a, b) for a, b in product((0, 1), (0, 1))]
