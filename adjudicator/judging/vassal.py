"""A log of VASSAL, or a saved game, sent in for orders: what was moved and said becomes order lines for the
referee.

A log is evidence of what was sent, never of what happened: dice and draws in it count for nothing. A saved
game says where each unit is: what is elsewhere than the referee has it was moved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from zipfile import ZipFile

from adjudicator.by_mail.drags import LogLine, LogMove
from adjudicator.game import Game
from adjudicator.judging.referee import STANDING
from adjudicator.state import State
from counters.roster.counter import Roster
from files.zips import BROKEN_ZIP

if TYPE_CHECKING:
    from builder.saves.read_saves import SavedPiece

LARGEST = 2_000_000
"""Bytes of a log, unpacked, that is read for orders: a turn has some tens of thousands, a log made to hold up
an email packs millions into a small file."""
_SPEAKER = re.compile(r"<[^<>]{1,80}>\s*-?\s*")


class LogError(Exception):
    """A log that cannot be read, or a game that has no board to read it by; the message says why."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class LogStep:
    """One thing done in step `n` of a log, by the ids of the game: its unit, its spaces and boxes.

    `unit` is "" for markers and chits; `origin` and `to` are ids of areas, "" for nowhere. `side` is the side
    that `who` sits on, as the module prints it, "" when the log does not tell.
    """

    n: int
    who: str
    what: str
    unit: str = ""
    origin: str = ""
    to: str = ""
    says: str = ""
    side: str = ""
    hidden: str = ""


STANDS = "stands"
"""What a step of a saved game is: a unit is at its place."""
OBSCURED, INVISIBLE = "obscured", "invisible"
"""How the owner of a unit has hidden it in a saved game."""


@dataclass(frozen=True, slots=True)
class LogOrders:
    """The order lines of a log, numbered from 1, each with its place in the log; what is none, and why."""

    lines: tuple[tuple[int, str], ...]
    left_out: tuple[LogLine, ...]


def read_steps(game: str, data: bytes, name: str, kept: Path | None = None) -> tuple[LogStep, ...]:
    """The steps of a log that were not taken back. Raises LogError.

    `game` is a bundled name or a folder, `name` what the log is called in messages; `kept` a folder in which
    the places of the board may be kept.
    """
    from builder.layout.board import lay_layout
    from builder.layout.places import layout_places
    from builder.layout.saved_places import kept_layout
    from builder.module_faults import ModuleError
    from builder.saves.logs import read_vlog
    from counters.roster.load import load_roster
    from counters.roster_faults import RosterError
    from maps.map_faults import MapError

    _check_size(data, name)
    try:
        layout = kept_layout(game, kept) if kept else lay_layout(game)
        with TemporaryDirectory() as folder:
            file = Path(folder) / "sent.vlog"
            file.write_bytes(data)
            try:
                log = read_vlog(file, layout_places(layout))
                at_rest = () if log.steps or not is_saved(file) else log.pieces
            except ModuleError as wrong:
                raise LogError(str(wrong).replace(str(file), name).replace(file.name, name)) from None
        _check_module(log.module, load_roster(game), name)
    except (MapError, RosterError):
        raise LogError(f"{name}: this game has no module, so its logs cannot be read") from None
    if at_rest:
        return tuple(_standing(at_rest))
    units = {id_: piece.properties.get("Unit", "") for id_, piece in log.known.items()}
    return tuple(
        LogStep(
            step.n,
            step.who,
            step.what,
            units.get(step.piece, ""),
            step.origin,
            step.to,
            step.says,
            log.seats.get(step.who, ""),
        )
        for step in log.steps
        if not step.undone and step.what != "undo"
    )


def is_saved(file: Path) -> bool:
    """Whether a file is a saved game and no log. Raises ModuleError."""
    from builder.saves.read_saves import open_save

    return not open_save(file).is_log


def _standing(pieces: Iterable[SavedPiece]) -> Iterator[LogStep]:
    """Where each unit of a saved game is, from 1 in the order of the file."""
    units = [(piece, unit) for piece in pieces if (unit := piece.properties.get("Unit", ""))]
    for n, (piece, unit) in enumerate(units, 1):
        hidden = [word for word in (INVISIBLE, OBSCURED) if piece.properties.get(word.title()) == "true"]
        yield LogStep(n, "", STANDS, unit, to=piece.place, hidden=next(iter(hidden), ""))


def moves_of(steps: Iterable[LogStep], state: State) -> Iterator[LogMove]:
    """The moves of units in a log; of a saved game, from where the referee has each unit that its sender's
    view knows, whether it has moved or not: nothing is said of any other."""
    for step in steps:
        if step.what == "move" and step.unit:
            yield LogMove(step.n, step.unit, step.origin, step.to)
        elif step.what == STANDS and (unit := state.units.get(step.unit)) is not None:
            yield LogMove(step.n, unit.id, unit.at, step.to, step.hidden)


def _check_size(data: bytes, name: str) -> None:
    """A log packs well: what counts is how long it is unpacked."""
    try:
        with ZipFile(BytesIO(data)) as packed:
            size = sum(one.file_size for one in packed.infolist())
    except BROKEN_ZIP:
        return  # its reader says what it is
    if size > LARGEST:
        raise LogError(
            f"{name}: has {size / 1e6:.1f} MB, unpacked, and logs may have up to {LARGEST / 1e6:g} MB"
        )


def _check_module(module: str, roster: Roster, name: str) -> None:
    """A log of another game would name places all the same, and wrong ones."""
    ours = roster.style.title or roster.game
    if module not in ("", ours):
        raise LogError(f'{name}: this is a log of the module "{module}"; this game\'s is "{ours}"')


def orders_from_log(game: Game, steps: Sequence[LogStep], state: State, side: str) -> LogOrders:
    """What a side did and said at its table, as order lines that name their steps of the log.

    In the log of a game that was played together, what the others did there is left out.
    """
    others = {name for key, name in game.sides.items() if key != side}
    steps = [step for step in steps if step.side not in others]
    moves = list(moves_of(steps, game.view(state, side)))
    found = game.from_log(state, side, moves) if game.from_log else []
    found = sorted([*found, *_said(game, steps)], key=lambda line: line.steps)
    lines = [f"{line.text}  # {line.place}" for line in found if line.text]
    return LogOrders(tuple(enumerate(lines, 1)), tuple(line for line in found if not line.text))


def _said(game: Game, steps: Iterable[LogStep]) -> list[LogLine]:
    """Lines of the chat that begin as an order does."""
    verbs = {word for verb in game.grammar().verbs for word in verb.words} | {*STANDING, *game.standing_words}
    found: list[LogLine] = []
    for step in (step for step in steps if step.what == "chat"):
        text = " ".join(_SPEAKER.sub("", step.says, count=1).split("#")[0].split())
        if text.partition(" ")[0].casefold() in verbs:
            found.append(LogLine((step.n,), text))
    return found
