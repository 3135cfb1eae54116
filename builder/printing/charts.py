"""Player aids: every chart of a game as a table, and a turn track to lay markers on.

Charts come from the file the referee reads. They stand in two columns, wide ones over both, in one size of
type; the largest, which is rolled on, is larger. The type is as large as it can be on no more pages. What is
too long for a page goes on on the next, under the same headings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import Any

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    PageTemplate,
    Paragraph,
    Table,
)
from reportlab.platypus.doctemplate import LayoutError

from builder.module.charts import Chart
from builder.printing.paper import DARK, PLAIN, POINT, SERIF, SERIF_BOLD, Page, Size, text_width
from builder.printing.spread import GAP, Panel, Shelf, shelf, spread
from builder.printing.words import heading_row, larger, paragraph, table
from counters.roster_faults import RosterError
from counters.sheets.page import ABOUT
from files.faults import Fault

MARGIN = 14.0
RIM = Color(0.5, 0.47, 0.41)
_PALE, _BAND, _TINT = Color(0.98, 0.965, 0.92), Color(0.925, 0.9, 0.83), Color(0.85, 0.82, 0.74)
_HARMS = {-1: Color(0.957, 0.82, 0.757), 1: Color(0.78, 0.855, 0.925)}
"""The grounds of results that hurt the attackers, and the defenders: apart also to the colour-blind."""
_PAD = 1.4
_TEXT, _LEAST = 8.0, 7.0
_IN_TURNS, _AIR = (_LEAST, _TEXT, 9.0, 10.0), 1.5
"""Sizes of type in a turn's box, and the air at its sides in millimetres."""
_STEPS = 3
"""So many steps of the scale of type charts grow at most, where that takes no more pages."""
_MORE = 2
"""So many steps more they grow on a page that has room for it."""
_LARGER = 2
"""So many steps of the scale the chart that is rolled on is larger."""
_LONG = 16
"""In a column with a longer text the lines begin at the left."""
_GOES_ON = re.compile(r"(?<=,)\n|\n(?=[a-z])")
"""Where a note of the board is broken into lines within a sentence."""
_CODE = re.compile(r"[a-z]{1,2}\d*")
"""A heading that is no word, such as "p" or "r6": it stays as it is."""
_LINES = re.compile(r"\n| {2,}")
_LOSS = re.compile(r"\d+-(\d+)")
"""The result of a fire that tells what is lost: "2-1"; the last number are the steps."""
_NOTHING = "0-0"
_LOSSES = (None, Color(0.965, 0.88, 0.815), Color(0.945, 0.79, 0.71), Color(0.91, 0.69, 0.61))
_TIGHT = 0.55
"""The share of air in the cells of a chart that would be a few lines longer than a page."""
_HIGH = 250.0
"""The room for charts on a page of A4, in millimetres."""


def _padding(millimetres: float, above: float = 0.0, first: int = 0) -> list[tuple[Any, ...]]:
    """The air around the words of cells from a row on; `above` more above and below them."""
    sides = {"LEFT": (1.0, 0), "RIGHT": (1.0, 0), "TOP": (0.7, above), "BOTTOM": (0.8, above)}
    return [
        (f"{side}PADDING", (0, first), (-1, -1), (millimetres * share + more) * POINT)
        for side, (share, more) in sides.items()
    ]


TITLE: list[tuple[Any, ...]] = [
    ("SPAN", (0, 0), (-1, 0)),
    ("BACKGROUND", (0, 0), (-1, 0), Color(*DARK)),
    ("LEFTPADDING", (0, 0), (-1, 0), 4),
    ("TOPPADDING", (0, 0), (-1, 0), 2),
    ("BOTTOMPADDING", (0, 0), (-1, 0), 4),
]
_DRESS = [
    ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ("GRID", (0, 0), (-1, -1), 0.4, RIM),
    ("BACKGROUND", (0, 1), (-1, 1), _TINT),
    ("BACKGROUND", (0, 2), (0, -1), _TINT),
    ("ROWBACKGROUNDS", (1, 2), (-1, -1), [_PALE, _BAND]),
    *_padding(_PAD),
]


