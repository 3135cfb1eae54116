"""Rule 9.1, entry of reinforcements and of who retreated off the map; 9, the release of the Luftwaffe."""

from __future__ import annotations

import pytest

from adjudicator.games.panzerkorps48 import GAME, r09_entry
from adjudicator.games.panzerkorps48.levels import phase
from adjudicator.games.panzerkorps48.r04_costs import entry_cost
from adjudicator.games.panzerkorps48.r09_entry import area, due, one_by_one
from maps.board import Board
from tests.games.panzerkorps48.table import moved, said, table
from tests.tabletop import Tabletop

MECH = {"45MB": "5-mech", "49MB": "5-mech", "168TB": "5-mech"}
SOVIETS = [unit.id for unit in GAME.start("campaign").units.values() if unit.side == "soviet"]
PLAN = {"plan": {"5MC": [6, "A"], "321RD": [6, "A"]}, "entry-turns": {"5MC": 6, "321RD": 6}}


def arriving(units: dict[str, str]) -> Tabletop:
    """The Soviet Movement Phase of turn 6, for which the 5th Mechanized Corps is planned."""
    return table(units, turn=6, state=PLAN)


@pytest.mark.rule("9.1.ent.1", "9.1.ent.3", "9.1.sov.7")
def test_9_1_ent_3_a_unit_enters_anywhere_along_its_area_and_pays_for_it() -> None:
    laid = arriving({"168TB": "5-mech"})
    assert laid.verdict("soviet", "enter 168TB at 2501") == ("refused", "9.1.ent.1")
    assert laid.verdict("soviet", "enter 168TB at 1701 via 1702-1703") == ("done", "")
    assert laid.at("168TB") == "1703"
    assert phase(laid.state).spent["168TB"] == 6
    assert "168TB enters at 1701 and goes to 1702, 1703 (MP 1, 2, 3 of 9)." in laid.said()


@pytest.mark.rule("4.mov.8", "9.1.ent.3", "3.2.mov.1", "3.2.mov.3", "2.1.side.1")
def test_an_entry_is_a_move_like_others() -> None:
    laid = arriving({"137RR": "3815", "45MB": "5-mech", "15-I": "german-reinforcements"})
    far = "-".join(f"17{row:02}" for row in range(2, 10))
    (refused,) = laid.order("soviet", f"enter 45MB at 1701 via {far}")
    assert (refused.verdict, refused.rule) == ("refused", "4.mov.8")
    assert refused.why.startswith("after it enters at 1701: 45MB has ") and "are left" in refused.why
    assert laid.verdict("soviet", "enter 15-I at 1701") == ("refused", "2.1.side.1")
    laid.order("soviet", "move 137RR via 3816\nenter 45MB at 1701")
    assert laid.verdict("soviet", "move 137RR via 3817") == ("refused", "3.2.mov.3")
    assert laid.verdict("soviet", "move 45MB via 1702") == ("done", "")


@pytest.mark.rule("4.stack.2", "9.1.ent.5")
def test_4_stack_2_who_enters_began_the_phase_in_no_stack() -> None:
    """Off the map there are no stacks (ruling 44): each attacks by itself, though they entered together."""
    laid = arriving({"45MB": "5-mech", "49MB": "5-mech", "685-I": "1702"})
    laid.order("soviet", "enter 45MB, 49MB at 1701")
    lines = {line for line in GAME.legal(laid.state, laid.state.waiting()[0]) if line.startswith("hasty")}
    assert lines == {"hasty 1702 by 45MB", "hasty 1702 by 49MB"}
    assert laid.verdict("soviet", "hasty 1702 by 45MB, 49MB") == ("refused", "4.stack.2")
    assert laid.verdict("soviet", "hasty 1702 by 45MB") == ("done", "")


@pytest.mark.rule("9.1.sov.7")
def test_9_1_sov_7_an_area_is_told_once() -> None:
    known = {**PLAN, "entry-areas": {"5MC": "A", "321RD": "A"}}
    assert table({"137RR": "3815"}, turn=7, state=known).found("AreaRevealed") == []


