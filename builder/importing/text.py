"""Plain files written from what was found: CSV tables, TOML settings, and ids that no other has."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Mapping, Sequence
from typing import Any

from files.cells import csv_text
from files.characters import unseen

_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


class Table:
    """Rows under a header, as CSV."""

    def __init__(self, *header: str) -> None:
        self._rows: list[Sequence[str]] = [header]

    def row(self, *cells: str | int) -> None:
        """One more row; control characters and line ends become spaces."""
        self._rows.append([one_line(str(cell)) for cell in cells])

    @property
    def rows(self) -> int:
        """How many rows stand under the header."""
        return len(self._rows) - 1

    @property
    def text(self) -> str:
        """The table as a file."""
        return csv_text(self._rows)


def one_line(text: str) -> str:
    """A text without line ends and characters that cannot be seen."""
    plain = _CONTROL.sub(" ", text)
    return plain.translate({int(code[2:], 16): None for code in unseen(plain)}).strip()


def unique(wanted: str, taken: Container[str]) -> str:
    """This id, or with a number behind it the first that is free."""
    number, one = 2, wanted
    while one in taken:
        one, number = f"{wanted}-{number}", number + 1
    return one


def toml_text(table: Mapping[str, Any]) -> str:
    """A TOML file: plain values, lists, tables in tables, and lists of tables."""
    return "\n".join(_lines(table, "")) + "\n"


def _lines(table: Mapping[str, Any], path: str) -> list[str]:
    plain = {key: value for key, value in table.items() if not _is_table(value)}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in plain.items()]
    for key, value in table.items():
        name = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(value, Mapping):
            lines += ["", f"[{name}]", *_lines(value, name)]
        elif _is_table(value):
            for one in value:
                lines += ["", f"[[{name}]]", *_lines(one, name)]
    return lines


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)
    )


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_value(one) for one in value)}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)
