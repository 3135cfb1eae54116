"""The kit's pages of words: notes on printing it and putting it together, and a sheet to write orders on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table

from builder.module.charts import Chart
from builder.printing.board import OVERLAP
from builder.printing.charts import MARGIN, TITLE, chart_flow
from builder.printing.paper import DARK, PLAIN, POINT
from builder.printing.words import heading, heading_row, paragraph, table
from counters.roster.counter import Roster
from counters.roster.manifest import Line, manifest
from counters.sheets.imposition import Duplex
from counters.sheets.printing import Printing

CHECK = 25.0
"""The side in millimetres of the square by which a reader sees whether their printer kept the scale."""

_LINE, _ABOVE = 8.0, 32.0
"""From line to line of the order sheet, and what stands above the first, in millimetres."""
_RULED = Color(0.6, 0.57, 0.5)
_FREE = ("LEFTPADDING", (0, 0), (-1, -1), 0)
CHARTS, CARD = "4-charts.pdf", "6-player-card.pdf"
"""The names of the parts that every player needs."""
_TALLIES = 4
"""So many columns of counted pieces stand side by side."""


@dataclass(frozen=True, slots=True)
class Refereed:
    """What a game's rules know that stands in no file; who calls hands it in, for nothing here imports them.

    `orders` are the forms of an order and what each does; `steps` the sequence of play by id, title and rule;
    `standins` what stands in for something that the rulebook does not give; `module_orders` the forms of an
    order in a game of the VASSAL module, where that is played without rules.
    """

    orders: tuple[tuple[str, str], ...] = ()
    steps: tuple[tuple[str, str, str], ...] = ()
    standins: tuple[str, ...] = ()
    module_orders: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """What of a game is not known: what stands in for it, and charts of readings that could be others."""

    standins: tuple[str, ...] = ()
    asides: tuple[Chart, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the kit: its file's name, what it is, how it is printed, its pages and their PDF."""

    name: str
    what: str
    how: str
    pages: int
    content: bytes


def order_flow(title: str, sides: Sequence[str], room: tuple[float, float]) -> Iterator[Flowable]:
    """A page to write orders on, as hexpost reads them in an email. `room` is the width and height between a
    page's margins in millimetres."""
    width, high = room
    yield heading(f"{title}: orders")
    yield Spacer(1, 6)
    yield _blanks(
        [("Game", 0.2), ("Turn", 0.14), (f"Side ({', '.join(sides)})", 0.4), ("Reply code", 0.26)], width
    )
    yield paragraph(
        "In an email: BEGIN ORDERS game turn N side code, then a line for each order, then END ORDERS.", 7.5
    )
    yield Spacer(1, 6)
    yield _ruled(width, int((high - _ABOVE) / _LINE))


def _blanks(fields: Sequence[tuple[str, float]], width: float) -> Table:
    """Boxes to fill in, each under what belongs there."""
    row = [[paragraph(label, 7), Spacer(1, 16)] for label, _ in fields]
    made = table([row], [share * width * POINT for _, share in fields])
    made.setStyle([("GRID", (0, 0), (-1, -1), 0.6, _RULED), ("VALIGN", (0, 0), (-1, -1), "TOP")])
    made.spaceAfter = 4
    return made


def _ruled(width: float, count: int) -> Table:
    """Numbered lines to write on."""
    rows: list[list[Any]] = [[str(number), ""] for number in range(1, count + 1)]
    made = table(rows, [8 * POINT, (width - 8) * POINT], [_LINE * POINT] * count)
    made.setStyle(
        [
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, _RULED),
            ("FONT", (0, 0), (0, -1), PLAIN, 7),
            ("TEXTCOLOR", (0, 0), (0, -1), _RULED),
            ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
            _FREE,
        ]
    )
    return made


