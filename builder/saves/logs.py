"""Reads logs: what was done in VASSAL, step by step, by whom, and what of it was taken back.

A log is evidence of what was sent. Dice in it are told, and nothing may be made of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from builder.module_faults import ModuleError
from builder.saves.log_entries import LogEntry, only_player, speakers, told
from builder.saves.read_saves import UNNAMED, Opened, SavedPiece, open_save, saved_piece, standing_pieces
from builder.vassal.commands import Command, Logged, Nothing, Undo, bare
from builder.vassal.locations import Places
from builder.vassal.replay import Deed, Replay
from builder.vassal.stream import Branch, Stream, flat
from builder.vassal.traits import SequenceFault
from builder.vassal.undoing import Undoing


@dataclass(frozen=True, slots=True)
class Log:
    """A log: the module it was made with, its steps, and the pieces as they stand after the last of them.

    `known` holds every piece that was ever in it, by its id; `seats` the side of each player, by their name.
    """

    module: str
    version: str
    pieces: tuple[SavedPiece, ...]
    steps: tuple[LogEntry, ...]
    known: Mapping[str, SavedPiece]
    seats: Mapping[str, str] = field(default_factory=dict)

    def facts(self) -> dict[str, Any]:
        """The log as plain data, for `--json`."""
        return {
            "kind": "log",
            "module": {"name": self.module, "version": self.version},
            "pieces": [piece.facts() for piece in self.pieces],
            "steps": [step.facts() for step in self.steps],
        }


def read_vlog(path: Path, places: Places = UNNAMED) -> Log:
    """A log (a saved game is one without steps); ModuleError says what keeps it from being read."""
    return log_of(open_save(path), path.name, places)


def log_of(opened: Opened, source: str, places: Places = UNNAMED) -> Log:
    """The log in a file that is open already; `source` names it in errors."""
    reader = _Reader(Replay(places), speakers=speakers(flat(opened.stream)))
    for part in parts(opened.stream):
        try:
            reader.take(part)
        except SequenceFault as wrong:
            where = f"step {reader.n}: " if reader.n else ""
            raise ModuleError([f"{source}: {where}{wrong}"]) from None
    known = {id_: saved_piece(reader.game, id_, piece) for id_, piece in reader.game.seen.items()}
    pieces, seats = tuple(standing_pieces(reader.game)), _seats(reader.game)
    return Log(opened.module, opened.version, pieces, tuple(reader.finished()), known, seats)


def _seats(game: Replay) -> dict[str, str]:
    """The side of each player; of one who sits on several, none."""
    sides: dict[str, set[str]] = {}
    for seat in game.seats.values():
        sides.setdefault(seat.name, set()).add(seat.side)
    return {name: taken.pop() for name, taken in sides.items() if len(taken) == 1}


def parts(stream: Stream) -> Iterator[Command | tuple[Command, ...]]:
    """What takes effect at once, and, as one tuple each, what waits for a step forward.

    What begins with a logged command is one step with all that hangs on it, as VASSAL plays it.
    """
    if not isinstance(stream, Branch):
        yield (bare(stream),) if isinstance(stream, Logged) else stream
    elif isinstance(next((one for one in flat(stream) if one != Nothing()), None), Logged):
        yield tuple(bare(one) for one in flat(stream) if one != Nothing())
    else:
        for part in stream.parts:
            yield from parts(part)


@dataclass(slots=True)
class _Reader:
    """Plays a log through and notes each step."""

    game: Replay
    n: int = 0
    steps: list[LogEntry] = field(default_factory=list)
    undoing: Undoing = field(default_factory=Undoing)
    open_undo: list[Command] = field(default_factory=list)
    speakers: frozenset[str] = frozenset()

    def take(self, part: Command | tuple[Command, ...]) -> None:
        """Carry out what takes effect at once, or the next step."""
        if not isinstance(part, tuple):
            self.game.apply(part)
            return
        self.n += 1
        if self.open_undo or Undo(True) in part:
            self._undo(part)
        else:
            self.undoing.did(self.n, part)
            deeds = self._apply(part)
            self.steps += told(self.n, part, deeds, self.game, self.speakers)

    def _apply(self, part: Sequence[Command]) -> list[Deed]:
        return [deed for command in part for deed in self.game.apply(command)]

    def _undo(self, part: Sequence[Command]) -> None:
        """What is taken back may stand in one step, or in several up to the one that says it is over."""
        self.open_undo += part
        self._apply(part)
        if Undo(False) in part:
            back = self.undoing.undid(self.n, self.open_undo)
            self.open_undo = []
            says = f"takes back step {back}" if back else "takes back something that is not in this log"
            self.steps.append(LogEntry(self.n, only_player(self.game), "undo", says=says))

    def finished(self) -> Iterator[LogEntry]:
        """All steps, those that were taken back marked."""
        undone = self.undoing.undone()
        for step in self.steps:
            yield replace(step, undone=step.n in undone)
