"""Where in a letter the earlier letter begins, when the mail program does not mark its lines with ">"."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Stands at the top of every letter the desk sends. Whatever a mail program does to the letter it answers,
# it keeps the report below it, secrets and all, from being taken for chat and told to the other side. It is
# short: a list of emails shows the first line of each behind it.
ANSWER_LINE = "=== Reply above this line ==="
FORMER = "=== Please write your answer above this line ==="
_ANSWER_WORDS = tuple(line.strip("= ").lower() for line in (ANSWER_LINE, FORMER))

_RULED = re.compile(
    r"\s*-{2,}\s*(?:original message|original appointment|forwarded message|reply message"
    r"|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|messaggio originale"
    r"|mensaje original|oorspronkelijk bericht|wiadomość oryginalna|исходное сообщение"
    r"|пересылаемое сообщение|původní zpráva|eredeti üzenet)\s*-{2,}\s*",
    re.IGNORECASE,
)
_FROM = re.compile(r"\s*\*?(?:from|von|de|da|van|od|fra|från|от|кто|від)\s?:\*?\s", re.IGNORECASE)
_SENT = re.compile(
    r"\s*\*?(?:sent|date|gesendet|datum|envoyé|inviato|data|verzonden|enviado|wysłano|sendt|skickat"
    r"|отправлено|дата|надіслано|odesláno)\s?:\*?\s",
    re.IGNORECASE,
)
_WROTE = re.compile(
    r"\s*(?:on|am|le|il|el|op|em|dnia|w dniu|den)\b.{5,300}"
    r"(?:wrote|schrieb|a écrit|ha scritto|escribió|escreveu|schreef|napisał|pisze|skrev)\b.{0,120}:\s*",
    re.IGNORECASE,
)
# "20.11.2026, 12:00, Referee <referee@example.org>:" in languages that we do not know
_DATED = re.compile(r".{0,60}\d.{5,300}(?:\S@\S|пишет|писал|napisał|pisze|napsal).{0,60}:\s*", re.IGNORECASE)
# A line of the head of a letter in whatever language: a word, a colon, and something behind it.
_LABELLED = re.compile(r"\s*\*?[^\W\d_]{2,20}\s?:\*?\s+\S.*")
_ADDRESS, _TIME = re.compile(r"\S@\S"), re.compile(r"\d{1,2}:\d\d|\b\d{4}\b")


def reply_line(lines: Sequence[str]) -> int:
    """The index of the first line that announces an earlier letter; len(lines) when none does."""
    found = next((at for at in range(len(lines)) if _announces(lines, at)), len(lines))
    return _head_above(lines, found) if found < len(lines) and _is_ours(lines[found]) else found


def _announces(lines: Sequence[str], at: int) -> bool:
    line = lines[at][:500].replace("\xa0", " ")
    if _is_ours(line) or _RULED.fullmatch(line) or _is_attribution(line):
        return True
    if _FROM.match(line):
        return any(_SENT.match(other[:200]) for other in lines[at + 1 : at + 4])
    # programs that break lines break this one too
    below = lines[at + 1][:500].strip() if at + 1 < len(lines) else ""
    return _is_attribution(f"{line.rstrip()} {below}", line) or _is_head([line, *lines[at + 1 : at + 5]])


def _is_attribution(line: str, dated: str | None = None) -> bool:
    """Whether a line says who wrote an earlier letter, and when; the time is to stand in `dated`."""
    told = _TIME.search(line if dated is None else dated) and _DATED.fullmatch(line)
    return bool(told or _WROTE.fullmatch(line))


def _is_ours(line: str) -> bool:
    """Whether a line is the first of a letter of the desk."""
    told = line[:500].replace("\xa0", " ").lower()
    return any(words in told for words in _ANSWER_WORDS)


def _is_head(lines: Sequence[str]) -> bool:
    """Whether lines are the head of a letter in some language: three labels, an address, and a time."""
    head = [line for line in lines if _LABELLED.fullmatch(line[:300])]
    together = head[:3] == list(lines[:3])
    return together and any(map(_ADDRESS.search, head)) and any(map(_TIME.search, head))


def _head_above(lines: Sequence[str], ours: int) -> int:
    """Where the head of a quoted letter of the desk begins, if it is two labelled lines or more."""
    at = ours
    while at and not lines[at - 1].strip():
        at -= 1
    bottom = at
    while at and _LABELLED.fullmatch(lines[at - 1][:300]) and "?" not in lines[at - 1]:
        at -= 1
    return at if bottom - at >= 2 else ours
