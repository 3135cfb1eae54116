"""What a turn costs in emails: a newcomer on each side, who reads every email and answers it with all that
one email can hold.

A newcomer takes the standing orders that the form advises, answers every question that is open, and writes
below it what will be asked next as far as no die, no card and nobody else decides first. Each set of orders
goes through the referee as a player's does. What is refused is sent again, and counts. One who plans writes
orders, too, for what may begin later in the turn, where a game lets such orders wait for their time.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

from adjudicator.catalogue import find_game
from adjudicator.choices import PURPOSEFUL, Bot
from adjudicator.dice import NoDice, SeededDice
from adjudicator.game import RANDOM, Game
from adjudicator.judging.referee import judge, run_on
from adjudicator.judging.what_if import as_far_as_known
from adjudicator.play import Play
from adjudicator.state import Decision
from adjudicator.waiting_lines import AS_IS, ENDING, kept_in

MOST_EMAILS = 2_000
"""More emails than any game takes: one that needs more is stuck."""
MOST_AHEAD = 60
"""So many questions one email answers at most."""


EVERY = 99
"""More plans than an email can hold."""
KINDS = (
    ("advised standing orders and plans", True, EVERY),
    ("advised standing orders and a plan an email", True, 1),
    ("advised standing orders", True, 0),
    ("none", False, 0),
)
"""Newcomers: what they keep and write, whether they keep the advised standing orders, and how much of what
comes later each email plans."""


@dataclass(slots=True)
class Emails:
    """The emails of one game: how many there were, their first topics, and the turns that were played."""

    count: int = 0
    turns: int = 0
    topics: Counter[str] = field(default_factory=Counter)

    @property
    def per_turn(self) -> float:
        """Emails a turn, both sides together."""
        return self.count / max(1, self.turns)


def emails_of(game: Game, seed: str, turns: int = 0, advised: bool = True, planning: int = 0) -> Emails:
    """Play a game of newcomers to its end, or as many turns; emails of the set-up are not counted.
    `advised`: whether they keep the standing orders that the form advises; `planning`: so much of what comes
    later each email plans."""
    chance, found = random.Random(seed), Emails()
    bot = game.players().get(PURPOSEFUL) or game.players()[RANDOM]
    play = Play(game.start(game.scenarios[0]), SeededDice(random.Random(f"{seed} dice")))
    run_on(game, play)
    first = play.state.turn
    if advised:
        for side in game.sides:
            judge(game, play, side, list(enumerate(game.choices.advice, 1)))
    for number in range(1, MOST_EMAILS):
        if play.state.over is not None or (turns and play.state.turn >= first + turns):
            break
        asked = play.state.waiting()[0]
        lines = written(game, bot, play, asked, chance)
        for plan in islice(plans(game, bot, play, asked.player, chance), planning):
            lines += plan
        judge(game, play, asked.player, list(enumerate([*lines, AS_IS[0]], 1)), number)
        play.rulings.clear()
        if asked.topic not in ("setup", "plan"):
            found.count += 1
            found.topics[asked.topic] += 1
    found.turns = play.state.turn - first + (play.state.over is not None)
    return found


def written(game: Game, bot: Bot, play: Play, asked: Decision, chance: random.Random) -> list[str]:
    """The lines of one email: the answer to what is asked, and to what will be as far as that is known."""
    side, lines = asked.player, list[str]()
    tried = Play(play.state, NoDice())
    guessed = False
    for _ in range(MOST_AHEAD):
        waiting = tried.state.waiting()
        if not waiting or tried.state.over is not None:
            break
        mine = next((one for one in waiting if one.player == side), None)
        guessed = guessed or mine is None
        before, answer = tried.state, bot(tried.state, mine, chance) if mine else silence(waiting[0])
        if guessed and mine and not all(may_wait(game, play, side, line) for line in answer):
            break
        known, good = taken(game, tried, (mine or waiting[0]).player, answer)
        lines += good if mine else []
        if not known or tried.state == before:
            break
    return lines


def plans(game: Game, bot: Bot, play: Play, side: str, chance: random.Random) -> Iterator[list[str]]:
    """The lines for each thing that may begin later, and has no orders yet."""
    known = {line.batch for line in kept_in(play.state, side)}
    for opening, state in game.ahead.foreseen(play.state, side):
        if game.ahead.later(play.state, side, game.grammar(side).read(opening)) in known:
            continue
        later = Play(state, NoDice())
        run_on(game, later)
        asked = next((one for one in later.state.waiting() if one.player == side), None)
        lines = written(game, bot, later, asked, chance) if asked else []
        begun = lines and lines[0].split()[0] in game.ahead.opening
        yield lines if begun else [opening, *lines]


def silence(asked: Decision) -> list[str]:
    """What a newcomer takes the other side to answer: nothing."""
    return asked.default.splitlines()


def may_wait(game: Game, play: Play, side: str, line: str) -> bool:
    """Whether a line may be sent now for its later question; a word that only ends one may."""
    orders, wrong = game.grammar(side).sheet([(1, line)], 1)
    return not wrong and all(
        order.verb in ENDING or game.ahead.keeps(play.state, side, order) for order in orders
    )


def taken(game: Game, play: Play, side: str, answer: Sequence[str]) -> tuple[bool, list[str]]:
    """Try an answer: whether no die decides what comes of it, and its lines that are not refused."""
    play.rulings = {}
    said = list(enumerate([*answer, AS_IS[0]], 1))
    known = not as_far_as_known(partial(judge, game, play, side, said))
    refused = {one.line for one in play.rulings.values() if one.verdict not in ("done", "waiting")}
    return known, [line for at, line in enumerate(answer, 1) if at not in refused]


def main(names: Sequence[str]) -> int:
    """Tell what a turn of each game costs."""
    for name in names:
        game = find_game(name)
        for how, advised, planning in KINDS:
            found = [
                emails_of(game, f"newcomer {seed}", advised=advised, planning=planning) for seed in range(3)
            ]
            turns, count = sum(one.turns for one in found), sum(one.count for one in found)
            topics = sum((one.topics for one in found), Counter[str]())
            told = ", ".join(f"{topic} {n / turns:.1f}" for topic, n in topics.most_common(8))
            print(f"{name}, {how}: {count / turns:.1f} emails a turn ({told})", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
