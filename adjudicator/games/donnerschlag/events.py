"""What can happen in Donnerschlag and nowhere else."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.events import Event, Names, UnitPlaced
from adjudicator.state import State
from files.messages import counted

from .levels import SCHLACHTENGLUECK
from .pieces import SCHWERPUNKT


class SchwerpunktPlaced(Event):
    """The Schwerpunkt marker lies in a hex from now on."""

    sentence = "The Schwerpunkt marker is in {space}."
    space: str

    def apply(self, state: State) -> State:
        """Everybody sees where."""
        return state.but(facts={**state.facts, SCHWERPUNKT: self.space})


class AdHocEliminated(UnitPlaced):
    """An ad hoc unit is eliminated, and may come again."""

    def says(self, names: Names) -> str:
        """Which unit, why, and where it goes."""
        return f"{names(self.unit)} is eliminated and returns to {names(self.at)} ({self.why})."


class UnitsActivated(Event):
    """An Activation Card orders an HQ, a formation, a colour of an army or the Schwerpunkt: who must act."""

    side: str
    ordered: tuple[str, ...]
    units: tuple[str, ...]

    def says(self, names: Names) -> str:
        """What is ordered, and who must activate."""
        if not self.units:
            return f"{names.begins(self.side)}: this card can order nobody."
        units = f"{names.list(self.units)} must activate"
        return f"{names.begins(self.side)} orders {names.list(self.ordered)}: {units}."


class UnitsStayed(Event):
    """Units were activated and stood still."""

    units: tuple[str, ...]

    def says(self, names: Names) -> str:
        """Who did."""
        verb = "is activated and stays" if len(self.units) == 1 else "are activated and stay"
        return f"{names.list(self.units)} {verb} in place."


class ReinforcementEntered(Event):
    """A reinforcement came on the map at a hex, and went on by road."""

    unit: str
    path: tuple[str, ...]

    def apply(self, state: State) -> State:
        """It stands at the end of its path."""
        return state.with_unit(replace(state.units[self.unit], at=self.path[-1]))

    def says(self, names: Names) -> str:
        """Who came, where, and how far."""
        way = f" and goes by road to {names(self.path[-1])}" if self.path[1:] else ""
        return f"{names(self.unit)} enters at {names(self.path[0])}{way}."


class DonnerschlagCalled(Event):
    """The Axis player has called out Donnerschlag; the meeting zone markers lie face down."""

    sentence = "Donnerschlag is called. The meeting zone markers are face down in zones A, B and C."
    turn: int

    def apply(self, state: State) -> State:
        """It cannot be called again."""
        return state.but(facts={**state.facts, "called": self.turn})


class MarkersTurned(Event):
    """Snowdrift and Yak-9 markers at the end of a turn: those that are removed, and those turned over."""

    removed: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()

    def says(self, names: Names) -> str:
        """Which went, and which were turned."""
        gone = f"Markers are removed from {names.list(self.removed)}." if self.removed else ""
        over = f"Yak-9 is turned over in {names.list(self.turned)}." if self.turned else ""
        return " ".join(filter(None, (gone, over)))


class LuckPassed(Event):
    """The Schlachtenglück marker changes hands."""

    sentence = "The Schlachtenglück marker goes to {the side}."
    side: str

    def apply(self, state: State) -> State:
        """Its holder may exchange a card."""
        return state.but(facts={**state.facts, SCHLACHTENGLUECK: self.side})


class AdHocGained(Event):
    """A combat gives the side that is attacked an ad hoc unit, to be placed while its outcome is carried
    out."""

    sentence = "{The side} may place one {what}: the modified die was {final}."
    side: str
    what: str
    final: int


class ResultEased(Event):
    """A card changes how many steps a result takes from the defenders, and how many hexes they retreat."""

    card: str
    steps: int
    hexes: int

    def says(self, names: Names) -> str:
        """What is left of it."""
        steps = "no step" if not self.steps else counted(self.steps, "step")
        hexes = counted(self.hexes, "hex", "hexes")
        return f"{names(self.card)}: the defenders lose {steps} and retreat {hexes}."


class MarkerLaid(Event):
    """A Snowdrift or Yak-9 marker lies in a hex from now on."""

    marker: str
    space: str

    def says(self, names: Names) -> str:
        """Which, and where."""
        return f"A {self.marker.capitalize()} marker is in {names(self.space)}."


class ZoneRevealed(Event):
    """The game is decided, and the true meeting zone is shown to both players."""

    sentence = "The true meeting zone was {zone}."
    zone: str
