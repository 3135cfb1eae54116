"""Rule 2.1, reinforcements: the dice of A.1, and where units come in."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.raceforberlin.r02_administrative import arrives, entries, usual_entries
from tests.tabletop import Tabletop

HANDS = {"zhukov": ["event-2"], "koniev": ["event-1", "event-10"]}
NOTHING = [6, 1]
"""An American and a Hitler die without effect."""


def arrival(units: dict[str, str], dice: list[int], **more: Any) -> Tabletop:
    """A table at A.1 with these units in their boxes, and dice enough to reach B.2."""
    position: dict[str, Any] = {"turn": 3, "segment": "A.1", "hands": HANDS, **more}
    return Tabletop("raceforberlin", units, dice=[*dice, *NOTHING], **position)


def purposes(table: Tabletop) -> list[str]:
    """What was rolled for, in order."""
    return [facts["purpose"] for facts in table.found("DieRolled")]


# -- 1.1, 1.2 the order of the segments ------------------------------------------------------------------


@pytest.mark.rule("1.1", "1.2", "1.3")
def test_1_1_a_turn_begins_with_the_administrative_segments_then_logistics() -> None:
    table = arrival({"11SS": "reinforcements"}, [1])
    entered = [facts["segment"] for facts in table.found("SegmentEntered")]
    assert entered == ["A.2", "A.3", "A.4", "B.1", "B.2"]
    assert purposes(table) == ["arrival of 11 SS", "the American advance", "orders from Hitler"]


# -- 2.1.1 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("2.1.1.a")
@pytest.mark.parametrize(("turn", "least"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_2_1_1_a_a_die_and_the_turn_above_six_brings_a_unit(turn: int, least: int) -> None:
    assert [die for die in range(1, 7) if arrives(turn, die)] == list(range(least, 7))


@pytest.mark.rule("2.1.1.a", "11.6.2")
def test_2_1_1_a_only_those_whose_die_is_high_enough_come() -> None:
    table = arrival({"11SS": "reinforcements", "23SS": "reinforcements"}, [3, 4])
    assert (table.at("11SS"), table.at("23SS")) == ("reinforcements", "joachimsthal")


@pytest.mark.rule("2.1.1.a", "1.2")
def test_2_1_1_a_the_dice_are_rolled_once_a_turn_before_the_owners_are_asked() -> None:
    table = arrival({"31": "reinforcements", "11SS": "reinforcements"}, [6, 1])
    assert table.state.segment == "A.1"
    table.order("koniev", "enter 31 at triebel")
    assert purposes(table)[:3] == ["arrival of the army 31", "arrival of 11 SS", "the American advance"]
    assert (table.at("31"), table.at("11SS")) == ("triebel", "reinforcements")


@pytest.mark.rule("2.1.1.b", "U.1")
def test_2_1_1_b_one_die_brings_both_counters_of_an_army() -> None:
    table = arrival({"28-1": "reinforcements", "28-2": "reinforcements"}, [6], turn=1)
    assert purposes(table) == ["arrival of the army 28"]
    table.order("koniev", "enter 28-1 at triebel\nenter 28-2 at penzig")
    assert (table.at("28-1"), table.at("28-2")) == ("triebel", "penzig")
    assert purposes(table) == ["arrival of the army 28", "the American advance", "orders from Hitler"]


@pytest.mark.rule("2.1.1.a")
@pytest.mark.parametrize(
    ("unit", "told"),
    [
        ("28-1", "Arrival of the 28th Army, die roll 6; arrived (a 6 was needed)."),
        ("31", "Arrival of the 31st Army, die roll 6; arrived (a 6 was needed)."),
        ("11SS", "Arrival of 11 SS, die roll 6; arrived (a 6 was needed)."),
    ],
)
def test_2_1_1_a_an_army_is_told_by_its_title_to_whose_short_name_its_die_is_bound(
    unit: str, told: str
) -> None:
    assert told in arrival({unit: "reinforcements"}, [6], turn=1).said()


@pytest.mark.rule("2.1.1.c")
def test_2_1_1_c_an_arrival_is_full_and_not_activated() -> None:
    table = arrival({"11SS": "reinforcements"}, [6])
    unit = table.state.units["11SS"]
    assert (unit.at, unit.steps, unit.flags) == ("joachimsthal", 2, frozenset())
    assert "available" not in table.state.facts


@pytest.mark.rule("2.1.1.d", "2.1.2.b")
def test_2_1_1_d_xii_army_makes_no_roll_of_its_own() -> None:
    table = arrival({"Clause": "xii-army"}, [], turn=3)
    assert purposes(table) == ["the American advance", "orders from Hitler"]
    assert table.at("Clause") == "xii-army"


def test_units_on_the_map_or_destroyed_make_no_roll() -> None:
    table = arrival({"11SS": "joachimsthal", "23SS": "eliminated"}, [])
    assert purposes(table) == ["the American advance", "orders from Hitler"]


@pytest.mark.rule("2.1.1.a")
def test_2_1_1_a_where_every_die_brings_a_unit_that_is_said() -> None:
    told = "Arrival of 11 SS, die roll 1; arrived (any die roll was enough)."
    assert told in arrival({"11SS": "reinforcements"}, [1], turn=6).said()


# -- 2.1.2 XII Army --------------------------------------------------------------------------------------


@pytest.mark.rule("2.1.2.a")
@pytest.mark.parametrize(
    ("turn", "die", "released"), [(4, 4, False), (4, 5, True), (5, 4, True), (8, 1, True)]
)
def test_2_1_2_a_a_die_and_the_turn_above_eight_releases_xii_army(
    turn: int, die: int, released: bool
) -> None:
    table = arrival({"Clause": "xii-army"}, [die], turn=turn)
    assert purposes(table)[0] == "release of XII Army"
    assert ("xii-army" in table.state.facts) is released


@pytest.mark.rule("2.1.2.a")
def test_2_1_2_a_no_test_before_turn_4_nor_after_success() -> None:
    assert "release of XII Army" not in purposes(arrival({}, [], turn=3))
    assert "release of XII Army" not in purposes(arrival({}, [], turn=6, state={"xii-army": 5}))


@pytest.mark.rule("2.1.2.b")
def test_2_1_2_b_its_units_come_from_the_next_turn_on() -> None:
    table = arrival({"Clause": "xii-army", "199": "xii-army"}, [4], turn=5)
    assert table.state.facts["xii-army"] == 6
    assert {unit.id for unit in table.state.at("xii-army")} == {"Clause", "199"}


@pytest.mark.rule("2.1.2.c", "11.5.3")
def test_2_1_2_c_two_at_random_come_each_turn_on_the_west_edge() -> None:
    units = {"Clause": "xii-army", "199": "xii-army", "TKorner": "xii-army"}
    table = arrival(units, [], turn=6, state={"xii-army": 6}, draws=["199", "TKorner"])
    assert table.asked()[1] == "zhukov"
    table.order("zhukov", "enter 199 at kyritz\nenter TKorner at dessau")
    assert (table.at("199"), table.at("TKorner"), table.at("Clause")) == ("kyritz", "dessau", "xii-army")
    assert table.state.cups["xii-army"] == ("Clause",)


@pytest.mark.rule("2.1.3.a")
@pytest.mark.parametrize("both", ["28-1, 28-2", "28-1 and 28-2", "28-1 28-2", "28"])
def test_2_1_3_a_one_line_brings_several_in_or_none(both: str) -> None:
    table = arrival({"28-1": "reinforcements", "28-2": "reinforcements"}, [6], turn=1)
    assert table.verdict("koniev", f"enter {both}, 3-1 at triebel") == ("refused", "0.2")
    assert table.at("28-1") == "reinforcements"
    assert table.verdict("koniev", f"enter {both} at triebel") == ("done", "")
    assert (table.at("28-1"), table.at("28-2")) == ("triebel", "triebel")


@pytest.mark.rule("2.1.2.c")
def test_2_1_2_c_the_last_one_comes_alone() -> None:
    table = arrival({"Clause": "xii-army"}, [], turn=7, state={"xii-army": 6}, draws=["Clause"])
    assert table.verdict("zhukov", "enter Clause at genthin") == ("done", "")
    assert table.at("Clause") == "genthin"


@pytest.mark.rule("11.5.3", "2.1.3.a")
def test_11_5_3_xii_army_comes_in_at_german_supply_zones_of_the_west_edge() -> None:
    table = Tabletop("raceforberlin", {"Clause": "xii-army"}, segment="B.2")
    zones = set(entries(table.state, table.state.units["Clause"]))
    assert zones == {"kyritz", "rathenow", "genthin", "dessau", "leipzig"}


# -- 2.1.3 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("2.1.3.a", "11.5.1", "11.6.1")
@pytest.mark.parametrize(
    ("unit", "zones"),
    [
        ("3-1", {"barwalde", "kustrin", "goritz", "reppen", "ziebingen"}),
        ("31", {"triebel", "priebus", "sanitz", "penzig"}),
    ],
)
def test_2_1_3_a_armies_come_in_at_their_camps_supply_zones(unit: str, zones: set[str]) -> None:
    table = Tabletop("raceforberlin", {unit: "reinforcements"}, segment="B.2")
    assert set(entries(table.state, table.state.units[unit])) == zones


@pytest.mark.rule("11.5.2")
def test_11_5_2_1_falsch_comes_in_anywhere_on_the_south_edge() -> None:
    table = Tabletop("raceforberlin", {"1Falsch": "reinforcements"}, segment="B.2")
    zones = set(entries(table.state, table.state.units["1Falsch"]))
    assert zones == {"leipzig", "riesa", "dresden", "bautzen", "gorlitz"}


@pytest.mark.rule("2.1.3.a")
def test_2_1_3_a_another_zone_is_refused_with_the_right_ones() -> None:
    table = arrival({"31": "reinforcements"}, [6])
    (ruling,) = table.order("koniev", "enter 31 at guben")
    assert (ruling.verdict, ruling.rule) == ("refused", "2.1.3.a")
    assert "enter 31 at triebel" in ruling.legal
    assert table.at("31") == "reinforcements"


@pytest.mark.rule("0.2", "2.1.1.a")
def test_2_1_1_only_own_units_that_have_arrived_are_placed() -> None:
    table = arrival({"31": "reinforcements", "28-1": "reinforcements", "3-1": "reinforcements"}, [1, 1, 6])
    assert [d.player for d in table.state.waiting()] == ["koniev"]
    assert table.verdict("koniev", "enter 28-1 at penzig") == ("refused", "2.1.1.a")
    assert table.verdict("koniev", "enter 3-1 at penzig") == ("refused", "0.2")
    assert table.verdict("koniev", "enter 31 at penzig") == ("done", "")
    assert table.at("31") == "penzig"


@pytest.mark.rule("2.1.3.b")
@pytest.mark.parametrize("soviet", ["61-1", "3GTA-1"])
def test_2_1_3_b_soviets_in_the_arrival_zone_send_a_german_to_the_nearest_edge_supply(soviet: str) -> None:
    """Neuruppin and Kyritz are two zones from Joachimsthal; no other edge supply zone is as near."""
    table = arrival({"11SS": "reinforcements", soviet: "joachimsthal"}, [6])
    assert table.at("11SS") == "kyritz"


@pytest.mark.rule("2.1.3.b", "2.2.3")
def test_2_1_3_b_american_zones_are_closed_to_arrivals() -> None:
    control = {"kyritz": "us"}
    table = arrival({"11SS": "reinforcements", "61-1": "joachimsthal"}, [6], control=control)
    assert table.at("11SS") == "rathenow"


@pytest.mark.rule("2.1.3.b")
def test_2_1_3_b_xii_army_turns_to_another_edge_when_the_west_is_lost() -> None:
    west = dict.fromkeys(("kyritz", "rathenow", "genthin", "dessau", "leipzig"), "us")
    table = Tabletop("raceforberlin", {"Clause": "xii-army"}, segment="B.2", control=west)
    assert entries(table.state, table.state.units["Clause"]) == ("riesa",)


@pytest.mark.rule("2.1.3.b")
def test_2_1_3_b_a_place_where_soviets_stand_is_refused_by_its_rule() -> None:
    table = arrival({"1Falsch": "reinforcements", "52-1": "bautzen"}, [6])
    assert table.verdict("zhukov", "enter 1Falsch at bautzen") == ("refused", "2.1.3.b")
    assert table.verdict("zhukov", "enter 1Falsch at dresden") == ("done", "")


@pytest.mark.rule("7.3.3.a", "2.1.3.a")
def test_2_1_3_a_an_army_does_not_come_in_among_the_rivals_soviets() -> None:
    table = Tabletop("raceforberlin", {"31": "reinforcements", "61-1": "triebel"}, segment="B.2")
    assert set(entries(table.state, table.state.units["31"])) == {"priebus", "sanitz", "penzig"}


@pytest.mark.rule("2.1.3.a", "6.1.2.a")
def test_2_1_3_a_full_zones_take_nobody_and_the_unit_waits_for_a_later_turn() -> None:
    full = dict.fromkeys(("606", "5Jag", "309"), "joachimsthal")
    table = arrival({"11SS": "reinforcements", **full}, [6])
    assert table.at("11SS") == "reinforcements"
    assert table.state.facts["available"] == ("11SS",)
    assert table.state.segment == "B.2"


@pytest.mark.rule("2.1.1.a")
def test_2_1_1_a_who_waits_for_room_needs_no_second_die() -> None:
    table = arrival({"11SS": "reinforcements"}, [], state={"available": ["11SS"]})
    assert table.at("11SS") == "joachimsthal"
    assert "arrival of 11 SS" not in purposes(table)


@pytest.mark.rule("2.1.3.a", "7.3.4.c")
def test_2_1_3_a_a_german_arrival_ends_the_soviet_control_of_the_zone() -> None:
    table = arrival(
        {"11SS": "reinforcements"}, [6], control={"joachimsthal": "zhukov"}, tracks={"vp-zhukov": 1}
    )
    assert "joachimsthal" not in table.state.control
    assert table.state.tracks["vp-zhukov"] == 0


def test_both_players_are_asked_for_their_arrivals_at_once() -> None:
    table = arrival({"31": "reinforcements", "1Falsch": "reinforcements"}, [6, 6])
    assert [decision.player for decision in table.state.waiting()] == ["zhukov", "koniev"]


def test_silence_places_every_arrival_within_stacking() -> None:
    table = arrival(
        {"TKorner": "xii-army", "UvHut": "xii-army", "606": "leipzig", "5Jag": "leipzig"},
        [],
        turn=6,
        state={"xii-army": 6},
        draws=["TKorner", "UvHut"],
    )
    decision = table.state.waiting()[0]
    assert len(decision.default.splitlines()) == 2
    table.order("zhukov", decision.default)
    assert table.at("TKorner") == "leipzig"
    assert table.at("UvHut") == "kyritz"


@pytest.mark.rule("2.1.3.a")
def test_units_with_one_zone_only_are_placed_without_a_question() -> None:
    table = arrival({"11SS": "reinforcements", "23SS": "reinforcements"}, [6, 6])
    assert {unit.id for unit in table.state.at("joachimsthal")} == {"11SS", "23SS"}
    assert table.state.segment == "B.2"


def test_who_places_one_unit_is_asked_for_the_others_at_once() -> None:
    units = {"3-1": "reinforcements", "3-2": "reinforcements", "31": "reinforcements"}
    table = arrival(units, [6, 6])
    table.order("zhukov", "enter 3-1 at kustrin")
    asked = {decision.player: decision.about for decision in table.state.waiting()}
    assert asked == {"koniev": ("31",), "zhukov": ("3-2",)}


def test_the_usual_entries_leave_out_who_finds_no_room() -> None:
    closed = {"genthin": "us", "dessau": "us", "leipzig": "us"}
    full = {"606": "kyritz", "5Jag": "kyritz", "309": "rathenow", "712": "rathenow"}
    waiting = {"Clause": "xii-army", "199": "xii-army", "TKorner": "xii-army"}
    table = Tabletop("raceforberlin", {**full, **waiting}, segment="B.2", control=closed)
    lines = usual_entries(table.state, ("Clause", "199", "TKorner"))
    assert sorted(line.split()[-1] for line in lines) == ["kyritz", "rathenow"]


@pytest.mark.rule("2.1.3.b")
def test_2_1_3_b_an_army_whose_supply_zones_are_all_closed_waits() -> None:
    """No Soviet supply zone lies at the map's edge that the rule could send it to."""
    rivals = {"61-1": "triebel", "61-2": "priebus", "47-1": "sanitz", "47-2": "penzig"}
    table = Tabletop("raceforberlin", {"31": "reinforcements", **rivals}, segment="B.2")
    assert entries(table.state, table.state.units["31"]) == ()
