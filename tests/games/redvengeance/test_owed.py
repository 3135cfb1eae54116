"""What is owed at once holds the Player Turn of a side that has not filed it; questions say what is left."""

from __future__ import annotations

import pytest

from adjudicator.events import Names
from adjudicator.games.redvengeance.by_mail.view import view
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions.firefight import end
from adjudicator.games.redvengeance.situation.campaign import campaign, mover, own
from adjudicator.play import Play
from tests.games.redvengeance.by_mail import bought
from tests.games.redvengeance.test_reported_by_letter import begun, both, letter, verdicts

COLLAPSE = "report COLLAPSE unit=T hex=I9 result=passed"


def blown() -> Play:
    """The bridge I9 is blown up under a Russian tank, in the Russian's Player Turn."""
    play = begun({"D": "8-3-8 K11"}, {"T": "T-34/85 I9", "R": "4-5-8 K12"}, 3, 4)
    assert verdicts(play, GERMAN, "dc unit=D hex=I9 column=36 withdrew=K11 task=passed result=2KIA") == [
        "done"
    ]
    assert campaign(play.state).owed == {"T": "collapse"}
    return play


def berserk() -> Play:
    """A Gestapo leader goes berserk beside two squads."""
    play = begun({"G": "8-0-gestapo K13", "S": "6-5-8 K13", "V": "6-5-8 K13"}, {"R": "4-5-8 K12"})
    both(play, "report BERSERK unit=G")
    return play


@pytest.mark.rule("BRV11.314.4", "CG32.5")
def test_no_player_turn_ends_before_the_collapse_dr_is_reported() -> None:
    play = blown()
    for line in ("endturn", "pass"):
        (said,) = letter(play, RUSSIAN, line)
        assert (said.verdict, said.rule, said.legal) == ("refused", "BRV11.314.4", (COLLAPSE,)), said
        assert said.why == "first report the Bridge Collapse DR of T"
    assert verdicts(play, GERMAN, "pass") == ["refused BRV11.314.4"]
    assert verdicts(play, RUSSIAN, COLLAPSE, "endturn") == ["waiting", "done"], "nobody waits for the other"
    assert mover(play.state) == GERMAN
    assert verdicts(play, GERMAN, "endturn") == ["refused BRV11.314.4"]
    assert verdicts(play, GERMAN, COLLAPSE, "endturn") == ["done", "done"]
    assert campaign(play.state).owed == {}


@pytest.mark.rule("BRV8.503.2", "CG32.5")
def test_no_player_turn_ends_before_every_ntc_is_reported() -> None:
    play = berserk()
    (said,) = letter(play, RUSSIAN, "endturn")
    assert said.legal == ("report NTC unit=S dr=7", "report NTC unit=V dr=7")
    assert said.why == "first report the NTC of S, the NTC of V"
    both(play, "report NTC unit=S dr=12")
    assert verdicts(play, RUSSIAN, "endturn") == ["refused BRV8.503.2"]
    both(play, "report LOST unit=V")
    assert verdicts(play, RUSSIAN, "endturn") == ["done"], "who is gone owes nothing"


@pytest.mark.rule("BRV11.314.4")
def test_as_is_and_a_bridge_that_is_gone_let_play_go_on() -> None:
    assert verdicts(blown(), RUSSIAN, "pass", "as is") == ["done", "done"]
    play = blown()
    both(play, "report HE hex=I9 result=KIA")
    assert verdicts(play, RUSSIAN, "endturn") == ["done"]


@pytest.mark.rule("BRV11.314.4", "RePh0.1")
def test_the_question_offers_what_is_owed_in_place_of_the_end() -> None:
    play = blown()
    for decision in play.state.decisions:
        assert decision.answers == (COLLAPSE,), decision.player
    letter(play, RUSSIAN, COLLAPSE)
    assert {d.player: d.answers for d in play.state.decisions} == {
        RUSSIAN: ("endturn", "pass"),
        GERMAN: ("so it was", "report COLLAPSE hex=I9 result=passed unit=T"),
    }  # fmt: skip


