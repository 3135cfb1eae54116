"""Rules 5 and 6: combat, retreats, advances."""

from __future__ import annotations

import pytest

from adjudicator.catalogue import find_game
from tests.games.amberroad.table import attack, table

TWO = {"12F": "0404", "13F": "0404"}
STRONG = {"12F": "0404", "13F": "0404", "1A": "0505", "2A": "0505"}
"""Eighteen points."""


@pytest.mark.rule("5.1", "5.2")
def test_adjacent_units_attack_a_hex_once() -> None:
    made = table({"12F": "0404", "13F": "0407", "61F": "0405", "14F": "0505"}, "B.COMBAT", [1])
    assert made.verdict("blue", "attack 0406 by 12F") == ("refused", "5.1")
    assert made.verdict("blue", "attack 0405 by 13F") == ("refused", "5.1")
    assert made.verdict("blue", "attack 0405 by 12F") == ("done", "")
    assert made.verdict("blue", "attack 0405 by 14F")[0] == "refused" or made.state.segment != "B.COMBAT"


@pytest.mark.rule("5.1")
def test_a_unit_that_is_not_on_the_map_attacks_nobody() -> None:
    made = table({"12F": "0404", "61F": "0405", "BG": "reserve", "13F": "eliminated"}, "B.COMBAT")
    assert made.verdict("blue", "attack 0405 by 12F, BG") == ("refused", "5.1")
    assert made.verdict("blue", "attack 0405 by 13F") == ("refused", "5.1")


@pytest.mark.rule("5.2")
def test_neither_unit_nor_hex_twice() -> None:
    units = {"12F": "0404", "14F": "0505", "61F": "0405", "62F": "0304", "15F": "0305"}
    made = table(units, "B.COMBAT", [3])
    made.order("blue", "attack 0405 by 12F")
    assert made.verdict("blue", "attack 0405 by 14F") == ("refused", "5.2")
    assert made.verdict("blue", "attack 0304 by 12F") == ("refused", "5.2")


@pytest.mark.rule("5.3")
def test_odds_add_printed_strengths_and_favour_the_defender() -> None:
    made = attack(3, TWO, {"61F": "0405"})
    (fight,) = made.found("OddsResolved")
    assert (fight["attack"], fight["defence"], fight["column"]) == (8, 3, "2-1")
    weak = table({"12F": "0404 reduced", "61F": "0405", "62F": "0405"}, "B.COMBAT")
    assert weak.state.segment == "B.COMBAT" or weak.state.segment == "R.MOVE"


@pytest.mark.rule("5.3")
def test_worse_than_one_to_two_is_no_attack() -> None:
    made = table({"12F": "0404 reduced", "14F": "0505", "RG": "0405", "74F": "0405"}, "B.COMBAT")
    assert made.verdict("blue", "attack 0405 by 12F") == ("refused", "5.3")


@pytest.mark.rule("5.4")
def test_close_terrain_shifts_one_left() -> None:
    made = attack(3, {"12F": "0402", "13F": "0402"}, {"61F": "0403"}, "0403")
    assert made.found("OddsResolved")[0]["column"] == "1-1"
    made = attack(3, TWO, {"61F": "0405"})
    assert (made.found("OddsResolved")[0]["column"], made.found("OddsResolved")[0]["shifts"]) == ("2-1", ())


@pytest.mark.rule("5.5")
def test_a_river_that_all_attack_across_shifts_one_left() -> None:
    made = attack(2, {"12F": "0604", "13F": "0604"}, {"61F": "0704"}, "0704")
    assert made.found("OddsResolved")[0]["column"] == "1-1"
    made = attack(3, {"12F": "0604", "13F": "0703"}, {"61F": "0704"}, "0704")
    assert made.found("OddsResolved")[0]["column"] == "2-1"


