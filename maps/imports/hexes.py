"""A hex grid found on a scan, written as a map folder on the straightened art."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from maps.grids.grid import Axis, HexGrid
from maps.imports.writing import ArtFile, free_home, quoted, table, write_map

_HEX_MM = 20.0
"""How wide a hex is taken to be on paper where the scan does not say: a counter has room in it."""
_AROUND = ("between", "before", "after")


def usual_dpi(width: float) -> float:
    """Dots per inch of a picture whose hexes are so many pixels wide, if nothing is known of it."""
    return width * 25.4 / _HEX_MM


def write_hexes(grid: HexGrid, art: ArtFile, folder: Path, game: str) -> None:
    """Write `folder`/map, a line of places.csv for each hex; MapError where a map is there already."""
    home = free_home(folder)
    lines = [
        "# Made by `hexpost map straighten`; from now on this is the map, and yours to change.",
        f"game = {quoted(game)}",
        f"title = {quoted(game)}",
        "",
        *grid_settings(grid),
        "",
        "[facts]",
        'terrain = "text"',
        "",
        "[default]",
        'terrain = "clear"',
        "",
        '[features]    # such as: river = "river"',
        "",
        *art.settings(),
    ]
    places = table(["id", "name", "terrain"], ([label, "", ""] for label in grid.labels))
    write_map(home, {"map.toml": "\n".join(lines) + "\n", "places.csv": places, art.name: art.content})


def grid_settings(grid: HexGrid) -> Iterator[str]:
    """What `[hexes]` says of a grid: the inverse of `maps.reading.hexmap.read_hexes`."""
    numbers = grid.numbering
    words = {name: json.dumps(getattr(numbers, name), ensure_ascii=False) for name in _AROUND}
    yield "[hexes]"
    yield f"columns = {grid.columns}"
    yield f"rows = {grid.rows}"
    yield f'tops = "{"flat" if grid.lattice.flat else "pointed"}"'
    yield f'shoved = "{grid.shoved}"'
    if grid.short:
        yield f'short = "{grid.short}"'
    if grid.missing:
        yield f"missing = {json.dumps(sorted(grid.missing), ensure_ascii=False)}"
    yield ""
    yield "[hexes.numbering]"
    yield f'order = "{"column-row" if numbers.column_first else "row-column"}"'
    yield from (f"{name} = {word}" for name, word in words.items())
    yield f"shoved_first = {numbers.shoved_first}"
    yield f"column = {_axis(numbers.column)}"
    yield f"row = {_axis(numbers.row)}"


def _axis(axis: Axis) -> str:
    letters = f'letters = "{axis.letters}", ' if axis.letters else ""
    backward = ", backward = true" if axis.backward else ""
    return f"{{ {letters}first = {axis.first}, digits = {axis.digits}{backward} }}"
