"""Rule 7, Movement, but for what binds Soviets alone (7.3): one test or more for each clause."""

from __future__ import annotations

import pytest

from adjudicator.games.raceforberlin.position import index, ways
from adjudicator.games.raceforberlin.r07_movement import HALF, ONE, TWO, cost, is_free, legal_routes
from tests.games.raceforberlin.marches import GAME, german, soviet
from tests.tabletop import Tabletop

# -- the map ---------------------------------------------------------------------------------------------


@pytest.mark.rule("M.1", "7.1.1")
def test_m_1_units_move_only_between_zones_that_share_a_border() -> None:
    table = soviet({"8GA-1": "bridgehead"})
    (ruling,) = table.order("zhukov", "move 8GA-1 muncheberg")
    assert (ruling.verdict, ruling.rule) == ("refused", "7.1.1")
    assert "move 8GA-1 Seelow" in ruling.legal


@pytest.mark.rule("M.1", "7.1.1")
@pytest.mark.parametrize(
    ("to", "why"),
    [("bridgehead", "Bridgehead is where it already is"), ("lubben", "Lübben is not adjacent to Bridgehead")],
)
def test_m_1_a_refused_step_says_what_is_wrong_with_it(to: str, why: str) -> None:
    (ruling,) = soviet({"8GA-1": "bridgehead"}).order("zhukov", f"move 8GA-1 {to}")
    assert (ruling.rule, ruling.why) == ("7.1.1", why)


@pytest.mark.rule("M.2", "7.1.4")
@pytest.mark.parametrize(("a", "b"), [("zossen", "luckau"), ("furstenberg", "reppen")])
def test_m_2_zones_that_touch_at_a_corner_are_not_adjacent(a: str, b: str) -> None:
    table = soviet({})
    assert b not in ways(table.state, a, "soviet")
    assert a not in ways(table.state, b, "german")


@pytest.mark.rule("M.3", "G.9")
def test_m_3_indices_fall_toward_the_west() -> None:
    state = soviet({}).state
    west_to_east = sorted(state.board.spaces.values(), key=lambda space: space.centre[0])
    indices = [index(state, space.id) for space in west_to_east]
    assert indices == sorted(indices)
    assert (index(state, "forst"), index(state, "cottbus")) == (27, 24)


@pytest.mark.rule("M.8", "M.9")
def test_m_9_a_white_line_joins_an_insert_zone_to_the_main_map() -> None:
    table = german({"541": "protzel"})
    assert table.verdict("koniev", "move 541 furstenwalde") == ("done", "")
    assert {"bernau", "strausberg", "furstenwalde"} <= set(ways(table.state, "protzel", "german"))


@pytest.mark.rule("M.10")
def test_m_10_a_white_line_marked_as_road_or_river_counts_as_one() -> None:
    table = soviet({"8GA-1": "muncheberg"})
    unit = table.state.units["8GA-1"]
    assert cost(table.state, unit, "muncheberg", "strausberg") == HALF
    assert cost(table.state, unit, "lebus", "reppen") == TWO


# -- 7.1 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.1.1", "7.1.2.a")
def test_7_1_1_a_unit_goes_as_far_as_its_movement_points() -> None:
    table = soviet({"47-1": "protzel"})
    (ruling,) = table.order("zhukov", "move 47-1 eberswalde joachimsthal oranienburg")
    assert (ruling.verdict, ruling.rule) == ("refused", "7.1.1")
    assert "2 1/2" in ruling.why


@pytest.mark.rule("7.1.2.a", "7.1.1")
def test_7_1_2_a_two_plain_zones_cost_two_points() -> None:
    table = soviet({"47-1": "letschin"})
    assert table.verdict("zhukov", "move 47-1 protzel bernau") == ("done", "")


