"""What can be wrong with the squares and areas of a board that its tables alone allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import shapely

from maps.board import Board
from maps.map_faults import MapFault
from maps.reading.geometry import Geometry

_COMMON = 0.02
"""So much of the smaller of two areas, or squares, may lie under the other: drawn borders are not exact."""


def check_squares(board: Board, geometry: Geometry, toml: Mapping[str, Any]) -> Iterator[MapFault]:
    """Outlines that cross themselves or lie over one another, and ground without a colour."""
    crossing = [one for one in board.areas if one in geometry.zones and not geometry.zones[one].is_valid]
    for one in crossing:
        message = f"the outline of {one} crosses itself: {shapely.is_valid_reason(geometry.zones[one])}"
        yield MapFault("map.toml", f"area {one}", "bad outline", message)
    if not crossing:
        yield from _overlaps(board, geometry)
    yield from _colourless(board, toml) if "art" not in toml else ()


def _overlaps(board: Board, geometry: Geometry) -> Iterator[MapFault]:
    """Squares and areas that cover one another, or the centre of a hex."""
    names = list(geometry.zones)
    if not (board.squares or board.areas):
        return
    shapes = [geometry.zones[one] for one in names]
    first, second = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    for n, m in sorted(zip(first.tolist(), second.tolist(), strict=True)):
        if n < m and _covers(board, geometry, names[n], names[m]):
            message = f"{names[n]} and {names[m]} lie over one another; move one of them"
            yield MapFault("map.toml", names[m], "overlap", message)


def _covers(board: Board, geometry: Geometry, a: str, b: str) -> bool:
    """Do two spaces cover one another? A hex at the edge may reach under an area, but not its centre."""
    one, other = geometry.zones[a], geometry.zones[b]
    hexes = board.grid.hexes if board.grid else {}
    if (a in hexes) != (b in hexes):
        whole, cut = (other, one) if a in hexes else (one, other)
        return bool(whole.contains(cut.centroid))
    if a in hexes:
        return False
    return bool(one.intersection(other).area > min(one.area, other.area) * _COMMON)


def _colourless(board: Board, toml: Mapping[str, Any]) -> Iterator[MapFault]:
    """Words of the ground of squares and areas that `[sheet.tints]` has no colour for."""
    sheet = toml.get("sheet", {})
    table = sheet if isinstance(sheet, dict) else {}
    tints = table.get("tints", {})
    known = {"", "clear", *(tints if isinstance(tints, dict) else ())}
    hexes = board.grid.hexes if board.grid else {}
    words: dict[str, str] = {}
    for one, space in board.spaces.items():
        if one not in hexes:
            words.setdefault(str(space.facts.get(table.get("ground", "terrain"), "")), space.name)
    for word, first in words.items():
        if word not in known:
            message = f"{word!r} (in {first}) has no colour. Give it one in [sheet.tints]"
            yield MapFault("map.toml", "sheet.tints", "no colour", message)
