"""Rule 4, movement: who moves, what it costs, what stands in the way."""

from __future__ import annotations

import pytest

from adjudicator.games.koenigsberg45.actions.r04_movement import free_move, run_moves
from adjudicator.games.koenigsberg45.charts import charts
from adjudicator.games.koenigsberg45.hexes.r04_current_costs import allowance, column, current_costs
from adjudicator.games.koenigsberg45.r04_path import may_overrun
from adjudicator.games.koenigsberg45.terrain import is_half
from adjudicator.judging.referee import run_on
from adjudicator.mechanics.wording import bill

from .country import first, laid, moved, why
from .table import table

ROAD = "2020 2121 2221 2322 2422 2523 2623 2724 2824"


# -- 4.0, 4.1 who moves --------------------------------------------------------------------------------


@pytest.mark.rule("4.0.1")
def test_only_activated_units_and_their_hq_move() -> None:
    state = {"activated": ["72"], "hq": "HQ 5"}
    found = laid({"72": "2120", "65": "2220", "HQ 5": "2020"}, position={"state": state})
    assert why(found, "soviet", "move 65 2221")[0] == "4.0.1"
    assert moved(found, "soviet", "move HQ 5 2021") == ("2021", "1 of 6")
    assert moved(found, "soviet", "move 72 2121") == ("2121", "1 of 4")


@pytest.mark.rule("4.1.1", "1.3b.1")
def test_all_some_or_none_may_move() -> None:
    none = laid({"72": "2120", "65": "2220"})
    none.order("soviet", "done move")
    assert none.found("UnitMoved") == [] and none.state.segment != "MOVE"
    some = laid({"72": "2120", "65": "2220"})
    some.order("soviet", "move 72 2121\npass")
    assert [one["unit"] for one in some.found("UnitMoved")] == ["72"] and some.state.segment != "MOVE"


@pytest.mark.rule("4.1.1")
def test_whoever_has_points_is_asked_beside_those_who_have_none() -> None:
    found = laid({"Gar Thorn": "2020", "1": "2022", "72": "3030"}, active="german")
    assert found.state.waiting()[0].topic == "move"


@pytest.mark.slow
@pytest.mark.rule("4.1.2")
def test_a_move_that_is_completed_is_not_taken_up_again() -> None:
    found = laid({"72": "2120", "65": "2220"})
    verdicts = found.order("soviet", "move 72 2121\nmove 65 2221\nmove 72 2122")
    assert [(one.verdict, one.rule) for one in verdicts] == [("done", ""), ("done", ""), ("refused", "4.1.2")]


@pytest.mark.rule("4.1.2", "5.0a.2")
def test_a_whole_stack_moves_by_one_line_or_not_at_all() -> None:
    found = laid({"72": "2120", "65": "2120", "103": "2121"})
    assert why(found, "soviet", "move 72, 65 2121")[0] == "5.0.1"
    assert found.found("UnitMoved") == []
    found.order("soviet", "move 72 and 65 2119")
    assert (found.at("72"), found.at("65")) == ("2119", "2119")


@pytest.mark.rule("4.3.4")
def test_points_are_neither_saved_nor_given_to_others() -> None:
    found = laid({"72": "2120", "65": "2120"})
    found.order("soviet", "move 72 2121")
    rule, text, _ = why(found, "soviet", "move 65 2120-2121-2122-2123-2124-2125")
    assert rule == "4.1a.1" and text.startswith("65 has 4 MP")
    assert allowance(found.state, found.state.units["72"]) == 4


@pytest.mark.rule("4.3.3")
def test_enemy_units_do_not_move() -> None:
    found = laid({"72": "2120", "1": "2123"})
    assert why(found, "soviet", "move 1 2124")[0] == "4.3.3"


