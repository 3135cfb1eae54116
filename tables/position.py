"""A position as VASSAL keeps it: an ordered list of texts, of which none is taken apart to be kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from io import BytesIO
from zipfile import ZipFile

from builder.vassal.stream import ESC, clear, obfuscated
from builder.vassal.traits import SequenceFault, join, nest, split, unnest
from files.zips import BROKEN_ZIP

SAVED = "savedGame"
LEVEL = 6
"""How hard a saved game is pressed: harder costs five times as long, for a hundredth."""
LARGEST = 200_000_000
"""Bytes of a saved game, unpacked: the largest met had 71 million, for a module of 2,600 pictures."""
MOST_COMMANDS = 200_000
"""Commands of a saved game or a log: a long game has some twenty thousand."""
_TEXTS: dict[bytes, str] = {}
"""What stands in the newest files: a file that was written, or taken in, is soon read."""
_FEW = 2
LOGGED = "LOG\t"
_SILENT = ("null", "end_save", "")


class TableError(Exception):
    """A module, a saved game or a log that cannot be used; the message says what is wrong."""

    exit_code = 1


class Kind(StrEnum):
    """What a line `+/` puts on the table."""

    PIECE = "piece"
    STACK = "stack"
    DECK = "deck"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece, a stack or a deck: its id, what it can do (`type`) and how it stands (`state`), verbatim."""

    id: str
    type: str
    state: str
    kind: Kind = field(init=False, repr=False, compare=False)
    """Whether it is a piece or holds pieces: asked a hundred times for each piece in a mail run."""

    def __post_init__(self) -> None:
        holds = Kind.DECK if self.type.startswith("deck;") else Kind.PIECE
        object.__setattr__(self, "kind", Kind.STACK if self.type == "stack" else holds)

    @property
    def types(self) -> tuple[str, ...]:
        """The types of its traits, the outermost first; the last is the basic piece."""
        return tuple(unnest(self.type))

    @property
    def states(self) -> tuple[str, ...]:
        """The states of its traits, in the same order."""
        return tuple(unnest(self.state))

    def standing(self, states: Sequence[str]) -> Piece:
        """The same piece with these states of its traits."""
        return Piece(self.id, self.type, nest(states))

    def command(self) -> str:
        """The line that puts it on the table."""
        return "+/" + join("/", (self.id, self.type, self.state))


Layers = tuple[str, tuple[str, ...]]
"""A property of pieces, and its values that are layers of a map, the lowest first."""


@dataclass(frozen=True, slots=True)
class Position:
    """All that lies on the table by id, in the order of the save, and every other line of it, verbatim.

    `apart` are the maps on which pieces never stack, and `layers` those on which they stack with others of
    their layer alone: the property that names it, and the layers from below. The module says so, no saved
    game.
    """

    pieces: Mapping[str, Piece] = field(default_factory=dict)
    rest: tuple[str, ...] = ()
    apart: frozenset[str] = frozenset()
    layers: Mapping[str, Layers] = field(default_factory=dict)

    def commands(self) -> list[str]:
        """The lines that set it up: pieces, then what holds them, then the rest, each once."""
        loose = (one.command() for one in self.pieces.values() if one.kind is Kind.PIECE)
        holders = (one.command() for one in self.pieces.values() if one.kind is not Kind.PIECE)
        return ["begin_save", *loose, *holders, *dict.fromkeys(self.rest), "end_save"]


Step = tuple[str, ...]
"""The commands of one step of a log: what one press of "step forward" does."""


@dataclass(frozen=True, slots=True)
class SavedFile:
    """A saved game or a log: the position at its beginning, the steps behind it, and the entries beside it.

    `anew` counts the steps before the last position that the log itself loaded: they are none of the `steps`.
    `counted` steps go by their numbers. What one line of an email says is a step that nobody counts.
    """

    position: Position
    steps: tuple[Step, ...] = ()
    entries: Mapping[str, bytes] = field(default_factory=dict)
    anew: int = 0
    counted: bool = True

    def wrong(self, n: int, why: str) -> str:
        """What is wrong with step `n`; where the step itself is the subject, `why` begins with "it "."""
        if why.startswith("it "):
            return f"{f'step {n}' if self.counted else 'this'} {why.removeprefix('it ')}"
        return f"step {n}: {why}" if self.counted else why


def leaves(text: str) -> list[str]:
    """The commands of a stream in the order in which they take effect."""
    found: list[str] = []
    waiting = [text]
    while waiting:
        one = waiting.pop()
        parts = split(ESC, one)
        if parts == [one]:
            found.append(one)
        else:
            waiting.extend(reversed(parts))
    return found


