"""How `table.txt` is written, a clause a line, and its lines read: each becomes a mapping of its keys.

    kind NAME | needs KEYS | joint no | ...
    CLAUSE | KINDS | CONDITIONS | EFFECT | EFFECT ...

What a line may say is told at the head of the file; whether its words are known is for `table_schema.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from files.faults import Fault
from files.nearest import nearest_or_all

from .rows import TRUTH, spelt, word

FILE = "table.txt"
WORD, NUMBER, YES, LIST, LINES, TABLE = (
    "text", "a whole number", "yes or no", "words", "lines parted by //", "KEY=VALUE",
)  # fmt: skip
KIND = {
    "name": WORD, "title": WORD, "needs": LIST, "joint": YES, "add": LIST, "own": YES, "tally": WORD,
    "rule": WORD, "units": LIST, "hook": WORD, "keys": LIST, "steps": LIST,
}  # fmt: skip
"""The keys of a kind, and what each holds."""
EFFECTS = {
    "refuse": WORD, "drm": NUMBER, "becomes": LINES, "add": LIST, "drop": LIST, "note": WORD, "trait": WORD,
    "sets": TABLE, "legal": LINES, "reduce": YES, "to": WORD, "owes": WORD,
}  # fmt: skip
"""What a row does, and what each holds."""
NONE = "-"
"""No word: an empty list."""
_COMPARED = re.compile(r"([^=<>]+)(>=|<=|=)(.*)")


@dataclass(frozen=True, slots=True)
class Not:
    """A word of a condition that may not be there."""

    word: str | bool

    def __str__(self) -> str:
        return f"!{spelt(self.word)}"


Want = str | bool | Not
"""A word of a condition: a text, whether something is so, or what may not be there."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table: of a "kind" or a "row", with what it says by its keys. A row's are `rule`, `kind`,
    `when` and its effects."""

    number: int
    header: str
    said: Mapping[str, Any]


class Unread(Exception):
    """A part of a line that is not written as it should be: what was read, and what would be right."""

    def __init__(self, read: str, why: str) -> None:
        super().__init__(why)
        self.read = read
        self.why = why


def read_lines(text: str, faults: list[Fault]) -> Iterator[Line]:
    """The lines of a table; what cannot be read is added to the faults, each line once."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                header = "kind" if line.startswith("kind ") else "row"
                yield Line(number, header, _kind(line) if header == "kind" else _row(line))
            except Unread as wrong:
                faults.append(Fault(FILE, number, wrong.read, wrong.why))


def _kind(line: str) -> Mapping[str, Any]:
    """The keys of a kind."""
    name, *parts = _cells(line.removeprefix("kind "))
    found: dict[str, Any] = {"name": name}
    for part in parts:
        found |= _part(part, KIND)
    return found


def _row(line: str) -> Mapping[str, Any]:
    """The clause, the kinds and the conditions of a row, and what it does."""
    cells = _cells(line)
    if len(cells) < 4:
        raise Unread(line, "a row is CLAUSE | KINDS | CONDITIONS | EFFECT; CONDITIONS may be empty")
    number, kinds, conditions, *effects = cells
    found: dict[str, Any] = {"rule": number, "kind": tuple(kinds.split(", ")), "when": _when(conditions)}
    for effect in effects:
        if effect.startswith("drm "):  # the only one that says two things
            effect, _, found["why"] = effect[4:].partition(" ")
            effect = f"drm {effect}"
        found |= _part(effect, EFFECTS)
    return found


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")]


def _part(part: str, keys: Mapping[str, str]) -> Mapping[str, Any]:
    """A key and its value."""
    key, _, value = part.partition(" ")
    if key not in keys:
        raise Unread(key, nearest_or_all(key, keys))
    if key == "reduce" and not value:
        return {key: True}
    return {key: _value(key, value, keys[key])}


def _value(key: str, value: str, kind: str) -> Any:
    if kind == NUMBER and value.lstrip("+-").isdigit():
        return int(value)
    if kind == YES and value in TRUTH:
        return TRUTH[value]
    if kind in {LIST, LINES} and value:
        return () if value == NONE else tuple(value.split(" // " if kind == LINES else " "))
    if kind == TABLE and "=" in value:
        name, _, said = value.partition("=")
        return {name: TRUTH.get(said, said)}
    if kind == WORD and value:
        return value
    raise Unread(value, f"{key}: this should be {kind}")


def _when(text: str) -> Mapping[str, tuple[Want, ...]]:
    """Conditions: `night`, `not night`, `unless night`; or a key and the words of which one must hold."""
    found: dict[str, tuple[Want, ...]] = {}
    for one in filter(None, text.split("; ")):
        key, words = _condition(one)
        found[key] = (*found.get(key, ()), *words)
    return found


def _condition(one: str) -> tuple[str, tuple[Want, ...]]:
    if found := _COMPARED.fullmatch(one):
        key, sign, words = found.groups()
        return key, (f"{sign}{words}",) if sign != "=" else tuple(map(_want, words.split(",")))
    bare = one.removeprefix("unless ")
    so = not bare.startswith("not ")
    return bare.removeprefix("not "), (Not(so) if bare != one else so,)


def _want(text: str) -> Want:
    return Not(word(text[1:])) if text.startswith("!") else word(text)
