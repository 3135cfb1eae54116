"""Logs: a course of positions as a file in which VASSAL shows one after the other, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from builder.layout.board import MAP
from builder.layout.saved_places import kept_layout
from builder.module.parts import Parts, gather
from builder.module.piles import hand_name, hand_spot, piled
from builder.module.position import Lying, When, position_commands, standing, trackers
from builder.module.setup import HAND, Placement, check, company, is_unit
from builder.vassal.archive import module_data, save_data, write_archive
from builder.vassal.command_text import read_command
from builder.vassal.commands import (
    NOWHERE,
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    Logged,
    MovePiece,
    RemovePiece,
)
from builder.vassal.stream import ESC, Branch, obfuscated, write_stream
from builder.vassal.traits import Definition, Place, join, nest, put

START = When()
MOVER = "Referee"
"""Whose moves they are, in the words of the log."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A position, how far the game is, and what is said as it is reached."""

    position: tuple[Placement, ...]
    says: tuple[str, ...] = ()
    when: When = START


def write_vlog(
    game: str | Path, frames: Sequence[Frame], out: Path, comment: str = "", kept: Path | None = None
) -> Path:
    """Write a course of positions as a log: it begins with the first, and each other one is a step.

    The same course gives the same bytes. What stands in the frames is all that the file knows: for one side
    they must be those that it may see. `kept` is a folder for the places of the board. Raises ModuleError
    with every placement of no known piece or place.
    """
    layout = kept_layout(game, kept) if kept else None
    return write_course(gather(game, layout), frames, out, comment)


def write_course(parts: Parts, frames: Sequence[Frame], out: Path, comment: str) -> Path:
    """Write a log as `write_vlog` does, for a game that is gathered already."""
    check([one for frame in frames for one in frame.position], parts.layout, parts.pieces)
    entries = {
        "savedGame": obfuscated(course(parts, frames)),
        "savedata": save_data(parts.identity, comment),
        "moduledata": module_data(parts.identity),
    }
    return write_archive(out, entries)


def course(parts: Parts, frames: Sequence[Frame]) -> str:
    """The stream of a log: the first position, and a step for each further one in which anything is new."""
    first, *others = frames
    lying: list[Lying] = []
    start = tuple(map(read_command, position_commands(parts, list(first.position), first.when, lying)))
    last = max((int(one.id) for one in start if isinstance(one, AddPiece)), default=0)
    tabletop = _Tabletop(parts, {one.id: one for one in lying}, last)
    steps: list[Branch | Logged] = []
    before = first
    for frame in others:
        commands = [*tabletop.becomes(frame), *_turned(parts, before, frame), *_said(frame)]
        if len(commands) == 1:
            steps.append(Logged(commands[0]))
        elif commands:
            steps.append(Branch(tuple(map(Logged, commands))))
        before = frame
    return write_stream(Branch((*start, *steps)))


def _turned(parts: Parts, before: Frame, after: Frame) -> Iterator[Command]:
    """The turn trackers that go on."""
    pairs = zip(trackers(parts.facts, before.when), trackers(parts.facts, after.when), strict=True)
    yield from (read_command(now) for was, now in pairs if was != now)


def _said(frame: Frame) -> Iterator[Command]:
    """What is said, on one line each; a backslash at the end of one would swallow what follows it."""
    for says in frame.says:
        line = " ".join(says.replace(ESC, " ").split())
        yield Chat(f"* {line} " if line.endswith("\\") else f"* {line}")


