"""Plain words beside moves: a turn tracker, masks, and pieces that leave the map."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.vassal.traits import split
from tables.published import Level, Tracker
from tables.table import Table
from tables.telling import name_of_piece
from tables.turning import Wheels
from tests.adjudicator.tabletop.table import Players
from tests.tables.sampler import build_file, write_build


@pytest.fixture
def table(tmp_path: Path) -> Players:
    return Players(tmp_path)


def turn(table: Players) -> str:
    return next(line for line in table.position.rest if line.startswith("TURN"))


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (["turn next"], "2"),
        (["advance the turn"], "2"),
        (["next turn"], "2"),
        (["advance turn marker"], "2"),
        (["turn to 3"], "3"),
        (["turn 3"], "3"),
        (["advance the turn to 4"], "4"),
        (["set turn to 5", "turn back"], "4"),
        (["turn next", "previous turn"], "1"),
    ],
)
def test_a_turn_tracker_is_turned(table: Players, lines: list[str], value: str) -> None:
    said = table.send("red", *lines)
    assert "REFUSED" not in said and "NOT UNDERSTOOD" not in said
    assert turn(table).startswith(f"TURNTurnTracker0\t0|{value};")
    if value != "1":
        assert f"Turn is now {value}." in table.told("blue")


def test_end_turn_is_still_the_end_of_the_move(table: Players) -> None:
    assert "Waiting for Blue" in table.send("red", "end turn")
    assert turn(table).startswith("TURNTurnTracker0\t0|1;")


def test_a_value_that_a_tracker_does_not_have_is_answered_with_those_it_has(table: Players) -> None:
    said = table.send("red", "turn to Spring")
    assert 'NOT UNDERSTOOD: Turn has no "Spring"' in said and "turn to 2" in said


def test_a_module_without_a_tracker_says_how_the_turn_is_shown(tmp_path: Path) -> None:
    plain = build_file()
    start, end = (
        plain.index("<VASSAL.build.module.turn.TurnTracker"),
        plain.index("</VASSAL.build.module.turn"),
    )
    whole = plain[:start] + plain[end:].partition(">")[2]
    table = Players(tmp_path / "desk", module=write_build(tmp_path, whole))
    said = table.send("red", "advance the turn")
    assert "REFUSED: this module has no turn tracker. Move its marker" in said


def wheels(line: str, *levels: Level) -> Wheels:
    return Wheels.of(f"TURNTurnTracker0\t{line}", Tracker("Turn", levels))


def test_a_level_inside_goes_round_before_the_one_around_it_goes_on() -> None:
    """As VASSAL's CounterTurnLevel and ListTurnLevel do: the phases of a turn, then the next turn."""
    phases = Level(("Move", "Fight", "Rest"))
    one = wheels("0|2;0;false;-1;1\\;0\\;0\\;true,true,true", Level(inner=(phases,), start=1, by=1))
    shown = []
    for back in (False, False, False, True, True):
        one.go(back)
        shown.append((one.inside[0].now, one.inside[0].inside[0].now))
    assert shown == [(2, 2), (3, 0), (3, 1), (3, 0), (2, 2)]
    assert one.line == "TURNTurnTracker0\t0|2;0;false;-1;2\\;0\\;0\\;true,true,true"


def test_texts_that_are_not_in_use_are_passed_over_and_a_counter_begins_again() -> None:
    one = wheels("0|0;0;0;true,false,true", Level(("A", "B", "C")))
    one.go()
    assert one.inside[0].now == 2
    other = wheels("0|12;0;true;12", Level(start=4, by=2))
    other.go()
    assert other.inside[0].now == 4
    other.go(back=True)
    assert other.inside[0].now == 12


def test_one_tracker_of_several_levels_goes_from_one_to_the_next() -> None:
    one = wheels("0|1;0;0;true,true|0;0;0;true,true", Level(("A", "B")), Level(("C", "D")))
    one.go()
    assert (one.at, one.inside[1].now) == (1, 0)
    one.go()
    one.go()
    assert (one.at, one.inside[0].now) == (0, 0)


def state_of(table: Players, name: str, kind: str) -> str:
    piece = next(one for one in table.position.pieces.values() if name_of_piece(one) == name)
    return next(b for a, b in zip(piece.types, piece.states, strict=True) if a.startswith(kind))


