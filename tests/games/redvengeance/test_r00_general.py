"""What holds everywhere: joint reports (0.5), the map (0.7), Kindling (5), Attacker and Lull (17)."""

from __future__ import annotations

import pytest

from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN, other
from adjudicator.games.redvengeance.questions import reporting
from adjudicator.games.redvengeance.questions.firefight import attacker, begin, defender
from adjudicator.games.redvengeance.questions.gates import run_initiative
from adjudicator.games.redvengeance.record import start
from adjudicator.games.redvengeance.situation.campaign import campaign
from adjudicator.play import Play
from tests.games.redvengeance.firefight import fight, no
from tests.games.redvengeance.table import a_play


@pytest.mark.rule("BRV0.5")
def test_what_the_base_rules_decide_is_booked_when_both_have_filed_it() -> None:
    play = fight({"S": "6-5-8 K13"})
    assert not reporting.file(play, GERMAN, read_line("report break unit=S"))
    assert play.state.units["S"].flags == set()
    assert not reporting.file(play, GERMAN, read_line("report break unit=S"))
    assert reporting.file(play, RUSSIAN, read_line("REPORT BREAK unit=s"))
    assert play.state.units["S"].flags == {"broken", "dm"} and play.events[-1].rule == "BRV0.5"


@pytest.mark.rule("BRV0.7")
def test_the_whole_map_is_in_play() -> None:
    state = start("campaign")
    assert (
        set(state.board.spaces) == set(fight().state.board.spaces)
        and len(state.board.spaces) == 20 * 25 + 19 * 26
    )


@pytest.mark.rule("BRV5.0")
def test_nothing_is_kindled() -> None:
    for hex_ in ("K12", "K13"):
        assert no(fight(), f"report kindle hex={hex_}") == ("BRV5.0", "Kindling is not allowed anywhere")


def opened(russian: str, german: str) -> Play:
    """8.623 with these chits."""
    play = a_play(start("campaign").but(turn=3))
    play.state = play.state.but(facts={**play.state.facts, "chits": {RUSSIAN: russian, GERMAN: german}})
    play.go("RePh8.623", "8.623")
    run_initiative(play)
    return play


@pytest.mark.rule("BRV17.2")
def test_who_moves_first_is_the_attacker_and_the_other_sets_up_first() -> None:
    state = start("campaign")
    assert (attacker(state), defender(state)) == (RUSSIAN, GERMAN)
    for first, chits in ((RUSSIAN, ("attack", "idle")), (GERMAN, ("idle", "attack"))):
        play = opened(*chits)
        assert (attacker(play.state), defender(play.state)) == (first, other(first))
        assert (campaign(play.state).case, defender(play.state)) == (first, other(first))
        begin(play)
        assert play.state.frame.facts["mover"] == first


@pytest.mark.rule("BRV17.3")
def test_a_lull_is_both_idle() -> None:
    assert campaign(opened("idle", "idle").state).case == "lull"
    assert campaign(opened("idle", "attack").state).case == GERMAN
    assert campaign(opened("attack", "idle").state).case == RUSSIAN