@pytest.mark.rule("5.6")
def test_cavalry_counts_half_against_anything_but_clear_ground() -> None:
    made = attack(5, {"1H": "0402", "12F": "0402"}, {"61F": "0403"}, "0403")
    assert made.found("OddsResolved")[0]["attack"] == 6
    made = attack(3, {"1H": "0404", "12F": "0404"}, {"61F": "0405"})
    assert made.found("OddsResolved")[0]["attack"] == 7
    made = attack(5, {"1H": "0402 reduced", "12F": "0402"}, {"7H": "0403"}, "0403")
    (fight,) = made.found("OddsResolved")
    assert (fight["attack"], fight["defence"]) == (5, 2), "half of 1 is 1, and a defender counts whole"
    made = table({"7H": "0402", "61F": "0402", "12F": "0403 reduced"}, "R.COMBAT", [3])
    made.order("red", "attack 0403 by 7H, 61F")
    assert made.found("OddsResolved")[0]["attack"] == 4, "half of 2 is 1"


@pytest.mark.rule("5.7", "5.8.NE")
def test_the_die_gives_the_result() -> None:
    made = attack(2, TWO, {"61F": "0405"})
    assert (made.found("OddsResolved")[0]["die"], made.found("OddsResolved")[0]["result"]) == (2, "NE")
    assert (made.steps("12F"), made.steps("61F")) == (2, 2)


@pytest.mark.rule("5.8.AR")
def test_attackers_retreat_one_hex() -> None:
    made = attack(1, TWO, {"61F": "0405"})
    assert made.verdict("blue", "retreat 12F via 0403") == ("done", "")
    assert made.verdict("blue", "retreat 13F to 0304") == ("done", "")
    assert (made.at("12F"), made.at("13F")) == ("0403", "0304")


@pytest.mark.rule("5.8.EX")
def test_an_exchange_costs_both_a_step() -> None:
    made = attack(3, TWO, {"61F": "0405"})
    assert made.verdict("blue", "lose 13F") == ("done", "")
    assert (made.steps("61F"), made.steps("12F"), made.steps("13F")) == (1, 2, 1)


@pytest.mark.rule("5.8.DC")
@pytest.mark.parametrize(("answer", "at", "steps"), [("stand", "0405", 1), ("withdraw", "0407", 2)])
def test_the_defender_chooses_between_a_step_and_a_retreat(answer: str, at: str, steps: int) -> None:
    made = attack(4, TWO, {"61F": "0405"})
    assert made.asked()[:2] == ("5.8.DC", "red")
    assert made.verdict("red", answer) == ("done", "")
    if answer == "withdraw":
        assert made.verdict("red", "retreat 61F to 0407") == ("done", "")
    assert (made.at("61F"), made.steps("61F")) == (at, steps)


@pytest.mark.rule("5.8.DR", "6.1")
def test_defenders_retreat_two_hexes_as_their_owner_likes() -> None:
    made = attack(5, TWO, {"61F": "0405"})
    assert made.verdict("red", "retreat 61F via 0406") == ("refused", "6.1")
    assert made.verdict("red", "retreat 62F via 0406-0407") == ("refused", "6.1")
    assert made.verdict("red", "retreat 61F via 0406-0407") == ("done", "")
    assert made.at("61F") == "0407"


@pytest.mark.rule("5.8.DL")
def test_defenders_lose_a_step_and_retreat_one_hex() -> None:
    made = attack(6, {**TWO, "14F": "0505"}, {"61F": "0405"})
    assert made.found("OddsResolved")[0]["result"] == "DL"
    assert made.verdict("red", "retreat 61F to 0406") == ("done", "")
    assert (made.at("61F"), made.steps("61F")) == ("0406", 1)


@pytest.mark.rule("5.8.DE")
def test_defenders_are_eliminated() -> None:
    made = attack(6, STRONG, {"61F": "0405"})
    assert made.at("61F") == "eliminated"


@pytest.mark.rule("5.9")
def test_defenders_of_a_town_do_not_retreat_on_dr() -> None:
    made = attack(4, {"12F": "0704", "13F": "0803"}, {"66F": "0804"}, "0804")
    assert made.found("OddsResolved")[0]["result"] == "DR"
    assert (made.at("66F"), made.steps("66F")) == ("0804", 2)
    assert [asked.topic for asked in made.state.waiting()] == ["move"], "nobody is asked for a retreat"
    four = {"12F": "0704", "13F": "0704", "14F": "0803", "15F": "0803"}
    made = attack(5, four, {"66F": "0804"}, "0804")
    assert made.found("OddsResolved")[0]["result"] == "DL"
    assert [asked.topic for asked in made.state.waiting()] == ["retreat"], "other results are as they are"
    made = attack(5, TWO, {"61F": "0405"})
    assert made.found("OddsResolved")[0]["result"] == "DR"
    assert [asked.topic for asked in made.state.waiting()] == ["retreat"], "outside a town they retreat"


