"""What `hexpost counters check` reports: the faults of the files or of the print, and what the game holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from counters.counter import Roster
from counters.faults import Fault, RosterError
from counters.load import load_roster
from counters.preflight import preflight


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a check; `roster` is missing where the files could not be read."""

    game: str
    faults: tuple[Fault, ...]
    roster: Roster | None

    def facts(self) -> dict[str, object]:
        """The report as plain data."""
        faults = [fault.facts() for fault in self.faults]
        return {"game": self.game, **self._holds(), "standins": self._standins(), "faults": faults}

    def summary(self) -> str:
        """The report in one line."""
        holds = ", ".join(f"{number} {what}" for what, number in self._holds().items())
        found = f"{len(self.faults)} fault{'s' * (len(self.faults) > 1)}" if self.faults else "no fault"
        return f"{self.game}: {holds}: {found}" if holds else f"{self.game}: {found}"

    def _holds(self) -> dict[str, int]:
        if self.roster is None:
            return {}
        markers = sum(marker.count for marker in self.roster.markers.values())
        return {"counters": len(self.roster.counters), "markers": markers, "cards": len(self.roster.cards)}

    def _standins(self) -> dict[str, str]:
        return dict(self.roster.standins) if self.roster else {}


def report(game: str | Path) -> Report:
    """Check a game. Bad files are reported, never raised."""
    try:
        roster = load_roster(game)
    except RosterError as wrong:
        return Report(str(game), wrong.faults, None)
    return Report(roster.game, tuple(preflight(roster)), roster)
