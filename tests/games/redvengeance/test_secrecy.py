"""What a line may tell a side of units that it may not know of: no more than of a unit that there is not."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.by_mail.view import view
from adjudicator.games.redvengeance.campaign_game import front_reports
from adjudicator.games.redvengeance.decision_table.table import kinds
from adjudicator.games.redvengeance.fighting import r11_bridges
from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions import reporting
from adjudicator.games.redvengeance.situation import front
from adjudicator.games.redvengeance.situation.pieces import may_see
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.state import Frame
from tests.games.redvengeance.firefight import fight, line, no
from tests.games.redvengeance.firefight import told as told_since
from tests.games.redvengeance.table import a_play

GUN, GHOST = "GE-G5#1-1", "GE-G5#1-9"
"""One of the Germans, and a name of the same length that nothing bears."""
OWN = {"R": "4-5-8 K20", "L": "8-1 K20"}
LINES = (
    "report LOST unit={}",
    "report AT unit={} hex=K14",
    "report BREAK unit={}",
    "report DESTROY unit={} by=mg",
    "report SIGHT unit={} by=R",
    "report RALLY unit=R by={}",
    "report RALLY unit=R by=L with={}",
    "report SUBSTITUTE unit=L by={}",
    "report SIGHTING of=russian unit={} hex=K13",
    "report DISABLED unit={}",
    "control K13 by={} of=german",
    "report STEP 8.6041 unit={} add=encircled",
    "recover {}",
    "setup R hex=K20 with={}",
    "enter {} hex=A20",
    "oba O1 FFE unit={}",
)


def told(play: Play, text: str) -> str:
    """All that a Russian hears of a line: its refusal, or what is recorded."""
    try:
        return repr(line(play, text, RUSSIAN))
    except Refused as refused:
        return repr((refused.rule, refused.why, refused.legal))
    except Exception as other:  # unreadable is as good an answer, if it is the same
        return repr(other)


def what_is_told(play: Play, side: str) -> list[str]:
    """All that a side hears of a play."""
    return told_since(play, 0, side)


@pytest.mark.rule("RePh0.1", "ROST.5", "BRV0.5")
@pytest.mark.parametrize("text", LINES)
@pytest.mark.parametrize("where", ["bought", "off-map", "K13 hip", "K13 cloaked", "K13 reserve"])
def test_a_unit_that_a_side_may_not_know_of_is_one_that_there_is_not(where: str, text: str) -> None:
    with_it, without = fight({GUN: f"8-0-gestapo {where}"}, OWN), fight({}, OWN)
    assert told(with_it, text.format(GUN)) == told(without, text.format(GUN))
    assert told(with_it, text.format(GHOST)) == told(without, text.format(GHOST))


@pytest.mark.rule("RePh8.624")
def test_while_both_set_up_what_stands_on_the_map_is_named_to_nobody() -> None:
    state = fight({"G": "4-4-7 K13"}, OWN).state
    setting = state.but(frames=(Frame("8.624", facts={"done": ()}),))
    assert may_see(state, RUSSIAN, state.units["G"]) and not may_see(setting, RUSSIAN, state.units["G"])
    done = state.but(frames=(Frame("8.624", facts={"done": (GERMAN,)}),))
    assert may_see(done, RUSSIAN, state.units["G"])
    assert "there is no unit G" in no(a_play(setting), "setup G hex=K20", RUSSIAN)[1]
    assert no(a_play(done), "setup G hex=K20", RUSSIAN)[1] == "G is not yours"


@pytest.mark.rule("RePh0.1")
def test_what_its_owner_has_filed_the_other_side_may_file_too() -> None:
    play = fight({GUN: "4-4-7 K13 hip"}, OWN)
    assert "there is no unit" in no(play, f"report LOST unit={GUN}", RUSSIAN)[1]
    line(play, f"report LOST unit={GUN}", GERMAN)
    assert play.state.units[GUN].at == "eliminated"


@pytest.mark.rule("BRV0.5", "CG33.1", "BRV8.501.1")
def test_what_one_side_files_alone_is_about_its_own_units() -> None:
    alone = {kind.name for kind in kinds().values() if not kind.joint and kind.name != "underbelly"}
    assert {one.name for one in kinds().values() if one.own} == alone
    play = fight({"Z": "7-0 K13"}, OWN, balance_option=GERMAN)
    assert no(play, "report SUBSTITUTE unit=Z by=7+1", RUSSIAN)[1] == "Z is not yours"
    assert no(play, "report FIRE unit=Z mode=prep", RUSSIAN)[1] == "Z is not yours"


@pytest.mark.rule("BRV12.11.1", "CG16.7")
def test_no_refusal_of_control_names_who_is_hidden_there() -> None:
    hidden = fight({"G": "4-4-7 H13 hip"}, {"R": "4-5-8 H13"})
    line_of = "control H13 by=R of=russian"
    assert not reporting.file(hidden, RUSSIAN, read_line(line_of))
    with pytest.raises(Refused, match="G is in it"):
        reporting.file(hidden, GERMAN, read_line(line_of))


@pytest.mark.rule("CG22.7b")
def test_who_is_hidden_wakes_no_reserve() -> None:
    reserve = {"S": "4-5-8 K13 reserve"}
    line(fight({"G": "4-4-7 K15"}, reserve), "report WAKE unit=S", RUSSIAN)
    assert no(fight({"G": "4-4-7 K15 hip"}, reserve), "report WAKE unit=S", RUSSIAN)[0] == "CG22.7b"


@pytest.mark.rule("BRV8.505.2", "BRV8.506.2")
def test_a_hidden_gestapo_is_named_to_no_enemy() -> None:
    hidden = {"S": "4-4-7 K13 broken", "H": "7-0 K13", "X": "8-0-gestapo K13 hip"}
    without = {one: where for one, where in hidden.items() if one != "X"}
    for text in ("report RALLY unit=S by=H", "report ROUT unit=S"):
        for units in (hidden, without):
            assert not reporting.file(fight(units, OWN), RUSSIAN, read_line(text))
        with pytest.raises(Refused):
            reporting.file(fight(hidden, OWN), GERMAN, read_line(text))


@pytest.mark.rule("BRV16.7.2", "BRV16.7.3")
def test_armor_that_is_not_declared_is_no_armor_to_the_german() -> None:
    heat = "report HEAT unit=T th=8 dr=6 tk=20"
    play = fight({}, {"T": "t-34/85 K13"}, supplemental=3)
    plain = fight({}, {"T": "t-34/85 K13"})
    assert no(play, heat) == no(plain, heat)
    assert line(play, heat, RUSSIAN)
    assert line(fight({}, {"T": "t-34/85 K13 supplemental"}, supplemental=3), heat)


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize("flag", ["hip", "cloaked", "concealed"])
def test_what_was_hidden_is_known_once_its_owner_reveals_it(flag: str) -> None:
    play = fight({GUN: f"6-5-8 K13 {flag}"}, {"R": "4-5-8 K20"})
    no(play, f"report lost unit={GUN}", RUSSIAN)
    assert GUN not in view(play.state, RUSSIAN).units
    said = line(play, f"report reveal unit={GUN}")
    assert said[-1] == f"{GUN} (6-5-8) is in K13, for all to see."
    assert view(play.state, RUSSIAN).units[GUN].flags == frozenset()
    line(play, f"report lost unit={GUN}", RUSSIAN)
    assert no(fight({GUN: "6-5-8 K13"}), f"report reveal unit={GUN}") == (
        "RePh0.1", f"{GUN} is neither hidden nor cloaked nor concealed",
    )  # fmt: skip
    assert no(fight({GUN: "6-5-8 K13 reserve"}), f"report reveal unit={GUN}")[0] == "RePh0.1"
    assert no(play, f"report reveal unit={GUN}", RUSSIAN)[0] == "RePh0.1"


@pytest.mark.rule("CG14.1", "RePh8.6051.1", "RePh8.6051.2")
@pytest.mark.parametrize("where", ["K10", "K10 hip"])
def test_no_hex_becomes_a_strategic_location_by_who_is_hidden_in_it(where: str) -> None:
    state = fight({GUN: f"6-5-8 {where}"}, OWN).state
    assert front.is_sloc(state, "K10") == (where == "K10")
    play = a_play(state)
    front_reports.run_no_mans_land(play)
    marked = next(one for one in play.events if one.kind == "NoMansLandMarked")
    assert ("k10" in marked.facts()["hexes"]) == (where == "K10")


@pytest.mark.rule("RePh8.6051.2", "RePh8.6051.3", "I9")
@pytest.mark.parametrize("of", [RUSSIAN, GERMAN])
def test_no_refused_perimeter_tells_who_is_hidden_in_it(of: str) -> None:
    text, known = f"report PERIMETER K10 of={of}", []
    for german in ({GUN: "6-5-8 K10 hip"}, {}, {GUN: "6-5-8 K10"}):
        state = fight(german, OWN).state
        known.append(told(a_play(state.but(frames=(Frame("8.6054"),))), text))
    hidden, empty, seen = known
    assert hidden == empty != seen


@pytest.mark.rule("BRV8.503.2")
def test_a_berserk_gestapo_names_no_hidden_squad_to_the_enemy() -> None:
    play = fight({"X": "8-0-gestapo K13", GUN: "6-5-8 K13 hip", "S": "4-4-7 K13"}, OWN)
    line(play, "report BERSERK unit=X")
    assert f"for {GUN}, S: REPORT NTC" in " ".join(what_is_told(play, GERMAN))
    heard = " ".join(what_is_told(play, RUSSIAN))
    assert "for S: REPORT NTC" in heard and GUN not in heard


@pytest.mark.rule("BRV11.314.4")
def test_a_bridge_collapse_names_no_concealed_vehicle_to_the_enemy() -> None:
    play = fight({}, {"T": "t-34/85 I9 concealed", "O": "t-34/85 I9"})
    r11_bridges.attack_on_bridge(play, "I9", 12, 5)
    r11_bridges.owe_collapse(play, "I9")
    assert "for T, O: REPORT COLLAPSE" in " ".join(what_is_told(play, RUSSIAN))
    assert what_is_told(play, GERMAN) == ["A Bridge Collapse DR is owed for O: REPORT COLLAPSE."]


@pytest.mark.rule("BRV9.211.2", "BRV9.211.3")
def test_who_crosses_a_barricade_concealed_has_no_name_for_the_enemy() -> None:
    tank = {"T": "t-34/85 K10 concealed"}
    play = fight({}, tank, 3, 3, barricades={"K10/K11": "whole"})
    line(play, "cross T side=K10/K11 mp=half tons=30 fire=survived", RUSSIAN)
    heard = " ".join(what_is_told(play, GERMAN))
    assert "A vehicle crosses K10/K11" in heard and "MP" not in heard and "T crosses" not in heard


@pytest.mark.rule("BRV9.214.2")
def test_who_goes_through_a_breach_concealed_has_no_name_for_the_enemy() -> None:
    play = fight({}, {"T": "t-34/85 K10 concealed"}, barricades={"K10/K11": "breached"})
    line(play, "cross T side=K10/K11 mp=breach", RUSSIAN)
    assert "T spends" in " ".join(what_is_told(play, RUSSIAN)) and what_is_told(play, GERMAN) == []


@pytest.mark.rule("RePh8.61411.5")
def test_who_may_play_with_a_disabled_gun_is_known_to_who_may_know_the_vehicle() -> None:
    state = fight({}, {"T": "t-34/85 off-map"}, cleared=("T",)).state
    assert view(state, RUSSIAN).facts["cleared"] == ("T",) and view(state, GERMAN).facts["cleared"] == ()
