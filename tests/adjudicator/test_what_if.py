"""What would be legal in the place of a refused line is asked in the state that the lines above it leave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from adjudicator.by_mail.views import NotInView
from adjudicator.choices import Choices
from adjudicator.judging.what_if import legal_in_view, playable, state_below
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


def test_the_legal_answers_of_a_position_are_found_once_and_those_of_another_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, looked = House(tmp_path, pictures=False).both_bid(), list[str]()

    def found(*_: object) -> Iterator[str]:
        for line in ("move R1 birch", "done"):
            looked.append(line)
            yield line
        raise NotInView("the rest")

    monkeypatch.setattr(Choices, "legal", found)
    with house.desk.store() as store:
        table = house.table(store)
        game, state, (decision,) = table.game, table.state, table.state.waiting()
        assert list(islice(game.legal(state, decision), 1)) == looked == ["move R1 birch"]
        for _ in range(2):
            assert legal_in_view(game, state, decision) == looked == ["move R1 birch", "done"]
            with pytest.raises(NotInView):
                list(game.legal(state, decision))
        legal_in_view(game, replace(state), decision)
        assert len(looked) == 4
        seen = playable(game, state, decision.player)
        assert playable(game, state, decision.player) is seen, "a form and its page ask of the same position"
