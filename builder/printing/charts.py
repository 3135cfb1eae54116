"""Player aids: every chart of a game as a table, and a turn track to lay markers on.

Charts come from the file the referee reads. Narrow ones stand side by side; what is too long for a page goes
on on the next, under the same headings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from io import BytesIO
from typing import Any

from reportlab.lib.colors import Color
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    KeepTogether,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)
from reportlab.platypus.doctemplate import LayoutError

from builder.module.charts import Chart
from builder.printing.paper import BOLD, DARK, PLAIN, POINT, Ink, Page, Size, text_width
from counters.roster_faults import RosterError
from files.faults import Fault

MARGIN = 14.0
_PALE, _BAND, _TINT = Color(0.98, 0.965, 0.92), Color(0.925, 0.9, 0.83), Color(0.85, 0.82, 0.74)
_RIM = Color(0.5, 0.47, 0.41)
_PAD, _GAP = 1.4, 5.0
_LARGE, _SMALL = 9.5, 8.0
_SHORT, _LONG = 12, 16
"""A chart with no longer text in a cell is printed larger, to be read at arm's length; in a
column with a longer one than the second number the lines begin at the left."""


def _padding(millimetres: float) -> list[tuple[Any, ...]]:
    sides = {"LEFT": 1.0, "RIGHT": 1.0, "TOP": 0.7, "BOTTOM": 0.8}
    return [
        (f"{side}PADDING", (0, 0), (-1, -1), millimetres * share * POINT) for side, share in sides.items()
    ]


_TITLE = [
    ("SPAN", (0, 0), (-1, 0)),
    ("LEFTPADDING", (0, 0), (-1, 0), 0),
    ("RIGHTPADDING", (0, 0), (-1, 0), 0),
]
_DRESS = [
    ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ("GRID", (0, 1), (-1, -1), 0.4, _RIM),
    ("BACKGROUND", (0, 1), (-1, 1), _TINT),
    ("BACKGROUND", (0, 2), (0, -1), _TINT),
    ("ROWBACKGROUNDS", (1, 2), (-1, -1), [_PALE, _BAND]),
    *_padding(_PAD),
    *_TITLE,
]


def chart_flow(charts: Sequence[Chart], width: float) -> Iterator[Flowable]:
    """The charts in their order, as many side by side as a page so wide in millimetres has room for."""
    for shelf in _shelves(charts, width):
        yield KeepTogether(_shelf(shelf, width))
        yield Spacer(1, _GAP * POINT)


def turn_track(turns: Sequence[str], cell: float, width: float) -> Iterator[Flowable]:
    """A box for each turn, large enough for a counter so many millimetres wide; nothing without turns."""
    if not turns:
        return
    side = max(cell + 8.0, 24.0)
    columns = max(1, int(width // side))
    columns = -(-len(turns) // -(-len(turns) // columns))
    boxes: list[Any] = [_turn(turn) for turn in turns]
    boxes += [""] * (-len(boxes) % columns)
    rows = [boxes[at : at + columns] for at in range(0, len(boxes), columns)]
    rows.insert(0, [heading("Turn track")] + [""] * (columns - 1))
    heights = [None] + [side * POINT] * (len(rows) - 1)
    table = Table(rows, [side * POINT] * columns, heights, repeatRows=1, hAlign="LEFT")
    style = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("BACKGROUND", (0, 1), (-1, -1), _PALE)]
    table.setStyle([*style, ("GRID", (0, 1), (-1, -1), 0.6, _RIM), *_padding(1.0), *_TITLE])
    yield table
    yield Spacer(1, _GAP * POINT)


def heading(text: str, rule: str = "") -> Paragraph:
    """The bar above a table: its title, and the rule that speaks of it."""
    cited = f' <font name="{PLAIN}" size="8">({escape(rule)})</font>' if rule else ""
    style = _style(10.5, BOLD, (0.98, 0.965, 0.92), backColor=Color(*DARK), borderPadding=(2, 4, 3, 4))
    style.spaceAfter, style.leftIndent, style.rightIndent = 5, 4, 4
    return Paragraph(f"{escape(text)}{cited}", style)


def paragraph(text: str, points: float = 9.0, bold: bool = False, **more: Any) -> Paragraph:
    """Words as they are, in lines as long as there is room."""
    return Paragraph(escape(text), _style(points, BOLD if bold else PLAIN, DARK, **more))


def flowing(title: str, note: str, paper: Size, flow: Iterable[Flowable]) -> bytes:
    """A PDF of what flows from page to page; at the foot of each the note, its number and the bar. Raises
    RosterError when something of it fits no page."""
    file = BytesIO()
    wide, high = (length * POINT for length in paper)
    frame = Frame(
        MARGIN * POINT, MARGIN * POINT, wide - 2 * MARGIN * POINT, high - 2 * MARGIN * POINT, 0, 0, 0, 0
    )

    def foot(canvas: Canvas, _: BaseDocTemplate) -> None:
        canvas.setViewerPreference("PrintScaling", "None")
        page = Page(canvas, paper)
        page.words((MARGIN, paper[1] - 6.0), f"{note}, page {canvas.getPageNumber()}")
        page.ruler((paper[0] - MARGIN - 50.0, paper[1] - 6.5), 50)

    document = BaseDocTemplate(
        file, pagesize=(wide, high), title=title, author="", creator="hexpost", invariant=1, pageCompression=1
    )
    document.addPageTemplates(PageTemplate("plain", [frame], onPage=foot))
    try:
        document.build(list(flow))
    except LayoutError:
        raise RosterError([_too_small(f"{paper[0]:g} x {paper[1]:g} mm", title)]) from None
    return file.getvalue()


def _too_small(paper: str, what: str) -> Fault:
    return Fault("paper", 0, paper, f"too small for {what}")


def _turn(turn: str) -> list[Paragraph]:
    number, _, date = turn.partition(" ")
    return [paragraph(number, 15, bold=True), paragraph(date.strip("()"), 7)]


def _shelves(charts: Iterable[Chart], width: float) -> Iterator[list[Chart]]:
    """Charts that stand side by side."""
    shelf: list[Chart] = []
    used = 0.0
    for chart in charts:
        wide = sum(_natural(chart))
        if shelf and used + _GAP + wide > width:
            yield shelf
            shelf, used = [], 0.0
        used += wide + (_GAP if shelf else 0.0)
        shelf.append(chart)
    if shelf:
        yield shelf


def _shelf(shelf: Sequence[Chart], width: float) -> list[Flowable]:
    """Charts beside each other, each as wide as it needs; one alone may go on on the next page."""
    if len(shelf) == 1:
        return _panel(shelf[0], _fitted(shelf[0], width))
    panels: list[Any] = []
    widths: list[float] = []
    for chart in shelf:
        columns = _fitted(chart, width)
        panels += [_panel(chart, columns), ""]
        widths += [sum(columns) * POINT, _GAP * POINT]
    outer = Table([panels[:-1]], widths[:-1], hAlign="LEFT")
    outer.setStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *_padding(0)])
    return [outer]


def _panel(chart: Chart, columns: Sequence[float]) -> list[Flowable]:
    """A chart: its title, the headings, a line for each row, and below what is said of it."""
    points = _points(chart)
    long = [max((len(cell) for cell in column), default=0) > _LONG for column in _columns(chart)]
    rows: list[list[Any]] = [[heading(chart.title, chart.rule)] + [""] * len(chart.columns)]
    rows.append([_cell("", points), *(_cell(label, points, bold=True) for label in chart.columns)])
    for label, cells in zip(chart.rows, chart.cells, strict=True):
        told = (_cell(cell, points, left=left) for cell, left in zip(cells, long, strict=True))
        rows.append([_cell(label, points, bold=True, left=True), *told])
    table = Table(rows, [wide * POINT for wide in columns], repeatRows=2, hAlign="LEFT")
    table.setStyle(_DRESS)
    return [table, *(paragraph(note, 6.5, leftIndent=3, spaceBefore=2) for note in chart.notes)]


def _cell(text: str, points: float, bold: bool = False, left: bool = False) -> Paragraph:
    return paragraph(text, points, bold, alignment=0 if left else 1)


def in_print(chart: Chart) -> Chart:
    """A chart with the signs of print in its cells: "≤1" for "<=1"."""
    columns, rows = tuple(map(as_printed, chart.columns)), tuple(map(as_printed, chart.rows))
    cells = tuple(tuple(map(as_printed, row)) for row in chart.cells)
    return replace(chart, columns=columns, rows=rows, cells=cells)


def as_printed(text: str) -> str:
    """A text with the signs of print for those of a keyboard."""
    return text.replace("<=", "≤").replace(">=", "≥").replace("+/-", "±")


def _points(chart: Chart) -> float:
    return (
        _LARGE
        if max(len(cell) for row in (*chart.cells, chart.columns) for cell in row) <= _SHORT
        else _SMALL
    )


def _natural(chart: Chart) -> list[float]:
    """How wide each column would like to be, its label's first, in millimetres."""
    points = _points(chart)
    texts = [
        chart.rows,
        *((label, *cells) for label, cells in zip(chart.columns, _columns(chart), strict=True)),
    ]
    wide = [max((_width(text, points) for text in column), default=0.0) for column in texts]
    title = text_width(f"{chart.title} ({chart.rule})", 10.5, BOLD) + 4.0
    spare = (title - sum(wide)) / len(wide)
    return [one + max(0.0, spare) for one in wide]


