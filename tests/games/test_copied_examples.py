"""What an email displays can be copied into an answer: examples, forms without their #, folded or not."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.dice import SeededDice
from adjudicator.game import Game
from adjudicator.judging.referee import judge, plain_lines, run_on
from adjudicator.judging.what_if import known_to, playable, would_stand
from adjudicator.mail.desk.filled import LONGEST, NOTE, filled_in
from adjudicator.play import Play
from adjudicator.state import Decision, State

MOST = 60
"""So many sheets of a game by chance are looked at."""


@cache
def asked(name: str) -> tuple[tuple[State, Decision], ...]:
    """A position for each question that comes in the first sheets of a game."""
    game, chance = find_game(name), Random(5)
    play = Play(game.start(game.scenarios[0]), SeededDice(Random(3)))
    run_on(game, play)
    found: dict[str, tuple[State, Decision]] = {}
    for _ in range(MOST):
        for one in play.state.waiting():
            found.setdefault(f"{one.topic} {one.player}", (play.state, one))
        if not play.state.waiting():
            break
        one = chance.choice(play.state.waiting())
        judge(game, play, one.player, list(enumerate(game.bot(play.state, one, chance), 1)))
    return tuple(found.values())


def read(game: Game, side: str, lines: Iterable[str]) -> list[tuple[str, str]]:
    """The orders in the lines of a sheet; every one of them must be understood."""
    orders, wrong = game.grammar(side).sheet(plain_lines(game, list(enumerate(lines, 1))))
    assert wrong == []
    return [(order.verb, str(order.args)) for order in orders]


def long_answers(name: str) -> Iterator[tuple[str, str]]:
    for _, one in asked(name):
        yield from ((one.player, answer) for answer in one.answers if "\n" in answer)


@pytest.mark.parametrize("width", [40, 61, 76])
@pytest.mark.parametrize("name", game_names())
def test_an_example_that_was_folded_within_an_order_is_read_as_the_same_orders(name: str, width: int) -> None:
    """As plain text showed an example of a set-up: strokes between orders, folded where a line is full."""
    game = find_game(name)
    for side, answer in long_answers(name):
        shown = " / ".join(answer.splitlines())
        folded = textwrap.wrap(shown, width, initial_indent="      ", subsequent_indent="        ")
        assert read(game, side, [line.strip() for line in folded]) == read(game, side, answer.splitlines())


def test_a_misspelt_order_below_an_example_stays_a_line_of_its_own() -> None:
    game = find_game("panzerkorps48")
    lines = [(1, "setup LJ-1 at 3522 / setup LJ-2 at 4925"), (2, "setpu LJ-3 at 2226")]
    told = [text for _, text in plain_lines(game, lines)]
    assert told == ["setup LJ-1 at 3522", "setup LJ-2 at 4925", "setpu LJ-3 at 2226"]


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_a_line_of_a_form_without_its_sign_is_an_order_or_leaves_one_choice(name: str) -> None:
    game = find_game(name)
    for state, one in asked(name):
        lines = filled_in(game, known_to(game, state, one.player), one)
        assert max(map(len, lines)) <= LONGEST + 4
        orders = [line for line in lines[1:] if not line.startswith(NOTE)]
        assert orders
        read(game, one.player, [line for line in orders if " ..." not in line])
        for line in orders:
            _, dots, rest = line.partition(" ...")
            assert not dots or not rest or rest.startswith("  # ")


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_every_unit_that_may_act_is_in_the_form(name: str) -> None:
    game = find_game(name)
    for state, one in asked(name):
        seen = known_to(game, state, one.player)
        grammar, said = game.grammar(one.player), " ".join(filled_in(game, seen, one)[1:])
        able = {
            unit
            for line in game.legal(seen, one)
            for order in grammar.sheet(enumerate(line.splitlines(), 1))[0][:1]
            for unit in order.units[:1]
            if order.verb == "move"
        }
        names = game.names()
        for unit in able:
            assert names(unit) in said or unit in said, f"{unit} is not in the form"


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_every_line_of_a_form_is_legal_where_any_line_of_its_verb_is_legal_alone(name: str) -> None:
    game, tried = find_game(name), 0
    for state, one in asked(name):
        seen = playable(game, state, one.player)
        alone = {answer.partition(" ")[0] for answer in game.legal(seen, one) if "\n" not in answer}
        for line in filled_in(game, known_to(game, state, one.player), one)[1:]:
            order = line.partition("  #")[0]
            if " ..." not in order and order.partition(" ")[0] in alone:
                assert would_stand(game, seen, one, [], order), line
                tried += 1
    assert tried
