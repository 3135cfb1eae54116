"""Rule 12.5, the Volksturm, and 12.6, Admiral Hipper: one test or more for each clause."""

from __future__ import annotations

import pytest

from adjudicator.games.koenigsberg45.actions.r06_reinforcement import run_place
from adjudicator.games.koenigsberg45.combat import r08_losses
from adjudicator.games.koenigsberg45.turn import r11_supply, r12_hipper, r12_volksturm
from adjudicator.rulings import Refused
from maps.reading.load import load_board
from tests.games.koenigsberg45.table import GAME, drawing
from tests.games.koenigsberg45.test_r11_supply import POCKET
from tests.tabletop import Tabletop

FRONT = {"81": "2926"}


def segment(units: dict[str, str], **position: object) -> Tabletop:
    """A position at the Volksturm Segment."""
    return Tabletop(GAME, {**FRONT, **units}, segment="VOLKSTURM", **position)  # type: ignore[arg-type]


@pytest.mark.rule("12.5.1", "0.1g.5", "0.2f.1")
def test_12_5_1_two_of_four_are_available_at_first() -> None:
    laid = segment({})
    rulings = laid.order(
        "german", "deploy volksturm at 2221\ndeploy volksturm at 2515\ndeploy volksturm at 0625"
    )
    assert [(one.verdict, one.rule) for one in rulings] == [("done", ""), ("done", ""), ("refused", "12.5.1")]
    assert [laid.at(f"VlkStm {n}") for n in (1, 2, 3, 4)] == ["2221", "2515", "volksturm", "volksturm"]
    assert [laid.steps(f"VlkStm {n}") for n in (1, 2)] == [1, 1]


@pytest.mark.rule("12.5.1", "12.3.2")
def test_12_5_1_atrocities_bring_the_third_and_fourth() -> None:
    laid = segment({}, tracks={"volksturm": 3})
    laid.order("german", "deploy volksturm at 2221\ndeploy volksturm at 2515\ndeploy volksturm at 0625\ndone")
    assert laid.at("VlkStm 3") == "0625"


@pytest.mark.rule("12.5.1")
def test_12_5_1_nobody_is_left_while_more_are_out_than_may_be() -> None:
    laid = segment({"VlkStm 1": "2221", "VlkStm 2": "2515"}, tracks={"volksturm": 1}, run=False)
    assert r12_volksturm.left(laid.state) == ()


@pytest.mark.rule("12.5.2", "1.2c.1", "K-R60")
def test_1_2c_1_only_in_a_settlement_in_german_hands() -> None:
    laid = segment({}, control={"2221": "soviet"})
    assert laid.verdict("german", "deploy volksturm at 2021") == ("refused", "12.5.2")
    assert laid.verdict("german", "deploy volksturm at 2221") == ("refused", "1.2c.1")
    assert laid.verdict("german", "deploy volksturm at 2119") == ("done", "")


@pytest.mark.rule("1.2c.2", "12.5.2")
@pytest.mark.parametrize("unit", ["121", "HQ 5"])
def test_1_2c_2_three_hexes_or_more_from_every_soviet_unit_hqs_too(unit: str) -> None:
    laid = segment({unit: "2219"})
    assert laid.verdict("german", "deploy volksturm at 2221") == ("refused", "1.2c.2")
    laid = segment({unit: "2218"})
    assert laid.verdict("german", "deploy volksturm at 2221") == ("done", "")


@pytest.mark.rule("1.2c.2", "12.5.2")
def test_1_2c_2_no_town_is_offered_that_is_too_near() -> None:
    assert "deploy volksturm at 2221" not in segment({"121": "2219"}).asked()[2]
    assert "deploy volksturm at 2221" in segment({"121": "2218"}).asked()[2]


@pytest.mark.rule("1.2c.1")
@pytest.mark.parametrize("line", ["done", "pass"])
def test_1_2c_1_a_dozen_towns_are_offered_and_nobody_need_be_placed(line: str) -> None:
    laid = segment({})
    assert len(laid.asked()[2]) == 13 and laid.asked()[2][-1] == "done"
    assert laid.verdict("german", line) == ("done", "")
    assert "volksturm" not in [one.topic for one in laid.state.waiting()]
    assert [laid.at(f"VlkStm {n}") for n in (1, 2)] == ["volksturm"] * 2


@pytest.mark.rule("1.2c.1", "12.5.1")
def test_1_2c_1_where_nobody_can_be_placed_the_turn_goes_on() -> None:
    laid = segment({}, tracks={"volksturm": 0}, run=False)
    r12_volksturm.run_deploy(laid.play)
    assert laid.state.segment != "VOLKSTURM"


