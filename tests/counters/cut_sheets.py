"""Counter sheets as publishers print them, made up by chance, scanned badly; and where each counter lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from bench.scans.simulator import Damage, scanned

Box = tuple[float, float, float, float]
Colour = tuple[int, int, int]

FRAMES: dict[str, Colour] = {
    "white": (250, 250, 248),
    "cream": (240, 230, 206),
    "grey": (188, 190, 188),
    "black": (22, 20, 22),
    "blue": (60, 84, 130),
}
COLOURS: tuple[Colour, ...] = (
    (154, 159, 143),
    (93, 107, 82),
    (201, 168, 120),
    (43, 43, 46),
    (31, 45, 77),
    (216, 195, 90),
    (178, 58, 50),
    (232, 224, 200),
    (127, 163, 201),
    (233, 184, 160),
)
WORDS = ("OUT OF", "Fired", "Moved", "+1", "TURN", "DISR", "Smoke", "Fort 3")


@dataclass(frozen=True)
class Layout:
    """What a sheet is like, in millimetres: blocks across and down, each of so many columns and rows.

    Counters are divided by `line`: black, white, groove, framed (each for itself) or none. The `larger` of
    the blocks hold counters a quarter larger. In every third block the last row is not full.
    """

    frame: str
    line: str
    side: float
    blocks: tuple[int, int]
    cells: tuple[int, int]
    gutter: float = 6.0
    bleed: float = 0.0
    larger: tuple[int, ...] = ()
    title: bool = True


@dataclass
class Sheet:
    """A sheet that was drawn: its picture, and where its counters lie by their names."""

    image: Image.Image
    counters: dict[str, Box] = field(default_factory=dict)


class Draughtsman:
    """Draws a sheet of a layout, dots so large, by chance."""

    def __init__(self, layout: Layout, dpi: int, seed: int) -> None:
        self.layout, self.dots = layout, dpi / 25.4
        self.chance = numpy.random.default_rng(seed)
        wide, high = self._room()
        size = round((wide + 24) * self.dots), round((high + 40) * self.dots)
        self.sheet = Sheet(Image.new("RGB", size, FRAMES[layout.frame]))
        self.pen = ImageDraw.Draw(self.sheet.image)

    def _room(self) -> tuple[float, float]:
        one = self.layout
        across, down = one.blocks
        return (
            across * one.cells[0] * one.side + (across - 1) * one.gutter,
            down * one.cells[1] * one.side + (down - 1) * one.gutter,
        )

    def drawn(self) -> Sheet:
        """The whole sheet."""
        if self.layout.title:
            self._title()
        across, down = self.layout.blocks
        for number in range(across * down):
            self._block(number, number % across, number // across)
        return self.sheet

    def _title(self) -> None:
        """A strip of colour with a title, a round mark, and small print at the foot."""
        wide, dots = self.sheet.image.width, self.dots
        self.pen.rectangle((12 * dots, 8 * dots, wide - 12 * dots, 14 * dots), fill=COLOURS[5])
        self._text((wide / 2, 11 * dots), "BATTLES ON THE RIVER - Sheet 2 of 3", 4 * dots, COLOURS[3])
        self.pen.ellipse((12 * dots, 15 * dots, 18 * dots, 21 * dots), fill=COLOURS[6])
        at = (wide / 2, self.sheet.image.height - 5 * dots)
        self._text(at, "(c) 1987 Nobody in Particular", 2.5 * dots, COLOURS[0])

    def _block(self, number: int, across: int, down: int) -> None:
        one, (columns, rows) = self.layout, self.layout.cells
        left = 12 + across * (columns * one.side + one.gutter)
        top = 26 + down * (rows * one.side + one.gutter)
        side = one.side
        if number in one.larger:
            side, (columns, rows) = 1.25 * side, (int(columns / 1.25), int(rows / 1.25))
        colours = [self._colour() for _ in range(rows)]
        full = columns * rows - (max(1, columns // 2) if number % 3 == 2 else 0)
        cells = [divmod(place, columns) for place in range(full)]
        boxes = {
            (row, column): self._box(left + column * side, top + row * side, side) for row, column in cells
        }
        for bleed in (self.layout.bleed * self.dots, 0.0):
            for row, column in cells:
                self._paper(boxes[row, column], colours[row], bleed)
        for row, column in cells:
            self._face(boxes[row, column], colours[row], marker=number % 4 == 3)
            self._line(boxes[row, column], colours[row])
            self.sheet.counters[f"b{number + 1}r{row + 1:02}c{column + 1:02}"] = boxes[row, column]

    def _box(self, left: float, top: float, side: float) -> Box:
        dots = self.dots
        return left * dots, top * dots, (left + side) * dots, (top + side) * dots

    def _colour(self) -> Colour:
        """A colour that is not the frame's."""
        frame = FRAMES[self.layout.frame]
        apart = [one for one in COLOURS if max(abs(a - b) for a, b in zip(one, frame, strict=True)) > 50]
        return apart[int(self.chance.integers(len(apart)))]

    def _paper(self, box: Box, colour: Colour, more: float) -> None:
        left, top, right, bottom = (round(one) for one in box)
        self.pen.rectangle((left - more, top - more, right + more - 1, bottom + more - 1), fill=colour)

    def _line(self, box: Box, colour: Colour) -> None:
        left, top, right, bottom = box
        broad = max(1, round(0.2 * self.dots))
        kind, inner = self.layout.line, 0.06 * (right - left)
        if kind == "framed":
            box = (left + inner, top + inner, right - inner, bottom - inner)
            self.pen.rectangle(box, outline=_ink(colour), width=broad)
        elif kind != "none":
            shade = {"black": (0, 0, 0), "white": (255, 255, 255)}
            groove = (int(0.8 * colour[0]), int(0.8 * colour[1]), int(0.8 * colour[2]))
            box = (left - broad / 2, top - broad / 2, right + broad / 2, bottom + broad / 2)
            self.pen.rectangle(box, outline=shade.get(kind, groove), width=broad)

    def _face(self, box: Box, colour: Colour, marker: bool) -> None:
        left, top, right, _ = box
        side, ink = right - left, _ink(colour)
        if marker:
            word = WORDS[int(self.chance.integers(len(WORDS)))]
            self._text((left + side / 2, top + 0.45 * side), word, 0.22 * side, ink)
            return
        symbol = (left + 0.24 * side, top + 0.2 * side, left + 0.76 * side, top + 0.54 * side)
        self.pen.rectangle(symbol, fill=(238, 238, 238), outline=ink, width=max(1, int(side / 45)))
        if self.chance.random() < 0.7:
            self.pen.line(symbol, ink, max(1, int(side / 45)))
        values = f"{self.chance.integers(1, 12)}-{self.chance.integers(1, 10)}"
        self._text((left + side / 2, top + 0.77 * side), values, 0.28 * side, ink)

    def _text(self, at: tuple[float, float], text: str, size: float, ink: Colour) -> None:
        self.pen.text(at, text, ink, font=ImageFont.load_default(size), anchor="mm")


