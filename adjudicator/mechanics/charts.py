"""Charts as printed: read from a file that looks like them, looked up by column and die."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from pathlib import Path

from files.faults import Fault, Faulty
from files.messages import counted
from files.nearest import nearest, nearest_or_all
from files.toml_lines import TomlLines

_BAND = re.compile(r"<=(\d+)|>=(\d+)|(\d+)(?:[-–](\d+)|(\+))?")


_LISTS = ("columns", "rows", "cells")
_NEEDED = ("id", "title", "rule", *_LISTS)
"""Keys of a chart. It may have more, for readers and for its picture."""


class BadChart(Faulty[Fault], ValueError):
    """Charts that are not whole; the message has a line for each fault."""


class Charts(dict[str, "Chart"]):
    """The charts of a file by id. Raises KeyError for one that is not there, with the likest."""

    def __missing__(self, id_: str) -> Chart:
        raise KeyError(f"no chart {id_!r}: {nearest_or_all(id_, self)}")


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart: a label for each column and row and the text in each cell.

    `standin` says that the printed chart is not known to us; `reason` then says what we did instead.
    """

    id: str
    title: str
    rule: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    standin: bool
    reason: str
    source: str

    def cell(self, column: str, row: str) -> str:
        """The text where a column and a row meet. Raises ValueError for a label that is not printed."""
        for what, label, labels in (("column", column, self.columns), ("row", row, self.rows)):
            if label not in labels:
                raise ValueError(f"chart {self.id} has no {what} {label}, but {', '.join(labels)}")
        return self.cells[self.rows.index(row)][self.columns.index(column)]

    def column_of(self, value: int) -> str | None:
        """The column on which a value falls, of columns such as "2", "3-4", "21+"; None for none."""
        return band(value, self.columns)

    @property
    def gap(self) -> str:
        """The first number of a die that has no row, though a later one has; "" where there is none."""
        labels = [row.strip("<=>") for row in self.rows]
        numbers = [int(label) if label.isdigit() else 0 for label in labels]
        return next((str(one + 1) for one, other in pairwise(numbers) if other != one + 1), "")

    def read(self, column: str, die: int) -> str:
        """The result of a modified die. Rows are labelled with the die, one by one; below the first the first
        counts, above the last the last, whether they are printed "<=n" and ">=n" or not."""
        lowest = int(self.rows[0].removeprefix("<="))
        row = min(max(die - lowest, 0), len(self.rows) - 1)
        return self.cells[row][self.columns.index(column)]


def band(value: int, labels: Iterable[str]) -> str | None:
    """The first label whose range holds a value: "2", "3-4", "21+", "<=2", ">=7"; None where none does.
    Raises ValueError for a label that is not a range."""
    return next((label for label in labels if _holds(label, value)), None)


def is_band(label: str) -> bool:
    """Whether a label is a range of values."""
    return _BAND.fullmatch(label) is not None


def _holds(label: str, value: int) -> bool:
    found = _BAND.fullmatch(label)
    if found is None:
        raise ValueError(f'"{label}" is not a range of numbers')
    most, least, low, high, up = found.groups()
    if most or least:
        return value <= int(most) if most else value >= int(least)
    return int(low) <= value and (bool(up) or value <= int(high or low))


_SHIFT = re.compile(r"(\d+) (left|right)\b")


def shift_in(cell: str) -> int:
    """By how many columns a cell shifts, whatever else it says: -1 for "1 left, if all cross it"."""
    found = _SHIFT.search(cell)
    return int(found[1]) * (-1 if found[2] == "left" else 1) if found else 0


_MODIFIER = re.compile(r"[-+]\d+")


def modifier_in(cell: str) -> int:
    """What a cell adds to the die, whatever else it says: -2 for "-2 die, no Tank Bonus"; 0 for none."""
    found = _MODIFIER.search(cell)
    return int(found[0]) if found else 0


def foretold(
    chart: Chart, column: str, attack: str, defence: str, drm: int = 0, why: Sequence[str] = ()
) -> str:  # fmt: skip
    """A summary of an attack before its die roll: "16 to 5, column 3-1: die 1: A1, 2-6: Dr"; `why` is what
    changes its strengths, column and die."""
    changed = f" ({'; '.join(why)})" if why else ""
    return f"{odds_told(column, attack, defence, drm)}{changed}: {by_die(chart, column, drm)}"