@pytest.mark.rule("7.1.2.b")
def test_7_1_2_b_a_river_costs_one_point_more() -> None:
    table = soviet({"47-1": "goritz"})
    assert table.verdict("zhukov", "move 47-1 lebus seelow") == ("refused", "7.1.1")
    for unit in ("47-1", "391"):
        assert cost(table.state, table.state.units[unit], "goritz", "lebus") == TWO


@pytest.mark.rule("7.1.2.c")
def test_7_1_2_c_a_main_road_costs_half_and_cancels_the_river() -> None:
    table = soviet({"47-1": "kustrin"})
    assert cost(table.state, table.state.units["47-1"], "kustrin", "bridgehead") == HALF
    assert table.verdict("zhukov", "move 47-1 bridgehead seelow muncheberg strausberg") == ("done", "")


@pytest.mark.rule("7.1.3")
def test_7_1_3_one_zone_is_always_allowed_whatever_it_costs() -> None:
    table = soviet({"47-1": "goritz"})
    table.order("zhukov", "activate 47-1 reserve")
    assert table.verdict("zhukov", "reserve 47-1 lebus") == ("done", "")


@pytest.mark.rule("4.2.3.b", "7.1.1")
def test_4_2_3_b_a_reserve_has_half_its_movement_points() -> None:
    """47 has 2, in reserve 1: two zones along the road."""
    table = soviet({"47-1": "bridgehead"})
    far = table.verdict("zhukov", "reserve 47-1 seelow muncheberg strausberg")
    assert far == ("refused", "4.2.3.b")
    assert table.verdict("zhukov", "reserve 47-1 seelow muncheberg") == ("done", "")


@pytest.mark.rule("7.1.1", "7.1.3", "7.2.1", "M.1")
def test_7_1_1_where_a_unit_may_go_is_where_its_points_lead_and_no_river_bars_it() -> None:
    """606 has 2 points; Göritz and Reppen beside Lebus lie beyond the Oder, Prötzel is three zones off."""
    state = german({"606": "lebus"}, run=False).state
    ends = set(legal_routes(state, state.units["606"]))
    assert {"bridgehead", "seelow", "muncheberg", "letschin", "beeskow"} <= ends
    assert not {"goritz", "reppen", "protzel", "bernau"} & ends


# -- 7.2 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.2.1", "G.6")
def test_7_2_1_germans_never_cross_the_oder_neisse() -> None:
    table = german({"303": "lebus"})
    assert table.verdict("koniev", "move 303 goritz") == ("refused", "7.2.1")


@pytest.mark.rule("7.2.2.a")
@pytest.mark.parametrize(
    ("turn", "die", "free"),
    [(1, 3, False), (4, 3, False), (4, 4, True), (5, 2, False), (5, 3, True), (6, 1, False), (6, 2, True)],
)
def test_7_2_2_a_the_freedom_test_by_turn(turn: int, die: int, free: bool) -> None:
    table = german({"303": "seelow"}, turn=turn, dice=[die])
    verdict = table.verdict("koniev", "move 303 muncheberg")
    assert verdict == (("done", "") if free else ("refused", "7.2.2.b"))
    assert is_free(turn, die) is free
    assert [(facts["die"], facts["free"]) for facts in table.found("FreedomTested")] == [(die, free)]
    assert table.at("303") == ("muncheberg" if free else "seelow")


@pytest.mark.rule("7.2.2.a")
def test_7_2_2_a_soviets_are_free_to_go_anywhere() -> None:
    table = soviet({"8GA-1": "seelow"}, turn=1)
    assert table.verdict("zhukov", "move 8GA-1 muncheberg") == ("done", "")
    assert "FreedomTested" not in table.kinds()


@pytest.mark.rule("7.2.2.b")
def test_7_2_2_b_a_unit_that_failed_may_still_go_north_south_or_east() -> None:
    table = german({"303": "seelow"}, turn=1, dice=[1])
    assert table.verdict("koniev", "move 303 sudl. oderbruch") == ("done", "")


