"""Hills and valleys: light from the north-west, and hachures that run down from the rim of a hill."""

from __future__ import annotations

import math

import numpy
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from maps.drawing.hexes.landscape import covered
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.relief import dug, hachures, in_light, raised, tones_of_height
from maps.drawing.ink import Ink
from maps.drawing.relief import SMOOTH, lit, rolling
from maps.drawing.sheet import lay_out


def test_a_hill_is_bright_to_the_north_west_and_dark_to_the_south_east() -> None:
    y, x = numpy.mgrid[0:60, 0:60]
    light = numpy.asarray(lit(numpy.exp(-((x - 30) ** 2 + (y - 30) ** 2) / 150.0), 245, 200.0, 200))
    assert light[22, 22] > 245.1 > light[2, 2] > light[38, 38] >= 200


def test_land_rolls_the_same_each_time() -> None:
    assert (rolling(90, 40, SMOOTH) == rolling(90, 40, SMOOTH)).all()


@given(st.integers(5, 24), st.floats(8, 30))
def test_hachures_begin_at_the_rim_and_point_away_from_the_hill(corners: int, size: float) -> None:
    hill = shapely.Point(0, 0).buffer(size, quad_segs=corners)
    ring = [(x, y) for x, y in hill.exterior.coords]
    strokes = list(hachures(ring, size, hill.exterior.is_ccw))
    assert len(strokes) >= 3
    for head, other, tip in strokes:
        assert hill.exterior.distance(shapely.Point(head)) < 0.1 * size
        assert hill.exterior.distance(shapely.Point(other)) < 0.1 * size
        assert not hill.contains(shapely.Point(tip))


def test_shade_darkens_only_what_is_in_its_frame() -> None:
    ink = Ink(60, 40, 100, (240, 240, 240))
    ink.shade((10, 10, 20, 20), lit(numpy.zeros((20, 20)), 210, 1.0, 200))
    picture = ink.finished()
    assert picture.getpixel((79, 79)) == (193, 197, 200), "shadows are a little blue"
    assert picture.getpixel((20, 20)) == picture.getpixel((200, 100)) == (240, 240, 240)


def test_a_ribbon_is_as_broad_as_it_is_said_at_each_end() -> None:
    ink = Ink(60, 40, 254, (255, 255, 255))
    ink.ribbon([(10, 20), (50, 20)], [2.0, 8.0], (0, 0, 0))
    picture = ink.finished().convert("L")
    broad = [
        sum(picture.crop((x, y, x + 1, y + 1)).tobytes() < b"\x80" for y in range(400))
        for x in (110, 300, 490)
    ]
    assert [round(dots / 10) for dots in broad] == [2, 5, 8]


def test_hachures_are_short_towards_the_light_and_long_away_from_it() -> None:
    def long(towards: float) -> float:
        middle, tip = (0.0, 0.0), (towards, towards)
        (x, y), (u, v), end = in_light([(-0.1, 0.1), (0.1, -0.1), tip])
        assert ((x + u) / 2, (y + v) / 2) == pytest.approx(middle)
        return math.hypot(*end)

    assert long(-1.0) < 0.6 * long(1.0)


def test_each_colour_may_be_darkened_by_its_own() -> None:
    ink, flat = Ink(60, 40, 100, (240, 240, 240)), numpy.zeros((20, 20))
    tones = [[tone] * 256 for tone in (255, 210, 120)]
    ink.shade((10, 10, 20, 20), lit(flat, 250, 1.0, 0), tones)
    assert ink.finished().getpixel((79, 79)) == (240, 197, 112)


@pytest.fixture(scope="module")
def road() -> Plan:
    sheet = lay_out("amberroad")
    assert sheet.board.grid
    return Plan(sheet, sheet.board.grid)


def test_low_land_has_the_colour_of_meadows_and_crests_their_own_on_the_grounds_that_are_said(
    road: Plan,
) -> None:
    wide, high = round(road.frame[2]), round(road.frame[3])
    heights = numpy.tile(numpy.linspace(0.0, 1.0, wide), (high, 1))
    level = numpy.asarray(raised(road, heights, frozenset({"clear"})))
    tones, ground = tones_of_height(road, "clear"), road.palette["ground.clear"]
    places = {space.id: road.centre(one) for one, space in road.spaces()}
    for one, colour in (("0104", road.palette["land.low"]), ("1405", ground)):
        x, y = places[one]
        height = round(float(level[round(y - road.frame[1]), round(x - road.frame[0])]))
        seen = [tone[height] * part / 255 for tone, part in zip(tones, ground, strict=True)]
        assert seen == pytest.approx(colour, abs=6), one
    grey = numpy.asarray(raised(road, heights, frozenset({"woods"})))
    x, y = places["0104"]
    assert grey[round(y - road.frame[1]), round(x - road.frame[0])] == 255, "other ground keeps its colour"


def test_a_gully_is_dug_into_the_land(road: Plan) -> None:
    left, top, wide, high = road.frame
    course = [(left + 20.0 + step, top + 40.0) for step in range(40)]
    depth = dug(road, [(course, [1.0] * 40)], round(wide), round(high))
    assert depth[40, 40] == depth[:, 40].max() > 1 > depth[60, 40]
    assert not dug(road, [], round(wide), round(high)).any()


def test_woods_and_marshes_keep_their_own_colour_up_to_their_rims(road: Plan) -> None:
    left, top, wide, high = road.frame
    heights = numpy.tile(numpy.linspace(0.0, 1.0, round(wide)), (round(high), 1))
    level = numpy.asarray(raised(road, heights, frozenset({"clear"})))
    rims = [shape.buffer(-1.5).difference(shape.buffer(-2.5)) for _, _, shape in covered(road)]
    y, x = numpy.mgrid[0 : round(high), 0 : round(wide)]
    on_rim = shapely.contains_xy(shapely.union_all(rims), x + left, y + top)
    assert on_rim.sum() > 200
    assert (level[on_rim] == 255).all()
