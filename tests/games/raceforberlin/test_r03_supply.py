"""Rule 3.1, supply: lines, sources, and what cuts them."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.raceforberlin.r03_logistics import supplied, supply_sources
from maps.reading.load import load_board
from tests.tabletop import Tabletop

KONIEV = "zossen lubben cottbus kathlow forst triebel"
"""A way for Koniev's Soviets from Zossen to a source."""

ZHUKOV = "zehlendorf tempelhof neukolln friedrichshain strausberg muncheberg seelow bridgehead kustrin"
"""A way for Zhukov's Soviets through Berlin to a source."""

GERMAN = "zossen trebbin luckenwalde juterbog wittenberg leipzig"
NORTH = "strausberg bernau joachimsthal"
"""Ways for Germans to a source."""


def fed(unit: str, way: str, units: dict[str, str], **position: Any) -> bool:
    """Whether a unit at the beginning of a way is supplied, when Americans close all other zones."""
    zones = way.split()
    closed = {z: "us" for z in load_board("raceforberlin").spaces if z not in zones}
    control = {**closed, **position.pop("control", {})}
    laid = {unit: zones[0], **units}
    table = Tabletop("raceforberlin", laid, segment="B.2", control=control, **position)
    return table.state.units[unit] in supplied(table.state)


# -- 3.1.1 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("3.1.1.a", "3.1.3.d")
def test_3_1_1_a_the_check_marks_who_is_cut_off_and_frees_who_is_not() -> None:
    units = {"8GA-1": "lebus out-of-supply", "8GA-2": "bridgehead", "3GTA-1": "genthin", "606": "kyritz"}
    around = {"712": "rathenow", "303": "brandenburg", "309": "belzig", "5Jag": "dessau"}
    table = Tabletop("raceforberlin", {**units, **around}, segment="B.1")
    flags = {unit: "out-of-supply" in table.state.units[unit].flags for unit in units}
    assert flags == {"8GA-1": False, "8GA-2": False, "3GTA-1": True, "606": False}
    assert table.state.segment == "B.2"


@pytest.mark.rule("3.1.1.a", "3.1.3.d")
def test_3_1_1_a_of_whom_nothing_changes_nothing_is_said() -> None:
    around = {"712": "rathenow", "303": "brandenburg", "309": "belzig", "5Jag": "dessau"}
    units = {"3GTA-1": "genthin out-of-supply", "8GA-2": "bridgehead", **around}
    table = Tabletop("raceforberlin", units, segment="B.1")
    assert table.found("FlagsChanged") == []
    assert "out-of-supply" in table.state.units["3GTA-1"].flags
    newly = Tabletop("raceforberlin", {**units, "3GTA-2": "genthin"}, segment="B.1")
    assert [facts["units"] for facts in newly.found("FlagsChanged")] == [("3GTA-2",)]


@pytest.mark.rule("3.1.1.a", "M.1")
def test_3_1_1_a_a_line_goes_from_zone_to_adjacent_zone_without_enemies() -> None:
    assert fed("3GTA-1", KONIEV, {})
    assert not fed("3GTA-1", KONIEV.replace("cottbus ", ""), {})
    assert not fed("3GTA-1", KONIEV, {"21Pz": "cottbus"})


@pytest.mark.rule("3.1.1.b")
def test_3_1_1_b_a_soviet_camp_uses_its_own_sources_only() -> None:
    table = Tabletop("raceforberlin", {"3GTA-1": "frankfurt", "8GA-1": "lebus"}, segment="B.2")
    assert set(supply_sources(table.state, "koniev")) == {"triebel", "priebus", "sanitz", "penzig"}
    zhukovs = {"barwalde", "kustrin", "goritz", "reppen", "ziebingen"}
    assert set(supply_sources(table.state, "zhukov")) == zhukovs


@pytest.mark.rule("3.1.1.b")
def test_3_1_1_b_linked_to_the_rivals_zones_alone_it_is_cut_off() -> None:
    assert fed("69-1", "frankfurt reppen", {})
    assert not fed("3GTA-1", "frankfurt reppen", {})


@pytest.mark.rule("3.1.1.c")
@pytest.mark.parametrize("unit", ["606", "21Pz"])
@pytest.mark.parametrize("way", ["oranienburg joachimsthal", "kamenz dresden"])
def test_3_1_1_c_germans_of_both_camps_use_any_german_source(unit: str, way: str) -> None:
    assert fed(unit, way, {})


