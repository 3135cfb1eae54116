"""The ground: hexes, Locations, and what a report may say of them, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance import ground
from adjudicator.games.redvengeance.glossary import answer
from adjudicator.games.redvengeance.ground import check_location, check_said, place
from adjudicator.games.redvengeance.orders import read_line, said
from adjudicator.games.redvengeance.table_reports import REPORTS, of_unit
from adjudicator.rulings import Refused, refusal
from counters.roster.load import load_roster
from tests.games.redvengeance.table import a_state, a_unit


def told(rule: str, *words: object) -> Any:
    """A row of a test's table under the clause that it tries."""
    return pytest.param(*words, marks=pytest.mark.rule(rule))


def refused(rule: str, text: str, **facts: Any) -> Refused:
    """The refusal of a Location, which must cite a clause."""
    with pytest.raises(Refused) as no:
        check_location(a_state(**facts), place(text))
    assert no.value.rule == rule, no.value
    return no.value


# -- hexes -------------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV0.1")
@pytest.mark.parametrize("text", ["A0", "A26", "NN5", "B26", "MM0", "Z99"])
def test_hexes_off_the_map_are_refused(text: str) -> None:
    with pytest.raises(Refused) as no:
        place(text)
    assert no.value.rule == "BRV0.1" and text in no.value.why


@pytest.mark.rule("BRV16.9")
@pytest.mark.parametrize("text", ["B0", "B25", "A7", "MM9", "LL25"])
def test_half_hexes_are_played_in(text: str) -> None:
    check_location(a_state(), place(text))
    assert str(place(text)) == text


def test_a_place_is_a_hex_and_a_level() -> None:
    assert (place("k13:r").hex, place("k13:r").level, str(place("k13:r"))) == ("k13", "R", "K13:R")
    assert ground.distance("I9", "k11:1") == 3


@pytest.mark.rule("BRV6.0")
def test_the_hexside_on_the_lower_road_is_a_cliff() -> None:
    assert ground.cliff("S7", "S8") and ground.cliff("S8", "S7")
    assert not ground.cliff("S8", "S9")


@pytest.mark.rule("BRV7.0")
@pytest.mark.parametrize("month", range(1, 13))
def test_orchards_are_out_of_season_in_every_month(month: int) -> None:
    assert ground.orchards(month) == "out-of-season"


# -- Locations ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        told("BRV10.1.1", "B14", "BRV10.1.1"),
        told("BRV10.5", "P2", "BRV10.5"),
        told("BRV11.2.1", "P4", "BRV11.2.1"),
        told("BRV13.1.1", "K13:S", "BRV13.1.1"),
        told("BRV4.0", "BB24:R", "BRV4.0"),
        told("BRV12.2.2", "BB23:R", "BRV12.2.2"),
        told("BRV3.0.8", "D10:C", "BRV3.0.8"),
        told("BRV12.1", "K13:2", "BRV12.1"),
        told("BRV12.1", "T3:2", "BRV12.1"),
        told("BRV12.3.3", "Y17:3", "BRV12.1"),
        told("BRV12.5.2", "Y18:R", "BRV12.5.2"),
        told("BRV12.7.2", "C11:2", "BRV12.7.2"),
        told("BRV12.7.2", "D11:2", "BRV12.7.2"),
    ],
)
def test_where_no_unit_can_be(text: str, rule: str) -> None:
    no = refusal(check_location, a_state(), place(text))
    assert no is not None and no.rule == rule


@pytest.mark.parametrize(
    "text",
    [
        told("BRV3.0.8", "K13:C"),
        told("BRV4.0", "K13:R"),
        told("BRV11.1", "R20"),
        told("BRV10.5", "O2"),
        told("BRV11.3.1", "I9"),
        told("BRV12.1", "K13:1"),
        told("BRV12.3.3", "Y17:2"),
        told("BRV12.3.3", "Y17:R"),
        told("BRV12.7.2", "B10:2"),
        told("BRV13.1.1", "C2:S"),
        told("BRV13.1.1", "P2:S"),
        told("BRV10.2.1", "Q13"),
        told("BRV0.1", "T3:1"),
    ],
)
def test_where_units_can_be(text: str) -> None:
    check_location(a_state(), place(text))


