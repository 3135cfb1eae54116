"""How labels are printed, worked out from a few of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grids.grid import Axis, HexGrid, Numbering
from maps.grids.hexes import Hex, Lattice
from maps.scan.hexgrid.labels import Scheme, parsed_click, schemes
from scans.scan_faults import ScanError

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


def fitting(grid: HexGrid, labels: Iterable[str]) -> list[Scheme]:
    """The schemes by which labels lie on the lattice as they do on a grid, the plainest first."""
    hexes = [grid.labels[label] for label in labels]
    wanted = [[one.q - hexes[0].q, one.r - hexes[0].r] for one in hexes]
    found = schemes(list(labels))
    return [one for one in found if one.flat == grid.lattice.flat and one.places.tolist() == wanted]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("shoved", ["odd", "even"])
def test_four_hexes_tell_the_scheme(scheme: str, flat: bool, shoved: str) -> None:
    grid = replace(PLAIN, lattice=Lattice(flat), shoved=shoved, numbering=SCHEMES[scheme])
    labels = [grid.label(*place) for place in ((27, 3), (30, 18), (44, 35), (45, 36))]
    found = fitting(grid, labels)[0]
    again = found.numbered(replace(grid, numbering=Numbering()), grid.labels[labels[0]])
    assert again and dict(again.printed()) == dict(grid.printed())


@given(st.integers(0, 46), st.integers(0, 40))
def test_one_hex_is_enough_for_the_usual_scheme(column: int, row: int) -> None:
    found = [
        one.numbered(PLAIN, PLAIN.hex_at(column, row)) for one in schemes([PLAIN.label(column, row)])[:4]
    ]
    assert any(one and one.numbering == Numbering() for one in found)


def test_a_label_is_found_back_from_its_hex() -> None:
    grid = replace(PLAIN, shoved="odd")
    (way, *_) = fitting(grid, ["0101", "4741", "0102", "0201"])
    first = grid.labels["0101"]
    for label, (q, r) in list(grid.labels.items())[::37]:
        line, along = way.numbers(q - first.q, r - first.r)
        assert f"{line:02}{along:02}" == label
        assert way.place(line, along) == (q - first.q, r - first.r)


@pytest.mark.parametrize(
    ("labels", "corners"),
    [
        (["0101", "3301", "0110", "3310", "0201"], True),
        (["0101", "3301", "0110", "3210"], False),
        (["A1", "GG1", "A10", "GG10"], True),
        (["0101", "3301"], False),
    ],
)
def test_labels_of_four_corners_are_told_from_others(labels: list[str], corners: bool) -> None:
    assert schemes(labels)[0].is_corners == corners


def test_no_letter_stands_before_a() -> None:
    way = next(one for one in schemes(["A1", "B2"]) if one.flat)
    assert way.numbered(HexGrid(9, 9), Hex(0, 0))
    assert way.numbered(HexGrid(9, 9), Hex(3, 0)) is None


def test_labels_that_are_not_alike_are_named() -> None:
    with pytest.raises(ScanError, match="the labels 0101, north are not read as columns and rows"):
        schemes(["0101", "north"])


@pytest.mark.parametrize("text", ["0101", "0101=1", "0101=a,b", "=1,2"])
def test_a_click_is_a_label_and_a_place(text: str) -> None:
    with pytest.raises(ScanError, match="write a label and a place in pixels"):
        parsed_click(text)
