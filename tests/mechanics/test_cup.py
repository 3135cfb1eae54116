"""The cup: what is in it, what was drawn, and what comes back."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.dice import SeededDice
from adjudicator.mechanics.cup import Cup

chits = st.lists(st.sampled_from(["G26", "S28", "2BR", "NO GAS", "G28"]), max_size=8)


@given(chits, st.integers(0, 99))
def test_a_cup_drawn_empty_gives_each_chit_once_whatever_the_dice(there: list[str], seed: int) -> None:
    cup, dice, found = Cup().put(*there), SeededDice(random.Random(seed)), list[str]()
    while cup.inside:
        chit, cup = cup.draw(dice.pick(1, "2.1a", "a chit", cup.inside).value)
        found.append(chit)
    assert Counter(found) == Counter(there)
    assert cup.drawn == tuple(found)
    assert cup.refilled().inside == tuple(sorted(there))


def test_the_place_drawn_counts_from_1_among_the_sorted_chits() -> None:
    cup = Cup().put("S28").put("G26", "HGM")
    assert cup.inside == ("G26", "HGM", "S28")
    assert cup.draw(2) == ("HGM", Cup(("G26", "S28"), ("HGM",)))


@pytest.mark.parametrize("place", [0, 2, -1])
def test_no_other_place_can_be_drawn(place: int) -> None:
    with pytest.raises(ValueError, match=f"no chit {place} among the 1"):
        Cup(("G26",)).draw(place)


def test_of_equal_chits_one_is_drawn() -> None:
    assert Cup(("2BR", "2BR")).draw(1) == ("2BR", Cup(("2BR",), ("2BR",)))


def test_a_chit_that_leaves_the_game_leaves_from_the_cup_or_from_those_drawn() -> None:
    cup = Cup(("G26", "GD"), ("S28", "G6"))
    assert cup.without("GD") == Cup(("G26",), ("S28", "G6"))
    assert cup.without("S28") == Cup(("G26", "GD"), ("G6",))
    assert Cup(("2BR",), ("2BR",)).without("2BR") == Cup((), ("2BR",))
    with pytest.raises(ValueError, match="HGM is neither in the cup nor drawn"):
        cup.without("HGM")


def test_the_next_turn_begins_with_all_but_those_that_stay_out() -> None:
    cup = Cup(("G6",), ("S28", "GD RETURNS"))
    assert cup.refilled({"GD RETURNS"}) == Cup(("G6", "S28"))
