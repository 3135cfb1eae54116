"""The password or the token for a mail server, found as the settings say."""

from __future__ import annotations

from pathlib import Path

from adjudicator.desk import secret
from adjudicator.desk.secret import NoSecret, Secret
from adjudicator.desk.servers import Server
from adjudicator.mailbox.trouble import MailboxError

__all__ = ["Secret", "secret_of"]


def secret_of(server: Server, desk: Path) -> Secret | None:
    """The password or token for a server; None for one that asks for none. Raises MailboxError."""
    try:
        return secret.secret_of(server, desk)
    except NoSecret as wrong:
        raise MailboxError(str(wrong), "secret") from None
