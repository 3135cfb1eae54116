"""Fights that are fought out fire by fire: attacks, losses of several steps, morale, retreats."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.events.fact import Event, Names
from adjudicator.events.units import StepLost
from files.messages import counted


class AttackAnnounced(Event):
    """An attack is announced: the space, who attacks, and who supports it; `hasty` on the move."""

    side: str
    space: str
    attackers: tuple[str, ...]
    support: tuple[str, ...] = ()
    hasty: bool = False
    opens: ClassVar[bool] = True

    def says(self, names: Names) -> str:
        """Who attacks where."""
        kind = "hasty" if self.hasty else "prepared"
        helped = f", supported by {names.list(self.support)}" if self.support else ""
        return f"A {kind} attack on {names(self.space)} by {names.list(self.attackers)}{helped}."


class StepsLost(StepLost):
    """A unit lost several steps at once, and stays with those that are left."""

    lost: int
    why: str = ""

    def says(self, names: Names) -> str:
        """How many, and how many are left."""
        because = f" ({self.why})" if self.why else ""
        return f"{names(self.unit)} loses {counted(self.lost, 'step')}{because}, {self.left} left."


class MoraleChecked(Event):
    """A unit's morale check: passed by a die no higher than the value of its formation."""

    unit: str
    value: int
    die: int
    passed: bool

    def says(self, names: Names) -> str:
        """The die, the value, and what they mean."""
        found = "passes" if self.passed else "fails"
        return f"{names(self.unit)} {found} its morale check with a die of {self.die} (morale {self.value})."


class RetreatTaken(Event):
    """A stack must retreat: by choice, because a check failed, or because none is allowed."""

    units: tuple[str, ...]
    space: str
    spaces: int
    why: str

    def says(self, names: Names) -> str:
        """Who retreats how far, and why."""
        verb, hexes = "retreats" if len(self.units) == 1 else "retreat", counted(self.spaces, "hex", "hexes")
        return f"{names.list(self.units)} {verb} {hexes} from {names(self.space)}: {self.why}."


class FirePassed(Event):
    """A fire or an advance of an order that has become illegal is left out, for this reason."""

    order: str
    why: str

    def says(self, names: Names) -> str:
        """The order as it was written, and the reason as a sentence."""
        return f"Left out: {self.order}. {self.why[:1].upper()}{self.why[1:]}."


class FireEnded(Event):
    """The defenders of a hex are done firing in this combat, or its attackers, for this reason."""

    who: str
    space: str
    why: str

    def says(self, names: Names) -> str:
        """Whose fire is over, and why."""
        return f"The {self.who} of {names(self.space)} are done firing: {self.why}."
