"""Rule 8.1, who attacks what and what counts: one test or more for each clause."""

from __future__ import annotations

import pytest

from tests.games.raceforberlin.fights import fight, part, reasons, refusal, resolved, table

EXAMPLE = {
    "1GTA-1": "bridgehead",
    "1GTA-2": "bridgehead",
    "8GA-1": "bridgehead",
    "8GA-2": "goritz",
    "606": "lebus",
    "5Jag": "lebus",
}
EXAMPLE_ORDER = "combat 1GTA-1 1GTA-2 8GA-1 8GA-2 at lebus"


# -- 8.1.1 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("8.1.1.a")
def test_8_1_1_a_every_unit_in_the_zone_defends_and_only_the_named_ones_attack() -> None:
    laid = fight({**EXAMPLE, "5SHA-1": "bridgehead"}, EXAMPLE_ORDER, dice=[5])
    assert resolved(laid)["defenders"] == ("606", "5Jag")
    assert resolved(laid)["attackers"] == ("1GTA-1", "1GTA-2", "8GA-1", "8GA-2")


@pytest.mark.rule("8.1.1.a")
def test_8_1_1_a_an_attacker_stands_next_to_the_zone() -> None:
    laid = table({"8GA-1": "kustrin", "606": "lebus", "303": "sudl-oderbruch"})
    (ruling,) = laid.order("zhukov", "combat 8GA-1 at lebus")
    assert (ruling.verdict, ruling.rule) == ("refused", "8.1.1.a")
    assert ruling.legal == ("combat 8GA-1 at Südl. Oderbruch",)


@pytest.mark.rule("8.1.1.a")
def test_8_1_1_a_an_empty_zone_is_not_attacked() -> None:
    assert refusal({"8GA-1": "bridgehead"}, "combat 8GA-1 at lebus") == ("refused", "8.1.1.a")


@pytest.mark.rule("8.1.1.b")
def test_8_1_1_b_a_city_zone_is_not_attacked_from_outside() -> None:
    units = {"3GTA-1": "zossen", "11SS": "tempelhof"}
    assert refusal(units, "combat 3GTA-1 at tempelhof", segment="C.2") == ("refused", "8.1.1.b")
    laid = table({**units, "606": "trebbin"}, segment="C.2", dice=[6])
    assert laid.verdict("koniev", "combat 3GTA-1 at trebbin") == ("done", "")


@pytest.mark.rule("8.1.3")
def test_8_1_3_a_zone_is_attacked_once_in_an_impulse() -> None:
    units = {"8GA-1": "bridgehead", "8GA-2": "bridgehead", "606": "seelow"}
    first, second = table(units, dice=[1]).order("zhukov", "combat 8GA-1 at seelow\ncombat 8GA-2 at seelow")
    assert first.verdict in {"done", "waiting"}
    assert (second.verdict, second.rule) == ("refused", "8.1.3")


@pytest.mark.rule("8.1.3")
def test_8_1_3_another_zone_may_be_attacked_in_the_same_impulse() -> None:
    units = {"8GA-1": "bridgehead", "8GA-2": "bridgehead", "606": "seelow", "303": "lebus"}
    laid = fight(units, "combat 8GA-1 at seelow\ncombat 8GA-2 at lebus", dice=[3, 3])
    assert [one["space"] for one in laid.found("CombatResolved")] == ["seelow", "lebus"]


@pytest.mark.rule("8.1.3")
def test_8_1_3_a_zone_may_be_attacked_again_in_a_later_impulse() -> None:
    units = {"8GA-1": "bridgehead", "8GA-2": "bridgehead", "20PzGr": "seelow"}
    laid = fight(units, "combat 8GA-1 at seelow", dice=[3, 6, 3])
    laid.order("koniev", "pass")
    laid.order("zhukov", "pass")
    laid.order("zhukov", "combat 8GA-2 at seelow")
    assert len(laid.found("CombatResolved")) == 2


@pytest.mark.rule("4.1.4")
def test_4_1_4_a_unit_fights_once_in_an_impulse() -> None:
    units = {"8GA-1": "bridgehead", "606": "seelow", "303": "lebus"}
    laid = table(units, dice=[3])
    _, second = laid.order("zhukov", "combat 8GA-1 at seelow\ncombat 8GA-1 at lebus")
    assert (second.verdict, second.rule) == ("refused", "4.1.4")


# -- what nobody could advance into is not attacked -----------------------------------------------------