def _ink(colour: Colour) -> Colour:
    return (0, 0, 0) if sum(colour) > 330 else (255, 255, 255)


def photographed(seed: int) -> Damage:
    """A telephone's photo by hand: at a slant, a little curled, with a shadow and the lens's own bend."""
    chance = numpy.random.default_rng(seed)

    def about(most: float) -> float:
        return float(chance.uniform(-most, most))

    return Damage(
        degrees=about(6),
        perspective=(about(0.14), about(0.14)),
        barrel=about(0.02),
        waves=((about(0.002), about(0.002), about(0.5), 0.4, about(1)),),
        scale=0.85,
        light=(0.1 + about(0.2), about(0.2)),
        noise=4,
        quality=85,
        seed=seed,
    )


def on_a_scanner(seed: int) -> Damage:
    """A scan: turned, noisy, packed."""
    chance = numpy.random.default_rng(seed)
    return Damage(
        degrees=float(chance.uniform(-4, 4)),
        noise=float(chance.uniform(1, 8)),
        quality=int(chance.integers(60, 90)),
        screen=float(chance.choice([0, 20])),
        seed=seed,
    )


def damaged(
    image: Image.Image, counters: Mapping[str, Box], damage: Damage
) -> tuple[Image.Image, dict[str, NDArray[numpy.float64]]]:
    """The scan of a sheet, and the four corners of each counter in it: left top, left bottom, and round."""
    corners = {
        f"{name} {number}": corner
        for name, (left, top, right, bottom) in counters.items()
        for number, corner in enumerate(((left, top), (left, bottom), (right, bottom), (right, top)))
    }
    scan = scanned(image, corners, damage)
    return scan.image, dict(_together(scan.centres, counters))


def _together(
    points: Mapping[str, tuple[float, float]], counters: Mapping[str, Box]
) -> Iterator[tuple[str, NDArray[numpy.float64]]]:
    for name in counters:
        yield name, numpy.array([points[f"{name} {number}"] for number in range(4)])
