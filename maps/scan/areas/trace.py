"""Areas traced on art: a picture, a click in each area, strokes and words become outlines and contacts."""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from threading import RLock
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray
from PIL import Image
from shapely.geometry.base import BaseGeometry

from files.nearest import did_you_mean, nearest
from maps.scan.areas import contacts as graph
from maps.scan.areas import elevation as heights
from maps.scan.areas import finding, flooding
from maps.scan.areas.arms import arms_of
from maps.scan.areas.doubts import MOST, Doubt, weightiest
from maps.scan.areas.pieces import THIN, Pieces, around, faces_of, pieces_of
from maps.scan.areas.seeds import BRIDGE, CONTACT, CORNER, OUTSIDE, Pair, Seed, Stroke, check_seeds
from scans.outlines import outlines, shared_lengths
from scans.scan_faults import ScanError

Array = NDArray[Any]
Field = tuple[int, int, int, int]
_MOST = (
    3_000_000  # pixels: larger pictures are reduced; borders of two pixels on 300 dpi of A2 are still seen
)
_WORD = 0.6  # of a usual area's width: ink that hangs together over less is lettering
_REACH = 0.125  # of a usual area's width: gaps in lines are bridged from both ends so far
_GUESSED = 0.6  # of a border not printed: then next to nothing parts two areas
_LOST = 0.05  # of the median area: if no more is left of one, its seed was shut in
_BARE = 0.5  # of a piece: if more of it is nobody's, its seed is missing
_BLOTTED = 3.0  # of the shortest contact: no blot is longer
_SEVERAL = 6  # areas: of fewer nobody knows what is usual
_MANY, _FEW = 3.0, 4.0  # times as many contacts as usual, and as that at least, are too many
_HUGE = 12.0  # times as large as the median is too large
_NEARLY, _RIVALS = 2.0, 3  # times as like a border as the way to a piece's own area; more are not asked about
_LIMITS = 2.0  # borders from half to twice as long as the shortest contact are near the limit


@dataclass(frozen=True)
class Wish:
    """What the user says besides seeds: the field that areas fill, inks, strokes, contacts and corners.

    `right` holds the keys of doubts at which nothing is wrong.
    """

    field: Field | None = None
    inks: heights.Inks = heights.ANY_INK
    strokes: Sequence[Stroke] = ()
    decided: Mapping[Pair, str] = dataclasses.field(default_factory=dict)
    right: Collection[str] = ()


@dataclass(frozen=True)
class Traced:
    """Outlines by name, in pixels of the picture; who touches whom, for how many pixels; what to look at.

    `border` is the colour that most printed borders have, as six hexadecimal digits; `meet` has a point on
    the border of each pair.
    """

    areas: dict[str, BaseGeometry]
    contacts: list[tuple[str, str, float]]
    doubts: list[Doubt]
    border: str = ""
    meet: dict[Pair, tuple[float, float]] = dataclasses.field(default_factory=dict)


def trace(image: Image.Image, seeds: Sequence[Seed], wish: Wish | None = None) -> Traced:
    """The areas of an RGB picture, by a marker-controlled watershed from the seeds.

    ScanError where seeds lie beside the picture or in one place, or decisions name what is no area.
    """
    wish = wish or Wish()
    return Reading(image, wish.field).traced(seeds, wish)


def _check_decided(decided: Mapping[Pair, str], names: Sequence[str]) -> None:
    unknown = sorted({name for pair in decided for name in pair if name not in names})
    if unknown:
        raise ScanError("\n".join(_no_area(name, names) for name in unknown))


def _no_area(name: str, names: Sequence[str]) -> str:
    hint = did_you_mean(nearest(name, names, 1, 0.5)) or "look it up"
    return f"--decided: no area is named {name!r}; {hint}"


