"""How a connection to a mail server is made sure."""

from __future__ import annotations

import ssl
import time
from functools import lru_cache
from pathlib import Path

from adjudicator.mail.servers.errors import MailboxError
from adjudicator.mail.settings.servers import Server

SECONDS = 30.0
"""How long a server may take for an answer."""


def context_of(server: Server, desk: Path) -> ssl.SSLContext:
    """What is trusted: whom this system knows, and the referee's own certificate. Raises MailboxError."""
    hour = int(time.monotonic() // 3600)
    if not server.certificate:
        return _trusting(None, b"", hour)
    file = desk / Path(server.certificate).expanduser()
    try:
        return _trusting(file, file.read_bytes(), hour)
    except (OSError, ValueError):
        told = f"{file}: there is no readable certificate here"
        raise MailboxError(told, "secret", ("certificate",)) from None


@lru_cache(maxsize=8)
def _trusting(file: Path | None, certificate: bytes, hour: int) -> ssl.SSLContext:
    """Made once an hour for each content of a certificate's file: the hundred that a system knows take a
    while to read."""
    trusted = ssl.create_default_context()
    if file is not None:
        trusted.load_verify_locations(file)
    return trusted