@pytest.mark.rule("12.8.1", "12.8.2")
def test_the_hq_of_6th_corps_stays_and_its_units_move() -> None:
    state = {"activated": ["131", "HQ 6"], "hq": "HQ 6"}
    found = laid({"131": "2120", "HQ 6": "2220", "72": "2135"}, active="german", position={"state": state})
    assert why(found, "german", "move HQ 6 2221")[0] == "12.8.1"
    assert moved(found, "german", "move 131 2120-2121-2122-2123-2124")[1] == "1, 2, 3, 4 of 4"


@pytest.mark.rule("1.3c.1")
def test_no_move_after_an_attack_on_the_same_sheet() -> None:
    found = laid({"72": "2120", "65": "2220", "1": "2119"}, position={"dice": [6]})
    verdicts = found.order("soviet", "attack 2119 with 72\nmove 65 2221")
    assert (verdicts[1].verdict, verdicts[1].rule) == ("refused", "1.3c.1")
    assert found.at("65") == "2220"


# -- 4.1a, 4.1b points -----------------------------------------------------------------------------------


@pytest.mark.rule("4.1a.1", "4.2.1", "4.3.2")
def test_a_path_beyond_the_allowance_is_refused_whole_with_the_last_hex_in_reach() -> None:
    found = laid({"72": "2120"})
    rule, text, legal = why(found, "soviet", "move 72 2120-2121-2122-2123-2124-2125")
    assert (rule, legal[0]) == ("4.1a.1", "move 72 2120-2121-2122-2123-2124")
    assert text.endswith("2125 needs 1 and 0 are left")
    assert found.at("72") == "2120"


@pytest.mark.rule("4.1a.2", "4.1b.1")
def test_nobody_has_a_hex_for_sure() -> None:
    found = laid({"72": "2120 full isolated", "1": "2119"})
    assert why(found, "soviet", "move 72 2120-2121") == (
        "4.1a.2",
        "72 has 2 MP; costs: 2121 1+2; 2121 needs 3 and 2 are left",
        ("done",),
    )


@pytest.mark.rule("4.1a.1", "11.3b.1")
def test_an_isolated_unit_has_half_its_points_rounded_down() -> None:
    found = laid({"1 T": "2120 full isolated", "65": "2122 full out-of-supply"}, run=False)
    assert allowance(found.state, found.state.units["1 T"]) == 3
    assert allowance(found.state, found.state.units["65"]) == 4


@pytest.mark.rule("4.1b.1")
def test_a_hex_costs_its_terrain_its_hexside_and_the_enemy_zone() -> None:
    found = laid({"1 T": "2121", "1": "2119"}, ground={"2120": {"terrain": "forest"}}, minor=["2120/2121"])
    assert moved(found, "soviet", "move 1 T 2121-2120") == ("2120", "6 of 7")
    infantry = laid(
        {"3 G C": "2121", "1": "2119"}, ground={"2120": {"terrain": "forest"}}, minor=["2120/2121"]
    )
    assert moved(infantry, "soviet", "move 3 G C 2121-2120") == ("2120", "5 of 6")


@pytest.mark.rule("0.2c.1", "4.1b.1")
@pytest.mark.parametrize(
    ("kind", "leg", "tanks"), [("clear", 1, 1), ("forest", 2, 3), ("marsh", 2, 0), ("lake", 3, 0)]
)
def test_costs_are_read_from_the_chart(kind: str, leg: int, tanks: int) -> None:
    cell = charts()["tec"].cell("leg", kind)
    found = laid({"72": "2120", "1 T": "2122"}, ground={"2121": {"terrain": kind}})
    assert moved(found, "soviet", "move 72 2120-2121") == ("2121", f"{leg} of 4")
    assert cell == str(leg)
    if tanks:
        assert moved(found, "soviet", "move 1 T 2122-2121") == ("2121", f"{tanks} of 7")
    else:
        assert why(found, "soviet", "move 1 T 2122-2121")[0] == "4.2d.3"


