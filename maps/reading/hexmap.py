"""Read the grid of a board of hexes from map.toml."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from maps.grids.grid import COUNTED, DOUBLED, Axis, HexGrid, Numbering
from maps.grids.hexes import Lattice
from maps.map_faults import MapFault
from maps.reading.fields import YES_NO, Field, Form, amount, one_of, short_text, texts, whole
from maps.reading.settings import settings_faults
from maps.space import slug

MOST = 40_000
"""So many hexes or squares a board may have."""


class Labelled(Protocol):
    """A grid of places with labels."""

    @property
    def columns(self) -> int:
        """How many stand beside each other."""

    @property
    def rows(self) -> int:
        """How many stand above each other."""

    @property
    def missing(self) -> frozenset[str]:
        """The labels of those that are not there."""

    def printed(self) -> Iterable[tuple[str, object]]:
        """Label and place of all, those that are missing too."""


def _either(*known: str) -> Field:
    return one_of(known, " or ".join(f'"{word}"' for word in known), False)


LABELS = texts(needed=False)._replace(wanted="a list of labels in quotes")
AXIS: Mapping[str, Field] = {
    "first": whole(0, 999, False),
    "digits": whole(1, 4, False),
    "letters": _either(DOUBLED, COUNTED),
    "backward": YES_NO,
}
NUMBERING: Mapping[str, Field] = {
    "order": _either("column-row", "row-column"),
    "between": short_text(5),
    "before": short_text(40),
    "after": short_text(40),
}
FORM: Form = {
    "hexes": {
        "columns": whole(1, 400, True),
        "rows": whole(1, 400, True),
        "tops": _either("flat", "pointed"),
        "shoved": _either("odd", "even"),
        "short": _either("odd", "even", ""),
        "pitch": amount(0.001, 10_000, False),
        "missing": LABELS,
    },
    "hexes.numbering": {**NUMBERING, "shoved_first": whole(-1, 1, False)},
    "hexes.numbering.column": AXIS,
    "hexes.numbering.row": AXIS,
}


def read_hexes(toml: Mapping[str, Any], faults: list[MapFault]) -> HexGrid | None:
    """The grid that `[hexes]` of map.toml describes, None after a fault."""
    wrong = [*settings_faults(toml, FORM), *misspelt(toml, FORM)]
    grid = HexGrid(1, 1) if wrong else _grid(toml["hexes"])
    wrong = wrong or list(_grid_faults(grid))
    faults.extend(wrong)
    return None if wrong else grid


def misspelt(toml: Mapping[str, Any], form: Form) -> Iterator[MapFault]:
    """Settings that no table of this form has."""
    for name, fields in form.items():
        table: Any = toml
        for part in name.split("."):
            table = table.get(part, {}) if isinstance(table, dict) else {}
        inner = {longer.rpartition(".")[2] for longer in form if longer.rpartition(".")[0] == name}
        for key in sorted(set(table if isinstance(table, dict) else ()) - set(fields) - inner):
            known = ", ".join((*fields, *sorted(inner)))
            yield MapFault("map.toml", name, "unknown setting", f"{key} is none of {known}")


def _grid(table: Mapping[str, Any]) -> HexGrid:
    numbers = table.get("numbering", {})
    return HexGrid(
        table["columns"],
        table["rows"],
        Lattice(table.get("tops", "flat") == "flat", float(table.get("pitch", 1.0))),
        table.get("shoved", "even"),
        table.get("short", ""),
        read_numbering(numbers),
        frozenset(table.get("missing", [])),
    )


def read_numbering(table: Mapping[str, Any]) -> Numbering:
    """How a table that has the form of `NUMBERING` says that hexes, or squares, are numbered."""
    return Numbering(
        Axis(**{"digits": 2, **table.get("column", {})}),
        Axis(**{"digits": 2, **table.get("row", {})}),
        table.get("order", "column-row") == "column-row",
        table.get("between", ""),
        table.get("shoved_first", 0),
        table.get("before", ""),
        table.get("after", ""),
    )


def _grid_faults(grid: HexGrid) -> Iterator[MapFault]:
    """Numbers before the first, and whatever is wrong with any grid."""
    below = list(_number_faults(grid)) if grid.columns * grid.rows <= MOST else []
    yield from below or label_faults("hex", "hexes", grid)


def label_faults(noun: str, plural: str, grid: Labelled) -> Iterator[MapFault]:
    """Too many places to keep, labels that stand twice, places that are missing already."""
    if grid.columns * grid.rows > MOST:
        message = f"{grid.columns} x {grid.rows} {plural}; a board may have {MOST}"
        yield MapFault("map.toml", plural, "bad value", message)
        return
    seen: dict[str, str] = {}
    for label, _ in grid.printed():
        one = slug(label)
        if one in seen:
            message = f"two {plural} get the label {label!r}; write a separator, or more digits"
            yield MapFault("map.toml", f"{plural}.numbering", "named twice", message)
            return
        seen[one] = label
    if not set(seen.values()) - grid.missing:
        yield MapFault("map.toml", plural, "bad value", f"no {noun} is left of this board")
        return
    for label in sorted(grid.missing - set(seen.values())):
        message = f"there is no {noun} {label!r}; labels run from {range_of(list(seen.values()))}"
        yield MapFault("map.toml", f"{plural}.missing", f"unknown {noun}", message)


def _number_faults(grid: HexGrid) -> Iterator[MapFault]:
    numbers = grid.numbering
    for name, axis, flat in (("column", numbers.column, False), ("row", numbers.row, True)):
        more = numbers.shoved_first if grid.lattice.flat is flat else 0
        least = 1 if axis.letters else 0
        if min(axis.first, axis.first + more) < least:
            message = f"the first number is {min(axis.first, axis.first + more)}; it may not be below {least}"
            yield MapFault("map.toml", f"hexes.numbering.{name}", "bad value", message)


def range_of(labels: list[str]) -> str:
    """From the first label to the last, in words."""
    return f"{labels[0]} to {labels[-1]}"
