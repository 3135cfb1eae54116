"""Reads saved games back: which module they belong to, and what stands where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from builder.faults import ModuleError
from builder.readback import open_archive, parse_xml
from builder.saves import ESC, clear
from builder.traits import LAYER_NAME, Definition, SequenceFault, read_definition, read_marks, split

_SAVED = "savedGame"
_NESTED_MOST = 50
_LARGEST = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class SavedPiece:
    """A piece of a saved game: its place, the stack or deck that holds it, and the properties it carries."""

    id: str
    name: str
    gpid: str
    map: str
    x: int
    y: int
    stack: str
    properties: dict[str, str]


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A saved game: the module it was made with, and its pieces in the order of the file."""

    module: str
    version: str
    pieces: tuple[SavedPiece, ...]
    commands: tuple[str, ...]

    def facts(self) -> dict[str, Any]:
        """The saved game as plain data, for `--json`."""
        pieces = [asdict(piece) for piece in self.pieces]
        return {
            "kind": "save",
            "module": {"name": self.module, "version": self.version},
            "pieces": pieces,
            "steps": [],
        }


def read_vsav(path: Path) -> SavedGame:
    """A saved game; ModuleError says everything that keeps it from being read."""
    archive = open_archive(path)
    if _SAVED not in archive.names:
        raise ModuleError([f"{path}: holds no {_SAVED!r}, so it is no saved game"])
    content = archive.read(_SAVED, _LARGEST)
    data = parse_xml(archive, "moduledata") if "moduledata" in archive.names else None
    if archive.problems or content is None:
        raise ModuleError([f"{path}: {problem.where}: {problem.what}" for problem in archive.problems])
    try:
        commands = tuple(leaves(clear(content)))
        if any(command.startswith("LOG\t") for command in commands):
            raise SequenceFault("this is the log of a game; only saved games can be read so far")
        pieces = tuple(_pieces(commands))
    except SequenceFault as wrong:
        raise ModuleError([f"{path}: {wrong}"]) from None
    name, version = ((data.findtext(key) or "") if data is not None else "" for key in ("name", "version"))
    return SavedGame(name, version, pieces, commands)


def leaves(stream: str) -> Iterator[str]:
    """The commands of a stream in the order in which they take effect, however they are nested."""
    waiting = [(stream, 0)]
    while waiting:
        text, depth = waiting.pop()
        if depth > _NESTED_MOST:
            raise SequenceFault(f"commands stand more than {_NESTED_MOST} deep")
        tokens = split(ESC, text)
        if len(tokens) == 1:
            yield tokens[0]
        else:
            waiting.extend((token, depth + 1) for token in reversed(tokens))


def _pieces(commands: tuple[str, ...]) -> Iterator[SavedPiece]:
    adds = [_Add.read(command) for command in commands if command.startswith("+/")]
    holders = {piece: add.id for add in adds if add.holds for piece in add.holds}
    for add in adds:
        if add.piece:
            yield _saved(add.piece, holders.get(add.id, ""))


@dataclass(frozen=True, slots=True)
class _Add:
    """A command that adds a piece, or a stack or a deck, which holds others."""

    id: str
    piece: Definition | None
    holds: tuple[str, ...]

    @staticmethod
    def read(command: str) -> _Add:
        parts = split("/", command[2:])
        if len(parts) != 3:
            raise SequenceFault(f"a piece is written +/id/type/state, this is {command[:60]!r}")
        number, kind, state = parts
        if kind == "stack":
            return _Add(number, None, tuple(one for one in split(";", state)[3:] if not one.startswith("@@")))
        if kind.startswith("deck;"):
            return _Add(number, None, tuple(split(",", (split(";", state) + [""] * 5)[4])))
        return _Add(number, read_definition(command), ())


def _saved(piece: Definition, holder: str) -> SavedPiece:
    fields = piece.basic.fields
    name = fields[3] if len(fields) > 3 else ""
    where, x, y, gpid = [*split(";", piece.basic.state), "", "0", "0", ""][:4]
    if not all(number.removeprefix("-").isdecimal() and len(number) < 10 for number in (x, y)):
        raise SequenceFault(f"piece {piece.id} stands at {x!r},{y!r}, which are no numbers")
    return SavedPiece(piece.id, name, gpid, where, int(x), int(y), holder, dict(_properties(piece)))


def _properties(piece: Definition) -> Iterator[tuple[str, str]]:
    """Marks, the levels of layers, and how far a piece is turned, by the names VASSAL gives them."""
    for trait in piece.traits:
        if trait.id == "mark":
            yield from read_marks(trait).items()
        elif trait.id == "emb2" and len(trait.fields) > LAYER_NAME:
            yield f"{trait.fields[LAYER_NAME]}_Level", trait.state
        elif trait.id == "rotate" and len(trait.fields) > 7:
            yield (
                f"{trait.fields[7]}_Facing",
                str(int(trait.state) + 1) if trait.state.isdecimal() else trait.state,
            )
