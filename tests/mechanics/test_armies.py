"""Armies: answers kept until one changes, room, zones of stacks, control, set-ups, what must hold."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from adjudicator.mechanics.armies import (
    KeptOfArmy,
    army,
    distance,
    distances,
    nearest,
    on_the_way,
    stack,
)
from adjudicator.mechanics.control import Grip, gained
from adjudicator.mechanics.invariants import mixed, unit_faults
from adjudicator.mechanics.setting_up import set_up
from adjudicator.mechanics.stacking import Load
from adjudicator.mechanics.zone_of_control import stack_zones
from adjudicator.state import State, Unit
from tests.adjudicator.tinygame import GAME

START = GAME.start(GAME.scenarios[0])
"""R1 and R2 in ash, B2 in cedar, B1 in dale: four spaces in a row, ash, birch, cedar, dale."""


def with_units(**changed: dict[str, object]) -> State:
    """The start with these units otherwise."""
    units = {id_: replace(START.units[id_], **facts) for id_, facts in changed.items()}  # type: ignore[arg-type]
    return START.but(units={**START.units, **units})


def test_an_army_are_the_units_of_a_side_on_the_board_in_the_order_of_the_roster() -> None:
    state = with_units(R1={"at": "a box"})
    assert [unit.id for unit in army(START, "red")] == ["R1", "R2"] == ids(stack(START, "ash", "red"))
    assert [unit.id for unit in army(state, "red")] == ["R2"]
    assert stack(START, "ash", "blue") == ()


def ids(units: tuple[Unit, ...]) -> list[str]:
    return [unit.id for unit in units]


def test_an_answer_about_an_army_is_worked_out_anew_only_when_that_army_changes() -> None:
    asked: list[str] = []

    @KeptOfArmy
    def steps(state: State, side: str) -> int:
        """All steps of a side."""
        asked.append(side)
        return sum(unit.steps for unit in army(state, side))

    theirs = with_units(B1={"at": "birch"})
    assert [steps(START, "red"), steps(theirs, "red"), steps(START.but(turn=2), "red")] == [4, 4, 4]
    assert asked == ["red"], "blue moved, red did not"
    assert steps(with_units(R1={"steps": 1}), "red") == 3
    assert steps(START, "red") == 4
    assert asked == ["red", "red"]
    assert steps.__doc__ == "All steps of a side."


def test_distances_are_counted_in_steps() -> None:
    assert distance(START, "ash", "dale") == 3 == distances(START.board, "ash")["dale"]
    assert nearest(START, "ash", army(START, "blue")) == 2
    assert nearest(START, "ash", ()) == 99


def test_units_under_way_are_shown_where_it_matters_with_those_who_joined() -> None:
    paths = {"R1": ("ash", "birch", "cedar", "dale"), "R2": ("birch", "cedar", "dale")}
    at_birch, at_cedar = on_the_way(START, paths, {"birch", "cedar"})
    assert (at_birch.units["R1"].at, at_birch.units["R2"].at) == ("birch", "birch")
    assert (at_cedar.units["R1"].at, at_cedar.units["R2"].at) == ("cedar", "cedar")
    (only,) = on_the_way(START, {**paths, "R2": ("cedar", "dale")}, {"birch"})
    assert (only.units["R1"].at, only.units["R2"].at) == ("birch", "ash"), "R2 joins later"


def test_a_load_counts_what_is_there_and_what_comes_once() -> None:
    load = Load(lambda state, unit: unit.steps)
    assert load.held(START, "red") == {"ash": 4}
    assert load.beside(START, "birch", army(START, "red")) == 4
    assert load.beside(START, "ash", army(START, "red")) == 4, "who stands there is not counted twice"
    assert load.beside(START, "ash", ()) == 0


def test_stacks_exert_zones_together() -> None:
    covers = START.board.neighbours
    strong = stack_zones(army(START, "red"), lambda units: sum(unit.steps for unit in units) > 3, covers)
    assert (strong.stacks, strong.covered) == (frozenset({"ash"}), frozenset({"birch"}))
    none = stack_zones(army(START, "blue"), lambda units: sum(unit.steps for unit in units) > 3, covers)
    assert not none.stacks and not none.covered


@pytest.mark.parametrize(
    ("red", "blue", "taken"),
    [
        (({"a"}, set()), (set(), set()), {"a": "red"}),
        ((set(), {"a"}), (set(), set()), {"a": "red"}),
        ((set(), {"a"}), (set(), {"a"}), {}),
        ((set(), {"a"}), ({"a"}, set()), {"a": "blue"}),
        (({"a"}, {"b"}), (set(), {"a"}), {"a": "red", "b": "red"}),
    ],
)
def test_a_space_is_gained_by_who_stands_there_or_alone_covers_it(
    red: tuple[set[str], set[str]], blue: tuple[set[str], set[str]], taken: dict[str, str]
) -> None:
    grips = {"red": Grip(*map(frozenset, red)), "blue": Grip(*map(frozenset, blue))}
    assert gained(grips) == taken


def test_a_set_up_by_chance_gives_everybody_a_place_that_is_open_to_him_then() -> None:
    def alone(state: State, unit: Unit) -> list[str]:
        return [space for space in ("birch", "cedar") if not stack(state, space, unit.side)]

    reds = army(START, "red")
    for seed in range(20):
        assert sorted(set_up(START, reds, alone, random.Random(seed)).values()) == ["birch", "cedar"]
    with pytest.raises(RuntimeError, match="no set-up"):
        set_up(START, [*reds, Unit("R3", "red", "a box", 1)], alone, random.Random(0))


def test_units_are_somewhere_with_steps_while_they_are_in_play_and_sides_apart() -> None:
    wrong = with_units(
        R1={"at": "nowhere"}, R2={"at": "eliminated"}, B1={"flags": frozenset({"x"})}, B2={"steps": -1}
    )
    found = list(unit_faults(wrong, lambda state, unit: ("eliminated",), ("eliminated",), frozenset()))
    assert found == [
        "R1 is in nowhere, which is not a hex or a box for it",
        "R2 in eliminated has 2 steps",
        "B1 has the marker x; markers of this game: none",
        "B2 in cedar has -1 steps",
    ]
    assert not list(unit_faults(START, lambda state, unit: (), ("eliminated",), frozenset()))
    assert list(mixed(START)) == []
    assert list(mixed(with_units(R1={"at": "dale"}))) == ["both sides are in dale"]
