"""8.614 and 8.615: Disabled main armament, weapons that malfunction, special ammunition, removal."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.orders import read_line, said
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions.registry import REPORTS, STEPS, taker
from adjudicator.games.redvengeance.refit_phase.reph_repair import check_may_play
from adjudicator.games.redvengeance.situation.campaign import campaign, own
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.state import Unit
from counters.roster.load import load_roster
from maps.reading.load import load_board
from tests.clauses import clause
from tests.games.redvengeance.firefight import told
from tests.games.redvengeance.table import a_play, a_state, a_unit

BOARD, ROSTER = load_board("redvengeance"), load_roster("redvengeance")
MG = a_unit("MG", GERMAN, "k13", "mmg-de", "malfunctioned")
SQUAD = a_unit("SQ", GERMAN, "k14", "6-5-8")
TANK = a_unit("T", RUSSIAN, "k16", "t-34-85", "ma-malfunctioned")
GUN_TANK = a_unit("T", RUSSIAN, "k16", "t-34-85", "ma-disabled")
PANZER = a_unit("P", GERMAN, "k13", "mk-iv-h", "ma-disabled")
AREAS = {"german": (("K13", "K14"), ("H5",)), "russian": (("K16",),)}


def repair(*units: Unit, dice: tuple[int, ...] = (), **facts: Any) -> Play:
    """A play at the repairs of 4/29 PM, when the balance is even."""
    state = a_state(*units, turn=4, segment="8.6142", board=BOARD, roster=ROSTER, areas=AREAS, **facts)
    return a_play(state, *dice)


def do(play: Play, text: str, side: str = GERMAN) -> list[str]:
    """Take a line; what is said."""
    order, before = read_line(text), len(play.events)
    taker(order)(play, side, order)
    return told(play, before)


def refused(play: Play, text: str, side: str = GERMAN) -> tuple[str, str]:
    """The clause and the words by which a line is refused; no die is rolled."""
    with pytest.raises(Refused) as no:
        do(play, text, side)
    assert play.events == []
    return no.value.rule, no.value.why


def now(play: Play, id_: str) -> str:
    """How a unit is after its die: its flags, or where it is if it is gone."""
    unit = play.state.units[id_]
    return unit.at if unit.at == "eliminated" else " ".join(sorted(unit.flags))


# -- 8.6142 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "die", "sum_", "state"),
    [
        clause("RePh8.6142.2", "REPAIR MG number=2 place=K13", 3, "dr 3, -2 Repair number = 1", ""),
        clause("RePh8.6142.3", "REPAIR MG number=2 place=K13", 4, "dr 4, -2 Repair number = 2", "eliminated"),
        clause("RePh8.6142.5", "REPAIR MG number=1 place=K13", 2, "dr 2, -1 Repair number = 1", ""),
        clause("RePh8.6142.5", "REPAIR MG number=1 place=K13", 3, "dr 3, -1 Repair number = 2", "eliminated"),
        clause("RePh8.6142.5", "REPAIR MG number=0 place=K13", 1, "dr 1", ""),
        clause("RePh8.6142.7", "REPAIR MG number=1 place=K13 nonqualified=yes", 2,
               "dr 2, -1 Repair number, +1 Non-Qualified use alone = 2", "eliminated"),
        clause("RePh8.6142.7", "REPAIR MG number=1 place=K13 nonqualified=yes", 1,
               "dr 1, -1 Repair number, +1 Non-Qualified use alone = 1", ""),
        clause("RePh8.6142.8", "REPAIR MG number=2 place=K13 b=11", 3,
               "dr 3, -2 Repair number, +1 B11 = 2", "eliminated"),
        clause("RePh8.6142.8", "REPAIR MG number=2 place=K13 b=11 circled=yes", 3,
               "dr 3, -2 Repair number = 1", ""),
        clause("RePh8.6142.8", "REPAIR MG number=2 place=K13 b=12", 3, "dr 3, -2 Repair number = 1", ""),
    ],
)  # fmt: skip
def test_a_weapon_is_repaired_or_lost_by_one_die(text: str, die: int, sum_: str, state: str) -> None:
    play = repair(MG, SQUAD, dice=(die,))
    words = " ".join(do(play, text))
    assert f"{sum_}: 1 or less is needed, {state or 'repaired'}" in words
    assert now(play, "MG") == state


@pytest.mark.parametrize(
    ("weapon", "die", "state"),
    [
        clause("RePh8.6142.1", "malfunctioned", 3, ""),
        clause("RePh8.6142.6", "malfunctioned", 3, ""),
        clause("RePh8.6142.6", "malfunctioned", 4, "disabled"),
        clause("RePh8.6142.4", "ma-malfunctioned", 5, "ma-disabled"),
        clause("RePh8.6142.4", "ma-malfunctioned", 3, ""),
    ],
)
def test_a_weapon_of_a_vehicle_is_disabled_by_a_failure(weapon: str, die: int, state: str) -> None:
    """Scenario 12 of the notes: dr 5, -1, -1 = 3."""
    play = repair(a_unit("T", RUSSIAN, "k16", "t-34-85", weapon), dice=(die,))
    words = " ".join(do(play, "REPAIR T number=1 place=K16 vehicular=yes", RUSSIAN))
    assert f"dr {die}, -1 Repair number, -1 vehicular = {die - 2}" in words
    assert now(play, "T") == state


@pytest.mark.rule("RePh8.61421")
@pytest.mark.parametrize("kind", ["psk", "ft-de", "dc-de"])
def test_german_psk_ft_and_dc_have_no_modifier_of_their_own(kind: str) -> None:
    play = repair(a_unit("W", GERMAN, "k13", kind, "malfunctioned"), SQUAD, dice=(2,))
    assert "dr 2: 1 or less is needed, eliminated" in " ".join(do(play, "REPAIR W number=0 place=K13"))


@pytest.mark.parametrize(
    ("text", "number", "why"),
    [
        clause("RePh8.6142.1", "REPAIR number=1", "RePh8.6142.1", "name the unit"),
        clause("RePh8.6142.1", "REPAIR SQ number=1", "RePh8.6142.1",
               "SQ does not malfunction; of yours: MG, F, L, A"),
        clause("RePh8.6142.1", "REPAIR T number=1", "RePh8.6142.1", "T is not yours"),
        clause("RePh8.6142.1", "REPAIR C number=1", "RePh8.6142.1",
               "C is captured and is not repaired (8.6142)"),
        clause("RePh8.6142.1", "REPAIR MG number=1 place=K14", "RePh8.6142.1", "MG is in K13, not in K14"),
        clause("RePh8.6142.1", "REPAIR F number=1", "RePh8.6142.1", "F is not in a friendly set-up area"),
        clause("RePh8.6142.1", "REPAIR L number=1", "RePh8.6142.1",
               "no Personnel of yours are in the area of L"),
        clause("RePh8.6142.1", "REPAIR A number=1 vehicular=yes", "RePh8.6142.1",
               "A is Abandoned: it has no inherent crew"),
        clause("RePh8.6142.5", "REPAIR MG", "RePh8.6142.5", "number= is the weapon's Repair number"),
        clause("RePh8.6142.5", "REPAIR MG number=-1", "RePh8.6142.5",
               "number= is the weapon's Repair number"),
        clause("RePh8.6142.6", "REPAIR MG number=1 vehicular=yes", "RePh8.6142.6", "MG: vehicular=no"),
        clause("RePh8.6142.6", "REPAIR A number=1", "RePh8.6142.6", "A: vehicular=yes"),
    ],
)  # fmt: skip
def test_what_is_not_repaired(text: str, number: str, why: str) -> None:
    others = (
        a_unit("C", GERMAN, "k13", "mmg-ru", "malfunctioned captured"),
        a_unit("F", GERMAN, "z24", "mmg-de", "malfunctioned"),
        a_unit("L", GERMAN, "h5", "mmg-de", "malfunctioned"),
        a_unit("A", GERMAN, "k13", "mk-iv-h", "malfunctioned abandoned"),
        a_unit("E", RUSSIAN, "h5", "6-2-8"),
    )
    assert refused(repair(MG, SQUAD, TANK, *others, dice=(1,)), text) == (number, why)


@pytest.mark.rule("RePh8.6142.1")
def test_a_weapon_has_one_die_in_a_refit_phase_and_each_its_own() -> None:
    play = repair(MG, a_unit("M2", GERMAN, "k13", "mmg-de", "malfunctioned"), SQUAD, dice=(6, 6))
    assert now(play, "M2") == "malfunctioned"
    do(play, "REPAIR MG number=1")
    do(play, "REPAIR M2 number=1")
    again = play.state.with_unit(MG)
    assert refused(a_play(again, 1), "REPAIR MG number=1") == (
        "RePh8.6142.1", "MG has had its die in this Refit Phase",
    )  # fmt: skip


@pytest.mark.rule("RePh8.6142.1")
def test_personnel_that_only_the_position_tells_of_and_control_are_enough() -> None:
    play = repair(MG, personnel={"german": ("K14",)}, dice=(2,))
    do(play, "REPAIR MG number=1")
    state = a_state(MG, SQUAD, board=BOARD, roster=ROSTER, control=dict.fromkeys(("k13", "k14"), GERMAN))
    do(a_play(state, 2), "REPAIR MG number=1")


@pytest.mark.rule("RePh8.6142.1", "RePh8.6142.3")
def test_the_enemy_hears_nothing_of_a_weapon_that_he_cannot_see() -> None:
    hidden = a_unit("MG", GERMAN, "k13", "mmg-de", "malfunctioned hip")
    play = repair(hidden, SQUAD, dice=(6,))
    do(play, "REPAIR MG number=1")
    assert {event.to for event in play.events} == {("german",)} and now(play, "MG") == "eliminated"
    assert own(play.state, GERMAN).lost == ("MG",)
    seen = repair(MG, SQUAD, dice=(6,))
    do(seen, "REPAIR MG number=1")
    assert own(seen.state, GERMAN).lost == () and all(event.seen_by(RUSSIAN) for event in seen.events)


# -- 8.61411 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "die", "facts", "sum_", "repaired"),
    [
        clause("RePh8.61411.1", "REPAIR MA T", 2, {}, "dr 2", True),
        clause("RePh8.61411.1", "REPAIR MA T", 3, {}, "dr 3", False),
        clause("RePh8.61411.2", "REPAIR MA T al=9-1", 3, {}, "dr 3, -1 Armor Leader 9-1 = 2", True),
        clause("RePh8.61411.2", "REPAIR MA T al=8-0", 2, {}, "dr 2", True),
        clause("RePh8.61411.2", "REPAIR MA T al=10-2", 5, {}, "dr 5, -2 Armor Leader 10-2 = 3", False),
        clause("RePh8.61411.2", "REPAIR MA T inexperienced=yes", 2, {},
               "dr 2, +1 Inexperienced crew = 3", False),
        clause("RePh8.61411.3", "REPAIR MA T", 4, {"tracks": {"lost-russian": 3}},
               "dr 4, -2 CG balance = 2", True),
        clause("RePh8.61411.3", "REPAIR MA T", 3, {"tracks": {"lost-german": 3}}, "dr 3", False),
        clause("RePh8.61411.4", "REPAIR MA T", 3, {"last": {"lull": True}}, "dr 3, -1 Lull before = 2", True),
        clause("RePh8.61411.4", "REPAIR MA T al=9-1", 4, {"last": {"lull": True}},
               "dr 4, -1 Armor Leader 9-1, -1 Lull before = 2", True),
    ],
)  # fmt: skip
def test_a_disabled_main_armament_is_repaired_by_2_or_less(
    text: str, die: int, facts: dict[str, Any], sum_: str, repaired: bool
) -> None:
    play = repair(GUN_TANK, dice=(die,), **facts)
    words = " ".join(do(play, text, RUSSIAN))
    assert f"{sum_}: 2 or less is needed, {'repaired' if repaired else 'it stays Disabled'}" in words
    assert now(play, "T") == ("" if repaired else "ma-disabled")


@pytest.mark.rule("RePh8.61411.1", "RePh8.61411.2")
def test_what_is_no_disabled_main_armament_has_no_die() -> None:
    assert refused(repair(TANK), "REPAIR MA T", RUSSIAN) == (
        "RePh8.61411.1", "the main armament of T is not Disabled",
    )  # fmt: skip
    assert refused(repair(GUN_TANK), "REPAIR MA", RUSSIAN) == ("RePh8.61411.1", "name the unit")
    assert refused(repair(GUN_TANK, dice=(1,)), "REPAIR MA T al=good", RUSSIAN)[0] == "RePh8.61411.2"
    play = repair(GUN_TANK, dice=(6,))
    do(play, "REPAIR MA T", RUSSIAN)
    assert refused(a_play(play.state, 1), "REPAIR MA T", RUSSIAN)[0] == "RePh8.61411.1"


@pytest.mark.rule("RePh8.61411.5")
def test_a_german_vehicle_plays_with_a_disabled_main_armament_a_russian_one_by_kgp_alone() -> None:
    play = repair(GUN_TANK, PANZER, SQUAD)
    check_may_play(play.state, PANZER)
    check_may_play(play.state, TANK)
    with pytest.raises(Refused, match="KGP II says") as no:
        check_may_play(play.state, GUN_TANK)
    assert (no.value.rule, no.value.legal) == ("RePh8.61411.5", ("REPORT DISABLED unit=T",))
    line = said(read_line("REPORT DISABLED unit=t"))
    REPORTS["DISABLED"].check(play.state, RUSSIAN, line)
    REPORTS["DISABLED"].book(play, line)
    check_may_play(play.state, GUN_TANK)
    for none in "MG", "SQ":
        with pytest.raises(Refused, match="unit= names a vehicle whose main armament is Disabled"):
            REPORTS["DISABLED"].check(play.state, RUSSIAN, said(read_line(f"REPORT DISABLED unit={none}")))


@pytest.mark.rule("RePh8.61411.5")
@pytest.mark.parametrize("line", ["SETUP {} hex={}", "ENTER {} hex={}"])
def test_it_neither_sets_up_nor_enters_before_that_is_reported(line: str) -> None:
    units = (a_unit("T", RUSSIAN, "off-map", "t-34-85", "ma-disabled"), PANZER)
    control = {"a1": RUSSIAN, "k13": GERMAN}
    state = a_state(*units, board=BOARD, roster=ROSTER, control=control, control_start=control)
    assert refused(a_play(state), line.format("T", "A1"), RUSSIAN)[0] == "RePh8.61411.5"
    do(a_play(state, 1, 1), "SETUP P hex=K13")
    do(a_play(state.but(facts={**state.facts, "cleared": ("T",)})), line.format("T", "A1"), RUSSIAN)


# -- 8.6146 ------------------------------------------------------------------------------------------------


@pytest.mark.rule("RePh8.6146")
def test_special_ammunition_comes_back_but_for_units_that_are_isolated() -> None:
    units = (
        a_unit("T1", GERMAN, "k13", "mk-iv-h", "depleted"),
        a_unit("T2", GERMAN, "h5", "mk-iv-h", "depleted"),
        a_unit("T3", RUSSIAN, "h5", "t-34-85", "depleted"),
        a_unit("T4", GERMAN, "k13", "mk-iv-h", "depleted isolated"),
        a_unit("T5", GERMAN, "k13", "mk-iv-h"),
    )
    play = repair(*units, isolated={"german": ("H5",), "russian": ()})
    STEPS["8.6146"](play)
    assert [now(play, f"T{n}") for n in (1, 2, 3, 4)] == ["", "depleted", "", "depleted isolated"]
    assert [event.facts()["units"] for event in play.events] == [("T3",), ("T1",)]


@pytest.mark.rule("RePh8.6146")
def test_who_is_isolated_is_read_off_the_map() -> None:
    control = {"c10": GERMAN, "a24": GERMAN}
    units = (
        a_unit("T1", GERMAN, "c10", "mk-iv-h", "depleted"),
        a_unit("T2", GERMAN, "a24", "mk-iv-h", "depleted"),
    )
    north = {"b9": RUSSIAN, "b10": RUSSIAN, "c9": RUSSIAN, "c11": RUSSIAN, "d9": RUSSIAN, "d10": RUSSIAN}
    play = a_play(a_state(*units, board=BOARD, roster=ROSTER, control={**control, **north}))
    STEPS["8.6146"](play)
    assert (now(play, "T1"), now(play, "T2")) == ("depleted", "")


# -- 8.615 -------------------------------------------------------------------------------------------------

WHOLE = {"K10/K11": "whole"}
BARRICADE: dict[str, Any] = {"barricades": WHOLE}


@pytest.mark.rule("RePh8.615.1", "RePh8.615.2")
@pytest.mark.parametrize(
    ("text", "die", "words", "left"),
    [
        ("REMOVE barricade side=K10/K11", 4, "dr 4, -1 Barricade = 3: 3 or less is needed, removed", {}),
        ("REMOVE barricade side=K10/K11", 5, "dr 5, -1 Barricade = 4: 3 or less is needed, it stays", WHOLE),
        ("REMOVE roadblock side=K12/K13", 4, "dr 4: 3 or less is needed, it stays", WHOLE),
    ],
)
def test_a_barricade_is_removed_more_easily(text: str, die: int, words: str, left: dict[str, str]) -> None:
    play = repair(SQUAD, dice=(die,), hooks={"removal": 3}, **BARRICADE)
    assert words in " ".join(do(play, text))
    assert dict(campaign(play.state).barricades) == left


@pytest.mark.rule("RePh8.615.1", "BRV9.213.3")
@pytest.mark.parametrize(
    ("text", "fact", "before", "after"),
    [
        ("REMOVE roadblock side=K10/K11", "barricades", {"K10/K11": "roadblock"}, {}),
        ("REMOVE barricade side=K10/K11", "labor", {"K10/K11@K10": 2, "L1/L2@L1": 1}, {"L1/L2@L1": 1}),
        ("REMOVE wire hex=k13", "works", {"K13": ("wire", "trench")}, {"K13": ("trench",)}),
        ("REMOVE trench hex=K13", "works", {"K13": ("trench",)}, {}),
        ("REMOVE wreck hex=K13", "works", {"K13": ("wire",)}, {"K13": ("wire",)}),
        ("REMOVE wreck hex=K13 side=K10/K11", "barricades", WHOLE, WHOLE),
    ],
)
def test_what_was_removed_is_no_longer_on_record(
    text: str, fact: str, before: dict[str, Any], after: dict[str, Any]
) -> None:
    play = repair(SQUAD, dice=(1,), **{**BARRICADE, "hooks": {"removal": 6}, fact: before})
    do(play, text)
    assert play.state.facts[fact] == after


@pytest.mark.rule("BRV9.1.3")
def test_a_new_barricade_where_one_was_removed_is_seen_as_a_roadblock() -> None:
    play = repair(SQUAD, dice=(1,), hooks={"removal": 6}, barriers_seen=("K10/K11", "L1/L2"), **BARRICADE)
    do(play, "REMOVE barricade side=K10/K11")
    assert campaign(play.state).barriers_seen == ("L1/L2",)


@pytest.mark.parametrize(
    "item",
    [
        clause("RePh8.615.1", "roadblock"),
        clause("RePh8.615.1", "minefield"),
        clause("RePh8.615.1", "wire"),
        clause("RePh8.615.1", "trench"),
        clause("RePh8.615.1", "foxhole"),
        clause("RePh8.615.1", "wreck"),
        clause("RePh8.615.1", "vehicle"),
    ],
)  # fmt: skip
def test_wire_and_entrenchments_are_removed_as_minefields_are(item: str) -> None:
    """Which die removes is not known before both sides report it."""
    play = repair(SQUAD, dice=(4,))
    assert "dr 4: KGP II 8.615 gives the result" in " ".join(do(play, f"REMOVE {item} hex=K13"))


@pytest.mark.parametrize(
    ("text", "number", "why"),
    [
        clause("RePh8.615.1", "REMOVE hex=K13", "RePh8.615.1", "\"\" is not removed by 8.615"),
        clause("RePh8.615.1", "REMOVE pillbox hex=K13", "RePh8.615.1", "\"pillbox\" is not removed by 8.615"),
        clause("RePh8.615.1", "REMOVE barricade side=K12/K13", "RePh8.615.1",
               "there is no Barricade at K12/K13"),
        clause("RePh8.614", "REMOVE wire hex=K13", "RePh8.614", "8.6142 comes first: MG must have its die"),
    ],
)  # fmt: skip
def test_what_is_not_removed(text: str, number: str, why: str) -> None:
    owing = (MG, SQUAD) if number == "RePh8.614" else (SQUAD,)
    assert refused(repair(*owing, **BARRICADE), text) == (number, why)


@pytest.mark.rule("RePh8.614")
def test_a_removal_waits_for_no_weapon_that_is_captured_or_far_from_ones_own() -> None:
    captured = a_unit("C", GERMAN, "k13", "mmg-ru", "malfunctioned captured")
    far = a_unit("F", GERMAN, "z24", "mmg-de", "malfunctioned")
    play = repair(captured, far, SQUAD, dice=(1,))
    do(play, "REMOVE wire hex=K13")
    do(repair(MG, dice=(1,)), "REMOVE wire hex=K13")  # nobody is there to repair it
    empty = a_unit("T", GERMAN, "k13", "mk-iv-h", "ma-malfunctioned abandoned")
    do(repair(empty, SQUAD, dice=(1,)), "REMOVE wire hex=K13")
    play = repair(MG, SQUAD, dice=(1, 1))
    do(play, "REPAIR MG number=1")
    do(play, "REMOVE wire hex=K13")


@pytest.mark.rule("RePh8.615.1")
@pytest.mark.parametrize(
    ("number", "stands"), [(3, True), (0, True), (6, True), (7, False), (-1, False), (None, False)]
)
def test_both_sides_report_which_die_removes(number: int | None, stands: bool) -> None:
    text = "REPORT REMOVAL" if number is None else f"REPORT REMOVAL number={number}"
    play, line = repair(SQUAD), said(read_line(text))
    if stands:
        REPORTS["REMOVAL"].check(play.state, GERMAN, line)
        REPORTS["REMOVAL"].book(play, line)
        assert campaign(play.state).hooks == {"removal": number}
    else:
        with pytest.raises(Refused, match="the highest final dr that removes"):
            REPORTS["REMOVAL"].check(play.state, GERMAN, line)
