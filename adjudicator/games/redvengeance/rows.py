"""How the tables of this game are read: each row of a CSV file beside the code is a value of a frozen class,
by the names of its fields."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import TypeVar, get_type_hints

Row = TypeVar("Row")


@cache
def rows(kind: type[Row], file: str) -> tuple[Row, ...]:
    """The rows of a file as values of a class, in their order. A field that is a tuple holds the words of its
    cell; a number that is not given is 0, or None where the class allows it."""
    types = get_type_hints(kind)
    with Path(__file__).with_name(file).open(encoding="utf-8", newline="") as lines:
        return tuple(
            kind(**{name: _value(types[name], cell) for name, cell in row.items()})
            for row in csv.DictReader(lines)
        )


def _value(type_: object, cell: str) -> object:
    if type_ == tuple[str, ...]:
        return tuple(cell.split())
    if type_ == frozenset[str]:
        return frozenset(cell.split())
    if type_ is int or type_ == int | None:
        return int(cell) if cell else (0 if type_ is int else None)
    return cell
