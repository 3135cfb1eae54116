"""Rule 7.3, what binds Soviets in movement: the two counters of an army, the fronts, the rival."""

from __future__ import annotations

import pytest

from adjudicator.games.raceforberlin.r07_movement import legal_routes
from tests.games.raceforberlin.marches import german, soviet


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
    assert "move 8GA-1 Seelow" in rulings[0].legal


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


@pytest.mark.rule("7.3.1.c", "4.1.5.b")
def test_7_3_1_c_a_counter_apart_is_not_activated_to_stay_where_it_is() -> None:
    table = soviet({"8GA-1": "muncheberg", "8GA-2": "bridgehead"})
    (ruling,) = table.order("zhukov", "activate 8GA-2 move")
    assert (ruling.verdict, ruling.rule) == ("refused", "7.3.1.c")
    assert "move 8GA-2 seelow" in ruling.legal
    rulings = table.order("zhukov", "activate 8GA-2 move\nmove 8GA-2 seelow")
    assert [ruling.verdict for ruling in rulings] == ["done", "done"]


@pytest.mark.slow
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
        "you must first move: 3-1 from Kathlow back to its own front, 3-2 from Kathlow back to its own front"
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
