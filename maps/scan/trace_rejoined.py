"""Find areas again once it is known how much every pixel looks like a border.

The ground between what looks so is cut into basins, and basins are joined across what looks least like it:
what most of a contact says counts, not its weakest place. Borders are then drawn along what looks most so.
Where they are hidden under plates and names, the first answer has the say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy
from numpy.typing import NDArray

from maps.scan.trace_faces import Basins, depth, find_basins
from maps.scan.trace_flood import flood
from maps.scan.trace_graph import OUTSIDE
from maps.scan.trace_ink import only_lines
from maps.scan.trace_judge import Contacts, Joined
from maps.scan.trace_looks import sides
from maps.scan.trace_strength import going_on

Array = NDArray[Any]
Pixel = tuple[int, int]
_ALL_SIDES = range(4)  # top, bottom, left, right
_LINE, _STUBBY = 0.3, 1.4  # what is so strong may be a line; dashes are so many times longer than wide
_STROKE = 0.5  # from here on it is as wide as it is printed
_AHEAD = 0.8  # a gap in a line is no better a border than a pixel of so much strength
_SURE = 0.95  # nothing is more certain to be a border, or to be none
_SEAM = 60.0  # a contact of few sides is a border, unless so much is said against it
_SMALL = 0.04  # of what each area has if all have as much
_ALL = -100.0  # what no seed names joins across any border, unless it is as large as an area
_SLIVER = 1.0  # pixels: what is nowhere deeper is no piece of ground
_RIM = 0.08  # of the picture's edge: what is left without a name and has so much of it is paper
_HIDDEN, _THROUGHOUT = 1.0, 0.7  # what lies under a plate is rather none; so strong it is no plate
_OPEN = 1.5  # lines on paper part less: the edge of the sheet, and shadows
_CORE, _GROUND = 6.0, 0.3  # pixels from a border, and how little it looks so: surely of its area
_TIP, _PIECE = 25.0, 0.1  # pixels from where a border crosses bare ground, and of what each area has
_SAME, _SEEN, _TINTED = 8.0, 60, 2.0  # of 255; pixels; and what twice as different tints say of each side
_MAYBE, _BARE = 0.9, 0.5  # if no more speaks against a border there; else so much of it
_SAID = 0.25  # where a border was before, and nothing else is seen
_STEPS, _DEEPER, _TOP = 32, 2.0, 79  # of the flood: for strength, for every pixel inside a line, and at most


@dataclass(frozen=True)
class Wanted:
    """The seeds as columns and rows, the number of each one's area, and whether areas fill the picture.

    Gaps narrower than twice the `reach` are closed; `cuts` are the pieces of the first answer. The `ground`
    is the colour of each pixel on which nothing is printed, none (NaN) elsewhere: (rows, columns, 3). Where
    areas fill the picture, `cut` are the sides at which its edge may cut them apart: of top, bottom, left and
    right, counted from 0.
    """

    seeds: Sequence[Pixel]
    numbers: Sequence[int]
    whole: bool
    reach: float
    cuts: Array
    ground: Array | None = None
    cut: Sequence[int] = ()

    @property
    def last(self) -> int:
        """The last number of an area that a seed names."""
        return max(self.numbers)


@dataclass(frozen=True)
class _Lines:
    """How much pixels look like borders, what lies ahead in gaps, what may hide them, what is paper."""

    strength: Array
    ahead: Array
    hidden: Array
    paper: Array


def rejoined(
    strength: Array, hidden: Array, before: Array, wanted: Wanted
) -> tuple[Array, Basins, list[list[int]]]:
    """The area of every pixel, and the basins it was made of; `before` is the answer so far.

    With it, basins that became parts of areas together though a border seems to part them from these.
    """
    plates = hidden & ~_rivers(hidden, strength)
    lines = _Lines(strength, going_on(strength), plates, before == OUTSIDE)
    basins = find_basins(only_lines(strength > _LINE, _STUBBY), wanted.seeds, wanted.reach, necks=True)
    basins = _cut_finer(basins, wanted)
    sizes = numpy.bincount(basins.labels.ravel())
    contacts = _contacts(lines, basins.labels)
    if wanted.ground is not None:
        contacts = _by_tint(contacts, basins.labels, wanted.ground)
    ground = numpy.where(lines.paper, 0, basins.labels)
    edge = set(_along_the_edge(ground, wanted.cut if wanted.whole else _ALL_SIDES).tolist())
    joined = Joined(contacts, _named(basins, contacts, lines.paper, wanted), sizes, _SEAM, edge)
    joined.join_all(_ALL, _SMALL * basins.labels.size / wanted.last)
    numbers = _numbered(joined.numbers(), wanted.last)
    doubtful = joined.doubtful
    if not wanted.whole:
        left = _paper_left(numbers, basins.labels, lines.paper, wanted.last)
        doubtful = doubtful + _large(numbers, left, sizes, wanted.last)
        numbers[left] = OUTSIDE
    return _drawn(lines, _without_crumbs(numbers[basins.labels], wanted.last), wanted), basins, doubtful


def _rivers(hidden: Array, strength: Array) -> Array:
    """What was taken for a plate but looks like a border throughout: a wide river."""
    from scipy import ndimage

    parts, count = ndimage.label(hidden)
    looks = ndimage.mean(strength, parts, range(count + 1))
    return numpy.asarray(hidden & (looks > _THROUGHOUT)[parts])


def _cut_finer(basins: Basins, wanted: Wanted) -> Basins:
    """Basins cut up by what was a line in the first answer, too; a seed has no mere crumb of its own."""
    cut = _without_slivers(basins.labels.astype(numpy.int64) * (int(wanted.cuts.max()) + 1) + wanted.cuts)
    sizes, least = numpy.bincount(cut.ravel()), _SMALL * cut.size / wanted.last
    own = []
    for (x, y), basin in zip(wanted.seeds, basins.own, strict=True):
        mine = basins.labels[y, x] == basin and sizes[cut[y, x]] > least
        own.append(int(cut[y, x] if mine else numpy.bincount(cut[basins.labels == basin]).argmax()))
    return replace(basins, labels=cut, count=int(cut.max()), own=own)


def _without_slivers(pieces: Array) -> Array:
    """Pieces counted from 1; slivers between a border as it was and as it is belong to their neighbours."""
    from scipy import ndimage

    codes, found = numpy.unique(pieces, return_inverse=True)
    labels = found.reshape(pieces.shape)
    within = numpy.ones(labels.shape, dtype=bool)
    y, x, v, u = sides(labels)
    within[y, x] = within[v, u] = False
    deep = ndimage.maximum(depth(within), labels, range(len(codes)))
    near = ndimage.distance_transform_edt(
        (numpy.asarray(deep) <= _SLIVER)[labels], return_distances=False, return_indices=True
    )
    kept = labels[near[0], near[1]]
    return numpy.unique(kept, return_inverse=True)[1].reshape(kept.shape).astype(numpy.int32) + 1


def _named(basins: Basins, contacts: Contacts, paper: Array, wanted: Wanted) -> dict[int, int]:
    """The basins with seeds, and those outside with the number behind the last."""
    outside = wanted.last + 1
    named: dict[int, int] = {}
    for basin, number in zip(basins.own, wanted.numbers, strict=True):
        named.setdefault(basin, number or outside)
    return named if wanted.whole else dict.fromkeys(_papers(basins.labels, contacts, paper), outside) | named


def _papers(labels: Array, contacts: Contacts, paper: Array) -> list[int]:
    """Most of what was paper before: all that hangs together with its largest basins."""
    sizes = numpy.bincount(labels.ravel())
    before = numpy.bincount(labels[paper], minlength=len(sizes)) * 2 > sizes
    whole = _hanging_together(contacts, before, sizes)
    largest = numpy.bincount(whole, sizes * before).argmax()
    return numpy.flatnonzero((whole == largest) & before).tolist()


def _hanging_together(contacts: Contacts, some: Array, sizes: Array) -> Array:
    """To which part each basin belongs if some are joined wherever more speaks for that than against it.

    What hangs together counts as one: a crumb in the line between two does not join them.
    """
    both = some[contacts.one] & some[contacts.other]
    columns = (contacts.one, contacts.other, contacts.sides, contacts.votes)
    joined = Joined(Contacts(*(column[both] for column in columns)), {}, sizes, seam=0.0)
    joined.join_all(0.0, 0.0)
    return numpy.unique(joined.numbers(), return_inverse=True)[1]


def _contacts(lines: _Lines, labels: Array) -> Contacts:
    """All sides of two basins, each with what it looks like."""
    from scipy import ndimage

    y, x, v, u = sides(labels)
    looks = ndimage.maximum_filter(numpy.maximum(lines.strength, _AHEAD * lines.ahead), 3)
    chance = numpy.clip(numpy.maximum(looks[y, x], looks[v, u]), 1 - _SURE, _SURE)
    plate = lines.hidden & ~lines.paper
    votes = numpy.where(plate[y, x], _HIDDEN, numpy.log((1 - chance) / chance))
    inner = depth(lines.paper) > _CORE  # nearer to the map lies its frame
    votes += _OPEN * (inner[y, x] & inner[v, u])
    one, other = labels[y, x], labels[v, u]
    return Contacts(numpy.minimum(one, other), numpy.maximum(one, other), numpy.ones(len(y)), votes)


def _by_tint(contacts: Contacts, labels: Array, ground: Array) -> Contacts:
    """What parts two tints is a border rather; on bare ground less so: stains and plates have tints, too."""
    bare = ~numpy.isnan(ground[..., 0])
    here = labels[bare]
    total = int(labels.max()) + 1
    count = numpy.bincount(here, minlength=total)
    sums = numpy.stack([numpy.bincount(here, ground[bare, band], total) for band in range(3)], axis=1)
    tints = sums / numpy.maximum(count, 1)[:, None]
    off = numpy.abs(tints[contacts.one] - tints[contacts.other]).max(axis=1)
    off[(count[contacts.one] < _SEEN) | (count[contacts.other] < _SEEN)] = 0
    tinted = _TINTED * numpy.clip((off - _SAME) / _SAME, 0, 1)
    least = numpy.where(contacts.votes < _MAYBE, 1.0, _BARE)
    return replace(contacts, votes=contacts.votes - tinted * least)


def _numbered(found: Array, last: int) -> Array:
    """The number of each basin's area: what no seed names is counted on from the last."""
    fresh = numpy.unique(found[1:][found[1:] < 0]).tolist()
    told = {last + 1: OUTSIDE} | {number: last + 1 + n for n, number in enumerate(fresh)}
    return numpy.array([OUTSIDE, *(told.get(number, number) for number in found[1:].tolist())], numpy.int32)


