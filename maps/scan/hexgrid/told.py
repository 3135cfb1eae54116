"""A grid that is told: every label has its hex, so that clicks say where it lies and nothing else is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from maps.grids.grid import Axis, HexGrid
from maps.grids.hexes import Hex
from maps.scan.hexgrid.extent import Block
from maps.scan.hexgrid.labels import Click, Scheme
from scans.scan_faults import ScanError

LEFT, RIGHT, TOP, BOTTOM = SIDES = ("left", "right", "top", "bottom")
_OTHER = {"odd": "even", "even": "odd", "": ""}


def agreeing_ways(ways: Sequence[Scheme], clicks: Sequence[Click], grid: HexGrid) -> list[Scheme]:
    """The ways to read clicked labels that put them where a grid has them. Raises ScanError for none."""
    strange = [one.label for one in clicks if one.label not in grid.labels]
    if strange:
        labels = list(grid.labels)
        raise ScanError(
            f"no hex has the label {', '.join(strange)}: the hexes are {labels[0]} to {labels[-1]}"
        )
    hexes = [grid.labels[one.label] for one in clicks]
    steps = [(one.q - hexes[0].q, one.r - hexes[0].r) for one in hexes]
    flat = grid.lattice.flat
    made = [
        way for way in ways if way.flat == flat and [tuple(step) for step in way.places.tolist()] == steps
    ]
    if not made:
        raise ScanError("the labels of the clicked hexes are not counted as the told grid counts them")
    return made


def told_block(grid: HexGrid, first: Hex) -> Block:
    """The hexes of a grid as a block that counts from one of them."""
    lines = grid.columns if grid.lattice.flat else grid.rows
    ends = [_span(grid, number, first) for number in range(min(2, lines))]
    even, odd = (ends if first.q % 2 == 0 else ends[::-1]) if len(ends) > 1 else (ends[0], ends[0])
    return Block(-first.q, lines - 1 - first.q, *even, even[0] - odd[0], even[1] - odd[1])


def _span(grid: HexGrid, number: int, first: Hex) -> tuple[int, int]:
    """The first and the last place of a line, counted from the line of a hex and its place."""
    longest = grid.rows if grid.lattice.flat else grid.columns
    count = longest - (grid.short == ("even" if number % 2 else "odd"))
    begin = grid.hex_at(number, 0) if grid.lattice.flat else grid.hex_at(0, number)
    line = begin.q - first.q
    place = begin.r - first.r + line // 2
    return place, place + count - 1


def widened(grid: HexGrid, side: str, by: float) -> HexGrid:
    """A grid with so many lines more, or less, at a side; all other hexes keep their labels.

    Where lines begin and end, half a line is every second hex there. Raises ScanError where there is no
    number for a line, or no line is left.
    """
    whole = int(by)
    made = _by_lines(grid, side, whole)
    if by != whole:
        made = _by_half(made, side in (RIGHT, BOTTOM), by > 0)
    if min(made.columns, made.rows) < 1 or max(made.columns, made.rows) > 400:
        raise ScanError("a map has 1 to 400 columns and rows")
    return replace(made, missing=frozenset(made.missing & {label for label, _ in made.printed()}))


def evened(grid: HexGrid, short: str) -> list[HexGrid]:
    """The grids with hexes more, or less, at the ends of lines whose `short` lines are others, best first.

    Those come first in which all lines begin with one number, and then those with the fewest changes.
    """
    along = (TOP, BOTTOM) if grid.lattice.flat else (LEFT, RIGHT)
    found = []
    for first, last in product((0, -0.5, 0.5), repeat=2):
        try:
            made = widened(widened(grid, along[0], first), along[1], last)
        except ScanError:
            continue
        if made.short == short:
            found.append((abs(made.numbering.shoved_first), abs(first) + abs(last), made))
    return [made for *_, made in sorted(found, key=lambda one: one[:2])]


def _by_lines(grid: HexGrid, side: str, by: int) -> HexGrid:
    """A grid with so many whole lines more, or less, at a side."""
    across, numbers = side in (LEFT, RIGHT), grid.numbering
    axis = numbers.column if across else numbers.row
    if by and (side in (RIGHT, BOTTOM)) == axis.backward:
        axis = _first(axis, axis.first - by)
    if by % 2 and side == (LEFT if grid.lattice.flat else TOP):  # what was the first line is the second now
        grid = replace(grid, shoved=_OTHER[grid.shoved], short=_OTHER[grid.short])
    if across:
        return replace(grid, columns=grid.columns + by, numbering=replace(numbers, column=axis))
    return replace(grid, rows=grid.rows + by, numbering=replace(numbers, row=axis))


def _by_half(grid: HexGrid, at_end: bool, more: bool) -> HexGrid:
    """A grid with a hex more, or less, where every second line begins, or where it ends."""
    flat, by = grid.lattice.flat, 1 if more else -1
    names, longest = ("odd", "even"), grid.rows if flat else grid.columns
    shoved = names.index(grid.shoved)
    counts = [longest - (grid.short == name) for name in names]
    reach = [2 * counts[n] + (n == shoved) for n in (0, 1)]
    begun = [0, 0]
    if at_end:
        changed = reach.index(min(reach) if more else max(reach))
    else:
        changed = shoved if more else 1 - shoved
        begun[changed], shoved = -by, 1 - shoved
    counts[changed] += by
    if abs(counts[0] - counts[1]) > 1:
        raise ScanError("every second line can be only one hex longer than the others")
    short = names[counts.index(min(counts))] if counts[0] != counts[1] else ""
    axis = grid.numbering.row if flat else grid.numbering.column
    # The number of the first hex of an odd line and of an even one; a backward axis counts from the end.
    number = [
        axis.first
        + grid.numbering.shoved_first * (names[n] == grid.shoved)
        + (longest - max(counts) - begun[n] if axis.backward else begun[n])
        for n in (0, 1)
    ]
    axis, further = _first(axis, number[1 - shoved]), number[shoved] - number[1 - shoved]
    if not axis.letters:
        _first(axis, number[shoved])
    numbers = grid.numbering
    if flat:
        numbers = replace(numbers, row=axis, shoved_first=further)
    else:
        numbers = replace(numbers, column=axis, shoved_first=further)
    made = replace(grid, shoved=names[shoved], short=short, numbering=numbers)
    return replace(made, rows=max(counts)) if flat else replace(made, columns=max(counts))


def _first(axis: Axis, first: int) -> Axis:
    """An axis that begins with another number."""
    if first < (1 if axis.letters else 0):
        raise ScanError(f"no line comes before {axis.word(axis.first)}: numbers begin there")
    return replace(axis, first=first)
