"""The boundary between the fronts: its signs and names leave every point free where zones meet."""

from __future__ import annotations

from dataclasses import replace

import pytest
import shapely

from maps.drawing.clearance import busy_ground
from maps.drawing.front import ROOM_MM, Writing, front_dashes, front_writing
from maps.drawing.ink import BOLD, text_width
from maps.drawing.sheet import Sheet, lay_out

FREE_MM = 4.5


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return lay_out("raceforberlin")


@pytest.fixture(scope="module")
def writing(sheet: Sheet) -> list[Writing]:
    return list(front_writing(sheet, sheet.views[0]))


def signs(writing: list[Writing]) -> list[Writing]:
    return [one for one in writing if one.text == "XXXXX"]


def names(writing: list[Writing]) -> list[Writing]:
    return [one for one in writing if one.text != "XXXXX"]


def test_no_sign_or_name_lies_near_a_point_where_zones_meet(sheet: Sheet, writing: list[Writing]) -> None:
    assert ROOM_MM >= FREE_MM
    for one in writing:
        assert one.ground.distance(sheet.views[0].meetings) >= FREE_MM, (one.text, one.at)


def test_the_signs_stand_on_the_boundary_about_as_often_as_it_is_long(
    sheet: Sheet, writing: list[Writing]
) -> None:
    zones, spaces = sheet.views[0].zones, sheet.board.spaces
    assert len(signs(writing)) == 6
    for sign in signs(writing):
        near = [zone for zone in spaces if zones[zone].distance(shapely.Point(sign.at)) < 0.01]
        assert {spaces[zone].facts["front"] for zone in near} == {"zhukov", "koniev"}, near


def test_each_front_is_named_on_its_own_side_of_both_parts_of_the_boundary(
    sheet: Sheet, writing: list[Writing]
) -> None:
    assert sorted(name.text for name in names(writing)) == ["KONIEV", "KONIEV", "ZHUKOV", "ZHUKOV"]
    for name in names(writing):
        for zone, shape in sheet.views[0].zones.items():
            if zone in sheet.board.spaces and shape.intersection(name.ground).area > 0.1:
                assert sheet.board.spaces[zone].facts["front"] == name.text.lower(), zone


def test_a_board_of_its_own_has_a_front_of_its_own(sheet: Sheet) -> None:
    other = {"fact": "front", "sign": "XX", "colours": ["#102030", "#ffffff"]}
    toml = {**sheet.toml, "sheet": {**sheet.toml["sheet"], "area_front": other}}
    own = replace(sheet, toml=toml)
    assert {one.text for one in front_writing(own, own.views[0])} == {"XX", "KONIEV", "ZHUKOV"}
    nowhere = replace(
        sheet, toml={**toml, "sheet": {**toml["sheet"], "area_front": {**other, "fact": "none"}}}
    )
    assert list(front_dashes(nowhere, nowhere.views[0])) == []


def test_no_sign_or_name_lies_on_another(writing: list[Writing]) -> None:
    for number, one in enumerate(writing):
        assert not any(one.ground.intersects(other.ground) for other in writing[number + 1 :]), one.at


def test_the_ground_of_a_sign_holds_its_letters_and_their_halo(writing: list[Writing]) -> None:
    for sign in signs(writing):
        west, north, east, south = sign.ground.bounds
        assert east - west >= text_width("XXXXX", 3.0, BOLD) + 2 * 0.09 * 3.0
        assert south - north >= 3.0


def test_an_insert_does_not_show_the_boundary(sheet: Sheet) -> None:
    assert list(front_writing(sheet, sheet.views[1])) == []


def test_the_boundary_is_broken_at_every_point_where_zones_meet(sheet: Sheet) -> None:
    view = sheet.views[0]
    dashes = [shapely.LineString(dash) for dash in front_dashes(sheet, view)]
    assert sum(dash.length for dash in dashes) > 290
    for dash in dashes:
        assert dash.distance(view.meetings) > 1.3, dash.wkt
        assert 4 < dash.length < 8.5


def test_the_name_of_a_front_hides_neither_teeth_nor_rivers_nor_roads(
    sheet: Sheet, writing: list[Writing]
) -> None:
    busy = busy_ground(sheet, sheet.views[0], beside=True)
    for name in names(writing):
        assert name.ground.intersection(busy).area < 0.1 * name.ground.area, (name.text, name.at)