@pytest.mark.rule("BRV11.3.1", "RePh8.6052.5")
def test_a_bridge_can_be_entered_until_it_is_destroyed() -> None:
    check_location(a_state(bridges={"I9": "partial 20"}), place("I9"))
    no = refused("BRV11.3.1", "I9", bridges={"I9": "destroyed"})
    assert "destroyed" in no.why


@pytest.mark.rule("RePh8.6052.5")
def test_only_bridges_over_the_spree_stand_or_fall() -> None:
    assert ground.stands(a_state(), "GG16")
    assert not ground.stands(a_state(), "K13") and not ground.stands(a_state(), "P4")


@pytest.mark.rule("BRV10.1.1")
def test_a_refusal_on_the_spree_names_the_bridges_that_stand() -> None:
    assert refused("BRV10.1.1", "B14", bridges={"I9": "destroyed"}).why.endswith("that stand: GG16, U8")
    none = dict.fromkeys(("I9", "U8", "GG16"), "destroyed")
    assert refused("BRV10.1.1", "B14", bridges=none).why.endswith("that stand: none")


@pytest.mark.rule("BRV12.1")
def test_a_refused_level_names_those_that_are_there() -> None:
    assert refused("BRV12.1", "K13:2").legal == ("K13:C", "K13", "K13:1", "K13:R")
    assert "this part" in refused("BRV12.7.2", "C11:2").why
    assert "the uppermost level here is 2" in refused("BRV12.1", "Y17:3").why
    assert "only the Reichstag" in refused("BRV12.1", "T3:2").why


@pytest.mark.rule("BRV12.1")
def test_the_pit_and_the_runway_hold_no_building() -> None:
    for text in ("Q13:1", "G18:R", "V19:C"):
        assert "no building" in refused("BRV12.1", text).why


@pytest.mark.rule("BRV12.4.3")
def test_no_way_leads_from_the_roof_of_a_tower_to_another_roof() -> None:
    with pytest.raises(Refused, match="X17:R and Y17:R"):
        ground.check_roofs(place("X17:R"), place("Y17:R"))
    ground.check_roofs(place("X17:R"), place("X18:R"))
    ground.check_roofs(place("X17:2"), place("Y17:2"))


# -- what a report may say ---------------------------------------------------------------------------------