def notes_flow(
    title: str,
    parts: Sequence[Part],
    roster: Roster,
    printing: Printing,
    grid: tuple[int, int],
    unknown: Unknown,
) -> Iterator[Flowable]:
    """What is in the kit, how to print it, and how to put it together; `grid` is the map's columns and rows
    of pages, (0, 0) for a poster or no map."""
    width = printing.paper[0] - 2 * MARGIN
    yield heading(f"{title}: print and play")
    yield Spacer(1, 8)
    yield from chart_flow([_contents(parts)], width)
    yield Spacer(1, 12)
    yield _check_square(width)
    for what, steps in _advice(roster, printing, grid, parts):
        yield from _under(what, list(_numbered(steps)), len(steps))
    counted = [_tally(group, counts, width) for group, counts in _counted(roster).items()]
    yield from _under("Check that you have every piece", counted, 1)
    bullets = [paragraph(f"•  {one}", 8, leftIndent=10, firstLineIndent=-6) for one in unknown.standins]
    yield from _under("Placeholders", bullets, 4) if bullets else ()
    if unknown.asides:
        yield Spacer(1, 8)
        yield from chart_flow(unknown.asides, width)


def _under(what: str, flow: Sequence[Flowable], kept: int) -> Iterator[Flowable]:
    """What stands under a title; so much of it is on one page with it."""
    yield KeepTogether([paragraph(what, 11, bold=True, spaceBefore=8, spaceAfter=3), *flow[:kept]])
    yield from flow[kept:]


def _contents(parts: Sequence[Part]) -> Chart:
    """Every part, and on which of its pages a PDF of the whole kit has it."""
    cells, last = [], 0
    for part in parts:
        first, last = last + 1, last + part.pages
        cells.append(
            (part.what, str(part.pages), f"p. {first}-{last}" if last > first else f"p. {first}", part.how)
        )
    columns = ("What it is", "Pages", "In a single PDF", "Print it on")
    return Chart("contents", "In this kit", columns, tuple(part.name for part in parts), tuple(cells))


def _check_square(width: float) -> Table:
    """The square, and beside it what to do with it."""
    says = (
        f"Measure this square before you cut anything: each side must be {CHECK:g} mm. If it is not, your "
        "printer has scaled the page: choose “actual size” or 100 %, never “fit to page”, and print again. "
        "The bar at the foot of every page must measure 50 mm."
    )
    square = table([[""]], [CHECK * POINT], [CHECK * POINT])
    square.setStyle([("BOX", (0, 0), (-1, -1), 0.5, Color(*DARK))])
    made = table([[square, paragraph(says, 9)]], [(CHECK + 6) * POINT, (width - CHECK - 6) * POINT])
    made.setStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), _FREE])
    return made


def _of_counters(roster: Roster, printing: Printing) -> Iterator[str]:
    """What to do with the sheets of counters, step by step."""
    if printing.duplex is Duplex.FOLD:
        yield (
            "Print on one side of thin paper. Fold each sheet outwards along the dashed line, and glue its "
            "halves together, or to both sides of a board."
        )
    else:
        yield (
            f"Print on {printing.how}, on card of 200 to 300 g. Or print fronts and backs on two sheets and "
            "glue them to both sides of a board, a pin through the corner marks."
        )
        yield (
            "Do the backs miss their fronts? Type “hexpost counters calibrate --out calibration.pdf” and "
            "print that page. It tells you what to do."
        )
    yield (
        "Let glue dry under books for a night. Cut with a sharp blade along a steel ruler, from mark to "
        "mark: first all long cuts, then the strips."
    )
    if printing.corner:
        yield f"Round the corners along the dashes, with a radius of {printing.corner:g} mm."
    yield f"Sort the pieces by side. {_sizes(roster, printing)}"


def _sizes(roster: Roster, printing: Printing) -> str:
    """How large the pieces are: "A counter is 14.3 mm wide, a card 63 x 88 mm."."""
    style = roster.style
    counter = f"A counter is {_mm(printing.counter_mm or style.counter_mm)} mm wide"
    if not roster.cards:
        return f"{counter}."
    if style.card_mm is None:
        return f"{counter}, a chit {_mm(style.chit_mm)} mm."
    return f"{counter}, a card {_mm(style.card_mm[0])} x {_mm(style.card_mm[1])} mm."


def _mm(length: float) -> str:
    return f"{round(length, 1):g}"


