"""What only a game's module needs to know, read from builder/games/<game>.toml or <folder>/module.toml."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builder.games import GAMES
from builder.layout.decks import Deck, read_deck, single_cup
from builder.layout.factfile import Reader, open_table
from builder.layout.tracks import TrackMarker, read_track
from builder.module_faults import ModuleError

_LOG = re.compile(r"[A-Za-z0-9_-]{1,60}\.vlog")
DPI = 120
"""How finely boards and counters are drawn when nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """A part of the turn that is played again and again: its name, its property, and how often at most."""

    name: str
    property: str
    limit: int


@dataclass(frozen=True, slots=True)
class Dice:
    """A button that rolls `count` dice of `sides` sides, called `title`, and tells their sum or `each`."""

    count: int
    sides: int
    title: str = ""
    each: bool = False

    @property
    def name(self) -> str:
        """What the button is called: "1d6" unless it has a title."""
        return self.title or f"{self.count}d{self.sides}"


@dataclass(frozen=True, slots=True)
class Turned:
    """What it means that a unit lies upside down, and the letter that with Ctrl turns it."""

    name: str
    key: str


@dataclass(frozen=True, slots=True)
class Badge:
    """A marker that also lies on a unit, small: what it adds to the unit's name, and its letter with Ctrl.

    As the segments `off_at` begin it is taken off all units.
    """

    marker: str
    name: str
    key: str
    off_at: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes of the board by their task: where eliminated units go, and where units wait.

    `held` are the boxes in which the cards of a side lie open that the referee has it hold.
    """

    eliminated: str = ""
    waiting: Mapping[str, str] = field(default_factory=dict)
    held: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Start:
    """A marker that lies in a box or a space at the start."""

    marker: str
    at: str


@dataclass(frozen=True, slots=True)
class Concealed:
    """What an unknown unit is called, and the letter that with Ctrl hides a unit and shows it again."""

    name: str
    key: str


@dataclass(frozen=True, slots=True)
class Reach:
    """A number of hexes that units bear and show on the map; its name, and its letter with Ctrl."""

    value: str
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """Units of which a side sees only that they are there: what the piece that stands for them is called."""

    name: str


@dataclass(frozen=True, slots=True)
class Symbols:
    """A button that rolls `count` dice with words on their faces."""

    name: str
    count: int
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """A number the module keeps for all players, from `low` to `high`, with buttons to change it."""

    name: str
    start: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """Another start of the game: from which turn, which pieces stand elsewhere, and who is reduced."""

    name: str
    turn: int
    segment: int
    units: Mapping[str, str]
    markers: Mapping[str, str]
    reduced: tuple[str, ...]
    only: bool


@dataclass(frozen=True, slots=True)
class ModuleFacts:
    """Everything about a module that neither map, counters nor charts say; every part may be missing.

    `laid` are cards that lie open in a box or space at the start, by that place. `reduced` is the trait of
    the roster that units bear which begin on their reduced side. `states` says in which segment a referee is
    whose sequence of play has names of its own: the name -> the word that the segment begins with, or all of
    it. `does` says in a line what players do in a segment, for the player's card; `arrivals` in words what
    the roster's column of reinforcements says, for the table of set-up and arrivals.
    The pictures of units and markers are drawn `sharp` times as large as they lie on the board.
    """

    version: str = "1.0"
    description: str = ""
    board: str = "Board"
    turns: tuple[str, ...] = ()
    segments: tuple[str, ...] = ()
    states: Mapping[str, str] = field(default_factory=dict)
    does: Mapping[str, str] = field(default_factory=dict)
    arrivals: Mapping[str, str] = field(default_factory=dict)
    repeated: Repeated | None = None
    dice: tuple[Dice, ...] = (Dice(1, 6),)
    turned: Turned | None = None
    badges: tuple[Badge, ...] = ()
    boxes: Boxes = field(default_factory=Boxes)
    decks: tuple[Deck, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    starts: tuple[Start, ...] = ()
    laid: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reduced: str = ""
    dpi: int = DPI
    sharp: int = 1
    sight: bool = False
    facings: int = 0
    concealed: Concealed | None = None
    unknown: Unknown | None = None
    reach: Reach | None = None
    upright_at: tuple[str, ...] = ()
    unmoved_at: tuple[str, ...] = ()
    symbols: tuple[Symbols, ...] = ()
    tallies: tuple[Tally, ...] = ()
    tracks: tuple[TrackMarker, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    tutorial: str = ""


def load_facts(game: str | Path) -> ModuleFacts:
    """The facts of a bundled game or of a game folder, plain ones if none; ModuleError with all faults."""
    file = _find(game)
    if not file.is_file():
        return ModuleFacts()
    faults: list[str] = []
    facts = _facts(open_table(file, faults))
    if faults:
        raise ModuleError(faults)
    return facts


def _find(game: str | Path) -> Path:
    bundled = GAMES / f"{game}.toml"
    return bundled if bundled.is_file() else Path(game) / "module.toml"


def _facts(read: Reader) -> ModuleFacts:
    plain = ModuleFacts()
    facts = ModuleFacts(
        version=read.text("version", plain.version),
        description=read.text("description", plain.description),
        board=read.text("board", plain.board),
        turns=read.texts("turns"),
        segments=read.texts("segments"),
        repeated=next((_repeated(t) for t in read.one("repeated")), None),
        dice=tuple(_dice(t) for t in read.many("dice")) or plain.dice,
        turned=next((Turned(t.text("name"), t.letter("key")) for t in read.one("turned")), None),
        badges=tuple(_badge(t) for t in read.many("badge")),
        boxes=next((_boxes(t) for t in read.one("boxes")), plain.boxes),
        decks=tuple(_decks(read)),
        hands=next(({side: t.texts(side) for side in t.found} for t in read.one("hands")), {}),
        starts=tuple(Start(t.text("marker"), t.text("at")) for t in read.many("start")),
        **_extras(read),
    )
    read.nothing_else()
    return facts


def _extras(read: Reader) -> dict[str, Any]:
    """What fewer games have."""
    return {
        "states": read.words("states"),
        "does": read.words("does"),
        "arrivals": read.words("arrivals"),
        "laid": next(({at: t.texts(at) for at in t.found} for t in read.one("laid")), {}),
        "reduced": read.text("reduced", ""),
        "dpi": read.number("dpi", DPI, 60, 300),
        "sharp": read.number("sharp", 1, 1, 2),
        "sight": read.yes("sight"),
        "facings": read.number("facings", 0, 0, 12),
        "concealed": next(
            (Concealed(t.text("name"), t.letter("key", "K")) for t in read.one("concealed")), None
        ),
        "unknown": next((Unknown(t.text("name")) for t in read.one("unknown")), None),
        "reach": next((_reach(t) for t in read.one("reach")), None),
        "upright_at": read.texts("upright_at"),
        "unmoved_at": read.texts("unmoved_at"),
        "symbols": tuple(
            Symbols(t.text("name"), t.number("count", 1), t.texts("faces")) for t in read.many("symbols")
        ),
        "tracks": tuple(map(read_track, read.many("track"))),
        "tallies": tuple(_tally(t) for t in read.many("tally")),
        "tutorial": _log(read),
        "scenarios": tuple(_scenario(t) for t in read.many("scenario")),
    }


def _log(read: Reader) -> str:
    """The name of a log that lies beside the file."""
    name = read.text("tutorial", "")
    if name and not _LOG.fullmatch(name):
        read.fault(
            "tutorial", f"must be the plain name of a log beside this file, as tour.vlog, not {name!r}"
        )
    return name


def tutorial_log(game: str | Path, facts: ModuleFacts) -> bytes:
    """The log of a game's tutorial; ModuleError when it is not there."""
    file = _find(game).parent / facts.tutorial
    try:
        return file.read_bytes()
    except OSError as wrong:
        raise ModuleError([f"tutorial: {facts.tutorial} cannot be read: {wrong.strerror}"]) from None


