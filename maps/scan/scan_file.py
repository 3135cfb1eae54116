"""What a maker knows of a scan, in two plain files: `scan.toml`, and `clicks.csv` of clicked hexes.

Commands read them for what is not typed (`--scan`, `--clicks`); the workbench writes them. A path in
`scan.toml` counts from its own folder.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from files import toml_text
from files.cells import csv_text
from files.toml_lines import TomlLines
from maps.grids.grid import HexGrid
from maps.imports.hexes import grid_settings
from maps.map_faults import MapFault
from maps.reading import hexmap
from maps.reading.fields import YES_NO, Field, Form, amount, is_number, list_of, text, texts, whole
from maps.reading.settings import settings_faults
from maps.reading.tables import read_rows, read_text
from scans.scan_faults import ScanError

HEADER = """\
# What you know of the scan. `hexpost map edit` writes this file, and the commands read it with --scan.
# You may change it by hand; the page shows it at once.
"""
_OF_THE_SCAN = ("two_sheets", "partial", "crop")
_SIZE = {name: field._replace(needed=False) for name, field in hexmap.FORM["hexes"].items()}
_COLOURS = Field(
    list_of(lambda one: isinstance(one, str)), 'a list of colours such as ["503c28", "74aacc,9"]', False
)
FORM: Form = {
    "": {"picture": text(False), "page": whole(1, 10_000, False)},
    **hexmap.FORM,
    "hexes": {**_SIZE, **dict.fromkeys(_OF_THE_SCAN, YES_NO)},
    "terrain": {"words": texts(False)},
    "areas": {
        "borders": _COLOURS,
        "ignore": _COLOURS,
        "field": Field(list_of(is_number(), 4, 4), "left, top, right and bottom in pixels", False),
        "scale": amount(0.01, 100, False),
        "right": texts(False),
    },
}


@dataclass(frozen=True)
class ScanFile:
    """What `scan.toml` says: the picture, a page of it, and what is known of hexes and areas.

    `grid` is there if the file says how hexes are numbered; else the size may be known, as columns and rows.
    """

    picture: Path | None = None
    page: int = 1
    size: tuple[int, int] | None = None
    grid: HexGrid | None = None
    two_sheets: bool = False
    partial: bool = True
    crop: bool = False
    terrain: Sequence[str] = ()
    areas: Mapping[str, Any] = field(default_factory=dict)


def read_scan_file(path: Path) -> ScanFile:
    """Read `scan.toml`. Raises ScanError with all that is wrong in it."""
    faults: list[MapFault] = []
    written = read_text(path, faults)
    toml: dict[str, Any] = {}
    try:
        toml = toml_text.loads(written or "")
    except toml_text.NoToml as error:
        faults.append(MapFault(path.name, f"line {error.line}", "not TOML", str(error)))
    wrong = (*settings_faults(toml, FORM), *hexmap.misspelt(toml, FORM))
    faults += [replace(one, file=path.name) for one in wrong]
    grid = _grid(toml.get("hexes", {}), path.name, faults) if not faults else None
    if faults:
        raise ScanError("\n".join(map(str, faults)))
    picture = path.parent / toml["picture"] if "picture" in toml else None
    hexes = toml.get("hexes", {})
    size = (hexes["columns"], hexes["rows"]) if {"columns", "rows"} <= set(hexes) else None
    told = {name: hexes[name] for name in _OF_THE_SCAN if name in hexes}
    words = toml.get("terrain", {}).get("words", ())
    areas = toml.get("areas", {})
    return ScanFile(picture, toml.get("page", 1), size, grid, terrain=words, areas=areas, **told)


def _grid(hexes: Mapping[str, Any], name: str, faults: list[MapFault]) -> HexGrid | None:
    """The grid, if the file says how it is numbered."""
    if not hexes.get("numbering"):
        return None
    wrong: list[MapFault] = []
    grid = hexmap.read_hexes({"hexes": {key: hexes[key] for key in hexes if key not in _OF_THE_SCAN}}, wrong)
    faults += [replace(one, file=name) for one in wrong]
    return grid


def relative(picture: Path, folder: Path) -> str:
    """A picture as `scan.toml` in a folder names it."""
    try:
        return Path(os.path.relpath(picture.resolve(), folder.resolve())).as_posix()
    except ValueError:  # on another drive of Windows
        return picture.resolve().as_posix()


def with_value(written: str, table: str, key: str, value: object) -> str:
    """The text of `scan.toml` with another value, None for none; all else stays, remarks too.

    A value over several lines is written in one.
    """
    lines = written.split("\n")
    found = TomlLines(written)
    path = f"{table}.{key}".strip(".")
    at = next((number for number, name in found.keys if name == path), 0)
    new = [] if value is None else [f"{key} = {_toml(value)}"]
    if at:
        end = _end_of(lines, at)
        lines[at - 1 : end] = new
    elif new:
        _insert(lines, found, table, new)
    return "\n".join(lines)


def with_grid(written: str, grid: HexGrid | None) -> str:
    """The text of `scan.toml` with another grid of hexes, None for none that is told."""
    keys = [("hexes", key) for key in hexmap.FORM["hexes"]]
    keys += [("hexes.numbering", key) for key in (*hexmap.FORM["hexes.numbering"], "column", "row")]
    said = tomllib.loads("\n".join(grid_settings(grid))) if grid else {"hexes": {}}
    hexes = said["hexes"]
    for table, key in keys:
        value = (hexes.get("numbering", {}) if table == "hexes.numbering" else hexes).get(key)
        written = with_value(written, table, key, value)
    return written


def _toml(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(one)}' for key, one in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)


def _end_of(lines: list[str], at: int) -> int:
    """The last line of the value that begins in the line `at`."""
    for end in range(at, len(lines) + 1):
        try:
            toml_text.loads("\n".join(lines[at - 1 : end]))
        except toml_text.NoToml:
            continue
        return end
    return at


def _insert(lines: list[str], found: TomlLines, table: str, new: list[str]) -> None:
    """Put a new key at the end of its table, which is made where there is none."""
    heads = [number for number, _ in found.heads]
    own = [number for number, name in found.heads if name == table]
    if table and not own:
        while lines and not lines[-1].strip():
            lines.pop()
        lines += ["", f"[{table}]", *new, ""]
        return
    begin = own[0] if own else 0
    end = min((number - 1 for number in heads if number > begin), default=len(lines))
    while end > begin and not lines[end - 1].strip():
        end -= 1
    lines[end:end] = new


# -- clicked hexes -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Clicked:
    """A hex that was clicked: its label, and its middle in pixels of the picture.

    One that is `pinned` was dragged there, and outweighs the print around it.
    """

    label: str
    x: float
    y: float
    pinned: bool = False


def read_clicks(path: Path) -> list[Clicked]:
    """Read `clicks.csv`: label, x, y, and "yes" or nothing where it has a column `pinned`.

    Raises ScanError with all that is wrong in it.
    """
    faults: list[MapFault] = []
    made: list[Clicked] = []
    for row in read_rows(path, ("label", "x", "y"), faults):
        try:
            x, y = float(row.cells["x"]), float(row.cells["y"])
            made.append(Clicked(row.cells["label"], x, y, row.cells.get("pinned") == "yes"))
        except ValueError:
            faults.append(row.fault("bad number", "write x and y as pixels, such as 412.5"))
            continue
        if not made[-1].label:
            faults.append(row.fault("no label", "write the label of the hex, such as 0101"))
        elif not (abs(made[-1].x) < 1e6 and abs(made[-1].y) < 1e6):
            faults.append(row.fault("bad number", "x and y are pixels of the picture"))
    if faults:
        raise ScanError("\n".join(map(str, faults)))
    return made


def clicks_csv(clicks: list[Clicked]) -> str:
    """Clicked hexes as the text of `clicks.csv`."""
    rows = [("label", "x", "y", "pinned")]
    rows += [(one.label, f"{one.x:.1f}", f"{one.y:.1f}", "yes" if one.pinned else "") for one in clicks]
    return csv_text(rows if any(one.pinned for one in clicks) else [row[:3] for row in rows])
