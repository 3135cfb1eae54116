"""Movement (D.move): what each step costs a class, what stops it, and the hex more by road."""

from __future__ import annotations

import pytest

from adjudicator.games.donnerschlag import r2_move as costs
from tests.games.donnerschlag.fights import no
from tests.games.donnerschlag.moves import OPEN, active, moved, wall

MOTORISED, TANK, INFANTRY = "128 PzG", "201 Pz", "2 Inf-1"
"""Units with 6, 6 and 3 MP."""
BY_ROAD = "2615-2515-2415-2315-2215-2115"
"""Six hexes of the road from Zhutovo (2715) toward the north-east; 2015 is the seventh."""


@pytest.mark.rule("D.move.1", "D.tec.clear")
@pytest.mark.parametrize(
    ("unit", "path", "verdict"),
    [
        (TANK, "3118-3119-3120-3121-3122-3123", ("done", "")),
        (TANK, "3118-3119-3120-3121-3122-3123-3124", ("refused", "D.move.1")),
        (INFANTRY, "3118-3119-3120", ("done", "")),
        (INFANTRY, "3118-3119-3120-3121", ("refused", "D.move.1")),
    ],
)
def test_every_hex_costs_one_mp(unit: str, path: str, verdict: tuple[str, str]) -> None:
    assert moved({unit: "3117"}, f"move {unit} via {path}") == verdict


@pytest.mark.rule("D.move.1", "D.tec.village", "D.tec.town.1", "D.tec.city.1", "D.tec.road")
@pytest.mark.parametrize("town", ["4111", "3614", "2320", "4314"])
def test_villages_stations_towns_and_the_city_cost_one_mp_too(town: str) -> None:
    board = active({TANK: OPEN}).state.board
    near = next(at for at in board.neighbours(town) if "road" in board.between(at, town))
    laid = active({INFANTRY: near})
    assert laid.order("axis", f"move {INFANTRY} via {town}")[0].verdict == "done"
    assert laid.found("UnitMoved")[0]["cost"] == "1 of 3"


@pytest.mark.rule("D.move.9", "D.move.1")
def test_a_path_is_unbroken_begins_at_the_unit_and_a_refusal_says_what_would_be_legal() -> None:
    laid = active({INFANTRY: OPEN})
    number, why, legal = no(laid, "axis", f"move {INFANTRY} via 3124")
    assert (number, why) == ("D.move.1", "3124 is not adjacent to 3120")
    assert legal[0] == f"move {INFANTRY} to 3123"
    assert legal[-1] == f"stay {INFANTRY}"
    elsewhere = no(laid, "axis", f"move {INFANTRY} from 3119 via 3120")
    assert elsewhere[:2] == ("D.move.1", f"{INFANTRY} is in 3120, not in 3119")
    assert no(laid, "axis", f"move {INFANTRY} to 3120")[1].endswith('"stay" activates it there')
    assert no(laid, "axis", f"move {INFANTRY} to 4624")[0] == "D.move.1"
    laid.order("axis", f"move {INFANTRY} to 3121")
    assert laid.at(INFANTRY) == "3121"


@pytest.mark.rule("D.move.2", "D.zoc.4")
def test_a_unit_stops_where_it_enters_an_enemy_zone() -> None:
    units = {TANK: "3117", "302-1": "3220"}
    assert moved(units, f"move {TANK} via 3118-3119-3120-3121") == ("refused", "D.move.2")
    assert moved(units, f"move {TANK} via 3118-3119-3120") == ("done", "")


@pytest.mark.rule("D.move.2", "D.zoc.4")
def test_leaving_an_enemy_zone_costs_nothing_and_from_zone_to_zone_is_one_step() -> None:
    units = {TANK: OPEN, "302-1": "3220"}
    assert moved(units, f"move {TANK} via 3121-3122") == ("refused", "D.move.2")
    assert moved(units, f"move {TANK} via 3121") == ("done", "")
    assert moved(units, f"move {TANK} via 3119-3118-3117-3116-3016-2917") == ("done", "")