def chart_flow(
    charts: Sequence[Chart],
    width: float,
    steps: int = 0,
    high: float = _HIGH,
    first: Sequence[Flowable] | Shelf = (),
    fill: bool = False,
) -> Iterator[Flowable]:
    """The charts in two columns, wide ones over both, on pages of this width and height in millimetres, below
    what stands `first`; `steps` of the scale of type above the smallest. With `fill` each page takes what
    room it has left for larger type and higher rows."""
    panels = [_both(chart, width, steps, high) for chart in charts]
    known = {id(panel): chart for panel, chart in zip(panels, charts, strict=True)}

    def larger_ones(shown: Sequence[Panel]) -> Iterator[Sequence[Panel]]:
        for more in range(_MORE, 0, -1):
            with suppress(RosterError):  # its longest words are too wide in such type
                yield [_both(known[id(panel)], width, steps + more, high) for panel in shown]
        yield shown

    yield from spread(panels, width, high, first, larger_ones if fill else None)


def as_large_as_fits(
    make: Callable[[int], bytes], pages: Callable[[bytes], int], most: int = _STEPS
) -> bytes:
    """What is made with the largest type that takes no more pages than the least does."""
    least = make(0)
    for steps in range(most, 0, -1):
        try:
            larger_one = make(steps)
        except RosterError:  # its longest words are too wide in such type
            continue
        if pages(larger_one) <= pages(least):
            return larger_one
    return least


def track_shelf(
    turns: Sequence[str], cell: float, width: float, record: Chart | None, more: float = 0.0
) -> Shelf:
    """The turn track as what stands above charts; `more` millimetres higher in all."""
    flow = list(turn_track(turns, cell, width, record, more))
    return replace(shelf(flow, width), looser=partial(track_shelf, turns, cell, width, record))


