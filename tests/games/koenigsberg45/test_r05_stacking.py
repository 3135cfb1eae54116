"""Rule 5, stacking, and 12.2b, 12.2c, 12.3: refugees as movement meets them."""

from __future__ import annotations

import pytest

from adjudicator.games.koenigsberg45.actions.r05_penalty import enforce
from adjudicator.games.koenigsberg45.hexes.r03_zoc import in_ezoc
from adjudicator.games.koenigsberg45.hexes.r05_stacking import check_stack, fits, overfull
from adjudicator.rulings import Refused
from tests.tabletop import Tabletop

from .country import first, laid, moved, why

FULL = {"65": "2118", "45": "2118 reduced"}


@pytest.mark.rule("5.0.1")
def test_two_combat_units_full_or_reduced_and_one_hq() -> None:
    found = laid({**FULL, "72": "2120"})
    rule, text, _ = why(found, "soviet", "move 72 2120-2119-2118")
    assert (rule, text.endswith("2 combat units at most, not 3")) == ("5.0.1", True)
    assert fits(found.state, found.state.units["HQ 5"], "2118")


@pytest.mark.rule("5.2.2")
def test_hqs_stand_beside_two_units_but_not_beside_another_hq() -> None:
    state = {"activated": ["HQ 5", "HQ 39"], "hq": "HQ 5"}
    found = laid({**FULL, "HQ 5": "2119", "HQ 39": "2117"}, position={"state": state})
    assert moved(found, "soviet", "move HQ 5 2118") == ("2118", "1 of 6")
    assert why(found, "soviet", "move HQ 39 2118")[0] == "5.2.2"


@pytest.mark.rule("5.0a.2")
def test_a_full_hex_is_passed_but_not_ended_in() -> None:
    found = laid({**FULL, "72": "2119"})
    assert why(found, "soviet", "move 72 2119-2118")[0] == "5.0.1"
    assert moved(found, "soviet", "move 72 2119-2118-2117") == ("2117", "1, 2 of 4")


@pytest.mark.rule("5.0b.1")
def test_markers_do_not_stack() -> None:
    found = laid({"65": "2118 full out-of-supply", "45": "2118 full isolated", "HQ 5": "2118"}, run=False)
    assert overfull(found.state) == ()


@pytest.mark.rule("5.2.1")
def test_the_sides_never_share_a_hex() -> None:
    found = laid({"1": "2118", "72": "2120"}, run=False)
    with pytest.raises(Refused) as no:
        check_stack(found.state, found.state.units["72"], "2118")
    assert no.value.rule == "5.2.1"


# -- 5.1a the penalty ----------------------------------------------------------------------------------


def crowd(**units: str) -> Tabletop:
    """Three Soviet units in 2118, the first with the highest attack, and whatever else."""
    return laid({"1 T": "2118", "72": "2118", "65": "2118 reduced", **units}, run=False)


@pytest.mark.rule("5.0a.1", "5.1a.1")
def test_the_strongest_of_too_many_loses_a_step_and_goes() -> None:
    found = crowd()
    assert overfull(found.state) == ("2118",) and enforce(found.play)
    rule, player, answers = found.asked()
    assert (rule, player) == ("5.1a.1", "soviet")
    assert "retreat 1 T via 2117" in answers and not any("72" in answer for answer in answers)
    found.order("soviet", "retreat 1 T via 2117")
    assert (found.at("1 T"), found.steps("1 T")) == ("2117", 1)
    assert overfull(found.state) == ()


@pytest.mark.rule("5.0a.1")
def test_stacking_is_looked_at_when_an_activation_is_over() -> None:
    found = laid({"1 T": "2118", "72": "2118", "65": "2118"}, segment="CLOSE")
    assert found.asked()[0] == "5.1a.1"


