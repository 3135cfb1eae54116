"""What the program offers it takes back: every example of a question, everything that would be legal."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.dice import SeededDice
from adjudicator.game import Game
from adjudicator.judging.referee import judge, run_on, split_standing
from adjudicator.judging.trimming import is_part, size, understood
from adjudicator.judging.what_if import MOST_LEGAL, does_nothing, playable, would_stand
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, State
from adjudicator.wording.order_words import in_print

QUICK = {"amberroad": 40, "panzerkorps48": 40, "raceforberlin": 40}
"""How many questions of a game come up in a quick test; the other games take longer."""
PICKED = 4
"""So many of them are looked at, each of another kind where there are as many; together they take seconds."""
SOME, MANY = 90, 240
"""So many questions come up of each game, and are looked at, in `make slow` and in `make long`."""
GAMES = [
    *((name, most, PICKED) for name, most in QUICK.items()),
    *(pytest.param(name, SOME, SOME, marks=pytest.mark.slow) for name in game_names()),
    *(pytest.param(name, MANY, MANY, marks=pytest.mark.long) for name in game_names()),
]
OF_A_KIND = 12
"""How many of the same kind are looked at, at most."""
TRIES = 2
"""So many lines of each kind of wrong line are sent at a question."""


def picked(game: Game, seed: str, most: int, few: int) -> Iterator[tuple[State, Decision]]:
    """Some of the questions of one game of bots: the first of each kind, then others."""
    found = list(asked(game, seed, most))
    chance = random.Random(f"{seed} picked")
    firsts = {decision.topic: (state, decision) for state, decision in reversed(found)}
    chance.shuffle(found)
    seen = Counter[str]()
    for state, decision in [*chance.sample(list(firsts.values()), len(firsts)), *found][:few]:
        seen[decision.topic] += 1
        if seen[decision.topic] <= OF_A_KIND:
            yield state, decision


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
    """What the referee says of a sheet in a position that stays as it is, where no other lines wait, and
    whether it answers the question."""
    play = Play(state.but(kept={}), SeededDice(random.Random(1)))
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
        key, _, name = words[at].rpartition("=")
        if key and name.casefold() in state.board.spaces:  # hex=K13
            words[at] = f"{key}={chance.choice(sorted(state.board.spaces))}"
            break
    return " ".join(words)


def longer(game: Game, state: State, decision: Decision, line: str, chance: random.Random) -> str:
    """A line with one thing more in it: another unit of the side behind one that it names, or one space more
    at the end of a path; the line itself where it names none."""
    words, lexicons = line.split(" "), game.grammar(decision.player).lexicons.values()
    known = {name for lexicon in lexicons for name in lexicon.all}
    for at in chance.sample(range(len(words)), len(words)):
        whole = words[at].rstrip(",")
        name = whole if whole in known or whole in state.units else whole.rpartition("-")[2]
        if name in state.board.spaces:
            words[at] = f"{words[at]}, {chance.choice(sorted(state.board.neighbours(name)))}"
        elif name in state.units:
            mine = sorted(unit.id for unit in state.units.values() if unit.side == decision.player)
            words[at] = f"{words[at].rstrip(',')}, {chance.choice(mine)}{',' * words[at].endswith(',')}"
        else:
            continue
        break
    return " ".join(words)


def as_shown(game: Game, answers: Iterable[str]) -> list[str]:
    """Answers as players copy them, who have before them one line with strokes: in print, and with ids."""
    found = list(filter(None, answers))
    return [one.replace("\n", " / ") for one in dict.fromkeys((*in_print(game, found), *found))]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "most", "few"), GAMES)
def test_every_example_of_a_question_is_taken_as_it_is_printed(name: str, most: int, few: int) -> None:
    game = find_game(name)
    for state, decision in picked(game, "offered", most, few):
        for answer in as_shown(game, (*decision.answers, decision.default)):
            orders, wrong = game.grammar(decision.player).sheet(split_standing(game, [(1, answer)])[1])
            assert not wrong, (answer, wrong)
            assert {order.verb for order in orders} <= set(decision.verbs), answer
            silent = answer == decision.default and answer not in decision.answers  # silence: as it is
            check_taken(game, state, decision, f"{answer}\nas is" if silent else answer)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "most", "few"), GAMES)
def test_every_refusal_offers_lines_that_stand(name: str, most: int, few: int) -> None:
    game, chance = find_game(name), random.Random("astray")
    refused, trimmed = 0, 0
    for state, decision in picked(game, "astray", most, few):
        known = [*decision.answers, *game.bot(state, decision, chance)]
        lines = [line for answer in known for line in answer.splitlines()]
        for _ in range(TRIES if lines else 0):
            text, line = astray(game, state, decision, chance), chance.choice(lines)
            refused += sum(1 for _ in refusals(game, state, decision, text))
            more = line
            for _ in range(chance.randint(1, 2)):
                more = longer(game, state, decision, more, chance)
            for ruling in refusals(game, state, decision, more):
                refused += 1
                trimmed += holds_it_cut_short(game, state, decision, line, ruling)
    assert few == PICKED or (refused and trimmed), "too few to prove anything"


def refusals(game: Game, state: State, decision: Decision, text: str) -> Iterator[Ruling]:
    """The refusals of a line, each with what it offers tried."""
    rulings, answered = sent(game, state, decision, text)
    for ruling in rulings:
        if ruling.verdict == "refused" and not answered:
            check_offers(game, state, decision, ruling)
            yield ruling


def check_offers(game: Game, state: State, decision: Decision, ruling: Ruling) -> None:
    """A refusal offers something, at most six things, each of which would be taken; doing nothing only where
    the question has no other example."""
    assert 1 <= len(ruling.legal) <= MOST_LEGAL, ruling
    for line in as_shown(game, ruling.legal):
        check_taken(game, state, decision, line)
    if all(map(does_nothing, ruling.legal)):
        assert all(map(does_nothing, decision.answers)), (ruling, decision.answers)


def check_taken(game: Game, state: State, decision: Decision, line: str) -> None:
    """A line is done, or begins to be: what is announced may fall to a die, as the freedom of a German
    unit."""
    rulings, answered = sent(game, state, decision, line)
    assert answered or {one.verdict for one in rulings} <= {"done", "waiting"}, (decision, line, rulings)


def holds_it_cut_short(game: Game, state: State, decision: Decision, line: str, ruling: Ruling) -> bool:
    """Whether a refused line was a legal one made longer; then the first that it offers is a part of it that
    says as much as the legal one."""
    grammar, spaces = game.grammar(decision.player), state.board.spaces
    whole, short = understood(grammar, ruling.text), understood(grammar, line)
    seen = playable(game, state, decision.player)
    if not whole or not short or short == whole or not is_part(short, whole, spaces):
        return False
    if not would_stand(game, seen, decision, [], line):
        return False
    first = understood(grammar, ruling.legal[0])
    as_much = is_part(first, whole, spaces) and size(first) >= size(short)
    assert as_much or tells_its_way(ruling.legal[0], line), (line, ruling)
    return True


def tells_its_way(offered: str, line: str) -> bool:
    """Whether an offered line is this one with the way that it goes, where the line has its end alone: "move
    16 G to 4507", or "move 16 G 4507"."""
    (who, _, way), (head, _, end) = offered.partition(" via "), line.rpartition(" ")
    return bool(way) and who == head.removesuffix(" to") and re.split(r"[-, ]", way)[-1] == end
