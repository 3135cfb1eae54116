"""Zones that touch or meet in a corner are told apart by their shade."""

from __future__ import annotations

from itertools import combinations

import shapely
from PIL import Image, ImageDraw, ImageStat

from maps.drawing.draw import draw_board
from maps.drawing.land import zone_colour
from maps.drawing.shades import shaded, shades
from maps.drawing.sheet import lay_out

FIELDS = (236, 227, 199)


def test_no_two_zones_that_touch_or_meet_in_a_corner_have_one_shade() -> None:
    zones = lay_out("raceforberlin").geometry.zones
    found = shades(zones)
    near = [(a, b) for a, b in combinations(zones, 2) if zones[a].intersects(zones[b])]
    assert ("lieberose", "storkow") in near or ("storkow", "lieberose") in near  # they share a corner alone
    assert [(a, b) for a, b in near if found[a] == found[b]] == []


def test_shades_are_about_as_many_of_each() -> None:
    found = list(shades(lay_out("raceforberlin").geometry.zones).values())
    counts = [found.count(shade) for shade in range(5)]
    assert min(counts) >= len(found) / 10


def test_with_more_zones_about_a_corner_than_shades_each_is_used_before_any_comes_again() -> None:
    corner = (0.0, 0.0)
    rim = [(10.0, 0.0), (8.0, 6.0), (0.0, 10.0), (-8.0, 6.0), (-10.0, 0.0), (0.0, -10.0), (8.0, -6.0)]
    wedges = {
        str(n): shapely.Polygon([corner, one, other])
        for n, (one, other) in enumerate(zip(rim, [*rim[1:], rim[0]], strict=True))
    }
    found = list(shades(wedges).values())
    assert sorted(found.count(shade) for shade in range(5)) == [1, 1, 1, 2, 2]


def test_every_two_shades_of_a_ground_differ_plainly_and_stay_colours() -> None:
    made = [shaded(FIELDS, shade) for shade in range(5)]
    for one, other in combinations(made, 2):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) >= 16, (one, other)
    assert all(0 <= part <= 255 for ground in ((250, 2, 3), (3, 250, 250)) for part in shaded(ground, 3))


def test_the_board_shows_the_shades_on_both_sides_of_a_border() -> None:
    drawing = draw_board("raceforberlin", 60)
    zones = drawing.sheet.geometry.zones
    tints = {}
    for zone in ("calau", "finsterwalde"):
        ground, heading = Image.new("L", drawing.image.size), drawing.heading(zone)
        assert heading is not None
        pen = ImageDraw.Draw(ground)
        pen.polygon(drawing.outline(zone), 255)
        pen.rectangle(heading, 0)
        tints[zone] = ImageStat.Stat(drawing.image, ground).mean
    assert zones["calau"].intersects(zones["finsterwalde"])
    assert max(abs(a - b) for a, b in zip(tints["calau"], tints["finsterwalde"], strict=True)) > 6


def test_zones_that_are_played_in_the_other_view_have_one_colour() -> None:
    sheet = lay_out("raceforberlin")
    view = sheet.views[0]
    elsewhere = [zone for zone in view.zones if sheet.home(zone) is not view]
    assert len(elsewhere) > 5
    assert len({zone_colour(sheet, view, zone, shade) for shade, zone in enumerate(elsewhere[:5])}) == 1