def _dice(table: Reader) -> Dice:
    return Dice(table.number("count"), table.number("sides"), table.text("title", ""), table.yes("each"))


def _badge(table: Reader) -> Badge:
    return Badge(table.text("marker"), table.text("name"), table.letter("key"), table.texts("off_at"))


def _reach(table: Reader) -> Reach:
    return Reach(table.text("value"), table.text("name"), table.letter("key"))


def _tally(table: Reader) -> Tally:
    low, high = table.number("low", 0, -9999, 9999), table.number("high", 99, -9999, 9999)
    return Tally(table.text("name"), table.number("start", max(low, 0), low, high), low, high)


def _scenario(table: Reader) -> Scenario:
    return Scenario(
        table.text("name"),
        table.number("turn", 1),
        table.number("segment", 1),
        table.words("units"),
        table.words("markers"),
        table.texts("reduced"),
        table.yes("only"),
    )


def _repeated(table: Reader) -> Repeated:
    return Repeated(table.text("name"), table.text("property"), table.number("limit"))


def _boxes(table: Reader) -> Boxes:
    return Boxes(table.text("eliminated", ""), table.words("waiting"), table.words("held"))


def _decks(read: Reader) -> Iterator[Deck]:
    """The decks, and behind them the one cup of a game that has no more than that: one in its box is it."""
    decks = tuple(map(read_deck, read.many("deck")))
    yield from decks
    for table in read.one("boxes"):
        box = table.text("cup", "")
        if box and box not in {deck.at for deck in decks}:
            yield single_cup(box)
