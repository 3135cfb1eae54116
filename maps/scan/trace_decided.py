"""What the user says of pairs of areas: that they touch, or that they only meet at a corner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path

from files.cells import csv_text
from maps.faults import MapFault
from maps.scan.trace_contacts import Pair
from maps.scan.trace_told import CONTACT, CORNER, Doubt
from maps.tables import Row, read_rows


@dataclass(frozen=True, slots=True)
class Decision:
    """Two areas, whether they touch, and where that was read; what a line `at_fault` says does not count."""

    one: str
    other: str
    touch: bool
    where: str = ""
    at_fault: bool = False

    @property
    def names(self) -> tuple[str, str]:
        """Both names in their order."""
        return (self.one, self.other) if self.one <= self.other else (self.other, self.one)


def read_decisions(path: Path) -> tuple[list[Decision], list[str]]:
    """The decisions of a CSV file with the columns one, other and says, and what is wrong with it.

    Lines at fault are among them: their names have not been looked at.
    """
    faults: list[MapFault] = []
    decisions: list[Decision] = []
    first: dict[tuple[str, str], Decision] = {}
    for row in read_rows(path, ("one", "other", "says"), faults):
        read = _decision(row, faults)
        before = read if read.at_fault else first.setdefault(read.names, read)
        if before.touch != read.touch:
            message = f"{before.where} says the contrary of {read.one} and {read.other}; strike out one"
            faults.append(row.fault("contradiction", message))
            read = replace(read, at_fault=True)
        decisions.append(read)
    return decisions, [str(fault) for fault in faults]


def table_of(doubts: Sequence[Doubt]) -> str:
    """The table of doubtful pairs, which becomes one of decisions: `says` is what each was taken for."""
    rows = (
        (doubt.one, doubt.other, doubt.says, *(f"{part:g}" for part in (doubt.length, *doubt.at)))
        for doubt in doubts
    )
    return csv_text([("one", "other", "says", "px", "x", "y"), *rows])


def _decision(row: Row, faults: list[MapFault]) -> Decision:
    one, other, says = (row.cells[column] for column in ("one", "other", "says"))
    before = len(faults)
    if one == other:
        faults.append(row.fault("one area", f"{one!r} stands on both sides; name two areas"))
    if says.casefold() not in (CONTACT, CORNER):
        faults.append(row.fault("bad word", f"says is {says!r}; write {CONTACT} or {CORNER}"))
    where = f"{row.file}:{row.line}"
    return Decision(one, other, says.casefold() == CONTACT, where, len(faults) > before)


@dataclass
class Decided:
    """Decisions by the numbers of their areas; `refused` are sentences about those that cannot be."""

    said: dict[Pair, Decision] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def refuse(self, pair: Pair, why: str) -> None:
        """Forget a decision, and say why."""
        told = self.said.pop(pair)
        self.refused.append(f"{told.where}: {told.one} and {told.other} {why}".removeprefix(": "))

    def touching(self) -> list[Pair]:
        """The pairs of which the user says that they touch."""
        return [pair for pair, decision in self.said.items() if decision.touch]


def decided(decisions: Sequence[Decision], names: Mapping[str, int]) -> Decided:
    """Decisions about areas whose numbers are given by name; unknown names are told, faults do not count."""
    made = Decided()
    for decision in decisions:
        unknown = [name for name in dict.fromkeys((decision.one, decision.other)) if name not in names]
        for name in unknown:
            near = get_close_matches(name, names, 1, 0.5)
            advice = f"; is it {near[0]}?" if near else "; write it as in the seeds"
            made.refused.append(f"{decision.where}: no area is named {name!r}{advice}".removeprefix(": "))
        if not unknown and not decision.at_fault:
            one, other = sorted((names[decision.one], names[decision.other]))
            made.said.setdefault((one, other), decision)
    return made
