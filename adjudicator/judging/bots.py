"""Whole games by bots: a legal answer to every question, the invariants checked after every event.

They find dead ends, wrong positions and refusals of what was offered as legal; they also measure how many
mails a turn takes.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from adjudicator.choices import Bot
from adjudicator.dice import SeededDice
from adjudicator.events import Event
from adjudicator.game import RANDOM, Game
from adjudicator.judging.referee import judge, run_on
from adjudicator.judging.watching import Watch, own_line
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.state import Json, State
from adjudicator.waiting_lines import AS_IS

PATIENCE = 40
"""How many answers in a row may be refused before a game counts as stuck."""


class BrokenGame(Exception):
    """A game that broke an invariant, or in which no answer of the bot stands; the message tells all about
    it."""

    exit_code = 1


class WatchedPlay(Play):
    """A play that checks the game's invariants after every event."""

    def __init__(self, game: Game, state: State, chance: SeededDice) -> None:
        super().__init__(state, chance)
        self.game, self.watch = game, Watch(game)

    def record(self, *events: Event) -> None:
        """Look for faults of each event, and of the position after it. Raises BrokenGame."""
        for event in events:
            faults = list(self.watch.faults(event))
            if not faults:
                before = self.state
                super().record(event)
                told = self.watch.betrayed(before, event, self.state)
                faults = [*self.game.faults(self.state), *told]
            if faults:
                when = f"turn {self.state.turn} {self.state.segment}"
                raise BrokenGame(f"{when}: {own_line()}{'; '.join(faults)} (after {event})")

    def look_at(self, rulings: list[Ruling]) -> None:
        """Look for clauses of refusals that no list has. Raises BrokenGame."""
        for ruling in rulings:
            for fault in self.watch.cited(ruling.rule):
                when = f"turn {self.state.turn} {self.state.segment}"
                raise BrokenGame(f'{when}: {fault} ("{ruling.text}" is refused: {ruling.why})')


@dataclass(slots=True)
class Tally:
    """What a game was: its events, its last state, the sheets sent and those a standing order would have
    saved."""

    events: list[Event]
    state: State
    sheets: int = 0
    saved: int = 0
    topics: Counter[str] = field(default_factory=Counter)

    @property
    def turns(self) -> int:
        """How many turns the game took."""
        return self.state.turn


def play_game(
    game: Game, seed: str, watch: bool = True, start: State | None = None, bots: str = RANDOM
) -> Tally:
    """One game of these bots to its end, from `start` or the usual scenario. Raises BrokenGame with the
    seed, KeyError for bots that the game has not."""
    bot = game.players()[bots]
    chance = random.Random(seed)
    dice, start = SeededDice(random.Random(f"{seed} dice")), start or game.start(game.scenarios[0])
    play = WatchedPlay(game, start, dice) if watch else Play(start, dice)
    tally = Tally(play.events, start)
    try:
        run_on(game, play)
        while play.state.over is None:
            answer_one(game, bot, play, tally, chance)
    except BrokenGame as broken:
        raise BrokenGame(f"seed {seed}: {broken}") from None
    tally.state = play.state
    return tally


def answer_one(game: Game, bot: Bot, play: Play, tally: Tally, chance: random.Random) -> None:
    """Answer the first open question, and try again if an answer is refused. The good part of an answer is
    taken: a bot corrects nothing."""
    decision, tried = play.state.waiting()[0], []
    for _ in range(PATIENCE):
        lines = bot(play.state, decision, chance)
        tally.sheets += 1
        rulings = judge(game, play, decision.player, list(enumerate([*lines, AS_IS[0]], 1)), tally.sheets)
        tried.append([(ruling.text, ruling.verdict, ruling.rule, ruling.why) for ruling in rulings])
        if isinstance(play, WatchedPlay):
            play.look_at(rulings)
        play.rulings.clear()
        if decision not in play.state.waiting():
            tally.topics[decision.topic] += 1
            tally.saved += decision.topic in game.choices.usual
            return
    raise BrokenGame(
        f'turn {play.state.turn} {play.state.segment}: no legal answer to "{decision.question}"; '
        f"last: {tried[-1]}"
    )


def summary(
    game: Game, count: int, seed: int, told: Callable[[int], None] = lambda n: None, bots: str = RANDOM
) -> dict[str, Json]:
    """So many games of these bots, as `hexpost play --json` prints them; `told` hears of each at its end."""
    began, turns = time.perf_counter(), []
    victories: Counter[str] = Counter()
    sheets = saved = 0
    for number in range(1, count + 1):
        tally = play_game(game, f"{seed} {number}", bots=bots)
        over = tally.state.over or {}
        victories[str(over.get("winner") or "nobody")] += 1
        turns.append(tally.turns)
        sheets, saved = sheets + tally.sheets, saved + tally.saved
        told(number)
    played = max(1, sum(turns))
    return {
        "game": game.name,
        "games": count,
        "finished": len(turns),
        "turns": turns,
        "victories": dict(sorted(victories.items())),
        "mails_per_turn": {
            "each decision": round(sheets / played, 1),
            "standing orders": round((sheets - saved) / played, 1),
        },
        "seconds": round(time.perf_counter() - began, 2),
    }
