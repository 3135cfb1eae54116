"""Taking a game back to before a sheet: what may be taken back, what that takes away, and doing it.

The journal only grows: a sheet of the desk's own says that the game goes back, and brings the state of then.
Questions and dice count on from where they were, and their chain goes on from the words of the undo.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from adjudicator.events import (
    Answered,
    Asked,
    DieRolled,
    Drawn,
    Event,
    OrdersKept,
    Restored,
    StandingChanged,
    Undone,
)
from adjudicator.events.desk import PlayerChanged
from adjudicator.mail.desk.bound import ACCEPT
from adjudicator.mail.desk.pages import events_text
from adjudicator.mail.desk.table import Table, Taken
from adjudicator.mail.desk.undoing import Counting, played
from adjudicator.mail.settings.clock import when
from adjudicator.mail.settings.desk_toml import DeskError
from adjudicator.snapshot import freeze
from adjudicator.state import State
from adjudicator.store import SheetRow

PUBLISHED = "the game is over, and the secret of its dice is published. Nothing can be undone"
KINDS = {
    "orders": "orders of {side}", "silence": "no answer of {side}", "correction": "a correction",
    "entry": "an entry of the desk",
}  # fmt: skip
MOST_LISTED = 30
"""So many sheets are listed to choose from: more than anybody would want back."""


@dataclass(frozen=True, slots=True)
class Way:
    """The way back to before a sheet: after which event the game goes on, and where it stands then."""

    sheet: int
    event: int
    place: str


def way_back(table: Table, sheet: int) -> Way:
    """How a game goes back to before a sheet. Raises DeskError where it may not."""
    rows = table.sheets()
    if table.state.over is not None:
        raise DeskError(PUBLISHED)
    if not 1 <= sheet < len(rows):
        raise DeskError(f"game {table.number} has no orders {sheet} to undo. `hexpost undo` lists them")
    for back in table.backs:
        if sheet == back.by:
            raise DeskError(
                f"orders {sheet} are an undo themselves. Nobody may choose between two sets of dice"
            )
        if back.first <= sheet < back.by:
            raise DeskError(f"orders {sheet} were undone already, by orders {back.by}")
    event = rows[sheet - 1].last_event
    return Way(sheet, event, place(table, event))


def place(table: Table, event: int) -> str:
    """Where the game stood after an event, in words that tell nobody's secrets."""
    state = table.state_after(event)
    segment = table.game.sequence.get(state.segment)
    return f"in turn {state.turn}{f', {segment.heading}' if segment else ''}"


def in_force(table: Table) -> list[SheetRow]:
    """The sheets of a game that were not taken back and can be, the newest first."""
    backs, rows = table.backs, table.sheets()
    return [row for row in rows[:0:-1] if not any(back.first <= row.n <= back.by for back in backs)]


def last_of(table: Table, side: str) -> int:
    """The newest sheet of a side that did anything in the game. Raises DeskError where there is none."""
    for row in map(partial(credited, table), in_force(table)):
        if row.kind == "orders" and row.side == side and played(_events(table, row)):
            return row.n
    raise DeskError("you have no orders that can be undone")


def last_played(table: Table) -> SheetRow:
    """The newest sheet of any side that did anything in the game. Raises DeskError where there is none."""
    for row in in_force(table):
        if row.kind == "orders" and played(_events(table, row)):
            return credited(table, row)
    raise DeskError("there are no orders that can be undone")


def credited(table: Table, row: SheetRow) -> SheetRow:
    """A sheet with the side whose orders it carried out: where its writer only accepted the game, and with
    that let orders go that another side had sent with its own acceptance, that side."""
    answered = (
        [one for one in _events(table, row) if isinstance(one, Answered)] if row.kind == "orders" else []
    )
    if not answered or answered[0].player != row.side or answered[0].decision not in _acceptances(table):
        return row
    acted = [one.side for one in _events(table, row) if isinstance(one, OrdersKept)]
    acted += [one.player for one in answered[1:] if one.by == "order"]
    return row if row.side in acted or not acted else replace(row, side=acted[0])


def _acceptances(table: Table) -> set[str]:
    """The numbers of the questions whether a side accepts the game."""
    opening = table.events(1, table.sheets()[0].last_event)
    asked = (one.decision for one in opening if isinstance(one, Asked))
    return {one["id"] for one in asked if one["topic"] == ACCEPT}


def _events(table: Table, row: SheetRow) -> list[Event]:
    first = table.sheets()[row.n - 1].last_event + 1
    return table.events(first, row.last_event)


def enter_undo(table: Table, sheet: int, by: str, now: str) -> Taken:
    """Roll the game back to before a sheet, on the record: by whom, and why. Each question that is open again
    gets its full time. Raises DeskError."""
    way = way_back(table, sheet)
    before = table.state_after(way.event)
    what = f"The game is rolled back to the position {way.place}, {by}"
    restored = Restored(rule="", to=(), sheet=sheet, event=way.event, state=freeze(before).decode("utf-8"))
    undone = Undone(rule="", what=what, sides=tuple(table.game.sides))
    lets_go = [*_of_others(table, before, way.event), *_sent_ahead(table, before, sheet)]
    taken = table.enter(undone, now, restored, *lets_go)
    for row in table.store.mail.deadlines(table.number):
        table.store.mail.drop_deadline(table.number, row.decision)
    return replace(taken, before=taken.before.but(decisions=()))


def _of_others(table: Table, before: State, event: int) -> Iterator[Event]:
    """What lets go of lines that somebody had left who has not played the side since: they are not their
    successor's."""
    since = table.events(event + 1, table.sheets()[-1].last_event)
    for side in {one.side: None for one in since if isinstance(one, PlayerChanged)}:
        if before.standing.get(side):
            yield StandingChanged(rule="", to=(side,), side=side, lines=())
        if before.kept.get(side):
            yield OrdersKept(rule="", to=(side,), side=side, orders=())


def _sent_ahead(table: Table, before: State, sheet: int) -> Iterator[Event]:
    """What lets go of the orders that a sheet carried out for another side than its writer's: kept, they
    would be carried out again as soon as the game begins once more."""
    row = table.sheets()[sheet]
    side = credited(table, row).side
    if side != row.side and before.kept.get(side):
        yield OrdersKept(rule="", to=(side,), side=side, orders=())


# -- what it takes away ---------------------------------------------------------------------------------


def sheets_text(table: Table, zone: str) -> Iterator[str]:
    """What can be taken back, for the referee: a line for each sheet, the newest first."""
    for row in in_force(table)[:MOST_LISTED]:
        side = table.game.sides.get(row.side, "")
        dice = [e for e in _events(table, row) if isinstance(e, DieRolled | Drawn)]
        rolled = f", {len(dice)} dice" if len(dice) > 1 else ", 1 die" if dice else ""
        what = KINDS[row.kind].format(side=side)
        yield f"{row.n:>5}  {what}, turn {row.turn}, {when(row.judged, zone)}{rolled}"


def loss_text(table: Table, way: Way, zone: str) -> Iterator[str]:
    """What going back takes away, for the referee: the sheets, and what each side saw since."""
    yield f"Game {table.number} is rolled back to the position {way.place}, before orders {way.sheet}:"
    for line in sheets_text(table, zone):
        if int(line.split()[0]) >= way.sheet:
            yield line
    counting = Counting(table.backs).events(way.event + 1, table.last.last_event)
    events = [table.events(n, n)[0] for n in counting]
    for side, name in table.game.sides.items():
        seen = events_text(table.game, events, side)
        yield f"{name} saw since:" if seen else f"{name} saw nothing since."
        if seen:
            yield seen