STONE = frozenset({"printed-rubble"})
FACTS = [
    told("BRV3.0.5", "printed-rubble", "", "", "building", "yes", "no"),
    told("BRV3.0.5", "printed-rubble", "", "", "obstacle", "1.5", "0.5"),
    told("BRV3.0.7", "multi-hex", "", "", "trench", "yes", "no"),
    told("BRV3.0.7", "one-hex", "", "", "trench", "yes", "no"),
    told("BRV3.0.8", "multi-hex stone", "C", "", "location", "no", "yes"),
    told("BRV3.0.8", "one-hex", "C", "", "location", "yes", "no"),
    told("BRV4.0", "multi-hex", "R", "", "location", "no", "yes"),
    told("BRV4.0", "one-hex", "R", "", "location", "yes", "no"),
    told("BRV10.1.1", "spree", "", "", "water", "shallow", "deep-flooded-slow-west"),
    told("BRV10.1.3", "spree", "", "", "elevation", "0", "-1"),
    told("BRV10.2.1", "pit", "", "", "water", "deep", "shallow-stream"),
    told("BRV10.2.1", "pit", "", "", "elevation", "0", "-1"),
    told("BRV10.2.2", "pit debris", "", "", "mf", "3", "4"),
    told("BRV10.2.4", "pit", "", "", "fortification", "foxhole", "wire"),
    told("BRV10.2.5", "pit", "", "", "vehicle", "yes", "no"),
    told("BRV10.2.6", "culvert", "", "", "pit", "yes", "no"),
    told("BRV10.2.6", "culvert", "", "", "culvert", "no", "yes"),
    told("BRV10.4", "pond", "", "", "water", "deep", "fordable-pond"),
    told("BRV10.5", "canal", "", "", "water", "deep-slow-north", "deep-slow-south"),
    told("BRV11.1", "pit-bridge", "", "", "bridge", "wood-1", "stone-2"),
    told("BRV11.1", "pit-bridge", "", "", "vehicle", "no", "yes"),
    told("BRV11.2.2", "destroyed-bridge", "", "", "hindrance", "no", "yes"),
    told("BRV11.3.1", "bridge", "", "", "bridge", "stone-1", "stone-2"),
    told("BRV11.3.1", "bridge", "", "", "railing", "no", "yes"),
    told("BRV12.1", "multi-hex", "", "", "stairwell", "no", "yes"),
    told("BRV12.11.1", "rubble", "", "", "parts", "two", "one"),
    told("BRV12.11.2", "rubble", "", "", "obstacle", "1", "0.5"),
    told("BRV12.2.1", "roofless", "", "", "roofless", "no", "yes"),
    told("BRV12.2.2", "roofless", "", "", "obstacle", "1", "1.5"),
    told("BRV12.2.2", "roofless", "R", "", "location", "yes", "no"),
    told("BRV12.2.3", "roofless", "1", "", "building", "no", "yes"),
    told("BRV12.2.4", "roofless", "1", "base-mf=2", "mf", "2", "3"),
    told("BRV12.2.5", "roofless", "1", "indirect=yes base-tem=3", "tem", "3", "2"),
    told("BRV12.2.6", "roofless", "0", "indirect=yes", "cover-above", "yes", "no"),
    told("BRV12.2.7", "roofless", "1", "", "mortar", "no", "yes"),
    told("BRV12.2.8", "roofless", "1", "", "weather", "no", "yes"),
    told("BRV12.21.1", "roofless", "0", "", "debris", "no", "yes"),
    told("BRV12.21.2", "roofless", "0", "", "debris-and-building-tem", "yes", "no"),
    told("BRV12.21.3", "roofless", "0", "bypass=yes", "moves-in", "building", "debris"),
    told("BRV12.21.4", "roofless", "0", "", "trail-break", "yes", "no"),
    told("BRV12.21.5", "roofless", "0", "los=yes building=yes", "debris-hindrance", "yes", "no"),
    told("BRV12.21.6", "roofless", "0", "bypass=yes rowhouse=yes", "mf", "3", "4"),
    told("BRV12.21.6", "roofless", "0", "bypass=yes rowhouse=yes", "open-ground", "yes", "no"),
    told("BRV12.3.1", "reichstag", "1", "nation=german infantry=yes", "fanatic", "no", "yes"),
    told("BRV12.3.2", "reichstag", "1", "nation=russian", "lax", "no", "yes"),
    told("BRV12.3.3", "reichstag", "", "", "height", "1.5", "2.5"),
    told("BRV12.3.3", "reichstag", "", "", "built-up", "no", "yes"),
    told("BRV12.3.4", "reichstag", "0", "outer=yes base-tem=3", "tem", "3", "4"),
    told("BRV12.3.4", "reichstag", "R", "outer=yes base-tem=3", "tem", "4", "3"),
    told("BRV12.3.6", "reichstag", "0", "", "fortified-itself", "yes", "no"),
    told("BRV12.31", "reichstag", "0", "breach=yes", "from-reichstag", "yes", "no"),
    told("BRV12.31", "reichstag", "0", "breach=yes", "from-level", "1", "0"),
    told("BRV12.4.1", "tower", "", "", "tower", "no", "yes"),
    told("BRV12.4.2", "tower", "R", "", "elevation", "2.5", "3"),
    told("BRV12.4.2", "tower", "", "", "obstacle", "2.5", "3.5"),
    told("BRV12.4.4", "tower", "R", "", "wall", "no", "yes"),
    told("BRV12.5.1", "diet", "", "", "gutted", "no", "yes"),
    told("BRV12.5.1", "diet", "", "", "dome", "2.5", "2.5-3.5"),
    told("BRV12.5.2", "multi-hex stone diet", "R", "", "location", "yes", "no"),
    told("BRV12.5.3", "diet", "0", "los=yes hexside=yes", "blocked", "no", "yes"),
    told("BRV12.5.4", "diet", "0", "", "indirect-from", "yes", "no"),
    told("BRV12.5.5", "diet", "0", "indirect=yes base-tem=3", "tem", "3", "2"),
    told("BRV12.5.5", "diet", "", "", "roofless", "no", "yes"),
    told("BRV12.6", "printed-rubble", "", "", "remains", "yes", "no"),
    told("BRV12.7.1", "factory", "", "", "factory", "no", "yes"),
    told("BRV12.7.1", "factory", "", "", "interior-walls", "no", "yes"),
    told("BRV12.7.2", "factory factory-low", "2", "", "location", "yes", "no"),
    told("BRV12.7.2", "factory", "2", "", "location", "no", "yes"),
    told("BRV12.7.3", "factory factory-low", "0", "bar=yes", "obstacle", "1.5", "2.5"),
    told("BRV12.7.4", "factory factory-low", "0", "", "obstacle", "2.5", "1.5"),
    told("BRV12.7.4", "factory", "0", "", "obstacle", "1.5", "2.5"),
    told("BRV13.1.1", "sbahn", "S", "", "bridge", "wood-1", "stone-1"),
    told("BRV13.1.1", "sbahn", "S", "", "elevation", "2", "1"),
    told("BRV13.1.2", "sbahn", "S", "", "railing", "no", "yes"),
    told("BRV13.1.3", "sbahn", "0", "", "open-ground", "yes", "no"),
    told("BRV13.11.1", "sbahn", "S", "infantry=yes", "road-bonus", "no", "yes"),
    told("BRV13.11.1", "sbahn", "S", "vehicle=yes", "road-bonus", "yes", "no"),
    told("BRV13.11.2", "sbahn", "S", "", "manhandling-road", "yes", "no"),
    told("BRV13.2.1", "boulevard", "", "", "boulevard", "no", "yes"),
    told("BRV13.2.2", "runway", "", "", "runway", "no", "yes"),
    told("BRV13.3.1", "gate", "", "los=yes boulevard=yes", "hindrance", "0", "1"),
    told("BRV13.3.1", "gate", "", "los=yes", "blocked", "no", "yes"),
    told("BRV13.31.1", "gate", "", "", "building", "wooden", "stone"),
    told("BRV13.31.2", "gate", "", "", "tem", "3", "1"),
    told("BRV13.31.3", "gate", "", "vehicle=yes", "by-road", "no", "yes"),
    told("BRV13.31.3", "gate", "", "vehicle=yes base-mp=1", "mp", "1", "3"),
    told("BRV13.31.3", "gate", "", "vehicle=yes", "bypass", "yes", "no"),
    told("BRV13.31.3", "gate", "", "vehicle=yes", "vca", "yes", "no"),
    told("BRV13.31.4", "gate", "", "", "mortar", "no", "yes"),
    told("BRV13.31.5", "gate", "", "", "fortified", "yes", "no"),
    told("BRV13.31.6", "gate", "", "", "rally-bonus", "yes", "no"),
    told("BRV13.4.2", "narrow-street", "", "", "5.121", "yes", "no"),
    told("BRV13.4.2", "narrow-street", "", "", "5.122", "yes", "no"),
    told("BRV16.3.3", "spree", "", "", "sewer", "yes", "no"),
    told("BRV16.3.3", "canal", "", "", "sewer", "no", "yes"),
]
"""Tags, level, case, key, what a report may not say of it, and what it must."""


