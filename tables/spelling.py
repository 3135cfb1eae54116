"""Names as players type them: what a mail program, a telephone or haste makes of "Attack!" or "O’Brien’s"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeVar

_T = TypeVar("_T")
_COMMA = re.compile(r" ?, ?")
"""A comma as it may be typed: a place without a grid is written "734,718"."""
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′´", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("*_", ""),  # mail programs write bold and underlined words so
        "…": "...",
    }
)
LEAST = 3
"""A name may be shortened to so many signs, as everywhere in orders."""
_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")
_WORD = re.compile(r"(?:(?<![^\W_])[-+](?=\d))?[^\W_]+")
"""A word without the signs around it; the sign before a number stays: "-3" is another box than "3"."""


@lru_cache(maxsize=20_000)
def folded(text: str) -> str:
    """A name as it is compared: no case, single blanks, plain quotation marks and hyphens."""
    return _COMMA.sub(",", " ".join(text.translate(_PLAIN).casefold().split()))


@lru_cache(maxsize=20_000)
def loose(text: str) -> str:
    """The words of a name alone: no punctuation, no diacritics; "" for a name that is signs alone."""
    letters = unicodedata.normalize("NFKD", folded(text))
    return " ".join(_WORD.findall("".join(one for one in letters if not unicodedata.combining(one))))


def exactly(text: str, known: Iterable[tuple[str, _T]]) -> list[_T]:
    """What has this very name among pairs of a name and a thing."""
    mine = folded(text)
    return [one for name, one in known if folded(name) == mine]


def loosely(text: str, known: Iterable[tuple[str, _T]]) -> list[_T]:
    """What has the words of this name."""
    mine = loose(text)
    return [one for name, one in known if mine and loose(name) == mine]


def matching(text: str, known: Iterable[tuple[str, _T]]) -> list[_T]:
    """What has this very name; what has its words where nothing has it."""
    pairs = list(known)
    return exactly(text, pairs) or loosely(text, pairs)


def begun(text: str, known: Iterable[tuple[str, _T]]) -> dict[str, list[_T]]:
    """What has this name but for what stands behind it in brackets ("Biscay (Naval)"), else a name that
    begins so, by its words, else one with these words in it ("War Tile Saxe"). Nothing for less than three
    signs."""
    mine, pairs = loose(text), list(known) if len(loose(text)) >= LEAST else []
    return (
        _like(pairs, lambda name: loose(_BRACKETS.sub("", name)) == mine)
        or _like(pairs, lambda name: loose(name).startswith(mine))
        or _like(pairs, lambda name: f" {mine} " in f" {loose(name)} ")
    )


def _like(known: Iterable[tuple[str, _T]], alike: Callable[[str], bool]) -> dict[str, list[_T]]:
    found = dict[str, list[_T]]()
    for name, one in known:
        if alike(name):
            found.setdefault(loose(name), []).append(one)
    return found
