"""Player aids: every chart of a game as a table, and a turn track to lay markers on.

Charts come from the file the referee reads. They fill the width of the page: narrow ones side by side, the
largest, which is rolled on, alone. All are set as large as they can be on no more pages. What is too long for
a page goes on on the next, under the same headings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    KeepTogether,
    PageTemplate,
    Paragraph,
    Spacer,
)
from reportlab.platypus.doctemplate import LayoutError

from builder.module.charts import Chart
from builder.printing.paper import PLAIN, POINT, SERIF, SERIF_BOLD, Page, Size, text_width
from builder.printing.words import heading, larger, paragraph, table
from counters.roster_faults import RosterError
from counters.sheets.page import ABOUT
from files.faults import Fault

MARGIN = 14.0
_PALE, _BAND, _TINT = Color(0.98, 0.965, 0.92), Color(0.925, 0.9, 0.83), Color(0.85, 0.82, 0.74)
_RIM = Color(0.5, 0.47, 0.41)
_PAD, _GAP = 1.4, 5.0
_LARGE, _SMALL, _LEAST = 9.5, 8.0, 7.0
_STEPS = 3
"""So many steps of the scale of type charts grow at most, where that takes no more pages."""
_WIDENED = 2.0
"""A shelf of charts fills the page if it grows no more than that."""
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


def chart_flow(charts: Sequence[Chart], width: float, steps: int = 0) -> Iterator[Flowable]:
    """The charts, as many side by side as a page so wide in millimetres has room for, and so many steps of
    the scale of type larger than the least."""
    for shelf in _shelves(charts, width, steps):
        yield KeepTogether(_shelf(shelf, width, steps))
        yield Spacer(1, _GAP * POINT)


def as_large_as_fits(make: Callable[[int], bytes], pages: Callable[[bytes], int]) -> bytes:
    """What is made with the largest type that takes no more pages than the least does."""
    least = make(0)
    for steps in range(_STEPS, 0, -1):
        try:
            larger_one = make(steps)
        except RosterError:  # its longest words are too wide in such type
            continue
        if pages(larger_one) <= pages(least):
            return larger_one
    return least


def turn_track(turns: Sequence[str], cell: float, width: float) -> Iterator[Flowable]:
    """A track as broad as the page, with a box for each turn that has room for a counter `cell` millimetres
    wide; nothing without turns."""
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
    track = table(rows, [width / columns * POINT] * columns, heights, repeat=1)
    style = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("BACKGROUND", (0, 1), (-1, -1), _PALE)]
    track.setStyle([*style, ("GRID", (0, 1), (-1, -1), 0.6, _RIM), *_padding(1.0), *_TITLE])
    yield track
    yield Spacer(1, _GAP * POINT)


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
        file,
        pagesize=(wide, high),
        title=title,
        **ABOUT,
        invariant=1,
        pageCompression=1,
        initialFontName=PLAIN,
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
    return [paragraph(number, 16, font=SERIF_BOLD), paragraph(date.strip("()"), 7)]


def _shelves(charts: Iterable[Chart], width: float, steps: int) -> Iterator[list[Chart]]:
    """Charts that stand side by side: beside each the next ones that are about as high and have room."""
    left = list(charts)
    while left:
        shelf = [left.pop(0)]
        used = sum(_natural(shelf[0], steps))
        for chart in () if shelf[0].largest else tuple(left):
            wide = sum(_natural(chart, steps))
            if not chart.largest and used + _GAP + wide <= width and _alike(shelf[0], chart):
                used += _GAP + wide
                shelf.append(chart)
                left.remove(chart)
        yield shelf


def _alike(one: Chart, other: Chart) -> bool:
    """Whether one of two charts is not much higher than the other."""
    low, high = sorted((len(one.rows) + 2, len(other.rows) + 2))
    return high <= 2 * low


def _shelf(shelf: Sequence[Chart], width: float, steps: int) -> list[Flowable]:
    """Charts beside each other, over the whole width of the page; one alone may go on on the next page."""
    room = width - _GAP * (len(shelf) - 1)
    fitted = [_fitted(chart, width, steps) for chart in shelf]
    wider = room / sum(map(sum, fitted))
    if wider > _WIDENED and not shelf[0].largest:
        wider = 1.0
    columns = [[one * wider for one in chart] for chart in fitted]
    if len(shelf) == 1:
        return _panel(shelf[0], columns[0], steps)
    panels: list[Any] = []
    widths: list[float] = []
    for chart, wide in zip(shelf, columns, strict=True):
        panels += [_panel(chart, wide, steps), ""]
        widths += [sum(wide) * POINT, _GAP * POINT]
    outer = table([panels[:-1]], widths[:-1])
    outer.setStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *_padding(0)])
    return [outer]


def _panel(chart: Chart, columns: Sequence[float], steps: int) -> list[Flowable]:
    """A chart: its title, the headings, a line for each row, and below what is said of it."""
    points = _points(chart, steps)
    long = [max((len(cell) for cell in column), default=0) > _LONG for column in _columns(chart)]
    title = heading(chart.title, chart.rule, steps + 1 if chart.largest else steps)
    rows: list[list[Any]] = [[title] + [""] * len(chart.columns)]
    rows.append([_cell("", points), *(_cell(label, points, bold=True) for label in chart.columns)])
    for label, cells in zip(chart.rows, chart.cells, strict=True):
        told = (
            _cell(cell, points, left=left, short=not any(long))
            for cell, left in zip(cells, long, strict=True)
        )
        rows.append([_cell(label, points, bold=True, left=True), *told])
    made = table(rows, [wide * POINT for wide in columns], repeat=2)
    made.setStyle([*_DRESS, *_padding(_PAD * points / _SMALL), *_TITLE])
    note = larger(_LEAST, min(steps, 1))
    return [made, *(paragraph(text, note, leftIndent=3, spaceBefore=2) for text in chart.notes)]


def _cell(text: str, points: float, bold: bool = False, left: bool = False, short: bool = False) -> Paragraph:
    """A cell; in charts of figures alone all of them are bold, for they are what is looked for."""
    font = SERIF_BOLD if bold or (short and points >= _LARGE) else SERIF
    return paragraph(text, points, font=font, alignment=0 if left else 1)


def in_print(chart: Chart, sides: Mapping[str, str]) -> Chart:
    """A chart with the signs of print in its cells, "≤1" for "<=1", and with sides by their names."""

    def told(texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(as_printed(text, sides) for text in texts)

    return replace(
        chart, columns=told(chart.columns), rows=told(chart.rows), cells=tuple(map(told, chart.cells))
    )


def as_printed(text: str, sides: Mapping[str, str]) -> str:
    """A text with the signs of print for those of a keyboard: "Soviet attack" for that of the side soviet."""
    text = re.sub(r"\b[a-z]+\b", lambda word: sides.get(word[0], word[0]), text)
    return text.replace("<=", "≤").replace(">=", "≥").replace("+/-", "±")


def _points(chart: Chart, steps: int) -> float:
    longest = max(len(cell) for row in (*chart.cells, chart.columns) for cell in row)
    return larger(_LARGE if longest <= _SHORT else _SMALL, steps + (1 if chart.largest else 0))


def _natural(chart: Chart, steps: int) -> list[float]:
    """How wide each column would like to be, its label's first, in millimetres."""
    points = _points(chart, steps)
    texts = [
        chart.rows,
        *((label, *cells) for label, cells in zip(chart.columns, _columns(chart), strict=True)),
    ]
    wide = [max((_width(text, points) for text in column), default=0.0) for column in texts]
    title = text_width(f"{chart.title} {chart.rule}", larger(11.0, steps), SERIF_BOLD) + 5.0
    spare = (title - sum(wide)) / len(wide)
    return [one + max(0.0, spare) for one in wide]


def _columns(chart: Chart) -> list[tuple[str, ...]]:
    return [tuple(row[at] for row in chart.cells) for at in range(len(chart.columns))]


def _width(text: str, points: float) -> float:
    """The width of a column that holds this."""
    return max(text_width(text, points, SERIF_BOLD) + 2 * _PAD * points / _SMALL + 0.5, 9.0)


def _fitted(chart: Chart, width: float, steps: int) -> list[float]:
    """The columns' widths where the page has room for them; else the wide ones share what is too much.

    Raises RosterError for a page too narrow for the longest words.
    """
    wide, points = _natural(chart, steps), _points(chart, steps)
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