@pytest.mark.rule("7.3.2.a")
def test_7_3_2_a_soviets_do_not_attack_beyond_the_boundary_of_the_fronts() -> None:
    units = {"8GA-1": "furstenberg", "606": "guben"}
    assert refusal(units, "combat 8GA-1 at guben") == ("refused", "7.3.2.a")
    own = table({"8GA-1": "bridgehead", "712": "seelow reduced"}, dice=[6])
    assert own.verdict("zhukov", "combat 8GA-1 at seelow") == ("done", "")
    german = table({"20PzGr": "seelow", "47-1": "letschin reduced"}, segment="C.3", dice=[6])
    assert german.verdict("koniev", "combat 20PzGr at letschin") == ("done", ""), (
        "no German knows that boundary"
    )


@pytest.mark.rule("7.2.1")
def test_7_2_1_germans_do_not_attack_across_the_oder() -> None:
    units = {"25PzGr": "lebus", "61-1": "goritz"}
    assert refusal(units, "combat 25PzGr at goritz", segment="C.3") == ("refused", "7.2.1")


@pytest.mark.rule("7.2.1", "G.6")
@pytest.mark.parametrize(("at", "zone"), [("lebus", "seelow"), ("goritz", "lebus"), ("reppen", "goritz")])
def test_7_2_1_germans_attack_on_one_bank_and_over_the_oder_to_the_west(at: str, zone: str) -> None:
    laid = table({"25PzGr": at, "20PzGr": at, "61-1": f"{zone} reduced"}, segment="C.3", dice=[6])
    assert laid.verdict("koniev", f"combat 25PzGr 20PzGr at {zone}") == ("done", "")


@pytest.mark.rule("7.2.1", "8.1.1.a")
def test_7_2_1_among_all_germans_those_beyond_the_oder_attack_eastward() -> None:
    units = {"25PzGr": "lebus", "20PzGr": "reppen", "18PzGr": "reppen", "61-1": "goritz reduced"}
    laid = fight(units, "combat all at goritz", segment="C.3", dice=[6])
    assert set(resolved(laid)["attackers"]) == {"20PzGr", "18PzGr"}


@pytest.mark.rule("7.2.1", "7.4.2")
@pytest.mark.parametrize(
    "units",
    [
        {"8GA-1": "lebus", "606": "goritz"},
        {"8GA-1": "neukolln", "11SS": "neukolln", "606": "konigs-wusterhausen"},
    ],
)
def test_7_2_1_and_7_4_2_bind_no_soviet(units: dict[str, str]) -> None:
    laid = table(units, dice=[6])
    assert laid.verdict("zhukov", f"combat 8GA-1 at {units['606']}") == ("done", "")


@pytest.mark.rule("7.4.2")
def test_7_4_2_a_german_in_a_contested_city_zone_attacks_nobody_outside() -> None:
    units = {"11SS": "tempelhof", "28-1": "tempelhof", "31": "zossen reduced"}
    assert refusal(units, "combat 11SS at zossen", segment="C.3") == ("refused", "7.4.2")
    free = {"11SS": "tempelhof", "31": "zossen reduced"}
    assert fight(free, "combat 11SS at zossen", segment="C.3", dice=[6]).found("CombatResolved")


@pytest.mark.rule("2.2.3")
def test_2_2_3_a_zone_the_americans_have_taken_is_not_attacked() -> None:
    units = {"25PzGr": "torgau", "31": "leipzig reduced"}
    laid = table(units, segment="C.3", control={"leipzig": "us"})
    assert laid.verdict("koniev", "combat 25PzGr at leipzig") == ("refused", "2.2.3")
    assert table(units, segment="C.3", dice=[6]).verdict("koniev", "combat 25PzGr at leipzig") == ("done", "")


# -- 8.1.2.c strengths ----------------------------------------------------------------------------------


@pytest.mark.rule("8.ex.1", "8.1.2.a", "8.1.2.c")
def test_8_ex_1_the_strengths_of_the_example() -> None:
    facts = resolved(fight(EXAMPLE, EXAMPLE_ORDER, dice=[5]))
    assert (facts["attack"], facts["defence"]) == (74, 22)
    assert part(facts, "8GA-2") == [("8.1.2.c", 20, 10)]
    assert part(facts, "8GA-1") == [("U.3", 20, 20)]
    assert part(facts, "606") == [("8.1.2.c", 5, 10)]


@pytest.mark.rule("8.1.2.c")
def test_8_1_2_c_half_a_point_across_a_river_is_kept() -> None:
    units = {"69-1": "reppen reduced", "69-2": "reppen", "Ragen": "frankfurt reduced"}
    facts = resolved(fight(units, "combat 69-1 69-2 at frankfurt", dice=[1]))
    assert facts["attack"] == 10.5
    assert part(facts, "69-1") == [("8.1.2.c", 7, 3.5)]


