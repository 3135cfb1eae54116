"""A comment belongs to the line as it is written: what is judged, kept and read again is the order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from random import Random

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.choices import Bot
from adjudicator.dice import SeededDice
from adjudicator.game import Game
from adjudicator.judging.referee import judge, run_on
from adjudicator.judging.what_if import known_to
from adjudicator.mail.desk.filled import NOTE, filled_in
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.snapshot import digest
from adjudicator.waiting_lines import AS_IS
from tests.games.test_copied_examples import asked

HOSTILE = ("  # cap=5", " # x=y", " # 3", " #", "  # as last date / done", ' # "help" # all, 4110-4111')
"""Comments that would be something else in an order."""
SHEETS = 50
"""So many sheets of a game are played twice."""


def lines_of(game: Game, side: str) -> Iterator[str]:
    """Of each verb of a side its form, whole and as far as its first choice, and the side's examples."""
    for verb in game.grammar(side).verbs:
        yield from (verb.form, verb.form.split(" [")[0], verb.name)
    for _, one in asked(game.name):
        yield from (line for answer in one.answers for line in answer.splitlines() if one.player == side)


def read(game: Game, side: str, line: str) -> object:
    """What the grammar of a side makes of a line: the order, or why it is none."""
    orders, wrong = game.grammar(side).sheet([(1, line)])
    return [(one, one.text) for one in orders] or [
        (one.text, one.verdict, one.why, list(one.legal)) for one in wrong
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_a_line_with_a_comment_is_the_order_without_it_and_can_be_read_again(name: str) -> None:
    game = find_game(name)
    for side in game.sides:
        grammar = game.grammar(side)
        for line, comment in zip(dict.fromkeys(lines_of(game, side)), cycle(HOSTILE), strict=False):
            assert read(game, side, line + comment) == read(game, side, line) != []
            for order in grammar.sheet([(1, line + comment)])[0]:
                assert grammar.understand(order.text, order.sheet, order.line) == order


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_every_choice_that_a_form_names_in_its_comment_can_stand_for_the_dots(name: str) -> None:
    """Dots and comment stay in the line as they are displayed, but for the choice."""
    game, tried = find_game(name), 0
    for state, one in asked(name):
        for line in filled_in(game, known_to(game, state, one.player), one)[1:]:
            head, dots, comment = line.partition(" ...")
            for choice in named_in(comment) if dots and not line.startswith(NOTE) else ():
                orders, wrong = game.grammar(one.player).sheet([(1, f"{head} {choice}{comment}")])
                assert [order.verb in one.verbs for order in orders] == [True], wrong
                tried += 1
    assert tried


def named_in(comment: str) -> list[str]:
    """The choices that the comment of a line with dots names."""
    told = comment.removeprefix("  # ").removesuffix(" (more words may follow)")
    head, more, count = told.rpartition(" and ")
    told = head if more and count.endswith(" more") else told
    return ["" if one == "or nothing" else one for one in told.split("; ") if one]


def played(game: Game, bot: Bot, comments: bool) -> Iterator[tuple[str, list[Ruling]]]:
    """The first sheets of a game between bots: the state after each and what is said of its lines; with a
    comment behind each line, or without."""
    chance, last = Random(7), cycle(HOSTILE)
    play = Play(game.start(game.scenarios[0]), SeededDice(Random(3)))
    run_on(game, play)
    for number in range(1, SHEETS + 1):
        if not play.state.waiting():
            return
        one = play.state.waiting()[0]
        lines = [*bot(play.state, one, chance), AS_IS[0]]
        sheet = [line + next(last) * comments for line in lines]
        told = judge(game, play, one.player, list(enumerate(sheet, 1)), number)
        assert [ruling.text for ruling in told] == sheet
        yield digest(play.state), told


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_plays_that_differ_only_in_comments_have_equal_states(name: str) -> None:
    game = find_game(name)
    pairs = zip(played(game, game.bot, True), played(game, game.bot, False), strict=True)
    for (state, told), (bare, said) in pairs:
        assert state == bare
        assert [(one.line, one.verdict, one.rule, one.why) for one in told] == [
            (one.line, one.verdict, one.rule, one.why) for one in said
        ]