@pytest.mark.rule("D.move.3", "D.ax.g")
def test_an_axis_hq_ends_on_a_road() -> None:
    units = {"HQ 6 Pz": "2715"}
    number, why, legal = no(active(units), "axis", "move HQ 6 Pz via 2614")
    assert (number, why) == ("D.move.3", "HQ 6 Pz must end on a road, and there is none in 2614")
    assert legal[0] == "move HQ 6 Pz to 2515"
    assert moved(units, "move HQ 6 Pz via 2614-2515") == ("done", "")


@pytest.mark.rule("D.move.4")
def test_a_soviet_hq_does_not_move() -> None:
    laid = active({"HQ 51st Army": "2715", "302-1": OPEN}, "302-1", side="soviet")
    assert no(laid, "soviet", "move HQ 51st Army via 2615")[0] == "D.move.4"


@pytest.mark.rule("D.move.5")
def test_infantry_pays_nothing_for_a_river() -> None:
    assert moved({INFANTRY: "1517"}, f"move {INFANTRY} via 1516-1515-1514") == ("done", "")


@pytest.mark.rule("D.move.6")
def test_motorised_infantry_crosses_a_river_with_its_first_step_and_stops() -> None:
    assert moved({MOTORISED: "1517"}, f"move {MOTORISED} via 1516") == ("done", "")
    assert moved({MOTORISED: "1517"}, f"move {MOTORISED} via 1516-1515") == ("refused", "D.move.6")
    assert moved({MOTORISED: "1518"}, f"move {MOTORISED} via 1517-1516") == ("refused", "D.move.6")


@pytest.mark.rule("D.move.7")
def test_tanks_cross_no_river_without_a_bridge() -> None:
    assert moved({TANK: "1517"}, f"move {TANK} via 1516") == ("refused", "D.move.7")


@pytest.mark.rule("D.move.11", "D.tec.bridge")
def test_a_bridge_costs_nothing_extra_for_any_class() -> None:
    for unit in (TANK, MOTORISED, INFANTRY):
        laid = active({unit: "2115"})
        assert laid.order("axis", f"move {unit} via 2015-1915-1815")[0].verdict == "done"
        assert laid.found("UnitMoved")[0]["cost"].startswith("1, 2, 3 of")


@pytest.mark.rule("D.move.8", "D.move.9")
def test_all_by_road_a_unit_goes_one_hex_farther() -> None:
    assert moved({MOTORISED: "2715"}, f"move {MOTORISED} via {BY_ROAD}-2015") == ("done", "")
    assert moved({MOTORISED: "2715"}, f"move {MOTORISED} to 2015") == ("done", "")
    assert moved({MOTORISED: "2715"}, f"move {MOTORISED} via {BY_ROAD}-2015-1915") == ("refused", "D.move.1")


@pytest.mark.rule("D.move.9")
@pytest.mark.parametrize("path", [f"{BY_ROAD}-2116", "2614-2515-2415-2315-2215-2115-2015"])
def test_the_extension_is_refused_when_a_step_left_the_road(path: str) -> None:
    assert moved({MOTORISED: "2715"}, f"move {MOTORISED} via {path}") == ("refused", "D.move.9")


@pytest.mark.rule("D.move.8", "D.move.9", "D.move.12")
@pytest.mark.parametrize(
    ("order", "enemy", "rule", "why"),
    [
        (f"via {BY_ROAD}-2015-1915", "", "D.move.1", "by road all the way {} has 7 MP; costs: 2615 1"),
        (f"via {BY_ROAD}-2015-1915", "", "D.move.1", "; 1915 needs 1 and 0 are left"),
        (f"via {BY_ROAD}-2015-1916", "", "D.move.9", "may not move from 2015 to 1916: there is no road"),
        (f"via {BY_ROAD}-2015", "2114", "D.move.2", "must stop in Kapkinka (2115): an enemy zone is there"),
        ("to 1915", "", "D.move.1", "; 1915 needs 1 and 0 are left"),
        ("to 2015", "2114", "D.move.2", "must stop in Kapkinka (2115): an enemy zone is there"),
        ("to 2115", "2115", "D.move.10", "cannot go to Kapkinka (2115): enemy combat units are there"),
    ],
)
def test_a_road_too_long_is_told_where_it_breaks(order: str, enemy: str, rule: str, why: str) -> None:
    laid = active({MOTORISED: "2715", **({"302-1": enemy} if enemy else {})}, MOTORISED)
    (ruling,) = laid.order("axis", f"move {MOTORISED} {order}")
    assert (ruling.verdict, ruling.rule) == ("refused", rule), ruling.why
    assert why.format(MOTORISED) in ruling.why


