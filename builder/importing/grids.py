"""The numbering of a grid in somebody's module as a map of hexpost has it: the same name for every cell."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from builder.vassal.grids import Axis as Theirs
from builder.vassal.grids import Hexes, Numbering, Squares
from maps.grids.grid import DOUBLED, Axis, HexGrid
from maps.grids.grid import Numbering as Ours
from maps.grids.hexes import Lattice
from maps.grids.squares import SquareGrid
from maps.space import slug

Cell = tuple[int, int]
Tiling = Hexes | Squares
PLAIN = Numbering(Theirs(False, 1, 1), Theirs(False, 1, 1), True, "", "$gridLocation$")
"""How cells are numbered here that the module gives no names: 0101, 0102 ..."""
_BETWEEN = ("", " ", ".", "-", "/", ",", ":", "_")
_DIGITS, _FIRST, _LINES, _AROUND, _LONGEST = 4, 999, 400, 40, 5


@dataclass(frozen=True, slots=True)
class Native:
    """A grid that a map of hexpost has, too: what VASSAL calls its cells, and a grid that says the same."""

    tiling: Tiling
    cells: Mapping[Cell, str]
    grid: HexGrid | SquareGrid

    @property
    def corner(self) -> Cell:
        """The raw column and row of the cell at the upper left, which may itself be missing."""
        return min(column for column, _ in self.cells), min(row for _, row in self.cells)

    def table(self) -> dict[str, Any]:
        """What `[hexes]` or `[squares]` of map.toml says, but for sizes and places."""
        grid, numbers = self.grid, self.grid.numbering
        around: dict[str, Any] = {"before": numbers.before, "after": numbers.after}
        table: dict[str, Any] = {"columns": grid.columns, "rows": grid.rows}
        if isinstance(grid, HexGrid):
            table |= {"tops": "flat" if grid.lattice.flat else "pointed", "shoved": grid.shoved}
            table |= {"short": grid.short} if grid.short else {}
            table |= {"missing": sorted(grid.missing)} if grid.missing else {}
            around["shoved_first"] = numbers.shoved_first
        else:
            table |= {"diagonal": grid.diagonal}
            table |= {"missing": sorted(grid.missing)} if grid.missing else {}
        table["numbering"] = {
            "order": "column-row" if numbers.column_first else "row-column",
            "between": numbers.between,
            **{key: value for key, value in around.items() if value},
            "column": _axis_table(numbers.column),
            "row": _axis_table(numbers.row),
        }
        return table


def _axis_table(axis: Axis) -> dict[str, Any]:
    letters = {"letters": axis.letters} if axis.letters else {}
    return {"first": axis.first, "digits": axis.digits, **letters, "backward": axis.backward}


def native(tiling: Tiling, cells: Mapping[Cell, str], is_named: bool = True) -> Native | None:
    """The grid that names cells as VASSAL does; None where no board of hexpost is numbered so.

    Cells with a number below 0, of which many modules have a few half ones at the edge, are not among them.
    Where VASSAL names none (`is_named`), the cell at the upper left is the first.
    """
    numbering = (tiling.numbering if is_named else None) or _from_corner(cells)
    cells = {cell: name for cell, name in cells.items() if _is_numbered(tiling, numbering, cell)}
    if not cells or not _fits(cells):
        return None
    for between, turned in product(dict.fromkeys((numbering.between, *_BETWEEN)), (False, True)):
        if len(between) > _LONGEST:
            continue
        grid = _grid(tiling, numbering, cells, between, turned)
        found = grid and _around(grid, tiling, cells)
        if found:
            return Native(tiling, cells, _less(found, cells))
    return None


def _from_corner(cells: Mapping[Cell, str]) -> Numbering:
    if not cells:
        return PLAIN
    column, row = min(column for column, _ in cells), min(row for _, row in cells)
    return replace(PLAIN, columns=Theirs(False, 1, 1 - column), rows=Theirs(False, 1, 1 - row))


def _is_numbered(tiling: Tiling, numbering: Numbering, cell: Cell) -> bool:
    column, row = _counted(tiling, numbering, cell)
    return column + numbering.columns.first >= 0 and row + numbering.rows.first >= 0


def _fits(cells: Mapping[Cell, str]) -> bool:
    columns, rows = [column for column, _ in cells], [row for _, row in cells]
    return max(max(line) - min(line) for line in (columns, rows)) < _LINES


def place_of(tiling: Tiling, cell: Cell, corner: Cell) -> Cell:
    """Column and row on the screen, counted from 0 at the upper left, of a raw cell."""
    column, row = cell[0] - corner[0], cell[1] - corner[1]
    return (row, column) if isinstance(tiling, Hexes) and tiling.sideways else (column, row)


def _grid(
    tiling: Tiling, numbering: Numbering, cells: Mapping[Cell, str], between: str, turned: bool
) -> HexGrid | SquareGrid | None:
    """A grid with the module's way of counting, perhaps with column and row the other way round."""
    columns, rows = [column for column, _ in cells], [row for _, row in cells]
    across, down = (min(columns), max(columns)), (min(rows), max(rows))
    falls = (numbering.across_falls, numbering.down_falls)
    sideways = isinstance(tiling, Hexes) and tiling.sideways
    falls = falls[::-1] if sideways else falls
    even = across[0] + across[0] % 2
    firsts = (
        _counted(tiling, numbering, (across[falls[0]], down[0]))[0],
        _counted(tiling, numbering, (even, down[falls[1]]))[1],
    )
    axes = [
        _axis(theirs, first, back)
        for theirs, first, back in zip((numbering.columns, numbering.rows), firsts, falls, strict=True)
    ]
    if None in axes:
        return None
    counts = (across[1] - across[0] + 1, down[1] - down[0] + 1)
    one, two = (axes[::-1], counts[::-1]) if sideways else (axes, counts)
    stagger = numbering.stagger and isinstance(tiling, Hexes)
    numbers = Ours(
        one[0] or Axis(), one[1] or Axis(), (numbering.column_first != sideways) != turned, between,
        (-1 if falls[1] else 1) if stagger else 0,
    )  # fmt: skip
    if isinstance(tiling, Squares):
        return SquareGrid(*two, diagonal=tiling.diagonal, numbering=numbers)
    shoved = "odd" if across[0] % 2 else "even"
    return HexGrid(*two, Lattice(not sideways), shoved, "", numbers)