@pytest.mark.rule("4.1b.2")
def test_the_running_total_is_reported() -> None:
    found = laid({"1 T": "2120", "1": "2117"}, ground={"2119": {"terrain": "forest"}})
    assert moved(found, "soviet", "move 1 T 2120-2119-2118") == ("2118", "3, 6 of 7")
    assert any(text.endswith(" (MP 3, 6 of 7).") for text in found.said())


@pytest.mark.rule("4.1b.1", "4.1b.2")
def test_a_step_is_billed_part_by_part() -> None:
    ground = {"2120": {"terrain": "forest"}}
    found = laid({"72": "2121", "1": "2118"}, ground=ground, minor=["2120/2121"], major=["2123/2124"])
    on = current_costs(found.state, found.state.units["72"], "road")
    steps = (("2122", "2123"), ("2121", "2120"), ("2120", "2119"), ("2119", "2120"), ("2119", "2219"))
    assert [bill(on, *step) for step in steps] == ["1", "3", "1+2", "2+2", "1+2"]
    assert bill(on, "2119", "2218") == "1+2+2"
    assert bill(on, "2123", "2124") == "all"


@pytest.mark.rule("4.1b.1")
def test_a_path_with_a_gap_is_refused_naming_it() -> None:
    found = laid({"1 T": "2120"})
    assert why(found, "soviet", "move 1 T 2119-2117")[:2] == ("4.1b.1", "2117 is not adjacent to 2119")


@pytest.mark.rule("4.1b.1")
def test_a_unit_that_is_there_already_goes_nowhere() -> None:
    assert why(laid({"72": "2120"}), "soviet", "move 72 2120")[:2] == ("4.1b.1", "72 is in 2120 already")


@pytest.mark.rule("4.1b.1")
def test_a_destination_alone_is_reached_by_the_cheapest_way() -> None:
    wood = {space: {"terrain": "forest"} for space in ("2119", "2219", "2019", "2118")}
    found = laid({"72": "2120"}, ground=wood, roads=["2120 2019 2018 2118"])
    assert moved(found, "soviet", "move 72 2118") == ("2118", "1, 2, 3 of 4")
    assert found.found("UnitMoved")[0]["path"] == ("2120", "2019", "2018", "2118")


@pytest.mark.rule("4.2.1")
def test_a_destination_out_of_reach_names_how_far_the_cheapest_way_goes() -> None:
    found = laid({"72": "2120"})
    rule, text, legal = why(found, "soviet", "move 72 2114")
    assert rule == "4.1a.1" and legal[0] == "move 72 2116" and "2115 needs 1 and 0 are left" in text


# -- 4.2 terrain ---------------------------------------------------------------------------------------


@pytest.mark.rule("4.2a.1")
def test_two_road_hexes_without_a_road_between_them_cost_their_terrain() -> None:
    wood = {"2119": {"terrain": "forest"}}
    found = laid({"72": "2120"}, ground=wood, roads=["2120 2220", "2119 2218"])
    assert moved(found, "soviet", "move 72 2120-2119") == ("2119", "2 of 4")


@pytest.mark.rule("4.2a.2", "K-R19")
def test_a_road_replaces_hex_and_hexside_but_not_the_enemy_zone() -> None:
    wood = {"2119": {"terrain": "forest"}}
    found = laid({"72": "2120", "1": "2117"}, ground=wood, roads=["2120 2119 2118"], minor=["2119/2120"])
    assert moved(found, "soviet", "move 72 2120-2119-2118") == ("2118", "1, 4 of 4")


@pytest.mark.rule("4.2a.1")
def test_across_country_the_road_is_left_alone() -> None:
    found = laid({"72": "2120", "65": "2120"}, ground={"2119": {"terrain": "forest"}}, roads=["2120 2119"])
    assert moved(found, "soviet", "move 72 road 2120-2119")[1] == "1 of 4"
    assert moved(found, "soviet", "move 65 field 2120-2119")[1] == "2 of 4"


