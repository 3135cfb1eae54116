"""Posts: round dots as dark as borders, printed where four areas or more meet in one point.

Such a dot says that areas across it do not touch. Borders inside a wide river, or in thick ink, may run so
that two of them seem to share a short one there: within a post's reach, areas touch only their neighbours
around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy
import shapely
from numpy.typing import NDArray

from maps.scan.trace_outline import Arcs

Array = NDArray[Any]
Pair = tuple[int, int]
_DARK = 0.6  # of how light the ground is: ink of borders is darker
_LEAST, _MOST = 2.5, 20.0  # pixels: a post's radius
_RING, _ROUND = 1.35, 0.5  # radii: so far away, no more than this share of all around is as dark
_ON = 2.0  # radii: so near a border runs past its middle
_REACHES = (4.0, 5.0, 6.0, 7.0, 8.0)  # radii: so far away, borders are clear of each other again
_SLIVER = 0.03  # of all around: what is seen of an area there is none
_AROUND = 180  # points
_SEVERAL = 3  # so many posts are there on purpose


@dataclass(frozen=True, slots=True)
class Post:
    """A dot's middle and radius, in pixels of the reduced picture."""

    x: float
    y: float
    radius: float

    def circle(self, radii: float) -> tuple[Array, Array]:
        """Rows and columns of points around it, so many radii away."""
        turn = numpy.arange(_AROUND) * 2 * numpy.pi / _AROUND
        far = self.radius * radii
        return (self.y + far * numpy.sin(turn)).astype(int), (self.x + far * numpy.cos(turn)).astype(int)


@dataclass(frozen=True)
class Posted:
    """How many posts there are among four areas or more, and which pairs only meet there."""

    count: int = 0
    pairs: frozenset[Pair] = frozenset()

    @property
    def everywhere(self) -> bool:
        """Whether this map has posts, so that where none is, there is no corner of four areas."""
        return self.count >= _SEVERAL


def posted(arcs: Arcs, labels: Array, pixels: Array, ground: Array) -> Posted:
    """Pairs across a post only meet there, if they share no border beyond its reach.

    `labels` are the areas of the pixels of a reduced (rows, columns, 3) picture, `ground` its paper.
    """
    count, pairs = 0, set[Pair]()
    borders = shapely.STRtree(arcs.lines)
    for post in find_posts(pixels, ground):
        on = borders.query(shapely.Point(post.x, post.y), "dwithin", distance=_ON * post.radius)
        around, reach = _areas_around(post, labels) if len(on) else ([], 0.0)
        if around:
            count += 1
            pairs.update(_across(around, shapely.Point(post.x, post.y).buffer(reach * post.radius), arcs))
    return Posted(count, frozenset(pairs))


def find_posts(pixels: Array, ground: Array) -> Iterator[Post]:
    """All round dots that are darker than the ground around them, and no wider than a post."""
    from scipy import ndimage

    light = ndimage.gaussian_filter(pixels.mean(axis=2, dtype=numpy.float32), 1.0)
    dark = light < _DARK * ground.mean(axis=2)
    deep = ndimage.distance_transform_edt(numpy.pad(dark, 1))[1:-1, 1:-1]
    top = (deep >= _LEAST) & (deep <= _MOST) & (deep >= ndimage.maximum_filter(deep, 7))
    parts, count = ndimage.label(top, structure=numpy.ones((3, 3)))
    for y, x in ndimage.center_of_mass(top, parts, range(1, count + 1)):
        post = Post(x + 0.5, y + 0.5, float(deep[int(y), int(x)]))
        if _is_inside(post, dark.shape) and dark[post.circle(_RING)].mean() <= _ROUND:
            yield post


def _is_inside(post: Post, shape: tuple[int, ...]) -> bool:
    """Whether all of the picture within a post's reach is there."""
    far = _REACHES[-1] * post.radius + 1
    return far <= post.x < shape[1] - far and far <= post.y < shape[0] - far


def _areas_around(post: Post, labels: Array) -> tuple[list[int], float]:
    """The four areas or more around a post, as they follow each other, and how many radii away at most.

    Where one of them is the paper, it is no post but a place where a border comes to the frame.
    """
    found, far = list[int](), 0.0
    for reach in _REACHES:
        around = _in_turn(labels[post.circle(reach)])
        if len(around) == len(set(around)) >= 4 and all(around) and (not found or {*around} == {*found}):
            found, far = around, reach
    return found, far


def _across(around: Sequence[int], near: shapely.Geometry, arcs: Arcs) -> Iterator[Pair]:
    """The pairs across a post, all of whose border lies near it."""
    for first, second in combinations(range(len(around)), 2):
        one, other = sorted((around[first], around[second]))
        common = arcs.lines[(arcs.one == one) & (arcs.other == other)]
        beside = second - first in (1, len(around) - 1)
        if not beside and len(common) and shapely.covers(near, common).all():
            yield one, other


def _in_turn(circle: Array) -> list[int]:
    """The areas along a circle, each as often as it is come to; slivers are passed over."""
    numbers, counts = numpy.unique(circle, return_counts=True)
    seen = circle[numpy.isin(circle, numbers[counts > _SLIVER * len(circle)])]
    return [int(number) for number in seen[seen != numpy.roll(seen, 1)]]
