"""What went wrong with a mail server, in words that say what to do."""

from __future__ import annotations

import imaplib
import re
import smtplib
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager

from adjudicator.mail.servers.errors import MailboxError, TooLong
from adjudicator.mail.settings.servers import HERE, PORTS, Server
from adjudicator.mail.writing.outbox import one_line

_MOST = 300  # signs of a server's own words
_APP_PASSWORD = re.compile(r"app(?:lication)?[ -]?(?:specific)?[ -]?password", re.IGNORECASE)
_NO_PASSWORDS = re.compile(
    r"basic ?auth\w*[^.]{0,30}disabled|BasicAuthBlocked|XOAUTH2 required", re.IGNORECASE
)
_SWITCHED_OFF = re.compile(
    r"(?:IMAP|POP|SMTP)[^.]{0,40}(?:disabled|not enabled|deactivated|turned off)|web ?login|web browser",
    re.IGNORECASE,
)
_LATER = re.compile(r"too many|rate limit|\[LIMIT\]|try again later|\[UNAVAILABLE\]|temporar", re.IGNORECASE)
_CERTIFICATES = {
    9: "is not valid yet. Is this computer's clock right?",
    10: "has expired, and its owner must renew it. Is this computer's clock right?",
    18: "is signed by the server itself, so nobody vouches for it",
    19: "is signed by an authority that this computer does not know",
    20: "is signed by an authority that this computer does not know",
    21: "is signed by an authority that this computer does not know",
    62: "belongs to a server with another name. Is the server's name right?",
    64: "belongs to a server with a name. Use the server's name instead of numbers",
}
"""What is wrong with a certificate, by OpenSSL's number (x509_vfy.h)."""
_TRUSTABLE = (18, 19, 20, 21)
_CUT = (
    ConnectionError,
    EOFError,
    ssl.SSLEOFError,
    ssl.SSLZeroReturnError,
    imaplib.IMAP4.abort,
    smtplib.SMTPServerDisconnected,
)
"""How it shows that a connection broke off."""


_NONSENSE = (ValueError, ArithmeticError, LookupError, TypeError, AttributeError)
"""How it shows that an answer makes no sense: the standard library believes whatever a server says."""


@contextmanager
def told(server: Server) -> Iterator[None]:
    """Raise MailboxError, in words, for what goes wrong with a server in here."""
    try:
        yield
    except (OSError, imaplib.IMAP4.error, smtplib.SMTPException, EOFError, UnicodeError) as wrong:
        raise in_words(wrong, server) from None
    except _NONSENSE as wrong:
        said = f"{type(wrong).__name__}: {one_line_of(wrong)}"
        raise MailboxError(f"{server.told}: the server's answer makes no sense ({said})", "network") from None


def in_words(wrong: Exception, server: Server) -> MailboxError:
    """What an error of a connection means."""
    if isinstance(wrong, ssl.SSLCertVerificationError):
        asks = ("certificate",) if wrong.verify_code in _TRUSTABLE else ()
        return MailboxError(_of_certificate(wrong, server), "certificate", asks)
    if isinstance(wrong, ssl.SSLError) and not isinstance(wrong, _CUT):
        return MailboxError(_of_tls(server), "server")
    network = _of_network(wrong, server)
    if network:
        return MailboxError(network, "network")
    return MailboxError(f"{server.told}: the server says: {words_of(wrong)}")


def login_refused(wrong: Exception, server: Server) -> MailboxError:
    """What it means that a server did not let us in."""
    said = words_of(wrong)
    ours = f"{server.told} does not let {server.user} in"
    if _LATER.search(said):
        return MailboxError(f"{ours} now (it says: {said})", "network")
    if _APP_PASSWORD.search(said):
        why = (
            "it needs an app password, not the one you use on the web. Create one on the provider's pages, "
            "under security"
        )
    elif _NO_PASSWORDS.search(said):
        why = "it no longer accepts passwords from programs, only OAuth tokens (token-command)"
    elif _SWITCHED_OFF.search(said):
        why = "mail programs are switched off. Allow them (IMAP) on the provider's web pages"
    else:
        why = (
            "the user name or the password is wrong. Many providers need an app password, which you create "
            "on their web pages"
        )
    return MailboxError(f"{ours}: {why} (it says: {said})", "login")


def words_of(wrong: Exception) -> str:
    """What a server said, on one line."""
    if isinstance(wrong, smtplib.SMTPResponseException):
        return reply(wrong.smtp_code, wrong.smtp_error)
    said = wrong.args[0] if wrong.args else ""
    return one_line_of(said) or type(wrong).__name__


def reply(code: int, said: bytes | str) -> str:
    """An answer of an SMTP server as people read it."""
    return f"{code} {one_line_of(said)}".strip()


def one_line_of(said: object) -> str:
    """Something a server said, on one line, and not too long."""
    return one_line(said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said))[:_MOST]


def _of_certificate(wrong: ssl.SSLCertVerificationError, server: Server) -> str:
    why = _CERTIFICATES.get(wrong.verify_code, f"cannot be trusted ({wrong.verify_message})")
    told = f"{server.told}: the server's certificate, by which it proves who it is, {why}"
    if wrong.verify_code in _TRUSTABLE:
        told += (
            '. If the server is your own, name its certificate: certificate = "server.pem", or '
            "hexpost desk connect --certificate server.pem"
        )
    return f"{told}. No password was sent"


def _of_tls(server: Server) -> str:
    """The port begins otherwise than was said: the other ways to write it, with the number that was given."""
    ports, here = PORTS[server.kind], server.server in HERE
    ways = [way for way in ("starttls", "tls", "none") if way != server.security and (here or way != "none")]
    write = " or ".join(f'"{server.server}:{server.port}/{way}"' for way in ways)
    none = ', a server on this computer without TLS "none"' if here else ""
    return (
        f"{server.told}: the server does not speak TLS as expected. A port that begins without TLS (usually "
        f'{ports["starttls"]}) wants security = "starttls", one that begins with it (usually {ports["tls"]}) '
        f'"tls"{none}. For hexpost desk connect, write {write}'
    )


def _of_network(wrong: Exception, server: Server) -> str:
    """What is wrong between here and the server; "" if it is the server that says so."""
    if isinstance(wrong, (socket.gaierror, UnicodeError)):  # the second: a name that no server can have
        return f"the server {server.server} was not found. Are its name and your network connection right?"
    if isinstance(wrong, ConnectionRefusedError):
        return f"{server.told}: nothing answers at this port. Is its number right?"
    if isinstance(wrong, TooLong):
        return f"{server.told}: the server is so slow that this mail run was ended. The next one continues"
    if isinstance(wrong, TimeoutError):
        hint = ', or the port wants security = "tls"' if server.security == "starttls" else ""
        return f"{server.told}: no answer in time. A firewall may be in between{hint}"
    if isinstance(wrong, _CUT):
        return f"{server.told}: the connection broke off"
    if isinstance(wrong, OSError) and not isinstance(wrong, smtplib.SMTPException):
        return f"{server.told}: no connection ({wrong.strerror or wrong})"
    return ""
