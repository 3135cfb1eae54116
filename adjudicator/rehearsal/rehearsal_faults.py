"""The faults of a rehearsal file: all at once, each with its own line and what would be right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.state import Json
from files.faults import Fault, Faulty
from files.nearest import did_you_mean, nearest
from files.toml_lines import TomlLines


class BadRehearsal(Faulty[Fault]):
    """Everything that is wrong with a rehearsal."""


class Checked:
    """A file being read: its text, to find lines again, and the faults found so far."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.toml = name, TomlLines(text)
        self.faults: list[Fault] = []
        self.all = self.where = range(1, len(self.toml.lines) + 1)
        self.told: Counter[tuple[str, ...]] = Counter()

    def each(self, items: Sequence[Json], *names: str) -> Iterator[Json]:
        """These items, each while its faults are looked for in the table in which it was written."""
        places = [lines for name in names for lines in self.toml.tables(name)]
        for n, item in enumerate(items):
            self.where = places[n] if len(places) == len(items) else self.all
            yield item
        self.where = self.all

    def line(self, *words: str) -> int:
        """The line that holds all these words, where the first of them is a key if it is one anywhere; of
        several the next one for each fault that is told of them; 1 if there is none."""
        key = re.compile(rf"""(?<![\w-])["']?{re.escape(words[0])}["']?\s*=""") if words else None
        lines = self.toml.lines
        holding = [line for line in self.where if all(word in lines[line - 1] for word in words)]
        keyed = [line for line in holding if key and key.search(lines[line - 1])]
        found = keyed or holding or [self.where.start]
        self.told[words] += 1
        return found[min(self.told[words], len(found)) - 1]

    def fault(self, words: tuple[str, ...], what: str, right: Iterable[str] = ()) -> None:
        """One fault, at the line where these words are, with what would be right."""
        near = ", ".join(list(right)[:12])
        why = f"{what}{f'; possible: {near}' if near else ''}"
        self.faults.append(Fault(self.name, self.line(*words), "", why))

    def keys(self, table: Mapping[str, Json], allowed: tuple[str, ...], where: str) -> None:
        """Complain of keys that a table does not have."""
        for key in table:
            if key not in allowed:
                hint = did_you_mean((f'"{one}"' for one in nearest(key, allowed, most=1)), ", ")
                self.fault((key,), f'{where} has no key "{key}"{hint}', allowed)

    def typed(self, table: Mapping[str, Json], key: str, kind: type, default: Json) -> Json:
        """A value of a table that must be of a type; the default where it is missing or wrong."""
        value = table.get(key, default)
        good = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
        if not good:
            words = {int: "a whole number", str: "a text in quotes", dict: "a table", list: "a list in [ ]"}
            self.fault((key,), f'"{key}" must be {words[kind]}')
            return default
        return value
