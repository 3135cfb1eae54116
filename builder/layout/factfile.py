"""A TOML file read with care: what is asked of it is checked, and all its faults are named at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.module_faults import ModuleError
from files import toml_text
from files.faults import Fault
from files.nearest import nearest_or_all
from files.reading import NotUtf8, read_text
from files.toml_lines import TomlLines
from files.toml_text import NoToml

_BYTES_MAX = 1_000_000
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,40}")


def read_toml(file: Path, largest: int = _BYTES_MAX) -> dict[str, Any]:
    """The file as plain values; ModuleError when it is larger than so many bytes, or no TOML."""
    try:
        return toml_text.loads(read_text(file, largest), largest)
    except (NotUtf8, NoToml, OSError) as wrong:
        raise ModuleError([f"{file.name}: cannot be read as TOML: {wrong}"]) from None


def open_table(file: Path, faults: list[str]) -> Reader:
    """The table of a whole file, whose faults are kept in a list; ModuleError as `read_toml`."""
    found = read_toml(file)
    return Reader(found, _File(file.name, TomlLines(read_text(file)), faults))


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    lines: TomlLines
    faults: list[str]


class Reader:
    """One table of the file: what is asked of it is checked, and what nobody asked for is a fault."""

    def __init__(self, found: dict[str, Any], file: _File, path: str = "", at: int = 0) -> None:
        self.found, self.file, self.path, self.at = found, file, path, at
        self.asked: set[str] = set()

    def fault(self, key: str, why: str) -> None:
        """Keep a fault of this key."""
        line = self.file.lines.line(self.path.rstrip(". "), key, after=self.at)
        self.file.faults.append(str(Fault(self.file.name, line, "", f"{self.path}{key}: {why}")))

    def value(self, key: str, default: Any, kind: type, says: str) -> Any:
        """A value of this kind; a missing one without a default is a fault."""
        self.asked.add(key)
        value = self.found.get(key, default)
        if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
            return value
        self.fault(key, f"must be {says}" if key in self.found else f"is missing; {says}")
        return kind()

    def text(self, key: str, default: str | None = None) -> str:
        """A text that VASSAL can carry: without a backslash, a tab or a line's end."""
        value: str = self.value(key, default, str, "a text in quotes")
        if any(letter in value for letter in "\\\t\r\n\x1b"):
            self.fault(key, f"{value!r} holds a backslash, a tab or a line's end, which VASSAL cannot carry")
        return value

    def filled(self, key: str) -> str:
        """A text that is not empty."""
        value = self.text(key)
        if self.found.get(key) == "":
            self.fault(key, "must not be empty")
        return value

    def number(self, key: str, default: int | None = None, low: int = 1, high: int = 100) -> int:
        """A whole number from `low` to `high`."""
        value: int = self.value(key, default, int, "a whole number")
        if not low <= value <= high:
            self.fault(key, f"must be from {low} to {high}, not {value}")
        return value

    def fraction(self, key: str, default: float, low: float, high: float) -> float:
        """A number from `low` to `high`, whole or not."""
        self.asked.add(key)
        value = self.found.get(key, default)
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        self.fault(key, f"must be a number from {low} to {high}, not {value!r}")
        return default

    def name(self, key: str) -> str:
        """A word that can be part of the name of a file."""
        value = self.text(key)
        if value and not _NAME.fullmatch(value):
            self.fault(key, f"must be of small letters, digits and hyphens, not {value!r}")
        return value

    def yes(self, key: str) -> bool:
        """True or false; false when missing."""
        value: bool = self.value(key, False, bool, "true or false")
        return value

    def letter(self, key: str, default: str | None = None) -> str:
        """A capital letter that is pressed with Ctrl."""
        value = self.text(key, default)
        if value and not (len(value) == 1 and "A" <= value <= "Z"):
            self.fault(key, f"must be a single letter from A to Z, not {value!r}")
            return "A"
        return value

    def words(self, key: str) -> dict[str, str]:
        """The sub-table of this name, whose values are texts; empty when missing."""
        return next(({name: table.text(name) for name in table.found} for table in self.one(key)), {})

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty when missing."""
        values = self.value(key, [], list, "a list of texts")
        numbered = {str(n): value for n, value in enumerate(values, 1)}
        each = Reader(numbered, self.file, f"{self.path}{key} ", self.at)
        return tuple(each.text(str(n)) for n in range(1, len(values) + 1))

    def one(self, key: str) -> list[Reader]:
        """The sub-table of this name as a list of one, or none when it is missing."""
        return self._tables(key, [self.value(key, {}, dict, "a table")] if key in self.found else [])

    def many(self, key: str) -> list[Reader]:
        """The list of tables of this name."""
        return self._tables(key, self.value(key, [], list, "a list of tables"))

    def _tables(self, key: str, tables: list[Any]) -> list[Reader]:
        path = f"{self.path}{key}"
        found = []
        for nth, table in enumerate(tables):
            if isinstance(table, dict):
                at = self.file.lines.line(path, nth=nth, after=self.at)
                found.append(Reader(table, self.file, f"{path}.", at))
            else:
                self.fault(key, f"must be a table, not {table!r}")
        return found

    def nothing_else(self) -> None:
        """Keys of the whole file that nobody asked for are misspelt."""
        for key in self.found.keys() - self.asked:
            self.fault(key, f"unknown; {nearest_or_all(key, self.asked)}")
