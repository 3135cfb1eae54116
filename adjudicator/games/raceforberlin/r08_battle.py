"""Rule 8, the battle in progress: what it remembers, and who is in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from adjudicator.state import Json, State, Unit
from adjudicator.typed_values import read_as

from .position import zone

Side = Literal["attackers", "defenders"]
SIDES: tuple[Side, ...] = ("attackers", "defenders")
"""The two sides of a battle as its frame calls them; each holds the ids of its units."""


@dataclass(frozen=True)
class Battle:
    """What an attack (8.1) or a City Progress attack (9.2) remembers.

    `stage` is what it does next. A `camp` and its `nation` attack in `space`, the `attackers` from their
    `origins`; who was there as the other camp's `guests` does not defend. Of the order there are who is to
    `advance`, the unit of `chit8` with the line that named it (`chit8_line`: sheet, line, text), and whether
    an `extra` support point was spent. Losses: the steps `owed` by side and `lost` by unit, and the stage
    that comes `then`.
    """

    stage: str
    space: str
    camp: str
    nation: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    origins: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()
    advance: tuple[str, ...] = ()
    chit8: str = ""
    chit8_line: tuple[Json, ...] = ()
    extra: bool = False
    owed: Mapping[str, int] = field(default_factory=dict)
    lost: Mapping[str, int] = field(default_factory=dict)
    then: str = ""

    def ids(self, side: Side) -> tuple[str, ...]:
        """The units of one side when it began."""
        return self.attackers if side == "attackers" else self.defenders


def the_battle(state: State) -> Battle:
    """The battle in progress."""
    return read_as(Battle, state.frame.facts)


def units_in(state: State, side: Side) -> tuple[Unit, ...]:
    """The units on one side of the battle in progress, those that fell too."""
    return tuple(state.units[unit] for unit in the_battle(state).ids(side))


def living(state: State, side: Side) -> tuple[Unit, ...]:
    """The units of one side of the battle in progress that still have a step."""
    return tuple(unit for unit in units_in(state, side) if unit.steps)


def standing(state: State) -> tuple[Unit, ...]:
    """The defenders that are still in the zone of the battle."""
    space = the_battle(state).space
    return tuple(unit for unit in living(state, "defenders") if unit.at == space)


def where(state: State) -> str:
    """The battle in progress, for a question."""
    return f"Combat for {zone(state, the_battle(state).space)}"
