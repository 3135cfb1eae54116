"""How labels are printed, worked out from a few of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grid import Axis, HexGrid, Numbering
from maps.hexes import Lattice
from maps.scan.faults import ScanError
from maps.scan.hexgrid.numbering import Known, numbering_of

PLAIN = HexGrid(47, 41)
SCHEMES = {
    "0101": Numbering(),
    "row first": Numbering(column_first=False),
    "A1 to UU41": Numbering(Axis(letters="doubled"), Axis()),
    "A1 to AU41": Numbering(Axis(letters="counted"), Axis()),
    "from the bottom": Numbering(row=Axis(digits=2, backward=True)),
    "from the right": Numbering(column=Axis(digits=2, backward=True)),
    "from 1000": Numbering(column=Axis(first=10, digits=2), row=Axis(first=0, digits=2)),
    "12.05": Numbering(between="."),
    "W0101": Numbering(before="W"),
    "shoved begin with 2": Numbering(shoved_first=1),
}


def known(grid: HexGrid, *places: tuple[int, int]) -> list[Known]:
    made = []
    for column, row in places:
        line = column if grid.lattice.flat else row
        shoved = (line % 2 == 1) == (grid.shoved == "even")
        made.append(Known(grid.label(column, row), column, row, shoved))
    return made


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("flat", [True, False])
def test_three_hexes_tell_the_scheme(scheme: str, flat: bool) -> None:
    grid = replace(PLAIN, lattice=Lattice(flat), numbering=SCHEMES[scheme])
    found = numbering_of(known(grid, (27, 3), (30, 18), (44, 35)), grid)
    again = replace(grid, numbering=found)
    assert dict(again.printed()) == dict(grid.printed())


@given(st.integers(0, 46), st.integers(0, 40))
def test_one_hex_is_enough_for_the_usual_scheme(column: int, row: int) -> None:
    found = numbering_of(known(PLAIN, (column, row)), PLAIN)
    assert dict(islice(replace(PLAIN, numbering=found).printed(), 99)) == dict(islice(PLAIN.printed(), 99))


def test_without_known_hexes_the_first_is_0101() -> None:
    assert numbering_of([], PLAIN) == Numbering()


def test_hexes_that_no_scheme_holds_together_are_named() -> None:
    with pytest.raises(ScanError, match="0202 in column 2, row 2, 0909 in column 5, row 9"):
        numbering_of([Known("0202", 1, 1, True), Known("0909", 4, 8)], PLAIN)
