"""Lengths as people write them: 16, "16 mm", "5/8 in", "1/2 inch", '0.625"'."""

from __future__ import annotations

import re

INCH = 25.4
_LENGTH = re.compile(r'([0-9]{1,4}(?:\.[0-9]{1,4})?)(?:/([1-9][0-9]?))?\s*(mm|in|inch|")?', re.ASCII)


def length_mm(text: str) -> float:
    """A length in millimetres; a fraction without a unit is of an inch. Raises ValueError for no length."""
    found = _LENGTH.fullmatch(text.strip())
    if not found:
        raise ValueError(f"{text!r} is not a length such as 16, 16mm or 5/8in")
    number, part, unit = found.groups()
    inches = unit in ("in", "inch", '"') or (part and not unit)
    return float(number) / int(part or 1) * (INCH if inches else 1)


def size_mm(text: str) -> tuple[float, float]:
    """Width and height written "63x88"; ValueError for anything else."""
    wide, x, high = text.lower().partition("x")
    if not x:
        raise ValueError(f"{text!r} is not a size such as 210x297")
    return length_mm(wide), length_mm(high)