def pieces_of(roster: Roster) -> str:
    """What the sheets hold: "Counters, markers and cards"."""
    drawn = "cards" if roster.style.card_mm else "chits"
    held = [name for name, some in (("markers", roster.markers), (drawn, roster.cards)) if some]
    return " and ".join(filter(None, [", ".join(["Counters", *held[:-1]]), *held[-1:]]))


def _advice(
    roster: Roster, printing: Printing, grid: tuple[int, int], parts: Sequence[Part]
) -> Iterator[tuple[str, list[str]]]:
    """What to do with counters, map and charts, step by step."""
    yield "Counters", list(_of_counters(roster, printing))
    columns, rows = grid
    if columns * rows > 1:
        yield (
            "The map",
            [
                f"Print {columns * rows} pages on one side only. They are named as on the plan in their "
                "corner: A1, A2 ... from the left, A, B ... from the top.",
                "Where a page says “cut along this edge”, cut there, along the edge of the picture. Leave "
                f"the other edges: {OVERLAP:g} mm of the picture beside them come again on the next page.",
                "Lay A2 over the right edge of A1 up to the two ticks in A1's margin; the picture runs on "
                "without a step. Glue. Make each row so, then lay row B over the lower edge of row A, "
                "and so on.",
            ],
        )
    yield (
        "Charts and orders" if for_each(parts) else "Orders",
        [
            f"{for_each(parts)}Copy the order sheet as often as you need it. To play by mail, write the "
            "same lines in an email."
        ],
    )


def for_each(parts: Sequence[Part]) -> str:
    """How to print what each player needs, a sentence; "" where the kit has no such part."""
    charts, card = (next((one for one in parts if one.name == name), None) for name in (CHARTS, CARD))
    two_sided = "both sides" if card and card.pages > 1 else "one side"
    printed = [
        *(["charts on one side"] if charts else ()),
        *([f"the player's card on {two_sided}"] if card else ()),
    ]
    return f"Print {' and '.join(printed)}, one set for each player. " if printed else ""


def _numbered(steps: Sequence[str]) -> Iterator[Flowable]:
    for number, step in enumerate(steps, 1):
        yield paragraph(f"{number}.  {step}", 9, leftIndent=12, firstLineIndent=-12, spaceAfter=2)


def _counted(roster: Roster) -> dict[str, list[tuple[str, int]]]:
    """How many pieces of each kind there must be when everything is cut out, by side, markers and chits."""
    groups: dict[str, list[tuple[str, int]]] = {}
    for line in manifest(roster):
        group, what = (line.side, line.words) if line.side else _group(line)
        if line.pieces:
            groups.setdefault(group, []).append((what or "all", line.pieces))
    return groups


def _tally(group: str, counts: Sequence[tuple[str, int]], width: float) -> Table:
    """A table to tick off the pieces of a group, in columns read from top to bottom."""
    high = -(-len(counts) // _TALLIES)
    total = sum(count for _, count in counts)
    rows: list[list[Any]] = [
        [heading_row(f"{group[:1].upper()}{group[1:]}: {total}")] + [""] * (2 * _TALLIES - 1)
    ]
    for at in range(high):
        row: list[Any] = []
        for number in range(at, high * _TALLIES, high):
            what, count = counts[number] if number < len(counts) else ("", "")
            row += [
                paragraph(str(count), 8, bold=True, alignment=2),
                paragraph(what[:1].upper() + what[1:], 8),
            ]
        rows.append(row)
    narrow = 11.0
    made = table(rows, [narrow * POINT, (width / _TALLIES - narrow) * POINT] * _TALLIES, repeat=1)
    made.spaceAfter = 5
    made.setStyle(
        [
            *TITLE,
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, _RULED),
            *((side, (0, 1), (-1, -1), 1.5) for side in ("TOPPADDING", "BOTTOMPADDING")),
            *((side, (0, 1), (-1, -1), 3) for side in ("LEFTPADDING", "RIGHTPADDING")),
        ]
    )
    return made


def _group(line: Line) -> tuple[str, str]:
    """The heading and the words of a line that belongs to no side: "markers", "plan"."""
    group = line.what.partition(": ")[0]
    return group, line.words.removesuffix(group).strip()