@pytest.mark.rule("3.1.1.d")
def test_3_1_1_d_the_units_own_zone_is_not_tested() -> None:
    assert fed("3GTA-1", "forst triebel", {"606": "kathlow"}, control={"forst": "us"})


@pytest.mark.rule("3.1.1.d")
def test_3_1_1_d_a_source_is_lost_only_to_enemies_and_americans_in_it() -> None:
    """Empty Priebus stays a source beside Germans in Muskau."""
    assert fed("3GTA-1", "rietschen priebus", {"545": "muskau"})
    assert fed("21Pz", "genthin", {"3GTA-1": "brandenburg"})
    assert not fed("21Pz", "belzig genthin", {"3GTA-1": "genthin"})
    assert not fed("21Pz", "belzig genthin", {}, control={"genthin": "us"})


# -- 3.1.2 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("3.1.2.a")
def test_3_1_2_a_the_other_camps_soviets_block_a_line() -> None:
    assert fed("3GTA-1", KONIEV, {"13-1": "lubben"})
    assert not fed("3GTA-1", KONIEV, {"61-1": "lubben"})
    assert not fed("3GTA-1", KONIEV, {"61-1": "lubben", "13-1": "lubben"})


@pytest.mark.rule("3.1.2.b")
def test_3_1_2_b_an_empty_zone_next_to_an_enemy_is_not_free() -> None:
    """Calau touches Lübben and Cottbus."""
    assert not fed("3GTA-1", KONIEV, {"21Pz": "calau"})
    assert not fed("606", GERMAN, {"3GTA-1": "herzberg"})


@pytest.mark.rule("3.1.2.b")
def test_3_1_2_b_an_empty_american_zone_is_not_free() -> None:
    assert not fed("3GTA-1", KONIEV, {}, control={"cottbus": "us"})
    assert not fed("606", GERMAN, {}, control={"juterbog": "us"})


@pytest.mark.rule("3.1.2.c")
def test_3_1_2_c_a_german_beside_a_soviet_in_a_city_zone_does_not_reach_outside() -> None:
    """R9: 11 SS in Tempelhof touches empty Zossen; a German in Trebbin reaches it in any case."""
    way = KONIEV.replace("zossen", "konigs-wusterhausen zossen")
    assert fed("3GTA-1", way, {})
    assert not fed("3GTA-1", way, {"11SS": "tempelhof"})
    assert fed("3GTA-1", way, {"11SS": "tempelhof", "4GTA-1": "tempelhof"})
    assert fed("3GTA-1", way, {"11SS": "tempelhof", "8GA-1": "tempelhof"})
    assert not fed("3GTA-1", way, {"11SS": "tempelhof", "4GTA-1": "tempelhof", "606": "trebbin"})


@pytest.mark.rule("3.1.2.c")
def test_3_1_2_c_it_does_reach_an_empty_zone_inside_berlin() -> None:
    way = ZHUKOV.removeprefix("zehlendorf ")
    assert fed("8GA-1", way, {})
    assert not fed("8GA-1", way, {"11SS": "tempelhof"})


@pytest.mark.rule("3.1.2.c")
def test_3_1_2_c_soviets_in_a_city_zone_reach_outside() -> None:
    assert not fed("606", NORTH, {"8GA-1": "friedrichshain"})
    assert fed("606", NORTH, {"8GA-1": "wedding"})


@pytest.mark.rule("3.1.2.d")
def test_3_1_2_d_a_line_passes_a_zone_that_its_own_camp_contests() -> None:
    germans = {"11SS": "tempelhof"}
    level = {"tracks": {"progress-tempelhof": 1}}
    rest = {"5SHA-1": "neukolln"}
    assert not fed("8GA-1", ZHUKOV, {**germans, **rest}, **level)
    assert fed("8GA-1", ZHUKOV, {**germans, **rest, "8GA-2": "tempelhof"}, **level)
    assert not fed("8GA-1", ZHUKOV, {**germans, **rest, "3GTA-1": "tempelhof"}, **level)


@pytest.mark.rule("3.1.2.d")
def test_3_1_2_d_german_lines_never_pass_soviets() -> None:
    assert fed("606", GERMAN, {})
    assert not fed("606", GERMAN, {"3GTA-1": "trebbin"})
    assert not fed("606", GERMAN, {"3GTA-1": "trebbin", "5Jag": "trebbin"})
    assert fed("606", NORTH, {"5Jag": "bernau"})
    assert not fed("606", NORTH, {"5Jag": "bernau", "8GA-1": "bernau"})


