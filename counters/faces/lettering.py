"""Words on counters: the fonts that come with hexpost, fitted into boxes. Sizes are in pixels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from PIL import ImageFont

from files import typefaces
from files.typefaces import (
    NARROW,
    NARROW_BOLD,
    SANS,
    SANS_BOLD,
    SERIF,
    SERIF_BOLD,
    SERIF_ITALIC,
    able,
    capital,
    holds,
)

FONTS = {
    "plain": SANS,
    "bold": SANS_BOLD,
    "condensed": NARROW,
    "narrow": NARROW_BOLD,
    "serif": SERIF,
    "serif-bold": SERIF_BOLD,
    "italic": SERIF_ITALIC,
}
"""The font of each weight; "narrow" is that in which bold lines are set which have not room enough. Cards
are set in the serif."""

LEADING = 1.16
"""From one line of text to the next, as a share of the font's size."""

NARROWEST = 0.92
"""As narrow as a line may be squeezed, as a share of its usual width, before a narrower font is taken."""

_CAPITAL = capital(SANS)
"""How high capitals and figures stand, as a share of a size: the same in both widths of the family."""


def font_bytes(weight: str) -> bytes:
    """The font file of a weight: plain, bold or condensed."""
    return typefaces.font_bytes(FONTS[weight])


def font(weight: str, size: int, text: str = "") -> ImageFont.FreeTypeFont:
    """The font of a weight at a size; for a text of which it lacks letters, another with capitals as high."""
    name = able(FONTS[weight], text) if text else FONTS[weight]
    own = name == FONTS[weight]
    return typefaces.font(name, size if own else max(1, round(size * capital(FONTS[weight]) / capital(name))))


@lru_cache(maxsize=20_000)
def length(text: str, weight: str, size: int) -> float:
    """How long a line of text is. It is asked again and again while lines are broken and evened out."""
    return font(weight, size, text).getlength(text)


def capital_size(height: float, weight: str = "plain") -> int:
    """The font size at which the capitals of a weight stand `height` high."""
    return max(1, round(height / capital(FONTS[weight])))


def capital_height(size: int) -> float:
    """How high capitals stand at a font size."""
    return size * _CAPITAL


def fit(text: str, weight: str, width: float, height: float) -> int:
    """The largest font size at which one line of text fits a box."""
    size = capital_size(height)
    long = length(text, weight, size)
    return size if long <= width else max(1, int(size * width / long))


class Line(NamedTuple):
    """How a line is set: the weight, the size, and how much narrower than usual it is squeezed."""

    weight: str
    size: int
    narrow: float


def fit_line(text: str, weight: str, width: float, height: float) -> Line:
    """How a line fits a box: as high as that, in a narrower font if it must; smaller only then.

    So the numbers of a game keep one height.
    """
    if weight == "bold" and fit(text, weight, width / NARROWEST, height) < capital_size(height):
        weight = "narrow"
    size = fit(text, weight, width / NARROWEST, height)
    return Line(weight, size, min(1.0, width / max(1.0, length(text, weight, size))))


def wrap(text: str, weight: str, size: int, width: float) -> list[str]:
    """The text in lines no wider than `width`; a single long word keeps its own line."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if length(longer, weight, size) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fit_block(
    text: str, weight: str, width: float, height: float, largest: float, even: bool = True
) -> tuple[int, list[str]]:
    """The largest font size, and the lines, at which text fits a box; capitals at most `largest` high.

    The lines are made of like width if they are to be `even`, as centred ones are.
    """
    size = capital_size(largest, weight)
    while True:
        lines = wrap(text, weight, size, width)
        wide = max(length(line, weight, size) for line in lines)
        if size <= 4 or (wide <= width and len(lines) * size * LEADING <= height):
            return size, balanced(text, weight, size, lines) if even else _full(text, weight, size, width)
        size -= 1


def _full(text: str, weight: str, size: int, width: float) -> list[str]:
    """Lines that begin at the left, a little shorter where a word would be left over alone at the end."""
    lines = wrap(text, weight, size, width)
    for share in (0.95, 0.9, 0.85, 0.8):
        shorter = wrap(text, weight, size, width * share)
        if len(shorter) > len(lines) or length(lines[-1], weight, size) > width / 4:
            break
        lines = shorter
    return lines


def balanced(text: str, weight: str, size: int, lines: list[str]) -> list[str]:
    """The same number of lines, but of like width, so that no word is left over alone."""
    widths = sorted(length(line, weight, size) for line in lines)
    low, high = widths[0] / 2, widths[-1]
    while high - low > 1:
        middle = (low + high) / 2
        narrower = wrap(text, weight, size, middle)
        fits = len(narrower) == len(lines) and max(length(line, weight, size) for line in narrower) <= middle
        low, high = (low, middle) if fits else (middle, high)
    return wrap(text, weight, size, high)


def missing(text: str, weight: str) -> Iterator[str]:
    """The characters of a text which no font has in which it is set."""
    name = able(FONTS[weight], text)
    yield from (letter for letter in dict.fromkeys(text) if not holds(name, letter))
