"""Which step of a log another one takes back: VASSAL writes the opposite of it, not its number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from builder.vassal.commands import (
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    MovePiece,
    PropertyChanged,
    RemovePiece,
    TurnSet,
)
from builder.vassal.traits import SequenceFault

MOST_LOOKS = 5_000_000
"""Steps that are looked at for those that others take back, in all of a log."""
Sign = tuple[object, ...]
_CHAT = "* UNDO: "


@dataclass(slots=True)
class _Kept:
    """A step so far: its place, by what its opposite is known, the step that it took back, and whether it is
    undone."""

    n: int
    at: int
    wanted: frozenset[Sign]
    takes_back: _Kept | None = None
    undone: bool = False


@dataclass(slots=True)
class Undoing:
    """Follows the steps of a log as VASSAL does, whose undo goes back from the newest step, one by one."""

    steps: list[_Kept] = field(default_factory=list)
    next: int = -1
    work: int = 0

    def did(self, n: int, commands: Sequence[Command]) -> None:
        """An ordinary step."""
        self._keep(n, commands, None)
        self.next = len(self.steps) - 1

    def undid(self, n: int, commands: Sequence[Command]) -> int:
        """A step that takes another back: the number of that one, 0 when it is none of this log."""
        found = self._found(commands)
        self._keep(n, commands, found)
        if found is None:
            return 0
        self.next = found.at - 1
        self._mark(found, True)
        return found.n

    def _keep(self, n: int, commands: Sequence[Command], takes_back: _Kept | None) -> None:
        signs = frozenset(_signs(commands, True))
        deeds = frozenset(sign for sign in signs if sign[0] != "chat")
        self.steps.append(_Kept(n, len(self.steps), deeds or signs, takes_back))

    def _works(self) -> None:
        """One step is looked at. Raises SequenceFault where that is done more often than in any log."""
        self.work += 1
        if self.work > MOST_LOOKS:
            raise SequenceFault("it takes back more than any log")

    def undone(self) -> set[int]:
        """The numbers of the steps that are undone in the end."""
        return {step.n for step in self.steps if step.undone}

    def _found(self, commands: Sequence[Command]) -> _Kept | None:
        """The step whose opposite this is: the next in turn, or else the newest that fits."""
        there = set(_signs(commands, False))
        here = self.steps[self.next : self.next + 1] if self.next >= 0 else []
        for step in chain(here, reversed(self.steps)):
            self._works()
            if not step.undone and step.wanted and step.wanted <= there:
                return step
        return None

    def _mark(self, step: _Kept, undone: bool) -> None:
        """Mark a step; to take back an undo is to do again what it had undone."""
        while step.undone != undone:
            self._works()
            step.undone = undone
            if step.takes_back is None:
                return
            step, undone = step.takes_back, not undone


def _signs(commands: Sequence[Command], reverse: bool) -> Iterator[Sign]:
    """What tells one step from another, or its opposite."""
    for command in commands:
        match command:
            case MovePiece(id_, to, _, origin):
                yield ("move", id_, origin, to) if reverse else ("move", id_, to, origin)
            case AddPiece(id_):
                yield ("remove" if reverse else "add", id_)
            case RemovePiece(id_):
                yield ("add" if reverse else "remove", id_)
            case ChangePiece(id_):
                yield "change", id_
            case PropertyChanged(name, was, value):
                yield ("property", name, value, was) if reverse else ("property", name, was, value)
            case TurnSet(tracker):
                yield "turn", tracker
            case Chat(says):
                yield "chat", _CHAT + says if reverse else says
