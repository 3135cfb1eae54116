"""A face to draw on, in hundredths of its width: drawn larger than asked, then reduced to smooth edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from PIL import Image, ImageDraw

from counters.faces.lettering import LEADING, capital_height, fit_block, fit_line, font
from counters.signs.symbols import Stroke

Box = tuple[float, float, float, float]
_CORNER = 7.0
SIGNAL = "#c4161c"
"""The colour of warning, unless what it lies on is too like it."""
_ILLEGIBLE = 4.0
"""Letters lower than so many pixels are left out: a smear says less than nothing."""


class Canvas:
    """A square of `size` pixels, or as high as told. Boxes are (left, top, right, bottom) in hundredths."""

    def __init__(self, size: int, paper: str, high: int = 0) -> None:
        self.size = size
        self.high = high or size
        self.finer = 4 if size <= 300 else 2
        self.unit = size * self.finer / 100
        self.image = Image.new("RGB", (size * self.finer, self.high * self.finer), paper)
        self.pen = ImageDraw.Draw(self.image)

    def fill(self, box: Box, colour: str) -> None:
        """A filled rectangle, its edges on the edges of pixels."""
        left, top, right, bottom = self._scaled(self.crisp(box))
        self.pen.rectangle((left, top, right - 1, bottom - 1), fill=colour)

    def frame(self, box: Box, colour: str, width: float) -> None:
        """The outline of a rectangle, drawn inside it, on whole pixels."""
        left, top, right, bottom = self._scaled(self.crisp(box))
        pixels = max(1, round(width * self.size / 100)) * self.finer
        self.pen.rectangle((left, top, right - 1, bottom - 1), outline=colour, width=pixels)

    def crisp(self, box: Box) -> Box:
        """The box whose edges lie on the edges of pixels, at least one apart."""
        pixel = 100 / self.size
        left, top, right, bottom = (round(edge / pixel) * pixel for edge in box)
        return left, top, max(right, left + pixel), max(bottom, top + pixel)

    def polygon(self, points: tuple[float, ...], box: Box, colour: str) -> None:
        """A filled shape, its corners in shares of a box."""
        self.pen.polygon(self._points(box, points), fill=colour)

    def outline(self, points: tuple[float, ...], box: Box, ink: str, width: float) -> None:
        """The outline of a shape, its corners in shares of a box."""
        corners = self._points(box, points)
        self.pen.line([*corners, *corners[:2]], fill=ink, width=self._pen(width), joint="curve")

    @contextmanager
    def within(self, points: tuple[float, ...], box: Box) -> Iterator[None]:
        """What is drawn meanwhile shows only within a shape."""
        before = self.image.copy()
        yield
        mask = Image.new("L", self.image.size, 0)
        ImageDraw.Draw(mask).polygon(self._points(box, points), fill=255)
        self.image.paste(before, mask=mask.point(lambda level: 255 - level))

    def picture(self, picture: Image.Image, box: Box) -> None:
        """A picture as large as the box allows, in its middle."""
        left, top, right, bottom = self._scaled(box)
        scale = min((right - left) / picture.width, (bottom - top) / picture.height)
        size = max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
        small = picture.resize(size, Image.Resampling.LANCZOS)
        at = round((left + right - size[0]) / 2), round((top + bottom - size[1]) / 2)
        self.image.paste(small, at, small if small.mode == "RGBA" else None)

    def turn(self) -> None:
        """Turn the square so that its right edge comes to its foot."""
        self.image = self.image.transpose(Image.Transpose.ROTATE_270)
        self.pen = ImageDraw.Draw(self.image)

    def disc(self, box: Box, colour: str) -> None:
        """A filled oval."""
        self.pen.ellipse(self._scaled(box), fill=colour)

    def strokes(
        self, strokes: Iterable[Stroke], box: Box, ink: str, width: float, signal: str = SIGNAL
    ) -> None:
        """A symbol from its strokes; what is cut out of it shows what lies below, and signals lie over it."""
        drawn, wide = tuple(strokes), self._pen(width)
        plain = tuple(stroke for stroke in drawn if not stroke.signal)
        if any(stroke.cut for stroke in plain):
            self._cut_out(plain, box, ink, wide)
        else:
            for stroke in plain:
                if stroke.kind == "word":
                    self.line_of_text(stroke.word, _within(box, stroke.at), "bold", ink)
                else:
                    self._stroke(self.pen, stroke, box, wide, ink)
        for stroke in (stroke for stroke in drawn if stroke.signal):
            self._stroke(self.pen, stroke, box, wide, signal)

    def _cut_out(self, strokes: Iterable[Stroke], box: Box, ink: str, width: int) -> None:
        """Strokes on a mask, where ink can be taken away again, and then through it."""
        mask = Image.new("L", self.image.size, 0)
        for stroke in strokes:
            self._stroke(ImageDraw.Draw(mask), stroke, box, width, 0 if stroke.cut else 255)
        if inked := mask.getbbox():
            self.image.paste(ink, inked, mask.crop(inked))

    def _stroke(self, pen: ImageDraw.ImageDraw, stroke: Stroke, box: Box, fine: int, ink: str | int) -> None:
        width = round(fine * stroke.wide)
        if stroke.kind in ("line", "fill"):
            points = self._points(box, stroke.at)
            if stroke.kind == "line":
                pen.line(points, fill=ink, width=width, joint="curve")
            else:
                pen.polygon(points, fill=ink)
            return
        at = self._scaled(_within(box, stroke.at[:4]))
        match stroke.kind:
            case "track":
                pen.rounded_rectangle(at, (at[3] - at[1]) / 2, outline=ink, width=width)
            case "oval":
                pen.ellipse(at, outline=ink, width=width)
            case "disc":
                pen.ellipse(at, fill=ink)
            case "arc":
                start, end = stroke.at[4:]
                pen.arc(at, start, end, fill=ink, width=width)

    def line_of_text(
        self, text: str, box: Box, weight: str, ink: str, align: str = "centre", turn: str = ""
    ) -> None:
        """One line as high as the box; narrower, and then smaller, where it would be too wide.

        `turn` is the side of the counter to be turned down to read it: on the "left" it runs downwards.
        """
        left, top, right, bottom = (round(edge) for edge in self._scaled(box))
        along, high = (bottom - top, right - left) if turn else (right - left, bottom - top)
        fitted = fit_line(text, weight, along, high)
        size = fitted.size
        if capital_height(size) < _ILLEGIBLE * self.finer:
            return
        line, above = _written(text, *fitted)
        x = round({"left": 0.0, "centre": (along - line.width) / 2, "right": along - line.width}[align])
        y = round(high - (high - capital_height(size)) / 2) - above
        if turn == "right":
            at, line = (left + y, bottom - x - line.width), line.transpose(Image.Transpose.ROTATE_90)
        elif turn == "left":
            at, line = (right - y - line.height, top + x), line.transpose(Image.Transpose.ROTATE_270)
        else:
            at = (left + x, top + y)
        self.image.paste(ink, at, line)

    def block_of_text(
        self, text: str, box: Box, weight: str, ink: str, largest: float, align: str = "centre"
    ) -> None:
        """Text in as many lines as it needs, capitals at most `largest` high.

        It is centred in the box; or its lines begin at the "left", in the box's middle or at its "top"; or
        they end at the "right".
        """
        left, top, right, bottom = self._scaled(box)
        centred = align == "centre"
        size, lines = fit_block(text, weight, right - left, bottom - top, largest * self.unit, centred)
        if capital_height(size) < _ILLEGIBLE * self.finer:
            return
        down = top if align == "top" else (top + bottom - len(lines) * size * LEADING) / 2
        x, anchor = {"centre": ((left + right) / 2, "ms"), "right": (right, "rs")}.get(align, (left, "ls"))
        for line in lines:
            down += size * LEADING
            at = (x, round(down - size * 0.27))
            self.pen.text(at, line, fill=ink, font=font(weight, size, line), anchor=anchor)

    def paper(self) -> Image.Image:
        """The picture for printing: square to the corners."""
        return self.image.reduce(self.finer)

    def piece(self, edge: str) -> Image.Image:
        """The picture for the screen: a thin edge and round corners, transparent outside."""
        wide, high = self.image.size
        corner = _CORNER * self.unit
        self.pen.rounded_rectangle((0, 0, wide - 1, high - 1), corner, outline=edge, width=self._pen(1.6))
        shaped = self.image.reduce(self.finer).convert("RGBA")
        shaped.putalpha(_rounded(wide, high, corner, self.finer))
        return shaped

    def _pen(self, width: float) -> int:
        return max(self.finer, round(width * self.unit))

    def _scaled(self, box: Box) -> Box:
        left, top, right, bottom = (round(edge * self.unit) for edge in box)
        return left, top, right, bottom

    def _points(self, box: Box, at: tuple[float, ...]) -> list[tuple[float, float]]:
        left, top, right, bottom = self._scaled(box)
        pairs = zip(at[::2], at[1::2], strict=True)
        return [(left + x * (right - left), top + y * (bottom - top)) for x, y in pairs]


@lru_cache(maxsize=8)
def _rounded(wide: int, high: int, corner: float, finer: int) -> Image.Image:
    """What shows of a piece with round corners, at its true size: the same for all of a game."""
    mask = Image.new("L", (wide, high), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, wide - 1, high - 1), corner, fill=255)
    return mask.reduce(finer)


@lru_cache(maxsize=256)
def _written(text: str, weight: str, size: int, narrow: float) -> tuple[Image.Image, int]:
    """A line of text cut to its ink, as a mask, and how far its top is above the line it stands on.

    Cut to the ink, text stands in the middle to the eye: a 1 is as wide as a 7 for a font, yet not on paper.
    """
    face = font(weight, size, text)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(text, anchor="ls"))
    line = Image.new("L", (max(1, right - left), max(1, bottom - top)), 0)
    ImageDraw.Draw(line).text((-left, -top), text, fill=255, font=face, anchor="ls")
    inked = line.getbbox() or (0, 0, 1, 1)
    line, top = line.crop(inked), top + inked[1]
    if narrow < 1:
        line = line.resize((max(1, round(line.width * narrow)), line.height), Image.Resampling.LANCZOS)
    return line, -top


def _within(box: Box, part: tuple[float, ...]) -> Box:
    """A part of a box, given in shares of it, in the box's own measure."""
    left, top, right, bottom = box
    x0, y0, x1, y1 = part
    wide, high = right - left, bottom - top
    return left + x0 * wide, top + y0 * high, left + x1 * wide, top + y1 * high
