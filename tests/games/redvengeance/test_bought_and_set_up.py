"""From the purchase to the end of the set-up, sheet after sheet: nothing is set up, concealed or fortified
that was not bought, what was bought one way comes so, and a line sent anew is judged like the first."""

from __future__ import annotations

import re

import pytest

from adjudicator.catalogue import find_game
from adjudicator.dice import NoDice
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN, other
from adjudicator.games.redvengeance.situation.campaign import own
from adjudicator.judging.referee import run_on
from adjudicator.play import Play
from tests.games.redvengeance.by_mail import Date, a_date, bought

RIFLES = "buy I1 mode=map"
"""Comes in full as 1 to 3 squads, 4 LMG, 5 PSK, 6 a leader."""
I1 = "GE-I1#1"
LATER = ("as is", "pass")


def initial(*lines: str) -> Date:
    """The first date, up to the set-up of the German who has bought this."""
    date = a_date(turn=1, segment="INIT.BUY", case="initial", chits={})
    date.good(RUSSIAN, "buy I9", "pass")
    date.good(GERMAN, *lines, "pass")
    return date


# -- concealed -----------------------------------------------------------------------------------------------


@pytest.mark.rule("RePh8.621.9", "BRV3.0.2")
def test_nobody_is_concealed_for_a_counter_that_was_not_bought() -> None:
    date = bought((RIFLES,))
    assert date.send(GERMAN, f"setup {I1}-1 hex=K20 conceal=yes") == ["RePh8.621.9"]
    assert "none was bought" in date.why(1) and date.said[0].legal == (f"SETUP {I1}-1 hex=K20",)
    date.good(GERMAN, f"setup {I1}-1 hex=K20")


@pytest.mark.rule("RePh8.621.9")
def test_a_counter_lies_on_all_of_a_location_and_on_no_other() -> None:
    date = bought((RIFLES, "fpp CONCEAL"))
    date.good(GERMAN, f"setup {I1}-1,{I1}-2 hex=K20 conceal=yes")
    assert date.send(GERMAN, f"setup {I1}-3 hex=K21 conceal=yes") == ["RePh8.621.9"]
    assert date.send(GERMAN, f"setup {I1}-3 hex=K13:1 conceal=yes") == ["RePh8.621.9"]
    assert date.send(GERMAN, "fpp CONCEAL hex=K21") == ["RePh8.621.9"]
    date.good(GERMAN, f"setup {I1}-1,{I1}-2 hex=K20")
    assert "concealed" not in date.state.units[f"{I1}-1"].flags, "a newer line says all"
    date.good(GERMAN, f"setup {I1}-3 hex=K21 conceal=yes")


@pytest.mark.rule("RePh8.621.9")
def test_a_counter_that_is_spent_is_not_there_for_a_second_date() -> None:
    date = bought((RIFLES, "fpp CONCEAL x3"))
    date.good(GERMAN, f"setup {I1}-1,{I1}-2,{I1}-3 hex=K20 conceal=yes", "fpp CONCEAL hex=K21", *LATER)
    assert [fort for fort in own(date.state, GERMAN).forts if fort["item"] == "CONCEAL"] == [
        {"item": "CONCEAL", "times": 1}
    ]
    assert own(date.state, GERMAN).dummies == ("k21",)


@pytest.mark.rule("CG19.2", "RePh8.6194.7", "RePh8.621.9")
def test_a_gun_and_its_crew_are_concealed_without_a_counter() -> None:
    date = bought((RIFLES, "buy G5"))
    date.good(GERMAN, "setup GE-G5#1-1 hex=K13 conceal=yes", "setup GE-G5#1-3 hex=K13 conceal=yes")
    assert date.send(GERMAN, "setup GE-G5#1-4 hex=K13 conceal=yes") == ["RePh8.621.9"]
    assert date.send(GERMAN, f"setup {I1}-1 hex=K13 conceal=yes") == ["RePh8.621.9"]


@pytest.mark.rule("BRV3.0.2", "RePh8.621.9")
def test_by_night_the_base_rules_conceal_free() -> None:
    date = bought((RIFLES,), turn=5)
    date.good(GERMAN, f"setup {I1}-1 hex=K20 conceal=yes free=yes")
    assert date.send(GERMAN, f"setup {I1}-2 hex=K21 conceal=yes") == ["RePh8.621.9"]


