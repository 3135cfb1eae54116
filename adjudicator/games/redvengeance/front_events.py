"""What the control map shows in the Refit Phase, as reports tell it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.events import Event, Names


def _told(hexes: tuple[str, ...]) -> str:
    return ", ".join(one.upper() for one in hexes) or "none"


@dataclass(frozen=True, kw_only=True)
class EdgesListed(Event):
    """The map-edge hexes that each side controls: where it may enter, with what it may always enter."""

    hexes: Mapping[str, tuple[str, ...]]

    def says(self, names: Names) -> str:
        """Side by side."""
        told = (f"{names(side)}: {_told(hexes)}" for side, hexes in self.hexes.items())
        return f"Map-edge hexes controlled. {'. '.join(told)}."


@dataclass(frozen=True, kw_only=True)
class NoMansLandMarked(Event):
    """The Strategic Locations that nobody controls, through which no perimeter may run."""

    hexes: tuple[str, ...]

    def says(self, names: Names) -> str:
        """Which."""
        return f"Strategic Locations in No-Man's Land: {_told(self.hexes)}."


@dataclass(frozen=True, kw_only=True)
class AreasIsolated(Event):
    """The hexes of a side from which no way leads to an entry area."""

    side: str
    hexes: tuple[str, ...]

    def says(self, names: Names) -> str:
        """Whose, and which."""
        return f"{names(self.side)}: isolated hexes: {_told(self.hexes)}."


@dataclass(frozen=True, kw_only=True)
class EastOpened(Event):
    """The Russians may enter by the east edge from now on."""

    sentence = "From now on new Russian groups may enter by the east edge south of the Spree."


@dataclass(frozen=True, kw_only=True)
class FortsShown(Event):
    """Fortifications that a side has set up openly, as the enemy sees them."""

    side: str
    works: tuple[str, ...]

    def says(self, names: Names) -> str:
        """What lies where."""
        return f"{names(self.side)} has set up: {', '.join(self.works)}."