@pytest.mark.rule("9.1.ent.1")
def test_9_1_ent_1_areas_have_letters_and_one_lies_on_the_map() -> None:
    board = table({}).state.board
    assert (area(board, "F"), area(board, "A")[0], area(board, "G")[-1]) == (("5823", "5824"), "1601", "2633")


@pytest.mark.rule("9.1.ent.2", "9.1.sov.7")
def test_9_1_ent_2_units_enter_in_their_movement_phase_from_their_turn_on() -> None:
    early = table(MECH, turn=5, state=PLAN)
    assert early.verdict("soviet", "enter 168TB at 1701") == ("refused", "9.1.sov.7")
    fighting = table({**MECH, "137RR": "3814", "685-I": "3815"}, "SOV.PREP", turn=6, state=PLAN)
    assert fighting.verdict("soviet", "enter 168TB at 1701") == ("waiting", "")
    assert moved({"117TB": "3815"}, "enter 117TB at 1701") == ("refused", "9.1.ent.2")


@pytest.mark.rule("9.1.ent.4")
def test_9_1_ent_4_at_a_road_hex_a_unit_pays_the_road() -> None:
    laid = table({"15-I": "german-reinforcements", "15-II": "german-reinforcements"}, "GER.MOVE", turn=2)
    laid.order("german", "enter 15-I at 2033\nenter 15-II at 1933")
    assert phase(laid.state).spent == {"15-I": 1, "15-II": 2}
    board, unit = laid.state.board, laid.state.units["15-I"]
    inside = next(a for a in board.links if not board.spaces[a].facts["leads_off"] and road_touches(board, a))
    assert entry_cost(laid.state, unit, inside) == 1


def road_touches(board: Board, space: str) -> bool:
    """Whether a road crosses a side of a hex."""
    return any("road" in features for features in board.links[space].values())


@pytest.mark.rule("9.1.ent.5")
def test_9_1_ent_5_the_same_hex_costs_every_unit_the_same() -> None:
    laid = arriving(MECH)
    laid.order("soviet", "enter 45MB at 1701 via 1702\nenter 49MB at 1701\nenter 168TB at 1701 via 1801")
    assert phase(laid.state).spent == {"45MB": 4, "49MB": 2, "168TB": 4}


@pytest.mark.rule("9.1.ent.6", "5.eff.1", "5.eff.3")
def test_9_1_ent_6_weapons_do_not_enter_at_enemy_controlled_hexes_and_others_do() -> None:
    units = {"168TB": "5-mech", "321RD-A": "321-rd", "15-I": "1702"}
    laid = arriving(units)
    assert laid.verdict("soviet", "enter 321RD-A at 1701") == ("refused", "9.1.ent.6")
    assert laid.verdict("soviet", "enter 168TB at 1701 via 1601") == ("refused", "5.eff.1")
    assert laid.verdict("soviet", "enter 168TB at 1701") == ("done", "")
    full = arriving({**units, "15-II": "1801"})
    assert full.verdict("soviet", "enter 168TB at 1801") == ("refused", "9.1.ent.6")


@pytest.mark.rule("9.1.ent.7")
def test_9_1_ent_7_who_cannot_be_placed_waits_for_the_next_turn() -> None:
    board = table({}).state.board
    ids = [unit.id for unit in GAME.start("campaign").units.values() if unit.side == "german"]
    held = dict(zip(ids, area(board, "A"), strict=False))
    laid = arriving({"168TB": "5-mech", **held})
    assert due(laid.state) == ()
    assert laid.verdict("soviet", "end") == ("done", "")
    assert laid.at("168TB") == "5-mech"


@pytest.mark.rule("9.1.sov.8", "9.1.ent.7")
def test_9_1_sov_8_where_there_is_room_for_one_alone_one_must_enter() -> None:
    ids = [unit.id for unit in GAME.start("campaign").units.values() if unit.side == "german"]
    held = dict(zip(ids, area(table({}).state.board, "A")[1:], strict=False))
    laid = arriving({"45MB": "5-mech", "49MB": "5-mech", "137RR": "1601", **held})
    assert one_by_one(laid.state, due(laid.state)) == ("enter 45MB at 1601",)
    assert said(laid.order("soviet", "enter 45MB at 1601\nend")) == [("done", ""), ("done", "")]