@pytest.mark.rule("BRV14.1.2")
def test_a_banner_that_was_bought_is_neither_concealed_nor_beside_the_concealed_alone() -> None:
    date = bought((), ("buy I9 mode=map", "fpp CONCEAL x2"))
    date.good(GERMAN, "pass")
    escort, banner = [f"RU-I9#1-{n}" for n in (1, 2)], "RU-I9#1-4"
    date.good(RUSSIAN, f"setup {escort[0]} hex=K12 conceal=yes", f"setup {escort[1]} hex=K11")
    for line in (f"setup {banner} hex=K12 conceal=yes", f"setup {banner} hex=K12", f"hip {banner} hex=K12"):
        assert date.send(RUSSIAN, line) == ["BRV14.1.2"], line
    date.good(RUSSIAN, f"setup {banner} hex=K11")
    assert date.send(RUSSIAN, f"setup {escort[1]} hex=K11 conceal=yes") == ["BRV14.1.2"]


# -- the way a group was bought ------------------------------------------------------------------------------


@pytest.mark.rule("RePh8.6194.8", "CG22.1")
def test_what_was_bought_at_the_reserve_price_comes_under_a_reserve_counter_alone() -> None:
    date = bought(("buy I3 mode=reserve", "fpp HIP unit=smc"))
    unit = "GE-I3#1-1"
    for line in (f"setup {unit} hex=A20", f"hip {unit} hex=A20", f"setup {unit} hex=A20 conceal=yes"):
        assert date.send(GERMAN, line) == ["RePh8.6194.8"], line
    date.good(GERMAN, f"reserve {unit} hex=A20")
    assert date.send(GERMAN, f"setup {unit} hex=A20") == ["RePh8.6194.8"], "a second line knows it, too"
    date.good(GERMAN, "pass")
    date.good(RUSSIAN, "pass")
    date.good(RUSSIAN, "endturn")
    assert date.send(GERMAN, "enter GE-I3#1-2 hex=A20") == ["RePh8.6194.8"]


@pytest.mark.slow
@pytest.mark.rule("CG22.7a")
def test_guns_and_their_crews_lie_under_no_reserve_counter() -> None:
    date = bought(("buy G5", "buy V1 mode=map"))
    for unit in ("GE-G5#1-1", "GE-G5#1-3", "GE-V1#1-1"):
        assert date.send(GERMAN, f"reserve {unit} hex=A20") == ["CG22.7a"], unit


@pytest.mark.rule("RePh8.6194.4")
def test_all_of_a_group_bought_for_the_map_is_set_up() -> None:
    date = bought((RIFLES, "buy I2 mode=map", "buy G5"))
    date.good(GERMAN, f"setup {I1}-1,{I1}-2,{I1}-4,{I1}-5,{I1}-6 hex=K20")
    assert date.send(GERMAN, "pass") == ["RePh8.6194.4"]
    assert f"{I1}-3 is still off it" in date.why(1)
    date.good(GERMAN, f"setup {I1}-3 hex=K21", "pass")


@pytest.mark.rule("RePh8.6194.4", "RePh8.6194.5")
def test_what_is_offered_for_units_that_are_left_is_taken() -> None:
    date = bought((RIFLES, "buy V1 mode=map"))
    date.good(GERMAN, f"setup {I1}-1,{I1}-2,{I1}-3 hex=K21", "setup GE-V1#1-1 hex=K20")
    offered = []
    while date.send(GERMAN, "pass") == ["RePh8.6194.4"]:
        (legal,) = date.said[0].legal[:1]
        offered.append(legal)
        date.good(GERMAN, legal)
    assert len(offered) > 3, "SW and a leader need an MMC beside them, and no tank is in K21"


@pytest.mark.rule("RePh8.624", "OB-RU.1", "OB-DE.1")
def test_every_line_that_the_question_of_a_set_up_writes_out_is_taken() -> None:
    units = {"L": "LMG off-map", "G": "6-5-8 off-map"}, {"R": "LMG off-map", "S": "4-5-8 off-map"}
    date = a_date(segment="INIT.SETUP", turn=1, case="initial", chits={}, there=units[0], enemies=units[1])
    for side in (date.state.decisions[0].player, other(date.state.decisions[0].player)):
        (asked,) = date.state.decisions
        assert asked.player == side
        written = re.findall(r"\"((?:setup|hip|reserve|recon) [^\"]*)\"", asked.question)
        assert written
        for line in (*written, *asked.answers[1:]):
            if "UNIT" not in line and "HEX" not in line:
                date.good(side, line)
        assert not any(re.search(r"UNIT.*hex=[A-Z]+\d", one) for one in written), "a hex for any unit"
        date.good(side, "pass")


