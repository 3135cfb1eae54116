"""Lines that look grown: swings and bends that are the same each time the same line is drawn."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

from maps.grids.hexes import Point

Line = list[Point]
_EASE = 0.4
"""How much the bends of a way along hexsides are drawn in."""


def chance_of(*numbers: float) -> random.Random:
    """A source of chance that depends on these numbers alone, to a hundredth."""
    return random.Random(" ".join(f"{round(number, 2):.2f}" for number in numbers))


def grown(line: Sequence[Point], swing: float, closed: bool = False) -> Line:
    """The line with a swing of this part of its length in each straight piece, then rounded at its bends.

    An open line sways to one side and as far to the other, so that it keeps to the middle of every piece.
    """
    points = [*line, line[0]] if closed else list(line)
    swung = [point for a, b in pairwise(points) for point in (a, *_swung(a, b, swing, not closed))]
    return rounded(swung if closed else [*swung, points[-1]], closed)


def _swung(a: Point, b: Point, swing: float, even: bool) -> Line:
    """Two points between the ends, moved aside; the same from either end."""
    first, last = min(a, b), max(a, b)
    chance = chance_of(*first, *last)
    across, along = last[0] - first[0], last[1] - first[1]
    one, other = chance.uniform(-swing, swing), chance.uniform(-swing, swing)
    found = [
        (first[0] + across * part - along * aside, first[1] + along * part + across * aside)
        for part, aside in ((0.33, one), (0.67, -one if even else other))
    ]
    return found if first == a else found[::-1]


def rounded(line: Sequence[Point], closed: bool = False, rounds: int = 2) -> Line:
    """Corners cut again and again (Chaikin): a smooth line near the old one, its ends where they were."""
    points = list(line)
    for _ in range(rounds):
        cut: Line = []
        for a, b in pairwise([*points, points[0]] if closed else points):
            cut += [between(a, b, 0.25), between(a, b, 0.75)]
        points = cut if closed else [points[0], *cut[1:-1], points[-1]]
    return points


def eased(line: Sequence[Point], rounds: int) -> Line:
    """A line whose points are drawn towards the middle of their neighbours again and again, its ends kept."""
    points = list(line)
    for _ in range(rounds):
        inner = [
            between(at, between(before, after, 0.5), 0.5)
            for before, at, after in zip(points, points[1:], points[2:], strict=False)
        ]
        points = [points[0], *inner, points[-1]]
    return points


def sharpest(line: Sequence[Point]) -> float:
    """How far a line turns at its sharpest point, 0 to pi."""
    ways = [math.atan2(v - y, u - x) for (x, y), (u, v) in pairwise(line)]
    turns = (abs((b - a + math.pi) % math.tau - math.pi) for a, b in pairwise(ways))
    return max(turns, default=0.0)


def between(a: Point, b: Point, part: float) -> Point:
    """The point this part of the way from one to another: 0 is the first, 1 the other, 2 as far beyond it."""
    return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)


def flowing(corners: Sequence[Point], size: float) -> Line:
    """A way along hexsides as water runs: its bends drawn in, uneven and round; it keeps to their middles. A
    ring is round where it begins, too."""
    closed = corners[0] == corners[-1]
    bends = [
        (x + sway(x, y, size), y + sway(y + 37.0, x, size)) for x, y in corners[1 : None if closed else -1]
    ]
    middles = [between(a, b, 0.5) for a, b in pairwise(corners)]
    line = [middles[0]]
    for (before, after), corner in zip(pairwise([*middles, *middles[:closed]]), bends, strict=True):
        line += [between(corner, between(before, after, 0.5), _EASE), after]
    if not closed:
        return rounded([corners[0], *line, corners[-1]], rounds=3)
    ring = rounded(line[:-1], closed=True, rounds=3)
    return [*ring, ring[0]]


def sway(x: float, y: float, size: float) -> float:
    """How far a point of the land is moved aside: a little, and evenly from place to place."""
    u, v = x / size, y / size
    waves = math.sin(3.1 * u + 1.7 * math.sin(2.3 * v)) + 0.6 * math.sin(5.3 * v + 2.1 * math.sin(3.7 * u))
    return 0.034 * size * waves


def drift(x: float, y: float, size: float) -> Point:
    """How a line drifts aside that runs through a point, over many hexes and by 1 at most: what is quite
    straight looks drawn with a ruler."""
    u, v = x / size, y / size
    return (
        0.6 * math.sin(0.9 * v + 1.3 * math.sin(0.47 * u)) + 0.4 * math.sin(2.1 * v + 1.9 * u),
        0.6 * math.sin(0.8 * u + 1.1 * math.sin(0.53 * v)) + 0.4 * math.sin(1.8 * u - 2.3 * v),
    )


def through(points: Sequence[Point], steps: int) -> Line:
    """A smooth line through points (Catmull and Rom), with so many points for each piece; a ring is smooth
    where it begins, too."""
    if len(points) < 3:
        return list(points)
    closed = points[0] == points[-1]
    first = points[-2] if closed else between(points[1], points[0], 2.0)
    last = points[1] if closed else between(points[-2], points[-1], 2.0)
    line = [points[0]]
    whole = [first, *points, last]
    for p, q, r, s in zip(whole, whole[1:], whole[2:], whole[3:], strict=False):
        for step in range(1, steps + 1):
            t = step / steps
            a, b = t * ((2 - t) * t - 1) / 2, (t * t * (3 * t - 5) + 2) / 2
            c, d = t * ((4 - 3 * t) * t + 1) / 2, t * t * (t - 1) / 2
            line.append(
                (a * p[0] + b * q[0] + c * r[0] + d * s[0], a * p[1] + b * q[1] + c * r[1] + d * s[1])
            )
    return line


def marks_along(line: Sequence[Point], gap: float) -> Iterator[tuple[Point, Point]]:
    """Points at even gaps along a line, half a gap from its ends, with the direction of the line there."""
    length = sum(math.dist(a, b) for a, b in pairwise(line))
    count = max(1, round(length / gap))
    wanted = [(number + 0.5) * length / count for number in range(count)]
    done = 0.0
    for a, b in pairwise(line):
        reach = math.dist(a, b)
        while wanted and reach and wanted[0] <= done + reach:
            part = (wanted.pop(0) - done) / reach
            along = ((b[0] - a[0]) / reach, (b[1] - a[1]) / reach)
            yield between(a, b, part), along
        done += reach


def dashed(points: Sequence[Point], dash: float, gap: float) -> Iterator[Line]:
    """The drawn pieces of a broken line; dash and gap in its units, and it begins with a dash."""
    piece, drawn, left = [points[0]], True, dash
    for (x, y), (u, v) in pairwise(points):
        length, done = math.hypot(u - x, v - y), 0.0
        while length - done > left:
            done += left
            point = (x + (u - x) * done / length, y + (v - y) * done / length)
            if drawn:
                yield [*piece, point]
            piece, drawn = [point], not drawn
            left = dash if drawn else gap
        left -= length - done
        if drawn:
            piece.append((u, v))
    if drawn and len(piece) > 1:
        yield piece


def moved(at: Point, along: Point, forward: float, aside: float = 0.0) -> Point:
    """A point so far forward in a direction, and so far to its left (y downwards)."""
    return (at[0] + along[0] * forward + along[1] * aside, at[1] + along[1] * forward - along[0] * aside)


def towards(a: Point, b: Point) -> Point:
    """The direction from one point to another, of length 1."""
    length = math.dist(a, b) or 1.0
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
