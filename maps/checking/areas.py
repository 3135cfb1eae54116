"""Hold the neighbours of areas with an outline of their own against those outlines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from maps.board import Board
from maps.map_faults import MapFault
from maps.reading.geometry import area_shape, border_lengths


def check_areas(board: Board, toml: Mapping[str, Any]) -> Iterator[MapFault]:
    """Areas that touch but are no neighbours, and the other way round; if map.toml says what a corner is.

    That is `tolerance_km`, in the units of the map: as long a common border, or a shorter one, is a corner.
    """
    tolerance = toml.get("tolerance_km")
    if tolerance is None:
        return
    if isinstance(tolerance, bool) or not isinstance(tolerance, int | float) or not 0 <= tolerance < 1e7:
        message = f"read {tolerance!r}; write the length up to which a common border is a corner"
        yield MapFault("map.toml", "tolerance_km", "bad value", message)
        return
    lengths = border_lengths({one: area_shape(area) for one, area in board.areas.items()})
    for (a, b), length in lengths.items():
        if length > tolerance and b not in board.links.get(a, {}):
            message = f"{a} and {b} touch for {length:.1f}, but links.csv does not list {a} - {b}"
            yield MapFault("links.csv", f"{a} - {b}", "border without link", message)
    for a in board.areas:
        for b in board.links.get(a, {}):
            if a < b and b in board.areas and lengths.get((a, b), 0.0) <= tolerance:
                message = f"links.csv lists {a} - {b}, but on the map they share no border"
                yield MapFault("links.csv", f"{a} - {b}", "link without border", message)
