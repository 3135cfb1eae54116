"""Orders before their move: those of the side that moves first wait for the beginning, no others do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adjudicator.tabletop.table import Players

NOT_NOW = "Send this line when you are asked"


@pytest.mark.slow
def test_who_moves_first_may_send_a_move_with_the_word_that_accepts(tmp_path: Path) -> None:
    table = Players(tmp_path, accepted=False)
    before = table.at("1st Foot")
    assert "QUEUED: for a later question" in table.send("red", "accept", "move 1st Foot to 0404")
    assert table.at("1st Foot") == before
    said = table.send("blue", "accept", "move 1st Horse to 0101")
    assert "NOT USED" in said and NOT_NOW in said
    assert table.at("1st Foot") != before, "it is tried as soon as its side is asked"
    assert "1st Foot moves from" in table.told("blue") and "no such question" not in table.told("red")
    assert table.says("replay", "1").exit_code == 0


@pytest.mark.slow
def test_who_does_not_move_first_is_told_at_once_to_send_it_again(tmp_path: Path) -> None:
    table = Players(tmp_path, accepted=False)
    before = table.at("1st Horse")
    said = table.send("blue", "accept", "move 1st Horse to 0101")
    assert "NOT USED" in said and NOT_NOW in said and "QUEUED" not in said
    table.send("red", "accept")
    assert table.at("1st Horse") == before
    said = table.send("blue", "move 1st Horse to 0101")
    assert f"NOT USED: it is not your turn; waiting for Red. {NOT_NOW}" in said
    assert "are queued" not in said and "Send other orders when you are asked" in said.replace("# ", "")
