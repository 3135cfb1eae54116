"""«as is» with an end in one mail: what waited is done first, in every game."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.position import GERMAN
from adjudicator.games.redvengeance.record import GAME as RED_VENGEANCE
from adjudicator.judging.referee import judge
from tests.games.donnerschlag.moves import table
from tests.games.redvengeance.table import a_unit
from tests.games.redvengeance.test_initiative import at
from tests.tabletop import Tabletop


def test_48th_panzer_korps_a_whole_turn() -> None:
    units = {"LJ-1": "0920", "421RR": "0919", "365RR": "0708"}
    laid = Tabletop("panzerkorps48", units, turn=1, segment="SOV.PREP", dice=[4, 4, 4])
    laid.order("soviet", "moev 405RR 0711\nend\nmove 365RR via 0709\nhasty 0920 by 421RR\nend")
    laid.order("soviet", "as is\nend")
    assert laid.at("365RR") == "0709"
    assert len(laid.found("AttackAnnounced") or laid.found("CombatBegun")) == 1
    assert laid.state.segment == "SOV.MOVE"


def test_koenigsberg_an_activation_with_its_attack() -> None:
    laid = Tabletop("koenigsberg45", {}, clear=False, segment="DRAW", draws=["S11G", "G26"], dice=[1])
    begun = "if asked loss then weakest first\nactivate HQ 11 G with 2 G T, 1 T\nmove 16 G 4110\n"
    laid.order("soviet", f"{begun}moev 2 G T 4110\ndone\nattack 4010 with 16 G\ndone")
    laid.order("soviet", "as is\ndone")
    assert len(laid.found("CombatResolved")) == 1
    assert laid.state.segment == "SELECT"


@pytest.mark.parametrize("end", ["done", "end combat"])
def test_donnerschlag_a_segment_with_its_attack(end: str) -> None:
    units = {"HQ 6 Pz": "2715", "I-11 Pz": "2613", "II-11 Pz": "2615", "302-1": "2513", "302-2": "2413"}
    laid = table(units, segment="PLAY", checked={}, dice=[5])
    sheet = (
        "play AX6PZ-2\nmoev X\nmove II-11 Pz to 2514\ndone\nattack 2513 with I-11 Pz, II-11 Pz\nend combat"
    )
    laid.order("axis", sheet)
    laid.order("axis", f"as is\n{end}")
    assert laid.at("II-11 Pz") == "2514"
    assert len(laid.found("OddsResolved")) == 1


def test_race_for_berlin_an_impulse() -> None:
    units = {"8GA-1": "bridgehead", "47-1": "kustrin", "303": "seelow"}
    hands: dict[str, list[str]] = {"zhukov": [], "koniev": []}
    laid = Tabletop("raceforberlin", units, turn=3, segment="C.1", dice=[4], hands=hands)
    laid.order("zhukov", "combat 8GA-1 at potsdam\nmove 47-1 goritz")
    laid.order("zhukov", "as is\npass")
    assert laid.at("47-1") == "goritz"
    assert laid.state.segment == "C.2"


def test_red_vengeance_the_steps_of_a_result() -> None:
    weapon = a_unit("MG1", GERMAN, "k13", "lmg-de", "malfunctioned")
    play = at("8.601", 2, units=(weapon,), losses={}, case="russian", first="russian")
    lines = ["reprot LOST", "repair MG1 number=3 place=K13", "pass 8.601-8.615"]
    judge(RED_VENGEANCE, play, GERMAN, list(enumerate(lines, 1)), 1)
    judge(RED_VENGEANCE, play, GERMAN, [(1, "as is"), (2, "pass 8.601-8.615")], 2)
    left = [one["text"] for one in play.state.kept.get(GERMAN, ())]
    assert left == ["repair MG1 number=3 place=K13"]


def test_an_end_behind_as_is_waits_for_the_attack_that_was_let_go() -> None:
    units = {"LJ-1": "0920", "421RR": "0919", "365RR": "0708"}
    laid = Tabletop("panzerkorps48", units, segment="SOV.PREP", dice=[4])
    laid.order("soviet", "moev 405RR 0711\nend\nmove 365RR via 0709\nhasty 0920 by 421RR\nend")
    said = laid.order("soviet", "as is\nend")
    assert [(one.text, one.verdict) for one in said] == [("as is", "done"), ("end", "waiting")]
    assert laid.at("365RR") == "0709"
    laid.order("soviet", "hold")
    assert laid.state.segment == "GER.PREP" or laid.asked()[1] == "german"


def test_lines_that_a_later_sheet_replaces_are_told_to_their_writer_with_what_replaces_them() -> None:
    units = {"421RR": "3507", "LJ-1": "3508", "365RR": "0708"}
    laid = Tabletop("panzerkorps48", units, segment="SOV.PREP", dice=[4, 4])
    laid.order("soviet", "prep 3508 by 421RR\nend\nmove 421RR via 3506\nmove 365RR via 0709\nend")
    laid.order("soviet", "move 365RR via 0709\nmove 421RR via 3606\nend")
    (told,) = laid.found("OrdersReplaced")
    assert told["lines"] == ("move 421RR via 3506",)
    assert told["by"] == ("move 365RR via 0709", "move 421RR via 3606", "end")
    replaced = [event for event in laid.events if event.kind == "OrdersReplaced"]
    assert [event.seen_by("german") for event in replaced] == [False]
