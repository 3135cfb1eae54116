"""The signs laid over a board: arrows, bursts, crosses, small round signs. Sizes are in pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from counters.faces.lettering import capital_height, fit, font
from maps.drawing.curve import between, dashed

Point = tuple[float, float]
Colour = str

FINER = 3
INK, PAPER, RED, YELLOW, GREEN = "#1c1712", "#fffdf4", "#b3121d", "#ffd23f", "#2f7d32"
GLOW = "#ffd60a"

DASHES: dict[str, tuple[float, float]] = {
    "move": (0, 0),
    "advance": (0, 0),
    "reserve": (2.6, 1.0),
    "retreat": (1.1, 0.9),
    "free": (0.25, 0.9),
}
"""Dash and gap by the way a unit went, as multiples of the arrow's width; (0, 0) is an unbroken line."""
_OTHER = (1.7, 0.9)
NUMBERED = 0.85
"""How far left of a star's middle and above it its number stands, in its radius."""


class Pen:
    """A small transparent sheet over a part of the picture, drawn larger so that edges come out smooth."""

    def __init__(self, box: tuple[float, float, float, float]) -> None:
        self.left, self.top = math.floor(box[0]), math.floor(box[1])
        size = (math.ceil(box[2]) - self.left, math.ceil(box[3]) - self.top)
        self.sheet = Image.new("RGBA", (max(1, size[0]) * FINER, max(1, size[1]) * FINER), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.sheet)

    def at(self, points: Sequence[Point]) -> list[Point]:
        """Points of the picture on this sheet."""
        return [((x - self.left) * FINER, (y - self.top) * FINER) for x, y in points]

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """A line with round bends and ends."""
        dots, thick = self.at(points), max(1, round(width * FINER))
        self.draw.line(dots, colour, thick, joint="curve")
        for x, y in (dots[0], dots[-1]):
            self.draw.circle((x, y), thick / 2, fill=colour)

    def polygon(self, points: Sequence[Point], fill: Colour, rim: Colour = "", width: float = 0) -> None:
        """A filled shape with a rim."""
        dots = self.at(points)
        self.draw.polygon(dots, fill=fill)
        if rim:
            self.draw.line([*dots, dots[0], dots[1]], rim, max(1, round(width * FINER)), joint="curve")

    def disc(self, centre: Point, radius: float, fill: Colour, rim: Colour, width: float) -> None:
        """A filled circle with a rim."""
        ((x, y),) = self.at([centre])
        self.draw.circle((x, y), radius * FINER, fill, rim, max(1, round(width * FINER)))

    def box(self, rect: tuple[float, float, float, float], fill: Colour, rim: Colour, width: float) -> None:
        """A square with round corners and a rim."""
        (left, top), (right, bottom) = self.at([rect[:2], rect[2:]])
        radius = (right - left) * 0.18
        self.draw.rounded_rectangle(
            (left, top, right, bottom), radius, fill, rim, max(1, round(width * FINER))
        )

    def word(self, middle: Point, text: str, width: float, height: float, colour: Colour) -> None:
        """A word, centred, as large as the box allows."""
        ((x, y),) = self.at([middle])
        size = fit(text, "bold", width * FINER, height * FINER)
        down = y + capital_height(size) / 2
        self.draw.text((x, round(down)), text, fill=colour, font=font("bold", size), anchor="ms")

    def onto(self, picture: Image.Image, strength: float = 1.0) -> None:
        """Lay the sheet on the picture; below 1.0 the picture shows through."""
        patch = self.sheet.reduce(FINER)
        if strength < 1:
            patch.putalpha(patch.getchannel("A").point(lambda value: round(value * strength)))
        picture.paste(patch, (self.left, self.top), patch)


