"""The ground: hexes, Locations, and what a report may say of them, clause by clause."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions.glossary import explained
from adjudicator.games.redvengeance.situation import ground
from adjudicator.games.redvengeance.situation.ground import check_location, place
from adjudicator.play import Play
from adjudicator.rulings import Refused
from tests.clauses import clause
from tests.games.redvengeance.firefight import fight, line
from tests.games.redvengeance.table import a_state


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


# -- Locations ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        clause("BRV3.0.8", "K13:C"),
        clause("BRV4.0", "K13:R"),
        clause("BRV11.1", "R20"),
        clause("BRV10.5", "O2"),
        clause("BRV11.3.1", "I9"),
        clause("BRV12.1", "K13:1"),
        clause("BRV12.3.3", "Y17:2"),
        clause("BRV12.3.3", "Y17:R"),
        clause("BRV12.7.2", "B10:2"),
        clause("BRV13.1.1", "C2:S"),
        clause("BRV13.1.1", "P2:S"),
        clause("BRV10.2.1", "Q13"),
        clause("BRV0.1", "T3:1"),
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

HERE = {"S": "6-5-8 T3", "T": "mk-iv-h T3", "C": "6-5-8 S7", "OFF": "6-5-8 bought"}, {"R": "6-2-8 T3"}
"""A German squad, a tank, a squad above the cliff, a squad to come, and a Russian squad."""


def report(play: Play, text: str) -> None:
    """A report that both sides file: "enter S hex=Q16 mf=4" is of the unit S."""
    kind, first, *rest = text.split()
    named = f"unit={first}" if first in play.state.units else first
    line(play, f"report {kind} {named} {' '.join(rest)}", RUSSIAN if first == "R" else GERMAN)


def contradicted(play: Play, text: str) -> Refused:
    """The refusal of a report."""
    with pytest.raises(Refused) as no:
        report(play, text)
    return no.value


@pytest.mark.parametrize(("text", "wrong", "right", "free"), [
    clause("BRV3.0.7", "hex hex=K13", "trench=yes", "trench=no", "hex hex=K10"),
    clause("BRV3.0.7", "hex hex=BB24", "trench=yes", "trench=no", "hex hex=K10"),
    clause("BRV3.0.8", "hex hex=K13:C", "location=no", "location=yes", "hex hex=K13 | hex hex=H13:C"),
    clause("BRV3.0.8", "hex hex=D10:C", "location=yes", "location=no", "hex hex=D10"),
    clause("BRV4.0", "hex hex=K13:R", "location=no", "location=yes", "hex hex=K13"),
    clause("BRV4.0", "hex hex=BB24:R", "location=yes", "location=no", "hex hex=BB24"),
    clause("BRV6.0", "enter C hex=S8", "cliff=no", "cliff=yes", "enter C hex=R7 | enter OFF hex=S8"),
    clause("BRV10.1.1", "hex hex=B14", "water=shallow", "water=deep-flooded-slow-west", ""),
    clause("BRV10.1.3", "hex hex=B14", "elevation=0", "elevation=-1", ""),
    clause("BRV10.2.1", "hex hex=Q13", "water=deep", "water=shallow-stream", ""),
    clause("BRV10.2.1", "hex hex=R19", "elevation=0", "elevation=-1", ""),
    clause("BRV10.2.2", "enter S hex=Q16", "mf=3", "mf=4", "enter S hex=Q15 | enter S hex=S15"),
    clause("BRV10.2.4", "hex hex=Q13", "fortification=foxhole", "fortification=wire", ""),
    clause("BRV10.2.5", "hex hex=Q13", "vehicle=yes", "vehicle=no", "hex hex=R20"),
    clause("BRV10.2.6", "hex hex=R23", "pit=yes", "pit=no", "hex hex=R22"),
    clause("BRV10.2.6", "hex hex=R23", "culvert=no", "culvert=yes", "hex hex=R22"),
    clause("BRV10.4", "hex hex=V19", "water=deep", "water=fordable-pond", ""),
    clause("BRV10.5", "hex hex=P1", "water=deep-slow-north", "water=deep-slow-south", ""),
    clause("BRV11.1", "hex hex=R20", "bridge=wood-1", "bridge=stone-2", ""),
    clause("BRV11.1", "hex hex=R20", "vehicle=no", "vehicle=yes", "hex hex=R19"),
    clause("BRV11.2.2", "hex hex=P4", "hindrance=no", "hindrance=yes", "hex hex=P3"),
    clause("BRV11.3.1", "hex hex=I9", "bridge=stone-1", "bridge=stone-2", ""),
    clause("BRV11.3.1", "hex hex=I9", "railing=no", "railing=yes", ""),
    clause("BRV12.1", "hex hex=K13", "stairwell=no", "stairwell=yes", "hex hex=BB24"),
    clause("BRV12.11.1", "hex hex=H13", "parts=two", "parts=one", "hex hex=K13"),
    clause("BRV12.11.2", "hex hex=H13", "obstacle=1", "obstacle=0.5", "hex hex=K13"),
    clause("BRV12.2.1", "hex hex=D10", "roofless=no", "roofless=yes", "hex hex=K13"),
    clause("BRV12.2.2", "hex hex=BB23", "obstacle=1", "obstacle=1.5", "hex hex=K13"),
    clause("BRV12.2.2", "hex hex=D10:R", "location=yes", "location=no", "hex hex=D10:1"),
    clause("BRV12.2.3", "hex hex=D10:1", "building=no", "building=yes", "hex hex=D10 | hex hex=K13:1"),
    clause("BRV12.2.4", "enter S hex=D10:1 base-mf=2", "mf=2", "mf=3", "enter S hex=D10 base-mf=2"),
    clause("BRV12.2.5", "fire S hex=D10:1 indirect=yes base-tem=3", "tem=3", "tem=2",
           "fire S hex=D10:1 base-tem=3 | fire S hex=D10 indirect=yes base-tem=3"),
    clause("BRV12.2.6", "fire S hex=D10 indirect=yes", "cover-above=yes", "cover-above=no",
           "fire S hex=D10 | fire S hex=K13 indirect=yes"),
    clause("BRV12.2.7", "hex hex=D10:1", "mortar=no", "mortar=yes", "hex hex=D10"),
    clause("BRV12.2.8", "hex hex=BB23:1", "weather=no", "weather=yes", "hex hex=BB23"),
    clause("BRV12.21.1", "hex hex=BB23", "debris=no", "debris=yes", "hex hex=BB23:1"),
    clause("BRV12.21.2", "hex hex=BB23", "debris-and-building-tem=yes", "debris-and-building-tem=no",
           "hex hex=BB23:1"),
    clause("BRV12.21.3", "enter S hex=BB23 bypass=yes", "moves-in=building", "moves-in=debris",
           "enter S hex=BB23 | enter S hex=BB23:1 bypass=yes"),
    clause("BRV12.21.4", "hex hex=D10", "trail-break=yes", "trail-break=no", "hex hex=K13"),
    clause("BRV12.21.5", "hex hex=D10 los=yes building=yes", "debris-hindrance=yes", "debris-hindrance=no",
           "hex hex=D10 los=yes | hex hex=D10 building=yes | hex hex=D10:1 los=yes building=yes"),
    clause("BRV12.21.6", "enter S hex=D10 bypass=yes rowhouse=yes", "mf=3", "mf=4",
           "enter S hex=D10 bypass=yes | enter S hex=D10 rowhouse=yes | "
           "enter S hex=D10:1 bypass=yes rowhouse=yes"),
    clause("BRV12.21.6", "enter S hex=D10 bypass=yes rowhouse=yes", "open-ground=yes", "open-ground=no",
           "enter S hex=D10 bypass=yes | enter S hex=D10 rowhouse=yes | "
           "enter S hex=D10:1 bypass=yes rowhouse=yes"),
    clause("BRV12.3.1", "morale S hex=Y18 for=fire", "fanatic=no", "fanatic=yes",
           "morale R hex=Y18 for=fire | morale S hex=K13 for=fire | fire T hex=Y18"),
    clause("BRV12.3.2", "ambush R hex=Y18:1", "lax=no", "lax=yes",
           "ambush S hex=Y18:1 | ambush R hex=K13"),
    clause("BRV12.3.3", "hex hex=Y17", "height=1.5", "height=2.5", "hex hex=K13"),
    clause("BRV12.3.3", "hex hex=Y17", "built-up=no", "built-up=yes", "hex hex=K13"),
    clause("BRV12.3.4", "fire S hex=X17 outer=yes base-tem=3", "tem=3", "tem=4",
           "fire S hex=X17 base-tem=3 | fire S hex=K13 outer=yes base-tem=3"),
    clause("BRV12.3.4", "fire S hex=X17:R outer=yes base-tem=3", "tem=4", "tem=3", "fire S hex=X17:R"),
    clause("BRV12.3.6", "hex hex=Y18", "fortified-itself=yes", "fortified-itself=no", "hex hex=K13"),
    clause("BRV12.31", "hex hex=X18 breach=yes", "from-reichstag=yes", "from-reichstag=no",
           "hex hex=X18:1 breach=yes | hex hex=X18"),
    clause("BRV12.31", "hex hex=X18 breach=yes", "from-level=1", "from-level=0",
           "hex hex=X18:1 breach=yes | hex hex=X18"),
    clause("BRV12.4.1", "hex hex=X17", "tower=no", "tower=yes", "hex hex=Y17"),
    clause("BRV12.4.2", "hex hex=X17:R", "elevation=2.5", "elevation=3", "hex hex=X17:2 | hex hex=Y17:R"),
    clause("BRV12.4.2", "hex hex=Z18", "obstacle=2.5", "obstacle=3.5", "hex hex=Y17"),
    clause("BRV12.4.4", "hex hex=Z17:R", "wall=no", "wall=yes", "hex hex=Z17 | hex hex=Y17:R"),
    clause("BRV12.5.1", "hex hex=Y18", "gutted=no", "gutted=yes", "hex hex=Y17"),
    clause("BRV12.5.1", "hex hex=Y18", "dome=2.5", "dome=2.5-3.5", "hex hex=Y17"),
    clause("BRV12.5.2", "hex hex=Y18:R", "location=yes", "location=no", "hex hex=Y17:R"),
    clause("BRV12.5.3", "hex hex=Y18 los=yes hexside=yes", "blocked=no", "blocked=yes",
           "hex hex=Y18 los=yes | hex hex=Y18 hexside=yes | hex hex=Y17 los=yes hexside=yes"),
    clause("BRV12.5.4", "hex hex=Y18", "indirect-from=yes", "indirect-from=no", "hex hex=Y18:1"),
    clause("BRV12.5.5", "fire S hex=Y18 indirect=yes base-tem=3", "tem=3", "tem=2",
           "fire S hex=Y18 base-tem=3 | fire S hex=Y18:1 indirect=yes base-tem=3"),
    clause("BRV12.5.5", "hex hex=Y18", "roofless=no", "roofless=yes", "hex hex=Y17"),
    clause("BRV12.7.1", "hex hex=B10", "factory=no", "factory=yes", "hex hex=K13"),
    clause("BRV12.7.1", "hex hex=B10", "interior-walls=no", "interior-walls=yes", "hex hex=K13"),
    clause("BRV12.7.2", "hex hex=C11:2", "location=yes", "location=no", "hex hex=C11:1"),
    clause("BRV12.7.2", "hex hex=B10:2", "location=no", "location=yes", "hex hex=B10:1"),
    clause("BRV12.7.3", "hex hex=C11 bar=yes", "obstacle=1.5", "obstacle=2.5", "hex hex=C11"),
    clause("BRV12.7.4", "hex hex=D11", "obstacle=2.5", "obstacle=1.5", "hex hex=B10"),
    clause("BRV12.7.4", "hex hex=B10", "obstacle=1.5", "obstacle=2.5", "hex hex=C11"),
    clause("BRV13.1.1", "hex hex=C2:S", "bridge=wood-1", "bridge=stone-1", "hex hex=C2"),
    clause("BRV13.1.1", "hex hex=DD11:S", "elevation=2", "elevation=1", "hex hex=DD11"),
    clause("BRV13.1.2", "hex hex=DD11:S", "railing=no", "railing=yes", "hex hex=DD11"),
    clause("BRV13.1.3", "hex hex=C2", "open-ground=yes", "open-ground=no", "hex hex=C2:S"),
    clause("BRV13.11.1", "enter S hex=C2:S", "road-bonus=no", "road-bonus=yes",
           "hex hex=C2:S | enter S hex=C2"),
    clause("BRV13.11.1", "enter T hex=C2:S", "road-bonus=yes", "road-bonus=no",
           "enter S hex=C2:S | enter T hex=C2 | hex hex=C2:S"),
    clause("BRV13.11.2", "hex hex=C2:S", "manhandling-road=yes", "manhandling-road=no", "hex hex=C2"),
    clause("BRV13.2.1", "hex hex=A24", "boulevard=no", "boulevard=yes", "hex hex=A23"),
    clause("BRV13.2.2", "hex hex=G18", "runway=no", "runway=yes", "hex hex=G17"),
    clause("BRV13.3.1", "hex hex=BB24 los=yes boulevard=yes", "hindrance=0", "hindrance=1",
           "hex hex=BB24 los=yes | hex hex=BB24 boulevard=yes"),
    clause("BRV13.3.1", "hex hex=BB24 los=yes", "blocked=no", "blocked=yes", "hex hex=BB24"),
    clause("BRV13.31.1", "hex hex=BB24", "building=wooden", "building=stone", "hex hex=AA24"),
    clause("BRV13.31.2", "fire S hex=BB24", "tem=3", "tem=1", "fire S hex=K13"),
    clause("BRV13.31.3", "enter T hex=BB24", "by-road=no", "by-road=yes", "enter S hex=BB24"),
    clause("BRV13.31.3", "enter T hex=BB24 base-mp=1", "mp=1", "mp=3", "enter S hex=BB24 base-mp=1"),
    clause("BRV13.31.3", "enter T hex=BB24", "bypass=yes", "bypass=no", "enter S hex=BB24"),
    clause("BRV13.31.3", "enter T hex=BB24", "vca=yes", "vca=no", "enter S hex=BB24"),
    clause("BRV13.31.4", "hex hex=BB24", "mortar=no", "mortar=yes", "hex hex=K13"),
    clause("BRV13.31.5", "hex hex=BB24", "fortified=yes", "fortified=no", "hex hex=K13"),
    clause("BRV13.31.6", "hex hex=BB24", "rally-bonus=yes", "rally-bonus=no", "hex hex=K13"),
    clause("BRV13.4.2", "hex hex=K11", "5.121=yes", "5.121=no", "hex hex=K13"),
    clause("BRV13.4.2", "hex hex=K11", "5.122=yes", "5.122=no", "hex hex=K13"),
    clause("BRV16.3.3", "hex hex=B14", "sewer=yes", "sewer=no", "hex hex=O2"),
    clause("BRV16.3.3", "hex hex=P2", "sewer=no", "sewer=yes", "hex hex=B14"),
])  # fmt: skip
def test_a_report_says_of_a_hex_what_the_document_says(
    text: str, wrong: str, right: str, free: str, request: pytest.FixtureRequest
) -> None:
    """A report, what it may not say of its hex, what it must, and reports that may say the first."""
    play = fight(*HERE)
    report(play, f"{text} {right}")
    no = contradicted(play, f"{text} {wrong}")
    assert [no.rule] == [mark.args[0] for mark in request.node.iter_markers("rule")]
    assert no.legal == (right,)
    elsewhere = re.sub(r"hex=[A-Z]+\d+", "hex=T3", text).replace("enter", "fire")
    for other in (elsewhere, *filter(None, free.split(" | "))):
        report(play, f"{other} {wrong}")


@pytest.mark.rule("BRV7.0")
def test_every_orchard_is_out_of_season() -> None:
    report(fight(*HERE), "hex hex=T3 orchard=out-of-season")
    assert contradicted(fight(*HERE), "hex hex=T3 orchard=in-season").rule == "BRV7.0"


@pytest.mark.rule("BRV3.0.5", "BRV12.6")
@pytest.mark.parametrize(
    ("wrong", "right", "rule"),
    [
        ("building=yes", "building=no", "BRV3.0.5"),
        ("obstacle=1.5", "obstacle=0.5", "BRV3.0.5"),
        ("remains=yes", "remains=no", "BRV12.6"),
    ],
)
def test_rubble_that_is_printed_is_nothing_else(
    wrong: str, right: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The document names no such hex; on a map that has one:"""
    board = ground.board()
    rubble = replace(board.spaces["k10"], facts={**board.spaces["k10"].facts, "tags": ("printed-rubble",)})
    with_rubble = replace(board, spaces={**board.spaces, "k10": rubble})
    monkeypatch.setattr(ground, "board", lambda: with_rubble)
    monkeypatch.setattr(ground, "tags", ground.tags.__wrapped__)
    report(fight(*HERE), f"hex hex=K10 {right}")
    no = contradicted(fight(*HERE), f"hex hex=K10 {wrong}")
    assert (no.rule, no.legal) == (rule, (right,))
    report(fight(*HERE), f"hex hex=K13 {wrong}")