@pytest.mark.rule("RePh8.6194.4")
def test_who_says_as_is_has_set_up_though_some_of_a_group_is_left() -> None:
    date = bought((RIFLES,))
    date.good(GERMAN, f"setup {I1}-1 hex=K20", *LATER)
    assert [one.player for one in date.state.decisions] == [RUSSIAN]


@pytest.mark.rule("RePh8.6194.5", "CG21.3")
def test_no_smc_and_no_sw_of_a_new_group_is_left_alone() -> None:
    date = bought((RIFLES, "buy O1 carrier=phone"))
    date.good(GERMAN, f"setup {I1}-1,{I1}-2,{I1}-3,{I1}-4,{I1}-5,{I1}-6 hex=K20")
    assert date.send(GERMAN, f"setup {I1}-4 hex=K13") == ["RePh8.6194.5"], "a second line knows it, too"
    date.good(GERMAN, f"setup {I1}-1,{I1}-2,{I1}-3 hex=K13")
    assert date.send(GERMAN, "pass") == ["RePh8.6194.5"]
    date.good(GERMAN, f"setup {I1}-4,{I1}-5 hex=K13", f"setup {I1}-6 hex=K20 carrier=phone", "pass")


@pytest.mark.rule("RePh8.6194.4", "RePh8.6194.7", "CG11.4")
def test_a_new_unit_is_new_in_a_second_line_too() -> None:
    date = bought(
        (RIFLES, "buy G5", "buy V1 mode=map"),
        isolated={GERMAN: ("D10",), RUSSIAN: ()}, front_line={GERMAN: ("K13",), RUSSIAN: ()},
    )  # fmt: skip
    date.good(GERMAN, f"setup {I1}-1 hex=K20", "hip GE-G5#1-1 hex=K20", "setup GE-V1#1-1 hex=K20")
    assert date.send(GERMAN, f"setup {I1}-1 hex=D10") == ["RePh8.6194.4"]
    assert date.send(GERMAN, "hip GE-G5#1-1 hex=K13") == ["RePh8.6194.7"]
    assert date.send(GERMAN, "setup GE-V1#1-1 hex=K20 abandoned=yes") == ["CG11.4"]


@pytest.mark.rule("CG21.1")
def test_who_was_kept_off_the_map_is_so_in_a_second_line_too() -> None:
    date = bought((), there={"S": "6-5-8 off-map"}, isolated={GERMAN: ("D10",), RUSSIAN: ()})
    date.good(GERMAN, "setup S hex=K20")
    assert date.send(GERMAN, "setup S hex=D10") == ["CG21.1"]


@pytest.mark.rule("I3.2")
@pytest.mark.parametrize("hex_", ["I9", "U8", "R20", "Y18", "K13"])
def test_no_tank_is_dug_in_on_a_bridge_or_in_a_building(hex_: str) -> None:
    date = initial("buy V1 mode=dugin")
    assert date.send(GERMAN, f"setup GE-V1#1-1 hex={hex_}") == ["I3.2"]
    date.good(GERMAN, "setup GE-V1#1-1 hex=S15", "setup GE-V1#1-1 hex=L14")


@pytest.mark.rule("I3.2")
def test_a_tank_that_is_dug_in_stays_where_it_is() -> None:
    date = bought((), there={"T": "mk-iv-h K20 dug-in"})
    assert date.send(GERMAN, "setup T hex=K21") == ["I3.2"]
    date.good(GERMAN, "setup T hex=K20")


# -- fortifications ------------------------------------------------------------------------------------------


