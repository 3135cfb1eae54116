"""Seeds: a name and a point in each area, as a table of name, x and y; and points in what is no area."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from maps.faults import MapFault
from maps.tables import Row, read_rows
from scans.faults import ScanError

Field = tuple[int, int, int, int]
OUTSIDE = "outside"  # the name of a lake, of a table printed on the map: of what is no area


@dataclass(frozen=True, slots=True)
class Seed:
    """The name of an area, a point in it in pixels of the picture, and where that was read."""

    name: str
    x: float
    y: float
    where: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.x:g}, {self.y:g})"


def read_seeds(path: Path) -> list[Seed]:
    """The seeds of a CSV file; ScanError with all its faults. A name may stand on several lines."""
    faults: list[MapFault] = []
    rows = read_rows(path, ("name", "x", "y"), faults)
    seeds = [_seed(row, faults) for row in rows]
    if not seeds and not faults:
        faults.append(MapFault(path.name, "", "no seeds", "write a line of name,x,y for each area"))
    if faults:
        raise ScanError("\n".join(str(fault) for fault in faults))
    return seeds


def _seed(row: Row, faults: list[MapFault]) -> Seed:
    name, numbers = row.cells["name"], []
    if not name:
        faults.append(row.fault("no name", "a seed needs the name of its area"))
    for column in ("x", "y"):
        try:
            number = float(row.cells[column])
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            message = f"{column} is {row.cells[column]!r}; write pixels from the upper left corner"
            faults.append(row.fault("bad value", message))
        numbers.append(number)
    return Seed(name, numbers[0], numbers[1], f"{row.file}:{row.line}")


def inside(seeds: Iterable[Seed], field: Field, size: tuple[int, int]) -> list[Seed]:
    """The seeds in a field of a picture so wide and high; ScanError with all that lie beside it.

    What is no area may lie beside the field, but not beside the picture.
    """
    kept = [
        one for one in seeds if one.name != OUTSIDE or _is_in(one, field) or not _is_in(one, (0, 0, *size))
    ]
    left, top, right, bottom = field
    beside = [
        f"{seed.where or seed.name}: {seed} lies beside the field ({left}, {top} to {right}, {bottom})"
        for seed in kept
        if not _is_in(seed, field)
    ]
    if beside:
        raise ScanError("\n".join(beside))
    return kept


def _is_in(seed: Seed, field: Field) -> bool:
    left, top, right, bottom = field
    return left <= seed.x < right and top <= seed.y < bottom


def numbered(seeds: Sequence[Seed]) -> tuple[list[str], list[int]]:
    """The names in their order, each once, and for every seed the number of its name, from 1; 0 outside."""
    names = list(dict.fromkeys(seed.name for seed in seeds if seed.name != OUTSIDE))
    return names, [0 if seed.name == OUTSIDE else names.index(seed.name) + 1 for seed in seeds]


def named(seeds: Sequence[Seed]) -> list[int]:
    """The numbers, from 0, of seeds where names may be printed: the first of each area, and all outside.

    Others of an area are said of pieces of it, at lines.
    """
    first = {seed.name: number for number, seed in reversed(list(enumerate(seeds)))}
    return [number for number, seed in enumerate(seeds) if seed.name == OUTSIDE or first[seed.name] == number]
