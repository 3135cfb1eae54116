"""What `hexpost counters check` reports: the faults of the files or of the print, and what the game holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from counters.preflight.preflight import preflight
from counters.preflight.remarks import remarks
from counters.roster.counter import Roster
from counters.roster.load import load_roster
from counters.roster_faults import RosterError
from files.faults import Fault


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a check; `roster` is missing where files could not be read. Remarks are no faults."""

    game: str
    faults: tuple[Fault, ...]
    roster: Roster | None
    remarks: tuple[Fault, ...] = ()

    def facts(self) -> dict[str, object]:
        """The report as plain data."""
        told = {
            "faults": [fault.facts() for fault in self.faults],
            "remarks": [remark.facts() for remark in self.remarks],
        }
        return {"game": self.game, **self._holds(), "standins": self._standins(), **told}

    def summary(self) -> str:
        """The report in one line."""
        holds = ", ".join(f"{number} {what}" for what, number in self._holds().items())
        found = _amount(len(self.faults), "error") or "no errors"
        found += ", " * bool(self.remarks) + _amount(len(self.remarks), "remark")
        return f"{self.game}: {holds}: {found}" if holds else f"{self.game}: {found}"

    def _holds(self) -> dict[str, int]:
        if self.roster is None:
            return {}
        markers = sum(marker.count for marker in self.roster.markers.values())
        return {"counters": len(self.roster.counters), "markers": markers, "cards": len(self.roster.cards)}

    def _standins(self) -> dict[str, str]:
        return dict(self.roster.standins) if self.roster else {}


def _amount(number: int, what: str) -> str:
    """So many of something in words; "" for none."""
    return f"{number} {what}{'s' * (number > 1)}" if number else ""


def report(game: str | Path) -> Report:
    """Check a game. Bad files are reported, never raised."""
    try:
        roster = load_roster(game)
    except RosterError as wrong:
        return Report(str(game), wrong.faults, None)
    return Report(roster.game, tuple(preflight(roster)), roster, tuple(remarks(roster)))
