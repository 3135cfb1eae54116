"""The places of a game's own module, by the ids that orders and files use, or as they are printed."""

from __future__ import annotations

from builder.layout.board import MAP, Layout
from builder.vassal.commands import Laid
from builder.vassal.grids import ZoneGround, Zones
from builder.vassal.locations import Board, Places, Window


def layout_places(layout: Layout, as_printed: bool = False) -> Places:
    """The places of a game's own module by their ids, or as printed; its other windows are told in pixels."""
    areas = (*layout.areas.values(), *layout.shadows)
    named = ((area.name if as_printed else area.id, area.outline) for area in areas)
    zones = Zones(tuple(ZoneGround(name, "$name$", outline, None) for name, outline in named), None)
    across, down = zip(*(point for area in areas for point in area.outline), strict=True)
    board = Board("", (max(across) + 1, max(down) + 1), zones)
    return Places({MAP: Window(MAP, {"": board}, usual=(Laid(""),))})