class Reading:
    """A picture that was read once: what hangs on it, and on the colours of its borders, is kept.

    So an answer to one more seed costs what that seed changes (`Growing`), and the contacts (`traced`).
    """

    def __init__(self, image: Image.Image, field: Field | None = None) -> None:
        self.given, self.size = field, image.size
        self._lock = RLock()
        self.field = field or (0, 0, *image.size)
        left, top, right, bottom = self.field
        self.scale = max(1.0, math.sqrt((right - left) * (bottom - top) / _MOST))
        """Pixels of the picture for one of the reduced picture."""
        size = (max(1, round((right - left) / self.scale)), max(1, round((bottom - top) / self.scale)))
        art = image if size == image.size else image.resize(size, Image.Resampling.BILINEAR, self.field)
        self.art = art
        self._inks: tuple[object, ...] | None = None
        self._lines: tuple[flooding.Line, ...] = ()

    def down(self, point: tuple[float, float]) -> tuple[float, float]:
        """A point of the picture as column and row of the reduced one."""
        left, top, right, bottom = self.field
        return (
            (point[0] - left) * self.art.width / (right - left),
            (point[1] - top) * self.art.height / (bottom - top),
        )

    def marked(self, seed: Seed) -> list[tuple[int, int]]:
        """The pixels of the reduced picture, column and row, that a seed marks; none beside the field."""
        from skimage.draw import line

        ends = [(math.floor(x), math.floor(y)) for x, y in map(self.down, seed.points)]
        made = dict.fromkeys(ends)
        for (x, y), (to_x, to_y) in pairwise(ends):
            rows, columns = line(y, x, to_y, to_x)
            made.update(dict.fromkeys(zip(columns.tolist(), rows.tolist(), strict=True)))
        return [(x, y) for x, y in made if 0 <= x < self.art.width and 0 <= y < self.art.height]

    def marks(self, seeds: Sequence[Seed], numbers: Mapping[str, int]) -> flooding.Marks:
        """What seeds mark in the field, with the numbers of their areas: by clicks, lines, and outlines."""
        pixels: tuple[list[flooding.Marker], list[flooding.Marker]] = ([], [])
        rings = []
        for seed in seeds:
            if seed.closed:
                rings.append((numbers[seed.name], tuple(map(self.down, seed.along))))
            else:
                pixels[bool(seed.along)].extend((numbers[seed.name], x, y) for x, y in self.marked(seed))
        return flooding.Marks(*pixels, rings)

    def up(self, points: Array) -> Array:
        """Points of the reduced picture in pixels of the picture, to a hundredth."""
        left, top, right, bottom = self.field
        ratio = ((right - left) / self.art.width, (bottom - top) / self.art.height)
        return numpy.asarray(numpy.round(points * ratio + (left, top), 2))

    @cached_property
    def pixels(self) -> Array:
        """The field in CIE L*a*b*."""
        return heights.lab_of(self.art)

    @cached_property
    def darkness(self) -> Array:
        """How much darker each pixel is than its ground."""
        return heights.darkness(self.pixels)

    @cached_property
    def lines(self) -> Array:
        """How much darker lines are than the ground beside them, coasts than the land."""
        return heights.dark_lines(self.pixels)

    def claims(self, wish: Wish, rings: Sequence[flooding.Ring] = ()) -> flooding.Claims:
        """The pieces into which print, strokes and outlines part the picture, to be claimed."""
        with self._lock:
            return self._claims_on(wish.inks, wish.strokes, rings)

    def _claims_on(
        self, inks: heights.Inks, strokes: Sequence[Stroke], rings: Sequence[flooding.Ring]
    ) -> flooding.Claims:
        lines = tuple(tuple(self.down(point) for point in line) for line in strokes)
        lines += tuple(line for _, line in rings)
        if inks.key != self._inks:
            ink = heights.elevation_of(self.pixels, inks, self.scale)
            shut = heights.closed(ink)
            faces, usual = faces_of(shut)
            lines_only = heights.without_lettering(
                heights.reopened(ink, shut, faces > 0), _WORD * math.sqrt(usual)
            )
            relief = heights.bridged(lines_only, _REACH * math.sqrt(usual))
            relief = heights.ridged(relief, ink if inks.borders else self.lines, faces > 0)
            self._printed = pieces_of(relief, faces, usual, ink, shut, self.pixels)
            self._claims = flooding.Claims(self._printed)
            self._inks, self._lines = inks.key, ()
        if lines != self._lines:
            ridge = heights.strokes_drawn(self.pixels.shape[:2], lines)
            parted = self._printed.parted(ridge) if lines else self._printed
            self._claims, self._lines = flooding.Claims(parted, self._claims.floods), lines
        return self._claims

    def claimed(self, wish: Wish, marks: flooding.Marks) -> Array:
        """The area of each pixel, as far as seeds have claimed it."""
        with self._lock:
            return self._claims_on(wish.inks, wish.strokes, marks.rings).claimed(marks)

    def found(self, seeds: Sequence[Seed], wish: Wish) -> finding.Found:
        """The ground that borders enclose and no seed has claimed."""
        task = _Task(self, seeds, wish)
        with self._lock:
            claimed = task.claims.claimed(flooding.Marks(task.marks.pixels, (), task.marks.rings))
            return finding.found(task.pieces, claimed, bool(self.given))

    def traced(self, seeds: Sequence[Seed], wish: Wish, most: int = MOST) -> Traced:
        """The answer to all that was said, with so many doubts at most. Raises ScanError as `trace` does."""
        check_seeds(seeds, self.size)
        task = _Task(self, seeds, wish)
        _check_decided(wish.decided, task.names)
        return task.traced(most)


