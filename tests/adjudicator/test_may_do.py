"""What a player is told that a unit may do: where it may be set up, where it may go."""

from __future__ import annotations

import pytest

from adjudicator.judging.may_do import may_do, places_told
from adjudicator.judging.what_if import known_to
from adjudicator.mail.desk.pages import rulings_text
from adjudicator.mail.desk.questions import read_question
from adjudicator.mail.reading.asking import question_in
from adjudicator.rulings import Ruling
from tests.tabletop import Tabletop

RISING = "setup Stu-1 at 1612, 1713, 1812, 1912, 2012, 2112, 2211, 2311, 2411, 2511, 2610, 2710, 2810, 2910"


def said(table: Tabletop, side: str, unit: str) -> str:
    """What a side is told of a unit, as one text."""
    return " ".join(" ".join(may_do(table.game, known_to(table.game, table.state, side), unit)).split())


def test_all_places_of_a_set_up_are_told() -> None:
    table = Tabletop("panzerkorps48", clear=False)
    assert said(table, "german", "Stu-1") == f"You may order: {RISING}"
    assert "at 3509 to 3512, 3608 to 3613, 3710 to 3714" in said(table, "german", "336-A1")


def test_the_places_of_a_set_up_that_is_to_come_are_told_before() -> None:
    table = Tabletop("panzerkorps48", clear=False)
    told = said(table, "soviet", "421RR")
    assert told.startswith("At your set-up, as far as you see now, you may order: setup 421RR at 3307, ")


def test_nothing_is_told_of_units_of_the_other_side() -> None:
    table = Tabletop("panzerkorps48", clear=False)
    assert (said(table, "soviet", "Stu-1"), said(table, "german", "421RR")) == ("", "")


def test_the_ends_of_moves_are_told_and_other_orders_as_they_are() -> None:
    units = {"421RR": "3507", "LJ-1": "3508"}
    table = Tabletop("panzerkorps48", units, segment="SOV.PREP")
    assert "prep 3508 by 421RR" in said(table, "soviet", "421RR")
    moving = Tabletop("panzerkorps48", {"365RR": "0708"}, segment="SOV.MOVE")
    assert "move 365RR to 0" in said(moving, "soviet", "365RR")


def test_places_in_a_row_are_told_together() -> None:
    assert places_told(["3510", "3509", "3511", "3609", "3611"]) == "3509 to 3511, 3609, 3611"
    assert places_told(["K13", "K14", "K15", "AA1"]) == "K13 to K15, AA1"
    assert places_told([f"{column}01" for column in range(10, 60)]).endswith("4901 and 10 more")


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("What can 45 RD do?", "where 45 RD"),
        ("where can the Stu-1 be set up?", "where Stu-1"),
        ("Where can I set up the LJ-1", "where LJ-1"),
        ("where may GE-I1#1-2 go now", "where GE-I1#1-2"),
    ],
)
def test_what_a_unit_may_do_is_asked_in_a_sentence(line: str, plain: str) -> None:
    assert question_in(line) == plain
    found = read_question(1, line)
    assert found is not None and f"{found.word} {found.about}" == plain.casefold()


@pytest.mark.parametrize("line", ["What can we do about Tuesday", "What can you do", "where could he go"])
def test_other_sentences_are_for_the_referee(line: str) -> None:
    assert question_in(line) == ""


def test_a_refused_place_says_where_all_places_are() -> None:
    table = Tabletop("panzerkorps48", clear=False)
    refused = table.order("german", "setup Stu-4 at 3407\nsetup LJ-1 at 3407")
    assert 'All places: write "where Stu-4"' in rulings_text(table.game, refused[:1])
    few = Ruling(1, 1, "setup LJ-1 at 3407", "refused", "9.lw.1", "no", ("setup LJ-1 at 3522",))
    assert "All places" not in rulings_text(table.game, [few])
