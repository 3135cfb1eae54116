"""Every legal answer to each question of a game: how many there are, and what finding them costs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.catalogue import find_game
from adjudicator.dice import SeededDice
from adjudicator.judging.referee import judge, run_on
from adjudicator.judging.what_if import playable
from adjudicator.play import Play

from .measure import Part, Row, spent
from .pace import here

GAME = "panzerkorps48"
QUESTIONS = 250
MOST = 150.0
"""Milliseconds of processor time in which all answers of the largest question are to be found again."""
NOTES = (
    "The questions of a game of random players, each on the view of the side that is asked; the time is that",
    "of the second listing, when what holds for the board and the position is kept.",
)


@dataclass(frozen=True, slots=True)
class Listed:
    """The legal answers to one question: its topic, how many lines, seconds of processor time."""

    topic: str
    lines: int
    cpu: float


def listed(count: int, seed: str = "a") -> Iterator[Listed]:
    """The first questions of a game of random players, all their answers listed twice."""
    game, chance = find_game(GAME), random.Random(seed)
    play = Play(game.start(game.scenarios[0]), SeededDice(random.Random(f"{seed} dice")))
    run_on(game, play)
    for _ in range(count):
        asked = play.state.waiting()[0]
        seen = playable(game, play.state, asked.player)
        lines = len(list(game.legal(seen, asked)))
        yield Listed(asked.topic, lines, spent(lambda: list(game.legal(seen, asked))).cpu)  # noqa: B023
        judge(game, play, asked.player, list(enumerate(game.bot(play.state, asked, chance), 1)))
        play.rulings.clear()


def measured(count: int = QUESTIONS) -> Part:
    """The largest question and the dearest one."""
    found = list(listed(count))
    large, dear = max(found, key=lambda one: one.lines), max(found, key=lambda one: one.cpu)
    rows = (
        Row(f"the most lines of a question: {large.topic}", large.lines, "lines"),
        Row(f"the dearest question, processor time: {dear.topic}", dear.cpu * 1000, most=here(MOST)),
    )
    return Part(f"All legal answers to {count} questions of {GAME}", rows, NOTES)
