"""Paragraphs of plain text, wrapped so that no order in them is broken."""

from __future__ import annotations

import re
import textwrap

WIDTH = 76
_WHOLE = "\x1f"
"""A space at which no line is folded."""
_LONGEST_WHOLE = 60
_APART = re.compile(r"((?<=;) |(?<=:) | / )")


def fold(text: str, first: str = "", rest: str | None = None, width: int = WIDTH) -> str:
    """A paragraph wrapped for plain text; `first` begins its first line, `rest` (else blanks) the others."""
    other = " " * len(first) if rest is None else rest
    words = text.split(" ")
    if words != text.split():  # it has other blanks than one between two words
        folded = textwrap.fill(
            text,
            width,
            initial_indent=first,
            subsequent_indent=other,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return folded.replace(_WHOLE, " ")
    lines = [first + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + len(word) < width:
            lines[-1] += f" {word}"
        else:
            lines.append(other + word)
    return "\n".join(lines)


def whole_orders(text: str) -> str:
    """Orders parted by semicolons or strokes, none of which `fold` breaks, if it fits into a line at all: who
    copies a line has all of it."""
    parts = _APART.split(text)
    parts[::2] = (part.replace(" ", _WHOLE) if len(part) <= _LONGEST_WHOLE else part for part in parts[::2])
    return "".join(parts)
