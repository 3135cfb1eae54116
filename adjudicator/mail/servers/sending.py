"""The outbox sent: what is due, what is tried again after a pause, and what was refused for good.

A mail is moved within the outbox only after the server has taken it, so it is sent at least once; a second
time it is the same to the byte, under the same Message-ID.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.parser import BytesHeaderParser
from email.utils import parseaddr
from pathlib import Path

from adjudicator.mail.desk import Desk
from adjudicator.mail.reading.sender import normal_address
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.servers.errors import MailboxError
from adjudicator.mail.servers.pauses import longer, rests
from adjudicator.mail.servers.smtp import Answer, SmtpLink
from adjudicator.mail.settings.desk_toml import Settings
from adjudicator.mail.writing.maildir import letters_in
from adjudicator.store import CLOCK_STOPPED, Pause, Store
from files import private

REFUSED = "refused"
"""The folder in the outbox for mails that the server refused for good."""
GIVEN_UP = timedelta(days=5)
"""After this long a mail is not tried again (RFC 5321, 4.5.4.1)."""
FIRST, LONGEST = timedelta(minutes=1), timedelta(hours=1)
"""The pauses between two tries to send one mail."""
LONGEST_BROKEN = timedelta(days=1)
"""The longest where the connection broke off in the middle of it: perhaps the mail went out each time."""
BROKE_OFF = "the connection broke off each time, perhaps after the email was accepted"
_REFUSAL = """\
One of your desk's emails could not be sent. hexpost will not try again.

To: {to}. The server says: {said}

The email is in {file}. If the address is wrong, correct it. To send the email
again, move its file back into {new}.
"""

EXAMPLE = Settings().address
"""The address of a desk whose desk.toml nobody has changed yet."""
ANEW = "Open the game in a new desk, and move this email out of the outbox"
TOLD_AT = 3
_BREAKS = """\
The connection to your mail server broke off three times while hexpost was
sending an email to {to}. The email may have gone out each time,
so the player may have several copies. hexpost sends it again at {until} UTC,
then after longer and longer pauses, and stops after five days.
"""


def _answers_to(raw: bytes) -> str:
    """The address to which the reader of an email answers."""
    found = BytesHeaderParser().parsebytes(raw)
    return normal_address(parseaddr(str(found["Reply-To"] or found["From"]))[1])


@dataclass(slots=True)
class Sent:
    """What became of the mails: how many were sent, and what the referee should know."""

    mails: int = 0
    problems: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Sending:
    """Sends the mails of a desk's outbox, at this time."""

    desk: Desk
    store: Store
    now: datetime
    stopped: Callable[[], bool]
    done: Sent = field(default_factory=Sent)

    def send(self) -> Sent:
        """Send what is due. Raises MailboxError where the server itself is in the way; the rest waits."""
        due = list(self._due())
        if due:
            link = SmtpLink(self.desk.settings.mail_out, self.desk.folder)
            try:
                for mail, to in due:
                    if self.stopped():
                        break
                    self._one(link, mail, to)
            finally:
                link.close()
        return self.done

    def _due(self) -> Iterator[tuple[Path, str]]:
        """The mails that are due, and to whom; what is no mail of the desk's is left where it lies."""
        for mail in letters_in(self.desk.outbox):
            if mail.parent.name != "new":
                continue
            to = normal_address(self.store.mail.recipient(mail.name))
            if not to:
                self.done.problems.append(
                    f"outbox/new/{mail.name} is not one of this desk's emails, and is not sent"
                )
                continue
            if not rests(self.store.transit.pause(mail.name), self.now, LONGEST_BROKEN):
                yield mail, to

    def _one(self, link: SmtpLink, mail: Path, to: str) -> None:
        try:
            raw = mail.read_bytes()
        except FileNotFoundError:  # somebody has moved it by hand
            return
        sender = normal_address(self.desk.settings.address)
        if _answers_to(raw) == EXAMPLE != sender:
            self.done.problems.append(
                f"outbox/new/{mail.name} is not sent: its reader would answer to {EXAMPLE}, which was the "
                f"desk's address when the game was opened. {ANEW}"
            )
            return
        pause = longer(self.store.transit.pause(mail.name), mail.name, self.now, FIRST, LONGEST)
        try:
            answer = link.send(sender, to, raw)
        except MailboxError as wrong:
            if wrong.kind == "network":  # perhaps it was taken all the same: not again and again without end
                self._broke_off(mail, to)
            raise
        if answer.is_sent:
            self._move(mail, "cur")
            self.done.mails += 1
        elif answer.is_final or self._is_old(pause):
            self._give_up(mail, to, answer)
        else:
            self._keep(pause)
            self._tell_later(pause, to, answer)

    def _broke_off(self, mail: Path, to: str) -> None:
        """Try a mail again after a longer pause, and not for ever; the third time the referee is told."""
        pause = longer(self.store.transit.pause(mail.name), mail.name, self.now, FIRST, LONGEST_BROKEN)
        if self._is_old(pause):
            self._give_up(mail, to, Answer(0, BROKE_OFF))
            return
        self._keep(pause)
        if pause.tries == TOLD_AT:
            text = _BREAKS.format(to=to, until=pause.until[:16].replace("T", " "))
            Despatch(self.desk, self.store, self.now).tell_referee(f"An email to {to} may go out twice", text)

    def _is_old(self, pause: Pause) -> bool:
        """Whether a mail has waited too long; not by a clock that is not believed."""
        waited = self.now - datetime.fromisoformat(pause.since)
        return waited > GIVEN_UP and not self.store.transit.note(CLOCK_STOPPED)

    def _keep(self, pause: Pause) -> None:
        with self.store.transaction():
            self.store.transit.keep_pause(pause)

    def _tell_later(self, pause: Pause, to: str, answer: Answer) -> None:
        if pause.tries == 1:
            again = f"hexpost tries again from {pause.until[:16].replace('T', ' ')} UTC"
            told = f"the email to {to} was not accepted yet (the server says: {answer.words})"
            self.done.problems.append(f"{told}; {again}")

    def _give_up(self, mail: Path, to: str, answer: Answer) -> None:
        """Lay a mail aside and tell the referee, by mail too, unless that was its reader."""
        private.make_folder(self.desk.outbox / REFUSED)
        file = self.desk.outbox / REFUSED / mail.name
        settings = self.desk.settings
        if to not in {normal_address(settings.address), normal_address(settings.told_at)}:
            text = _REFUSAL.format(to=to, said=answer.words, file=file, new=self.desk.outbox / "new")
            Despatch(self.desk, self.store, self.now).tell_referee(
                f"An email to {to} could not be sent", text
            )
        self._move(mail, REFUSED)
        told = f"the email to {to} was refused for good (the server says: {answer.words}). It is in {file}"
        self.done.problems.append(told)

    def _move(self, mail: Path, part: str) -> None:
        mail.replace(self.desk.outbox / part / mail.name)
        with self.store.transaction():
            self.store.transit.end_pause(mail.name)