@dataclass(slots=True)
class _Tabletop:
    """The pieces as they lie after the steps so far; those that stay where they are do not stir."""

    parts: Parts
    lying: dict[str, Lying]
    last: int
    stacks: dict[tuple[Place, bool], list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for one in self.lying.values():
            self._stack(one).append(one.id)

    def _stack(self, one: Lying) -> list[str]:
        """The stack that a piece would be in: units lie apart from what lies over them."""
        return self.stacks.setdefault((one.place, is_unit(one.placement.piece, self.parts.roster)), [])

    def becomes(self, frame: Frame) -> Iterator[Command]:
        """The commands that make the next position out of this one."""
        position = [one for one in frame.position if one.at]
        laid = piled(position, self.parts.facts, self.parts.roster)
        in_piles = {one for cards in laid.values() for one in cards}
        pairs, gone = _pairs(list(self.lying.values()), position)
        for one in gone:
            self._lift(one)
            del self.lying[one.id]
            yield RemovePiece(one.id)
        for old, new in pairs:
            yield from self._put(old, new, new in in_piles)

    def _put(self, old: Lying | None, new: Placement, in_a_pile: bool) -> Iterator[Command]:
        """Bring a piece to where it lies next, and turn it as it lies there."""
        if old is None:
            self.last += 1
            old = Lying(new, str(self.last), NOWHERE)
            yield _added(self._standing(old))
        now = replace(old, placement=new)
        if old.place == NOWHERE or old.placement.at != new.at:
            was_under = self._lift(old)
            now = replace(now, place=self._place(now, in_a_pile))
            stack = self._stack(now)
            under = stack[-1] if stack and not in_a_pile else "null"
            stack.append(now.id)
            yield MovePiece(now.id, now.place, under, old.place, was_under, MOVER)
            if stack == [now.id] and not in_a_pile:
                yield self._new_stack(now)
        self.lying[now.id] = now
        states = [_state(self._standing(replace(one, place=now.place))) for one in (now, old)]
        if states[0] != states[1]:
            yield ChangePiece(now.id, *states)

    def _new_stack(self, one: Lying) -> AddPiece:
        """The stack that VASSAL makes of a piece which is put down alone."""
        self.last += 1
        where = (one.place.map, str(one.place.x), str(one.place.y), one.id, "@@-1")
        return AddPiece(str(self.last), "stack", join(";", where))

    def _standing(self, one: Lying) -> Definition:
        return put(standing(self.parts.pieces, one.placement), one.id, one.place)

    def _lift(self, one: Lying) -> str:
        """Take a piece out of its stack; the id of the one that was under it, or "null"."""
        stack = self._stack(one)
        if one.id not in stack:
            return "null"
        at = stack.index(one.id)
        stack.remove(one.id)
        return stack[at - 1] if at else "null"

    def _place(self, one: Lying, in_a_pile: bool) -> Place:
        """Where a piece that comes into an area is put: with its company, else where there is most room."""
        layout, roster, at = self.parts.layout, self.parts.roster, one.placement.at
        if at.startswith(HAND):
            facts = self.parts.facts
            window = hand_name(facts, roster, at.removeprefix(HAND))
            return Place(window, *hand_spot(facts, roster, layout))
        if in_a_pile:
            return Place(MAP, *layout.spot(at))
        there = (other for other in self.lying.values() if other.placement.at == at and other.id != one.id)
        mine = company(one.placement.piece, roster)
        friend = next((other for other in there if company(other.placement.piece, roster) == mine), None)
        spots = [Place(MAP, x, y) for x, y in layout.areas[at].spots]
        return friend.place if friend else min(spots, key=self._filled)

    def _filled(self, spot: Place) -> int:
        return sum(len(self.stacks.get((spot, units), ())) for units in (True, False))


def _pairs(
    before: Sequence[Lying], after: Sequence[Placement]
) -> tuple[list[tuple[Lying | None, Placement]], list[Lying]]:
    """Which piece becomes which: what stays as it is first, then what stays where it is; and what goes."""
    free = list(before)
    found: dict[int, Lying] = {}
    for alike in (_same, _same_place, _same_piece):
        for at, new in enumerate(after):
            old = next((one for one in free if at not in found and alike(one.placement, new)), None)
            if old is not None:
                found[at] = old
                free.remove(old)
    return [(found.get(at), new) for at, new in enumerate(after)], free


def _same(old: Placement, new: Placement) -> bool:
    return old == new


def _same_place(old: Placement, new: Placement) -> bool:
    return _same_piece(old, new) and old.at == new.at


def _same_piece(old: Placement, new: Placement) -> bool:
    return (old.piece, old.made) == (new.piece, new.made)


def _added(piece: Definition) -> AddPiece:
    return AddPiece(piece.id, nest([one.type for one in piece.traits]), _state(piece))


def _state(piece: Definition) -> str:
    return nest([one.state for one in piece.traits])
