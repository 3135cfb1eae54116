"""How a game's pieces look: colours, slots and sizes, read from its style.toml.

Another game's counters look different through another style.toml, never through other code.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from counters.faults import Fault, nearest

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_DRAWN = ("symbol", "size", "name", "flag", "ordinal")
_TABLES = ("game", "print", "sides", "nations", "paint", "marker", "chit", "slot", "standins")
_ALIGN = ("left", "centre", "right")
_WEIGHT = ("plain", "bold", "condensed")


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of one nation's counters in one player's hands, each as "#rrggbb"."""

    paper: str = "#e8e0c8"
    band: str = "#ffffff"
    symbol: str = "#f6f2e4"
    ink: str = "#141414"


@dataclass(frozen=True, slots=True)
class Slot:
    """A place on the face: what is shown there, and its box (left, top, right, bottom) in hundredths."""

    show: str
    box: tuple[float, float, float, float]
    align: str = "centre"
    weight: str = "bold"


_SLOTS = (
    Slot("size", (25, 4, 75, 15)),
    Slot("symbol", (22, 18, 78, 58)),
    Slot("name", (4, 60, 96, 73), weight="condensed"),
    Slot("strength", (6, 72, 60, 97), "left"),
    Slot("movement", (62, 72, 94, 97), "right"),
)


@dataclass(frozen=True, slots=True)
class Style:
    """The look of a game. `steps` are the prefixes of the value columns, the full side's first.

    `optional` are the values which some counters do not bear, `extra` further columns of the roster.
    """

    file: str = ""
    title: str = ""
    values: tuple[str, ...] = ("strength", "movement")
    steps: tuple[str, ...] = ("", "reduced_")
    optional: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    sides: Mapping[str, str] = field(default_factory=dict)
    nations: Mapping[str, str] = field(default_factory=dict)
    paints: Mapping[tuple[str, str], Paint] = field(default_factory=dict)
    markers: Mapping[str, Paint] = field(default_factory=dict)
    chit: Paint = field(default_factory=Paint)
    slots: tuple[Slot, ...] = _SLOTS
    counter_mm: float = 16.0
    chit_mm: float = 36.0
    standins: Mapping[str, str] = field(default_factory=dict)

    def paint(self, nation: str, side: str) -> Paint:
        """The colours for a nation in a player's hands; plain card where the game names none."""
        return self.paints.get((nation, side), Paint())


