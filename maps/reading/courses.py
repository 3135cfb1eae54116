"""The rivers and ways of a board of hexes by name: courses.csv, each line a chain of hexsides or of hexes.

A river is written by its hexsides in their order, ``2340/2341 2240/2341``; a way by its hexes, ``0514 0515``.
Rules ask the features of links.csv; courses give names to the drawing and hold those features together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from maps.board import Board
from maps.grids.grid import HexGrid
from maps.grids.hexes import Hexside, Point, Vertex, hexside, vertices
from maps.map_faults import MapFault
from maps.reading.tables import Row, read_rows
from maps.space import slug

FILE = "courses.csv"
COLUMNS = ("name", "feature", "hexes")


@dataclass(frozen=True, slots=True)
class Course:
    """One river or way: its name, the feature of its hexsides, those hexsides in order, and where it is told.

    Each pair stands in the order in which it was written; a way goes from the first hex to the second.
    """

    name: str
    feature: str
    pairs: tuple[tuple[str, str], ...]
    along: bool
    where: str


def read_courses(folder: Path, grid: HexGrid, faults: list[MapFault]) -> list[Course]:
    """The courses of a map folder, none if it has no courses.csv; one that cannot be followed is a fault."""
    rows = read_rows(folder / FILE, COLUMNS, faults) if (folder / FILE).exists() else []
    found = []
    for row in rows:
        wrong = list(_course_faults(row, grid))
        faults.extend(wrong)
        if not wrong:
            along = "/" in row.cells["hexes"]
            found.append(
                Course(row.cells["name"], row.cells["feature"], _pairs(row), along, f"line {row.line}")
            )
    return found


def _pairs(row: Row) -> tuple[tuple[str, str], ...]:
    """The two hexes of every side of a course."""
    words = row.cells["hexes"].split()
    if "/" not in row.cells["hexes"]:
        return tuple((slug(a), slug(b)) for a, b in pairwise(words))
    sides = (word.partition("/") for word in words)
    return tuple((slug(a), slug(b)) for a, _, b in sides)


def _course_faults(row: Row, grid: HexGrid) -> Iterator[MapFault]:
    """Hexes that are not there, steps between hexes that do not touch, hexsides that do not meet."""
    pairs = _pairs(row)
    if not pairs:
        yield row.fault("no course", "write two hexes or more, 0514 0515, or hexsides, 2340/2341")
    unknown = sorted({one for pair in pairs for one in pair if one not in grid.hexes})
    if unknown:
        yield row.fault("unknown hex", f"{row.cells['name']}: there is no hex {', '.join(unknown)}")
        return
    apart = [f"{a} and {b}" for a, b in pairs if b not in grid.neighbours(a).values()]
    if apart:
        yield row.fault("broken course", f"{row.cells['name']}: {', '.join(apart)} do not touch")
    elif "/" in row.cells["hexes"]:
        for first, second in _gaps(pairs, grid):
            message = (
                f"{row.cells['name']}: the hexsides {'/'.join(first)} and {'/'.join(second)} do not meet"
            )
            yield row.fault("broken course", message)


def _gaps(
    pairs: Iterable[tuple[str, str]], grid: HexGrid
) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    """Hexsides that follow one another without a common end; a river may leave the board and come back."""
    for first, second in pairwise(pairs):
        ends = vertices(side_of(grid, first)), vertices(side_of(grid, second))
        outside = all(any(at_edge(grid, vertex) for vertex in both) for both in ends)
        if not set(ends[0]) & set(ends[1]) and not outside:
            yield first, second


def at_edge(grid: HexGrid, vertex: Vertex) -> bool:
    """Does the board end at this corner?"""
    return any(one not in grid.ids for one in vertex)


def side_of(grid: HexGrid, pair: tuple[str, str]) -> Hexside:
    """The hexside between two neighbours by their ids."""
    return hexside(grid.hexes[pair[0]], grid.hexes[pair[1]])


def runs_of(course: Course, grid: HexGrid) -> list[list[Vertex]]:
    """The corners that a river passes in its order; several runs if it leaves the board between them."""
    runs: list[list[Vertex]] = []
    ends = [vertices(side_of(grid, pair)) for pair in course.pairs]
    for number, both in enumerate(ends):
        if runs and runs[-1][-1] in both:
            runs[-1].append(both[both[0] == runs[-1][-1]])
            continue
        onward = ends[number + 1] if number + 1 < len(ends) else ()
        runs.append(list(both if both[1] in onward else both[::-1]))
    return runs


def points_of(course: Course, grid: HexGrid) -> list[list[Point]]:
    """The points a course runs through, in map units: corners of hexes, or their centres."""
    if course.along:
        return [[grid.lattice.corner(vertex) for vertex in run] for run in runs_of(course, grid)]
    return [[grid.centre(one) for one in (course.pairs[0][0], *(b for _, b in course.pairs))]]


def check_courses(board: Board, courses: Sequence[Course]) -> Iterator[MapFault]:
    """Sides of a course that lack its feature, and sides with a feature that no course of it passes."""
    passed: dict[str, set[frozenset[str]]] = {}
    for course in courses:
        passed.setdefault(course.feature, set()).update(frozenset(pair) for pair in course.pairs)
        bare = [
            f"{a} - {b}"
            for a, b in course.pairs
            if course.feature not in board.links.get(a, {}).get(b, frozenset())
        ]
        if bare:
            message = f"{course.name}: links.csv gives no {course.feature} to {', '.join(bare)}"
            yield MapFault(FILE, course.where, "course off the links", message)
    yield from _uncharted(board, passed)


def _uncharted(board: Board, passed: Mapping[str, set[frozenset[str]]]) -> Iterator[MapFault]:
    """Hexsides with a feature that has courses, none of which comes there."""
    for a, near in board.links.items():
        for b, features in near.items():
            for feature in sorted(features & passed.keys()) if a < b else ():
                if frozenset((a, b)) not in passed[feature]:
                    message = f"no course of courses.csv passes the {feature} of {a} - {b}"
                    yield MapFault("links.csv", f"{a} - {b}", "link off the courses", message)
