"""The print-and-play set of a game: notes, counters, map, charts and order sheet, PDFs at true scale."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from reportlab.platypus import Flowable

from builder.layout.module_file import load_facts
from builder.module.charts import Chart, load_charts, print_words
from builder.printing.arrivals import Arrivals
from builder.printing.board import Tiling, draw_poster, draw_tiles, poster_strips, tile_steps, tiling
from builder.printing.charts import MARGIN, as_large_as_fits, chart_flow, flowing, in_print, track_shelf
from builder.printing.join import joined, page_count
from builder.printing.pages import CHARTS, Part, Refereed, Unknown, notes_flow, order_flow, pieces_of
from builder.printing.paper import Document, Size
from builder.printing.player_card import Play, player_card
from builder.printing.sequence import further_steps, sequence_of_play
from builder.printing.words import paragraph
from counters.roster.counter import Roster
from counters.roster.load import load_roster
from counters.roster_faults import RosterError
from counters.sheets.printing import Printing
from counters.sheets.sheet import sheets_pdf
from files.faults import Fault
from maps.drawing.sheet import Sheet, lay_out
from maps.map_faults import MapError
from maps.reading.load import find_map

Tell = Callable[[int, int, str], None]
"""Called as the work goes on: steps done, steps in all, what is done now."""


SMALLEST = 140.0
"""The least width and height of the paper in millimetres: charts and notes must be read."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How the kit is wanted: paper and counters, dots per inch of the map, and whether that is one poster."""

    printing: Printing = field(default_factory=Printing)
    dpi: int = 150
    poster: bool = False

    @property
    def paper(self) -> Size:
        """The paper in millimetres, as it lies in the printer."""
        return self.printing.paper


@dataclass(frozen=True, slots=True)
class _Kit:
    """What everything is made from."""

    wish: Wish
    roster: Roster
    title: str
    map: Sheet | None
    play: Play
    charts: tuple[Chart, ...]
    turns: tuple[str, ...]
    referee: Refereed

    @property
    def way(self) -> Tiling | None:
        """How the map is cut; None where there is none, or one poster."""
        return tiling(self.map, self.wish.paper, self.wish.dpi) if self.map and not self.wish.poster else None

    @property
    def counter_mm(self) -> float:
        """The side of a counter."""
        return self.wish.printing.counter_mm or self.roster.style.counter_mm

    @property
    def steps(self) -> int:
        """How much there is to do."""
        if self.way:
            return 5 + tile_steps(self.way)
        return 4 + (1 + len(poster_strips(self.map, self.wish.dpi)) if self.map else 0)


def print_kit(game: str | Path, wish: Wish, referee: Refereed, tell: Tell) -> tuple[Part, ...]:
    """Everything to print of a bundled game or a game folder; the same game gives the same bytes.

    Raises RosterError, MapError or ModuleError with all the faults of what the kit is made from, or for paper
    that is too small. A game without a map folder gets a kit without a map.
    """
    if min(wish.paper) < SMALLEST:
        read = "{:g} x {:g} mm".format(*wish.paper)
        raise RosterError([Fault("paper", 0, read, f"a kit needs {SMALLEST:g} mm each way at least")])
    kit = _gather(game, wish, referee)
    parts = []
    for done, part in enumerate(_parts(kit), 1):
        if isinstance(part, Part):
            parts.append(part)
        tell(done, kit.steps, part if isinstance(part, str) else part.what)
    return (_notes(kit, parts), *parts)


def in_one(title: str, parts: tuple[Part, ...]) -> bytes:
    """All parts as one PDF."""
    return joined(title, [part.content for part in parts])


def _gather(game: str | Path, wish: Wish, referee: Refereed) -> _Kit:
    roster, facts, charts = load_roster(game), load_facts(game), load_charts(game)
    style, title = roster.style, (roster.style.title or roster.game).replace("'", "’")
    papers = {name: style.side_paper(side) for side, name in style.sides.items()}
    steps = referee.steps
    results = [in_print(chart, style.sides) for chart in charts if chart.largest and chart.key]
    play = Play(sequence_of_play(facts, steps), further_steps(facts, steps), papers, roster, results)
    sheet = _map(game)
    board = sheet.board if sheet else None
    arrivals = Arrivals(roster, board, facts.arrivals, print_words(game), facts.reduced)
    printed = tuple(in_print(chart, roster.style.sides) for chart in (*charts, *arrivals.charts()))
    return _Kit(wish, roster, title, sheet, play, printed, facts.turns, referee)


def _map(game: str | Path) -> Sheet | None:
    try:
        find_map(game)
    except MapError:
        return None
    return lay_out(game)


