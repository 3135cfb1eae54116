"""Messages of a length that somebody reads, however long what they quote is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from files.characters import escaped

MOST = 4_000
"""Characters of a message: some fifty lines, more than a screen shows."""

_LINE = 1_000  # of one line, so that one endless name does not push out what else is wrong


def bounded(message: object) -> str:
    """The message, in MOST characters at most: long lines lose their middle, then the last lines go."""
    lines = [_line(line) for line in visible(str(message)).split("\n")]
    if sum(map(len, lines)) + len(lines) - 1 <= MOST:
        return "\n".join(lines)
    kept, room = list[str](), MOST - 60  # for the last line below
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return "\n".join((*kept, f"... and {len(lines) - len(kept):,} lines more. Correct these first"))


def short(facts: Any) -> Any:
    """The facts of what is wrong, for `--json`: no text is longer than a line of a message."""
    if isinstance(facts, str):
        return _line(visible(facts))
    if isinstance(facts, dict):
        return {key: short(value) for key, value in facts.items()}
    return [short(one) for one in facts] if isinstance(facts, (list, tuple)) else facts


def listed(words: Sequence[str]) -> str:
    """Words joined as a person would: "A, B and C"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: "1 hex", "2 hexes"; without a plural the word gets an "s"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def first_few(words: Sequence[str], most: int) -> str:
    """The first of some words, and how many more there are: "A, B and 3 more"."""
    more = len(words) - most
    return ", ".join(words[:most]) + (f" and {more} more" if more > 0 else "")


def visible(text: str) -> str:
    """A text of several lines with what cannot be seen, or steers a terminal, by its number."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(one if one in "\n\t\xa0" or one.isprintable() else escaped(one) for one in text)


def _line(line: str) -> str:
    if len(line) <= _LINE:
        return line
    half = _LINE // 2 - 20
    return f"{line[:half]} [{len(line) - 2 * half:,} characters] {line[-half:]}"
