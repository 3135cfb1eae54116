"""Charts over pages: pages equally full, narrow charts side by side, no few lines alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pypdfium2
import pytest
from reportlab.platypus import PageBreak, Spacer

from builder.layout.module_file import load_facts
from builder.module.charts import Chart, load_charts
from builder.printing.charts import chart_flow, flowing, in_print, track_shelf
from builder.printing.paper import POINT
from builder.printing.spread import Panel, Shelf, shelf, spread

WIDE, HIGH = 182.0, 269.0


def block(high: float) -> Shelf:
    return shelf([Spacer(1, high * POINT)], WIDE)


def laid(panels: Sequence[Panel]) -> list[list[float]]:
    """The heights on each page."""
    found: list[list[float]] = [[]]
    for one in spread(panels, WIDE, HIGH, ()):
        if isinstance(one, PageBreak):
            found.append([])
        else:
            found[-1].append(round(sum(part.wrap(WIDE * POINT, 1e6)[1] for part in one._content) / POINT, 1))
    return found


def test_pages_are_about_equally_full() -> None:
    panels = [Panel(block(high), None) for high in (60, 60, 60, 60, 50, 50)]
    assert laid(panels) == [[60, 60, 60], [60, 50, 50]]


def test_a_chart_is_beside_others_until_both_columns_are_about_as_high() -> None:
    panels = [Panel(block(high), block(high)) for high in (40, 30, 30, 50, 35)]
    ((high,),) = laid(panels)
    assert high == pytest.approx(30 + 5 + 30 + 5 + 35, abs=0.5)


def test_a_chart_with_none_beside_it_is_as_wide_as_the_page() -> None:
    panels = [Panel(block(70), block(90)), Panel(block(100), None)]
    assert laid(panels) == [[70, 100]]


def test_charts_head_rows_and_columns_with_capitals_but_leave_codes() -> None:
    chart = Chart("c", "C", ("first loss", "p", "r6"), ("in town", "<=1"), (("no", "1", "2"),) * 2)
    found = in_print(chart, {})
    assert (found.columns, found.rows) == (("First loss", "p", "r6"), ("In town", "≤1"))
    assert found.cells[0][0] == "no"


def loose(high: float, rows: int) -> Shelf:
    """A chart whose rows may become higher."""
    return replace(block(high), rows=rows, looser=lambda more: block(high + more * rows))


def test_what_room_a_page_has_left_goes_to_larger_type_then_to_rows_then_to_the_track() -> None:
    track = replace(block(60), looser=lambda more: block(60 + more))
    panels = [Panel(loose(100, 10), None)]
    larger_one = [Panel(loose(120, 10), None)]
    flow = spread(panels, WIDE, HIGH, track, lambda shown: iter([[Panel(loose(400, 9), None)], larger_one]))
    first, chart = (one.wrap(WIDE * POINT, 1e6)[1] / POINT for one in (flow[0], flow[1]._content[0]))
    assert chart == pytest.approx(120 + 10 * 3.5), (
        "the largest that fits, and its rows as high as they may be"
    )
    assert first == pytest.approx(HIGH - 4 - 5 - 5 - chart, abs=6), "the rest is the track's"


def test_the_lower_of_two_columns_ends_as_low_as_the_other() -> None:
    panels = [Panel(block(90), loose(high, rows)) for high, rows in ((80, 8), (78, 9))]
    (page,) = spread(panels, WIDE, HIGH, (), lambda shown: iter([shown]))
    left, right = page._content[0]._cellvalues[0][0][0], page._content[0]._cellvalues[0][2][0]
    assert left.height == pytest.approx(right.height, rel=0.02)


@pytest.mark.parametrize("game", ["redvengeance", "amberroad"])
def test_pages_of_charts_are_full(game: str) -> None:
    charts = [chart for chart in load_charts(game) if not chart.aside and not chart.track]
    facts = load_facts(game)
    track = track_shelf(facts.turns, 16, WIDE, None)
    flow = chart_flow([in_print(chart, {}) for chart in charts], WIDE, 0, HIGH, track, fill=True)
    document = pypdfium2.PdfDocument(flowing("Charts", "", (210.0, 297.0), flow))
    for page in document:
        picture = page.render(scale=0.5).to_pil().convert("L")
        left, _, right, low = (
            picture.crop((0, 0, picture.width, round(picture.height * 0.95)))
            .point(lambda tone: 255 * (tone < 128))
            .getbbox()
        )
        assert right > left and low > 0.83 * picture.height, "a page ends far above its foot"


def test_words_on_a_turn_track_are_as_large_as_its_boxes_leave_room_for() -> None:
    facts = load_facts("donnerschlag")
    record = next(chart for chart in load_charts("donnerschlag") if chart.track)
    small, high = (track_shelf(facts.turns, 16, WIDE, record, more) for more in (0.0, 60.0))

    def sizes(one: Shelf) -> set[float]:
        boxes = [box for row in one.flow[0]._cellvalues[1:] for box in row if box]
        return {said.style.fontSize for box in boxes for said in box[1:]}

    assert (sizes(small), sizes(high)) == ({8.0}, {10.0})
    assert high.high == pytest.approx(small.high + 60)
