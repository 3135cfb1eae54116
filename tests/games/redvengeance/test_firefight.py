"""The firefight: how it begins, its Game Turns, and how a CGS ends (CG32)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.position import GERMAN, PLAY, RUSSIAN
from adjudicator.games.redvengeance.questions import firefight
from adjudicator.games.redvengeance.questions.firefight import end_turn, game_turn, roll_end
from adjudicator.games.redvengeance.questions.holding import held
from adjudicator.games.redvengeance.situation.campaign import campaign, mover, own
from adjudicator.play import Play
from adjudicator.rulings import Refused
from tests.clauses import clause
from tests.games.redvengeance.firefight import fight


def in_turn(turn: int, *dice: int, **facts: Any) -> Play:
    """A firefight in this Game Turn, in which the Russian moves first."""
    return fight(None, None, *dice, tracks={"game-turn": turn}, first=RUSSIAN, **facts)


# -- how it begins -------------------------------------------------------------------------------------------


@pytest.mark.rule("RePh8.625", "RePh8.6131.3")
def test_what_was_for_the_set_up_lapses_and_vacated_strategic_locations_are_uncontrolled() -> None:
    forts = {"item": "HIP", "times": 1, "unit": "squad"}, {"item": "WIRE", "times": 1}
    ours = {"forts": forts, "free": ("S",), "unseen": ("S",), "paid": ("S",), "bogs": {"T": {}}}
    play = fight({"S": "6-5-8 K13"}, segment="8.624", vacated={"k13": 3}, own_german=ours)
    firefight.begin(play)
    mine = own(play.state, GERMAN)
    assert (mine.forts, mine.free, mine.unseen, mine.paid, mine.bogs) == (forts[1:], (), (), (), {})
    assert mine.pf == 2 and campaign(play.state).vacated == {"k13": 0}
    assert (play.state.segment, game_turn(play.state), mover(play.state)) == (PLAY, 1, RUSSIAN)


# -- CG32 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CG32.5")
def test_the_player_turns_of_a_game_turn_follow_each_other() -> None:
    play = in_turn(3)
    with pytest.raises(Refused, match="it is the Player Turn of the russian side"):
        end_turn(play, GERMAN)
    assert firefight.take_own(play, RUSSIAN, read_line("endturn"))
    assert (game_turn(play.state), mover(play.state)) == (3, GERMAN)
    end_turn(play, GERMAN)
    assert (game_turn(play.state), mover(play.state), held(play.state).owed) == (4, RUSSIAN, 0)


@pytest.mark.rule("CG32.5", "BRV11.315.2")
def test_with_a_player_turn_ends_what_belongs_to_it() -> None:
    tally = {"selfrally german": 2, "pf german": 1}
    play = fight({"D": "dc U8 dc-set"}, first=RUSSIAN, tally=tally, owed={"D": "cut"})
    end_turn(play, RUSSIAN)
    assert campaign(play.state).tally == {"pf german": 1} and play.state.units["D"].at == "eliminated"


@pytest.mark.rule("CG32.5")
@pytest.mark.parametrize(("side", "turn"), [(RUSSIAN, 5), (GERMAN, 5), (GERMAN, 3)])
def test_who_had_nothing_more_is_asked_anew_in_the_next_player_turn(side: str, turn: int) -> None:
    play = in_turn(turn)
    if side == GERMAN:
        end_turn(play, RUSSIAN)
    play.note("CG32.5", passed=(RUSSIAN,))
    end_turn(play, side)
    assert held(play.state).passed == ()


@pytest.mark.parametrize(("turn", "dr", "ends"), [
    clause("CG32.1", 5, 1, True), clause("CG32.1", 5, 2, False), clause("CG32.2", 6, 3, True),
    clause("CG32.2", 6, 4, False), clause("CG32.3", 7, 5, True), clause("CG32.3", 7, 6, False),
])  # fmt: skip
def test_the_defender_rolls_whether_the_cgs_ends(turn: int, dr: int, ends: bool) -> None:
    play = fight(None, None, dr, tracks={"game-turn": turn}, first=RUSSIAN)
    roll_end(play, GERMAN, turn)
    assert play.state.segment == ("8.601" if ends else PLAY)
    assert game_turn(play.state) == (0 if ends else turn + 1)


@pytest.mark.rule("CG32.4")
def test_no_turn_follows_the_eighth() -> None:
    play = fight(tracks={"game-turn": 8}, first=RUSSIAN)
    end_turn(play, RUSSIAN)
    end_turn(play, GERMAN)
    assert play.state.segment == "8.601"
    with pytest.raises(Refused) as refused:
        roll_end(fight(tracks={"game-turn": 8}, first=RUSSIAN), GERMAN, 9)
    assert refused.value.rule == "CG32.4"


@pytest.mark.rule("CG32.5")
def test_only_the_side_that_moves_second_rolls_for_the_turn_that_is_over() -> None:
    for side, turn in (RUSSIAN, 5), (GERMAN, 6):
        with pytest.raises(Refused) as refused:
            roll_end(fight(tracks={"game-turn": 5}, first=RUSSIAN), side, turn)
        assert refused.value.rule == "CG32.5"
    play = fight(tracks={"game-turn": 5}, first=RUSSIAN)
    end_turn(play, RUSSIAN)
    end_turn(play, GERMAN)
    with pytest.raises(Refused) as owed:
        end_turn(play, RUSSIAN)
    assert owed.value.legal == ("roll GAMEEND turn=5",)


@pytest.mark.rule("CG32.4")
def test_after_the_eighth_turn_the_cgs_ends_without_a_die() -> None:
    play = in_turn(8)
    assert firefight.take_own(play, GERMAN, read_line("roll GAMEEND turn=8"))
    assert play.state.segment == "8.601"


@pytest.mark.rule("CG32.1", "CG32.4", "CG32.5")
@pytest.mark.parametrize(("now", "rolled", "rule"), [
    (5, "turn=4", "CG32.1"), (5, "", "CG32.5"), (8, "", "CG32.5"), (6, "turn=5", "CG32.5"),
    (8, "turn=9", "CG32.4"), (2, "turn=5", "CG32.5"), (1, "turn=5", "CG32.5"),
])  # fmt: skip
def test_a_die_that_is_not_due_is_refused(now: int, rolled: str, rule: str) -> None:
    with pytest.raises(Refused) as refused:
        firefight.take_own(in_turn(now), GERMAN, read_line(f"roll GAMEEND {rolled}"))
    assert refused.value.rule == rule


@pytest.mark.rule("CG32.5")
@pytest.mark.parametrize(("now", "rolled"), [(0, 5), (5, 5), (6, 6)])
def test_the_die_is_for_the_turn_that_is_played_from_the_fifth_on(now: int, rolled: int) -> None:
    play = in_turn(now, 6)
    roll_end(play, GERMAN, rolled)
    assert game_turn(play.state) == rolled + 1


@pytest.mark.rule("BRV14.3.7")
def test_a_banner_counts_when_the_cgs_ends_within_a_game_turn() -> None:
    play = in_turn(2, placed="X17:R", control={"x17": RUSSIAN})
    firefight.end(play, "RePh8.601", "neither side has anything more")
    assert campaign(play.state).banner == "X17:R"