@pytest.mark.rule("4.2b.1", "4.2b.2")
def test_a_minor_river_costs_one_more_and_ends_the_move() -> None:
    found = laid({"1 T": "2020"}, minor=["2020/2021"])
    rule, text, legal = why(found, "soviet", "move 1 T 2020-2021-2022")
    assert (rule, legal[0]) == ("4.2b.2", "move 1 T 2020-2021")
    assert text == "a unit stops when it has crossed an unbridged minor river, in 2021"
    assert moved(found, "soviet", "move 1 T 2020-2021") == ("2021", "2 of 7")


@pytest.mark.rule("4.2c.1", "0.2k.1")
@pytest.mark.parametrize("way", ["roads", "rails"])
def test_a_bridge_of_road_or_rail_takes_away_both(way: str) -> None:
    bridge = ["2020 2021"]
    roads, rails = (bridge, []) if way == "roads" else ([], bridge)
    found = laid({"72": "2020"}, minor=["2020/2021"], roads=roads, rails=rails)
    assert moved(found, "soviet", "move 72 field 2020-2021-2022") == ("2022", "1, 2 of 4")


@pytest.mark.rule("4.1b.1", "4.2d.3")
def test_a_major_river_takes_the_whole_allowance_and_stops_tanks() -> None:
    river = ["2020/2021", "2120/2121", "2019/2020"]
    found = laid({"72": "2020", "1 T": "2120", "65": "2121"}, major=river)
    assert why(found, "soviet", "move 1 T 2120-2121")[0] == "4.2d.3"
    rule, text, _ = why(found, "soviet", "move 65 2121-2021-2020")
    assert rule == "4.1b.1" and "whole allowance" in text
    assert moved(found, "soviet", "move 72 2020-2021") == ("2021", "4 of 4")


@pytest.mark.rule("4.1b.1", "4.1a.2")
def test_nothing_is_left_for_an_enemy_zone_at_a_major_river() -> None:
    found = laid({"72": "2020", "1": "2022"}, major=["2020/2021"])
    assert why(found, "soviet", "move 72 2020-2021")[0] == "4.1a.2"


@pytest.mark.rule("4.2d.1")
def test_no_unit_enters_water() -> None:
    found = laid({"72": "2020"}, ground={"2019": {"terrain": "water"}})
    assert why(found, "soviet", "move 72 2020-2019")[0] == "4.2d.1"
    assert why(found, "soviet", "move 72 2019")[0] == "4.2d.1"


@pytest.mark.rule("4.2d.3")
def test_prohibitive_terrain_only_by_road() -> None:
    found = laid(
        {"1 T": "2020"},
        ground={"2019": {"terrain": "marsh"}, "2021": {"terrain": "lake"}},
        roads=["2020 2019"],
    )
    assert why(found, "soviet", "move 1 T 2020-2021")[0] == "4.2d.3"
    assert why(found, "soviet", "move 1 T field 2020-2019")[0] == "4.2d.3"
    assert moved(found, "soviet", "move 1 T 2020-2019") == ("2019", "1 of 7")


@pytest.mark.rule("0.2a.1", "0.2a.5")
def test_no_unit_moves_in_a_half_hex() -> None:
    found = laid({"72": "2020"}, ground={"2019": {"half": True}}, roads=["2020 2019 2018"])
    assert why(found, "soviet", "move 72 2020-2019")[0] == "0.2a.5"
    assert why(found, "soviet", "move 72 strat 2020-2019-2018")[0] == "0.2a.5"
    assert is_half(found.state, "2019") and not is_half(found.state, "2018")
    assert moved(found, "soviet", "move 72 2020-2021") == ("2021", "1 of 4")


@pytest.mark.rule("4.5.1", "4.3a.1")
def test_no_order_leads_off_the_map() -> None:
    found = laid({"72": "0130"})
    assert found.verdict("soviet", "move 72 0130-0030")[0] == "unreadable"
    assert why(found, "soviet", "move 72 0130-0131-4730")[0] == "4.1b.1"


# -- 4.3, 4.7 enemies and overruns ---------------------------------------------------------------------------


