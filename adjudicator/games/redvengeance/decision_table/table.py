"""What this rulebook changes of play at the table: one decision table, `table.txt`, read aloud by `judged`.

A row is a clause. It says of which kinds of report it speaks, when it holds, and what it does: refuse the
report, add to its dice, replace the unit, lay a marker, say something. What a case is (`Case`) is everything
that a report says, and what the position knows of the units and hexes in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from adjudicator.mechanics.drm import DRM
from adjudicator.rulings import Refused, rule

from ..charts import DATA, spelt
from ..orders import number_in
from . import table_schema
from .table_schema import FILE, Line, Not, Want

Fact = str | bool | tuple[str, ...]
Case = Mapping[str, Fact]
"""Key -> word, words, or whether it is so: {"unit.type": "6-5-8", "unit.flags": ("dm",), "night": True}."""
SLOT = re.compile(r"\{([^{}]+)\}")
TRAIT = "trait"
"""The kind of the rows that say what a unit is."""


@dataclass(frozen=True, slots=True)
class Row:
    """A clause of the table; what it does not do is empty."""

    rule: str
    kinds: tuple[str, ...]
    when: Mapping[str, tuple[Want, ...]] = field(default_factory=dict)
    refuse: str = ""
    drm: int = 0
    why: str = ""
    becomes: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    note: str = ""
    trait: str = ""
    sets: Mapping[str, Any] = field(default_factory=dict)
    legal: tuple[str, ...] = ()
    reduce: bool = False
    to: str = ""
    owes: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of report that the table judges: what dice of it are called, the keys it needs, whether both
    sides file it, and the markers that the base rules lay where no row replaces or marks the unit. Of one
    that is `own`, as those are that one side files alone, the writer's own unit does it; one with a `tally`
    is counted for each side, in a Player "turn" or in a "cgs", and its case says the `count` of those before
    it. `units` are the keys that must name one, under the clause `rule`: None for the unit where the report
    has one. Its number is kept as the `hook`; `keys` and `steps` are those of `taking.Report`."""

    name: str
    title: str
    needs: tuple[str, ...] = ()
    joint: bool = True
    add: tuple[str, ...] = ()
    own: bool = False
    tally: str = ""
    rule: str = ""
    units: tuple[str, ...] | None = None
    hook: str = ""
    keys: tuple[str, ...] | None = None
    steps: tuple[str, ...] = ()


def _words(fact: Fact) -> tuple[str, ...]:
    return fact if isinstance(fact, tuple) else (spelt(fact),)


@cache
def _file() -> tuple[Line, ...]:
    return table_schema.read((DATA / FILE).read_text(encoding="utf-8"))


def _row(said: Mapping[str, Any]) -> Row:
    return Row(kinds=said["kind"], **{key: value for key, value in said.items() if key != "kind"})


def _kind(said: Mapping[str, Any]) -> Kind:
    return Kind(**{"title": said["name"].capitalize(), "own": not said.get("joint", True), **said})


@cache
def rows() -> tuple[Row, ...]:
    """All rows, in the order of the file."""
    return tuple(_row(line.said) for line in _file() if line.header == "row")


@cache
def rows_of(kind: str) -> tuple[Row, ...]:
    """The rows of one kind of report, in the order of the file."""
    return tuple(row for row in rows() if kind in row.kinds)


@cache
def kinds() -> Mapping[str, Kind]:
    """The kinds of report that need no function of their own, by name."""
    return {line.said["name"]: _kind(line.said) for line in _file() if line.header == "kind"}


def holds(want: Want, fact: Fact) -> bool:
    """Whether a fact is, or has, a word: True, "x", ">=4", "<=4", a whole number "1..6"; or does not."""
    if isinstance(want, Not):
        return not holds(want.word, fact)
    if isinstance(want, bool):
        return fact is want
    has = _words(fact)
    if ".." in want:
        first, final = want.split("..")
        return any(one.isdigit() and int(first) <= int(one) <= int(final) for one in has)
    if want.startswith((">=", "<=")):
        numbers = [number for one in has if (number := number_in(one)) is not None]
        return any(n >= int(want[2:]) if want[0] == ">" else n <= int(want[2:]) for n in numbers)
    return want in has


def applies(row: Row, case: Case) -> bool:
    """Whether all conditions of a row hold: of the words of a condition one must be there, and none that may
    not."""
    for key, wants in row.when.items():
        fact = case.get(key, "")
        some = [holds(want, fact) for want in wants if not isinstance(want, Not)]
        if (some and not any(some)) or not all(holds(want, fact) for want in wants if isinstance(want, Not)):
            return False
    return True


@cache
def _looked_at(kind: str) -> tuple[str, ...]:
    """The keys that some row of a kind looks at."""
    return tuple(dict.fromkeys(key for row in rows_of(kind) for key in row.when))


@lru_cache(maxsize=4096)
def _holding(kind: str, facts: tuple[Fact, ...]) -> tuple[Row, ...]:
    """The rows of a kind that hold of these facts, one for each key that they look at: most units of a roster
    are alike."""
    case = dict(zip(_looked_at(kind), facts, strict=True))
    return tuple(row for row in rows_of(kind) if applies(row, case))


@rule(*dict.fromkeys(row.rule for row in rows()))
def judged(kind: str, case: Case) -> tuple[Row, ...]:
    """The rows that hold of a case. Raises Refused with the first that forbids it."""
    found = _holding(kind, tuple(case.get(key, "") for key in _looked_at(kind)))
    for row in found:
        if row.refuse:
            raise Refused(row.rule, worded(row.refuse, case), tuple(worded(one, case) for one in row.legal))
    return found


def worded(text: str, case: Case) -> str:
    """The words of a row, with what the case says in the braces."""
    return SLOT.sub(lambda slot: ", ".join(_words(case.get(slot[1], ""))), text)


def drms(found: Iterable[Row], case: Case | None = None) -> tuple[DRM, ...]:
    """The modifiers of the rows that hold."""
    return tuple(DRM(row.rule, row.drm, worded(row.why, case or {})) for row in found if row.drm)