@pytest.mark.parametrize(
    ("text", "more", "free"),
    [
        clause("BRV10.2.3", "hex hex=Q16 los=yes", "debris-level=1", "hex hex=Q16 | hex hex=S15 los=yes"),
        clause("BRV10.2.3", "hex hex=Q16 los=yes", "debris-level=0", "hex hex=Q13 los=yes"),
        clause(
            "BRV12.3.5", "enter S hex=X17 outer=yes", "entered-by=breach",
            "enter S hex=X17 | enter S hex=X17:1 outer=yes | enter S hex=K13 outer=yes | "
            "fire S hex=X17 outer=yes",
        ),
    ],
)  # fmt: skip
def test_what_the_document_leaves_open_has_to_be_said(text: str, more: str, free: str) -> None:
    play = fight(*HERE)
    assert more.split("=")[0] in contradicted(play, text).why
    report(play, f"{text} {more}")
    for other in free.split(" | "):
        report(play, other)


@pytest.mark.rule("BRV13.2.1")
def test_the_boulevard_runs_the_whole_width_of_the_map() -> None:
    assert ground.having("boulevard") == {one for one in ground.board().spaces if one.endswith("24")}


@pytest.mark.parametrize(
    "text",
    [
        clause("BRV10.1.1", "enter S hex=B14"),
        clause("BRV12.1", "enter S hex=K13:2"),
        clause("BRV12.1", "enter S hex=T3:2"),
        clause("BRV12.1", "enter S hex=Y17:3"),
        clause("BRV12.7.2", "enter S hex=D11:2"),
        clause("BRV3.0.8", "enter S hex=D10:C"),
        clause("BRV4.0", "enter S hex=BB24:R"),
        clause("BRV10.5", "enter S hex=P2"),
        clause("BRV11.2.1", "enter S hex=P4"),
        clause("BRV12.2.2", "enter S hex=BB23:R"),
        clause("BRV12.5.2", "enter S hex=Y18:R"),
        clause("BRV12.7.2", "enter S hex=C11:2"),
        clause("BRV13.1.1", "enter S hex=K13:S"),
        clause("BRV10.2.5", "enter T hex=Q13"),
        clause("BRV12.4.3", "enter UP hex=Y17:R"),
        clause("BRV16.3.3", "sewer R B13,B14"),
    ],
)
def test_no_unit_enters_what_cannot_be_entered(text: str, request: pytest.FixtureRequest) -> None:
    play = fight({**HERE[0], "UP": "6-5-8 X17 level-r"}, HERE[1])
    assert contradicted(play, text).rule == request.node.get_closest_marker("rule").args[0]
    elsewhere = {"enter UP hex=Y17:R": "enter UP hex=X18:R", "sewer R B13,B14": "sewer R O2,P2"}
    report(play, elsewhere.get(text, text.partition("hex=")[0] + "hex=Y17"))


