"""The middles of hexes on a scan, as `hexpost map fit --centres` writes them."""

from __future__ import annotations

import math
from pathlib import Path

from maps.board import Board
from maps.map_faults import MapError, MapFault
from maps.reading.tables import read_rows
from maps.space import slug

Point = tuple[float, float]
"""Pixels across and down."""


def read_centres(path: Path, board: Board) -> dict[str, Point]:
    """The pixel of every hex by its id, from label,x,y as `map fit --centres` writes it."""
    faults: list[MapFault] = []
    centres: dict[str, Point] = {}
    known = board.grid.hexes if board.grid else {}
    for row in read_rows(path, ("label", "x", "y"), faults):
        try:
            point = (float(row.cells["x"]), float(row.cells["y"]))
        except ValueError:
            point = (math.nan, math.nan)
        if slug(row.cells["label"]) not in known:
            faults.append(row.fault("unknown hex", f"the map has no hex {row.cells['label']!r}"))
        elif not all(map(math.isfinite, point)):
            faults.append(row.fault("bad value", "x and y are pixels of the scan"))
        else:
            centres[slug(row.cells["label"])] = point
    if len(centres) < 2 and not faults:
        faults.append(MapFault(path.name, "", "no centres", "write label,x,y for every hex"))
    if faults:
        raise MapError(faults)
    return centres
