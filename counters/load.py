"""Reads a game's counters: roster.csv, markers.csv, cards.csv and style.toml, with all their faults at once.

A game is the name of a bundled one or a folder of one's own which holds these files, or holds them in `counters/`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from counters.counter import Card, Counter, Face, Marker, MarkerFace, Roster, fold
from counters.faults import Fault, RosterError, nearest
from counters.style import Style, read_style

_BYTES_MAX = 4_000_000
_IDENTIFIER = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38}[A-Za-z0-9])?")
_ROSTER = (
    "id",
    "name",
    "side",
    "nation",
    "formation",
    "type",
    "size",
    "setup",
    "flag",
    "reinforcement",
    "aliases",
)
_MARKERS = ("id", "name", "kind", "side", "count", "front", "front_symbol", "back", "back_symbol")
_CARDS = ("id", "number", "title", "when", "text", "once", "afterwards")


def load_roster(game: str | Path) -> Roster:
    """Everything printed for `game`. Raises RosterError with all the faults of all its files."""
    folder, label = find_game(game)
    faults: list[Fault] = []
    style, wrong = read_style(_text(folder, label, "style.toml", faults), f"{label}/style.toml")
    faults += wrong
    counters = _counters(_Table(folder, label, "roster.csv", roster_columns(style), faults), style)
    markers = _markers(_Table(folder, label, "markers.csv", _MARKERS, faults), style)
    cards = _cards(_Table(folder, label, "cards.csv", _CARDS, faults), style)
    if faults:
        raise RosterError(faults)
    return Roster(Path(game).name, counters, markers, cards, style, style.standins)


def find_game(game: str | Path) -> tuple[Traversable, str]:
    """The folder with a game's counters, and how messages name it. Raises RosterError when there is none."""
    bundled = files("counters") / str(game)
    if re.fullmatch(r"[a-z][a-z0-9]*", str(game)) and (bundled / "roster.csv").is_file():
        return bundled, f"counters/{game}"
    for folder in (Path(game) / "counters", Path(game)):
        if (folder / "roster.csv").is_file():
            return folder, folder.as_posix()
    why = f"no such game: neither a bundled one ({', '.join(bundled_games())}) nor a folder with a roster.csv"
    raise RosterError([Fault(str(game), 0, "", why)])


def bundled_games() -> tuple[str, ...]:
    """The games which come with hexpost."""
    return tuple(sorted(f.name for f in files("counters").iterdir() if (f / "roster.csv").is_file()))


def roster_columns(style: Style) -> tuple[str, ...]:
    """The columns of a roster.csv: one for each printed number beside the fixed ones."""
    numbers = tuple(prefix + value for prefix in style.steps for value in style.values)
    return (*_ROSTER[:7], *numbers, *_ROSTER[7:])


def _text(folder: Traversable, label: str, name: str, faults: list[Fault]) -> str:
    """The text of a file, "" when there is none: a game may have no cards, and may look plain."""
    file = folder / name
    if not file.is_file():
        return ""
    raw = file.read_bytes()
    if len(raw) > _BYTES_MAX:
        faults.append(
            Fault(f"{label}/{name}", 0, "", f"larger than {_BYTES_MAX} bytes: this is no table of counters")
        )
        return ""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = raw[: wrong.start].count(b"\n") + 1
        faults.append(
            Fault(f"{label}/{name}", line, "", "not written in UTF-8: save the file as 'CSV UTF-8'")
        )
        return ""


@dataclass(slots=True)
class _Row:
    """One line of a table; what is wrong with it goes to the table's faults."""

    file: str
    line: int
    cells: Mapping[str, str]
    faults: list[Fault]

    def fault(self, read: str, why: str) -> None:
        self.faults.append(Fault(self.file, self.line, read, why))

    def text(self, column: str) -> str:
        return self.cells.get(column, "")

    def words(self, column: str) -> tuple[str, ...]:
        return tuple(word.strip() for word in self.text(column).split(";") if word.strip())

    def required(self, column: str) -> str:
        if not self.text(column):
            self.fault("", f"column {column!r} is empty")
        return self.text(column)

    def identifier(self) -> str:
        found = self.required("id")
        if found and not _IDENTIFIER.fullmatch(found):
            self.fault(found, "an id is up to 40 letters, digits and hyphens, without spaces or accents")
        return found

    def choice(self, column: str, known: Mapping[str, object]) -> str:
        found = self.text(column)
        if known and found not in known:
            self.fault(found, f"unknown {column}, {nearest(found, known)}")
        return found

    def number(self, column: str) -> int:
        found = self.text(column)
        if re.fullmatch(r"[0-9]{1,4}", found, re.ASCII):
            return int(found)
        self.fault(found, f"column {column!r} must hold a whole number from 0 to 9999")
        return 0


