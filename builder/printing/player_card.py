"""A player's card: the sequence of play, and every word an order may begin with.

Both come from the game's record, so no game is without them that has rules. A short sequence shares its page
with the orders; else the orders are on the back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.platypus import Flowable, Table

from builder.module.charts import Chart
from builder.printing.charts import (
    MARGIN,
    RIM,
    TITLE,
    as_large_as_fits,
    chart_flow,
    flowing,
)
from builder.printing.counter_key import counter_key
from builder.printing.join import joined, page_count
from builder.printing.pages import CARD, Part, Refereed
from builder.printing.paper import BOLD, PLAIN, POINT, SERIF, SERIF_BOLD, Size, text_width
from builder.printing.spread import GAP
from builder.printing.words import PAPER, heading_row, larger, paragraph, table
from counters.roster.counter import Roster
from counters.roster.style import paler

_SENT = "In an email: BEGIN ORDERS game turn N side code, a line for each order, END ORDERS."
_TITLE, _TEXT, _RULE = 11.0, 8.0, 7.0
_PALE = 0.55
"""How far from the colour of its side's counters towards white a row of the sequence of play goes."""
_LISTED = 3
"""So many columns of further steps stand side by side."""
_PLAIN_ROW = "#f4efe2"


@dataclass(frozen=True, slots=True)
class Play:
    """What the front of the card shows: the sequence of play, further steps, the colours of the sides by
    their names, the roster whose counters are explained, and charts whose keys are told once more."""

    sequence: Sequence[Chart]
    further: Sequence[Chart]
    papers: Mapping[str, str]
    roster: Roster | None = None
    results: Sequence[Chart] = ()


def player_card(title: str, play: Play, forms: Refereed, paper: Size) -> Part | None:
    """The card of a game as a part of its kit; None for a game that has neither."""
    if not (play.sequence or forms.orders or forms.module_orders):
        return None
    whole = _sides(title, play, forms, paper)
    content = joined(f"{title}: player's card", whole) if len(whole) > 1 else whole[0]
    what, pages = "Player's card: sequence of play and order words", page_count(content)
    how = f"{'both sides' if pages > 1 else 'one side'}, one for each player"
    return Part(CARD, what, how, pages, content)


def order_words(title: str, forms: Refereed) -> Iterator[Chart]:
    """Every order there is: how it is written, and what it does; those of a module's game by themselves."""
    named = (
        ("order words", forms.orders),
        ("order words of a game of the VASSAL module", forms.module_orders),
    )
    for what, orders in named:
        rows, cells = tuple(form for form, _ in orders), tuple((says,) for _, says in orders)
        told = f"{title}: {what}"
        if orders:
            yield Chart("orders", told, ("What it does",), rows, cells, key=_SENT, written="You write")


def _sides(title: str, play: Play, forms: Refereed, paper: Size) -> list[bytes]:
    """The pages of the card: one, if everything has room on it; else front and back."""
    width = paper[0] - 2 * MARGIN

    def front(steps: int) -> Iterator[Flowable]:
        for chart in play.sequence:
            named = replace(chart, title=f"{title}: sequence of play")
            yield _sequence(named, play.papers, width, steps)
        for chart in play.further:
            yield _listed(chart, width, steps)
        if play.roster:
            yield from counter_key(play.roster, width)
        for chart in play.results:
            yield paragraph(f"{chart.title}. {chart.key}", _TEXT, font=SERIF, spaceAfter=8)

    def back(steps: int) -> Iterator[Flowable]:
        yield from chart_flow([*order_words(title, forms)], width, steps)

    def made(steps: int, what: str, *parts: Any) -> bytes:
        flow = [one for part in parts for one in part(steps)]
        return flowing(f"{title}: {what}", f"{title}, {what}", paper, flow)

    def both(steps: int) -> bytes:
        return made(steps, "player's card", front, back)

    if not (play.sequence and (forms.orders or forms.module_orders)) or page_count(both(0)) == 1:
        return [as_large_as_fits(both, page_count)]
    return [
        as_large_as_fits(lambda steps: made(steps, "sequence of play", front), page_count),
        as_large_as_fits(lambda steps: made(steps, "order words", back), page_count),
    ]