@pytest.mark.rule("4.3.1")
@pytest.mark.parametrize("unit", ["1", "Gar Thorn"])
def test_a_hex_with_an_enemy_unit_is_closed(unit: str) -> None:
    found = laid({"1 T": "2120", unit: "2118"})
    assert first(found, "move 1 T 2120-2119-2118") == ("4.3.1", "move 1 T 2120-2119")
    assert why(found, "soviet", "move 1 T 2118")[0] == "4.3.1"


@pytest.mark.rule("4.3.1b", "4.7.1", "12.1d.1", "12.1c.2", "5.2.1")
def test_a_lone_hq_is_overrun_and_the_move_goes_on() -> None:
    found = laid({"1 T": "2120", "HQ 26": "2118"})
    assert moved(found, "soviet", "move 1 T 2120-2119-2118-2117") == ("2117", "1, 2, 3 of 7")
    assert found.at("HQ 26") == "removed"


@pytest.mark.rule("5.0a.2", "K-R20", "4.7.2")
def test_a_move_may_end_where_a_lone_hq_was_overrun() -> None:
    found = laid({"1 T": "2120", "HQ 26": "2118"})
    assert moved(found, "soviet", "move 1 T 2120-2119-2118") == ("2118", "1, 2 of 7")
    assert (found.at("1 T"), found.at("HQ 26")) == ("2118", "removed")


@pytest.mark.rule("4.7.1")
def test_an_hq_with_a_combat_unit_is_not_overrun() -> None:
    found = laid({"1 T": "2120", "HQ 26": "2118", "VlkStm 1": "2118"})
    assert why(found, "soviet", "move 1 T 2120-2119-2118")[0] == "4.3.1"


@pytest.mark.rule("4.3.1b")
def test_who_has_no_attack_overruns_nobody() -> None:
    found = laid({"HQ 5": "2120", "HQ 26": "2118", "72": "2130"}, position={"state": {"hq": "HQ 5"}})
    assert why(found, "soviet", "move HQ 5 2120-2119-2118")[0] == "4.3.1"


@pytest.mark.rule("4.3.1b", "12.1d.1")
@pytest.mark.parametrize(("unit", "able"), [("605 zbv", True), ("Gar Thorn", False), ("HQ 26", False)])
def test_an_attack_of_one_is_enough_for_an_overrun(unit: str, able: bool) -> None:
    state = laid({unit: "2118 reduced"}, run=False).state
    assert may_overrun(state, state.units[unit]) is able


@pytest.mark.rule("11.2a.1", "11.2a.2")
def test_a_soviet_unit_that_moves_into_a_split_source_makes_it_soviet() -> None:
    found = laid({"72": "2020", "65": "2030"}, ground={"2021": {"source": "split"}})
    found.order("soviet", "move 72 2021")
    assert [one["space"] for one in found.found("SourceTaken")] == ["2021"]


@pytest.mark.rule("0.3.3", "K-R72")
def test_yellow_movement_uses_the_mechanised_column_and_hqs_go_on_foot() -> None:
    state = laid({"1 T": "2020", "72": "2021", "HQ 5 GT": "2022"}, run=False).state
    found = {unit: column(state, state.units[unit]) for unit in ("1 T", "72", "HQ 5 GT")}
    assert found == {"1 T": "mechanised", "72": "leg", "HQ 5 GT": "leg"}


@pytest.mark.rule("12.1d.2", "4.3.2")
def test_an_overrun_takes_the_points_to_enter() -> None:
    found = laid(
        {"1 T": "2121", "HQ 26": "2117"},
        ground={"2117": {"terrain": "forest"}, "2118": {"terrain": "forest"}},
    )
    assert why(found, "soviet", "move 1 T 2121-2120-2119-2118-2117")[0] == "4.1a.1"
    assert found.at("HQ 26") == "2117"


