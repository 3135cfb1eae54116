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
    if text and len(first) + len(text) <= width and text == " ".join(text.split()):
        return first + text  # nothing to wrap, as with most lines
    other = " " * len(first) if rest is None else rest
    folded = textwrap.fill(
        text,
        width,
        initial_indent=first,
        subsequent_indent=other,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return folded.replace(_WHOLE, " ")


def whole_orders(text: str) -> str:
    """Orders parted by semicolons or strokes, none of which `fold` breaks, if it fits into a line at all: who
    copies a line has all of it."""
    parts = _APART.split(text)
    parts[::2] = (part.replace(" ", _WHOLE) if len(part) <= _LONGEST_WHOLE else part for part in parts[::2])
    return "".join(parts)
