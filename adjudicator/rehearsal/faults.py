"""The faults of a rehearsal file: all at once, each with its own line and what would be right."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.state import Json

_HEAD = re.compile(r"\s*\[{1,2}[^\[\]]+\]{1,2}\s*(#.*)?$")
"""The line with which a table begins."""


class BadRehearsal(Exception):
    """Everything that is wrong with a rehearsal; each of `faults` says file, line, what, and the right."""

    exit_code = 1

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


class Checked:
    """A file being read: its text, to find lines again, and the faults found so far."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.lines = name, text.splitlines()
        self.faults: list[str] = []
        self.where = range(len(self.lines))
        self.told: Counter[tuple[str, ...]] = Counter()

    def tables(self, *names: str) -> list[range]:
        """Where the tables of these arrays stand, [[unit]] after [[unit]], as places in `lines`."""
        heads = [at for at, text in enumerate(self.lines) if _HEAD.match(text)]
        ends = [*heads, len(self.lines)][1:]
        found = {name: re.compile(rf"\s*\[\[\s*{re.escape(name)}\s*\]\]") for name in names}
        return [
            range(head, end)
            for name in names
            for head, end in zip(heads, ends, strict=True)
            if found[name].match(self.lines[head])
        ]

    def each(self, items: Sequence[Json], *names: str) -> Iterator[Json]:
        """These items, each while its faults are looked for in the table in which it was written."""
        places = self.tables(*names)
        for n, item in enumerate(items):
            self.where = places[n] if len(places) == len(items) else range(len(self.lines))
            yield item
        self.where = range(len(self.lines))

    def line(self, *words: str) -> int:
        """The line that holds all these words, where the first of them is a key if it is one anywhere; of
        several the next one for each fault that is told of them; 1 if there is none."""
        key = re.compile(rf"""(?<![\w-])["']?{re.escape(words[0])}["']?\s*=""") if words else None
        holding = [at + 1 for at in self.where if all(word in self.lines[at] for word in words)]
        keyed = [number for number in holding if key and key.search(self.lines[number - 1])]
        found = keyed or holding
        self.told[words] += 1
        if not found:
            return self.where.start + 1 if self.where else 1
        return found[min(self.told[words], len(found)) - 1]

    def fault(self, words: tuple[str, ...], what: str, right: Iterable[str] = ()) -> None:
        """One fault, at the line where these words are, with what would be right."""
        near = ", ".join(list(right)[:12])
        self.faults.append(f"{self.name}:{self.line(*words)}: {what}{f'; possible: {near}' if near else ''}")

    def keys(self, table: Mapping[str, Json], allowed: tuple[str, ...], where: str) -> None:
        """Complain of keys that a table does not have."""
        for key in table:
            if key not in allowed:
                close = difflib.get_close_matches(key, allowed, n=1)
                hint = f", did you mean «{close[0]}»?" if close else ""
                self.fault((key,), f"{where} has no key «{key}»{hint}", allowed)

    def typed(self, table: Mapping[str, Json], key: str, kind: type, default: Json) -> Json:
        """A value of a table that must be of a type; the default where it is missing or wrong."""
        value = table.get(key, default)
        good = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
        if not good:
            words = {int: "a whole number", str: "a text in quotes", dict: "a table", list: "a list in [ ]"}
            self.fault((key,), f"«{key}» must be {words[kind]}")
            return default
        return value
