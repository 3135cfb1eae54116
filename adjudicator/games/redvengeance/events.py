"""What can happen in the campaign and nowhere else: reports booked and returned, steps passed over, chits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.events import Event, Names


@dataclass(frozen=True, kw_only=True)
class StepNotUsed(Event):
    """A step of the Refit Phase that this campaign does not have."""

    sentence = "Step {number} ({title}) is not used."
    number: str
    title: str


@dataclass(frozen=True, kw_only=True)
class LineFiled(Event):
    """A side has filed a joint line, and the other has not yet."""

    sentence = "{side} has filed: {text}"
    side: str
    text: str


@dataclass(frozen=True, kw_only=True)
class LineBooked(Event):
    """Both sides have filed the same."""

    sentence = "Both sides report: {text}"
    text: str


@dataclass(frozen=True, kw_only=True)
class LinesReturned(Event):
    """What one side alone has filed, though it was asked of both, is not booked."""

    lines: Mapping[str, tuple[str, ...]]

    def says(self, names: Names) -> str:
        """Side by side, what the other has not filed."""
        told = (f"{names(side)} alone: {'; '.join(lines)}" for side, lines in self.lines.items() if lines)
        return f"The reports differ, and nothing of this is booked. {'. '.join(told)}."


@dataclass(frozen=True, kw_only=True)
class BothFiled(Event):
    """Both sides' sealed sheets for a step are in."""

    sentence = "{what} of both sides are in, sealed."
    what: str


@dataclass(frozen=True, kw_only=True)
class ChitsOpened(Event):
    """Both Initiative Chits, at the same moment."""

    chits: Mapping[str, str]

    def says(self, names: Names) -> str:
        """Who attacks, who is idle."""
        told = (f"{names(side)} {chit.capitalize()}" for side, chit in self.chits.items())
        return f"The Initiative Chits are opened: {', '.join(told)}."


@dataclass(frozen=True, kw_only=True)
class InitiativeDecided(Event):
    """Who moves first in the CGS to come; nobody in a Lull."""

    case: str
    first: str = ""
    night: bool = False

    def says(self, names: Names) -> str:
        """The case, the first mover, and what that makes him."""
        if not self.first:
            return "A Lull: nothing is fought on this date."
        kind = "Dual Attack" if self.case == "dual" else f"{names(self.case)}: an Assault"
        at_night = " and by night the Attacker" if self.night else ""
        return f"{kind}. {names(self.first)} moves first and is the CGS Attacker{at_night}."


@dataclass(frozen=True, kw_only=True)
class DualRolled(Event):
    """The dice for the first mover of a Dual Attack, a tie being rolled again."""

    dice: Mapping[str, int]
    totals: Mapping[str, int]

    def says(self, names: Names) -> str:
        """The arithmetic of each side, and who moves first."""
        told = (
            f"{names(side)} dr {die} {self.totals[side] - die:+} = {self.totals[side]}"
            for side, die in self.dice.items()
        )
        low = min(self.totals.values())
        firsts = [side for side, total in self.totals.items() if total == low]
        end = f"{names(firsts[0])} moves first" if len(firsts) == 1 else "a tie, rolled again"
        return f"{', '.join(told)}: {end}."


@dataclass(frozen=True, kw_only=True)
class FightBegan(Event):
    """Turn 1 of the firefight."""

    sentence = "{date}: turn 1 begins; {first} moves first."
    date: str
    first: str


@dataclass(frozen=True, kw_only=True)
class FightEnded(Event):
    """The firefight of this date is over."""

    sentence = "The CGS ends: {why}."
    why: str


@dataclass(frozen=True, kw_only=True)
class StepSigned(Event):
    """Something of a step that is decided at the table, as both sides have reported it."""

    sentence = "Step {number}, {title}: {text}."
    number: str
    title: str
    text: str
