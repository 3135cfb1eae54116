"""Bytes of unknown or wrongly declared charset to text."""

from __future__ import annotations

import codecs
import re
from unicodedata import combining, normalize

# What mail programs write, under Python's names. Python knows more, such as "punycode", which takes quadratic
# time, and "raw-unicode-escape", which makes halves of signs that can be neither written nor sent.
_CHARSETS = re.compile(
    r"ascii|utf-(?:7|8|(?:16|32)(?:-[bl]e)?)|utf-8-sig|iso8859-\d+|cp\d+|koi8-[rtu]|kz1048|ptcp154|mac-\w+"
    r"|hp-roman8|tis-620|big5\w*|gb\w+|hz|johab|euc_\w+|iso2022_\w+|shift_jis\w*"
)
_HALVES = re.compile("[\ud800-\udfff]")  # surrogates, of which only UTF-16 makes signs, by two
_LATIN_1 = "iso8859-1"
_WESTERN = frozenset((_LATIN_1, "iso8859-15", "cp1252"))
_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufeff]")

# Putting marks over a letter in order takes time that grows with the square of their number. No language
# has more than a few on one letter; Unicode itself (UAX 15, 13) counts thirty as enough for any text.
_MOST_MARKS = 30
_MAY_BE_MARKS = re.compile(f"[\u0300-\U0010ffff]{{{_MOST_MARKS + 1},}}")
_MARKS_IN_ONE = "\u0f73\u0f75\u0f81"  # Tibetan signs that are no marks themselves, but stand for two


def decode(raw: bytes, declared: str | None, trusted: bool = False) -> tuple[str, str]:
    """The text, and a note ("" when the declared charset fitted).

    Tried in order, each strictly: a byte order mark, the declared charset, UTF-8, Windows-1252. A western one
    byte charset fits anything: UTF-8 goes before it, unless what is declared is `trusted`.
    """
    for charset in _candidates(raw, declared, trusted):
        try:
            text = raw.decode(charset)
        except (LookupError, ValueError):
            continue
        if not _HALVES.search(text):
            return text, _note(declared, charset)
    return raw.decode("utf-8", "replace"), "some characters could not be read in any charset"


def plain_lines(text: str) -> str:
    """The text with "\\n" as its only line end, without control characters but the tab, and ü as one sign."""
    return normalize("NFC", _MAY_BE_MARKS.sub(_fewer_marks, _CONTROLS.sub("", _LINE_ENDS.sub("\n", text))))


def _fewer_marks(signs: re.Match[str]) -> str:
    """The same signs with no more marks over a letter than any text has."""
    kept: list[str] = []
    marks = 0
    for sign in signs[0]:
        marks = marks + 1 if combining(sign) or sign in _MARKS_IN_ONE else 0
        kept += [sign] if marks <= _MOST_MARKS else []
    return "".join(kept)


def _candidates(raw: bytes, declared: str | None, trusted: bool) -> list[str]:
    named = _declared(raw, declared)
    if not trusted and not raw.isascii() and set(named) <= _WESTERN:
        named = ["utf-8", *named]
    marked = ["utf-16"] if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else []
    return [*marked, *named, "utf-8", "cp1252"]


def _declared(raw: bytes, declared: str | None) -> list[str]:
    """The declared charset under Python's name for it, or nothing when there is no such charset."""
    try:
        name = codecs.lookup(declared or "utf-8").name
    except (LookupError, ValueError):
        return []
    if not _CHARSETS.fullmatch(name):
        return []
    # Latin-1 fits any bytes, but 80-9F are never meant as control characters: Windows wrote them.
    if name == _LATIN_1 and any(0x80 <= byte <= 0x9F for byte in raw):
        return ["cp1252"]
    return [name]


def _note(declared: str | None, used: str) -> str:
    if not declared:
        return "" if used in ("utf-8", "utf-16") else f"no charset declared; read as {used}"
    try:
        fitted = codecs.lookup(declared).name in (used, codecs.lookup(used).name)
    except (LookupError, ValueError):
        fitted = False
    return "" if fitted else f"declared charset {declared[:40]!r} did not fit; read as {used}"
