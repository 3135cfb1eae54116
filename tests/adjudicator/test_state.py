from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.catalogue import find_game
from adjudicator.state import State


@pytest.fixture(scope="module")
def state() -> State:
    game = find_game("raceforberlin")
    return game.start(game.scenarios[0])


def test_a_changed_state_is_what_replace_would_give_and_the_old_one_stays(state: State) -> None:
    changed = state.but(turn=state.turn + 1, asked=7)
    assert changed == replace(state, turn=state.turn + 1, asked=7)
    assert (state.turn, state.asked) == (1, 0)


def test_units_by_space_follow_the_units(state: State) -> None:
    unit = next(iter(state.units.values()))
    assert unit in state.at(unit.at)
    moved = state.with_unit(replace(unit, at="eliminated"))
    assert [gone.id for gone in moved.at("eliminated")] == [unit.id]
    assert unit.id not in [other.id for other in moved.at(unit.at)]
    assert unit in state.but(turn=2).at(unit.at)


def test_a_state_has_no_fields_of_its_own_invention(state: State) -> None:
    with pytest.raises(TypeError, match="no such field: weather"):
        state.but(weather="fog")