@pytest.mark.rule("3.1.2.e")
def test_3_1_2_e_friends_keep_a_zone_free_next_to_enemies() -> None:
    assert fed("3GTA-1", KONIEV, {"21Pz": "calau", "13-1": "lubben", "13-2": "cottbus"})
    assert not fed("3GTA-1", KONIEV, {"21Pz": "calau", "13-1": "lubben"})
    assert fed(
        "606", GERMAN, {"3GTA-1": "herzberg", "5Jag": "luckenwalde", "21Pz": "juterbog", "17": "wittenberg"}
    )


@pytest.mark.rule("3.1.2.f")
def test_3_1_2_f_a_line_passes_a_controlled_city_zone_with_a_german_in_it() -> None:
    units = {"11SS": "tempelhof", "8GA-2": "tempelhof", "5SHA-1": "neukolln"}
    level = {"tracks": {"progress-tempelhof": 2}, "control": {"tempelhof": "zhukov"}}
    assert fed("8GA-1", ZHUKOV, units, **level)
    assert not fed("8GA-1", ZHUKOV, {**units, "8GA-2": "zehlendorf"}, **level)


@pytest.mark.rule("M.9")
def test_m_9_a_white_line_joins_zones_for_supply_too() -> None:
    """Bernau and Prötzel touch by a white line."""
    assert fed("8GA-1", "bernau protzel letschin sudl-oderbruch bridgehead kustrin", {})


# -- 3.1.3 -----------------------------------------------------------------------------------------------

CUT_OFF = {"8GA-1": "lebus out-of-supply", "8GA-2": "lebus"}


@pytest.mark.rule("3.1.3.a")
def test_3_1_3_a_a_unit_out_of_supply_counts_half_rounded_up() -> None:
    units = {"47-1": "letschin reduced out-of-supply", "541": "muncheberg reduced"}
    table = Tabletop("raceforberlin", units, segment="C.1", dice=[6] * 3, hands={"zhukov": [], "koniev": []})
    table.order("zhukov", "combat 47-1 at muncheberg")
    parts = [part for part in table.found("CombatResolved")[0]["parts"] if part["unit"] == "47-1"]
    assert [(part["rule"], part["was"], part["is"]) for part in parts] == [("3.1.3.a", 7, 4)]


@pytest.mark.rule("3.1.3.b")
def test_3_1_3_b_it_moves_one_zone_at_most() -> None:
    table = Tabletop("raceforberlin", CUT_OFF, segment="C.1")
    assert table.verdict("zhukov", "move 8GA-1 seelow muncheberg") == ("refused", "3.1.3.b")
    assert table.verdict("zhukov", "move 8GA-1 seelow") == ("done", "")


@pytest.mark.rule("3.1.3.c")
def test_3_1_3_c_it_is_never_in_reserve() -> None:
    table = Tabletop("raceforberlin", CUT_OFF, segment="C.1")
    assert table.verdict("zhukov", "activate 8GA-1 reserve") == ("refused", "3.1.3.c")
    assert table.verdict("zhukov", "activate 8GA-2 reserve") == ("done", "")


@pytest.mark.rule("3.1.3.d")
def test_3_1_3_d_the_marker_stays_until_the_next_check() -> None:
    table = Tabletop(
        "raceforberlin",
        {"8GA-1": "bridgehead out-of-supply"},
        turn=2,
        segment="D.3",
        hands={"zhukov": [], "koniev": ["event-1"]},
        dice=[6, 1],
        draws=["event-2", "event-3"],
    )
    order = [event.kind for event in table.events if event.kind in {"TurnBegan", "FlagsChanged"}]
    assert order == ["TurnBegan", "FlagsChanged"]
    assert table.state.units["8GA-1"].flags == frozenset()


@pytest.mark.rule("9.2.2.b")
def test_9_2_2_b_germans_in_a_city_zone_are_always_supplied() -> None:
    assert fed("11SS", "tempelhof", {"8GA-1": "zossen"})
    assert not fed("11SS", "zossen", {})


@pytest.mark.rule("9.2.2.b")
def test_9_2_2_b_it_is_for_germans_alone() -> None:
    assert fed("11SS", "tempelhof", {})
    assert not fed("8GA-1", "tempelhof", {})