def arrow(picture: Image.Image, points: Sequence[Point], how: str, colour: Colour, width: float) -> None:
    """An arrow along points, its head at the last; `how` the unit went says how the line is broken."""
    pen = Pen(_around(points, width * 3))
    *way, tip = points
    shaft = [*way, before(way[-1], tip, width * 1.9)]
    dash, gap = DASHES.get(how, _OTHER)
    strokes = list(dashed(shaft, dash * width, gap * width)) if dash else [shaft]
    head = _head(way[-1], tip, width)
    for stroke in strokes:
        pen.line(stroke, INK, width + 4)
    pen.polygon(head, INK, INK, 5)
    for stroke in strokes:
        pen.line(stroke, colour, width)
    if how == "advance":
        pen.line(shaft, PAPER, width * 0.3)
    pen.polygon(head, colour)
    pen.onto(picture, 0.92)


def thrust(picture: Image.Image, start: Point, end: Point, width: float) -> None:
    """The arrow of an attack: red, slim, under the burst."""
    pen = Pen(_around((start, end), width * 4))
    shaft = (start, before(start, end, width * 2))
    pen.line(shaft, PAPER, width + 4)
    pen.polygon(_head(start, end, width * 1.3), PAPER, PAPER, 5)
    pen.line(shaft, RED, width)
    pen.polygon(_head(start, end, width * 1.3), RED)
    pen.onto(picture, 0.92)


def burst(picture: Image.Image, at: Point, radius: float, odds: str, die: str, result: str) -> None:
    """A battle: a star with the odds and the result, and the die beside it."""
    x, y = at
    pen = Pen((x - radius * 1.3, y - radius * 1.3, x + radius * 1.6, y + radius * 1.3))
    spikes: list[Point] = []
    for n in range(24):
        reach, turn = radius * (0.9 if n % 2 else 1.18), n * math.pi / 12
        spikes.append((x + reach * math.sin(turn), y - reach * math.cos(turn)))
    pen.polygon(spikes, YELLOW, RED, radius * 0.07)
    pen.word((x, y - radius * 0.42), odds, radius * 1.1, radius * 0.34, INK)
    pen.word((x, y + radius * 0.2), result, radius * 1.5, radius * 0.5, RED)
    side = radius * 0.62
    left, top = x + radius * 0.62, y + radius * 0.5
    pen.box((left, top, left + side, top + side), PAPER, INK, radius * 0.06)
    pen.word((left + side / 2, top + side / 2), die, side * 0.8, side * 0.62, INK)
    pen.onto(picture)


def number(picture: Image.Image, at: Point, radius: float, which: int) -> None:
    """Which of several fires a star is: a dark disc at its upper left."""
    x, y = at[0] - radius * NUMBERED, at[1] - radius * NUMBERED
    size = radius * 0.36
    pen = Pen((x - size * 1.2, y - size * 1.2, x + size * 1.2, y + size * 1.2))
    pen.disc((x, y), size, INK, PAPER, radius * 0.06)
    pen.word((x, y), str(which), size * 1.4, size * 1.1, PAPER)
    pen.onto(picture)


def check(picture: Image.Image, at: Point, radius: float, die: str, passed: bool) -> None:
    """The die of the morale check after a fire, at the lower left of its star: passed green, failed red."""
    side = radius * 0.62
    left, top = at[0] - radius * 0.62 - side, at[1] + radius * 0.5
    pen = Pen((left - radius * 0.1, top - radius * 0.1, left + side * 1.2, top + side * 1.2))
    pen.box((left, top, left + side, top + side), GREEN if passed else RED, PAPER, radius * 0.06)
    pen.word((left + side / 2, top + side / 2), die, side * 0.8, side * 0.62, PAPER)
    pen.onto(picture)


def burst_frames(
    radius: float, numbered: bool = False, checked: bool = False
) -> list[tuple[float, float, float, float]]:
    """What the star of a battle covers, as frames about its middle; its dice and its number by themselves."""
    far, near, half = radius * 1.2, radius * 0.6, radius * 0.9
    star = [(-far, -near, far, near), (-near, -far, near, far), (-half, -half, half, half)]
    disc = (-radius * 1.2, -radius * 1.2, -radius * 0.5, -radius * 0.5)
    die = (radius * 0.6, radius * 0.48, radius * 1.27, radius * 1.15)
    morale = (-radius * 1.27, radius * 0.48, -radius * 0.6, radius * 1.15)
    return [*star, die, *([disc] if numbered else []), *([morale] if checked else [])]