@pytest.mark.rule("1.2c.3", "12.5.2")
def test_1_2c_3_two_of_them_never_share_a_hex() -> None:
    laid = segment({})
    rulings = laid.order("german", "deploy volksturm at 2221\ndeploy volksturm at 2221")
    assert [(one.verdict, one.rule) for one in rulings] == [("done", ""), ("refused", "1.2c.3")]


@pytest.mark.rule("12.2b.1", "12.5.2")
def test_12_2b_1_not_where_refugees_fill_the_town() -> None:
    assert segment({"R1": "2221"}).verdict("german", "deploy volksturm at 2221") == ("refused", "12.2b.1")


@pytest.mark.rule("1.2c.4", "12.5.2", "K-R61")
def test_1_2c_4_not_behind_the_soviet_front() -> None:
    grid = load_board(GAME).grid
    assert grid is not None
    wall: list[str] = []
    for space in grid.ring("2221", 3):
        wall += [space] if all(grid.distance(space, other) > 1 for other in wall) else []
    corps = ("121", "70", "40", "41", "53", "42", "29", "98", "108")
    laid = segment(dict(zip(corps, wall, strict=False)))
    assert laid.verdict("german", "deploy volksturm at 2221") == ("refused", "1.2c.4")


@pytest.mark.rule("1.2c.4", "11.2c.1", "K-R61")
def test_1_2c_4_a_pocket_around_a_limited_koenigsberg_is_not_behind_the_soviet_front() -> None:
    laid = segment(POCKET, state={"limited": True})
    assert "2208" not in r11_supply.sources(laid.state, "german")
    assert laid.verdict("german", "deploy volksturm at 2208") == ("done", "")
    assert laid.verdict("german", "deploy volksturm at 2205") == ("done", "")


@pytest.mark.rule("12.5.3")
def test_12_5_3_who_is_lost_in_combat_is_in_the_box_again() -> None:
    laid = segment({"VlkStm 1": "2221"}, run=False)
    r08_losses.take_step(laid.play, "8.0d.1", "VlkStm 1", "a step loss")
    assert (laid.at("VlkStm 1"), laid.steps("VlkStm 1")) == ("volksturm", 1)
    assert "VlkStm 1" in [unit.id for unit in r12_volksturm.left(laid.state)]


@pytest.mark.rule("1.5a.1", "0.2f.1")
def test_1_5a_1_whoever_is_on_the_map_at_the_end_of_the_turn_goes_back() -> None:
    laid = segment({"VlkStm 1": "2221", "VlkStm 2": "2515"}, run=False)
    r12_volksturm.run_return(laid.play) if laid.state.segment == "END_VOLKSTURM" else None
    laid = Tabletop(GAME, {"VlkStm 1": "2221", "1": "2021"}, segment="END_VOLKSTURM", run=False)
    r12_volksturm.run_return(laid.play)
    assert (laid.at("VlkStm 1"), laid.steps("VlkStm 1")) == ("volksturm", 1)
    assert [one["unit"] for one in laid.found("UnitPlaced")] == ["VlkStm 1"]


# -- 12.6 Admiral Hipper -----------------------------------------------------------------------------


def at_sea(units: dict[str, str], **position: object) -> Tabletop:
    """A position with the ship in the Haff."""
    return Tabletop(GAME, {"Hipper": "haff", **units}, run=False, **position)  # type: ignore[arg-type]


def refused(laid: Tabletop, hq: str, space: str, side: str = "german") -> str:
    """The clause by which the ship's support is refused, "" if it is given."""
    try:
        r12_hipper.check_ship(laid.state, side, hq, space)
    except Refused as no:
        return no.rule
    return ""


@pytest.mark.rule("12.6.1", "0.1g.3")
def test_12_6_1_the_ship_waits_until_turn_8_and_then_stays_in_the_haff() -> None:
    start = Tabletop(GAME, clear=False, run=False)
    assert start.at("Hipper") == "reinforcements"
    assert refused(start, "HQ 26", "1713") == "12.6.1"
    laid = Tabletop(GAME, {"HQ 26": "1713"}, segment="RF_PLACE", turn=8, run=False)
    r12_hipper.arrive(laid.play)
    assert (laid.at("Hipper"), laid.steps("Hipper")) == ("haff", 1)
    assert refused(at_sea({"HQ 26": "1713"}), "HQ 26", "1713") == ""


@pytest.mark.rule("12.6.1", "0.1g.3")
@pytest.mark.parametrize(
    ("turn", "was", "now"),
    [(7, "reinforcements", "reinforcements"), (8, "reinforcements", "haff"), (8, "removed", "removed")],
)
def test_12_6_1_it_comes_on_turn_8_if_it_still_waits(turn: int, was: str, now: str) -> None:
    laid = Tabletop(GAME, {"Hipper": was}, segment="RF_PLACE", turn=turn, run=False)
    run_place(laid.play)
    assert laid.at("Hipper") == now


