"""Changes among the people of a game, and of its time: put on the record, told to all, done at once.

Who reads a side's mails and did not play it so far gets the whole position; whose letters count no more is
told so. Addresses are kept beside the record, never in it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from adjudicator.events import Arrangement
from adjudicator.events.desk import SubstituteEnded
from adjudicator.mail.desk.deadlines import Rules, change_deadlines
from adjudicator.mail.desk.table import Table, Taken, terms_of
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.store import FORMER, OBSERVER, Person, Seat, StoreUnusable

Moved = Callable[[Rules, str, datetime, datetime], datetime]
"""By the rules after the change, a side, when it was asked and when it should have answered: by when now."""

NO_MORE = "Emails from this address no longer count in it."


@dataclass(frozen=True, slots=True)
class Arranged:
    """One change: its event, who plays a `side` then, or who watches or ceases to, and what deadlines follow.

    `farewell` is told to every address whose letters counted, and count no more.
    """

    event: Arrangement
    side: str = ""
    seat: Seat | None = None
    farewell: str = ""
    observer: Person | None = None
    watches: bool = True
    sides: Collection[str] = ()
    moved: Moved | None = None


def arrange(despatch: Despatch, table: Table, change: Arranged) -> Taken:
    """Make a change, within a transaction: its entry, the seat, deadlines, and the mails that tell of it."""
    taken = table.enter(change.event, despatch.stamp)
    if change.seat is not None:
        _seat(despatch, table, change)
    if change.observer is not None:
        _watch(despatch, table, change.observer, change.watches)
    if change.moved is not None:
        rules = despatch.rules(table)
        for side in change.sides:
            change_deadlines(table, rules, (side,), partial(change.moved, rules, side))
    despatch.follow(table, taken)
    return taken


def _seat(despatch: Despatch, table: Table, change: Arranged) -> None:
    """Let the people of a seat play a side; who is not among them any more hears it."""
    assert change.seat is not None
    before, people = table.row.players[change.side], table.store.people
    table.seat(change.side, change.seat)
    now = {address for _, address in change.seat.readers}
    for address in now:
        people.forget(table.number, FORMER, address)
        people.forget(table.number, OBSERVER, address)
    for name, address in before.readers:
        if address not in now:
            people.add(Person(table.number, change.side, FORMER, name, address))
            if address in despatch.desk.settings.zones:
                despatch.remark(f"desk.toml has a time zone for {address}. Change it to the new address")
            despatch.notice(table, f"{name} <{address}>", "your emails no longer count", change.farewell)


def _watch(despatch: Despatch, table: Table, person: Person, watches: bool) -> None:
    """Let somebody watch a game, or no more: then they hear it."""
    if watches:
        table.store.people.add(person)
        return
    table.store.people.forget(table.number, OBSERVER, person.address)
    text = f"You no longer observe game {table.number}, {table.game.title}. You get no more emails about it."
    despatch.notice(table, f"{person.name} <{person.address}>", "you no longer observe it", text)


def end_of_substitute(table: Table, side: str) -> Arranged:
    """A substitute's time is over."""
    seat = table.row.players[side]
    name = seat.substitute.name if seat.substitute else ""
    what = f"{name} is no longer the substitute for {seat.name}, with a new reply code"
    farewell = f"You are no longer the substitute for {seat.name}. {NO_MORE}"
    event = SubstituteEnded(rule="", side=side, what=what)
    return Arranged(event, side, seat=Seat(seat.name, seat.addresses), farewell=farewell)


def end_what_ended(despatch: Despatch) -> tuple[list[str], list[str]]:
    """Let the substitutes go whose day is over, in every game; who went, and what stood in the way."""
    gone, wrong = list[str](), list[str]()
    for number in sorted(despatch.store.journal.entered()):
        standing_in = terms_of(despatch.store, number).substitutes
        ended = [side for side, one in standing_in.items() if one.until and one.until < despatch.stamp]
        if not ended:
            continue
        try:
            table = Table(despatch.store, number)
            changes = [end_of_substitute(table, side) for side in ended]
            with despatch.store.transaction():
                for change in changes:
                    arrange(despatch, table, change)
            gone += [f"game {number}: {change.event.what}" for change in changes]
        except StoreUnusable:
            raise
        except Exception as fault:  # a fault of one game must not stop the mail of the others
            wrong.append(f"game {number}: a substitution could not be ended ({fault})")
    return gone, wrong


def anew(seat: Seat, now: datetime) -> Moved:
    """Deadlines as of questions that are asked just now: somebody else is to answer them."""

    def moved(rules: Rules, side: str, asked: datetime, due: datetime) -> datetime:
        return rules.due(seat, side, now)

    return moved
