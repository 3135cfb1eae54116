"""Shapes of SVG as points: paths with their curves, boxes, circles, and how they are moved and turned."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
PLAIN: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_STEPS = 12
_FARTHEST = 1e9  # in units of the drawing: a thousand kilometres in millimetres
_TOKEN = re.compile(r"([A-Za-z])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_COUNTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
_MOVE = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)")


def numbers(text: str) -> list[float]:
    """All numbers of an attribute; ValueError for one that no drawing reaches."""
    return [_number(number) for _, number in _TOKEN.findall(text) if number]


def _number(written: str) -> float:
    number = float(written)
    if not abs(number) <= _FARTHEST:
        raise ValueError(f"{written[:40]} is farther than any drawing reaches")
    return number


def times(a: Matrix, b: Matrix) -> Matrix:
    """First b, then a."""
    return (
        a[0] * b[0] + a[2] * b[1],
        a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3],
        a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4],
        a[1] * b[4] + a[3] * b[5] + a[5],
    )


def placed(matrix: Matrix, point: Point) -> Point:
    """Where a point lies after a transformation; ValueError where no drawing reaches."""
    x, y = point
    at = (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])
    if not all(abs(one) <= _FARTHEST for one in at):
        raise ValueError(f"a point of it lies farther than any drawing reaches, at {at[0]:g}, {at[1]:g}")
    return at


def transformation(text: str) -> Matrix:
    """The matrix of a `transform` attribute; ValueError where it has too few numbers."""
    whole = PLAIN
    for kind, inside in _MOVE.findall(text):
        whole = times(whole, _matrix(kind, numbers(inside)))
    return whole


def _matrix(kind: str, given: list[float]) -> Matrix:
    if kind == "matrix":
        a, b, c, d, e, f = given
        return (a, b, c, d, e, f)
    first, *rest = given
    if kind == "translate":
        return (1, 0, 0, 1, first, rest[0] if rest else 0)
    if kind == "scale":
        return (first, 0, 0, rest[0] if rest else first, 0, 0)
    if kind != "rotate":
        slope = math.tan(math.radians(first))
        return (1, 0, slope, 1, 0, 0) if kind == "skewX" else (1, slope, 0, 1, 0, 0)
    cos, sin = math.cos(math.radians(first)), math.sin(math.radians(first))
    turn = (cos, sin, -sin, cos, 0.0, 0.0)
    if not rest:
        return turn
    x, y = rest
    return times(times((1, 0, 0, 1, x, y), turn), (1, 0, 0, 1, -x, -y))


def path_lines(text: str) -> list[list[Point]]:
    """The lines of a path's `d`, curves as short straight pieces; ValueError where it cannot be read."""
    pen = _Pen()
    for command, given in _commands(text):
        pen.do(command, given)
    return [line for line in pen.lines if len(line) > 1]


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    command, given = "", []
    for letter, number in [*_TOKEN.findall(text), ("end", "")]:
        if number:
            given.append(_number(number))
            continue
        if command:
            yield from _split(command, given)
        command, given = letter, []


def _split(command: str, given: list[float]) -> Iterator[tuple[str, list[float]]]:
    count = _COUNTS.get(command.lower())
    if count is None or (count and (not given or len(given) % count)) or (not count and given):
        raise ValueError(f"{command!r} with {len(given)} numbers")
    yield command, given[:count]
    after = {"m": "l", "M": "L"}.get(command, command)
    for start in range(count, len(given), count or 1):
        yield after, given[start : start + count]


class _Pen:
    """Draws commands one after the other."""

    def __init__(self) -> None:
        self.lines: list[list[Point]] = []
        self.at: Point = (0.0, 0.0)
        self.handle: Point | None = None
        self.kind = ""

    def do(self, command: str, given: list[float]) -> None:
        kind = command.lower()
        x, y = self.at if command.islower() else (0.0, 0.0)
        if kind == "z":
            self._close()
        elif kind == "m":
            self.at = (x + given[0], y + given[1])
            self.lines.append([self.at])
        elif kind in "hv":
            self._to((x + given[0], self.at[1]) if kind == "h" else (self.at[0], y + given[0]))
        elif kind == "a":
            self._arc(given, (x + given[5], y + given[6]))
        else:
            self._curve(kind, [(x + a, y + b) for a, b in zip(given[::2], given[1::2], strict=True)])
        self.kind = kind

    def _to(self, point: Point) -> None:
        if not self.lines:
            raise ValueError("a path begins with M")
        self.lines[-1].append(point)
        self.at = point

    def _close(self) -> None:
        if self.lines:
            self._to(self.lines[-1][0])
            self.lines.append([self.at])

    def _curve(self, kind: str, points: list[Point]) -> None:
        """Lines, and curves of Bezier of second and third order; smooth ones mirror the handle before."""
        smooth = {"s": "cs", "t": "qt"}.get(kind)
        if smooth:
            mirror = self.at
            if self.handle and self.kind in smooth:
                mirror = (2 * self.at[0] - self.handle[0], 2 * self.at[1] - self.handle[1])
            points = [mirror, *points]
        self.handle = points[-2] if len(points) > 1 else None
        steps = 1 if len(points) == 1 else _STEPS
        bones = [self.at, *points]
        for step in range(1, steps + 1):
            self._to(_between(bones, step / steps))

    def _arc(self, given: list[float], end: Point) -> None:
        """An arc of an ellipse, as the standard says to find its middle."""
        rx, ry, turn, large, sweep = abs(given[0]), abs(given[1]), math.radians(given[2]), given[3], given[4]
        if not rx or not ry or end == self.at:
            self._to(end)
            return
        cos, sin = math.cos(turn), math.sin(turn)
        half = ((self.at[0] - end[0]) / 2, (self.at[1] - end[1]) / 2)
        u, v = (cos * half[0] + sin * half[1]) / rx, (cos * half[1] - sin * half[0]) / ry
        far = u * u + v * v
        grown = max(1.0, math.sqrt(far))
        rx, ry, u, v = rx * grown, ry * grown, u / grown, v / grown
        away = math.sqrt(max(0.0, 1 / min(far, 1.0) - 1)) * (1 if bool(large) != bool(sweep) else -1)
        mid_u, mid_v = away * v, -away * u
        first, last = math.atan2(v - mid_v, u - mid_u), math.atan2(-v - mid_v, -u - mid_u)
        span = (last - first) % math.tau if sweep else -((first - last) % math.tau)
        x0 = (self.at[0] + end[0]) / 2 + cos * mid_u * rx - sin * mid_v * ry
        y0 = (self.at[1] + end[1]) / 2 + sin * mid_u * rx + cos * mid_v * ry
        for step in range(1, 2 * _STEPS):
            angle = first + span * step / (2 * _STEPS)
            a, b = rx * math.cos(angle), ry * math.sin(angle)
            self._to((x0 + cos * a - sin * b, y0 + sin * a + cos * b))
        self._to(end)


def _between(bones: list[Point], part: float) -> Point:
    """A point of a curve of Bezier."""
    while len(bones) > 1:
        bones = [(a + (c - a) * part, b + (d - b) * part) for (a, b), (c, d) in pairwise(bones)]
    return bones[0]


def oval(x: float, y: float, across: float, down: float) -> list[Point]:
    """A circle or an ellipse as a closed line."""
    turns = [math.tau * step / 48 for step in range(49)]
    return [(x + across * math.cos(turn), y + down * math.sin(turn)) for turn in turns]
