"""The kit's pages of words: notes on printing it and putting it together, and a sheet to write orders on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table

from builder.module.charts import Chart, sequence_chart
from builder.printing.board import OVERLAP
from builder.printing.charts import MARGIN, chart_flow
from builder.printing.paper import DARK, PLAIN, POINT
from builder.printing.words import heading, paragraph, table
from counters.roster.counter import Roster
from counters.roster.manifest import Line, manifest
from counters.sheets.imposition import Duplex
from counters.sheets.printing import Printing

CHECK = 25.0
"""The side in millimetres of the square by which a reader sees whether his printer kept the scale."""

_LINE, _ABOVE = 8.0, 32.0
"""From line to line of the order sheet, and what stands above the first, in millimetres."""
_RULED = Color(0.6, 0.57, 0.5)
_FREE = ("LEFTPADDING", (0, 0), (-1, -1), 0)


@dataclass(frozen=True, slots=True)
class Refereed:
    """What a game's rules know that stands in no file; who calls hands it in, for nothing here imports them.

    `orders` are the forms of an order and what each does; `steps` the sequence of play by id, title and rule;
    `standins` what stands in for something that the rulebook does not give.
    """

    orders: tuple[tuple[str, str], ...] = ()
    steps: tuple[tuple[str, str, str], ...] = ()
    standins: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the kit: its file's name, what it is, how it is printed, its pages and their PDF."""

    name: str
    what: str
    how: str
    pages: int
    content: bytes


def sequence_of_play(
    segments: Sequence[str], states: Mapping[str, str], steps: Sequence[tuple[str, str, str]]
) -> tuple[Chart, ...]:
    """The sequence of play as a chart: the rulebook's segments, each with the rules its steps go by.

    `states` leads from the referee's steps to the segments they belong to, where their names differ. A game
    without segments has its steps in the chart, if they are more than one.
    """
    if not segments:
        rows, cells = tuple(name for name, _, _ in steps), tuple((title, rule) for _, title, rule in steps)
        return (
            (Chart("sequence", "Sequence of play", ("Step", "Rule"), rows, cells),) if len(steps) > 1 else ()
        )
    (plain,) = sequence_chart(segments)
    cited = [", ".join(dict.fromkeys(_rules(row, states, steps))) for row in plain.rows]
    if not any(cited):
        return (plain,)
    cells = tuple((says, rule) for (says,), rule in zip(plain.cells, cited, strict=True))
    return (Chart(plain.id, plain.title, ("Segment", "Rules"), plain.rows, cells),)


def _rules(row: str, states: Mapping[str, str], steps: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    for name, _, rule in steps:
        if states.get(name, name) == row or states.get(name, name).startswith(f"{row}."):
            yield rule


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
    standins: Sequence[str],
) -> Iterator[Flowable]:
    """What is in the kit, how to print it, and how to put it together; `grid` is the map's columns and rows
    of pages, (0, 0) for a poster or no map."""
    width = printing.paper[0] - 2 * MARGIN
    yield heading(f"{title}: print and play")
    yield Spacer(1, 8)
    yield from chart_flow([_contents(parts)], width)
    yield _check_square(width)
    for what, steps in _advice(roster, printing, grid):
        yield KeepTogether([paragraph(what, 11, bold=True, spaceBefore=8, spaceAfter=3), *_numbered(steps)])
    yield Spacer(1, 8)
    yield paragraph("Check that you have every piece", 11, bold=True, spaceAfter=4, keepWithNext=1)
    yield from chart_flow(list(_counted(roster)), width)
    if standins:
        what = paragraph("Placeholders", 11, bold=True, spaceAfter=3)
        yield KeepTogether([what, *(paragraph(f"•  {one}", 8, leftIndent=10) for one in standins)])


def _contents(parts: Sequence[Part]) -> Chart:
    """Every part, and on which pages it stands where all are one PDF."""
    cells, last = [], 0
    for part in parts:
        first, last = last + 1, last + part.pages
        cells.append(
            (part.what, str(part.pages), f"{first}-{last}" if last > first else f"{first}", part.how)
        )
    columns = ("What it is", "Pages", "In one PDF", "Print it")
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
            "Are the backs off? Print the page of hexpost counters calibrate: it measures by how much, and "
            "--printer corrects it."
        )
    yield (
        "Let glue dry under books for a night. Cut with a sharp blade along a steel ruler, from mark to "
        "mark: first all long cuts, then the strips."
    )
    if printing.corner:
        yield f"Round the corners along the dashes, with a radius of {printing.corner:g} mm."
    style = roster.style
    other = f"{style.chit_mm:g} mm" if not style.card_mm else "{:g} x {:g} mm".format(*style.card_mm)
    yield (
        f"Sort by side. A counter is {printing.counter_mm or style.counter_mm:g} mm wide, "
        f"a {'card' if style.card_mm else 'chit'} {other}."
    )


def _advice(roster: Roster, printing: Printing, grid: tuple[int, int]) -> Iterator[tuple[str, list[str]]]:
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
        "Charts and orders",
        [
            "Print charts on one side, and the player's card on both, one set for each player. Copy the "
            "order sheet as often as you need it. To play by mail, write the same lines in an email."
        ],
    )


def _numbered(steps: Sequence[str]) -> Iterator[Flowable]:
    for number, step in enumerate(steps, 1):
        yield paragraph(f"{number}.  {step}", 9, leftIndent=12, firstLineIndent=-12, spaceAfter=2)


def _counted(roster: Roster) -> Iterator[Chart]:
    """How many pieces of each kind there must be when everything is cut out: a chart for each side, and for
    markers and for chits."""
    groups: dict[str, list[tuple[str, int]]] = {}
    for line in manifest(roster):
        group, what = (line.side, line.words) if line.side else _group(line)
        if line.pieces:
            groups.setdefault(group, []).append((what or "all", line.pieces))
    for group, counts in groups.items():
        labels, cells = tuple(what for what, _ in counts), tuple((str(count),) for _, count in counts)
        yield Chart(group, f"{group[:1].upper()}{group[1:]}", ("Pieces",), labels, cells)


def _group(line: Line) -> tuple[str, str]:
    """The heading and the words of a line that belongs to no side: "markers", "plan"."""
    group = line.what.partition(": ")[0]
    return group, line.words.removesuffix(group).strip()
