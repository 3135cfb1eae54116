"""Games of bots with somebody who looks at every event, and says what of it the rulebook forbids."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from adjudicator.dice import SeededDice
from adjudicator.events import Event
from adjudicator.judging.referee import judge, run_on
from adjudicator.play import Play
from adjudicator.state import State
from tests.tabletop import on_the_table

Eye = Callable[[State, Event, State], Iterable[str]]
"""The position before an event, the event, the position after it -> what is wrong with it."""


class Witness(Play):
    """A play in which an eye looks at every event."""

    def __init__(self, state: State, chance: SeededDice, eye: Eye) -> None:
        super().__init__(state, chance)
        self.eye, self.faults = eye, list[str]()

    def record(self, *events: Event) -> None:
        for event in events:
            before = self.state
            super().record(event)
            found = self.eye(before, event, self.state)
            self.faults += (f"turn {before.turn} {before.segment}: {fault}" for fault in found)


def faults_seen(name: str, eye: Eye, seed: str, bots: str, sheets: int) -> list[str]:
    """What an eye sees wrong in the first sheets of a game of these bots."""
    game, chance = on_the_table(name), random.Random(seed)
    dice = SeededDice(random.Random(f"{seed} dice"))
    play = Witness(game.start(game.scenarios[0]), dice, eye)
    run_on(game, play)
    for number in range(1, sheets + 1):
        if play.state.over is not None:
            break
        decision = play.state.waiting()[0]
        lines = [*game.players()[bots](play.state, decision, chance), "as is"]
        judge(game, play, decision.player, [*enumerate(lines, 1)], number)
    return play.faults
