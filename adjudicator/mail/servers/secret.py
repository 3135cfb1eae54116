"""The password or the token for a mail server, found as the settings say."""

from __future__ import annotations

from pathlib import Path

from adjudicator.mail.servers.errors import MailboxError
from adjudicator.mail.settings import secret
from adjudicator.mail.settings.secret import NoSecret, Secret
from adjudicator.mail.settings.servers import Server

__all__ = ["Secret", "secret_of"]


def secret_of(server: Server, desk: Path) -> Secret | None:
    """The password or token for a server; None for one that asks for none. Raises MailboxError."""
    try:
        return secret.secret_of(server, desk)
    except NoSecret as wrong:
        raise MailboxError(str(wrong), "secret") from None
