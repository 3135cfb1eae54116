"""A TOML file as people write it: every fault with its line, the key that would be right beside it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from typing import Any

from counters.faults import Fault, nearest

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def no_toml(text: str, wrong: tomllib.TOMLDecodeError) -> tuple[int, str]:
    """The line (from 1) at which a text is no TOML, and why, with that line and what would be right."""
    found = re.search(r"at line (\d+)", str(wrong))
    line = int(found[1]) if found else len(text.splitlines()) or 1
    read = (text.splitlines()[line - 1 : line] or [""])[0].strip()[:80]
    return line, f'{wrong}; «{read}»: texts stand in "quotes", lists in [brackets], a table is [name]'


class TomlReader:
    """Takes values out of one file and keeps every fault it meets."""

    def __init__(self, text: str, file: str) -> None:
        self.lines = text.splitlines()
        self.file = file
        self.faults: list[Fault] = []

    def fault(self, header: str, key: str, read: object, why: str, nth: int = 0) -> None:
        """Keep a fault found at `key` of the nth table called `header`."""
        self.faults.append(Fault(self.file, self.line(header, key, nth), str(read), why))

    def line(self, header: str, key: str, nth: int) -> int:
        """The line of a table or key; TOML readers tell none, so we look for it, or for its table."""
        heads = [
            (n, line.strip().strip("[]")) for n, line in enumerate(self.lines, 1) if line.startswith("[")
        ]
        path = f"{header}.{key}".strip(".")
        for n, name in heads:
            if f"{name}.".startswith(f"{path}."):
                return n
        own = [n for n, name in heads if name == header] or [0]
        if own == [0] and header:  # a table in one line, within its parent
            parent, _, name = header.rpartition(".")
            return self.line(parent, name, 0)
        start = own[min(nth, len(own) - 1)]
        stop = next((n for n, _ in heads if n > start), len(self.lines) + 1)
        pattern = re.compile(rf'\s*"?{re.escape(key)}"?\s*=')
        return next((n for n in range(start + 1, stop) if pattern.match(self.lines[n - 1])), start)

    def known(self, header: str, table: dict[str, Any], keys: tuple[str, ...], nth: int = 0) -> None:
        """Unknown keys are misspelt ones."""
        for key in table.keys() - set(keys):
            self.fault(header, key, key, f"unknown key, {nearest(key, keys)}", nth)

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
        self.fault(header, key, value, nearest(value, words), nth)
        return default