@pytest.mark.rule("RePh8.621", "RePh8.621.5")
def test_a_line_lays_as_many_as_it_says_or_none() -> None:
    date = bought(("fpp APMINE x5", "fpp FORTIFIED"), front_line={GERMAN: (), RUSSIAN: ()})
    assert date.send(GERMAN, "fpp APMINE x6 hex=K20") == ["RePh8.621.5"]
    assert "5 of your A-P Mine factor are left" in date.why(1)
    date.good(GERMAN, "fpp APMINE x4 hex=K20")
    assert date.send(GERMAN, "fpp APMINE x2 hex=K21") == ["RePh8.621.5"]
    assert date.send(GERMAN, "fpp FORTIFIED x2 hex=K13") == ["RePh8.621.18"]
    date.good(GERMAN, "fpp APMINE hex=K21", "fpp FORTIFIED hex=K13", "pass")
    assert own(date.state, GERMAN).hip == {
        "APMINE x4@K20": "K20", "APMINE@K21": "K21", "FORTIFIED@K13": "K13",
    }  # fmt: skip


@pytest.mark.rule("RePh8.621")
def test_the_question_of_a_set_up_says_what_is_not_laid_yet() -> None:
    date = bought(("fpp APMINE x5", "fpp FORTIFIED"), front_line={GERMAN: (), RUSSIAN: ()})
    asked = next(one for one in date.state.waiting() if one.player == GERMAN)
    assert asked.question.endswith(" Bought, not yet placed: APMINE x5, FORTIFIED.")
    date.good(GERMAN, "fpp APMINE x5 hex=K20", "fpp FORTIFIED hex=K13")
    asked = next(one for one in date.state.waiting() if one.player == GERMAN)
    assert "not laid" not in asked.question


@pytest.mark.rule("FT-FN-I", "FT-FN-B")
def test_what_is_laid_is_of_the_size_that_was_bought() -> None:
    date = bought(("fpp FOXHOLE cap=1", "fpp PILLBOX ca=1 nca=3 cap=5"), front_line={GERMAN: (), RUSSIAN: ()})
    assert date.send(GERMAN, "fpp FOXHOLE cap=3 hex=K20") == ["RePh8.621.3"]
    assert date.send(GERMAN, "fpp PILLBOX ca=3 nca=5 cap=7 hex=K20") == ["RePh8.621.14"]
    date.good(GERMAN, "fpp FOXHOLE hex=K20", "fpp PILLBOX cap=5 hex=K20")


@pytest.mark.rule("BRV9.2", "RePh8.621.18")
def test_a_second_barrier_on_a_hexside_is_not_lost() -> None:
    date = bought(("fpp BARRICADE x2", "fpp FORTIFIED x2"))
    date.good(GERMAN, "fpp BARRICADE side=K20/K21", "fpp FORTIFIED hex=K13")
    assert date.send(GERMAN, "fpp BARRICADE side=K20/K21") == ["RePh8.621.12"]
    assert date.send(GERMAN, "fpp FORTIFIED hex=K13") == ["RePh8.621.18"]
    assert date.send(GERMAN, "fpp FORTIFIED hex=K13:9") == ["BRV12.1"]
    date.good(GERMAN, "fpp BARRICADE side=K21/K22", "fpp FORTIFIED hex=K13:1")


# -- what else is only there if it was bought ----------------------------------------------------------------


@pytest.mark.rule("FN-A.1", "CG10.3")
def test_no_hex_and_no_observer_of_artillery_comes_with_the_set_up_alone() -> None:
    date = bought(("buy O2", "buy O3"))
    assert date.send(GERMAN, "oba O2 prereg=I8,J7") == ["FN-A.1"]
    assert date.send(GERMAN, "oba O2 observer=A20") == ["CG10.3"]
    assert date.send(GERMAN, "oba O2 carrier=offboard") == ["CG10.3"]
    date.good(GERMAN, "oba O2 prereg=I8", "oba O2 prereg=J7")
    other = bought(("buy O2", "buy O4"))
    other.good(GERMAN, "oba O2 observer=A20", "oba O2 observer=A21")


@pytest.mark.rule("CG9.3", "BRV16.2.1")
def test_no_leader_has_a_radio_that_directs_no_module() -> None:
    lines = (f"hip {I1}-6 hex=K13 carrier=radio", f"setup {I1}-6 hex=K13 carrier=radio")
    date = bought((RIFLES,))
    for line in lines:
        assert date.send(GERMAN, line) == ["CG9.3"], line
    phone = bought((RIFLES, "buy O1 carrier=phone"))
    assert phone.send(GERMAN, lines[0]) == ["CG9.3"]
    bought((RIFLES, "buy O1 carrier=radio")).good(GERMAN, *lines)


