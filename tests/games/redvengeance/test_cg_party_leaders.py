"""The loss of all Party Leaders (CG18), and that the ELR is told with its arithmetic whenever it changes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.events import Names
from adjudicator.games.redvengeance.by_mail.view import view
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions import firefight
from adjudicator.games.redvengeance.refit_phase.reph_result import run_elr
from adjudicator.games.redvengeance.situation.modifiers import effective_elr, tell_elr
from adjudicator.play import Play
from tests.games.redvengeance.buying import purse, resolved
from tests.games.redvengeance.firefight import fight, line, told
from tests.games.redvengeance.table import a_play

THREE = {"A": "10-0 K13", "B": "9-0 K13", "C": "9-0 L13"}


def leaders(where: dict[str, str]) -> Play:
    """A firefight with these Party Leaders."""
    play = fight(where)
    units = {one.id: one for one in play.state.units.values()}
    for id_, unit in units.items():
        assert unit.kind.endswith(("-de", "-party")), id_
    made = {id_: replace(unit, kind=f"{unit.kind[:4].rstrip('-')}-party") for id_, unit in units.items()}
    return a_play(play.state.but(units=made))


def elr(play: Play) -> int:
    """The ELR of a 6-5-8, printed 4."""
    return effective_elr(play.state, GERMAN, "6-5-8")


@pytest.mark.rule("CG18.1", "CG18.2")
def test_with_the_last_party_leader_a_level_is_lost_and_it_is_told() -> None:
    play = leaders(THREE)
    for lost in ("A", "B"):
        line(play, f"report LOST unit={lost}")
        tell_elr(play)
        assert elr(play) == 4
        assert effective_elr(view(play.state, RUSSIAN), GERMAN, "6-5-8") == 4
    before = len(play.events)
    line(play, "report WOUND unit=C")
    line(play, "report WOUND unit=C")
    tell_elr(play)
    assert elr(play) == 3
    assert told(play, before)[-1] == (
        "ELR of the german now: 8-3-8, 3-3-8: 5 as printed, -1 all Party Leaders lost = 4; "
        "smc, 6-5-8, all others: 4 as printed, -1 all Party Leaders lost = 3; "
        "4-4-7, 4-3-6, 2-3-7, 2-3-6: 2 as printed, -1 all Party Leaders lost = 1."
    )
    after = len(play.events)
    tell_elr(play)
    assert len(play.events) == after


@pytest.mark.rule("CG18.1")
def test_others_that_come_later_bring_no_level_back() -> None:
    play = leaders({"A": "10-0 eliminated"})
    tell_elr(play)
    alive = leaders({"N": "9-0 K13"}).state.units
    later = a_play(play.state.but(units={**play.state.units, **alive}))
    tell_elr(later)
    assert elr(later) == 3


@pytest.mark.rule("CG18.2")
def test_where_none_was_bought_none_is_lost() -> None:
    for others in {"L": "9-1 eliminated", "S": "4-4-7 K13"}, {"L": "9-1 eliminated"}:
        play = fight(others)
        tell_elr(play)
        assert elr(play) == 4 and play.events == []


@pytest.mark.rule("CG18.1")
@pytest.mark.parametrize(("at", "left"), [("eliminated", 3), ("K13", 4)])
def test_a_position_may_name_those_who_are_party_leaders(at: str, left: int) -> None:
    play = fight({"L": f"9-1 {at}", "S": "4-4-7 K13"}, party_leaders=("L",))
    tell_elr(play)
    assert elr(play) == left


@pytest.mark.rule("CG18.1", "RG-DE-I6.1")
def test_those_whom_the_group_brings_are_they_of_whom_it_speaks() -> None:
    play = resolved(purse(turn=3), GERMAN, ["buy I6"], 3, 3)
    came = [one for one in play.state.units.values() if one.kind.endswith("-party")]
    assert sorted(one.kind for one in came) == ["10-0-party", "9-0-party", "9-0-party"]


@pytest.mark.rule("CG18.1", "CG15.3")
def test_the_firefight_tells_the_elr_in_force_before_it_asks() -> None:
    play = fight({"A": "9-0 K13"}, {}, turn=2, first=RUSSIAN)
    firefight.run(play)
    said = [one.says(Names({})) for one in play.events]
    assert any("smc, 6-5-8, all others: 4 as printed, -1 Defender of a night CGS = 3" in one for one in said)
    assert not any("ELR of the russian" in one for one in said)


@pytest.mark.rule("RePh8.6123.1", "CG15.2", "RePh8.6123.4")
def test_levels_lost_by_losses_are_told_for_each_printed_value() -> None:
    play = fight({}, {}, turn=3, first=RUSSIAN, losses={"russian": {"suffered": 210}})
    run_elr(play)
    assert told(play)[-1] == (
        "ELR of the russian now: 6-2-8-ae, 3-2-8-ae: 5 as printed, -3 losses (8.6123) = 2; "
        "3-3-7, 1-3-7: 2 as printed, -3 losses (8.6123) = 0; "
        "all others: 4 as printed, -3 losses (8.6123) = 1."
    )


@pytest.mark.rule("CG15.3")
def test_nobody_is_the_defender_of_a_night_before_the_chits_are_opened() -> None:
    night = fight({}, {}, turn=2, first=RUSSIAN)
    assert elr(night) == 3
    for step in ("8.6123", "8.619"):
        assert elr(a_play(night.state.but(frames=(type(night.state.frame)(step),)))) == 4
