"""Rule 2.1, command chits: the draw, the limits of a turn, chits whose owner chooses; 2.2e, the range."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.games.koenigsberg45.turn import r00_chits, r02_command
from adjudicator.state import State
from tests.games.koenigsberg45.country import country
from tests.games.koenigsberg45.table import GAME, drawing, finish
from tests.tabletop import Tabletop

SOVIETS = {"HQ S28": "2020", "3 G": "2020", "HQ 39": "2422", "113": "2422", "HQ 3": "3021", "S35": "3021"}
GERMANS = {"HQ 26": "1410", "1": "1410", "HQ G28": "1612", "58": "1612"}


def laid(units: dict[str, str] | None = None, **position: Any) -> Tabletop:
    """A position to ask questions of, in which nothing runs."""
    return Tabletop(GAME, units or {**SOVIETS, **GERMANS}, run=False, **position)


# -- the draw --------------------------------------------------------------------------------------------


@pytest.mark.rule("0.5.2", "2.1a.1")
def test_0_5_2_one_chit_is_drawn_at_random_from_the_one_cup_of_both_sides() -> None:
    table = drawing({**SOVIETS, **GERMANS}, ["S28"], state={"cup": ["S28", "G26", "S39", "HGM"]})
    (drawn,) = table.found("Drawn")
    assert (drawn["item"], drawn["sides"], drawn["cup"]) == ("S28", 4, "cup")
    assert table.state.cups["cup"] == ("G26", "S39", "HGM")


@pytest.mark.rule("2.1a.1")
def test_2_1a_1_the_next_chit_is_drawn_only_when_the_activation_is_over() -> None:
    table = drawing({**SOVIETS, **GERMANS}, ["S28", "S39"])
    assert len(table.found("Drawn")) == 1
    finish(table, "soviet")
    assert [drawn["item"] for drawn in table.found("Drawn")] == ["S28", "S39"]


@pytest.mark.rule("1.3a.1", "2.1a.3", "2.1b.1")
def test_2_1b_1_a_chit_activates_the_hq_of_its_id_and_its_owner_is_the_active_player() -> None:
    table = drawing({**SOVIETS, **GERMANS, "HQ 5": "2420", "65": "2420"}, ["S5"])
    (activated,) = table.found("HQActivated")
    assert (activated["hq"], activated["side"]) == ("HQ 5", "soviet")
    assert {decision.player for decision in table.state.waiting()} == {"soviet"}


@pytest.mark.rule("2.1b.1")
def test_2_1b_1_the_chit_of_5th_army_does_not_activate_the_tank_army() -> None:
    table = drawing({**SOVIETS, **GERMANS, "HQ 5 GT": "2420", "10 T": "2420", "1 T": "2420"}, ["S5"])
    assert table.found("HQActivated") == []
    assert table.found("ChitDrawn")[0]["void"] == "HQ 5 is not on the map"


@pytest.mark.rule("0.5.4")
@pytest.mark.parametrize(("chit", "hq"), [("S28", "HQ S28"), ("G28", "HQ G28")])
def test_0_5_4_the_chits_of_28th_corps_and_28th_army_are_two(chit: str, hq: str) -> None:
    assert drawing({**SOVIETS, **GERMANS}, [chit]).found("HQActivated")[0]["hq"] == hq


@pytest.mark.rule("2.1a.5", "0.2g.1")
def test_2_1a_5_the_chit_lies_open_once_its_units_have_finished() -> None:
    table = drawing({**SOVIETS, **GERMANS}, ["S28", "G26"])
    assert table.state.hands == {"german": (), "soviet": ()}
    finish(table, "soviet")
    assert table.state.hands == {"german": (), "soviet": ("S28",)}
    view = table.game.view(table.state, "german")
    assert view.hands["soviet"] == ("S28",)
    finish(table, "german")
    assert table.state.hands == {"german": ("G26",), "soviet": ("S28",)}


# -- limits ----------------------------------------------------------------------------------------------


@pytest.mark.rule("0.5.3", "2.1a.2")
@pytest.mark.parametrize(
    ("turn", "limits"), [(1, (4, 3, 3)), (3, (5, 4, 4)), (4, (5, 5, 4)), (10, (4, 3, 4))]
)
def test_2_1a_2_the_turn_track_limits_the_hqs_of_each_command(
    turn: int, limits: tuple[int, int, int]
) -> None:
    german, br2, br3 = limits
    before = {"activations-german": german - 1, "activations-2BR": br2 - 1, "activations-3BR": br3 - 1}
    table = laid(turn=turn, tracks=before)
    assert not any(r02_command.finished(table.state, command) for command in ("german", "2BR", "3BR"))
    after = {"activations-german": german, "activations-2BR": br2, "activations-3BR": br3}
    table = laid(turn=turn, tracks=after)
    assert all(r02_command.finished(table.state, command) for command in ("german", "2BR", "3BR"))


@pytest.mark.rule("0.5.3", "2.1b.2")
def test_2_1b_2_a_chit_beyond_the_limit_is_set_aside_and_the_next_one_drawn() -> None:
    table = drawing({**SOVIETS, **GERMANS}, ["G26", "S28"], tracks={"activations-german": 5})
    assert table.found("ChitDrawn")[0]["chit"] == "G26"
    assert [found["hq"] for found in table.found("HQActivated")] == ["HQ S28"]
    assert table.state.facts["aside"] == ("G26",)
    assert table.state.tracks["activations-german"] == 5


@pytest.mark.rule("0.5.3", "2.1b.2")
def test_2_1b_2_each_front_has_a_limit_of_its_own() -> None:
    table = drawing({**SOVIETS, **GERMANS}, ["S28", "S3"], tracks={"activations-3BR": 4})
    assert [found["hq"] for found in table.found("HQActivated")] == ["HQ 3"]
    assert table.state.tracks["activations-2BR"] == 1


@pytest.mark.rule("2.1b.2", "K-R5")
def test_k_r5_a_chit_whose_hq_is_off_the_map_uses_no_limit() -> None:
    table = drawing({**SOVIETS, **GERMANS, "HQ GD Pz": "gd", "HQ 31": "removed"}, ["GGDPz", "S31", "S28"])
    assert [found["chit"] for found in table.found("ChitDrawn")] == ["GGDPz", "S31"]
    assert (table.state.tracks["activations-german"], table.state.tracks["activations-3BR"]) == (0, 1)


@pytest.mark.rule("1.3c.2")
def test_1_3c_2_the_supply_phase_begins_when_every_command_is_finished() -> None:
    tracks = {"activations-german": 5, "activations-2BR": 4, "activations-3BR": 3}
    table = drawing({**SOVIETS, **GERMANS}, ["S28"], tracks=tracks)
    assert table.state.segment != "SUPPLY"
    finish(table, "soviet")
    assert len(table.found("Drawn")) == 1
    assert "SUPPLY" in [found["segment"] for found in table.found("SegmentEntered")]


@pytest.mark.rule("1.3c.2")
def test_1_3c_2_the_supply_phase_begins_when_the_cup_is_empty() -> None:
    state = laid(state={"cup": []}).state
    assert r02_command.command_over(state)
    assert not r02_command.command_over(laid(state={"cup": ["G26"]}).state)


@pytest.mark.rule("1.3c.2")
def test_1_3c_2_one_command_that_may_still_act_keeps_the_command_phase_open() -> None:
    tracks = {"activations-german": 5, "activations-2BR": 4}
    assert not r02_command.command_over(laid(turn=3, tracks=tracks, state={"cup": ["G26"]}).state)


@pytest.mark.rule("K-R11")
def test_k_r11_a_front_that_is_stopped_counts_as_finished() -> None:
    table = drawing({**SOVIETS, **GERMANS}, ["S28", "S3"], state={"stopped": ["3BR"]})
    assert [found["hq"] for found in table.found("HQActivated")] == ["HQ 3"]


@pytest.mark.rule("0.5.3", "1.3c.2", "2.1b.2", "2.1c.2", "2.1d.2")
def test_turn_3_with_thirteen_draws_ends_when_all_three_limits_are_used() -> None:
    draws = [
        "S28", "3BR-1", "G26", "S39", "G6", "NO-GAS", "S11G", "BARRAGE-3BR", "S31", "BARRAGE-2BR", "G55",
        "HGM", "G41Pz",
    ]  # fmt: skip
    state = {"cup": [*draws, "S5", "S2Sh"]}
    table = Tabletop(
        GAME, {}, clear=False, segment="DRAW", turn=3, draws=draws, dice=[5], state=state,
        tracks={"activations-2BR": 3},
    )  # fmt: skip
    while len(table.found("Drawn")) < len(draws) or table.state.segment != "DRAW":
        decision = table.state.waiting()[0]
        line = "choose HQ 5" if "choose HQ 5" in decision.answers else decision.default
        table.order(decision.player, line)
    activated = [found["hq"] for found in table.found("HQActivated")]
    assert activated == [
        "HQ S28", "HQ 5", "HQ 26", "HQ 39", "HQ 6", "HQ 11 G", "HQ 55", "HQ 9", "HQ 41Pz",
    ]  # fmt: skip
    void = [found["chit"] for found in table.found("ChitDrawn") if found["void"]]
    assert void == ["BARRAGE-3BR", "S31"]
    limits = [table.state.tracks[f"activations-{command}"] for command in ("german", "2BR", "3BR")]
    assert limits == [5, 3, 4]
    assert not r02_command.command_over(table.state)


@pytest.mark.rule("0.2i.1")
def test_0_2i_1_the_gross_deutschland_box_holds_the_four_units_and_their_chit_is_drawn_no_more() -> None:
    corps = {"HQ GD Pz": "2022", "GD Fus": "2022", "GD Pz": "2022", "GD PzG": "2023"}
    table = drawing(
        {**SOVIETS, **GERMANS, **corps}, ["GD-WITHDRAWAL", "S28"],
        state={"cup": ["GGDPz", "GD-WITHDRAWAL", "S28"]},
    )  # fmt: skip
    assert {unit.id for unit in table.state.at("gd")} == set(corps)
    assert table.state.cups["cup"] == ()
    assert table.state.hands["german"] == ()


# -- Front chits and HGM -----------------------------------------------------------------------------------


@pytest.mark.rule("0.6.1")
def test_0_6_1_five_special_chits_leave_the_hq_to_their_owner() -> None:
    cards = laid().state.roster.cards
    special = [chit for chit in cards if r00_chits.chooses(laid().state, chit)]
    assert special == ["2BR-1", "2BR-2", "3BR-1", "3BR-2", "HGM"]
    sides = [r00_chits.owner(laid().state, chit) for chit in special]
    assert sides == ["soviet"] * 4 + ["german"]


@pytest.mark.rule("0.5.4", "K-R2")
def test_k_r2_front_chits_use_the_limit_of_their_front_and_hgm_the_german_one() -> None:
    special = ("2BR-1", "2BR-2", "3BR-1", "3BR-2", "HGM")
    found = [r00_chits.command_of_chit(laid().state, chit) for chit in special]
    assert found == ["2BR", "2BR", "3BR", "3BR", "german"]


@pytest.mark.rule("0.5.1", "K-R66")
def test_k_r66_the_chit_of_an_hq_is_its_number_with_the_letter_of_its_side() -> None:
    state = laid().state
    hqs = [unit for unit in state.units.values() if unit.id.startswith("HQ ")]
    chits = {unit.id: r00_chits.chit_of(unit.id, unit.side) for unit in hqs}
    assert {hq: r00_chits.hq_of_chit(state, chit) for hq, chit in chits.items()} == {hq: hq for hq in chits}
    assert (chits["HQ G28"], chits["HQ S28"], chits["HQ 11 G"], chits["HQ 26"]) == (
        "G28",
        "S28",
        "S11G",
        "G26",
    )


@pytest.mark.rule("2.1c.1", "2.2c.1")
def test_2_1c_1_a_front_chit_activates_any_hq_of_that_front() -> None:
    table = drawing({**SOVIETS, **GERMANS}, ["3BR-1"])
    rule, player, answers = table.asked()
    assert (rule, player, set(answers)) == ("2.1c.1", "soviet", {"choose HQ S28", "choose HQ 39"})
    assert table.verdict("soviet", "choose HQ 3") == ("refused", "2.1c.1")
    assert table.verdict("soviet", "choose HQ 39") == ("done", "")
    assert table.found("HQActivated")[0]["hq"] == "HQ 39"


@pytest.mark.rule("2.1c.1")
def test_2_1c_1_activate_names_the_hq_of_a_front_chit_and_its_units_in_one_line() -> None:
    table = drawing({**SOVIETS, **GERMANS, "1 T": "2421"}, ["3BR-1"])
    assert table.verdict("soviet", "activate HQ 39 with 1 T") == ("done", "")
    assert "1 T" in table.found("UnitsActivated")[0]["units"]


@pytest.mark.rule("2.1c.1", "2.2a.1")
def test_2_1c_1_activate_with_a_wrong_unit_chooses_nobody() -> None:
    table = drawing({**SOVIETS, **GERMANS}, ["3BR-1"])
    assert table.verdict("soviet", "activate HQ 39 with 69")[0] == "refused"
    assert not table.found("HQActivated")
    assert table.asked()[0] == "2.1c.1"


@pytest.mark.rule("2.1c.1")
def test_2_1c_1_activate_is_an_answer_where_nobody_is_left_to_be_named() -> None:
    table = drawing({**SOVIETS, **GERMANS}, ["3BR-1"])
    assert table.verdict("soviet", "activate HQ 39") == ("done", "")
    assert table.found("HQActivated")[0]["hq"] == "HQ 39"


@pytest.mark.rule("2.1c.2", "2.1b.2")
def test_2_1c_2_front_chits_use_the_limit_of_their_front() -> None:
    table = drawing({**SOVIETS, **GERMANS}, ["3BR-1", "3BR-2"], tracks={"activations-3BR": 3})
    table.order("soviet", "choose HQ 39")
    assert table.state.tracks["activations-3BR"] == 4
    finish(table, "soviet")
    assert [found["chit"] for found in table.found("ChitDrawn")] == ["3BR-2"]
    assert table.state.facts["aside"] == ("3BR-2",)


@pytest.mark.rule("2.2c.2", "2.2c.3")
def test_2_2c_2_a_front_chit_may_activate_an_hq_again_for_a_whole_activation() -> None:
    table = drawing({**SOVIETS, **GERMANS}, ["S28", "3BR-1"])
    finish(table, "soviet")
    table.order("soviet", "choose HQ S28")
    assert [found["hq"] for found in table.found("HQActivated")] == ["HQ S28", "HQ S28"]
    segments = [found["segment"] for found in table.found("SegmentEntered")]
    assert segments[segments.index("CHOOSE_HQ") :][:3] == ["CHOOSE_HQ", "SELECT", "MOVE"]
    finish(table, "soviet")
    assert table.state.hands["soviet"] == ("S28", "3BR-1")


@pytest.mark.rule("0.6b.1", "2.1d.1", "2.1d.2")
def test_2_1d_1_hgm_activates_any_german_hq_and_uses_the_german_limit() -> None:
    table = drawing({**SOVIETS, **GERMANS}, ["HGM"])
    rule, player, answers = table.asked()
    assert (rule, player, set(answers)) == ("2.1d.1", "german", {"choose HQ 26", "choose HQ G28"})
    table.order("german", "choose HQ 26")
    assert table.found("HQActivated")[0]["hq"] == "HQ 26"
    assert table.state.tracks["activations-german"] == 1


@pytest.mark.rule("2.1d.2")
def test_2_1d_2_hgm_beyond_the_german_limit_is_set_aside() -> None:
    table = drawing({**SOVIETS, **GERMANS}, ["HGM", "S28"], tracks={"activations-german": 5})
    assert table.found("ChitDrawn")[0]["chit"] == "HGM"
    assert [found["hq"] for found in table.found("HQActivated")] == ["HQ S28"]


@pytest.mark.rule("2.1b.2", "2.1c.1")
def test_2_1b_2_a_front_chit_without_an_hq_of_its_front_activates_nobody() -> None:
    table = drawing({**GERMANS, "HQ 3": "3021", "S35": "3021"}, ["3BR-1", "G26"])
    assert table.found("ChitDrawn")[0]["void"] == "no HQ under its command is on the map"
    assert [found["hq"] for found in table.found("HQActivated")] == ["HQ 26"]


@pytest.mark.rule("2.2a.3", "2.2e.1")
def test_2_2e_1_an_hq_in_a_box_commands_no_hex() -> None:
    assert r02_command.within(laid({"HQ 26": "removed"}).state, "HQ 26") == {}


# -- 2.2e, Command Range -----------------------------------------------------------------------------------


@pytest.mark.rule("2.2e.1")
def test_2_2e_1_the_hex_of_the_hq_is_not_counted_and_that_of_the_unit_is() -> None:
    near = r02_command.within(laid({"HQ 26": "2020"}).state, "HQ 26")
    assert (near["2020"], near["2021"], near["2024"]) == (0, 1, 4)
    assert "2025" not in near


@pytest.mark.rule("2.2a.3")
def test_2_2a_3_an_hq_of_range_five_commands_one_hex_further() -> None:
    near = r02_command.within(laid({"HQ S28": "2020"}).state, "HQ S28")
    assert near["2025"] == 5
    assert "2026" not in near


@pytest.mark.rule("2.2e-lim.1")
def test_2_2e_lim_1_command_range_goes_round_water() -> None:
    state = laid({"HQ 26": "1808"}).state
    near = r02_command.within(state, "HQ 26")
    wet = [hex_ for hex_ in near if state.board.spaces[hex_].facts["terrain"] == "water"]
    assert wet == []
    grid = state.board.grid
    assert grid is not None
    assert grid.distance("1808", "1712") == 4
    assert "1712" not in near


@pytest.mark.rule("2.2e-lim.2")
def test_2_2e_lim_2_command_range_ends_behind_an_unbridged_major_river() -> None:
    near = r02_command.within(laid({"HQ 26": "1137"}).state, "HQ 26")
    assert (near["1138"], near["1135"]) == (1, 2)
    assert not {"1139", "1140"} & set(near)


@pytest.mark.rule("2.2e-lim.3")
def test_2_2e_lim_3_enemies_and_lack_of_supply_do_not_shorten_command_range() -> None:
    alone = r02_command.within(laid({"HQ 26": "2020"}).state, "HQ 26")
    hemmed = {"HQ 26": "2020 full isolated", "3 G": "2021", "128": "2022"}
    assert r02_command.within(laid(hemmed).state, "HQ 26") == alone


@pytest.mark.rule("0.2a.4")
def test_0_2a_4_command_range_goes_through_a_half_hex_only_along_its_road() -> None:
    state = laid().state
    assert r02_command.bar(with_half(state, "2020"), "1920", "2020") is not None
    assert r02_command.bar(state, "1920", "2020") is None
    on_road, other = with_half(state, "2222"), laid().state
    roads = [near for near in state.board.neighbours("2222") if "road" in state.board.between("2222", near)]
    assert roads
    for near in state.board.neighbours("2222"):
        barred = r02_command.bar(on_road, near, "2222") is not None
        assert barred == (near not in roads)
    assert all(r02_command.bar(other, near, "2222") is None for near in roads)
    for near in state.board.neighbours("2222"):
        assert (r02_command.bar(on_road, "2222", near) is not None) == (near not in roads)


@pytest.mark.rule("2.2e-lim.1")
def test_2_2e_lim_1_no_way_leads_command_range_into_water_nor_out_of_it() -> None:
    wet = country(ground={"2020": {"terrain": "water"}}, roads=["2020 2120"])
    state = laid().state.but(board=wet)
    assert r02_command.bar(state, "2120", "2020") is not None
    assert r02_command.bar(state, "2020", "2019") is not None
    assert r02_command.bar(state, "2120", "2121") is None


def with_half(state: State, hex_: str) -> State:
    """The map with one of its hexes cut in half at its edge."""
    space = state.board.spaces[hex_]
    cut = replace(space, facts={**space.facts, "half": True})
    return state.but(board=replace(state.board, spaces={**state.board.spaces, hex_: cut}))
