"""Rule 8.3, retreats, and guests among the other camp's Soviets (7.3.3): one test or more for each clause."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.raceforberlin.combat.r08_retreat import passed_over, retreats
from adjudicator.games.raceforberlin.combat.r08_strength import guest
from tests.games.raceforberlin.fights import fight, resolved, table


def ends(units: dict[str, str], unit: str, **position: Any) -> set[str]:
    """Where a unit may end a retreat."""
    state = table(units, **position).state
    return {path[-1] for path in retreats(state, state.units[unit])}


def paths(units: dict[str, str], unit: str, **position: Any) -> set[tuple[str, ...]]:
    """The zones that a unit may go through in a retreat, its own left out."""
    state = table(units, **position).state
    return {path[1:] for path in retreats(state, state.units[unit])}


# -- 8.3.1 ---------------------------------------------------------------------------------------------

LETSCHIN = {"8GA-1": "seelow", "8GA-2": "seelow", "303": "letschin", "712": "letschin"}
DRIVEN = "combat 8GA-1 8GA-2 at letschin advance 8GA-1"


@pytest.mark.rule("8.3.1.a")
def test_8_3_1_a_the_survivors_leave_and_the_attacker_stays_out_until_they_have() -> None:
    laid = fight(LETSCHIN, DRIVEN, dice=[2])
    assert resolved(laid)["result"] == "D1R"
    laid.order("koniev", "lose 303")
    rule, player, answers = laid.asked()
    assert (rule, player) == ("8.3.1.a", "koniev")
    assert {answer.split()[1] for answer in answers} == {"303", "712"}
    assert laid.at("8GA-1") == "seelow"


@pytest.mark.rule("8.3.1.a")
def test_8_3_1_a_without_r_nobody_leaves() -> None:
    laid = fight(LETSCHIN, "combat 8GA-1 at letschin", dice=[4])
    assert resolved(laid)["result"] == "D1"
    laid.order("koniev", "lose 303")
    assert laid.found("UnitMoved") == []
    assert laid.state.frame.segment == "C.2"


@pytest.mark.rule("8.3.1.b")
def test_8_3_1_b_retreating_units_may_go_different_ways() -> None:
    laid = fight(LETSCHIN, DRIVEN, dice=[2])
    laid.order("koniev", "lose 303\nretreat 303 to protzel\nretreat 712 to nordl-oderbruch")
    assert (laid.at("303"), laid.at("712")) == ("protzel", "nordl-oderbruch")
    assert laid.at("8GA-1") == "letschin"
    assert "american-halt" not in laid.state.facts


@pytest.mark.rule("8.3.1.a")
def test_8_3_1_a_only_units_that_must_retreat_do_and_only_to_neighbours() -> None:
    laid = fight({**LETSCHIN, "541": "protzel"}, DRIVEN, dice=[2])
    laid.order("koniev", "lose 303")
    rulings = laid.order("koniev", "retreat 541 to bernau\nretreat 303 to bernau")
    assert [(ruling.verdict, ruling.rule) for ruling in rulings] == [("refused", "8.3.1.a")] * 2


@pytest.mark.rule("8.3.1.a")
def test_8_3_1_a_a_retreat_without_a_choice_asks_nobody() -> None:
    ring = {"5SHA-1": "muncheberg", "5SHA-2": "protzel", "47-1": "sudl-oderbruch"}
    laid = fight({**LETSCHIN, **ring, "303": "riesa"}, DRIVEN, dice=[1])
    assert resolved(laid)["result"] == "D1R"
    assert (laid.at("712"), laid.at("8GA-1")) == ("nordl-oderbruch", "letschin")
    assert "retreat" not in [facts["decision"]["topic"] for facts in laid.found("Asked")]
    assert [event.rule for event in laid.events if event.kind == "UnitMoved"] == ["8.3.1.a", "8.4.1.a"]
    assert "american-halt" not in laid.state.facts


# -- 8.3.2 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3.2.a")
def test_8_3_2_a_germans_look_at_a_lower_or_equal_index_first() -> None:
    assert ends({"606": "lebus", "8GA-1": "bridgehead"}, "606") == {"falkenhagen", "seelow", "frankfurt"}
    assert "muncheberg" not in ends({"606": "protzel"}, "606")


@pytest.mark.rule("8.3.2.b")
def test_8_3_2_b_soviets_look_at_a_higher_or_equal_index_first() -> None:
    assert ends({"8GA-1": "seelow"}, "8GA-1") == {"lebus", "bridgehead", "sudl-oderbruch"}
    assert ends({"8GA-1": "letschin"}, "8GA-1") == {"nordl-oderbruch", "seelow", "sudl-oderbruch"}


@pytest.mark.rule("8.3.2.c")
def test_8_3_2_c_a_zone_free_of_the_other_camp_comes_first() -> None:
    rival = {"606": "lebus", "404": "falkenhagen", "342": "seelow"}
    assert ends(rival, "606") == {"frankfurt"}
    own = {"606": "lebus", "303": "falkenhagen", "342": "seelow"}
    assert ends(own, "606") == {"frankfurt", "falkenhagen"}


@pytest.mark.rule("8.3.2.c")
def test_8_3_2_c_beside_the_other_camp_before_a_higher_index() -> None:
    units = {"606": "letschin", "404": "protzel", "342": "muncheberg", "36SS": "nordl-oderbruch"}
    assert ends(units, "606") == {"protzel", "muncheberg", "nordl-oderbruch"}


@pytest.mark.rule("8.3.2.c", "6.1.2.b")
def test_8_3_2_c_the_owners_own_soviets_are_no_company() -> None:
    assert "falkenhagen" not in ends({"342": "lebus", "8GA-1": "falkenhagen"}, "342")


@pytest.mark.rule("8.3.2.d")
def test_8_3_2_d_any_index_when_the_west_is_full_of_soviets() -> None:
    west = {"8GA-1": "protzel", "8GA-2": "muncheberg", "5SHA-1": "nordl-oderbruch"}
    assert ends({"606": "letschin", **west}, "606") == {"seelow", "sudl-oderbruch"}


@pytest.mark.rule("8.3.2.d", "8.3.2.c")
def test_8_3_2_d_then_too_a_zone_free_of_the_other_camp_first() -> None:
    west = {"8GA-1": "protzel", "8GA-2": "muncheberg", "5SHA-1": "nordl-oderbruch", "404": "seelow"}
    assert ends({"606": "letschin", **west}, "606") == {"sudl-oderbruch"}


@pytest.mark.rule("8.3.2.c", "8.3.2.d")
def test_8_3_2_c_where_all_zones_lie_east_company_is_what_comes_second() -> None:
    west = {"8GA-1": "protzel", "8GA-2": "muncheberg", "5SHA-1": "nordl-oderbruch", "404": "seelow"}
    state = table({"606": "letschin", **west}).state
    unit = state.units["606"]
    assert passed_over(state, unit, "seelow", retreats(state, unit))[0] == "8.3.2.c"


@pytest.mark.rule("8.3.2.b", "8.3.2.c")
def test_8_3_2_c_rivals_come_last_whatever_the_index_of_their_zone() -> None:
    state = table({"3GA-1": "kathlow", "8GA-1": "spremberg"}).state
    unit = state.units["3GA-1"]
    assert passed_over(state, unit, "spremberg", retreats(state, unit))[0] == "8.3.2.c"
    assert passed_over(state, unit, "lieberose", retreats(state, unit))[0] == "8.3.2.b"


SURROUNDED = {"8GA-1": "bridgehead", "8GA-2": "seelow", "47-1": "falkenhagen", "47-2": "frankfurt"}


@pytest.mark.rule("8.3.2.e", "7.2.1")
def test_8_3_2_e_germans_do_not_retreat_over_the_oder() -> None:
    assert ends({"606": "lebus", **SURROUNDED}, "606") == set()
    assert ends({"606": "lebus", **SURROUNDED, "47-2": "reppen"}, "606") == {"frankfurt"}


@pytest.mark.rule("8.3.2.e")
def test_8_3_2_e_soviets_do() -> None:
    west = {"606": "seelow", "303": "falkenhagen", "541": "frankfurt", "712": "bridgehead"}
    assert ends({"8GA-1": "lebus", **west}, "8GA-1") == {"reppen", "goritz"}


@pytest.mark.rule("8.3.2.e", "8.3.4")
def test_8_3_2_e_closed_zones_count_as_enemy_held() -> None:
    laid = fight({"606": "lebus", **SURROUNDED}, "combat 8GA-1 8GA-2 at lebus", dice=[3])
    assert (resolved(laid)["result"], laid.at("606")) == ("D1R", "eliminated")


# -- 8.3.3 ---------------------------------------------------------------------------------------------

FULL = {"303": "falkenhagen", "712": "falkenhagen", "156": "falkenhagen"}


@pytest.mark.rule("8.3.3.a")
def test_8_3_3_a_a_full_zone_takes_no_retreat() -> None:
    assert ends({"606": "lebus", **FULL}, "606") == {"seelow", "frankfurt"}


@pytest.mark.rule("8.3.3.a", "8.3.1.a")
def test_8_3_3_a_two_units_fill_the_only_zone_that_is_open() -> None:
    units = {"8GA-1": "seelow", "8GA-2": "seelow", "1GTA-1": "seelow", "606": "letschin", "303": "letschin"}
    held = {"5SHA-1": "muncheberg", "47-1": "sudl-oderbruch", "47-2": "protzel"}
    laid = fight({**units, **held, "712": "nordl-oderbruch"}, "combat 8GA-1 8GA-2 at letschin", dice=[5])
    assert (laid.at("606"), laid.at("303")) == ("nordl-oderbruch", "nordl-oderbruch")


@pytest.mark.rule("8.3.3.a", "8.3.4")
def test_8_3_3_a_who_finds_no_room_anywhere_stays_with_one_loss_more() -> None:
    units = {"8GA-1": "seelow", "8GA-2": "seelow", "606": "letschin", "303": "letschin"}
    held = {"5SHA-1": "muncheberg", "47-1": "sudl-oderbruch", "47-2": "protzel"}
    beyond = {"61-1": "joachimsthal", "61-2": "eberswalde"}
    full = {"712": "nordl-oderbruch", "156": "nordl-oderbruch"}
    laid = fight({**units, **held, **beyond, **full}, "combat 8GA-1 8GA-2 at letschin", dice=[5])
    assert resolved(laid)["result"] == "D2R"
    laid.order("koniev", "retreat 303 to nordl-oderbruch")
    assert laid.at("303") == "nordl-oderbruch"
    assert (laid.at("606"), laid.steps("606")) == ("eliminated", 0)


@pytest.mark.rule("8.3.3.b")
def test_8_3_3_b_through_a_full_friendly_zone_where_nothing_else_is_open() -> None:
    held = {"8GA-1": "bridgehead", "8GA-2": "seelow", "47-2": "frankfurt"}
    assert paths({"606": "lebus", **held, **FULL}, "606") == {
        ("falkenhagen", "furstenwalde"),
        ("falkenhagen", "muncheberg"),
    }
    crowd = {"541": "muncheberg", "Kurmark": "muncheberg", "25PzGr": "muncheberg"}
    assert paths({"606": "lebus", **held, **FULL, **crowd}, "606") == {("falkenhagen", "furstenwalde")}
    assert paths({"606": "lebus", **held, **FULL, **crowd, "61-1": "furstenwalde"}, "606") == set()


@pytest.mark.rule("8.3.3.a", "8.3.3.b")
def test_8_3_3_b_the_second_goes_through_the_zone_that_the_first_has_filled() -> None:
    units = {"8GA-1": "seelow", "8GA-2": "seelow", "606": "letschin", "303": "letschin"}
    held = {"5SHA-1": "muncheberg", "47-1": "sudl-oderbruch", "47-2": "protzel", "61-2": "eberswalde"}
    full = {"712": "nordl-oderbruch", "156": "nordl-oderbruch"}
    laid = fight({**units, **held, **full}, "combat 8GA-1 8GA-2 at letschin", dice=[5])
    assert resolved(laid)["result"] == "D2R"
    assert {laid.at("303"), laid.at("606")} == {"nordl-oderbruch", "joachimsthal"}


@pytest.mark.rule("8.3.1.a")
def test_8_3_1_a_each_camp_is_asked_for_its_own_units_the_one_not_attacking_first() -> None:
    units = {"3GTA-1": "spremberg", "3GTA-2": "spremberg", "342": "cottbus", "391": "cottbus"}
    laid = fight(units, "combat 3GTA-1 3GTA-2 at cottbus advance 3GTA-1", segment="C.2", dice=[3])
    assert resolved(laid)["result"] == "D2R"
    assert (laid.asked()[1], laid.state.waiting()[0].about) == ("zhukov", ("342",))
    laid.order("zhukov", laid.asked()[2][0])
    assert (laid.asked()[1], laid.state.waiting()[0].about) == ("koniev", ("391",))
    laid.order("koniev", laid.asked()[2][0])
    assert laid.at("3GTA-1") == "cottbus"


@pytest.mark.rule("8.3.3.b")
def test_8_3_3_b_a_retreat_of_two_zones_is_written_with_both_or_with_the_last() -> None:
    held = {"8GA-1": "bridgehead", "8GA-2": "seelow", "47-2": "frankfurt", "1GTA-1": "bridgehead"}
    for written in ("falkenhagen muncheberg", "muncheberg"):
        laid = fight({"606": "lebus", **held, **FULL}, "combat 8GA-1 8GA-2 at lebus", dice=[3])
        assert resolved(laid)["result"] == "D1R"
        laid.order("koniev", f"retreat 606 to {written}")
        assert laid.found("UnitMoved")[0]["path"] == ("lebus", "falkenhagen", "muncheberg")


@pytest.mark.rule("8.3.3.a", "8.3.2.a")
def test_8_3_3_a_refusals_say_which_preference_was_passed_over() -> None:
    units = {**LETSCHIN, "541": "protzel", "606": "protzel", "156": "protzel"}
    laid = fight(units, DRIVEN, dice=[2])
    laid.order("koniev", "lose 303")
    rulings = laid.order(
        "koniev", "retreat 303 to protzel\nretreat 303 to seelow\nretreat 303 to sudl-oderbruch"
    )
    assert [ruling.rule for ruling in rulings] == ["8.3.3.a", "8.3.2.e", "8.3.2.a"]


@pytest.mark.rule("8.3.1.a", "8.3.2.c", "8.3.3.b", "8.3.5.a")
@pytest.mark.parametrize(
    ("to", "clause"),
    [
        ("tempelhof", "8.3.2.a"),
        ("zehlendorf", "8.3.5.a"),
        ("zossen", "8.3.2.e"),
        ("wedding", "8.3.1.a"),
        ("zehlendorf wedding", "8.3.3.b"),
        ("tempelhof potsdam", "8.3.1.a"),
        ("treuenbrietzen belzig", "8.3.3.b"),
        ("luckenwalde zossen", "8.3.2.e"),
    ],
)
def test_a_retreat_is_refused_with_the_clause_that_bars_it(to: str, clause: str) -> None:
    units = {"3GA-1": "zossen", "606": "trebbin", "13-1": "zehlendorf"}
    laid = fight(units, "combat 3GA-1 at trebbin", segment="C.2", dice=[4])
    assert resolved(laid)["result"] == "D1R"
    assert laid.verdict("koniev", f"retreat 606 to {to}") == ("refused", clause)
    assert laid.verdict("koniev", "retreat 606 to treuenbrietzen") == ("done", "")


@pytest.mark.rule("8.3.2.b", "8.3.2.c")
@pytest.mark.parametrize(("to", "clause"), [("spremberg", "8.3.2.b"), ("guben", "8.3.2.c")])
def test_8_3_2_b_a_soviet_is_refused_the_zone_of_a_later_preference(to: str, clause: str) -> None:
    units = {"20PzGr": "lieberose", "25PzGr": "lieberose", "18PzGr": "lieberose", "8GA-1": "guben"}
    order = "combat 20PzGr 25PzGr 18PzGr at kathlow advance 20PzGr"
    laid = fight({**units, "3GA-1": "kathlow full out-of-supply"}, order, segment="C.3", dice=[5])
    assert resolved(laid)["result"] == "D1R"
    assert laid.verdict("koniev", f"retreat 3GA-1 to {to}") == ("refused", clause)


@pytest.mark.rule("8.3.5.c")
def test_8_3_5_c_a_soviet_is_refused_a_contested_city_zone() -> None:
    units = {"20PzGr": "luckenwalde", "25PzGr": "luckenwalde", "3GA-1": "zossen full out-of-supply"}
    order = "combat 20PzGr 25PzGr at zossen advance 20PzGr"
    laid = fight({**units, "13-1": "tempelhof"}, order, segment="C.3", dice=[6])
    assert resolved(laid)["result"] == "D1R"
    assert laid.verdict("koniev", "retreat 3GA-1 to tempelhof") == ("refused", "8.3.5.c")


@pytest.mark.rule("8.3.4.b")
def test_8_3_4_b_an_american_zone_is_refused_while_others_are_open() -> None:
    units = {"3GA-1": "treuenbrietzen", "606": "belzig"}
    laid = fight(units, "combat 3GA-1 at belzig", segment="C.2", control={"dessau": "us"}, dice=[4])
    assert laid.verdict("koniev", "retreat 606 to dessau") == ("refused", "8.3.4.b")


# -- 8.3.4 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3.4")
def test_8_3_4_surrounded_units_take_one_more_step_each_and_stay() -> None:
    units = {"606": "lebus", "25PzGr": "lebus", **SURROUNDED, "1GTA-1": "bridgehead", "1GTA-2": "bridgehead"}
    laid = fight(units, "combat 8GA-1 1GTA-1 1GTA-2 at lebus", dice=[6])
    assert resolved(laid)["result"] == "D1R"
    laid.order("koniev", "lose 25PzGr")
    assert (laid.at("25PzGr"), laid.at("606"), laid.steps("606")) == ("eliminated", "lebus", 1)
    assert not any(one["how"] == "advance" for one in laid.found("UnitMoved"))


RIESA = {"541": "dresden", "606": "torgau", "303": "elsterwerda"}


@pytest.mark.rule("8.3.4.b", "8.3.7")
def test_8_3_4_b_an_american_zone_is_the_last_way_out() -> None:
    us = {"leipzig": "us"}
    assert ends({"3GA-1": "riesa", **RIESA, "404": "bautzen"}, "3GA-1", control=us) == {"leipzig"}
    open_ = {key: value for key, value in RIESA.items() if key != "541"}
    assert ends({"3GA-1": "riesa", **open_, "404": "bautzen"}, "3GA-1", control=us) == {"dresden"}


@pytest.mark.rule("8.3.4.b")
def test_8_3_4_b_a_zone_in_the_wrong_direction_comes_before_an_american_one() -> None:
    units = {"606": "riesa", "3GA-1": "torgau", "3GA-2": "elsterwerda", "404": "kyritz"}
    assert ends(units, "606", control={"leipzig": "us"}) == {"dresden"}
    assert ends(units, "606") == {"leipzig"}


# -- 8.3.5 ---------------------------------------------------------------------------------------------


@pytest.mark.rule("8.3.5.a")
def test_8_3_5_a_no_german_from_outside_into_a_contested_or_controlled_city_zone() -> None:
    held = {"3GA-1": "zossen", "3GA-2": "potsdam", "13-1": "treuenbrietzen", "13-2": "luckenwalde"}
    units = {"606": "trebbin", **held}
    assert ends(units, "606") == {"zehlendorf"}
    assert ends({**units, "3GTA-1": "zehlendorf"}, "606") == {"tempelhof"}
    beyond: dict[str, Any] = {"tracks": {"progress-zehlendorf": 2}, "control": {"zehlendorf": "koniev"}}
    assert ends(units, "606", **beyond) == {"tempelhof"}


@pytest.mark.rule("8.3.5.a")
def test_8_3_5_a_an_unfought_city_zone_takes_one_german() -> None:
    held = {"3GA-1": "zossen", "3GA-2": "potsdam", "13-1": "treuenbrietzen", "13-2": "luckenwalde"}
    assert ends({"606": "trebbin", "541": "zehlendorf", **held}, "606") == {"tempelhof"}


@pytest.mark.rule("8.3.5.b", "7.4.4")
def test_8_3_5_b_through_the_nexus_to_avoid_overstacking() -> None:
    held = {"3GA-1": "zossen", "8GA-1": "strausberg", "8GA-2": "furstenwalde", "47-1": "storkow"}
    units = {"606": "konigs-wusterhausen", "541": "neukolln", **held, "13-1": "tempelhof"}
    found = paths(units, "606")
    assert ("neukolln", "wedding") in found
    assert {path[0] for path in found} == {"neukolln"}
    assert ("neukolln", "tempelhof") not in found


@pytest.mark.rule("8.3.5.c")
def test_8_3_5_c_soviets_only_into_a_city_zone_that_their_camp_controls() -> None:
    germans = {"541": "luckenwalde", "606": "lubben", "303": "konigs-wusterhausen", "712": "trebbin"}
    units = {"3GA-1": "zossen", **germans}
    held: dict[str, Any] = {"tracks": {"progress-tempelhof": 2}, "control": {"tempelhof": "koniev"}}
    assert ends({**units, "13-1": "tempelhof"}, "3GA-1", **held) == {"tempelhof"}
    assert ends({**units, "13-1": "tempelhof"}, "3GA-1", tracks={"progress-tempelhof": 1}) == set()
    beside_a_german = {"13-1": "tempelhof", "11SS": "tempelhof"}
    assert ends({**units, **beside_a_german}, "3GA-1", **held) == {"tempelhof"}
    rival: dict[str, Any] = {"tracks": {"progress-tempelhof": 2}, "control": {"tempelhof": "zhukov"}}
    assert ends(units, "3GA-1", **rival) == set()


@pytest.mark.rule("7.4.5")
def test_7_4_5_no_retreat_beside_the_rival_in_berlin() -> None:
    germans = {"541": "luckenwalde", "606": "lubben", "303": "konigs-wusterhausen", "712": "trebbin"}
    held: dict[str, Any] = {"tracks": {"progress-tempelhof": 2}, "control": {"tempelhof": "koniev"}}
    assert ends({"3GA-1": "zossen", "8GA-1": "tempelhof", **germans}, "3GA-1", **held) == set()


# -- 8.3.6, 8.3.7 ----------------------------------------------------------------------------------------


@pytest.mark.rule("8.3.6")
def test_8_3_6_a_retreat_goes_west_on_turn_1() -> None:
    laid = fight({"8GA-1": "seelow", "712": "letschin"}, "combat 8GA-1 at letschin", turn=1, dice=[3])
    assert resolved(laid)["result"] == "D1R"
    assert laid.verdict("koniev", "retreat 712 to protzel") == ("done", "")


@pytest.mark.rule("8.3.7", "2.2.7")
def test_2_2_7_a_german_who_retreats_to_the_americans_leaves_the_game() -> None:
    held = {"3GA-1": "torgau", "3GA-2": "torgau", "13-1": "dresden", "13-2": "elsterwerda"}
    units = {"606": "riesa", "404": "kyritz", **held}
    laid = fight(units, "combat 3GA-1 at riesa", segment="C.2", control={"leipzig": "us"}, dice=[4])
    assert resolved(laid)["result"] == "D1R"
    assert (laid.at("606"), laid.at("3GA-1")) == ("withdrawn", "riesa")


@pytest.mark.rule("8.3.7", "2.2.8.b")
def test_2_2_8_b_a_soviet_who_retreats_to_the_americans_stays_and_halts_them() -> None:
    germans = {
        "20PzGr": "torgau",
        "25PzGr": "torgau",
        "Kurmark": "torgau",
        "303": "dresden",
        "606": "elsterwerda",
    }
    units = {"3GA-1": "riesa full out-of-supply", **germans, "404": "kyritz"}
    order = "combat 20PzGr 25PzGr Kurmark at riesa advance 20PzGr"
    laid = fight(units, order, segment="C.3", control={"leipzig": "us"}, dice=[5])
    assert resolved(laid)["result"] == "D1R"
    assert (laid.at("3GA-1"), laid.at("20PzGr")) == ("leipzig", "riesa")
    assert next(event.rule for event in laid.events if event.kind == "UnitMoved") == "8.3.7"
    assert [halt["space"] for halt in laid.found("AdvanceHalted")] == ["leipzig"]
    assert laid.state.facts["american-halt"] is True
    halted: dict[str, Any] = {"state": {"american-halt": True}, "control": {"leipzig": "us"}}
    again = fight(units, order, segment="C.3", dice=[5], **halted)
    assert again.at("3GA-1") == "leipzig" and not again.found("AdvanceHalted")


# -- 7.3.3 guests ----------------------------------------------------------------------------------------

GUESTS = {"3GA-1": "luckau", "8GA-1": "luckau", "20PzGr": "luckenwalde", "25PzGr": "luckenwalde"}
AT_LUCKAU = "combat 20PzGr 25PzGr at luckau advance 20PzGr"


@pytest.mark.rule("7.3.3.b")
def test_7_3_3_b_a_guest_of_the_other_camp_does_not_defend() -> None:
    facts = resolved(fight(GUESTS, AT_LUCKAU, segment="C.3", dice=[6]))
    assert (facts["defenders"], facts["defence"]) == (("3GA-1",), 16)


@pytest.mark.rule("7.3.3.b", "7.3.3.d")
def test_7_3_3_d_the_hosts_fight_on_and_the_guest_does_not() -> None:
    units = {"3GA-1": "luckau", "8GA-1": "luckau", "8GA-2": "eliminated", "25PzGr": "luckenwalde"}
    hosts = fight(units, "combat 3GA-1 at luckenwalde", segment="C.2", dice=[2])
    assert resolved(hosts)["attackers"] == ("3GA-1",)
    guests = table(units, segment="C.1")
    assert guests.verdict("zhukov", "combat 8GA-1 at luckenwalde") == ("refused", "7.3.3.d")
    assert not guest(guests.state, guests.state.units["8GA-2"])


@pytest.mark.rule("7.3.3.c")
def test_7_3_3_c_the_guest_is_lost_at_once_when_his_hosts_are_driven_out() -> None:
    weak = {**GUESTS, "3GA-1": "luckau reduced", "18PzGr": "luckenwalde", "3GA-2": "luckau"}
    laid = fight(weak, "combat 20PzGr 25PzGr 18PzGr at luckau advance 20PzGr", segment="C.3", dice=[5])
    assert laid.at("8GA-1") == "luckau"
    alone = {**GUESTS, "3GA-1": "luckau reduced out-of-supply", "18PzGr": "luckenwalde"}
    laid = fight(alone, "combat 20PzGr 25PzGr 18PzGr at luckau advance 20PzGr", segment="C.3", dice=[3])
    assert resolved(laid)["result"] == "D1R"
    assert (laid.at("8GA-1"), laid.at("20PzGr")) == ("eliminated", "luckau")


@pytest.mark.rule("7.3.3.c")
def test_7_3_3_c_the_guest_is_lost_when_his_hosts_die_though_nobody_is_left_to_advance() -> None:
    units = {"3GA-1": "luckau reduced out-of-supply", "8GA-1": "luckau", "25PzGr": "luckenwalde reduced"}
    laid = fight(units, "combat 25PzGr at luckau", segment="C.3", dice=[4])
    assert resolved(laid)["result"] == "A1D1"
    assert {laid.at(unit) for unit in units} == {"eliminated"}


@pytest.mark.rule("7.3.3.c", "8.3.4")
def test_7_3_3_c_hosts_who_cannot_retreat_keep_their_guest() -> None:
    around = {
        "541": "herzberg",
        "606": "finsterwalde",
        "712": "lubben",
        "303": "calau",
        "18PzGr": "luckenwalde",
    }
    hosts = {"3GA-1": "luckau full out-of-supply", "3GA-2": "luckau full out-of-supply"}
    laid = fight(
        {**GUESTS, **hosts, **around}, "combat 20PzGr 25PzGr 18PzGr at luckau", segment="C.3", dice=[6]
    )
    assert resolved(laid)["result"] == "D1R"
    laid.order("koniev", "lose 3GA-1")
    assert [laid.at(unit) for unit in ("3GA-1", "3GA-2", "8GA-1")] == ["eliminated", "luckau", "luckau"]


@pytest.mark.rule("7.3.3.c")
def test_7_3_3_c_the_guest_goes_before_his_hosts_retreat() -> None:
    units = {**GUESTS, "3GA-1": "luckau full out-of-supply", "18PzGr": "luckenwalde"}
    laid = fight(units, "combat 20PzGr 25PzGr 18PzGr at luckau advance 20PzGr", segment="C.3", dice=[5])
    assert resolved(laid)["result"] == "D1R"
    assert laid.at("8GA-1") == "eliminated"
    assert [one["unit"] for one in laid.found("UnitEliminated")] == ["8GA-1"]
    assert (laid.steps("3GA-1"), laid.at("3GA-1")) == (1, "luckau")
    laid.order("koniev", "retreat 3GA-1 to lubben")
    assert (laid.at("3GA-1"), laid.at("20PzGr")) == ("lubben", "luckau")
    assert len(laid.found("UnitEliminated")) == 1


@pytest.mark.rule("7.3.3.b", "8.3.2.c")
def test_rivals_are_the_last_choice_of_a_retreating_soviet() -> None:
    germans = {"541": "frankfurt", "606": "ziebingen", "303": "beeskow"}
    units = {"8GA-1": "furstenberg", **germans, "3GA-1": "guben"}
    assert ends(units, "8GA-1") == {"lieberose"}
    assert ends({**units, "712": "lieberose"}, "8GA-1") == {"guben"}
