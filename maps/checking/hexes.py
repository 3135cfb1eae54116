"""What can be wrong with a board of hexes that its tables alone allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from maps.board import Board
from maps.checking.start import check_start
from maps.drawing.hexes.draw import has_ground
from maps.grids.grid import HexGrid
from maps.grids.hexes import Vertex, hexside, vertices
from maps.map_faults import MapFault
from maps.reading.courses import check_courses, read_courses
from maps.reading.palette import Palette, read_palette


def check_hexes(board: Board, toml: Mapping[str, Any], folder: Path) -> Iterator[MapFault]:
    """Rivers and ways that lead nowhere or not where the tables say, ground without a colour, a bad start."""
    if board.grid:
        faults: list[MapFault] = []
        named = read_courses(folder, board.grid, faults)
        yield from faults
        yield from check_courses(board, named)
        yield from _lonely_sides(board, board.grid, toml)
        yield from _bridges(board, toml)
        if "art" not in toml:
            palette = read_palette(folder, faults := [])
            yield from faults
            yield from _colourless(board, toml, palette)
        yield from check_start(board, toml)


def _lonely_sides(board: Board, grid: HexGrid, toml: Mapping[str, Any]) -> Iterator[MapFault]:
    """A hexside of a river that meets no other of any river, and not the edge of the board either."""
    kinds = toml.get("features", {})
    rivers = {word for word, kind in kinds.items() if kind == "river"} if isinstance(kinds, dict) else set()
    sides = {
        (a, b): vertices(hexside(grid.hexes[a], grid.hexes[b]))
        for a, near in board.links.items()
        for b, features in near.items()
        if a < b and features & rivers and a in grid.hexes and b in grid.hexes
    }
    meetings = Counter[Vertex](vertex for ends in sides.values() for vertex in ends)
    for (a, b), ends in sides.items():
        inland = all(one in grid.ids for vertex in ends for one in vertex)
        if inland and all(meetings[vertex] == 1 for vertex in ends):
            message = f"the river between {a} and {b} meets no other hexside with a river"
            yield MapFault("links.csv", f"{a} - {b}", "lonely hexside", message)


def _bridges(board: Board, toml: Mapping[str, Any]) -> Iterator[MapFault]:
    """Bridges without a river or a way, and ways over rivers without one, if the board has bridges at all."""
    table = toml.get("features", {})
    kinds = table if isinstance(table, dict) else {}
    words = {
        kind: {word for word, sort in kinds.items() if sort == kind}
        for kind in ("river", "road", "rail", "bridge")
    }
    for a, near in board.links.items() if words["bridge"] else ():
        for b, features in near.items():
            crossed = bool(features & words["river"] and features & (words["road"] | words["rail"]))
            if a < b and crossed is not bool(features & words["bridge"]):
                what = (
                    "crosses a river without a bridge" if crossed else "has a bridge, but no way over a river"
                )
                yield MapFault("links.csv", f"{a} - {b}", "bridge amiss", f"the hexside {a} - {b} {what}")


def _colourless(board: Board, toml: Mapping[str, Any], palette: Palette) -> Iterator[MapFault]:
    """Words of the ground of hexes that neither map.toml nor hexpost has a colour for."""
    sheet = toml.get("sheet", {})
    table = sheet if isinstance(sheet, dict) else {}
    words: dict[str, list[str]] = {}
    for space in board.spaces.values():
        words.setdefault(str(space.facts.get(table.get("ground", "terrain"), "")), []).append(space.name)
    for word, hexes in words.items():
        if word and not has_ground(table, word, palette):
            message = f"{word!r} (in {hexes[0]}) has no colour. Give it one in [sheet.tints]"
            yield MapFault("map.toml", "sheet.tints", "no colour", message)
