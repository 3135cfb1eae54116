"""Words on counters: the fonts that come with hexpost, fitted into boxes. Sizes are in pixels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import as_file, files

from PIL import ImageFont

_FILES = {
    "plain": "DejaVuSans.ttf",
    "bold": "DejaVuSans-Bold.ttf",
    "condensed": "DejaVuSansCondensed-Bold.ttf",
}
LEADING = 1.25
"""From one line of text to the next, as a share of the font's size."""

NARROWEST = 0.84
"""As narrow as a line may be set, as a share of its usual width: a little more than a condensed font."""

_CAPITAL = 0.729
"""How high DejaVu's capitals and digits stand, as a share of the font's size."""


def font_bytes(weight: str) -> bytes:
    """The font file of a weight: plain, bold or condensed."""
    return (files("templates.fonts") / _FILES[weight]).read_bytes()


@lru_cache(maxsize=512)
def font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    """A font at a size; always laid out the basic way, so that every machine draws the same.

    It is opened as a file: one opened from its bytes keeps a copy of them, 750 kB at each size.
    """
    with as_file(files("templates.fonts") / _FILES[weight]) as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def capital_size(height: float) -> int:
    """The font size at which capitals stand `height` high."""
    return max(1, round(height / _CAPITAL))


def capital_height(size: int) -> float:
    """How high capitals stand at a font size."""
    return size * _CAPITAL


def fit(text: str, weight: str, width: float, height: float) -> int:
    """The largest font size at which one line of text fits a box."""
    size = capital_size(height)
    long = font(weight, size).getlength(text)
    return size if long <= width else max(1, int(size * width / long))


def fit_line(text: str, weight: str, width: float, height: float) -> tuple[int, float]:
    """The font size of one line that fits a box, and how much narrower than usual it is set.

    What is too wide is set narrower first and smaller only then: the numbers of a game keep one height.
    """
    size = fit(text, weight, width / NARROWEST, height)
    return size, min(1.0, width / max(1.0, font(weight, size).getlength(text)))


def wrap(text: str, weight: str, size: int, width: float) -> list[str]:
    """The text in lines no wider than `width`; a single long word keeps its own line."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font(weight, size).getlength(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fit_block(text: str, weight: str, width: float, height: float, largest: float) -> tuple[int, list[str]]:
    """The largest font size, and the lines, at which text fits a box; capitals at most `largest` high."""
    size = capital_size(largest)
    while True:
        lines = wrap(text, weight, size, width)
        wide = max(font(weight, size).getlength(line) for line in lines)
        if size <= 4 or (wide <= width and len(lines) * size * LEADING <= height):
            return size, balanced(text, weight, size, lines)
        size -= 1


def balanced(text: str, weight: str, size: int, lines: list[str]) -> list[str]:
    """The same number of lines, but of like width, so that no word is left over alone."""
    widths = sorted(font(weight, size).getlength(line) for line in lines)
    low, high = widths[0] / 2, widths[-1]
    while high - low > 1:
        middle = (low + high) / 2
        narrower = wrap(text, weight, size, middle)
        fits = len(narrower) == len(lines) and max(map(font(weight, size).getlength, narrower)) <= middle
        low, high = (low, middle) if fits else (middle, high)
    return wrap(text, weight, size, high)


def missing(text: str, weight: str) -> Iterator[str]:
    """The characters of a text which the font does not have."""
    for letter in dict.fromkeys(text):
        if not letter.isspace() and not _has(letter, weight):
            yield letter


@lru_cache(maxsize=4096)
def _has(letter: str, weight: str) -> bool:
    """Whether a letter looks otherwise than the box that stands for letters a font has not."""
    face = font(weight, 32)
    return bytes(face.getmask(letter)) != bytes(face.getmask("\uffff"))
