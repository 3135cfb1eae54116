"""Defence lines, and the names of zones that a view shows in passing."""

from __future__ import annotations

import pytest
import shapely

from maps.drawing.courses import lay_courses, stranger_names, teeth, written_on
from maps.drawing.ink import text_width
from maps.drawing.sheet import Sheet, View, lay_out


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return lay_out("raceforberlin")


def plates(sheet: Sheet, view: View) -> dict[str, shapely.Polygon]:
    """The ground of each name."""
    taken = written_on(view, lay_courses(sheet, view))
    boxes = {}
    for name, (x, y), size in stranger_names(sheet, view, taken):
        half, high = text_width(name, size) / 2, size / 2
        boxes[name] = shapely.box(x - half, y - high, x + half, y + high)
    return boxes


@pytest.mark.slow
def test_no_name_of_a_zone_shown_in_passing_lies_near_a_point_where_zones_meet(sheet: Sheet) -> None:
    for view in sheet.views:
        for name, plate in plates(sheet, view).items():
            assert plate.distance(view.meetings) > 1, name


@pytest.mark.slow
def test_names_of_zones_shown_in_passing_lie_within_the_frame_and_mostly_in_their_zones(sheet: Sheet) -> None:
    ids = {space.name: zone for zone, space in sheet.board.spaces.items()} | {"Nexus": "nexus"}
    for view, number in zip(sheet.views, (13, 7), strict=True):
        left, top, width, height = view.frame
        found = plates(sheet, view)
        assert len(found) == number
        for name, plate in found.items():
            assert shapely.box(left, top, left + width, top + height).contains(plate), name
            assert plate.intersection(view.zones[ids[name]]).area > 0.5 * plate.area, name


def test_every_tooth_of_a_defence_line_lies_in_its_zone(sheet: Sheet) -> None:
    found = 0
    for view in sheet.views:
        for zone in (one for one in sheet.board.spaces if sheet.home(one) is view):
            drawn = [shapely.Polygon(tooth) for tooth in teeth(sheet, view, zone)]
            assert all(view.zones[zone].contains(tooth) for tooth in drawn), zone
            apart = [one.distance(other) for n, one in enumerate(drawn) for other in drawn[n + 1 :]]
            assert min(apart, default=1.0) > 0.1, "each is seen for itself"
            found += len(drawn)
    assert found > 200
