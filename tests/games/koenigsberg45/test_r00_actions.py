"""Rules 0.7 and 0.7b to 0.7e: Action Chits that come too late, NO GAS, Gross Deutschland away and back."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.koenigsberg45.actions.r00_actions import GD
from counters.roster.load import load_roster
from tests.tabletop import Tabletop

from .table import GAME, drawing, finish, table

PANZER = {"HQ 26": "4009", "5 Pz": "4010"}
GD_CORPS = {"HQ GD Pz": "2727", "GD Fus": "2630", "GD Pz": "2628", "GD PzG": "2727"}
IN_BOX = dict.fromkeys(GD_CORPS, "gd")
GERMANS_DONE = {"activations-german": 5}
"""The German limit of turn 3 is used up."""


def last_chit(chit: str, units: dict[str, str] | None = None, *, turn: int = 4, **position: Any) -> Tabletop:
    """The only chit of the cup is drawn; the turn ends after it, and the cup is filled again."""
    state = {"cup": [chit], **position.pop("state", {})}
    return Tabletop(GAME, units, segment="DRAW", draws=[chit], turn=turn, state=state, **position)


def drawn(laid: Tabletop, chit: str) -> str:
    """Why a drawn chit had no effect, "" if it had one."""
    return str(next(one["void"] for one in laid.found("ChitDrawn") if one["chit"] == chit))


def moves(laid: Tabletop, order: str) -> Tabletop:
    """A Movement Segment of the Germans goes on with these orders."""
    for ruling in laid.order("german", order):
        assert ruling.verdict == "done", ruling
    return laid


# -- 0.7, chits that come too late -----------------------------------------------------------------------


@pytest.mark.rule("0.7.1", "0.7.3", "K-R3")
def test_a_german_chit_is_void_when_the_germans_have_finished() -> None:
    laid = drawing(PANZER, ["NO-GAS"], tracks=GERMANS_DONE)
    assert drawn(laid, "NO-GAS")
    assert "no-gas" not in laid.state.facts


@pytest.mark.rule("0.7.1", "0.7.3", "K-R3")
def test_a_german_chit_takes_effect_when_only_the_soviets_have_finished() -> None:
    laid = drawing(PANZER, ["NO-GAS"], tracks={"activations-2BR": 4, "activations-3BR": 4})
    assert drawn(laid, "NO-GAS") == ""
    assert laid.state.facts["no-gas"] is True


@pytest.mark.rule("0.7.1", "0.7.3", "K-R3")
@pytest.mark.parametrize("front", ["2BR", "3BR"])
def test_a_barrage_chit_looks_at_its_own_front_alone(front: str) -> None:
    both = {"2BR": 4, "3BR": 4}
    late = drawing({}, [f"BARRAGE-{front}"], tracks={f"activations-{front}": 4})
    other = drawing(
        {}, [f"BARRAGE-{front}"], dice=[1], tracks={f"activations-{f}": 4 for f in both if f != front}
    )
    assert drawn(late, f"BARRAGE-{front}") and not late.found("DieRolled")
    assert not drawn(other, f"BARRAGE-{front}")


@pytest.mark.rule("0.7.1", "0.7.3", "K-R3")
@pytest.mark.parametrize("finished", [GERMANS_DONE, {"activations-2BR": 4, "activations-3BR": 4}])
def test_the_random_event_is_not_void_while_one_side_is_left(finished: dict[str, int]) -> None:
    laid = drawing({}, ["RANDOM"], dice=[3, 4], tracks=finished)
    assert drawn(laid, "RANDOM") == ""
    assert [event["row"] for event in laid.found("RandomEvent")] == [7]


@pytest.mark.rule("0.7.2")
def test_action_chits_use_no_activation() -> None:
    laid = drawing(PANZER, ["NO-GAS", "RANDOM", "BARRAGE-2BR", "G26"], dice=[3, 4, 1])
    (activated,) = laid.found("HQActivated")
    assert (activated["number"], activated["limit"]) == (1, 5)
    assert laid.state.tracks["activations-2BR"] == laid.state.tracks["activations-3BR"] == 0


@pytest.mark.rule("0.7.2", "0.7.3")
@pytest.mark.parametrize(("tracks", "clause"), [({}, "0.7.2"), (GERMANS_DONE, "0.7.3")])
def test_a_chit_is_told_with_the_clause_that_says_what_becomes_of_it_and_lies_aside(
    tracks: dict[str, int], clause: str
) -> None:
    laid = drawing(PANZER, ["NO-GAS"], tracks=tracks)
    assert [event.rule for event in laid.events if event.kind == "ChitDrawn"] == [clause]
    assert laid.state.facts["aside"] == ("NO-GAS",)


@pytest.mark.rule("0.7.3", "0.7d.3", "K-R4")
@pytest.mark.parametrize(("tracks", "aside"), [({}, ()), (GERMANS_DONE, ("GD-WITHDRAWAL",))])
def test_a_withdrawal_lies_aside_only_when_it_came_too_late(
    tracks: dict[str, int], aside: tuple[str, ...]
) -> None:
    laid = drawing(GD_CORPS, ["GD-WITHDRAWAL"], tracks=tracks)
    assert laid.state.facts.get("aside", ()) == aside
    assert laid.state.facts.get("gd") == (None if aside else "withdrawn")


@pytest.mark.rule("0.7b.1")
def test_the_random_event_is_carried_out_before_the_next_chit() -> None:
    laid = drawing({**PANZER, "20": "1030"}, ["RANDOM", "G26"], dice=[2, 3])
    assert [event["row"] for event in laid.found("RandomEvent")] == [5]
    assert laid.asked()[0] == "RET.5.1"
    assert not laid.found("HQActivated")


@pytest.mark.rule("0.7b.2")
def test_the_random_event_chit_is_among_the_chits_and_in_the_cup_from_turn_two_on() -> None:
    assert load_roster(GAME).cards["RANDOM"].kind == "action"
    laid = last_chit("HGM", turn=2)
    assert laid.state.turn == 3
    assert laid.state.cups["cup"].count("RANDOM") == 1


# -- 0.7c, NO GAS ----------------------------------------------------------------------------------------


def out_of_gas(units: dict[str, str], order: str, *, active: str = "german", **more: Any) -> Tabletop:
    """A Movement Segment after NO GAS, with this order carried out."""
    laid = table(units, active=active, state={"no-gas": True, "hq": "HQ 26"}, **more)
    for ruling in laid.order(active, order):
        assert ruling.verdict == "done", ruling
    return laid


@pytest.mark.rule("0.7c.1", "K-R53")
def test_full_mechanised_germans_that_move_after_no_gas_lose_one_step() -> None:
    laid = out_of_gas({"5 Pz": "2020", "GD Fus": "2021"}, "move 5 Pz 2120-2121-2122\nmove GD Fus 2022")
    assert (laid.steps("5 Pz"), laid.steps("GD Fus")) == (1, 1)
    assert [loss["unit"] for loss in laid.found("StepLost")] == ["5 Pz", "GD Fus"]


@pytest.mark.rule("0.7c.1")
@pytest.mark.parametrize("unit", ["G69", "10 Jäg", "HQ 26"])
def test_germans_on_foot_and_hqs_need_no_gas(unit: str) -> None:
    laid = out_of_gas({unit: "2020", "5 Pz": "2222"}, f"move {unit} 2120")
    assert not laid.found("StepLost")


@pytest.mark.rule("0.7c.1")
def test_soviet_tanks_have_gas() -> None:
    laid = out_of_gas({"1 T": "4336"}, "move 1 T 4337", active="soviet")
    assert laid.steps("1 T") == 2


@pytest.mark.rule("0.7c.1")
def test_while_no_gas_has_not_been_drawn_moving_costs_no_step() -> None:
    laid = table({"5 Pz": "2020", "G69": "2222"}, active="german")
    assert laid.verdict("german", "move 5 Pz 2120") == ("done", "")
    assert (laid.at("5 Pz"), laid.steps("5 Pz")) == ("2120", 2)


@pytest.mark.rule("0.7c.2", "K-R53")
def test_mechanised_units_with_one_step_left_are_spared() -> None:
    laid = out_of_gas({"5 Pz": "2020 reduced", "G69": "2222"}, "move 5 Pz 2120")
    assert (laid.steps("5 Pz"), laid.at("5 Pz")) == (1, "2120")


@pytest.mark.rule("0.7c.3")
def test_who_moved_before_the_chit_was_drawn_keeps_his_step() -> None:
    laid = drawing(PANZER, ["G26", "NO-GAS"])
    moves(laid, 'activate HQ 26 with "5 Pz"\nmove "5 Pz" 4011\ndone')
    assert laid.state.facts["no-gas"] is True
    assert (laid.at("5 Pz"), laid.steps("5 Pz")) == ("4011", 2)


@pytest.mark.rule("0.7c.1", "0.7c.3")
def test_who_moves_again_after_the_chit_loses_a_step_then() -> None:
    laid = drawing(PANZER, ["G26", "NO-GAS", "HGM"])
    moves(laid, 'activate HQ 26 with "5 Pz"\nmove "5 Pz" 4011\ndone')
    moves(laid, 'activate HQ 26 with "5 Pz"\nmove "5 Pz" 4010')
    assert laid.steps("5 Pz") == 1


@pytest.mark.rule("0.7c.4", "K-R53")
def test_who_stays_and_fights_and_advances_keeps_his_step() -> None:
    units = {"24 Pz": "2020", "45": "2120 reduced", "G69": "2222", "20": "2223"}
    laid = table(units, active="german", segment="COMBAT", dice=[6], state={"no-gas": True})
    moves(laid, "attack 2120 with 24 Pz advance 24 Pz to 2120")
    assert laid.verdict("soviet", laid.asked()[2][0])[0] == "done"
    assert laid.at("24 Pz") == "2120"
    assert laid.steps("24 Pz") == 2


@pytest.mark.rule("0.7c.4")
def test_a_mechanised_unit_that_retreats_keeps_its_gas() -> None:
    laid = table(
        {"24 Pz": "4336", "45": "4435", "65": "4435", "72": "4436"},
        segment="COMBAT",
        dice=[3],
        state={"no-gas": True},
    )
    for side, order in (
        ("soviet", "attack 4336 with 45, 65, 72 no advance"),
        ("german", "retreat all via 4235"),
    ):
        assert {ruling.verdict for ruling in laid.order(side, order)} == {"done"}
    assert (laid.at("24 Pz"), laid.steps("24 Pz")) == ("4235", 2)


@pytest.mark.rule("0.7c.5")
def test_no_gas_goes_back_into_the_cup_and_ends_with_the_turn() -> None:
    laid = last_chit("NO-GAS", PANZER)
    assert laid.state.turn == 5
    assert "NO-GAS" in laid.state.cups["cup"]
    assert "no-gas" not in laid.state.facts


# -- 0.7d, GD WITHDRAWAL ---------------------------------------------------------------------------------


@pytest.mark.rule("0.7d.1", "0.7d.2", "0.2i.1")
def test_what_is_left_of_gross_deutschland_goes_to_its_box_as_it_is() -> None:
    units = {**GD_CORPS, "GD Fus": "2630 reduced", "GD Pz": "eliminated", "7 Pz": "2728"}
    laid = drawing(units, ["GD-WITHDRAWAL"])
    assert {unit: laid.at(unit) for unit in GD} == {**IN_BOX, "GD Pz": "eliminated"}
    assert (laid.steps("GD Fus"), laid.steps("GD PzG")) == (1, 2)
    assert laid.at("7 Pz") == "2728"
    assert laid.state.facts["gd"] == "withdrawn"


@pytest.mark.rule("0.7d.2")
def test_the_command_chit_leaves_the_cup_with_the_corps() -> None:
    laid = drawing(GD_CORPS, ["GD-WITHDRAWAL"], state={"cup": ["GD-WITHDRAWAL", "GGDPz", "HGM"]})
    assert laid.state.cups["cup"] == ("HGM",)


@pytest.mark.rule("0.7d.2")
def test_the_command_chit_leaves_the_draw_chit_box_with_the_corps_and_stays_away_next_turn() -> None:
    laid = Tabletop(
        GAME, GD_CORPS, segment="DRAW", turn=3, draws=["GGDPz", "GD-WITHDRAWAL"],
        state={"cup": ["GGDPz", "GD-WITHDRAWAL"]},
    )  # fmt: skip
    finish(laid, "german")
    assert laid.state.turn == 4
    assert "GGDPz" not in (*laid.state.cups["cup"], *laid.state.hands["german"])


@pytest.mark.rule("0.7d.3", "K-R4")
def test_the_withdrawal_never_comes_back_once_it_took_effect() -> None:
    assert "GD-WITHDRAWAL" not in last_chit("GD-WITHDRAWAL", GD_CORPS).state.cups["cup"]


@pytest.mark.rule("0.7d.3", "0.7.3", "K-R4")
def test_a_withdrawal_that_came_too_late_is_in_the_cup_again() -> None:
    laid = last_chit("GD-WITHDRAWAL", GD_CORPS, turn=3, tracks=GERMANS_DONE)
    assert drawn(laid, "GD-WITHDRAWAL")
    assert laid.at("GD Pz") == "2628"
    assert "GD-WITHDRAWAL" in laid.state.cups["cup"]


# -- 0.7e, GD RETURNS ------------------------------------------------------------------------------------


def returning(units: dict[str, str] | None = None, draws: tuple[str, ...] = (), **position: Any) -> Tabletop:
    """GD RETURNS is drawn on turn 6 after a withdrawal."""
    state = {"gd": "withdrawn", **position.pop("state", {})}
    return drawing({**IN_BOX, **(units or {})}, ["GD-RETURNS", *draws], turn=6, state=state, **position)


@pytest.mark.rule("0.7e.1", "0.7e.3", "K-R4")
def test_gross_deutschland_enters_at_b_and_moves_at_once() -> None:
    laid = returning()
    assert drawn(laid, "GD-RETURNS") == ""
    moves(laid, "\n".join(f"enter {unit} at B" for unit in GD))
    assert {laid.at(unit) for unit in GD} == {"0119"}
    # two units may stay in the hex; the third must go on (6.0a)
    assert laid.verdict("german", "done")[0] == "refused"
    moves(laid, "move GD Fus 0119-0218-0318\ndone")
    assert laid.at("GD Fus") == "0318"
    assert laid.state.facts["gd"] == "returned"


@pytest.mark.rule("0.7e.3", "6.0.1")
def test_one_line_brings_several_in_or_none() -> None:
    laid = returning()
    assert laid.verdict("german", f"enter {', '.join(GD)} and 24 Pz at B") == ("refused", "6.0.1")
    assert {laid.at(unit) for unit in GD} == {"gd"}
    moves(laid, f"enter {' and '.join(GD)} at B")
    assert {laid.at(unit) for unit in GD} == {"0119"}


@pytest.mark.rule("0.7e.2")
def test_who_was_destroyed_comes_back_reduced_and_the_others_as_they_were() -> None:
    laid = returning({"GD Pz": "eliminated"})
    assert (laid.at("GD Pz"), laid.steps("GD Pz")) == ("gd", 1)
    moves(laid, "\n".join(f"enter {unit} at B" for unit in GD))
    assert {unit: laid.steps(unit) for unit in GD} == {"HQ GD Pz": 1, "GD Fus": 2, "GD Pz": 1, "GD PzG": 2}


@pytest.mark.rule("0.7e.2", "K-R70")
def test_the_lost_hq_comes_back_too_with_its_chit() -> None:
    laid = returning({"HQ GD Pz": "removed"})
    moves(laid, "\n".join(f"enter {unit} at B" for unit in GD))
    assert laid.at("HQ GD Pz") == "0119"
    assert "GGDPz" in laid.state.cups["cup"]


@pytest.mark.rule("0.7e.1", "0.7e.2", "K-R47")
def test_who_was_rebuilt_while_the_corps_was_away_stays_where_it_is() -> None:
    laid = returning({"HQ GD Pz": "removed", "GD Fus": "2208 reduced"})
    assert "Bring in your reinforcements: HQ GD Pz, GD Pz, GD PzG." in laid.state.waiting()[0].question
    moves(laid, "enter HQ GD Pz, GD Pz, GD PzG at B\ndone")
    assert (laid.at("GD Fus"), laid.at("GD Pz")) == ("2208", "0119")


@pytest.mark.rule("0.7e.4")
def test_the_command_chit_may_be_drawn_the_same_turn() -> None:
    laid = returning(draws=("GGDPz",), state={"cup": ["GD-RETURNS", "HGM"]})
    assert laid.state.cups["cup"] == ("HGM", "GGDPz")
    moves(laid, "\n".join(f"enter {unit} at B" for unit in GD))
    moves(laid, "move GD Fus 0119-0218\ndone")
    (activated,) = laid.found("HQActivated")
    assert activated["hq"] == "HQ GD Pz"
    moves(laid, "move GD Fus 0218-0318")
    assert laid.at("GD Fus") == "0318"


@pytest.mark.rule("0.7e.5")
def test_gd_returns_never_comes_back_once_it_took_effect() -> None:
    laid = last_chit(
        "GD-RETURNS", IN_BOX, turn=6, state={"gd": "withdrawn", "out": ["GD-WITHDRAWAL", "GGDPz"]}
    )
    moves(laid, "\n".join(f"enter {unit} at B" for unit in GD))
    assert laid.state.cups["cup"] == ("GGDPz",)
    assert "GD-RETURNS" in laid.state.facts["out"]


@pytest.mark.rule("0.7.3", "0.7e.5", "K-R4")
def test_gd_returns_before_any_withdrawal_is_void_and_recurs() -> None:
    laid = last_chit("GD-RETURNS", GD_CORPS, turn=6)
    assert drawn(laid, "GD-RETURNS")
    assert laid.at("GD Pz") == "2628"
    assert "GD-RETURNS" in laid.state.cups["cup"]


@pytest.mark.rule("0.7e.1")
def test_gd_returns_brings_nobody_to_a_position_without_the_corps() -> None:
    laid = drawing(PANZER, ["GD-RETURNS", "G26"], turn=6, state={"gd": "withdrawn"})
    assert drawn(laid, "GD-RETURNS") == ""
    assert laid.found("HQActivated"), "the next chit is drawn"
