"""Battles rolled on a table of odds, and fires on one of values: one shape for all games."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.events.fact import Event, Names
from adjudicator.state import Json

Told = tuple[Mapping[str, Json], ...]


class OddsResolved(Event):
    """A battle was rolled: everything that went into it and what came out.

    `parts` are the strengths: {"side": "attack" or "defence", "unit", "rule", "was", "is", "reason"}; a unit
    that changed twice has two. `shifts` (of the column) and `drms` are {"rule", "value", "reason"}; `drm` is
    the sum of these, `final` the die with it.
    """

    space: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: float
    defence: float
    parts: Told
    column: str
    shifts: Told = ()
    drm: int = 0
    drms: Told = ()
    die: int = 0
    final: int = 0
    result: str = ""

    def capped(self) -> str:
        """What is said where the sum is not what counts, as the table has a first and a last row."""
        total = self.die + self.drm
        if not self.drms or self.final == total:
            return ""
        return f" (never {'less' if self.final > total else 'more'} than {self.final})"

    def says(self, names: Names) -> str:
        """At what odds a space was attacked, on which column, and what came of it."""
        modified = f", modified {self.final}" if self.final != self.die else ""
        odds = f"{self.attack:g} to {self.defence:g}, column {self.column}"
        return f"Attack on {names(self.space)}: {odds}, die {self.die}{modified}: {self.result}."


class FireResolved(OddsResolved):
    """One fire: `attackers` are those who fire, supporters with them, `defenders` those they fire at,
    `attack` the value; `support` names the supporters among the attackers. Without a die it had no effect:
    below the first column, or shifted off the table."""

    side: str
    support: tuple[str, ...] = ()

    def says(self, names: Names) -> str:
        """Who fires at whom, with what value, on which column, with what result."""
        verb = "fires" if len(self.attackers) == 1 else "fire"
        told = f"{names.list(self.attackers)} {verb} at {names.list(self.defenders)} in {names(self.space)}"
        if not self.die:
            return f"{told}: value {self.attack:g}, no effect."
        return f"{told}: value {self.attack:g}, column {self.column}, die {self.die}: {self.result}."
