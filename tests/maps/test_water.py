"""Streams beside the rivers of the game: one water, not two lines along each other."""

from __future__ import annotations

import pytest
import shapely
from shapely.affinity import rotate

from maps.drawing.curve import sharpest
from maps.drawing.ink import ITALIC, Ink, text_width
from maps.drawing.sheet import Sheet, View, lay_out
from maps.drawing.water import APART_MM, NAME_MM, draw_rivers, lines_of, river_names, smooth, stream_courses
from tests.maps.conftest import OwnGame

CROSSING = """[[stream]]
name = "Over the Oder"
points = [[14.30, 52.20], [14.60, 52.20], [15.00, 52.20], [15.20, 52.20]]

"""
LAST = '[[lake]]\nname = "Schwielowsee"'


def rivers(view: View) -> shapely.Geometry:
    return shapely.union_all([line.course for line in view.lines if line.kind == "river"])


def streams(sheet: Sheet, view: View) -> list[shapely.LineString]:
    return [shapely.LineString(points) for points in stream_courses(sheet, view)]


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return lay_out("raceforberlin")


def test_no_stream_runs_along_a_river_of_the_game(sheet: Sheet) -> None:
    for view in sheet.views:
        beside = rivers(view).buffer(APART_MM - 0.1)
        for stream in streams(sheet, view):
            near = [part for part in shapely.get_parts(stream.intersection(beside)) if part.length > 0]
            assert all(part.length < 1.6 * APART_MM for part in near), view.frame


def test_a_stream_cut_off_by_a_river_ends_in_it(sheet: Sheet) -> None:
    for view, joined in zip(sheet.views, (3, 3), strict=True):
        ends = [end for stream in streams(sheet, view) for end in stream.boundary.geoms]
        assert sum(end.distance(rivers(view)) < 0.01 for end in ends) == joined


def test_a_stream_bends_gently_into_a_river(sheet: Sheet) -> None:
    for stream in streams(sheet, sheet.views[0]):
        points = stream.simplify(0.05).segmentize(1.0).coords
        for (x, y), (u, v), (p, q) in zip(points, points[1:], points[2:], strict=False):
            assert (u - x) * (p - u) + (v - y) * (q - v) > 0, "it turns by more than a right angle"


@pytest.mark.slow
def test_a_stream_may_cross_a_river(own_game: OwnGame) -> None:
    own_game.replace("map.toml", LAST, CROSSING + LAST)
    sheet = lay_out(own_game.folder)
    west, east = streams(sheet, sheet.views[0])[-2:]
    oder = rivers(sheet.views[0])
    assert west.boundary.geoms[-1].distance(oder) < 0.01 and east.boundary.geoms[0].distance(oder) < 0.01
    assert west.boundary.geoms[-1].distance(east.boundary.geoms[0]) < APART_MM


@pytest.mark.slow
def test_the_streams_of_a_map_without_rivers_are_whole(own_game: OwnGame) -> None:
    own_game.reshape("lines.geojson", lambda features: features.clear())
    sheet = lay_out(own_game.folder)
    assert len(streams(sheet, sheet.views[0])) == len(sheet.toml["stream"])


def test_no_rivers_name_stands_on_a_river_or_near_a_point_where_zones_meet(sheet: Sheet) -> None:
    for view in sheet.views:
        for name, (x, y), angle in river_names(view):
            half = text_width(name, NAME_MM, ITALIC) / 2
            ground = rotate(shapely.box(x - half, y - 1.4, x + half, y + 1.4), -angle)
            assert ground.distance(view.meetings) > 3, (name, x, y)
            assert rivers(view).intersection(ground).length < 1, (name, x, y)


def blue(sheet: Sheet, south: bool) -> int:
    """How many dots of the lower or the upper half of the map are river."""
    view = sheet.views[0]
    ink = Ink(*sheet.size, 60, (255, 255, 255))
    draw_rivers(ink, sheet, view)
    left, top, right, bottom = ink.pixels(view.frame)
    middle = (top + bottom) // 2
    half = ink.image.crop((left, middle, right, bottom) if south else (left, top, right, middle))
    return sum(
        count for count, colour in half.getcolors(1 << 24) or [] if colour == sheet.palette["water.river"]
    )


@pytest.mark.slow
def test_rivers_narrow_away_from_the_edge_that_they_flow_to(own_game: OwnGame) -> None:
    north = lay_out(own_game.folder)
    own_game.replace("map.toml", 'flows = "north"\n', "")
    plain = lay_out(own_game.folder)
    share = {south: blue(north, south) / blue(plain, south) for south in (True, False)}
    assert share[True] < 0.75 < share[False] < 1


def test_rivers_have_no_kinks_and_hide_the_border_that_they_run_on(sheet: Sheet) -> None:
    for view in sheet.views:
        for river in (line for line in view.lines if line.kind == "river"):
            for part in lines_of(river.course):
                course = smooth(part)
                assert sharpest(course) < 0.5, river.id
                assert shapely.LineString(part).hausdorff_distance(shapely.LineString(course)) < 1.2, river.id
