"""What players ask in a sheet: answered at once, beside orders or alone, and nothing moves by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.catalogue import find_game
from adjudicator.judging.what_if import known_to
from adjudicator.mail.desk.questions import answer, split_questions
from adjudicator.mail.desk.table import Table
from tests.adjudicator.house import House, verdicts
from tests.adjudicator.test_agreements import ANNA, BEN, proposed, send, sheets


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A desk on which both are asked for a bid."""
    return House(tmp_path, pictures=False)


def test_help_tells_the_orders_that_are_asked_for_now(house: House) -> None:
    before = sheets(house)
    send(house, "red", "help")
    told = house.last(ANNA)
    orders = told.split("What you can write now:")[1].split("And in every sheet")[0]
    assert "bid" in orders
    assert "attack" not in orders
    assert sheets(house) == before


def test_a_question_stands_beside_orders_and_both_are_answered(house: House) -> None:
    send(house, "red", "help move", "bid 3", "help")
    assert verdicts(house.last(ANNA)) == ["done", "waiting", "done"]
    assert "move" in house.last(ANNA)


def test_help_with_an_order_that_is_none_names_the_nearest(house: House) -> None:
    send(house, "red", "help mvoe")
    assert verdicts(house.last(ANNA)) == ["NOT UNDERSTOOD"]
    assert "help move" in house.last(ANNA)


def test_the_report_comes_again_with_all_that_stood_in_it(house: House) -> None:
    first = house.last(BEN)
    send(house, "blue", "report")
    again = house.last(BEN)
    assert "Your newest report once more:" in again
    for line in ("YOUR MOVE", "CURRENT SITUATION"):
        assert f"| {line}" in again
        assert line in first


def test_undo_alone_proposes_it(house: House) -> None:
    house.write("red", "bid 3")
    house.write("blue", "bid 1")
    house.post()
    send(house, "red", "move R1 birch")
    send(house, "red", "undo I meant the other one")
    assert proposed(house) == ("undo",)


GAME = find_game("raceforberlin")


def told(line: str, game: str = "raceforberlin") -> str:
    found = find_game(game)
    state = known_to(found, found.start(found.scenarios[0]), next(iter(found.sides)))
    questions, rest = split_questions(found, [(1, line)])
    assert rest == []
    said = answer(found, state, questions[0], lambda: "")
    return f"{said.ruling.verdict}: {said.ruling.why} {said.ruling.legal} {said.below}"


def test_a_rule_is_told_in_our_words_with_its_number() -> None:
    assert "done: see below () [7.2.2.a]" in told("RULE 7.2.2.a")
    assert "done: see below () [7.2.2.a]" in told("rule [7.2.2.a].")


def test_a_heading_is_told_by_its_clauses_and_not_by_more_than_can_be_read() -> None:
    many = told("rule 7")
    assert many.count("\n[7.") == 11
    assert "more" in many.splitlines()[-1]


def test_a_number_that_is_none_names_those_near_it() -> None:
    assert told("rule 7.2.2.zz").startswith("unreadable: the rulebook has no such number ('rule 7.2.2")
    assert told("rule").startswith("unreadable")


def test_a_report_that_there_is_not_is_said_so() -> None:
    assert told("report").startswith("not-judged: you had no report yet")


@pytest.mark.parametrize("line", ["rules of thumb", "help", "Help!", "report again", "REPORT"])
def test_how_questions_may_be_written(line: str) -> None:
    assert split_questions(GAME, [(1, line)])[1] == []


@pytest.mark.parametrize("line", ["move 1 to berlin", "reporting for duty", "# help", "", "helpless"])
def test_what_is_no_question_is_left_alone(line: str) -> None:
    assert split_questions(GAME, [(1, line)])[0] == []


def test_nothing_of_the_other_side_is_in_an_answer(house: House) -> None:
    with house.desk.store() as store:
        table = Table(store, 1)
        views = [known_to(table.game, table.state, side) for side in ("red", "blue")]
        (asked, *_), _ = split_questions(table.game, [(1, "help")])
        first, second = (answer(table.game, view, asked, str).below for view in views)
    assert first == second
