"""Events 8 and 1, the chits that are played in a battle before its die: E8 and E1 of the annex."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.games.raceforberlin.combat.r08_strength import battle_ratio
from tests.games.raceforberlin.fights import fight, part, refusal, resolved, table

SEELOW = {
    "8GA-1": "bridgehead",
    "8GA-2": "bridgehead",
    "5SHA-1": "bridgehead",
    "303": "seelow",
    "20PzGr": "seelow",
}
ATTACK_SEELOW = "combat 8GA-1 8GA-2 5SHA-1 at seelow"


@pytest.mark.rule("E8.1")
def test_e8_1_the_reduction_counts_in_the_odds_and_is_no_combat_loss() -> None:
    laid = fight(SEELOW, f"{ATTACK_SEELOW} chit8 20PzGr", hands={"zhukov": ["event-8"]}, dice=[4])
    facts = resolved(laid)
    assert (facts["attack"], facts["defence"], facts["column"], facts["result"]) == (58, 16, "3:1", "D1R")
    assert part(facts, "20PzGr") == [("8.1.2.c", 4, 8)]
    assert laid.asked() == ("8.2.2.a", "koniev", ("lose 303", "lose 20PzGr"))


@pytest.mark.rule("E8.1")
def test_e8_1_an_attack_may_need_the_collapse_to_reach_the_table() -> None:
    units = {"61-1": "bridgehead", "25PzGr": "seelow", "9Falsch": "seelow", "Kurmark": "seelow"}
    assert refusal(units, "combat 61-1 at seelow") == ("refused", "8.1.2.i")
    laid = table(units, hands={"zhukov": ["event-8"]}, dice=[6])
    laid.order("zhukov", "combat 61-1 at seelow chit8 25PzGr")
    assert resolved(laid)["column"] == "1:3"


@pytest.mark.rule("E8.1", "E8.2")
@pytest.mark.parametrize(
    ("unit", "clause"), [("712", "E8.1"), ("8GA-1", "E8.1"), ("541", "E8.2"), ("303", "")]
)
def test_e8_2_only_a_full_strength_german_who_defends_can_collapse(unit: str, clause: str) -> None:
    units = {**SEELOW, "712": "lebus", "541": "seelow reduced"}
    laid = table(units, hands={"zhukov": ["event-8"]}, dice=[4])
    assert laid.verdict("zhukov", f"{ATTACK_SEELOW} chit8 {unit}")[1] == clause


@pytest.mark.rule("E8.1")
def test_e8_1_only_who_holds_the_chit_plays_it() -> None:
    assert refusal(SEELOW, f"{ATTACK_SEELOW} chit8 303") == ("refused", "E8.1")


@pytest.mark.rule("E8.1")
def test_e8_1_the_chit_may_stand_on_a_line_of_its_own() -> None:
    laid = table(SEELOW, hands={"zhukov": ["event-8"]}, dice=[1])
    rulings = laid.order("zhukov", f"chit 8 on 303\n{ATTACK_SEELOW}")
    assert [ruling.verdict for ruling in rulings] == ["done", "done"]
    assert laid.steps("303") == 1


@pytest.mark.rule("E1.1")
def test_e1_1_heinrici_takes_the_germans_out_without_a_die() -> None:
    laid = fight(SEELOW, f"{ATTACK_SEELOW} advance 8GA-1", hands={"koniev": ["event-1"]})
    assert laid.asked() == ("E1.2", "koniev", ("chit 1", "pass"))
    laid.order("koniev", "chit 1\nretreat 303 to muncheberg\nretreat 20PzGr to letschin")
    assert not laid.found("CombatResolved") and not laid.found("StepLost")
    assert [laid.at(unit) for unit in ("303", "20PzGr", "8GA-1")] == ["muncheberg", "letschin", "seelow"]


@pytest.mark.rule("E1.2")
def test_e1_2_a_reduction_by_event_8_stands() -> None:
    hands = {"zhukov": ["event-8"], "koniev": ["event-1"]}
    laid = fight(SEELOW, f"{ATTACK_SEELOW} chit8 20PzGr advance 8GA-1", hands=hands)
    laid.order("koniev", "chit 1\nretreat 303 to muncheberg\nretreat 20PzGr to letschin")
    assert (laid.steps("20PzGr"), laid.at("20PzGr")) == (1, "letschin")


@pytest.mark.rule("E1.2")
def test_e1_2_the_die_is_rolled_when_the_holder_passes() -> None:
    laid = fight(SEELOW, ATTACK_SEELOW, hands={"koniev": ["event-1"]}, dice=[4])
    assert laid.verdict("koniev", "pass") == ("done", "")
    assert resolved(laid)["result"] == "D1"


@pytest.mark.rule("E1.2")
def test_e1_2_only_who_runs_a_defending_german_is_asked() -> None:
    units = {**SEELOW, "404": "lubben"}
    laid = fight(units, ATTACK_SEELOW, hands={"zhukov": ["event-1"]}, dice=[4])
    assert resolved(laid)
    mixed = fight({**units, "404": "seelow"}, ATTACK_SEELOW, hands={"zhukov": ["event-1"]})
    assert mixed.asked()[:2] == ("E1.2", "zhukov")


@pytest.mark.rule("E1.2", "8.1.2.a")
def test_e1_2_the_holder_is_told_the_odds_and_a_standing_order_may_go_by_them() -> None:
    laid = fight(SEELOW, ATTACK_SEELOW, hands={"koniev": ["event-1"]})
    assert laid.state.waiting()[0].about == ("seelow", "2:1")
    assert battle_ratio(laid.state) == Fraction(58, 22)
    assert battle_ratio(table(SEELOW).state) == 0


@pytest.mark.rule("E1.3")
def test_e1_3_who_was_handed_the_chit_waits_for_the_next_turn() -> None:
    hands = {"koniev": ["event-1"]}
    same = fight(SEELOW, ATTACK_SEELOW, hands=hands, turn=2, state={"heinrici-from": 3}, dice=[4])
    assert resolved(same)
    later = fight(SEELOW, ATTACK_SEELOW, hands=hands, turn=3, state={"heinrici-from": 3})
    assert later.asked()[:2] == ("E1.2", "koniev")


@pytest.mark.rule("E1.3")
def test_e1_3_the_chit_goes_to_the_other_player() -> None:
    laid = fight(SEELOW, ATTACK_SEELOW, hands={"koniev": ["event-1"]}, turn=2)
    laid.order("koniev", "chit 1")
    assert laid.state.hands == {"zhukov": ("event-1",), "koniev": ()}
    assert laid.state.facts["heinrici-from"] == 3


@pytest.mark.rule("E1.4")
def test_e1_4_heinrici_needs_a_way_out_for_every_defender() -> None:
    ring = {
        "47-1": "lebus",
        "33-1": "letschin",
        "33-2": "muncheberg",
        "69-1": "falkenhagen",
        "61-1": "sudl-oderbruch",
    }
    laid = fight({**SEELOW, **ring}, ATTACK_SEELOW, hands={"koniev": ["event-1"]}, dice=[4])
    (ruling,) = laid.order("koniev", "chit 1")
    assert (ruling.verdict, ruling.rule) == ("refused", "E1.4")
    laid.order("koniev", "pass")
    assert resolved(laid)


@pytest.mark.rule("E1.4", "8.3.3.a")
def test_e1_4_one_free_place_is_no_way_out_for_two() -> None:
    ring = {"47-1": "lebus", "33-1": "letschin", "33-2": "muncheberg", "61-1": "sudl-oderbruch"}
    full = {"712": "falkenhagen", "156": "falkenhagen"}
    blocked = {"69-1": "furstenwalde", "69-2": "frankfurt"}
    units = {**SEELOW, **ring, **full, **blocked}
    laid = fight(units, ATTACK_SEELOW, hands={"koniev": ["event-1"]}, dice=[4])
    assert laid.verdict("koniev", "chit 1") == ("refused", "E1.4")


@pytest.mark.rule("E1.4", "E1.1", "8.3.7")
def test_e1_4_an_american_zone_is_a_way_out() -> None:
    """The retreat is by 8.3 in all its parts: the unit is withdrawn there (2.2.7), and no die is rolled."""
    held = {"3GA-1": "torgau", "13-1": "dresden", "13-2": "elsterwerda", "404": "kyritz"}
    laid = fight(
        {"606": "riesa", **held}, "combat 3GA-1 at riesa",
        segment="C.2", control={"leipzig": "us"}, hands={"koniev": ["event-1"]},
    )  # fmt: skip
    assert laid.verdict("koniev", "chit 1") == ("done", "")
    assert (laid.at("606"), laid.at("3GA-1")) == ("withdrawn", "riesa")
    assert "DieRolled" not in laid.kinds()