def _counted(tiling: Tiling, numbering: Numbering, cell: Cell) -> Cell:
    if isinstance(tiling, Hexes):
        return tiling.counted(*cell, numbering)
    return tiling.counted(*cell, numbering)


def _axis(theirs: Theirs, counted: int, backward: bool) -> Axis | None:
    """The axis whose first number this is; None for one that a map cannot have."""
    first = counted + theirs.first + theirs.letters
    if not theirs.letters <= first <= _FIRST or theirs.zeros >= _DIGITS:
        return None
    digits = 1 if theirs.letters else theirs.zeros + 1
    return Axis(first, digits, DOUBLED if theirs.letters else "", backward)


def _around(
    grid: HexGrid | SquareGrid, tiling: Tiling, cells: Mapping[Cell, str]
) -> HexGrid | SquareGrid | None:
    """The grid with what VASSAL writes before and after every label; None where it writes something else."""
    corner = min(column for column, _ in cells), min(row for _, row in cells)
    (cell, name), *_ = cells.items()
    label = grid.label(*place_of(tiling, cell, corner))
    before, found, after = name.partition(label)
    if not found or max(len(before), len(after)) > _AROUND or not (before + after + "x").isprintable():
        return None
    whole = replace(grid, numbering=replace(grid.numbering, before=before, after=after))
    said = {one: whole.label(*place_of(tiling, one, corner)) for one in cells}
    if (
        said != dict(cells)
        or len({slug(one) for one in said.values()}) < len(said)
        or "" in map(slug, said.values())
    ):
        return None
    return whole


def _less(grid: HexGrid | SquareGrid, cells: Mapping[Cell, str]) -> HexGrid | SquareGrid:
    """The grid without the places that the board has no cell for."""
    if isinstance(grid, HexGrid):
        shorts = (short for short in ("odd", "even") if _is_short(replace(grid, short=short), cells))
        grid = replace(grid, short=next(shorts, ""))
    names = set(cells.values())
    return replace(grid, missing=frozenset(label for label, _ in grid.printed() if label not in names))


def _is_short(grid: HexGrid, cells: Mapping[Cell, str]) -> bool:
    """Does every cell stand on the grid, though its odd or even lines lack their last hex?"""
    return set(cells.values()) <= {label for label, _ in grid.printed()}


def natives(
    groups: Mapping[tuple[Tiling, str], Mapping[Cell, str]], unnamed: Collection[tuple[Tiling, str]] = ()
) -> Iterator[Native]:
    """The largest grid of hexes and the largest of squares that a board of hexpost can have.

    The groups are cells of one tiling that one zone, or zones which name them alike, give their names. Those
    of `unnamed` ones have only numbers of ours.
    """
    for kind in (Hexes, Squares):
        sized = sorted(groups.items(), key=lambda group: -len(group[1]))
        found = (
            native(key[0], cells, key not in unnamed) for key, cells in sized if isinstance(key[0], kind)
        )
        yield from [one for one in found if one is not None][:1]
