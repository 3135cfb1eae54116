"""What of the ink is lettering, a symbol or a speck, and no part of a line: told by its shape and by seeds.

A line is longer than wide, as wide as other lines, and where lines are drawn through, it hangs together with
others. Letters stand in rows, and people click on names. A ring around a seed is the border of an area.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_ink import spreads

Array = NDArray[Any]
Pixel = tuple[int, int]
Box = tuple[slice, slice]
_NET, _LETTER = 0.15, 0.04  # of the longer side: what reaches so far is lines; and no letter reaches further
_CURLED, _OPEN = 1.9, 1.5  # so many times longer than the part itself is the stroke of a letter
_KNOTTED, _MOST = 2.4, 95  # where two dashes meet it is less; and so large in percent of letters a letter is
_TANGLED = 3.5  # and that of something larger that is no line
_HUGE, _LIKE = 2.5, 1.3  # so many times larger than letters, and as wide as a line but for so much
_FAT, _STOUT = 2.5, 1.7  # widths of a line: symbols are as wide, and dashes are not
_DASH = 4  # so many times longer than wide is a dash, or a piece of a river, and no symbol
_SOLID = 4  # so many times more ink in lines than in dashes: lines are drawn through
_TOUCHING = 3  # pixels: what is so near a line hangs together with it
_ROOM = 0.005  # of a usual area: a ring with less room in it, away from the ink, is a letter, or a word
_CLOSE = 5  # pixels: a ring may have gaps of twice this
_ROW = (3, 9)  # pixels: letters so near each other stand in a row
_LEVEL = 2.0  # and the row is not so many times taller than they
_AT = 9  # pixels: a word so near a seed is a name
_THIN, _SPECK = 0.75, 1.5  # widths of a line, and squares as wide: what is less is no dash
_BENT, _JAGGED = 1.4, 1.6  # letters are so curled, l and i are not; and dashes on bad paper nearly
_SPACED = 0.8  # of a letter's height, at most, from one letter to the next, over an i


@dataclass(frozen=True)
class Parts:
    """Ink that hangs together: the labels of its parts, and of each part from 1 on what it is like.

    `reach` is the longer side of its box, `stroke` how wide its stroke is, `curl` how many times longer the
    stroke is than the part; `width` is how wide lines are. All are in pixels of the reduced picture.
    """

    labels: Array
    boxes: Sequence[Box]
    size: Array
    reach: Array
    stroke: Array
    curl: Array
    width: float

    def mask(self, chosen: Array) -> Array:
        """The pixels of some of the parts."""
        return numpy.asarray(numpy.concatenate(([False], chosen))[self.labels])


def lettering(ink: Array, seeds: Sequence[Pixel], named: Sequence[Pixel] | None = None) -> Array:
    """Which pixels of the ink are no lines. Seeds are columns and rows; a name may stand at those `named`."""
    parts = _parts(ink)
    if not parts.boxes:
        return ink
    longest = max(ink.shape)
    loose = parts.reach < _NET * longest
    small = loose & (parts.reach < _LETTER * longest)
    solid = parts.size[~loose].sum() > _SOLID * parts.size[loose & (parts.curl < _CURLED)].sum()
    loose &= ~_rings(parts, loose, seeds)
    if solid:
        loose &= ~_broken_rings(parts, loose, seeds)
    row = _in_rows(parts, small)
    row |= _like_letters(parts, small, row)
    fat = (parts.stroke > _FAT * parts.width + 1) & (parts.reach < _DASH * parts.stroke)
    told = fat | (parts.curl > _TANGLED)
    if solid:
        told |= small & (parts.curl > _CURLED) & ~_winding(parts, row)
    told = loose & (told | _words(parts, loose, row, seeds if named is None else named))
    if solid:
        told |= loose & _lone(parts, small, loose)
    return parts.mask(told)


def _parts(ink: Array) -> Parts:
    from scipy import ndimage

    labels, count = ndimage.label(ink, structure=numpy.ones((3, 3)))
    deep = ndimage.distance_transform_edt(ink).astype(numpy.float32)
    ridge = (deep >= ndimage.maximum_filter(deep, 3)) & ink
    thick = numpy.bincount(labels[ridge], deep[ridge], count + 1)[1:]
    stroke = 2 * thick / numpy.maximum(numpy.bincount(labels[ridge], minlength=count + 1)[1:], 1) - 0.5
    boxes = ndimage.find_objects(labels)
    reach = numpy.array([max(side.stop - side.start for side in box) for box in boxes])
    found = spreads(labels, count)
    far = numpy.concatenate(([False], reach >= _NET * max(ink.shape)))[labels] & ridge
    usual = deep[far] if far.sum() > 200 else deep[ridge]
    width = 2 * float(numpy.median(usual)) - 0.5 if len(usual) else 1.0
    curl = found.size / (numpy.maximum(stroke, 1) * found.long)
    return Parts(labels, boxes, found.size, reach, stroke, curl, width)


def _rings(parts: Parts, loose: Array, seeds: Sequence[Pixel]) -> Array:
    """Which parts lie around a seed, with room inside: borders of enclaves and islands."""
    return _around(parts.labels, parts.boxes, loose, seeds)


def _broken_rings(parts: Parts, loose: Array, seeds: Sequence[Pixel]) -> Array:
    """Which parts, as wide as lines, lie around a seed together with others nearby."""
    from scipy import ndimage

    like = loose & _as_wide_as_lines(parts)
    mask = parts.mask(like)
    near, _ = ndimage.label(ndimage.binary_dilation(mask, iterations=_CLOSE))
    groups = numpy.where(mask, near, 0)
    boxes = ndimage.find_objects(groups)
    reach = numpy.array([max(side.stop - side.start for side in box) for box in boxes])
    rings = _around(groups, boxes, reach < _NET * max(mask.shape), seeds)
    ring = numpy.concatenate(([False], rings))[groups]
    return numpy.asarray(numpy.bincount(parts.labels[ring], minlength=len(parts.boxes) + 1)[1:] > 0)


def _around(labels: Array, boxes: Sequence[Box], chosen: Array, seeds: Sequence[Pixel]) -> Array:
    """Which of the chosen labels lie around a seed, with room inside."""
    found = numpy.zeros(len(boxes), dtype=bool)
    least = _ROOM * labels.size / max(len(seeds), 1)
    edges = numpy.array([(r.start, r.stop, c.start, c.stop) for r, c in boxes]).reshape(-1, 4)
    for x, y in seeds:
        around = (edges[:, 0] <= y) & (y < edges[:, 1]) & (edges[:, 2] <= x) & (x < edges[:, 3])
        for number in numpy.flatnonzero(around & chosen & ~found).tolist():
            found[number] = _is_around(labels, number + 1, boxes[number], (x, y), least)
    return found


def _is_around(labels: Array, number: int, box: Box, seed: Pixel, least: float) -> bool:
    from scipy import ndimage

    rows, columns = box
    part = numpy.pad(labels[box] == number, _CLOSE + 1)
    _close_at_edge(part, box, labels.shape)
    closed = ndimage.binary_dilation(part, iterations=_CLOSE)
    filled = ndimage.binary_fill_holes(closed)
    at = (seed[1] - rows.start + _CLOSE + 1, seed[0] - columns.start + _CLOSE + 1)
    return bool(filled[at] and (filled & ~closed).sum() > least)


def _close_at_edge(part: Array, box: Box, shape: tuple[int, ...]) -> None:
    """Draw a ring on along the edge of the picture where that cuts it; there is room around its box."""
    for turned, side, end in ((part, box[0], shape[0]), (part.T, box[1], shape[1])):
        if side.start == 0:
            turned[_CLOSE, _CLOSE + 1 : -_CLOSE - 1] = True
        if side.stop == end:
            turned[-_CLOSE - 1, _CLOSE + 1 : -_CLOSE - 1] = True


def _in_rows(parts: Parts, small: Array) -> Array:
    """Which small parts are curled and stand in a row with two others, where nothing is taller.

    They do so without any dash that lies along the row, too: no letter is like that.
    """
    lying = numpy.array([down.stop - down.start < across.stop - across.start for down, across in parts.boxes])
    return _rows(parts, small) & _rows(parts, small & ~(lying & (parts.curl < _BENT)))


def _rows(parts: Parts, small: Array) -> Array:
    """Which of the small parts are curled and stand in a row with two others, where nothing is taller."""
    from scipy import ndimage

    mask = parts.mask(small)
    near, count = ndimage.label(ndimage.binary_dilation(mask, numpy.ones(_ROW)), numpy.ones((3, 3)))
    row = numpy.zeros(len(small), dtype=int)
    y, x = numpy.nonzero(mask)
    row[parts.labels[y, x] - 1] = near[y, x]
    curled = small & (parts.curl > _OPEN)
    tallest = numpy.zeros(count + 1)
    numpy.maximum.at(tallest, row[curled], parts.reach[curled])
    tall = numpy.array([0, *(rows.stop - rows.start for rows, _ in ndimage.find_objects(near))])
    several = numpy.bincount(row[curled], minlength=count + 1) >= 3
    return numpy.asarray(curled & (several & (tall < _LEVEL * tallest))[row])


def _like_letters(parts: Parts, small: Array, row: Array) -> Array:
    """Which small parts are knotted, and no larger than letters that stand in rows."""
    if not row.any():
        return row
    return numpy.asarray(
        small & (parts.curl > _KNOTTED) & (parts.reach <= numpy.percentile(parts.reach[row], _MOST))
    )


def _words(parts: Parts, loose: Array, row: Array, named: Sequence[Pixel]) -> Array:
    """Parts of words: those in rows, those where a name may stand, and what goes on beside them."""
    curled = loose & (parts.curl > _BENT)
    todo = [(number, _tall(parts, number)) for number in numpy.flatnonzero(row & loose).tolist()]
    for x, y in named:
        near = parts.labels[max(0, y - _AT) : y + _AT + 1, max(0, x - _AT) : x + _AT + 1]
        here = [number - 1 for number in numpy.unique(near[near > 0]).tolist() if loose[number - 1]]
        here = [one for one in here if not _is_dash(parts, one)]
        todo += [(number, max(_tall(parts, one) for one in here)) for number in here]
    found = numpy.zeros(len(loose), dtype=bool)
    found[[number for number, _ in todo]] = True
    straight: dict[int, set[bool]] = {}
    while todo:
        number, tall = todo.pop()
        for one, after in _beside(parts, number, tall):
            if curled[one] and not found[one]:
                found[one] = True
                todo.append((one, tall))
            elif loose[one] and not curled[one]:
                straight.setdefault(one, set()).add(after)
    # A dash beside a name is no letter: what is straight has letters on both its sides.
    found[[one for one, sides in straight.items() if len(sides) > 1]] = True
    return found


def _is_dash(parts: Parts, number: int) -> bool:
    """Whether a part is straight, as large as a dash, and no letter of a word."""
    if parts.curl[number] > _JAGGED or parts.stroke[number] < _THIN * parts.width:
        return False
    if parts.size[number] < _SPECK * parts.width**2:
        return False
    return not any(parts.curl[one] > _JAGGED for one, _ in _beside(parts, number, _tall(parts, number)))


def _tall(parts: Parts, number: int) -> int:
    rows = parts.boxes[number][0]
    return int(rows.stop - rows.start)


def _beside(parts: Parts, number: int, tall: int) -> Iterator[tuple[int, bool]]:
    """Parts of much the same height on the same line, so near that they are of one word; which come after."""
    rows, columns = parts.boxes[number]
    gap = max(3, int(_SPACED * tall))
    near = parts.labels[rows, max(0, columns.start - gap) : columns.stop + gap]
    for one in (numpy.unique(near[near > 0]) - 1).tolist():
        high, wide = parts.boxes[one]
        off = abs(high.start + high.stop - rows.start - rows.stop) / 2
        if high.stop - high.start <= 1.6 * tall and off < 0.6 * tall:
            yield one, wide.start > columns.start


def _winding(parts: Parts, row: Array) -> Array:
    """Which parts may be of a line that winds: as wide as lines, and too large for letters."""
    if not row.any():
        return row
    large = parts.reach > _HUGE * numpy.percentile(parts.reach[row], _MOST)
    return numpy.asarray(large & _as_wide_as_lines(parts))


def _as_wide_as_lines(parts: Parts) -> Array:
    wide = parts.stroke / parts.width
    return numpy.asarray((wide > 1 / _LIKE) & (wide < _LIKE))


def _lone(parts: Parts, small: Array, loose: Array) -> Array:
    """Where lines are drawn through: what touches none, and is no piece of one between two gaps."""
    from scipy import ndimage

    lines = ndimage.binary_dilation(parts.mask(~loose), numpy.ones((3, 3)), iterations=_TOUCHING)
    touching = ndimage.maximum(lines, parts.labels, range(1, len(loose) + 1)).astype(bool)
    width = parts.width
    piece = (parts.curl < _OPEN) & (parts.reach > _DASH * numpy.maximum(parts.stroke, width))
    return numpy.asarray((small | (parts.stroke > _STOUT * width + 0.5)) & ~piece & ~touching)