class _Table:
    """A CSV file as rows; commas or, as some spreadsheets write, semicolons."""

    def __init__(
        self, folder: Traversable, label: str, name: str, columns: tuple[str, ...], faults: list[Fault]
    ) -> None:
        self.file = f"{label}/{name}"
        self.columns = columns
        self.faults = faults
        self.text = _text(folder, label, name, faults)

    def rows(self) -> Iterator[_Row]:
        """Every line that holds something. A wrong header is reported and its unknown columns are left out."""
        first = self.text.split("\n", 1)[0]
        reader = csv.reader(
            self.text.splitlines(keepends=True), delimiter=";" if first.count(";") > first.count(",") else ","
        )
        header = [cell.strip() for cell in next(reader, [])]
        if header:
            self._check(header)
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield self._row(reader.line_num, header, [cell.strip() for cell in cells])

    def _row(self, line: int, header: list[str], cells: list[str]) -> _Row:
        row = _Row(self.file, line, dict(zip(header, cells, strict=False)), self.faults)
        if len(cells) != len(header):
            row.fault(cells[0], f"{len(cells)} cells under {len(header)} columns")
        return row

    def _check(self, header: list[str]) -> None:
        for column in header:
            if column not in self.columns:
                self.faults.append(
                    Fault(self.file, 1, column, f"unknown column, {nearest(column, self.columns)}")
                )
            elif header.count(column) > 1:
                self.faults.append(Fault(self.file, 1, column, "this column stands here twice"))
        for column in self.columns:
            if column not in header:
                self.faults.append(Fault(self.file, 1, "", f"column {column!r} is missing"))


def _counters(table: _Table, style: Style) -> dict[str, Counter]:
    found: dict[str, Counter] = {}
    forms: dict[str, str] = {}
    for row in table.rows():
        counter = _counter(row, style)
        if counter.id in found:
            row.fault(counter.id, "this id stands here twice")
        for form in (counter.id, *counter.aliases):
            owner = forms.setdefault(fold(form), counter.id)
            if owner != counter.id:
                row.fault(form, f"{owner} is called so too: a player writing it could mean either")
        found[counter.id] = counter
    return found


def _counter(row: _Row, style: Style) -> Counter:
    return Counter(
        id=row.identifier(),
        name=row.required("name"),
        side=row.choice("side", style.sides),
        nation=row.choice("nation", style.nations),
        formation=row.text("formation"),
        type=row.text("type"),
        size=row.text("size"),
        steps=tuple(_steps(row, style)),
        setup=row.text("setup"),
        reinforcement=row.text("reinforcement"),
        aliases=row.words("aliases"),
        flag=row.text("flag"),
        look=style,
    )


def _steps(row: _Row, style: Style) -> Iterator[Face]:
    """The full side, and each further side unless all its columns are empty."""
    for prefix in style.steps:
        columns = {value: prefix + value for value in style.values}
        if not prefix or any(row.text(column) for column in columns.values()):
            yield Face({value: row.number(column) for value, column in columns.items()})


def _markers(table: _Table, style: Style) -> dict[str, Marker]:
    found: dict[str, Marker] = {}
    for row in table.rows():
        sides = (
            MarkerFace(row.text("front"), row.text("front_symbol")),
            MarkerFace(row.text("back"), row.text("back_symbol")),
        )
        faces = tuple(face for face in sides if face.text or face.symbol)
        name, kind, side, count = (
            row.required("name"),
            row.required("kind"),
            row.text("side"),
            row.number("count"),
        )
        marker = Marker(row.identifier(), name, kind, side, faces, count, style)
        if not faces:
            row.fault(marker.id, "a marker needs a text or a symbol on its front")
        if marker.id in found:
            row.fault(marker.id, "this id stands here twice")
        found[marker.id] = marker
    return found


def _cards(table: _Table, style: Style) -> dict[str, Card]:
    found: dict[str, Card] = {}
    for row in table.rows():
        once = row.choice("once", {"yes": True, "no": False}) == "yes"
        title, when, text = (row.required(column) for column in ("title", "when", "text"))
        card = Card(
            row.identifier(), row.number("number"), title, when, text, once, row.required("afterwards"), style
        )
        if card.id in found:
            row.fault(card.id, "this id stands here twice")
        found[card.id] = card
    return found
