"""Reads saved games back: which module they belong to, and what stands where."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builder.module_faults import ModuleError
from builder.vassal.changes import properties
from builder.vassal.command_text import write_command
from builder.vassal.commands import NOWHERE, Laid, Logged
from builder.vassal.locations import Places
from builder.vassal.naming import name_of
from builder.vassal.readback import LARGEST_SAVE, open_archive, parse_xml
from builder.vassal.replay import Replay
from builder.vassal.stream import Stream, clear, flat, read_stream
from builder.vassal.traits import Definition, SequenceFault, split

_SAVED = "savedGame"
UNNAMED = Places()
"""Maps nobody knows: points are told in pixels."""


@dataclass(frozen=True, slots=True)
class SavedPiece:
    """A piece of a game: its place, the stack or deck that holds it, and the properties it carries.

    `place` is where it stands by name, by map and pixels where no module tells names, "" for nowhere.
    """

    id: str
    name: str
    gpid: str
    map: str
    x: int
    y: int
    place: str
    stack: str
    properties: dict[str, str]
    definition: Definition = field(repr=False, compare=False)
    in_deck: bool = False

    def facts(self) -> dict[str, Any]:
        """The piece as plain data, for `--json`."""
        return {
            "id": self.id, "name": self.name, "map": self.map, "x": self.x, "y": self.y,
            "stack": self.stack, "properties": self.properties, "place": self.place, "gpid": self.gpid,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game: the module it was made with, its pieces in the order of the file, and how boards lie."""

    module: str
    version: str
    pieces: tuple[SavedPiece, ...]
    commands: tuple[str, ...]
    boards: Mapping[str, tuple[Laid, ...]] = field(default_factory=dict)

    def facts(self) -> dict[str, Any]:
        """The saved game as plain data, for `--json`."""
        return {
            "kind": "save",
            "module": {"name": self.module, "version": self.version},
            "pieces": [piece.facts() for piece in self.pieces],
            "steps": [],
        }


@dataclass(frozen=True, slots=True)
class Opened:
    """The file of a saved game or a log: the module it was made with, and its stream."""

    module: str
    version: str
    stream: Stream

    @property
    def is_log(self) -> bool:
        """Whether anything in it waits for a step forward."""
        return any(isinstance(command, Logged) for command in flat(self.stream))


def open_save(path: Path) -> Opened:
    """A saved game or a log, taken apart; ModuleError says everything that keeps it from being read."""
    archive = open_archive(path)
    if _SAVED not in archive.names:
        raise ModuleError([f"{path}: has no {_SAVED!r}, so it is neither a saved game nor a log"])
    content = archive.read(_SAVED, LARGEST_SAVE)
    data = parse_xml(archive, "moduledata") if "moduledata" in archive.names else None
    if archive.problems or content is None:
        raise ModuleError([f"{path}: {problem.where}: {problem.what}" for problem in archive.problems])
    try:
        stream = read_stream(clear(content))
    except SequenceFault as wrong:
        raise ModuleError([f"{path}: {wrong}"]) from None
    name, version = ((data.findtext(key) or "") if data is not None else "" for key in ("name", "version"))
    return Opened(name, version, stream)


def read_vsav(path: Path, places: Places = UNNAMED) -> SavedGame:
    """A saved game; ModuleError says everything that keeps it from being read."""
    opened = open_save(path)
    if opened.is_log:
        raise ModuleError([f"{path}: this is the log of a game, not a saved game"])
    commands, game = tuple(flat(opened.stream)), Replay(places)
    try:
        for command in commands:
            game.apply(command)
    except SequenceFault as wrong:
        raise ModuleError([f"{path}: {wrong}"]) from None
    written = tuple(map(write_command, commands))
    return SavedGame(opened.module, opened.version, tuple(standing_pieces(game)), written, game.boards)


def read_inner(content: bytes) -> SavedGame:
    """A saved game that lies inside a module; ModuleError says why it cannot be read."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "setup.vsav"
        path.write_bytes(content)
        try:
            return read_vsav(path)
        except ModuleError as wrong:
            raise ModuleError([fault.replace(f"{path}: ", "") for fault in wrong.faults]) from None


def standing_pieces(game: Replay) -> Iterator[SavedPiece]:
    """The pieces of a game as they stand, in the order in which they came into it."""
    for id_, piece in game.pieces.items():
        yield saved_piece(game, id_, piece)


def saved_piece(game: Replay, id_: str, piece: Definition) -> SavedPiece:
    """A piece of a game, as it is or was; where nothing in it has a name, by that of its slot."""
    fields = [*split(";", piece.basic.state), "", "", "", ""]
    at, held = game.at.get(id_, NOWHERE), game.inside.get(id_, "")
    named = name_of(piece) or game.places.pieces.get(fields[3], "")
    return SavedPiece(
        id_, named, fields[3], at.map, at.x, at.y, game.where(at), held, properties(piece), piece,
        game.deck_of(id_) is not None,
    )  # fmt: skip
