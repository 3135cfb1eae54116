"""Shapes against tables: each kind of fault is found, with file, feature and place, and all at once."""

from __future__ import annotations

from typing import Any

import pytest

from maps.checking.check import check_map, find_contacts
from maps.grids.projection import Projection
from maps.map_faults import MapFault
from maps.reading.geometry import read_geometry
from maps.reading.load import find_map, load_board
from tests.maps.conftest import OwnGame

Features = list[dict[str, Any]]


def feature(features: Features, id_: str) -> dict[str, Any]:
    return next(found for found in features if found["properties"]["id"] == id_)


def scale(zone: dict[str, Any], by: float) -> None:
    """Draw a zone larger or smaller about the middle of its corners."""
    ring = zone["geometry"]["coordinates"][0]
    lon, lat = (sum(point[axis] for point in ring) / len(ring) for axis in (0, 1))
    ring[:] = [[lon + (x - lon) * by, lat + (y - lat) * by] for x, y in ring]


def only(game: OwnGame) -> MapFault:
    faults = check_map(game.folder).faults
    assert len(faults) == 1, [str(fault) for fault in faults]
    return faults[0]


@pytest.mark.slow
def test_the_bundled_map_has_no_fault() -> None:
    checked = check_map("raceforberlin")
    assert [str(fault) for fault in checked.faults] == []


@pytest.mark.slow
def test_contacts_computed_from_the_shapes_are_the_neighbour_list() -> None:
    board, checked = load_board("raceforberlin"), check_map("raceforberlin")
    computed = {pair for pair in checked.contacts if "nexus" not in pair}
    listed = {(a, b) for a, near in board.links.items() for b in near}
    assert listed - computed == {("protzel", "furstenwalde"), ("furstenwalde", "protzel")}
    assert computed - listed == set()


def test_the_nexus_touches_all_six_city_zones() -> None:
    board, checked = load_board("raceforberlin"), check_map("raceforberlin")
    assert {b for a, b in checked.contacts if a == "nexus"} == set(board.chains["city-ring"])


def test_a_longer_tolerance_turns_borders_into_corners() -> None:
    plane = Projection(13.575, 52.025)
    geometry = read_geometry(find_map("raceforberlin"), plane, [])
    assert ("protzel", "bernau") in find_contacts(geometry, 3.0)
    assert ("protzel", "bernau") not in find_contacts(geometry, 12.0)


def test_a_gap(own_game: OwnGame) -> None:
    own_game.reshape("zones.geojson", lambda features: scale(feature(features, "calau"), 0.98))
    faults = check_map(own_game.folder).faults
    gap = next(fault for fault in faults if fault.kind == "gap")
    assert gap.file == "zones.geojson" and "calau" in gap.message
    assert gap.at is not None and gap.at == pytest.approx((13.96, 51.715), abs=0.2)
    assert "link without border" in {fault.kind for fault in faults}


def test_a_missing_zone_leaves_a_gap_and_no_outline(own_game: OwnGame) -> None:
    own_game.reshape("zones.geojson", lambda features: features.remove(feature(features, "calau")))
    faults = {fault.kind: fault for fault in check_map(own_game.folder).faults}
    assert set(faults) == {"gap", "no outline"}
    assert faults["gap"].at == pytest.approx((13.96, 51.715), abs=0.2)
    assert faults["no outline"].at == (13.96, 51.715)


def test_an_overlap(own_game: OwnGame) -> None:
    own_game.reshape("zones.geojson", lambda features: scale(feature(features, "calau"), 1.02))
    overlaps = [fault for fault in check_map(own_game.folder).faults if fault.kind == "overlap"]
    # Calau meets Spremberg in a corner, and reaches over that, too.
    assert len(overlaps) == len({*load_board("raceforberlin").neighbours("calau"), "spremberg"})
    assert all("calau" in fault.message for fault in overlaps)
    assert all(fault.at == pytest.approx((13.96, 51.715), abs=0.3) for fault in overlaps)


def test_an_unnamed_face(own_game: OwnGame) -> None:
    own_game.reshape("zones.geojson", lambda features: feature(features, "nexus")["properties"].update(id=""))
    fault = only(own_game)
    assert (fault.file, fault.kind) == ("zones.geojson", "unnamed face")
    assert fault.where == "feature 76 ()"
    assert fault.at == pytest.approx((13.385, 52.512), abs=0.02)


def test_a_border_without_a_link(own_game: OwnGame) -> None:
    for line in ("calau,cottbus,\n", "cottbus,calau,\n"):
        own_game.replace("links.csv", line, "")
    faults = check_map(own_game.folder).faults
    assert [fault.kind for fault in faults] == ["border without link"] * 2
    assert {fault.where for fault in faults} == {"calau - cottbus", "cottbus - calau"}
    assert faults[0].at == pytest.approx((14.1, 51.75), abs=0.2)


