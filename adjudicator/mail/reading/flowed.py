"""Lines that a mail program broke, put together again (RFC 3676 and what programs do without it)."""

from __future__ import annotations

import re
from collections.abc import Iterator

# No program breaks a line while the next word would still have stood before this column.
_NARROWEST = 60
_QUOTES = re.compile(r"^(?:>\s?)*")
_SIGNATURE = "-- "


def join_flowed(text: str, delete_space: bool) -> str:
    """Undo format=flowed: a line ending in a space goes on in the next, in the same depth of quoting.

    A short line ending in a space was broken by its writer, who has just left a space there, and stays.
    """
    lines: list[str] = []
    for line in text.split("\n"):
        line = line[1:] if line.startswith(" ") else line
        if lines and _flows_into(lines[-1], line):
            before = lines[-1][:-1] if delete_space else lines[-1]
            lines[-1] = before + line[_quotes(line) :]
        else:
            lines.append(line)
    return "\n".join(lines)


def _flows_into(before: str, line: str) -> bool:
    if not before.endswith(" ") or before.endswith("> ") or before[_quotes(before) :] == _SIGNATURE:
        return False
    if before[: _quotes(before)].count(">") != line[: _quotes(line)].count(">"):
        return False
    words = line[_quotes(line) :].split(maxsplit=1)
    return bool(words) and len(before) + len(words[0]) > _NARROWEST


def _quotes(line: str) -> int:
    found = _QUOTES.match(line)
    return found.end() if found else 0


def join_wrapped(plain: str, html: str) -> str:
    """Join what was broken in the plain text of a letter wherever its HTML version shows one line."""
    whole = {" ".join(line.split()) for line in html.split("\n")}
    return "\n".join(_joined(plain.split("\n"), whole)) if html else plain


def _joined(lines: list[str], whole: set[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        taken = _pieces(lines[at : at + 8], whole)
        yield lines[at] if taken == 1 else " ".join(" ".join(lines[at : at + taken]).split())
        at += taken


def _pieces(lines: list[str], whole: set[str]) -> int:
    """How many of the lines make up one line of the HTML version; 1 when that cannot be said."""
    if len(lines[0]) < _NARROWEST // 2 or " ".join(lines[0].split()) in whole:
        return 1
    for count in range(2, len(lines) + 1):
        if " ".join(" ".join(lines[:count]).split()) in whole:
            return count
    return 1