@dataclass(frozen=True)
class _Task:
    """A picture with all that is said of it; what is worked out is kept."""

    read: Reading
    seeds: Sequence[Seed]
    wish: Wish

    @cached_property
    def names(self) -> list[str]:
        """The names of areas, each once; their numbers count from 1."""
        return list(dict.fromkeys(seed.name for seed in self.seeds if seed.name != OUTSIDE))

    @cached_property
    def marks(self) -> flooding.Marks:
        """The seeds in the field; `outside` may lie beside it. ScanError where an area does."""
        beside = [
            f"{seed.where or seed.name}: {seed} is outside the --field"
            for seed in self.seeds
            if seed.name != OUTSIDE and not self.read.marked(seed)
        ]
        if beside:
            raise ScanError("\n".join(beside))
        numbers = {OUTSIDE: 0} | {name: number for number, name in enumerate(self.names, 1)}
        return self.read.marks(self.seeds, numbers)

    @cached_property
    def claims(self) -> flooding.Claims:
        """The pieces of the picture, with strokes and outlines, to be claimed."""
        return self.read.claims(self.wish, self.marks.rings)

    @property
    def pieces(self) -> Pieces:
        """The pieces of the picture, with strokes and outlines."""
        return self.claims.pieces

    @cached_property
    def usual(self) -> float:
        """How wide a usual area is, in reduced pixels."""
        return math.sqrt(self.pieces.usual)

    def traced(self, most: int) -> Traced:
        """The answer to all that was said, with so many doubts at most."""
        pieces, elevation = self.pieces, self.pieces.elevation
        claimed = self.read.claimed(self.wish, self.marks)
        paper = (
            flooding.paper_of(pieces, claimed) if not self.read.given else numpy.zeros(claimed.shape, bool)
        )
        given, like = self.claims.given(claimed, paper)
        labels = flooding.settled(elevation, given, paper)
        shapes = {
            self.names[number - 1]: shapely.transform(shape, self.read.up)
            for number, shape in outlines(labels).items()
        }
        shapes = {name: shapes[name] for name in self.names if name in shapes}
        level = graph.usual_strength(labels, elevation)
        found = _Contacts(self, labels, shapes, level)
        contacts = found.contacts()
        doubts = [*self._missing(claimed, like, labels), *found.lost(labels), *found.doubts()]
        doubts += [*self._unlike(shapes, contacts), *self._arms(labels), *self._bare(shapes, labels)]
        colour = heights.colour_of(self.read.art, graph.printed_borders(labels, elevation, level))
        return Traced(shapes, contacts, weightiest(doubts, most, self.wish.right), colour, found.places())

    def _unlike(
        self, shapes: Mapping[str, BaseGeometry], contacts: Sequence[tuple[str, str, float]]
    ) -> list[Doubt]:
        """Areas that touch many times as many others as is usual, or are many times as large."""
        degrees = Counter(name for one, other, _ in contacts for name in (one, other))
        if len(shapes) < _SEVERAL:
            return []
        usual = statistics.median(degrees[name] for name in shapes)
        ground = statistics.median(shape.area for shape in shapes.values())
        made = []
        for name, shape in shapes.items():
            at = next((seed.x, seed.y) for seed in self.seeds if seed.name == name)
            many, huge = degrees[name] / max(usual, _FEW), shape.area / ground
            if many > _MANY:
                made.append(Doubt("many", (name,), at, name, many, degrees[name]))
            elif huge > _HUGE:
                made.append(Doubt("huge", (name,), at, name, huge / _HUGE, huge))
        return made

    def _bare(self, shapes: Mapping[str, BaseGeometry], labels: Array) -> list[Doubt]:
        """Areas without ground: another's outline encloses what was clicked."""
        made = {}
        for seed in self.seeds:
            if seed.name != OUTSIDE and seed.name not in shapes:
                x, y = self.read.marked(seed)[0]
                number = int(labels[y, x])
                other = self.names[number - 1] if number else OUTSIDE
                made[seed.name] = Doubt("bare", (seed.name, other), (seed.x, seed.y), other, 1.0)
        return list(made.values())

    def _missing(self, claimed: Array, like: Mapping[int, float], labels: Array) -> list[Doubt]:
        """Large pieces without a seed that a border may part from all, or that may be another area's."""
        pieces, made, asked = self.pieces, [], set()
        most, _ = around(pieces.labels)
        reach = self.claims.reach(self.marks)
        for piece in sorted(reach, key=lambda one: -pieces.sizes[one]):
            box = pieces.boxes[piece]
            inside = pieces.labels[box] == piece
            number = int(numpy.bincount(labels[box][inside]).argmax())
            if not number and piece == most:
                continue
            ground = float(pieces.sizes[piece]) / pieces.usual
            bare = (claimed[box][inside] == flooding.UNCLAIMED).mean() >= _BARE
            doubtful = like.get(piece, 1.0) if bare else 0.0  # of paper nothing is known
            missing = bare and (doubtful >= flooding.UNLIKE or ground > flooding.REST)
            name = self.names[number - 1] if number else OUTSIDE
            areas = (name, *self._rivals(reach[piece], number))
            if not missing and (len(areas) == 1 or areas in asked):
                continue
            x, y, deep = pieces.deepest(piece)
            size = (2 * deep / self.usual) ** 2
            if size < THIN**2:
                continue
            asked.add(areas)
            at = self.read.up(numpy.array([x + 0.5, y + 0.5]))
            weight = size * max(doubtful, flooding.UNLIKE)
            kind = "missing seed" if missing else "rival"
            made.append(Doubt(kind, areas, (float(at[0]), float(at[1])), name, weight, ground))
        return made

    def _rivals(self, reach: Mapping[int, float], number: int) -> list[str]:
        """Other areas to which the way from a piece is hardly more like a border than to its own."""
        most = _NEARLY * reach.get(number, 0.0)
        near = sorted((like, other) for other, like in reach.items() if other not in (0, number))
        return [self.names[other - 1] for like, other in near[:_RIVALS] if number and like <= most]

    def _arms(self, labels: Array) -> list[Doubt]:
        """Narrow arms whose ground is that of a river or road."""
        made = []
        for arm in arms_of(self.pieces, labels, self.marks.pixels):
            x, y = self.read.up(numpy.array(arm.at)).tolist()
            own, *beside = (self.names[number - 1] for number in (arm.area, *arm.beside))
            px = arm.length * self.read.scale
            made.append(Doubt("arm", (own, *beside), (x, y), own, arm.length / self.usual, px))
        return made


