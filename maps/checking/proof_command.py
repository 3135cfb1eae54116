"""What `hexpost map check --proof` draws on: a scan, the board's own art, or the drawn board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from maps.checking.check import Checked
from maps.map_faults import MapError, MapFault
from maps.reading.load import find_map
from maps.reading.tables import read_toml

if TYPE_CHECKING:
    from PIL import Image

DPI = 100


def proof(game: str, checked: Checked, art: Path | None, centres: Path | None) -> Image.Image:
    """The proof of a checked map; MapError where art and map cannot be brought together."""
    from maps.checking.proof import draw_proof, on_scan, upright
    from maps.drawing.art import own_dpi
    from maps.drawing.draw import draw_board
    from maps.reading.centres import read_centres
    from scans.colour import read_art

    kinds = read_toml(find_map(game) / "map.toml", []).get("features", {})
    if art is None:
        drawing = draw_board(game, own_dpi(game) or DPI)
        return draw_proof(checked, drawing.image, lambda point: drawing.to_pixel(*point), kinds)
    if checked.board.grid and centres:
        return draw_proof(
            checked, read_art(art), on_scan(checked.board, read_centres(centres, checked.board)), kinds
        )
    if checked.board.areas and not checked.board.grid:
        return draw_proof(checked, read_art(art), upright, kinds)
    message = "say with --centres where the hexes lie on the scan; zones in degrees are drawn without --art"
    raise MapError((MapFault(str(art), "", "no places", message),))
