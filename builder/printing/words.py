"""Words on the kit's pages: bars with a title, and paragraphs, on the one scale of sizes of type."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from html import escape
from typing import Any

from reportlab.lib.colors import Color
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph, Table

from builder.printing.paper import BOLD, DARK, PLAIN, SERIF_BOLD, Ink
from files.typefaces import BASELINE, SCALE

_NUMBERED = re.compile(r"[A-Za-z]*(\d+[a-z]?(?:\.\d+[a-z]?)*)(?![a-z\d])")
PAPER: Ink = (0.98, 0.965, 0.92)


def larger(points: float, steps: int) -> float:
    """A size of the scale so many steps further up; the last one has none after it."""
    return SCALE[min(SCALE.index(points) + steps, len(SCALE) - 1)]


def heading(text: str) -> Paragraph:
    """A bar over the width of the page, with a title."""
    style = _style(11.0, SERIF_BOLD, PAPER, backColor=Color(*DARK), borderPadding=(2, 4, 3, 4))
    style.spaceAfter, style.leftIndent, style.rightIndent = 5, 4, 4
    return Paragraph(escape(text), style)


def heading_row(text: str, rule: str = "", steps: int = 0) -> Paragraph:
    """The title of a table, for its first row, which the table fills: and the number of the rule that speaks
    of it, without the words that our own numbering of clauses may have after it."""
    where = _NUMBERED.match(rule)
    cited = f' <font name="{PLAIN}" size="{larger(7.0, steps):g}">{where[1]}</font>' if where else ""
    return Paragraph(f"{escape(text)}{cited}", _style(larger(11.0, steps), SERIF_BOLD, PAPER))


def paragraph(
    text: str, points: float = 9.0, bold: bool = False, font: str = "", ink: Ink = DARK, **more: Any
) -> Paragraph:
    """Words as they are, in lines as long as there is room."""
    return Paragraph(escape(text), _style(points, font or (BOLD if bold else PLAIN), ink, **more))


def _going_on(made: Any, again: Paragraph) -> None:
    """Give the parts of a table on further pages another title."""
    whole = made.split

    def split(wide: float, high: float) -> list[Table]:
        parts: list[Table] = whole(wide, high)
        for part in parts[1:]:
            part._cellvalues[0] = [again, *part._cellvalues[0][1:]]  # the row is the whole table's, too
            _going_on(part, again)
        return parts

    made.split = split


def table(
    rows: Sequence[Sequence[Any]],
    widths: Sequence[float],
    heights: Any = None,
    repeat: int = 0,
    again: Paragraph | None = None,
) -> Table:
    """A table at the left margin, widths in points; `again` is its title where it goes on on a further page.

    Also its empty cells are set in a font of the kit, for ReportLab would name Helvetica, which is not
    embedded.
    """
    made = Table(rows, widths, heights, repeatRows=repeat, hAlign="LEFT")
    made.setStyle([("FONT", (0, 0), (-1, -1), PLAIN, 7)])
    if again:
        _going_on(made, again)
    return made


def _style(points: float, font: str, ink: Ink, **more: Any) -> ParagraphStyle:
    """A style whose lines stand on half the grid of lines."""
    half = BASELINE / 2
    return ParagraphStyle(
        f"{font}-{points:g}",
        fontName=font,
        fontSize=points,
        leading=math.ceil(points * 1.15 / half) * half,
        textColor=Color(*ink),
        **more,
    )
