"""Rule 6, stacking: limits of both sides, in thirds of a battalion."""

from __future__ import annotations

import pytest

from adjudicator.games.panzerkorps48 import GAME
from adjudicator.games.panzerkorps48.r06_stacking import check_stack, fits, most, thirds
from tests.games.panzerkorps48.table import moved, said, table

THREE = {"685-I": "3815", "685-II": "3815", "686-I": "3815"}


@pytest.mark.rule("6.gen.1", "6.ger.1")
def test_6_ger_1_three_battalions_and_no_fourth() -> None:
    laid = table({**THREE, "686-II": "3816"}, "GER.MOVE")
    (ruling,) = laid.order("german", "move 686-II via 3815")
    assert (ruling.verdict, ruling.rule) == ("refused", "6.ger.1")
    assert ruling.why == "3815 would hold 4 battalions; 3 are allowed"


@pytest.mark.rule("6.ger.2")
def test_6_ger_2_three_companies_are_one_battalion() -> None:
    two = {"685-I": "3815", "685-II": "3815", "209-Pi": "3815", "Sch-AT": "3815", "Ada-AT": "3816"}
    laid = table(two, "GER.MOVE")
    assert laid.verdict("german", "move Ada-AT via 3815") == ("done", "")
    assert GAME.faults(laid.state) == []
    full = {**two, "Ada-AT": "3815", "336-Pi": "3816"}
    assert moved(full, "move 336-Pi via 3815", "GER.MOVE") == ("refused", "6.ger.1")


@pytest.mark.rule("6.sov.1")
def test_6_sov_1_two_regiments_and_no_third() -> None:
    units = {"137RR": "3815", "140RR": "3815", "142RR": "3816"}
    assert moved(units, "move 142RR via 3815") == ("refused", "6.sov.1")


@pytest.mark.rule("6.sov.2")
def test_6_sov_2_tank_regiments_with_a_battalion_symbol_count_as_battalions() -> None:
    units = {"137RR": "3815", "4M-T1": "3815", "4M-T2": "3816"}
    assert moved(units, "move 4M-T2 via 3815") == ("done", "")
    assert moved({**units, "ART-1": "3815"}, "move 4M-T2 via 3815") == ("refused", "6.sov.1")


@pytest.mark.rule("6.gen.4")
def test_6_gen_4_who_passes_through_a_full_hex_is_not_counted() -> None:
    assert moved({**THREE, "686-II": "3816"}, "move 686-II via 3815-3814", "GER.MOVE") == ("done", "")


@pytest.mark.rule("6.gen.1")
def test_6_gen_1_a_full_hex_is_no_place_to_attack_from() -> None:
    units = {**THREE, "686-II": "3816", "137RR": "3814"}
    assert moved(units, "move 686-II via 3815 hasty 3814", "GER.MOVE") == ("refused", "6.ger.1")
    assert moved(units, "move 686-II via 3817", "GER.MOVE") == ("done", "")


@pytest.mark.rule("6.mix.1")
def test_6_mix_1_nobody_enters_a_hex_of_the_enemy() -> None:
    laid = table({"685-I": "3815", "137RR": "3816 2"}, "GER.MOVE")
    assert said(laid.order("german", "move 685-I via 3816")) == [("refused", "6.mix.1")]
    both = table({"685-I": "3815", "137RR": "3815"}, run=False)
    assert GAME.faults(both.state) == ["both sides are in 3815"]


@pytest.mark.rule("6.ger.1", "6.ger.2", "6.sov.1", "6.sov.2")
def test_6_what_each_size_counts_for_in_thirds_of_a_battalion() -> None:
    sizes = ("company", "battalion", "regiment")
    assert [thirds("german", size) for size in sizes] == [1, 3, 9]
    assert [thirds("soviet", size) for size in sizes] == [1, 3, 6]
    assert (most("german"), most("soviet")) == (9, 12)


@pytest.mark.rule("6.gen.1", "6.gen.2")
def test_6_gen_1_who_stands_there_is_counted_once_and_nobody_fits_everywhere() -> None:
    state = table(THREE).state
    check_stack(state, "3815", [state.units["685-I"]])
    assert fits(state, "3815", [state.units["685-I"]])
    assert not fits(state, "3815", [state.units["686-II"]])
    assert fits(state, "3815", [])


def test_a_hex_that_holds_too_much_is_a_fault() -> None:
    assert GAME.faults(table({**THREE, "686-II": "3815"}, run=False).state) == ["3815 holds too much"]
