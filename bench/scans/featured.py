"""Hex boards with terrain and hexside features in several kinds of print, every word of them known.

Drawn with another pen than `map draw` has: what is recognised here is not recognised by knowing our own art.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy
from PIL import Image, ImageDraw, ImageFont

from maps.grids.hexes import Hexside, Vertex, hexside, vertices

from .country import CLEAR, COAST, FOREST, FORT, HILLS, MARSH, RAIL, RIVER, ROAD, SEA, SLOPE, STREAM, Country

Point = tuple[float, float]
Colour = tuple[int, int, int]
FINE = 2  # boards are drawn this many times larger and then reduced, so that their lines are smooth
PALETTES: Sequence[Mapping[str, Colour]] = (
    {
        SEA: (150, 190, 215),
        CLEAR: (236, 226, 196),
        FOREST: (150, 180, 120),
        HILLS: (204, 178, 136),
        MARSH: (190, 208, 196),
    },
    {
        SEA: (96, 144, 186),
        CLEAR: (214, 218, 168),
        FOREST: (104, 146, 84),
        HILLS: (186, 150, 110),
        MARSH: (158, 190, 150),
    },
    {
        SEA: (188, 214, 222),
        CLEAR: (246, 242, 226),
        FOREST: (196, 214, 170),
        HILLS: (226, 208, 180),
        MARSH: (208, 224, 216),
    },
)


@dataclass(frozen=True)
class Print:
    """How a board is printed. Widths are shares of the pitch."""

    palette: int = 0
    river: Colour = (70, 130, 190)
    wide: float = 0.1
    thin: float = 0.04
    sway: float = 0.05
    shore: float = 0.03
    road: str = "solid"
    rail: str = "ticks"
    slope: str = "comb"
    fort: str = "teeth"
    line: float = 0.02
    numbers: bool = True
    names: bool = True


ROADS = ("solid", "cased", "broken")
RAILS = ("ticks", "barber", "ladder")
SLOPES = ("comb", "thick", "triangles")
FORTS = ("teeth", "blocks", "thick")


def random_print(rng: numpy.random.Generator) -> Print:
    """A print of any kind."""
    blue = int(rng.integers(0, 40))
    return Print(
        palette=int(rng.integers(len(PALETTES))),
        river=(40 + blue, 100 + blue, 170 + blue),
        wide=float(rng.uniform(0.08, 0.12)),
        thin=float(rng.uniform(0.035, 0.05)),
        sway=float(rng.uniform(0.01, 0.06)),
        shore=float(rng.choice([0.0, 0.025, 0.045])),
        road=str(rng.choice(ROADS)),
        rail=str(rng.choice(RAILS)),
        slope=str(rng.choice(SLOPES)),
        fort=str(rng.choice(FORTS)),
        line=float(rng.uniform(0.012, 0.035)),
        numbers=bool(rng.random() < 0.8),
        names=bool(rng.random() < 0.7),
    )


@dataclass(frozen=True)
class Printed:
    """A board and all that is known of it; centres are in pixels."""

    image: Image.Image
    centres: Mapping[str, Point]
    country: Country
    pitch: float


class _Pen:
    """Draws a country, `FINE` times larger than asked for."""

    def __init__(self, made: Country, pitch: float, style: Print, rng: numpy.random.Generator) -> None:
        self.made, self.style, self.rng = made, style, rng
        self.size = pitch * FINE
        self.scale = self.size / made.grid.lattice.pitch
        points = numpy.array([made.grid.centre(one) for one in made.grid.hexes]) * (self.scale, -self.scale)
        self.shift = 1.2 * self.size - points.min(axis=0)
        wide, high = points.max(axis=0) + self.shift + 1.2 * self.size
        paper = (math.ceil(wide / FINE) * FINE, math.ceil(high / FINE) * FINE)
        self.image = Image.new("RGB", paper, (240, 236, 226))
        self.draw = ImageDraw.Draw(self.image)

    def at(self, point: Point) -> Point:
        return point[0] * self.scale + self.shift[0], self.shift[1] - point[1] * self.scale

    def centre(self, one: str) -> Point:
        return self.at(self.made.grid.centre(one))

    def corner(self, vertex: Vertex) -> Point:
        return self.at(self.made.grid.lattice.corner(vertex))

    def ends(self, a: str, b: str) -> tuple[Point, Point]:
        first, second = vertices(self.side(a, b))
        return self.corner(first), self.corner(second)

    def side(self, a: str, b: str) -> Hexside:
        return hexside(self.made.grid.hexes[a], self.made.grid.hexes[b])

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """A line with round joints; `width` in pitches."""
        thick = max(1, round(width * self.size))
        self.draw.line(list(points), colour, thick, joint="curve")
        for x, y in points if thick > 2 else ():
            self.draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), colour)

    def text(self, at: Point, text: str, height: float, colour: Colour) -> None:
        font = ImageFont.load_default(size=max(6, height * self.size))
        self.draw.text(at, text, colour, font, anchor="mm")


def printed(made: Country, pitch: float, style: Print, rng: numpy.random.Generator) -> Printed:
    """The printed sheet; `pitch` is the distance of neighbouring centres in pixels."""
    pen = _Pen(made, pitch, style, rng)
    _grounds(pen)
    _grid(pen)
    _waters(pen)
    _edges(pen)
    _ways(pen)
    _words(pen)
    centres = {one: pen.centre(one) for one in made.grid.hexes}
    return Printed(
        pen.image.reduce(FINE), {one: (x / FINE, y / FINE) for one, (x, y) in centres.items()}, made, pitch
    )


def _grounds(pen: _Pen) -> None:
    palette = PALETTES[pen.style.palette]
    for one, word in pen.made.grounds.items():
        ring = [pen.at(corner) for corner in pen.made.grid.corners(one)]
        pen.draw.polygon(ring, fill=palette[word])
    for one, word in pen.made.grounds.items():
        if word in (FOREST, HILLS, MARSH):
            _texture(pen, pen.centre(one), word, palette[word])


def _texture(pen: _Pen, middle: Point, word: str, colour: Colour) -> None:
    dark: Colour = (int(colour[0] * 0.7), int(colour[1] * 0.75), int(colour[2] * 0.7))
    for _ in range(9):
        x, y = (middle[n] + pen.rng.uniform(-0.36, 0.36) * pen.size for n in (0, 1))
        reach = pen.size * 0.045
        if word == FOREST:
            pen.draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=dark)
        elif word == HILLS:
            pen.draw.line(
                (x - reach, y + reach, x + reach, y - reach), fill=dark, width=max(1, int(reach / 2))
            )
        else:
            pen.draw.line(
                (x - 2 * reach, y, x + 2 * reach, y), fill=(110, 150, 170), width=max(1, int(reach / 3))
            )


def _grid(pen: _Pen) -> None:
    for one in pen.made.grid.hexes:
        ring = [pen.at(corner) for corner in pen.made.grid.corners(one)]
        width = max(1, round(pen.style.line * pen.size)) | 1
        pen.draw.line([*ring, ring[0]], fill=(110, 104, 96), width=width)


def _waters(pen: _Pen) -> None:
    for side, words in pen.made.features.items():
        if COAST in words and pen.style.shore:
            pen.line(_swaying(pen, pen.ends(*side)), (50, 84, 120), pen.style.shore)
    for word, way in pen.made.rivers:
        if word in (RIVER, STREAM):
            points = _swaying(pen, [pen.corner(vertex) for vertex in way])
            pen.line(points, pen.style.river, pen.style.wide if word == RIVER else pen.style.thin)


def _swaying(pen: _Pen, points: Sequence[Point]) -> list[Point]:
    """A line through the same points, astray between them."""
    made = [points[0]]
    for a, b in pairwise(points):
        out = pen.rng.uniform(-1, 1, 2) * pen.style.sway * pen.size
        for step in range(1, 9):
            t = step / 8
            off = out[0] * math.sin(math.pi * t) + out[1] * math.sin(2 * math.pi * t)
            far = math.dist(a, b) or 1.0
            nx, ny = -(b[1] - a[1]) / far, (b[0] - a[0]) / far
            made.append((a[0] + (b[0] - a[0]) * t + nx * off, a[1] + (b[1] - a[1]) * t + ny * off))
    return made


def _edges(pen: _Pen) -> None:
    for (a, b), words in sorted(pen.made.features.items()):
        ends = pen.ends(a, b)
        if SLOPE in words:
            lower = b if pen.made.grounds[a] == HILLS else a
            _slope(pen, ends, pen.centre(lower))
        if FORT in words:
            _forted(pen, ends, pen.centre(a))


def _along(a: Point, b: Point, count: int) -> Iterator[Point]:
    for n in range(count):
        t = (n + 0.5) / count
        yield a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _into(at: Point, towards: Point, far: float) -> Point:
    gap = math.dist(at, towards) or 1.0
    return at[0] + (towards[0] - at[0]) / gap * far, at[1] + (towards[1] - at[1]) / gap * far


def _slope(pen: _Pen, ends: tuple[Point, Point], lower: Point) -> None:
    brown: Colour = (120, 72, 36)
    middle = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
    down = (lower[0] - middle[0], lower[1] - middle[1])
    if pen.style.slope == "thick":
        pen.line(ends, brown, 0.07)
        return
    for at in _along(*ends, 7):
        foot = (at[0] + down[0] * 0.2, at[1] + down[1] * 0.2)
        if pen.style.slope == "comb":
            pen.line((at, foot), brown, 0.025)
        else:
            aside = ((ends[1][0] - ends[0][0]) / 18, (ends[1][1] - ends[0][1]) / 18)
            feet = [(at[0] - aside[0], at[1] - aside[1]), (at[0] + aside[0], at[1] + aside[1])]
            pen.draw.polygon([*feet, foot], fill=brown)


def _forted(pen: _Pen, ends: tuple[Point, Point], inside: Point) -> None:
    dark: Colour = (60, 30, 30)
    if pen.style.fort == "thick":
        pen.line(ends, (190, 30, 40), 0.08)
    elif pen.style.fort == "blocks":
        for at in _along(*ends, 4):
            reach = pen.size * 0.035
            pen.draw.rectangle((at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach), fill=dark)
    else:
        pen.line(ends, dark, 0.035)
        for at in _along(*ends, 5):
            pen.line((at, _into(at, inside, 0.08 * pen.size)), dark, 0.035)


def _ways(pen: _Pen) -> None:
    roads = {(min(pair), max(pair)) for word, way in pen.made.ways if word == ROAD for pair in pairwise(way)}
    for word, way in pen.made.ways:
        for a, b in pairwise(way):
            ends = pen.centre(a), pen.centre(b)
            if word == RAIL:
                aside = 0.14 * pen.size if (min(a, b), max(a, b)) in roads else 0.0
                _rail(pen, _shifted(*ends, aside))
    for first in (True, False):
        for word, way in pen.made.ways:
            if word == ROAD:
                _road(pen, [pen.centre(one) for one in way], first)


def _shifted(a: Point, b: Point, aside: float) -> tuple[Point, Point]:
    """A straight way, aside by so much, on the same side from both ends."""
    (a, b) = sorted((a, b))
    far = math.dist(a, b)
    nx, ny = -(b[1] - a[1]) / far * aside, (b[0] - a[0]) / far * aside
    return (a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny)


def _road(pen: _Pen, points: list[Point], first: bool) -> None:
    points = _curved(points)
    if pen.style.road == "cased":
        pen.line(points, (96, 60, 40) if first else (250, 222, 150), 0.085 if first else 0.05)
    elif pen.style.road == "broken" and first:
        for n in range(0, len(points) - 2, 3):
            pen.line(points[n : n + 3], (150, 70, 40), 0.04)
    elif first:
        pen.line(points, (190, 60, 50), 0.045)


def _curved(points: list[Point], rounds: int = 2) -> list[Point]:
    """The same line with its corners cut, which still crosses the middles of hexsides."""
    for _ in range(rounds):
        cut = [points[0]]
        for a, b in pairwise(points):
            cut += [(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for part in (0.25, 0.5, 0.75)]
        points = [*cut, points[-1]]
    return points


def _rail(pen: _Pen, ends: tuple[Point, Point]) -> None:
    black: Colour = (36, 34, 34)
    (ax, ay), (bx, by) = ends
    far = math.dist(*ends)
    nx, ny = -(by - ay) / far * pen.size, (bx - ax) / far * pen.size
    if pen.style.rail == "barber":
        pen.line(ends, black, 0.06)
        for x, y in _along(*ends, 6):
            half = ((bx - ax) / 30, (by - ay) / 30)
            pen.line(((x - half[0], y - half[1]), (x + half[0], y + half[1])), (240, 240, 236), 0.03)
        return
    pairs = (0.03, -0.03) if pen.style.rail == "ladder" else (0.0,)
    for off in pairs:
        pen.line(((ax + nx * off, ay + ny * off), (bx + nx * off, by + ny * off)), black, 0.02)
    for x, y in _along(*ends, 9):
        pen.line(((x - nx * 0.05, y - ny * 0.05), (x + nx * 0.05, y + ny * 0.05)), black, 0.018)


def _words(pen: _Pen) -> None:
    for number, one in enumerate(pen.made.towns):
        x, y = pen.centre(one)
        reach = pen.size * 0.09
        pen.draw.ellipse(
            (x - reach, y - reach, x + reach, y + reach), fill=(245, 240, 230), outline=(30, 30, 30)
        )
        if pen.style.names:
            name = ("Aldorf", "Weiden", "Nova Ves", "Brod", "Kirchberg", "Lipka", "Ostrow")[number % 7]
            pen.text((x + pen.size * 0.1, y - pen.size * 0.22), name, 0.2, (30, 26, 26))
    for one in pen.made.grid.hexes if pen.style.numbers else ():
        x, y = pen.centre(one)
        pen.text((x, y - pen.size * 0.38), one, 0.13, (80, 76, 70))
