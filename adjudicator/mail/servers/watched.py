"""An IMAP connection that is watched: so many bytes for one thing, and so long for a whole round.

The standard library reads whatever a server sends: a literal of 20 GB into memory, a byte every half minute
for ever. (imapclient, the well-kept library for it, reads through the same code.) Here each is an error.
"""

from __future__ import annotations

import imaplib
import io
import socket
import time
from typing import Any

from adjudicator.mail.servers.errors import LetterError, TooLong
from adjudicator.mail.servers.tls import SECONDS

ROUND_SECONDS = 600.0
"""How long a server may keep us in one round, all its answers together."""
_LONGEST_LINE = 1_000_000
_AT_ONCE = 1 << 16  # bytes that are read at once
_MORE = 1 << 26  # bytes that an answer may have beside the letter in it: the numbers of a million letters


class _Wire(io.RawIOBase):
    """The bytes that come over a connection, while there is time for them."""

    def __init__(self, sock: socket.socket, until: float, left: int) -> None:
        super().__init__()
        self.sock, self.until, self.left = sock, until, left

    def readable(self) -> bool:
        """It is for reading."""
        return True

    def readinto(self, buffer: Any) -> int:
        """What has come. Raises TooLong, TimeoutError, LetterError."""
        left = self.until - time.monotonic()
        if left <= 0:
            raise TooLong
        self.sock.settimeout(min(SECONDS, left))
        try:
            count = self.sock.recv_into(buffer)
        except TimeoutError:
            if time.monotonic() >= self.until:
                raise TooLong from None
            raise
        self.left -= count
        if self.left < 0:
            raise LetterError("an answer of the server does not end", broken=True)
        return count


class Watched(imaplib.IMAP4):
    """An IMAP connection whose server may send letters of so many bytes at most (`largest`)."""

    def __init__(self, largest: int, *args: Any, **named: Any) -> None:
        self.largest = largest
        self.until = time.monotonic() + ROUND_SECONDS
        super().__init__(*args, **named)

    @property
    def sock(self) -> socket.socket:
        """The connection: what was read of an earlier one, before it was encrypted, is never used."""
        return self._sock

    @sock.setter
    def sock(self, sock: socket.socket) -> None:
        self._sock = sock
        self._wire = _Wire(sock, self.until, self.largest + _MORE)
        self._reader = io.BufferedReader(self._wire, _AT_ONCE)

    def begin_round(self) -> None:
        """All that the server sends from now on is of a new round."""
        self.until = self._wire.until = time.monotonic() + ROUND_SECONDS

    def begin_answer(self) -> None:
        """What the server sends now answers a new command."""
        self._wire.left = self.largest + _MORE

    def read(self, size: int) -> bytes:
        """A literal of so many bytes. Raises LetterError for one that is larger than any letter."""
        if size > self.largest:
            raise LetterError(f"it has {size:,} bytes, and {self.largest:,} are read at most", broken=True)
        return self._reader.read(size)

    def readline(self) -> bytes:
        """A line. Raises LetterError for one that is longer than any."""
        line = self._reader.readline(_LONGEST_LINE + 1)
        if len(line) > _LONGEST_LINE:
            raise LetterError("a line in an answer of the server does not end", broken=True)
        return line


class WatchedTls(Watched, imaplib.IMAP4_SSL):
    """The same, encrypted from the start."""
