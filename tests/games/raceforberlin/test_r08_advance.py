"""Rule 8.4, advance after combat: one test or more for each clause."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.raceforberlin.fights import fight, moved, resolved

STACK = {"1GTA-1": "bridgehead", "1GTA-2": "bridgehead", "8GA-1": "bridgehead", "8GA-2": "goritz"}
EXAMPLE = {**STACK, "606": "lebus", "5Jag": "lebus"}
ORDER = "combat 1GTA-1 1GTA-2 8GA-1 8GA-2 at lebus"
RETREATS = "retreat 606 to seelow\nretreat 5Jag to falkenhagen"


@pytest.mark.rule("8.ex.4", "8.4.1.b", "6.1.2.a")
def test_8_ex_4_one_must_and_two_may_advance() -> None:
    laid = fight(EXAMPLE, ORDER, dice=[5])
    laid.order("koniev", RETREATS)
    assert laid.asked()[:2] == ("8.4.1.a", "zhukov")
    three, two = laid.order("zhukov", "advance 1GTA-1 8GA-1 8GA-2\nadvance 8GA-1 8GA-2")
    assert (three.verdict, three.rule, two.verdict) == ("refused", "8.4.1.b", "done")
    assert (laid.at("8GA-1"), laid.at("8GA-2"), laid.at("1GTA-1")) == ("lebus", "lebus", "bridgehead")


@pytest.mark.rule("8.4.1.a", "4.2.2.b")
def test_8_4_1_a_nobody_is_no_answer() -> None:
    laid = fight(EXAMPLE, ORDER, dice=[5])
    laid.order("koniev", RETREATS)
    assert laid.verdict("zhukov", "advance none") == ("refused", "8.4.1.a")
    assert laid.verdict("zhukov", "advance 1GTA-2") == ("done", "")


@pytest.mark.rule("8.4.1.a", "4.2.2.b")
def test_8_4_1_a_the_only_attacker_advances_without_being_asked() -> None:
    laid = fight({"8GA-1": "seelow", "541": "letschin reduced"}, "combat 8GA-1 at letschin", dice=[2])
    assert laid.at("541") == "eliminated"
    assert moved(laid, "8GA-1") == [("advance", ("seelow", "letschin"))]
    assert "advance" not in [facts["decision"]["topic"] for facts in laid.found("Asked")]


@pytest.mark.rule("8.4.1.a")
def test_8_4_1_a_also_when_the_defenders_die_without_a_retreat() -> None:
    laid = fight({"2GTA-1": "seelow", "25PzGr": "letschin reduced"}, "combat 2GTA-1 at letschin", dice=[1])
    assert (resolved(laid)["result"], laid.at("2GTA-1")) == ("D1", "letschin")


@pytest.mark.rule("8.4.1.a")
def test_8_4_1_a_nobody_advances_into_a_zone_that_is_still_held() -> None:
    laid = fight({"2GTA-1": "seelow", "25PzGr": "letschin"}, "combat 2GTA-1 at letschin", dice=[4])
    assert resolved(laid)["result"] == "D1"
    assert moved(laid, "2GTA-1") == []


@pytest.mark.rule("8.4.1.a", "8.2.1.b")
def test_8_4_1_a_when_both_sides_die_the_zone_stays_empty() -> None:
    units = {"47-1": "letschin reduced", "25PzGr": "muncheberg reduced"}
    laid = fight(units, "combat 47-1 at muncheberg", dice=[6])
    assert resolved(laid)["result"] == "A1D1"
    assert (laid.at("47-1"), laid.at("25PzGr")) == ("eliminated", "eliminated")
    assert laid.state.at("muncheberg") == ()


@pytest.mark.rule("8.4.1.b")
def test_8_4_1_b_the_order_may_say_who_advances() -> None:
    laid = fight(EXAMPLE, f"{ORDER} advance 8GA-2 1GTA-1", dice=[5])
    laid.order("koniev", RETREATS)
    assert (laid.at("8GA-2"), laid.at("1GTA-1"), laid.at("8GA-1")) == ("lebus", "lebus", "bridgehead")


@pytest.mark.rule("8.4.1.b")
def test_8_4_1_b_too_many_in_the_order_are_asked_about_again() -> None:
    laid = fight(EXAMPLE, f"{ORDER} advance 8GA-2 1GTA-1 8GA-1", dice=[5])
    laid.order("koniev", RETREATS)
    assert laid.asked()[:2] == ("8.4.1.a", "zhukov")
    assert (
        "Your order named 8 GA-2, 1 GTA-1, 8 GA-1, who may not advance together."
        in laid.state.waiting()[0].question
    )


@pytest.mark.rule("8.4.1.b", "6.1.2.a")
def test_8_4_1_b_three_germans_may_advance() -> None:
    units = {
        "20PzGr": "muncheberg",
        "25PzGr": "muncheberg",
        "Kurmark": "muncheberg",
        "47-1": "letschin reduced",
    }
    order = "combat 20PzGr 25PzGr Kurmark at letschin advance 20PzGr 25PzGr Kurmark"
    laid = fight(units, order, segment="C.3", dice=[3])
    assert {laid.at(unit) for unit in ("20PzGr", "25PzGr", "Kurmark")} == {"letschin"}


RESERVE = {
    "5SHA-1": "bridgehead",
    "606": "lebus",
    "8GA-1": "bridgehead",
    "5SHA-2": "kustrin",
    "1GTA-1": "bridgehead",
}
RESERVED = "activate 5SHA-1 reserve\nactivate 5SHA-2 reserve\ncombat 8GA-1 1GTA-1 at lebus"


TWO = {"8GA-1": "bridgehead", "8GA-2": "goritz", "606": "lebus"}


@pytest.mark.rule("8.4.1.b", "8.4.2")
def test_8_4_1_b_the_order_may_say_all() -> None:
    laid = fight(TWO, "combat 8GA-1 8GA-2 at lebus advance all", dice=[5])
    laid.order("koniev", "retreat 606 to seelow")
    assert (laid.at("8GA-1"), laid.at("8GA-2")) == ("lebus", "lebus")


@pytest.mark.rule("8.4.1.b")
def test_8_4_1_b_all_who_do_not_fit_are_asked_for() -> None:
    laid = fight(EXAMPLE, f"{ORDER} advance all", dice=[5])
    laid.order("koniev", RETREATS)
    assert laid.asked()[:2] == ("8.4.1.a", "zhukov")


@pytest.mark.rule("8.4.2", "4.2.3.c")
def test_8_4_2_reserves_beside_the_attackers_may_follow() -> None:
    laid = fight(RESERVE, f"{RESERVED} advance 8GA-1 5SHA-1", dice=[5])
    laid.order("koniev", "retreat 606 to seelow")
    assert moved(laid, "5SHA-1") == [("follow", ("bridgehead", "lebus"))]
    assert moved(laid, "8GA-1") == [("advance", ("bridgehead", "lebus"))]
    clauses = {event.facts()["unit"]: event.rule for event in laid.events if event.kind == "UnitMoved"}
    assert (clauses["8GA-1"], clauses["5SHA-1"]) == ("8.4.1.a", "8.4.2")


@pytest.mark.rule("4.2.3.b", "4.2.3.c")
@pytest.mark.parametrize("path", ["lebus falkenhagen", "falkenhagen"])
def test_4_2_3_c_a_reserve_that_follows_goes_on_from_there_however_its_path_is_written(path: str) -> None:
    order = f"combat 8GA-1 1GTA-1 at lebus advance 8GA-1 5SHA-1\nreserve 5SHA-1 {path}"
    laid = fight({**RESERVE, "606": "lebus reduced"}, order, dice=[6])
    assert [how for how, _ in moved(laid, "5SHA-1")] == ["follow", "reserve"]
    assert laid.at("5SHA-1") == "falkenhagen"


@pytest.mark.rule("8.4.2", "8.4.1.a", "4.2.3.c")
def test_8_4_2_who_has_a_reserve_is_asked_whether_it_follows() -> None:
    units = {unit: at for unit, at in RESERVE.items() if unit != "1GTA-1"}
    laid = fight(units, "activate 5SHA-1 reserve\ncombat 8GA-1 at lebus", dice=[6])
    laid.order("koniev", "retreat 606 to seelow")
    assert laid.asked() == ("8.4.1.a", "zhukov", ("advance 8GA-1 5SHA-1", "advance 8GA-1"))
    laid.order("zhukov", "advance 8GA-1 5SHA-1")
    assert (laid.at("8GA-1"), laid.at("5SHA-1")) == ("lebus", "lebus")


@pytest.mark.rule("8.4.2", "4.2.3.c")
@pytest.mark.parametrize("first", ["lebus", "seelow"])
def test_8_4_2_who_fights_elsewhere_in_this_impulse_does_not_follow(first: str) -> None:
    """47 attacks Seelow from the bridgehead too, before the battle for Lebus or after it."""
    battles = {"lebus": "combat 8GA-1 1GTA-1 at lebus", "seelow": "combat 47-1 47-2 at seelow"}
    order = "\n".join(battles[zone] for zone in sorted(battles, key=lambda zone: zone != first))
    units = {"8GA-1": "bridgehead", "1GTA-1": "bridgehead", "47-1": "bridgehead", "47-2": "bridgehead"}
    dice = [5, 1] if first == "lebus" else [1, 5]
    laid = fight({**units, "606": "lebus", "303": "seelow", "20PzGr": "seelow"}, order, dice=dice)
    while laid.asked()[0] != "8.4.1.a":
        laid.order(laid.asked()[1], laid.asked()[2][0])
    assert laid.verdict("zhukov", "advance 8GA-1 47-1") == ("refused", "8.4.2")


@pytest.mark.rule("8.4.2", "8.4.1.a", "4.2.3.c")
def test_8_4_2_reserves_never_instead_of_an_attacker_nor_from_elsewhere() -> None:
    laid = fight(RESERVE, RESERVED, dice=[5])
    laid.order("koniev", "retreat 606 to seelow")
    rulings = laid.order("zhukov", "advance 5SHA-1\nadvance 8GA-1 5SHA-2\nadvance 8GA-1 61-1")
    assert [ruling.rule for ruling in rulings] == ["8.4.1.a", "8.4.2", "8.4.2"]


@pytest.mark.rule("8.4.2", "4.2.3.c")
def test_8_4_2_units_that_are_not_in_reserve_stay() -> None:
    laid = fight({**RESERVE, "47-1": "bridgehead"}, RESERVED, dice=[5])
    laid.order("koniev", "retreat 606 to seelow")
    assert laid.verdict("zhukov", "advance 8GA-1 47-1") == ("refused", "8.4.2")


@pytest.mark.rule("8.4.2", "E6.2", "4.2.3.c")
def test_e6_2_the_army_of_event_6_is_in_reserve_after_its_combat() -> None:
    units = {"8GA-1": "seelow", "47-1": "seelow", "25PzGr": "letschin", "541": "muncheberg"}
    order = "chit 6 army 8GA\ncombat 8GA-1 at letschin\ncombat 47-1 at muncheberg advance 47-1 8GA-1"
    laid = fight(units, order, hands={"zhukov": ["event-6"]}, dice=[1, 5])
    assert [one["result"] for one in laid.found("CombatResolved")] == ["A1D1", "A1D1"]
    laid = fight({**units, "541": "muncheberg reduced"}, order, hands={"zhukov": ["event-6"]}, dice=[1, 4])
    assert moved(laid, "8GA-1") == [("follow", ("seelow", "muncheberg"))]


@pytest.mark.rule("E6.2", "8.4.2", "4.2.3.c")
def test_e6_2_its_counters_advance_once_and_only_those_that_fought_follow() -> None:
    units = {"8GA-1": "bridgehead", "8GA-2": "kustrin", "1GTA-1": "bridgehead", "606": "lebus"}
    order = "chit 6 army 8GA\nmove 8GA-2 bridgehead\ncombat 8GA-1 1GTA-1 at lebus"
    laid = fight(units, order, hands={"zhukov": ["event-6"]}, dice=[3])
    laid.order("koniev", "retreat 606 to seelow")
    assert laid.asked()[2] == ("advance 8GA-1 1GTA-1", "advance 8GA-1", "advance 1GTA-1")


@pytest.mark.rule("4.2.3.a", "E6.2")
def test_e6_2_but_not_out_of_supply() -> None:
    units = {"8GA-1": "seelow full out-of-supply", "47-1": "seelow", "303": "letschin", "541": "muncheberg"}
    order = "chit 6 army 8GA\ncombat 8GA-1 at letschin\ncombat 47-1 at muncheberg"
    laid = fight({**units, "541": "muncheberg reduced"}, order, hands={"zhukov": ["event-6"]}, dice=[1, 4])
    assert [one["result"] for one in laid.found("CombatResolved")] == ["A1D1", "D1"]
    assert (laid.at("47-1"), laid.at("8GA-1")) == ("muncheberg", "seelow")


@pytest.mark.rule("8.4.3")
def test_8_4_3_germans_advance_west_on_turn_1() -> None:
    units = {"20PzGr": "protzel", "25PzGr": "protzel", "47-1": "strausberg reduced out-of-supply"}
    order = "combat 20PzGr 25PzGr at strausberg advance 20PzGr"
    laid = fight(units, order, segment="C.3", turn=1, dice=[3])
    assert laid.at("20PzGr") == "strausberg"


@pytest.mark.rule("7.3.4.a", "8.4.1.a")
def test_7_3_4_a_an_advance_takes_control_of_a_victory_zone() -> None:
    laid = fight({"8GA-1": "bridgehead", "712": "seelow reduced"}, "combat 8GA-1 at seelow", dice=[3])
    assert laid.at("8GA-1") == "seelow"
    assert (laid.state.control["seelow"], laid.state.tracks["vp-zhukov"]) == ("zhukov", 1)


@pytest.mark.rule("7.3.4.c", "8.4.1.a")
def test_7_3_4_c_germans_who_advance_end_it() -> None:
    units = {"20PzGr": "muncheberg", "25PzGr": "muncheberg", "47-1": "seelow reduced out-of-supply"}
    held: dict[str, Any] = {"control": {"seelow": "zhukov"}, "tracks": {"vp-zhukov": 1}}
    order = "combat 20PzGr 25PzGr at seelow advance 20PzGr"
    laid = fight(units, order, segment="C.3", dice=[6], **held)
    assert laid.at("20PzGr") == "seelow"
    assert ("seelow" not in laid.state.control, laid.state.tracks["vp-zhukov"]) == (True, 0)
