"""The order form: in every mail to a player, asked or not, until the game is over."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from adjudicator.catalogue import find_game
from adjudicator.judging.referee import ALL_ADVISED
from adjudicator.mail.desk.forms import order_form
from adjudicator.report.situation import situation
from tests.adjudicator.house import House, text_of

ANNA, BEN = "anna@example.org", "ben@example.org"


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Red moves first: blue is not asked."""
    made = House(tmp_path, pictures=False)
    made.write("red", "bid 3")
    made.write("blue", "bid 1")
    made.post()
    return made


def begin(house: House, side: str) -> str:
    turn, code = house.form(side)
    return f"BEGIN ORDERS 1 turn {turn} {side} {code}"


@pytest.mark.parametrize(("side", "address", "asked"), [("red", ANNA, True), ("blue", BEN, False)])
def test_every_report_has_the_form_at_its_end_for_the_side_that_is_not_asked(
    house: House, side: str, address: str, asked: bool
) -> None:
    text = house.last(address)
    assert text.count(begin(house, side)) == 1
    assert text.rstrip().endswith("END ORDERS") is not asked
    assert (text.index("END ORDERS") < text.index("CURRENT SITUATION")) is asked


def test_the_form_of_a_side_that_is_not_asked_takes_standing_orders(house: House) -> None:
    (form,) = re.findall(r"BEGIN ORDERS.*END ORDERS", house.last(BEN), re.DOTALL)
    assert "## You have no move to make." in form
    house.write("blue", *form.replace("\n\nEND", "\nif asked loss then lose\nEND").splitlines()[1:-1])
    house.post()
    with house.desk.store() as store:
        assert house.table(store).state.standing["blue"] == ("if asked loss then lose",)


def test_the_answer_to_a_letter_out_of_turn_ends_with_the_form_too(house: House) -> None:
    house.write("blue", "move B2 birch")
    house.post()
    assert begin(house, "blue") in house.last(BEN)


def test_a_form_can_be_filled_in_with_the_lines_that_were_sent(house: House) -> None:
    with house.desk.store() as store:
        form = order_form(house.table(store), "red", ["move R1 birch", "done"])
    assert form.startswith(f"{begin(house, 'red')}\n## ")
    assert form.endswith("\nmove R1 birch\ndone\nEND ORDERS")
    house.write("red", *form.splitlines()[1:-1])
    house.post()
    with house.desk.store() as store:
        assert house.table(store).state.units["R1"].at == "birch"


@pytest.mark.slow
def test_there_is_no_form_once_the_game_is_over(house: House) -> None:
    for side in ("red", "blue", "red", "blue"):
        house.write(side, "done")
        house.post()
        if side == "blue":
            house.write("red", "bid 3")
            house.write("blue", "bid 1")
            house.post()
    (last,) = (text_of(mail) for mail in house.mails(BEN) if "THE GAME IS OVER" in text_of(mail))
    assert "BEGIN ORDERS" not in last
    assert re.search(r"={76}\n\nTHE GAME IS OVER\. Red wins: two turns\.", last)


def first_form(house: House) -> str:
    with house.desk.store() as store:
        return order_form(house.table(store), "blue")


@pytest.mark.parametrize("all_at_once", [False, True])
def test_the_first_form_has_the_advised_standing_orders_as_comments_to_be_taken_or_left(
    tmp_path: Path, all_at_once: bool
) -> None:
    house = House(tmp_path, pictures=False, accepted=False)
    advice = tuple(find_game(house.name).choices.advice)
    lines = first_form(house).splitlines()
    assert [line for line in lines if line.startswith("if ")] == []
    assert [line[2:] for line in lines if line[2:] in advice] == [*advice]
    wanted = (ALL_ADVISED,) if all_at_once else advice
    house.write("blue", *(line[2:] if line[2:] in wanted else line for line in lines[1:-1]), "bid 1")
    house.post()
    with house.desk.store() as store:
        state = house.table(store).state
    assert (state.standing["blue"], state.decision("blue", "accept")) == (advice, None)
    assert "Standing orders, if you want any." not in first_form(house)


def test_a_note_of_a_form_counts_as_nothing_even_without_its_first_sign(tmp_path: Path) -> None:
    house = House(tmp_path, pictures=False, accepted=False)
    lines = first_form(house).splitlines()[1:-1]
    assert "# seed any words of your own" in lines and sum(line.startswith("## ") for line in lines) > 5
    house.write("blue", *(line.removeprefix("#").strip() for line in lines), "bid 1")
    house.post()
    told = house.last(BEN)
    assert "NOT UNDERSTOOD" not in told and "OK: you have accepted the game" in told


def test_an_advised_line_that_is_left_a_comment_does_not_count(tmp_path: Path) -> None:
    house = House(tmp_path, pictures=False, accepted=False)
    house.write("blue", *first_form(house).splitlines()[1:-1], "bid 1")
    house.post()
    with house.desk.store() as store:
        assert "blue" not in house.table(store).state.standing


