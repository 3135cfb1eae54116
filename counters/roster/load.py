"""Reads a game's counters: roster.csv, markers.csv, cards.csv and style.toml, with all their faults at once.

A game is a bundled one's name, or a folder of one's own with these files in it or in its `counters/`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from counters.roster.art_files import ART_WORDS, is_art
from counters.roster.counter import Card, Counter, Face, Marker, MarkerFace, Roster, fold
from counters.roster.layout_file import WORDS
from counters.roster.numbers import several
from counters.roster.slot import DRAWN
from counters.roster.style import Style
from counters.roster.style_file import read_style
from counters.roster.table import Row, Source, as_file_name
from counters.roster_faults import RosterError
from counters.signs.silhouettes import SIGNS, SILHOUETTES
from counters.signs.symbols import SIZES, TYPES
from files.faults import Fault

_KINDS = {**TYPES, **SILHOUETTES}
_UNIT = ("id", "name", "side", "nation", "formation", "type", "size")
_PLACE = ("setup", "flag", "reinforcement", "aliases")
_PRINTED = ("count", "art")
"""Columns any roster may have: how many of a counter are printed, and a picture of its own."""
_NEEDED = ("id", "name", "side", "type")
"""Columns that every roster has, beside the numbers of the full side and the game's own traits."""
OUTLINES = "map/areas.geojson"
"""Areas that were traced on a picture: a folder with them is not a game yet."""
TAKEN_COLUMNS = frozenset((*_UNIT, *_PLACE, *_PRINTED, *DRAWN, *WORDS))
"""Names that no column of printed numbers can have, as something else is called so."""
_MARKER = ("id", "name", "kind")
_MARKED = ("side", "count", "front", "front_symbol", "back", "back_symbol")
"""Columns of markers.csv that may be missing: of one that is all its cells are empty."""
_EDGES = ("front_edges", "back_edges", "art")
"""Columns of markers.csv for numbers along the four edges, and for a picture instead of a sign."""
_CARD = ("id", "title", "text")
_PLAYED = ("number", "when", "once", "afterwards")
_CHIT = ("kind", "face", "marks", "formation", "art", "count", "deck", "shows")
"""Columns of cards.csv that may be missing: for chits that bear a word or two, for cards of several decks."""


def load_roster(game: str | Path) -> Roster:
    """Everything printed for `game`. Raises RosterError with all the faults of all its files.

    What is printed for a bundled game is read once: its tables come with the code.
    """
    bundled = isinstance(game, str) and game in bundled_games()
    return _bundled(game) if bundled else read_roster(game)


def read_roster(game: str | Path) -> Roster:
    """The same, read from its files whatever was read before."""
    source = find_game(game)
    style, wrong = read_style(source.text("style.toml"), f"{source.label}/style.toml", source.folder)
    source.faults.extend((*wrong, *_taken(style)))
    pieces = _Pieces(source, style)
    counters, markers = pieces.counters(), pieces.markers()
    cards = pieces.cards(counters)
    if source.faults:
        raise RosterError(source.faults)
    return Roster(Path(game).resolve().name, counters, markers, cards, pieces.papered, pieces.places)


_bundled = cache(read_roster)


@cache
def bundled_games() -> tuple[str, ...]:
    """The games which come with hexpost."""
    return tuple(sorted(f.name for f in files("counters").iterdir() if (f / "roster.csv").is_file()))


def find_game(game: str | Path) -> Source:
    """Where a game's counters lie. Raises RosterError when there is no such game."""
    for folder, label in _candidates(game):
        if _holds_roster(folder):
            return Source(folder, label, [])
    bundled = ", ".join(bundled_games())
    places = " or ".join(dict.fromkeys(folder.as_posix() for folder in _own(game)))
    why = (
        f"neither a bundled game ({bundled}) nor a folder with a roster.csv or roster.xlsx: "
        f"there is none in {places}"
    )
    with suppress(OSError, ValueError):  # names that are too long, or hold a zero
        if (Path(game) / OUTLINES).is_file():
            home = Path(game).as_posix()
            made = ("map", "import", f"{home}/{OUTLINES}", f"{home}-game", "--art", "SCAN")
            new = shlex.join(("hexpost", *made))
            why = f"its map is outlines of areas. First make a game of them and of your picture SCAN:  {new}"
        if Path(game).is_file():
            why = "this is a file: name the folder of a game, with your units in counters/roster.csv or .xlsx"
    raise RosterError([Fault(str(game), 0, "", why)])


def _holds_roster(folder: Traversable) -> bool:
    try:
        return any((folder / name).is_file() for name in ("roster.csv", "roster.xlsx"))
    except (OSError, ValueError):  # a name too long, or with a zero in it, is no folder's
        return False


