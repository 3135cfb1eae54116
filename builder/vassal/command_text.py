"""One command of a saved game or a log as text, and back."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping

from builder.vassal.commands import (
    AddPiece,
    Audio,
    BeginSave,
    BoardsLaid,
    ChangePiece,
    Chat,
    Clock,
    ClockControl,
    Command,
    DelayedNote,
    EndSave,
    Extension,
    Flare,
    Laid,
    Logged,
    MovePiece,
    Nothing,
    Plain,
    PrivateNote,
    PropertyChanged,
    PropertyKept,
    PublicNotes,
    RemovePiece,
    ScenarioNotes,
    SeatLeft,
    SeatTaken,
    SetUpDone,
    Sight,
    StartupDone,
    SymbolsRolled,
    TurnSet,
    Undo,
    Unknown,
    Unmasking,
)
from builder.vassal.traits import TAB, Place, join, split

_WHOLE = re.compile(r"-?[0-9]{1,18}")
_PLAIN: Mapping[str, type[Plain]] = {
    "PLAYER": SeatTaken, "PYREMOVE": SeatLeft, "MutableProperty": PropertyChanged,
    "PNOTE": PrivateNote, "SNOTE": DelayedNote, "UNMASK": Unmasking, "EXT": Extension, "SGKC": StartupDone,
    "CLOCK": Clock, "CLOCKCONTROL": ClockControl, "FLARE": Flare, "LOS": Sight, "SHOW_RESULTS": SymbolsRolled,
}  # fmt: skip
"""Commands that are a word and its fields, with tabs between."""
_WORDS = {kind: word for word, kind in _PLAIN.items()}
_TEXTS: Mapping[str, type[Chat | Audio | RemovePiece | ScenarioNotes | PublicNotes | SetUpDone]] = {
    "CHAT": Chat, "AUDIO\t": Audio, "-/": RemovePiece, "NOTES\t": ScenarioNotes, "PNOTES\t": PublicNotes,
    "SETUP_STACK\t": SetUpDone,
}  # fmt: skip
"""Commands that are a beginning and one text."""
_STARTS = {kind: start for start, kind in _TEXTS.items()}
_SINGLE: Mapping[str, Command] = {"begin_save": BeginSave(), "end_save": EndSave(), "": Nothing()}
_BOARDS = "BoardPicker"
_MOST_COVERS = 20
"""How often a command may be logged."""
_MOST_BOARDS = 100
"""Boards on one map; modules have some twenty at most."""


def read_command(text: str) -> Command:
    """One command; `Unknown` if it is none, or not of the shape that its first word promises."""
    if text in _SINGLE:
        return _SINGLE[text]
    for start, read in _READERS.items():
        if text.startswith(start):
            return read(text) or Unknown(text)
    return _boards(text) or Unknown(text)


def _logged(text: str) -> Command | None:
    """A command of a log; the log of a replayed log logs it once more."""
    return None if text.startswith("LOG\t" * (_MOST_COVERS + 1)) else Logged(read_command(text[4:]))


def _undo(text: str) -> Command | None:
    return Undo(text == "UNDO\ttrue") if text in ("UNDO\ttrue", "UNDO\tfalse") else None


def _add(text: str) -> Command | None:
    """Fields behind the last one are left alone, here as in the two below, because VASSAL does not mind."""
    fields = split("/", text[2:])
    return AddPiece(*fields[:3]) if len(fields) >= 3 else None


def _change(text: str) -> Command | None:
    fields = split("/", text[2:])
    return ChangePiece(*fields[:3]) if len(fields) >= 2 else None


def _move(text: str) -> Command | None:
    fields = split("/", text[2:])
    if len(fields) < 9 or not all(map(_WHOLE.fullmatch, (*fields[2:4], *fields[6:8]))):
        return None
    to, origin = (
        Place(fields[1], int(fields[2]), int(fields[3])),
        Place(fields[5], int(fields[6]), int(fields[7])),
    )
    return MovePiece(fields[0], to, fields[4], origin, fields[8], "".join(fields[9:10]))


def _kept(text: str) -> Command | None:
    fields = split(";", text.removeprefix("GlobalProperty\t"))
    return PropertyKept(*fields[1:]) if fields[0] == "" and 3 <= len(fields) <= 4 else None


def _turn(text: str) -> Command | None:
    fields = split(TAB, text.removeprefix("TURN"))
    return TurnSet(*fields) if len(fields) == 2 else None


def _boards(text: str) -> Command | None:
    name, *rest = split(TAB, text)
    if not name.endswith(_BOARDS) or len(rest) % 3 or len(rest) > 3 * _MOST_BOARDS:
        return None
    laid = []
    for board, column, row in zip(*[iter(rest)] * 3, strict=True):
        printed, *how = split("/", board)
        if how not in ([], ["rev"]) or not (_WHOLE.fullmatch(column) and _WHOLE.fullmatch(row)):
            return None
        laid.append(Laid(printed, int(column), int(row), bool(how)))
    return BoardsLaid(name.removesuffix(_BOARDS), tuple(laid))


def _one_text(text: str) -> Command | None:
    start = next(start for start in _TEXTS if text.startswith(start))
    return _TEXTS[start](text.removeprefix(start))


def _fields(text: str) -> Command | None:
    """A word and its fields, each as the type of command wants it."""
    word, *fields = split(TAB, text)
    make: Callable[..., Plain] = _PLAIN[word]
    shape, needed = _SHAPES[word]
    if shape[-1] == "many":
        return make(*fields[: len(shape) - 1], tuple(fields[len(shape) - 1 :]))
    if not needed <= len(fields) <= len(shape):
        return None
    values = [_value(field, want) for field, want in zip(fields, shape, strict=False)]
    return None if None in values else make(*values)


def _shape(kind: type[Plain]) -> tuple[tuple[str, ...], int]:
    """What each field of a command holds, and how many of them must be there."""
    names = {"str": "text", "int": "number", "bool": "truth", "tuple[str, ...]": "many"}
    fields = dataclasses.fields(kind)
    needed = sum(field.default is dataclasses.MISSING for field in fields)
    return tuple(names[str(field.type)] for field in fields), needed


def _value(text: str, want: str) -> str | int | bool | None:
    if want == "number":
        return int(text) if _WHOLE.fullmatch(text) else None
    if want == "truth":
        return {"true": True, "false": False}.get(text)
    return text


_SHAPES = {word: _shape(kind) for word, kind in _PLAIN.items()}
_READERS = {
    "LOG\t": _logged, "UNDO\t": _undo, "+/": _add, "D/": _change, "M/": _move, "GlobalProperty\t": _kept,
    "TURN": _turn, **dict.fromkeys(_TEXTS, _one_text), **dict.fromkeys((f"{w}\t" for w in _PLAIN), _fields),
}  # fmt: skip


def write_command(command: Command) -> str:
    """The text of one command."""
    match command:
        case BeginSave() | EndSave() | Nothing():
            return next(text for text, one in _SINGLE.items() if one == command)
        case Logged(inner):
            return f"LOG\t{write_command(inner)}"
        case Undo(begins):
            return f"UNDO\t{_word(begins)}"
        case Unknown(text) | AddPiece(text=text):
            return text
        case TurnSet(tracker, state):
            return "TURN" + join(TAB, (tracker, state))
        case PropertyKept(name, value, owner):
            return f"GlobalProperty\t{join(';', ('', name, value, owner))}"
        case Chat() | Audio() | RemovePiece() | ScenarioNotes() | PublicNotes() | SetUpDone():
            return _STARTS[type(command)] + str(getattr(command, dataclasses.fields(command)[0].name))
        case ChangePiece() | MovePiece() | BoardsLaid():
            return _write_piece(command)
    return join(TAB, (_WORDS[type(command)], *_words(command)))


def _write_piece(command: ChangePiece | MovePiece | BoardsLaid) -> str:
    match command:
        case ChangePiece(id_, state, was):
            return "D/" + join("/", (id_, state, *([] if was is None else [was])))
        case MovePiece(id_, to, under, origin, was_under, player):
            there, here = (to.map, str(to.x), str(to.y)), (origin.map, str(origin.x), str(origin.y))
            return "M/" + join("/", (id_, *there, under, *here, was_under, player))
        case BoardsLaid(name, boards):
            fields = [(join("/", [one.board, *["rev"] * one.turned]), one.column, one.row) for one in boards]
            return join(TAB, (f"{name}{_BOARDS}", *(str(value) for three in fields for value in three)))


def _words(command: Plain) -> Iterable[str]:
    for field in dataclasses.fields(command):
        value = getattr(command, field.name)
        yield from value if isinstance(value, tuple) else [_word(value)]


def _word(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