@pytest.mark.rule("8.1.2.c")
def test_8_1_2_c_open_ground_doubles_nobody_and_dry_ground_halves_nobody() -> None:
    facts = resolved(fight({"2GTA-1": "seelow", "712": "letschin"}, "combat 2GTA-1 at letschin", dice=[3]))
    assert (facts["attack"], facts["defence"]) == (20, 4)


@pytest.mark.rule("8.1.2.c")
def test_8_1_2_c_difficult_terrain_doubles_soviet_defenders_too() -> None:
    units = {"20PzGr": "muncheberg", "25PzGr": "muncheberg", "47-1": "seelow reduced"}
    facts = resolved(fight(units, "combat 20PzGr 25PzGr at seelow", segment="C.3", dice=[3]))
    assert part(facts, "47-1") == [("8.1.2.c", 7, 14)]


@pytest.mark.rule("3.1.3.a")
def test_3_1_3_a_out_of_supply_halves_first_and_rounds_up() -> None:
    units = {
        "69-1": "reppen reduced out-of-supply",
        "69-2": "reppen",
        "25PzGr": "frankfurt full out-of-supply",
    }
    facts = resolved(fight(units, "combat 69-1 69-2 at frankfurt", dice=[3]))
    assert part(facts, "69-1") == [("3.1.3.a", 7, 4), ("8.1.2.c", 4, 2)]
    assert part(facts, "69-2") == [("8.1.2.c", 14, 7)]
    assert part(facts, "25PzGr") == [("3.1.3.a", 8, 4), ("8.1.2.c", 4, 8)]


@pytest.mark.rule("E2.1")
def test_e2_1_the_army_of_event_2_attacks_over_a_river_unhalved() -> None:
    units = {"8GA-1": "goritz", "69-1": "reppen", "606": "lebus"}
    order = "chit 2 army 8GA\ncombat 8GA-1 69-1 at lebus"
    facts = resolved(fight(units, order, hands={"zhukov": ["event-2"]}, dice=[3]))
    assert part(facts, "8GA-1") == [("U.3", 20, 20)]
    assert part(facts, "69-1") == [("8.1.2.c", 14, 7)]


@pytest.mark.rule("E11.1")
def test_e11_1_event_11_doubles_attacking_germans_before_anything_else() -> None:
    units = {"20PzGr": "muncheberg full out-of-supply", "25PzGr": "muncheberg", "47-1": "seelow reduced"}
    order = "chit 11\ncombat 20PzGr 25PzGr at seelow"
    facts = resolved(fight(units, order, segment="C.3", hands={"koniev": ["event-11"]}, dice=[3]))
    assert part(facts, "20PzGr") == [("E11.1", 7, 14), ("3.1.3.a", 14, 7)]
    assert part(facts, "25PzGr") == [("E11.1", 8, 16)]
    assert part(facts, "47-1") == [("8.1.2.c", 7, 14)]


# -- 8.1.2.a, b, i the column ---------------------------------------------------------------------------


@pytest.mark.rule("8.1.2.a", "8.1.2.b")
def test_8_1_2_b_odds_are_rounded_in_the_defenders_favour() -> None:
    units = {"2GTA-1": "seelow", "712": "letschin", "156": "letschin"}
    facts = resolved(fight(units, "combat 2GTA-1 at letschin", dice=[3]))
    assert (facts["attack"], facts["defence"], facts["column"]) == (20, 8, "2:1")


@pytest.mark.rule("8.1.2.i", "8.1.2.b")
def test_8_1_2_i_below_one_to_one_too() -> None:
    units = {"47-1": "seelow reduced", "606": "letschin", "169": "letschin"}
    facts = resolved(fight(units, "combat 47-1 at letschin", dice=[6]))
    assert (facts["attack"], facts["defence"], facts["column"]) == (7, 10, "1:2")


@pytest.mark.rule("8.1.2.i")
def test_8_1_2_i_an_attack_below_the_lowest_column_is_not_allowed() -> None:
    units = {"47-1": "seelow reduced", "25PzGr": "letschin", "20PzGr": "letschin", "Kurmark": "letschin"}
    assert refusal(units, "combat 47-1 at letschin") == ("refused", "8.1.2.i")


