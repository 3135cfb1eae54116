"""Where in a letter the earlier letter begins, when the mail program does not mark its lines with ">"."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Stands at the top of every letter the desk sends. Whatever a mail program does to the letter it answers,
# it keeps the report below it, secrets and all, from being taken for chat and told to the other side.
ANSWER_LINE = "=== Please write your answer above this line ==="
_ANSWER_WORDS = ANSWER_LINE.strip("= ").lower()

_RULED = re.compile(
    r"\s*-{2,}\s*(?:original message|original appointment|forwarded message|reply message"
    r"|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|messaggio originale"
    r"|mensaje original|oorspronkelijk bericht|wiadomość oryginalna)\s*-{2,}\s*",
    re.IGNORECASE,
)
_FROM = re.compile(r"\s*\*?(?:from|von|de|da|van|od|fra|från)\s?:\*?\s", re.IGNORECASE)
_SENT = re.compile(
    r"\s*\*?(?:sent|date|gesendet|datum|envoyé|inviato|data|verzonden|enviado|wysłano|sendt|skickat)\s?:\*?\s",
    re.IGNORECASE,
)
_WROTE = re.compile(
    r"\s*(?:on|am|le|il|el|op|em|dnia|w dniu|den)\b.{5,300}"
    r"(?:wrote|schrieb|a écrit|ha scritto|escribió|escreveu|schreef|napisał|skrev)\b.{0,120}:\s*",
    re.IGNORECASE,
)


def reply_line(lines: Sequence[str]) -> int:
    """The index of the first line that announces an earlier letter; len(lines) when none does."""
    return next((at for at in range(len(lines)) if _announces(lines, at)), len(lines))


def _announces(lines: Sequence[str], at: int) -> bool:
    line = lines[at][:500].replace("\xa0", " ")
    if _ANSWER_WORDS in line.lower() or _RULED.fullmatch(line) or _WROTE.fullmatch(line):
        return True
    if _FROM.match(line):
        return any(_SENT.match(other[:200]) for other in lines[at + 1 : at + 4])
    # programs that break lines break this one too
    return at + 1 < len(lines) and bool(_WROTE.fullmatch(f"{line.rstrip()} {lines[at + 1][:500].strip()}"))
