"""The signs by which a letter shows that no person wrote it: answering such a letter starts a loop."""

from __future__ import annotations

import re
from email.message import Message

from adjudicator.mail.headers import decoded, raw_values
from adjudicator.mail.sender import who_wrote

_PRECEDENCES = frozenset(("bulk", "junk", "list", "auto_reply"))
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
        if value.split(";")[0].strip().lower() not in ("", "no"):
            return f"Auto-Submitted: {value[:60]}"
    for value in raw_values(message, "precedence"):
        if value.lower() in _PRECEDENCES:
            return f"Precedence: {value}"
    return next((name.title() for name in _REPLY_HEADERS if raw_values(message, name)), "")


def _by_route(message: Message) -> str:
    lists = [name for name, _ in message.raw_items() if name.lower().startswith("list-")]
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
