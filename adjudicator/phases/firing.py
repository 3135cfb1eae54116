"""Fire at a distance: the strengths of the units that fire are added up and give the column of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.events import Event, FireResolved
from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.charts import Chart, by_die, is_band
from adjudicator.mechanics.shifts import shifted
from adjudicator.mechanics.strength import Odds, total_strength
from adjudicator.rulings import Refused
from adjudicator.state import Json, State, Unit

from .battlefield import name, network, printed
from .clauses import enforces
from .fighting import FightClauses, Fighting
from .results import AttackDeclared, Combat


class FireDeclared(AttackDeclared):
    """Units fire at a hex."""

    sentence = "{attackers} {attack} at {space}."

    @property
    def attack(self) -> str:
        """The verb of its sentence."""
        return "fires" if len(self.attackers) == 1 else "fire"


@dataclass(frozen=True, kw_only=True)
class FireClauses(FightClauses):
    """The clauses of a fight, and range: how far a unit fires."""

    range: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Firing(Fighting):
    """Fire of units at a hex within their range. The columns of the chart are values: "1-3", "4-7", "8+".

    clauses  `attack` is the clause that lets units fire     reach  (state, unit) -> its range in hexes
    strength  the printed number that counts; what the target has does not, but for shifts and changes

    All else is as in `Fighting`. A game with both gives them the same losing, retreating and advancing.
    """

    clauses: FireClauses
    reach: Callable[[State, Unit], int] = lambda state, unit: printed(state, unit, "range")
    strength: str = "fire"
    verb: str = "fire"
    topic: str = "fire"

    def question(self, state: State, side: str) -> str:
        """What a side is asked."""
        hexes = state.board.called[1]
        return f"Fire at any number of {hexes} within range, each once in this phase. A unit fires once."

    @property
    def parts(self) -> tuple[str, ...]:
        """Too few units may not fire: they have no column."""
        return ()

    def check_columns(self, chart: Chart) -> None:
        """Every column of the chart is a range of values. Raises ValueError."""
        for label in chart.columns:
            if not is_band(label):
                told = f'the column "{label}" is not a value such as 4-6 or 7+'
                raise ValueError(f"chart {chart.id}: {told}")

    def within(self, state: State, unit: Unit) -> Iterable[str]:
        """The hexes within the range of a unit."""
        far = network(state.board).distances([unit.at])
        most = self.reach(state, unit)
        return sorted(at for at, hexes in far.items() if hexes <= most)

    @enforces("range")
    def check_near(self, state: State, space: str, unit: Unit) -> None:
        """A hex is within the range of a unit. Raises Refused."""
        if not on_map(state, unit):
            raise Refused(self.clauses.range, f"{unit.id} is not on the map")
        if space not in self.within(state, unit):
            far, most = state.board.distance(unit.at, space), self.reach(state, unit)
            why = f"{name(state, space)} is {far} {state.board.called[1]} from {unit.id}. Its range is {most}"
            raise Refused(self.clauses.range, why)

    @enforces("odds")
    def check_odds(self, state: State, space: str, units: Sequence[Unit]) -> None:
        """A fire has a column on the table. Raises Refused."""
        if self.odds(state, space, units) is None:
            raise Refused(self.clauses.odds, f"the strength is lower than {self.chart().columns[0]}")

    def odds(self, state: State, space: str, units: Sequence[Unit]) -> Odds | None:
        """The whole arithmetic of a fire; None below the first column."""
        ours, chart = [self.counted(state, space, unit, True) for unit in units], self.chart()
        value, moved = total_strength(ours), tuple(self.shifts(state, space, units))
        found = chart.column_of(int(value))
        if found is None:
            return None
        last = shifted(found, moved, chart.columns, chart.columns, floor=True) or found
        parts = tuple(part for one in ours for part in one.parts)
        return Odds(value, total_strength(()), parts, chart, last, (), moved)

    def declared(self, side: str, space: str, ids: tuple[str, ...]) -> Event:
        """That these units fire."""
        return FireDeclared(rule=self.clauses.attack, side=side, space=space, attackers=ids)

    def resolved(self, now: Combat, told: Mapping[str, Json]) -> Event:
        """That the die was rolled, with the whole arithmetic."""
        return FireResolved(
            rule=self.clauses.die, space=now.space, attackers=now.attackers, defenders=now.defenders,
            side=now.side, **told,
        )  # fmt: skip

    def told(self, odds: Odds) -> str:
        """What is known of a fire before its die."""
        results = by_die(odds.chart, odds.column)
        return f"value {odds.attack}, column {odds.column}: {results}"

    def good(self, odds: Odds) -> bool:
        """Whether a bot that wants to win fires: always."""
        return True