@pytest.mark.parametrize(("found", "level", "case", "key", "wrong", "right"), FACTS)
def test_a_report_says_of_a_hex_what_the_document_says(
    found: str, level: str, case: str, key: str, wrong: str, right: str, request: pytest.FixtureRequest
) -> None:
    keys = dict(word.split("=") for word in case.split())
    held = frozenset(found.split())
    marks = [mark.args[0] for mark in request.node.iter_markers("rule")]
    check_said(held, level, {**keys, key: right}, "X")
    with pytest.raises(Refused) as no:
        check_said(held, level, {**keys, key: wrong}, "X")
    assert [no.value.rule] == marks
    check_said(frozenset(), level, {**keys, key: wrong}, "X")


@pytest.mark.parametrize(
    ("line", "more"),
    [
        told("BRV10.2.3", "REPORT LOS hex=Q16", "debris-level=1"),
        told("BRV12.3.5", "REPORT MOVE hex=X17 outer=yes", "entered-by=breach"),
    ],
)
def test_what_the_document_leaves_open_has_to_be_said(line: str, more: str) -> None:
    with pytest.raises(Refused) as no:
        ground.check_report(a_state(), said(read_line(line)))
    assert more.split("=")[0] in no.value.why
    ground.check_report(a_state(), said(read_line(f"{line} {more}")))


