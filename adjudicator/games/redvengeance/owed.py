"""What the base rules make units do at once, of which both sides report what came: until a side has filed its
line its Player Turn does not end.

11.314  the Bridge Collapse DR of a vehicle on a bridge that is blown up
8.503   the NTC of the MMC in whose Location a Gestapo leader goes berserk
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from . import reporting
from .campaign import campaign
from .orders import read_line
from .pieces import on_map, unit_of

COLLAPSE, NTC = "collapse", "ntc"
CLAUSES = {COLLAPSE: "BRV11.314.4", NTC: "BRV8.503.2"}
CALLED = {COLLAPSE: "Bridge Collapse DR", NTC: "NTC"}
LINES: Mapping[str, str] = {
    COLLAPSE: "report COLLAPSE unit={unit} hex={hex} result=passed",
    NTC: "report NTC unit={unit} dr=7",
}
"""What is owed -> a line that reports it."""


@rule("BRV11.314.4", "BRV8.503.2")
def due(state: State, side: str) -> Iterator[tuple[str, str, str]]:
    """What is owed, can be reported now, and was not filed by this side: unit, what it owes, a line."""
    mine = {reporting.head(line) for line in reporting.filed(state, side)}
    for id_, what in campaign(state).owed.items():
        unit = unit_of(state, id_, side) if what in LINES else None
        if unit is None or not on_map(unit):
            continue
        line = LINES[what].format(unit=unit.id, hex=unit.at.upper())
        if reporting.head(line) in mine:
            continue
        with suppress(Refused):
            reporting.check(state, side, read_line(line))
            yield unit.id, what, line


def lines_due(state: State, side: str) -> tuple[str, ...]:
    """Lines that report what is due of a side."""
    return tuple(line for _, _, line in due(state, side))


@rule("BRV11.314.4", "BRV8.503.2")
def check_owed(state: State, side: str) -> None:
    """A side that has not filed what is owed ends no Player Turn. Raises Refused."""
    owed = list(due(state, side))
    if owed:
        told = ", ".join(f"the {CALLED[what]} of {unit}" for unit, what, _ in owed)
        raise Refused(CLAUSES[owed[0][1]], f"first report {told}", tuple(line for _, _, line in owed))
