"""What the steps of the Refit Phase bring, as reports tell it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from adjudicator.events import Event, Names


@dataclass(frozen=True, kw_only=True)
class LossesBooked(Event):
    """Both sides report the same losses of a side: its CVP for victory and for ELR, each as a sum."""

    sentence: ClassVar[str] = "Losses of the {side}: for victory {counted} CVP; for ELR {elr} CVP."
    side: str
    counted: str
    elr: str


@dataclass(frozen=True, kw_only=True)
class PointsClaimed(Event):
    """A side captured stone Locations; its LVP of the CGS so far."""

    sentence: ClassVar[str] = "{side} captured {hexes}: {points} LVP in this CGS so far."
    side: str
    hexes: tuple[str, ...]
    points: int


@dataclass(frozen=True, kw_only=True)
class CgsDecided(Event):
    """Who won a CGS, with the sums of both sides."""

    decides: ClassVar[bool] = True
    sentence: ClassVar[str] = "{winner} wins the CGS of {date}: {why}."
    winner: str
    date: str
    why: str


@dataclass(frozen=True, kw_only=True)
class DateOpened(Event):
    """The Refit Phase goes on to the next date."""

    sentence: ClassVar[str] = "The date that is prepared now is {date}."
    date: str


@dataclass(frozen=True, kw_only=True)
class ElrAdjusted(Event):
    """What the losses of a CGS, or a Lull, did to the ELR of a side."""

    sentence: ClassVar[str] = "ELR of the {side}: {why}."
    side: str
    why: str


@dataclass(frozen=True, kw_only=True)
class ElrChanged(Event):
    """The ELR in force of a side, with its arithmetic for each printed value."""

    sentence: ClassVar[str] = "ELR of the {side} now: {values}."
    side: str
    values: str


@dataclass(frozen=True, kw_only=True)
class WeatherSet(Event):
    """The weather of a date; `conditions` are the Environmental Conditions."""

    date: str
    weather: str
    conditions: str
    moon: str = ""

    def says(self, names: Names) -> str:
        """Weather, EC, and the moon by night."""
        moon = f", moon {self.moon}" if self.moon else ""
        return f"Weather of {self.date}: {self.weather}, EC {self.conditions}{moon}."


@dataclass(frozen=True, kw_only=True)
class FireBurned(Event):
    """What a fire did to a hex in the Refit Phase."""

    sentence: ClassVar[str] = "Fire in {space}: {why}."
    space: str
    why: str