def test_every_row_of_the_table_is_tried_here() -> None:
    tried = {(mark.args[0], row.values[0], row.values[3]) for row in FACTS for mark in row.marks}
    tried |= {("BRV10.2.3", "pit debris", "debris-level"), ("BRV12.3.5", "reichstag", "entered-by")}
    missing = {
        (row.rule, row.key)
        for row in ground.rows()
        if not any(row.rule == rule and row.key == key for rule, _, key in tried)
    }
    assert missing == set()


@pytest.mark.rule("BRV10.2.2", "BRV13.31.2")
def test_a_refused_report_says_what_would_be_right() -> None:
    for line, right in (("REPORT MOVE hex=Q16 mf=3", "mf=4"), ("REPORT FIRE hex=BB24 tem=3", "tem=1")):
        with pytest.raises(Refused) as no:
            ground.check_report(a_state(), said(read_line(line)))
        assert no.value.legal == (right,)


# -- what may be put where ---------------------------------------------------------------------------------


@pytest.mark.rule("BRV10.2.4")
def test_nothing_but_wire_stands_in_the_pit() -> None:
    ground.check_fortification("wire", "Q13")
    ground.check_fortification("foxhole", "K10")
    with pytest.raises(Refused, match=r"BRV10\.2\.4"):
        ground.check_fortification("foxhole", "Q13")


@pytest.mark.rule("BRV13.31.5")
def test_the_gate_is_not_fortified() -> None:
    ground.check_fortification("roadblock", "BB24")
    ground.check_fortification("fortified", "K13")
    with pytest.raises(Refused, match=r"BRV13\.31\.5"):
        ground.check_fortification("fortified", "BB24")


@pytest.mark.rule("BRV10.2.5", "BRV11.1")
def test_vehicles_cross_the_pit_on_its_bridge_alone() -> None:
    ground.check_vehicle("R20")
    ground.check_vehicle("K10")
    with pytest.raises(Refused, match=r"BRV10\.2\.5"):
        ground.check_vehicle("Q13")


@pytest.mark.rule("BRV11.4")
def test_a_barrier_may_lie_beside_a_bridge() -> None:
    ground.check_barrier("I9", "I10")
    ground.check_barrier("K10", "K11")
    for a, b in (("K10", "K12"), ("H9", "H10")):
        with pytest.raises(Refused, match=r"BRV11\.4"):
            ground.check_barrier(a, b)


@pytest.mark.rule("BRV12.3.7")
def test_no_gun_is_above_the_ground_of_the_reichstag() -> None:
    ground.check_gun(place("Y18"), houses=True)
    ground.check_gun(place("K10"), houses=False)
    ground.check_gun(place("K13:1"), houses=True)
    for text, houses in (("Y18:1", True), ("Y18", False)):
        with pytest.raises(Refused, match=r"BRV12\.3\.7"):
            ground.check_gun(place(text), houses)


