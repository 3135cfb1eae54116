"""Reports held against what both sides have booked: losses that nobody booked, lines that can be booked no
more, Snipers that have moved."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.by_mail.view import view
from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN, SIDES
from adjudicator.games.redvengeance.questions import reporting
from adjudicator.games.redvengeance.situation.campaign import campaign
from tests.games.redvengeance.firefight import fight
from tests.games.redvengeance.table import a_play
from tests.games.redvengeance.test_reported_by_letter import RUSSIANS, begun, both, letter, verdicts

# -- CG24: no more losses than were booked --------------------------------------------------------------


@pytest.mark.rule("CG24.2", "CG24.4", "VC-CGS.1")
@pytest.mark.parametrize(("lost", "over"), [
    ("G", "infantry and crews 9, booked 2"), ("C", "infantry and crews 9, booked 1"),
    ("M", "infantry and crews 9, booked 0"), ("L", ""), ("V", ""),
])  # fmt: skip
def test_no_report_of_losses_has_more_than_were_booked_where_that_is_known(lost: str, over: str) -> None:
    units = {"G": "6-5-8 K13", "L": "9-1 K13", "C": "2-2-8 K13", "M": "LMG K13", "V": "mk-iv-h K13"}
    nine = "report CVP of=german suffered=9 vehicles=0 moabit=0 capture=0 refit=0 elr=9"
    nine = nine.replace("suffered=9 vehicles=0", "suffered=10 vehicles=1") if lost == "V" else nine
    for bought in (0, 4):
        play = begun(units, {"R": "4-5-8 K12"}, bought_in=bought)
        both(play, f"report LOST unit={lost}")
        for side in SIDES:
            letter(play, side, "pass")
        said = letter(play, GERMAN, nine)[0]
        assert (said.verdict == "refused") is bool(bought and over)
        if said.verdict == "refused":
            assert f'the german side has booked fewer losses: {over}. "report LOST' in said.why
            assert verdicts(play, GERMAN, said.legal[0]) == ["waiting"]


@pytest.mark.rule("CG24.2", "RePh8.6123.1")
def test_neither_vehicles_nor_losses_of_the_refit_phase_are_reported_that_nobody_booked() -> None:
    play = begun({}, RUSSIANS, segment="8.601", bought_in=4)
    for part in ("suffered=3 vehicles=3 moabit=0", "suffered=3 vehicles=0 moabit=3"):
        line = f"report CVP of=russian {part} capture=0 refit=0 elr=0"
        assert verdicts(play, RUSSIAN, line) == ["refused CG24.2"]
    refit = "report CVP of=russian suffered=0 vehicles=0 moabit=0 capture=0 refit=2 elr=2"
    assert verdicts(play, RUSSIAN, refit) == ["refused CG24.2"]


# -- what the other side has filed ----------------------------------------------------------------------


@pytest.mark.rule("RePh0.1")
def test_a_line_of_the_other_side_is_offered_as_long_as_it_can_be_booked() -> None:
    play = begun({}, {"R": "4-5-8 K12 broken", "S": "4-5-8 K12"})
    lines = "report LOST unit=R", "report ROUT unit=R hex=K11 ml=6 dr=8 bonus=1"
    assert verdicts(play, RUSSIAN, *lines, "pass") == ["waiting", "waiting", "done"]
    assert verdicts(play, GERMAN, lines[0]) == ["done"]
    letter(play, GERMAN, "pass")
    (asked,) = (one for one in play.state.decisions if one.player == GERMAN)
    assert not any("ROUT" in one for one in asked.answers)


# -- CG3: the Snipers -----------------------------------------------------------------------------------


@pytest.mark.rule("CG3.1", "CG3.2", "RePh0.1")
def test_a_side_places_its_snipers_alone_and_both_report_that_they_were_moved() -> None:
    play = begun({}, {})
    line = "report SNIPERS of=german {}".format
    assert verdicts(play, RUSSIAN, line("B12,R12")) == ["refused CG3.1"]
    assert verdicts(play, GERMAN, line("B12,R12")) == ["done"]
    assert verdicts(play, GERMAN, line("B12,S12")) == ["waiting"]
    assert campaign(play.state).snipers == {GERMAN: ("B12", "R12")}
    assert verdicts(play, RUSSIAN, line("B12,S12")) == ["done"]
    assert campaign(play.state).snipers == {GERMAN: ("B12", "S12")}


@pytest.mark.rule("RePh0.1", "CG22.7a")
@pytest.mark.parametrize("said", ["so it was", "report LOST unit=S"])
def test_on_the_view_of_a_side_a_line_about_a_unit_that_is_only_named_waits(said: str) -> None:
    """A page tries a line on what its side knows: there a Reserve unit that its owner reports lost is not."""
    play = fight({"S": "4-4-7 K13 reserve"}, {"R": "4-5-8 K20"})
    assert not reporting.file(play, GERMAN, read_line("report LOST unit=S"))
    seen = a_play(view(play.state, RUSSIAN))
    assert "S" not in seen.state.units
    for one in (seen, play):
        if said == "so it was":
            reporting.accept(one, RUSSIAN, read_line(said))
        else:
            assert reporting.file(one, RUSSIAN, read_line(said)) == (one is play)
    assert play.state.units["S"].at == "eliminated"
