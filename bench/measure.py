"""What a measurement is, how one is taken, and the table in which all of them are told."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

PAGE = """\
# Measured

What hexpost costs in time, memory and disk, beside peers where there are any. `make bench` measures it, and
`python -m bench --page docs/measured.md` writes this page. Times are of one run on two cores of a virtual
machine that other work may share; processor time is the calmer figure. A bound that does not hold is marked.
"""


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds on the clock and of processor time of one run; the second is calmer on a busy machine."""

    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what was measured, its value, and the most it may be; None without a bound.

    The value is None where nothing was measured; the note says why.
    """

    what: str
    value: float | None
    unit: str = "ms"
    most: float | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        """Whether the bound holds; "" without one, or without a value."""
        if self.most is None or self.value is None:
            return ""
        return "holds" if self.value <= self.most else "MISSED"


@dataclass(frozen=True, slots=True)
class Part:
    """Rows about one thing, under a heading, and what must be said about how they were measured."""

    title: str
    rows: Sequence[Row]
    notes: Sequence[str] = ()


def spent(work: Callable[[], object]) -> Spent:
    """What one run of this takes."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Spent(time.perf_counter() - wall, time.process_time() - cpu)


def median(runs: Iterable[float], unit: float = 1000.0) -> float:
    """The median of times in seconds, in milliseconds unless another unit is asked for."""
    return statistics.median(runs) * unit


def table(parts: Iterable[Part]) -> str:
    """All parts as text in columns."""
    lines: list[str] = []
    for part in parts:
        lines += [part.title, *map(line, part.rows), *(f"    {note}" for note in part.notes), ""]
    return "\n".join(lines)


def page(parts: Iterable[Part]) -> str:
    """All parts as a page in Markdown, as it stands among the pages of the project."""
    lines = [PAGE]
    for part in parts:
        lines += [f"## {part.title}", "", "| What | Measured | At most | |", "|---|---:|---:|---|"]
        lines += [row_of_page(row) for row in part.rows]
        lines += ["", *([" ".join(part.notes), ""] if part.notes else [])]
    return "\n".join(lines).rstrip() + "\n"


def row_of_page(row: Row) -> str:
    """One row of a table in Markdown."""
    value = "-" if row.value is None else f"{row.value:,.2f} {row.unit}"
    most = "" if row.most is None else f"{row.most:,.2f} {row.unit}"
    told = "; ".join(filter(None, ("**missed**" if row.verdict == "MISSED" else "", row.note)))
    return f"| {row.what.strip()} | {value} | {most} | {told} |"


def line(row: Row) -> str:
    """One row in columns: what, measured, bound, verdict, note."""
    bound = "" if row.most is None else f"at most {row.most:.2f} {row.unit}"
    value = f"{'-':>10} {'':<8}" if row.value is None else f"{row.value:>10.2f} {row.unit:<8}"
    return f"  {row.what:<58}{value}{bound:<22}{row.verdict:<8}{row.note}".rstrip()


def missed(parts: Iterable[Part]) -> list[str]:
    """What does not keep its bound."""
    return [row.what for part in parts for row in part.rows if row.verdict == "MISSED"]
