"""A mailbox tried both ways, and written into desk.toml when all is well."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from adjudicator.mail.desk import Desk
from adjudicator.mail.servers.errors import MailboxError
from adjudicator.mail.servers.fetching import Fetching
from adjudicator.mail.servers.imap import ImapFolder
from adjudicator.mail.servers.providers import provider_of
from adjudicator.mail.servers.smtp import SmtpLink
from adjudicator.mail.servers.writing import Values, write_tables
from adjudicator.mail.settings.desk_toml import FILE
from adjudicator.mail.settings.servers import KINDS, PASSWORDS, Server, read_server, server_faults
from adjudicator.mail.writing.outbox import Outgoing, letter_bytes, message_id
from files import private

WAYS = {
    "file": "password-file",
    "env": "password-env",
    "command": "password-command",
    "token": "token-command",
}
"""How the password is got, as it is said in an answer: "file:NAME", "env:NAME", "command:WORDS"."""
TYPED = "typed"
"""The password itself, where it is typed and kept in a file."""
ASKED = {TYPED: "password"}
"""What is asked because of another answer, and that."""
BACK_SECONDS = 20.0
"""How long the test mail may be on its way."""
_TEST = """\
This is the test email of your hexpost desk: {folder}

Your SMTP server sent it. You can delete it.
"""
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Answers:
    """What the referee answered: servers as HOST:PORT, behind which "/tls", "/starttls" or "/none" may stand
    for a port that is not a usual one; and how the password is got, as "file:NAME"."""

    address: str
    imap: str
    smtp: str
    user: str
    password: str
    certificate: str = ""
    folder: str = ""
    take: str = ""

    @property
    def hint(self) -> str:
        """What this provider wants of who does not get in."""
        return provider_of(self.address).hint

    @property
    def password_file(self) -> str:
        """The file in which the password is kept, "" where it is not in one."""
        way, _, rest = self.password.partition(":")
        return rest if way == "file" else ""

    def table(self, table: str) -> dict[str, str | int]:
        """A table of desk.toml as answered. Raises MailboxError for what is no answer."""
        host, port, security = place_of(self.imap if table == "in" else self.smtp)
        way, _, rest = self.password.partition(":")
        if way not in WAYS or not rest:
            raise MailboxError(
                "write file:NAME, env:NAME, command:WORDS or token:WORDS, and never the password itself. "
                "To type the password, press Enter here (or leave out --password)",
                answers=("password",),
            )
        entries: dict[str, str | int] = {"kind": KINDS[table], "server": host, "port": port}
        entries["security"] = security or Server(KINDS[table], port=port).complete().security
        entries |= {"user": self.user, WAYS[way]: rest}
        besides = {"certificate": self.certificate}
        if table == "in":
            besides |= {"folder": self.folder, "take": self.take}
        entries |= {key: value for key, value in besides.items() if value}
        faults = dict(server_faults(table, entries))
        if faults:
            raise MailboxError("\n".join(faults.values()), answers=tuple({"certificate"} & faults.keys()))
        return entries


def place_of(text: str) -> tuple[str, int, str]:
    """A server as it is answered: its name, its port, and its security, "" where that of the port will do.
    Raises MailboxError."""
    host, _, rest = text.strip().rpartition(":")
    port, _, security = rest.partition("/")
    if not (host and port.isdecimal()):
        raise MailboxError(
            f'"{text}" should be a server and its port, such as imap.example.org:993, or with /tls or '
            "/starttls after an unusual port"
        )
    return host, int(port), security


def connect(desk: Desk, answers: Answers, now: datetime, say: Say, back: float = BACK_SECONDS) -> None:
    """Try a mailbox both ways, and write it into desk.toml. Raises MailboxError, with nothing written."""
    tables = {}
    for table, kind in KINDS.items():
        with _about(kind):
            tables[table] = answers.table(table)
    settings = replace(
        desk.settings, address=answers.address,
        mail_in=read_server(tables["in"]), mail_out=read_server(tables["out"]),
    )  # fmt: skip
    tried = Desk(desk.folder, settings)
    with _hinted(answers):
        with _about("imap"):
            imap = ImapFolder(settings.mail_in, desk.folder)
        try:
            with _about("imap"):
                _say_of_imap(imap, settings.mail_in, say)
            with _about("smtp"):
                sent = _send_test(tried, now, say)
            _wait_for(imap, sent, say, back)
            with tried.store() as store:
                Fetching(tried, store, imap).begin(now)
        finally:
            imap.close()
    write_tables(desk.folder / FILE, _to_write(tables, answers))


@contextmanager
def password_kept(desk: Desk, name: str, text: str) -> Iterator[None]:
    """Have a password in its file, which only its owner can read; as it was before where this fails."""
    file = desk.folder / Path(name).expanduser()
    before = file.read_bytes() if file.is_file() else None
    private.make_file(file)
    private.write(file, f"{text}\n".encode())
    try:
        yield
    except BaseException:  # interrupted, too
        if before is None:
            file.unlink()
        else:
            private.write(file, before)
        raise


@contextmanager
def _hinted(answers: Answers) -> Iterator[None]:
    """Add what this provider wants to what a server says of a login."""
    try:
        yield
    except MailboxError as wrong:
        if wrong.kind != "login" or not answers.hint:
            raise
        raise MailboxError(f"{wrong}\n{answers.hint}", wrong.kind, wrong.answers) from None


@contextmanager
def _about(answer: str) -> Iterator[None]:
    """Add to what goes wrong with a server in here which answer is to be given again: this, or that by which
    the desk logs in; none where the folder of the mail is wrong, which is no answer."""
    try:
        yield
    except MailboxError as wrong:
        other = {"login": ("user", TYPED), "secret": ("password",), "folder": ()}
        wrong.answers = wrong.answers or other.get(wrong.kind, (answer,))
        raise


def _say_of_imap(imap: ImapFolder, server: Server, say: Say) -> None:
    count = len(imap.uids(1))
    letters = "1 email, which stays as it is" if count == 1 else f"{count} emails, which stay as they are"
    say(f"IMAP  {server.told}: {server.user} is logged in")
    say(f"IMAP  {server.folder} has {letters}")
    places = [imap.place(name) for name in (server.judged, server.held)] if imap.moves else [""]
    if all(places):
        say(f"IMAP  handled emails of your games move to {server.judged} or {server.held}")
    else:
        say("IMAP  emails cannot be moved here. Handled ones are marked as read, held ones with a flag")


def _send_test(desk: Desk, now: datetime, say: Say) -> str:
    """Send a mail to oneself; its Message-ID."""
    settings, server = desk.settings, desk.settings.mail_out
    sender = f"{settings.name} <{settings.address}>"
    mail = Outgoing(
        desk=sender, to=settings.address, subject="Test email of your desk", game="test",
        text=_TEST.format(folder=desk.folder), number=int(now.timestamp()), date=now,
    )  # fmt: skip
    link = SmtpLink(server, desk.folder)
    try:
        say(f"SMTP  {server.told}: {server.user or 'nobody'} is logged in")
        answer = link.send(settings.address, settings.address, letter_bytes(mail))
    finally:
        link.close()
    if not answer.is_sent:
        raise MailboxError(f"{server.told}: the test email was refused (the server says: {answer.words})")
    say(f"SMTP  the server accepted a test email to {settings.address}")
    return message_id(sender, "test", mail.number)


def _wait_for(imap: ImapFolder, name: str, say: Say, seconds: float) -> None:
    until = time.monotonic() + seconds
    while not (there := imap.holds(name)) and time.monotonic() < until:
        time.sleep(0.5)
    say(f"IMAP  the test email {'has come back' if there else 'has not arrived yet. Look for it later'}")


def _to_write(tables: dict[str, dict[str, str | int]], answers: Answers) -> dict[str, Values]:
    """What is to stand in desk.toml; other ways to a password go out of it."""
    servers: dict[str, Values] = {
        table: {**entries, **{way: None for way in PASSWORDS if way not in entries}}
        for table, entries in tables.items()
    }
    return {"referee": {"address": answers.address}, **servers}
