"""The form that map.toml must have for a drawn board of hexes: marks, labels, charts and colours."""

from __future__ import annotations

import re
from typing import Any

from maps.reading.settings import Field, Form

SHAPES = ("star", "disc", "letter", "tag")
"""The shapes that `maps.drawing.hexes.marks` draws."""
_COLOUR = re.compile("#[0-9a-fA-F]{6}")


def _is_number(value: Any, low: float = -100_000, high: float = 100_000) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def _is_numbers(value: Any, least: int, most: int) -> bool:
    return isinstance(value, list) and least <= len(value) <= most and all(map(_is_number, value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_colour(value: Any) -> bool:
    return isinstance(value, str) and _COLOUR.fullmatch(value) is not None


def _are_colours(value: Any, least: int, most: int) -> bool:
    return isinstance(value, list) and least <= len(value) <= most and all(map(_is_colour, value))


def _is_frame(value: Any) -> bool:
    return _is_numbers(value, 4, 4) and min(value[2:]) > 0 and max(value) <= 2000


def _are_points(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 1 and all(_is_numbers(point, 2, 2) for point in value)


def _are_rows(value: Any) -> bool:
    return (
        isinstance(value, list)
        and 0 < len(value) <= 100
        and all(isinstance(row, list) and row and all(map(_is_text, row)) for row in value)
    )


def _are_roads(value: Any) -> bool:
    return isinstance(value, dict) and all(_are_colours(pair, 2, 2) for pair in value.values())


def _is_tinted(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_colour, value.values()))


def _are_words(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value.values()))


def _text(needed: bool = True) -> Field:
    return Field(_is_text, "a text", needed)


def _number(low: float, high: float, needed: bool = True) -> Field:
    return Field(lambda value: _is_number(value, low, high), f"a number from {low:g} to {high:g}", needed)


def _point(wanted: str) -> Field:
    return Field(lambda value: _is_numbers(value, 2, 2), wanted, True)


_YES_NO = Field(lambda value: isinstance(value, bool), "true or false", False)
_COLOUR_FIELD = Field(_is_colour, 'a colour such as "#a0b0c0"', True)
_FRAME = Field(_is_frame, "left, top, width and height in millimetres", True)
_TEXTS = Field(lambda value: isinstance(value, list) and all(map(_is_text, value)), "a list of texts", False)
_SHARES = Field(
    lambda value: _is_numbers(value, 1, 50) and min(value) > 0, "a number above 0 for each column", False
)

FORM: Form = {
    "sheet": {
        "words": Field(_are_words, "what is printed, by the value of a fact", False),
        "closed": _TEXTS,
        "cartouche_mm": _FRAME._replace(needed=False),
    },
    "sheet.hexes": {
        "bleed": _YES_NO,
        "weathered": _YES_NO,
        "town": _text(False),
        "leads_off": _text(False),
        "area_name": _text(False),
        "roads": Field(_are_roads, 'the colours of rim and middle by feature: ["#a0b0c0", "#ffffff"]', False),
    },
    "sheet.hexes.walls": {
        "fact": _text(),
        "colours": Field(_is_tinted, 'a colour such as "#a0b0c0" by feature', True),
    },
    "sheet.mark[]": {
        "fact": _text(),
        "value": _text(False),
        "sample": _text(False),
        "shape": Field(lambda value: value in SHAPES, f"one of {', '.join(SHAPES)}", True),
        "at": _point("how far right of the middle and below it, in hexes"),
        "pitch": _number(-1, 1, False),
        "colours": Field(lambda value: _are_colours(value, 1, 2), "one colour or two", True),
    },
    "sheet.strip[]": {
        "mm": _number(0.1, 20),
        "points": Field(_are_points, "two or more points [x, y] in map units", True),
    },
    "sheet.divide[]": {"fact": _text(), "colour": _COLOUR_FIELD, "mm": _number(0.1, 10)},
    "sheet.label[]": {
        "text": _text(),
        "at": _point("x and y in map units"),
        "mm": _number(0.5, 60),
        "turn": _number(-360, 360, False),
        "colour": _COLOUR_FIELD._replace(needed=False),
        "font": _text(False),
    },
    "sheet.compass": {"at_mm": _point("left and top in millimetres"), "radius_mm": _number(1, 200)},
    "sheet.scale": {
        "at_mm": _point("left and top in millimetres"),
        "parts": Field(lambda value: _is_numbers(value, 2, 20), "two or more numbers in map units", True),
        "unit": _text(),
    },
    "sheet.chart[]": {
        "title": _text(),
        "mm": _FRAME,
        "head": _YES_NO,
        "shares": _SHARES,
        "signs": _TEXTS,
        "rows": Field(_are_rows, "rows of texts, each a list", True),
    },
}