@pytest.mark.rule("BRV16.8")
def test_nothing_lies_under_a_trench_that_is_not_there() -> None:
    date = bought(("buy G5", "fpp TRENCH"), front_line={GERMAN: (), RUSSIAN: ()})
    assert date.send(GERMAN, "setup GE-G5#1-1 hex=K20 trench=yes") == ["BRV16.8"]
    date.good(GERMAN, "fpp TRENCH hex=K20", "setup GE-G5#1-1 hex=K20 trench=yes")


@pytest.mark.rule("BRV16.1.2", "ROST.7")
def test_nobody_rides_in_a_vehicle_that_is_not_there() -> None:
    date = bought((RIFLES, "buy V1 mode=map"))
    for vehicle in ("NOSUCH", "GE-V1#1-1", f"{I1}-2"):
        assert date.send(GERMAN, f"setup {I1}-1 hex=K20 with={vehicle}") == ["BRV16.1.2"], vehicle
    date.good(GERMAN, "setup GE-V1#1-1 hex=K20", f"setup {I1}-1 hex=K20 with=GE-V1#1-1")


@pytest.mark.rule("CG7.5")
def test_cloaking_is_for_infantry() -> None:
    date = bought((RIFLES, "buy V1 mode=map", "buy G5"), turn=5, chits={RUSSIAN: "idle", GERMAN: "attack"})
    date.good(RUSSIAN, "pass")
    for unit in ("GE-V1#1-1", "GE-G5#1-1"):
        assert date.send(GERMAN, f"setup {unit} hex=K20 cloak=yes") == ["CG7.5"], unit
    assert date.send(GERMAN, f"setup {I1}-1 hex=K20 cloak=yes conceal=yes free=yes") == ["CG7.5"]
    date.good(GERMAN, f"setup {I1}-1 hex=K20 cloak=yes")


@pytest.mark.rule("CG7.10")
def test_a_quarter_of_the_squads_is_counted_once_more_when_the_set_up_is_done() -> None:
    squads = {f"S{n}": "6-5-8 off-map" for n in range(4)} | {"S1": "6-5-8 bought new"}
    date = bought((), turn=5, there=squads)
    date.good(GERMAN, "hip S0 hex=K13 free=yes", "reserve S1 hex=A20")
    assert date.send(GERMAN, "pass") == ["CG7.10"]
    date.good(GERMAN, "setup S0 hex=K13", "pass")


@pytest.mark.rule("RePh8.6194.9")
def test_nobody_enters_in_the_other_sides_player_turn() -> None:
    date = bought(("buy I3",), ("buy I1",))
    date.good(GERMAN, "pass")
    date.good(RUSSIAN, "pass")
    assert date.send(GERMAN, "enter GE-I3#1-1 hex=A20") == ["RePh8.6194.9"]
    date.good(RUSSIAN, "enter RU-I1#1-1,RU-I1#1-2 hex=H0", "endturn")
    date.good(GERMAN, "enter GE-I3#1-1 hex=A20")


def test_first_examples_buy_something_and_say_what_and_a_pass_says_what_it_ends() -> None:
    game = find_game("redvengeance")
    play = Play(game.start("campaign"), NoDice())
    run_on(game, play)
    for decision in play.state.decisions:
        assert [line.split()[0] for line in decision.answers] == ["buy", "buy", "buy", "pass"]
        first, *_, last = (game.choices.meaning(decision, line) for line in decision.answers)
        assert first.endswith(" CPP") and last == "you buy nothing"
    playing = game.choices.of("play")
    assert playing and playing.meanings["pass"] == "you report nothing more for this date"


@pytest.mark.rule("OB-RU.1")
def test_the_russian_set_up_offers_no_group_that_enters() -> None:
    units = {"L": "LMG off-map", "G": "6-5-8 off-map"}, {"R": "LMG off-map", "S": "4-5-8 off-map"}
    date = a_date(segment="INIT.SETUP", turn=1, case="initial", chits={}, there=units[0], enemies=units[1])
    date.good(GERMAN, "pass")
    (asked,) = date.state.decisions
    assert asked.player == RUSSIAN and asked.answers == ("setup SNIPERS B12,R12",)
    assert "They enter from the north edge" in asked.question
    assert "setup UNIT" not in asked.question
    date.good(RUSSIAN, "pass")
    assert date.state.segment == "PLAY"
