"""Orders before their move: those of the side that moves first wait for the beginning, no others do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adjudicator.house import head_of
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


def test_who_moved_with_the_word_that_accepts_is_told_at_once_that_it_was_carried_out(tmp_path: Path) -> None:
    table = Players(tmp_path, accepted=False, reports="when asked")
    table.write("red", "accept", "move 1st Foot to 0404", "done")
    table.write("blue", "accept")
    assert {head_of(mail)[:23] for mail in table.mails()} == {"INVITATION. YOUR MOVE by"[:23]}
    table.post()
    assert "1st Foot moves from 0202 to 0404" in table.told("red")
    assert "move 1st Foot to 0404 OK" in table.told("red")


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
    assert "are queued" not in said and "Send other orders when you are asked" in said.replace("## ", "")


@pytest.mark.slow
@pytest.mark.parametrize("end", [("done",), ()])
def test_an_opening_move_is_credited_to_who_sent_it_and_not_to_whose_word_began_the_game(
    tmp_path: Path, end: tuple[str, ...]
) -> None:
    table = Players(tmp_path, accepted=False)
    before = table.at("1st Foot")
    table.send("red", "accept", "move 1st Foot to 0404", *end)
    table.send("blue", "accept")
    assert table.at("1st Foot") != before
    assert "made move 1" not in table.told("red")
    assert "Red made move 1. To object to it, write: object to move 1" in table.told("blue")
    assert "you have no orders that can be undone" in table.send("blue", "propose undo")
    assert "Red must agree" in table.send("blue", "object: there is a river")
    assert "If all agree, your last orders are undone." in table.told("red")
    table.send("red", "agree undo")
    assert table.at("1st Foot") == before
    table.send("blue", "accept")
    assert table.at("1st Foot") == before, "what was objected to is not carried out again by itself"
    assert "YOUR MOVE" in table.told("red")
    table.send("red", "move 1st Foot to 0101", "done")
    assert table.at("1st Foot") != before
    assert table.says("replay", "1").exit_code == 0 and "all hold" in table.says("audit", "1").output


@pytest.mark.slow
def test_an_opening_move_may_be_taken_back_by_who_sent_it(tmp_path: Path) -> None:
    table = Players(tmp_path, accepted=False)
    before = table.at("1st Foot")
    table.send("red", "accept", "move 1st Foot to 0404", "done")
    table.send("blue", "accept")
    assert "the last orders are your own" in table.send("red", "object")
    assert "Blue must agree" in table.send("red", "propose undo")
    table.send("blue", "agree undo")
    assert table.at("1st Foot") == before