def _candidates(game: str | Path) -> Iterator[tuple[Traversable, str]]:
    if re.fullmatch(r"[a-z][a-z0-9]*", str(game)):
        yield files("counters") / str(game), f"counters/{game}"
    yield from ((folder, folder.as_posix()) for folder in _own(game))


def _own(game: str | Path) -> tuple[Path, Path]:
    """Where the counters of a game of one's own may lie."""
    return Path(game) / "counters", Path(game)


def roster_columns(style: Style) -> tuple[str, ...]:
    """The columns of a roster.csv: printed numbers and the game's own traits, beside the fixed ones."""
    return tuple(dict.fromkeys((*_UNIT, *_numbers(style), *style.extra, *_PLACE)))


def _numbers(style: Style) -> Iterator[str]:
    return (prefix + value for prefix in style.steps for value in style.values)


def _taken(style: Style) -> Iterator[Fault]:
    """A column of the game's own must not be one that every roster has."""
    for name in style.extra:
        if name in (*_UNIT, *_numbers(style), *_PLACE, *_PRINTED):
            yield Fault(style.file, 0, name, "every roster has this column")
    for name in style.card_extra:
        if name in (*_CARD, *_PLAYED, *_CHIT):
            yield Fault(style.file, 0, name, "the cards of every game have this column")


_OTHER_NUMBERS = (
    "Numbers of other names go into style.toml: [game] values = [...]. All numbers of a side may share the "
    "column {first!r}, as 5-6"
)


def _apart(row: Row, columns: Sequence[str]) -> Mapping[str, str]:
    """The numbers of a side, each by its column, where its first cell holds them all: "5-6"."""
    written = several(row.text(columns[0]))
    whole = len(written) == len(columns) and not any(row.filled(column) for column in columns[1:])
    return dict(zip(columns, written, strict=True)) if whole else {}


