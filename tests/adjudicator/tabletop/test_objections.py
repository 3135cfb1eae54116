"""An objection may name a move by the number that its report tells; that move and all after it are undone."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.mail.desk.move_numbers import named_move
from tests.adjudicator.tabletop.table import Players
from tests.adjudicator.tabletop.test_three_sides import seated

START = ("Main", 100, 107)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("to move 3", (3, "")), ("to move 12: a lake", (12, "a lake")), ("move 3, a lake", (3, "a lake")),
        ("a lake", (0, "a lake")), ("to move 1st Foot there", (0, "to move 1st Foot there")),
        ("Against Moves 4. No", (4, "No")), ("to move 3.5", (0, "to move 3.5")),
    ],
)  # fmt: skip
def test_an_objection_names_a_move_and_a_reason(text: str, found: tuple[int, str]) -> None:
    assert named_move(text) == found


@pytest.mark.slow
def test_a_move_that_is_named_is_undone_with_all_after_it(tmp_path: Path) -> None:
    table = Players(tmp_path)
    table.send("red", "move 1st Foot to 0404", "done")
    assert "Red made move 1. To object to it, write: object to move 1" in table.told("blue")
    table.send("blue", "move 1st Horse to 0101", "done")
    assert "Blue made move 2." in table.told("red") and "move 1." not in table.told("red")
    table.send("red", "move 2nd Foot to 0101", "done")
    said = table.send("blue", "object to move 1: that hex is a lake")
    assert "Red must agree" in said, said
    told = table.told("red")
    assert "Blue objects to move 1 of Red" in told and "(that hex is a lake)" in told
    assert "your last 2 sets of orders are undone" in told
    assert table.at("1st Foot") != START
    table.send("red", "agree undo")
    assert table.at("1st Foot") == START and table.at("2nd Foot") == START
    assert "move 1 is undone already. You may object to none" in table.send("blue", "object to move 1")
    table.send("red", "move 1st Foot to 0101", "done")
    assert "Red made move 4." in table.told("blue"), "a number never means another move"
    assert table.says("replay", "1").exit_code == 0 and "all hold" in table.says("audit", "1").output


@pytest.mark.slow
def test_a_wrong_number_is_answered_with_those_that_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(tmp_path, monkeypatch)
    table.send("green", "reports when asked")
    table.send("red", "move 1st Foot to 0404", "done")
    table.send("blue", "move 1st Horse to 0101", "done")
    told = " ".join(table.told("green").split())
    assert "Moves in this report: 1 by Red; 2 by Blue." in told, told
    table.send("green", "done")
    table.send("red", "move 1st Foot to 0101")
    table.send("red", "move 2nd Foot to 0101", "done")
    table.send("blue", "done")
    told = " ".join(table.told("green").split())
    assert "Moves in this report: 3 and 4, by Red" in told, told
    said = table.send("green", "object to move 9")
    assert "there is no move 9. Moves that you may object to: 1 by Red, 2 by Blue" in said
    assert "move 1 is your own" in table.send("red", "object to move 1")
    assert "Red and Blue must agree" in table.send("green", "object to move 1")


@pytest.mark.slow
def test_each_move_has_its_own_time(tmp_path: Path) -> None:
    table = Players(tmp_path, rules=("object=24h",))
    table.send("red", "move 1st Foot to 0404")
    assert "To object to it, write: object to move 1" in table.told("blue")
    table.clock += timedelta(hours=20)
    table.send("red", "move 2nd Foot to 0404", "done")
    table.clock += timedelta(hours=5)
    said = table.send("blue", "object to move 1")
    assert "REFUSED: the time to object to move 1 ended on" in said and "It stands" in said
    assert "Red must agree" in table.send("blue", "object to move 2")


@pytest.mark.slow
@pytest.mark.parametrize("said", ["object to move 1", "Object to move 1: a lake", "object"])
def test_an_objection_above_the_block_is_not_lost_by_the_orders_in_it(tmp_path: Path, said: str) -> None:
    table = Players(tmp_path)
    table.send("red", "move 1st Foot to 0404", "done")
    before = table.position
    table.write("blue", "move 1st Horse to 0101", "done", chat=said)
    assert [one.row for one in table.post().letters] == ["objection-outside"]
    assert table.position == before, "the orders would have ended the time to object"
    told = table.answer("blue")
    assert "its objection is outside the order block" in told, told
    assert f"{said} move 1st Horse to 0101 done END ORDERS" in told, told
    assert "Red must agree" in table.send("blue", said)


def test_a_sentence_that_begins_like_an_objection_is_for_the_referee(tmp_path: Path) -> None:
    table = Players(tmp_path)
    table.write(
        "red", "move 1st Foot to 0404", "done", chat="Objects in the mirror are close.\nObject lessons"
    )
    table.post()
    assert table.at("1st Foot") != START