@pytest.mark.rule("9.1.sov.8", "9.1.ent.3")
def test_9_1_sov_8_where_all_hexes_are_full_units_enter_and_go_on_as_room_is_left() -> None:
    full = area(table({}).state.board, "A") * 2
    laid = arriving({**dict(zip((one for one in SOVIETS if one not in MECH), full, strict=False)), **MECH})
    lines = laid.state.waiting()[0].default.splitlines()
    assert lines[:3] == [
        "enter 45MB at 1601 via 1501", "enter 49MB at 1601 via 1501", "enter 168TB at 1601 via 1502",
    ]  # fmt: skip


@pytest.mark.rule("9.1.sov.7", "9.1.sov.8")
def test_9_1_sov_8_all_that_can_be_placed_must_enter() -> None:
    laid = arriving(MECH)
    asked = laid.state.waiting()[0].question
    assert asked.startswith("Enter, move and attack")
    assert asked.endswith('These must enter before "end": 45MB, 49MB, 168TB.')
    nobody = arriving({"137RR": "3815"}).state.waiting()[0].question
    assert nobody.startswith("Move and attack") and nobody.endswith('"end" ends them.')
    (ruling,) = laid.order("soviet", "end")
    assert (ruling.verdict, ruling.rule) == ("refused", "9.1.sov.8")
    assert ruling.why == "these must enter in this phase: 45MB, 49MB, 168TB"
    laid.order("soviet", "\n".join(laid.state.waiting()[0].default.splitlines()))
    assert laid.state.segment == "GER.MOVE"
    assert {laid.at(unit) for unit in MECH} <= set(area(laid.state.board, "A"))


@pytest.mark.rule("9.1.sov.7")
def test_9_1_sov_7_the_area_is_told_on_the_planned_turn() -> None:
    assert "entry-areas" not in table(MECH, turn=5, state=PLAN).state.facts
    laid = arriving(MECH)
    assert laid.state.facts["entry-areas"]["5MC"] == "A"
    assert "5th Mechanized Corps enters this turn at area A." in laid.said()


@pytest.mark.rule("9.1.ger.1", "9.1.ger.2", "10.tab.2")
def test_9_1_ger_1_the_11th_panzer_division_enters_from_turn_2_at_g() -> None:
    units = {"15-I": "german-reinforcements"}
    assert table(units, "GER.MOVE").verdict("german", "enter 15-I at 2033") == ("refused", "9.1.ger.1")
    assert table(units, "GER.MOVE", turn=2).verdict("german", "enter 15-I at 2033") == ("done", "")
    assert table(units, "GER.MOVE", turn=3).verdict("german", "enter 15-I at 3433") == (
        "refused",
        "9.1.ent.1",
    )
    boxes = {unit.at for unit in GAME.start("campaign").units.values() if unit.side == "german"}
    assert boxes == {"set-up", "german-reinforcements"}


@pytest.mark.rule("9.1.ger.1", "9.1.ent.7")
@pytest.mark.parametrize("turn", [2, 3])
def test_9_1_ger_1_all_of_it_that_can_be_placed_must_enter(turn: int) -> None:
    units = {"15-I": "german-reinforcements", "110-I": "german-reinforcements"}
    laid = table(units, "GER.MOVE", turn=turn)
    (ruling,) = laid.order("german", "end")
    assert (ruling.rule, ruling.why) == ("9.1.ger.1", "these must enter in this phase: 15-I, 110-I")
    assert {one.verdict for one in laid.order("german", ruling.legal[0])} == {"done"}
    assert {laid.at(unit) for unit in units} <= set(area(laid.state.board, "G"))
    held = dict(zip(SOVIETS, area(laid.state.board, "G"), strict=False))
    shut_out = table({**units, **held}, "GER.MOVE", turn=turn)
    assert shut_out.verdict("german", "end") == ("done", "")
    assert shut_out.at("15-I") == "german-reinforcements"


