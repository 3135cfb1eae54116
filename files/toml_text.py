"""TOML from anybody's hand: looked through before it is parsed, so that no text costs more than its length.

The parser of the standard library keeps every part of every dotted name, so that one name of 20,000 parts
takes 1.6 GB; it calls itself for every bracket, and reads whole numbers of any length. A file of ours has
names of four parts, five brackets and six digits.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterator
from typing import Any

_LONGEST = 1_000_000
_PARTS_MAX = 8  # of a dotted name
_DEEPEST = 16  # brackets within brackets
_LARGEST_WHOLE = 2**63  # TOML 1.0, "Integer": 64 bits
_DIGITS_MAX = 64  # of 2**63, written in ones and noughts

_QUOTED = re.compile(
    r'''"""(?s:\\.|.)*?(?:"{3,5}|\Z)|\'\'\'(?s:.)*?(?:'{3,5}|\Z)'''
    r"""|"(?:\\.|[^"\\\n])*+(?:"|(?=\n)|\Z)|'[^'\n]*+(?:'|(?=\n)|\Z)|\#[^\n]*+"""
)
_PART = r"[\w-]++[ \t]*+"
_LONG_NAME = re.compile(rf"(?<![\w-]){_PART}(?:\.[ \t]*+{_PART}){{{_PARTS_MAX}}}")
_NUMBER = re.compile(
    r"(?<![\w.+-])[+-]?(?:0[xX][\da-fA-F_]++|0[oO][0-7_]++|0[bB][01_]++|\d[\d_]*+)(?![\w.-]|[ \t]*=)"
)


class NoToml(tomllib.TOMLDecodeError):
    """A text that is no TOML: why, and at which `line` (from 1)."""

    def __init__(self, why: str, line: int) -> None:
        self.line = line
        ValueError.__init__(self, why)


class TooMuch(NoToml):
    """TOML that holds more than any file needs; its message names the line, as the parser's own do."""

    def __init__(self, why: str, line: int) -> None:
        super().__init__(f"{why} (at line {line}, column 1)", line)


def loads(text: str, longest: int = _LONGEST, countable: bool = True) -> dict[str, Any]:
    """What a TOML text says. Raises NoToml, which is a TooMuch where it says too much.

    At most `longest` characters are read. Every whole number has 64 bits at most, and every number is finite;
    a reader that says itself what is wrong with inf and nan gets them with `countable` false.
    """
    if len(text) > longest:
        raise TooMuch(f"more than {longest:,} characters, too many for such a file", 1)
    bare = without_quotes(text)
    for at, why in _too_much(bare):
        raise TooMuch(why, bare.count("\n", 0, at) + 1)

    def finite(written: str) -> float:
        if math.isfinite(number := float(written)) or not countable:
            return number
        raise TooMuch(f"{written[:40]} is not a usable number", _line_of(bare, written))

    try:
        return tomllib.loads(text, parse_float=finite)
    except NoToml:
        raise
    except tomllib.TOMLDecodeError as wrong:
        raise _no_toml(text, str(wrong)) from None
    except (ValueError, RecursionError):
        raise TooMuch("a number or a nest of brackets that cannot be read", 1) from None


def _no_toml(text: str, why: str) -> NoToml:
    """What the parser says, with its line (the last one at the end of the text) and what would be right."""
    lines = text.rstrip("\n").split("\n")
    found = re.search(r"at line (\d+)", why)
    line = int(found[1]) if found else len(lines)
    read = "".join(lines[line - 1 : line]).strip()[:80]
    return NoToml(
        f'{why}; "{read}": put texts in "quotes", lists in [brackets], and write a table as [name]', line
    )


def without_quotes(text: str) -> str:
    """The text with one letter for all that is quoted, without remarks, on the same lines."""

    def letter(found: re.Match[str]) -> str:
        return ("" if found[0][0] == "#" else "s") + "\n" * found[0].count("\n")

    return _QUOTED.sub(letter, text)


def _too_much(bare: str) -> Iterator[tuple[int, str]]:
    """Where there is too much, and of what."""
    for name in _LONG_NAME.finditer(bare):
        yield name.start(), f"a name of more than {_PARTS_MAX} parts: {name[0][:40]}..."
    depth = 0
    for bracket in re.finditer(r"[\[\]{}]", bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > _DEEPEST:
            yield bracket.start(), f"more than {_DEEPEST} brackets within each other"
    for number in _NUMBER.finditer(bare):
        if len(number[0]) > _DIGITS_MAX + 3:
            yield number.start(), f"a number of {len(number[0]):,} digits: {number[0][:40]}..."
        elif _is_large(number[0]):
            yield number.start(), f"{number[0]} is too large for a game"


def _is_large(written: str) -> bool:
    try:
        return not -_LARGEST_WHOLE <= int(written, 0) < _LARGEST_WHOLE
    except ValueError:  # 007 or 1__2: the parser says what is wrong
        return False


def _line_of(bare: str, written: str) -> int:
    """The line in which a number stands, the first if several could be meant."""
    found = re.search(rf"(?<![\w.]){re.escape(written)}(?!\w)", bare)
    return bare.count("\n", 0, found.start()) + 1 if found else 1
