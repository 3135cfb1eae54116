"""Answers kept for a position or a board: the same while nothing changes, never those of another."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.mechanics.remembered import MOST, Remembered, of_board, of_state
from adjudicator.state import State
from maps.board import Board
from tests.adjudicator.tinygame import GAME


def test_an_answer_is_worked_out_once_for_the_units_and_again_when_one_changes() -> None:
    asked: list[State] = []

    def stand(state: State) -> tuple[str, ...]:
        asked.append(state)
        return tuple(unit.at for unit in state.units.values())

    kept, state = Remembered(stand), GAME.start(GAME.scenarios[0])
    assert kept(state) == kept(state.but(turn=2)) == stand(state)
    assert len(asked) == 2, "by Remembered once, and by this test"
    unit = next(iter(state.units.values()))
    moved = state.with_unit(replace(unit, at="elsewhere"))
    assert "elsewhere" in kept(moved) and "elsewhere" not in kept(state)


def test_only_the_last_few_positions_are_remembered() -> None:
    kept, state = Remembered(lambda state: len(state.units)), GAME.start(GAME.scenarios[0])
    for _ in range(MOST + 3):
        assert kept(state.but(units=dict(state.units))) == len(state.units)
    assert len(kept.answers) == MOST
    kept.cache_clear()
    assert not kept.answers


def test_what_is_said_of_a_board_is_kept_for_that_board_and_what_was_asked() -> None:
    asked: list[str] = []

    @of_board
    def touches(board: Board, space: str) -> tuple[str, ...]:
        asked.append(space)
        return tuple(board.neighbours(space))

    board = GAME.start(GAME.scenarios[0]).board
    first, second, *_ = board.spaces
    assert touches(board, first) is touches(board, first)
    assert touches(board, second) == tuple(board.neighbours(second))
    touches(replace(board), first)
    assert asked == [first, second, first]


def test_what_is_said_of_a_state_is_kept_for_that_state_as_long_as_it_is_asked_for() -> None:
    asked: list[tuple[int, str]] = []

    @of_state
    def turn(state: State, word: str = "turn") -> str:
        asked.append((state.turn, word))
        return f"{word} {state.turn}"

    first = GAME.start(GAME.scenarios[0])
    later = [first.but(turn=n) for n in range(2, 2 * MOST)]
    for state in later:
        assert turn(state) == f"turn {state.turn}"
        assert (turn(first), turn(first, word="day")) == ("turn 1", "day 1")
    assert len(asked) == len(later) + 2, "the one that is asked for is not forgotten"
    assert turn(first.but(turn=1)) == "turn 1" and len(asked) == len(later) + 3, "an equal one is another"
    turn(later[0])
    assert len(asked) == len(later) + 4, "those long ago are"
