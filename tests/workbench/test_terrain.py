"""Terrain without the page: what is taken is settled, whatever word it is, and counted as it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.workbench.making import Maker, straightened

GROUNDS = {"clear": ("0101", "0202", "0107"), "woods": ("0401", "0504"), "lake": ("0701", "0804")}


@pytest.fixture
def maker(tmp_path: Path) -> Iterator[Maker]:
    """A map whose hexes are proposed as clear (the default), woods or lake."""
    made = straightened(tmp_path)
    for word, hexes in GROUNDS.items():
        assert made.does("paint", "terrain", word=word, hexes=list(hexes)) == ""
    yield made
    made.serving.close()


def unsettled(maker: Maker) -> list[dict[str, object]]:
    """What is proposed for the hexes that are open."""
    shown = maker.sees("terrain")["terrain"]
    assert shown["default"] == "clear"
    return [one for one, done in zip(shown["proposed"], shown["settled"], strict=True) if not done and one]


@pytest.mark.slow
def test_all_that_is_taken_is_settled_and_counted(maker: Maker) -> None:
    before = unsettled(maker)
    sure = sum(bool(one["sure"]) for one in before)
    assert {one["word"] for one in before} == set(GROUNDS)
    if sure:
        assert maker.does("take", "terrain") == ""
        assert maker.serving.project.undoable == f"Took {sure} proposals"
    rest = unsettled(maker)
    assert len(rest) == len(before) - sure
    if rest:
        assert maker.does("take", "terrain", all=True) == ""
        assert maker.serving.project.undoable.startswith(f"Took {len(rest)} proposal")
    assert unsettled(maker) == [] and all(maker.sees("terrain")["terrain"]["settled"])
    assert maker.sees("terrain")["doubts"] == []
    assert "nothing to take" in maker.does("take", "terrain", all=True)


@pytest.mark.slow
def test_the_default_typed_by_hand_is_settled(maker: Maker, tmp_path: Path) -> None:
    places = tmp_path / "mygame" / "map" / "places.csv"
    header, *rows = places.read_text(encoding="utf-8").splitlines()
    cells = ["0303" if one == "id" else "clear" if one == "terrain" else "" for one in header.split(",")]
    rows = [row for row in rows if not row.startswith("0303,")]
    places.write_text("\n".join([header, *rows, ",".join(cells)]) + "\n", encoding="utf-8")
    maker.serving.project.look()
    shown = maker.sees("terrain")["terrain"]
    assert shown["settled"][shown["ids"].index("0303")]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["samples.csv", "classified.csv"])
def test_a_table_that_is_no_table_is_told_with_its_line(maker: Maker, tmp_path: Path, name: str) -> None:
    (tmp_path / "mygame" / "map" / name).write_text('a,b\n"x"y,z\n', encoding="utf-8")
    maker.serving.project.look()
    assert f"map/{name}:2" in maker.sees("terrain")["wrong"]


@pytest.mark.slow
def test_a_change_that_makes_no_difference_is_not_called_saved(maker: Maker) -> None:
    project, mode = maker.serving.project, maker.serving.modes["terrain"]
    for word, said in (("lake", "Lake in 0101"), ("lake", "")):
        act = partial(mode.change, project, "paint", {"word": word, "hexes": ["0101"]})
        done = project.change(project.number, frozenset({"hex 0101"}), act)
        assert done == said
