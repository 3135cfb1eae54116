"""The bots of this game: whole segments in a sheet, by chance and to some purpose."""

from __future__ import annotations

import random

import pytest

from adjudicator.games.donnerschlag import GAME, bot
from adjudicator.judging.bots import play_game
from tests.games.donnerschlag.moves import OPEN, active, table

UNITS = {"HQ 6 Pz": "2715", "I-11 Pz": "2613", "II-11 Pz": "2615", "I-4 PzG": "2815", "302-1": "2513"}


@pytest.mark.parametrize("seed", range(5))
def test_a_random_player_moves_all_in_one_sheet(seed: int) -> None:
    laid = active(UNITS)
    lines = GAME.bot(laid.state, laid.state.waiting()[0], random.Random(seed))
    assert lines[-1] == "done"
    assert {ruling.verdict for ruling in laid.order("axis", "\n".join(lines))} == {"done"}


def test_a_purposeful_player_sends_a_whole_segment() -> None:
    laid = table(UNITS, segment="PLAY", checked={}, dice=[6, 6])
    lines = GAME.players()["purposeful"](laid.state, laid.state.waiting()[0], random.Random(1))
    assert (lines[0], lines[-1]) == ("play AX6PZ-2", "end combat")
    assert len([line for line in lines if line.startswith("move ")]) > 2
    assert {ruling.verdict for ruling in laid.order("axis", "\n".join(lines))} <= {"done", "waiting"}


def test_a_purposeful_player_goes_toward_his_goal() -> None:
    laid = active({"I-11 Pz": OPEN, "302-1": "4620"})
    assert bot.best_end(laid.state, laid.state.units["I-11 Pz"]) < "2600"


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["one", "two"])
def test_purposeful_players_end_their_game(seed: str) -> None:
    assert play_game(GAME, seed, bots="purposeful").state.over is not None
