"""What happens at the table and is kept here: units replaced, dice with what this rulebook adds to them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.events import Event, Names
from adjudicator.state import Json, State


@dataclass(frozen=True, kw_only=True)
class UnitReplaced(Event):
    """A unit is another from now on, under the same id; `second` is the id of the other of two."""

    unit: str
    was: str
    into: str
    second: str = ""

    def apply(self, state: State) -> State:
        """The unit keeps its place and its markers; the second stands beside it with the same ones."""
        unit = replace(state.units[self.unit], kind=self.into)
        made = {unit.id: unit} | ({self.second: replace(unit, id=self.second)} if self.second else {})
        return state.but(units={**state.units, **made})

    def says(self, names: Names) -> str:
        """What it was and what it is."""
        into = names(self.into)
        two = f"two {into}, {names(self.unit)} and {names(self.second)}" if self.second else f"a {into}"
        return f"{names(self.unit)}, a {names(self.was)}, is replaced by {two}."


@dataclass(frozen=True, kw_only=True)
class DiceModified(Event):
    """What this rulebook adds to dice that the players roll: `rolled` None where they have not yet."""

    what: str
    drms: tuple[Json, ...]
    rolled: int | None = None

    def says(self, names: Names) -> str:
        """The modifiers, each with its clause, and the sum."""
        told = ", ".join(f"{one['value']:+} {one['reason']} [{one['rule']}]" for one in self.drms)
        more = sum(one["value"] for one in self.drms)
        if self.rolled is None:
            return f"{self.what}: {told or 'nothing'} is added to the dice, {more:+} in all."
        return f"{self.what}: {self.rolled}{f', {told}' if told else ''} = {self.rolled + more}."


@dataclass(frozen=True, kw_only=True)
class TableNoted(Event):
    """What a clause says of something at the table, and nothing else follows from."""

    text: str

    def says(self, names: Names) -> str:
        """Its words."""
        return f"{self.text[:1].upper()}{self.text[1:].rstrip('.')}."


@dataclass(frozen=True, kw_only=True)
class Prompted(TableNoted):
    """A side is reminded of what it may still do: nothing that an audit has to disclose."""
