"""Lines as their writer meant them: what phones, word processors and bold type did to them is undone."""

from __future__ import annotations

import re

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
        **dict.fromkeys(
            "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000\t", " "
        ),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff", ""),
        "\u2026": "...",
    }
)
# *bold* and _underlined_ as mail programs write them in plain text: signs at the edge of a word
_EMPHASIS = re.compile(r"(?<![^\W_])[*_]{1,3}(?=[^\W_])|(?<=[^\W_])[*_]{1,3}(?![^\W_])")
_LONGEST = 2000  # signs: no order is as long, and no line may hold up a mail run
_BULLET = re.compile(r"^(?:[-*+\u2022\u00b7\u25aa\u25cf\u2023]|\(?\d{1,2}[.)])\s+")
_QUOTED = re.compile(r"^\s*>")
_SPACES = re.compile(" +")


def plain_words(line: str) -> str:
    """The line with plain hyphens, quotation marks and single spaces, without emphasis or invisible signs."""
    return _SPACES.sub(" ", _EMPHASIS.sub("", line[:_LONGEST].translate(_PLAIN))).strip()


def order_words(line: str) -> str:
    """The same for an order line, which a list may have given a bullet or a number: "2. move ..."."""
    return _BULLET.sub("", plain_words(line))


def is_quoted(line: str) -> bool:
    """Whether the line is taken from an earlier letter."""
    return bool(_QUOTED.match(line))
