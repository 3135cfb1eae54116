"""Fog of war: who is not near sees of an enemy stack only the unit on top."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from adjudicator.by_mail.views import NotInView
from adjudicator.mechanics.armies import army, on_map
from adjudicator.state import State, Unit

from .battlefield import Battlefield, network, noted
from .clauses import enforces

UNSEEN = "unseen"
"""The place of a unit in the view of a side that does not see it."""
DIM = "dim"
"""The fact of a view that names the hexes where only the top enemy unit is seen."""


@dataclass(frozen=True, kw_only=True)
class SightClauses:
    """seen: what a side sees of enemy stacks"""

    seen: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Seeing:
    """What a side sees of an enemy stack: all of it within sight of an own unit, elsewhere the top unit.

    reach   (state, unit) -> how many hexes it sees
    A unit that has attacked or fired is seen until the phase ends. Zones and room must not depend on units
    that may be hidden, or a refusal would tell of them.
    """

    ground: Battlefield
    clauses: SightClauses
    reach: Callable[[State, Unit], int] = lambda state, unit: 1

    @property
    def out_of_sight(self) -> str:
        """What sentences call the place of units that a side does not see."""
        return "somewhere unseen"

    @property
    def pictures(self) -> tuple[str, ...]:
        """Counters that are not units, but represent units in a view."""
        return ()

    def sighted(self, state: State, side: str) -> frozenset[str]:
        """The hexes within sight of a side."""
        found: set[str] = set()
        for unit in army(state, side):
            most = self.reach(state, unit)
            far = network(state.board).distances([unit.at])
            found.update(at for at, hexes in far.items() if hexes <= most)
        return frozenset(found)

    def top(self, state: State, space: str, side: str) -> str:
        """The unit on top of a side's stack in a hex, the first in the roster; "" for none."""
        return self.tops(state, side).get(space, "")

    def tops(self, state: State, side: str) -> dict[str, str]:
        """The units on top of a side's stacks, by hex."""
        units = [unit for unit in state.units.values() if unit.side == side and on_map(state, unit)]
        return {unit.at: unit.id for unit in reversed(units)}

    def hidden(self, state: State, side: str) -> Iterator[Unit]:
        """The units on the map that a side does not see."""
        enemy, near = self.ground.enemy(side), self.sighted(state, side)
        shown = {*self.tops(state, enemy).values(), *noted(state, "attacked")}
        for unit in army(state, enemy):
            if unit.at not in near and unit.id not in shown:
                yield unit

    @enforces("seen")
    def view(self, state: State, side: str) -> State:
        """The position without the units that a side does not see."""
        gone = {
            unit.id: Unit(unit.id, unit.side, UNSEEN, state.roster.counters[unit.id].full)
            for unit in self.hidden(state, side)
        }
        near = self.sighted(state, side)
        dim = {unit.at for unit in army(state, self.ground.enemy(side)) if unit.at not in near}
        return state.but(
            units={**state.units, **gone}, facts={**state.facts, DIM: tuple(sorted(dim | self.before(state)))}
        )

    def before(self, state: State) -> frozenset[str]:
        """The hexes that were out of sight already, in a view of a view."""
        return frozenset(at for at in state.facts.get(DIM, ()) if any(on_map(state, u) for u in state.at(at)))


def is_known(state: State, space: str) -> bool:
    """Whether all units in a hex are known: in a side's view some may be missing."""
    return space not in state.facts.get(DIM, ())


def check_known(state: State, space: str) -> None:
    """All units in a hex are known. Raises NotInView where a view may lack some."""
    if not is_known(state, space):
        raise NotInView(space)