class _Contacts:
    """Who touches whom in labelled pixels, held against what the user decided."""

    def __init__(self, task: _Task, labels: Array, shapes: Mapping[str, BaseGeometry], level: float) -> None:
        self.task = task
        deep = graph.ink_depth(labels, task.read.darkness)
        self.lines = graph.lines_of(labels, deep)
        self.limit = self.lines.shortest * task.read.scale
        self.borders = {
            self._names(pair): border
            for pair, border in graph.borders_of(labels, task.pieces.elevation, level, deep).items()
            if pair[0]
        }
        numbered = {number: shapes[name] for number, name in enumerate(task.names, 1) if name in shapes}
        self.lengths = {self._names(pair): length for pair, length in shared_lengths(numbered).items()}
        far = [
            pair for pair, says in task.wish.decided.items() if says == CONTACT and pair not in self.lengths
        ]
        if far:
            raise ScanError(
                "\n".join(f"--decided: {a} and {b} share no border; draw it with --line" for a, b in far)
            )

    def _names(self, pair: tuple[int, int]) -> Pair:
        one, other = sorted(self.task.names[number - 1] for number in pair)
        return one, other

    def says(self, pair: Pair) -> str:
        """What a pair that shares a border was taken for."""
        taken = CONTACT if self.lengths[pair] >= self.limit and not self.blotted(pair) else CORNER
        return self.task.wish.decided.get(pair, taken)

    def blotted(self, pair: Pair) -> bool:
        """Whether a border is short and lies in the blot in which lines meet."""
        border, length = self.borders.get(pair), self.lengths[pair] / self.limit
        return bool(border and length < _BLOTTED and self.lines.blotted(border, length > _LIMITS))

    def contacts(self) -> list[tuple[str, str, float]]:
        """All contacts, with the length of the common border in pixels of the picture; a bridge has 0."""
        bridges = {pair for pair, says in self.task.wish.decided.items() if says == BRIDGE}
        pairs = bridges | {pair for pair in self.lengths if self.says(pair) == CONTACT}
        return [(*pair, round(self.lengths.get(pair, 0.0), 1)) for pair in sorted(pairs)]

    def places(self) -> dict[Pair, tuple[float, float]]:
        """A point on the border of each pair."""
        found = {}
        for pair, border in self.borders.items():
            x, y = self.task.read.up(numpy.array(border.at)).tolist()
            found[pair] = (x, y)
        return found

    def doubts(self) -> list[Doubt]:
        """Short borders, borders that are not printed, and gaps in others.

        A short border in a blot is hardly anything but a corner. A long one is the most doubtful of all: its
        length speaks for a contact, its ink for a corner. Where ink is broad, longer ones are near the limit.
        """
        made, usual = [], self.task.usual * self.task.read.scale
        for pair, length in self.lengths.items():
            if pair in self.task.wish.decided or pair not in self.borders:
                continue
            border = self.borders[pair]
            broad, ratio = self.blotted(pair), length / (self.lines.limit(border) * self.task.read.scale)
            if ratio > 1 / _LIMITS and (broad or ratio < _LIMITS):
                near = float(ratio > 1) if broad else min(ratio, 1 / ratio)
                made.append(self._doubt("near corner", pair, border.at, near * self.limit / usual, length))
            elif length >= self.limit and border.open_sides * self.task.read.scale > self.limit:
                kind = "unparted" if border.open_share > _GUESSED else "gap"
                gap = length * border.open_share
                made.append(self._doubt(kind, pair, border.open_at, gap / usual, gap))
        return made

    def lost(self, labels: Array) -> list[Doubt]:
        """Areas of which next to nothing is left: their ground may be that of a neighbour."""
        sizes = numpy.bincount(labels.ravel(), minlength=len(self.task.names) + 1)[1:]
        made = []
        for name, size in zip(self.task.names, sizes.tolist(), strict=True):
            beside = {pair: length for pair, length in self.lengths.items() if name in pair}
            if beside and size < _LOST * float(numpy.median(sizes)):
                pair = max(beside, key=lambda one: beside[one])
                made.append(self._doubt("unparted", pair, self.borders[pair].at, 1.0, beside[pair]))
        return made

    def _doubt(self, kind: str, pair: Pair, at: tuple[float, float], weight: float, px: float) -> Doubt:
        x, y = self.task.read.up(numpy.array(at)).tolist()
        return Doubt(kind, pair, (x, y), self.says(pair), weight, px)