def text_known(data: bytes) -> str | None:
    """The stream of a file, if it is one of the newest; None if it has to be read."""
    return _TEXTS.get(data)


def keep_text(data: bytes, text: str) -> bytes:
    """Keep the stream of a file that was just made; the file itself."""
    while len(_TEXTS) >= _FEW:
        del _TEXTS[next(iter(_TEXTS))]
    _TEXTS[data] = text
    return data


def read_saved(data: bytes, name: str) -> SavedFile:
    """A `.vsav` or a `.vlog`, `name` in messages. Raises TableError for what is none, or is far too large."""
    text = text_known(data)
    try:
        with ZipFile(BytesIO(data)) as archive:
            sizes = {one.filename: one.file_size for one in archive.infolist()}
            if SAVED not in sizes:
                raise TableError(f"{name} is not a saved game or a log of VASSAL: it holds no {SAVED}")
            if sum(sizes.values()) > LARGEST:
                raise TableError(f"{name} is larger than any game: {sum(sizes.values()):,} bytes unpacked")
            read = [one for one in sizes if not one.endswith("/") and (text is None or one != SAVED)]
            entries = {one: archive.read(one) for one in read}
    except BROKEN_ZIP as wrong:
        raise TableError(f"{name} cannot be opened: {wrong}") from None
    try:
        return _read(clear(entries.pop(SAVED)) if text is None else text, entries, name)
    except SequenceFault as wrong:
        raise TableError(f"{name} cannot be read: {wrong}") from None


_NEWEST: dict[bytes, SavedFile] = {}


def read_once(data: bytes, name: str) -> SavedFile:
    """As `read_saved`; the newest files are kept, for a log is read when it comes and when it is done."""
    if data not in _NEWEST:
        found = read_saved(data, name)
        while len(_NEWEST) >= _FEW:
            del _NEWEST[next(iter(_NEWEST))]
        _NEWEST[data] = found
    return _NEWEST[data]


def _read(text: str, entries: Mapping[str, bytes], name: str) -> SavedFile:
    if text.count(ESC) > MOST_COMMANDS:
        raise TableError(f"{name} holds more than {MOST_COMMANDS:,} commands, which no game has")
    reading = _Reading()
    for token in split(ESC, text):
        reading.take(leaves(token))
    if not reading.begun:
        raise TableError(f"{name} holds no position: VASSAL writes one at the beginning of every log")
    position = Position(reading.pieces, tuple(reading.rest))
    return SavedFile(position, tuple(reading.steps), dict(entries), reading.anew)


@dataclass(slots=True)
class _Reading:
    """A stream on its way: what lies on the table so far, and the steps behind it."""

    pieces: dict[str, Piece] = field(default_factory=dict)
    rest: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    anew: int = 0
    begun: bool = False

    def take(self, commands: Sequence[str]) -> None:
        """One token: a step of the log, or lines of a position."""
        bare = [one.removeprefix(LOGGED) for one in commands]
        if "begin_save" in bare:
            # a log in which a game is loaded again: what came before counts no more
            self.anew += len(self.steps)
            self.pieces, self.rest, self.steps, self.begun = {}, [], [], True
            self._lay(bare)
        elif commands and commands[0].startswith(LOGGED):
            self.steps.append(tuple(one for one in bare if one not in _SILENT))
        else:
            self._lay(commands)

    def _lay(self, commands: Iterable[str]) -> None:
        for command in commands:
            if command.startswith("+/"):
                piece = read_piece(command)
                self.pieces[piece.id] = piece
            elif command not in _SILENT and command != "begin_save":
                self.rest.append(command)


def read_piece(command: str) -> Piece:
    """The piece of a line `+/`. Raises SequenceFault for one that is too short."""
    parts = split("/", command)
    if len(parts) < 4:
        raise SequenceFault(f"{command[:60]!r} lays down no piece")
    return Piece(*parts[1:4])


def write_saved(position: Position, entries: Mapping[str, bytes], steps: Iterable[Step] = ()) -> bytes:
    """A saved game, or with steps a log, that the module opens; `entries` lie beside it."""
    from builder.vassal.archive import pressed  # a drawing library comes along with it

    logged = [join(ESC, [LOGGED + command for command in step]) for step in steps]
    text = join(ESC, [*position.commands(), *logged])
    return keep_text(pressed({**entries, SAVED: obfuscated(text)}, SAVED, LEVEL), text)
