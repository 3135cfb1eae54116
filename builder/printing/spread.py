"""How charts are spread over pages: narrow ones side by side, pages about equally full.

A shelf is what stands between the margins at one height: a wide chart, or narrow ones in two columns. Heights
and widths are in millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from reportlab.platypus import Flowable, KeepTogether, PageBreak, Spacer

from builder.printing.paper import POINT
from builder.printing.words import table

GAP = 5.0
"""Between two charts."""
_TALLER = 1.15
"""So much higher than the column beside it one may be."""
_HEIGHTS = (1.0, 0.6, 0.4)
"""How high shelves are tried to be, as shares of a page."""
_FOOT = 4.0
"""The room on a page for a note below its charts."""
_LOOSEST, _TALLEST = 3.5, 44.0
"""So much higher rows become at most where a page has room left, and what stands above all."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A chart over the whole width, and, where it has room there, in half of it."""

    whole: Shelf
    half: Shelf | None


@dataclass(frozen=True, slots=True)
class Shelf:
    """What stands together, and how high it is.

    `rows` are those of its table; `looser` is the same with rows so much higher (without panels, with so much
    more height in all). Of several charts side by side it has the `columns`. `panels` are the charts on it.
    """

    flow: list[Flowable]
    high: float
    rows: int = 0
    looser: Callable[[float], Shelf] | None = None
    columns: tuple[Sequence[Shelf], ...] = ()
    panels: tuple[Panel, ...] = ()


Larger = Callable[[Sequence[Panel]], Iterator[Sequence[Panel]]]
"""The charts of a page in larger type, the largest first, and in the end as they are."""


def shelf(flow: list[Flowable], width: float) -> Shelf:
    """What stands one below the other over this width."""
    gaps = sum(one.getSpaceBefore() for one in flow[1:])
    return Shelf(flow, float(sum(one.wrap(width * POINT, 1e6)[1] for one in flow) + gaps) / POINT)


def spread(
    panels: Sequence[Panel],
    width: float,
    high: float,
    first: Sequence[Flowable] | Shelf,
    larger: Larger | None = None,
) -> list[Flowable]:
    """Charts on as few pages as they take in their order, each about as full as the others; `first` stands
    above them. With `larger`, what room a page has left goes to its type, then to its rows, then to what
    stands above them."""
    given = [first] if isinstance(first, Shelf) else [shelf(list(first), width)]
    top = [one for one in given if one.flow]
    ways = [[*top, *_shelves(panels, width, high, share * high)] for share in _HEIGHTS]
    found = [(_broken(way, high - _FOOT), way) for way in ways]
    (breaks, (count, _)), way = min(found, key=lambda one: one[0][1])
    edges = [0, *sorted(breaks), len(way)]
    pages = [way[begin:end] for begin, end in pairwise(edges)]
    if larger and count == len(pages):
        pages = [_filled(page, width, high - _FOOT, larger) for page in pages]
    return list(_flow(pages, bool(top)))


def _filled(page: Sequence[Shelf], width: float, high: float, larger: Larger) -> list[Shelf]:
    """A page in the largest type that it has room for, its rows higher by what is left, then what stands
    above all."""
    top, charts = [[one for one in page if bool(one.panels) == filled] for filled in (False, True)]
    shown = [panel for one in charts for panel in one.panels]
    ways = (list(_shelves(some, width, high, share * high)) for some in larger(shown) for share in _HEIGHTS)
    charts = next((way for way in ways if _high([*top, *way]) <= high), charts)
    more = (high - _high([*top, *charts])) / max(1, sum(_rows(one) for one in charts))
    charts = [_loosened(one, max(0.0, min(_LOOSEST, more)), width) for one in charts]
    left = max(0.0, min(_TALLEST, high - _high([*top, *charts])))
    return [*(one.looser(left) if one.looser else one for one in top), *charts]


def _rows(one: Shelf) -> int:
    return max((sum(part.rows for part in column) for column in one.columns), default=one.rows)


