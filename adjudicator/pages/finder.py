"""Who stands where, for somebody who looks for one unit: every unit that a reader knows of, by its name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.game import Game
from adjudicator.report.whereabouts import capital, in_order, unit_told
from adjudicator.state import State


@dataclass(frozen=True, slots=True)
class Standing:
    """One unit as a reader knows it: what it is and in what state, whose, and where."""

    unit: str
    side: str
    at: str


def standing(game: Game, state: State) -> tuple[Standing, ...]:
    """All units of a side's view, in the order of their names."""
    names = game.names()
    found = (
        Standing(unit_told(game, state, unit, names), names(unit.side), capital(names(unit.at)))
        for unit in state.units.values()
        if unit.at in state.board.spaces or unit.at in game.boxes
    )
    return tuple(sorted(found, key=lambda one: (in_order(one.unit), in_order(one.at))))


def by_place(units: Iterable[Standing]) -> tuple[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]], ...]:
    """All places where units stand, in the order of their names: of each the sides there with their units."""
    found: dict[str, dict[str, list[str]]] = {}
    for one in sorted(units, key=lambda one: in_order(one.at)):
        found.setdefault(one.at, {}).setdefault(one.side, []).append(one.unit)
    return tuple((at, tuple((side, tuple(of)) for side, of in there.items())) for at, there in found.items())