def _parts(kit: _Kit) -> Iterator[Part | str]:
    """The parts as they are finished, and in between what was done for the next one."""
    yield _counters(kit)
    if kit.map:
        yield from _map_part(kit, kit.map)
    yield from _charts(kit)
    yield _orders(kit)
    yield player_card(kit.title, kit.play, kit.referee, kit.wish.paper) or "no player's card"


def _counters(kit: _Kit) -> Part:
    content, how = sheets_pdf(kit.roster, kit.wish.printing), kit.wish.printing.how
    return Part("2-counters.pdf", pieces_of(kit.roster), how, page_count(content), content)


def _map_part(kit: _Kit, sheet: Sheet) -> Iterator[Part | str]:
    document = Document(f"{kit.title}: map")
    way = kit.way
    if way:
        for name in draw_tiles(document, sheet, way, kit.title):
            yield f"map, {name}"
    else:
        yield from draw_poster(document, sheet, kit.wish.dpi)
    content = document.close()
    what = f"The map on {way.columns} x {way.rows} pages" if way else "The map as a poster"
    wide, high = sheet.size
    how = "one side" if way else f"one side, on paper of {wide:g} x {high:g} mm"
    yield Part("3-map.pdf", what, how, page_count(content), content)


def _charts(kit: _Kit) -> Iterator[Part | str]:
    if not kit.turns and not kit.charts:  # a PDF without pages is none
        yield "no charts"
        return
    width, high = (length - 2 * MARGIN for length in kit.wish.paper)
    charts = [chart for chart in kit.charts if not chart.aside and not (chart.track and kit.turns)]
    record = _turn_record(kit)

    def made(steps: int) -> bytes:
        track = track_shelf(kit.turns, kit.counter_mm, width, record)
        flow = [*chart_flow(charts, width, steps, high, track, fill=True), *_daggers(kit.charts)]
        return flowing(f"{kit.title}: charts", f"{kit.title}, charts", kit.wish.paper, flow)

    content = as_large_as_fits(made, page_count)
    what, how = "Charts and turn track", "one side, for each player"
    yield Part(CHARTS, what, how, page_count(content), content)


def _turn_record(kit: _Kit) -> Chart | None:
    """What stands in the boxes of the turn track: the notes on the board's, else those of the chart."""
    chart = next((chart for chart in kit.charts if chart.track), None)
    turns = kit.map.toml.get("sheet", {}).get("turns", {}) if kit.map else {}
    if not (notes := turns.get("notes", {})):
        return chart
    plain = Chart("turns", turns["title"], (), (), ())
    cells = tuple(("", note) for note in notes.values())
    return replace(chart or plain, columns=("Date", "Notes"), rows=tuple(notes), cells=cells)


def _daggers(charts: Sequence[Chart]) -> Iterator[Flowable]:
    """What the dagger beside a title means, if there is one."""
    if any(chart.standin for chart in charts):
        yield paragraph("† A placeholder: the printed chart is not known. The notes say how it was made.", 7)


def _orders(kit: _Kit) -> Part:
    sides = tuple(kit.roster.style.sides.values())
    room = (kit.wish.paper[0] - 2 * MARGIN, kit.wish.paper[1] - 2 * MARGIN)
    flow = order_flow(kit.title, sides, room)
    content = flowing(f"{kit.title}: orders", f"{kit.title}, orders", kit.wish.paper, flow)
    return Part("5-orders.pdf", "Order sheet", "as often as needed", page_count(content), content)


def _notes(kit: _Kit, parts: list[Part]) -> Part:
    """The notes list themselves, so they are laid out once to be counted."""
    grid = (kit.way.columns, kit.way.rows) if kit.way else (0, 0)
    notes = Part("1-notes.pdf", "These notes", "one side", 1, b"")
    for _ in range(2):
        flow = notes_flow(kit.title, [notes, *parts], kit.roster, kit.wish.printing, grid, _unknown(kit))
        content = flowing(f"{kit.title}: notes", f"{kit.title}, notes", kit.wish.paper, flow)
        notes = replace(notes, pages=page_count(content), content=content)
    return notes


def _unknown(kit: _Kit) -> Unknown:
    """What stands in for what is not known; of a chart how it was made and where its rest comes from."""
    told = kit.referee.standins or tuple(f"{what}: {how}" for what, how in kit.roster.standins.items())
    charts = [chart for chart in kit.charts if chart.standin]
    titles = tuple(f"{chart.title}: " for chart in charts)
    reasons = tuple(
        f"{chart.title} †: {' '.join(chart.notes).removeprefix('Stand-in: ')}" for chart in charts
    )
    others = tuple(one for one in told if not one.startswith(titles))
    return Unknown((*others, *reasons), tuple(chart for chart in kit.charts if chart.aside))