@pytest.mark.rule("BRV12.3.8")
def test_the_reichstag_is_fortified_from_below() -> None:
    ground.check_fortify(place("Y19"), ())
    ground.check_fortify(place("Y19:1"), (place("Y19"),))
    ground.check_fortify(place("K13:1"), ())
    ground.check_fortify(place("Y19:R"), ())
    for fortified in ((), (place("Y17"),)):
        with pytest.raises(Refused, match="Y19:1 may be fortified once Y19 is"):
            ground.check_fortify(place("Y19:1"), fortified)


@pytest.mark.rule("BRV16.3.3")
def test_sewers_run_below_the_canal_and_not_below_the_spree() -> None:
    ground.check_sewer(["O2", "P2", "Q2"])
    with pytest.raises(Refused, match=r"BRV16\.3\.3.*B14"):
        ground.check_sewer(["B13", "B14", "B15"])


@pytest.mark.rule("BRV13.31.2")
def test_the_tem_that_the_document_gives() -> None:
    assert (ground.tem("BB24"), ground.tem("K13"), ground.tem("K10")) == (1, 3, None)


# -- told to players ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "name"),
    [
        told("LEG.1", 1, "Customs Warehouse, hex not given"),
        told("LEG.2", 2, "Kroll Opera House, H19"),
        told("LEG.3", 3, "Lehrter Station (S-Bahn), J4"),
        told("LEG.4", 4, "Charite Hospital, hex not given"),
        told("LEG.5", 5, "Schutz Polizei HQ, hex not given"),
        told("LEG.6", 6, "Electrical Works, hex not given"),
        told("LEG.7", 7, "Brandenburg Gate, BB24"),
        told("LEG.8", 8, "Reichstag, Y18"),
        told("LEG.9", 9, "Ministry of the Interior (Himmler's House), K13"),
    ],
)
def test_the_legend_of_the_map(number: int, name: str) -> None:
    assert ground.legend(number) == name
    assert ground.legend(10) == ""


def test_what_is_known_of_a_hex_is_told_with_its_clauses() -> None:
    lines = list(ground.known(a_state(), "Q16"))
    assert lines[:2] == ["Q16, south of the Spree", "Locations: Q16"]
    assert "[BRV10.2.2] debris in the pit costs infantry 4 MF to enter" in lines
    assert next(ground.known(a_state(), "I9")) == "I9, Moltke Bridge, in the Spree"
    assert list(ground.known(a_state(), "T3"))[-1].startswith("The document says nothing of this hex")
    assert "Stands in for the publisher's map: pit" in list(ground.known(a_state(), "R17"))
    assert [*ground.known(a_state(), "B14")][1] == "Locations: none that a unit can be in"


@pytest.mark.rule("BRV10.2.2", "BRV12.3.1")
def test_reports_of_the_table_are_held_against_the_ground() -> None:
    squad = {"unit.class": "squad", "unit.personnel": "yes", "unit.side": "german"}
    assert of_unit(squad) == {"nation": "german", "infantry": "yes"}
    assert of_unit({}) == {}


@pytest.mark.rule("BRV10.2.2")
def test_a_report_of_the_table_contradicts_no_hex() -> None:
    state = a_state(a_unit("S1", "german", "q16", "6-5-8"), roster=load_roster("redvengeance"))
    with pytest.raises(Refused, match=r"BRV10\.2\.2"):
        REPORTS["fire"].check(state, "german", said(read_line("REPORT FIRE unit=S1 hex=Q16 mf=3")))


@pytest.mark.rule("LEG.8", "LEG.9")
def test_help_tells_of_a_hex_and_of_the_legend() -> None:
    def told(line: str) -> str:
        return answer(a_state(), read_line(line))

    assert told("help bb24").startswith("BB24, Brandenburg Gate, south of the Spree. Locations: BB24, BB24:1")
    assert told("help LEGEND 8") == "Reichstag, Y18"
    assert told("help LEGEND 10") == told("help LEGEND") == "the legend has the numbers 1 to 9"
    assert "a hex" in told("help K99")
