"""A table for tests: lay a position, hand in orders, see what the referee says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from adjudicator.catalogue import find_game
from adjudicator.dice import ListedDice, OutOfDice
from adjudicator.events import Event
from adjudicator.game import Game
from adjudicator.judging.referee import judge, run_on
from adjudicator.play import Play
from adjudicator.rehearsal.file import lay
from adjudicator.rehearsal.rehearsal import OrderSheet, decline_one, takes_reaction
from adjudicator.rehearsal.rehearsal_faults import BadRehearsal, Checked
from adjudicator.rulings import Ruling
from adjudicator.state import State


@cache
def on_the_table(game: str) -> Game:
    """A game whose scenarios are set up once: a state is a value, so every test may begin with the same."""
    found = find_game(game)
    return replace(found, start=cache(found.start))


class Tabletop:
    """One game laid out for a test.

    `units` says where each unit stands: "lebus", "lebus reduced", "seelow full out-of-supply", "eliminated".
    Everything else is the [position] of a rehearsal. With `clear` no other unit is on the map.
    """

    def __init__(
        self,
        game: str,
        units: Mapping[str, str] | None = None,
        *,
        dice: Sequence[int] = (),
        draws: Sequence[str] = (),
        clear: bool = True,
        run: bool = True,
        **position: Any,
    ) -> None:
        self.game = on_the_table(game)
        file = Checked("table", "")
        laid = [stand(unit, text) for unit, text in (units or {}).items()]
        state = lay(file, self.game, {**position, "clear": ["*"] if clear else [], "unit": laid})
        if file.faults:
            raise BadRehearsal(file.faults)
        self.play = Play(state, ListedDice(list(dice), list(draws)))
        self.sheets = 0
        if run:
            self.run()

    @property
    def state(self) -> State:
        """The position now."""
        return self.play.state

    @property
    def events(self) -> list[Event]:
        """Everything that has happened."""
        return self.play.events

    def run(self) -> None:
        """Let the game go on by itself; a segment that finds no die is left undone, the game stands before
        it."""
        try:
            run_on(self.game, self.play)
        except OutOfDice:
            if not self.play.rewind():
                raise

    def order(self, side: str, text: str) -> list[Ruling]:
        """Hand in a sheet; reactions that it does not answer are declined before it. A segment that runs on
        by itself after the sheet and finds no die is left undone: the game stands before it."""
        sheet = OrderSheet(side, text.strip())
        while not takes_reaction(self.game, self.state, sheet) and decline_one(self.game, self.play):
            pass
        self.sheets += 1
        try:
            return judge(self.game, self.play, side, sheet.lines, self.sheets)
        except OutOfDice:
            if not self.play.rewind():
                raise
            return self.play.sheet(self.sheets)

    def verdict(self, side: str, text: str) -> tuple[str, str]:
        """The verdict on a sheet of one line, and its rule: ("refused", "8.1.3")."""
        (ruling,) = self.order(side, text)
        return ruling.verdict, ruling.rule

    def asked(self) -> tuple[str, str, tuple[str, ...]]:
        """The first open question: its rule, its player, the answers it offers."""
        decision = self.state.waiting()[0]
        return decision.rule, decision.player, decision.answers

    def kinds(self) -> list[str]:
        """The kinds of all events, in order."""
        return [event.kind for event in self.events]

    def found(self, kind: str) -> list[dict[str, Any]]:
        """The facts of every event of a kind."""
        return [event.facts() for event in self.events if event.kind == kind]

    def said(self) -> list[str]:
        """What the events say, one sentence each, the silent ones left out."""
        names = self.game.names()
        return [text for event in self.events if (text := event.says(names))]

    def at(self, unit: str) -> str:
        """Where a unit is."""
        return self.state.units[unit].at

    def steps(self, unit: str) -> int:
        """How many steps a unit has left."""
        return self.state.units[unit].steps


def stand(unit: str, text: str) -> dict[str, Any]:
    """One unit of a position, from words: "lebus reduced out-of-supply", "K13 type=6-5-8 side=german"."""
    at, *rest = text.split()
    more = dict(word.split("=", 1) for word in rest if "=" in word)
    rest = [word for word in rest if "=" not in word]
    step: str | int = (
        rest.pop(0) if rest and (rest[0] in {"full", "reduced"} or rest[0].isdigit()) else "full"
    )
    step = int(step) if str(step).isdigit() else step
    return {"id": unit, "at": at, "step": step, "flags": rest, **more}
