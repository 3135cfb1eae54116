"""Hexes numbered column and row, with flat tops and even columns half a hex lower: neighbours and
distances."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")


def table(*parts: str) -> list[dict[str, str]]:
    """The rows of a CSV table of the repository."""
    with ROOT.joinpath(*parts).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def around(hex_: str, columns: int, rows: int) -> Mapping[str, str]:
    """Direction -> the neighbour there, on a map of so many columns and rows."""
    column, row = int(hex_[:2]), int(hex_[2:])
    low = 0 if column % 2 else 1
    steps = ((0, -1), (1, low - 1), (1, low), (0, 1), (-1, low), (-1, low - 1))
    found = {d: (column + c, row + r) for d, (c, r) in zip(DIRECTIONS, steps, strict=True)}
    return {d: f"{c:02}{r:02}" for d, (c, r) in found.items() if 1 <= c <= columns and 1 <= r <= rows}


@cache
def apart(a: str, b: str) -> int:
    """The distance of two hexes, in hexes."""
    (x1, z1), (x2, z2) = slanted(a), slanted(b)
    dx, dz = x1 - x2, z1 - z2
    return max(abs(dx), abs(dz), abs(dx + dz))


def slanted(hex_: str) -> tuple[int, int]:
    """A hex in slanted coordinates: columns, and rows along them."""
    column, row = int(hex_[:2]), int(hex_[2:])
    return column, row - (column + (column % 2)) // 2


def spread(
    starts: Iterable[str], steps: Callable[[str], Iterable[str]], most: int | None = None
) -> dict[str, int]:
    """How many steps each hex is from the nearest start, as far as steps lead and at most so many."""
    found = dict.fromkeys(starts, 0)
    edge = list(found)
    while edge:
        here = edge.pop(0)
        if most is not None and found[here] >= most:
            continue
        for there in steps(here):
            if there not in found:
                found[there] = found[here] + 1
                edge.append(there)
    return found
