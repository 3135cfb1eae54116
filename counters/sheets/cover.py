"""The first page of the sheets: squares to measure, how to print and cut, and what there is."""

from __future__ import annotations

from collections.abc import Iterator

from counters.roster.counter import Roster
from counters.roster.manifest import Line, manifest
from counters.sheets.imposition import MARGIN, Duplex, Place
from counters.sheets.page import Page
from counters.sheets.printing import Printing
from counters.signs.lengths import INCH

_LINE = 4.4
_CROSS_MM, _ARM_MM = 7.5, 2.5
"""How far crosses are from the edge of the paper, and how long their arms."""
_BEHIND = (
    "Hold this page against a light. Each cross at the edges should cover the cross on the other side.",
    "Off by less than half a millimetre: print the sheets. The bleed hides it.",
    "Off by more: print the page of hexpost counters calibrate --out F.pdf, and save what you read on it",
    "with hexpost counters printer. Then print the sheets with --printer NAME.",
    "Upside down: choose the other edge with --duplex.",
)


def draw_cover(page: Page, roster: Roster, chosen: Printing) -> None:
    """The whole page; the manifest runs over as many columns as it needs."""
    page.words((MARGIN, 22), f"{roster.style.title or roster.game}: counters", 16, "bold")
    for number, text in enumerate(_advice(chosen)):
        page.words((MARGIN, 31 + number * _LINE), text, 9)
    _squares(page, 31 + 4 * _LINE + 4)
    _manifest(page, roster, 31 + 4 * _LINE + 44)
    if chosen.duplex is not Duplex.FOLD:
        _crosses(page, (0.0, 0.0))
    page.foot("cover")
    page.end()


def draw_behind(page: Page, title: str, shift: Place) -> None:
    """The back of the first page: the same crosses, moved as backs are: they show how well those lie."""
    page.words((MARGIN, 22), f"{title}: do backs cover their fronts?", 16, "bold")
    for number, text in enumerate(_BEHIND):
        page.words((MARGIN, 31 + number * _LINE), text, 9)
    _crosses(page, shift)
    page.foot("back of the cover")
    page.end()


def _crosses(page: Page, shift: Place) -> None:
    """Crosses at both sides of the paper, alike whichever edge it is turned over."""
    for x in (_CROSS_MM, page.wide - _CROSS_MM):
        for share in (0.2, 0.5, 0.8):
            left, top = x + shift[0], page.high * share + shift[1]
            page.line((left - _ARM_MM, top), (left + _ARM_MM, top))
            page.line((left, top - _ARM_MM), (left, top + _ARM_MM))


def _advice(chosen: Printing) -> Iterator[str]:
    yield 'Print at 100 % ("actual size"). Measure both squares before you cut anything.'
    yield f"Print on {chosen.how}."
    if chosen.duplex is not Duplex.FOLD:
        yield "Backs off their fronts? Print and read this page: hexpost counters calibrate --out F.pdf"
    yield "Lay a ruler from mark to mark. Long cuts first, then the short ones."


def _squares(page: Page, top: float) -> None:
    """A square of 25 mm and one of an inch: whoever has either ruler can check the scale."""
    page.frame((MARGIN, top), (25, 25), 0)
    page.words((MARGIN + 7, top + 13.5), "25 mm", 9)
    page.frame((MARGIN + 40, top), (INCH, INCH), 0)
    page.words((MARGIN + 47.5, top + 13.7), "1 inch", 9)


def _manifest(page: Page, roster: Roster, top: float) -> None:
    lines = manifest(roster)
    rows = int((page.high - 14 - top) // _LINE)
    page.words((MARGIN, top - 6), "On the sheets", 11, "bold")
    for number, line in enumerate(lines):
        column, row = divmod(number, rows)
        left, down = MARGIN + column * 62, top + row * _LINE
        page.words((left, down), str(line.pieces), 8, "bold")
        page.words((left + 9, down), _told(line), 8)


def _told(line: Line) -> str:
    """A line as it is printed: "German, headquarters", "Plan markers"."""
    return f"{line.side}, {line.words}" if line.side else line.words[:1].upper() + line.words[1:]
