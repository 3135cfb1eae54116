"""What the user says: seeds (a point in each area), strokes (here runs a border), words (contact or corner).

Seeds and strokes stand in one table of name, x, y. Where it has a column `line`, a row with "x,y x,y ..." in
it is a stroke; with a name it is a seed that is drawn over ground, and all of that is the area's. If the line
ends where it begins, it is an outline: the area has all that it encloses. x and y of a line do not count.
Where it has a column `found`, "yes" is in the rows that nobody has clicked or named.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from files.cells import csv_text
from maps.map_faults import MapFault
from maps.reading.tables import Row, read_rows
from scans.scan_faults import ScanError

OUTSIDE = "outside"
"""The name of what is no area: paper, a lake, a table printed on the map."""
CONTACT, CORNER, BRIDGE = "contact", "corner", "bridge"
"""What the user may say of two areas. A bridge is a contact without a common border."""

_FOUND = "yes"
Point = tuple[float, float]
Stroke = list[Point]
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Seed:
    """The name of an area, a point in it in pixels of the picture, and where that was read.

    `along` is the line of a seed that is drawn over ground; it begins at the point. That of an outline is
    closed, with the point inside. `found` are seeds that the machine proposed, until somebody names them.
    """

    name: str
    x: float
    y: float
    where: str = ""
    along: tuple[Point, ...] = ()
    found: bool = False

    @property
    def points(self) -> tuple[Point, ...]:
        """Its point, or those of its line."""
        return self.along or ((self.x, self.y),)

    @property
    def closed(self) -> bool:
        """Whether its line is an outline, with all that it encloses."""
        return len(self.along) > 3 and self.along[0] == self.along[-1]

    def moved(self, x: float, y: float) -> Seed:
        """The seed with its point elsewhere, and its line with it."""
        across, down = x - self.x, y - self.y
        along = tuple((round(a + across, 1), round(b + down, 1)) for a, b in self.along)
        return Seed(self.name, x, y, along=along)

    def __str__(self) -> str:
        return f"{self.name} ({self.x:g}, {self.y:g})"


def drawn_seed(name: str, line: Sequence[Point], where: str = "") -> Seed:
    """The seed of a line over ground, or around it; ScanError if it goes around nothing."""
    seed = Seed(name, *line[0], where, tuple(line))
    if not seed.closed:
        return seed
    import shapely

    around = shapely.polygonize([shapely.node(shapely.LineString(line))])
    if not around.area:
        raise ScanError("an outline goes around ground, but this line encloses none")
    middle = max(around.geoms, key=lambda part: part.area).representative_point()
    return replace(seed, x=round(middle.x, 1), y=round(middle.y, 1))


def read_seeds(path: Path) -> tuple[list[Seed], list[Stroke]]:
    """The seeds and strokes of a CSV file; ScanError with all its faults. A name may have several."""
    faults: list[MapFault] = []
    seeds: list[Seed] = []
    strokes: list[Stroke] = []
    for row in read_rows(path, ("name", "x", "y"), faults):
        if row.cells.get("line"):
            _read_line(row, seeds, strokes, faults)
            continue
        x, y = (_number(row, column, faults) for column in ("x", "y"))
        if not row.cells["name"]:
            faults.append(row.fault("no name", "a seed needs the name of its area"))
        found = row.cells.get("found") == _FOUND
        seeds.append(Seed(row.cells["name"], x, y, f"{row.file}:{row.line}", found=found))
    if not seeds and not strokes and not faults:
        faults.append(MapFault(path.name, "", "no seeds", "write a line of name,x,y for each area"))
    _raise(faults)
    return seeds, strokes


def _read_line(row: Row, seeds: list[Seed], strokes: list[Stroke], faults: list[MapFault]) -> None:
    """A row with a line: ground of an area, or its outline, if it has a name, a border if it has none."""
    try:
        line = read_stroke(row.cells["line"])
        if row.cells["name"]:
            seeds.append(drawn_seed(row.cells["name"], line, f"{row.file}:{row.line}"))
        else:
            strokes.append(line)
    except ScanError as error:
        faults.append(row.fault("bad stroke", str(error)))


def seeds_csv(seeds: Sequence[Seed], strokes: Sequence[Stroke]) -> str:
    """Seeds and strokes as the text of the file that `read_seeds` reads."""
    rows = [
        (seed.name, f"{seed.x:g}", f"{seed.y:g}", _line(seed.along), _FOUND * seed.found) for seed in seeds
    ]
    rows += [("", "", "", _line(stroke), "") for stroke in strokes]
    columns = 5 if any(seed.found for seed in seeds) else 4
    return csv_text(row[:columns] for row in [("name", "x", "y", "line", "found"), *rows])


def _line(points: Sequence[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _number(row: Row, column: str, faults: list[MapFault]) -> float:
    try:
        number = float(row.cells[column])
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        message = f"{column} is {row.cells[column]!r}; write pixels from the upper left corner"
        faults.append(row.fault("bad value", message))
    return number


def read_decisions(path: Path) -> dict[Pair, str]:
    """What the user says of pairs of areas; ScanError with all faults of the table."""
    faults: list[MapFault] = []
    said: dict[Pair, str] = {}
    for row in read_rows(path, ("one", "other", "says"), faults):
        one, other = sorted((row.cells["one"], row.cells["other"]))
        says = row.cells["says"].casefold()
        if one == other:
            faults.append(row.fault("one area", f"{one!r} is on both sides. Name two areas"))
        elif says not in (CONTACT, CORNER, BRIDGE):
            faults.append(row.fault("bad word", f"says is {says!r}; write {CONTACT}, {CORNER} or {BRIDGE}"))
        elif said.setdefault((one, other), says) != says:
            message = f"another line says {said[one, other]} of {one} and {other}; strike out one"
            faults.append(row.fault("contradiction", message))
    _raise(faults)
    return said


def read_stroke(text: str) -> Stroke:
    """A stroke from "x,y x,y ..."; ScanError if it is none."""
    try:
        points = [tuple(map(float, point.split(","))) for point in text.split()]
        stroke = [(x, y) for x, y in points if math.isfinite(x + y)]
    except ValueError:
        stroke = []
    if len(stroke) < 2 or len(stroke) < len(points):
        raise ScanError(f'--line {text!r}: write two points or more, such as "120,40 180,95"')
    return stroke


def check_seeds(seeds: Sequence[Seed], size: tuple[int, int]) -> None:
    """Raise ScanError with every seed beside a picture so wide and high, and two clicks in one place."""
    faults = [
        f"{_at(seed)}{seed} is outside the picture, which has {size[0]} x {size[1]} pixels"
        for seed in seeds
        if not all(0 <= x < size[0] and 0 <= y < size[1] for x, y in seed.points)
    ]
    first: dict[tuple[int, int], Seed] = {}
    for seed in (one for one in seeds if not one.along):
        other = first.setdefault((int(seed.x), int(seed.y)), seed)
        if other.name != seed.name:
            faults.append(f"{_at(seed)}{seed} and {other} are one place. Delete one of them")
    if all(seed.name == OUTSIDE for seed in seeds):
        faults.append("no seed names an area. Write a line name,x,y for each area")
    if faults:
        raise ScanError("\n".join(faults))


def _at(seed: Seed) -> str:
    """The file and line of a seed, with a colon, "" where it was not read from a file."""
    return f"{seed.where}: " if seed.where else ""


def _raise(faults: Sequence[MapFault]) -> None:
    if faults:
        raise ScanError("\n".join(str(fault) for fault in faults))
