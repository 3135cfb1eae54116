"""A folder on a mail server: its letters by their UID, moving them, and waiting for the next one.

By the standard library's imaplib, watched (`watched.py`): what is needed are the bytes of a letter as they
are, five commands, and a wait for which it has no words before Python 3.14.
"""

from __future__ import annotations

import base64
import imaplib
import re
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from adjudicator.mail.servers.errors import LetterError, MailboxError
from adjudicator.mail.servers.secret import Secret, secret_of
from adjudicator.mail.servers.tls import SECONDS, context_of
from adjudicator.mail.servers.trouble import login_refused, one_line_of, told
from adjudicator.mail.servers.watched import Watched, WatchedTls
from adjudicator.mail.settings.servers import Server

MARKS = {True: r"\Flagged", False: r"\Seen"}
"""How a letter is marked that is held or judged, where it cannot be moved."""
LARGEST_NUMBER = 2**32 - 1
"""What a UID and UIDVALIDITY can be at most (RFC 3501, 2.3.1.1)."""
_UID = re.compile(rb"\bUID (\d{1,10})\b")
_SIZE = re.compile(rb"\bRFC822\.SIZE (\d{1,12})\b")
_SLICE_SECONDS = 1.0  # how often a wait looks whether it is to end
_NOT_ASCII = re.compile(r"[^\x20-\x7e]+|&")
_DELIMITER = re.compile(rb'\([^)]*\) "(.)"')


@dataclass(frozen=True, slots=True)
class Found:
    """A letter on the server: its bytes, or those of its From lines; when it came, in seconds since 1970, 0
    where the server does not say so; how large it is by the server's word."""

    raw: bytes
    came: int
    size: int = 0


def folder_name(name: str) -> str:
    """The name of a folder as it is written in a command: in quotes, in IMAP's own UTF-7 (RFC 3501, 5.1.3).

    >>> folder_name("Entwürfe & Züge")
    '"Entw&APw-rfe &- Z&APw-ge"'
    """

    def shifted(found: re.Match[str]) -> str:
        if found[0] == "&":
            return "&-"
        coded = base64.b64encode(found[0].encode("utf-16-be")).decode("ascii")
        return f"&{coded.rstrip('=').replace('/', ',')}-"

    return '"' + re.sub(r'(["\\])', r"\\\1", _NOT_ASCII.sub(shifted, name)) + '"'