def test_a_link_without_a_border(own_game: OwnGame) -> None:
    own_game.replace("links.csv", "calau,luckau,\n", "calau,luckau,\ncalau,leipzig,\n")
    own_game.replace("links.csv", "leipzig,riesa,\n", "leipzig,riesa,\nleipzig,calau,\n")
    faults = check_map(own_game.folder).faults
    assert [fault.kind for fault in faults] == ["link without border"] * 2
    assert all(fault.at for fault in faults)


def test_a_one_way_link(own_game: OwnGame) -> None:
    own_game.replace("links.csv", "calau,cottbus,\n", "")
    kinds = [fault.kind for fault in check_map(own_game.folder).faults]
    assert kinds == ["one-way link", "border without link"]


def test_a_river_that_follows_no_border(own_game: OwnGame) -> None:
    def stray(features: Features) -> None:
        feature(features, "neisse")["geometry"]["coordinates"].append([[13.6, 51.7], [13.75, 51.65]])

    own_game.reshape("lines.geojson", stray)
    fault = only(own_game)
    assert (fault.file, fault.kind) == ("lines.geojson", "river off the border")
    assert fault.where == "feature 2 (neisse)"
    assert fault.at == pytest.approx((13.675, 51.675), abs=0.01)


@pytest.mark.slow
def test_a_river_that_is_listed_but_not_drawn(own_game: OwnGame) -> None:
    own_game.replace("links.csv", "riesa,dresden,\n", "riesa,dresden,oder\n")
    own_game.replace("links.csv", "dresden,riesa,\n", "dresden,riesa,oder\n")
    fault = only(own_game)
    assert (fault.kind, fault.at is not None) == ("river not drawn", True)
    assert "dresden - riesa" in fault.message


@pytest.mark.slow
def test_a_road_that_crosses_where_no_road_is_listed(own_game: OwnGame) -> None:
    own_game.replace("links.csv", "oranienburg,wedding,road", "oranienburg,wedding,")
    own_game.replace("links.csv", "wedding,oranienburg,road", "wedding,oranienburg,")
    fault = only(own_game)
    assert (fault.file, fault.kind) == ("lines.geojson", "road off the links")
    assert "Oranienburg - Wedding" in fault.message
    assert fault.at == pytest.approx((13.27, 52.66), abs=0.05)


@pytest.mark.slow
def test_a_road_that_is_listed_but_not_drawn(own_game: OwnGame) -> None:
    def remove(features: Features) -> None:
        features[:] = [f for f in features if f["properties"]["name"] != "Oranienburg - Wedding"]

    own_game.reshape("lines.geojson", remove)
    assert only(own_game).kind == "road not drawn"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("geometry", "kind"),
    [
        (None, "bad feature"),
        ({"type": "Point", "coordinates": [13, 52]}, "bad feature"),
        ({"type": "Polygon", "coordinates": []}, "bad feature"),
        ({"type": "Polygon", "coordinates": [[[13, 52], [14, "x"], [13, 53], [13, 52]]]}, "bad feature"),
        ({"type": "Polygon", "coordinates": [[[13, 52], [1e9, 52], [13, 53], [13, 52]]]}, "bad feature"),
        (
            {"type": "Polygon", "coordinates": [[[13, 52], [14, 53], [14, 52], [13, 53], [13, 52]]]},
            "bad outline",
        ),
    ],
)
def test_a_feature_that_is_no_polygon(own_game: OwnGame, geometry: Any, kind: str) -> None:
    own_game.reshape("zones.geojson", lambda features: feature(features, "calau").update(geometry=geometry))
    faults = check_map(own_game.folder).faults
    assert kind in {fault.kind for fault in faults}
    assert "no outline" in {fault.kind for fault in faults}


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"features": 3}', '{"features": [3]}', "[" * 100_000])
def test_a_file_that_is_no_geojson_is_a_fault_and_no_crash(own_game: OwnGame, content: str) -> None:
    (own_game.map / "zones.geojson").write_text(content, encoding="utf-8")
    assert check_map(own_game.folder).faults


@pytest.mark.slow
def test_faults_of_tables_and_shapes_come_at_once(own_game: OwnGame) -> None:
    own_game.replace("places.csv", "Calau,51.715", "Calau,north")
    own_game.replace("links.csv", "riesa,dresden,\n", "riesa,dresden,canal\n")
    own_game.replace("map.toml", "tolerance_km = 3.0", 'tolerance_km = "3"')
    own_game.reshape("zones.geojson", lambda features: features.remove(feature(features, "riesa")))
    own_game.reshape("lines.geojson", lambda features: features.pop(0))
    kinds = {(fault.file, fault.kind) for fault in check_map(own_game.folder).faults}
    assert {
        ("places.csv", "bad value"),
        ("links.csv", "unknown feature"),
        ("map.toml", "bad value"),
        ("zones.geojson", "gap"),
        ("lines.geojson", "river not drawn"),
    } <= kinds