@pytest.mark.rule("12.6.2", "K-R62")
def test_12_6_2_it_reaches_hexes_up_to_two_hexes_from_the_haff() -> None:
    laid = at_sea({"HQ 26": "1713"})
    near = [space for space in laid.state.board.spaces if r12_hipper.from_haff(laid.state, space) == 2]
    far = [space for space in laid.state.board.spaces if r12_hipper.from_haff(laid.state, space) == 3]
    assert {refused(laid, "HQ 26", space) for space in near} == {""}
    assert {refused(laid, "HQ 26", space) for space in far} == {"12.6.2"}
    assert r12_hipper.may_fire(laid.state, "german", "HQ 26", near[0])
    assert not r12_hipper.may_fire(laid.state, "german", "HQ 26", far[0])


@pytest.mark.rule("12.6.3", "K-R62")
def test_12_6_3_an_hq_in_range_with_the_haff_as_one_hex_and_once_a_turn() -> None:
    shore = "1712"
    grid = load_board(GAME).grid
    assert grid is not None
    near, far = "1914", "1915"
    assert (grid.distance(near, shore), grid.distance(far, shore)) == (3, 4)
    assert refused(at_sea({"HQ 26": near}), "HQ 26", "1713") == ""
    assert refused(at_sea({"HQ 26": far}), "HQ 26", "1713") == "12.6.3"
    laid = at_sea({"HQ 26": "1713"})
    r12_hipper.used(laid.play)
    assert refused(laid, "HQ 26", "1713") == "12.6.3"


@pytest.mark.rule("12.6.3", "2.2e.2")
@pytest.mark.parametrize(("was", "goes", "rule"), [("1914", "1915", ""), ("1915", "1914", "12.6.3")])
def test_12_6_3_the_range_to_the_ship_is_that_of_the_activation(was: str, goes: str, rule: str) -> None:
    units = {"Hipper": "haff", "HQ 26": was, "1": "1714", "45": "1713"}
    laid = drawing(units, ["G26"])
    laid.order("german", f"move HQ 26 {goes}\ndone move")
    assert laid.at("HQ 26") == goes and laid.state.segment == "COMBAT"
    assert refused(laid, "HQ 26", "1713") == rule


@pytest.mark.rule("12.6.3", "12.6.1")
def test_12_6_3_the_soviets_never_have_it() -> None:
    assert refused(at_sea({"HQ 5": "1713"}), "HQ 5", "1713", side="soviet") == "12.6.1"


@pytest.mark.rule("12.6.4")
def test_12_6_4_the_ship_takes_no_loss_and_retreats_from_nothing() -> None:
    units = {"Hipper": "haff", "HQ 26": "1714", "1": "1714", "45": "1713"}
    state = {"active": "german", "hq": "HQ 26"}
    laid = Tabletop(GAME, units, segment="COMBAT", state=state, dice=[1])
    laid.order("german", "attack 1713 with 1 ship")
    (fought,) = laid.found("CombatResolved")
    assert (fought["result"][:1], fought["ship"]) == ("A", True)
    assert laid.steps("1") < 2
    assert (laid.at("Hipper"), laid.steps("Hipper")) == ("haff", 1)
    assert "Hipper" not in fought["attackers"]


@pytest.mark.rule("12.6.2", "12.6.3")
def test_12_6_3_its_guns_count_in_one_attack_of_a_turn_under_an_hq_in_range() -> None:
    units = {"Hipper": "haff", "HQ 26": "1714", "1": "1714", "56": "1812", "45": "1713"}
    state = {"active": "german", "hq": "HQ 26"}
    laid = Tabletop(GAME, units, segment="COMBAT", state=state, dice=[3])
    far = Tabletop(GAME, {**units, "1": "2020", "45": "2021"}, segment="COMBAT", state=state)
    assert far.verdict("german", "attack 2021 with 1 ship") == ("refused", "12.6.2")
    assert laid.verdict("german", "attack 1713 with 1 ship") == ("done", "")
    (fought,) = laid.found("CombatResolved")
    guns = [one["is"] for one in fought["parts"] if one["unit"] == "Hipper"]
    assert fought["attack"] == 4 + guns[0] > 4
    assert laid.state.facts["hipper-used"] is True
    alone = Tabletop(GAME, units, segment="COMBAT", state=state, dice=[3])
    alone.order("german", "attack 1713 with 1")
    assert "hipper-used" not in alone.state.facts
    assert alone.found("CombatResolved")[0]["attack"] == 4