class ImapFolder:
    """The folder of a server in which letters come in, open. Every method raises MailboxError."""

    def __init__(self, server: Server, desk: Path) -> None:
        self.server = server
        self._places: dict[str, str] = {}
        largest = server.largest * 1_000_000
        secret, context = secret_of(server, desk), context_of(server, desk)
        with told(server):
            if server.security == "tls":
                self.client: Watched = WatchedTls(
                    largest, server.server, server.port, ssl_context=context, timeout=SECONDS
                )
            else:
                self.client = Watched(largest, server.server, server.port, timeout=SECONDS)
        try:
            with told(server):
                if server.security == "starttls":
                    self._start_tls(context)
                self._log_in(secret or Secret(""))
                listed = self._ok(self.client.capability())[0] or b""
                self.can = frozenset(listed.decode("ascii", "replace").upper().split())
                self._select()
        except BaseException:  # interrupted, too
            self.close()
            raise

    def _start_tls(self, context: ssl.SSLContext) -> None:
        if "STARTTLS" not in self.client.capabilities:
            raise MailboxError(
                f"{self.server.told}: the server offers no encryption here (STARTTLS), so no password was "
                'sent. Perhaps its port 993 does, with security = "tls"'
            )
        self.client.starttls(context)

    def _log_in(self, secret: Secret) -> None:
        server, offered = self.server, self.client.capabilities
        try:
            if server.token_command:
                answers = iter((f"user={server.user}\x01auth=Bearer {secret.reveal()}\x01\x01".encode(), b""))
                self.client.authenticate("XOAUTH2", lambda _: next(answers, b""))
            elif "AUTH=PLAIN" in offered:
                word = f"\0{server.user}\0{secret.reveal()}".encode()
                self.client.authenticate("PLAIN", lambda _: word)
            elif "LOGINDISABLED" in offered or not (server.user.isascii() and secret.is_plain):
                raise MailboxError(
                    f"{server.told}: the server does not accept this kind of password here", "login"
                )
            else:
                self.client.login(server.user, secret.reveal())
        except imaplib.IMAP4.abort:
            raise
        except imaplib.IMAP4.error as wrong:
            raise login_refused(wrong, server) from None

    def _select(self) -> None:
        name = self.server.folder
        try:
            kind, said = self.client.select(folder_name(name))
        except imaplib.IMAP4.readonly:
            kind, said = "NO", [b"it may only be read"]
        if kind != "OK":
            why = str(said[0] or b"", "utf-8", "replace")[:200]
            raise MailboxError(
                f"{self.server.told}: the folder {name!r} cannot be opened (it says: {why})", "folder"
            )
        self.validity = self._number("UIDVALIDITY")
        self.next = self._number("UIDNEXT")

    def _number(self, word: str) -> int:
        said = self.client.response(word)[1][0]
        number = int(said) if said else 0
        if not 0 <= number <= LARGEST_NUMBER:
            raise MailboxError(f"{self.server.told}: the server says {word} {number}, which cannot be")
        return number

    # -- letters -----------------------------------------------------------------------------------------

    def uids(self, first: int) -> list[int]:
        """The UIDs of the letters from a first one on, ascending."""
        with told(self.server):
            self.client.begin_answer()
            self._ok(self.client.noop())
            self.client.response("EXISTS")  # forget what was told so far: what comes from now on is news
            # a line for each: what SEARCH finds is one line, which for 200,000 letters is too long
            found = self._ok(self.client.uid("FETCH", f"{first}:*", "(UID)"))
        told_of = (_UID.search(line) for line in found if isinstance(line, bytes))
        uids = {int(one[1]) for one in told_of if one}
        return sorted(uid for uid in uids if first <= uid <= LARGEST_NUMBER)

    def after_last(self) -> int:
        """The UID that the next letter gets, or one that is not larger and larger than all there are."""
        return self.next or max(self.uids(1), default=0) + 1

    def sender(self, uid: int) -> Found | None:
        """The From lines of a letter; None if it is gone."""
        return self._fetch(uid, "RFC822.SIZE BODY.PEEK[HEADER.FIELDS (FROM)]")

    def letter(self, uid: int) -> Found | None:
        """A letter whole; it stays unread on the server. None if it is gone. Raises LetterError."""
        return self._fetch(uid, "BODY.PEEK[]")

    def _fetch(self, uid: int, what: str) -> Found | None:
        with told(self.server):
            self.client.begin_answer()
            kind, parts = self.client.uid("FETCH", str(uid), f"(UID INTERNALDATE {what})")
            if kind != "OK":
                raise LetterError(f"the server says: {one_line_of(parts[0] if parts else kind)}")
            about = b" ".join(part[0] if isinstance(part, tuple) else part or b"" for part in parts)
        raw = next((part[1] for part in parts if isinstance(part, tuple)), None)
        size = _SIZE.search(about)
        return None if raw is None else Found(raw, _when(about), int(size[1]) if size else 0)

    def holds(self, message_id: str) -> bool:
        """Whether a letter of this Message-ID lies in the folder."""
        with told(self.server):
            self._ok(self.client.noop())
            return bool(self._ok(self.client.uid("SEARCH", f'HEADER Message-ID "{message_id}"'))[0])

    # -- putting away ------------------------------------------------------------------------------------

    def place(self, name: str) -> str:
        """The folder of that name as a command writes it, made if need be; "" if it cannot be."""
        if name not in self._places:
            with told(self.server):
                self._places[name] = next(filter(self._is_there, self._candidates(name)), "")
        return self._places[name]

    def _candidates(self, name: str) -> Iterator[str]:
        """As it is called; and, where all folders lie within the inbox, there."""
        yield folder_name(name)
        listed = self.client.list('""', '""')[1]
        found = _DELIMITER.match(listed[0]) if listed and isinstance(listed[0], bytes) else None
        if found:
            yield folder_name(f"INBOX{found[1].decode('ascii')}{name}")

    def _is_there(self, written: str) -> bool:
        if self.client.status(written, "(UIDNEXT)")[0] == "OK":
            return True
        made = self.client.create(written)[0] == "OK"
        if made:
            self.client.subscribe(written)
        return made

    @property
    def moves(self) -> bool:
        """Whether the server can move letters (RFC 6851)."""
        return "MOVE" in self.can

    def put_away(self, uid: int, held: bool) -> None:
        """Move a letter to its folder, or mark it. If it is gone, do nothing."""
        place = self.place(self.server.held if held else self.server.judged) if self.moves else ""
        with told(self.server):
            if not (place and self.client.uid("MOVE", str(uid), place)[0] == "OK"):
                keyword = "hexpost-held" if held else "hexpost-judged"
                marks = (f"({MARKS[held]} {keyword})", f"({MARKS[held]})")
                any(self.client.uid("STORE", str(uid), "+FLAGS.SILENT", one)[0] == "OK" for one in marks)

    # -- waiting -----------------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """What the server sends from now on is of a new round, and has its time."""
        self.client.begin_round()

    def wait(self, seconds: float, stopped: Callable[[], bool]) -> bool:
        """Wait for a letter (RFC 2177), for a while; whether there may be one."""
        if self.client.untagged_responses.get("EXISTS"):
            return True
        with told(self.server):
            return self._idle(time.monotonic() + seconds, stopped)

    def _idle(self, until: float, stopped: Callable[[], bool]) -> bool:
        """Read from the connection itself: a reader of lines is of no use after a timeout."""
        sock, heard, told_of = self.client.socket(), b"", False
        sock.sendall(b"IDLE1 IDLE\r\n")
        while not (told_of or _ended(heard) or stopped()) and (left := until - time.monotonic()) > 0:
            sock.settimeout(min(left, _SLICE_SECONDS))
            with suppress(TimeoutError):
                heard += _received(sock.recv(4096))
            told_of = re.search(rb"(?mi)^\* \d+ (?:EXISTS|RECENT)\r?$", heard) is not None
        sock.settimeout(SECONDS)
        if not _ended(heard):
            sock.sendall(b"DONE\r\n")
        while not _ended(heard):
            heard += _received(sock.recv(4096))
        return told_of

    def close(self) -> None:
        """Leave the server; letters that others marked for deletion stay."""
        with suppress(MailboxError), told(self.server):
            self.client.logout()
        with suppress(OSError):
            self.client.shutdown()

    def _ok(self, answer: tuple[str, list[bytes]]) -> list[bytes]:
        """The data of an answer. Raises MailboxError for a "no"."""
        kind, data = answer
        if kind != "OK":
            said = one_line_of(data[0] if data else kind)
            raise MailboxError(f"{self.server.told}: the server says: {said}")
        return data


def _when(about: bytes) -> int:
    """When a letter came, in seconds since 1970; 0 for a date that none can be."""
    try:
        came = imaplib.Internaldate2tuple(about)
        return max(0, int(time.mktime(came))) if came else 0
    except (ValueError, OverflowError):
        return 0


def _received(piece: bytes) -> bytes:
    if not piece:
        raise ConnectionResetError
    return piece


def _ended(heard: bytes) -> bool:
    """Whether the server has answered that the wait is over, or that it knows none."""
    return re.search(rb"(?m)^IDLE1 [^\n]*\n", heard) is not None