@pytest.mark.rule("4.7.2", "K-R20")
def test_strategic_movement_overruns_nobody() -> None:
    found = laid({"72": "2020", "HQ 26": "2221"}, roads=[ROAD])
    assert first(found, "move 72 strat 2020-2121-2221-2322") == ("4.7.2", "move 72 2020-2121-2221-2322")
    assert moved(found, "soviet", "move 72 2020-2121-2221-2322") == ("2322", "1, 2, 3 of 4")
    assert found.at("HQ 26") == "removed"


# -- the question --------------------------------------------------------------------------------------


@pytest.mark.rule("4.0.1")
def test_every_example_that_is_offered_is_legal() -> None:
    units = {"1 T": "2119", "72": "2019", "HQ 5": "2020", "65": "2020", "1": "2118", "R1": "2121"}
    state = {"activated": ["1 T", "72", "65", "HQ 5"], "hq": "HQ 5"}
    answers = table(units, state=state).asked()[2]
    assert len(answers) > 4
    for answer in answers:
        verdicts = table(units, state=state).order("soviet", answer)
        assert [one.verdict for one in verdicts] == ["done"] * len(verdicts), answer


@pytest.mark.rule("4.1.1")
def test_nobody_is_asked_when_only_units_without_movement_are_activated() -> None:
    found = laid({"Gar Thorn": "2020", "72": "3030"}, active="german", run=False)
    run_moves(found.play)
    assert found.state.segment == "COMBAT"


@pytest.mark.rule("RET.3.1", "K-R48")
def test_in_free_movement_a_corps_moves_in_any_way_and_nobody_fights() -> None:
    units = {"HQ 26": "2020", "1": "2020", "21": "2220", "72": "3030"}
    found = laid(units, segment="DRAW", roads=[ROAD], run=False)
    free_move(found.play, "RET.3.1", "german", "HQ 26", ("1",))
    run_on(found.game, found.play)
    assert found.asked()[1] == "german"
    assert found.order("german", "attack 3030 with 1")[0].verdict == "not-judged"
    assert why(found, "german", "move 21 2221")[0] == "4.0.1"
    assert moved(found, "german", f"move 1 strat {ROAD.replace(' ', '-')}")[0] == "2824"
    assert moved(found, "german", "move HQ 26 2121")[0] == "2121"
    assert found.state.frame.segment == "DRAW"


# -- the worked examples of the notes ------------------------------------------------------------------


@pytest.mark.rule("3.0a.3", "4.1a.1", "4.7.1")
def test_scenario_4_zones_and_overrun() -> None:
    units = {"1 T": "2119", "72": "2119", "1": "2118", "HQ 26": "2220"}
    found = laid(units)
    assert first(found, "move 1 T 2119-2218-2319") == ("4.1a.1", "move 1 T 2119-2218")
    assert why(found, "soviet", "move 72 2119-2218")[0] == "4.1a.2"
    assert moved(found, "soviet", "move 1 T 2119-2219-2220-2221") == ("2221", "3, 4, 5 of 7")
    assert found.at("HQ 26") == "removed"
    rifles = laid(units)
    assert moved(rifles, "soviet", "move 72 2119-2219-2220") == ("2220", "3, 4 of 4")
    assert rifles.at("HQ 26") == "removed"
    held = laid({**units, "VlkStm 1": "2220"})
    assert why(held, "soviet", "move 1 T 2119-2219-2220")[0] == "4.3.1"


@pytest.mark.rule("4.4.1", "4.4a.2", "4.2b.2", "4.2c.1")
def test_scenario_5_rivers_and_strategic_movement() -> None:
    full = {"72": "2020", "65": "2422", "45": "2422"}
    found = laid(full, roads=[ROAD])
    rule, _, _ = why(found, "soviet", "move 72 2020-2121-2221-2322-2422")
    assert rule == "5.0.1"
    assert moved(found, "soviet", "move 72 2020-2121-2221-2322") == ("2322", "1, 2, 3 of 4")
    zoned = laid({"72": "2020", "1": "2524"}, roads=[ROAD])
    assert first(zoned, f"move 72 strat {ROAD.replace(' ', '-')}") == (
        "4.4.3",
        "move 72 strat 2020-2121-2221-2322-2422",
    )
    river = laid({"72": "2020"}, minor=["2020/2021"])
    assert moved(river, "soviet", "move 72 2020-2021") == ("2021", "2 of 4")
    crossing = laid({"72": "2020"}, minor=["2020/2021"], rails=["2020 2021"])
    assert moved(crossing, "soviet", "move 72 2020-2021-2022") == ("2022", "1, 2 of 4")


