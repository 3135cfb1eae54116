"""A line said «done» did something: over sheets of games of bots with lines spoilt at random, in every game.

What a line did shows when the same sheet is judged without it, with the same dice: something is different.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.dice import SeededDice
from adjudicator.game import Game
from adjudicator.judging.bots import PATIENCE
from adjudicator.judging.lapsing import BY_ITSELF
from adjudicator.judging.referee import judge, run_on, split_about_earlier, split_standing
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.snapshot import canonical, pack
from adjudicator.state import State
from adjudicator.waiting_lines import AS_IS, ENDING
from tests.cases import one_quick

SHEETS = 25
"""So many questions are answered in a game, each with two spoilt sheets before the good one."""
IDLE = frozenset(("stay", "pass", "done", "end"))
"""Words of lines that may be done and change nothing: a unit stays, and what an end ends may be over with the
line above it. Any other that changes nothing says so."""

Line = tuple[int, str]


def spoilt(lines: Sequence[str], game: Game, chance: random.Random) -> list[Line]:
    """A sheet as somebody in a hurry writes it: ends too many, letters and words left out, lines swapped."""
    found = list(lines)
    for _ in range(chance.randint(0, 3)):
        at = chance.randrange(len(found))
        words = found[at].split()
        one = chance.randrange(len(words))
        found[at : at + 1] = chance.choice(
            (
                [found[at], chance.choice(ENDING)],
                [chance.choice(ENDING), found[at]],
                [found[at][: one + 1] + found[at][one + 2 :]],
                [" ".join([*words[:one], *words[one + 1 :]]) or "x"],
                [" ".join([*words[:one], chance.choice(chance.choice(found).split()), *words[one + 1 :]])],
                [found[at], AS_IS[0]],
                [chance.choice(game.choices.advice), found[at]],
                [found[at], found.pop(chance.randrange(len(found)))] if len(found) > 1 else [found[at]],
            )
        )
    return list(enumerate(found, 1))


def judged(game: Game, state: State, side: str, lines: Sequence[Line]) -> tuple[Play, list[Ruling]]:
    play = Play(state, SeededDice(random.Random("a sheet")))
    return play, judge(game, play, side, lines, 1_000)


def came(play: Play) -> object:
    """All that came of a sheet."""
    events = [(event.kind, repr(event.facts())) for event in play.events if event.kind != "Answered"]
    return canonical(pack(play.state)), events


def false_ones(game: Game, state: State, side: str, lines: list[Line]) -> Iterator[str]:
    """The lines of a sheet that are said to be done and did nothing."""
    play, rulings = judged(game, state, side, lines)
    plain = split_about_earlier(split_standing(game, lines)[1])[1]
    orders = dict(plain)
    standing = len(split_standing(game, lines)[0])
    for one in rulings:
        said = [text.split() for text in orders.values()].count(one.text.split())
        if one.verdict != "done" or one.line not in orders or said > 1:
            continue
        if one.why == BY_ITSELF:
            others = (other for other in rulings if other.line in orders and other.line != one.line)
            if not any(other.verdict in {"done", "waiting"} for other in others):
                yield f"{one.text}: {BY_ITSELF}"
        elif not standing and not one.why and one.text.split()[0] not in IDLE:
            without = [line for line in lines if line[0] != one.line]
            if came(judged(game, state, side, without)[0]) == came(play):
                yield one.text


@pytest.mark.slow
@pytest.mark.parametrize("name", one_quick(game_names(), kept=2))
def test_what_is_said_to_be_done_did_something(name: str) -> None:
    game, chance = find_game(name), random.Random(name)
    play = Play(game.start(game.scenarios[0]), SeededDice(random.Random(f"{name} dice")))
    run_on(game, play)
    for sheet in range(1, SHEETS + 1):
        if play.state.over is not None:
            break
        decision = play.state.waiting()[0]
        for _ in range(2):
            lines = spoilt(game.bot(play.state, decision, chance), game, chance)
            side = decision.player if chance.random() < 0.8 else chance.choice(list(game.sides))
            assert list(false_ones(game, play.state, side, lines)) == [], lines
        for _ in range(PATIENCE):
            good = [*game.bot(play.state, decision, chance), AS_IS[0]]
            judge(game, play, decision.player, list(enumerate(good, 1)), sheet)
            if decision not in play.state.waiting():
                break
