"""Counters on the workbench: what is found is taken and corrected, rows at once; names; cut out; undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from counters.cutting.cuts import Outlined, cuts_csv, read_cuts
from counters.roster.load import load_roster
from tests.workbench.making import Maker
from workbench import counters
from workbench.bench_faults import BenchError
from workbench.cli import opened_counters
from workbench.cutting_out import with_lines

SIDE, ROWS, COLUMNS = 60.0, 3, 4


def lattice(rows: int = ROWS, columns: int = COLUMNS) -> list[Outlined]:
    """Counters edge to edge, from 40, 50."""
    made = []
    for row in range(rows):
        for column in range(columns):
            x, y = 40 + SIDE * column, 50 + SIDE * row
            corners = ((x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE))
            made.append(Outlined(f"r{row + 1:02}c{column + 1:02}", corners))
    return made


def sheet(path: Path) -> Path:
    """A sheet with these counters, each of its own colour."""
    image = Image.new("RGB", (400, 300), "white")
    pen = ImageDraw.Draw(image)
    for number, one in enumerate(lattice()):
        pen.polygon(one.corners, fill=(20 * number, 90, 200), outline="black")
    image.save(path)
    return path


class AtCounters(Maker):
    """Somebody at the page of counters."""

    mode = "counters"

    @property
    def file(self) -> Path:
        return self.serving.project.folder / "counters" / "sheet-cuts.csv"

    @property
    def cuts(self) -> dict[str, Outlined]:
        return {one.id: one for one in read_cuts(self.file)}


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AtCounters]:
    """A sheet is open, and nothing is taken yet."""
    monkeypatch.setattr(counters, "_find", lambda _: lattice())
    serving = opened_counters(sheet(tmp_path / "sheet.png"))
    yield AtCounters(serving)
    serving.close()


@pytest.fixture
def taken(maker: AtCounters) -> AtCounters:
    maker.sees()
    assert maker.does("take") == ""
    return maker


def test_what_is_found_is_shown_and_taken_with_one_click(maker: AtCounters) -> None:
    state = maker.sees()
    assert len(state["counters"]["found"]) == 12
    assert not maker.file.exists()
    assert maker.does("take") == ""
    assert list(maker.cuts.values()) == lattice()
    assert maker.sees()["counters"]["found"] is None


def test_a_row_is_moved_resized_and_taken_away_at_once(taken: AtCounters) -> None:
    row = ["r01c01", "r01c02", "r01c03", "r01c04"]
    assert taken.does("move", ids=row, by=[2, -3]) == ""
    assert taken.does("resize", ids=row, corner=2, by=[4, 6]) == ""
    assert taken.cuts["r01c02"].corners == ((102, 47), (166, 47), (166, 113), (102, 113))
    assert taken.cuts["r02c02"] == lattice()[5]
    assert taken.does("remove", ids=row) == ""
    assert len(taken.cuts) == 8


@pytest.mark.slow
def test_a_row_is_repeated_below(taken: AtCounters) -> None:
    ids = [f"r03c0{n}" for n in range(1, 5)]
    assert taken.does("repeat", ids=ids, by=[0, SIDE]) == ""
    new = [one for name, one in taken.cuts.items() if name.startswith("new")]
    assert [one.middle for one in new] == [(70 + SIDE * n, 260) for n in range(4)]


def test_a_click_on_an_empty_place_adds_one_in_line_with_its_row(taken: AtCounters) -> None:
    assert taken.does("remove", ids=["r02c03"]) == ""
    assert taken.does("add", at=[193, 133]) == ""
    assert taken.cuts["new-1"].middle == (190, 140)
    assert taken.cuts["new-1"].size == (SIDE, SIDE)


def test_without_any_counter_the_first_one_is_drawn(maker: AtCounters) -> None:
    maker.sees()
    assert "Draw the first counter" in maker.does("add", at=[70, 80])
    assert maker.does("add", corners=[[40, 50], [100, 50], [100, 110], [40, 110]]) == ""
    assert maker.cuts["new-1"].corners == lattice()[0].corners


def test_one_corner_alone_follows_bent_paper(taken: AtCounters) -> None:
    assert taken.does("corner", ids=["r01c01"], corner=0, to=[37, 46]) == ""
    assert taken.cuts["r01c01"].corners[0] == (37, 46)
    assert "without a dent" in taken.does("corner", ids=["r01c01"], corner=0, to=[120, 130])


def test_names_and_ids_are_typed(taken: AtCounters) -> None:
    assert taken.does("name", ids=["r01c01"], name="  1st  Panzer ") == ""
    assert taken.does("rename", ids=["r01c01"], id="1Pz") == ""
    assert taken.cuts["1Pz"].name == "1st Panzer"
    assert "another counter has this id" in taken.does("rename", ids=["r01c02"], id="1PZ")
    assert "an id has up to 40" in taken.does("rename", ids=["r01c02"], id="a/b")
    assert taken.sees()["counters"]["unnamed"] == 11


def test_a_counter_of_another_size_and_one_twice_are_doubts_that_a_click_settles(taken: AtCounters) -> None:
    assert taken.does("resize", ids=["r01c01"], corner=2, by=[30, 0]) == ""
    (odd,) = taken.sees()["doubts"]
    assert odd["words"] == "r01c01 differs in size from the others."
    assert taken.does(odd["mends"][0]["verb"], **odd["mends"][0]["values"]) == ""
    assert taken.cuts["r01c01"].size == (SIDE, SIDE)
    assert taken.does("repeat", ids=["r02c02"], by=[5, 4]) == ""
    (twice,) = (one for one in taken.sees()["doubts"] if " is on " in one["words"])
    assert taken.does(twice["mends"][0]["verb"], **twice["mends"][0]["values"]) == ""
    assert len(taken.cuts) == 12


def test_everything_is_undone_and_done_again(taken: AtCounters) -> None:
    project, before = taken.serving.project, taken.file.read_bytes()
    for verb, values in (
        ("move", {"by": [1, 1]}),
        ("name", {"name": "x"}),
        ("repeat", {"by": [0, 70]}),
        ("remove", {}),
    ):
        assert taken.does(verb, ids=["r01c01"], **values) == ""
    after = taken.file.read_bytes()
    for _ in range(4):
        project.undo(project.number)
    assert taken.file.read_bytes() == before
    for _ in range(4):
        project.redo(project.number)
    assert taken.file.read_bytes() == after


@pytest.mark.slow
def test_closing_and_opening_the_folder_loses_nothing(taken: AtCounters) -> None:
    assert taken.does("name", ids=["r01c01"], name="1st Panzer") == ""
    folder = taken.serving.project.folder
    taken.serving.close()
    again = opened_counters(folder)
    try:
        assert AtCounters(again).sees()["counters"]["cuts"][0]["name"] == "1st Panzer"
        again.project.undo(again.project.number)
        assert AtCounters(again).sees()["counters"]["cuts"][0]["name"] == ""
    finally:
        again.close()


def test_an_edit_elsewhere_is_seen_and_a_faulty_one_is_told(taken: AtCounters) -> None:
    taken.file.write_text(cuts_csv(lattice(1, 1)), encoding="utf-8")
    taken.serving.project.look()
    assert len(taken.sees()["counters"]["cuts"]) == 1
    taken.file.write_text("id,name\n", encoding="utf-8")
    taken.serving.project.look()
    assert "column 'x1' is missing" in taken.sees()["wrong"]


@pytest.mark.slow
def test_counters_are_cut_out_into_the_folder_and_a_filled_roster_keeps_its_lines(taken: AtCounters) -> None:
    assert taken.does("name", ids=["r01c01"], name="1st Panzer") == ""
    assert taken.does("cut") == ""
    home = taken.file.parent
    assert "12 pictures" in taken.sees()["counters"]["done"]
    roster = home / "roster.csv"
    filled = roster.read_text(encoding="utf-8").replace(
        "r01c01,1st Panzer,,,,,,,", "r01c01,Lehr,german,,,armour,,6,8"
    )
    roster.write_text(filled, encoding="utf-8")
    assert taken.does("remove", ids=["r03c04"]) == ""
    assert taken.does("repeat", ids=["r03c01"], by=[0, SIDE]) == ""
    assert taken.does("cut") == ""
    assert "1 new lines" in taken.sees()["counters"]["done"]
    lines = roster.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 14
    assert lines[1].startswith("r01c01,Lehr,german,,,armour,,6,8")
    assert (home / "fronts" / "new-1.png").exists()
    roster.write_text("\n".join(lines[:2]) + "\n", encoding="utf-8")
    assert load_roster(taken.serving.project.folder).counters["r01c01"].art == "fronts/r01c01.png"


def test_a_roster_that_cannot_get_lines_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match="add a column 'art'"):
        with_lines("id,name\n1,First\n", "id,name,art\n2,,x.png\n", tmp_path)
    with pytest.raises(BenchError, match="separate the cells with commas"):
        with_lines("id;name;art\n1;First;\n", "id,name,art\n2,,x.png\n", tmp_path)
    assert with_lines("id,name,art\n1,,\n", "id,name,art\n1,First,a.png\n2,,x.png\n", tmp_path) == (
        "id,name,art\n1,First,\n2,,x.png\n",
        1,
    )


@pytest.mark.parametrize(
    ("verb", "values"),
    [
        ("move", {"ids": ["nobody"], "by": [1, 1]}),
        ("move", {"ids": [], "by": [1, 1]}),
        ("move", {"ids": ["r01c01"], "by": ["a", 1]}),
        ("move", {"ids": ["r01c01"], "by": [float("nan"), 1]}),
        ("resize", {"ids": ["r01c01"], "corner": 7, "by": [1, 1]}),
        ("add", {"at": None}),
        ("add", {"corners": [[0, 0]]}),
        ("fly", {}),
        ("rename", {"ids": ["r01c01"], "id": None}),
        ("rename", {"ids": ["r01c01", "r01c02"], "id": "both"}),
        ("name", {"ids": ["r01c01"], "name": 5}),
    ],
)
def test_what_is_not_understood_is_refused_and_changes_nothing(
    taken: AtCounters, verb: str, values: dict[str, Any]
) -> None:
    before = taken.file.read_bytes()
    assert taken.does(verb, **values) != ""
    assert taken.file.read_bytes() == before


def test_a_counter_beside_the_picture_is_a_place_to_look_at(taken: AtCounters) -> None:
    assert taken.does("move", ids=["r03c04"], by=[900, 0]) == ""
    (doubt,) = taken.sees()["doubts"]
    assert doubt["words"] == "r03c04 is not on the picture."
    assert doubt["place"] == (400.0, 200.0)
    assert taken.does(doubt["mends"][0]["verb"], **doubt["mends"][0]["values"]) == ""
    assert taken.sees()["doubts"] == []


def test_a_name_that_is_too_long_is_refused_and_not_cut(taken: AtCounters) -> None:
    assert "at most 200 characters, and this one 201" in taken.does("name", ids=["r01c01"], name="x" * 201)
    assert taken.cuts["r01c01"].name == ""


def test_a_folder_in_which_no_sheet_was_opened_is_told_what_to_type(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match=r"hexpost counters edit sheet\.jpg --folder"):
        opened_counters(tmp_path)
