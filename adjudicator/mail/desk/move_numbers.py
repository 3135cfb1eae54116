"""The moves of a game by number, as reports tell them and an objection names them: "object to move 3".

A move is a set of orders of which everybody saw something. It keeps its number when it is undone, so that a
number in an old mail never means another move.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from adjudicator.events import EVERYBODY, Entry, Event, SegmentEntered, TurnBegan
from adjudicator.mail.desk.going_back import credited, in_force
from adjudicator.mail.desk.table import Table
from adjudicator.mail.desk.undoing import Counting
from adjudicator.mail.settings.desk_toml import DeskError
from adjudicator.store import SheetRow

_MOVE = re.compile(r"(?i)(?:(?:to|against)\s+)?moves?\s+(\d{1,6})(?!\w|\.\d)[\s,.;:-]*")
MOST_TOLD = 8
"""So many moves are listed to choose from."""


def named_move(text: str) -> tuple[int, str]:
    """Which move an objection names, 0 for none, and the reason behind it."""
    found = _MOVE.match(text)
    return (int(found[1]), text[found.end() :]) if found else (0, text)


def moves_made(table: Table, upto: int | None = None) -> Mapping[int, SheetRow]:
    """All moves of a game up to a sheet by number, with who made each; those that were undone too."""
    rows = table.sheets()[: None if upto is None else upto + 1]
    made = (
        credited(table, row)
        for before, row in pairwise(rows)
        if row.kind == "orders" and _seen(table.events(before.last_event + 1, row.last_event))
    )
    return dict(enumerate(made, 1))


def _seen(events: Iterable[Event]) -> bool:
    """Whether everybody saw more of some orders than that they ended a move."""
    ends = Entry | SegmentEntered | TurnBegan
    return any(event.to == EVERYBODY and not isinstance(event, ends) for event in events)


def move_of(table: Table, number: int, side: str) -> SheetRow:
    """A move of another side by its number. Raises DeskError where a side may not object to it."""
    made = moves_made(table)
    if number not in made:
        raise DeskError(f"there is no move {number}. {_known(table, made, side)}")
    row = made[number]
    if row.side == side:
        raise DeskError(f"move {number} is your own. To undo your last orders, write: propose undo")
    if row.n not in {one.n for one in in_force(table)}:
        raise DeskError(f"move {number} is undone already. {_known(table, made, side)}")
    return row


def _known(table: Table, made: Mapping[int, SheetRow], side: str) -> str:
    stands = {row.n for row in in_force(table)}
    of_others = [n for n, row in made.items() if row.side != side and row.n in stands][-MOST_TOLD:]
    told = ", ".join(f"{n} by {table.game.names()(made[n].side)}" for n in of_others)
    return f"Moves that you may object to: {told}" if told else "You may object to none"


def _numbers(those: Sequence[str]) -> str:
    """Numbers as a person lists them before "by": "1", "1 and 2,"."""
    return f"{', '.join(those[:-1])} and {those[-1]}," if len(those) > 1 else those[0]


def moves_told(table: Table, side: str, since: int, upto: int) -> str:
    """The moves of others after one sheet up to another by number, with how to object; "" for none."""
    told = {
        n for after, last in Counting(table.backs).sheets(since, upto) for n in range(after + 1, last + 1)
    }
    found = {n: row.side for n, row in moves_made(table, upto).items() if row.n in told and row.side != side}
    if not found:
        return ""
    first, name = next(iter(found)), table.game.names()
    if len(found) == 1:
        return f"{name(found[first])} made move {first}. To object to it, write: object to move {first}"
    by = {side: [str(n) for n, one in found.items() if one == side] for side in found.values()}
    listed = "; ".join(f"{_numbers(those)} by {name(one)}" for one, those in by.items())
    return (
        f"Moves in this report: {listed}. To object to one and to all after it, write: object to move {first}"
    )
