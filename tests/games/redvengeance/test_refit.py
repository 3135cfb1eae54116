"""The Refit Phase: its steps in their order, held till both sides have reported the same (RePh0.1)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions.holding import held
from adjudicator.games.redvengeance.questions.refit import run
from adjudicator.games.redvengeance.situation.campaign import campaign
from adjudicator.games.redvengeance.situation.steps import check_range, check_turn_of, steps
from adjudicator.play import Play
from adjudicator.rulings import Refused
from tests.clauses import clause
from tests.games.redvengeance.doing import do, no
from tests.games.redvengeance.firefight import fight
from tests.games.redvengeance.table import a_unit
from tests.games.redvengeance.test_initiative import asked, at, say, verdicts

SQUAD = a_unit("SQ7", GERMAN, "k13", "6-5-8")
RUSSIANS = a_unit("R1", RUSSIAN, "k11", "6-2-8")
UNITS = (SQUAD, RUSSIANS)
NONE: dict[str, Any] = {"losses": {}, "case": "russian", "first": "russian"}


@pytest.mark.rule("RePh0.1")
def test_a_step_without_text_opens_waits_for_both_and_closes() -> None:
    """8.6041 has a title alone."""
    play = at("8.6041", units=UNITS, **NONE)
    assert asked(play) == [RUSSIAN, GERMAN]
    line = "REPORT STEP 8.6041 unit=SQ7 add=encircled"
    (first,) = say(play, GERMAN, line)
    assert (first.verdict, first.why) == ("waiting", "the other side has not yet filed the same")
    assert "encircled" not in play.state.units["SQ7"].flags
    assert [event.kind for event in play.events if event.kind != "Renewed"][-1:] == ["LineFiled"]
    assert verdicts(play, RUSSIAN, line) == ["done"]
    assert "LineBooked" in [event.kind for event in play.events]
    assert "encircled" in play.state.units["SQ7"].flags
    assert play.state.segment == "8.6041"
    say(play, GERMAN, "pass")
    assert play.state.segment == "8.6041" and asked(play) == [RUSSIAN]
    say(play, RUSSIAN, "pass")
    assert play.state.segment == "8.6042"


@pytest.mark.rule("RePh0.1")
def test_what_one_side_alone_reports_is_shown_to_the_other_and_returned() -> None:
    play = at("8.6041", units=UNITS, **NONE)
    say(play, GERMAN, "REPORT STEP 8.6041 unit=SQ7 add=encircled", "pass")
    say(play, RUSSIAN, "pass")
    (again,) = play.state.waiting()
    assert again.player == RUSSIAN and "unit=SQ7" in again.question
    say(play, RUSSIAN, "REPORT STEP 8.6041 unit=SQ7 add=broken")
    assert asked(play) == [RUSSIAN] and "LinesReturned" not in [event.kind for event in play.events]
    say(play, RUSSIAN, "pass")
    say(play, GERMAN, "pass")
    (back,) = [event for event in play.events if event.kind == "LinesReturned"]
    assert set(back.facts()["lines"]) == {RUSSIAN, GERMAN} and back.seen_by(RUSSIAN) and back.seen_by(GERMAN)
    assert play.state.units["SQ7"].flags == frozenset() and campaign(play.state).filed == {}
    assert play.state.segment == "8.6041" and asked(play) == [RUSSIAN, GERMAN]


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize(
    ("first", "final", "stands"),
    [("8.601", "8.615", True), ("8.609", "8.609", True), ("8.608", "8.6151", False), ("8.7", "8.8", False)],
)
def test_steps_up_to_the_chits_may_be_passed_over(first: str, final: str, stands: bool) -> None:
    if stands:
        check_range(first, final, "8.615")
        return
    with pytest.raises(Refused, match=f"{first}-{final} are not steps up to 8.615"):
        check_range(first, final, "8.615")


@pytest.mark.rule("RePh0.1")
def test_a_report_for_a_step_waits_for_the_end_of_the_firefight_and_nothing_else_before_a_cgs() -> None:
    with pytest.raises(Refused, match=r"the firefight goes on; step 8\.608 comes when it is over"):
        check_turn_of(fight().state, "8.608")
    check_turn_of(fight(segment="INIT.BUY").state, "8.608")


@pytest.mark.rule("RePh0.1")
def test_who_has_nothing_for_a_step_beforehand_is_not_asked_in_it() -> None:
    play = at("8.6041", units=UNITS, **NONE, passing={GERMAN: ("8.6041",)})
    assert asked(play) == [RUSSIAN] and held(play.state).passed == (GERMAN,)
    before = len(play.events)
    say(play, RUSSIAN, "pass")
    assert "passing" not in [event.facts().get("key") for event in play.events[before:]]


@pytest.mark.rule("RePh0.1")
def test_what_the_referee_does_at_a_step_is_done_and_the_next_begins() -> None:
    play = fight(segment="8.6092", fires={"k12": "blaze"}, terrain={"k12": "wood-rubble"})
    run(play)
    assert campaign(play.state).terrain == {"k12": "shellhole"} and play.state.segment == "8.6093"
    assert "StepNotUsed" not in [event.kind for event in play.events]


@pytest.mark.rule("RePh0.1")
def test_who_is_hidden_off_the_map_does_not_show_himself() -> None:
    units = {"S": "6-5-8 K13 hip", "O": "6-5-8 off-map hip"}
    assert "neither hidden" in no(fight(units), "report REVEAL unit=O", "RePh0.1").why
    do(fight(units), "report REVEAL unit=S")


@pytest.mark.rule("RePh0.1")
def test_a_verb_does_nothing_that_it_does_not_know() -> None:
    assert "roll SNIPER" in no(fight(), "roll MOON", "RePh0.1").legal


@pytest.mark.rule("RePh0.1")
def test_no_step_is_left_out_and_each_has_its_turn() -> None:
    """All steps of the document with those that KGP II alone describes, in the order of their numbers."""
    numbers = list(steps())
    assert numbers[:5] == ["8.601", "8.6011", "8.602", "8.6031", "8.6032"]
    assert numbers == sorted(numbers) and {"8.6041", "8.6095", "8.6144", "8.618", "8.6234"} <= set(numbers)
    play = at("8.618", 4, 3)
    (skipped,) = [event for event in play.events if event.kind == "StepNotUsed"]
    assert skipped.facts()["number"] == "8.618" and play.state.segment == "8.619"


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("REPORT STEP 8.6999", "\"8.6999\" is not a step at which both sides report"),
        ("REPORT STEP 8.616", "\"8.616\" is not a step at which both sides report"),
        ("REPORT STEP", "\"\" is not a step at which both sides report"),
        ("REPORT MOON", "there is no report MOON; near it are PROMOTION"),
        ("REPORT LOST unit=SQ7 colour=red", "a report of this kind has no \"colour=\""),
        ("REPORT SAN number=3", "\"REPORT SAN number=3\" is filed at 8.6122; now 8.6041 is open"),
    ],
)  # fmt: skip
def test_what_is_no_report(text: str, why: str) -> None:
    (no,) = say(at("8.6041", units=UNITS, **NONE), GERMAN, text)
    assert (no.verdict, no.rule, no.why) == ("refused", "RePh0.1", why)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        clause("RePh8.601", "REPORT STEP 8.601 unit=XX add=broken", "there is no unit XX"),
        clause("RePh8.601", "REPORT STEP 8.601 unit=SQ7 add=happy", "there is no marker \"happy\""),
        clause("RePh8.601", "REPORT STEP 8.601 unit=SQ7 drop=broken", "SQ7 is not broken"),
        clause("RePh8.601", "REPORT STEP 8.601 unit=SQ7 becomes=9-9-9", "the german side has no 9-9-9"),
        clause("RePh8.601", "REPORT STEP 8.601 unit=SQ7 to=moon", "\"moon\" is neither a hex nor one of "
               "off-map, reserve, bought, eliminated"),
        clause("RePh8.601", "REPORT STEP 8.601 to=K12", "name the unit= that this happens to"),
        clause("RePh8.601", "REPORT STEP 8.601 unit=GONE add=broken", "GONE is eliminated"),
    ],
)  # fmt: skip
def test_what_is_reported_of_a_unit_can_be_so(text: str, why: str) -> None:
    gone = a_unit("GONE", GERMAN, "eliminated", "6-5-8")
    (no,) = say(at("8.601", units=(*UNITS, gone), **NONE), GERMAN, text)
    assert (no.verdict, no.rule, no.why) == ("refused", "RePh8.601", why)


@pytest.mark.rule("RePh8.601")
def test_no_later_step_is_reported_before_the_melees_are_finished() -> None:
    play = at("8.601", units=UNITS, **NONE)
    (order,) = say(play, RUSSIAN, "ROLL SAN")
    assert (order.verdict, order.rule) == ("refused", "RePh8.601")
    assert order.why == "step 8.601 is open (Melees are finished); step 8.6122 comes later"
    (early,) = say(play, RUSSIAN, "REPORT STEP 8.602 unit=SQ7 drop=dm")
    assert (early.verdict, early.rule) == ("refused", "RePh8.601")
    assert early.why == "step 8.601 is open (Melees are finished); step 8.602 comes later"
    melee = "REPORT STEP 8.601 place=K12 winner=german unit=R1 to=eliminated"
    say(play, RUSSIAN, melee, "pass")
    assert play.state.units["R1"].at == "k11"
    assert verdicts(play, GERMAN, melee, "pass") == ["done", "done"]
    assert play.state.units["R1"].at == "eliminated" and play.state.segment == "8.6011"
    assert campaign(play.state).signed["8.601"] == ("place K12, to eliminated, unit R1, winner german",)
    (late,) = say(play, GERMAN, "REPORT STEP 8.601 place=K13 winner=german")
    assert late.why == "step 8.601 is over; step 8.6011 is open (The order in which Melees were resolved)"


@pytest.mark.rule("RePh8.601")
def test_both_may_sign_that_there_was_no_melee() -> None:
    play = at("8.601", units=UNITS, **NONE)
    say(play, RUSSIAN, "pass")
    assert play.state.segment == "8.601"
    assert asked(play) == [GERMAN] and campaign(play.state).passing == {}
    say(play, GERMAN, "pass")
    assert play.state.segment == "8.6011"


@pytest.mark.parametrize(
    ("segment", "text", "number", "why"),
    [
        clause("RePh8.609", "8.608", "REPORT STEP 8.6091 unit=SQ7 add=broken", "RePh8.6091",
               "step 8.608 is open (Prisoners); step 8.6091 comes later"),
        clause("RePh8.609", "8.6091", "REPORT STEP 8.6095 unit=SQ7 to=eliminated", "RePh8.6095",
               "step 8.6091 is open (Burning wrecks); step 8.6095 comes later"),
        clause("RePh8.614", "8.6141", "REPORT STEP 8.6143 unit=SQ7 add=ti", "RePh8.6143",
               "step 8.6141 is open (Vehicles); step 8.6143 comes later"),
        clause("RePh8.614", "8.6143", "REPORT STEP 8.6141 unit=SQ7 add=ti", "RePh8.6141",
               "step 8.6141 is over; step 8.6143 is open (Vehicular MG change hands)"),
    ],
)  # fmt: skip
def test_fires_and_repairs_are_reported_in_their_order(
    segment: str, text: str, number: str, why: str
) -> None:
    (no,) = say(at(segment, units=UNITS, **NONE), GERMAN, text)
    assert (no.verdict, no.rule, no.why) == ("refused", number, why)


@pytest.mark.rule("RePh8.609")
def test_fires_burn_between_wrecks_and_eliminations() -> None:
    play = at("8.6091", units=UNITS, fires={"k12": "blaze"}, terrain={"k12": "wood-rubble"}, **NONE)
    for side in (RUSSIAN, GERMAN):
        say(play, side, "pass")
    assert play.state.segment == "8.6095" and campaign(play.state).terrain == {"k12": "shellhole"}
    assert verdicts(play, GERMAN, "REPORT STEP 8.6095 unit=SQ7 to=eliminated") == ["waiting"]


@pytest.mark.rule("RePh0.1")
def test_several_steps_are_passed_over_in_one_line() -> None:
    play = at("8.601", units=UNITS, **NONE)
    say(play, RUSSIAN, "pass 8.601-8.602")
    say(play, GERMAN, "pass 8.601-8.6011")
    assert play.state.segment == "8.602" and asked(play) == [GERMAN]
    say(play, GERMAN, "pass")
    assert play.state.segment == "8.6031" and asked(play) == [RUSSIAN, GERMAN]


@pytest.mark.rule("RePh0.1")
def test_a_step_to_come_may_be_passed_over_while_another_is_open() -> None:
    play = at("8.601", units=UNITS, **NONE)
    say(play, RUSSIAN, "pass 8.6011-8.602")
    assert asked(play) == [RUSSIAN, GERMAN]
    for side in (RUSSIAN, GERMAN):
        say(play, side, "pass")
    assert play.state.segment == "8.6011" and asked(play) == [GERMAN]


@pytest.mark.rule("RePh0.1")
def test_what_is_returned_opens_the_step_anew_for_those_who_had_passed_it_over() -> None:
    play = at("8.601", units=UNITS, **NONE)
    alone = "REPORT STEP 8.601 unit=SQ7 add=broken"
    say(play, RUSSIAN, "pass 8.601-8.602")
    say(play, GERMAN, alone, "pass 8.601-8.602")
    assert asked(play) == [RUSSIAN]
    say(play, RUSSIAN, "pass 8.601-8.602")
    assert play.state.segment == "8.601" and asked(play) == [RUSSIAN, GERMAN]
    assert campaign(play.state).passing == campaign(play.state).filed == {}
    say(play, GERMAN, alone, "pass")
    assert asked(play) == [RUSSIAN]
    say(play, RUSSIAN, "pass")
    assert asked(play) == [RUSSIAN] and set(campaign(play.state).filed) == {GERMAN}


@pytest.mark.rule("RePh0.1")
def test_lines_about_two_places_both_wait_and_a_newer_one_about_a_unit_replaces_the_older() -> None:
    play = at("8.601", units=UNITS, **NONE)
    melees = ("REPORT STEP 8.601 place=K12 winner=german", "REPORT STEP 8.601 place=K13 winner=german")
    assert verdicts(play, RUSSIAN, *melees) == ["waiting", "waiting"]
    assert verdicts(play, GERMAN, *melees) == ["done", "done"]
    say(play, RUSSIAN, "REPORT STEP 8.601 unit=SQ7 add=broken")
    say(play, RUSSIAN, "REPORT STEP 8.601 unit=SQ7 add=pinned")
    assert len(campaign(play.state).filed[RUSSIAN]) == 1
    assert verdicts(play, GERMAN, "REPORT STEP 8.601 unit=SQ7 add=broken") == ["waiting"]
    assert verdicts(play, GERMAN, "REPORT STEP 8.601 unit=SQ7 add=pinned") == ["done"]
    assert not any(campaign(play.state).filed.values())


# -- what was done at the table ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        clause("RePh0.1", "REPORT LOST unit=GONE", "GONE is eliminated"),
        clause("RePh0.1", "REPORT WOUND unit=SQ", "SQ is not a SMC. Only a SMC may be wounded"),
        clause("RePh0.1", "REPORT AT unit=SQ", "hex= says where SQ is"),
        clause("RePh0.1", "REPORT AT unit=BOX hex=K14", "BOX is not on the map: it comes by ENTER"),
        clause(
            "RePh0.1", "REPORT AT unit=SQ hex=K14:9", "K14:9: only the Reichstag and the factory have more"
        ),
    ],
)
def test_what_was_not_done_at_the_table(text: str, why: str) -> None:
    refused = no(table(), text, "BRV12.1" if "K14:9" in why else "RePh0.1")
    assert refused.why.startswith(why)


@pytest.mark.rule("RePh0.1")
@pytest.mark.parametrize(
    ("text", "unit", "at_", "flag"),
    [
        ("REPORT LOST unit=SQ", "SQ", "eliminated", ""),
        ("REPORT WOUND unit=HERO", "HERO", "k13", "wounded"),
        ("REPORT AT unit=SQ hex=K14", "SQ", "k14", ""),
    ],
)
def test_what_was_done_at_the_table(text: str, unit: str, at_: str, flag: str) -> None:
    play = table()
    do(play, text)
    assert (play.state.units[unit].at, play.state.units[unit].flags) == (at_, frozenset(flag.split()))


def table() -> Play:
    """A squad and a leader in K13, a squad that has not entered and one that is lost."""
    units = {"SQ": "6-5-8 K13", "HERO": "8-0 K13", "BOX": "6-5-8 off-map", "GONE": "6-5-8 eliminated"}
    return fight(units, {})
