"""Areas from TripleA's polygons.txt: a name, and behind it the corners of each of its parts in pixels."""

from __future__ import annotations

import re
from pathlib import Path

import shapely

from maps.imports.drawing import Drawing
from maps.map_faults import MapError, MapFault
from maps.reading.tables import read_text

_LINE = re.compile(r"([^<(]+?)\s*((?:<[^<>]*>\s*)+)")
_POINT = re.compile(r"\(\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*\)")
_CENTRE = re.compile(r"(.+?)\s*\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)\s*")


def read_triplea(path: Path, centres: Path | None) -> Drawing:
    """The areas of polygons.txt; MapError with all faults of its lines, and of those of centers.txt."""
    faults: list[MapFault] = []
    drawing = Drawing()
    for number, line in _lines(path, faults):
        found = _LINE.fullmatch(line)
        rings = [_POINT.findall(part) for part in re.findall("<([^<>]*)>", found[2])] if found else []
        if not found or not rings or any(len(ring) < 3 for ring in rings):
            message = f"read {line[:60]!r}; a line is: name < (x,y) (x,y) (x,y) >"
            faults.append(MapFault(path.name, f"line {number}", "bad line", message))
            continue
        for ring in rings:
            corners = [(float(x), -float(y)) for x, y in ring]
            drawing.add_area(found[1].strip(), shapely.Polygon(corners))
    if not drawing.areas and not drawing.left_out and not faults:
        faults.append(MapFault(path.name, "", "no areas", "no line has a name and corners"))
    if centres:
        _check_centres(centres, drawing, faults)
    if faults:
        raise MapError(faults)
    return drawing


def _lines(path: Path, faults: list[MapFault]) -> list[tuple[int, str]]:
    text = read_text(path, faults) or ""
    return [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def _check_centres(path: Path, drawing: Drawing, faults: list[MapFault]) -> None:
    """Every centre names an area, and every area has one."""
    named = set()
    for number, line in _lines(path, faults):
        found = _CENTRE.fullmatch(line)
        if not found:
            message = f"read {line[:60]!r}; a line is: name (x,y)"
            faults.append(MapFault(path.name, f"line {number}", "bad line", message))
        elif found[1] not in drawing.areas:
            message = f"{found[1]} has a centre, but no polygon"
            faults.append(MapFault(path.name, f"line {number}", "unknown area", message))
        else:
            named.add(found[1])
    for name in drawing.areas:
        if name not in named:
            faults.append(MapFault(path.name, "", "no centre", f"{name} has a polygon, but no centre here"))
