"""Areas traced on art: a picture, a click in each area, strokes and words become outlines and contacts."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray
from PIL import Image
from shapely.geometry.base import BaseGeometry

from files.nearest import did_you_mean, nearest
from maps.scan.areas import contacts as graph
from maps.scan.areas import elevation as heights
from maps.scan.areas import flooding
from maps.scan.areas.doubts import Doubt, weightiest
from maps.scan.areas.seeds import CONTACT, CORNER, OUTSIDE, Pair, Seed, Stroke, check_seeds
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
_CLOSED = 0.5  # of a face: if print parts more of it from every seed, its seed is missing
_BLOTTED = 3.0  # of the shortest contact: no blot is longer
_LIMITS = 2.0  # borders from half to twice as long as the shortest contact are near the limit


@dataclass(frozen=True)
class Wish:
    """What the user says besides seeds: the field that areas fill, inks, strokes, contacts and corners."""

    field: Field | None = None
    inks: heights.Inks = heights.ANY_INK
    strokes: Sequence[Stroke] = ()
    decided: Mapping[Pair, str] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True)
class Traced:
    """Outlines by name, in pixels of the picture; who touches whom, for how many pixels; what to look at."""

    areas: dict[str, BaseGeometry]
    contacts: list[tuple[str, str, float]]
    doubts: list[Doubt]


def trace(image: Image.Image, seeds: Sequence[Seed], wish: Wish | None = None) -> Traced:
    """The areas of an RGB picture, by a marker-controlled watershed from the seeds.

    ScanError where seeds lie beside the picture or in one place, or decisions name what is no area.
    """
    wish = wish or Wish()
    check_seeds(seeds, image.size)
    task = _Task(image, seeds, wish)
    _check_decided(wish.decided, task.names)
    return task.traced()


def _check_decided(decided: Mapping[Pair, str], names: Sequence[str]) -> None:
    unknown = sorted({name for pair in decided for name in pair if name not in names})
    if unknown:
        raise ScanError("\n".join(_no_area(name, names) for name in unknown))


def _no_area(name: str, names: Sequence[str]) -> str:
    hint = did_you_mean(nearest(name, names, 1, 0.5)) or "look it up"
    return f"--decided: no area is named {name!r}; {hint}"


@dataclass(frozen=True)
class _Task:
    """One picture, reduced, with all that is said of it; what is worked out is kept."""

    image: Image.Image
    seeds: Sequence[Seed]
    wish: Wish

    @cached_property
    def names(self) -> list[str]:
        """The names of areas, each once; their numbers count from 1."""
        return list(dict.fromkeys(seed.name for seed in self.seeds if seed.name != OUTSIDE))

    @cached_property
    def field(self) -> Field:
        return self.wish.field or (0, 0, *self.image.size)

    @cached_property
    def scale(self) -> float:
        """Pixels of the picture for one of the reduced picture."""
        left, top, right, bottom = self.field
        return max(1.0, math.sqrt((right - left) * (bottom - top) / _MOST))

    @cached_property
    def art(self) -> Image.Image:
        """The field, reduced."""
        left, top, right, bottom = self.field
        size = (max(1, round((right - left) / self.scale)), max(1, round((bottom - top) / self.scale)))
        if size == self.image.size:
            return self.image
        return self.image.resize(size, Image.Resampling.BILINEAR, self.field)

    def down(self, point: tuple[float, float]) -> tuple[float, float]:
        """A point of the picture as column and row of the reduced one."""
        left, top, right, bottom = self.field
        return (
            (point[0] - left) * self.art.width / (right - left),
            (point[1] - top) * self.art.height / (bottom - top),
        )

    def up(self, points: Array) -> Array:
        """Points of the reduced picture in pixels of the picture, to a hundredth."""
        left, top, right, bottom = self.field
        ratio = ((right - left) / self.art.width, (bottom - top) / self.art.height)
        return numpy.asarray(numpy.round(points * ratio + (left, top), 2))

    @cached_property
    def markers(self) -> list[flooding.Marker]:
        """The seeds in the field; `outside` may lie beside it. ScanError where an area does."""
        made, beside = [], []
        for seed in self.seeds:
            x, y = map(math.floor, self.down((seed.x, seed.y)))
            if 0 <= x < self.art.width and 0 <= y < self.art.height:
                made.append((0 if seed.name == OUTSIDE else self.names.index(seed.name) + 1, x, y))
            elif seed.name != OUTSIDE:
                beside.append(f"{seed.where or seed.name}: {seed} lies beside the --field")
        if beside:
            raise ScanError("\n".join(beside))
        return made

    @cached_property
    def usual(self) -> float:
        """How wide a usual area is, in reduced pixels."""
        return math.sqrt(self.art.width * self.art.height / len(self.markers))

    @cached_property
    def pixels(self) -> Array:
        """The field in CIE L*a*b*."""
        return heights.lab_of(self.art)

    @cached_property
    def ink(self) -> Array:
        """How strongly every pixel is printed, with strokes."""
        return self._with_strokes(heights.elevation_of(self.pixels, self.wish.inks, self.scale))

    @cached_property
    def elevation(self) -> Array:
        """The elevation map that is flooded."""
        lines = heights.without_lettering(self.ink, _WORD * self.usual)
        return self._with_strokes(heights.bridged(lines, _REACH * self.usual))

    def _with_strokes(self, elevation: Array) -> Array:
        return heights.with_strokes(
            elevation, [[self.down(point) for point in line] for line in self.wish.strokes]
        )

    def traced(self) -> Traced:
        """The answer to all that was said."""
        ground, reach = flooding.open_ground(self.ink, len(self.markers)), _REACH * self.usual
        faces = ground.faces
        owners = flooding.owners_of(ground, heights.bridged(self.ink, reach), self.markers, reach)
        empty = [face for face in numpy.flatnonzero(ground.large).tolist() if face not in owners]
        paper = flooding.outside_of(faces, self.markers)
        if not self.wish.field:
            paper |= flooding.paper_of(ground, owners)
        marks = flooding.marks_of(ground, owners, self.markers, paper, reach / 2)
        labels = flooding.flooded(self.elevation, marks)
        labels = flooding.without_splinters(flooding.without_corridors(labels, self.pixels), marks)
        shapes = {
            self.names[number - 1]: shapely.transform(shape, self.up)
            for number, shape in outlines(labels).items()
        }
        shapes = {name: shapes[name] for name in self.names if name in shapes}
        level = graph.usual_strength(labels, self.elevation)
        closed = flooding.closed_ground(self.elevation, level, marks)
        closed |= paper
        left = [face for face in empty if closed[faces == face].mean() > _CLOSED]
        found = _Contacts(self, labels, shapes, level)
        doubts = [*self._missing(faces, left, labels), *found.lost(labels), *found.doubts()]
        return Traced(shapes, found.contacts(), weightiest(doubts))

    def _missing(self, faces: Array, large: Sequence[int], labels: Array) -> list[Doubt]:
        """Large closed faces without a seed."""
        from scipy import ndimage

        made, boxes, around = [], ndimage.find_objects(faces), flooding.around(faces)
        for face in large:
            box = boxes[face - 1]
            inside = faces[box] == face
            deep = ndimage.distance_transform_edt(numpy.pad(inside, 1))[1:-1, 1:-1]
            y, x = numpy.unravel_index(int(deep.argmax()), deep.shape)
            at = self.up(numpy.array([x + box[1].start + 0.5, y + box[0].start + 0.5]))
            number = int(numpy.bincount(labels[box][inside]).argmax())
            if not number and face == around:
                continue
            name = self.names[number - 1] if number else OUTSIDE
            size = (2 * float(deep.max()) / self.usual) ** 2
            made.append(Doubt("missing seed", (name,), (float(at[0]), float(at[1])), name, size))
        return made


class _Contacts:
    """Who touches whom in labelled pixels, held against what the user decided."""

    def __init__(self, task: _Task, labels: Array, shapes: Mapping[str, BaseGeometry], level: float) -> None:
        self.task = task
        deep = graph.ink_depth(labels, heights.darkness(task.pixels))
        self.lines = graph.lines_of(labels, deep)
        self.limit = self.lines.shortest * task.scale
        self.borders = {
            self._names(pair): border
            for pair, border in graph.borders_of(labels, task.elevation, level, deep).items()
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
        """All contacts, with the length of the common border in pixels of the picture."""
        pairs = sorted(pair for pair in self.lengths if self.says(pair) == CONTACT)
        return [(*pair, round(self.lengths[pair], 1)) for pair in pairs]

    def doubts(self) -> list[Doubt]:
        """Short borders, borders that are not printed, and gaps in others.

        A short border in a blot is hardly anything but a corner. A long one is the most doubtful of all: its
        length speaks for a contact, its ink for a corner. Where ink is broad, longer ones are near the limit.
        """
        made, usual = [], self.task.usual * self.task.scale
        for pair, length in self.lengths.items():
            if pair in self.task.wish.decided or pair not in self.borders:
                continue
            border = self.borders[pair]
            broad, ratio = self.blotted(pair), length / (self.lines.limit(border) * self.task.scale)
            if ratio > 1 / _LIMITS and (broad or ratio < _LIMITS):
                near = float(ratio > 1) if broad else min(ratio, 1 / ratio)
                made.append(self._doubt("near corner", pair, border.at, near * self.limit / usual, length))
            elif length >= self.limit and border.open_sides * self.task.scale > self.limit:
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
        x, y = self.task.up(numpy.array(at)).tolist()
        return Doubt(kind, pair, (x, y), self.says(pair), weight, px)
