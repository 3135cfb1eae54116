"""Read a board of hexes: its grid from map.toml, from the tables what is special of a hex or a hexside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from maps.board import Fact, Space
from maps.faults import MapFault
from maps.grid import COUNTED, DOUBLED, Axis, HexGrid, Numbering
from maps.hexes import Lattice
from maps.settings import Field, Form, settings_faults, whole
from maps.space import slug
from maps.tables import Row, read_fact, read_rows

Links = dict[str, dict[str, frozenset[str]]]
_PLAIN: Mapping[str, Fact] = {"text": "", "number": 0, "yes-no": False, "list": ()}
_MOST_HEXES = 40_000


def _one_of(*words: str) -> Field:
    return Field(lambda value: value in words, " or ".join(f'"{word}"' for word in words), False)


_YES_NO = Field(lambda value: isinstance(value, bool), "true or false", False)
_LABELS = Field(
    lambda value: isinstance(value, list) and all(isinstance(label, str) for label in value),
    "a list of labels in quotes",
    False,
)
_SEPARATOR = Field(
    lambda value: isinstance(value, str) and value in ("", " ", ".", "-", "/", ",", ":"),
    'one of "", " ", ".", "-", "/", "," and ":"',
    False,
)
_PITCH = Field(
    lambda value: isinstance(value, int | float) and not isinstance(value, bool) and 0.001 <= value <= 10_000,
    "a number from 0.001 to 10000",
    False,
)
_AXIS = {
    "first": whole(0, 999, False),
    "digits": whole(1, 4, False),
    "letters": _one_of(DOUBLED, COUNTED),
    "backward": _YES_NO,
}
FORM: Form = {
    "hexes": {
        "columns": whole(1, 400, True),
        "rows": whole(1, 400, True),
        "tops": _one_of("flat", "pointed"),
        "shoved": _one_of("odd", "even"),
        "short": _one_of("odd", "even", ""),
        "pitch": _PITCH,
        "missing": _LABELS,
    },
    "hexes.numbering": {
        "order": _one_of("column-row", "row-column"),
        "between": _SEPARATOR,
        "shoved_first": whole(-1, 1, False),
    },
    "hexes.numbering.column": _AXIS,
    "hexes.numbering.row": _AXIS,
}


def read_hexes(
    folder: Path,
    toml: Mapping[str, Any],
    kinds: Mapping[str, str],
    words: frozenset[str],
    faults: list[MapFault],
) -> tuple[HexGrid, dict[str, Space], Links]:
    """The grid, a space for every hex with the facts of its kinds, and who touches whom with which features.

    places.csv and links.csv may be missing: then no hex has a name, or no hexside a feature.
    """
    wrong = [*settings_faults(toml, FORM), *_misspelt(toml)]
    grid = HexGrid(1, 1) if wrong else _grid(toml["hexes"])
    wrong = wrong or list(_grid_faults(grid))
    faults.extend(wrong)
    if wrong:
        return grid, {}, {}
    spaces = _spaces(folder, toml, kinds, grid, faults)
    links: Links = {one: {near: frozenset() for near in grid.neighbours(one).values()} for one in grid.hexes}
    _read_features(folder / "links.csv", grid, words, links, faults)
    return grid, spaces, links


def _misspelt(toml: Mapping[str, Any]) -> Iterator[MapFault]:
    """Settings that no table of hexes has."""
    for name, fields in FORM.items():
        table: Any = toml
        for part in name.split("."):
            table = table.get(part, {}) if isinstance(table, dict) else {}
        inner = {longer.rpartition(".")[2] for longer in FORM if longer.rpartition(".")[0] == name}
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
        Numbering(
            Axis(**{"digits": 2, **numbers.get("column", {})}),
            Axis(**{"digits": 2, **numbers.get("row", {})}),
            numbers.get("order", "column-row") == "column-row",
            numbers.get("between", ""),
            numbers.get("shoved_first", 0),
        ),
        frozenset(table.get("missing", [])),
    )


def _grid_faults(grid: HexGrid) -> Iterator[MapFault]:
    """Hexes too many to keep, labels that stand twice, numbers before the first, hexes missing already."""
    if grid.columns * grid.rows > _MOST_HEXES:
        message = f"{grid.columns} x {grid.rows} hexes; a board may have {_MOST_HEXES}"
        yield MapFault("map.toml", "hexes", "bad value", message)
        return
    below = list(_number_faults(grid))
    yield from below
    if below:
        return
    seen: dict[str, str] = {}
    for label, _ in grid.printed():
        if slug(label) in seen:
            message = f"two hexes get the label {label!r}; write a separator, or more digits"
            yield MapFault("map.toml", "hexes.numbering", "named twice", message)
            return
        seen[slug(label)] = label
    if not set(seen.values()) - grid.missing:
        yield MapFault("map.toml", "hexes", "bad value", "no hex is left of this board")
        return
    for label in sorted(grid.missing - set(seen.values())):
        message = f"there is no hex {label!r}; labels run from {_range(list(seen.values()))}"
        yield MapFault("map.toml", "hexes.missing", "unknown hex", message)


def _number_faults(grid: HexGrid) -> Iterator[MapFault]:
    numbers = grid.numbering
    for name, axis, flat in (("column", numbers.column, False), ("row", numbers.row, True)):
        more = numbers.shoved_first if grid.lattice.flat is flat else 0
        least = 1 if axis.letters else 0
        if min(axis.first, axis.first + more) < least:
            message = f"the first number is {min(axis.first, axis.first + more)}; it may not be below {least}"
            yield MapFault("map.toml", f"hexes.numbering.{name}", "bad value", message)


def _range(labels: list[str]) -> str:
    return f"{labels[0]} to {labels[-1]}"


def _spaces(
    folder: Path,
    toml: Mapping[str, Any],
    kinds: Mapping[str, str],
    grid: HexGrid,
    faults: list[MapFault],
) -> dict[str, Space]:
    plain = MappingProxyType({"name": "", **_defaults(toml, kinds, faults)})
    facts: dict[str, Mapping[str, Fact]] = {}
    for row in _rows(folder / "places.csv", ("id", "name", *kinds), faults):
        found = _hex(row, "id", grid, faults)
        if found in facts:
            faults.append(row.fault("named twice", f"{row.cells['id']} already has a line above"))
        own = {name: read_fact(row, name, kind, faults) for name, kind in kinds.items() if row.cells[name]}
        facts[found] = MappingProxyType({**plain, **own, "name": row.cells["name"]})
    return {
        slug(label): Space(slug(label), label, grid.lattice.centre(one), facts.get(slug(label), plain))
        for label, one in grid.labels.items()
    }


def _defaults(toml: Mapping[str, Any], kinds: Mapping[str, str], faults: list[MapFault]) -> dict[str, Fact]:
    """What a hex without a line in places.csv has: `[default]` of map.toml, else nothing of each kind."""
    table = toml.get("default", {})
    given = table if isinstance(table, dict) else {}
    for name, value in given.items():
        if name not in kinds or type(value) is not type(_PLAIN.get(kinds[name])):
            message = f"{name} is {value!r}; write a value of a kind that [facts] lists"
            faults.append(MapFault("map.toml", "default", "bad value", message))
    return {name: given.get(name, _PLAIN.get(kind, "")) for name, kind in kinds.items()}


def _rows(path: Path, columns: tuple[str, ...], faults: list[MapFault]) -> list[Row]:
    return read_rows(path, columns, faults) if path.exists() else []


def _hex(row: Row, column: str, grid: HexGrid, faults: list[MapFault]) -> str:
    """The id of the hex a cell names; after a fault, one that no hex has."""
    found = slug(row.cells[column])
    if found not in grid.hexes:
        labels = _range(list(grid.labels))
        faults.append(
            row.fault("unknown hex", f"there is no hex {row.cells[column]!r}; they run from {labels}")
        )
        return ""
    return found


def _read_features(
    path: Path, grid: HexGrid, words: frozenset[str], links: Links, faults: list[MapFault]
) -> None:
    """Add the features of hexsides, each of which stands once, under either of its hexes."""
    seen: dict[frozenset[str], int] = {}
    for row in _rows(path, ("hex", "neighbour", "features"), faults):
        a, b = _hex(row, "hex", grid, faults), _hex(row, "neighbour", grid, faults)
        if not (a and b):
            continue
        if b not in links[a]:
            near = ", ".join(links[a])
            faults.append(row.fault("no hexside", f"{a} and {b} do not touch; next to {a} are {near}"))
        elif seen.setdefault(frozenset((a, b)), row.line) != row.line:
            first = seen[frozenset((a, b))]
            faults.append(row.fault("named twice", f"{a} - {b} already stands in line {first}"))
        else:
            links[a][b] = links[b][a] = frozenset(row.cells["features"].split())
            faults.extend(_unknown(row, words))


def _unknown(row: Row, words: frozenset[str]) -> Iterator[MapFault]:
    unknown = sorted(set(row.cells["features"].split()) - words)
    if unknown:
        known = ", ".join(sorted(words))
        message = f"{', '.join(unknown)}: not among the features of map.toml ({known})"
        yield row.fault("unknown feature", message)