def _paper_left(numbers: Array, labels: Array, paper: Array, last: int) -> Array:
    """Basins that no seed names, if they were paper before, or lie along much of the picture's edge."""
    here, total = numbers[labels], int(numbers.max()) + 1
    edge = _along_the_edge(here)
    left = numpy.bincount(edge, minlength=total) > _RIM * len(edge)
    left |= numpy.bincount(here[paper], minlength=total) > numpy.bincount(here.ravel(), minlength=total) / 2
    left[: last + 1] = False
    return numpy.asarray(left[numbers])


def _along_the_edge(labels: Array, chosen: Iterable[int] = _ALL_SIDES) -> Array:
    lines = (labels[0], labels[-1], labels[:, 0], labels[:, -1])
    return numpy.concatenate([labels[:0, 0], *(lines[side] for side in chosen)])


def _large(numbers: Array, left: Array, sizes: Array, last: int) -> list[list[int]]:
    """The basins of each piece that is paper only because it was, and is as large as an area."""
    found = []
    for number in numpy.unique(numbers[left]).tolist():
        several = numpy.flatnonzero(left & (numbers == number))
        if sizes[several].sum() >= _SMALL * sizes.sum() / last:
            found.append(several.tolist())
    return found


def _without_crumbs(labels: Array, last: int) -> Array:
    """What no seed names and is too small for an area goes to what is around it; others are counted on."""
    from scipy import ndimage

    counts = numpy.bincount(labels.ravel())
    crumbs = numpy.flatnonzero((counts > 0) & (counts < _SMALL * labels.size / last))
    crumb = numpy.isin(labels, crumbs[crumbs > last])
    if not crumb.any():
        return labels
    near = ndimage.distance_transform_edt(crumb, return_distances=False, return_indices=True)
    kept = labels[near[0], near[1]]
    fresh = numpy.unique(kept[kept > last])
    told = numpy.concatenate((numpy.arange(last + 1), numpy.zeros(max(0, int(kept.max()) - last), int)))
    told[fresh] = last + 1 + numpy.arange(len(fresh))
    return numpy.asarray(told[kept].astype(labels.dtype))


