"""Chits on the usual phases, as docs/your-first-game.md shows them: The Amber Road with a cup."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from itertools import groupby
from typing import Any

import pytest

from adjudicator.dice import ListedDice
from adjudicator.events import CupChanged, FactNoted
from adjudicator.game import Game
from adjudicator.games.amberroad.position import BOXES, GROUND, SIDES
from adjudicator.games.amberroad.r03_setup import begins
from adjudicator.games.amberroad.r08_victory import VICTORY
from adjudicator.games.amberroad.record import GAME, VERBS
from adjudicator.games.amberroad.record import TURNS as USUAL
from adjudicator.judging.bots import play_game
from adjudicator.judging.referee import judge, run_on
from adjudicator.phases.record import HexGame
from adjudicator.phases.turns import Turns
from adjudicator.play import Play
from adjudicator.sequence import Segment
from adjudicator.state import State

CUP, DRAW = "cup", "DRAW"
CHITS = {"blue-1": "B.MOVE", "blue-2": "B.MOVE", "red-1": "R.MOVE", "red-2": "R.MOVE"}
"""A chit, and the phase with which it begins."""


def drawn(state: State) -> str:
    """The chit that was drawn last."""
    return str(state.facts.get("chit", ""))


def fill(play: Play) -> None:
    """As a turn begins, all chits are in the cup."""
    play.record(CupChanged(rule="2.2", cup=CUP, items=tuple(CHITS)))


@dataclass(frozen=True, eq=False, kw_only=True)
class ChitTurns(Turns):
    """Turns in which a chit says whose phases come next, until the cup is empty."""

    @property
    def opening(self) -> str:
        """Each turn begins with a draw."""
        return DRAW

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The draw, and after the last phase of a side the next draw."""
        own = []
        for _, group in groupby(self.rows, lambda row: row.side):
            rows = list(group)
            for row, then in zip(rows, (*(row.id for row in rows[1:]), DRAW), strict=True):
                own.append(Segment(row.id, row.title, row.rule, partial(self.run, row, then)))
        last = Segment(self.last, "End of the turn", self.clauses.turns, self.end)
        return (Segment(DRAW, "Draw a chit", "2.2", self.draw), *own, last, *self.levels)

    def draw(self, play: Play) -> None:
        """Draw the next chit, or end the turn."""
        if not play.state.cups[CUP]:
            play.go("2.2", self.last)
            return
        chit = play.draw("2.2", "the next chit", CUP)
        play.record(FactNoted(rule="2.2", key="chit", value=chit))
        play.go("2.2", CHITS[chit])


KEPT: dict[str, Any] = {field.name: getattr(USUAL, field.name) for field in fields(Turns)}
TURNS = ChitTurns(**{**KEPT, "begins": fill})


@pytest.fixture(scope="module")
def game() -> Game:
    return HexGame(
        name="amberroad", title="The Amber Road with chits", folder=GAME.folder, sides=SIDES, ground=GROUND,
        turns=TURNS, victory=VICTORY, verbs=VERBS, boxes=BOXES, begins=begins, cups={CUP: tuple(CHITS)},
    ).game()  # fmt: skip


def test_a_chit_says_whose_phases_come_next(game: Game) -> None:
    state = game.start("campaign")
    assert (state.segment, state.cups[CUP], game.piles) == ("R.SETUP", tuple(CHITS), (CUP,))
    play = Play(state, ListedDice([], ["blue-2", "blue-1", "red-1", "red-2"]))
    run_on(game, play)
    (asked,) = play.state.waiting()
    judge(game, play, "red", list(enumerate(asked.default.splitlines(), 1)))
    came = []
    while play.state.turn == 1 and play.state.cups[CUP]:
        (asked,) = play.state.waiting()
        came.append((asked.player, drawn(play.state)))
        while drawn(play.state) == came[-1][1]:
            judge(game, play, asked.player, [(1, "end")])
    assert came == [("blue", "blue-2"), ("blue", "blue-1"), ("red", "red-1")]


@pytest.mark.slow
def test_bots_play_it_to_its_end(game: Game) -> None:
    state = play_game(game, "chits").state
    assert state.over is not None
