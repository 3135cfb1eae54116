"""The course of the campaign: its nine dates (CG2, 8.6161, 8.617, CG31), each a turn of the game, and the
steps of the Refit Phase as rows of `steps.csv`, in the order of the rulebook.

kind  A adjudicated, P partly, H held for reports of both sides, X not used
who   both (held until both sides have nothing more), referee, none, sealed, set-up
lull  whether it is carried out when nothing was fought       verbs  what is asked beside reports
says  what a report of the step lists; or, in quotes, the line that each side sends for itself
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from ..charts import cells, rows_of
from ..position import PLAY, SIDES
from .campaign import LULL, campaign


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
        number=int(row["number"]), name=row["name"], night=row["night"] == "yes",
        base={side: int(row[f"base-{side}"]) for side in SIDES},
        modifier={side: int(row[f"date-{side}"]) for side in SIDES}, ec=row["ec"], cloud=row["cloud"],
        moon=row["moon"], rule=row["rule"],
    )  # fmt: skip


def date(state: State) -> Date:
    """The date that is played or, from 8.612 of a Refit Phase on, prepared."""
    return dates()[state.turn - 1]


def last_date() -> int:
    """The number of the last date."""
    return dates()[-1].number


BOTH, REFEREE, NONE, SEALED, SET_UP = "both", "referee", "none", "sealed", "set-up"
LAST_RESULT = "8.615"
"""The step with which the result sheet ends: what is passed over in one line goes no farther."""


@dataclass(frozen=True, slots=True)
class Step:
    """One row."""

    number: str
    title: str
    kind: str
    who: str
    lull: bool
    verbs: tuple[str, ...]
    clause: str
    says: str


@cache
def steps() -> Mapping[str, Step]:
    """All steps by number."""
    return {row.number: row for row in rows_of(Step, "steps.csv")}


@cache
def order() -> tuple[str, ...]:
    """The numbers of the steps in their order."""
    return tuple(steps())


def in_range(first: str, final: str) -> tuple[str, ...]:
    """The steps from one to another; a number like 8.609 stands for all that begin with it, but the last of
    the result, 8.615, not for the chits of 8.6151. Their numbers sort as they are written."""
    part = final if final != LAST_RESULT else "none"
    return tuple(one for one in order() if first <= one and (one <= final or one.startswith(part)))


def check_range(first: str, final: str, last_of_all: str) -> None:
    """Check steps to be passed: they exist, and none is after the last. Raises Refused."""
    found = in_range(first, final)
    if not found or max(found) > last_of_all:
        legal = (f"pass {order()[0]}-{last_of_all}",)
        raise Refused("RePh0.1", f"{first}-{final} are not steps up to {last_of_all}", legal)


def following(state: State, number: str) -> str:
    """The step that follows one: after a Lull those about a firefight are left out."""
    lull = campaign(state).case == LULL
    return next(one for one in order() if one > number and (steps()[one].lull or not lull))


def held() -> Iterator[Step]:
    """The steps at which both sides are asked."""
    return (step for step in steps().values() if step.who == BOTH)


@rule("RePh0.1", "RePh8.601", "RePh8.614", "RePh8.609")
def check_turn_of(state: State, number: str, clause: str = "RePh0.1") -> None:
    """A report for a step is taken when its turn has come, and no earlier. Raises Refused."""
    now = state.segment
    if now == PLAY:
        raise Refused(clause, f"the firefight goes on; step {number} comes when it is over")
    if now not in steps():
        return
    if number > now:
        cited = steps()[now].clause if now == "8.601" else clause
        raise Refused(cited, f"step {now} is open ({steps()[now].title}); step {number} comes later")
    if number < now:
        raise Refused(clause, f"step {number} is over; step {now} is open ({steps()[now].title})")
