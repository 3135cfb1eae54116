"""White lines: each says which two zones it joins, and hides no point where zones meet."""

from __future__ import annotations

from itertools import combinations

import pytest
import shapely

from maps.drawing.ink import Ink
from maps.drawing.links import draw_white_lines, white_lines
from maps.drawing.sheet import Sheet, View, lay_out, links_in

HALF_MM = 0.95  # from the middle of a white line to its rim
END_MM = 1.55  # from the middle of its end to the rim of that


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return lay_out("raceforberlin")


def lines(sheet: Sheet, view: View) -> list[shapely.LineString]:
    return [shapely.LineString(ends) for ends, _ in white_lines(sheet, view)]


def joined(sheet: Sheet, view: View) -> list[set[str]]:
    """The zones in which each white line ends."""
    spaces = [zone for zone in view.zones if zone in sheet.board.spaces]
    return [
        {zone for zone in spaces for end in line.boundary.geoms if view.zones[zone].contains(end)}
        for line in lines(sheet, view)
    ]


def test_every_white_line_ends_in_the_two_zones_it_joins(sheet: Sheet) -> None:
    for view in sheet.views:
        linked = [{a, b} for a, b, how in links_in(sheet, view) if a < b and "white-line" in how]
        assert sorted(map(sorted, joined(sheet, view))) == sorted(map(sorted, linked))


def test_no_white_line_hides_a_point_where_zones_meet(sheet: Sheet) -> None:
    for view in sheet.views:
        for line in lines(sheet, view):
            assert line.distance(view.meetings) > HALF_MM + 0.5, line.wkt
            assert line.boundary.distance(view.meetings) > END_MM + 0.5, line.wkt


def test_no_two_white_lines_touch(sheet: Sheet) -> None:
    for view in sheet.views:
        for one, other in combinations(lines(sheet, view), 2):
            assert one.distance(other) > 2 * HALF_MM, (one.wkt, other.wkt)


@pytest.mark.slow
def test_a_white_line_over_a_gap_crosses_borders_and_does_not_run_along_them(sheet: Sheet) -> None:
    over_gaps = 0
    for view in sheet.views:
        borders = [shape.boundary for shape in view.zones.values()]
        for line, (a, b) in zip(lines(sheet, view), joined(sheet, view), strict=True):
            if view.zones[a].disjoint(view.zones[b]):
                over_gaps += 1
                near = shapely.union_all([one for one in borders if one.dwithin(line, 2.0)]).buffer(1.0)
                beside = shapely.get_parts(line.intersection(near))
                assert max(part.length for part in beside) < 5, line.wkt
    assert over_gaps == 3


def covered(sheet: Sheet, length: float) -> float:
    """How much of a white line of so many millimetres is white in its middle half."""
    ink = Ink(80, 20, 254, (0, 0, 0))
    draw_white_lines(ink, sheet, [(((5.0, 10.0), (5.0 + length, 10.0)), frozenset())])
    picture = ink.finished()
    middle = [picture.getpixel((round(10 * (5 + length * share / 100)), 100)) for share in range(25, 76)]
    return sum(one == sheet.palette["border.link"] for one in middle) / len(middle)


def test_what_lies_under_a_long_white_line_is_seen_between_its_dots(sheet: Sheet) -> None:
    assert covered(sheet, 20) == 1
    assert 0.1 < covered(sheet, 40) < 0.6


def test_a_long_white_line_shows_the_road_that_it_counts_as(sheet: Sheet) -> None:
    ink = Ink(80, 20, 254, (0, 0, 0))
    draw_white_lines(ink, sheet, [(((5.0, 10.0), (45.0, 10.0)), frozenset({"road"}))])
    assert ink.finished().getpixel((256, 100)) == sheet.palette["way.road"]
