"""Rule 3, zones of control: one test for each case."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.games.koenigsberg45.hexes.r03_zoc import covers, exerts, in_ezoc, zone
from adjudicator.games.koenigsberg45.terrain import the_board

from .country import laid, moved, why

AROUND_2118 = {"2117", "2119", "2217", "2218", "2017", "2018"}


@pytest.mark.rule("3.1.1", "3.1b.1")
def test_a_unit_with_an_attack_covers_all_hexes_around_it() -> None:
    found = laid({"1": "2118", "152 UR": "2130"}, run=False)
    assert set(zone(found.state, "german")) == AROUND_2118
    assert exerts(found.state, found.state.units["152 UR"])
    assert set(zone(found.state, "soviet")) == set(the_board().neighbours("2130"))


@pytest.mark.rule("3.1a.1", "3.1a.2")
@pytest.mark.parametrize("unit", ["HQ 26", "Gar Thorn", "VlkStm 1"])
def test_hqs_garrisons_and_volksturm_have_no_zone(unit: str) -> None:
    found = laid({unit: "2118", "1 T": "2119"})
    assert not exerts(found.state, found.state.units[unit])
    assert set(zone(found.state, "german")) == set()
    assert moved(found, "soviet", "move 1 T 2119-2218") == ("2218", "1 of 7")


@pytest.mark.rule("3.1.1")
def test_the_side_of_the_counter_that_is_up_counts() -> None:
    found = laid({"1": "2118 reduced"}, run=False)
    assert exerts(found.state, found.state.units["1"])
    assert set(zone(found.state, "german")) == AROUND_2118


@pytest.mark.rule("3.4a.1")
def test_a_unit_out_of_supply_keeps_its_zone() -> None:
    found = laid({"1": "2118 full out-of-supply", "1 T": "2119"})
    assert moved(found, "soviet", "move 1 T 2119-2218") == ("2218", "5 of 7")


@pytest.mark.rule("3.1b.1")
def test_no_zone_where_a_unit_could_not_go() -> None:
    marsh = {"2119": {"terrain": "marsh"}, "2218": {"terrain": "marsh"}, "2117": {"terrain": "forest"}}
    tanks = laid({"5 Pz": "2118"}, ground=marsh, roads=["2118 2218"], run=False)
    assert "2119" not in zone(tanks.state, "german")
    assert {"2218", "2117"} <= set(zone(tanks.state, "german"))
    infantry = laid({"1": "2118"}, ground=marsh, run=False)
    assert "2119" in zone(infantry.state, "german")


@pytest.mark.rule("3.5.4", "3.1b.1")
def test_zones_stop_at_water_and_at_a_major_river_without_a_bridge() -> None:
    water = {"2117": {"terrain": "water"}}
    rivers = ["2118/2119", "2118/2218"]
    found = laid({"1": "2118"}, ground=water, major=rivers, rails=["2118 2218"], run=False)
    assert set(zone(found.state, "german")) == {"2217", "2218", "2017", "2018"}
    assert covers(found.state, found.state.units["1"], "2218")
    assert not covers(found.state, found.state.units["1"], "2119")


@pytest.mark.rule("3.5.4")
def test_a_minor_river_or_an_enemy_in_the_hex_does_not_stop_a_zone() -> None:
    found = laid({"1": "2118", "1 T": "2119"}, minor=["2118/2119"], run=False)
    assert in_ezoc(found.state, "2119", "soviet")


@pytest.mark.rule("3.0.1")
def test_friendly_zones_cost_nothing() -> None:
    found = laid({"2 G T": "2118", "1 T": "2119"})
    assert moved(found, "soviet", "move 1 T 2119-2218-2318") == ("2318", "1, 2 of 7")


@pytest.mark.rule("3.0a.1", "3.0a.2", "3.0a.4")
def test_two_points_to_enter_a_zone_and_two_to_leave_it_and_no_stop() -> None:
    found = laid({"1": "2118", "1 T": "2120"})
    assert moved(found, "soviet", "move 1 T 2120-2119-2120") == ("2120", "3, 6 of 7")


@pytest.mark.rule("3.0a.3")
def test_from_zone_to_zone_both_are_due_and_infantry_cannot() -> None:
    found = laid({"1": "2118", "1 T": "2119", "72": "2019"})
    assert moved(found, "soviet", "move 1 T 2119-2218") == ("2218", "5 of 7")
    assert why(found, "soviet", "move 72 2019-2018-2017")[:2] == (
        "4.1a.1",
        "72 has 4 MP; costs: 2018 1+2, 2017 1+2+2; 2017 needs 5 and 1 are left",
    )


@pytest.mark.rule("3.5.3")
def test_several_zones_on_a_hex_count_once_and_friends_do_not_cancel_them() -> None:
    units = {"1": "2118", "21": "2218", "2 G T": "2119", "1 T": "2120"}
    found = laid(units)
    assert moved(found, "soviet", "move 1 T 2120-2119") == ("2119", "3 of 7")


@pytest.mark.rule("3.4.2")
def test_a_friend_in_the_hex_does_not_make_movement_cheaper() -> None:
    found = laid({"1": "2118", "2 G T": "2018", "1 T": "2019"})
    assert moved(found, "soviet", "move 1 T 2019-2018") == ("2018", "3 of 7")


def test_zones_mended_after_moves_are_those_made_anew() -> None:
    found = laid({"1": "2118", "1 T": "2130", "72": "2230"})
    for order in ("move 1 T 2129", "move 72 2229"):
        found.order("soviet", order)
    anew = laid({"1": "2118", "1 T": "2129", "72": "2229"}, run=False)
    for side in ("german", "soviet"):
        assert set(zone(found.state, side)) == set(zone(anew.state, side))


@pytest.mark.rule("3.1.1", "3.1a.1", "3.1a.2")
@pytest.mark.parametrize(
    ("unit", "found"),
    [("1", True), ("605 zbv", True), ("VlkStm 1", False), ("Gar Thorn", False), ("HQ 26", False)],
)
def test_an_attack_of_one_makes_a_zone_and_brackets_or_zero_do_not(unit: str, found: bool) -> None:
    state = laid({unit: "2118 reduced"}, run=False).state
    assert exerts(state, state.units[unit]) is found
    bare = {id_: replace(card, traits={}) for id_, card in state.roster.counters.items()}
    unbracketed = state.but(roster=replace(state.roster, counters=bare))
    assert exerts(unbracketed, state.units[unit]) is (found or unit == "VlkStm 1")


@pytest.mark.rule("3.0.1", "3.5.3")
def test_the_zone_of_one_side_is_an_enemy_zone_for_the_other_alone() -> None:
    state = laid({"1": "2118", "56": "2218", "72": "2130"}, run=False).state
    assert in_ezoc(state, "2217", "soviet")
    assert not in_ezoc(state, "2217", "german")
    assert not in_ezoc(state, "2124", "soviet") and not in_ezoc(state, "2124", "german")