def _columns(chart: Chart) -> list[tuple[str, ...]]:
    return [tuple(row[at] for row in chart.cells) for at in range(len(chart.columns))]


def _width(text: str, points: float) -> float:
    """The width of a column that holds this."""
    return max(text_width(text, points, BOLD) + 2 * _PAD + 0.4, 9.0)


def _fitted(chart: Chart, width: float) -> list[float]:
    """The columns' widths where the page has room for them; else the wide ones share what is too much.

    Raises RosterError for a page too narrow for the longest words.
    """
    wide, points = _natural(chart), _points(chart)
    if sum(wide) <= width:
        return wide
    words = [
        chart.rows,
        *((label, *cells) for label, cells in zip(chart.columns, _columns(chart), strict=True)),
    ]
    least = [
        max(_width(word, points) for text in column for word in text.split() or [""]) for column in words
    ]
    if sum(least) > width:
        raise RosterError([_too_small(f"a page {width:g} mm wide between its margins", chart.title)])
    low, high = 0.0, max(wide)
    for _ in range(40):
        cap = (low + high) / 2
        fits = sum(map(max, least, (min(one, cap) for one in wide))) <= width
        low, high = (cap, high) if fits else (low, cap)
    return [max(need, min(one, low)) for one, need in zip(wide, least, strict=True)]


def _style(points: float, font: str, ink: Ink, **more: Any) -> ParagraphStyle:
    return ParagraphStyle(
        f"{font}-{points:g}",
        fontName=font,
        fontSize=points,
        leading=points * 1.22,
        textColor=Color(*ink),
        **more,
    )
