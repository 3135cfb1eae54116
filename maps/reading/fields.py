"""What a setting of map.toml must be: the test, the words for it, and whether its table needs it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from sys import maxsize
from typing import Any, NamedTuple

Fits = Callable[[Any], bool]
"""Whether a value is one that can be used."""

_COLOUR = re.compile("#[0-9a-fA-F]{6}")
_FURTHEST = 100_000.0  # of anything that is measured on a sheet, or in degrees


class Field(NamedTuple):
    """What one setting must be: the test, the words for it, and whether its table needs it."""

    fits: Fits
    wanted: str
    needed: bool


# A table's name, "[]" if it may stand several times, and its settings.
Form = Mapping[str, Mapping[str, Field]]


def is_text(value: Any) -> bool:
    """Whether this is a text."""
    return isinstance(value, str)


def is_colour(value: Any) -> bool:
    """Whether this is a colour, written "#a0b0c0"."""
    return is_text(value) and _COLOUR.fullmatch(value) is not None


def is_number(low: float = -_FURTHEST, high: float = _FURTHEST) -> Fits:
    """Whether something is a number from low to high."""
    return lambda value: (
        isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
    )


def list_of(fits: Fits, least: int = 0, most: int = maxsize) -> Fits:
    """Whether something is a list of at least and at most so many, of which each fits."""
    return lambda value: isinstance(value, list) and least <= len(value) <= most and all(map(fits, value))


def table_of(fits: Fits) -> Fits:
    """Whether something is a table of which each value fits."""
    return lambda value: isinstance(value, dict) and all(map(fits, value.values()))


def is_frame(value: Any) -> bool:
    """Whether this is left, top, width and height in millimetres, on no sheet larger than two metres."""
    return list_of(is_number(), 4, 4)(value) and min(value[2:]) > 0 and max(value) <= 2000


def text(needed: bool = True) -> Field:
    """Any text."""
    return Field(is_text, "a text", needed)


def texts(needed: bool = True) -> Field:
    """A list of texts, of none too."""
    return Field(list_of(is_text), "a list of texts", needed)


def words(wanted: str) -> Field:
    """A table of texts, which may be missing."""
    return Field(table_of(is_text), wanted, False)


def short_text(most: int) -> Field:
    """A text of at most so many signs that VASSAL may print beside a number; it may be missing."""
    return Field(
        lambda value: is_text(value) and len(value) <= most and value.isprintable() and "$" not in value,
        f"a text of up to {most} characters, without $",
        False,
    )


def amount(low: float, high: float, needed: bool = True) -> Field:
    """A number from low to high."""
    return Field(is_number(low, high), f"a number from {low:g} to {high:g}", needed)


def whole(low: int, high: int, needed: bool) -> Field:
    """A whole number from low to high."""
    fits = is_number(low, high)
    return Field(
        lambda value: isinstance(value, int) and fits(value), f"a whole number from {low} to {high}", needed
    )


def one_of(known: Iterable[str], wanted: str, needed: bool) -> Field:
    """One of a few words."""
    allowed = tuple(known)
    return Field(lambda value: value in allowed, wanted, needed)


def frame(needed: bool = True) -> Field:
    """A frame on the sheet."""
    return Field(is_frame, "left, top, width and height in millimetres", needed)


YES_NO = Field(lambda value: isinstance(value, bool), "true or false", False)
COLOUR = Field(is_colour, 'a colour such as "#a0b0c0"', True)
IS_POINT = list_of(is_number(), 2, 2)