@pytest.mark.rule("8.1.2.i")
def test_8_1_2_i_an_attack_falls_when_a_retreat_has_made_its_zone_too_strong() -> None:
    units = {
        "8GA-1": "seelow",
        "8GA-2": "seelow",
        "5SHA-1": "seelow",
        "47-1": "protzel reduced out-of-supply",
        "20PzGr": "sudl-oderbruch",
        "Kurmark": "sudl-oderbruch",
        "25PzGr": "letschin",
    }
    order = "combat 8GA-1 8GA-2 5SHA-1 at sudl-oderbruch advance 5SHA-1\ncombat 47-1 at letschin"
    laid = fight(units, order, dice=[6])
    assert laid.at("20PzGr") == laid.at("Kurmark") == "letschin"
    (dropped,) = [event for event in laid.events if event.kind == "OrderDropped"]
    assert (dropped.rule, dropped.facts()["text"]) == ("8.1.2.i", "combat 47-1 at letschin")


# -- 8.1.2.d to h the die and its modifiers -------------------------------------------------------------


@pytest.mark.rule("8.ex.2", "8.1.2.d", "8.1.2.e", "8.1.2.f", "8.1.2.g", "8.1.2.h")
def test_8_ex_2_the_modifiers_of_the_example() -> None:
    facts = resolved(fight(EXAMPLE, EXAMPLE_ORDER, dice=[5]))
    assert reasons(facts) == {"8.1.2.e": 1, "8.1.2.f": 1, "8.1.2.g": -1, "8.1.2.h": -1}
    assert facts["drm"] == 0


@pytest.mark.rule("8.ex.3", "8.1.2.d")
def test_8_ex_3_three_to_one_and_a_five() -> None:
    facts = resolved(fight(EXAMPLE, EXAMPLE_ORDER, dice=[5]))
    assert (facts["column"], facts["die"], facts["final"], facts["result"]) == ("3:1", 5, 5, "D2R")


@pytest.mark.rule("8.1.2.d")
def test_8_1_2_d_the_sum_of_the_modifiers_changes_the_row() -> None:
    units = {"8GA-1": "seelow", "8GA-2": "seelow", "606": "letschin", "25PzGr": "letschin"}
    facts = resolved(fight(units, "combat 8GA-1 8GA-2 at letschin", dice=[4]))
    assert (facts["column"], facts["drm"], facts["final"], facts["result"]) == ("3:1", 1, 5, "D2R")


@pytest.mark.rule("8.1.2.e")
def test_8_1_2_e_two_complete_armies_still_give_one() -> None:
    units = {
        "8GA-1": "seelow",
        "8GA-2": "seelow",
        "1GTA-1": "seelow",
        "1GTA-2": "seelow",
        "25PzGr": "letschin",
    }
    facts = resolved(fight(units, "combat 8GA-1 8GA-2 1GTA-1 1GTA-2 at letschin", dice=[2]))
    assert reasons(facts) == {"8.1.2.e": 1}


@pytest.mark.rule("8.1.2.e")
def test_8_1_2_e_a_complete_army_gives_one_with_half_another_beside_it() -> None:
    units = {"8GA-1": "seelow", "8GA-2": "seelow", "1GTA-1": "seelow", "25PzGr": "letschin"}
    facts = resolved(fight(units, "combat 8GA-1 8GA-2 1GTA-1 at letschin", dice=[2]))
    assert reasons(facts) == {"8.1.2.e": 1}


@pytest.mark.rule("8.1.2.e", "U.1")
def test_8_1_2_e_germans_have_no_armies() -> None:
    units = {"47-1": "letschin reduced", "20PzGr": "seelow", "25PzGr": "seelow"}
    facts = resolved(fight(units, "combat 20PzGr 25PzGr at letschin", segment="C.3", dice=[2]))
    assert "8.1.2.e" not in reasons(facts)


@pytest.mark.rule("8.1.2.e", "U.1")
def test_8_1_2_e_half_an_army_gives_nothing_even_when_the_other_half_is_dead() -> None:
    units = {"8GA-1": "seelow", "8GA-2": "eliminated", "25PzGr": "letschin"}
    assert reasons(resolved(fight(units, "combat 8GA-1 at letschin", dice=[2]))) == {}


@pytest.mark.rule("8.1.2.e", "U.1")
def test_8_1_2_e_the_one_counter_of_the_31st_is_a_complete_army() -> None:
    units = {"31": "luckau", "541": "herzberg"}
    assert reasons(resolved(fight(units, "combat 31 at herzberg", segment="C.2", dice=[4]))) == {"8.1.2.e": 1}


@pytest.mark.rule("8.1.2.f")
def test_8_1_2_f_one_zone_gives_nothing() -> None:
    facts = resolved(fight({"8GA-1": "seelow", "25PzGr": "letschin"}, "combat 8GA-1 at letschin", dice=[3]))
    assert reasons(facts) == {}


