"""The words for a path that breaks."""

from __future__ import annotations

import pytest

from adjudicator.mechanics.movement import (
    Barred,
    Crossing,
    CurrentCosts,
    MoveCost,
    MovementCosts,
    ZoneRules,
    path_cost,
)
from adjudicator.mechanics.wording import bill, broken_path, running_total
from files.messages import counted

from .fields import chain

FIELD = chain("ash", "birch", "cedar", "dale", "elm", "fir")


def cost(a: str, b: str) -> Crossing:
    """Two halves a space; no way into the elm, the whole allowance from the elm on."""
    return Barred("4.2", "it is water") if b == "elm" else MoveCost(0 if a == "elm" else 2, whole=a == "elm")


BARE = MovementCosts(FIELD, cost)
NOW = BARE.under({"birch", "cedar"}, ZoneRules(enter=4, leave=2), special={("cedar", "dale"): MoveCost(3)})


def told(costs: CurrentCosts, *path: str, allowance: int = 20) -> str:
    """What is said of a path, in half points."""
    return broken_path(costs, path_cost(costs, path, allowance), "5 Pz", str.title, allowance, 2)


def test_a_gap_a_step_nowhere_and_a_barred_one() -> None:
    assert told(NOW, "ash", "cedar") == "Cedar is not adjacent to Ash"
    assert told(NOW, "ash", "ash") == "5 Pz is already in Ash"
    assert told(NOW, "dale", "elm") == "5 Pz may not move from Dale to Elm: it is water"


def test_a_path_too_dear_is_told_with_what_each_space_costs() -> None:
    expected = (
        "5 Pz has 7 1/2 MP; costs: birch 1+2, cedar 1+1+2, dale 1+1/2+1; dale needs 2 1/2 and 1/2 are left"
    )
    assert told(NOW, "ash", "birch", "cedar", "dale", allowance=15) == expected


def test_a_step_that_takes_the_whole_allowance_is_no_number() -> None:
    assert bill(NOW, "elm", "fir") == "all"


def test_what_stops_a_move_is_for_the_game_to_say() -> None:
    with pytest.raises(ValueError, match="words alike"):
        told(NOW, "ash", "birch")


def test_a_running_total_says_what_was_spent_at_each_space() -> None:
    assert running_total(path_cost(NOW, ("dale", "cedar", "birch"), 20), 20, 2) == "3, 7 of 10"


def test_one_is_told_as_one() -> None:
    assert [counted(n, "hex", "hexes") for n in (1, 2)] == ["1 hex", "2 hexes"]
    assert [counted(n, "step") for n in (0, 1, 3)] == ["0 steps", "1 step", "3 steps"]
