"""Reads a game's style.toml, and keeps every fault it meets with its line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib.resources.abc import Traversable
from typing import Any

from counters.roster.layout_file import LayoutReader
from counters.roster.slot import plain_face
from counters.roster.style import APART, PLAIN_MARKER, PLAIN_UNIT, Back, Formation, Paint, Style
from counters.signs.lengths import length_mm
from counters.signs.silhouettes import SIGNS, SILHOUETTES
from files import toml_text
from files.faults import Fault
from files.nearest import nearest_or_all

_TABLES = (
    *("game", "print", "sides", "nations", "frames", "formation", "paint", "reverse"),
    *(
        "marker",
        "chit",
        "back",
        "apart",
        "layout",
        "slot",
        "standins",
        "figure",
        "turned",
        "emblem",
        "printed",
        "means",
    ),
)
_PRINT = ("counter_mm", "chit_mm", "card_mm", "pen", "symbols", "safe_mm", "figures_mm")
_GAME = ("title", "values", "steps", "steps_by", "optional", "small", "extra", "card_extra")
FRAMES = ("friendly", "hostile")
SYMBOLS = ("signs", "silhouettes")


def read_style(text: str, file: str, folder: Traversable | None = None) -> tuple[Style, list[Fault]]:
    """A style from the text of a style.toml; what is at fault keeps its default. Pictures lie in `folder`."""
    try:
        found = toml_text.loads(text)
    except toml_text.NoToml as wrong:
        return Style(), [Fault(file, wrong.line, "", f"this is not TOML: {wrong}")]
    reader = _Reader(text, file)
    style = reader.style(found)
    return replace(style, folder=folder), reader.faults


def _millimetres(value: object) -> float | None:
    if type(value) in (int, float):
        return float(str(value))
    try:
        return length_mm(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _tables(table: object) -> dict[str, object]:
    """The tables within a table; none in what is no table."""
    found = table.items() if isinstance(table, dict) else ()
    return {key: value for key, value in found if isinstance(value, dict)}


def _without(table: object, keys: Mapping[str, object]) -> object:
    """A table without some of its keys; what is no table stays as it is."""
    return {k: v for k, v in table.items() if k not in keys} if isinstance(table, dict) else table


class _Reader(LayoutReader):
    """Reads one style.toml and keeps every fault it meets, with its line."""

    def style(self, found: dict[str, Any]) -> Style:
        """The whole style; unknown tables are faults."""
        self.known("", found, _TABLES)
        game, sizes = self.table(found, "game"), self.table(found, "print")
        self.known("game", game, _GAME)
        self.known("print", sizes, _PRINT)
        plain = Style()
        values = self.words("game", game, "values", plain.values)
        sides, nations = self.names(found, "sides"), self.names(found, "nations")
        markers, chit = self.table(found, "marker"), found.get("chit", {})
        extra = self.words("game", game, "extra", plain.extra)
        slots, layouts = self.layouts(found, (*values, *extra))
        kinds = _tables(chit)
        return Style(
            file=self.file,
            title=self.text("game", game, "title", ""),
            values=values,
            steps=self.words("game", game, "steps", plain.steps),
            steps_by=self.steps_by(game, values),
            optional=tuple(self.some_of(game, "optional", values)),
            small=tuple(self.some_of(game, "small", values)),
            extra=extra,
            card_extra=self.words("game", game, "card_extra", ()),
            sides=sides,
            nations=nations,
            formations=dict(self.formations(self.table(found, "formation"))),
            paints=dict(self.paints("paint", self.table(found, "paint"), nations, sides)),
            reverses=dict(self.paints("reverse", self.table(found, "reverse"), nations, sides)),
            markers={key: self.paint(f"marker.{key}", table, PLAIN_MARKER) for key, table in markers.items()},
            chit=self.paint("chit", _without(chit, kinds), PLAIN_MARKER),
            chits={key: self.paint(f"chit.{key}", table, PLAIN_MARKER) for key, table in kinds.items()},
            backs=dict(self.backs(self.table(found, "back"))),
            printed=self.names(found, "printed"),
            means=self.names(found, "means"),
            figures=dict(self.signs(found, "figure", SILHOUETTES)),
            turned=self.names(found, "turned"),
            emblems=dict(self.signs(found, "emblem", SIGNS)),
            slots=slots or plain_face(values),
            layouts=layouts,
            frames=dict(self.frames(found, sides)),
            counter_mm=self.size(sizes, "counter_mm", plain.counter_mm),
            chit_mm=self.size(sizes, "chit_mm", plain.chit_mm),
            card_mm=self.card(sizes),
            pen=self.number("print", sizes, "pen", plain.pen, (0.2, 10)),
            symbols=self.choice("print", sizes, "symbols", plain.symbols, SYMBOLS),
            safe_mm=self.number("print", sizes, "safe_mm", plain.safe_mm, (0, 10)),
            figures_mm=self.number("print", sizes, "figures_mm", plain.figures_mm, (0, 10)),
            apart=self.apart(self.table(found, "apart")),
            standins=self.names(found, "standins"),
        )

    def some_of(self, game: dict[str, Any], key: str, values: tuple[str, ...]) -> Iterator[str]:
        """Some of the numbers that counters bear: those which not every one has, or which may be small."""
        for value in self.words("game", game, key, ()):
            self.one_of(values, key, value)
            yield value

    def steps_by(self, game: dict[str, Any], values: tuple[str, ...]) -> str:
        """The number that is a unit's steps, where they are no faces."""
        value = self.text("game", game, "steps_by", "")
        if value:
            self.one_of(values, "steps_by", value)
        return value if value in values else ""

    def one_of(self, values: tuple[str, ...], key: str, value: str) -> None:
        """A fault where a number is none that counters bear."""
        if value not in values:
            self.fault("game", key, value, f"no such number, {nearest_or_all(value, values)}")

    def size(self, table: dict[str, Any], key: str, default: float) -> float:
        """A length on paper in millimetres, or such as "5/8 in"."""
        value = _millimetres(table.get(key, default))
        if value is not None and 5 <= value <= 100:
            return value
        self.fault("print", key, table[key], 'must be a number of millimetres from 5 to 100, or as "5/8 in"')
        return default

    def card(self, table: dict[str, Any]) -> tuple[float, float] | None:
        """The width and height of a card."""
        value = table.get("card_mm")
        sides = [_millimetres(side) for side in value] if isinstance(value, list) else []
        if value is None:
            return None
        if len(sides) == 2 and sides[0] and sides[1] and all(side and 20 <= side <= 180 for side in sides):
            return sides[0], sides[1]
        self.fault("print", "card_mm", value, "must be a width and height of 20 to 180 millimetres: [63, 88]")
        return None

    def number(
        self, header: str, table: dict[str, Any], key: str, default: float, bounds: tuple[float, float]
    ) -> float:
        """A number within bounds."""
        value, (low, high) = table.get(key, default), bounds
        if type(value) in (int, float) and low <= value <= high:
            return float(value)
        self.fault(header, key, value, f"must be a number from {low} to {high}")
        return default

    def apart(self, table: dict[str, Any]) -> dict[str, float]:
        """How far colours must be apart."""
        self.known("apart", table, tuple(APART))
        return {what: self.number("apart", table, what, usual, (0, 100)) for what, usual in APART.items()}

    def frames(self, found: dict[str, Any], sides: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """The frame round the symbols of each side."""
        table = self.table(found, "frames")
        self.known("frames", table, tuple(sides))
        for side in table.keys() & sides.keys():
            yield side, self.choice("frames", table, side, "friendly", FRAMES)

    def signs(self, found: dict[str, Any], key: str, known: Iterable[str]) -> Iterator[tuple[str, str]]:
        """What is drawn for whom, each by the name of a sign."""
        table = self.table(found, key)
        for name in table:
            yield name, self.choice(key, table, name, "", tuple(known))

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
        """The colours of every [paint.nation.side], and of every [paint.side] whatever the nation."""
        self.known(header, table, (*nations, *sides))
        for key in table.keys() & (nations.keys() | sides.keys()):
            players = self.table(table, key)
            colours = {name: value for name, value in players.items() if not isinstance(value, dict)}
            if colours and key in sides:
                yield ("", key), self.paint(f"{header}.{key}", colours)
                players = _tables(players)
            if key in nations or players:
                self.known(f"{header}.{key}", players, tuple(sides))
            for side in players.keys() & sides.keys():
                yield (key, side), self.paint(f"{header}.{key}.{side}", players[side])

    def backs(self, table: dict[str, Any]) -> Iterator[tuple[str, Back]]:
        """What the cards of each deck show from behind."""
        for deck, look in table.items():
            header = f"back.{deck}"
            own = look if isinstance(look, dict) else {}
            title = self.text(header, own, "title", deck)
            mark = self.choice(header, own, "mark", "star", SIGNS)
            paint = self.paint(header, _without(look, {"title": 0, "mark": 0}), PLAIN_MARKER)
            yield deck, Back(title, mark, paint)

    def paint(self, header: str, table: object, plain: Paint = PLAIN_UNIT) -> Paint:
        """One set of colours; those that are not given are the plain ones."""
        if not isinstance(table, dict):
            parent, _, key = header.rpartition(".")
            self.fault(parent, key, table, "must be a table of colours")
            return plain
        keys = ("paper", "band", "symbol", "ink")
        self.known(header, table, keys)
        return Paint(*(self.colour(header, table, key, getattr(plain, key)) for key in keys))
