"""A move of many pieces as a list: paths joined, pieces together, and nothing that a reader may not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.events import Names, SegmentEntered
from adjudicator.report.story import told_together
from adjudicator.tabletop.facts import ChangesTold, Rolled, TableChanged
from adjudicator.tabletop.gathering import gathered
from adjudicator.tabletop.rolling import summed
from tables.position import Position, Step
from tables.published import DiceButton
from tables.table import Table
from tables.telling import Line, moved
from tests.adjudicator.house import text_of
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import after, move, named, with_trait

NAMES = Names({"red": "Red"})


def line(piece: str, name: str, *places: str) -> Line:
    return Line(moved([name], places), piece, (name, *places))


def test_moves_of_a_piece_are_one_path_with_all_else_that_is_told_of_it() -> None:
    told = [
        line("1", "1st Foot", "0202", "0302"), Line("1st Foot at 0302 now shows side 2 of 2.", "1"),
        line("2", "Scout", "0101", "0102"), line("1", "1st Foot", "0302", "0402", "0403"),
        Line("Commands: 10 face down (was 12)."),
    ]  # fmt: skip
    assert gathered(told) == (
        "1st Foot moves from 0202 via 0302, 0402 to 0403. 1st Foot at 0302 now shows side 2 of 2.",
        "Scout moves from 0101 to 0102.",
        "Commands: 10 face down (was 12).",
    )


def test_pieces_with_the_same_path_have_one_sentence() -> None:
    told = [line(str(n), name, "0202", "0302") for n, name in enumerate(("Militia", "Scout", "Militia"))]
    assert gathered(told) == ("2 Militia and Scout move from 0202 to 0302.",)
    told = [line("8", "Ambush", "Red hand"), line("9", "Night", "Red hand")]
    assert gathered(told) == ("Ambush and Night come to Red hand.",)


def test_alike_pieces_are_not_taken_for_one() -> None:
    told = [line("1", "Militia", "0202", "0302"), line("2", "Militia", "0302", "0402")]
    assert gathered(told) == ("Militia moves from 0202 to 0302.", "Militia moves from 0302 to 0402.")


def test_a_path_that_does_not_go_on_where_it_ended_is_told_apart() -> None:
    told = [line("1", "Scout", "0202", "0302"), line("1", "Scout", "0502", "0602")]
    assert gathered(told) == ("Scout moves from 0202 to 0302.", "Scout moves from 0502 to 0602.")
    told = [line("1", "Scout", "0202"), line("1", "Scout", "0202", "0602")]
    assert gathered(told) == ("Scout comes to 0202.", "Scout moves from 0202 to 0602.")


def test_what_an_older_game_was_told_is_told_still() -> None:
    old = ChangesTold(rule="", who="red", lines=("Scout moves from 0101 to 0102.", "Turn is now 2."))
    assert old.says(NAMES) == "Red: Scout moves from 0101 to 0102. Turn is now 2."
    (both,) = told_together([old, old])
    assert both.listed(NAMES) == ("Red:", ("Scout moves from 0101 to 0102.", "Turn is now 2.") * 2)


def test_what_is_told_between_keeps_moves_apart() -> None:
    one = ChangesTold(rule="", who="red", lines=("Scout moves from 0101 to 0102.",))
    roll = Rolled(rule="", who="red", name="2d6", result="7")
    quiet = TableChanged(rule="", commands=())
    unseen = ChangesTold(rule="", who="red", lines=())
    other = ChangesTold(rule="", who="blue", lines=one.lines)
    entered = SegmentEntered(rule="", segment="play")
    assert len(told_together([one, quiet, one])) == 2
    for between in (roll, unseen, other, entered):
        assert len(told_together([one, between, one])) == 3


def steps_of(position: Position, *deeds: tuple[str, tuple[str, int, int]]) -> list[Step]:
    """A step for each move, made on the position after the ones before."""
    found: list[Step] = []
    for id_, to in deeds:
        found.append((move(position, id_, to),))
        position = after(position, *found[-1])
    return found


@pytest.mark.slow
def test_a_log_is_told_with_the_places_on_the_way(tmp_path: Path) -> None:
    table = Players(tmp_path)
    sent = table.saved("red").position
    foot, horse = named(sent, "1st Foot"), named(sent, "2nd Horse")
    ways = steps_of(
        sent, (foot, ("Main", 300, 107)), (horse, ("Main", 500, 222)), (foot, ("Main", 300, 337)),
        (horse, ("Main", 300, 222)),
    )  # fmt: skip
    table.send_log("red", *ways)
    mail = table.mails("ben@")[-1]
    told, body = text_of(mail).split("WHAT HAPPENED")[1], mail.get_body(("html",))
    html = body.get_content() if body else ""
    assert "  * Red:\n    - 1st Foot moves from 0202 via 0402 to 0404.\n" in told
    assert "    - 2nd Horse moves from 0403 via 0603 to 0403.\n" in told
    assert "&ndash; 1st Foot moves from 0202 via 0402 to 0404.</td>" in html
    assert "all hold" in table.says("audit", "1").output and table.says("replay", "1").exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize("secret", [("Main", 500, 337), ("Main", 100, 337)])
def test_where_a_piece_was_while_it_was_hidden_is_told_to_its_owner_alone(
    tmp_path: Path, secret: tuple[str, int, int]
) -> None:
    table = Players(tmp_path)
    sent = table.saved("red").position
    foot = named(sent, "1st Foot")
    now, steps = sent, list[Step]()
    for to in (("Main", 300, 107), "Red", secret, "null", ("Main", 300, 337)):
        steps.append((with_trait(now, foot, "hide", to) if isinstance(to, str) else move(now, foot, to),))
        now = after(now, *steps[-1])
    table.send_log("red", *steps)
    assert "1st Foot moves from 0202 to 0404." in table.told("blue")
    place = "0604" if secret[1] == 500 else "0204"
    assert place not in table.told("blue").split("WHAT HAPPENED")[1].split("CURRENT SITUATION")[0]
    assert f"1st Foot moves from 0202 via 0402, {place} to 0404." in table.answer("red")
    assert Table(table.position).at[foot] == ("Main", 300, 337)


@pytest.mark.slow
def test_moves_in_words_are_one_list_up_to_a_die(tmp_path: Path) -> None:
    table = Players(tmp_path)
    said = table.send(
        "red", "move 1st Foot to 0302", "move Scout to 0101", "move 1st Foot to 0402", "roll 2d6",
        "move 1st Foot to 0403", "done",
    )  # fmt: skip
    path = "Red: - 1st Foot moves from 0202 via 0302 to 0402. - Scout moves from 0602 to 0101. *"
    assert path in said and path in table.told("blue")
    assert "* Red: 1st Foot moves from 0402 to 0403." in table.told("blue")


@pytest.mark.parametrize(
    ("plus", "total", "came", "told"),
    [
        (0, 0, ("5",), "5"),
        (0, 0, ("5", "2"), "5 + 2 = 7"),
        (1, 0, ("5", "2"), "6 + 3 = 9"),
        (0, -1, ("5", "2"), "5 + 2 - 1 = 6"),
        (0, 2, ("5",), "5 + 2 = 7"),
        (0, 0, ("hit", "miss"), "hit, miss"),
    ],
)
def test_a_roll_is_told_as_a_sum(plus: int, total: int, came: tuple[str, ...], told: str) -> None:
    assert summed(DiceButton("Dice", (came,), plus=plus, total=total), came) == told
