"""Reply codes: the short word on a report that proves the answering sheet comes from its reader.

A code belongs to one side, one turn and one game, and can only be made with the desk's secret.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Collection
from unicodedata import normalize

# Nothing here can be taken for another sign when written by hand: no 0 and O, no 1, I and L, no U beside V.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 8
_SEPARATORS = re.compile(r"[\W_]+")


def reply_code(secret: bytes, game: str, side: str, turn: int, anew: int = 0) -> str:
    """The code of `side` for `turn` of `game`, such as "7F3K-92QX"; a different one each time that the side's
    codes are replaced (`anew`). From some codes nobody can work out another."""
    purpose = f"hexpost-reply-1|{game}|{side}|{turn}" + (f"|{anew}" if anew else "")
    signs = ""
    block = 0
    while len(signs) < LENGTH:
        drawn = hmac.new(secret, f"{purpose}|{block}".encode(), hashlib.sha256).digest()
        # bytes from 240 up are dropped: with them the first signs of the alphabet would come more often
        signs += "".join(ALPHABET[byte % len(ALPHABET)] for byte in drawn if byte < 240)
        block += 1
    return f"{signs[:4]}-{signs[4:LENGTH]}"


def normal_code(written: str) -> str:
    """A code as printed, whatever its case, spaces and hyphens: " 7f3k 92qx" gives "7F3K-92QX"."""
    signs = _SEPARATORS.sub("", written).upper()
    return f"{signs[:4]}-{signs[4:]}" if len(signs) == LENGTH else signs


def holds_code(text: str, codes: Collection[str]) -> bool:
    """Whether one of some codes, as printed, stands in a text, however it is spaced, broken or typed.

    Wide letters and digits (７Ｆ) count as the usual ones.
    """
    signs = _SEPARATORS.sub("", normalize("NFKC", text)).upper()
    return any(code.replace("-", "") in signs for code in codes)


def same_code(written: str, printed: str) -> bool:
    """Whether two codes are the same, in a time that does not tell how much of them is."""
    return hmac.compare_digest(normal_code(written).encode("utf-8"), normal_code(printed).encode("utf-8"))
