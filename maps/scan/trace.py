"""Trace the areas of scanned art: exact outlines that share their borders, named by a seed in each.

Lines are found (`trace_ink`), the ground between them cut into basins (`trace_faces`), basins become areas
(`trace_graph`), and areas outlines (`trace_outline`). That is quick, and enough for clean pictures. On others
lettering is passed over (`trace_lettering`), dashes are linked (`trace_dashes`), tints of the ground are told
apart (`trace_tints`), and what looks most like a line between seeds (`trace_strength`) is found by flooding
(`trace_flood`); what lines cut off is known by its tint (`trace_by_tint`). Where lines are roads as well as
borders, what parts areas is judged by how it looks (`trace_judge`); what borders look like is learned from
that (`trace_taught`), and areas are found again (`trace_rejoined`), also under the frame of a field
(`trace_frame`); dots may mark their corners (`trace_posts`). All points are pixels of the picture as given,
counted from its upper left corner: the first pixel reaches from 0, 0 to 1, 1.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy
from numpy.typing import NDArray
from PIL import Image
from shapely.geometry.base import BaseGeometry

from maps.scan.trace_bridges import Bridge, find_bridges
from maps.scan.trace_by_tint import behind_gaps, by_tint
from maps.scan.trace_contacts import CROWDED, SHORT, borders
from maps.scan.trace_corners import drawn_together
from maps.scan.trace_cover import covers
from maps.scan.trace_dashes import linked
from maps.scan.trace_decided import Decision, decided
from maps.scan.trace_doubts import Judged, contacts, doubtful
from maps.scan.trace_drawn_on import drawn_on, slanting
from maps.scan.trace_faces import Basins, find_basins
from maps.scan.trace_flood import flooded
from maps.scan.trace_frame import under_frame
from maps.scan.trace_graph import group, group_judged
from maps.scan.trace_ink import Inked, Inks, find_ink, only_lines, reduction, strength_of
from maps.scan.trace_lettering import lettering
from maps.scan.trace_looks import Seen
from maps.scan.trace_outline import arcs_of, outlines, shared_lengths
from maps.scan.trace_pieces import Piece, closed_pieces, left_out, paper_taken
from maps.scan.trace_posts import Posted, posted
from maps.scan.trace_redraw import redrawn
from maps.scan.trace_rejoined import Wanted, rejoined
from maps.scan.trace_seeds import OUTSIDE, Field, Seed, inside, named, numbered
from maps.scan.trace_single import singles
from maps.scan.trace_strength import blueness, filled, going_on, up_to_the_edge
from maps.scan.trace_taught import noted, taught
from maps.scan.trace_tints import tints_of
from maps.scan.trace_told import Face, Told, Traced, numbers_of
from maps.scan.trace_touch import let_touch
from scans.faults import ScanError

__all__ = ["ANY_INK", "Traced", "Wish", "trace"]

Array = NDArray[Any]
ANY_INK = Inks()
# So many pixels are looked at; of more, the picture is reduced.
_QUICK, _DETAILED, _CAREFUL = 2_200_000, 4_400_000, 8_000_000
_FEW_GAPS = 0.05  # of the number of areas: with more bridges, a quick look is not enough
_FEW, _FEW_PROBLEMS = 2, 0.03  # problems, and of that number: a crowded map has more
_REACH = 0.005  # of the shorter side: gaps of twice this are closed everywhere
_NARROW = 0.003  # and of twice this, where sides are judged
_SLIM = 2.2  # dashes are so many times longer than wide
_STUBBY = 1.4  # and if blurred
_LETTERS = 0.4  # from this strength on, ink may be of letters
_INKED = 0.5  # and from here on it is as wide as it is printed
_FAINT = 0.3  # and up to here nothing is seen of it
_BESIDE = 2.0  # times as long as what may be a corner, two borders run side by side; on crowded art roads do
_LESSONS, _SAME = 3, 0.002  # so often it is learned, or until no more of the picture changes
_HIDDEN = 40.0  # pixels: a gap that is wider is known from no line ahead
_FAR = 20.0  # reduced pixels: pieces with middles as near are one
_RIM = 8  # pixels: half the line around a field is no wider
_BLUE = 0.4  # and from here on a pixel may be of a river
_OPEN, _NECK = 0.6, 0.3  # a border more open than this is none, if it is longer than that of an area's width


@dataclass(frozen=True)
class Wish:
    """What the user says beside the seeds: the field, the widest gap to be closed everywhere, and colours.

    `decided` says of pairs of areas whether they touch.
    """

    field: Field | None = None
    gap: float | None = None
    inks: Inks = ANY_INK
    decided: Sequence[Decision] = ()


def trace(image: Image.Image, seeds: Sequence[Seed], wish: Wish | None = None) -> Traced:
    """The areas of an RGB picture; ScanError where seeds lie beside it or name none, or no line is found."""
    wish = wish or Wish()
    field = wish.field or (0, 0, image.width, image.height)
    if not numbered(seeds)[0]:
        raise ScanError("no seed names an area; write a line of name,x,y for each")
    seeds = inside(seeds, field, image.size)
    art = image.crop(field) if wish.field else image
    sight = _Sight(art, seeds, field, wish, image.size)
    traced: list[Traced] = []
    for way, most in _ways(art):
        traced.append(sight.traced(way, most))
        if _is_enough(traced[-1], way, len(seeds)):
            return sight.closer(traced[-1]) if way is _flooded else traced[-1]
    return min(traced, key=_to_be_mended)


@dataclass(frozen=True)
class _Sight:
    """The picture of the field, what the user says of it, and how wide and high the whole picture is."""

    art: Image.Image
    seeds: Sequence[Seed]
    field: Field
    wish: Wish
    size: tuple[int, int]

    def traced(self, way: _Way, most: int) -> Traced:
        """The areas, looked for at so many pixels."""
        inked = find_ink(self.art, self.wish.inks, most, flat=way is not _plain)
        if not inked.ink.any():
            raise ScanError("no line is to be seen on this picture; say the colour of borders with --border")
        return way(_Task(inked, self.seeds, self.field, self.wish, self.cut))

    @property
    def cut(self) -> list[int]:
        """Sides of the field (top, bottom, left, right) at which the picture ends; none if all four do."""
        left, top, right, bottom = self.field
        wide, high = self.size
        ends = (top <= 0, bottom >= high, left <= 0, right >= wide)
        return [] if all(ends) else [side for side, here in enumerate(ends) if here]

    def closer(self, found: Traced) -> Traced:
        """Areas of which a little is to be mended, looked for at more pixels if there are any."""
        if not found.problems or not _has_more(self.art):
            return found
        return min(found, self.traced(_flooded, _CAREFUL), key=_to_be_mended)


def _to_be_mended(found: Traced) -> int:
    return len(found.problems)


def _is_enough(found: Traced, way: _Way, areas: int) -> bool:
    """Whether nothing is to be mended, or so little that the map is no crowded one, where lines mislead."""
    if way is _flooded:
        return len(found.problems) <= max(_FEW, _FEW_PROBLEMS * areas)
    return not found.problems and (way is not _plain or len(found.bridged) <= _FEW_GAPS * areas)


def _has_more(art: Image.Image) -> bool:
    """Whether a careful look sees more pixels than a detailed one."""
    return reduction(art, _CAREFUL) < reduction(art, _DETAILED)


def _ways(art: Image.Image) -> list[tuple[_Way, int]]:
    """How areas are looked for, one way after the other, and at how many pixels; large ones quickly first."""
    quick: list[tuple[_Way, int]] = [(_plain, _QUICK)] if art.width * art.height > _DETAILED else []
    closer: list[tuple[_Way, int]] = [(_flooded, _CAREFUL)] if _has_more(art) else []
    return [*quick, (_flooded, _DETAILED), *closer, (_judged, _CAREFUL)]


@dataclass(frozen=True)
class _Task:
    """What is to be traced; at some sides the picture's edge may `cut` the areas of the field apart."""

    inked: Inked
    seeds: Sequence[Seed]
    field: Field
    wish: Wish
    cut: Sequence[int] = ()

    @property
    def points(self) -> list[tuple[int, int]]:
        """The seeds as columns and rows of the reduced picture."""
        scale, (left, top, *_) = self.inked.scale, self.field
        return [(int((seed.x - left) / scale), int((seed.y - top) / scale)) for seed in self.seeds]

    @property
    def several(self) -> set[int]:
        """The numbers of seeds that are not the only one of their area."""
        counts = Counter(seed.name for seed in self.seeds)
        return {number for number, seed in enumerate(self.seeds) if counts[seed.name] > 1}

    @property
    def whole(self) -> bool:
        """Whether areas fill the field."""
        return self.wish.field is not None and all(seed.name != OUTSIDE for seed in self.seeds)

    def closed(self, reach: float) -> float:
        """How wide gaps are closed everywhere, in reduced pixels."""
        scale = self.inked.scale
        return (self.wish.gap or max(5.0, 2 * reach * min(self.inked.ink.shape) * scale)) / scale


