"""The signs by which a letter shows that no person wrote it: answering such a letter starts a loop.

What a mailing list says of itself is such a sign (RFC 2369, RFC 2919). The way out of one alone is not,
because services that forward a person's mail add List-Unsubscribe. It counts where nobody here knows the
writer, because newsletters have nothing else.
"""

from __future__ import annotations

import re
from email.message import Message

from adjudicator.mail.reading.headers import decoded, raw_values
from adjudicator.mail.reading.sender import who_wrote

_PRECEDENCES = frozenset(("bulk", "junk", "list", "auto_reply", "auto-reply"))
_WAYS_OUT = frozenset(("list-unsubscribe", "list-unsubscribe-post", "list-help", "list-owner"))
_COMMENT = re.compile(r"\([^()]*\)")
_REPLY_HEADERS = ("x-autoreply", "x-autorespond", "x-autoresponder")
_REPORT_TYPES = frozenset(("multipart/report", "message/delivery-status", "message/disposition-notification"))
_POSTMEN = frozenset(("mailer-daemon", "postmaster", "no-reply", "noreply", "mail-daemon"))
_SUBJECTS = re.compile(
    r"\s*(?:\[?auto(?:matic|-)?[ -]?reply\b|out[ -]of[ -](?:the[ -])?office\b|automatische antwort\b"
    r"|abwesenheitsnotiz\b|r[ée]ponse automatique\b|undeliver(?:ed|able)\b|mail delivery (?:failed|failure)\b"
    r"|delivery status notification\b|returned mail\b|unzustellbar\b)",
    re.IGNORECASE,
)


def robot_sign(message: Message) -> str:
    """What shows that a machine wrote the letter, "" when nothing does."""
    signs = (_by_header(message), _by_route(message), _by_type(message), _by_subject(message))
    return next(filter(None, signs), "")


def _by_header(message: Message) -> str:
    for value in raw_values(message, "auto-submitted"):
        if _keyword(value) not in ("", "no"):
            return f"Auto-Submitted: {value[:60]}"
    for value in raw_values(message, "precedence"):
        if _keyword(value) in _PRECEDENCES:
            return f"Precedence: {value[:60]}"
    replies = ((name, _keyword(value)) for name in _REPLY_HEADERS for value in raw_values(message, name))
    return next((name.title() for name, said in replies if said not in ("no", "false")), "")


def bulk_sign(message: Message) -> str:
    """What lets a letter by somebody unknown be one to many, "" for nothing: a way out of a list."""
    found = next((name for name in _list_headers(message) if name.lower() in _WAYS_OUT), "")
    return f"{found[:40]}, as newsletters have it" if found else ""


def _list_headers(message: Message) -> list[str]:
    return [name for name, _ in message.raw_items() if name.lower().startswith("list-")]


def _keyword(value: str) -> str:
    """What a header says, without comments, parameters and quotes (RFC 3834, section 5)."""
    return _COMMENT.sub(" ", value).split(";")[0].strip(' \t"').lower()


def _by_route(message: Message) -> str:
    lists = [name for name in _list_headers(message) if name.lower() not in _WAYS_OUT]
    if lists:
        return f"{lists[0][:40]}, a mailing list"
    if "<>" in raw_values(message, "return-path"):
        return "an empty Return-Path"
    local = who_wrote(raw_values(message, "from")).address.partition("@")[0]
    return f"the sender {local}" if local in _POSTMEN else ""


def _by_type(message: Message) -> str:
    """The content type, read without the parser of parameters: only its first word counts here."""
    for value in raw_values(message, "content-type"):
        kind = value.split(";")[0].strip().lower()
        if kind in _REPORT_TYPES:
            return f"the content type {kind}"
    return ""


def _by_subject(message: Message) -> str:
    subject = decoded(next(iter(raw_values(message, "subject")), ""))
    return f"the subject {subject[:60]!r}" if _SUBJECTS.match(subject) else ""
