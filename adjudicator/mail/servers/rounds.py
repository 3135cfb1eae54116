"""One round: letters fetched, one mail run, letters put away on the server, mails sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from adjudicator.mail.desk import Desk
from adjudicator.mail.run import MailRun, run_mail
from adjudicator.mail.servers.errors import MailboxError
from adjudicator.mail.servers.pauses import longer, rests
from adjudicator.mail.servers.ticking import look_at_clock, ticks
from adjudicator.mail.settings.servers import Server
from adjudicator.store import Store

if TYPE_CHECKING:
    from adjudicator.mail.servers.imap import ImapFolder

CARRYING = "post.lock"
"""The lock of who carries mail between the servers and the desk."""
_FIRST = timedelta(seconds=10)
_LONGEST = {"network": timedelta(minutes=10)}
"""Pauses after which a server is tried again: soon where the network is gone."""
_LONGEST_ELSE = timedelta(hours=1)


def never() -> bool:
    """Nothing is to end before it is done."""
    return False


class Carried(Exception):
    """Another worker fetches and sends mail just now."""


class Rounds:
    """Goes the rounds of one desk, as often as asked.

    `stopped` says whether to end, between two letters. A `patient` one lets a server that failed rest.
    """

    def __init__(self, desk: Desk, stopped: Callable[[], bool] = never, patient: bool = False) -> None:
        self.desk, self.stopped, self.patient = desk, stopped, patient
        self.imap: ImapFolder | None = None

    def go(self, now: datetime) -> MailRun:
        """One round. Raises DeskError when another is at work there, and StoreError."""
        mail_in, mail_out = self.desk.settings.mail_in, self.desk.settings.mail_out
        try:
            with self._carrying():
                return self._round(now, mail_in, mail_out)
        except Carried:
            return run_mail(self.desk, now, stopped=self.stopped)

    def fetch(self, now: datetime) -> None:
        """Fetch what lies on the server into the desk, and deal with none of it. Raises MailboxError, and
        DeskError when another round is at work there."""
        if self.desk.settings.mail_in.is_folder:
            return
        with suppress(Carried), self._carrying(), self.desk.store() as store:
            self._fetch(store, now)

    @contextmanager
    def _carrying(self) -> Iterator[None]:
        """Be the one who carries mail. Raises Carried where another worker of a shared store does, DeskError
        where another is at work at a desk of one."""
        settings = self.desk.settings
        if settings.mail_in.is_folder and settings.mail_out.is_folder:
            yield
        elif not settings.store.database:
            with self.desk.alone(lock=CARRYING):
                yield
        else:
            with self.desk.store() as store:
                if not store.database.try_for(CARRYING, stay=True):
                    raise Carried
                yield

    def _round(self, now: datetime, mail_in: Server, mail_out: Server) -> MailRun:
        before = MailRun()
        with self.desk.store() as store:
            before.remarks += filter(None, [look_at_clock(self.desk, store, now, ticks())])
            if not mail_in.is_folder:
                self._try("in", store, now, before, lambda: self._fetch(store, now))
        done = run_mail(self.desk, now, stopped=self.stopped)
        done.problems, done.remarks = done.problems + before.problems, before.remarks
        with self.desk.store() as store:
            if self.imap:
                self._try("in", store, now, done, lambda: self._put_away(store))
            if not mail_out.is_folder:
                self._try("out", store, now, done, lambda: self._send(store, now, done))
        return done

    def _fetch(self, store: Store, now: datetime) -> None:
        """Fetch over the connection that is open; where that broke off meanwhile, over a new one."""
        from adjudicator.mail.servers.fetching import Fetching

        was_open = self.imap is not None
        try:
            fetching = Fetching(self.desk, store, self._open())
            fetching.fetch(now, self.stopped)
        except MailboxError as wrong:
            if not was_open or wrong.kind != "network":
                raise
            self.close()
            fetching = Fetching(self.desk, store, self._open())
            fetching.fetch(now, self.stopped)

    def _open(self) -> ImapFolder:
        from adjudicator.mail.servers.imap import ImapFolder

        if self.imap is None:
            self.imap = ImapFolder(self.desk.settings.mail_in, self.desk.folder)
        return self.imap

    def _put_away(self, store: Store) -> None:
        from adjudicator.mail.servers.fetching import Fetching

        Fetching(self.desk, store, self._open()).put_away()

    def _send(self, store: Store, now: datetime, done: MailRun) -> None:
        from adjudicator.mail.servers.sending import Sending

        sending = Sending(self.desk, store, now, self.stopped)
        try:
            sending.send()
        finally:
            done.sent += sending.done.mails
            done.remarks += sending.done.problems

    def _try(self, way: str, store: Store, now: datetime, done: MailRun, do: Callable[[], None]) -> None:
        """Do something with a server; what is in the way is told, and the rest of the round goes on."""
        if self.patient and rests(store.transit.pause(way), now, _LONGEST_ELSE):
            _tell(way, store, done)
            return
        try:
            do()
        except MailboxError as wrong:
            if way == "in":
                self.close()
            _rest(way, store, now, wrong)
            _tell(way, store, done)
        else:
            if store.transit.pause(way):
                with store.transaction():
                    store.transit.end_pause(way)
                    store.transit.set_note(way, "")

    def wait(self, seconds: float, nap: Callable[[float], object]) -> None:
        """Wait till it is worth going again: till a letter comes, where the server tells of them."""
        if self.imap is None or "IDLE" not in self.imap.can:
            nap(seconds)
            return
        try:
            self.imap.wait(seconds, self.stopped)
        except MailboxError:  # the next round says so, if it is still so
            self.close()
            nap(1.0)

    def close(self) -> None:
        """Leave the server."""
        if self.imap:
            self.imap.close()
        self.imap = None


def _rest(way: str, store: Store, now: datetime, wrong: MailboxError) -> None:
    """Let a server rest. As long as the same kind of thing is wrong, it is told in the same words."""
    before, told = store.transit.pause(way), store.transit.note(way)
    longest = _LONGEST.get(wrong.kind, _LONGEST_ELSE)
    with store.transaction():
        store.transit.keep_pause(longer(before, way, now, _FIRST, longest))
        if not (before and told.startswith(f"{wrong.kind}\n")):
            store.transit.set_note(way, f"{wrong.kind}\n{wrong}")


def _tell(way: str, store: Store, done: MailRun) -> None:
    """Tell what is wrong with a server; by mail too, where it is worth one and the mail can go out."""
    kind, _, told = store.transit.note(way).partition("\n")
    worth = way == "in" and kind != "network"
    (done.problems if worth else done.remarks).append(told)