_Way = Callable[[_Task], Traced]


@dataclass(frozen=True)
class _Parted:
    """The area of every pixel, the basins it was made of, and the lines that part them.

    Borders are `hidden` where no line is seen; `lines` are as wide as they are printed. Gaps up to `closed`
    are closed everywhere. On `crowded` art signs lie on corners, and thick lines hide more.
    """

    labels: Array
    basins: Basins
    hidden: Array
    lines: Array
    closed: float
    crowded: bool = False

    @property
    def short(self) -> float:
        """Common borders of up to so many pixels of the picture may be corners."""
        return CROWDED if self.crowded else SHORT


def _plain(task: _Task) -> Traced:
    """Every line is a border."""
    closed = task.closed(_REACH)
    lines = only_lines(task.inked.ink, _SLIM)
    basins = find_basins(lines, task.points, closed / 2)
    numbers, _ = group(basins, numbered(task.seeds)[1], task.whole)
    return _told(task, _Parted(_labelled(basins, numbers, task), basins, basins.free, lines, closed))


def _flooded(task: _Task) -> Traced:
    """Borders lie where lines are strongest between seeds; lettering and symbols are none."""
    ink = strength_of(task.inked, task.wish.inks)
    strength, tints = _without_lettering(ink, task), tints_of(task.inked.pixels, ink)
    if task.whole:
        strength = up_to_the_edge(strength, _RIM // task.inked.scale)
    ahead = going_on(strength, (task.wish.gap or 0) / task.inked.scale)
    lines = linked(strength, task.inked.scale)
    basins = flooded(lines, ahead, task.points, task.several, tints)
    numbers, alike = group(basins, numbered(task.seeds)[1], task.whole, clean=True)
    labels = _labelled(basins, numbers, task)
    if tints:
        labels = by_tint(labels, lines, ink, task.inked.pixels, task.points)
    closed = max(_HIDDEN, task.wish.gap or 0) / task.inked.scale
    found = _told(task, _Parted(labels, basins, strength < _FAINT, strength > _INKED, closed))
    told = [*found.joined, *_joined(task, basins, alike, labels)]
    told += _closed(task, closed_pieces(strength, labels, task.points), told)
    told += _closed(task, closed_pieces(lines, labels, task.points, at_edge=True), told)
    told += [] if task.whole else _closed(task, left_out(labels, task.points), told)
    if tints:
        told += _closed(task, behind_gaps(labels, lines, ink, task.inked.pixels, task.points), told)
    return replace(found, joined=told)


def _closed(task: _Task, pieces: Iterable[Piece], known: Sequence[Face]) -> list[Face]:
    """Small pieces that lines close off from every seed, and the areas whose part they became."""
    names, scale, (left, top, right, bottom) = numbered(task.seeds)[0], task.inked.scale, task.field
    faces = []
    for piece in pieces:
        x, y = (piece.x + 0.5) * scale + left, (piece.y + 0.5) * scale + top
        at = (float(min(x, right - 0.5)), float(min(y, bottom - 0.5)))
        if piece.label <= len(names) and all(math.dist(at, face.at) > _FAR * scale for face in known):
            name = names[piece.label - 1] if piece.label else OUTSIDE
            faces.append(Face(name, at, piece.size * scale**2))
    return faces


def _without_lettering(strength: Array, task: _Task) -> Array:
    from scipy import ndimage

    ink = strength > _LETTERS
    letters = lettering(ink, task.points, [task.points[number] for number in named(task.seeds)])
    blurred = ndimage.binary_dilation(letters, iterations=2) & ~(ink & ~letters)
    return numpy.asarray(numpy.where(blurred, 0, strength))


def _judged(task: _Task) -> Traced:
    """Some lines are borders, and other things lie over the ground, too."""
    closed, inked = task.closed(_NARROW), task.inked
    first = find_basins(only_lines(inked.ink, _STUBBY), task.points, closed / 2, necks=True)
    plates, waters = covers(inked.pixels, first)
    lines = only_lines(inked.ink | plates | waters, _STUBBY)
    basins = find_basins(lines, task.points, closed / 2, necks=True)
    numbers, _ = group_judged(inked.pixels, basins, numbered(task.seeds)[1], task.whole)
    seen, labels = Seen(inked.pixels, lines, basins), _labelled(basins, numbers, task)
    labels, _ = redrawn(seen, inked.ink | waters, plates, labels)
    return _taught(task, basins, labels, plates, waters)


def _taught(task: _Task, first: Basins, labels: Array, plates: Array, waters: Array) -> Traced:
    """What borders look like is learned from the areas found so far, and areas are found again by that."""
    ink, closed = noted(task.inked, plates | waters), task.closed(_NARROW)
    thick = task.inked.ink | (blueness(task.inked.pixels, task.inked.scale) > _BLUE)
    cuts = first.labels * (int(labels.max()) + 1) + labels
    ground = numpy.where(_covered(task.inked.ink | plates | waters)[..., None], numpy.nan, task.inked.pixels)
    wanted = Wanted(task.points, numbered(task.seeds)[1], task.whole, closed / 2, cuts, ground, task.cut)
    for _ in range(_LESSONS):
        before = labels
        strength = filled(taught(ink, before, task.points, wanted.last), thick)
        labels, basins, doubtful = rejoined(strength, plates, before, wanted)
        if (labels != before).mean() < _SAME:
            break
    if task.whole:
        labels = under_frame(labels, task.inked.pixels, task.points)
    free = ~plates & (strength <= _INKED)
    free[ink.where] = False
    parted = _Parted(
        labels, replace(basins, free=free), strength < _FAINT, strength > _INKED, closed, crowded=True
    )
    found = _told(task, parted)
    return replace(found, joined=[*found.joined, *_joined(task, basins, doubtful, labels, outside=True)])


def _covered(printed: Array) -> Array:
    from scipy import ndimage

    return numpy.asarray(ndimage.binary_dilation(printed, iterations=2))


def _joined(
    task: _Task, basins: Basins, doubtful: Sequence[Sequence[int]], labels: Array, outside: bool = False
) -> list[Face]:
    """Basins that together became part of an area: the name of that, the middle of their widest place.

    Those that became part of what is no area are told only with `outside`.
    """
    names, scale, (left, top, *_) = numbered(task.seeds)[0], task.inked.scale, task.field
    faces = []
    for several in doubtful:
        here = numpy.isin(basins.labels, several)
        y, x = numpy.unravel_index(int(numpy.argmax(numpy.where(here, basins.deep, -1))), here.shape)
        number = int(labels[y, x])
        if number <= len(names) and (number or outside):
            at = (float(x * scale + left), float(y * scale + top))
            faces.append(Face(names[number - 1] if number else OUTSIDE, at, int(here.sum()) * scale**2))
    return faces


def _labelled(basins: Basins, numbers: Array, task: _Task) -> Array:
    """The area of every pixel, 0 outside; where areas fill the picture, no pixel is left outside."""
    from scipy import ndimage

    labels = numbers[basins.labels]
    if task.whole and not labels.all():
        near = ndimage.distance_transform_edt(labels == 0, return_distances=False, return_indices=True)
        labels = labels[near[0], near[1]]
    return labels


def _outlined(task: _Task, parted: _Parted) -> tuple[Judged, dict[int, BaseGeometry]]:
    """Who touches whom, and outlines that say the same."""
    scale, (left, top, *_) = task.inked.scale, task.field
    names = numbers_of(numbered(task.seeds)[0], int(parted.labels.max()))
    said = decided(task.wish.decided, names)
    labels, least = let_touch(parted.labels, parted.lines, said, scale)
    arcs = arcs_of(labels, ~parted.hidden)
    found = borders(arcs, scale, (left, top), outside=True)
    common = {pair: border for pair, border in found.items() if pair[0]}
    rims = {pair: border for pair, border in found.items() if not pair[0]}
    single = singles(arcs, parted.lines, common, least, scale, 1.0 if parted.crowded else _BESIDE)
    short = {pair for pair, border in common.items() if border.length <= CROWDED}
    posts = posted(arcs, labels, task.inked.pixels, task.inked.ground) if parted.crowded else Posted()
    ahead = {}
    if posts.everywhere:  # where none is, there is no corner, be the border ever so short or hard to see
        least, single = {}, {pair: one for pair, one in single.items() if not one.forked}
    elif parted.crowded:
        ahead = drawn_on(arcs, parted.lines, short, scale)
    judged = Judged(arcs, scale, common, least, said, parted.short, single, ahead, rims, posts.pairs)
    if not parted.crowded:
        judged = replace(judged, drawn_on=slanting(arcs, parted.lines, judged.near_the_limit, scale))
    judged.check()
    lines = [drawn_together(arcs, judged.corners(), labels.shape), arcs.lines]
    return judged, outlines(labels, lines, scale, task.field)


def _is_open(bridge: Bridge, closed: float, shapes: Mapping[int, BaseGeometry]) -> bool:
    """Whether nothing parts two areas: their border is open, longer than a gap, and wide for such areas."""
    across = [math.sqrt(shapes[number].area) for number in bridge.pair if number in shapes]
    return bridge.share >= _OPEN and bridge.width > max(closed, _NECK * min(across, default=0.0))


def _told(task: _Task, parted: _Parted) -> Traced:
    scale, (left, top, *_) = task.inked.scale, task.field
    names, numbers = numbered(task.seeds)
    basins = parted.basins
    judged, shapes = _outlined(task, parted)
    told = Told(names, task.seeds, shapes)
    bridges = find_bridges(parted.labels, parted.hidden, scale, (left, top))
    same = parted.hidden is basins.free
    unlined = bridges if same else find_bridges(parted.labels, basins.free, scale, (left, top))
    touching = judged.decided.touching()
    apart = [one for one in unlined if one.pair not in touching]
    crowded = {one.pair: told.gap(one) for one in apart if _is_open(one, parted.closed * scale, shapes)}
    unparted = list(crowded.values())
    doubts = judged.doubts(shapes, told.name)
    return Traced(
        {told.name(number): shape for number, shape in shapes.items()},
        told.unnamed(),
        [told.gap(bridge) for bridge in bridges if bridge.pair not in crowded],
        contacts(shared_lengths(shapes), judged, told.name),
        doubtful(doubts),
        [*told.lost(numbers, basins.own), *told.swallowed(), *told.crowded(unparted), *told.nameless()],
        [] if task.whole else _closed(task, paper_taken(parted.labels, task.points), []),
        doubts,
        judged.decided.refused,
        unparted,
    )
