"""Whole activations of the hex game, each one sheet: who acts, moves, attacks in their order, and done.

The sheets are those of a bot in a game of its own, so that they are as long as players' sheets are. Each is
judged from a position that nobody has looked at yet: what the rules keep of a position is worked out anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from adjudicator.catalogue import find_game
from adjudicator.dice import SeededDice
from adjudicator.judging.referee import judge, run_on
from adjudicator.play import Play
from adjudicator.state import State

from . import mechanics, peer
from .measure import Part, Row, Spent, median, spent
from .pace import here

GAME, BOTS = "koenigsberg45", "simple"
COUNT, LEAST = 30, 7
"""How many sheets are judged, and of how many lines each is at least."""
MOST = 40.0
"""Milliseconds of processor time in which the referee is to have judged an activation."""


@dataclass(frozen=True, slots=True)
class Activation:
    """A sheet and the position it is sent in."""

    state: State
    side: str
    lines: Sequence[tuple[int, str]]

    def count(self, verb: str) -> int:
        """How many of its lines are orders of a kind."""
        return sum(text.startswith(f"{verb} ") for _, text in self.lines)


def activations(seed: str = "bench") -> Iterator[Activation]:
    """The sheets of a game that hold a whole activation with a fight in it."""
    game, chance = find_game(GAME), random.Random(seed)
    bot = game.players()[BOTS]
    play = Play(game.start(game.scenarios[0]), SeededDice(random.Random(f"{seed} dice")))
    run_on(game, play)
    while play.state.over is None:
        asked = play.state.waiting()[0]
        found = Activation(play.state, asked.player, list(enumerate(bot(play.state, asked, chance), 1)))
        if len(found.lines) >= LEAST and found.count("attack"):
            yield found
        judge(game, play, found.side, found.lines)
        play.rulings.clear()


def judged(one: Activation) -> Spent:
    """The sheet read, judged and carried out, and the game run on to the next question."""
    game, fresh = find_game(GAME), one.state.but(units=dict(one.state.units))
    play = Play(fresh, SeededDice(random.Random("judged")))
    return spent(lambda: judge(game, play, one.side, one.lines))


def searched(one: Activation, land: mechanics.Field, steps: Mapping[int, mechanics.Costs]) -> Spent:
    """A plain search without any rules for each unit that the sheet moves."""
    allowance, count = mechanics.LEG, one.count("move")
    places = [unit.at for unit in one.state.units.values() if unit.side == one.side]
    starts = [land.network.numbers[at] for at in places if at in land.network.numbers][:count]
    return spent(lambda: [mechanics.dijkstra(steps[allowance], start, allowance) for start in starts])


NOTES = (
    "Ours: the orders of a bot, each with its activation, moves and attacks; read, judged and carried out",
    "with dice, losses, retreats and advances, the game run on to the next question; zones of control and",
    "stacking worked out from nothing. Nothing is kept or reported. The plain search: a heapq Dijkstra",
    "without rules for as many units as those orders move. The peer: a movement phase of seven powers.",
)


def measured(folder: Path, land: mechanics.Field, count: int = COUNT) -> Part:
    """Activations, plain searches and the peer's phases by turns, in medians of processor time."""
    steps, phases = mechanics.costs(land), peer.phases(folder) if peer.is_here() else None
    sheets = list(islice((one for seed in "abc" for one in activations(seed)), count))
    ours: list[float] = []
    plain: list[float] = []
    theirs: list[float] = []
    for one in sheets:
        ours.append(judged(one).cpu)
        plain.append(searched(one, land, steps).cpu)
        theirs += [next(phases).cpu] if phases else []
    lines = sum(len(one.lines) for one in sheets) / len(sheets)
    title = f"A whole activation of {GAME}, {lines:.0f} lines on average, medians of {len(sheets)}"
    return Part(title, rows(ours, plain, theirs), NOTES)


def rows(ours: Sequence[float], plain: Sequence[float], theirs: Sequence[float]) -> list[Row]:
    """The table, out of seconds of processor time."""
    peers = median(theirs) if theirs else None
    return [
        Row("ours: judged, processor time", median(ours), most=here(MOST)),
        Row("  the slowest", max(ours) * 1000),
        Row("a plain search for each unit that moves", median(plain)),
        Row("a movement phase of diplomacy 1.1.2", peers, note="" if peers else mechanics.MISSING),
        Row("  ratio, ours to theirs", median(ours) / peers if peers else None, "times"),
    ]