@pytest.mark.rule("9.1.ent.1", "9.1.ent.6")
def test_an_entry_that_is_refused_says_what_is_wrong_with_its_hex() -> None:
    laid = arriving({"168TB": "5-mech", "321RD-A": "321-rd", "15-I": "1702", "15-II": "1801"})

    def why(line: str) -> str:
        (ruling,) = laid.order("soviet", line)
        return ruling.why.partition(": ")[2]

    assert why("enter 168TB at 2501") == "that hex is not in area A, where it enters"
    assert why("enter 168TB at 1801") == "enemies are there"
    assert why("enter 321RD-A at 1701") == "weapons units may not enter at an enemy-controlled hex"


@pytest.mark.rule("6.gen.1", "9.1.ent.3")
def test_stacking_holds_on_entry() -> None:
    units = {"45MB": "5-mech", "137RR": "1701", "140RR": "1701"}
    assert arriving(units).verdict("soviet", "enter 45MB at 1701") == ("refused", "6.sov.1")
    assert arriving(units).verdict("soviet", "enter 45MB at 1701 via 1702") == ("done", "")


# -- back on the map -------------------------------------------------------------------------------------

OFF = {"state": {"left-at": {"Ada-1": "2033"}}, "turn": 3}


@pytest.mark.rule("8.3.edge.2")
def test_8_3_edge_2_who_retreated_off_the_map_comes_back_where_it_left() -> None:
    laid = table({"Ada-1": "off-map"}, "GER.MOVE", **OFF)
    assert laid.verdict("german", "end") == ("refused", "8.3.edge.2")
    assert laid.state.waiting()[0].rule == "8.3.edge.2"
    assert laid.verdict("german", "enter Ada-1 at 1933") == ("refused", "8.3.edge.2")
    assert laid.verdict("german", "enter Ada-1 at 2033") == ("done", "")
    assert phase(laid.state).spent["Ada-1"] == 1


@pytest.mark.rule("8.3.edge.2")
def test_8_3_edge_2_not_in_the_phase_in_which_it_left() -> None:
    laid = table({"Ada-1": "3815"}, "GER.MOVE", **OFF)
    unit = laid.state.units["Ada-1"]
    laid.play.state = laid.state.with_unit(type(unit)(unit.id, unit.side, "off-map", 2))
    assert laid.verdict("german", "enter Ada-1 at 2033") == ("refused", "8.3.edge.2")


@pytest.mark.rule("8.3.edge.3")
def test_8_3_edge_3_else_at_the_nearest_hex_that_is_free() -> None:
    laid = table({"Ada-1": "off-map", "117TB": "2033"}, "GER.MOVE", **OFF)
    held, far = laid.order("german", "enter Ada-1 at 2033\nenter Ada-1 at 2433")
    assert (held.rule, far.rule) == ("8.3.edge.3", "8.3.edge.3")
    nearest = "it enters at the nearest hex without enemies and their zones"
    assert held.why == f"Ada-1 may not enter at 2033: enemies are there; {nearest}"
    assert far.why == f"Ada-1 may not enter at 2433: enemies are in 2033, where it left; {nearest}"
    assert laid.verdict("german", "enter Ada-1 at 2133") == ("refused", "8.3.edge.3")
    assert laid.verdict("german", "enter Ada-1 at 2233") == ("done", "")


@pytest.mark.rule("8.3.edge.3", "9.1.ent.6")
def test_8_3_edge_3_a_hex_that_is_only_controlled_takes_all_but_weapons() -> None:
    units = {"Ada-1": "off-map", "Ada-A": "off-map", "117TB": "2032"}
    laid = table(units, "GER.MOVE", state={"left-at": {"Ada-1": "2033", "Ada-A": "2033"}}, turn=3)
    assert laid.verdict("german", "enter Ada-A at 2033") == ("refused", "9.1.ent.6")
    assert laid.verdict("german", "enter Ada-1 at 2033") == ("done", "")
    assert laid.verdict("german", "end") == ("done", "")


