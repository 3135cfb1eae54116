"""Chits on the usual phases, as docs/your-first-game.md shows them: The Amber Road with a cup."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from adjudicator.dice import ListedDice
from adjudicator.events import Told
from adjudicator.game import Game
from adjudicator.games.amberroad.position import BOXES, GROUND, SIDES
from adjudicator.games.amberroad.r03_setup import begins
from adjudicator.games.amberroad.r04_movement import MARCH
from adjudicator.games.amberroad.r08_victory import VICTORY
from adjudicator.games.amberroad.record import GAME, VERBS
from adjudicator.games.amberroad.record import TURNS as USUAL
from adjudicator.judging.bots import play_game
from adjudicator.judging.referee import judge, run_on
from adjudicator.phases.chits import ChitClauses, ChitTurns, drawn
from adjudicator.phases.record import HexGame
from adjudicator.phases.turns import Turns
from adjudicator.play import Play

CHITS = {"blue-1": "B.MOVE", "blue-2": "B.MOVE", "red-1": "R.MOVE", "red-2": "R.MOVE", "fog": ""}
"""A chit, and the phase with which it begins; one activates nobody."""
CUP = {"cup": tuple(CHITS)}


def leads(play: Play, chit: str) -> str:
    """The phase that a chit calls."""
    if not CHITS[chit]:
        play.record(Told(rule="2.2", text="Fog: nobody moves."))
    return CHITS[chit]


KEPT: dict[str, Any] = {field.name: getattr(USUAL, field.name) for field in fields(Turns)}
TURNS = ChitTurns(
    **{**KEPT, "clauses": ChitClauses(turns="2.1", phases="2.2", drawn="2.2", filled="2.2")},
    filled=lambda turn: tuple(CHITS),
    leads=leads,
)


@pytest.fixture(scope="module")
def game() -> Game:
    return HexGame(
        name="amberroad", title="The Amber Road with chits", folder=GAME.folder, sides=SIDES, ground=GROUND,
        turns=TURNS, victory=VICTORY, verbs=VERBS, boxes=BOXES, begins=begins, cups=CUP,
    ).game()  # fmt: skip


def test_a_chit_says_whose_phases_come_next(game: Game) -> None:
    state = game.start("campaign")
    assert (state.segment, state.cups["cup"], game.piles) == ("R.SETUP", tuple(CHITS), ("cup",))
    play = Play(state, ListedDice([], ["blue-2", "blue-1", "fog", "red-1", "red-2"]))
    run_on(game, play)
    (asked,) = play.state.waiting()
    judge(game, play, "red", list(enumerate(asked.default.splitlines(), 1)))
    came = []
    while play.state.turn == 1 and play.state.cups["cup"]:
        (asked,) = play.state.waiting()
        came.append((asked.player, drawn(play.state)))
        while drawn(play.state) == came[-1][1]:
            judge(game, play, asked.player, [(1, "end")])
    assert came == [("blue", "blue-2"), ("blue", "blue-1"), ("red", "red-1")]
    assert [event.text for event in play.events if isinstance(event, Told)] == ["Fog: nobody moves."]


def test_the_next_turn_begins_with_a_full_cup(game: Game) -> None:
    play = Play(game.start("campaign").but(cups={"cup": ()}), ListedDice([], ["fog", "red-1"]))
    play.go("2.2", "DRAW")
    run_on(game, play)
    (asked,) = play.state.waiting()
    assert (play.state.turn, asked.player, drawn(play.state)) == (2, "red", "red-1")
    assert play.state.cups["cup"] == ("blue-1", "blue-2", "red-2")


def test_a_first_phase_of_the_side_whose_phases_come_first_ends_in_a_draw() -> None:
    turns = replace(TURNS, before=(replace(USUAL.before[0], side="blue", work=None),))
    assert turns.phases[0].side == "blue"
    play = Play(GAME.start("campaign"), ListedDice([], []))
    next(one for one in turns.segments if one.id == "R.SETUP").run(play)
    assert play.state.segment == "DRAW"


def test_a_question_may_name_the_chit(game: Game) -> None:
    state = game.start("campaign").but(facts={"chit": "red-2"})
    asking = replace(MARCH, asks=lambda state, side: f"Move the units of {drawn(state)}.")
    assert asking.question(state, "red") == "Move the units of red-2."
    assert MARCH.question(state, "red").startswith("Move any number of units")


@pytest.mark.slow
def test_bots_play_it_to_its_end(game: Game) -> None:
    state = play_game(game, "chits").state
    assert state.over is not None
