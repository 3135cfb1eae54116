"""Mail that goes out: written into the mailbag with what caused it, then laid into the outbox, once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from adjudicator.desk import Desk
from adjudicator.desk.art import course, dice_record, illustrate
from adjudicator.desk.pages import rulings_text
from adjudicator.desk.reports import (
    Told,
    Window,
    asked_of,
    closing_text,
    look,
    open_window,
    report_letter,
    waited_for,
)
from adjudicator.desk.table import Step, Table, keep_deadlines
from adjudicator.desk.trial import known_to
from adjudicator.mail.letter import Letter
from adjudicator.mail.maildir import deliver
from adjudicator.mail.outbox import Enclosure, Outgoing, letter_bytes
from adjudicator.mail.outbox import message_id as letter_id
from adjudicator.rulings import Ruling
from adjudicator.store import MailRow, Store

NO_GAME = "desk"
"""What stands for the game in the ids of mails that belong to none."""


@dataclass(frozen=True, slots=True)
class Despatch:
    """Writes the mails of one pass: from this desk, into this store, at this time."""

    desk: Desk
    store: Store
    now: datetime

    @property
    def sender(self) -> str:
        """The referee as the sender of mails."""
        return f"{self.desk.settings.name} <{self.desk.settings.address}>"

    @property
    def stamp(self) -> str:
        """The time of the pass, as the store keeps times."""
        return self.now.isoformat(timespec="seconds")

    # -- answers to a letter ---------------------------------------------------------------------------

    def answer(
        self, letter: Letter, kept: int, text: str, table: Table | None = None, side: str = ""
    ) -> None:
        """Answer a letter, to the address it came from."""
        subject = letter.subject or "your letter"
        self._keep(
            "answer", table, side, letter.address,
            subject if subject.casefold().startswith("re:") else f"Re: {subject}",
            text, in_reply_to=letter.message_id, references=letter.thread, letter=kept,
        )  # fmt: skip

    def verdicts(
        self, letter: Letter, kept: int, table: Table, side: str, rulings: Sequence[Ruling], head: str,
        tail: str = "",
    ) -> None:  # fmt: skip
        """Answer a sheet line by line; the tail is what the side is asked now, if nothing else is given."""
        text = f"{head}\n\n{rulings_text(table.game, rulings)}\n\n{tail or self._closing(table, side)}\n"
        self.answer(letter, kept, text, table, side)

    def _closing(self, table: Table, side: str) -> str:
        seen = known_to(table.game, table.state, side)
        return closing_text(table, seen, side, waited_for(table.state), self._due(table))

    def _due(self, table: Table) -> dict[str, str]:
        return {row.decision: row.due for row in self.store.mail.deadlines(table.number)}

    # -- reports and reminders -------------------------------------------------------------------------

    def follow(self, table: Table, step: Step) -> None:
        """What comes with everything that moves a game on: its deadlines, and reports of it."""
        self.deadlines(step)
        for side in table.row.players:
            self.report(table, step, side)

    def deadlines(self, step: Step) -> None:
        """Set the deadlines of the questions that a step opened, and drop those it closed."""
        keep_deadlines(self.store, step, self.now, self.desk.settings.days)

    def has_news(self, table: Table, step: Step, side: str) -> bool:
        """Whether there is anything that a side has not been told; the first report always goes."""
        return self._news(table, step, side) is not None

    def _news(self, table: Table, step: Step, side: str) -> tuple[Window, Told] | None:
        window = self._window(table, step, side)
        told = look(table, window, None)
        return (window, told) if told.news or step.row.kind == "opening" else None

    def report(self, table: Table, step: Step, side: str) -> None:
        """Tell a side what a step brought that it may know; where nothing is new, no mail goes."""
        news = self._news(table, step, side)
        if news is None:
            return
        (window, told), seat = news, table.row.players[side]
        art = self._art(table, told, side) + self._course(table, window) + dice_record(table, window)
        self.store.mail.send_chat(table.number, side, step.row.n)
        for address in seat.addresses:
            letter = report_letter(
                table, window, told, desk=self.sender, to=f"{seat.name} <{address}>",
                number=self._number(table, side), written=self.now, art=art,
            )  # fmt: skip
            self._add(
                letter, "report", table, side, sheet=window.sheet, first_event=window.first,
                last_event=window.last, due=json.dumps(dict(window.due), sort_keys=True),
            )  # fmt: skip

    def _art(self, table: Table, told: Told, side: str) -> tuple[Enclosure, ...]:
        """Pictures and a saved game, unless the desk wants none."""
        if not self.desk.settings.pictures:
            return ()
        return illustrate(table, side, told.before, told.after, told.events, self.desk.boards)

    def _course(self, table: Table, window: Window) -> tuple[Enclosure, ...]:
        """What happened as a log of VASSAL, if the desk wants one."""
        return course(table, window, self.desk.boards) if self.desk.settings.logs else ()

    def _window(self, table: Table, step: Step, side: str) -> Window:
        asked = {decision.id for decision in asked_of(known_to(table.game, table.state, side))}
        due = {key: time for key, time in self._due(table).items() if key in asked}
        return open_window(table, side, step.row.n, due)

    def remind(self, table: Table, side: str) -> None:
        """Write to a side that the game waits for it."""
        text = f"Game {table.number} waits for you.\n\n{self._closing(table, side)}\n"
        subject = f"[{table.number}] {table.game.title}, turn {table.state.turn}: the game waits for you"
        for address in table.row.players[side].addresses:
            self._keep("reminder", table, side, address, subject, text)

    # -- into the mailbag, and out of it -----------------------------------------------------------------

    def _keep(
        self, kind: str, table: Table | None, side: str, to: str, subject: str, text: str, *,
        in_reply_to: str = "", references: tuple[str, ...] = (), letter: int | None = None,
    ) -> None:  # fmt: skip
        word = f"{table.number}-{side}" if table else NO_GAME
        mail = Outgoing(
            desk=self.sender, to=to, subject=subject, text=text, game=word,
            number=self._number(table, side), date=self.now, in_reply_to=in_reply_to, references=references,
        )  # fmt: skip
        self._add(mail, kind, table, side, letter=letter)

    def _number(self, table: Table | None, side: str) -> int:
        return self.store.mail.next_number(table.number if table else None, side)

    def _add(
        self, mail: Outgoing, kind: str, table: Table | None, side: str, *, letter: int | None = None,
        sheet: int = 0, first_event: int = 0, last_event: int = 0, due: str = "",
    ) -> None:  # fmt: skip
        self.store.mail.add_mail(
            MailRow(
                name=file_name(mail), kind=kind, game=table.number if table else None, side=side,
                recipient=mail.to, raw=letter_bytes(mail), written=self.stamp, number=mail.number,
                sheet=sheet, first_event=first_event, last_event=last_event, letter=letter, due=due,
            )
        )  # fmt: skip

    def deliver(self) -> int:
        """Lay every mail that is not there yet into the outbox; how many. Doing it again changes nothing."""
        waiting = self.store.mail.undelivered()
        for mail in waiting:
            deliver(self.desk.outbox, mail.name, mail.raw)
        if waiting:
            with self.store.transaction():
                self.store.mail.mark_delivered(waiting, self.stamp)
        return len(waiting)


def file_name(mail: Outgoing) -> str:
    """The name of a mail's file in the outbox: the same however often it is laid there."""
    unique = sha256(letter_id(mail.desk, mail.game, mail.number).encode("utf-8")).hexdigest()[:16]
    return f"{mail.game}-{mail.number:06d}-{unique}.eml"
