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
_DRAWN = ("symbol", "size", "name", "flag", "ordinal", "formation", "stripe", "patch")
_TABLES = (
    *("game", "print", "sides", "nations", "formation", "paint", "reverse"),
    *("marker", "chit", "slot", "standins"),
)
_ALIGN = ("left", "centre", "right")
_SLOT = ("show", "box", "align", "weight", "colour", "form", "when", "unless")
_WEIGHT = ("plain", "bold", "condensed")


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of one nation's counters in one player's hands, each as "#rrggbb"."""

    paper: str = "#e8e0c8"
    band: str = "#ffffff"
    symbol: str = "#f6f2e4"
    ink: str = "#141414"


@dataclass(frozen=True, slots=True)
class Formation:
    """An army or corps: the name its counters bear, and the colour they share, "#rrggbb"."""

    name: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place on the face: what is shown there, and its box (left, top, right, bottom) in hundredths.

    `show` is a number, a trait, "name", "symbol" ...; "stripe" fills the box with the formation's colour,
    "patch" with `colour`, which is else the colour of the letters, the ink where it is "". `form` is what
    is written, {} being what is shown. The slot is left out where the counter bears nothing called `when`,
    or something called `unless`.
    """

    show: str
    box: tuple[float, float, float, float]
    align: str = "centre"
    weight: str = "bold"
    colour: str = ""
    form: str = "{}"
    when: str = ""
    unless: str = ""

    def says(self, words: Mapping[str, str]) -> str:
        """What is written here on a counter that bears `words`; "" for nothing."""
        text = words.get(self.show, "")
        return self.form.replace("{}", text) if text and self.stands(words) else ""

    def stands(self, words: Mapping[str, str]) -> bool:
        """Whether the slot is there on a counter that bears `words`."""
        return bool(not self.when or words.get(self.when)) and not words.get(self.unless)


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
    `reverses` are the colours on the back of counters with one step only, where they differ; `chits` those
    of the kinds of chits which look different from the rest.
    """

    file: str = ""
    title: str = ""
    values: tuple[str, ...] = ("strength", "movement")
    steps: tuple[str, ...] = ("", "reduced_")
    optional: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    sides: Mapping[str, str] = field(default_factory=dict)
    nations: Mapping[str, str] = field(default_factory=dict)
    formations: Mapping[str, Formation] = field(default_factory=dict)
    paints: Mapping[tuple[str, str], Paint] = field(default_factory=dict)
    reverses: Mapping[tuple[str, str], Paint] = field(default_factory=dict)
    markers: Mapping[str, Paint] = field(default_factory=dict)
    chit: Paint = field(default_factory=Paint)
    chits: Mapping[str, Paint] = field(default_factory=dict)
    slots: tuple[Slot, ...] = _SLOTS
    counter_mm: float = 16.0
    chit_mm: float = 36.0
    standins: Mapping[str, str] = field(default_factory=dict)

    def paint(self, nation: str, side: str) -> Paint:
        """The colours for a nation in a player's hands; plain card where the game names none."""
        return self.paints.get((nation, side), Paint())

    def formation(self, formation: str) -> Formation:
        """How a formation looks; it has no colour where the game names none."""
        return self.formations.get(formation, Formation(formation))


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


def _tables(table: object) -> dict[str, object]:
    """The tables within a table; none in what is no table."""
    found = table.items() if isinstance(table, dict) else ()
    return {key: value for key, value in found if isinstance(value, dict)}


def _without(table: object, keys: Mapping[str, object]) -> object:
    """A table without some of its keys; what is no table stays as it is."""
    return {k: v for k, v in table.items() if k not in keys} if isinstance(table, dict) else table


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
        markers, chit = self.table(found, "marker"), found.get("chit", {})
        extra = self.words("game", game, "extra", plain.extra)
        slots = tuple(self.slots(found.get("slot", []), (*values, *extra)))
        kinds = _tables(chit)
        return Style(
            file=self.file,
            title=self.text("game", game, "title", ""),
            values=values,
            steps=self.words("game", game, "steps", plain.steps),
            optional=tuple(self.optional(game, values)),
            extra=extra,
            sides=sides,
            nations=nations,
            formations=dict(self.formations(self.table(found, "formation"))),
            paints=dict(self.paints("paint", self.table(found, "paint"), nations, sides)),
            reverses=dict(self.paints("reverse", self.table(found, "reverse"), nations, sides)),
            markers={key: self.paint(f"marker.{key}", table) for key, table in markers.items()},
            chit=self.paint("chit", _without(chit, kinds)),
            chits={key: self.paint(f"chit.{key}", table) for key, table in kinds.items()},
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

    def formations(self, table: dict[str, Any]) -> Iterator[tuple[str, Formation]]:
        """The colour of every formation, and its name where it is printed otherwise."""
        for key, look in table.items():
            header = f"formation.{key}"
            if isinstance(look, dict):
                self.known(header, look, ("name", "colour"))
                colour = self.colour(header, look, "colour", "")
                yield key, Formation(self.text(header, look, "name", key), colour)
            else:
                yield key, Formation(key, self.colour("formation", table, key, ""))

    def paints(
        self, header: str, table: dict[str, Any], nations: Mapping[str, str], sides: Mapping[str, str]
    ) -> Iterator[tuple[tuple[str, str], Paint]]:
        """The colours of every [paint.nation.side]."""
        self.known(header, table, tuple(nations))
        for nation in table.keys() & nations.keys():
            players = self.table(table, nation)
            self.known(f"{header}.{nation}", players, tuple(sides))
            for side in players.keys() & sides.keys():
                yield (nation, side), self.paint(f"{header}.{nation}.{side}", players[side])

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

    def colour(self, header: str, table: dict[str, Any], key: str, default: str, nth: int = 0) -> str:
        """A colour written #rrggbb."""
        value = table.get(key, default)
        if isinstance(value, str) and (_COLOUR.fullmatch(value) or key not in table):
            return value
        self.fault(header, key, value, 'must be a colour such as "#b02a2a"', nth)
        return default

    def slots(self, tables: object, own: tuple[str, ...]) -> Iterator[Slot]:
        """The places on the face, which may show the game's `own` numbers and traits."""
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self.fault("", "slot", tables, "must be tables, each beginning with [[slot]]")
            return
        for nth, table in enumerate(tables):
            self.known("slot", table, _SLOT, nth)
            show = self.choice(table, "show", "", (*_DRAWN, *own), nth)
            bears = ("", "name", "flag", "ordinal", "formation", *own)
            box = self.box(table.get("box"), nth)
            align = self.choice(table, "align", "centre", _ALIGN, nth)
            weight = self.choice(table, "weight", "bold", _WEIGHT, nth)
            colour = self.colour("slot", table, "colour", "", nth)
            form = self.text("slot", table, "form", "{}", nth)
            when, unless = (self.choice(table, key, "", bears, nth) for key in ("when", "unless"))
            if show and box:
                yield Slot(show, box, align, weight, colour, form, when, unless)

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
