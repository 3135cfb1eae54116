"""The charts of this game that are CSV files, read row by row as values."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

Row = TypeVar("Row")
TRUTH = {"yes": True, "no": False}


def word(text: str) -> str | bool:
    """What a word means: yes and no are truth, and no words."""
    return TRUTH.get(text, text)


def spelt(value: str | bool) -> str:
    """The word of a value."""
    return value if isinstance(value, str) else "yes" if value else "no"


CONVERTED: Mapping[str, Callable[[str], object]] = {"bool": "yes".__eq__, "float": float, "str | bool": word}


def cells(file: str) -> Iterator[dict[str, str]]:
    """The rows of a file of the folder `data`, column by column."""
    with (Path(__file__).parent / "data" / file).open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines)


def rows_of(kind: type[Row], file: str) -> tuple[Row, ...]:
    """The rows of a file as values of a dataclass whose fields are its columns: numbers as such ("" is 0, or
    None where that may be), "yes" as True, several words as a tuple or a set."""
    return tuple(_value(kind, row) for row in cells(file))


def _value(kind: type[Row], row: Mapping[str, str]) -> Row:
    found: dict[str, Any] = {}
    for one in fields(kind):  # type: ignore[arg-type]
        text, type_ = row[one.name], str(one.type)
        if "int" in type_:
            found[one.name] = int(text) if text else (None if "None" in type_ else 0)
        elif "tuple" in type_ or "frozenset" in type_:
            found[one.name] = (tuple if "tuple" in type_ else frozenset)(text.split())
        else:
            found[one.name] = CONVERTED.get(type_, str)(text)
    return kind(**found)
