"""What may stand in `table.toml`, checked before a row of it is used: a misspelt word would never hold, or
always, and nobody would be told.

The keys of a [[kind]] and a [[row]] and what each holds are told here; the keys of a condition, and the words
that it may ask for, in `table_words.csv`. There TEXT is any word, NUMBER a number or a range, STEP, CLASS,
NATION, TRACKED, TYPE, FLAG and WEATHER what the steps, the roster and the other charts know. Every condition
may also ask whether there is anything: "" and "!".
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import counters
from files.faults import Fault, Faulty
from files.nearest import nearest_or_all
from files.toml_lines import TomlLines
from files.toml_text import NoToml, loads

from .campaign import Campaign
from .position import BOXES, FLAGS, GAME, PLAY
from .rows import cells

WORD, NUMBER, YES, LIST, WORDS, TABLE = (
    "text",
    "a whole number",
    "true or false",
    "a list",
    "words",
    "a table",
)
KIND = {
    "name": WORD, "title": WORD, "needs": LIST, "joint": YES, "add": LIST, "own": YES, "tally": WORD,
    "rule": WORD, "units": LIST, "hook": WORD, "keys": LIST, "steps": LIST,
}  # fmt: skip
"""The keys of a [[kind]], and what each holds."""
ROW = {
    "rule": WORD, "kind": WORDS, "when": TABLE, "refuse": WORD, "drm": NUMBER, "why": WORD, "becomes": WORDS,
    "add": WORDS, "drop": WORDS, "note": WORD, "trait": WORD, "sets": TABLE, "legal": WORDS, "reduce": YES,
    "to": WORD, "owes": WORD,
}  # fmt: skip
"""The keys of a [[row]], and what each holds."""
EFFECTS = ("refuse", "drm", "becomes", "add", "drop", "note", "trait", "sets", "reduce", "to", "owes")
NEEDED = {"kind": ("name",), "row": ("rule", "kind")}
PHRASES = ("refuse", "why", "note", "trait", "legal")
UNITS = ("unit", "by", "with", "leader", "item")
"""Keys that may name a unit: what is known of one stands in `table_words.csv` as unit.class and so on."""
TALLIES = ("turn", "cgs")
SIMPLE = {"str": WORD, "int": NUMBER, "bool": YES}
FILE = "table.toml"
_SLOT = re.compile(r"\{([^{}]*)\}")
_NUMBER = re.compile(r"(?:>=|<=)?-?\d+|\d+\.\.\d+")


@dataclass(frozen=True, slots=True)
class Words:
    """The words that one key may hold."""

    known: frozenset[str]
    numbers: bool = False
    any: bool = False

    def have(self, word: str) -> bool:
        """Whether this is one of the words."""
        return self.any or word in self.known or (self.numbers and bool(_NUMBER.fullmatch(word)))

    def right(self, word: str) -> str:
        """What would be right in place of a word."""
        return (
            "a number is asked for: 3, >=3, <=3 or 1..3" if self.numbers else nearest_or_all(word, self.known)
        )


@cache
def _lists() -> Mapping[str, frozenset[str]]:
    """What the words in capitals stand for."""
    place = Path(counters.__file__).parent / GAME / "roster.csv"
    with place.open(encoding="utf-8", newline="") as lines:
        roster = list(csv.DictReader(lines))
    columns = {"CLASS": ("class",), "NATION": ("nation",), "TRACKED": ("tracked",), "TYPE": ("id", "name")}
    return {
        **{word: frozenset(row[one] for row in roster for one in names) for word, names in columns.items()},
        "FLAG": frozenset(FLAGS),
        "STEP": frozenset(row["number"] for row in cells("steps.csv")),
        "WEATHER": frozenset(row["result"] for row in cells("weather.csv")),
    }


@cache
def conditions() -> Mapping[str, Words]:
    """The words of each key that a case may have."""
    return {row["key"]: _words(row["words"].split("|")) for row in cells("table_words.csv")}


def _words(told: Iterable[str]) -> Words:
    found = [_lists().get(word, frozenset((word,))) for word in told]
    return Words(frozenset().union(*found) - {"TEXT", "NUMBER"}, "NUMBER" in told, "TEXT" in told)


def condition(key: str) -> Words | None:
    """The words of a key, of what is known of a unit too: by.class as unit.class; None for one that no case
    has."""
    first, dot, rest = key.partition(".")
    return conditions().get(f"unit.{rest}" if dot and first in UNITS else key)


@dataclass(frozen=True, slots=True)
class Found:
    """A fault of the nth [[kind]] or [[row]]: at which key, what was read, and what would be right."""

    header: str
    nth: int
    key: str
    read: str
    why: str


def read(text: str) -> Mapping[str, Any]:
    """The table as it is written. Raises Faulty with every fault of it, each with its line."""
    try:
        table = loads(text)
    except NoToml as wrong:
        raise Faulty([Fault(FILE, wrong.line, "", str(wrong))]) from None
    if found := list(dict.fromkeys(_faults(table))):
        lines = TomlLines(text)
        raise Faulty(sorted(Fault(FILE, _line(lines, one), one.read, one.why) for one in found))
    return table


def _line(lines: TomlLines, found: Found) -> int:
    """Where a fault stands; 0 for one of the whole file."""
    return lines.line(found.header, found.key, found.nth) if found.header else lines.line(found.key)


def _faults(table: Mapping[str, Any]) -> Iterator[Found]:
    for name in table.keys() - {"kind", "row"}:
        yield Found("", 0, name, name, nearest_or_all(name, ("kind", "row")))
    reports = tuple(one["name"] for one in _tables(table, "kind") if isinstance(one.get("name"), str))
    for header, schema in (("kind", KIND), ("row", ROW)):
        if not _tables(table, header):
            yield Found("", 0, header, "", f"there should be tables [[{header}]]")
        for nth, said in enumerate(_tables(table, header)):
            one = _Table(header, nth, said, reports)
            yield from list(one.shape(schema)) or (one.kind() if header == "kind" else one.row())


@dataclass(frozen=True, slots=True)
class _Table:
    """One [[kind]] or [[row]], looked through; `reports` are the names of all kinds."""

    header: str
    nth: int
    said: Mapping[str, Any]
    reports: tuple[str, ...]

    def fault(self, key: str, read: object, why: str) -> Found:
        told = f"{key}: {why}" if key else why
        return Found(self.header, self.nth, key, str(read), told)

    def shape(self, schema: Mapping[str, str]) -> Iterator[Found]:
        """The keys of a table, and what kind of value each has."""
        for key in NEEDED[self.header]:
            if key not in self.said:
                yield self.fault(key, "", f"a [[{self.header}]] needs it")
        for key, value in self.said.items():
            if key not in schema:
                yield self.fault(key, key, f"no key of a [[{self.header}]]: {nearest_or_all(key, schema)}")
            elif not _is(value, schema[key]):
                yield self.fault(key, value, f"this should be {schema[key]}")

    def known(self, key: str, words: Iterable[str], known: Iterable[str]) -> Iterator[Found]:
        """Words that must be among the known ones."""
        there = frozenset(known)
        for word in words:
            if word not in there:
                yield self.fault(key, word, nearest_or_all(word, there))

    def kind(self) -> Iterator[Found]:
        """The words of a [[kind]]."""
        one = self.said
        if one["name"] in self.reports[: self.nth]:
            yield self.fault("name", one["name"], "there is a [[kind]] of this name above")
        if "tally" in one:
            yield from self.known("tally", (one["tally"],), TALLIES)
        for key in ("needs", "keys"):
            yield from self.known(key, one.get(key, ()), conditions())
        yield from self.known("units", one.get("units", ()), UNITS)
        yield from self.known("steps", one.get("steps", ()), {*_lists()["STEP"], PLAY})
        yield from self.known("add", one.get("add", ()), FLAGS)
        if "rule" in one:
            yield from self.known("rule", (one["rule"],), clauses())

    def row(self) -> Iterator[Found]:
        """The words of a [[row]]."""
        one = self.said
        yield from self.known("rule", (one["rule"],), clauses())
        yield from self.known("kind", _several(one["kind"]), conditions()["kind"].known.union(self.reports))
        if not any(key in one for key in EFFECTS):
            yield self.fault("", "", f"this row does nothing: it has none of {', '.join(EFFECTS)}")
        if ("drm" in one) != ("why" in one):
            yield self.fault("drm" if "drm" in one else "why", "", "drm and why go together")
        for key, words in one.get("when", {}).items():
            yield from self.condition(key, words)
        yield from self.does()
        for key in PHRASES:
            slots = (slot for text in _several(one.get(key, ())) for slot in _SLOT.findall(text))
            yield from (
                self.fault(key, f"{{{slot}}}", nearest_or_all(slot, conditions()))
                for slot in slots
                if condition(slot) is None
            )

    def condition(self, key: str, words: object) -> Iterator[Found]:
        """One condition: a key that a case has, and words that it can have."""
        known = condition(key)
        if known is None or key == "kind":
            yield self.fault("when", key, f"no such condition: {nearest_or_all(key, conditions())}")
        elif not _is(words, WORDS):
            yield self.fault("when", words, f"{key} should be text, or a list of texts")
        else:
            for word in _several(words):
                bare = word.removeprefix("!")
                if bare and not known.have(bare):
                    yield self.fault("when", word, f"{key}: {known.right(bare)}")

    def does(self) -> Iterator[Found]:
        """What a row does is done with words that the game knows."""
        one = self.said
        yield from self.known("becomes", _several(one.get("becomes", ())), {*_lists()["TYPE"], "half"})
        yield from self.known("add", _several(one.get("add", ())), FLAGS)
        yield from self.known("drop", _several(one.get("drop", ())), {*FLAGS, "*"})
        yield from self.known("to", [one["to"]] if "to" in one else (), BOXES)
        yield from self.known("owes", [one["owes"]] if "owes" in one else (), self.reports)
        for key, value in one.get("sets", {}).items():
            yield from self.known("sets", (key,), facts())
            if key in facts() and not _is(value, facts()[key]):
                yield self.fault("sets", value, f"{key} should be {facts()[key]}")


@cache
def clauses() -> frozenset[str]:
    """The clauses of the rulebook, by number."""
    return frozenset(row["id"] for row in cells("rules.csv"))


@cache
def facts() -> Mapping[str, str]:
    """The facts of the campaign that a row may set, and what each holds."""
    return {one.name: SIMPLE[str(one.type)] for one in fields(Campaign) if str(one.type) in SIMPLE}


def _tables(table: Mapping[str, Any], header: str) -> list[Mapping[str, Any]]:
    """The tables of a name; none where something else stands there."""
    found = table.get(header)
    return found if isinstance(found, list) and all(isinstance(one, dict) for one in found) else []


def _several(words: object) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words) if isinstance(words, list) else ()


def _is(value: object, kind: str) -> bool:
    """Whether a value of the file is of a kind. A truth is no number."""
    if kind in {LIST, WORDS}:
        words = isinstance(value, list) and all(isinstance(one, str) for one in value)
        return words or (kind == WORDS and isinstance(value, str))
    return type(value) is {WORD: str, NUMBER: int, YES: bool, TABLE: dict}[kind]
