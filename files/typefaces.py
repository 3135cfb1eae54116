"""The type that everything is printed in: which font for which role, how large, and what no font has.

Two families. Vollkorn, a serif, letters maps, charts and cards. Sofia Sans, in two widths, letters counters
and the small print. DejaVu has what neither has: a line with such a character is set in it as a whole.

The files are made to be drawn without a shaping engine, so that every machine draws the same: their figures
are lining and all of one width (but in the narrow font of names, where a 1 would stand alone), and small
capitals have a file of their own. SOURCES.txt beside them tells how.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import as_file, files

from PIL import ImageFont

SERIF, SERIF_BOLD = "Vollkorn-Medium", "Vollkorn-Bold"
SERIF_ITALIC, SMALL_CAPITALS = "Vollkorn-MediumItalic", "VollkornSC-SemiBold"
SANS, SANS_BOLD = "SofiaSansSemiCondensed-Medium", "SofiaSansSemiCondensed-ExtraBold"
NARROW, NARROW_BOLD = "SofiaSansExtraCondensed-Bold", "SofiaSansExtraCondensed-ExtraBold"
FALLBACK, FALLBACK_BOLD = "DejaVuSans", "DejaVuSans-Bold"

SCALE = (5.0, 6.0, 7.0, 8.0, 9.5, 11.0, 13.0, 16.0, 20.0, 25.0, 32.0)
"""The sizes of type in points; nothing on paper is set in between, or smaller than the first."""
SMALLEST = SCALE[0]
BASELINE = 4.0
"""Lines of charts stand on a grid of so many points."""

POINT_MM = 25.4 / 72
_CAPITALS = {"Vollkorn": 0.676, "SofiaSans": 0.655, "DejaVu": 0.729}
"""How high the capitals and figures of a family stand, as a share of the font's size."""


@dataclass(frozen=True, slots=True)
class Role:
    """How one kind of text is set: the font, its size in points, in capitals, and letters so far apart."""

    font: str
    points: float
    capitals: bool = False
    tracking: float = 0.0
    """More room between two letters, as a share of the size."""

    @property
    def mm(self) -> float:
        """The size in millimetres, as maps reckon."""
        return self.points * POINT_MM

    def text(self, said: str) -> str:
        """What is written: in capitals where the role asks for them."""
        return said.replace("ß", "ẞ").upper() if self.capitals else said


ROLES = {
    "city": Role(SERIF_BOLD, 11.0, capitals=True, tracking=0.06),
    "town": Role(SERIF_BOLD, 9.5),
    "village": Role(SERIF, 8.0),
    "water": Role(SERIF_ITALIC, 9.5, tracking=0.1),
    "card title": Role(SERIF_BOLD, 11.0),
    "card text": Role(SERIF, 8.0),
    "small print": Role(SANS, 7.0),
}
"""Every kind of text on maps and cards. A drawing that sets one otherwise says why."""


def role(name: str) -> Role:
    """How a kind of text is set. Raises KeyError for one there is not."""
    return ROLES[name]


def font_bytes(name: str) -> bytes:
    """The font file of a name."""
    return (files("templates.fonts") / f"{name}.ttf").read_bytes()


@lru_cache(maxsize=1024)
def font(name: str, pixels: int) -> ImageFont.FreeTypeFont:
    """A font at a size; always laid out the basic way, so that every machine draws the same.

    It is opened as a file: one opened from its bytes keeps a copy of them at each size.
    """
    with as_file(files("templates.fonts") / f"{name}.ttf") as path:
        return ImageFont.truetype(str(path), pixels, layout_engine=ImageFont.Layout.BASIC)


@cache
def capital(name: str) -> float:
    """How high the capitals and figures of a font stand, as a share of its size."""
    return next(share for family, share in _CAPITALS.items() if name.startswith(family))


@lru_cache(maxsize=8192)
def holds(name: str, letter: str) -> bool:
    """Whether a font has a letter: it looks otherwise than the box that stands for those it has not."""
    face = font(name, 32)
    return letter.isspace() or bytes(face.getmask(letter)) != _lacking(name)


@lru_cache(maxsize=64)
def _lacking(name: str) -> bytes:
    """What a font shows in place of a letter that it has not."""
    return bytes(font(name, 32).getmask("\uffff"))


@lru_cache(maxsize=8192)
def able(name: str, text: str) -> str:
    """The font in which a text can be set: this one, or the fallback that has more of its letters."""
    lacking = [letter for letter in text if not holds(name, letter)]
    bold = name not in (SERIF, SERIF_ITALIC, SANS)
    other = FALLBACK_BOLD if bold else FALLBACK
    return other if any(holds(other, letter) for letter in lacking) else name