def _drawn(lines: _Lines, labels: Array, wanted: Wanted) -> Array:
    """Areas grown from what is surely theirs, until they meet on what looks most like a border."""
    made = numpy.where(_cores(lines, labels, wanted), labels + 1, 0).astype(numpy.int32)
    height = numpy.maximum(lines.strength, _AHEAD * lines.ahead)
    y, x, v, u = sides(labels)
    height[y, x], height[v, u] = numpy.maximum(height[y, x], _SAID), numpy.maximum(height[v, u], _SAID)
    level = numpy.minimum(height * _STEPS + _DEEPER * depth(lines.strength > _STROKE), _TOP)
    flood(made, level.astype(numpy.uint8))
    return made - 1


def _cores(lines: _Lines, labels: Array, wanted: Wanted) -> Array:
    """What surely belongs to its area: ground away from its border, or all of it where nothing is."""
    within = numpy.ones(labels.shape, dtype=bool)
    y, x, v, u = sides(labels)
    within[y, x] = within[v, u] = False
    core = (depth(within) > _CORE) & (lines.strength < _GROUND)
    core &= ~_cut_off(lines, labels, core, wanted)
    slim = numpy.setdiff1d(numpy.unique(labels), numpy.unique(labels[core]))
    return numpy.asarray(core | numpy.isin(labels, slim))


