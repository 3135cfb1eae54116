"""Paragraphs of plain text, wrapped so that no order in them is broken."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from functools import lru_cache

WIDTH = 76
_WHOLE = "\x1f"
"""A space at which no line is folded."""
_LONGEST_WHOLE = 60
_BRACKETS = 20
"""Longer brackets after a name are a remark."""
NO_NAMES: frozenset[str] = frozenset()
_APART = re.compile(r"((?<=;) |(?<=:) | / )")


@lru_cache(maxsize=1024)
def fold(
    text: str, first: str = "", rest: str | None = None, width: int = WIDTH, names: frozenset[str] = NO_NAMES
) -> str:
    """A paragraph wrapped for plain text; `first` begins its first line, `rest` (else blanks) the others. No
    printed name of these is broken, nor the numbers in brackets after one. Most lines of a report are those
    of the last one, or of the other side's: they are kept as they were wrapped."""
    if len(first) + len(text) > width:
        text = whole_names(text, names)
    other = " " * len(first) if rest is None else rest
    plain = text.replace(_WHOLE, "_")
    if plain.split(" ") != plain.split():  # it has other blanks than one between two words
        folded = textwrap.fill(
            text,
            width,
            initial_indent=first,
            subsequent_indent=other,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return folded.replace(_WHOLE, " ")
    words = text.split(" ")
    lines = [first + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) < width:
            lines[-1] += f" {word}"
        else:
            lines.append(other + word)
    return "\n".join(lines).replace(_WHOLE, " ")


def whole_names(text: str, names: frozenset[str]) -> str:
    """A text in which `fold` breaks no printed name, nor one with the brackets after it."""
    if not names:
        return text
    return _printed(names).sub(lambda found: found[0].replace(" ", _WHOLE), text)


@lru_cache(maxsize=16)
def _printed(names: frozenset[str]) -> re.Pattern[str]:
    """What finds the longest of these names in a text, with short brackets after it."""
    return re.compile(rf"(?<!\w){_any_of(sorted(names))}(?!\w)(?: \([^()]{{1,{_BRACKETS}}}\))?")


def _any_of(names: Iterable[str]) -> str:
    """A pattern of the longest of these names, as a trie: of the thousands on a map of hexes a search tries
    those alone that begin as the text does."""
    after: dict[str, list[str]] = {}
    for name in names:
        after.setdefault(name[:1], []).append(name[1:])
    ends = after.pop("", None) is not None
    told = "|".join(f"{re.escape(first)}{_any_of(rest)}" for first, rest in after.items())
    return f"(?:{told}){'?' if ends else ''}" if told else ""


def whole_orders(text: str) -> str:
    """Orders parted by semicolons or strokes, none of which `fold` breaks, if it fits into a line at all: who
    copies a line has all of it."""
    parts = _APART.split(text)
    parts[::2] = (part.replace(" ", _WHOLE) if len(part) <= _LONGEST_WHOLE else part for part in parts[::2])
    return "".join(parts)
