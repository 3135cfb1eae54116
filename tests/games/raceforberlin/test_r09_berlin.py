"""Rule 9, Progress into Berlin: one test or more for each clause."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.raceforberlin.fights import (
    ARMY,
    ROLL,
    fight,
    part,
    points,
    progress,
    reasons,
    refusal,
    rolled,
    table,
    tracks,
)
from tests.tabletop import Tabletop


def clauses(laid: Tabletop) -> set[str]:
    """The clauses by which a City Progress attack was begun, rolled for and resolved."""
    rolls = {event.rule for event in laid.events if event.kind in {"CityProgressResolved", "DieRolled"}}
    begun = [event for event in laid.events if event.kind == "SegmentEntered"]
    return rolls | {event.rule for event in begun if event.facts()["segment"] == "city"}


# -- 9.2.1, 9.2.2, who may roll -------------------------------------------------------------------------


@pytest.mark.rule("9.2.1.a", "9.ex.1")
def test_9_2_1_a_soviets_roll_in_the_zone_where_they_stand() -> None:
    laid = fight(ARMY, ROLL, tracks=tracks(), dice=[1])
    assert clauses(laid) == {"9.2.1.a"}
    facts = rolled(laid)
    assert (facts["space"], facts["attackers"], facts["defenders"]) == (
        "tempelhof",
        ("8GA-1", "8GA-2"),
        ("11SS",),
    )
    outside = {"8GA-1": "neukolln", "5SHA-1": "konigs-wusterhausen"}
    assert refusal(outside, "city tempelhof with 8GA-1", tracks=tracks()) == ("refused", "9.2.1.a")
    assert refusal(outside, "city konigs-wusterhausen with 5SHA-1", tracks=tracks()) == ("refused", "9.2.1.a")


@pytest.mark.rule("9.2.1.b")
def test_9_2_1_b_a_german_rolls_against_the_soviets_in_his_zone() -> None:
    units = {"11SS": "tempelhof", "31": "tempelhof reduced"}
    laid = fight(units, "city tempelhof with 11SS", segment="C.3", tracks=tracks(), dice=[3])
    assert clauses(laid) == {"9.2.1.b"}
    facts = rolled(laid)
    assert (facts["attackers"], facts["defenders"], facts["column"]) == (("11SS",), ("31",), "1:1")
    alone = refusal({"11SS": "tempelhof"}, "city tempelhof with 11SS", segment="C.3")
    assert alone == ("refused", "9.2.1.b")
    elsewhere = {"11SS": "zehlendorf", "31": "tempelhof reduced"}
    assert refusal(elsewhere, "city tempelhof with 11SS", segment="C.3") == ("refused", "9.2.1.b")


@pytest.mark.rule("9.2.1.c")
def test_9_2_1_c_a_soviet_roll_costs_a_support_point_and_a_german_one_nothing() -> None:
    assert fight(ARMY, ROLL, tracks=tracks(2), dice=[1]).state.tracks["support-zhukov"] == 1
    assert refusal(ARMY, ROLL, tracks=tracks(0)) == ("refused", "9.2.1.c")
    assert fight(ARMY, ROLL, tracks=tracks(1), dice=[1]).state.tracks["support-zhukov"] == 0
    units = {"11SS": "tempelhof", "31": "tempelhof reduced"}
    laid = fight(units, "city tempelhof with 11SS", segment="C.3", tracks=tracks(0), dice=[3])
    assert laid.state.tracks["support-koniev"] == 0


@pytest.mark.rule("9.2.2.a")
def test_9_2_2_a_soviets_out_of_supply_do_not_roll() -> None:
    units = {**ARMY, "8GA-2": "tempelhof full out-of-supply"}
    assert refusal(units, ROLL, tracks=tracks()) == ("refused", "9.2.2.a")
    assert fight(units, "city tempelhof with 8GA-1", tracks=tracks(), dice=[1]).found("CityProgressResolved")


@pytest.mark.rule("9.2.2.b")
def test_9_2_2_b_germans_in_the_city_count_in_full_whatever_lies_on_them() -> None:
    units = {**ARMY, "11SS": "tempelhof full out-of-supply"}
    assert part(rolled(fight(units, ROLL, tracks=tracks(), dice=[1])), "11SS") == [("U.3", 6, 6)]


@pytest.mark.rule("9.2.2.b", "3.1.3.b", "3.1.3.c")
@pytest.mark.parametrize("order", ["move UvHut konigs-wusterhausen storkow", "reserve UvHut wedding"])
def test_9_2_2_b_germans_in_the_city_move_as_supplied_whatever_lies_on_them(order: str) -> None:
    laid = table({"UvHut": "neukolln full out-of-supply"}, segment="C.4", turn=7)
    assert laid.verdict("zhukov", order)[0] == "done"


@pytest.mark.rule("9.2.2.b", "5.1.a")
def test_9_2_2_b_germans_in_the_city_have_their_free_move_whatever_lies_on_them() -> None:
    laid = table({"UvHut": "neukolln full out-of-supply"}, segment="D.1", turn=7)
    laid.order("koniev", "pass")
    assert laid.verdict("zhukov", "freemove UvHut to konigs-wusterhausen") == ("done", "")


@pytest.mark.rule("3.1.3.b", "3.1.3.c")
@pytest.mark.parametrize("order", ["move UvHut zossen luckau", "reserve UvHut zossen"])
def test_3_1_3_b_germans_outside_the_city_are_bound_by_their_marker(order: str) -> None:
    laid = table({"UvHut": "konigs-wusterhausen full out-of-supply"}, segment="C.4", turn=7)
    assert laid.verdict("zhukov", order)[0] == "refused"


@pytest.mark.rule("3.1.3.a")
def test_3_1_3_a_soviets_out_of_supply_in_the_city_defend_at_half() -> None:
    units = {"11SS": "tempelhof", "31": "tempelhof full out-of-supply"}
    laid = fight(units, "city tempelhof with 11SS", segment="C.3", tracks=tracks(), dice=[3])
    assert part(rolled(laid), "31") == [("3.1.3.a", 12, 6)]


@pytest.mark.rule("8.1.3", "9.2.1.a")
def test_8_1_3_a_city_zone_is_rolled_for_once_in_an_impulse() -> None:
    laid = table({**ARMY, "5SHA-1": "tempelhof"}, tracks=tracks(), dice=[1])
    order = "city tempelhof with 8GA-1 8GA-2\ncity tempelhof with 5SHA-1"
    _, second = laid.order("zhukov", order)
    assert (second.verdict, second.rule) == ("refused", "8.1.3")


@pytest.mark.rule("9.2.1.c")
def test_9_2_1_c_what_one_roll_has_spent_is_missing_for_the_next() -> None:
    units = {**ARMY, "5SHA-1": "neukolln"}
    laid = table(units, tracks=tracks(1), dice=[1])
    _, second, _ = laid.order("zhukov", f"{ROLL}\ncity neukolln with 5SHA-1\nas is")
    laid.order("zhukov", "lose 8GA-1")
    assert len(laid.found("CityProgressResolved")) == 1
    assert (second.verdict, second.rule) == ("refused", "9.2.1.c")
    assert laid.state.tracks["support-zhukov"] == 0


@pytest.mark.rule("4.1.4", "9.2.4.a")
def test_4_1_4_a_unit_helps_once_in_an_impulse() -> None:
    units = {
        "11SS": "tempelhof",
        "23SS": "zehlendorf",
        "31": "tempelhof",
        "28-1": "zehlendorf",
        "606": "trebbin",
    }
    laid = table(units, segment="C.3", tracks=tracks(), dice=[3])
    lines = [f"city {zone} with {unit} help trebbin units 606" for zone, unit in HELPED]
    _, second = laid.order("koniev", "\n".join(lines))
    assert (second.verdict, second.rule) == ("refused", "4.1.4")


HELPED = (("tempelhof", "11SS"), ("zehlendorf", "23SS"))


@pytest.mark.rule("E6.2")
def test_e6_2_the_army_of_event_6_is_in_reserve_after_its_roll_too() -> None:
    order = "chit 6 army 8GA\ncity tempelhof with 8GA-1"
    laid = fight(ARMY, order, tracks=tracks(), hands={"zhukov": ["event-6"]}, dice=[1])
    assert laid.state.waiting()[0].about == ("8GA-1",)
    assert laid.asked()[:2] == ("4.2.3.b", "zhukov")


# -- 9.2.3, 9.2.4, strengths -----------------------------------------------------------------------------


@pytest.mark.rule("9.2.3.a", "G.5", "9.ex.1")
def test_9_2_3_a_the_garrison_stands_beside_a_german_or_alone() -> None:
    both = rolled(fight(ARMY, ROLL, tracks=tracks(), dice=[1]))
    assert (both["attack"], both["defence"], both["column"]) == (40, 26, "1:1")
    assert part(both, "garrison") == [("9.2.3.a", 20, 20)]
    alone = rolled(fight({**ARMY, "11SS": "zossen"}, ROLL, tracks=tracks(), dice=[1]))
    assert (alone["defence"], alone["defenders"], alone["column"]) == (20, (), "2:1")


@pytest.mark.rule("E5.1")
def test_e5_1_event_5_leaves_a_garrison_of_10() -> None:
    facts = rolled(fight(ARMY, f"chit 5\n{ROLL}", tracks=tracks(), hands={"zhukov": ["event-5"]}, dice=[1]))
    assert part(facts, "garrison") == [("E5.1", 20, 10)]
    assert facts["defence"] == 16


@pytest.mark.rule("9.2.3.b", "9.2.4.c")
def test_9_2_3_b_the_garrison_adds_nothing_to_a_german_attack() -> None:
    units = {"1SSPz": "tempelhof", "28-1": "tempelhof reduced", "TKorner": "trebbin", "UvHut": "trebbin"}
    order = "city tempelhof with 1SSPz help trebbin units TKorner UvHut"
    facts = rolled(fight(units, order, segment="C.4", tracks=tracks(level=1), dice=[1, 6]))
    assert (facts["attack"], facts["defence"], facts["column"], facts["drms"]) == (16, 7, "2:1", ())


HELP = {"11SS": "tempelhof", "31": "tempelhof", "541": "zossen", "606": "trebbin", "303": "potsdam"}


@pytest.mark.rule("9.2.4.a", "9.2.4.b")
def test_9_2_4_a_units_of_a_zone_next_to_the_city_zone_help() -> None:
    facts = rolled(
        fight(
            HELP, "city tempelhof with 11SS help zossen units 541", segment="C.3", tracks=tracks(), dice=[3]
        )
    )
    assert (facts["attackers"], facts["attack"], facts["defence"]) == (("11SS", "541"), 10, 12)


@pytest.mark.rule("9.2.4.a", "9.2.4.b", "0.2")
@pytest.mark.parametrize(
    ("order", "clause"),
    [
        ("city tempelhof with 11SS help potsdam units 303", "9.2.4.a"),
        ("city tempelhof with 11SS help zehlendorf units 303", "9.2.4.a"),
        ("city tempelhof with 11SS help zossen units 541 help trebbin units 606", "9.2.4.b"),
        ("city tempelhof with 11SS help zossen units 541 606", "9.2.4.b"),
        ("city tempelhof with 11SS help zossen units 404", "0.2"),
        ("city tempelhof with 541", "9.2.1.b"),
    ],
)
def test_9_2_4_b_help_comes_from_one_adjacent_zone_outside_the_city(order: str, clause: str) -> None:
    assert refusal({**HELP, "404": "zossen"}, order, segment="C.3", tracks=tracks()) == ("refused", clause)


@pytest.mark.rule("9.2.4.a")
def test_9_2_4_a_soviets_are_not_helped_from_outside() -> None:
    order = f"{ROLL} help zossen units 5SHA-1"
    assert refusal({**ARMY, "5SHA-1": "zossen"}, order, tracks=tracks()) == ("refused", "9.2.4.a")
    assert table(ARMY, tracks=tracks(), dice=[1]).verdict("zhukov", ROLL) == ("done", "")


@pytest.mark.rule("8.1.2.i")
def test_8_1_2_i_odds_below_the_city_table_are_refused() -> None:
    units = {"47-1": "tempelhof reduced", "11SS": "tempelhof"}
    assert refusal(units, "city tempelhof with 47-1", tracks=tracks()) == ("refused", "8.1.2.i")


@pytest.mark.rule("9.1.5.a", "9.1.5.c")
@pytest.mark.parametrize(("who", "segment", "level"), [("8GA-1", "C.1", 0), ("3GA-2", "C.2", 2)])
def test_9_1_5_a_who_enters_a_zone_that_the_rival_left_in_d_inherits_no_level(
    who: str, segment: str, level: int
) -> None:
    """Koniev left Tempelhof in D: his own unit may still fill it, a unit of Zhukov begins at 0."""
    state = {"emptied": {"tempelhof": ["koniev", "left"]}}
    units = {"8GA-1": "zehlendorf", "8GA-2": "zehlendorf", "3GA-1": "zossen", "3GA-2": "zossen"}
    held = {"tempelhof": "koniev"}
    laid = table(units, segment=segment, tracks=tracks(0, 2, **{"vp-koniev": 9}), control=held, state=state)
    laid.order("zhukov" if segment == "C.1" else "koniev", f"move {who} tempelhof")
    assert (progress(laid), points(laid, "koniev")) == (level, 9 if level else 3)
    assert laid.state.control.get("tempelhof", "") == ("koniev" if level else "")


@pytest.mark.rule("9.1.4", "9.1.5.d")
def test_9_1_4_a_laid_level_of_2_belongs_to_the_camp_that_stands_there() -> None:
    laid = table({"8GA-1": "tempelhof", "3GA-1": "wedding"}, tracks=tracks(0, 2, **{"progress-wedding": 1}))
    assert laid.state.control == {"tempelhof": "zhukov"}
    laid.order("zhukov", "move 8GA-1 zehlendorf")
    assert points(laid, "zhukov") == -6


@pytest.mark.rule("10.2.2")
def test_10_2_2_where_a_level_is_laid_somebody_was_the_first() -> None:
    units = {"3GA-1": "tempelhof", "8GA-1": "neukolln"}
    laid = table(units, tracks=tracks(1, 1), dice=[6])
    laid.order("zhukov", "city neukolln with 8GA-1")
    assert (progress(laid, "neukolln"), points(laid, "zhukov")) == (1, 0)


# -- 9.2.5 to 9.2.7, modifiers ---------------------------------------------------------------------------


@pytest.mark.rule("9.2.5", "9.ex.1")
def test_9_2_5_one_more_support_point_gives_one() -> None:
    laid = fight(ARMY, f"{ROLL} extra", tracks=tracks(3), dice=[1])
    assert reasons(rolled(laid)) == {"9.2.7": 1, "9.2.5": 1}
    assert laid.state.tracks["support-zhukov"] == 1
    assert refusal(ARMY, f"{ROLL} extra", tracks=tracks(1)) == ("refused", "9.2.5")
    assert refusal(ARMY, f"{ROLL} extra extra", tracks=tracks(3)) == ("refused", "9.2.5")


@pytest.mark.rule("9.2.1.c", "9.2.5")
@pytest.mark.parametrize(("extra", "spare"), [("", 0), (" extra", 1)])
def test_9_2_1_c_two_rolls_of_one_impulse_cost_two_points(extra: str, spare: int) -> None:
    units = {"8GA-1": "tempelhof", "47-1": "zehlendorf"}
    order = f"city tempelhof with 8GA-1{extra}\ncity zehlendorf with 47-1"
    laid = table(units, tracks=tracks(1 + spare), dice=[6])
    rulings = laid.order("zhukov", f"{order}\nas is")
    assert [(r.verdict, r.rule) for r in rulings[:2]] == [("done", ""), ("refused", "9.2.1.c")]
    assert "activated" not in laid.state.units["47-1"].flags
    enough = table(units, tracks=tracks(2 + spare), dice=[6, 6])
    assert [ruling.verdict for ruling in enough.order("zhukov", order)] == ["done", "done"]
    assert enough.state.tracks["support-zhukov"] == 0


@pytest.mark.rule("9.2.5")
def test_9_2_5_germans_spend_nothing() -> None:
    units = {"11SS": "tempelhof", "31": "tempelhof reduced"}
    order = "city tempelhof with 11SS extra"
    laid = table(units, segment="C.3", tracks=tracks(), dice=[3])
    assert laid.verdict("koniev", order) == ("refused", "9.2.5")
    assert laid.verdict("koniev", order.removesuffix(" extra")) == ("done", "")


@pytest.mark.rule("9.2.6", "9.ex.3")
@pytest.mark.parametrize(("held", "drm"), [(("zhukov",), 1), (("koniev",), 1), (("zhukov", "koniev"), 2)])
def test_9_2_6_each_adjacent_controlled_zone_gives_one_whoever_has_it(
    held: tuple[str, ...], drm: int
) -> None:
    zones = dict(zip(("neukolln", "zehlendorf"), held, strict=False))
    units = {"8GA-1": "tempelhof", "47-1": "neukolln", "13-1": "zehlendorf"}
    levels = {f"progress-{zone}": 2 for zone in zones}
    laid = fight(units, "city tempelhof with 8GA-1", tracks=tracks(**levels), control=zones, dice=[1])
    assert rolled(laid)["drm"] == drm
    assert rolled(laid)["drms"][0]["reason"] == "Neukölln is Soviet-controlled"


@pytest.mark.rule("9.2.6")
def test_9_2_6_not_across_the_ring_nor_at_level_1() -> None:
    units = {"8GA-1": "tempelhof", "47-1": "wedding", "13-1": "zehlendorf"}
    levels = {"progress-wedding": 4, "progress-zehlendorf": 1}
    laid = fight(
        units, "city tempelhof with 8GA-1", tracks=tracks(**levels), control={"wedding": "zhukov"}, dice=[1]
    )
    assert rolled(laid)["drm"] == 0


@pytest.mark.rule("9.2.7", "9.ex.1")
def test_9_2_7_a_complete_army_gives_one_and_half_an_army_none() -> None:
    assert reasons(rolled(fight(ARMY, ROLL, tracks=tracks(), dice=[1]))) == {"9.2.7": 1}
    assert reasons(rolled(fight(ARMY, "city tempelhof with 8GA-1", tracks=tracks(), dice=[1]))) == {}


@pytest.mark.rule("9.2.6", "9.2.7")
def test_germans_have_no_modifiers_in_the_city() -> None:
    units = {"11SS": "tempelhof", "31": "tempelhof reduced", "13-1": "zehlendorf"}
    held: dict[str, Any] = {
        "tracks": tracks(**{"progress-zehlendorf": 3}),
        "control": {"zehlendorf": "koniev"},
    }
    laid = fight(units, "city tempelhof with 11SS", segment="C.3", dice=[3], **held)
    assert rolled(laid)["drms"] == ()


@pytest.mark.rule("E6.3")
def test_e6_3_event_6_counts_in_the_city() -> None:
    order = "chit 6 army 8GA\ncity tempelhof with 8GA-1"
    laid = fight(ARMY, order, tracks=tracks(), hands={"zhukov": ["event-6"]}, dice=[1])
    assert reasons(rolled(laid)) == {"E6.3": 2}


@pytest.mark.rule("E8.3", "E8.1")
def test_e8_3_event_8_reduces_the_german_of_the_zone_before_the_roll() -> None:
    laid = fight(ARMY, f"{ROLL} chit8 11SS", tracks=tracks(), hands={"zhukov": ["event-8"]}, dice=[1])
    assert part(rolled(laid), "11SS") == [("U.3", 3, 3)]
    assert rolled(laid)["defence"] == 23
    reduced = table({**ARMY, "11SS": "tempelhof reduced"}, tracks=tracks(), hands={"zhukov": ["event-8"]})
    assert reduced.verdict("zhukov", f"{ROLL} chit8 11SS") == ("refused", "E8.2")
    own = table(ARMY, tracks=tracks(), hands={"zhukov": ["event-8"]})
    assert own.verdict("zhukov", f"{ROLL} chit8 8GA-1") == ("refused", "E8.1")
    german = table({"11SS": "tempelhof", "31": "tempelhof"}, segment="C.3", hands={"koniev": ["event-8"]})
    assert german.verdict("koniev", "city tempelhof with 11SS chit8 11SS") == ("refused", "E8.1")


@pytest.mark.rule("E8.3")
def test_e8_3_an_attack_too_weak_for_the_table_is_strong_enough_with_event_8() -> None:
    """12 against 18 Panzergrenadier and the garrison, 28, is below 1:2; against 24 it is 1:2."""
    units = {"61-1": "tempelhof", "18PzGr": "tempelhof"}
    laid = table(units, tracks=tracks(), hands={"zhukov": ["event-8"]}, dice=[1])
    assert laid.verdict("zhukov", "city tempelhof with 61-1") == ("refused", "8.1.2.i")
    assert laid.verdict("zhukov", "city tempelhof with 61-1 chit8 18PzGr") == ("done", "")


@pytest.mark.rule("E11.2")
def test_e11_2_event_11_doubles_nobody_in_the_city() -> None:
    units = {"11SS": "tempelhof", "31": "tempelhof reduced"}
    order = "chit 11\ncity tempelhof with 11SS"
    laid = fight(units, order, segment="C.3", hands={"koniev": ["event-11"]}, tracks=tracks(), dice=[3])
    assert rolled(laid)["attack"] == 6


@pytest.mark.rule("9.2.2.a")
def test_who_names_an_army_is_told_which_counter_is_left_out_of_the_attack() -> None:
    laid = table({**ARMY, "8GA-2": "tempelhof full out-of-supply"}, tracks=tracks(), dice=[1])
    (told,) = laid.order("zhukov", "city tempelhof with 8GA")
    assert (told.verdict, told.why) == (
        "done",
        '"8GA" was read without 8 GA-2: the order is not legal with it',
    )
