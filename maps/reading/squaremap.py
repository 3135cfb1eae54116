"""Read from map.toml what else a board of grids may have: squares, and areas with an outline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from maps.board import Area
from maps.grids.squares import SquareGrid
from maps.map_faults import MapFault
from maps.reading.fields import YES_NO, Field, Form, amount, is_number, list_of, whole
from maps.reading.hexmap import AXIS, LABELS, NUMBERING, label_faults, misspelt, read_numbering
from maps.reading.settings import settings_faults
from maps.space import slug

_FURTHEST = 10_000_000


_IS_POINT = list_of(is_number(-_FURTHEST, _FURTHEST), 2, 2)
_SIDE = amount(0.001, 10_000, False)
_POINT = Field(_IS_POINT, "a point [x, y]", False)
_TEXT = Field(lambda value: isinstance(value, str) and bool(value.strip()), "a text", True)
_ID = Field(
    lambda value: isinstance(value, str) and bool(value) and slug(value) == value,
    "small letters, digits and hyphens",
    False,
)
_RING = Field(list_of(_IS_POINT, 3), "three or more points [x, y]", True)
FORM: Form = {
    "squares": {
        "columns": whole(1, 400, True),
        "rows": whole(1, 400, True),
        "wide": _SIDE,
        "high": _SIDE,
        "origin": _POINT,
        "diagonal": YES_NO,
        "missing": LABELS,
    },
    "squares.numbering": NUMBERING,
    "squares.numbering.column": AXIS,
    "squares.numbering.row": AXIS,
}
_RINGS = Field(list_of(_RING.fits), "a list of outlines, each of three or more points [x, y]", False)
AREAS: Form = {"area[]": {"name": _TEXT, "id": _ID, "outline": _RING, "also": _RINGS}}


def read_squares(toml: Mapping[str, Any], faults: list[MapFault]) -> SquareGrid | None:
    """The grid that `[squares]` of map.toml describes, None after a fault."""
    wrong = [*settings_faults(toml, FORM), *misspelt(toml, FORM)]
    if wrong:
        faults.extend(wrong)
        return None
    grid = _grid(toml["squares"])
    wrong = list(_letter_faults(grid)) or list(label_faults("square", "squares", grid))
    faults.extend(wrong)
    return None if wrong else grid


def _grid(table: Mapping[str, Any]) -> SquareGrid:
    x, y = table.get("origin", [0.0, 0.0])
    return SquareGrid(
        table["columns"],
        table["rows"],
        float(table.get("wide", 1.0)),
        float(table.get("high", table.get("wide", 1.0))),
        (float(x), float(y)),
        table.get("diagonal", False),
        read_numbering(table.get("numbering", {})),
        frozenset(table.get("missing", [])),
    )


def _letter_faults(grid: SquareGrid) -> Iterator[MapFault]:
    for name, axis in (("column", grid.numbering.column), ("row", grid.numbering.row)):
        if axis.letters and axis.first < 1:
            message = f"the first number is {axis.first}. With letters and digits it may not be below 1"
            yield MapFault("map.toml", f"squares.numbering.{name}", "bad value", message)


def read_areas(toml: Mapping[str, Any], faults: list[MapFault]) -> dict[str, Area]:
    """Every `[[area]]` of map.toml by its id; those at fault are left out."""
    wrong = [*settings_faults(toml, AREAS), *_strange(toml.get("area"))]
    faults.extend(wrong)
    areas: dict[str, Area] = {}
    for number, table in enumerate([] if wrong else toml.get("area", []), 1):
        one = table.get("id", slug(table["name"]))
        if one in areas or not one:
            what = f"{one!r} is already above" if one else f"{table['name']!r} makes no id"
            faults.append(MapFault("map.toml", f"area {number}", "named twice", f"{what}; give it an id"))
            continue
        also = tuple(_ring(outline) for outline in table.get("also", []))
        areas[one] = Area(table["name"].strip(), _ring(table["outline"]), also)
    return areas


def _ring(outline: list[list[float]]) -> tuple[tuple[float, float], ...]:
    """The corners, none of them twice in a row."""
    points = [(float(x), float(y)) for x, y in outline]
    return tuple(point for before, point in pairwise([points[-1], *points]) if before != point)


def _strange(areas: Any) -> Iterator[MapFault]:
    for number, table in enumerate(areas if isinstance(areas, list) else [], 1):
        for key in sorted(set(table if isinstance(table, dict) else ()) - set(AREAS["area[]"])):
            message = f"{key} is none of {', '.join(AREAS['area[]'])}"
            yield MapFault("map.toml", f"area {number}", "unknown setting", message)
