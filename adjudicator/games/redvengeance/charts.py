"""The charts of the game as rows: the files of `data` read as values, and the charts of buying among
them: reinforcement groups, fortifications, tables of dice. Each row has the number of its clause, so a
refusal or a die cites the line of the chart that a player reads.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from adjudicator.mechanics.charts import band
from adjudicator.mechanics.drm import DRM
from adjudicator.state import Json

Row = TypeVar("Row")
DATA = Path(__file__).parent / "data"
"""The folder of the printed charts."""
TRUTH = {"yes": True, "no": False}


def word(text: str) -> str | bool:
    """What a word means: yes and no are truth, and no words."""
    return TRUTH.get(text, text)


def spelt(value: str | bool) -> str:
    """The word of a value."""
    return value if isinstance(value, str) else "yes" if value else "no"


CONVERTED: Mapping[str, Callable[[str], object]] = {"bool": "yes".__eq__, "float": float, "str | bool": word}


def cells(file: str) -> Iterator[dict[str, str]]:
    """The rows of a file of the folder `data`, column by column."""
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines)


def rows_of(kind: type[Row], file: str) -> tuple[Row, ...]:
    """The rows of a file as values of a dataclass whose fields are its columns: numbers as such ("" is 0, or
    None where that may be), "yes" as True, several words as a tuple or a set."""
    return tuple(_value(kind, row) for row in cells(file))


def _value(kind: type[Row], row: Mapping[str, str]) -> Row:
    found: dict[str, Any] = {}
    for one in fields(kind):  # type: ignore[arg-type]
        text, type_ = row[one.name], str(one.type)
        if "int" in type_:
            found[one.name] = int(text) if text else (None if "None" in type_ else 0)
        elif "tuple" in type_ or "frozenset" in type_:
            found[one.name] = (tuple if "tuple" in type_ else frozenset)(text.split())
        else:
            found[one.name] = CONVERTED.get(type_, str)(text)
    return kind(**found)


INFANTRY, VEHICLES, GUNS, ARTILLERY = "I", "V", "G", "O"
"""Letters of groups that rules ask for; the others are M, S and P."""
INITIAL_CGS, FOOTNOTE_J_CGS = 1, 4
"""The number of the Initial CGS (4/28 PM), and of the first in which groups marked J are sold (4/29 PM)."""
FULL, DEPLETED = "full", "depleted"


@dataclass(frozen=True, slots=True)
class Group:
    """A row of a reinforcement chart. `kinds` are roster ids: the one of each unit of a group with sizes, or
    every weapon of one without; `units` is how the chart prints them. `along` are leaders and a Banner that
    come with it at either strength."""

    rule: str
    side: str
    id: str
    name: str
    full: int
    depleted: int
    units: str
    kinds: tuple[str, ...]
    cpp: int
    cgs: int
    cg: int
    marks: tuple[str, ...]
    along: tuple[str, ...]

    @property
    def letter(self) -> str:
        """The kind of group: I, V, G, O, M, S or P."""
        return self.id[0]

    @property
    def sizes(self) -> str:
        """The sizes as printed: "3/2"; "" for a group that has none."""
        return f"{self.full}/{self.depleted}" if self.full else ""

    def __str__(self) -> str:
        """As a record names it: "V4 Tiger Sec, 2/1 Mk VIB, 13 CPP"."""
        return f"{self.id} {self.name}, {f'{self.sizes} {self.units}'.strip()}, {self.cpp} CPP"


@dataclass(frozen=True, slots=True)
class Price:
    """A row of the fortification chart; `key` and `value` tell apart the rows of one item: cap=2, unit=hs.
    `fpp` is None for the Pillbox, whose price is computed."""

    rule: str
    item: str
    name: str
    key: str
    value: str
    fpp: int | None
    marks: tuple[str, ...]

    def __str__(self) -> str:
        """As a refusal names it: "Wire, 6 FPP (RePh8.621.7)"."""
        price = "(CA + NCA + capacity) x 1.5" if self.fpp is None else self.fpp
        return f"{self.name}, {price} FPP ({self.rule})"


@dataclass(frozen=True, slots=True)
class Start:
    """What a side has when the campaign begins."""

    side: str
    attack_chits: int
    cpp: int
    fpp: int
    san: int
    points_rule: str
    free: tuple[str, ...]
    foxholes: int
    free_rule: str


@dataclass(frozen=True, slots=True)
class Surcharge:
    """What a way of setting up costs on top of the printed price; `side` is "" for both."""

    rule: str
    side: str
    mode: str
    types: str
    cpp: int
    free: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sold:
    """Groups that are sold from one CGS to another only."""

    rule: str
    side: str
    groups: tuple[str, ...]
    first: int
    last: int
    why: str


@dataclass(frozen=True, slots=True)
class Banded:
    """A row whose die labels have results: `rows` as printed, "4-6" -> "mk-iv-j". `mark` is the footnote."""

    rule: str
    rows: Mapping[str, Json]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Weapons:
    """What support weapons an infantry group has, and by which footnote of that chart."""

    rule: str
    side: str
    group: str
    kinds: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Labelled:
    """A row of a table with a column a side: its die labels, or what the label `final` gives there."""

    rule: str
    german: str
    russian: str
    level: str = ""
    final: str = ""
    armor: str = ""


@dataclass(frozen=True, slots=True)
class Modifier:
    """A die roll modifier for certain groups: of their leader, gate or ammunition roll."""

    rule: str
    roll: str
    side: str
    groups: tuple[str, ...]
    value: int
    reason: str


@dataclass(frozen=True, slots=True)
class Module:
    """A row of the OBA table (15.1): which missions a module may fire."""

    rule: str
    side: str
    group: str
    name: str
    missions: tuple[str, ...]
    battalion_mortar: bool
    rocket: bool


@dataclass(frozen=True, slots=True)
class Settings:
    """What an organiser may set otherwise: the price of a reconnaissance, and the groups with footnote J."""

    recon_cpp: int
    footnote_j: tuple[str, ...] = field(default=())


@cache
def _tables() -> Mapping[str, Any]:
    return tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))


def _table(kind: type[Row], name: str) -> tuple[Row, ...]:
    """The rows of a table of tables.toml as values of a kind."""
    return tuple(kind(**{key: _frozen(value) for key, value in row.items()}) for row in _tables()[name])


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


prices = cache(partial(rows_of, Price, "prices.csv"))
"""The fortification chart."""
surcharges = cache(partial(_table, Surcharge, "surcharge"))
"""8.6194: what setting up costs."""
sold = cache(partial(_table, Sold, "sold"))
"""Groups that are not sold on every date."""
cpp_modifiers = cache(partial(_table, Banded, "cpp"))
"""8.6162: CPP by the final DR."""
ammunition = cache(partial(_table, Labelled, "ammunition"))
"""8.6205."""
leaders = cache(partial(_table, Labelled, "leader"))
"""8.6206, the table."""
modifiers = cache(partial(_table, Modifier, "drm"))
"""Modifiers of the leader, gate and ammunition rolls."""
groups = cache(lambda: {(group.side, group.id): group for group in rows_of(Group, "groups.csv")})
"""All reinforcement groups by side and id, in the order of the charts."""
starts = cache(lambda: {row.side: row for row in _table(Start, "start")})
"""What each side begins with."""
models = cache(lambda: {row.mark: row for row in _table(Banded, "model")})
"""Footnotes E, F, K, N: the kind of each vehicle, by the mark."""
extras = cache(lambda: {row.mark: row for row in _table(Banded, "extra")})
"""8.6204, footnotes A, B, C: one more weapon for a group that is not depleted."""
weapons = cache(lambda: {(row.side, row.group): row for row in _table(Weapons, "weapons")})
"""8.6204: the support weapons of infantry groups, by side and group."""
modules = cache(lambda: {(row.side, row.group): row for row in _table(Module, "module")})
"""15.1: the OBA modules by side and group."""


@cache
def settings() -> Settings:
    """What an organiser may set otherwise."""
    found: Mapping[str, Any] = _tables()["settings"]
    return Settings(**{key: _frozen(value) for key, value in found.items()})


def read(rows: Mapping[str, Json], die: int) -> Json:
    """What a die gives in a row of labels; None where the row does not have it."""
    label = band(die, rows)
    return None if label is None else rows[label]


def drms(roll: str, group: Group) -> Iterator[DRM]:
    """The modifiers that the charts give to a roll of a group."""
    for row in modifiers():
        if row.roll == roll and row.side == group.side and group.id in row.groups:
            yield DRM(row.rule, row.value, row.reason)
