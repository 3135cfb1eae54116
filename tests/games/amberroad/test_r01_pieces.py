"""Rules 1 to 3: pieces, the sequence of play, the set-up."""

from __future__ import annotations

import pytest

from adjudicator.catalogue import find_game
from tests.games.amberroad.table import attack, table
from tests.tabletop import Tabletop

GAME = find_game("amberroad")
SET_UP = [
    f"setup {unit} at {at}"
    for unit, at in {
        "69F": "0905", "70F": "0905", "71F": "0907", "7H": "0906", "8H": "1004", "5A": "0906",
    }.items()
]  # fmt: skip


@pytest.mark.rule("1.1")
@pytest.mark.parametrize(
    ("segment", "line"), [("B.MOVE", "move RG to 1409"), ("B.COMBAT", "attack 0405 by 61F")]
)
def test_nobody_orders_units_of_the_other_side(segment: str, line: str) -> None:
    made = table({"12F": "0404", "61F": "0405"}, segment)
    assert made.verdict("blue", line) == ("refused", "1.1")


@pytest.mark.rule("1.2", "3.1")
def test_units_begin_whole_in_their_hexes() -> None:
    state = GAME.start("campaign")
    assert len(state.units) == 40
    assert {unit.steps for unit in state.units.values()} == {2}
    assert state.units["11F"].at == "0304" and state.units["61F"].at == "0702"
    assert state.units["BG"].at == "reserve"


@pytest.mark.rule("1.3", "5.8.AL")
def test_the_first_step_reduces_a_unit() -> None:
    made = attack(1, {"12F": "0404"}, {"61F": "0405"})
    assert (made.at("12F"), made.steps("12F")) == ("0404", 1)


@pytest.mark.rule("1.4")
def test_the_second_step_eliminates_it() -> None:
    made = attack(1, {"12F": "0404 reduced"}, {"61F": "0405"})
    assert made.at("12F") == "eliminated"


@pytest.mark.rule("2.1", "2.2", "2.3")
def test_after_the_last_phase_a_turn_begins_with_its_date() -> None:
    made = table({"61F": "0702"}, "R.MOVE", turn=1)
    made.order("red", "end")
    assert (made.state.turn, made.state.segment) == (2, "B.MOVE")
    assert "Turn 2, 4 September." in made.said()
    for side in ("blue", "red"):
        made.order(side, "end")
    assert (made.state.turn, made.state.segment) == (3, "B.MOVE")


@pytest.mark.rule("2.2")
def test_a_player_turn_is_arrivals_movement_combat() -> None:
    made = table({"12F": "0404 reduced", "13F": "0405", "61F": "0406"}, "B.ARRIVE", turn=2)
    seen = []
    for _ in range(3):
        seen.append(made.state.segment)
        made.order("blue", "end")
    assert seen == ["B.ARRIVE", "B.MOVE", "B.COMBAT"]
    assert made.state.segment == "R.MOVE", "Red has nothing to bring"


@pytest.mark.rule("3.2")
def test_red_sets_up_its_reserves_within_the_line_before_turn_1() -> None:
    made = Tabletop("amberroad", clear=False)
    assert made.state.segment == "R.SETUP"
    assert made.verdict("red", "setup 69F at 0504") == ("refused", "3.2")
    assert made.verdict("red", "end") == ("refused", "3.2")
    refused, end = made.order("red", "setup 61F at 0807\nend")
    assert (refused.verdict, end.verdict) == ("refused", "waiting") and end.why.startswith("on hold: line 1")
    assert {ruling.verdict for ruling in made.order("red", "\n".join(SET_UP))} == {"done"}
    assert made.at("5A") == "0906" and made.state.segment == "B.MOVE"


@pytest.mark.rule("3.2")
def test_no_answer_sets_all_reserves_up() -> None:
    made = Tabletop("amberroad", clear=False)
    (asked,) = made.state.waiting()
    made.order("red", asked.default)
    assert made.state.segment == "B.MOVE"
    assert not made.state.at("set-up")
