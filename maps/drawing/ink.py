"""A sheet to draw on, in millimetres: drawn at twice the size and reduced, so that lines come out smooth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]
Pixels = tuple[int, int, int, int]
Colour = tuple[int, int, int] | tuple[int, int, int, int]

SANS = "DejaVuSans"
BOLD = "DejaVuSans-Bold"
NARROW = "DejaVuSansCondensed-Bold"
SERIF = "DejaVuSerif-Bold"
ITALIC = "DejaVuSerifCondensed-Italic"

_OVERSIZE = 2
_EDGE_MM = 16.0
"""So much is drawn left of and above a window: Pillow rounds what begins outside its image the other way."""


@lru_cache(maxsize=128)
def _font(name: str, pixels: int) -> ImageFont.FreeTypeFont:
    with as_file(files("templates.fonts") / f"{name}.ttf") as path:
        return ImageFont.truetype(str(path), pixels, layout_engine=ImageFont.Layout.BASIC)


class Ink:
    """An image of width x height millimetres at this many dots per inch, and pens for it.

    With a window (left, top, right, bottom in dots of the whole) only that part of it is kept, dot by dot as
    in the whole: a large sheet is drawn in strips without ever being in memory.
    """

    def __init__(
        self, width: float, height: float, dpi: float, paper: Colour, window: Pixels | None = None
    ) -> None:
        self.scale = dpi / 25.4 * _OVERSIZE
        left, top, right, bottom = window or (0, 0, *dots((width, height), dpi))
        self.size = (right - left, bottom - top)
        self._edge = (min(left, round(_EDGE_MM * dpi / 25.4)), min(top, round(_EDGE_MM * dpi / 25.4)))
        wide, high = (size + edge for size, edge in zip(self.size, self._edge, strict=True))
        self.image = Image.new("RGB", (wide * _OVERSIZE, high * _OVERSIZE), paper[:3])
        self._origin = ((left - self._edge[0]) * _OVERSIZE, (top - self._edge[1]) * _OVERSIZE)
        self._pen = ImageDraw.Draw(self.image, "RGBA")

    def finished(self) -> Image.Image:
        """The picture at its true size."""
        wide, high = self.image.size
        whole = self.image.resize((wide // _OVERSIZE, high // _OVERSIZE), Image.Resampling.BOX)
        return whole.crop((*self._edge, *whole.size)) if any(self._edge) else whole

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        """A filled area."""
        self._pen.polygon(self._px(points), fill=fill)

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """A line with round bends and ends."""
        dots = self._px(points)
        thick = max(1, round(width * self.scale))
        self._pen.line(dots, fill=colour, width=thick, joint="curve")
        if thick > 2:
            for x, y in (dots[0], dots[-1]):
                self._pen.circle((x, y), (thick - 1) / 2, fill=colour)

    def dashes(self, points: Sequence[Point], colour: Colour, width: float, dash: float, gap: float) -> None:
        """A broken line."""
        for piece in _pieces(points, dash, gap):
            self._pen.line(
                self._px(piece), fill=colour, width=max(1, round(width * self.scale)), joint="curve"
            )

    def disc(
        self, centre: Point, radius: float, fill: Colour, rim: Colour | None = None, width: float = 0.3
    ) -> None:
        """A filled circle, with a rim if wanted."""
        (x, y), r = self._px([centre])[0], radius * self.scale
        self._pen.ellipse((x - r, y - r, x + r, y + r), fill, rim, self._thick(width, rim))

    def box(
        self,
        corner: Point,
        size: tuple[float, float],
        fill: Colour | None,
        rim: Colour | None = None,
        width: float = 0.3,
        radius: float = 0.0,
    ) -> None:
        """A rectangle, its corners rounded by a radius if wanted."""
        left, top = (at * self.scale for at in corner)
        right, bottom = left + size[0] * self.scale, top + size[1] * self.scale
        shape = (*self._at(left, top), *self._at(right, bottom))
        self._pen.rounded_rectangle(shape, radius * self.scale, fill, rim, self._thick(width, rim))

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        colour: Colour,
        font: str = NARROW,
        anchor: str = "mm",
        halo: Colour | None = None,
    ) -> None:
        """A line of text, its em ``size`` millimetres; anchor as Pillow names them."""
        face = _font(font, max(2, round(size * self.scale)))
        stroke = max(1, round(size * self.scale * 0.09)) if halo else 0
        self._pen.text(
            self._px([at])[0],
            text,
            fill=colour,
            font=face,
            anchor=anchor,
            stroke_width=stroke,
            stroke_fill=halo,
        )

    def turned_text(
        self, at: Point, text: str, size: float, colour: Colour, font: str, degrees: float, halo: Colour
    ) -> None:
        """A line of text about its middle, turned against the clock."""
        face = _font(font, max(2, round(size * self.scale)))
        stroke = max(1, round(size * self.scale * 0.09))
        box = face.getbbox(text, anchor="mm", stroke_width=stroke)
        half = math.ceil(max(map(abs, box))) + 2
        patch = Image.new("RGBA", (2 * half, 2 * half), (*halo[:3], 0))
        pen = ImageDraw.Draw(patch)
        pen.text((half, half), text, colour, face, "mm", stroke_width=stroke, stroke_fill=halo)
        patch = patch.rotate(degrees, Image.Resampling.BICUBIC)
        x, y = self._px([at])[0]
        self.image.paste(patch, (round(x) - half, round(y) - half), patch)

    def keep_within(self, frame: tuple[float, float, float, float], before: Image.Image) -> None:
        """Undo what was drawn outside a frame (left, top, width, height) after the picture before."""
        seen = self.seen(self.pixels(frame))
        inside = self.image.crop(seen)
        self.image.paste(before, (0, 0))
        self.image.paste(inside, seen[:2])

    def pixels(self, frame: tuple[float, float, float, float]) -> Pixels:
        """Where a frame (left, top, width, height) lies on the image; it may reach beyond it."""
        left, top, width, height = (round(value * self.scale) for value in frame)
        left, top = left - self._origin[0], top - self._origin[1]
        return (left, top, left + width, top + height)

    def seen(self, place: Pixels) -> Pixels:
        """The part of a place that is on the image; without width or height if there is none."""
        wide, high = self.image.size
        left, top = min(max(place[0], 0), wide), min(max(place[1], 0), high)
        return (left, top, max(min(place[2], wide), left), max(min(place[3], high), top))

    def _px(self, points: Sequence[Point]) -> list[Point]:
        return [self._at(x * self.scale, y * self.scale) for x, y in points]

    def _at(self, x: float, y: float) -> Point:
        """A dot of the whole sheet on the image."""
        left, top = self._origin
        return (_from(x, left), _from(y, top))

    def _thick(self, width: float, rim: Colour | None) -> int:
        return max(1, round(width * self.scale)) if rim else 0


def dots(size: tuple[float, float], dpi: float) -> tuple[int, int]:
    """How many dots wide and high a size in millimetres is."""
    return (round(size[0] * dpi / 25.4), round(size[1] * dpi / 25.4))


def text_width(text: str, size: float, font: str = NARROW) -> float:
    """The width of a line of text in millimetres when its em is ``size`` millimetres."""
    return _font(font, 200).getlength(text) * size / 200


def _from(at: float, origin: int) -> float:
    """A coordinate counted from a window's origin; before it in whole dots, as Pillow has it in the whole."""
    return at - origin if at >= origin else math.floor(at) - origin


def _pieces(points: Sequence[Point], dash: float, gap: float) -> list[list[Point]]:
    """The drawn pieces of a broken line."""
    pieces: list[list[Point]] = [[points[0]]]
    drawn, left = True, dash
    for (x, y), (u, v) in pairwise(points):
        length, done = math.hypot(u - x, v - y), 0.0
        while length - done > left:
            done += left
            point = (x + (u - x) * done / length, y + (v - y) * done / length)
            if drawn:
                pieces[-1].append(point)
            else:
                pieces.append([point])
            drawn = not drawn
            left = dash if drawn else gap
        left -= length - done
        if drawn:
            pieces[-1].append((u, v))
    return [piece for piece in pieces if len(piece) > 1]
