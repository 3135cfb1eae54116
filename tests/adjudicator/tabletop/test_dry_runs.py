"""A dry run of a table game: what is below a roll or a shuffle is checked all the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from adjudicator.game import Game
from adjudicator.judging.line_by_line import answer
from adjudicator.play import Play
from adjudicator.state import Decision
from adjudicator.waiting_lines import Line
from tests.adjudicator.tabletop.table import Players


@pytest.fixture
def table(tmp_path: Path) -> Players:
    return Players(tmp_path)


def tries(table: Players, *lines: str) -> str:
    """The answer to a dry run, before the form."""
    before = table.position
    table.write("red", *lines, kind="CHECK")
    table.post()
    assert table.position == before
    return (
        table.told("red").partition("Your orders, as far as no die roll decides: ")[2].split("Your move")[0]
    )


def test_lines_below_a_roll_are_checked(table: Players) -> None:
    said = tries(
        table,
        "move Scout to 0101",
        "roll 2d6 for the ford",
        "move Nobody to 0103",
        "flip Scout",
        "roll Battle",
    )
    assert "roll 2d6 for the ford OK (dry run): hexpost rolls when you send these orders" in said, said
    assert 'move Nobody to 0103 NOT UNDERSTOOD: you see no piece with the name "Nobody"' in said
    assert "flip Scout OK (dry run)" in said and "line 4" not in said and "NOT USED" not in said
    assert "rolled" not in said


def test_a_bad_roll_is_told(table: Players) -> None:
    assert 'NOT UNDERSTOOD: no dice have the name "Batel"' in tries(table, "roll Batel", "move Scout to 0101")


def test_lines_beside_a_shuffle_are_checked_and_only_those_below_it_depend_on_it(table: Players) -> None:
    said = tries(table, "move Scout to 0101", "shuffle Chits", "move Nobody to 0103", "move 1st Foot to 0102")
    assert "move Scout to 0101 OK (dry run) 4" in said, said
    assert "The dice decide from here on (the shuffle of Chits)" in said and "byte" not in said
    assert 'NOT UNDERSTOOD: you see no piece with the name "Nobody"' in said
    assert "move 1st Foot to 0102 OK (dry run): line 4 comes first and can change this" in said


def test_the_end_of_the_move_stands_below_a_roll(table: Players) -> None:
    assert "done OK (dry run)" in tries(table, "roll 1d6", "done")


def test_the_line_that_comes_to_a_die_is_found_among_many_without_trying_each(
    table: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def counting(game: Game, play: Play, asked: Decision, lines: Sequence[Line]) -> None:
        tried.append(len(lines))
        answer(game, play, asked, lines)

    monkeypatch.setattr("adjudicator.mail.desk.dry_run.answer", counting)
    lines = [f"move Scout to 0{1 + 2 * (n % 3)}01" for n in range(40)]
    said = tries(table, *lines[:30], "shuffle Chits", *lines[30:])
    assert "The dice decide from here on (the shuffle of Chits)" in said
    assert said.count("OK (dry run)") == 40 and said.count("line 33 comes first and can change this") == 10
    assert 0 < len(tried) <= 7
