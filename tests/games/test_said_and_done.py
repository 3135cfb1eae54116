"""Over games of bots: a line that is said to be done has done all that it says, in every game.

What is looked for is naive: each unit and each place that a line names must be named by what happened then.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.dice import SeededDice
from adjudicator.events import Event
from adjudicator.game import RANDOM
from adjudicator.judging.referee import judge, run_on
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Ruling
from adjudicator.state import Json
from adjudicator.waiting_lines import AS_IS

TELLING = frozenset((
    "move", "enter", "retreat", "retreatpath", "advance", "attack", "barrage", "fire", "setup", "deploy",
    "replace", "activate", "exit", "kill", "loss", "lose", "displace", "freemove", "relocate",
))  # fmt: skip
"""Verbs that do something to the units and places that they name."""
PLANNED = frozenset(("impulse", "plan", "reserve"))
"""Questions whose lines are carried out one after the other, when their turn comes."""
NOTES = frozenset(("DecisionOpened", "DecisionClosed", "DecisionSealed", "OrdersKept", "OrderDropped"))
"""What is asked and kept, which nothing happens by."""


def strings(value: Json) -> Iterator[str]:
    """Every word in a value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from (str(key), *strings(one))
    elif isinstance(value, Iterable):
        for one in value:
            yield from strings(one)


def happened(events: Iterable[Event]) -> set[str]:
    """Every unit, place and word in what has happened."""
    return {word for event in events if event.kind not in NOTES for word in strings(event.facts())}


class Witnessed:
    """A game of bots, sheet by sheet."""

    def __init__(self, name: str, seed: str, bots: str = RANDOM) -> None:
        self.game, self.chance, self.sheets = find_game(name), random.Random(seed), 0
        start = self.game.start(self.game.scenarios[0])
        self.play = Play(start, SeededDice(random.Random(f"{seed} dice")))
        self.bot = self.game.players()[bots]
        run_on(self.game, self.play)

    def answer(self) -> list[str]:
        """One question answered; the lines that were said to be done and were not, with what is missing."""
        before, decision = self.play.state, self.play.state.waiting()[0]
        lines = [*enumerate([*self.bot(before, decision, self.chance), AS_IS[0]], 1)]
        self.sheets, told = self.sheets + 1, len(self.play.events)
        rulings = judge(self.game, self.play, decision.player, lines, self.sheets)
        orders, _ = self.game.grammar(decision.player).sheet(lines, self.sheets)
        if decision.topic in PLANNED:
            return []
        found = happened(self.play.events[told:])
        known = {*before.units, *before.board.spaces}
        done = {ruling.line for ruling in rulings if carried_out(ruling)}
        return [
            f"turn {before.turn} {before.segment}: «{order.text}» named {', '.join(missing)}"
            for order in orders
            if order.verb in TELLING and order.line in done
            if (missing := self.left_out(order, known, found))
        ]

    @staticmethod
    def left_out(order: Order, known: set[str], found: set[str]) -> list[str]:
        """The units and places of a line that nothing has happened to."""
        return sorted({word for word in strings(order.args) if word in known} - found)


def carried_out(ruling: Ruling) -> bool:
    """Whether a line is said to be done, and no more: not that it was so already, nor that a die forbade
    it."""
    return ruling.verdict == "done" and not ruling.why


def broken(name: str, seed: str, sheets: int, bots: str = RANDOM) -> list[str]:
    """Every such line of the first sheets of a game."""
    watched, found = Witnessed(name, seed, bots), list[str]()
    while watched.sheets < sheets and watched.play.state.over is None:
        found += watched.answer()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_a_line_said_to_be_done_has_done_all_that_it_says(name: str) -> None:
    assert broken(name, "said and done", 25) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", game_names())
def test_lines_of_whole_games_have_done_all_that_they_say(name: str, seed: int) -> None:
    assert broken(name, f"all done {seed}", 600) == []
