"""Reinforcements (D.admin.b, D.reinf): when and where they come, and how far they go."""

from __future__ import annotations

import pytest

from adjudicator.games.donnerschlag.r1_entry import arriving
from tests.games.donnerschlag.fights import asked, no, offered
from tests.tabletop import Tabletop

COMING = {"36 Mech": "soviet-turn-2", "59 Mech": "soviet-turn-2", "87-1": "soviet-turn-2"}
AXIS = {"I-39 Pz": "axis-turn-4", "HQ 17 Pz": "axis-turn-4"}


def entry(units: dict[str, str], turn: int = 2) -> Tabletop:
    """The step in which reinforcements enter."""
    return Tabletop("donnerschlag", units, segment="REINF", turn=turn)


def entered(units: dict[str, str], order: str, turn: int = 2) -> tuple[str, str]:
    """What is said of one entry: its verdict and rule."""
    side = "axis" if "Pz" in order.split(" at ")[0] else "soviet"
    (ruling,) = entry(units, turn).order(side, order)
    return ruling.verdict, ruling.rule


@pytest.mark.rule("D.reinf.1", "D.admin.b.1")
@pytest.mark.parametrize(("turn", "comes"), [(1, False), (2, True), (3, True)])
def test_soviet_reinforcements_come_on_their_turn(turn: int, comes: bool) -> None:
    assert bool(arriving(entry(COMING, turn).state, "soviet")) == comes


@pytest.mark.rule("D.reinf.1", "D.reinf.3")
def test_the_turns_of_all_reinforcements() -> None:
    state = Tabletop("donnerschlag", clear=False, run=False).state
    boxes: dict[str, int] = {}
    for unit in state.units.values():
        boxes[unit.at] = boxes.get(unit.at, 0) + 1
    found = {box: n for box, n in boxes.items() if "turn" in box}
    assert found == {
        "axis-turn-4": 7,
        "soviet-turn-2": 7,
        "soviet-turn-3": 4,
        "soviet-turn-6": 6,
        "soviet-turn-7": 6,
    }


@pytest.mark.rule("D.reinf.1", "D.admin.b.1")
def test_before_its_turn_nobody_enters() -> None:
    laid = entry({**COMING, "3 G RD": "soviet-turn-3", "24 G RD": "1919", "I-39 Pz": "axis-turn-4"})
    number, why, legal = no(laid, "soviet", "enter 3 G RD at 0810")
    assert (number, why) == ("D.reinf.1", "3 G RD enters from turn 3 on")
    assert legal[0] == "enter 36 Mech at 0810"
    assert no(laid, "soviet", "enter 24 G RD at 0810")[:2] == (
        "D.reinf.1", "24 G RD is not a reinforcement of yours that waits",
    )  # fmt: skip
    assert no(laid, "soviet", "hold 24 G RD")[0] == "D.reinf.1"
    assert (
        no(laid, "soviet", "enter I-39 Pz at 4607")[1] == "I-39 Pz is not a reinforcement of yours that waits"
    )


@pytest.mark.rule("D.reinf.2")
@pytest.mark.parametrize("space", ["0810", "0914", "2124"])
def test_each_soviet_unit_enters_at_any_of_three_hexes(space: str) -> None:
    assert entered(COMING, f"enter 87-1 at {space}") == ("done", "")
    laid = entry(COMING)
    number, _, legal = no(laid, "soviet", "enter 87-1 at 0809")
    assert number == "D.reinf.2"
    assert legal == ("enter 87-1 at 0810", "enter 87-1 at 0914", "enter 87-1 at 2124")


@pytest.mark.rule("D.reinf.3")
def test_the_axis_enter_on_turn_4_at_4607() -> None:
    assert entered(AXIS, "enter I-39 Pz at 4607", 4) == ("done", "")
    assert entered(AXIS, "enter I-39 Pz at 4608", 4) == ("refused", "D.reinf.3")
    early = entry({**AXIS, "17 Kradsch": "axis-turn-4", "201 Pz": "3120"}, 4)
    assert no(early, "axis", "enter 201 Pz at 4607")[0] == "D.reinf.3"
    both = {**AXIS, **COMING}
    laid = entry(both, 3)
    assert asked(laid) == ("soviet", "enter")


@pytest.mark.rule("D.reinf.4")
def test_units_enter_one_by_one_in_the_order_of_their_owner() -> None:
    laid = entry(COMING)
    laid.order("soviet", "enter 87-1 at 0810 to 0911\nenter 36 Mech at 0810 to 0911")
    assert [one["unit"] for one in laid.found("ReinforcementEntered")] == ["87-1", "36 Mech"]
    assert no(laid, "soviet", "enter 59 Mech at 0810 to 0911")[0] == "D.stack.1"
    laid.order("soviet", "enter 59 Mech at 0810 to 1010")
    assert laid.at("59 Mech") == "1010"