def test_a_mask_is_put_on_and_taken_off_by_its_owner_alone(table: Players) -> None:
    assert "1 OK" in table.send("red", "mask 1st Foot")
    assert split(";", state_of(table, "1st Foot", "obs;"))[1] == "false|0"
    assert "1st Foot" not in table.digest("blue") and "done" not in table.answer("red")
    table.send("red", "done")
    said = table.send("blue", "reveal 1st Foot")
    assert "NOT UNDERSTOOD: you see no piece" in said
    table.send("blue", "start over", "done")
    assert "1 OK" in table.send("red", "reveal 1st Foot")
    assert state_of(table, "1st Foot", "obs;") == "null;"
    assert "1st Foot" in table.digest("blue")


@pytest.mark.parametrize("line", ["flip 1st Foot face down", "turn 1st Foot face down"])
def test_a_piece_with_a_mask_is_turned_face_down_and_up(table: Players, line: str) -> None:
    assert "2 OK" in table.send("red", line, "flip 1st Foot face up")
    assert state_of(table, "1st Foot", "obs;") == "null;"
    assert state_of(table, "1st Foot", "emb2;") == "1"


def test_a_hidden_piece_is_not_there_for_others_until_it_is_shown(table: Players) -> None:
    table.send("red", "hide 1st Foot", "done")
    assert "you see no piece" in table.send("blue", "move 1st Foot to 0102")
    table.send("blue", "start over", "done")
    table.send("red", "show 1st Foot", "done")
    assert "1 OK" in table.send("blue", "flip 1st Foot")


def test_what_has_no_mask_on_is_refused_and_told_what_would_do(table: Players) -> None:
    said = table.send("red", "reveal 1st Foot")
    assert "REFUSED: 1st Foot has no mask of yours" in said
    table.send("red", "start over", "draw 1 from Chits")
    hand = Table(table.saved("red").position)
    card = next(name_of_piece(one) for id_, one in hand.pieces.items() if "Chits" in name_of_piece(one))
    said = table.send("red", f"reveal {card}")
    assert f"has no mask of yours. To show it, play it: play {card} to PLACE" in said


def test_a_piece_that_cannot_be_deleted_in_vassal_is_refused_plainly(table: Players) -> None:
    said = table.send("red", "remove 1st Foot")
    assert "REFUSED: 1st Foot cannot be removed in this module: it has no Delete. Move it off the map" in said
    assert "cannot be deleted" in table.send("red", "start over", "delete 1st Foot")


def test_a_card_that_may_be_deleted_is(table: Players) -> None:
    table.send("red", "draw 1 from Chits")
    hand = Table(table.saved("red").position)
    card = next(name_of_piece(one) for one in hand.pieces.values() if "Chits" in name_of_piece(one))
    assert "1 OK" in table.send("red", f"delete {card}")
    assert card not in {name_of_piece(one) for one in table.position.pieces.values()}


@pytest.mark.parametrize("verb", ["remove", "eliminate"])
def test_a_lost_counter_goes_to_the_only_place_for_lost_ones(tmp_path: Path, verb: str) -> None:
    whole = build_file().replace('mapName="Sea"', 'mapName="Dead Pool"')
    table = Players(tmp_path / "desk", module=write_build(tmp_path, whole))
    assert "1 OK" in table.send("red", f"{verb} 1st Foot")
    assert table.at("1st Foot")[0] == "Dead Pool"
    assert "1 OK" in table.send("red", f"{verb} 2nd Foot to 0102")
    assert table.at("2nd Foot")[0] == "Main"


def test_cards_that_are_drawn_together_lie_in_one_stack_as_in_vassal(table: Players) -> None:
    table.send("red", "draw 2 from Commands", "draw 1 from Commands")
    there = Table(table.position)
    (stack,) = [ids for holder, ids in there.order.items() if there.at[holder][0] == "Red hand" and ids]
    assert len(stack) == 3 and len({there.at[one] for one in stack}) == 1


def test_words_for_what_only_vassal_does_are_no_words_for_a_log(table: Players) -> None:
    said = table.send("red", "clone 1st Foot")
    assert 'NOT UNDERSTOOD: "clone" is done in VASSAL, and in no order in words. Attach the log of it' in said
    assert "log FILE" not in said