@pytest.mark.rule("7.2.2.b")
def test_7_2_2_b_a_zone_of_the_same_index_is_not_west() -> None:
    table = german({"303": "letschin"}, turn=1, dice=[1])
    assert table.verdict("koniev", "move 303 nordl. oderbruch") == ("done", "")


@pytest.mark.rule("7.2.2.b", "7.4.2")
def test_7_2_2_b_nothing_is_offered_to_a_unit_that_failed_for_it_is_activated() -> None:
    table = Tabletop(
        "raceforberlin", {"21Pz": "friedrichshain", "31": "friedrichshain"}, turn=6, segment="C.4", dice=[1]
    )
    (ruling,) = table.order("zhukov", "move 21Pz zehlendorf")
    assert (ruling.rule, ruling.legal) == ("7.2.2.b", ())


@pytest.mark.rule("7.2.2.b")
def test_7_2_2_b_every_zone_entered_is_compared_with_the_first() -> None:
    table = german({"20PzGr": "seelow"}, turn=1, dice=[1])
    assert table.verdict("koniev", "move 20PzGr letschin sudl. oderbruch") == ("refused", "7.2.2.b")


@pytest.mark.rule("7.2.2.a")
def test_7_2_2_a_two_routes_are_chosen_by_the_test() -> None:
    for die, end in ((1, "sudl-oderbruch"), (6, "muncheberg")):
        table = german({"303": "seelow"}, turn=1, dice=[die])
        assert table.verdict("koniev", "move 303 via Südl. Oderbruch if free via Muncheberg") == ("done", "")
        assert table.at("303") == end


@pytest.mark.rule("7.2.2.b")
def test_7_2_2_b_a_path_that_is_taken_only_by_a_unit_that_failed_does_not_go_west() -> None:
    for turn, verdict in ((6, ("refused", "7.2.2.b")), (7, ("done", ""))):
        table = german({"303": "seelow", "391": "kyritz"}, turn=turn)
        assert table.verdict("koniev", "move 303 falkenhagen if free muncheberg") == verdict
        assert "DieRolled" not in table.kinds() and (table.at("303") == "muncheberg") is (turn == 7)
        assert bool(table.found("ImpulsePlanned")) is (turn == 7), "the unit is not activated for nothing"


@pytest.mark.rule("7.2.2.c")
def test_7_2_2_c_from_turn_7_nobody_tests() -> None:
    table = german({"303": "seelow"}, turn=7)
    assert table.verdict("koniev", "move 303 muncheberg") == ("done", "")
    assert "DieRolled" not in table.kinds()


@pytest.mark.rule("7.2.2.d")
def test_7_2_2_d_reserves_roll_nothing_and_do_not_go_west_through_turn_6() -> None:
    for turn, verdict in ((6, ("refused", "7.2.2.d")), (7, ("done", ""))):
        table = german({"20PzGr": "seelow", "391": "guben"}, turn=turn)
        assert table.verdict("koniev", "reserve 20PzGr letschin") == verdict
        assert ("activated" in table.state.units["20PzGr"].flags) is (turn == 7)
        assert "DieRolled" not in table.kinds()


@pytest.mark.rule("7.2.2.d", "4.2.3.b")
@pytest.mark.parametrize(("turn", "asked"), [(6, False), (7, True)])
def test_7_2_2_d_a_reserve_whose_ways_lead_west_alone_is_asked_from_turn_7_on(turn: int, asked: bool) -> None:
    soviets = {"8GA-1": "seelow", "47-1": "nordl-oderbruch", "61-1": "sudl-oderbruch"}
    table = german({"606": "letschin", **soviets}, turn=turn)
    table.order("koniev", "activate 606 reserve")
    assert ("4.2.3.b" in [facts["decision"]["rule"] for facts in table.found("Asked")]) is asked


