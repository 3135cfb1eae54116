"""The lines of a letter: those its writer typed, or else those their log of VASSAL stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.mail.reading.block import Block, from_log
from adjudicator.mail.reading.body import LogFile
from adjudicator.mail.reading.letter import Letter
from adjudicator.orders import MOST_LINES
from adjudicator.rulings import Ruling

if TYPE_CHECKING:
    from adjudicator.by_mail.drags import LogLine
    from adjudicator.mail.desk.table import Table

TYPED = "your typed orders count. A log is read only if there are none between BEGIN and END"
NOTHING = "it has no move of yours, and no line in its chat begins like an order"


@dataclass(frozen=True, slots=True)
class OrderLines:
    """What is to be judged, as (line number, text), and rulings on what is no order at all."""

    lines: tuple[tuple[int, str], ...]
    rulings: tuple[Ruling, ...] = ()


def lines_of(table: Table, block: Block, letter: Letter, boards: Path) -> OrderLines:
    """The order lines a letter brings to a game; `boards` keeps what is worked out of its board."""
    if not from_log(block, letter):
        unread = (Ruling(0, 0, name_of(log), "not-judged", "", TYPED) for log in letter.logs)
        return OrderLines(block.lines, tuple(unread))
    lines: list[tuple[int, str]] = []
    rulings: list[Ruling] = []
    for log in letter.logs:
        found = _read(table, block.side, log, boards)
        lines += [(len(lines) + n, text) for n, text in found.lines]
        rulings += found.rulings
    lines += [(len(lines) + n, text) for n, (_, text) in enumerate(block.lines, 1)]
    return OrderLines(tuple(lines), tuple(rulings))


def _read(table: Table, side: str, log: LogFile, boards: Path) -> OrderLines:
    """What one log stands for."""
    if table.game.take_log:
        return _own(table.game.take_log, log)
    from adjudicator.judging.vassal import (  # only a log needs VASSAL
        LogError,
        LogOrders,
        orders_from_log,
        read_steps,
    )

    try:
        steps = read_steps(table.row.game, log.data, name_of(log), boards)
    except LogError as wrong:
        return OrderLines((), (Ruling(0, 0, name_of(log), "unreadable", "", str(wrong)),))
    found: LogOrders = orders_from_log(table.game, steps, table.state, side)
    if len(found.lines) > MOST_LINES:
        why = f"it has {len(found.lines)} orders, and hexpost takes up to {MOST_LINES}"
        return OrderLines((), (Ruling(0, 0, name_of(log), "not-judged", "", why),))
    left = tuple(Ruling(0, 0, line.place, "not-judged", "", line.why) for line in found.left_out)
    if not found.lines:
        left = (*left, Ruling(0, 0, name_of(log), "not-judged", "", NOTHING))
    return OrderLines(found.lines, left)


def _own(take: Callable[[bytes, str], list[LogLine]], log: LogFile) -> OrderLines:
    """What a log stands for in a game that reads its own."""
    from tables.position import TableError

    try:
        lines = take(log.data, name_of(log))
    except TableError as wrong:
        return OrderLines((), (Ruling(0, 0, name_of(log), "unreadable", "", str(wrong)),))
    return OrderLines(tuple((n, line.text) for n, line in enumerate(lines, 1)))


def name_of(log: LogFile) -> str:
    """What a log is called in an answer."""
    return "".join(_printable(log.name))[:80] or "your log"


def _printable(name: str) -> Iterator[str]:
    yield from (sign for sign in name if sign.isprintable())
