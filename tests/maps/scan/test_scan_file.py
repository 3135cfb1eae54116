"""What a maker knows of a scan: read with all its faults, and changed without losing a remark."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from maps.grids.grid import Axis, HexGrid, Numbering
from maps.grids.hexes import Lattice
from maps.scan.hexgrid.told import SIDES, evened, widened
from maps.scan.scan_file import (
    HEADER,
    Clicked,
    clicks_csv,
    read_clicks,
    read_scan_file,
    with_grid,
    with_value,
)
from scans.scan_faults import ScanError

GRID = HexGrid(
    5, 4, Lattice(False), "odd", "even", Numbering(Axis(3, letters="doubled"), Axis(2, 2, backward=True))
)


def kept(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "scan.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_value_is_changed_and_remarks_stay() -> None:
    text = "# mine\npicture = 'a.png'\n\n[hexes]\ncolumns = 3 # three\nmissing = [\n  '0101',\n]\n\n"
    text += "[areas]\n# none\n"
    assert with_value(text, "hexes", "missing", ["0202"]).count("\n") == text.count("\n") - 2
    assert with_value(text, "hexes", "rows", 4) == text.replace("]\n\n[areas]", "]\nrows = 4\n\n[areas]")
    assert with_value(text, "", "page", 2) == text.replace("'a.png'\n", "'a.png'\npage = 2\n")
    assert with_value(text, "hexes", "columns", None) == text.replace("columns = 3 # three\n", "")
    assert with_value(text, "terrain", "words", ["a"]).endswith('# none\n\n[terrain]\nwords = ["a"]\n')


def test_a_grid_is_written_and_read_again(tmp_path: Path) -> None:
    text = with_grid(with_value(HEADER, "hexes", "two_sheets", True), GRID)
    read = read_scan_file(kept(tmp_path, text))
    assert read.grid == GRID and read.two_sheets
    assert read_scan_file(kept(tmp_path, with_grid(text, None))).grid is None
    assert with_grid(with_grid(text, None), GRID) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("picture = 3\n", "picture is 3"),
        ("[hexes]\ncolums = 3\n", "colums is none of"),
        ("[areas]\nborders = 'x'\n", "borders is 'x'"),
        ("[hexes]\ncolumns = 3\nrows = 3\n[hexes.numbering]\norder = 'x'\n", "order is 'x'"),
        ("[hexes\n", "scan.toml:1"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(ScanError, match=f"scan.toml.*{why}|{why}"):
        read_scan_file(kept(tmp_path, text))


def test_clicks_are_written_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "clicks.csv"
    for clicks in ([Clicked("0101", 1.5, 2.0)], [Clicked("A1", 1.0, 2.0, True), Clicked("B1", 3.0, 4.0)]):
        path.write_text(clicks_csv(clicks), encoding="utf-8")
        assert read_clicks(path) == clicks
    path.write_text("label,x,y\n,1,2\n0101,nan,2\n0102,a,b\n", encoding="utf-8")
    with pytest.raises(ScanError, match=r"(?s)csv:2.*csv:3.*csv:4"):
        read_clicks(path)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("backward", [True, False])
def test_a_line_more_leaves_all_other_hexes_where_they_are(side: str, flat: bool, backward: bool) -> None:
    axis = Axis(5, 2, backward=backward)
    grid = replace(GRID, lattice=Lattice(flat), numbering=Numbering(axis, axis, shoved_first=1))
    wider = widened(grid, side, 1)
    assert set(grid.labels) < set(wider.labels)
    moved = {(wider.labels[one].q - at.q, wider.labels[one].r - at.r) for one, at in grid.labels.items()}
    assert len(moved) == 1
    assert widened(wider, side, -1) == grid


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("shoved", ["odd", "even"])
@pytest.mark.parametrize("longer", [True, False])
@pytest.mark.parametrize("backward", [True, False])
@pytest.mark.parametrize("by", [0.5, -0.5])
def test_half_a_line_is_every_second_hex_where_lines_begin_and_end(
    side: str, shoved: str, longer: bool, backward: bool, by: float
) -> None:
    flat, axis = side in ("top", "bottom"), Axis(5, 2, backward=backward)
    numbering = Numbering(axis, axis, shoved_first=1)
    grid = HexGrid(6, 5, Lattice(flat), shoved, shoved if longer else "", numbering)
    other = widened(grid, side, by)
    few, many = (grid, other) if by > 0 else (other, grid)
    assert set(few.labels) < set(many.labels)
    assert (
        len(
            {(other.labels[a].q - grid.labels[a].q, other.labels[a].r - grid.labels[a].r) for a in few.labels}
        )
        == 1
    )
    along = {
        label: (1 if side in ("bottom", "right") else -1) * (at.r + at.q / 2)
        for label, at in many.labels.items()
    }
    assert {label for label in along if along[label] == max(along.values())} == set(many.labels) - set(
        few.labels
    )
    assert set(widened(other, side, -by).labels) == set(grid.labels)


def test_lines_become_equally_long_by_the_change_after_which_all_begin_alike() -> None:
    grid = HexGrid(5, 4, shoved="odd", short="odd", numbering=Numbering(row=Axis(0, 2), shoved_first=1))
    assert [label for label in grid.labels if label[:2] in ("01", "02")] == [
        "0101",
        "0102",
        "0103",
        "0200",
        "0201",
        "0202",
        "0203",
    ]
    best = evened(grid, "")[0]
    assert [label for label in best.labels if label[:2] in ("01", "02")] == [
        "0101",
        "0102",
        "0103",
        "0201",
        "0202",
        "0203",
    ]
    assert best.shoved == "even"


def test_no_line_comes_before_the_first_number() -> None:
    with pytest.raises(ScanError, match="no line comes before 00"):
        widened(widened(HexGrid(3, 3), "left", 1), "left", 1)