class _Pieces:
    """Makes pieces from rows and keeps where each of them was read."""

    def __init__(self, source: Source, style: Style) -> None:
        self.source = source
        self.style = self.papered = style
        self.faces = [(prefix, [prefix + value for value in style.values]) for prefix in style.steps]
        self.places: dict[str, tuple[str, int]] = {}
        self.file_names: dict[str, str] = {}
        self.forms: dict[str, str] = {}

    def counters(self) -> dict[str, Counter]:
        found: dict[str, Counter] = {}
        needed = (*_NEEDED, *self.style.extra)
        more = (*roster_columns(self.style), *_PRINTED)
        more = tuple(one for one in more if one not in needed)
        rows = list(self.source.rows("roster.csv", needed, more))
        if rows and self.style.nations and "nation" not in rows[0].head.columns:
            why = f"column 'nation' is missing; its words are {self.listed('nations')}"
            self.source.faults.append(Fault(rows[0].file, rows[0].head.line, "", why))
        self.papered = self.style.with_side_papers(row.text("side") for row in rows)
        for row in rows:
            counter = self.counter(row)
            new = self.place(row, counter.id)
            self.claim(row, counter.id, (counter.id, *counter.aliases) if new else counter.aliases)
            found[counter.id] = counter
        return found

    def listed(self, table: str) -> str:
        """Where the words of a column are listed, for writers who never saw that list."""
        return f"[{table}] in {self.style.file}"

    def place(self, row: Row, name: str) -> bool:
        """Whether the id is new. Ids become file names, and on Windows "Munch" and "MUNCH" would be one."""
        here = (row.file, row.line)
        file, line = self.places.setdefault(name.lower(), here) if name else here
        other = self.file_names.setdefault(as_file_name(name).lower(), name)
        if (file, line) != here:
            row.fault(name, f"this id is taken: {file}:{line}")
        elif other != name:
            row.fault(name, f"its pictures would have the file name of {other}'s")
        return (file, line) == here

    def claim(self, row: Row, name: str, forms: tuple[str, ...]) -> None:
        """No two counters may answer to one name: an order would be ambiguous for ever."""
        for form in forms:
            folded = fold(form)
            if folded and (owner := self.forms.setdefault(folded, name)) != name:
                row.fault(form, f"{owner} is called so too: a player writing it could mean either")

    def counter(self, row: Row) -> Counter:
        return Counter(
            id=row.identifier(),
            name=row.required("name"),
            side=row.choice("side", self.style.sides, self.listed("sides")),
            nation=row.choice("nation", self.style.nations, self.listed("nations")),
            formation=row.filled("formation"),
            type=row.choice("type", _KINDS),
            size=row.choice("size", SIZES),
            steps=tuple(self.steps(row)),
            setup=row.filled("setup"),
            reinforcement=row.filled("reinforcement"),
            aliases=row.words("aliases"),
            flag=row.filled("flag"),
            traits={name: row.text(name) for name in self.style.extra},
            look=self.papered,
            count=row.many("count"),
            art=self.art(row, row.filled("art")),
        )

    def steps(self, row: Row) -> Iterator[Face]:
        """The full side, and each further one unless all its columns are empty."""
        for prefix, columns in self.faces:
            row = row.with_cells(_apart(row, columns))
            if not prefix or any(map(row.filled, columns)):
                yield Face(dict(self.numbers(row, columns)))

    def numbers(self, row: Row, columns: Sequence[str]) -> Iterator[tuple[str, int]]:
        """What one side says; an optional number whose cell is empty is not on the counter."""
        for value, column in zip(self.style.values, columns, strict=True):
            if value not in self.style.optional or row.filled(column):
                if column not in row.cells and column not in row.head.columns:
                    self.missing(row, column)
                yield value, row.number(column)

    def missing(self, row: Row, column: str) -> None:
        """A column of numbers that some counter needs: a fault of the whole table, told once."""
        first = next(one for one in self.style.steps if column.startswith(one)) + self.style.values[0]
        why = f"column {column!r} is missing. " + _OTHER_NUMBERS.format(first=first)
        self.source.faults.append(Fault(row.file, row.head.line, "", why))

    def markers(self) -> dict[str, Marker]:
        found: dict[str, Marker] = {}
        for row in self.source.rows("markers.csv", _MARKER, (*_MARKED, *_EDGES)):
            sides = tuple(self.marker_face(row, side) for side in ("front", "back"))
            marker = Marker(
                id=row.identifier(),
                name=row.required("name"),
                kind=row.required("kind"),
                side=row.filled("side"),
                faces=tuple(face for face in sides if face.text or face.symbol or face.edges or face.art),
                count=row.many("count"),
                look=self.style,
            )
            if not marker.faces:
                row.fault(marker.id, "a marker needs a text or a symbol on its front")
            self.place(row, marker.id)
            found[marker.id] = marker
        return found

    def marker_face(self, row: Row, side: str) -> MarkerFace:
        """One side of a marker: its word, its sign, and the numbers along its edges."""
        edges = row.words(f"{side}_edges")
        if edges and len(edges) != 4:
            row.fault("; ".join(edges), "the edges are four: bottom; right; top; left")
        art = self.art(row, row.text("art")) if side == "front" else ""
        return MarkerFace(row.text(side), row.choice(f"{side}_symbol", SIGNS), edges, art)

    def art(self, row: Row, name: str) -> str:
        """A picture's file. Here it is only looked for; `counters check` looks into it."""
        if name and not is_art(self.source.folder, name):
            why = f"there is no such picture: {ART_WORDS} within the game's folder, named with /"
            row.fault(name, why)
        return name

    def styled(self, row: Row, column: str, table: str, known: Mapping[str, object]) -> str:
        """The kind of a card or its deck, whose colours are in style.toml; "" for none."""
        found = row.text(column)
        if found and not known:
            row.fault(
                found, f"unknown {column}: style.toml has no [{table}.{column.upper()}] with its colours"
            )
            return found
        return row.known(column, known)

    def shown(self, row: Row, counters: Mapping[str, Counter]) -> Iterator[str]:
        """The counters that a card has in its picture, by their ids."""
        for word in row.words("shows"):
            if (found := row.one_of("shows", word, dict.fromkeys(counters))) in counters:
                yield found

    def cards(self, counters: Mapping[str, Counter]) -> dict[str, Card]:
        found: dict[str, Card] = {}
        extra = self.style.card_extra
        for row in self.source.rows("cards.csv", (*_CARD, *extra), (*_PLAYED, *_CHIT)):
            card = Card(
                id=row.identifier(),
                number=row.number("number") if row.filled("number") else 0,
                title=row.required("title"),
                when=row.filled("when"),
                text=row.required("text"),
                once=row.choice("once", {"yes": True, "no": False, "": False}) == "yes",
                afterwards=row.filled("afterwards"),
                kind=self.styled(row, "kind", "chit", self.style.chits),
                face=row.text("face"),
                marks=tuple(row.one_of("marks", word, SIGNS) for word in row.words("marks")),
                formation=row.text("formation"),
                look=self.style,
                art=self.art(row, row.text("art")),
                count=row.many("count"),
                deck=self.styled(row, "deck", "back", self.style.backs),
                traits={name: row.text(name) for name in extra},
                shows=tuple(counters[one] for one in self.shown(row, counters)),
            )
            self.place(row, card.id)
            found[card.id] = card
        return found
