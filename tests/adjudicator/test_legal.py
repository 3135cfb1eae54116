"""Every line that a game says is legal would stand, as far as the side that is asked can know."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, count, islice

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.choices import unlisted
from adjudicator.game import Game
from adjudicator.judging.what_if import MOST_LOOKED_AT, playable, would_stand
from adjudicator.state import Decision, State
from tests.adjudicator.test_offered import asked, picked

GAMES = tuple(
    name
    for name in game_names()
    if any(choice.legal is not unlisted for choice in find_game(name).choices.all)
)
"""The games whose questions list their legal answers."""
SOME = 40
"""So many lines of a question are tried, the first ones and others by chance."""


def some_of(lines: Sequence[str], chance: random.Random) -> list[str]:
    """The first lines, and others by chance."""
    return list(dict.fromkeys([*lines[: SOME // 2], *chance.sample(lines, min(len(lines), SOME))]))


def check(game: Game, state: State, decision: Decision, chance: random.Random) -> None:
    """All of the lines are there once, and those that are tried would stand: what the question itself names
    in the game, where more is known than its reader knows, and all else on what he knows."""
    seen = playable(game, state, decision.player)
    lines = list(game.legal(seen, decision))
    assert len(set(lines)) == len(lines) < MOST_LOOKED_AT
    assert tuple(lines[: len(decision.answers)]) == decision.answers, "those first that the question names"
    for line in some_of(lines, chance):
        known = state if line in decision.answers else seen
        assert would_stand(game, known, decision, [], line), (decision, line)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_what_is_legal_would_stand(name: str) -> None:
    game, chance = find_game(name), random.Random("legal")
    for state, decision in picked(game, "legal", 60, 14):
        check(game, state, decision, chance)


def games_of_bots(game: Game, seed: str) -> Iterator[tuple[State, Decision]]:
    """The questions of one game of bots after the other: some are over early."""
    return chain.from_iterable(asked(game, f"{seed} {n}" if n else seed, 200) for n in count())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "seed",
    [
        pytest.param("Chir", marks=pytest.mark.slow),
        pytest.param("Don", marks=pytest.mark.long),
        pytest.param("Surovikino", marks=pytest.mark.long),
    ],
)
def test_what_is_legal_would_stand_in_whole_games(name: str, seed: str) -> None:
    game, chance, topics = find_game(name), random.Random(seed), Counter[str]()
    for state, decision in islice(games_of_bots(game, seed), 400):
        topics[decision.topic] += 1
        if topics[decision.topic] <= 25:
            check(game, state, decision, chance)
    assert len(topics) > 4
