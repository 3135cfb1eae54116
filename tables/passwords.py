"""Passwords in saved games and logs: VASSAL keeps a player's own in clear, in the seat, each move and mask.

`shut` takes them out of a file that came, and says which they were; `signed` writes one into the file of the
player whose it is. Between the two a word stands in its place, which opens nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from zipfile import ZipFile

from builder.vassal.stream import ESC, clear, is_hidden, obfuscated
from builder.vassal.traits import SequenceFault, join, nest, split
from files.zips import BROKEN_ZIP
from tables.position import LARGEST, LEVEL, LOGGED, MOST_COMMANDS, SAVED, keep_text, leaves, text_known
from tables.seats import is_password, reworded, values_reworded
from tables.table import parts_of

NOTE = "sent.sha256"
"""The entry of a file that was shut: the SHA-256 of the file as its player has it."""
_DEEPEST = 20
_PARTED = re.compile(r"[\\/;,:|\t\x1b]")
"""Characters of a word that may have a backslash before them in a file."""
_MOVER = 10
"""Where the command of a move has the password of the player who made it."""


def word_of(n: int) -> str:
    """What stands for a password in a file that was shut."""
    return f"word-{n}"


def digest_of(data: bytes) -> str:
    """The SHA-256 of a saved game or a log as its player has it, also after its passwords were taken out."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            found = archive.read(NOTE).decode("ascii") if NOTE in archive.namelist() else ""
    except BROKEN_ZIP:
        found = ""
    return found if re.fullmatch("[0-9a-f]{64}", found) else sha256(data).hexdigest()


def shut(data: bytes, known: Iterable[str] = ()) -> tuple[bytes, Mapping[str, str]]:
    """A saved game or a log without passwords, and those of its seats: side -> password. Masks may still have
    an older one, which is `known`; a known word that owns no mask here is somebody else's, and a word.

    What is none, or has none in it, comes back as it is; one that cannot be read comes back empty.
    """
    opened = None if NOTE in _names(data) else _opened(data)
    if opened is None:
        return data, {}
    entries, text = opened
    note = sha256(data).hexdigest().encode("ascii")
    if text is None:  # nobody can say what is in it, and no game can be played on from it
        return _written({NOTE: note}, None), {}
    parts = split(ESC, text)
    seats = dict(_seats(parts))
    some = dict.fromkeys((*seats.values(), *sorted(_owners(parts, filter(is_password, known)))))
    if not some:
        return keep_text(data, text), {}
    words = {password: word_of(n) for n, password in enumerate(some, 1)}
    return _written({**entries, NOTE: note}, _said_otherwise(text, parts, words), plain=True), seats


def unsigned(data: bytes) -> bytes:
    """A saved game as it was before passwords were written into it, with nobody sitting at it."""
    entries, text = _opened(data) or ({}, None)
    parts = split(ESC, text or "")
    seats = dict(_seats(parts))
    if text is None or not seats:
        return data
    told = {password: f"seat-{side}" for side, password in seats.items()}
    text = _without_seats(_said_otherwise(text, parts, told), set(told.values()))
    return _written(entries, text)


def signed(data: bytes, is_own: Callable[[str], bool], password: str) -> bytes:
    """A side's saved game with its player's password for the word that stands for it. While that is not known
    nobody sits there: VASSAL asks. `is_own` tells the side by the name that the module gives it."""
    entries, text = _opened(data) or ({}, None)
    parts = split(ESC, text or "")
    seats = {word: side for word, side in _players(parts) if word.startswith("seat-") and is_own(side)}
    if text is None or not seats:
        return data
    if password:
        text = _said_otherwise(text, parts, dict.fromkeys(seats, password))
    else:
        text = _without_seats(text, set(seats))
    return _written(entries, text)


def _names(data: bytes) -> Sequence[str]:
    """What the entries of a saved game are called; of what is none there are none."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            return archive.namelist()
    except BROKEN_ZIP:
        return ()


def _opened(data: bytes) -> tuple[Mapping[str, bytes], str | None] | None:
    """What lies beside the stream of a saved game, and the stream: None where that cannot be read, or is
    longer than any game's. None for what is no saved game."""
    text = text_known(data)
    try:
        with ZipFile(BytesIO(data)) as archive:
            names = [one for one in archive.namelist() if not one.endswith("/")]
            if SAVED not in names:
                return None
            if sum(one.file_size for one in archive.infolist()) > LARGEST:
                return {}, None
            entries = {name: archive.read(name) for name in names if name != SAVED}
            content = archive.read(SAVED) if text is None else b""
    except BROKEN_ZIP:
        return None
    return entries, _text(content) if text is None else text


def _text(content: bytes) -> str | None:
    try:
        text = clear(content)
    except SequenceFault:
        return None
    return text if text.count(ESC) <= MOST_COMMANDS and bool(text) == bool(content) else None


def _written(entries: Mapping[str, bytes], text: str | None, plain: bool = False) -> bytes:
    """A saved game with this stream, None for none at all. A `plain` one is for nobody's VASSAL, and takes a
    third of the time and the room."""
    from builder.vassal.archive import pressed  # a drawing library comes along with it

    if text is None:
        return pressed({**entries, SAVED: b""}, SAVED, LEVEL)
    content = text.encode("utf-8") if plain and not is_hidden(text) else obfuscated(text)
    return keep_text(pressed({**entries, SAVED: content}, SAVED, LEVEL), text)


