"""What only a game's module needs to know, read from builder/games/<game>.toml or <folder>/module.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builder.faults import ModuleError

_BYTES_MAX = 1_000_000


@dataclass(frozen=True, slots=True)
class Repeated:
    """A part of the turn that is played again and again: its name, its property, and how often at most."""

    name: str
    property: str
    limit: int


@dataclass(frozen=True, slots=True)
class Dice:
    """A button that rolls `count` dice of `sides` sides."""

    count: int
    sides: int

    @property
    def name(self) -> str:
        """What the button is called: "1d6"."""
        return f"{self.count}d{self.sides}"


@dataclass(frozen=True, slots=True)
class Turned:
    """What it means that a unit lies upside down, and the letter that with Ctrl turns it."""

    name: str
    key: str


@dataclass(frozen=True, slots=True)
class Badge:
    """A marker that also lies on a unit, small: what it adds to the unit's name, and its letter with Ctrl."""

    marker: str
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes of the board by their task: where eliminated units go, the cup of chits, and where units wait."""

    eliminated: str = ""
    cup: str = ""
    waiting: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Start:
    """A marker that lies in a box or a space at the start."""

    marker: str
    at: str


@dataclass(frozen=True, slots=True)
class ModuleFacts:
    """Everything about a module that neither map, counters nor charts say; every part may be missing."""

    version: str = "1.0"
    description: str = ""
    board: str = "Board"
    turns: tuple[str, ...] = ()
    segments: tuple[str, ...] = ()
    repeated: Repeated | None = None
    dice: tuple[Dice, ...] = (Dice(1, 6),)
    turned: Turned | None = None
    badges: tuple[Badge, ...] = ()
    boxes: Boxes = field(default_factory=Boxes)
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    starts: tuple[Start, ...] = ()


def load_facts(game: str | Path) -> ModuleFacts:
    """The facts of a bundled game or of a game folder, plain ones if none; ModuleError with all faults."""
    file = _find(game)
    if not file.is_file():
        return ModuleFacts()
    faults: list[str] = []
    facts = _facts(_Reader(_toml(file), file.name, "", faults))
    if faults:
        raise ModuleError(faults)
    return facts


def _find(game: str | Path) -> Path:
    bundled = Path(__file__).parent / "games" / f"{game}.toml"
    return bundled if bundled.is_file() else Path(game) / "module.toml"


def _toml(file: Path) -> dict[str, Any]:
    try:
        if file.stat().st_size > _BYTES_MAX:
            raise ModuleError([f"{file.name}: more than {_BYTES_MAX} bytes, which no such file needs"])
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as wrong:
        raise ModuleError([f"{file.name}: cannot be read as TOML: {wrong}"]) from None


def _facts(read: _Reader) -> ModuleFacts:
    plain = ModuleFacts()
    facts = ModuleFacts(
        version=read.text("version", plain.version),
        description=read.text("description", plain.description),
        board=read.text("board", plain.board),
        turns=read.texts("turns"),
        segments=read.texts("segments"),
        repeated=next((_repeated(t) for t in read.one("repeated")), None),
        dice=tuple(Dice(t.number("count"), t.number("sides")) for t in read.many("dice")) or plain.dice,
        turned=next((Turned(*_texts(t, "name", "key")) for t in read.one("turned")), None),
        badges=tuple(Badge(*_texts(t, "marker", "name", "key")) for t in read.many("badge")),
        boxes=next((_boxes(t) for t in read.one("boxes")), plain.boxes),
        hands=next(({side: t.texts(side) for side in t.found} for t in read.one("hands")), {}),
        starts=tuple(Start(*_texts(t, "marker", "at")) for t in read.many("start")),
    )
    read.nothing_else()
    return facts


def _texts(table: _Reader, *keys: str) -> tuple[str, ...]:
    return tuple(table.text(key) for key in keys)


def _repeated(table: _Reader) -> Repeated:
    return Repeated(table.text("name"), table.text("property"), table.number("limit"))


def _boxes(table: _Reader) -> Boxes:
    waiting = next(({how: t.text(how) for how in t.found} for t in table.one("waiting")), {})
    return Boxes(table.text("eliminated", ""), table.text("cup", ""), waiting)


class _Reader:
    """One table of the file: what is asked of it is checked, and what nobody asked for is a fault."""

    def __init__(self, found: dict[str, Any], file: str, path: str, faults: list[str]) -> None:
        self.found, self.file, self.path, self.faults = found, file, path, faults
        self.asked: set[str] = set()

    def fault(self, key: str, why: str) -> None:
        """Keep a fault of this key."""
        self.faults.append(f"{self.file}: {self.path}{key}: {why}")

    def value(self, key: str, default: Any, kind: type, says: str) -> Any:
        """A value of this kind; a missing one without a default is a fault."""
        self.asked.add(key)
        value = self.found.get(key, default)
        if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
            return value
        self.fault(key, f"must be {says}" if key in self.found else f"is missing; {says}")
        return kind()

    def text(self, key: str, default: str | None = None) -> str:
        """A text that VASSAL can carry: without a backslash, a tab or a line's end."""
        value: str = self.value(key, default, str, "a text in quotes")
        if any(letter in value for letter in "\\\t\r\n\x1b"):
            self.fault(key, f"{value!r} holds a backslash, a tab or a line's end, which VASSAL cannot carry")
        return value

    def number(self, key: str) -> int:
        """A whole number from 1 to 100."""
        value: int = self.value(key, None, int, "a whole number")
        if not 1 <= value <= 100:
            self.fault(key, f"must be from 1 to 100, not {value}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty when missing."""
        values = self.value(key, [], list, "a list of texts")
        each = _Reader(
            {str(n): value for n, value in enumerate(values, 1)}, self.file, f"{self.path}{key} ", self.faults
        )
        return tuple(each.text(str(n)) for n in range(1, len(values) + 1))

    def one(self, key: str) -> list[_Reader]:
        """The sub-table of this name as a list of one, or none when it is missing."""
        return self._tables(key, [self.value(key, {}, dict, "a table")] if key in self.found else [])

    def many(self, key: str) -> list[_Reader]:
        """The list of tables of this name."""
        return self._tables(key, self.value(key, [], list, "a list of tables"))

    def _tables(self, key: str, tables: list[Any]) -> list[_Reader]:
        for table in tables:
            if not isinstance(table, dict):
                self.fault(key, f"must be a table, not {table!r}")
        return [
            _Reader(t, self.file, f"{self.path}{key}.", self.faults) for t in tables if isinstance(t, dict)
        ]

    def nothing_else(self) -> None:
        """Keys of the whole file that nobody asked for are misspelt."""
        for key in self.found.keys() - self.asked:
            self.fault(key, f"unknown; known are {', '.join(sorted(self.asked))}")
