"""The form that map.toml must have for the sheet: what departs from it is a fault before drawing begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from maps.map_faults import MapFault
from maps.reading.fields import (
    COLOUR,
    IS_POINT,
    YES_NO,
    Field,
    Form,
    amount,
    frame,
    is_colour,
    is_number,
    list_of,
    one_of,
    table_of,
    text,
    texts,
    whole,
    words,
)
from maps.reading.look import COVERS, SHAPES, look_of

_PAIR = Field(
    lambda value: list_of(is_number(), 2, 2)(value) and min(value) > 20 and max(value) <= 2000,
    "two numbers from 20 to 2000",
    False,
)


def _window(needed: bool) -> Field:
    return Field(
        lambda value: list_of(is_number(), 4, 4)(value) and value[0] < value[2] and value[1] < value[3],
        "west, south, east and north in degrees",
        needed,
    )


def _size(low: float, high: float) -> Field:
    return Field(
        lambda value: is_number()(value) and low < value < high, f"a number from {low} to {high}", True
    )


def _widths(value: Any) -> bool:
    return table_of(is_number(0, 10))(value) and all(value.values())


_POINTS = Field(list_of(IS_POINT, 2), "two or more points [longitude, latitude]", True)
_LINES = (
    "entry",
    "river",
    "road",
    "link",
    "long-link",
    "link-over-river",
    "corner",
    "defence-line",
    "stream",
)
FLOWS = ("north", "east", "south", "west")
"""Whither the rivers of a board of zones may flow."""
KEY_SIGNS = frozenset(("index", "hole", "elsewhere", *_LINES))
"""The signs of a key that every board of areas has, besides those of its look."""
FORM: Form = {
    "": {
        "title": text(True),
        "subtitle": text(False),
        "bounds": _window(False),
        "features": words("a kind (river, road, link or side) by feature"),
    },
    "hole[]": {"id": text(True), "name": text(True), "lat": _size(-85, 85), "lon": _size(-180, 180)},
    "stream[]": {"name": text(True), "points": _POINTS},
    "lake[]": {
        "name": text(True),
        "lat": _size(-85, 85),
        "lon": _size(-180, 180),
        "length": _size(0, 500),
        "width": _size(0, 500),
        "bearing": _size(-360, 360),
    },
    "sheet": {
        "size_mm": _PAIR,
        "map_mm": frame(False),
        "zone_km2": _PAIR,
        "stretch_rounds": whole(0, 40, False),
        "title_mm": frame(False),
        "key_mm": frame(False),
        "key": words("meanings by sign"),
        "note": text(False),
        "marsh": texts(False),
        "fronts": texts(False),
        "room_km2": Field(
            table_of(is_number(20, 20_000)), "square kilometres, from 20 to 20000, by zone", False
        ),
        "ground": text(False),
        "tints": Field(table_of(is_colour), 'colours such as "#a0b0c0", by the value of the fact', False),
        "river_mm": Field(_widths, "a width in millimetres, from 0 to 10, by river", False),
        "flows": one_of(FLOWS, f"one of {', '.join(FLOWS)}", False),
    },
    "sheet.insert": {
        "title": text(False),
        "window": _window(True),
        "frame_mm": frame(True),
        "stretch_rounds": whole(0, 40, True),
    },
    "sheet.turns": {
        "title": text(True),
        "mm": frame(True),
        "columns": whole(1, 50, True),
        "dates": texts(True),
        "notes": words("texts by turn number"),
        "note_mm": amount(1, 10, False),
    },
    "sheet.track[]": {
        "id": text(True),
        "title": text(True),
        "mm": frame(True),
        "columns": whole(1, 50, True),
        "rows": whole(1, 50, True),
        "first": whole(0, 999, False),
    },
    "sheet.box[]": {"id": text(True), "title": text(True), "mm": frame(True), "card": YES_NO},
    "sheet.area_mark[]": {
        "key": text(False),
        "fact": text(True),
        "value": text(False),
        "sample": text(False),
        "shape": one_of(SHAPES, f"one of {', '.join(SHAPES)}", True),
        "colours": Field(list_of(is_colour, 2, 4), "two to four colours", True),
    },
    "sheet.area_ground[]": {
        "key": text(False),
        "fact": text(True),
        "colour": COLOUR,
        "cover": one_of(COVERS, f"one of {', '.join(COVERS)}", False),
        "counters": whole(1, 9, False),
    },
    "sheet.area_front": {
        "key": text(False),
        "fact": text(True),
        "sign": text(True),
        "colours": Field(list_of(is_colour, 2, 2), "two colours", True),
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
        message = (
            f"key is about {', '.join(unknown)}; write meanings by road sign. The road signs are {signs}"
        )
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