def _players(parts: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Who sits where: the word of each seat, and its side."""
    for command in (one for part in parts if "PLAYER\t" in part for one in leaves(part)):
        word, *fields = command.removeprefix(LOGGED).split("\t")
        if word == "PLAYER" and len(fields) > 2:
            yield fields[0], fields[2]


def _seats(parts: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Each side and its password; words of ours, and no password at all, are none."""
    return ((side, password) for password, side in _players(parts) if is_password(password))


def _without_seats(text: str, words: set[str]) -> str:
    """A saved game without the lines of these seats."""
    lines = split(ESC, text)
    return join(
        ESC, [one for one in lines if not (one.startswith("PLAYER\t") and one.split("\t")[1] in words)]
    )


def _said_otherwise(text: str, parts: Sequence[str], words: Mapping[str, str]) -> str:
    """A stream with other words in the place of some, wherever they stand for a player."""
    try:
        new = _Rewording(words).parts(parts)
        return text if new == parts else join(ESC, new)
    except (SequenceFault, IndexError):  # no file that VASSAL writes
        any_ = "|".join(re.escape(one) for one in sorted(words, key=len, reverse=True))
        return re.sub(rf"(?<!\w)(?:{any_})(?!\w)", lambda found: words[found[0]], text)


def _owners(parts: Sequence[str], known: Iterable[str]) -> Iterable[str]:
    """The known words that own a mask or a hidden piece."""
    run = _Rewording(dict.fromkeys(known, ""))
    if not run.words:
        return ()
    try:
        run.parts(parts)
    except (SequenceFault, IndexError):  # no file that VASSAL writes
        return ()
    return run.owners


class _Rewording:
    """A stream while its words are exchanged; which piece has which traits is known from what came before."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.words = words
        self.plain = tuple(one.replace("\\", "") for one in words)
        self.in_one_piece = not _PARTED.search("".join(words))
        self.laid: dict[str, str] = {}
        """The newest command that lays each piece down, of those that are no longer `passed`."""
        self.passed: list[str] = []
        """What came by, and may have laid pieces down: most streams need none of it."""
        self.owners: set[str] = set()

    def parts(self, parts: Iterable[str]) -> list[str]:
        """The parts of a stream, one after the other."""
        new = []
        for one in parts:
            if self._has(one):
                new.append(self._stream(one, 1))
            else:
                new.append(one)
                self.passed.append(one)
        return new

    def _has(self, text: str) -> bool:
        """Whether one of the words may stand in a text: backslashes stand before delimiters, however deep a
        word is."""
        plain = text if self.in_one_piece else text.replace("\\", "")
        return any(one in plain for one in self.plain)

    def _stream(self, text: str, depth: int) -> str:
        """A token of a stream, and what stands in it."""
        parts = split(ESC, text)
        if parts == [text]:
            head = LOGGED if text.startswith(LOGGED) else ""
            return head + self._command(text.removeprefix(LOGGED))
        if depth > _DEEPEST:
            raise SequenceFault("commands stand too deep in each other")
        new = [self._stream(one, depth + 1) for one in parts]
        return text if new == parts else join(ESC, new)

    def _command(self, command: str) -> str:
        if command.startswith("+/"):
            self.passed.append(command)
        if not self._has(command):
            return command
        match command[:2]:
            case "+/" | "D/":
                return self._piece(command)
            case "M/":
                fields = split("/", command)
                fields[_MOVER:] = [self.words.get(one, one) for one in fields[_MOVER:]]
                return join("/", fields)
        return self._line(command)

    def _piece(self, command: str) -> str:
        """A piece that is laid down or changed, in its one state or two."""
        fields = split("/", command)
        first = 3 if command[0] == "+" else 2
        type_ = fields[2] if command[0] == "+" else self._type(fields[1])
        if type_ == "stack" or type_.startswith("deck;"):
            return command
        fields[first:] = [self._state(type_, one) for one in fields[first:]]
        return join("/", fields)

    def _type(self, id_: str) -> str:
        """What the piece can do that was laid down last under an id, "" for none."""
        for command in (one for part in self.passed if "+/" in part for one in leaves(part)):
            if command.startswith(("+/", f"{LOGGED}+/")):
                self.laid[split("/", command, most=2)[1]] = command
        self.passed.clear()
        return split("/", self.laid[id_], most=3)[2] if id_ in self.laid else ""

    def _state(self, type_: str, state: str) -> str:
        types, states = parts_of(type_), parts_of(state)
        if len(types) != len(states):  # a piece that is not in the file
            types = ("obs;",) * len(states)
        for type_, said in zip(types[:-1], states, strict=False):
            if not type_.startswith("PROP;") and reworded(type_, said, self.words) != said:
                self.owners.add(split(";", said)[0])
        new = [reworded(one, said, self.words) for one, said in zip(types[:-1], states, strict=False)]
        return nest([*new, *states[len(new) :]])

    def _line(self, command: str) -> str:
        """A seat, a note, a property. Of chat, which is never passed on, no word stays."""
        if command.startswith("CHAT"):
            return "CHAT"
        word, *fields = command.split("\t")
        if word in ("PLAYER", "PNOTE", "PYREMOVE", "UNMASK", "SNOTE"):
            at = 1 if word == "SNOTE" else 0
            fields[at : at + 1] = [self.words.get(one, one) for one in fields[at : at + 1]]
            return "\t".join([word, *fields])
        if word == "MutableProperty":
            return "\t".join([word, *values_reworded(fields, self.words)])
        if word == "GlobalProperty":
            return f"{word}\t" + join(";", values_reworded(split(";", "\t".join(fields)), self.words))
        return command
