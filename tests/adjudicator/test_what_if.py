"""What would be legal in the place of a refused line is asked in the state that the lines above it leave."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.judging.what_if import state_below
from adjudicator.state import State
from tests.adjudicator.house import House


def below(folder: Path, *lines: str) -> tuple[State, State]:
    """The state in which red gives orders, and the one below these."""
    house = House(folder, pictures=False).both_bid()
    with house.desk.store() as store:
        table = house.table(store)
        (decision,) = table.state.waiting()
        read, wrong = table.game.grammar("red").sheet(enumerate(lines, 1), 1)
        assert wrong == []
        return table.state, state_below(table.game, table.state, decision, read)


def test_a_unit_that_moved_above_stands_where_it_went(tmp_path: Path) -> None:
    before, then = below(tmp_path, "move R1 birch")
    assert (before.units["R1"].at, then.units["R1"].at) == ("ash", "birch")


@pytest.mark.parametrize("lines", [(), ("move R1 birch", "done")])
def test_without_lines_above_or_below_the_end_it_is_the_state_as_it_is(
    tmp_path: Path, lines: tuple[str, ...]
) -> None:
    before, then = below(tmp_path, *lines)
    assert then is before