@pytest.mark.rule("BRV11.311.1", "CG32.5")
def test_the_german_ends_no_player_turn_before_the_ift_is_read_and_the_russian_hears_nothing() -> None:
    play = begun({"D": "8-3-8 K11"}, {"R": "4-5-8 K12"}, 3, 4)
    assert verdicts(play, RUSSIAN, "endturn") == ["done"]
    before = len(play.events)
    assert verdicts(play, GERMAN, "dc unit=D hex=I9 column=36 withdrew=K11 task=passed") == ["done"]
    (said,) = letter(play, GERMAN, "endturn")
    assert (said.rule, said.legal) == ("BRV11.311.1", ("dc unit=D result=none",))
    assert said.why == "first report the IFT's result for the DC of D"
    assert not [event for event in play.events[before:] if event.seen_by(RUSSIAN) and event.says(Names({}))]
    assert verdicts(play, GERMAN, "dc unit=D result=none", "endturn") == ["done", "done"]


@pytest.mark.rule("BRV11.311.1", "CG32.5")
def test_a_dc_in_the_enemys_player_turn_is_read_after_it_too_and_not_after_the_date() -> None:
    play = begun({"D": "8-3-8 K11"}, {"R": "4-5-8 K12"}, 3, 4)
    assert verdicts(play, GERMAN, "dc unit=D hex=I9 column=36 withdrew=K11 task=passed") == ["done"]
    assert verdicts(play, RUSSIAN, "endturn") == ["done"]
    assert own(play.state, GERMAN).dc_unread == {"D": "I9"}
    assert verdicts(play, GERMAN, "pass", "as is") == ["done", "done"]
    end(play, "CG32.5", "neither side has anything more")
    assert own(play.state, GERMAN).dc_unread == {}


# -- what is left of a question -------------------------------------------------------------------------


@pytest.mark.rule("RePh0.1")
def test_a_question_says_what_is_left_when_a_part_of_it_was_answered() -> None:
    play = begun({"G": "6-5-8 K13"}, {"R": "4-5-8 K12", "S": "4-5-8 K12"})
    lines = "report LOST unit=R", "report LOST unit=S"
    letter(play, RUSSIAN, *lines)
    (asked,) = (one for one in play.state.decisions if one.player == GERMAN)
    assert asked.question.startswith("The other side has filed: report LOST unit=R,S. ")
    assert asked.answers == ("pass", "so it was", "report LOST unit=R,S")
    letter(play, GERMAN, lines[0])
    (left,) = (one for one in play.state.decisions if one.player == GERMAN)
    assert left.id == asked.id, "it is the same question"
    assert left.question.startswith(f"The other side has filed: {lines[1]}. ") and left.answers == (
        "pass",
        "so it was",
        lines[1],
    )
    (own,) = (one for one in play.state.decisions if one.player == RUSSIAN)
    assert own.question.startswith(f"Waiting from you: {lines[1]}. ")


@pytest.mark.rule("RePh0.1", "ROST.5")
def test_a_renewed_question_tells_nothing_of_what_one_side_files_alone() -> None:
    play = begun({"H": "6-5-8 K13 hip", "G": "6-5-8 K13"}, {"R": "4-5-8 K12"})
    before = [one for one in play.state.decisions if one.player == RUSSIAN]
    letter(play, GERMAN, "report AT unit=H hex=K14")
    assert [one for one in play.state.decisions if one.player == RUSSIAN] == before
    assert "H" not in view(play.state, RUSSIAN).units


@pytest.mark.rule("RePh8.624")
def test_the_example_of_a_set_up_is_a_unit_that_is_left() -> None:
    date = bought(("buy I3", "buy I3 mode=map", "buy G5"))
    (asked,) = date.state.decisions
    assert asked.answers[0].startswith("setup GE-I3#2-"), "the first group was bought to enter"
    date.good(GERMAN, "setup GE-I3#2-1,GE-I3#2-2,GE-I3#2-3,GE-I3#2-4,GE-I3#2-5 hex=K20")
    (left,) = date.state.decisions
    assert left.answers[0].startswith("setup GE-G5#1-")
    date.good(GERMAN, "setup all hex=A20", "setup SNIPERS B12,R12")
    (left,) = date.state.decisions
    assert left.answers == ("pass",) and "SNIPERS" not in left.question


@pytest.mark.rule("RePh8.624", "BRV16.5.3")
def test_the_example_of_a_set_up_may_be_a_vehicle_in_a_building() -> None:
    date = bought(("buy V8 mode=map",), control={"y18": GERMAN, "y19": GERMAN, "k12": RUSSIAN})
    (asked,) = date.state.decisions
    assert asked.answers[0].startswith("setup GE-V8#1-1 hex=Y1")
