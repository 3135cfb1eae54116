"""What can happen in a combat of Donnerschlag and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.events import Event, Names


@dataclass(frozen=True, kw_only=True)
class AdHocGained(Event):
    """A combat gives the side that is attacked an ad hoc unit, to be placed while its outcome is carried
    out."""

    side: str
    what: str
    final: int

    def says(self, names: Names) -> str:
        """Who may place what, and by which die."""
        return f"{names(self.side)} may place one {self.what}: the modified die was {self.final}."


@dataclass(frozen=True, kw_only=True)
class ResultEased(Event):
    """A card changes what a result asks of the defenders: so many steps, so many hexes."""

    card: str
    steps: int
    hexes: int

    def says(self, names: Names) -> str:
        """What is left of it."""
        steps = "no step" if not self.steps else f"{self.steps} step{'' if self.steps == 1 else 's'}"
        hexes = f"{self.hexes} hex{'' if self.hexes == 1 else 'es'}"
        return f"{names(self.card)}: the defenders lose {steps} and retreat {hexes}."


@dataclass(frozen=True, kw_only=True)
class MarkerLaid(Event):
    """A Snowdrift or Yak-9 marker lies in a hex from now on."""

    marker: str
    space: str

    def says(self, names: Names) -> str:
        """Which marker lies where."""
        return f"A {names(self.marker)} marker lies in {names(self.space)}."


@dataclass(frozen=True, kw_only=True)
class ZoneRevealed(Event):
    """The game is decided, and the true meeting zone is shown to both players."""

    zone: str

    def says(self, names: Names) -> str:
        """Which zone it was."""
        return f"The true meeting zone was {self.zone}."
