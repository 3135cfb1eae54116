"""Examples of orders that fit the position: a few in each form, all in the first report and in help."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.mail.desk.filled import SOME
from adjudicator.tabletop.seen import MOST_WIDE, _first_of
from tests.adjudicator.house import text_of
from tests.adjudicator.tabletop.table import Players


def form(table: Players, side: str) -> list[str]:
    """The lines of the form in the newest mail to a side."""
    text = table.last(table.players[side].addresses[0])
    return text.partition("BEGIN ORDERS ")[2].partition("END ORDERS")[0].splitlines()


@pytest.mark.slow
def test_each_form_of_a_move_has_examples_with_the_sides_own_pieces_which_are_good(tmp_path: Path) -> None:
    table = Players(tmp_path)
    table.send("red", "done")
    table.send("blue", "done")
    red = form(table, "red")
    assert f"# {SOME}" in red
    examples = [line.removeprefix("# ") for line in red[red.index(f"# {SOME}") + 1 :] if line][:-1]
    assert examples == ["move 1st Foot to 0402", "draw 1 from Commands", "roll 2d6 for the attack"]
    said = table.send("red", *examples, "done")
    assert "REFUSED" not in said and said.count("OK") == 4
    assert any(line.startswith("# move 1st Horse to ") for line in form(table, "blue"))


def test_who_is_not_asked_has_no_examples_and_help_lists_all(tmp_path: Path) -> None:
    table = Players(tmp_path)
    said = table.send("blue", "help")
    assert not any(line.startswith("# move") for line in form(table, "blue"))
    first = text_of(table.mails("ben@example.org")[0])
    listed = first.partition("ORDERS IN WORDS\n")[2].partition("\n\n")[0]
    assert "Examples for this position: " + " ".join(listed.split()) in said


def test_of_verbs_that_a_position_does_not_have_the_next_is_taken_and_no_line_is_folded() -> None:
    lines = ["flip " + "x" * MOST_WIDE, "rotate Tank by 1", "roll 2d6 for the attack"]
    assert _first_of(("draw", "flip", "rotate"), lines) == ("rotate Tank by 1",)
    assert _first_of(("move",), lines) == ()