def test_a_unit_that_is_off_the_map_comes_from_no_roof() -> None:
    report(fight(*HERE), "enter OFF hex=Y17:R")


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


@pytest.mark.rule("BRV13.31.2")
def test_the_tem_that_the_document_gives() -> None:
    assert (ground.tem("BB24"), ground.tem("K13"), ground.tem("K10")) == (1, 3, None)


# -- told to players ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "name"),
    [
        clause("LEG.1", 1, "Customs Warehouse, hex not given"),
        clause("LEG.2", 2, "Kroll Opera House, H19"),
        clause("LEG.3", 3, "Lehrter Station (S-Bahn), J4"),
        clause("LEG.4", 4, "Charite Hospital, hex not given"),
        clause("LEG.5", 5, "Schutz Polizei HQ, hex not given"),
        clause("LEG.6", 6, "Electrical Works, hex not given"),
        clause("LEG.7", 7, "Brandenburg Gate, BB24"),
        clause("LEG.8", 8, "Reichstag, Y18"),
        clause("LEG.9", 9, "Ministry of the Interior (Himmler's House), K13"),
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
    assert list(ground.known(a_state(), "T3"))[-1].startswith("The document does not describe this hex")
    assert "Placeholder for the publisher's map: pit" in list(ground.known(a_state(), "R17"))
    assert [*ground.known(a_state(), "B14")][1] == "Locations: none that a unit can be in"


@pytest.mark.rule("LEG.8", "LEG.9")
def test_help_tells_of_a_hex_and_of_the_legend() -> None:
    def told(line: str) -> str:
        return ". ".join(explained(a_state(), GERMAN, line))

    assert told("bb24").startswith("BB24, Brandenburg Gate, south of the Spree. Locations: BB24, BB24:1")
    assert told("LEGEND 8") == "Reichstag, Y18"
    assert told("LEGEND 10") == told("LEGEND") == "The legend has the numbers 1 to 9."
    assert told("K99") == ""