@pytest.mark.rule("7.2.2.d")
@pytest.mark.parametrize(("turn", "offered"), [(6, False), (7, True)])
def test_7_2_2_d_no_move_that_needs_the_test_is_offered_for_one_that_was_refused(
    turn: int, offered: bool
) -> None:
    (ruling,) = german({"303": "seelow"}, turn=turn).order("koniev", "move 303 kustrin")
    assert ruling.verdict == "refused"
    assert ("move 303 Letschin" in ruling.legal) is offered


# -- 7.4 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.4.1", "G.2")
@pytest.mark.parametrize(("level", "rule"), [(0, "7.4.1"), (2, "7.4.1")])
def test_7_4_1_no_german_enters_a_contested_or_controlled_zone_from_outside(level: int, rule: str) -> None:
    table = german({"11SS": "trebbin", "3GA-1": "tempelhof"}, tracks={"progress-tempelhof": level})
    assert table.verdict("koniev", "move 11SS tempelhof") == ("refused", rule)


@pytest.mark.rule("7.4.1", "G.1")
def test_7_4_1_an_undisputed_city_zone_is_open() -> None:
    table = german({"11SS": "trebbin", "3GA-1": "guben"})
    assert table.verdict("koniev", "move 11SS tempelhof") == ("done", "")


@pytest.mark.rule("7.4.1")
def test_7_4_1_only_the_city_has_gates_and_only_from_outside() -> None:
    """A controlled zone of the city is closed to who comes from Trebbin, and open within the city."""
    table = german({"11SS": "zehlendorf", "3GA-1": "guben"}, tracks={"progress-tempelhof": 2})
    assert table.verdict("koniev", "move 11SS tempelhof") == ("done", "")


@pytest.mark.rule("7.4.2")
def test_7_4_2_no_german_leaves_the_city_from_a_contested_zone() -> None:
    table = german({"11SS": "tempelhof", "3GA-1": "tempelhof"})
    assert table.verdict("koniev", "move 11SS trebbin") == ("refused", "7.4.2")
    assert table.verdict("koniev", "move 11SS zehlendorf") == ("done", "")


@pytest.mark.rule("7.4.2", "7.4.3")
def test_7_4_2_and_3_an_undisputed_city_zone_holds_nobody_up() -> None:
    table = german({"11SS": "neukolln", "3GA-1": "wedding"})
    assert table.verdict("koniev", "move 11SS tempelhof trebbin") == ("done", "")


@pytest.mark.rule("7.4.3")
def test_7_4_3_a_german_stops_in_a_contested_zone() -> None:
    table = german({"11SS": "neukolln", "3GA-1": "tempelhof"})
    assert table.verdict("koniev", "move 11SS tempelhof zehlendorf") == ("refused", "7.4.3")
    assert table.verdict("koniev", "move 11SS tempelhof") == ("done", "")


@pytest.mark.rule("7.4.4", "7.1.2.a")
def test_7_4_4_germans_cross_the_nexus_and_soviets_do_not() -> None:
    table = german({"11SS": "wedding"})
    unit = table.state.units["11SS"]
    assert cost(table.state, unit, "wedding", "neukolln") == ONE
    assert table.verdict("koniev", "move 11SS neukolln") == ("done", "")
    assert "neukolln" not in ways(table.state, "wedding", "soviet")
    assert sorted(ways(table.state, "wedding", "german")) == sorted(
        {*ways(table.state, "wedding", "soviet"), "friedrichshain", "neukolln", "tempelhof", "zehlendorf"}
    )


@pytest.mark.rule("7.4.5")
def test_7_4_5_the_two_soviet_camps_are_never_in_one_city_zone() -> None:
    table = soviet({"1GTA-1": "neukolln", "3GA-1": "tempelhof"}, tracks={"progress-tempelhof": 2})
    assert table.verdict("zhukov", "move 1GTA-1 tempelhof") == ("refused", "7.4.5")
    assert table.verdict("zhukov", "move 1GTA-1 tempelhof zehlendorf") == ("refused", "7.4.5")


