"""desk.toml: who the referee is and how he keeps his desk; every fault of the file at once, with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = "desk.toml"
ON_SILENCE = ("remind", "default")

TEMPLATE = """\
# The desk of a referee. Change what you like; hexpost reads this file at every command.

[referee]
name = "The Referee"                 # as players see it in your mails
address = "referee@example.org"      # where players send their orders

[deadlines]
days = 7                             # until when a question should be answered
on-silence = "remind"                # what happens then: "remind" writes to the player once;
                                     # "default" takes the answer that the question names for silence

[mail]
largest = 10                         # MB; a bigger letter is held for you to look at
chat = 2000                          # signs of chat beside the orders that go to the other side; 0 for none

[reports]
pictures = true                      # pictures of the board and a VASSAL saved game with every report
logs = false                         # what happened as a VASSAL log to step through, too
"""


class DeskError(Exception):
    """Something about the desk is wrong; the message says what, where, and what would be right."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """What desk.toml says: deadlines in days, the largest letter in MB, the longest chat in signs."""

    name: str = "The Referee"
    address: str = "referee@example.org"
    days: float = 7
    on_silence: str = "remind"
    largest: float = 10
    chat: int = 2000
    pictures: bool = True
    logs: bool = False


@dataclass(frozen=True, slots=True)
class _Key:
    """One key of the file: where it stands, the field it fills, its type in words, and what is allowed."""

    table: str
    key: str
    field: str
    right: str
    kinds: tuple[type, ...]

    def allows(self, value: object) -> bool:
        """Whether this is a value for the key."""
        if isinstance(value, bool) or self.kinds == (bool,):
            return isinstance(value, bool) and self.kinds == (bool,)
        if not isinstance(value, self.kinds):
            return False
        if self.field == "address":
            return re.fullmatch(r"[^\s<>@]+@[^\s<>@]+", str(value)) is not None
        if self.field == "on_silence":
            return value in ON_SILENCE
        return "\n" not in value if isinstance(value, str) else 0 <= float(str(value)) <= 10_000


_KEYS = (
    _Key("referee", "name", "name", "a name on one line, in quotes", (str,)),
    _Key("referee", "address", "address", 'a mail address in quotes, such as "me@example.org"', (str,)),
    _Key("deadlines", "days", "days", "a number of days", (int, float)),
    _Key("deadlines", "on-silence", "on_silence", '"remind" or "default"', (str,)),
    _Key("mail", "largest", "largest", "a number of MB", (int, float)),
    _Key("mail", "chat", "chat", "a whole number of signs", (int,)),
    _Key("reports", "pictures", "pictures", "true or false", (bool,)),
    _Key("reports", "logs", "logs", "true or false", (bool,)),
)


def read_settings(file: Path) -> Settings:
    """What a desk.toml says. Raises DeskError with all its faults."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise DeskError(f"{file}: not written in UTF-8") from None
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise DeskError(f"{file}:{_line_in(str(wrong))}: {wrong}") from None
    faults = [f"{file}:{_line(text, *at)}: {why}" for at, why in _faults(told)]
    if faults:
        raise DeskError("\n".join(faults))
    found = {key.field: told[key.table][key.key] for key in _KEYS if key.key in told.get(key.table, {})}
    return Settings(**found)


def _faults(told: Mapping[str, Any]) -> list[tuple[tuple[str, str], str]]:
    """What is wrong: the place (table, key) and why."""
    known = {(key.table, key.key): key for key in _KEYS}
    tables = {key.table for key in _KEYS}
    faults: list[tuple[tuple[str, str], str]] = []
    for table, entries in told.items():
        if table not in tables or not isinstance(entries, dict):
            faults.append(((table, ""), f"nothing is called {table!r} here; there are {_list(tables)}"))
            continue
        for name, value in entries.items():
            key = known.get((table, name))
            if key is None:
                names = _list({k for t, k in known if t == table})
                faults.append(((table, name), f"nothing is called {name!r} in [{table}]; there are {names}"))
            elif not key.allows(value):
                faults.append(((table, name), f"{name} = {value!r} should be {key.right}"))
    return faults


def _list(names: set[str]) -> str:
    return ", ".join(sorted(names))


def _line_in(message: str) -> int:
    """The line a message of tomllib names; the last one when it speaks of the end of the document."""
    found = re.search(r"at line (\d+)", message)
    return int(found[1]) if found else 1


def _line(text: str, table: str, key: str) -> int:
    """The line in which a key stands, or its table; tomllib does not tell for a file that it could read."""
    at = here = 0
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*([^\]]+?)\s*\]", line)
        here = number if header and header[1] == table else (0 if header else here)
        at = at or here
        if key and here and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
            return number
        if not key and re.match(rf"\s*{re.escape(table)}\s*=", line):
            return number
    return at or 1
