"""What makers wait for: board, roster, map, counter sheet and module. Without bounds, for information."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from .sheet import GAME


def load_the_board(folder: Path) -> None:
    """The board as the rules see it."""
    from maps.reading.load import find_map, read_board

    read_board(find_map(GAME))


def load_the_roster(folder: Path) -> None:
    """The counters as the rules see them."""
    from counters.roster.load import read_roster

    read_roster(GAME)


def draw_the_map(folder: Path) -> None:
    """The board as a picture of 100 dots an inch."""
    from maps.drawing.draw import draw_board

    draw_board(GAME, 100)


def print_the_counters(folder: Path) -> None:
    """The counter sheet as a PDF of 300 dots an inch."""
    from counters.roster.load import load_roster
    from counters.sheets.sheet import counter_pdf

    counter_pdf(load_roster(GAME), dpi=300)


def build_the_module(folder: Path) -> None:
    """The VASSAL module."""
    from builder.module.module import build_module

    build_module(GAME, folder / f"{GAME}.vmod")


WORKS: Mapping[str, Callable[[Path], None]] = {
    "load the board": load_the_board,
    "load the roster": load_the_roster,
    "draw the map, 100 dpi": draw_the_map,
    "print the counter sheet, 300 dpi": print_the_counters,
    "build the VASSAL module": build_the_module,
}
