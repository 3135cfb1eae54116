"""Charts over pages: pages equally full, narrow charts side by side, no few lines alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from reportlab.platypus import PageBreak, Spacer

from builder.module.charts import Chart
from builder.printing.charts import in_print
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
