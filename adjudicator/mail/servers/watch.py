"""The watch: one round after the other, till it is told to end; and what fails told to the referee, once."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable, Sequence
from datetime import datetime

from adjudicator.mail.desk import Desk, DeskError
from adjudicator.mail.run import MailRun
from adjudicator.mail.run.outcome import whose
from adjudicator.mail.sending.despatch import NO_GAME, Despatch
from adjudicator.mail.servers.errors import MailboxError
from adjudicator.mail.servers.rounds import Rounds
from adjudicator.mail.writing.outbox import Outgoing, letter_bytes
from adjudicator.store import StoreError
from files.messages import bounded

FOLDER_SECONDS, SERVER_SECONDS, SHARED_SECONDS = 10.0, 60.0, 0.5
"""How long between two rounds over files, over a server that does not tell of a letter by itself, and of one
of several workers, which looks whether others have laid letters into their store."""
_TOLD = "told faults"
_SUBJECT = "Your desk's mail needs you"
_TEXT = """\
The mail of the desk {folder} has a problem that hexpost cannot fix:

{faults}

hexpost keeps trying. It writes to you again only if the problem goes away and
after all was well.
"""
Tell = Callable[[MailRun, Sequence[str]], None]
"""Shows what a round did, and what is newly wrong."""


class Watch:
    """Goes the rounds of a desk for ever. SIGTERM ends it between two letters."""

    def __init__(self, desk: Desk, tell: Tell, clock: Callable[[], datetime]) -> None:
        self.desk, self.tell, self.clock = desk, tell, clock
        self.ending = threading.Event()
        self.rounds = Rounds(desk, self.ending.is_set, patient=True)
        self.shown: set[str] = set()
        self.mailed: set[str] | None = None
        self.seconds = FOLDER_SECONDS if desk.settings.mail_in.is_folder else SERVER_SECONDS
        if desk.settings.store.database and desk.settings.mail_in.is_folder:
            self.seconds = SHARED_SECONDS

    def keep(self) -> None:
        """Keep watch until told to end."""
        before = signal.signal(signal.SIGTERM, lambda *_: self.ending.set())
        try:
            while not self.ending.is_set():
                self.once()
                if not self.ending.is_set():
                    self.rounds.wait(self.seconds, self.ending.wait)
        finally:
            signal.signal(signal.SIGTERM, before)
            self.rounds.close()

    def once(self) -> None:
        """One round; what stops it is no reason not to try the next."""
        try:
            done = self.rounds.go(self.clock())
        except Exception as fault:  # nobody is there to begin the watch anew
            known = isinstance(fault, (DeskError, StoreError))
            done = MailRun(problems=[str(fault) if known else whose(fault, "")])
        wrong = [*done.problems, *done.remarks]
        fresh = [one for one in wrong if one not in self.shown]
        self.shown = set(wrong)
        if done.letters or done.mails or done.sent or done.news or fresh:
            self.tell(done, fresh)
        self._mail(done.problems)

    def _mail(self, problems: Sequence[str]) -> None:
        """Email the referee about what was not wrong the last time, also after a restart of the watch."""
        try:
            with self.desk.store() as store:
                if self.mailed is None:
                    self.mailed = set(json.loads(store.transit.note(_TOLD) or "[]"))
                if self.mailed == set(problems):
                    return
                fresh = [one for one in problems if one not in self.mailed]
                if fresh:
                    Despatch(self.desk, store, self.clock()).tell_referee(_SUBJECT, self._text(fresh))
                with store.transaction():
                    store.transit.set_note(_TOLD, json.dumps(sorted(problems)) if problems else "")
        except (StoreError, OSError):
            self._mail_without_store([one for one in problems if one not in (self.mailed or set())])
        self.mailed = set(problems)

    def _text(self, faults: Sequence[str]) -> str:
        return _TEXT.format(folder=self.desk.folder, faults="\n\n".join(map(bounded, faults)))

    def _mail_without_store(self, faults: Sequence[str]) -> None:
        """Where the store itself is at fault, the mail goes out at once, or not at all."""
        settings, now = self.desk.settings, self.clock()
        if settings.mail_out.is_folder or not faults:
            return
        from adjudicator.mail.servers.smtp import SmtpLink

        mail = Outgoing(
            desk=f"{settings.name} <{settings.address}>", to=settings.address, subject=_SUBJECT,
            text=self._text(faults), game=f"{NO_GAME}-fault", number=int(now.timestamp()), date=now,
        )  # fmt: skip
        try:
            link = SmtpLink(settings.mail_out, self.desk.folder)
            try:
                link.send(settings.address, settings.address, letter_bytes(mail))
            finally:
                link.close()
        except MailboxError as wrong:
            self.tell(MailRun(), [str(wrong)])
