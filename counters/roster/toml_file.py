"""A TOML file as people write it: every fault with its line, the key that would be right beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from files.faults import Fault
from files.nearest import nearest_or_all
from files.toml_lines import TomlLines

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class TomlReader:
    """Takes values out of one file and keeps every fault it meets."""

    def __init__(self, text: str, file: str) -> None:
        self.lines = TomlLines(text)
        self.file = file
        self.faults: list[Fault] = []

    def fault(self, header: str, key: str, read: object, why: str, nth: int = 0) -> None:
        """Keep a fault found at `key` of the nth table called `header`."""
        self.faults.append(Fault(self.file, self.lines.line(header, key, nth), str(read), why))

    def known(self, header: str, table: dict[str, Any], keys: tuple[str, ...], nth: int = 0) -> None:
        """Unknown keys are misspelt ones."""
        for key in table.keys() - set(keys):
            self.fault(header, key, key, f"unknown key, {nearest_or_all(key, keys)}", nth)

    def table(self, found: dict[str, Any], key: str) -> dict[str, Any]:
        """A sub-table, empty when it is missing or no table."""
        table = found.get(key, {})
        if isinstance(table, dict):
            return table
        self.fault("", key, table, f"must be a table: [{key}]")
        return {}

    def text(self, header: str, table: dict[str, Any], key: str, default: str, nth: int = 0) -> str:
        """A piece of text."""
        value = table.get(key, default)
        if isinstance(value, str):
            return value
        self.fault(header, key, value, "must be text in quotes", nth)
        return default

    def words(
        self, header: str, table: dict[str, Any], key: str, default: tuple[str, ...]
    ) -> tuple[str, ...]:
        """A list of texts."""
        value = table.get(key, list(default))
        if isinstance(value, list) and (value or not default) and all(isinstance(w, str) for w in value):
            return tuple(value)
        self.fault(header, key, value, f"must be a list of texts such as {list(default) or ['name']}")
        return default

    def names(self, found: dict[str, Any], key: str) -> dict[str, str]:
        """A table of texts, e.g. each side's id and the name it is printed with."""
        table = self.table(found, key)
        return {name: self.text(key, table, name, name) for name in table}

    def colour(self, header: str, table: dict[str, Any], key: str, default: str, nth: int = 0) -> str:
        """A colour written #rrggbb."""
        value = table.get(key, default)
        if isinstance(value, str) and (_COLOUR.fullmatch(value) or key not in table):
            return value
        self.fault(header, key, value, 'must be a colour such as "#b02a2a"', nth)
        return default

    def choice(
        self, header: str, table: dict[str, Any], key: str, default: str, known: Iterable[str], nth: int = 0
    ) -> str:
        """One of a few words."""
        value = self.text(header, table, key, default, nth)
        if value in (words := tuple(known)):
            return value
        self.fault(header, key, value, nearest_or_all(value, words), nth)
        return default