@pytest.mark.rule("5.0a.1", "1.3b.1")
def test_stacking_is_looked_at_after_the_moves_of_arrivals_and_not_between_movement_and_combat() -> None:
    units = {"1 T": "2118", "72": "2118", "65": "2118"}
    found = laid({**units, "1": "2119"})
    assert found.order("soviet", "done")[0].verdict == "done"
    assert found.asked()[0] == "7.0.3"
    came = {"arrived": {"placed": ["1 T"], "railed": ["1 T"]}}
    found = laid(units, segment="RF_MOVE_S", position={"state": {"arrived": came["arrived"]}}, run=False)
    found.run()
    assert found.asked()[:2] == ("5.1a.1", "soviet")
    assert found.state.segment == "RF_MOVE_S"


@pytest.mark.rule("5.1a.1")
def test_a_tie_for_the_strongest_is_its_owners_choice() -> None:
    found = laid({"72": "2118", "65": "2118", "45": "2118"}, run=False)
    enforce(found.play)
    assert {"retreat 72 via 2117", "retreat 45 via 2119"} <= set(found.asked()[2])


@pytest.mark.rule("5.1a.2", "4.2d.2", "0.2a.2", "4.3a.1")
def test_who_cannot_give_way_is_eliminated() -> None:
    water = {space: {"terrain": "water"} for space in ("2117", "2217", "2218", "2018", "2017")}
    found = laid({"1 T": "2118", "72": "2118", "65": "2118", "1": "2119"}, ground=water, run=False)
    enforce(found.play)
    assert found.at("1 T") == "eliminated"


@pytest.mark.rule("5.1a.2", "8.0a.3")
def test_of_equals_without_a_way_out_their_owner_says_who_is_eliminated() -> None:
    water = {space: {"terrain": "water"} for space in ("2117", "2119", "2217", "2218", "2018", "2017")}
    found = laid({"72": "2118", "65": "2118", "45": "2118 reduced"}, ground=water, run=False)
    enforce(found.play)
    assert set(found.asked()[2]) == {"loss 72", "loss 65"}
    assert found.verdict("soviet", "loss 65") == ("done", "")
    assert (found.at("65"), found.at("72"), found.steps("72")) == ("eliminated", "2118", 2)


@pytest.mark.rule("4.3a.1", "0.2a.2", "5.2.4")
def test_an_hq_at_the_edge_with_no_way_but_off_the_map_is_lost() -> None:
    others = {"HQ 11 G": "0102", "HQ 2 G": "0201"}
    found = laid({"HQ 5": "0101", "HQ 39": "0101", **others}, run=False)
    enforce(found.play)
    assert (found.at("HQ 5"), found.at("HQ 39")) == ("removed", "0101")
    assert overfull(found.state) == ()


@pytest.mark.rule("5.2.3")
def test_of_two_hqs_one_goes_one_hex() -> None:
    found = laid({"HQ 5": "2118", "HQ 39": "2118"}, run=False)
    enforce(found.play)
    found.order("soviet", "retreat HQ 5 via 2117")
    assert (found.at("HQ 5"), found.at("HQ 39"), found.steps("HQ 5")) == ("2117", "2118", 1)


@pytest.mark.rule("3.3.1", "5.1a.1")
def test_giving_way_into_an_enemy_zone_costs_another_step() -> None:
    water = {space: {"terrain": "water"} for space in ("2119", "2217", "2218", "2018", "2017")}
    found = laid({"1 T": "2118", "72": "2118", "65": "2118", "1": "2116"}, ground=water, run=False)
    enforce(found.play)
    found.order("soviet", "retreat 1 T via 2117")
    assert found.at("1 T") == "eliminated"


@pytest.mark.rule("5.1a.1")
@pytest.mark.parametrize("line", ["retreat 1 T, 72 via 2117", "retreat 72 via 2117", "retreat 1 T via 2116"])
def test_what_does_not_clear_the_hex_is_refused(line: str) -> None:
    found = crowd()
    enforce(found.play)
    assert found.verdict("soviet", line) == ("refused", "5.1a.1")


