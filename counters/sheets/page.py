"""A PDF page in millimetres from its top left corner; PDF itself counts in points from the bottom left."""

from __future__ import annotations

from io import BytesIO

from PIL import Image
from reportlab import rl_config
from reportlab.lib.colors import CMYKColorSep
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from counters.faces.lettering import font_bytes
from counters.sheets.imposition import MARGIN, Duplex, Place
from counters.sheets.inks import VERSION, Inks, declare

rl_config.useA85 = 0  # streams as they are packed: in letters they would be longer, and take longer
POINT = 72 / 25.4
ABOUT = {"author": "hexpost", "creator": "hexpost", "producer": "hexpost", "subject": ""}
"""What every PDF says of itself beside its title; nothing is said of when and where it was made."""
FOOT_MM = 8.6
"""So high is what stands at the foot of a page, with the paper below it."""
_FINE = 0.1
"""How wide lines are that nothing is cut along, in millimetres."""
_PREFERENCE = {
    Duplex.LONG_EDGE: "DuplexFlipLongEdge",
    Duplex.SHORT_EDGE: "DuplexFlipShortEdge",
    Duplex.FOLD: "Simplex",
}


def open_canvas(
    file: BytesIO, title: str, paper: tuple[float, float], duplex: Duplex, inks: Inks | None = None
) -> Canvas:
    """A PDF that viewers print without scaling; the same pages always give the same bytes."""
    for weight in ("plain", "bold"):
        pdfmetrics.registerFont(TTFont(f"hexpost-{weight}", BytesIO(font_bytes(weight))))
    size = (paper[0] * POINT, paper[1] * POINT)
    version = VERSION if inks else None
    canvas = Canvas(
        file, size, invariant=1, pageCompression=1, initialFontName="hexpost-plain", pdfVersion=version
    )
    sign(canvas, title)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", _PREFERENCE[duplex])
    if inks:
        declare(canvas._doc, title, inks)
    return canvas


def sign(canvas: Canvas, title: str) -> None:
    """Say in a PDF what it is and where it comes from."""
    canvas.setTitle(title)
    for what, text in ABOUT.items():
        getattr(canvas, f"set{what.capitalize()}")(text)


class Page:
    """Draws in millimetres. Made anew for each page: a page forgets its pens."""

    def __init__(self, canvas: Canvas, paper: tuple[float, float]) -> None:
        self.canvas = canvas
        self.wide, self.high = paper
        self.canvas.setLineWidth(_FINE * POINT)

    def boxes(self, trim: tuple[float, float, float, float], bleed: float) -> None:
        """What stays when all is cut (left, top, right, bottom), and how far beyond it is printed."""
        left, top, right, bottom = trim
        low, far = self._point((left, bottom)), self._point((right, top))
        wide = bleed * POINT
        self.canvas.setTrimBox((*low, *far))
        self.canvas.setBleedBox((low[0] - wide, low[1] - wide, far[0] + wide, far[1] + wide))

    def image(self, image: Image.Image, place: Place, size: tuple[float, float]) -> None:
        """A picture, kept without loss; `size` is its width and height on paper."""
        left, bottom = self._point((place[0], place[1] + size[1]))
        self.canvas.drawImage(ImageReader(image), left, bottom, size[0] * POINT, size[1] * POINT)

    def frame(self, place: Place, size: tuple[float, float], grey: float, hair: float = _FINE) -> None:
        """A hairline so many millimetres wide round a rectangle, black for 0, white for 1."""
        left, bottom = self._point((place[0], place[1] + size[1]))
        self.canvas.saveState()
        self.canvas.setStrokeGray(grey)
        self.canvas.setLineWidth(hair * POINT)
        self.canvas.rect(left, bottom, size[0] * POINT, size[1] * POINT)
        self.canvas.restoreState()

    def filled(self, place: Place, size: tuple[float, float]) -> None:
        """A black rectangle."""
        left, bottom = self._point((place[0], place[1] + size[1]))
        self.canvas.rect(left, bottom, size[0] * POINT, size[1] * POINT, stroke=0, fill=1)

    def rounding(self, place: Place, size: tuple[float, float], radius: float) -> None:
        """Guides for rounding the corners of a piece: a quarter circle in each, of dark and light dashes."""
        (left, top), (wide, high) = place, size
        self.canvas.saveState()
        for grey, phase in ((0.0, 0.0), (1.0, 0.5)):
            self.canvas.setStrokeGray(grey)
            self.canvas.setDash([0.5 * POINT], phase * POINT)
            for x, y, start in (
                (left, top, 90),
                (left + wide - 2 * radius, top, 0),
                (left, top + high - 2 * radius, 180),
                (left + wide - 2 * radius, top + high - 2 * radius, 270),
            ):
                low, far = self._point((x, y + 2 * radius)), self._point((x + 2 * radius, y))
                self.canvas.arc(*low, *far, startAng=start, extent=90)
        self.canvas.restoreState()

    def die_line(self, place: Place, size: tuple[float, float], radius: float) -> None:
        """A line of the die, in an ink of its own that print shops take out again: "CutContour"."""
        left, bottom = self._point((place[0], place[1] + size[1]))
        self.canvas.saveState()
        self.canvas.setStrokeColor(CMYKColorSep(0, 1, 0, 0, spotName="CutContour"))
        self.canvas.setStrokeOverprint(True)
        wide, high = size[0] * POINT, size[1] * POINT
        self.canvas.roundRect(left, bottom, wide, high, radius * POINT, stroke=1, fill=0)
        self.canvas.restoreState()

    def line(self, start: Place, end: Place, dashed: bool = False) -> None:
        """A hairline."""
        (x0, y0), (x1, y1) = self._point(start), self._point(end)
        self.canvas.setDash([2 * POINT, 2 * POINT] if dashed else [])
        self.canvas.line(x0, y0, x1, y1)

    def words(self, place: Place, text: str, size: float = 7, weight: str = "plain") -> None:
        """A line of text, `size` in points."""
        self.canvas.setFont(f"hexpost-{weight}", size)
        self.canvas.drawString(*self._point(place), text)

    def ruler(self, place: Place, length: int) -> None:
        """A bar of known length: measured on paper, it tells whether the printer kept the scale."""
        left, top = place
        self.line((left, top), (left + length, top))
        for end in (left, left + length):
            self.line((end, top - 1), (end, top + 1))
        self.words((left + length / 2 - 4, top - 0.6), f"{length} mm")

    def foot(self, text: str) -> None:
        """What the page is, and the bar that tells its scale."""
        self.words((MARGIN, self.high - 6), text)
        self.ruler((self.wide - MARGIN - 50, self.high - 6), 50)

    def end(self) -> None:
        """The page is done."""
        self.canvas.showPage()

    def _point(self, place: Place) -> Place:
        return place[0] * POINT, (self.high - place[1]) * POINT
