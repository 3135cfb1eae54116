"""Names in the order in which people count, and rows of those that come one after the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

_NUMBERS = re.compile(r"(\d+)")
_HEX = re.compile(r"[A-Za-z]{1,2}\d+")


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts names as people count: "letter 9" before "letter 10", hex A2 before A10, and Z1 before
    AA1."""
    parts = _NUMBERS.split(name.lower())
    column = len(parts[0]) if _HEX.fullmatch(name) else 0
    told = ((1, int(part), "") if part.isdecimal() else (0, 0, part) for part in parts)
    return ((0, column, ""), *told, (0, 0, name))


def in_rows(names: Iterable[str], follows: Callable[[str, str], bool]) -> list[list[str]]:
    """Names in their order, those together of which each follows the one before it."""
    rows: list[list[str]] = []
    for name in names:
        if rows and follows(rows[-1][-1], name):
            rows[-1].append(name)
        else:
            rows.append([name])
    return rows
