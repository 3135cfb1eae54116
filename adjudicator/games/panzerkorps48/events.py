"""What can happen in 48th Panzer Korps and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.events import Event, Names
from adjudicator.state import State
from files.messages import counted

from .position import EXITED, OFF_MAP

EXITS, LEFT_AT = "exits", "left-at"
"""Facts of the game: unit that went off the map -> the hex at which it did, by an exit or in retreat."""
TURNS, AREAS = "entry-turns", "entry-areas"
"""Facts of the game: Soviet formation -> its turn of entry, announced (9.1), and its area, once revealed."""
PLAN = "plan"
"""Fact of the game, the Soviet player's alone: formation -> its turn and area of entry."""
RELEASED = "released"
"""Fact of the game: whether the 7th Luftwaffe Field Division is released."""


class PlanAnnounced(Event):
    """The turn on which each Soviet formation will enter; the areas stay sealed (9.1)."""

    turns: Mapping[str, int]

    def apply(self, state: State) -> State:
        """Everybody knows the turns."""
        return state.but(facts={**state.facts, TURNS: dict(self.turns)})

    def says(self, names: Names) -> str:
        """Which formation comes when."""
        told = "; ".join(f"{names(one)}: turn {turn}, area sealed" for one, turn in self.turns.items())
        return f"The Soviet reinforcements are planned. {told}."


class AreaRevealed(Event):
    """The entry area of a formation, on the turn for which it is planned (9.1)."""

    sentence = "{formation} enters this turn at area {area}."
    formation: str
    area: str

    def apply(self, state: State) -> State:
        """Everybody knows the area."""
        known = {**state.facts.get(AREAS, {}), self.formation: self.area}
        return state.but(facts={**state.facts, AREAS: known})


class ExitTried(Event):
    """Units tried to leave an enemy-controlled hex in which no friend stays (5)."""

    units: tuple[str, ...]
    space: str
    die: int
    leaves: bool

    def says(self, names: Names) -> str:
        """The die, and what it brings."""
        went = "they may leave" if self.leaves else "they may not move in this phase"
        return f"{names.list(self.units)} would leave {names(self.space)}. Die roll {self.die}: {went}."


class UnitExited(Event):
    """A Soviet unit left the map by a road in the south, for good (10)."""

    unit: str
    space: str
    steps: int

    def says(self, names: Names) -> str:
        """Who left, where, and with how much."""
        left = counted(self.steps, "step")
        return f"{names(self.unit)} leaves the map at {names(self.space)} with {left}."

    def apply(self, state: State) -> State:
        """It goes to its box, with its steps, and the hex is remembered."""
        unit = replace(state.units[self.unit], at=EXITED, flags=frozenset())
        exits = {**state.facts.get(EXITS, {}), self.unit: self.space}
        return state.with_unit(unit).but(facts={**state.facts, EXITS: exits})


class UnitLeftMap(Event):
    """A unit retreated off the map; it comes back where it left (8.3)."""

    sentence = "{unit} retreats off the map at {space}."
    unit: str
    space: str

    def apply(self, state: State) -> State:
        """It goes to its box, and the hex is remembered."""
        unit = replace(state.units[self.unit], at=OFF_MAP)
        left = {**state.facts.get(LEFT_AT, {}), self.unit: self.space}
        return state.with_unit(unit).but(facts={**state.facts, LEFT_AT: left})


class LuftwaffeReleased(Event):
    """The 7th Luftwaffe Field Division may move and attack from now on (9)."""

    sentence = "The 7th Luftwaffe Field Division is released: {why}."
    why: str

    def apply(self, state: State) -> State:
        """The game remembers it."""
        return state.but(facts={**state.facts, RELEASED: True})
