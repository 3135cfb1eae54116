"""What can happen in Race for Berlin and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.events import Event, Names


@dataclass(frozen=True, kw_only=True)
class ImpulsePlanned(Event):
    """A player named all units of his impulse and their modes, before anything moves (4.1.3.c)."""

    side: str
    segment: str
    modes: Mapping[str, str] = field(default_factory=dict)

    def says(self, names: Names) -> str:
        """Whom he activates, mode by mode."""
        by_mode: dict[str, list[str]] = {}
        for unit, mode in self.modes.items():
            by_mode.setdefault(mode, []).append(unit)
        told = "; ".join(f"{mode}: {names.list(units)}" for mode, units in by_mode.items())
        return f"{names(self.side)} activates in {self.segment}: {told}."


@dataclass(frozen=True, kw_only=True)
class Passed(Event):
    """A player activated nothing in an impulse."""

    side: str
    segment: str

    def says(self, names: Names) -> str:
        """Who passed."""
        return f"{names(self.side)} passes in {self.segment}."


@dataclass(frozen=True, kw_only=True)
class ChitPlayed(Event):
    """An event chit was played, openly."""

    side: str
    chit: str
    what: str = ""

    def says(self, names: Names) -> str:
        """Who played what on whom."""
        return f"{names(self.side)} plays {names(self.chit)}{f': {self.what}' if self.what else ''}."


@dataclass(frozen=True, kw_only=True)
class OperationsPhaseBegan(Event):
    """The Operations marker stands on a space: a new round of four impulses."""

    phase: int

    def says(self, names: Names) -> str:
        """Which operations phase it is."""
        return f"Operations phase {self.phase} begins."


@dataclass(frozen=True, kw_only=True)
class FreedomTested(Event):
    """A German unit in movement mode tried to be free of the ban on going west (7.2.2)."""

    unit: str
    die: int
    free: bool

    def says(self, names: Names) -> str:
        """Whether it may go west."""
        return (
            f"{names(self.unit)} {'is free to move' if self.free else 'may not move west'} (die {self.die})."
        )
