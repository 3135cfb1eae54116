"""What a drag in a log means, by the tables of a made-up game: the tiny one, a line of four woods."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.by_mail.drags import Drag, Drags, LogLine, LogMove, each, off_the_board, together
from adjudicator.state import Decision, State, Unit

from . import tinygame


def along(state: State, topic: str, unit: Unit, origin: str, to: str) -> tuple[str, ...]:
    """Along the line of woods; an advance knows no way, and a reduced unit goes none."""
    assert not state.board.adjacent(origin, to)
    ids = list(state.board.spaces)
    a, b = ids.index(origin), ids.index(to)
    path = ids[a + 1 : b + 1] if a < b else ids[b:a][::-1]
    return () if topic == "advance" or unit.steps < tinygame.MOST else tuple(path)


def grounded(state: State, drag: Drag) -> str:
    return "B1 is out of petrol" if drag.unit == "B1" else off_the_board(state, drag)


FORMS = {
    "orders": each("move {unit} {path}"),
    "enter": each("enter {unit} at {end}"),
    "advance": together("advance {units}"),
}
DRAGS = Drags(FORMS, along)


def state(*topics: str, player: str = "red") -> State:
    asked = tuple(Decision(topic, player, "3", topic, "?", ()) for topic in topics)
    return replace(tinygame.start("duel"), decisions=asked)


def drag(*moves: tuple[str, str, str]) -> list[LogMove]:
    return [LogMove(n, *move) for n, move in enumerate(moves, 1)]


def texts(found: list[LogLine]) -> list[str]:
    return [line.text for line in found]


def test_the_moves_of_a_unit_are_one_line_in_the_order_in_which_units_were_touched() -> None:
    moves = drag(("R1", "ash", "birch"), ("R2", "ash", "birch"), ("R1", "birch", "cedar"))
    assert DRAGS.orders(state(), "red", moves) == [
        LogLine((1, 3), "move R1 birch cedar"),
        LogLine((2,), "move R2 birch"),
    ]


def test_a_long_drag_goes_the_games_way_and_stays_as_it_was_where_there_is_none() -> None:
    moves = drag(("R1", "ash", "dale"))
    tired = state().with_unit(replace(state().units["R1"], steps=1))
    assert texts(DRAGS.orders(state(), "red", moves)) == ["move R1 birch cedar dale"]
    assert texts(DRAGS.orders(tired, "red", moves)) == ["move R1 dale"]


def test_the_way_is_asked_under_the_topic_that_says_what_the_drag_means() -> None:
    (found,) = DRAGS.joined(state(), "advance", drag(("R1", "ash", "cedar")))
    assert found == Drag("R1", ("ash", "cedar"), (1,))


def test_the_first_open_question_of_the_side_that_has_a_form_counts() -> None:
    moves = drag(("R1", "ash", "birch"))
    assert texts(DRAGS.orders(state("loss", "enter", "advance"), "red", moves)) == ["enter R1 at birch"]
    assert texts(DRAGS.orders(state("enter", player="blue"), "red", moves)) == ["move R1 birch"]


def test_one_line_for_all_names_every_step_and_none_is_made_of_nothing() -> None:
    moves = drag(("R2", "ash", "birch"), ("R1", "ash", "birch"))
    assert DRAGS.orders(state("advance"), "red", moves) == [LogLine((1, 2), "advance R2 R1")]
    assert DRAGS.orders(state("advance"), "red", []) == []


def test_a_unit_that_was_put_back_is_not_moved() -> None:
    assert DRAGS.orders(state(), "red", drag(("R1", "ash", "birch"), ("R1", "birch", "ash"))) == []


def test_a_unit_taken_up_and_laid_down_where_it_was_is_not_moved_again() -> None:
    moves = drag(("R1", "ash", "birch"), ("R1", "birch", "birch"))
    assert DRAGS.orders(state(), "red", moves) == [LogLine((1,), "move R1 birch")]


def test_every_piece_that_is_no_order_is_told_with_its_reason_below_the_orders() -> None:
    moves = drag(
        ("B1", "dale", "cedar"), ("ghost", "ash", "cedar"), ("R2", "", "birch"), ("R1", "ash", "birch")
    )
    assert DRAGS.orders(state(), "red", moves) == [
        LogLine((4,), "move R1 birch"),
        LogLine((1,), "", "B1 is not yours to move"),
        LogLine((2,), "", "ghost is not yours to move"),
        LogLine((3,), "", "R2 is at ash, but the log moves it from nowhere"),
    ]


def test_a_unit_taken_off_the_board_is_told_where_to() -> None:
    found = DRAGS.orders(state(), "red", drag(("R1", "ash", "dead"), ("R2", "ash", "")))
    assert [line.why for line in found] == [
        "no order takes R1 to dead",
        "no order takes R2 off the map",
    ]


def test_a_game_has_reasons_of_its_own() -> None:
    own = Drags(FORMS, along, grounded)
    moves = drag(("B1", "dale", "cedar"), ("B2", "birch", "cedar"))
    assert [line.why for line in own.orders(state(), "blue", moves)] == [
        "B1 is out of petrol",
        "B2 is at cedar, but the log moves it from birch",
    ]


def test_a_line_says_its_place_in_the_log() -> None:
    assert LogLine((3,), "x").place == "step 3 of the log"
    assert LogLine((3, 4), "x").place == "steps 3 and 4 of the log"
