"""Paper to print on: a PDF document of the kit, and pens in millimetres from a page's top left corner.

Every page says what it belongs to and has a bar of 50 mm, by which readers see whether their printer kept
the scale. Pictures are kept without loss. The same drawing gives the same bytes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from PIL.Image import Image
from reportlab.lib.colors import Color
from reportlab.lib.fonts import addMapping
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from counters.faces.lettering import font_bytes
from counters.sheets.page import sign

POINT = 72 / 25.4
"""Points in a millimetre."""

PLAIN, BOLD = "kit-plain", "kit-bold"
SERIF, SERIF_BOLD, NARROW = "kit-serif", "kit-serif-bold", "kit-narrow"
"""The names of the fonts of the kit, which ReportLab knows from here on."""

for _name, _weight in (
    (PLAIN, "plain"),
    (BOLD, "bold"),
    (SERIF, "serif"),
    (SERIF_BOLD, "serif-bold"),
    (NARROW, "condensed"),
):
    pdfmetrics.registerFont(TTFont(_name, BytesIO(font_bytes(_weight))))
    addMapping(_name, 0, 0, _name)

Size = tuple[float, float]
Place = tuple[float, float]
Ink = tuple[float, float, float]

DARK: Ink = (0.2, 0.18, 0.15)
GREY: Ink = (0.45, 0.42, 0.38)
_HAIR, _SMALL = 0.15, 7.0


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in RGB, its rows already compressed: so wide and high in dots."""

    wide: int
    high: int
    rows: bytes


class Packing:
    """A picture that comes in pieces from the top; only its packed bytes stay in memory."""

    def __init__(self) -> None:
        self._press = zlib.compressobj(6)
        self._parts: list[bytes] = []
        self._high = 0
        self._wide = 0

    def add(self, image: Image) -> None:
        """The next rows of the picture."""
        self._wide, self._high = image.width, self._high + image.height
        self._parts.append(self._press.compress(image.tobytes()))

    def picture(self) -> Picture:
        """The picture, now that nothing more comes."""
        return Picture(self._wide, self._high, b"".join((*self._parts, self._press.flush())))


class Document:
    """A PDF of the kit; viewers are told not to scale it."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.pages = 0
        self._file = BytesIO()
        self._canvas = Canvas(self._file, invariant=1, pageCompression=1, initialFontName=PLAIN)
        sign(self._canvas, title)
        self._canvas.setViewerPreference("PrintScaling", "None")

    def page(self, size: Size, note: str = "") -> Page:
        """The next page, so large in millimetres; with a note, that and the bar of 50 mm at its foot."""
        self.turn()
        self.pages += 1
        self._canvas.setPageSize((size[0] * POINT, size[1] * POINT))
        page = Page(self._canvas, size)
        if note:
            page.words((12.0, size[1] - 5.0), note)
            page.ruler((size[0] - 62.0, size[1] - 5.5), 50)
        return page

    def turn(self) -> None:
        """End the page that is being drawn, if there is one."""
        if self.pages and self._canvas.getPageNumber() == self.pages:
            self._canvas.showPage()

    def close(self) -> bytes:
        """The finished PDF."""
        self.turn()
        self._canvas.save()
        return self._file.getvalue()


class Page:
    """Draws on one page."""

    def __init__(self, canvas: Canvas, size: Size) -> None:
        self.canvas = canvas
        self.size = size

    def line(self, start: Place, end: Place, width: float = _HAIR, ink: Ink = DARK) -> None:
        """A line, so many millimetres thick."""
        self.canvas.setLineWidth(width * POINT)
        self.canvas.setStrokeColor(Color(*ink))
        self.canvas.line(*self.point(start), *self.point(end))

    def box(self, place: Place, size: Size, fill: Ink | None = None, rim: Ink | None = DARK) -> None:
        """A rectangle."""
        left, bottom = self.point((place[0], place[1] + size[1]))
        self.canvas.setLineWidth(_HAIR * POINT)
        self.canvas.setStrokeColor(Color(*(rim or DARK)))
        self.canvas.setFillColor(Color(*(fill or (1, 1, 1))))
        painted = {"stroke": int(rim is not None), "fill": int(fill is not None)}
        self.canvas.rect(left, bottom, size[0] * POINT, size[1] * POINT, **painted)

    def words(
        self,
        place: Place,
        text: str,
        points: float = _SMALL,
        font: str = PLAIN,
        ink: Ink = DARK,
        turned: float = 0,
    ) -> None:
        """A line of text; the place is the left end of its foot, about which it may be turned, in degrees."""
        self.canvas.saveState()
        self.canvas.translate(*self.point(place))
        self.canvas.rotate(turned)
        self.canvas.setFillColor(Color(*ink))
        self.canvas.setFont(font, points)
        self.canvas.drawString(0, 0, text)
        self.canvas.restoreState()

    def ruler(self, place: Place, length: int) -> None:
        """A bar of known length: measured on paper, it tells whether the printer kept the scale."""
        left, top = place
        self.line((left, top), (left + length, top), 0.2)
        for end in (left, left + length):
            self.line((end, top - 1), (end, top + 1), 0.2)
        self.words((left + length / 2 - 4, top - 0.7), f"{length} mm")

    def picture(self, name: str, picture: Picture, place: Place, size: Size) -> None:
        """A picture, kept without loss; `size` is its width and height on paper. The name is its own."""
        corner = self.point((place[0], place[1] + size[1]))
        draw_picture(self.canvas, name, picture, corner, (size[0] * POINT, size[1] * POINT))

    def trim(self, place: Place, size: Size) -> None:
        """What is left of the page once it is cut."""
        left, bottom = self.point((place[0], place[1] + size[1]))
        right, top = self.point((place[0] + size[0], place[1]))
        self.canvas.setTrimBox((left, bottom, right, top))

    def point(self, place: Place) -> Place:
        """A place in points from the bottom left corner, as PDF counts."""
        return place[0] * POINT, (self.size[1] - place[1]) * POINT


def draw_picture(canvas: Any, name: str, picture: Picture, corner: Place, size: Size) -> None:
    """A picture on any canvas, kept without loss: its lower left corner, width and height in points."""
    _register(canvas, name, picture)
    canvas.saveState()
    canvas.translate(*corner)
    canvas.scale(*size)
    canvas.doForm(name)
    canvas.restoreState()


def _register(canvas: Any, name: str, picture: Picture) -> None:
    """Put packed rows into the document as they are: ReportLab would unpack, pack and lengthen them."""
    kept = pdfdoc.PDFImageXObject(name)
    kept.width, kept.height, kept.bitsPerComponent, kept.colorSpace = (
        picture.wide,
        picture.high,
        8,
        "DeviceRGB",
    )
    kept.streamContent, kept._filters = picture.rows, ("FlateDecode",)
    canvas._setXObjects(kept)
    canvas._doc.Reference(kept, canvas._doc.getXObjectName(name))
    canvas._doc.addForm(name, kept)


def text_width(text: str, points: float, font: str = PLAIN) -> float:
    """How long a line of text is, in millimetres."""
    return float(pdfmetrics.stringWidth(text, font, points)) / POINT


def lines_of(text: str, width: float, points: float, font: str = PLAIN) -> Iterator[str]:
    """A text in lines no wider than so many millimetres; a longer word keeps its own line."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and text_width(longer, points, font) > width:
            yield line
            line = word
        else:
            line = longer
    yield line