# -- attacks of a sheet whose moves are not over ---------------------------------------------------------


@pytest.mark.rule("1.3c.1", "K-R84")
def test_a_refused_attack_does_not_end_movement() -> None:
    table = laid({"45": "2020", "65": "2222", "G69": "2120"})
    rulings = table.order("soviet", "attack 2121 with 45\nmove 65 2223\ndone")
    assert [(one.verdict, one.rule) for one in rulings] == [
        ("refused", "7.0.2"),
        ("done", ""),
        ("waiting", ""),
    ]
    assert table.state.segment == "MOVE"
    assert table.at("65") == "2223"


@pytest.mark.rule("1.3c.1", "K-R84")
def test_a_good_attack_after_a_refused_one_ends_movement() -> None:
    table = laid({"45": "2020", "65": "2222", "G69": "2120"}, position={"dice": [1]})
    rulings = table.order("soviet", "attack 2121 with 45\nattack 2120 with 45\nmove 65 2223")
    assert [one.verdict for one in rulings] == ["refused", "done", "refused"]
    assert table.found("CombatResolved")
    assert table.at("65") == "2222"


@pytest.mark.rule("0.1e.1", "4.1.2")
def test_a_stack_is_arranged_between_moves_and_only_a_move_answers_the_question() -> None:
    found = laid({"72": "2120", "65": "2120", "45": "2130"})
    before = found.state.waiting()[0].id
    assert found.verdict("soviet", "top 2120 72") == ("done", "")
    assert found.state.facts["tops"] == {"2120": "72"}
    assert found.verdict("soviet", "move 65 2110")[0] == "refused"
    assert found.state.waiting()[0].id == before
    assert found.verdict("soviet", "move 65 2121") == ("done", "")
    assert found.state.waiting()[0].id != before


@pytest.mark.rule("4.0.1")
def test_the_word_hq_is_enough_where_one_alone_may_move() -> None:
    state = {"activated": ["72"], "hq": "HQ 5"}
    found = laid({"72": "2120", "HQ 5": "2020"}, position={"state": state})
    assert found.verdict("soviet", "move HQ 2021") == ("done", "")
    assert found.at("HQ 5") == "2021"
    assert why(found, "soviet", "move HQ 2022")[:2] == ("4.0.1", "you have 0 HQs that may move: name one")


@pytest.mark.rule("4.3.3", "4.0.1")
def test_who_may_not_move_is_told_why() -> None:
    state = {"activated": ["72"], "hq": "HQ 5"}
    found = laid({"72": "2120", "65": "2220", "HQ 5": "2020", "1": "2135"}, position={"state": state})
    assert why(found, "soviet", "move 1 2134")[0] == "4.3.3"
    rule, words, _ = why(found, "soviet", "move 65 2221")
    assert rule == "4.0.1" and words.startswith("65 is not activated to move: ")


@pytest.mark.rule("4.1b.1", "4.2b.2", "4.6.1")
def test_what_ends_a_path_is_told() -> None:
    found = laid({"72": "2020", "65": "2120"}, major=["2020/2021"], minor=["2120/2121"])
    rule, words, _ = why(found, "soviet", "move 72 2020-2021-2022")
    assert rule == "4.1b.1" and words.endswith("takes the whole allowance; the move ends in 2021")
    assert why(found, "soviet", "move 72 2020-2020")[1].endswith("is in 2020 already")