def read_style(text: str, file: str) -> tuple[Style, list[Fault]]:
    """A style from the text of a style.toml; what is at fault keeps its default."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        line = re.search(r"at line (\d+)", str(wrong))
        return Style(), [Fault(file, int(line[1]) if line else 0, "", f"this is no TOML: {wrong}")]
    reader = _Reader(text, file)
    style = reader.style(found)
    return style, reader.faults


class _Reader:
    """Reads one style.toml and keeps every fault it meets, with its line."""

    def __init__(self, text: str, file: str) -> None:
        self.lines = text.splitlines()
        self.file = file
        self.faults: list[Fault] = []

    def style(self, found: dict[str, Any]) -> Style:
        """The whole style; unknown tables are faults."""
        self.known("", found, _TABLES)
        game, sizes = self.table(found, "game"), self.table(found, "print")
        self.known("game", game, ("title", "values", "steps", "optional", "extra"))
        self.known("print", sizes, ("counter_mm", "chit_mm"))
        plain = Style()
        values = self.words("game", game, "values", plain.values)
        sides, nations = self.names(found, "sides"), self.names(found, "nations")
        markers = self.table(found, "marker")
        slots = tuple(self.slots(found.get("slot", []), values))
        return Style(
            file=self.file,
            title=self.text("game", game, "title", ""),
            values=values,
            steps=self.words("game", game, "steps", plain.steps),
            optional=tuple(self.optional(game, values)),
            extra=self.words("game", game, "extra", plain.extra),
            sides=sides,
            nations=nations,
            paints=dict(self.paints(self.table(found, "paint"), nations, sides)),
            markers={key: self.paint(f"marker.{key}", table) for key, table in markers.items()},
            chit=self.paint("chit", found.get("chit", {})),
            slots=slots or plain.slots,
            counter_mm=self.size(sizes, "counter_mm", plain.counter_mm),
            chit_mm=self.size(sizes, "chit_mm", plain.chit_mm),
            standins=self.names(found, "standins"),
        )

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

    def optional(self, game: dict[str, Any], values: tuple[str, ...]) -> Iterator[str]:
        """The numbers that not every counter bears."""
        for value in self.words("game", game, "optional", ()):
            if value not in values:
                self.fault("game", "optional", value, f"no such number, {nearest(value, values)}")
            yield value

    def size(self, table: dict[str, Any], key: str, default: float) -> float:
        """A length on paper in millimetres."""
        value = table.get(key, default)
        if isinstance(value, int | float) and not isinstance(value, bool) and 5 <= value <= 100:
            return float(value)
        self.fault("print", key, value, "must be a number of millimetres from 5 to 100")
        return default

    def names(self, found: dict[str, Any], key: str) -> dict[str, str]:
        """A table of texts, e.g. each side's id and the name it is printed with."""
        table = self.table(found, key)
        return {name: self.text(key, table, name, name) for name in table}

    def paints(
        self, table: dict[str, Any], nations: Mapping[str, str], sides: Mapping[str, str]
    ) -> Iterator[tuple[tuple[str, str], Paint]]:
        """The colours of every [paint.nation.side]."""
        self.known("paint", table, tuple(nations))
        for nation in table.keys() & nations.keys():
            players = self.table(table, nation)
            self.known(f"paint.{nation}", players, tuple(sides))
            for side in players.keys() & sides.keys():
                yield (nation, side), self.paint(f"paint.{nation}.{side}", players[side])

    def paint(self, header: str, table: object) -> Paint:
        """One set of colours."""
        plain = Paint()
        if not isinstance(table, dict):
            parent, _, key = header.rpartition(".")
            self.fault(parent, key, table, "must be a table of colours")
            return plain
        keys = ("paper", "band", "symbol", "ink")
        self.known(header, table, keys)
        return Paint(*(self.colour(header, table, key, getattr(plain, key)) for key in keys))

    def colour(self, header: str, table: dict[str, Any], key: str, default: str) -> str:
        """A colour written #rrggbb."""
        value = table.get(key, default)
        if isinstance(value, str) and _COLOUR.fullmatch(value):
            return value
        self.fault(header, key, value, 'must be a colour such as "#b02a2a"')
        return default

    def slots(self, tables: object, values: tuple[str, ...]) -> Iterator[Slot]:
        """The places on the face."""
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self.fault("", "slot", tables, "must be tables, each beginning with [[slot]]")
            return
        for nth, table in enumerate(tables):
            self.known("slot", table, ("show", "box", "align", "weight"), nth)
            show = self.choice(table, "show", "", (*_DRAWN, *values), nth)
            box = self.box(table.get("box"), nth)
            align = self.choice(table, "align", "centre", _ALIGN, nth)
            weight = self.choice(table, "weight", "bold", _WEIGHT, nth)
            if show and box:
                yield Slot(show, box, align, weight)

    def choice(self, table: dict[str, Any], key: str, default: str, known: tuple[str, ...], nth: int) -> str:
        """One of a few words."""
        value = self.text("slot", table, key, default, nth)
        if value in known:
            return value
        self.fault("slot", key, value, nearest(value, known), nth)
        return default

    def box(self, value: object, nth: int) -> tuple[float, float, float, float] | None:
        """Left, top, right and bottom in hundredths of the face."""
        if isinstance(value, list) and len(value) == 4 and all(type(n) in (int, float) for n in value):
            left, top, right, bottom = value
            if 0 <= left < right <= 100 and 0 <= top < bottom <= 100:
                return left, top, right, bottom
        self.fault("slot", "box", value, "must be [left, top, right, bottom] in hundredths of the face", nth)
        return None
