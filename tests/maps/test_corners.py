"""Where four zones meet in one point, a post says that those across it do not touch."""

from __future__ import annotations

import pytest
import shapely

from maps.drawing.corners import POST_MM, SMALL_MM, posts
from maps.drawing.draw import draw_board
from maps.drawing.front import front_dashes
from maps.drawing.sheet import Sheet, lay_out
from maps.reading.load import load_board


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return lay_out("raceforberlin")


def around(sheet: Sheet, at: tuple[float, float]) -> set[str]:
    zones = sheet.views[0].zones
    return {zone for zone, shape in zones.items() if shape.dwithin(shapely.Point(at), 0.05)}


def test_every_corner_of_four_zones_has_a_post_and_no_other_point_has(sheet: Sheet) -> None:
    view = sheet.views[0]
    found = [at for at, _ in posts(sheet, view)]
    wanted = [
        (at.x, at.y) for at in shapely.get_parts(view.meetings) if len(around(sheet, (at.x, at.y))) >= 4
    ]
    assert found == wanted
    assert {"beeskow", "lieberose", "lubben", "storkow"} in [around(sheet, at) for at in found]
    assert len(found) >= 10


def test_zones_across_a_post_do_not_touch(sheet: Sheet) -> None:
    board = load_board("raceforberlin")
    for at, _ in posts(sheet, sheet.views[0]):
        near = around(sheet, at)
        touching = [(a, b) for a in near for b in near if a < b and b in board.neighbours(a)]
        assert len(touching) == len(near), near  # each touches the two beside it alone


def test_a_post_is_small_among_zones_that_are_played_in_the_insert(sheet: Sheet) -> None:
    for at, size in posts(sheet, sheet.views[0]):
        strangers = [zone for zone in around(sheet, at) if sheet.home(zone) is not sheet.views[0]]
        assert size == (SMALL_MM if strangers else POST_MM), at


def test_posts_are_drawn_over_rivers_and_borders(sheet: Sheet) -> None:
    drawing = draw_board("raceforberlin", 60)
    for x, y in (at for at, _ in posts(sheet, sheet.views[0])):
        pixel = (round(x * drawing.dots_per_mm - 0.5), round(y * drawing.dots_per_mm - 0.5))
        dot = drawing.image.crop((*pixel, pixel[0] + 1, pixel[1] + 1))
        assert (
            max(abs(a - b) for a, b in zip(dot.tobytes(), sheet.palette["border.post"], strict=True)) < 12
        ), (x, y)


def test_no_dash_of_the_front_comes_near_a_corner(sheet: Sheet) -> None:
    view = sheet.views[0]
    for dash in front_dashes(sheet, view):
        assert shapely.LineString(dash).distance(view.meetings) > 2.1
