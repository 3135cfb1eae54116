"""Templates of sheets: what a maker's die or punch board cuts, as data; its lines for a cutting machine."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from counters.roster_faults import RosterError
from counters.sheets.imposition import Grid
from counters.sheets.registration import SQUARE, THICK, brackets, square
from files.faults import Fault
from files.nearest import nearest_or_all

_BUNDLED = "sheet_templates.toml"
_NUMBERS = {"counter": (5.0, 100.0), "gap": (0.0, 50.0), "corner": (0.0, 8.0), "bleed": (0.0, 6.0)}
_COUNTS = ("columns", "rows")
_KEYS = {"says", "paper", *_NUMBERS, *_COUNTS}


@dataclass(frozen=True, slots=True)
class SheetTemplate:
    """A sheet of counters as a maker cuts it: lengths in millimetres, so many columns and rows."""

    name: str
    says: str
    paper: tuple[float, float]
    counter: float
    columns: int
    rows: int
    gap: float = 0.0
    corner: float = 0.0
    bleed: float = 1.0


def sheet_templates(file: Path | None = None) -> Mapping[str, SheetTemplate]:
    """The templates that come with hexpost, and those of a file. Raises RosterError with all its faults."""
    found = dict(_read(files("counters.sheets").joinpath(_BUNDLED).read_text("utf-8"), _BUNDLED))
    if file:
        try:
            found |= _read(file.read_text(encoding="utf-8"), file.as_posix())
        except (OSError, UnicodeDecodeError) as wrong:
            why = f"cannot be read: {getattr(wrong, 'strerror', 'it is not UTF-8')}"
            raise RosterError([Fault(file.as_posix(), 0, "", why)]) from None
    return found


def sheet_template(name: str, file: Path | None = None) -> SheetTemplate:
    """A template by its name. Raises RosterError for one there is not."""
    known = sheet_templates(file)
    if name not in known:
        raise RosterError([Fault("--template", 0, name, f"no such template, {nearest_or_all(name, known)}")])
    return known[name]


def cut_lines(grid: Grid, corner: float) -> str:
    """The lines that a machine cuts, as an SVG in millimetres, each once, for a full sheet.

    Pieces with a gap have outlines of their own; others share their sides, and have round corners apart.
    The marks are those that are printed on the sheet.
    """
    wide, high = grid.paper
    body = "\n".join(_outlines(grid, corner) if grid.gap else _shared(grid, corner))
    x, y = square()
    marks = f'<rect x="{_short(x)}" y="{_short(y)}" width="{SQUARE:g}" height="{SQUARE:g}" fill="#000000"/>'
    for run in brackets(grid.paper):
        points = " ".join(f"{_short(x)},{_short(y)}" for x, y in run)
        marks += f'<polyline points="{points}" fill="none" stroke="#000000" stroke-width="{THICK:g}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_short(wide)}mm" height="{_short(high)}mm" '
        f'viewBox="0 0 {_short(wide)} {_short(high)}">\n'
        f'<g id="cut" fill="none" stroke="#e6007e" stroke-width="0.1">\n{body}\n</g>\n'
        f'<g id="marks">{marks}</g>\n</svg>\n'
    )


def _outlines(grid: Grid, corner: float) -> Iterator[str]:
    """An outline for each place."""
    across, down = grid.size
    for left, top in (grid.place((x, y)) for y in range(grid.rows) for x in range(grid.columns)):
        yield (
            f'<rect x="{_short(left)}" y="{_short(top)}" width="{_short(across)}" height="{_short(down)}" '
            f'rx="{_short(corner)}"/>'
        )


def _shared(grid: Grid, corner: float) -> Iterator[str]:
    """Lines through the whole block between its columns and rows, and the round corners of each place."""
    (left, top), (across, down), radius = grid.corner(), grid.size, _short(corner)
    right, low = left + grid.block[0], top + grid.block[1]
    for column in range(grid.columns + 1):
        yield f'<path d="M{_short(left + column * across)} {_short(top)}V{_short(low)}"/>'
    for row in range(grid.rows + 1):
        yield f'<path d="M{_short(left)} {_short(top + row * down)}H{_short(right)}"/>'
    if not corner:
        return
    for x, y in (grid.place((column, row)) for row in range(grid.rows) for column in range(grid.columns)):
        u, v = x + across, y + down
        arcs = (
            ((x, y + corner), (x + corner, y)),
            ((u - corner, y), (u, y + corner)),
            ((u, v - corner), (u - corner, v)),
            ((x + corner, v), (x, v - corner)),
        )
        for (a, b), (c, d) in arcs:
            end = f"{_short(c)} {_short(d)}"
            yield f'<path d="M{_short(a)} {_short(b)}A{radius} {radius} 0 0 1 {end}"/>'


def _read(text: str, file: str) -> dict[str, SheetTemplate]:
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise RosterError([Fault(file, 0, "", f"is not TOML: {wrong}")]) from None
    faults = [fault for name, table in tables.items() for fault in _faults(name, table, file)]
    if faults:
        raise RosterError(faults)
    return {name: SheetTemplate(name, **{**t, "paper": tuple(t["paper"])}) for name, t in tables.items()}


def _faults(name: str, table: Any, file: str) -> Iterator[Fault]:
    """What is wrong with a template."""
    if not isinstance(table, dict):
        yield Fault(file, 0, name, "a template is a table: [name]")
        return
    for key in sorted(table.keys() - _KEYS):
        yield Fault(file, 0, f"[{name}] {key}", f"no such key, {nearest_or_all(key, sorted(_KEYS))}")
    for key in ("says", "paper", "counter", *_COUNTS):
        if key not in table:
            yield Fault(file, 0, f"[{name}]", f"{key} is missing")
    for key in sorted(table.keys() & _KEYS):
        if why := _wrong(key, table[key]):
            yield Fault(file, 0, f"[{name}] {key}", why)


def _wrong(key: str, value: Any) -> str:
    """What is wrong with a value; "" for nothing."""
    if key in _NUMBERS:
        low, high = _NUMBERS[key]
        good, what = _number(value, low, high), f"{low:g} to {high:g} millimetres"
    elif key in _COUNTS:
        good, what = type(value) is int and 1 <= value <= 100, "a whole number from 1 to 100"
    elif key == "paper":
        good = isinstance(value, list) and len(value) == 2 and all(_number(one, 50, 2000) for one in value)
        what = "width and height, 50 to 2000 millimetres each"
    else:
        good, what = isinstance(value, str), "a text"
    return "" if good else f"must be {what}"


def _number(value: object, low: float, high: float) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high


def _short(length: float) -> str:
    return f"{length:.4f}".rstrip("0").rstrip(".")
