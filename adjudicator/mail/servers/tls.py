"""How a connection to a mail server is made sure."""

from __future__ import annotations

import ssl
from pathlib import Path

from adjudicator.mail.servers.trouble import MailboxError
from adjudicator.mail.settings.servers import Server

SECONDS = 30.0
"""How long a server may take for an answer."""


def context_of(server: Server, desk: Path) -> ssl.SSLContext:
    """What is trusted: whom this system knows, and the referee's own certificate. Raises MailboxError."""
    trusted = ssl.create_default_context()
    if server.certificate:
        file = desk / Path(server.certificate).expanduser()
        try:
            trusted.load_verify_locations(file)
        except (OSError, ValueError):
            raise MailboxError(f"{file}: there is no certificate here that can be read", "secret") from None
    return trusted
