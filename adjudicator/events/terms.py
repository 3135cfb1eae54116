"""The terms of one game between people: which codes were replaced, who is away, until when answers count.
They follow from the desk's own entries in the order of the record, whichever positions were undone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from adjudicator.state import Json

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Substitute:
    """Who stands in for a player: until when (an ISO time, "" for open), and whether they alone may write."""

    name: str
    until: str = ""
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """What the desk has put on a game's record about its people and its time.

    codes        how often a side's reply codes were made anew
    vacant       the sides that nobody plays
    substitutes  who stands in, by side
    away         the times (since, until) in which a side's deadlines do not run, by side
    paused       since when no deadline runs; "" while they do
    deadlines    this game's own settings of its deadlines, by name; the desk's hold for the others
    """

    codes: Mapping[str, int] = field(default_factory=dict)
    vacant: frozenset[str] = frozenset()
    substitutes: Mapping[str, Substitute] = field(default_factory=dict)
    away: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    paused: str = ""
    deadlines: Mapping[str, Json] = field(default_factory=dict)

    def recoded(self, side: str) -> Terms:
        """A side has new reply codes from here on."""
        return replace(self, codes={**self.codes, side: self.codes.get(side, 0) + 1})

    def seated(self, side: str, anybody: bool) -> Terms:
        """Another plays a side, or nobody does: nothing that was said of its player holds any more."""
        vacant = self.vacant - {side} if anybody else self.vacant | {side}
        return replace(
            self.recoded(side),
            vacant=vacant,
            substitutes=without(self.substitutes, side),
            away=without(self.away, side),
        )

    def with_substitute(self, side: str, substitute: Substitute) -> Terms:
        """Somebody stands in for a side's player."""
        return replace(self, substitutes={**self.substitutes, side: substitute})

    def without_substitute(self, side: str) -> Terms:
        """Nobody stands in any more: the codes that they read count no more either."""
        return replace(self.recoded(side), substitutes=without(self.substitutes, side))

    def absent(self, side: str, since: str, until: str) -> Terms:
        """A side's player is away for a time."""
        return replace(self, away={**self.away, side: (*self.away.get(side, ()), (since, until))})

    def back(self, side: str, at: str) -> Terms:
        """A side's player is there again: what was left of their absences does not count."""
        kept = tuple((since, min(until, at)) for since, until in self.away.get(side, ()) if since < at)
        return replace(self, away={**self.away, side: kept})


def without(table: Mapping[str, T], side: str) -> Mapping[str, T]:
    """The same table without one side."""
    return {key: value for key, value in table.items() if key != side}
