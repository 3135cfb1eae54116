"""Rule 7, Movement: one test or more for each clause."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.games.raceforberlin.position import index, ways
from adjudicator.games.raceforberlin.r07_movement import cost, is_free, legal_routes
from tests.tabletop import Tabletop

GAME = "raceforberlin"
IDLE = {"391": "riesa"}
"""A German far away, so that other impulses have an owner who must be asked."""


def soviet(units: dict[str, str], **position: object) -> Tabletop:
    """A table in Zhukov's Soviet impulse."""
    return Tabletop(GAME, {**IDLE, **units}, **{"segment": "C.1", **position})  # type: ignore[arg-type]


def german(units: dict[str, str], **position: object) -> Tabletop:
    """A table in Koniev's German impulse on turn 7, when nobody tests for freedom."""
    return Tabletop(GAME, units, **{"segment": "C.3", "turn": 7, **position})  # type: ignore[arg-type]


# -- the map ---------------------------------------------------------------------------------------------


@pytest.mark.rule("M.1", "7.1.1")
def test_m_1_units_move_only_between_zones_that_share_a_border() -> None:
    table = soviet({"8GA-1": "bridgehead"})
    (ruling,) = table.order("zhukov", "move 8GA-1 muncheberg")
    assert (ruling.verdict, ruling.rule) == ("refused", "7.1.1")
    assert "move 8GA-1 seelow" in ruling.legal


