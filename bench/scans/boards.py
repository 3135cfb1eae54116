"""Hex boards as publishers print them, drawn for the scan simulator with every centre known."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy
from PIL import Image, ImageDraw, ImageFont

from maps.grids.grid import HexGrid
from maps.grids.hexes import Hex, Lattice

Point = tuple[float, float]
FINE = 2  # boards are drawn this many times larger and then reduced, so that their lines are smooth
MARGIN = 2.2  # blank paper around the field, in hexes
GROUNDS = ((222, 214, 176), (176, 196, 140), (206, 184, 150), (160, 190, 214), (232, 226, 204))


@dataclass(frozen=True)
class Style:
    """How a board is printed; widths and sizes are shares of the pitch.

    `dots` is "", "centres" or "vertices"; `line` 0 prints no lines. `framed` boards end in a straight frame
    that cuts the hexes at the rim, a little outside their centres.
    """

    line: float = 0.04
    ink: tuple[int, int, int] = (40, 36, 32)
    broken: bool = False
    dots: str = ""
    terrain: bool = False
    numbers: bool = False
    around: bool = False
    over: bool = False
    stretch: float = 1.0
    framed: bool = False


@dataclass(frozen=True)
class Drawn:
    """A board and what is known of it: where the centre of each label lies, in pixels.

    The first pixel reaches from 0 to 1. Pillow draws a point on the pixel in which it lies.
    """

    image: Image.Image
    centres: Mapping[str, Point]
    grid: HexGrid
    pitch: float


class _Pen:
    """Draws hexes of one board, `FINE` times larger than asked for."""

    def __init__(self, grid: HexGrid, pitch: float, style: Style, rng: numpy.random.Generator) -> None:
        self.grid, self.style, self.rng = grid, style, rng
        self.size = pitch * FINE
        self.lattice = Lattice(grid.lattice.flat, self.size)
        points = numpy.array([self.lattice.centre(one) for one in grid.labels.values()]) * (1, -1)
        points[:, 0] *= style.stretch
        around = self.size * (MARGIN + (3.5 if style.around else 0))
        self.shift = around - points.min(axis=0)
        wide, high = points.max(axis=0) + self.shift + around
        self.paper = (math.ceil(wide / FINE) * FINE, math.ceil(high / FINE) * FINE)
        self.image = Image.new("RGB", self.paper, (236, 230, 214))
        self.draw = ImageDraw.Draw(self.image)
        self.sides: set[frozenset[tuple[int, int]]] = set()

    def at(self, point: Point) -> Point:
        return point[0] * self.style.stretch + self.shift[0], self.shift[1] - point[1]

    def first_time(self, one: Point, other: Point) -> bool:
        """Whether the hexside between two corners has not been asked for before."""
        side = frozenset((round(x), round(y)) for x, y in (one, other))
        new = side not in self.sides
        self.sides.add(side)
        return new

    def ring(self, one: Hex) -> list[Point]:
        return [self.at(corner) for corner in self.lattice.corners(one)]

    def centre(self, one: Hex) -> Point:
        return self.at(self.lattice.centre(one))


def draw_board(grid: HexGrid, pitch: float, style: Style, rng: numpy.random.Generator) -> Drawn:
    """The printed sheet; `pitch` is the distance of neighbouring centres in pixels."""
    pen = _Pen(grid, pitch, style, rng)
    if style.terrain:
        _terrain(pen)
    if style.around:
        _tables(pen)
    _grid(pen)
    if style.numbers:
        _numbers(pen)
    if style.framed:
        _frame(pen)
    if style.over:
        _box_over_the_field(pen)
    centres = {label: pen.centre(one) for label, one in grid.labels.items()}
    known = {label: (x / FINE, y / FINE) for label, (x, y) in centres.items()}
    return Drawn(pen.image.reduce(FINE), known, grid, pitch)


def _terrain(pen: _Pen) -> None:
    """Coloured ground in blobs, woods hex by hex, rivers and towns."""
    small = (max(4, pen.grid.columns // 4), max(4, pen.grid.rows // 4))
    height = Image.fromarray(pen.rng.random(small[::-1]).astype(numpy.float32), "F")
    levels = numpy.asarray(height.resize(pen.paper, Image.Resampling.BICUBIC))
    field = Image.new("1", pen.paper)
    ink = ImageDraw.Draw(field)
    for one in pen.grid.labels.values():
        ink.polygon(pen.ring(one), fill=1)
    order = pen.rng.permutation(len(GROUNDS))
    colours = numpy.array(GROUNDS, dtype=numpy.uint8)[order][numpy.digitize(levels, (0.3, 0.45, 0.6, 0.75))]
    pen.image.paste(Image.fromarray(colours), (0, 0), field)
    for one in pen.grid.labels.values():
        if pen.rng.random() < 0.12:
            pen.draw.polygon(pen.ring(one), fill=(130, 160, 104))
        if pen.rng.random() < 0.06:
            x, y = pen.centre(one)
            side = pen.size * pen.rng.uniform(0.1, 0.2)
            pen.draw.rectangle((x - side, y - side, x + side, y + side), fill=(90, 60, 50))
    _rivers(pen)


def _rivers(pen: _Pen) -> None:
    wide, high = pen.paper
    for _ in range(3):
        steps = numpy.cumsum(pen.rng.normal(0, pen.size * 0.5, 60))
        x = wide * pen.rng.uniform(0.2, 0.8) + steps
        points = list(zip(x.tolist(), numpy.linspace(0, high, 60).tolist(), strict=True))
        pen.draw.line(points, fill=(84, 130, 190), width=round(pen.size * 0.12), joint="curve")


def _tables(pen: _Pen) -> None:
    """A turn track of squares, a table and a title in the margins."""
    wide, high = pen.paper
    box = pen.size * 1.25
    for n in range(int((wide - 4 * box) / box)):
        x = 2 * box + n * box
        pen.draw.rectangle((x, high - 2.2 * box, x + box, high - 1.2 * box), outline=(30, 30, 30), width=3)
        pen.draw.text((x + box / 3, high - 2 * box), str(n + 1), fill=(30, 30, 30), font=_font(box / 2))
    for n in range(8):
        y = high / 4 + n * pen.size * 0.6
        pen.draw.line((0.4 * box, y, 2.2 * box, y), fill=(30, 30, 30), width=3)
        pen.draw.text((0.5 * box, y), f"{n}:1  A{n} D{9 - n}", fill=(30, 30, 30), font=_font(pen.size / 3))
    pen.draw.text((wide / 3, 0.5 * box), "THE LONG ROAD", fill=(120, 30, 20), font=_font(pen.size * 1.6))


def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=max(6, size))


def _grid(pen: _Pen) -> None:
    # Pillow draws lines of an even width half a pixel off.
    style, width = pen.style, max(1, round(pen.style.line * pen.size)) | 1
    radius = pen.size * 0.05
    for one in pen.grid.labels.values():
        ring = pen.ring(one)
        if style.line:
            _outline(pen, ring, width)
        places = {"centres": [pen.centre(one)], "vertices": ring}.get(style.dots, [])
        for x, y in places:
            pen.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=style.ink)


def _outline(pen: _Pen, ring: list[Point], width: int) -> None:
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        if not pen.style.broken:
            pen.draw.line((ax, ay, bx, by), fill=pen.style.ink, width=width)
        elif pen.first_time((ax, ay), (bx, by)) and pen.rng.random() < 0.85:
            for start, end in ((0.0, 0.3), (0.42, 0.62), (0.74, 1.0)):
                one = (ax + (bx - ax) * start, ay + (by - ay) * start)
                other = (ax + (bx - ax) * end, ay + (by - ay) * end)
                pen.draw.line((one, other), fill=pen.style.ink, width=width)


def _numbers(pen: _Pen) -> None:
    font = _font(pen.size * 0.17)
    for label, one in pen.grid.labels.items():
        x, y = pen.centre(one)
        pen.draw.text((x, y - pen.size * 0.28), label, fill=(50, 50, 50), font=font, anchor="mm")


def _frame(pen: _Pen) -> None:
    """Nothing is printed beyond a frame a little outside the outermost centres."""
    points = numpy.array([pen.centre(one) for one in pen.grid.labels.values()])
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    beyond, blank = pen.size * 0.12, Image.new("RGB", pen.paper, (236, 230, 214))
    box = (round(left - beyond), round(top - beyond), round(right + beyond), round(bottom + beyond))
    blank.paste(pen.image.crop(box), box[:2])
    pen.image.paste(blank)
    pen.draw.rectangle(box, outline=pen.style.ink, width=max(3, round(pen.size * 0.05)))


def _box_over_the_field(pen: _Pen) -> None:
    wide, high = pen.paper
    x, y = wide * pen.rng.uniform(0.2, 0.6), high * pen.rng.uniform(0.2, 0.6)
    box = (x, y, x + pen.size * 5, y + pen.size * 3.4)
    pen.draw.rectangle(box, fill=(240, 236, 224), outline=(30, 30, 30), width=4)
    for n in range(5):
        line = y + pen.size * (0.3 + 0.6 * n)
        pen.draw.text(
            (x + pen.size / 4, line), f"Turn {n}: see 7.{n}", fill=(30, 30, 30), font=_font(pen.size / 2)
        )