@pytest.mark.rule("5.10")
def test_the_owner_chooses_whose_step_is_lost() -> None:
    made = attack(1, {"12F": "0404", "13F": "0404"}, {"61F": "0405", "62F": "0405"})
    assert made.asked() == ("5.10", "blue", ("lose 12F", "lose 13F"))
    assert made.verdict("blue", "lose 14F") == ("refused", "5.10")
    assert made.verdict("blue", "lose 13F") == ("done", "")
    assert (made.steps("12F"), made.steps("13F")) == (2, 1)


@pytest.mark.rule("5.10")
def test_a_queued_line_for_a_step_without_a_choice_is_done() -> None:
    made = table({"12F": "0404", "61F": "0405"}, "B.COMBAT", [5])
    rulings = made.order("blue", "attack 0405 by 12F\nlose 12F")
    assert made.found("OddsResolved")[0]["result"] == "EX"
    assert [(ruling.verdict, made.steps("12F")) for ruling in rulings] == [("done", 1), ("done", 1)]


@pytest.mark.rule("6.2")
def test_a_retreat_enters_no_enemy_zone() -> None:
    made = attack(5, TWO, {"61F": "0405"})
    assert made.verdict("red", "retreat 61F via 0505-0605") == ("refused", "6.2")


@pytest.mark.rule("6.3")
def test_who_cannot_retreat_is_eliminated() -> None:
    made = attack(5, TWO, {"61F": "0405", "14F": "0407", "15F": "0506", "16F": "0305"})
    assert made.at("61F") == "eliminated"


@pytest.mark.rule("6.4")
def test_who_finds_no_room_goes_on() -> None:
    friends = {"62F": "0407", "63F": "0407", "64F": "0306", "65F": "0306", "66F": "0507", "67F": "0507"}
    wall = {"15F": "0206", "16F": "0606"}
    made = attack(5, TWO, {"61F": "0405", **friends, **wall})
    lines = made.asked()[2]
    assert lines and all(line.split()[-1].count("-") >= 2 for line in lines)
    (asked,) = made.state.waiting()
    assert asked.question.endswith("No hex at that distance has room, so it retreats 3 hexes (6.4).")
    assert made.verdict("red", "retreat 61F via 0406-0407") == ("refused", "6.4")


@pytest.mark.rule("6.5")
def test_a_retreat_ends_as_far_away_as_it_can() -> None:
    made = attack(5, TWO, {"61F": "0405"})
    assert made.verdict("red", "retreat 61F via 0406-0506") == ("refused", "6.5")


@pytest.mark.rule("6.6")
def test_attackers_advance_into_the_hex_that_was_left() -> None:
    made = attack(6, STRONG, {"61F": "0405"})
    assert made.asked()[:2] == ("6.6", "blue")
    assert made.verdict("blue", "advance 12F, 13F, 1A") == ("refused", "6.6")
    assert made.verdict("blue", "advance 11F") == ("refused", "6.6")
    assert made.verdict("blue", "advance 12F, 1A") == ("done", "")
    assert (made.at("12F"), made.at("1A"), made.at("13F")) == ("0405", "0405", "0404")


def test_nobody_need_advance() -> None:
    made = attack(6, STRONG, {"61F": "0405"})
    assert made.verdict("blue", "no advance") == ("done", "")
    assert made.at("12F") == "0404"


def test_a_dry_run_foretells_the_odds() -> None:
    made, game = table({**TWO, "61F": "0405"}, "B.COMBAT"), find_game("amberroad")
    told = game.choices.foretell(made.state, game.grammar("blue").read("attack 0405 by 12F, 13F"))
    assert told == "8 to 3, column 2-1: die 1: AR, 2: NE, 3: EX, 4: DC, 5-6: DR"
