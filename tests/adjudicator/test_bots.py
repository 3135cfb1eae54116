"""Bots: whole games, measured; and a bot or a rule that is broken is caught with its seed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from adjudicator.catalogue import find_game
from adjudicator.game import RANDOM
from adjudicator.judging.bots import BrokenGame, play_game, summary
from adjudicator.state import Decision, State
from tests.cases import one_quick

GAME = find_game("raceforberlin")


@pytest.mark.slow
@pytest.mark.parametrize("name", one_quick(["panzerkorps48", "raceforberlin"]))
def test_the_document_has_its_keys_and_says_what_a_turn_costs_in_mails(name: str) -> None:
    heard: list[int] = []
    told = summary(find_game(name), 2, 7, heard.append)
    assert (told["games"], told["finished"], len(told["turns"])) == (2, 2, 2)
    assert sum(told["victories"].values()) == 2
    assert 0 < told["mails_per_turn"]["standing orders"] < told["mails_per_turn"]["each decision"]
    assert heard == [1, 2]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game() -> None:
    once = play_game(GAME, "a", watch=False).state
    assert once == play_game(GAME, "a").state
    assert once != play_game(GAME, "b", watch=False).state


@pytest.mark.slow
def test_a_broken_invariant_is_told_with_the_seed_and_the_event() -> None:
    broken = replace(GAME, faults=lambda state: ["it rains"] if state.turn == 2 else [])
    with pytest.raises(BrokenGame, match=r"^seed x: turn 2 \S+: it rains \(after TurnBegan"):
        play_game(broken, "x")


def test_an_answer_that_never_stands_is_a_dead_end_and_told() -> None:
    def stubborn(state: State, decision: Decision, chance: random.Random) -> list[str]:
        return ["move nobody nowhere"]

    with pytest.raises(BrokenGame, match="no legal answer"):
        play_game(replace(GAME, bots={RANDOM: stubborn}), "x")
