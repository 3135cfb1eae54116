"""How `table.txt` is written, a clause a line, and read; and what may stand in it, checked before
a row of it is used: a misspelt word would never hold, or always, and nobody would be told.

    kind NAME | needs KEYS | joint no | ...
    CLAUSE | KINDS | CONDITIONS | EFFECT | EFFECT ...

The head of the file explains what a line may say. The keys of a condition, and the words that it may ask
for, stand in `table_words.csv`. There TEXT is any word, NUMBER a number or a range, STEP, CLASS, NATION,
TRACKED, TYPE, FLAG and WEATHER what the steps, the roster and the other charts know. Every condition may also
ask whether there is a value: "" and "!".
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import counters
from files.faults import Fault, Faulty
from files.nearest import nearest_or_all

from ..charts import TRUTH, cells, spelt, word
from ..position import BOXES, FLAGS, GAME, PLAY
from ..situation.campaign import Campaign

PHRASES = ("refuse", "why", "note", "trait")
UNITS = ("unit", "by", "with", "leader", "item")
"""Keys that may name a unit: what is known of one stands in `table_words.csv` as unit.class and so on."""
TALLIES = ("turn", "cgs")
SIMPLE = {"str": str, "bool": bool}
WORDED = {str: "text", bool: "yes or no"}
_SLOT = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"^kind ([^|\n]+?)(?: \||$)", re.MULTILINE)
_NUMBER = re.compile(r"(?:>=|<=)?-?\d+|\d+\.\.\d+")


@dataclass(frozen=True, slots=True)
class Words:
    """The words that one key may hold."""

    known: frozenset[str]
    numbers: bool = False
    any: bool = False

    def have(self, word: str | bool) -> bool:
        """Whether this is one of the words."""
        number = self.numbers and bool(_NUMBER.fullmatch(spelt(word)))
        return self.any or number or spelt(word) in self.known

    def right(self, word: str | bool) -> str:
        """What would be right in place of a word."""
        number = "a number is asked for: 3, >=3, <=3 or 1..3"
        return number if self.numbers else nearest_or_all(spelt(word), self.known)


@cache
def _lists() -> Mapping[str, frozenset[str]]:
    """What the words in capitals stand for."""
    place = Path(counters.__file__).parent / GAME / "roster.csv"
    with place.open(encoding="utf-8", newline="") as lines:
        roster = list(csv.DictReader(lines))
    columns = {"CLASS": ("class",), "NATION": ("nation",), "TRACKED": ("tracked",), "TYPE": ("id", "name")}
    return {
        **{what: frozenset(row[one] for row in roster for one in names) for what, names in columns.items()},
        "FLAG": frozenset(FLAGS),
        "STEP": frozenset(row["number"] for row in cells("steps.csv")),
        "WEATHER": frozenset(row["result"] for row in cells("weather.csv")),
    }


@cache
def conditions() -> Mapping[str, Words]:
    """The words of each key that a case may have."""
    return {row["key"]: _words(row["words"].split("|")) for row in cells("table_words.csv")}


def _words(told: Sequence[str]) -> Words:
    found = frozenset(one for text in told for one in _lists().get(text, (text,)))
    return Words(found - {"TEXT", "NUMBER"}, "NUMBER" in told, "TEXT" in told)


def condition(key: str) -> Words | None:
    """The words of a key, of what is known of a unit too: by.class as unit.class; None for one that no case
    has."""
    first, dot, rest = key.partition(".")
    return conditions().get(f"unit.{rest}" if dot and first in UNITS else key)


def read(text: str) -> tuple[Line, ...]:
    """The lines of the table. Raises Faulty with every fault of it, each with its line."""
    faults: list[Fault] = []
    lines = tuple(read_lines(text, faults))
    reports = tuple(_NAME.findall(text))
    seen: set[str] = set()
    for line in lines:
        one = _Checked(line, reports)
        faults += one.kind(seen) if line.header == "kind" else one.row()
    if faults:
        raise Faulty(sorted(dict.fromkeys(faults)))
    return lines


@dataclass(frozen=True, slots=True)
class _Checked:
    """One line, looked through; `reports` are the names of all kinds."""

    line: Line
    reports: tuple[str, ...]

    def fault(self, key: str, read: object, why: str) -> Fault:
        return Fault(FILE, self.line.number, str(read), f"{key}: {why}" if key else why)

    def known(self, key: str, words: Iterable[str], known: Iterable[str]) -> Iterator[Fault]:
        """Words that must be among the known ones."""
        there = frozenset(known)
        for one in words:
            if one not in there:
                yield self.fault(key, one, nearest_or_all(one, there))

    def kind(self, seen: set[str]) -> Iterator[Fault]:
        """The words of a kind; those above it are `seen`."""
        one = self.line.said
        if one["name"] in seen:
            yield self.fault("kind", one["name"], "there is a kind of this name above")
        seen.add(one["name"])
        if "tally" in one:
            yield from self.known("tally", (one["tally"],), TALLIES)
        for key in ("needs", "keys"):
            yield from self.known(key, one.get(key, ()), conditions())
        yield from self.known("units", one.get("units", ()), UNITS)
        yield from self.known("steps", one.get("steps", ()), {*_lists()["STEP"], PLAY})
        yield from self.known("add", one.get("add", ()), FLAGS)
        if "rule" in one:
            yield from self.known("rule", (one["rule"],), clauses())

    def row(self) -> Iterator[Fault]:
        """The words of a row."""
        one = self.line.said
        yield from self.known("rule", (one["rule"],), clauses())
        yield from self.known("kind", one["kind"], conditions()["kind"].known.union(self.reports))
        for key, words in one["when"].items():
            yield from self.condition(key, words)
        yield from self.does()
        texts = [one[key] for key in PHRASES if key in one] + [*one.get("legal", ())]
        for slot in (slot for text in texts for slot in _SLOT.findall(text)):
            if condition(slot) is None:
                yield self.fault("", f"{{{slot}}}", nearest_or_all(slot, conditions()))

    def condition(self, key: str, words: Iterable[Want]) -> Iterator[Fault]:
        """One condition: a key that a case has, and words that it can have."""
        known = condition(key)
        if known is None or key == "kind":
            yield self.fault("", key, f"no such condition: {nearest_or_all(key, conditions())}")
            return
        for want in words:
            bare = want.word if isinstance(want, Not) else want
            if bare != "" and not known.have(bare):
                yield self.fault(key, want if isinstance(want, Not) else spelt(want), known.right(bare))

    def does(self) -> Iterator[Fault]:
        """What a row does is done with words that the game knows."""
        one = self.line.said
        if one.get("drm") == 0 or ("drm" in one and not one["why"]):
            yield self.fault("drm", "", "write how much, and why: drm -2 infantry clears a Barricade")
        yield from self.known("becomes", one.get("becomes", ()), {*_lists()["TYPE"], "half"})
        yield from self.known("add", one.get("add", ()), FLAGS)
        yield from self.known("drop", one.get("drop", ()), {*FLAGS, "*"})
        yield from self.known("to", [one["to"]] if "to" in one else (), BOXES)
        yield from self.known("owes", [one["owes"]] if "owes" in one else (), self.reports)
        for key, value in one.get("sets", {}).items():
            yield from self.known("sets", (key,), facts())
            if key in facts() and type(value) is not facts()[key]:
                yield self.fault("sets", value, f"{key} should be {WORDED[facts()[key]]}")


@cache
def clauses() -> frozenset[str]:
    """The clauses of the rulebook, by number."""
    return frozenset(row["id"] for row in cells("../rules.csv"))


@cache
def facts() -> Mapping[str, type]:
    """The facts of the campaign that a row may set, and the kind of each."""
    return {one.name: SIMPLE[str(one.type)] for one in fields(Campaign) if str(one.type) in SIMPLE}


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