def _largest_of_each(sizes: Array, parts: Array, labels: Array) -> Array:
    """The largest part of each area: its own, even if the seed lies on a letter."""
    from scipy import ndimage

    area = numpy.asarray(ndimage.maximum(labels, parts, range(1, len(sizes))), dtype=int)
    order = numpy.lexsort((-sizes[1:], area))
    return numpy.asarray(order[numpy.unique(area[order], return_index=True)[1]] + 1)


def _cut_off(lines: _Lines, labels: Array, core: Array, wanted: Wanted) -> Array:
    """What is not sure: all near a border that crosses bare ground, and small pieces that lie there.

    Where such a place is narrow, the tip of an area was taken for a piece of its own, and given away.
    """
    from scipy import ndimage

    closed = numpy.ones(labels.shape, dtype=bool)
    y, x, v, u = sides(labels)
    bare = (numpy.maximum(lines.strength[y, x], lines.strength[v, u]) < _GROUND) & ~lines.hidden[y, x]
    closed[y[bare], x[bare]] = False
    near = depth(closed) <= _TIP
    parts, count = ndimage.label(core)
    sizes = numpy.bincount(parts.ravel(), minlength=count + 1)
    small = sizes < _PIECE * labels.size / wanted.last
    small[[0, *(parts[row, column] for column, row in wanted.seeds)]] = False
    small[_largest_of_each(sizes, parts, labels)] = False
    there = numpy.zeros(count + 1, dtype=bool)
    there[parts[near]] = True
    return numpy.asarray(near | (small & there)[parts])
