"""Until when a question should be answered: the desk's settings, the game's own, and who is away.

A deadline never falls earlier than the days that were promised: it is moved on to the first day and hour on
which it may fall, in the time of who is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from adjudicator.events import Terms
from adjudicator.judging.referee import passes
from adjudicator.mail.desk.table import Table, Taken, terms_of
from adjudicator.mail.settings.clock import read_hour, read_weekdays
from adjudicator.mail.settings.desk_toml import NOTHING, SILENCE, Settings
from adjudicator.state import Decision, Json
from adjudicator.store import Deadline, Seat, Store

NAMES = {
    "days": "days",
    "silence": "on_silence",
    "days-of-week": "days_of_week",
    "hour": "hour",
    "remind-before": "remind_before",
    "reports": "reports_when",
}
"""What a game may set for itself -> the setting of the desk that holds else."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The deadlines of one game: its own settings, and the desk's where it has none."""

    settings: Settings
    terms: Terms

    def value(self, name: str) -> Json:
        """What holds for one of NAMES."""
        return self.terms.deadlines.get(name, getattr(self.settings, NAMES[name]))

    @property
    def silence(self) -> str:
        """What silence means."""
        return str(self.value("silence"))

    def until(self, row: Deadline, address: str, decision: Decision) -> str:
        """A deadline as the player with this address reads it, and what happens then at its question."""
        answer = {"default": decision.default, "pass": passes(decision)}
        then = SILENCE[self.silence] if answer.get(self.silence, True) else NOTHING
        return self.settings.until(row.due, address, then)

    @property
    def word_before(self) -> timedelta:
        """How long before a deadline a player gets a word; nothing for none."""
        return timedelta(days=float(self.value("remind-before")))

    def zone(self, seat: Seat) -> ZoneInfo:
        """In whose time a side's deadlines fall: its player's, by their first address."""
        return ZoneInfo(self.settings.zone(seat.addresses[0] if seat.addresses else ""))

    def due(self, seat: Seat, side: str, asked: datetime) -> datetime:
        """Until when a side should answer what it is asked now."""
        plain = asked + timedelta(days=float(self.value("days")))
        return self.fitting(seat, later(plain, asked, self.terms.away.get(side, ())))

    def fitting(self, seat: Seat, due: datetime) -> datetime:
        """The first moment at or after a time at which a deadline of this player may fall."""
        days, hour = read_weekdays(str(self.value("days-of-week"))), read_hour(str(self.value("hour")))
        if hour is None and len(days) == 7:
            return due
        here = due.astimezone(self.zone(seat))
        at = here.replace(hour=hour[0], minute=hour[1], second=0, microsecond=0) if hour else here
        fits = (at + timedelta(days=n) for n in range(9))
        return next(one for one in fits if one >= here and one.weekday() in days).astimezone(UTC)


def rules_of(store: Store, settings: Settings, number: int) -> Rules:
    """The deadlines of a game, whose rules of play need not be read for it."""
    return Rules(settings, terms_of(store, number))


def later(due: datetime, asked: datetime, away: Iterable[tuple[str, str]]) -> datetime:
    """A deadline moved on by the time that its player is away between the question and it."""
    for since, until in sorted(away):
        start, end = max(asked, datetime.fromisoformat(since)), datetime.fromisoformat(until)
        if start < min(due, end):
            due += end - start
    return due


def keep_deadlines(table: Table, taken: Taken, rules: Rules, now: datetime) -> None:
    """Set a deadline for every question that a sheet opened, and drop those of questions it closed."""
    mail, before = table.store.mail, {decision.id for decision in taken.before.decisions}
    after = {decision.id: decision for decision in taken.after.decisions}
    for gone in before - set(after):
        mail.drop_deadline(table.number, gone)
    for id_ in after.keys() - before:
        side = after[id_].player
        due = rules.due(table.row.players[side], side, now)
        mail.add_deadline(Deadline(table.number, id_, side, iso(now), iso(due)))


def change_deadlines(
    table: Table, rules: Rules, sides: Collection[str], moved: Callable[[datetime, datetime], datetime]
) -> None:
    """Move the deadlines of all that some sides are asked; `moved` (asked, due) is when each should fall."""
    for row in table.store.mail.deadlines(table.number):
        if row.side in sides:
            before = datetime.fromisoformat(row.due)
            due = moved(datetime.fromisoformat(row.asked), before)
            if due != before:  # else it stays as it was told, and whoever was reminded is not again
                table.store.mail.move_deadline(row, iso(rules.fitting(table.row.players[row.side], due)))


def iso(time: datetime) -> str:
    """A time as the store keeps it."""
    return time.astimezone(UTC).isoformat(timespec="seconds")