@pytest.mark.rule("5.1a.1")
def test_a_reduced_unit_that_is_the_strongest_is_lost_where_it_stands() -> None:
    found = laid({"72": "2118 reduced", "65": "2118 reduced", "45": "2118 reduced"}, run=False)
    enforce(found.play)
    assert set(found.asked()[2]) == {"loss 72", "loss 65", "loss 45"}
    assert found.verdict("soviet", "loss 65") == ("done", "")
    assert found.at("65") == "eliminated"


@pytest.mark.rule("5.1a.1", "3.3.1")
def test_who_gives_way_goes_out_of_enemy_zones_if_he_can() -> None:
    found = crowd(**{"1": "2116"})
    enforce(found.play)
    ends = {line.split()[-1] for line in found.asked()[2]}
    zone = {space for space in found.state.board.neighbours("2118") if in_ezoc(found.state, space, "soviet")}
    assert zone and ends == set(found.state.board.neighbours("2118")) - zone


# -- 12.2b, 12.2c refugees on the road -------------------------------------------------------------------

ROAD = ["2120 2119 2118 2117"]


@pytest.mark.rule("4.1a.1", "12.2c.2")
def test_a_hex_that_is_too_far_without_refugees_is_not_refused_because_of_them() -> None:
    found = laid({"72": "2124", "R1": "2119"}, roads=ROAD)
    rule, words, _ = why(found, "soviet", "move 72 2124-2123-2122-2121-2120-2119")
    assert rule == "4.1a.1" and "refugees" not in words
    nearer = laid({"72": "2123", "R1": "2119"}, roads=ROAD)
    assert why(nearer, "soviet", "move 72 2123-2122-2121-2120-2119")[0] == "12.2c.2"


@pytest.mark.rule("12.2c.1", "12.2b.2")
def test_refugees_cost_two_by_road_and_tanks_four() -> None:
    found = laid({"72": "2120", "1 T": "2120", "R1": "2119"}, roads=ROAD)
    assert moved(found, "soviet", "move 72 2120-2119-2118") == ("2118", "3, 4 of 4")
    assert moved(found, "soviet", "move 1 T 2120-2119-2118") == ("2118", "5, 6 of 7")


@pytest.mark.rule("12.2b.1")
def test_only_an_hq_ends_where_refugees_are() -> None:
    found = laid({"72": "2120", "HQ 5": "2120", "R1": "2119"}, roads=ROAD, position={"state": {"hq": "HQ 5"}})
    assert why(found, "soviet", "move 72 2119")[0] == "12.2b.1"
    assert moved(found, "soviet", "move HQ 5 2120-2119") == ("2119", "3 of 6")


@pytest.mark.rule("12.2c.2")
def test_who_cannot_pay_for_refugees_stays_out() -> None:
    found = laid({"1 T": "2120 full isolated", "R1": "2119"}, roads=ROAD)
    rule, text, _ = why(found, "soviet", "move 1 T 2120-2119-2118")
    assert (rule, text.endswith("refugees are on the road")) == ("12.2c.2", True)
    assert "2119 1+4" in text


@pytest.mark.rule("12.2c.1", "K-R46")
def test_across_country_refugees_cost_nothing() -> None:
    found = laid({"72": "2120", "65": "2220", "R1": "2119"}, roads=ROAD)
    assert moved(found, "soviet", "move 72 field 2120-2119-2118") == ("2118", "1, 2 of 4")
    assert moved(found, "soviet", "move 65 2220-2219-2119-2118")[1] == "1, 2, 3 of 4"


@pytest.mark.rule("12.2b.2", "K-R71")
def test_refugees_stop_strategic_movement() -> None:
    found = laid({"72": "2120", "R1": "2118"}, roads=ROAD)
    assert first(found, "move 72 strat 2120-2119-2118-2117") == ("12.2b.2", "move 72 strat 2120-2119")