def count(picture: Image.Image, box: Sequence[float], number: str) -> None:
    """A number on a small slip of paper, laid over the one that stands in a box of a counter."""
    left, top, right, bottom = box
    middle, half = ((left + right) / 2, (top + bottom) / 2), (bottom - top) / 2
    pen = Pen((middle[0] - half * 1.2, top - half * 0.2, middle[0] + half * 1.2, bottom + half * 0.2))
    pen.box((middle[0] - half, top, middle[0] + half, bottom), PAPER, RED, half * 0.16)
    pen.word(middle, number, half * 1.5, half * 1.3, RED)
    pen.onto(picture)


def cross(picture: Image.Image, at: Point, size: float) -> None:
    """A red cross over something lost."""
    (x, y), half = at, size / 2
    pen = Pen((x - size, y - size, x + size, y + size))
    for colour, width in ((PAPER, size * 0.2), (RED, size * 0.12)):
        for tilt in (1, -1):
            pen.line(((x - half, y - half * tilt), (x + half, y + half * tilt)), colour, width)
    pen.onto(picture)


def sign(picture: Image.Image, at: Point, radius: float, plus: bool) -> None:
    """A small round sign on a counter: a plus in green, or a minus in red."""
    x, y = at
    pen = Pen((x - radius * 1.3, y - radius * 1.3, x + radius * 1.3, y + radius * 1.3))
    pen.disc(at, radius, GREEN if plus else RED, PAPER, radius * 0.22)
    pen.line(((x - radius * 0.45, y), (x + radius * 0.45, y)), PAPER, radius * 0.28)
    if plus:
        pen.line(((x, y - radius * 0.45), (x, y + radius * 0.45)), PAPER, radius * 0.28)
    pen.onto(picture)


def glow(picture: Image.Image, at: Point, size: float, square: bool) -> None:
    """A bright frame with a dark edge, so wide: something is to be decided here. It is round about a space,
    square under a counter."""
    x, y = at
    half, line = size / 2, size * 0.09
    pen = Pen((x - half * 1.2, y - half * 1.2, x + half * 1.2, y + half * 1.2))
    if square:
        pen.box((x - half, y - half, x + half, y + half), GLOW, INK, line * 0.4)
    else:
        ring = [
            (x + half * math.sin(n * math.pi / 18), y - half * math.cos(n * math.pi / 18)) for n in range(37)
        ]
        pen.line(ring, INK, line * 1.8)
        pen.line(ring, GLOW, line)
    pen.onto(picture)


def framed(picture: Image.Image, parts: Sequence[Sequence[int]], counter: int) -> Image.Image:
    """A copy of the picture with a numbered frame about each of these parts."""
    copy = picture.copy()
    pen = ImageDraw.Draw(copy)
    for which, (left, top, right, bottom) in enumerate(parts, 1):
        for colour, width in ((PAPER, counter // 3), (RED, counter // 5)):
            pen.rectangle((left, top, right, bottom), outline=colour, width=width)
        number(copy, (left + counter * 2, top + counter * 2), counter * 2, which) if len(parts) > 1 else None
    return copy


def _head(start: Point, tip: Point, width: float) -> list[Point]:
    """The three corners of an arrow's head."""
    base = before(start, tip, width * 2.4)
    length = math.dist(base, tip) or 1.0
    across = ((tip[1] - base[1]) / length * width * 1.5, (base[0] - tip[0]) / length * width * 1.5)
    return [(base[0] + across[0], base[1] + across[1]), tip, (base[0] - across[0], base[1] - across[1])]


def before(start: Point, tip: Point, distance: float) -> Point:
    """The point on the way to the tip that is so far from it, the start at most."""
    length = math.dist(start, tip) or 1.0
    return between(tip, start, min(1.0, distance / length))


def _around(points: Sequence[Point], margin: float) -> tuple[float, float, float, float]:
    across, down = [x for x, _ in points], [y for _, y in points]
    return (min(across) - margin, min(down) - margin, max(across) + margin, max(down) + margin)
