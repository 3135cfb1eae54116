"""The nine dates of the campaign (CG2, 8.6161, 8.617, CG31): each turn of the game is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from adjudicator.state import State

from .position import SIDES
from .rows import cells


@dataclass(frozen=True, slots=True)
class Date:
    """A date: one Campaign Game Scenario.

    base      side -> CPP before their modifier      modifier  side -> the date's critical value (CG31)
    ec, cloud, moon  the historical weather (8.617); `moon` is "" by day
    rule      the clause that gives its weather
    """

    number: int
    name: str
    night: bool
    base: Mapping[str, int]
    modifier: Mapping[str, int]
    ec: str
    cloud: str
    moon: str
    rule: str


@cache
def dates() -> tuple[Date, ...]:
    """All dates in their order, from `dates.csv`."""
    return tuple(map(_date, cells("dates.csv")))


def _date(row: Mapping[str, str]) -> Date:
    return Date(
        number=int(row["number"]),
        name=row["name"],
        night=row["night"] == "yes",
        base={side: int(row[f"base-{side}"]) for side in SIDES},
        modifier={side: int(row[f"date-{side}"]) for side in SIDES},
        ec=row["ec"],
        cloud=row["cloud"],
        moon=row["moon"],
        rule=row["rule"],
    )


def date(state: State) -> Date:
    """The date that is played or, from 8.612 of a Refit Phase on, prepared."""
    return dates()[state.turn - 1]


def last_date() -> int:
    """The number of the last date."""
    return dates()[-1].number
