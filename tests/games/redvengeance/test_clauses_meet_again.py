"""Where two clauses meet once more: what is walked through, what is held by the fallen, what has burnt."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.fighting.r14_banner import award
from adjudicator.games.redvengeance.position import GERMAN, RUSSIAN
from adjudicator.games.redvengeance.questions.setting_up import lay_banner
from adjudicator.games.redvengeance.situation.campaign import banners, placed
from adjudicator.games.redvengeance.situation.modifiers import flying
from adjudicator.play import Play
from tests.games.redvengeance.doing import do, flags, no
from tests.games.redvengeance.firefight import fight, line, told

# -- CG16 Moabit Prisoners, 8.5 Gestapo ----------------------------------------------------------------------


@pytest.mark.rule("CG16.7", "CG14.1")
def test_moabit_prisoners_control_no_building_that_they_only_came_through() -> None:
    """They stand in K12, and K13 behind them is a building in which nobody is left."""
    play = fight({}, {"M": "3-3-7 K12", "S": "4-5-8 K14"}, control={"k13": GERMAN})
    no(play, "control K12,K13 by=M", "CG16.7", RUSSIAN)
    do(play, "control K12 by=M", RUSSIAN)
    do(play, "control K13,K14 by=S", RUSSIAN)
    assert play.state.control == {"k12": RUSSIAN, "k13": RUSSIAN, "k14": RUSSIAN}


@pytest.mark.rule("BRV8.502")
def test_a_wounded_gestapo_leader_who_would_break_again_is_wounded_again() -> None:
    """As by a report of a wound: a second one eliminates a SMC."""
    play = fight({"G": "8-0-gestapo K13"})
    do(play, "report break unit=G")
    assert flags(play, "G") == {"wounded"}
    do(play, "report break unit=G")
    assert play.state.units["G"].at == "eliminated"


# -- CG17 several Red Banners --------------------------------------------------------------------------------

ROOFS = {"x17": RUSSIAN, "y17": RUSSIAN, "x18": RUSSIAN}


def holders(**facts: Any) -> Play:
    """Two Russian squads that hold Banners on two roofs of the Reichstag; they need 5 or less."""
    there = {"S": "6-2-8 X17 banner level-r", "T": "6-2-8 Y17 banner level-r"}
    return fight({}, there, 3, 3, turn=6, control=ROOFS, **facts)


@pytest.mark.rule("CG17.2", "CG17.4", "CG17.3", "BRV14.3.7")
def test_a_second_banner_leaves_the_first_as_it_was() -> None:
    """One that was placed in an earlier CGS counts, whatever is placed in this one; and it is left when the
    second is destroyed, and the second when it is."""
    play = holders(banner="X18:R", banner_turn=5)
    do(play, "banner unit=S hex=X17:R phase=mph", RUSSIAN)
    assert flying(play.state)
    award(play)
    assert flying(play.state) and banners(play.state) == {"X18:R": 5, "X17:R": 6}
    for first, left in (("X18:R", {"X17:R": 6}), ("X17:R", {"X18:R": 5})):
        apart = Play(play.state, play.chance)
        do(apart, f"report destroy hex={first} by=ft")
        assert banners(apart.state) == left and flying(apart.state) is (left == {"X18:R": 5})


@pytest.mark.rule("BRV14.3.7", "CG17.4")
def test_two_banners_of_one_game_turn_are_both_placed() -> None:
    play = holders()
    for unit, roof in (("S", "X17:R"), ("T", "Y17:R")):
        do(play, f"banner unit={unit} hex={roof} phase=mph", RUSSIAN)
    award(play)
    assert banners(play.state) == {"X17:R": 6, "Y17:R": 6} and not placed(play.state)
    assert not flying(play.state) and flying(play.state.but(turn=7))


@pytest.mark.rule("BRV14.3.7")
def test_of_two_placed_banners_that_in_a_german_location_waits() -> None:
    play = holders()
    for unit, roof in (("S", "X17:R"), ("T", "Y17:R")):
        do(play, f"banner unit={unit} hex={roof} phase=mph", RUSSIAN)
    lost = Play(play.state.but(control={**ROOFS, "x17": GERMAN}), play.chance)
    award(lost)
    assert (banners(lost.state), placed(lost.state)) == ({"Y17:R": 6}, ("X17:R",))
    award(lost, over=True)
    assert (banners(lost.state), placed(lost.state)) == ({"Y17:R": 6}, ())


@pytest.mark.rule("CG17.1")
def test_all_banners_that_fly_are_set_up_first() -> None:
    play = fight(
        {}, {}, banner="X17:R", banner_turn=2, more_banners={"Y17:R": 2}, segment="8.624", first=RUSSIAN
    )
    lay_banner(play)
    assert told(play) == ["The Red Banner is set up first, on X17:R and Y17:R."]


# -- 14.1 who holds a Banner is lost or replaced -------------------------------------------------------------


@pytest.mark.rule("BRV14.1.1", "BRV14.2.4", "BRV14.2.2")
@pytest.mark.parametrize("report", ["lost unit=S", "break unit=S", "STEP 8.602 unit=S to=eliminated"])
def test_a_banner_lies_where_its_holder_fell_and_another_takes_it_up(report: str) -> None:
    there = {"S": "3-2-8 X17 level-1", "T": "6-2-8 X17 level-1", "B": "banner X17 level-1 new"}
    play = fight({}, there, segment="8.602" if "STEP" in report else "PLAY")
    line(play, "report recover unit=S item=B", RUSSIAN)
    said = line(play, f"report {report}", RUSSIAN)
    fallen = play.state.units["B"]
    assert (fallen.at, fallen.flags) == ("x17", {"level-1"}) and play.state.units["S"].at == "eliminated"
    assert said[-1] == "The Red Banner of S lies in X17:1."
    line(play, "report recover unit=T item=B", RUSSIAN)
    assert "banner" in flags(play, "T") and play.state.units["B"].at == "eliminated"


@pytest.mark.rule("BRV14.1.1", "CG20.1")
def test_a_banner_leaves_the_map_with_its_holder() -> None:
    play = fight({}, {"S": "6-2-8 H0", "B": "banner H0"})
    line(play, "report recover unit=S item=B", RUSSIAN)
    line(play, "report exit unit=S hex=H0", RUSSIAN)
    assert play.state.units["B"].at == "eliminated"


@pytest.mark.rule("BRV14.1.1", "CG24.5")
def test_of_two_half_squads_one_holds_the_banner_of_their_squad() -> None:
    play = fight({}, {"S": "6-2-8 K13 banner"})
    line(play, "report elrfail unit=S underlined=yes", RUSSIAN)
    assert [play.state.units[one].flags & {"banner"} for one in ("S", "Sb")] == [{"banner"}, set()]