@pytest.mark.rule("8.1.2.f")
def test_8_1_2_f_two_zones_give_one_and_three_give_two() -> None:
    units = {"8GA-1": "seelow", "5SHA-1": "muncheberg", "47-1": "sudl-oderbruch", "25PzGr": "letschin"}
    two = resolved(fight(units, "combat 8GA-1 5SHA-1 at letschin", dice=[3]))
    three = resolved(fight(units, "combat 8GA-1 5SHA-1 47-1 at letschin", dice=[3]))
    assert (reasons(two), reasons(three)) == ({"8.1.2.f": 1}, {"8.1.2.f": 2})


@pytest.mark.rule("8.1.2.g")
def test_8_1_2_g_armour_in_difficult_terrain_of_both_nationalities() -> None:
    soviets = {"1GTA-1": "letschin", "541": "muncheberg"}
    assert reasons(resolved(fight(soviets, "combat 1GTA-1 at muncheberg", dice=[3])))["8.1.2.g"] == -1
    germans = {"25PzGr": "letschin", "47-1": "muncheberg reduced"}
    facts = resolved(fight(germans, "combat 25PzGr at muncheberg", segment="C.3", dice=[6]))
    assert reasons(facts) == {"8.1.2.g": -1}


@pytest.mark.rule("8.1.2.g")
def test_8_1_2_g_armour_in_open_ground_is_not_hindered() -> None:
    facts = resolved(fight({"2GTA-1": "seelow", "712": "letschin"}, "combat 2GTA-1 at letschin", dice=[3]))
    assert reasons(facts) == {}


@pytest.mark.rule("8.1.2.g")
def test_8_1_2_g_infantry_and_mechanised_units_are_no_armour() -> None:
    units = {"8GA-1": "strausberg", "5SHA-1": "strausberg", "541": "muncheberg"}
    assert reasons(resolved(fight(units, "combat 8GA-1 5SHA-1 at muncheberg", dice=[3]))) == {}


@pytest.mark.rule("8.1.2.h", "M.7")
def test_8_1_2_h_a_defence_line_faces_the_east_only() -> None:
    east = {"5SHA-1": "bridgehead", "541": "seelow"}
    west = {"5SHA-1": "muncheberg", "541": "seelow"}
    assert reasons(resolved(fight(east, "combat 5SHA-1 at seelow", dice=[4]))) == {"8.1.2.h": -1}
    assert reasons(resolved(fight(west, "combat 5SHA-1 at seelow", dice=[4]))) == {}


@pytest.mark.rule("8.1.2.h", "M.7")
def test_8_1_2_h_one_attacker_across_the_line_is_enough() -> None:
    units = {"5SHA-1": "muncheberg", "8GA-1": "bridgehead", "541": "seelow"}
    facts = resolved(fight(units, "combat 5SHA-1 8GA-1 at seelow", dice=[4]))
    assert reasons(facts) == {"8.1.2.f": 1, "8.1.2.h": -1}


@pytest.mark.rule("8.1.2.h", "M.7")
def test_8_1_2_h_germans_are_not_hindered_by_it() -> None:
    units = {"25PzGr": "sudl-oderbruch", "20PzGr": "sudl-oderbruch", "47-1": "seelow reduced"}
    facts = resolved(fight(units, "combat 25PzGr 20PzGr at seelow", segment="C.3", dice=[3]))
    assert reasons(facts) == {"8.1.2.g": -1}


@pytest.mark.rule("E6.1")
def test_e6_1_the_army_of_event_6_has_two_more_in_each_of_its_combats() -> None:
    units = {
        "8GA-1": "seelow",
        "8GA-2": "seelow",
        "5SHA-1": "falkenhagen",
        "25PzGr": "letschin",
        "541": "muncheberg",
    }
    order = "chit 6 army 8GA\ncombat 8GA-1 at letschin\ncombat 8GA-2 at muncheberg"
    laid = fight(units, order, hands={"zhukov": ["event-6"]}, dice=[1, 1])
    assert [reasons(one)["E6.1"] for one in laid.found("CombatResolved")] == [2, 2]
    other = "chit 6 army 8GA\ncombat 5SHA-1 at muncheberg"
    laid = fight(units, other, hands={"zhukov": ["event-6"]}, dice=[2])
    assert "E6.1" not in reasons(resolved(laid))


def test_the_sentence_of_a_combat_explains_its_arithmetic() -> None:
    (said,) = [
        text for text in fight(EXAMPLE, EXAMPLE_ORDER, dice=[5]).said() if text.startswith("Attack on")
    ]
    assert "8 GA-2 (20, across a river: 10)" in said
    assert "= 74 against" in said
    assert "column 3:1. Die 5, modifiers +1 complete Soviet army" in said
    assert said.endswith("(+0) = 5: D2R.")
