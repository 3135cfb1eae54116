"""VASSAL's answer for rows of pixels, by its own rules, against the shapes of the map."""

from __future__ import annotations

from dataclasses import replace

import pytest

from builder.layout.board import Area, Layout, draw_layout, vassal_names
from builder.module.agreement import disagreements
from builder.vassal.grids import holding, inside


@pytest.fixture(scope="module")
def layout() -> Layout:
    return draw_layout("raceforberlin")[0]


@pytest.mark.slow
def test_every_seventh_row_of_race_for_berlin_agrees_with_the_map(layout: Layout) -> None:
    assert disagreements(layout, rows=7, across=1) == []


def test_a_zone_moved_by_a_counter_is_noticed(layout: Layout) -> None:
    lebus = layout.areas["lebus"]
    moved = Area("lebus", "Lebus", tuple((x + layout.unit, y) for x, y in lebus.outline), lebus.spots)
    wrong = disagreements(replace(layout, areas={**layout.areas, "lebus": moved}))
    assert any("the map 'Lebus'" in fault for fault in wrong)
    assert any("VASSAL says 'Lebus'" in fault for fault in wrong)


def test_a_zone_in_front_of_a_box_is_noticed(layout: Layout) -> None:
    box = layout.areas["support"]
    over = Area("over", "Lebus", box.outline, ())
    wrong = disagreements(replace(layout, areas={"over": over, **layout.areas}))
    assert any("the map 'Support'" in fault for fault in wrong)


@pytest.mark.slow
def test_many_points_are_answered_as_one_by_one(layout: Layout) -> None:
    import numpy

    named = vassal_names(layout)
    x, y = (grid.ravel() for grid in numpy.meshgrid(numpy.arange(300, 420, 3), numpy.arange(300, 420, 3)))
    found = holding([zone.outline for zone in named.zones], x, y)
    for a, b, number in zip(x.tolist(), y.tolist(), found.tolist(), strict=True):
        first = next((n for n, zone in enumerate(named.zones) if inside(zone.outline, (a, b))), -1)
        assert number == first
