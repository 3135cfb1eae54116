"""Gullies and fields of open country, squares of a city, and names shortened where there is no room."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
import shapely

from maps.drawing.hexes.gullies import gullies_of
from maps.drawing.hexes.lettering import Lettering
from maps.drawing.hexes.plan import Plan
from maps.drawing.hexes.spots import printed
from maps.drawing.hexes.square import lawns
from maps.drawing.hexes.tilled import fields_of
from maps.drawing.hexes.ways import Ways
from maps.drawing.sheet import lay_out


@cache
def plan_of(game: str) -> Plan:
    sheet = lay_out(game)
    assert sheet.board.grid
    return Plan(sheet, sheet.board.grid)


def ground(plan: Plan, word: str) -> shapely.Geometry:
    rings = [shapely.Polygon(plan.ring(one)) for one, found in plan.grounds.items() if found == word]
    return shapely.union_all([ring.buffer(0.02) for ring in rings])


@pytest.mark.slow
def test_gullies_run_off_open_country_to_its_waters_and_are_always_the_same() -> None:
    plan = plan_of("panzerkorps48")
    found = gullies_of(plan, "clear")
    assert found == gullies_of(plan, "clear")
    assert len(found) > 20
    hills = ground(plan, "hill").buffer(-0.4 * plan.size)
    assert not any(hills.intersects(shapely.LineString(one.course)) for one in found)
    for one in found:
        assert one.broad[0] == one.broad[-1] == 0 < max(one.broad) < 0.1 * plan.size, "tapering to both ends"
    left, top, wide, high = plan.frame
    inner = shapely.box(left, top, left + wide, top + high).buffer(-0.1 * plan.size)
    roads = shapely.MultiLineString([line for lines in Ways(plan).roads.values() for line in lines])
    beds = shapely.MultiLineString([one.course for one in found])
    assert inner.contains(beds) and beds.distance(roads) > 0.1 * plan.size, "off the frame and the roads"


def test_a_board_without_waters_has_no_gullies() -> None:
    plan = plan_of("amberroad")
    features = {"road": "road"}
    dry = replace(plan, sheet=replace(plan.sheet, toml={**plan.sheet.toml, "features": features}))
    assert gullies_of(dry, "clear") == ()


def test_fields_keep_to_their_ground_and_lie_beside_each_other() -> None:
    plan = plan_of("amberroad")
    left, top, wide, high = plan.frame
    seen = shapely.box(left, top, left + wide, top + high)
    fields = [shapely.Polygon(ring).intersection(seen) for ring, _ in fields_of(plan, "clear", 0.2)]
    land = ground(plan, "clear")
    assert len(fields) > 20
    assert all(field.difference(land).area <= 0.08 * field.area for field in fields)
    overlap = sum(field.area for field in fields) - shapely.union_all(fields).area
    assert overlap < 0.12 * sum(field.area for field in fields)
    assert not list(fields_of(plan, "no such ground", 0.5))


def test_the_lawns_of_a_square_leave_its_edge_and_its_walks_free() -> None:
    square, size = shapely.box(0, 0, 200, 140), 20.0
    found = list(lawns(square, size))
    assert len(found) == 9, "eight beds between the walks, and one in the middle"
    assert all(square.buffer(-0.6 * size).contains(lawn) for lawn in found)
    assert shapely.union_all(found).area < 0.7 * square.area


@pytest.mark.slow
def test_names_without_room_are_shortened_and_none_is_split() -> None:
    for game, full, short in (
        ("koenigsberg45", "Preußisch Holland", "Pr. Holland"),
        ("panzerkorps48", "Verkhne Aksenovskiy", "V. Aksenovskiy"),
    ):
        plan = plan_of(game)
        assert printed(plan, full) == short
        placed = Lettering(plan).placed
        assert short in {one.name.text for one in placed}
        assert not any(one.name.side for one in placed), "a part above and a part below what is named"