@pytest.mark.rule("4.mov.2", "8.3.edge.2")
def test_8_3_edge_2_who_retreated_from_its_own_prepared_attack_comes_back_and_goes_no_further() -> None:
    units = {"421RR": "off-map full barred", "634RR": "off-map"}
    laid = table(units, "SOV.MOVE", state={"left-at": {"421RR": "2033", "634RR": "2033"}}, turn=3)
    offered = [line for line in r09_entry.legal(laid.state, "soviet") if "421RR" in line]
    assert offered == ["enter 421RR at 2033"]
    lines = (
        "enter 421RR at 2033 via 2032\nenter 634RR at 2033 via 2032\nenter 421RR at 2033\nmove 421RR to 2032"
    )
    assert said(laid.order("soviet", lines)) == [
        ("refused", "4.mov.2"), ("done", ""), ("done", ""), ("refused", "4.mov.2"),
    ]  # fmt: skip


# -- the Luftwaffe ---------------------------------------------------------------------------------------

DIVISION = {"LJ-1": "3522", "LJ-2": "4925"}


@pytest.mark.rule("9.lw.2", "9.lw.7", "7.who.6")
def test_9_lw_2_the_division_neither_moves_nor_attacks_before_its_release() -> None:
    units = {**DIVISION, "685-I": "3815", "137RR": "3523 2"}
    assert moved(units, "move LJ-1 via 3521", "GER.MOVE", turn=3) == ("refused", "9.lw.2")
    assert moved(units, "hasty 3523 by LJ-1", "GER.MOVE", turn=3) == ("refused", "9.lw.2")
    assert table(units, "GER.PREP", turn=3).state.segment == "GER.MOVE", "nobody could make a prepared attack"


@pytest.mark.rule("9.lw.3", "9.lw.5")
def test_9_lw_3_it_is_released_at_the_start_of_turn_7() -> None:
    laid = table(DIVISION, "GER.MOVE", turn=6)
    laid.order("german", "end")
    assert "The 7th Luftwaffe Field Division is released: it is turn 7." in laid.said()
    early = table(DIVISION, "GER.MOVE", turn=5)
    early.order("german", "end")
    assert early.found("LuftwaffeReleased") == []
    again = table(DIVISION, "GER.MOVE", turn=6, state={"released": True})
    again.order("german", "end")
    assert again.found("LuftwaffeReleased") == []


@pytest.mark.rule("9.lw.4", "9.lw.5", "9.lw.6")
def test_9_lw_4_it_is_released_by_soviets_who_pass_within_two_hexes_all_of_it() -> None:
    laid = table({**DIVISION, "117TB": "3517", "685-I": "3718 2"}, turn=4)
    laid.order("soviet", "move 117TB via 3518-3519")
    assert laid.found("LuftwaffeReleased") == []
    laid.order("soviet", "move 117TB via 3520\nmove 117TB via 3519\nmove 117TB via 3520-3519\nend")
    assert len(laid.found("LuftwaffeReleased")) == 1
    assert laid.verdict("german", "move LJ-2 via 4926") == ("done", "")


@pytest.mark.rule("9.lw.4")
def test_9_lw_4_germans_release_nobody() -> None:
    laid = table({**DIVISION, "685-I": "3519"}, "GER.MOVE", turn=4)
    laid.order("german", "move 685-I via 3520")
    assert laid.found("LuftwaffeReleased") == []


def test_a_sheet_of_entries_is_taken_in_its_order() -> None:
    laid = arriving(MECH)
    lines = "enter 45MB at 1701\nenter 49MB at 1801\nenter 168TB at 1901\nend"
    assert said(laid.order("soviet", lines)) == [("done", "")] * 4


@pytest.mark.rule("9.1.ent.3", "9.1.ent.5", "3.2.mov.2")
def test_several_units_enter_in_one_line_each_at_its_own_cost_or_none_does() -> None:
    laid = arriving({"45MB": "5-mech", "49MB": "5-mech", "15-I": "2333"})
    assert laid.verdict("soviet", "enter 45MB, 49MB, 15-I at 1701") == ("refused", "2.1.side.1")
    assert laid.at("45MB") == "5-mech"
    assert laid.verdict("soviet", "enter 45MB and 49MB at 1701 via 1702") == ("done", "")
    assert (laid.at("45MB"), laid.at("49MB")) == ("1702", "1702")
    spent = phase(laid.state).spent
    assert spent["45MB"] == spent["49MB"]
    assert phase(laid.state).moving == ("45MB", "49MB")