def _loosened(one: Shelf, more: float, width: float) -> Shelf:
    """The same with rows so much higher; of two columns the lower one ends as low as the other, if it can."""
    if not one.columns:
        return one.looser(more) if one.looser else one
    counts = [sum(part.rows for part in column) for column in one.columns]
    high = max(_high(column) + more * count for column, count in zip(one.columns, counts, strict=True))
    columns = []
    for column, count in zip(one.columns, counts, strict=True):
        share = min(_LOOSEST, (high - _high(column)) / max(1, count))
        columns.append([_loosened(part, share, width) for part in column])
    return _beside(columns, width)


def _flow(pages: Sequence[Sequence[Shelf]], top: bool) -> Iterator[Flowable]:
    """Everything page by page in order."""
    for number, page in enumerate(pages):
        if number:
            yield PageBreak()
        for at, one in enumerate(page):
            if top and not number and not at:
                yield from one.flow
                continue
            one.flow[0].spaceBefore = GAP * POINT
            yield KeepTogether(one.flow)


def _broken(way: Sequence[Shelf], high: float) -> tuple[list[int], tuple[int, float]]:
    """Before which shelves a new page begins, how many pages that makes, and how unequal they are.

    Where one is higher than a page, pages break of themselves.
    """
    if any(one.high > high for one in way):
        return [], (len(way) + 1, 0.0)
    ends = [0.0, *accumulate(one.high + GAP for one in way)]
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)]
    for last in range(1, len(ends)):
        best.append(
            min(
                (best[before][0] + 1, best[before][1] + (ends[last] - ends[before]) ** 2, before)
                for before in range(last)
                if ends[last] - ends[before] - GAP <= high
            )
        )
    breaks, at = [], len(way)
    while at := best[at][2]:
        breaks.append(at)
    return breaks, best[-1][:2]


def _shelves(panels: Sequence[Panel], width: float, high: float, most: float) -> Iterator[Shelf]:
    """Charts one below the other: a wide one alone, narrow ones in two columns of about the same height, as
    many as stand on a shelf so high. One that would stand alone is as wide as the page."""
    left = list(panels)
    while left:
        panel, halves = left[0], [one for one in left if one.half]
        columns = _columns([one.half for one in halves if one.half], min(high, most)) if panel.half else []
        if len(columns) < 2:
            yield replace(left[0].whole, panels=(left.pop(0),))
            continue
        taken = {id(one) for column in columns for one in column}
        shown = tuple(one for one in left if id(one.half) in taken)
        left = [one for one in left if id(one.half) not in taken]
        yield replace(_beside(columns, width), panels=shown, columns=tuple(columns))


def _columns(panels: Sequence[Shelf], most: float) -> list[list[Shelf]]:
    """The first of these in two columns: as many as make both about equally high, else as few as make them
    most so."""
    columns: list[list[Shelf]] = [[], []]
    found: list[tuple[float, list[list[Shelf]]]] = []
    for panel in panels:
        low = min(columns, key=_high)
        low.append(panel)
        if _high(low) > most and found:
            break
        tall = max(map(_high, columns))
        ratio = tall / _high(min(columns, key=_high)) if all(columns) else float("inf")
        found.append((ratio, [list(column) for column in columns]))
    even = [way for ratio, way in found if ratio <= _TALLER]
    best = even[-1] if even else min(found, key=lambda one: one[0])[1]
    return [column for column in best if column]


def _high(column: Sequence[Shelf]) -> float:
    return sum(one.high for one in column) + GAP * max(0, len(column) - 1)


def _beside(columns: Sequence[Sequence[Shelf]], width: float) -> Shelf:
    """Two columns of charts side by side."""
    half = (width - GAP) / 2
    left, right = (
        [
            flow
            for at, one in enumerate(column)
            for flow in ([Spacer(1, GAP * POINT)] if at else []) + one.flow
        ]
        for column in columns
    )
    outer = table([[left, "", right]], [half * POINT, GAP * POINT, half * POINT])
    nothing = [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]
    outer.setStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *nothing])
    return shelf([outer], width)