@pytest.mark.rule("D.move.8", "D.move.12")
def test_the_extension_may_end_in_an_enemy_zone_and_does_not_go_on_from_one() -> None:
    ends_in = {MOTORISED: "2715", "302-1": "1914"}
    assert moved(ends_in, f"move {MOTORISED} via {BY_ROAD}-2015") == ("done", "")
    stops_before = {MOTORISED: "2715", "302-1": "2116"}
    assert moved(stops_before, f"move {MOTORISED} via {BY_ROAD}-2015") == ("refused", "D.move.2")


@pytest.mark.rule("D.move.13", "D.oos.5")
def test_a_unit_out_of_supply_has_half_its_mp_and_one_hex_more_by_road() -> None:
    units = {MOTORISED: "2715", **wall()}
    assert moved(units, f"move {MOTORISED} via 2615-2515-2415-2315") == ("done", "")
    assert moved(units, f"move {MOTORISED} via 2615-2515-2415-2315-2215") == ("refused", "D.move.1")
    across = {MOTORISED: "2917", **wall()}
    assert moved(across, f"move {MOTORISED} via 2918-2919-2920") == ("done", "")
    assert moved(across, f"move {MOTORISED} via 2918-2919-2920-2921") == ("refused", "D.move.1")


@pytest.mark.rule("D.oos.5")
def test_half_of_one_mp_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costs, "movement", lambda state, unit: 1)
    state = active({INFANTRY: "3117"}).state
    assert costs.allowance(state, state.units[INFANTRY], supplied=False) == 1


@pytest.mark.rule("D.oos.5")
def test_half_of_an_odd_number_is_rounded_down() -> None:
    assert moved({INFANTRY: "3117", **wall()}, f"move {INFANTRY} via 3118-3119") == ("refused", "D.move.1")
    assert moved({INFANTRY: "3117", **wall()}, f"move {INFANTRY} via 3118") == ("done", "")


@pytest.mark.rule("D.oos.5")
def test_by_another_reading_it_is_rounded_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costs, "switched_on", lambda item: item != "half-mp-down")
    assert moved({INFANTRY: "3117", **wall()}, f"move {INFANTRY} via 3118-3119") == ("done", "")
    assert moved({INFANTRY: "3117", **wall()}, f"move {INFANTRY} via 3118-3119-3120")[1] == "D.move.1"


@pytest.mark.rule("D.move.1")
def test_four_moves_are_offered_in_the_place_of_a_refused_one_the_nearest_first() -> None:
    laid = active({INFANTRY: "3117", "302-1": "1919"})
    (ruling,) = laid.order("axis", f"move {INFANTRY} to 3124")
    assert len(ruling.legal) == 4 + len(["stay"])
    assert ruling.legal[0] == f"move {INFANTRY} to 3120"


@pytest.mark.rule("D.move.10")
def test_no_unit_enters_a_hex_with_an_enemy_combat_unit() -> None:
    assert moved({TANK: OPEN, "302-1": "3121"}, f"move {TANK} via 3121") == ("refused", "D.move.10")


def test_snow_costs_one_mp_more() -> None:
    units, snow = {INFANTRY: "3117"}, {"snowdrift": ("3119",)}
    assert moved(units, f"move {INFANTRY} via 3118-3119-3120", facts=snow) == ("refused", "D.move.1")
    assert moved(units, f"move {INFANTRY} via 3118-3119", facts=snow) == ("done", "")


def test_forced_march_gives_a_formation_one_mp_more() -> None:
    path = f"move {INFANTRY} via 3118-3119-3120-3121"
    assert moved({INFANTRY: "3117"}, path, march=("Rum VI",)) == ("done", "")
    assert moved({INFANTRY: "3117"}, path, march=("Rum VII",)) == ("refused", "D.move.1")
