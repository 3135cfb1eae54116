"""An IMAP server that does what no server should: it is told what, letter by letter."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

Line = Callable[[bytes], None]
CAME = b'"20-Nov-2026 12:30:00 +0000"'


@dataclass
class Hostile:
    """Speaks just enough IMAP on loopback. `letters` are those in the inbox by UID; how each is given is in
    `ways` ("no", "huge", "endless" or "cut"); `said` replaces lines of
    the opening by their first word; with `pause` seconds between any two bytes."""

    letters: dict[int, bytes] = field(default_factory=dict)
    ways: dict[int, str] = field(default_factory=dict)
    came: bytes = CAME
    said: dict[str, bytes] = field(default_factory=dict)
    size: dict[int, int] = field(default_factory=dict)
    pause: float = 0.0
    fetched: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listening.getsockname()[1])
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listening.accept()
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # each line goes out at once
                threading.Thread(target=self._talk, args=(client,), daemon=True).start()

    def stop(self) -> None:
        self.listening.close()

    def _talk(self, client: socket.socket) -> None:
        def send(data: bytes) -> None:
            if self.pause:
                for byte in data:
                    client.sendall(bytes([byte]))
                    time.sleep(self.pause)
            else:
                client.sendall(data)

        with client, suppress(OSError):
            client.sendall(b"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n")
            reader = client.makefile("rb")
            for line in reader:
                tag, _, rest = line.strip().partition(b" ")
                if rest.upper().startswith(b"AUTHENTICATE"):
                    client.sendall(b"+ \r\n")
                    reader.readline()
                    client.sendall(tag + b" OK in\r\n")
                    continue
                for answer in self._answers(tag, rest):
                    send(answer)

    def _answers(self, tag: bytes, said: bytes) -> Iterator[bytes]:
        word = said.upper()
        if word.startswith(b"CAPABILITY"):
            yield b"* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n"
        elif word.startswith((b"SELECT", b"EXAMINE")):
            yield self.said.get("EXISTS", b"* %d EXISTS\r\n" % len(self.letters))
            yield self.said.get("UIDVALIDITY", b"* OK [UIDVALIDITY 7] valid\r\n")
            yield self.said.get("UIDNEXT", b"* OK [UIDNEXT %d] next\r\n" % (max(self.letters, default=0) + 1))
            yield tag + b" OK [READ-WRITE] selected\r\n"
            return
        elif word.startswith(b"UID FETCH"):
            yield from self._fetch(tag, said)
            return
        yield tag + b" OK done\r\n"

    def _fetch(self, tag: bytes, said: bytes) -> Iterator[bytes]:
        found = re.match(rb"(?i)UID FETCH (\d+)(:\*)? \((.*)\)$", said)
        assert found, said
        first = int(found[1])
        if found[2]:
            yield self.said.get("UIDS", b"")
            yield b"".join(
                b"* %d FETCH (UID %d)\r\n" % (n, uid) for n, uid in enumerate(self.letters, 1) if uid >= first
            )
            yield tag + b" OK done\r\n"
            return
        whole = b"BODY.PEEK[]" in found[3]
        way = self.ways.get(first, "") if whole else ""
        if whole:
            self.fetched.append(first)
        if first in self.letters and not way:
            yield self._letter(first, whole)
        elif way == "huge":
            yield b"* 1 FETCH (UID %d INTERNALDATE %s BODY[] {20000000000}\r\n" % (first, self.came)
            for _ in range(64):
                yield b"x" * 65536
        elif way == "endless":
            for _ in range(2000):
                yield b"x" * 65536
        elif way == "cut":
            raise ConnectionResetError
        yield tag + (b" NO [SERVERBUG] cannot\r\n" if way == "no" else b" OK done\r\n")

    def _letter(self, uid: int, whole: bool) -> bytes:
        raw = self.letters[uid]
        if not whole:
            raw = raw.partition(b"\n\n")[0].split(b"From: ")[1].partition(b"\n")[0]
            raw = b"From: " + raw + b"\r\n\r\n"
        size, word = (
            self.size.get(uid, len(self.letters[uid])),
            b"BODY[]" if whole else b"BODY[HEADER.FIELDS (FROM)]",
        )
        head = b"* 1 FETCH (UID %d INTERNALDATE %s RFC822.SIZE %d %s {%d}\r\n"
        return head % (uid, self.came, size, word, len(raw)) + raw + b")\r\n"