@pytest.mark.rule("D.reinf.4")
def test_of_many_entries_twelve_are_offered() -> None:
    coming = ("36 Mech", "59 Mech", "60 Mech", "55 Tk R", "158 Tk R", "87-1", "87-2")
    laid = entry(dict.fromkeys(coming, "soviet-turn-2"))
    assert len(offered(laid)) == 12 + len(["done"])
    assert laid.state.waiting()[0].default.count("enter") == len(coming)


@pytest.mark.rule("D.reinf.5")
def test_any_number_of_hexes_along_an_unbroken_road() -> None:
    laid = entry(COMING)
    laid.order("soviet", "enter 87-1 at 0810 to 2715")
    assert laid.at("87-1") == "2715"
    assert len(laid.found("ReinforcementEntered")[0]["path"]) > 20
    assert entered(COMING, "enter 87-1 at 0810 via 0911-1010-1111") == ("done", "")
    assert entered(COMING, "enter 87-1 at 0810 via 0910") == ("refused", "D.reinf.5")
    assert entered(COMING, "enter 87-1 at 0810 via 1111") == ("refused", "D.reinf.5")
    assert entered(COMING, "enter 87-1 at 0810 to 3120") == ("refused", "D.reinf.5")


@pytest.mark.rule("D.reinf.6")
def test_not_into_enemy_zones_nor_through_enemies() -> None:
    units = {**COMING, "201 Pz": "1411"}
    assert entered(units, "enter 87-1 at 0810 via 0911-1010-1111-1210") == ("done", "")
    assert entered(units, "enter 87-1 at 0810 via 0911-1010-1111-1210-1311") == ("refused", "D.reinf.6")
    assert entered({**COMING, "HQ 6 Pz": "0911"}, "enter 87-1 at 0810 via 0911") == ("refused", "D.reinf.6")


@pytest.mark.rule("D.reinf.7", "D.stack.5")
def test_the_way_ends_within_stacking_limits() -> None:
    units = {**COMING, "302-1": "0911", "302-2": "0911"}
    assert entered(units, "enter 87-1 at 0810 to 0911") == ("refused", "D.stack.1")
    assert entered(units, "enter 87-1 at 0810 to 1010") == ("done", "")


@pytest.mark.rule("D.reinf.6", "D.reinf.8")
def test_entry_hexes_with_enemies_or_their_zones_are_closed_and_who_finds_none_waits() -> None:
    one = {**COMING, "201 Pz": "0811"}
    assert entered(one, "enter 87-1 at 0810") == ("refused", "D.reinf.6")
    assert entered(one, "enter 87-1 at 0914") == ("done", "")
    shut = {**one, "128 PzG": "0914", "23 Kradsch": "2123"}
    laid = entry(shut)
    assert laid.state.segment != "REINF"
    later = entry({**COMING}, 3)
    assert asked(later) == ("soviet", "enter")


@pytest.mark.rule("D.reinf.8", "D.admin.b.1")
def test_done_lets_the_others_wait_and_silence_brings_all() -> None:
    laid = entry(COMING)
    laid.order("soviet", "enter 87-1 at 0810\nhold 36 Mech\ndone")
    assert laid.at("36 Mech") == "soviet-turn-2"
    assert laid.state.segment != "REINF"
    quiet = entry(COMING)
    quiet.order("soviet", quiet.state.waiting()[0].default)
    assert [quiet.at(unit) for unit in COMING] == ["0810", "0810", "0911"]
    assert "done" in offered(entry(COMING))


@pytest.mark.rule("D.hq.3")
def test_a_reinforcement_that_comes_to_an_hq_that_was_overrun_restores_it() -> None:
    laid = entry({**COMING, "HQ 51st Army": "1010 full overrun"})
    laid.order("soviet", "enter 87-1 at 0810 to 1111")
    assert laid.state.units["HQ 51st Army"].flags == frozenset()


@pytest.mark.rule("D.reinf.4", "D.reinf.5", "D.reinf.6")
def test_one_line_lets_several_enter_or_none() -> None:
    laid = entry({**COMING, "201 Pz": "1915"})
    number, why, legal = no(laid, "soviet", "enter 36 Mech and 59 Mech at 0810 to 1915")
    assert (number, why) == ("D.reinf.6", "36 Mech cannot go to 1915: the enemy is there")
    assert legal[0] == "enter 36 Mech and 59 Mech at 0810"
    assert laid.verdict("soviet", "enter 36 Mech and 59 Mech at 0810") == ("done", "")
    assert (laid.at("36 Mech"), laid.at("59 Mech")) == ("0810", "0810")
