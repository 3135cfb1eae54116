"""What can be typed after the options about printing: papers, sizes, distances."""

from __future__ import annotations

import typer

from counters.sheets.imposition import PAPERS
from counters.signs.lengths import length_mm, size_mm


def paper_size(text: str) -> tuple[float, float]:
    """A paper by its name, or its width and height in millimetres. Raises typer.BadParameter for none."""
    if text.lower() in PAPERS:
        return PAPERS[text.lower()]
    try:
        wide, high = size_mm(text)
    except ValueError:
        raise _bad("--paper", f"{text!r} is neither {', '.join(PAPERS)} nor such as 210x297") from None
    if not (50 <= wide <= 2000 and 50 <= high <= 2000):
        raise _bad("--paper", "a paper is 50 to 2000 mm wide and high")
    return wide, high


def length(option: str, text: str, low: float, high: float) -> float:
    """A length in millimetres within bounds. Raises typer.BadParameter for another, naming the option."""
    try:
        found = length_mm(text)
    except ValueError as wrong:
        raise _bad(option, str(wrong)) from None
    if not low <= found <= high:
        raise _bad(option, f"{text!r} is not {low:g} to {high:g} mm")
    return found


def _bad(option: str, why: str) -> typer.BadParameter:
    return typer.BadParameter(why, param_hint=option)
