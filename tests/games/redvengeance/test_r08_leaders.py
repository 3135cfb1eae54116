"""Sections 8.2 to 8.6: Unit Replacement, the SS, Party Leaders, Gestapo, Guards."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions import reporting
from adjudicator.games.redvengeance.questions.glossary import explained
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.state import Frame
from tests.clauses import clause
from tests.games.redvengeance.firefight import fight, line, no, told
from tests.games.redvengeance.table import a_play


def types(play: Play) -> dict[str, str]:
    """The units that are left, and what each of them is."""
    return {unit.id: unit.kind for unit in play.state.units.values() if unit.at != "eliminated"}


# -- 8.2 Unit Replacement and Battle Hardening ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "type_", "becomes"),
    [
        clause("BRV8.2.1", GERMAN, "8-3-8", {"S": "3-3-8", "Sb": "3-3-8"}),
        clause("BRV8.2.2", GERMAN, "6-5-8", {"S": "4-4-7-de"}),
        clause("BRV8.2.3", GERMAN, "4-4-7", {"S": "4-3-6"}),
        clause("BRV8.2.3", RUSSIAN, "4-4-7", {"S": "4-4-7-ru"}),
        clause("BRV8.2.4", GERMAN, "4-3-6", {"S": "2-3-6", "Sb": "2-3-6"}),
    ],
)
def test_whose_elr_fails_is_replaced(side: str, type_: str, becomes: dict[str, str]) -> None:
    play = fight(**{side: {"S": f"{type_} K13 broken"}})  # type: ignore[arg-type]
    line(play, "report elrfail unit=S", side)
    assert types(play) == becomes
    assert {(unit.at, *unit.flags) for unit in play.state.units.values()} == {("k13", "broken")}


@pytest.mark.rule("BRV8.2.1", "BRV8.2.2", "BRV8.2.3", "BRV8.2.4", "BRV8.2.5")
def test_all_others_are_replaced_as_in_the_base_rules() -> None:
    play = fight({"L": "9-1 K13", "C": "2-2-8 K13"}, {"S": "6-2-8 L13"})
    before = types(play)
    for unit in "LCS":
        line(play, f"report elrfail unit={unit}")
    assert types(play) == before


@pytest.mark.rule("BRV8.2.5")
@pytest.mark.parametrize("kind", ["elrfail", "disrupt"])
def test_the_last_of_the_volkssturm_are_not_replaced(kind: str) -> None:
    play = fight({"S": "2-3-6 K13"}, {"R": "2-3-7 L13"})
    assert no(play, f"report {kind} unit=S") == (
        "BRV8.2.5", "a 2-3-6 has no further replacement, and is not disrupted",
    )  # fmt: skip
    line(play, f"report {kind} unit=R", RUSSIAN)


@pytest.mark.rule("BRV8.2.7")
def test_the_morale_of_a_6_5_8_is_not_underlined() -> None:
    play = fight({"S": "6-5-8 K13", "E": "8-3-8 K13"})
    assert no(play, "report elrfail unit=S into=half-squads")[0] == "BRV8.2.7"
    line(play, "report elrfail unit=E into=half-squads")
    line(play, "report elrfail unit=S into=4-4-7")
    assert types(play) == {"S": "4-4-7-de", "E": "3-3-8", "Eb": "3-3-8"}


@pytest.mark.parametrize(
    ("type_", "becomes", "flags"),
    [
        clause("BRV8.2.6", "4-4-7", "6-5-8", set()),
        clause("BRV8.501.2", "7+1", "8-0-gestapo", set()),
        clause("BRV8.501.3", "8-0-gestapo", "8-0-gestapo", {"fanatic"}),
        clause("BRV8.501.3", "7+1", "8-0-gestapo", set()),
    ],
)
def test_battle_hardening(type_: str, becomes: str, flags: set[str]) -> None:
    play = fight({"S": f"{type_} K13"})
    assert len(line(play, "bh S")) == 1
    assert types(play) == {"S": becomes} and play.state.units["S"].flags == flags


@pytest.mark.rule("BRV8.501.2")
def test_an_8_0_keeps_its_counter() -> None:
    assert len(line(fight({"S": "8-0-gestapo K13"}), "bh S")) == 1


@pytest.mark.rule("BRV8.2.6", "BRV8.501.2", "BRV8.501.3")
@pytest.mark.parametrize(
    ("side", "type_"), [(RUSSIAN, "4-4-7"), (GERMAN, "6-5-8"), (GERMAN, "8-0-de"), (GERMAN, "9-0-party")]
)
def test_others_harden_as_in_the_base_rules(side: str, type_: str) -> None:
    play = fight(**{side: {"S": f"{type_} K13"}})  # type: ignore[arg-type]
    with pytest.raises(Refused) as refused:
        line(play, "bh S", side)
    assert (refused.value.rule, refused.value.why, refused.value.legal) == (
        "BRV8.2.6", "S does not harden by this rulebook. The base rules apply",
        ("report STEP 8.611 unit=S becomes=TYPE",),
    )  # fmt: skip


@pytest.mark.rule("RePh8.611", "BRV8.2.6", "RePh0.1")
@pytest.mark.parametrize("said", ["bh S", "report BH unit=S", "so it was"])
def test_that_a_unit_in_sight_hardens_both_sides_file(said: str) -> None:
    """The enemy who saw the check may object: one word alone would make any 4-4-7 a 6-5-8 at any time."""
    play = fight({"S": "4-4-7 K13"}, {"R": "4-5-8 K20"})
    assert not reporting.file(play, GERMAN, read_line("bh S"))
    assert types(play)["S"] == "4-4-7-de"
    if said == "so it was":
        reporting.accept(play, RUSSIAN, read_line(said))
    else:
        assert reporting.file(play, RUSSIAN, read_line(said))
    assert types(play)["S"] == "6-5-8"


@pytest.mark.rule("RePh8.611", "RePh0.1", "ROST.5")
def test_that_a_hidden_unit_hardens_its_owner_files_alone() -> None:
    play = fight({"S": "4-4-7 K13 hip"}, {"R": "4-5-8 K20"})
    assert reporting.file(play, GERMAN, read_line("bh S")) and types(play)["S"] == "6-5-8"
    assert told(play, 0, RUSSIAN) == []
    refit = a_play(fight({"S": "4-4-7 off-map"}).state.but(frames=(Frame("8.611"),)))
    assert reporting.file(refit, GERMAN, read_line("bh S")) and types(refit)["S"] == "6-5-8"


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize("said", ["bh", "report BH"])
def test_a_line_without_its_unit_is_refused_though_others_of_its_writer_wait(said: str) -> None:
    play = fight({"S": "4-4-7 K13"}, {"R": "4-5-8 K20"})
    assert not reporting.file(play, GERMAN, read_line("bh S"))
    with pytest.raises(Refused, match="unit"):
        reporting.file(play, GERMAN, read_line(said))


@pytest.mark.rule("BRV8.501.3")
def test_a_fanatic_8_0_hardens_no_more() -> None:
    play = fight({"S": "8-0-gestapo K13 fanatic"})
    assert no(play, "bh S") == ("BRV8.501.3", "S is Fanatic already")


# -- what a unit is ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "type_", "has"),
    [
        clause("BRV8.3.1", GERMAN, "4-3-6", "[BRV8.3.1] SS"),
        clause("BRV8.3.1", GERMAN, "9-1", "[BRV8.3.1] SS"),
        clause("BRV8.3.4", GERMAN, "75-pak-40", "[BRV8.3.4] Elite for special ammunition"),
        clause("BRV8.3.4", GERMAN, "mk-iv-h", "[BRV8.3.4] Elite for special ammunition"),
        clause("BRV8.4.1", GERMAN, "9-0-party", "[BRV8.4.1] Commissar"),
        clause("BRV8.4.1", GERMAN, "10-0-party", "[BRV8.4.1] Commissar"),
        clause("BRV8.5.1", GERMAN, "7+1", "[BRV8.5.1] Commissar, morale underlined"),
        clause("BRV8.504.1", GERMAN, "8-0-gestapo", "[BRV8.504.1] uses SW as captured, never Elite"),
        clause("BRV8.504.3", GERMAN, "7+1", "[BRV8.504.3] Axis Minor"),
        clause("BRV8.6", RUSSIAN, "t-34-85", "[BRV8.6] Guards: Elite for special ammunition"),
        clause("BRV8.6", RUSSIAN, "76l", "[BRV8.6] Guards: Elite for special ammunition"),
    ],
)
def test_help_tells_what_a_unit_of_ones_own_is(side: str, type_: str, has: str) -> None:
    units: Any = {side: {"S": f"{type_} K13"}}
    play = fight(**units)
    assert has in "".join(explained(play.state, side, "s"))
    enemy = RUSSIAN if side == GERMAN else GERMAN
    assert has not in "".join(explained(play.state, enemy, "s"))


@pytest.mark.parametrize(
    ("side", "type_", "told"),
    [
        clause("BRV8.3.1", RUSSIAN, "6-2-8", "S, 6-2-8: as the base rules have it"),
        clause("BRV8.3.1", GERMAN, "lmg", "S, LMG: as the base rules have it"),
        clause("BRV8.6", RUSSIAN, "9-1", "S, 9-1: as the base rules have it"),
        clause("BRV8.4.1", GERMAN, "9-1", "S, 9-1: [BRV8.3.1] SS"),
        clause("BRV8.5.1", GERMAN, "8-0-de", "S, 8-0: [BRV8.3.1] SS"),
        clause("BRV8.504.1", GERMAN, "9-0-party", "S, 9-0: [BRV8.3.1] SS; [BRV8.4.1] Commissar"),
        clause("BRV8.504.3", GERMAN, "hero", "S, Hero: [BRV8.3.1] SS"),
        clause("BRV8.3.4", GERMAN, "mk-iv-h", "S, Mk IV H: [BRV8.3.4] Elite for special ammunition"),
        clause("BRV8.3.4", RUSSIAN, "t-34-85", "S, T-34/85: [BRV8.6] Guards: Elite for special ammunition"),
        clause("BRV8.3.4", GERMAN, "9-1", "S, 9-1: [BRV8.3.1] SS"),
        clause("BRV8.6", GERMAN, "mk-iv-h", "S, Mk IV H: [BRV8.3.4] Elite for special ammunition"),
    ],
)
def test_help_tells_no_more_of_a_unit_than_it_is(side: str, type_: str, told: str) -> None:
    units: Any = {side: {"S": f"{type_} K13"}}
    assert "".join(explained(fight(**units).state, side, "S")) == told


# -- 8.3 SS --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV8.3.2")
@pytest.mark.parametrize("text", ["rally unit=V by=L", "rout unit=V", "morale unit=V for=fire"])
def test_all_germans_have_the_broken_side_of_the_ss(text: str) -> None:
    play = fight({"V": "4-3-6 K13 broken", "L": "9-1 K13"}, {"V2": "6-2-8 L13 broken", "L2": "9-1 L13"})
    ss = "is SS: its broken side has the increased Morale Level of A25.11."
    assert f"V {ss}" in line(play, f"report {text}")
    russian = text.replace("=V", "=V2").replace("=L", "=L2")
    assert not any("SS" in one for one in line(play, f"report {russian}", RUSSIAN))
    assert line(fight({"T": "mk-iv-h K13"}), "report morale unit=T for=fire") == []


@pytest.mark.rule("BRV8.3.3")
def test_volkssturm_have_no_assault_fire() -> None:
    play = fight({"V": "4-3-6 K13", "H": "2-3-6 K13", "S": "6-5-8 K13", "A": "4-4-7 K13"})
    for unit in "VH":
        assert no(play, f"report fire unit={unit} mode=assault") == (
            "BRV8.3.3", f"Volkssturm ({unit}) have no Assault Fire bonus",
        )  # fmt: skip
        line(play, f"report fire unit={unit} mode=prep")
    for unit in "SA":
        line(play, f"report fire unit={unit} mode=assault")


@pytest.mark.rule("BRV8.3.5")
def test_the_ss_are_not_disrupted_and_do_not_surrender() -> None:
    play = fight({"S": "6-5-8 K13"}, {"R": "6-2-8 L13"})
    assert no(play, "report disrupt unit=S") == ("BRV8.3.5", "S is SS: it is not disrupted by the Russians")
    assert no(play, "report surrender unit=S")[0] == "BRV8.3.5"
    line(play, "report disrupt unit=R", RUSSIAN)
    assert no(play, "report surrender unit=R", RUSSIAN)[0] == "BRV1.0"


# -- 8.4, 8.501 substitution ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "by"),
    [
        clause("BRV8.4.2", "P", "L"),
        clause("BRV8.4.2", "L", "P"),
        clause("BRV8.4.2", "L", "9-0-party"),
        clause("BRV8.501.1", "G", "L"),
        clause("BRV8.501.1", "L", "G"),
        clause("BRV8.501.1", "L", "7-1-gestapo"),
    ],
)
def test_neither_party_leaders_nor_gestapo_are_exchanged(
    unit: str, by: str, request: pytest.FixtureRequest
) -> None:
    leaders = {"L": "7-0 K13", "P": "9-0-party K13", "G": "7+1 K13", "M": "9-1 K13"}
    rule = request.node.get_closest_marker("rule").args[0]
    assert no(fight(leaders), f"report substitute unit={unit} by={by}")[0] == rule
    line(fight(leaders), "report substitute unit=L by=M")
    line(fight(leaders), "report substitute unit=L by=8-1")
    agreed = fight(leaders, balance_option=GERMAN)
    if rule == "BRV8.4.2" or unit == "G":
        refused = rule if rule == "BRV8.4.2" else "CG33.1"
        assert no(agreed, f"report substitute unit={unit} by={by}")[0] == refused
    else:
        line(agreed, f"report substitute unit={unit} by={by}")
        russian = fight(leaders, balance_option=RUSSIAN)
        assert no(russian, f"report substitute unit={unit} by={by}")[0] == rule


# -- 8.502, 8.503, 8.504 -------------------------------------------------------------------------------------


@pytest.mark.rule("BRV8.502")
def test_a_gestapo_is_wounded_instead_of_broken() -> None:
    play = fight({"G": "7+1 K13", "L": "9-1 K13"})
    line(play, "report break unit=G")
    line(play, "report break unit=L")
    assert play.state.units["G"].flags == {"wounded"} and play.state.units["L"].flags == {"broken", "dm"}


@pytest.mark.rule("BRV8.503.1")
def test_what_a_gestapo_adds_counts_in_three_checks_alone() -> None:
    play = fight({"S": "6-5-8 K13"})
    assert no(play, "report morale unit=S for=fire commissar=yes")[0] == "BRV8.503.1"
    for what in (
        "for=rally commissar=yes",
        "for=rout commissar=yes",
        "for=berserk commissar=yes",
        "for=fire",
    ):
        line(play, f"report morale unit=S {what}")


@pytest.mark.rule("BRV8.504.2")
def test_a_gestapo_works_no_radio() -> None:
    play = fight({"G": "7+1 K13", "L": "9-1 K13"})
    assert no(play, "report contact unit=G") == (
        "BRV8.504.2", "Gestapo (G) use no radio or field phone",
    )  # fmt: skip
    assert line(play, "report contact unit=L") == []


BERSERK = {
    "G": "7+1 K13",
    "S": "6-5-8 K13",
    "V": "4-3-6 K13 broken",
    "L": "9-1 K13",
    "F": "6-5-8 K13 level-1",
}


@pytest.mark.rule("BRV8.503.2")
def test_a_berserk_gestapo_draws_every_mmc_of_his_location_into_a_check() -> None:
    play = fight({**BERSERK, "B": "6-5-8 L13", "B2": "6-5-8 L13"}, {"R": "6-2-8 K13"})
    said = line(play, "report berserk unit=G")
    assert said[-1] == "An NTC is owed, with 1 more Morale, for S, V: REPORT NTC."
    assert play.state.facts["owed"] == {"S": "ntc", "V": "ntc"} and "berserk" in play.state.units["G"].flags
    assert no(play, "report ntc unit=F dr=7") == ("BRV8.503.2", "F owes no NTC")
    assert no(play, "report ntc unit=S") == ("BRV8.503.3", "the line needs dr= with a whole number")
    line(play, "report berserk unit=B")
    assert play.state.facts["owed"] == {"S": "ntc", "V": "ntc"}


@pytest.mark.rule("BRV8.503.2")
def test_a_gestapo_alone_draws_nobody() -> None:
    play = fight({"G": "7+1 K13", "L": "9-1 K13"})
    assert line(play, "report berserk unit=G")[-1].endswith("for nobody: REPORT NTC.")


@pytest.mark.rule("BRV8.503.3")
@pytest.mark.parametrize(
    ("unit", "dr", "passes"),
    [("S", 7, True), ("S", 9, True), ("S", 10, False), ("V", 7, True), ("V", 8, False)],
)
def test_who_passes_that_check_is_berserk_too(unit: str, dr: int, passes: bool) -> None:
    play = fight(BERSERK, owed={"S": "ntc", "V": "ntc"})
    most = {"S": 9, "V": 7}[unit]
    said = line(play, f"report ntc unit={unit} dr={dr}")
    result = "berserk" if passes else "a failed Rally attempt (A25.222)"
    assert said[0] == f"NTC of {unit}: {dr}, {most} or less was needed: {result}."
    assert ("berserk" in play.state.units[unit].flags) is passes
    assert play.state.facts["owed"] == {other: "ntc" for other in "SV" if other != unit}


# -- 8.505 who rallies ---------------------------------------------------------------------------------------

LEADERS = {"L9": "9-1 K13", "L7": "7-0 K13", "G": "7+1 K13", "S": "6-5-8 K13 broken"}


@pytest.mark.rule("BRV8.505.1", "BRV8.505.2", "BRV8.505.3")
def test_the_documents_example_of_a_rally() -> None:
    assert no(fight(LEADERS), "report rally unit=S by=L7") == (
        "BRV8.505.2", "G outranks L7 and must try to rally S",
    )  # fmt: skip
    for leader in ("L9", "G"):
        play = fight(LEADERS)
        line(play, f"report rally unit=S by={leader} result=rallied")
        assert play.state.units["S"].flags == set()


@pytest.mark.rule("BRV8.505.1")
@pytest.mark.parametrize("flags", ["broken", "berserk", "prisoner", "level-1"])
def test_only_a_good_order_gestapo_in_the_location_outranks(flags: str) -> None:
    line(fight({**LEADERS, "G": f"7+1 K13 {flags}"}), "report rally unit=S by=L7")


@pytest.mark.rule("BRV8.505.1")
def test_his_printed_morale_decides() -> None:
    eight = {**LEADERS, "L8": "8-1 K13", "G": "8-0-gestapo K13"}
    assert no(fight(eight), "report rally unit=S by=L8")[0] == "BRV8.505.2"
    line(fight({**eight, "G": "7+1 K13"}), "report rally unit=S by=L8")


@pytest.mark.rule("BRV8.505.2")
def test_broken_leaders_are_rallied_by_him_too() -> None:
    play = fight({**LEADERS, "L8": "8-1 K13 broken"})
    assert no(play, "report rally unit=L8 by=L7")[0] == "BRV8.505.2"
    line(play, "report rally unit=L8 by=G result=rallied")
    assert play.state.units["L8"].flags == set()
    two = fight({**LEADERS, "G2": "8-0-gestapo K13"})
    line(two, "report rally unit=S by=G result=failed")
    assert two.state.units["S"].flags == {"broken"}


@pytest.mark.rule("BRV8.505.2")
def test_a_rally_is_by_a_leader_in_the_location() -> None:
    play = fight({**LEADERS, "F": "10-2 K13 level-1", "T": "6-5-8 K13"})
    assert no(play, "report rally unit=S by=T") == ("BRV8.505.2", "T is not a leader")
    assert no(play, "report rally unit=S by=F") == ("BRV8.505.2", "F is in k13:1, S in k13")


# -- 8.506 a rout --------------------------------------------------------------------------------------------


@pytest.mark.rule("BRV8.506.1")
def test_a_gestapo_does_not_rout_along_with_anybody() -> None:
    play = fight(LEADERS)
    assert no(play, "report rout unit=S with=G ml=6 dr=7") == (
        "BRV8.506.1", "G may not voluntarily rout along with S",
    )  # fmt: skip
    assert no(play, "report rout unit=G with=S") == (
        "BRV8.506.1", "G may not voluntarily rout along with S",
    )  # fmt: skip
    line(play, "report rout unit=S with=L9 ml=6 dr=7")
    line(play, "report rout unit=G")


@pytest.mark.rule("BRV8.506.2", "BRV8.506.3")
@pytest.mark.parametrize(
    ("dr", "result", "rule"),
    [
        (8, "passed", "BRV8.506.2"),
        (9, "a failed Rally attempt (A25.222), and it may still rout", "BRV8.506.3"),
    ],
)
def test_who_routs_away_from_a_gestapo_takes_a_check(dr: int, result: str, rule: str) -> None:
    play = fight(LEADERS)
    told = line(play, f"report rout unit=S ml=6 dr={dr} bonus=1")[1:]
    assert told == [
        f"NMC of S: {dr}, needed 6 broken morale +1 Commissar +1 terrain = 8: {result}.",
        "S routs out of k13.",
    ]
    assert [event.rule for event in play.events[-2:]] == [rule, "BRV8.506.3"]


@pytest.mark.rule("BRV8.506.2")
def test_that_check_is_the_gestapos_alone() -> None:
    assert no(fight(LEADERS), "report rout unit=S ml=6")[0] == "BRV8.506.2"
    assert "Write its broken Morale Level" in no(fight(LEADERS), "report rout unit=S dr=7")[1]
    for at in ("7+1 K13 pinned", "7+1 K13 broken", "7+1 K13 level-1", "7+1 L13", "9-0-party K13"):
        assert line(fight({**LEADERS, "G": at}), "report rout unit=S")[1:] == ["S routs out of k13."]
    told = line(fight(LEADERS), "report rout unit=S ml=6 dr=8 bonus=some")[1]
    assert told.startswith("NMC of S: 8, needed 6 broken morale +1 Commissar +0 terrain = 7: a failed")
