"""A country as a maker writes it, in TOML and CSV, and the tables of its board: for a game's `generate`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from files.cells import csv_text
from maps.map_faults import MapError, MapFault
from maps.reading.chains import Chain, Sides
from maps.reading.courses import COLUMNS
from maps.reading.tables import read_rows, read_toml

Facts = dict[str, dict[str, str]]
"""The cells of each hex, by column."""
Table = Sequence[Mapping[str, str]]
LINKS = ("hex", "neighbour", "features")


def read_country(
    folder: Path, file: str, tables: Mapping[str, Sequence[str]]
) -> tuple[dict[str, Any], list[Table]]:
    """What `file` says, and the rows of each of the `tables`, which are columns by file.

    Raises MapError with all that is wrong in any of them.
    """
    faults: list[MapFault] = []
    country = read_toml(folder / file, faults)
    found = [read_rows(folder / name, columns, faults) for name, columns in tables.items()]
    if faults:
        raise MapError(faults)
    return country, [[row.cells for row in rows] for rows in found]


def add(cells: dict[str, str], column: str, words: str) -> None:
    """Put more words into a cell that may hold some."""
    cells[column] = f"{cells.get(column, '')} {words}".strip()


def write_board(
    folder: Path,
    facts: Facts,
    sides: Sides,
    chains: Iterable[Chain],
    *,
    columns: Sequence[str],
    features: Sequence[str],
    default: Mapping[str, str],
) -> None:
    """Write places.csv, links.csv and courses.csv.

    `features` are in the order in which a hexside tells them; `default`, what map.toml says of every hex, is
    left out.
    """
    courses = ((one.name, one.feature, " ".join(one.text.split())) for one in chains)
    _write(folder / "places.csv", columns, _places(facts, columns, default))
    _write(folder / "links.csv", LINKS, _links(sides, features))
    _write(folder / "courses.csv", COLUMNS, courses)


def _links(sides: Sides, order: Sequence[str]) -> Iterator[Sequence[str]]:
    for (a, b), words in sorted(sides.items()):
        yield a, b, " ".join(sorted(words, key=order.index))


def _places(facts: Facts, columns: Sequence[str], default: Mapping[str, str]) -> Iterator[Sequence[str]]:
    """The hexes of which anything is to be said beyond the `default`."""
    for one, cells in facts.items():
        told = [cells.get(word, "") if cells.get(word) != default.get(word) else "" for word in columns[1:]]
        if any(told):
            yield one, *told


def _write(file: Path, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table: same rows, same bytes on every system."""
    file.write_text(csv_text([head, *rows]), encoding="utf-8", newline="\n")