@pytest.mark.parametrize("game", ["donnerschlag", "koenigsberg45", "panzerkorps48", "raceforberlin"])
def test_the_advice_can_be_read_and_names_nothing_that_only_one_side_has(game: str) -> None:
    played = find_game(game)
    assert [played.standing.read(line) for line in played.choices.advice] == list(played.choices.advice)


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_the_first_form_advises_where_the_first_answer_accepts_the_game(tmp_path: Path, side: str) -> None:
    house = House(tmp_path, "donnerschlag", pictures=False, accepted=False)
    advice = find_game("donnerschlag").choices.advice
    axis_alone = {"if asked schwerpunkt then pass", "if asked relocate then default"}
    with house.desk.store() as store:
        lines = order_form(house.table(store), side).splitlines()
    shown = [line for line in advice if side == "axis" or line not in axis_alone]
    assert [line[2:] for line in lines if line[2:] in advice] == shown != [] and axis_alone < set(advice)
    house.write(
        side, *lines[1:-1], ALL_ADVISED, {"axis": "highcommand ARTY-1", "soviet": "highcommand YAK9-1"}[side]
    )
    house.post()
    with house.desk.store() as store:
        assert house.table(store).state.standing[side] == tuple(shown)
        assert not set(advice) & set(order_form(house.table(store), side).splitlines())


def test_every_standing_line_that_a_form_advises_is_explained(tmp_path: Path) -> None:
    house = House(tmp_path, "donnerschlag", pictures=False, accepted=False)
    with house.desk.store() as store:
        form = order_form(house.table(store), "axis")
    words = [line.split()[3] for line in form.splitlines() if line.startswith("# if asked")]
    assert words == [
        *("anything", "schwerpunkt", "luck", "box", "relocate", "discard"),
        *("window", "loss", "retreat", "adhoc", "advance"),
    ]
    lines = form[form.index("# if asked anything") :].splitlines()
    explained = [above.startswith("## ") for above, line in pairwise(lines) if line.startswith("# if asked")]
    assert explained == [True] * (len(words) - 1)
    assert max(map(len, form.splitlines())) <= 76


def test_the_form_of_who_is_not_asked_names_what_can_be_queued(tmp_path: Path) -> None:
    house = House(tmp_path, "donnerschlag", pictures=False)
    house.write("axis", "highcommand ARTY-1")
    house.write("soviet", "highcommand YAK9-1")
    house.post()
    with house.desk.store() as store:
        table = house.table(store)
        (idle,) = {*table.state.sides} - {one.player for one in table.state.waiting()}
        form = " ".join(line.lstrip("# ") for line in order_form(table, idle).splitlines())
    says = "You may send orders for later decisions now. They begin with: exchange, box."
    assert idle == "soviet" and says in form


def test_a_situation_names_the_colours_of_formations_and_the_markers_on_the_map() -> None:
    game = find_game("donnerschlag")
    state = game.start(next(iter(game.scenarios)))
    state = state.but(facts={**state.facts, "schwerpunkt": "3914"})
    told = situation(game, game.view(state, "soviet"), "soviet")
    labels = [line.label for host in told.hosts for line in host.lines]
    assert any(label.endswith("(red)") for label in labels) and any("(blue)" in label for label in labels)
    assert ("Schwerpunkt", "3914") in [(line.label, line.text) for line in told.flags]


def test_a_game_that_begins_with_a_question_is_accepted_by_its_answer(tmp_path: Path) -> None:
    house = House(tmp_path, "donnerschlag", pictures=False, accepted=False)
    assert "Your first orders accept the game." in house.last(ANNA)
    house.write("axis", "accept")
    house.post()
    told = " ".join(house.last(ANNA).split())
    assert "accept OK: you have accepted the game" in told and "Your move: * Choose exactly one" in told
    house.write("axis", "highcommand ARTY-1", "accept")
    house.write("soviet", "highcommand YAK9-1")
    house.post()
    house.write("axis", "accept")
    house.post()
    assert "NOT USED: the game has already begun" in house.last(ANNA)


def test_a_form_says_which_orders_are_on_hold_and_which_are_queued(tmp_path: Path) -> None:
    house = House(tmp_path, "koenigsberg45", pictures=False)
    for side in ("german", "soviet"):
        house.write(side, "ready")
    house.post()
    house.write("german", "barage 4211", "pass", "activate HQ 27", "done combat")
    house.post()
    with house.desk.store() as store:
        form = order_form(house.table(store), "german").splitlines()
    kept = form[form.index("## On hold:") :]
    assert kept[:2] == ["## On hold:", "##   pass"]
    assert kept[2:5] == ["## Queued already:", "##   activate HQ 27", "##   done combat"]
