"""What makers wait for: board, roster, map, counter sheet and module. Without bounds, for information."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from .sheet import GAME


def load_the_board(folder: Path) -> None:
    """The board as the rules see it."""
    from maps.reading.load import load_board

    uncached(load_board)(GAME)


def load_the_roster(folder: Path) -> None:
    """The counters as the rules see them."""
    from counters.roster.load import load_roster

    uncached(load_roster)(GAME)


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


def uncached(function: Callable[..., object]) -> Callable[..., object]:
    """The function without the cache around it, if there is one."""
    bare: Callable[..., object] = getattr(function, "__wrapped__", function)
    return bare


WORKS: Mapping[str, Callable[[Path], None]] = {
    "load the board": load_the_board,
    "load the roster": load_the_roster,
    "draw the map, 100 dpi": draw_the_map,
    "print the counter sheet, 300 dpi": print_the_counters,
    "build the VASSAL module": build_the_module,
}