@pytest.mark.rule("M.1", "7.1.1")
@pytest.mark.parametrize(
    ("to", "why"),
    [("bridgehead", "Bridgehead is where it is already"), ("lubben", "Lübben is not adjacent to Bridgehead")],
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
    assert cost(table.state, unit, "muncheberg", "strausberg") == Fraction(1, 2)
    assert cost(table.state, unit, "lebus", "reppen") == 2


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
        assert cost(table.state, table.state.units[unit], "goritz", "lebus") == 2


@pytest.mark.rule("7.1.2.c")
def test_7_1_2_c_a_main_road_costs_half_and_cancels_the_river() -> None:
    table = soviet({"47-1": "kustrin"})
    assert cost(table.state, table.state.units["47-1"], "kustrin", "bridgehead") == Fraction(1, 2)
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
    assert ("move 303 letschin" in ruling.legal) is offered


# -- 7.3 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("7.3.1.a", "7.3.1.c")
def test_7_3_1_c_an_army_apart_may_only_move() -> None:
    table = soviet({"8GA-1": "muncheberg", "8GA-2": "bridgehead", "303": "seelow"})
    assert table.verdict("zhukov", "combat 8GA-2 at seelow") == ("refused", "7.3.1.c")
    assert table.verdict("zhukov", "reserve 8GA-1") == ("refused", "7.3.1.c")


@pytest.mark.rule("7.3.1.a", "7.3.1.c")
@pytest.mark.parametrize(
    ("partner", "verdict"),
    [
        ("bridgehead", ("done", "")),
        ("lebus", ("done", "")),
        ("eliminated", ("done", "")),
        ("letschin", ("refused", "7.3.1.c")),
    ],
)
def test_7_3_1_a_an_army_fights_from_one_zone_or_two_adjacent_or_alone(
    partner: str, verdict: tuple[str, str]
) -> None:
    table = soviet({"8GA-1": "bridgehead", "8GA-2": partner, "303": "seelow reduced"})
    assert table.verdict("zhukov", "combat 8GA-1 at seelow") == verdict


@pytest.mark.rule("7.3.1.c")
def test_7_3_1_c_the_move_must_bring_the_army_together() -> None:
    table = soviet({"8GA-1": "muncheberg", "8GA-2": "bridgehead"})
    rulings = table.order("zhukov", "move 8GA-1 strausberg")
    assert [(r.verdict, r.rule) for r in rulings] == [("refused", "7.3.1.c")]
    assert "move 8GA-1 seelow" in rulings[0].legal


@pytest.mark.rule("7.3.1.c")
def test_7_3_1_c_two_zones_from_the_partner_are_not_near_enough() -> None:
    table = soviet({"8GA-1": "strausberg", "8GA-2": "bridgehead"})
    assert table.verdict("zhukov", "move 8GA-1 muncheberg") == ("refused", "7.3.1.c")
    assert table.verdict("zhukov", "move 8GA-1 muncheberg seelow") == ("done", "")


@pytest.mark.rule("7.3.1.c")
def test_7_3_1_c_a_refused_repair_does_not_use_up_the_units_move() -> None:
    table = soviet({"8GA-1": "muncheberg", "8GA-2": "bridgehead"})
    rulings = table.order("zhukov", "move 8GA-2 kustrin\nmove 8GA-2 seelow")
    assert [(r.verdict, r.rule) for r in rulings] == [("refused", "7.3.1.c"), ("done", "")]
    assert table.at("8GA-2") == "seelow"


@pytest.mark.rule("7.3.1.c")
@pytest.mark.parametrize("line", ["move 8GA-2 seelow", "move 8GA-1 seelow"])
def test_7_3_1_c_a_move_next_to_the_partner_repairs(line: str) -> None:
    table = soviet({"8GA-1": "muncheberg", "8GA-2": "bridgehead"})
    assert table.verdict("zhukov", line) == ("done", "")


@pytest.mark.rule("7.3.1.b")
def test_7_3_1_b_an_army_together_at_the_start_may_split() -> None:
    table = soviet({"8GA-1": "bridgehead", "8GA-2": "bridgehead", "606": "letschin"}, dice=[6])
    rulings = table.order("zhukov", "move 8GA-1 seelow muncheberg\nreserve 8GA-2 kustrin")
    assert [r.verdict for r in rulings] == ["done", "done"]
    assert (table.at("8GA-1"), table.at("8GA-2")) == ("muncheberg", "kustrin")


@pytest.mark.rule("7.3.2.a")
def test_7_3_2_a_soviets_stay_on_their_side_of_the_boundary() -> None:
    table = soviet({"33-1": "furstenberg"})
    assert table.verdict("zhukov", "move 33-1 guben") == ("refused", "7.3.2.a")


@pytest.mark.rule("7.3.2.b")
def test_7_3_2_b_a_unit_forced_across_must_come_back_first() -> None:
    units = {"33-1": "guben", "33-2": "furstenberg", "47-1": "kustrin"}
    table = soviet({**units, "391": "cottbus"})
    refused = table.order("zhukov", "move 47-1 goritz")
    assert [(r.verdict, r.rule) for r in refused] == [("refused", "7.3.2.b")]
    assert any("furstenberg" in line for line in refused[0].legal)
    assert table.verdict("zhukov", "pass") == ("refused", "7.3.2.b")
    assert table.verdict("zhukov", "move 33-1 furstenberg") == ("done", "")


@pytest.mark.rule("7.3.2.b")
def test_7_3_2_b_the_refusal_names_whole_ways_home_that_stand() -> None:
    table = soviet({"3-1": "kathlow", "3-2": "kathlow", "391": "lieberose", "21Pz": "furstenberg"})
    (refused,) = table.order("zhukov", "pass")
    home = ("move 3-1 cottbus lubben storkow\nmove 3-2 cottbus lubben storkow",)
    assert (refused.rule, refused.legal) == ("7.3.2.b", home)
    assert refused.why == (
        "before anything else must move: 3-1 from Kathlow back to its own front, "
        "3-2 from Kathlow back to its own front"
    )
    rulings = table.order("zhukov", "\n".join(refused.legal))
    assert [ruling.verdict for ruling in rulings] == ["done", "done"]


@pytest.mark.rule("7.3.2.b")
def test_7_3_2_b_each_answer_brings_every_stray_home_however_many_ways_he_has() -> None:
    units = {"33-1": "guben", "33-2": "guben", "3-1": "kathlow", "3-2": "kathlow"}
    (refused,) = soviet({**units, "391": "lieberose"}).order("zhukov", "pass")
    lines = [answer.splitlines() for answer in refused.legal]
    assert [len(answer) for answer in lines] == [4, 4, 4]
    assert len({answer[0] for answer in lines}) == 3
    assert {answer[3] for answer in lines} == {"move 3-2 cottbus lubben storkow"}


@pytest.mark.rule("7.3.2.b")
def test_7_3_2_b_who_comes_home_may_leave_the_fighting_to_others() -> None:
    units = {"33-1": "guben", "33-2": "furstenberg", "47-1": "bridgehead", "712": "seelow reduced"}
    table = soviet({**units, "391": "cottbus"}, dice=[6])
    rulings = table.order("zhukov", "combat 47-1 at seelow\nmove 33-1 furstenberg")
    assert [ruling.verdict for ruling in rulings] == ["done", "done"]


@pytest.mark.rule("7.3.2.b")
def test_7_3_2_b_a_move_that_ends_beyond_the_boundary_again_is_no_way_home() -> None:
    table = soviet({"3-1": "kathlow", "3-2": "kathlow", "391": "lieberose", "21Pz": "furstenberg"})
    rulings = table.order("zhukov", "move 3-1 cottbus\nmove 3-2 cottbus lubben storkow")
    assert {(ruling.verdict, ruling.rule) for ruling in rulings} == {("refused", "7.3.2.b")}
    assert table.at("3-1") == "kathlow"


@pytest.mark.rule("7.3.2.b", "7.3.1.c")
def test_7_3_2_b_nobody_must_go_where_his_army_apart_may_not() -> None:
    table = soviet({"3-1": "kustrin", "3-2": "kathlow", "391": "lieberose", "21Pz": "furstenberg"})
    assert table.verdict("zhukov", "pass") == ("done", "")


@pytest.mark.rule("7.3.2.b")
def test_7_3_2_b_a_unit_already_activated_this_turn_comes_back_later() -> None:
    table = soviet({"33-1": "guben full activated", "33-2": "furstenberg", "391": "cottbus"})
    assert table.verdict("zhukov", "pass") == ("done", "")


@pytest.mark.rule("7.3.3.a")
def test_7_3_3_a_soviets_do_not_end_among_those_of_the_other_camp() -> None:
    table = soviet(
        {"33-1": "zossen", "3GA-1": "konigs-wusterhausen", "33-2": "konigs-wusterhausen"}, run=False
    )
    unit = table.state.units["33-1"]
    assert "konigs-wusterhausen" not in legal_routes(table.state, unit)
    table = soviet({"47-1": "strausberg", "3GA-1": "furstenwalde"})
    assert table.verdict("zhukov", "move 47-1 furstenwalde") == ("refused", "7.3.3.a")


@pytest.mark.rule("7.3.3.a")
def test_7_3_3_a_passing_through_is_not_barred_outside_berlin() -> None:
    table = soviet({"1GTA-1": "strausberg", "3GA-1": "furstenwalde"})
    assert table.verdict("zhukov", "move 1GTA-1 furstenwalde frankfurt") == ("done", "")


@pytest.mark.rule("7.3.3.a")
def test_7_3_3_a_germans_end_where_soviets_of_the_other_camp_stand() -> None:
    table = german({"11SS": "neukolln", "8GA-1": "tempelhof"})
    assert table.verdict("koniev", "move 11SS tempelhof") == ("done", "")


@pytest.mark.rule("7.3.3.d")
def test_7_3_3_d_a_guest_may_only_move_away() -> None:
    table = soviet({"47-1": "zossen", "3GA-1": "zossen", "303": "trebbin"})
    assert table.verdict("zhukov", "combat 47-1 at trebbin") == ("refused", "7.3.3.d")
    assert table.verdict("zhukov", "reserve 47-1") == ("refused", "7.3.3.d")
    assert table.verdict("zhukov", "move 47-1 konigs wusterhausen") == ("done", "")


@pytest.mark.rule("7.3.4.a", "10.1.1.a")
def test_7_3_4_a_a_soviet_takes_a_victory_zone_even_in_passing() -> None:
    table = soviet({"1GTA-1": "eberswalde"})
    table.order("zhukov", "move 1GTA-1 joachimsthal oranienburg")
    assert table.state.control["joachimsthal"] == "zhukov"
    assert table.state.tracks["vp-zhukov"] == 1


@pytest.mark.rule("7.3.4.a", "G.1")
@pytest.mark.parametrize(("at", "to"), [("seelow", "muncheberg"), ("neukolln", "tempelhof")])
def test_7_3_4_a_neither_zones_without_a_value_nor_those_of_berlin_are_taken(at: str, to: str) -> None:
    table = soviet({"8GA-1": at})
    assert table.verdict("zhukov", f"move 8GA-1 {to}") == ("done", "")
    assert (table.state.control, table.found("ControlChanged")) == ({}, [])


@pytest.mark.rule("7.3.4.b")
def test_7_3_4_b_a_later_entry_of_the_other_camp_changes_nothing() -> None:
    table = soviet({"1GTA-1": "bernau"}, control={"eberswalde": "koniev"}, tracks={"vp-koniev": 1})
    table.order("zhukov", "move 1GTA-1 eberswalde")
    assert table.state.control["eberswalde"] == "koniev"
    assert table.state.tracks["vp-koniev"] == 1
    assert table.state.tracks["vp-zhukov"] == 0


@pytest.mark.rule("7.3.4.c")
def test_7_3_4_c_germans_who_come_back_end_the_control() -> None:
    table = german({"303": "bernau"}, control={"eberswalde": "zhukov"}, tracks={"vp-zhukov": 1})
    table.order("koniev", "move 303 eberswalde")
    assert "eberswalde" not in table.state.control
    assert table.state.tracks["vp-zhukov"] == 0


@pytest.mark.rule("7.3.4.c")
def test_7_3_4_c_germans_in_a_zone_that_nobody_holds_change_nothing() -> None:
    table = german({"303": "bernau"}, tracks={"vp-zhukov": 1})
    assert table.verdict("koniev", "move 303 eberswalde") == ("done", "")
    assert table.state.tracks["vp-zhukov"] == 1
    assert "ControlChanged" not in table.kinds()


@pytest.mark.rule("7.3.2.a")
@pytest.mark.parametrize(
    ("via", "verdict"), [("cottbus lubben storkow", ("done", "")), ("forst", ("refused", "7.3.2.a"))]
)
def test_7_3_2_a_only_who_has_no_zone_of_his_own_beside_him_crosses_the_others(
    via: str, verdict: tuple[str, str]
) -> None:
    at = "kathlow" if verdict[0] == "done" else "guben"
    table = soviet(
        {"3-1": at, "3-2": at, "391": "lieberose", "21Pz": "furstenberg" if at == "kathlow" else "riesa"}
    )
    rulings = table.order("zhukov", f"move 3-1 {via}\nmove 3-2 {via}")
    assert (rulings[0].verdict, rulings[0].rule) == verdict


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
    assert cost(table.state, unit, "wedding", "neukolln") == 1
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
