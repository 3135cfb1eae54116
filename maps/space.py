"""Names of spaces, and the short ids that orders, files and links use for them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Letters that no Unicode decomposition turns into plain ones.
_PLAIN = str.maketrans(
    {
        "ß": "ss",
        "ẞ": "ss",
        "ł": "l",
        "Ł": "l",
        "ø": "o",
        "Ø": "o",
        "đ": "d",
        "Đ": "d",
        "ı": "i",
        "æ": "ae",
        "Æ": "ae",
        "œ": "oe",
        "Œ": "oe",
        "ð": "d",
        "Ð": "d",
        "þ": "th",
        "Þ": "th",
    }
)


@lru_cache(maxsize=16_384)  # the same few thousand names come again with every order and grammar
def slug(name: str) -> str:
    """Return the id of a name: ``"Königs Wusterhausen"`` gives ``"konigs-wusterhausen"``.

    Diacritics fall away, ß becomes ss, letters become lower case, and every other run one hyphen.
    The result is ASCII, never begins or ends with a hyphen, and is its own slug.
    """
    bare = unicodedata.normalize("NFKD", name.translate(_PLAIN))
    ascii_only = "".join(c for c in bare if not unicodedata.combining(c)).lower()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")
