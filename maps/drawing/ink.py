"""A sheet to draw on, in millimetres: drawn at twice the size and reduced, so that lines come out smooth."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw

from files import typefaces
from maps.drawing.curve import dashed
from maps.drawing.figures import is_number, number

Point = tuple[float, float]
Pixels = tuple[int, int, int, int]
Colour = tuple[int, int, int] | tuple[int, int, int, int]

SANS, BOLD = typefaces.SANS, typefaces.SANS_BOLD
NARROW = BOLD
SERIF, ITALIC, SMALL_CAPITALS = typefaces.SERIF_BOLD, typefaces.SERIF_ITALIC, typefaces.SMALL_CAPITALS

Patch = tuple[Pixels, Image.Image]
"""A part of the image that is drawn on, and where it lies."""

_OVERSIZE = 2
_STRIP = 1024
"""So many rows of dots are shaded at a time."""
_TONES = [min(255, (tone + 1) // 3 * 3) for tone in range(256)]
"""Light and shade have few tones: the picture is much smaller, and nobody sees the difference."""
Tones = Sequence[Sequence[int]]
"""For each of 256 tones of a shade how bright it leaves red, green and blue."""
_SHADOW: Tones = [[round(255 - (255 - tone) * share) for tone in range(256)] for share in (1.08, 1.0, 0.93)]
"""Shadows are a little blue: red is darkened more than green, and blue less."""
_EDGE_MM = 16.0
"""So much is drawn left of and above a window: Pillow rounds what begins outside its image the other way."""


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
        self._glass = ImageDraw.Draw(self.image, "RGBA")
        self._solid = ImageDraw.Draw(self.image)

    def finished(self) -> Image.Image:
        """The picture at its true size."""
        whole = self.image.reduce(_OVERSIZE)
        return whole.crop((*self._edge, *whole.size)) if any(self._edge) else whole

    def cut(self, frames: Iterable[tuple[float, float, float, float]]) -> list[Patch]:
        """What lies in frames (left, top, width, height) now, in whole dots of the finished picture."""
        places = (self.seen(_whole(self.pixels(frame))) for frame in frames)
        return [(place, self.image.crop(place)) for place in places]

    def lay(self, patches: Iterable[Patch]) -> None:
        """Put back what was cut."""
        for place, patch in patches:
            self.image.paste(patch, place)

    def finished_on(self, picture: Image.Image, patches: Iterable[Patch]) -> Image.Image:
        """A finished picture of the same size with the parts in the places of patches as they are here."""
        made = picture.copy()
        for place, _ in patches:
            part = self.image.crop(place).reduce(_OVERSIZE)
            made.paste(part, (place[0] // _OVERSIZE, place[1] // _OVERSIZE))
        return made

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        """A filled area."""
        self._pen(fill).polygon(self._px(points), fill=fill)

    def ribbon(self, points: Sequence[Point], widths: Sequence[float], colour: Colour) -> None:
        """A line whose width changes from point to point, with round bends and ends."""
        dots, pen = self._px(points), self._pen(colour)
        halves = [width * self.scale / 2 for width in widths]
        for (x, y), half in zip(dots, halves, strict=True):
            pen.ellipse((x - half, y - half, x + half, y + half), colour)
        for ((x, y), one), ((u, v), other) in pairwise(zip(dots, halves, strict=True)):
            length = math.hypot(u - x, v - y)
            if length > 0:
                across, along = (v - y) / length, (u - x) / length
                quad = (
                    (x + across * one, y - along * one),
                    (u + across * other, v - along * other),
                    (u - across * other, v + along * other),
                    (x - across * one, y + along * one),
                )
                pen.polygon(quad, fill=colour)

    def shade(
        self, frame: tuple[float, float, float, float], light: Image.Image, tones: Tones | None = None
    ) -> None:
        """Darken what is in a frame (left, top, width, height): 255 leaves it as it is. The tones say by how
        much red, green and blue are darkened.

        Sheets are large, so it is done strip by strip.
        """
        place = self.pixels(frame)
        left, top, right, bottom = self.seen(place)
        cell = max(1, round(self.scale))
        size = (-(-(place[2] - place[0]) // cell) or 1, -(-(place[3] - place[1]) // cell) or 1)
        coarse = light.convert("F").resize(size, Image.Resampling.BILINEAR)
        for begin in range(top, bottom, _STRIP):
            end = min(begin + _STRIP, bottom)
            part = _stretched(
                coarse, cell, (left - place[0], begin - place[1], right - place[0], end - place[1])
            )
            seen = (left, begin, right, end)
            part.putpalette([max(0, tone[level]) for level in _TONES for tone in tones or _SHADOW])
            shade = part.convert("RGB")
            self.image.paste(ImageChops.multiply(self.image.crop(seen), shade), seen)

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """A line with round bends and ends."""
        dots, pen = self._px(points), self._pen(colour)
        thick = max(1, round(width * self.scale))
        pen.line(dots, fill=colour, width=thick, joint="curve")
        if thick > 2:
            for x, y in (dots[0], dots[-1]):
                pen.circle((x, y), (thick - 1) / 2, fill=colour)

    def dashes(self, points: Sequence[Point], colour: Colour, width: float, dash: float, gap: float) -> None:
        """A broken line."""
        for piece in dashed(points, dash, gap):
            self._pen(colour).line(
                self._px(piece), fill=colour, width=max(1, round(width * self.scale)), joint="curve"
            )

    def disc(
        self, centre: Point, radius: float, fill: Colour, rim: Colour | None = None, width: float = 0.3
    ) -> None:
        """A filled circle, with a rim if wanted."""
        (x, y), r = self._px([centre])[0], radius * self.scale
        self._pen(fill, rim).ellipse((x - r, y - r, x + r, y + r), fill, rim, self._thick(width, rim))

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
        self._pen(fill, rim).rounded_rectangle(shape, radius * self.scale, fill, rim, self._thick(width, rim))

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
        face = typefaces.font(typefaces.able(font, text), max(2, round(size * self.scale)))
        stroke = max(1, round(size * self.scale * 0.09)) if halo else 0
        self._glass.text(
            self._px([at])[0],
            text,
            fill=colour,
            font=face,
            anchor=anchor,
            stroke_width=stroke,
            stroke_fill=halo,
        )

    def number(self, at: Point, text: str, size: float, colour: Colour, halo: Colour | None = None) -> None:
        """A number about its middle, just as `text` prints it, but much faster."""
        (at_px,), face = self._px([at]), typefaces.font(SANS, max(2, round(size * self.scale)))
        if not is_number(text) or min(at_px) < 0:
            self.text(at, text, size, colour, SANS, halo=halo)
            return
        strokes = ((halo, max(1, round(size * self.scale * 0.09))),) if halo else ()
        for paint, stroke in (*strokes, (colour, 0)):
            mask, left, top = number(at_px, text, face, stroke)
            self._glass.bitmap((left, top), mask, paint)

    def turned_text(
        self, at: Point, text: str, size: float, colour: Colour, font: str, degrees: float, halo: Colour
    ) -> None:
        """A line of text about its middle, turned against the clock."""
        face = typefaces.font(typefaces.able(font, text), max(2, round(size * self.scale)))
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

    def _pen(self, *colours: Colour | None) -> ImageDraw.ImageDraw:
        """The pen for these colours: one that need not look at what is there already is much faster."""
        clear = any(colour is not None and len(colour) == 4 and colour[3] < 255 for colour in colours)
        return self._glass if clear else self._solid

    def _thick(self, width: float, rim: Colour | None) -> int:
        return max(1, round(width * self.scale)) if rim else 0


def dots(size: tuple[float, float], dpi: float) -> tuple[int, int]:
    """How many dots wide and high a size in millimetres is."""
    return (round(size[0] * dpi / 25.4), round(size[1] * dpi / 25.4))


def text_width(text: str, size: float, font: str = NARROW) -> float:
    """The width of a line of text in millimetres when its em is ``size`` millimetres."""
    return typefaces.font(typefaces.able(font, text), 200).getlength(text) * size / 200


def text_box(text: str, size: float, font: str = NARROW) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the ink of a line of text about the beginning of its baseline, in
    millimetres."""
    left, top, right, bottom = (side * size / 200 for side in _inked(text, font))
    return (left, top, right, bottom)


