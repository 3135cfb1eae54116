"""Pictures of small hex maps, drawn for these tests, and where their hexes are."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

from maps.grids.grid import HexGrid
from maps.grids.hexes import Lattice

PITCH = 36.0
GRID = HexGrid(9, 7, Lattice(True, PITCH))
GROUNDS = ("#e9e2c0", "#7fae6e", "#9cc3e6")


def place(grid: HexGrid, label: str, edge: float = 60.0) -> tuple[float, float]:
    """The middle of a hex in pixels."""
    x, y = grid.lattice.centre(grid.labels[label])
    return edge + x, edge - y


def ground(grid: HexGrid, label: str) -> str:
    """The colour of a hex: stripes of three columns."""
    return GROUNDS[grid.labels[label].q // 3 % 3]


def drawn(grid: HexGrid = GRID, edge: float = 60.0) -> Image.Image:
    """A map of hexes on white paper."""
    x, y = (max(place(grid, label, edge)[n] for label in grid.labels) for n in (0, 1))
    large = Image.new("RGB", (round(2 * (x + edge)), round(2 * (y + edge))), "#fbfaf5")
    pen = ImageDraw.Draw(large)
    for label, one in grid.labels.items():
        corners = [(2 * (edge + a), 2 * (edge - b)) for a, b in grid.lattice.corners(one)]
        pen.polygon(corners, fill=ground(grid, label))
        pen.line([*corners, corners[0]], fill="#333333", width=4)
    return large.resize((large.width // 2, large.height // 2), Image.Resampling.BOX)


def saved(path: Path, grid: HexGrid = GRID) -> Path:
    """Such a picture as a file."""
    drawn(grid).save(path)
    return path
