"""Names of a module shortened to three letters or more, if only one that the side sees begins so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import named, with_trait
from tests.tables.sampler import build_file, write_build


@pytest.fixture
def table(tmp_path: Path) -> Players:
    return Players(tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        "move Sco to 0101", "move the scou to 0101", "move Mil in 0304 to 0101",
        "move 1 mili in 0304 to 0101",
        "move 1st F and Sco to 0101", "flip 2nd F", "draw 1 from Comm", "shuffle chi", "return Sco to Disc",
    ],
)  # fmt: skip
def test_a_beginning_that_only_one_name_has_stands_for_it(table: Players, line: str) -> None:
    said = table.send("red", line)
    assert "Your orders: 1 OK" in said, said


def test_fewer_letters_or_several_names_are_answered_with_those_that_begin_so(table: Players) -> None:
    said = table.send("red", "move 1st to 0101")
    assert "NOT UNDERSTOOD" in said, said
    assert "Did you mean: move 1st Foot to 0101 move 1st Horse to 0101" in said, said
    assert "NOT UNDERSTOOD" in table.send("red", "move Sc to 0101")


def test_only_names_that_a_side_sees_count(table: Players) -> None:
    sent = table.saved("red").position
    table.send_log("red", (with_trait(sent, named(sent, "1st Foot"), "hide", "Red"),))
    table.send("red", "done")
    said = table.send("blue", "move 1st to 0101")
    assert "Your orders: 1 OK" in said and "Foot" not in said, said


def test_a_whole_name_comes_before_longer_ones(tmp_path: Path) -> None:
    text = build_file().replace("1st Horse", "Scouts").replace("2nd Horse", "2 Militia Corps")
    table = Players(tmp_path / "desk", module=write_build(tmp_path, text))
    assert "Your orders: 1 OK" in table.send("red", "move Scout to 0101")
    said = table.send("red", "move 2 Militia to 0101")
    assert "AMBIGUOUS" in said and "Corps" not in said.split("Your move")[0], said


def test_a_short_name_is_looked_up_where_nothing_else_has_it(table: Players) -> None:
    assert "Scout: 0602" in table.send("red", "where sco")
    assert "you see nothing there" not in table.send("red", "where Comm")


def test_an_unknown_name_with_and_in_it_is_not_taken_for_a_list(table: Players) -> None:
    said = table.send("red", "play Fire and Fury to 0101")
    assert 'no piece with the name "Fire and Fury"' in said and "one piece a line" not in said, said


@pytest.mark.parametrize("name", ["1st Fot in 0202", "1st in 0303"])
def test_the_place_behind_an_unknown_name_does_not_hide_what_is_near(table: Players, name: str) -> None:
    said = table.send("red", f"move {name} to 0101")
    assert "Did you mean: move 1st Foot to 0101" in said, said
