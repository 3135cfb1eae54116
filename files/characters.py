"""Characters that nobody can see, and that steer a terminal or turn a line round: they belong in no name."""

from __future__ import annotations

import re
import unicodedata

_STEERING = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f]+"
)
"""Such characters in a row. What joins letters of a script stays."""


def unseen(text: str) -> tuple[str, ...]:
    """The control and formatting characters of a text by their numbers, as "U+200B", each once."""
    found = dict.fromkeys(letter for letter in text if unicodedata.category(letter) in ("Cc", "Cf"))
    return tuple(f"U+{ord(letter):04X}" for letter in found)


def shown(text: str, most: int = 80) -> str:
    """A text as it may stand in a message: what cannot be seen by its number, and no longer than a line."""
    if len(text) > most:
        text = f"{text[: most - 20]}... ({len(text)} characters)"
    return text if text.isprintable() else "".join(map(escaped, text))


def escaped(letter: str) -> str:
    """A character as it may stand in a message: one that cannot be seen by its number."""
    return letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii")


def on_one_line(text: str) -> str:
    """A name or a text without them, its blanks single."""
    return " ".join(_STEERING.sub(" ", text).split())
