"""Sheets of nonsense: orders that are readable and mostly senseless, at every question of a game. Each line
gets a verdict, no position is broken, and nothing falls over."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from adjudicator.dice import SeededDice
from adjudicator.games.koenigsberg45 import GAME
from adjudicator.games.koenigsberg45.record import CHOICES
from adjudicator.judging.bots import Tally, WatchedPlay, answer_one
from adjudicator.judging.referee import judge, run_on
from adjudicator.state import State
from tests.cases import one_quick

pytestmark = pytest.mark.slow

LENGTH = 6


class Babbler:
    """Writes orders with the names of a position, by chance, mostly of units and hexes near each other."""

    def __init__(self, state: State, side: str, chance: Random) -> None:
        self.state, self.chance = state, chance
        self.spaces = list(state.board.spaces)
        self.mine = [u.id for u in state.units.values() if u.side == side and u.at in state.board.spaces]

    def unit(self) -> str:
        own = self.mine and self.chance.random() < 0.8
        return self.chance.choice(self.mine if own else list(self.state.units))

    def hex(self) -> str:
        """Beside a unit of the writer, as a rule."""
        at = self.state.units[self.unit()].at
        near = self.chance.random() < 0.7 and at in self.state.board.spaces
        return self.chance.choice(list(self.state.board.neighbours(at)) if near else self.spaces)

    def path(self, unit: str) -> str:
        """From hex to hex, as a rule from where the unit stands."""
        at, found = self.state.units[unit].at, []
        if at not in self.state.board.spaces:
            return self.hex()
        for _ in range(self.chance.randint(1, 4)):
            at = self.chance.choice(list(self.state.board.neighbours(at)))
            found.append(at)
        return "-".join(found)

    def lines(self) -> Iterator[str]:
        """One order of every kind."""
        pick, unit, other = self.chance.choice, self.unit(), self.unit()
        yield f"move {unit} {pick(('', 'road', 'field', 'strat', 'rail'))} {self.path(unit)}"
        yield f"move {unit} {self.path(unit)} through {self.hex()}"
        more = pick(
            (f"air {other} full", "ship", "no advance", f"advance {other} to {self.hex()}", "if odds >= 2-1")
        )
        yield f"attack {self.hex()} with {unit}, {other} {more}"
        yield f"top {self.hex()} {unit}"
        yield f"barrage {self.hex()} {pick(('', 'front 2BR', 'front 3BR'))}"
        yield f"enter {unit} at {pick('ABCDEFG')} {pick(('alt', 'rail'))} {self.hex()}"
        yield f"activate {unit} with {other}, {self.unit()}"
        yield f"choose {unit}"
        yield f"extra {unit}, {other}"
        yield f"loss {unit}, {other}"
        yield f"retreat {pick(('all', unit, f'{unit}, {other}'))} via {self.path(unit)}"
        yield f"advance {unit} to {self.path(unit)} with {other}"
        yield f"replace {unit} at {self.hex()}"
        yield f"deploy volksturm at {self.hex()}"
        yield f"refugee new at {self.hex()}"
        yield f"refugee {other} via {self.path(unit)}"
        yield f"option {pick(('bohme', 'mikosch'))} {pick(('on', 'off'))}"
        toward = f"toward {self.hex()} avoiding enemy"
        answer_ = pick((*CHOICES.policies, toward, f"{unit}, {other}", self.hex()))
        when = pick(("", unit, f"at {self.hex()}", "turn 3"))
        yield f"if asked {pick(list(CHOICES.topics))} {when} then {answer_}"


def sheet(state: State, side: str, chance: Random) -> list[str]:
    """A sheet of nonsense, half of it orders of the kinds that are asked for."""
    verbs = {verb for asked in state.decisions if asked.player == side for verb in asked.verbs}
    found = list(Babbler(state, side, chance).lines())
    fitting = [line for line in found if line.split()[0] in verbs]
    return [chance.choice(fitting if fitting and chance.random() < 0.7 else found) for _ in range(LENGTH)]


@pytest.mark.parametrize("seed", one_quick(["nonsense", "gibberish"]))
def test_nonsense_gets_a_verdict_line_by_line_and_breaks_nothing(seed: str) -> None:
    chance = Random(seed)
    play = WatchedPlay(GAME, GAME.start("campaign"), SeededDice(Random(f"{seed} dice")))
    run_on(GAME, play)
    tally, number, verdicts = Tally(play.events, play.state), 0, set[str]()
    while play.state.over is None and play.state.turn < 4:
        for side in GAME.sides:
            number += 1
            lines = sheet(play.state, side, chance)
            rulings = judge(GAME, play, side, list(enumerate(lines, 1)), number)
            assert [ruling.line for ruling in rulings] == list(range(1, LENGTH + 1)), lines
            verdicts |= {ruling.verdict for ruling in rulings}
            play.rulings.clear()
        if play.state.over is None:
            answer_one(GAME, CHOICES.by_chance, play, tally, chance)
    assert {"done", "refused", "unreadable", "not-judged"} <= verdicts
