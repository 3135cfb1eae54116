"""What one step of a log is told as: who did what to which piece, and what was said about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from builder.vassal.changes import MOVED
from builder.vassal.commands import (
    Chat,
    Command,
    PropertyChanged,
    PublicNotes,
    ScenarioNotes,
    SeatLeft,
    SeatTaken,
    SymbolsRolled,
    bare,
)
from builder.vassal.naming import name_of
from builder.vassal.replay import Deed, Replay

_SPEAKER = re.compile(r"<([^<>]{1,80})> ")
_OLD_ROLL = re.compile(r"\*\* *[^=]{1,80} = ")
"""How VASSAL told a roll when it left nothing else of it."""
_DICE = ("_result", "_total", "_keep", "_summary")
_WAYS = {"move", "draw"}
_NO_DEEDS = {"chat", "dice", "notes"}
MOST_LOOKS = 2_000_000
"""How often a line of the chat is looked through for a piece's name, in one step. Beyond that all lines go
with its first deed."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One thing done in the `n`-th step of a log; a step may do several.

    `what` is "move", "draw", "add", "remove", "change", "shuffle", "dice", "chat", "turn", "property",
    "seat", "notes" or "undo". `piece` is the id of a piece; `origin` and `to` are places, or for a change
    what the piece shows before and after. `who` is a player's name, "" where the log does not tell.
    """

    n: int
    who: str
    what: str
    piece: str = ""
    origin: str = ""
    to: str = ""
    says: str = ""
    undone: bool = False

    def facts(self) -> dict[str, Any]:
        """The entry as plain data, for `--json`."""
        return {
            "n": self.n, "who": self.who, "what": self.what, "piece": self.piece, "from": self.origin,
            "to": self.to, "says": self.says, "undone": self.undone,
        }  # fmt: skip


def speakers(commands: Iterable[Command]) -> frozenset[str]:
    """Who says anything in the chat."""
    said = (bare(one) for one in commands)
    found = (_SPEAKER.match(one.says) for one in said if isinstance(one, Chat))
    return frozenset(one[1] for one in found if one)


def told(
    n: int, commands: Sequence[Command], deeds: Sequence[Deed], game: Replay, names: frozenset[str]
) -> list[LogEntry]:
    """The entries that one step of a log is told as; `names` are those who say anything anywhere in it."""
    chats = [command.says for command in commands if isinstance(command, Chat)]
    dice = _dice(commands)
    rolls = [says for says in chats if dice or _OLD_ROLL.match(says)]
    rolled = set(rolls)
    entries = [_entry(n, deed, game, names) for deed in _plain(deeds, dice)]
    entries += [LogEntry(n, "", "dice", says=says) for says in rolls]
    entries += list(_others(n, commands))
    return _with_words(n, entries, [says for says in chats if says not in rolled], game)


def _dice(commands: Sequence[Command]) -> set[str]:
    """The properties in which dice leave what they showed: four of them by the name of the dice."""
    changed = {command.name for command in commands if isinstance(command, PropertyChanged)}
    named = (name.removesuffix(_DICE[0]) for name in changed if name.endswith(_DICE[0]))
    return {f"{name}{end}" for name in named for end in _DICE if f"{name}{_DICE[1]}" in changed}


def _plain(deeds: Sequence[Deed], dice: set[str]) -> Iterator[Deed]:
    """The deeds worth telling: neither what dice leave behind, nor that a piece which moves has moved."""
    moved = {deed.piece for deed in deeds if deed.what in _WAYS}
    for deed in deeds:
        if deed.what == "property" and deed.piece in dice:
            continue
        if deed.piece in moved and deed.changes and all(one.name == MOVED for one in deed.changes):
            continue
        yield deed


def _entry(n: int, deed: Deed, game: Replay, names: frozenset[str]) -> LogEntry:
    if deed.what == "property":
        return LogEntry(n, "", deed.what, "", f"{deed.piece}={deed.origin}", f"{deed.piece}={deed.to}")
    piece = "" if deed.what == "turn" else deed.piece
    return LogEntry(n, _player(deed.player, game, names), deed.what, piece, deed.origin, deed.to)


def _player(password: str, game: Replay, names: frozenset[str]) -> str:
    """The name of the player with a password. One that is nobody's is not shown, unless it is said aloud."""
    if password in game.seats:
        return game.seats[password].name
    return password if password in names else ""


def _others(n: int, commands: Sequence[Command]) -> Iterator[LogEntry]:
    for command in commands:
        match command:
            case SymbolsRolled(dice, faces):
                yield LogEntry(n, "", "dice", says=f"{dice}: faces {', '.join(faces)}")
            case SeatTaken(_, name, side):
                yield LogEntry(n, name, "seat", says=f"takes the side {side}")
            case SeatLeft():
                yield LogEntry(n, "", "seat", says="somebody leaves a side")
            case ScenarioNotes(text) | PublicNotes(text):
                yield LogEntry(n, "", "notes", says=text)
            case _:
                pass


def _with_words(n: int, entries: list[LogEntry], chats: Sequence[str], game: Replay) -> list[LogEntry]:
    """Each line of the chat goes with the piece it names, else with the first deed; else it is a step."""
    free = {at: _name(one.piece, game) for at, one in enumerate(entries) if one.what not in _NO_DEEDS}
    searched = free if len(free) * len(chats) <= MOST_LOOKS else {}
    words: dict[int, list[str]] = {}
    for says in chats:
        named = (at for at, name in searched.items() if name and name in says and at not in words)
        at = next(named, next(iter(free), None))
        if at is None:
            entries.append(LogEntry(n, "", "chat", says=says))
        else:
            words.setdefault(at, []).append(says)
    for at, lines in words.items():
        entries[at] = replace(entries[at], says="\n".join(lines))
    speaker = next((found for entry in entries if (found := _speaker(entry.says, game))), "")
    known = next((entry.who for entry in entries if entry.who), speaker) or only_player(game)
    return [replace(entry, who=entry.who or known) for entry in entries]


def _name(piece: str, game: Replay) -> str:
    return name_of(game.seen[piece]) if piece in game.seen else ""


def _speaker(says: str, game: Replay) -> str:
    """Who says so: by the name before a line of the chat, or the one of a player behind a report."""
    found = _SPEAKER.match(says)
    names = [seat.name for seat in game.seats.values() if seat.name]
    if found:
        return next(
            (name for name in names if found[1] == name or found[1].startswith(f"{name} (")), found[1]
        )
    return next((name for name in names if says.endswith((f"<{name}>", f"({name})"))), "")


def only_player(game: Replay) -> str:
    """The one player who sits at the table, if there is but one."""
    names = {seat.name for seat in game.seats.values()}
    return names.pop() if len(names) == 1 else ""
