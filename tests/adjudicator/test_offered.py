"""What the program offers it takes back: every example of a question, everything that would be legal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from adjudicator.catalogue import find_game
from adjudicator.dice import SeededDice
from adjudicator.game import Game
from adjudicator.play import Play
from adjudicator.printed import in_print
from adjudicator.referee import judge, run_on, split_standing
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, State
from adjudicator.trying import MOST_LEGAL, does_nothing
from tests.cases import one_quick

GAMES = {"koenigsberg45": 40, "raceforberlin": 120}
"""How many questions of each game come up; together they take a few seconds."""
OF_A_KIND = 3
"""How many of the same kind are answered wrongly, at most."""


def asked(game: Game, seed: str, most: int) -> Iterator[tuple[State, Decision]]:
    """Questions of one game of bots, as they come up."""
    chance = random.Random(seed)
    play = Play(game.start(game.scenarios[0]), SeededDice(random.Random(f"{seed} dice")))
    run_on(game, play)
    for _ in range(most):
        if play.state.over is not None:
            return
        decision = play.state.waiting()[0]
        yield play.state, decision
        lines = game.bot(play.state, decision, chance)
        judge(game, play, decision.player, list(enumerate(lines, 1)), 1)
        play.rulings.clear()


def sent(game: Game, state: State, decision: Decision, text: str) -> tuple[list[Ruling], bool]:
    """What the referee says of a sheet in a position that stays as it is, and whether it answers the
    question."""
    play = Play(state, SeededDice(random.Random(1)))
    rulings = judge(game, play, decision.player, list(enumerate(text.splitlines(), 1)))
    return rulings, decision not in play.state.waiting()


def astray(game: Game, state: State, decision: Decision, chance: random.Random) -> str:
    """An answer with one name in it that is another, as players mistake them; likely to be refused."""
    grammar = game.grammar(decision.player)
    words = chance.choice(decision.answers or (decision.default,)).splitlines()[0].split(" ")
    for at in chance.sample(range(len(words)), len(words)):
        kind = next((k for k, lexicon in grammar.lexicons.items() if words[at] in lexicon.all), "")
        if kind:
            words[at] = chance.choice(sorted(grammar.lexicons[kind].all))
            break
    return " ".join(words)


@pytest.mark.parametrize("name", one_quick(GAMES))
def test_every_example_of_a_question_is_read_as_it_is_printed(name: str) -> None:
    game = find_game(name)
    for _, decision in asked(game, "offered", GAMES[name]):
        grammar = game.grammar(decision.player)
        shown = [*in_print(game, decision.answers), *decision.answers, decision.default]
        for answer in filter(None, shown):
            # as a reader copies it, who has before him one line with strokes
            lines = split_standing(game, [(1, answer.replace("\n", " / "))])[1]
            orders, wrong = grammar.sheet(lines)
            assert not wrong, (answer, wrong)
            assert {order.verb for order in orders} <= set(decision.verbs), answer


@pytest.mark.parametrize("name", one_quick(GAMES))
def test_every_refusal_offers_lines_that_stand(name: str) -> None:
    game, chance = find_game(name), random.Random("astray")
    refused, seen = 0, Counter[str]()
    for state, decision in asked(game, "astray", GAMES[name]):
        seen[decision.topic] += 1
        for _ in range(3 if seen[decision.topic] <= OF_A_KIND else 0):
            text = astray(game, state, decision, chance)
            for ruling in sent(game, state, decision, text)[0]:
                if ruling.verdict == "refused":
                    refused += 1
                    check_offers(game, state, decision, ruling)
    assert refused >= 15, "too few to prove anything"


def check_offers(game: Game, state: State, decision: Decision, ruling: Ruling) -> None:
    """A refusal offers at most six things, each of which would be taken; doing nothing only where the
    question has no other example."""
    assert len(ruling.legal) <= MOST_LEGAL
    for line in dict.fromkeys((*ruling.legal, *in_print(game, ruling.legal))):
        rulings, answered = sent(game, state, decision, line.replace("\n", " / "))
        # what is announced may fall to a die, as the freedom of a German unit
        assert answered or {one.verdict for one in rulings} <= {"done", "waiting"}, (ruling, line)
    if ruling.legal and all(map(does_nothing, ruling.legal)):
        assert all(map(does_nothing, decision.answers)), (ruling, decision.answers)
