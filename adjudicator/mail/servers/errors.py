"""The errors of mail servers, apart from what speaks with them: a desk of folders loads no TLS."""

from __future__ import annotations


class MailboxError(Exception):
    """A mail server does not do what it should; the message says why and what to do.

    `kind` is "network" (try again later), "login", "secret", "certificate", "folder" or "server". `answers`
    are those of `hexpost desk connect` that it is about.
    """

    exit_code = 1

    def __init__(self, why: str, kind: str = "server", answers: tuple[str, ...] = ()) -> None:
        super().__init__(why)
        self.kind, self.answers = kind, answers


class LetterError(MailboxError):
    """One letter cannot be had from the server; the others can. `broken` says that the connection is of no
    more use."""

    def __init__(self, why: str, broken: bool = False) -> None:
        super().__init__(why, "letter")
        self.broken = broken


class TooLong(TimeoutError):
    """The time for a whole round is over."""
