"""What the Terrain Effects Chart says of combat: what lies between two hexes, and how it shifts a fire."""

from __future__ import annotations

from adjudicator.rulings import rule
from maps.board import Board

from .charts import charts
from .r04_costs import UP, slope

WATER = {"river": "the Don", "lake": "a lake"}
"""Features that bar attacks, retreats and advances where no bridge is."""


@rule("8.3.riv.1", "8.4.adv.5")
def barred(board: Board, a: str, b: str) -> str:
    """Why no attack, retreat or advance crosses a hexside: the Don without a bridge, a lake; "" where it may
    be crossed. The Chir is a stream, and bars nothing."""
    side = board.between(a, b)
    found = [what for feature, what in WATER.items() if feature in side and "bridge" not in side]
    return f"{found[0]} lies between {a} and {b}, without a bridge" if found else ""


def crossed(board: Board, a: str, b: str) -> tuple[str, ...]:
    """The rows of the chart for what is crossed from one hex to the next."""
    side = board.between(a, b)
    bridge = ", bridge" if "bridge" in side else ""
    water = tuple(f"{feature}{bridge}" for feature in ("river", "stream") if feature in side)
    return (*water, UP) if UP in slope(board, a, b) else water


@rule("2.2.map.3")
def shift(row: str) -> int:
    """How a row of the chart shifts a fire: "2 left" is -2; 0 where it does not."""
    number, _, way = charts()["tec"].cell("Combat", row).partition(" ")
    return {"left": -1, "right": 1}.get(way, 0) * int(number) if way else 0


def shift_in(board: Board, space: str) -> int:
    """How the ground of a hex shifts fire into it."""
    return shift(str(board.spaces[space].facts["terrain"]))