def odds_told(column: str, attack: str, defence: str, drm: int = 0) -> str:
    """What is known of a combat before its die: "16 to 5, column 3-1, die -1"."""
    return f"{attack} to {defence}, column {column}{f', die {drm:+}' if drm else ''}"


@lru_cache(maxsize=256)
def by_die(chart: Chart, column: str, drm: int = 0) -> str:
    """The results of a column, those that are alike together: "die 1: A1, 2-6: Dr"."""
    told = []
    results = ((die, chart.read(column, die + drm)) for die in range(1, 7))
    for result, dice in groupby(results, itemgetter(1)):
        first, *more = (die for die, _ in dice)
        told.append(f"{first}{f'-{more[-1]}' if more else ''}: {result}")
    return f"die {', '.join(told)}"


def charts_in(file: Path) -> Mapping[str, Chart]:
    """All charts of a file by id, in the order in which they are printed. Raises BadChart with all that is
    wrong with them."""
    text = file.read_text(encoding="utf-8")
    try:
        tables, lines = tomllib.loads(text)["chart"], TomlLines(text)
    except (tomllib.TOMLDecodeError, KeyError) as wrong:
        why = f"not TOML: {wrong}" if isinstance(wrong, ValueError) else "there is no [[chart]] in it"
        raise BadChart([Fault(str(file), 0, "", why)]) from None
    found = [
        Fault(str(file), lines.line("chart", key, nth), read, why)
        for nth, table in enumerate(tables)
        for key, read, why in _wrong(table)
    ]
    ids = [table.get("id") for table in tables]
    found += [
        Fault(str(file), lines.line("chart", "id", nth), str(id_), "two charts have this id")
        for nth, id_ in enumerate(ids)
        if id_ in ids[:nth]
    ]
    if found:
        raise BadChart(found)
    return Charts({table["id"]: _chart(table) for table in tables})


def _wrong(table: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    """What is wrong with a chart: the key of the line, what was read, and why."""
    missing = [key for key in _NEEDED if key not in table]
    for key in missing:
        (typed,) = nearest(key, table.keys() - {*_NEEDED}, 1) or ("",)
        yield typed, typed, f'every [[chart]] needs "{key}"'
    odd = [key for key in _LISTS if key in table and not isinstance(table[key], list)]
    yield from ((key, str(table[key]), f'"{key}" needs a list') for key in odd)
    if not missing and not odd:
        yield from _holes(*(_list(table[key]) for key in _LISTS))


def _holes(columns: list[object], rows: list[object], cells: list[object]) -> Iterator[tuple[str, str, str]]:
    """Cells that are missing, or more than there are columns and rows."""
    if len(cells) != len(rows):
        yield "cells", "", f"{counted(len(rows), 'row')}, but {counted(len(cells), 'line')} of cells"
    for row, some in zip(rows, cells, strict=False):
        if not isinstance(some, list) or len(some) != len(columns):
            found = counted(len(some), "cell") if isinstance(some, list) else "no list of cells"
            yield "cells", "", f"row {row} has {found}, and there are {counted(len(columns), 'column')}"


def charts_beside(module: str) -> Callable[[], Mapping[str, Chart]]:
    """The charts in the charts.toml beside a module's file, read when they are first asked for."""
    return cache(lambda: charts_in(Path(module).with_name("charts.toml")))


def standins(charts: Iterable[Chart]) -> tuple[str, ...]:
    """Which of these charts are stand-ins, and what for: "Combat Results Table: columns of a like game"."""
    ours = (chart for chart in charts if chart.standin)
    return tuple(f"{one.title}: {one.reason.removeprefix('Stand-in: ').removesuffix('.')}" for one in ours)


def _chart(table: Mapping[str, object]) -> Chart:
    """One chart from its table."""
    columns, rows, cells = (table[key] for key in ("columns", "rows", "cells"))
    return Chart(
        id=str(table["id"]),
        title=str(table["title"]),
        rule=str(table["rule"]),
        columns=_texts(columns),
        rows=_texts(rows),
        cells=tuple(_texts(row) for row in _list(cells)),
        standin=bool(table.get("standin", False)),
        reason=str(table.get("reason", "")),
        source=str(table.get("source", "")),
    )


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in _list(value))