@pytest.mark.rule("12.3.1", "12.3.2", "K-R71")
@pytest.mark.parametrize(("way", "cost"), [("", "1, 2, 3 of 7"), ("strat ", "1/2, 1, 1 1/2 of 7")])
def test_soviets_drive_through_at_the_plain_cost(way: str, cost: str) -> None:
    found = laid({"1 T": "2120", "R1": "2119"}, roads=ROAD)
    order = f"move 1 T {way}2120-2119-2118-2117 through 2119"
    assert moved(found, "soviet", order) == ("2117", cost)
    assert found.at("R1") == "refugees" and found.state.tracks["volksturm"] == 3


@pytest.mark.rule("12.3.1", "K-R71")
def test_refugees_driven_away_leave_room() -> None:
    found = laid({"1 T": "2120", "R1": "2119"}, roads=ROAD)
    assert moved(found, "soviet", "move 1 T 2120-2119 through 2119") == ("2119", "1 of 7")


@pytest.mark.rule("12.3.1")
def test_a_destination_beyond_refugees_is_reached_through_them() -> None:
    found = laid({"1 T": "2120", "R1": "2219"}, roads=["2120 2219 2218"])
    assert moved(found, "soviet", "move 1 T 2118 through 2219") == ("2118", "1, 2, 3 of 7")
    assert found.at("R1") == "refugees"


@pytest.mark.rule("12.3.4")
def test_germans_never_drive_through() -> None:
    found = laid({"1": "2120", "72": "3030", "R1": "2119"}, active="german", roads=ROAD)
    assert why(found, "german", "move 1 2120-2119-2118 through 2119")[0] == "12.3.4"
    assert moved(found, "german", "move 1 2120-2119-2118") == ("2118", "3, 4 of 4")
    soviet = laid({"72": "2120", "R1": "2119"}, roads=ROAD)
    assert soviet.verdict("soviet", "move 72 2120-2119-2118 through 2119") == ("done", "")


@pytest.mark.rule("12.3.1")
def test_driving_through_needs_refugees_on_the_way() -> None:
    found = laid({"1 T": "2120", "R1": "2119"}, roads=ROAD)
    assert why(found, "soviet", "move 1 T 2120-2220 through 2119")[0] == "12.3.1"
    assert why(found, "soviet", "move 1 T 2120-2220 through 2220")[0] == "12.3.1"


@pytest.mark.rule("5.0a.1", "5.2.2")
def test_two_hqs_alone_are_too_many_and_one_of_each_side_never_counted_together() -> None:
    assert overfull(laid({"HQ 5": "2118", "HQ 39": "2118"}, run=False).state) == ("2118",)
    assert overfull(laid({"72": "2118", "R1": "2118"}, run=False).state) == ("2118",)
    assert overfull(laid({"HQ 5": "2118", "R1": "2118"}, run=False).state) == ()
    assert overfull(laid({"R1": "2118", "R2": "2118"}, run=False).state) == ()
    assert overfull(laid({"HQ 5": "2118", "R1": "2118", "R2": "2118"}, run=False).state) == ()
    off = laid({"72": "eliminated", "65": "eliminated", "45": "eliminated"}, run=False)
    assert overfull(off.state) == ()


@pytest.mark.rule("12.2b.1")
def test_who_is_kept_out_by_refugees_is_told_so_and_others_are_not() -> None:
    found = laid(
        {"R1": "2118", "72": "2120", "HQ 5": "2119", "HQ 39": "2118", "65": "2220", "45": "2220"}, run=False
    )
    for unit, space, rule in (("72", "2118", "12.2b.1"), ("HQ 5", "2118", "5.2.2"), ("72", "2220", "5.0.1")):
        with pytest.raises(Refused) as no:
            check_stack(found.state, found.state.units[unit], space)
        assert no.value.rule == rule
