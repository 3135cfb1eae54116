"""Rules 7 and 8: reinforcements, replacements, victory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from adjudicator.catalogue import find_game
from adjudicator.games.amberroad.r08_victory import VICTORY
from tests.games.amberroad.table import table
from tests.tabletop import Tabletop

GAME = find_game("amberroad")
BACK = {"21F": "reserve", "22F": "reserve", "12F": "0404 reduced", "13F": "0404 reduced"}


@pytest.mark.rule("7.1")
def test_a_reinforcement_enters_on_its_turn_or_later() -> None:
    made = table(BACK, "B.ARRIVE", turn=2)
    assert made.verdict("blue", "enter 22F at 0105") == ("refused", "7.1")
    assert made.verdict("blue", "enter 12F at 0105") == ("refused", "7.1")
    assert made.verdict("blue", "enter 21F at 0105") == ("done", "")
    assert made.at("21F") == "0105"
    late = table({"21F": "reserve", "1H": "reserve"}, "B.ARRIVE", turn=3)
    assert late.verdict("blue", "enter 21F at 0105") == ("done", "")
    assert late.verdict("blue", "enter 1H at 0106") == ("done", ""), "no turn is printed on it"


@pytest.mark.rule("7.2")
def test_it_enters_in_a_hex_of_its_side_out_of_enemy_zones() -> None:
    made = table({**BACK, "61F": "0204"}, "B.ARRIVE", turn=2)
    assert made.verdict("blue", "enter 21F at 1405") == ("refused", "7.2")
    (ruling,) = made.order("blue", "enter 21F at 0105")
    assert (ruling.verdict, ruling.rule, ruling.legal) == (
        "refused", "7.2", ("enter 21F at 0103", "enter 21F at 0106"),
    )  # fmt: skip
    assert ruling.why == "21F may be placed only in 0103, 0106"


def test_a_reinforcement_waits_while_enemies_keep_it_from_every_hex() -> None:
    """The turn goes on, also for others that may act in the phase."""
    made = table({**BACK, "61F": "0104", "62F": "0206"}, "B.ARRIVE", turn=2)
    assert made.verdict("blue", "enter 21F at 0105") == ("refused", "7.2")
    assert made.order("blue", "restore 12F\nend")[0].verdict == "done"
    assert made.at("21F") == "reserve" and made.state.segment == "B.MOVE"


@pytest.mark.rule("7.3")
def test_as_many_steps_come_back_as_the_track_says() -> None:
    made = table(BACK, "B.ARRIVE", turn=2)
    assert made.verdict("blue", "restore 12F") == ("done", "")
    assert made.verdict("blue", "restore 13F") == ("refused", "7.3")
    assert (made.steps("12F"), made.steps("13F")) == (2, 1)


@pytest.mark.rule("7.4")
def test_a_reduced_unit_out_of_enemy_zones_gets_a_step() -> None:
    made = table({**BACK, "14F": "0202", "61F": "0405"}, "B.ARRIVE", turn=2)
    assert made.verdict("blue", "restore 12F") == ("refused", "7.4")
    assert made.verdict("blue", "restore 14F") == ("refused", "7.4")
    assert made.verdict("blue", "restore 13F")[0] == "refused", "it is beside 0405 too"
    free = table(BACK, "B.ARRIVE", turn=2)
    assert free.verdict("blue", "restore 13F") == ("done", "")


def test_a_game_may_give_points_for_other_things_than_hexes() -> None:
    state = table({"12F": "0404", "61F": "eliminated", "62F": "eliminated"}, "R.MOVE").state
    lost = replace(VICTORY, more=lambda state, side: sum(one.side != side for one in state.at("eliminated")))
    had = VICTORY.points(state)
    assert lost.points(state) == {"blue": had["blue"] + 2, "red": had["red"]}


def end(units: Mapping[str, str], turn: int) -> Tabletop:
    """The end of a turn in which these units stand there."""
    made = table(units, "R.MOVE", turn=turn)
    made.order("red", "end")
    return made


@pytest.mark.rule("8.1", "8.2")
def test_a_town_belongs_to_the_side_that_was_last_in_it_when_a_phase_ended() -> None:
    made = table({"12F": "0604"}, "B.MOVE")
    assert GAME.victory(made.state) == {
        "blue": 3,
        "red": 11,
        "if it ended now": "Red player wins (Blue has only 3 points)",
    }
    made.order("blue", "move 12F to 0804\nend")
    assert GAME.victory(made.state)["blue"] == 5
    assert made.found("ControlChanged") == [{"space": "0804", "was": "red", "now": "blue", "why": ""}]


@pytest.mark.rule("8.3")
def test_blue_wins_at_once_with_every_town() -> None:
    held = dict.fromkeys(("0205", "0408", "0702", "0804", "0807", "1003", "1008", "1205"), "blue")
    made = table({}, "R.MOVE", turn=3, control=held)
    made.order("red", "end")
    assert made.state.over is not None and made.state.over["winner"] == "blue"
    assert made.events[-1].rule == "8.3"
    made = table({}, "R.MOVE", turn=3, control=held | {"1205": "red"})
    made.order("red", "end")
    assert made.state.over is None, "one town is missing"


@pytest.mark.rule("8.4")
@pytest.mark.parametrize(
    ("towns", "winner"),
    [
        (("1205", "0702"), ""),
        (("1205", "0804"), "blue"),
        (("0804",), "red"),
        (("1205",), "red"),
    ],
)
def test_the_points_of_blue_decide_after_turn_7(towns: tuple[str, ...], winner: str) -> None:
    units = dict(zip(("12F", "13F", "14F"), towns, strict=False))
    over = end(units, 7).state.over
    assert over is not None
    assert over["winner"] == winner


@pytest.mark.parametrize("segment", ["R.SETUP", "B.MOVE"])
def test_the_examples_of_a_phase_leave_room_for_each_other(segment: str) -> None:
    made = Tabletop("amberroad", clear=False, segment=segment)
    (asked,) = made.state.waiting()
    first = {line.split()[1]: line for line in reversed(asked.answers) if " " in line}
    assert len(first) > 3
    assert {ruling.verdict for ruling in made.order(asked.player, "\n".join(first.values()))} == {"done"}