def _sequence(chart: Chart, papers: Mapping[str, str], width: float, steps: int) -> Table:
    """The sequence of play: a badge, the phase and what is done in it, and small at the right its rules."""
    large, text, small = (larger(points, steps) for points in (_TITLE, _TEXT, _RULE))
    badge = max(text_width(row, large, BOLD) for row in chart.rows) + 5.0
    has_rule = chart.columns[-1] == "Rule"
    cited = [cells[-1] if has_rule else "" for cells in chart.cells]
    rule = max(min(text_width(one, small, PLAIN), 24.0 + 4 * steps) for one in cited) + 4.0
    wide = [badge, width - badge - rule, rule] if has_rule else [badge, width - badge]
    rows: list[list[Any]] = [[heading_row(chart.title, "", min(steps, 1))] + [""] * (len(wide) - 1)]
    for number, cells, where in zip(chart.rows, chart.cells, cited, strict=True):
        says = cells[1 : len(cells) - has_rule]
        told = [paragraph(cells[0], large, font=SERIF_BOLD)]
        told += [paragraph(one, text, font=SERIF, spaceBefore=1) for one in says]
        mark = paragraph(number, large, font=BOLD, alignment=1, ink=PAPER)
        rows.append([mark, told, paragraph(where, small, alignment=2)][: len(wide)])
    made = table(rows, [one * POINT for one in wide], repeat=1)
    grounds = [
        ("BACKGROUND", (1, at), (-1, at), HexColor(_ground(cells[0], papers)))
        for at, cells in enumerate(chart.cells, 1)
    ]
    made.setStyle([*_LOOK, *grounds])
    return made


_LOOK = [
    ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    *TITLE,
    ("BACKGROUND", (0, 1), (0, -1), HexColor("#6d6455")),
    ("LINEBELOW", (0, 0), (-1, -1), 0.4, RIM),
    ("BOX", (0, 0), (-1, -1), 0.4, RIM),
    ("LEFTPADDING", (0, 1), (-1, -1), 5),
    ("RIGHTPADDING", (0, 1), (-1, -1), 5),
    ("LEFTPADDING", (0, 1), (0, -1), 1),
    ("RIGHTPADDING", (0, 1), (0, -1), 1),
    ("TOPPADDING", (0, 1), (-1, -1), 3),
    ("BOTTOMPADDING", (0, 1), (-1, -1), 4),
]


def _ground(phase: str, papers: Mapping[str, str]) -> str:
    """The colour of a row: a pale one of the side that its phase names, if it names one."""
    paper = next((colour for name, colour in papers.items() if name in phase), "")
    return paler(paper, _PALE) if paper else _PLAIN_ROW


def _listed(chart: Chart, width: float, steps: int) -> Table:
    """Steps that need no words beside their names, in columns read from top to bottom."""
    text = larger(_RULE, min(steps, 1))
    high = -(-len(chart.rows) // _LISTED)
    badge = max(text_width(row, text, BOLD) for row in chart.rows) + 3.0
    rows: list[list[Any]] = [[heading_row(chart.title, "", min(steps, 1))] + [""] * (2 * _LISTED - 1)]
    for at in range(high):
        row: list[Any] = []
        for number in range(at, high * _LISTED, high):
            name, says = (
                (chart.rows[number], chart.cells[number][0]) if number < len(chart.rows) else ("", "")
            )
            row += [paragraph(name, text, bold=True), paragraph(says, text, font=SERIF)]
        rows.append(row)
    made = table(rows, [badge * POINT, (width / _LISTED - badge) * POINT] * _LISTED, repeat=1)
    made.spaceBefore = GAP * POINT
    made.setStyle(
        [
            *TITLE,
            ("SPAN", (0, 0), (-1, 0)),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("BOX", (0, 0), (-1, -1), 0.4, RIM),
            ("ROWBACKGROUNDS", (0, 1), (-1, -1), [HexColor("#faf6eb"), HexColor("#f1ebdc")]),
            *((side, (0, 1), (-1, -1), 1.5) for side in ("TOPPADDING", "BOTTOMPADDING")),
            *((side, (0, 1), (-1, -1), 3) for side in ("LEFTPADDING", "RIGHTPADDING")),
        ]
    )
    return made