@pytest.mark.rule("7.4.5")
def test_7_4_5_an_empty_city_zone_is_open_and_outside_berlin_they_may_pass() -> None:
    units = {"1GTA-1": "neukolln", "2GTA-1": "strausberg", "3GA-1": "furstenwalde"}
    table = soviet(units, tracks={"progress-tempelhof": 2})
    rulings = table.order("zhukov", "move 1GTA-1 tempelhof\nmove 2GTA-1 furstenwalde frankfurt")
    assert [ruling.verdict for ruling in rulings] == ["done", "done"]


@pytest.mark.rule("7.4.6.a")
def test_7_4_6_a_a_soviet_stops_in_a_city_zone_that_is_not_controlled() -> None:
    units = {"1GTA-1": "bernau"}
    table = soviet(units)
    assert table.verdict("zhukov", "move 1GTA-1 prenzlauer berg wedding") == ("refused", "7.4.6.a")
    table = soviet({**units, "1GTA-2": "prenzlauer-berg"}, tracks={"progress-prenzlauer-berg": 2})
    assert table.verdict("zhukov", "move 1GTA-1 prenzlauer berg wedding") == ("done", "")


@pytest.mark.rule("7.4.6.a")
def test_7_4_6_a_outside_berlin_he_does_not_stop() -> None:
    table = soviet({"1GTA-1": "bernau"})
    assert table.verdict("zhukov", "move 1GTA-1 eberswalde joachimsthal") == ("done", "")


@pytest.mark.rule("7.4.6.b")
def test_7_4_6_b_the_rulebooks_example() -> None:
    units = {"11SS": "tempelhof", "3GTA-1": "tempelhof", "3GTA-2": "zossen", "8GA-1": "neukolln"}
    table = Tabletop(GAME, units, segment="C.2", tracks={"progress-tempelhof": 1})
    through = table.order("koniev", "move 3GTA-2 tempelhof zehlendorf\nmove 3GTA-1 zehlendorf potsdam")
    assert [(r.verdict, r.rule) for r in through] == [("refused", "7.4.6.a")] * 2
    rulings = table.order("koniev", "move 3GTA-2 tempelhof\nmove 3GTA-1 zehlendorf")
    assert [r.verdict for r in rulings] == ["done", "done"]
    assert (table.at("3GTA-2"), table.at("3GTA-1")) == ("tempelhof", "zehlendorf")


# -- what else binds a move ------------------------------------------------------------------------------


@pytest.mark.rule("2.2.3")
def test_2_2_3_an_american_zone_is_closed() -> None:
    table = german({"199": "dessau"}, segment="C.4", control={"leipzig": "us"})
    assert table.verdict("zhukov", "move 199 leipzig") == ("refused", "2.2.3")


@pytest.mark.rule("3.1.3.b")
def test_3_1_3_b_a_unit_out_of_supply_moves_one_zone() -> None:
    table = soviet({"1GTA-1": "seelow full out-of-supply"})
    assert table.verdict("zhukov", "move 1GTA-1 muncheberg strausberg") == ("refused", "3.1.3.b")
    assert table.verdict("zhukov", "move 1GTA-1 muncheberg") == ("done", "")
    fed = soviet({"1GTA-1": "seelow"})
    assert fed.verdict("zhukov", "move 1GTA-1 muncheberg strausberg") == ("done", "")


@pytest.mark.rule("4.2.1.a")
def test_4_2_1_a_movement_never_enters_an_enemy_zone_outside_berlin() -> None:
    table = soviet({"8GA-1": "bridgehead", "303": "seelow"})
    assert table.verdict("zhukov", "move 8GA-1 seelow") == ("refused", "4.2.1.a")
    table = soviet({"8GA-1": "zossen", "11SS": "tempelhof", "391": "guben"}, run=True)
    assert "tempelhof" in legal_routes(table.state, table.state.units["8GA-1"])
