"""Link what is broken: dashes end to end, and lines over their gaps, as a reader's eye does.

Two ends that point at each other and are no further apart than is usual on this picture belong together; the
nearest and straightest are linked first. An end that is left goes on ahead until it meets a line, or turns to
one nearby: borders do not end in open ground. Where lines are drawn through, what is broken is lettering.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from maps.scan.trace_ends import Ends, ends_of

Array = NDArray[Any]
_INKED, _LINKED = 0.5, 0.9  # what is stronger is ink; and a link is a line of such strength
_THROUGH = 0.7  # of the ink: with so much in lines drawn through, there are no dashes
_FAR = 26.0  # pixels of the picture as given: no gap is wider
_TURN, _BOTH = 70.0, 100.0  # degrees: no line turns more at an end; and at both ends of a gap together
_TOUCHING, _ANY = 0.7, 150.0  # widths of a line, and a pixel: ends so near may turn so much together
_BLUNT = 0.8  # widths: so far beside its middle a line may go on
_DOT = 20.0  # degrees: a line is taken to turn so much at a dot
_USUAL = 40.0  # degrees: what turns less tells how wide gaps are
_DEAR = 40.0  # degrees: turning so much is as bad as a gap twice as wide
_WIDER = 2.0  # times as wide as usual a gap may be
# An end turns so much, and goes on so many times as far as usual, to meet a line: first, and if need be.
_ON = ((40.0, 1.6), (85.0, 1.2))
_EVERY = 5.0  # degrees
_CORNER = 1.0  # widths of a line: an end so near is met

Point = tuple[float, float]
Link = tuple[Point, Point]


@dataclass(frozen=True)
class _Pairs:
    """Ends near each other: the numbers of both, how far apart, and the degrees a line turns at each.

    `least` is how much it turns at least: it may go on a little beside the middle of where it ends.
    """

    one: Array
    other: Array
    apart: Array
    turns: Array
    least: Array

    @property
    def cost(self) -> Array:
        """How unlikely they are to belong together: a wider gap, or one less straight."""
        return numpy.asarray(self.apart * (1 + (self.turns / _DEAR) ** 2).sum(axis=0) - self.apart)

    def usual(self, dots: Array, fits: Array) -> float:
        """How wide gaps usually are, from each end that points at another to the nearest."""
        plain = fits & ~dots[self.one] & ~dots[self.other] & (self.least < _USUAL).all(axis=0)
        nearest = numpy.full(len(dots), numpy.inf)
        for ends in (self.one[plain], self.other[plain]):
            numpy.minimum.at(nearest, ends, self.apart[plain])
        known = nearest[numpy.isfinite(nearest)]
        return float(numpy.median(known)) if len(known) else 0.0


def linked(strength: Array, scale: int) -> Array:
    """The strength of lines (`trace_strength`) with links over their gaps; `scale` is its reduction."""
    ink = strength > _INKED
    ends = ends_of(ink)
    if ends.through > _THROUGH:
        return strength
    drawn = Image.new("L", strength.shape[::-1])
    _draw(drawn, links(ink, ends, _FAR / scale), ends.width)
    return numpy.asarray(numpy.maximum(strength, _LINKED * (numpy.asarray(drawn) > 0)), dtype=strength.dtype)


def links(ink: Array, ends: Ends, far: float) -> list[Link]:
    """What links the ends of lines to each other and to lines, over gaps up to so many pixels."""
    if len(ends.at) < 2:
        return []
    pairs = _near(ends, far)
    both = pairs.least.sum(axis=0)
    fits = (pairs.least < _TURN).all(axis=0) & (both < _BOTH)
    fits |= (pairs.apart < _TOUCHING * ends.width + 1) & (both < _ANY)
    gap = pairs.usual(ends.dots, fits)
    made, left = _matched(ends, pairs, fits & (pairs.apart <= _WIDER * gap + ends.width))
    drawn = Image.fromarray(ink.astype(numpy.uint8))
    for turn, times in _ON:
        _draw(drawn, made, ends.width)
        lines, reach = numpy.asarray(drawn), min(far, times * gap + ends.width)
        on = {end: met for end in left if (met := _met(lines, ends, end, turn, reach))}
        reached = _reached(ends, on)
        made += [(_point(ends.at[end]), met) for end, met in on.items() if end not in reached]
        left = [end for end in left if end not in on]
    return made


def _near(ends: Ends, far: float) -> _Pairs:
    from scipy.spatial import cKDTree

    one, other = cKDTree(ends.at).query_pairs(far, output_type="ndarray").T
    way = ends.at[other] - ends.at[one]
    apart = numpy.maximum(numpy.hypot(*way.T), 1e-6)
    way /= apart[:, None]
    turns = numpy.stack((_turn(ends, one, way), _turn(ends, other, -way)))
    beside = numpy.degrees(numpy.arctan(_BLUNT * ends.width / apart))
    return _Pairs(one, other, apart, turns, numpy.maximum(turns - beside, 0))


def _turn(ends: Ends, which: Array, way: Array) -> Array:
    """By how many degrees a line turns that goes on this way."""
    cosine = (ends.ahead[which] * way).sum(axis=1)
    return numpy.asarray(numpy.where(ends.dots[which], _DOT, numpy.degrees(numpy.arccos(cosine.clip(-1, 1)))))


def _matched(ends: Ends, pairs: _Pairs, fits: Array) -> tuple[list[Link], list[int]]:
    """Links between ends, the likeliest first, each end once and dots twice; and the ends that have none."""
    room = numpy.where(ends.dots, 2, 1).tolist()
    made: list[Link] = []
    for pair in numpy.argsort(pairs.cost, kind="stable").tolist():
        one, other = int(pairs.one[pair]), int(pairs.other[pair])
        if fits[pair] and room[one] and room[other]:
            room[one] -= 1
            room[other] -= 1
            made.append((_point(ends.at[one]), _point(ends.at[other])))
    return made, [end for end in numpy.flatnonzero(~ends.dots).tolist() if room[end]]


def _met(ink: Array, ends: Ends, end: int, turn: float, far: float) -> Point | None:
    """The middle of the line that an end meets which goes on for so many pixels and turns so many degrees."""
    turns = numpy.arange(-turn, turn + 1, _EVERY)
    steps = numpy.arange(1.5, far, 0.5)
    angle = numpy.arctan2(ends.ahead[end, 1], ends.ahead[end, 0]) + numpy.radians(turns)
    ways = numpy.stack((numpy.cos(angle), numpy.sin(angle)), axis=1)
    x, y = numpy.rint(ends.at[end] + steps[:, None, None] * ways).astype(int).transpose(2, 0, 1)
    inside = (x >= 0) & (x < ink.shape[1]) & (y >= 0) & (y < ink.shape[0])
    hit = inside & (ink[y.clip(0, ink.shape[0] - 1), x.clip(0, ink.shape[1] - 1)] > 0)
    if not hit.any():
        return None
    after = steps[hit.argmax(axis=0)]
    way = int(numpy.where(hit.any(axis=0), after * (1 + (turns / _DEAR) ** 2), numpy.inf).argmin())
    return _point(ends.at[end] + (after[way] + ends.width / 2) * ways[way])


def _reached(ends: Ends, on: Mapping[int, Point]) -> set[int]:
    """Ends that another one meets, which has less far to go: they are where both lines turn."""
    far = {end: float(numpy.hypot(*(ends.at[end] - met))) for end, met in on.items()}
    reached: set[int] = set()
    for end in sorted(on, key=lambda one: (far[one], one)):
        if end not in reached:
            reached |= {
                other
                for other in on
                if far[other] > far[end] and numpy.hypot(*(ends.at[other] - on[end])) < _CORNER * ends.width
            }
    return reached


def _draw(image: Image.Image, made: Sequence[Link], width: float) -> None:
    ink = ImageDraw.Draw(image)
    for link in made:
        ink.line(link, fill=1, width=max(2, round(width)))


def _point(at: Array) -> Point:
    return float(at[0]), float(at[1])
