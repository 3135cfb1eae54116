"""The form that map.toml must have for the sheet: what departs from it is a fault before drawing begins."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from maps.faults import MapFault
from maps.reading.look import COVERS, SHAPES, look_of

_COLOUR = re.compile("#[0-9a-fA-F]{6}")


class Field(NamedTuple):
    """What one setting must be: the test, the words for it, and whether its table needs it."""

    fits: Callable[[Any], bool]
    wanted: str
    needed: bool


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 100_000


def _numbers(value: Any, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and all(map(_number, value))


def _is_point(value: Any) -> bool:
    return _numbers(value, 2)


def _text(needed: bool) -> Field:
    return Field(lambda value: isinstance(value, str), "a text", needed)


def _texts(needed: bool) -> Field:
    return Field(
        lambda value: isinstance(value, list) and all(isinstance(part, str) for part in value),
        "a list of texts",
        needed,
    )


def _frame(needed: bool) -> Field:
    return Field(
        lambda value: _numbers(value, 4) and min(value[2:]) > 0 and max(value) <= 2000,
        "left, top, width and height in millimetres",
        needed,
    )


def whole(low: int, high: int, needed: bool) -> Field:
    """A whole number from low to high."""

    def fits(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

    return Field(fits, f"a whole number from {low} to {high}", needed)


def _widths(value: Any) -> bool:
    return isinstance(value, dict) and all(_number(width) and 0 < width <= 10 for width in value.values())


def _rooms(value: Any) -> bool:
    return isinstance(value, dict) and all(_number(room) and 20 <= room <= 20_000 for room in value.values())


def _is_colour(value: Any) -> bool:
    return isinstance(value, str) and bool(_COLOUR.fullmatch(value))


def _colours(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_colour, value.values()))


def _window(needed: bool) -> Field:
    return Field(
        lambda value: _numbers(value, 4) and value[0] < value[2] and value[1] < value[3],
        "west, south, east and north in degrees",
        needed,
    )


def _size(low: float, high: float) -> Field:
    return Field(lambda value: _number(value) and low < value < high, f"a number from {low} to {high}", True)


_PAIR = Field(
    lambda value: _numbers(value, 2) and min(value) > 20 and max(value) <= 2000,
    "two numbers from 20 to 2000",
    False,
)
_POINTS = Field(
    lambda value: isinstance(value, list) and len(value) > 1 and all(map(_is_point, value)),
    "two or more points [longitude, latitude]",
    True,
)
_WORDS = Field(
    lambda value: isinstance(value, dict) and all(isinstance(kind, str) for kind in value.values()),
    "a kind (river, road, link or side) by feature",
    False,
)
_LINES = ("entry", "river", "road", "link", "long-link", "corner", "defence-line", "stream")
KEY_SIGNS = frozenset(("index", "hole", "elsewhere", *_LINES))
"""The signs of a key that every board of areas has, besides those of its look."""
_TINT = Field(lambda value: _is_colour(value), 'a colour such as "#a0b0c0"', True)
_TINTS = Field(
    lambda value: isinstance(value, list) and len(value) in (2, 3, 4) and all(map(_is_colour, value)),
    "two to four colours",
    True,
)


def _one_of(words: tuple[str, ...], needed: bool) -> Field:
    return Field(lambda value: value in words, f"one of {', '.join(words)}", needed)


_NOTES = Field(
    lambda value: isinstance(value, dict) and all(isinstance(note, str) for note in value.values()),
    "texts by turn number",
    False,
)

# A table's name, "[]" if it may stand several times, and its settings.
Form = Mapping[str, Mapping[str, Field]]
FORM: Form = {
    "": {"title": _text(True), "subtitle": _text(False), "bounds": _window(False), "features": _WORDS},
    "hole[]": {"id": _text(True), "name": _text(True), "lat": _size(-85, 85), "lon": _size(-180, 180)},
    "stream[]": {"name": _text(True), "points": _POINTS},
    "lake[]": {
        "name": _text(True),
        "lat": _size(-85, 85),
        "lon": _size(-180, 180),
        "length": _size(0, 500),
        "width": _size(0, 500),
        "bearing": _size(-360, 360),
    },
    "sheet": {
        "size_mm": _PAIR,
        "map_mm": _frame(False),
        "zone_km2": Field(_PAIR.fits, _PAIR.wanted, False),
        "stretch_rounds": whole(0, 40, False),
        "title_mm": _frame(False),
        "key_mm": _frame(False),
        "key": _WORDS._replace(wanted="meanings by sign"),
        "note": _text(False),
        "marsh": _texts(False),
        "fronts": _texts(False),
        "room_km2": Field(_rooms, "square kilometres, from 20 to 20000, by zone", False),
        "ground": _text(False),
        "tints": Field(_colours, 'colours such as "#a0b0c0", by what stands in the fact', False),
        "river_mm": Field(_widths, "a width in millimetres, from 0 to 10, by river", False),
    },
    "sheet.insert": {
        "title": _text(False),
        "window": _window(True),
        "frame_mm": _frame(True),
        "stretch_rounds": whole(0, 40, True),
    },
    "sheet.turns": {
        "title": _text(True),
        "mm": _frame(True),
        "columns": whole(1, 50, True),
        "dates": _texts(True),
        "notes": _NOTES,
        "note_mm": Field(lambda value: _number(value) and 1 <= value <= 10, "a number from 1 to 10", False),
    },
    "sheet.track[]": {
        "id": _text(True),
        "title": _text(True),
        "mm": _frame(True),
        "columns": whole(1, 50, True),
        "rows": whole(1, 50, True),
        "first": whole(0, 999, False),
    },
    "sheet.box[]": {"id": _text(True), "title": _text(True), "mm": _frame(True)},
    "sheet.area_mark[]": {
        "key": _text(False),
        "fact": _text(True),
        "value": _text(False),
        "sample": _text(False),
        "shape": _one_of(tuple(SHAPES), True),
        "colours": _TINTS,
    },
    "sheet.area_ground[]": {
        "key": _text(False),
        "fact": _text(True),
        "colour": _TINT,
        "cover": _one_of(COVERS, False),
        "counters": whole(1, 9, False),
    },
    "sheet.area_front": {
        "key": _text(False),
        "fact": _text(True),
        "sign": _text(True),
        "colours": Field(lambda value: _TINTS.fits(value) and len(value) == 2, "two colours", True),
    },
}


def settings_faults(toml: Mapping[str, Any], form: Form = FORM) -> Iterator[MapFault]:
    """Every setting of map.toml that the drawing, or whoever else has this form, could not use."""
    for name, fields in form.items():
        for where, table in _tables(toml, name):
            if not isinstance(table, dict):
                yield MapFault("map.toml", where, "bad value", f"read {table!r:.60}; write a table")
                continue
            for key, field in fields.items():
                if key in table and not field.fits(table[key]):
                    message = f"{key} is {table[key]!r:.60}; write {field.wanted}"
                    yield MapFault("map.toml", where, "bad value", message)
                elif key not in table and field.needed:
                    yield MapFault(
                        "map.toml", where, "missing value", f"{key} is missing; write {field.wanted}"
                    )


def look_faults(toml: Mapping[str, Any]) -> Iterator[MapFault]:
    """Marks with more or fewer colours than their shape has, and signs of the key that neither every board
    has nor the look of this one. Its form is looked at before: what it needs is there."""
    for number, mark in enumerate(toml.get("sheet", {}).get("area_mark", ()), 1):
        if len(mark["colours"]) != (count := SHAPES[mark["shape"]]):
            message = f"colours are {len(mark['colours'])}; a {mark['shape']} has {count}"
            yield MapFault("map.toml", f"sheet.area_mark {number}", "bad value", message)
    known = KEY_SIGNS | look_of(toml).keys
    unknown = [sign for sign in toml.get("sheet", {}).get("key", {}) if sign not in known]
    if unknown:
        signs = ", ".join(sorted(known))
        message = f"key is about {', '.join(unknown)}; write meanings by sign; the signs are {signs}"
        yield MapFault("map.toml", "sheet", "bad value", message)


def _tables(toml: Mapping[str, Any], name: str) -> Iterator[tuple[str, Any]]:
    """The tables of this name that the file has, with the place of each."""
    table: Any = toml
    for part in name.removesuffix("[]").split(".") if name else ():
        table = table.get(part) if isinstance(table, dict) else None
    if table is None:
        return
    if not name.endswith("[]"):
        yield name or "top", table
    elif not isinstance(table, list):
        yield name, table
    else:
        yield from (
            (f"{name.removesuffix('[]')} {number}", part) for number, part in enumerate(table, start=1)
        )