def turn_track(
    turns: Sequence[str], cell: float, width: float, record: Chart | None, more: float = 0.0
) -> Iterator[Flowable]:
    """A track as broad as the page, with a box for each turn that has room for a counter `cell` millimetres
    wide, and in it what the turn record says of the turn; nothing without turns. All boxes together are
    `more` millimetres higher than that, and their words as large as that leaves room for."""
    if not turns:
        return
    said = [_recorded(record, turn.partition(" ")[0]) for turn in turns]
    side = max(cell + 8.0, 24.0)
    columns = max(1, int(width // side))
    columns = -(-len(turns) // -(-len(turns) // columns))
    least, *sizes = (
        [_turn(turn, words, points) for turn, words in zip(turns, said, strict=True)] for points in _IN_TURNS
    )
    room = (width / columns - 2 * _AIR) * POINT
    side = max(side, cell + 1.5 + _highest(least, room))
    high = side + more / -(-len(turns) // columns)
    fit = (boxes for boxes in reversed(sizes) if cell + 1.5 + _highest(boxes, room) <= high)
    boxes: list[Any] = [*next(fit, least), *[""] * (-len(turns) % columns)]
    rows = [boxes[at : at + columns] for at in range(0, len(boxes), columns)]
    title = f"{record.title} †" if record and record.standin else record.title if record else "Turn track"
    rows.insert(0, [heading_row(title, record.rule if record else "")] + [""] * (columns - 1))
    heights = [None] + [high * POINT] * (len(rows) - 1)
    track = table(rows, [width / columns * POINT] * columns, heights, repeat=1)
    style = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("BACKGROUND", (0, 1), (-1, -1), _PALE)]
    track.setStyle([*style, ("GRID", (0, 0), (-1, -1), 0.6, RIM), *_padding(_AIR), *TITLE])
    yield track
    if record and record.key:
        yield paragraph(record.key, _LEAST, leftIndent=3, spaceBefore=2)


def _recorded(record: Chart | None, turn: str) -> list[str]:
    """What a turn record says of a turn beside its date, which is its first column: "Arrivals: Soviet"; what
    is alone there line by line."""
    if record is None or turn not in record.rows:
        return []
    told = list(zip(record.columns, record.cells[record.rows.index(turn)], strict=True))[1:]
    if len(told) == 1:
        return [line for line in _LINES.split(_GOES_ON.sub(" ", told[0][1])) if line.strip("- ")]
    return [f"{what}: {cell}" for what, cell in told if cell.strip("- ")]


def _turn(turn: str, more: Sequence[str], points: float) -> list[Paragraph]:
    number, _, date = turn.partition(" ")
    told = [paragraph(one, points, font=SERIF) for one in more]
    return [paragraph(number, 16, font=SERIF_BOLD), paragraph(date.strip("()"), points), *told]


def _highest(boxes: Iterable[Sequence[Paragraph]], room: float) -> float:
    """The height of the highest of these boxes in millimetres, with this width in points."""
    return max(sum(float(one.wrap(room, 1e6)[1]) for one in box) for box in boxes) / POINT


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


def _both(chart: Chart, width: float, steps: int, high: float) -> Panel:
    """A chart over the whole width, and in half of it unless it is too wide or too high for that."""
    whole = _shelf(chart, width, steps)
    if whole.high > high:  # a few lines alone on a page of their own are no table
        tight = _shelf(chart, width, steps, _TIGHT)
        whole = tight if tight.high <= high else whole
    half = (width - GAP) / 2
    if chart.largest or sum(_natural(chart, steps)) > half:
        return Panel(whole, None)
    narrow = _shelf(chart, half, steps)
    return Panel(whole, narrow if narrow.high <= high / 2 else None)


def _shelf(chart: Chart, width: float, steps: int, air: float = 1.0, more: float = 0.0) -> Shelf:
    """A chart over a width: a table, and below it the key to its signs; the `air` in its cells as a share of
    the usual, and rows so much higher."""
    made = _table(chart, _fitted(chart, width, steps), steps)
    air_mm = _PAD * air * _points(chart, steps) / _TEXT
    made.setStyle([*_DRESS, *_padding(air_mm), *_padding(air_mm, more / 2, 1), *TITLE, *_harmed(chart)])
    note = larger(_LEAST, min(steps, 1))
    keys = [paragraph(text, note, leftIndent=3, spaceBefore=2) for text in filter(None, [chart.key])]
    looser = partial(_shelf, chart, width, steps, air)
    return replace(shelf([made, *keys], width), rows=len(chart.rows) + 1, looser=looser)


def _table(chart: Chart, columns: Sequence[float], steps: int) -> Table:
    """The table of a chart: its title, the headings, and a line for each row."""
    points = _points(chart, steps)
    long = [max((len(cell) for cell in column), default=0) > _LONG for column in _columns(chart)]
    head = min(steps, 1) + (1 if chart.largest else 0)
    title = f"{chart.title} †" if chart.standin else chart.title
    rows: list[list[Any]] = [[heading_row(title, chart.rule, head)] + [""] * len(chart.columns)]
    labels = zip(chart.columns, long, strict=True)
    corner = _cell(chart.written, points, bold=True, left=True)
    rows.append([corner, *(_cell(label, points, bold=True, left=left) for label, left in labels)])
    for label, cells in zip(chart.rows, chart.cells, strict=True):
        told = (
            _cell(cell, points, bold=chart.largest, left=left) for cell, left in zip(cells, long, strict=True)
        )
        head_of = paragraph(label, points) if chart.written else _cell(label, points, bold=True, left=True)
        rows.append([head_of, *told])
    again = heading_row(f"{title} (continued)", chart.rule, head)
    return table(rows, [wide * POINT for wide in columns], repeat=2, again=again)


def _harmed(chart: Chart) -> Iterator[tuple[Any, ...]]:
    """The grounds of results, by whom they hurt; where they hurt whoever is fired at, by the steps. No bands
    lie under them: a band would look like a third kind of result."""
    if chart.largest:
        yield ("BACKGROUND", (1, 2), (-1, -1), _PALE)
    for down, cells in enumerate(chart.cells, 2):
        for across, cell in enumerate(cells, 1):
            harm, lost = chart.harm(cell), _LOSS.fullmatch(cell) if chart.largest else None
            ground = _LOSSES[min(int(lost[1]), len(_LOSSES) - 1)] if lost else _HARMS.get(harm)
            if ground:
                yield ("BACKGROUND", (across, down), (across, down), ground)


def _cell(text: str, points: float, bold: bool = False, left: bool = False) -> Paragraph:
    return paragraph(text, points, font=SERIF_BOLD if bold else SERIF, alignment=0 if left else 1)


def in_print(chart: Chart, sides: Mapping[str, str]) -> Chart:
    """A chart with the signs of print in its cells, "≤1" for "<=1", a dash for no loss in the one that is
    rolled on, and with sides by their names."""

    def told(texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(as_printed(text, sides) for text in texts)

    def headed(texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(text if _CODE.fullmatch(text) else text[:1].upper() + text[1:] for text in told(texts))

    cells, key = tuple(map(told, chart.cells)), as_printed(chart.key, sides)
    if chart.largest:
        cells = tuple(tuple("-" if cell == _NOTHING else cell for cell in row) for row in cells)
    return replace(chart, columns=headed(chart.columns), rows=headed(chart.rows), cells=cells, key=key)


def as_printed(text: str, sides: Mapping[str, str]) -> str:
    """A text with the signs of print for those of a keyboard: "Soviet attack" for that of the side soviet."""
    text = re.sub(r"\b[a-z]+\b", lambda word: sides.get(word[0], word[0]), text)
    return text.replace("<=", "≤").replace(">=", "≥").replace("+/-", "±")


def _points(chart: Chart, steps: int) -> float:
    return larger(_TEXT, steps + (_LARGER if chart.largest else 0))


def _natural(chart: Chart, steps: int) -> list[float]:
    """How wide each column would like to be, its label's first, in millimetres."""
    points = _points(chart, steps)
    return [max((_width(text, points) for text in column), default=0.0) for column in _texts(chart)]


def _columns(chart: Chart) -> list[tuple[str, ...]]:
    return [tuple(row[at] for row in chart.cells) for at in range(len(chart.columns))]


def _texts(chart: Chart) -> list[tuple[str, ...]]:
    """The texts of each column: the labels of the rows, and the cells under the label of their column."""
    below = zip(chart.columns, _columns(chart), strict=True)
    return [(chart.written, *chart.rows), *((label, *cells) for label, cells in below)]


def _width(text: str, points: float) -> float:
    """The width of a column that holds this."""
    return max(text_width(text, points, SERIF_BOLD) + 2 * _PAD * points / _TEXT + 0.5, 9.0)


def _fitted(chart: Chart, width: float, steps: int) -> list[float]:
    """The columns' widths over the whole width: as they like, if there is room; else so that it is low.

    Raises RosterError for a page too narrow for the longest words.
    """
    wide, points = _natural(chart, steps), _points(chart, steps)
    if sum(wide) <= width:
        return [one * width / sum(wide) for one in wide]
    texts = _texts(chart)
    least = [
        max(_width(word, points) for text in column for word in text.split() or [""]) for column in texts
    ]
    if sum(least) > width:
        raise RosterError([_too_small(f"a page {width:g} mm wide between its margins", chart.title)])
    return _lowest(least, [[_width(text, points) for text in column] for column in texts], width)


def _lowest(least: Sequence[float], texts: Sequence[Sequence[float]], width: float) -> list[float]:
    """Widths of columns from the least ones upwards: each further bit to the column that lowers most rows."""
    found, bit = list(least), (width - sum(least)) / _BITS
    for _ in range(_BITS):
        rows = [
            max(range(len(found)), key=lambda at: row[at] / found[at]) for row in zip(*texts, strict=True)
        ]
        gains = [0.0] * len(found)
        for row, at in zip(zip(*texts, strict=True), rows, strict=True):
            if row[at] > found[at]:
                gains[at] += row[at] / found[at] - row[at] / (found[at] + bit)
        best = max(range(len(found)), key=lambda at: (gains[at], -found[at]))
        found[best] += bit
    return found


_BITS = 60
"""Into how many bits the room is divided that is left once every column holds its longest word."""
