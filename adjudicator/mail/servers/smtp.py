"""One connection to the server that sends our mails."""

from __future__ import annotations

import base64
import smtplib
import ssl
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from adjudicator.mail.servers.errors import MailboxError
from adjudicator.mail.servers.secret import Secret, secret_of
from adjudicator.mail.servers.tls import SECONDS, context_of
from adjudicator.mail.servers.trouble import login_refused, reply, told
from adjudicator.mail.settings.servers import Server

_US = "[127.0.0.1]"  # how we call ourselves: nobody's business, and no question to a name server
_DATA_SECONDS = 600.0  # RFC 5321, 4.5.3.2.6
_TOO_BIG = 552  # RFC 5321, 4.2.3: of one mail, even where it is said of its sender
_LEAVES = 421
_SENT, _TAKEN = 250, (250, 251)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said of one mail."""

    code: int
    words: str

    @property
    def is_sent(self) -> bool:
        """Whether the server has taken the mail."""
        return self.code == _SENT

    @property
    def is_final(self) -> bool:
        """Whether it is of no use to try again."""
        return self.code >= 500


class _Lines:
    """The lines of a server; one that breaks off before its end is no line."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def readline(self, most: int = -1) -> bytes:
        """The next line, b"" where the connection ended before it did."""
        line = self._file.readline(most)
        return line if line.endswith(b"\n") or len(line) == most else b""

    def close(self) -> None:
        """Close what is read."""
        self._file.close()


class _Whole(smtplib.SMTP):
    """Takes no reply of which the end is missing: of an offer that was cut off, encryption may be missing."""

    def getreply(self) -> tuple[int, bytes]:
        """The next reply, whole. Raises SMTPServerDisconnected."""
        if self.file is None and self.sock is not None:
            self.file = _Lines(self.sock.makefile("rb"))
        return super().getreply()


class _WholeTls(_Whole, smtplib.SMTP_SSL):
    """The same with TLS from the beginning."""


class SmtpLink:
    """An open connection. Every method raises MailboxError for what is wrong with the server itself."""

    def __init__(self, server: Server, desk: Path) -> None:
        self.server = server
        secret, context = secret_of(server, desk), context_of(server, desk)
        with told(server):
            place = (server.server, server.port, _US)
            self.client: smtplib.SMTP = (
                _WholeTls(*place, timeout=SECONDS, context=context)
                if server.security == "tls"
                else _Whole(*place, timeout=SECONDS)
            )
        try:
            with told(server):
                self._begin(context)
                if secret:
                    self._log_in(secret)
        except BaseException:  # interrupted, too
            self.close()
            raise

    def _begin(self, context: ssl.SSLContext) -> None:
        self.client.ehlo_or_helo_if_needed()
        if self.server.security != "starttls":
            return
        if not self.client.has_extn("starttls"):
            raise MailboxError(
                f"{self.server.told}: the server offers no encryption here (STARTTLS), so no password was "
                'sent. Perhaps its port 465 does, with security = "tls"'
            )
        self.client.starttls(context=context)
        self.client.ehlo()

    def _log_in(self, secret: Secret) -> None:
        """By a token, or a password; the library's own way knows only passwords of ASCII."""
        user, offered = self.server.user, self.client.esmtp_features.get("auth", "").upper().split()
        if self.server.token_command:
            self._authenticate("XOAUTH2", f"user={user}\x01auth=Bearer {secret.reveal()}\x01\x01")
        elif "PLAIN" in offered:
            self._authenticate("PLAIN", f"\0{user}\0{secret.reveal()}")
        elif not offered or not (user.isascii() and secret.is_plain):
            raise MailboxError(
                f"{self.server.told}: the server does not accept this kind of password here", "login"
            )
        else:
            try:
                self.client.login(user, secret.reveal())
            except smtplib.SMTPAuthenticationError as wrong:
                raise login_refused(wrong, self.server) from None

    def _authenticate(self, way: str, word: str) -> None:
        code, said = self.client.docmd("AUTH", f"{way} {base64.b64encode(word.encode()).decode('ascii')}")
        if code == 334:  # what is wrong with a token comes as a question, and the refusal after its answer
            code, said = self.client.docmd("")
        if code == _LEAVES:
            raise smtplib.SMTPServerDisconnected
        if code // 100 != 2:
            raise login_refused(smtplib.SMTPResponseException(code, said), self.server)

    def send(self, sender: str, to: str, raw: bytes) -> Answer:
        """Send one mail to one address; what the server said of it. A refusal of us is a MailboxError."""
        data = raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        size = [f"size={len(data)}"] if self.client.has_extn("size") else []
        with told(self.server):
            code, said = self.client.mail(sender, size)
            if code // 100 == 5 and code != _TOO_BIG:
                why = f"the server does not send mail from {sender} (it says: {reply(code, said)})"
                raise MailboxError(f"{self.server.told}: {why}")
            if code == _SENT:
                code, said = self.client.rcpt(to)
                if code in _TAKEN:
                    code, said = self._data(data)
            if code == _LEAVES:
                raise smtplib.SMTPServerDisconnected
            if code != _SENT:
                self.client.rset()
        return Answer(code, reply(code, said))

    def _data(self, data: bytes) -> tuple[int, bytes]:
        """Send the mail itself; a server may think long about it, and to send it again would make two."""
        assert self.client.sock is not None
        self.client.sock.settimeout(_DATA_SECONDS)
        try:
            return self.client.data(data)
        except smtplib.SMTPDataError as wrong:
            said = wrong.smtp_error
            return wrong.smtp_code, said.encode() if isinstance(said, str) else said
        finally:
            if self.client.sock:
                self.client.sock.settimeout(SECONDS)

    def close(self) -> None:
        """Leave the server."""
        with suppress(OSError, smtplib.SMTPException):
            self.client.quit()
        with suppress(OSError):
            self.client.close()