@lru_cache(maxsize=8192)
def _inked(text: str, font: str) -> tuple[float, float, float, float]:
    """The ink of a line of text whose em is 200, as `text_box` has it: many places are tried."""
    return typefaces.font(typefaces.able(font, text), 200).getbbox(text, anchor="ls")


def _stretched(coarse: Image.Image, cell: int, part: Pixels) -> Image.Image:
    """A part of a coarse picture whose dots become cells of so many dots, smooth between; in whole cells, so
    that it is dot by dot the same whichever part is asked for."""
    left, top, right, bottom = part
    west, north = max(0, left // cell - 1), max(0, top // cell - 1)
    east, south = min(coarse.width, right // cell + 2), min(coarse.height, bottom // cell + 2)
    wide, high, smooth = (east - west) * cell, (south - north) * cell, Image.Resampling.BILINEAR
    broad = coarse.resize((wide, south - north), smooth, (west, north, east, south))
    fine = broad.resize((wide, high), smooth)  # one way after the other: Pillow may choose either first
    x, y = left - west * cell, top - north * cell
    return fine.convert("L").crop((x, y, x + right - left, y + bottom - top))


def _whole(place: Pixels) -> Pixels:
    """The whole dots of a finished picture about a place."""
    left, top, right, bottom = (n // _OVERSIZE * _OVERSIZE for n in place)
    return (left, top, right + _OVERSIZE, bottom + _OVERSIZE)


def _from(at: float, origin: int) -> float:
    """A coordinate counted from a window's origin; before it in whole dots, as Pillow has it in the whole."""
    return at - origin if at >= origin else math.floor(at) - origin
