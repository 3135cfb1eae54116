"""Areas and their neighbours: outlines and links.csv are compared where the map says what a corner is."""

from __future__ import annotations

from typing import Any

import pytest
import shapely

from maps.board import Area, Board, Space
from maps.checking.areas import check_areas
from maps.reading.geometry import shared_border, touching_pairs

Ring = tuple[tuple[float, float], ...]


def square(x: float, y: float, side: float = 10) -> Ring:
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


# Two in the west above each other, beside them one that touches the lower for 2; beyond, the north's island.
OUTLINES: dict[str, tuple[Ring, ...]] = {
    "north": (square(0, 10), square(20, 8)),
    "south": (square(0, 0),),
    "east": (square(10, 8),),
}
BOXES = {"west": (0, 0, 10, 10), "far": (90, 0, 95, 5), "east": (10, 0, 20, 10), "corner": (10, 10, 20, 20)}


def board(*links: tuple[str, str]) -> Board:
    areas = {name: Area(name, main, tuple(also)) for name, (main, *also) in OUTLINES.items()}
    spaces = {name: Space(name, name, (0, 0), {}) for name in areas}
    near = {
        one: {b: frozenset[str]() for a, b in (*links, *((b, a) for a, b in links)) if a == one}
        for one in areas
    }
    return Board("g", spaces, near, {}, areas=areas)


def found(toml: dict[str, Any], *links: tuple[str, str]) -> list[str]:
    return [f"{fault.kind}: {fault.where}" for fault in check_areas(board(*links), toml)]


def test_without_a_length_for_corners_nothing_is_compared() -> None:
    assert found({}) == []


def test_areas_that_touch_are_neighbours_and_those_that_only_meet_are_not() -> None:
    touching = [("north", "south"), ("north", "east")]
    assert found({"tolerance_km": 3}, *touching) == []
    assert found({"tolerance_km": 1}, *touching) == ["border without link: east - south"]
    assert found({"tolerance_km": 3}, *touching, ("south", "east")) == ["link without border: east - south"]


def test_the_border_of_an_island_counts() -> None:
    assert found({"tolerance_km": 9}, ("north", "south"), ("north", "east")) == []
    assert "link without border: east - north" in found({"tolerance_km": 19}, ("north", "east"))


@pytest.mark.parametrize("value", ["3", -1, True, float("nan"), []])
def test_a_length_that_is_none_is_a_fault(value: object) -> None:
    assert found({"tolerance_km": value}) == ["bad value: tolerance_km"]


def test_a_map_without_areas_may_say_what_a_corner_is() -> None:
    assert list(check_areas(Board("g", {}, {}, {}), {"tolerance_km": 3})) == []


def test_pairs_that_touch_are_told_once_in_their_order_and_corners_are_among_them() -> None:
    shapes = {name: shapely.box(*box) for name, box in BOXES.items()}
    assert list(touching_pairs(shapes)) == [("west", "east"), ("west", "corner"), ("east", "corner")]
    assert [shared_border(shapes[a], shapes[b]).length for a, b in touching_pairs(shapes)] == [10, 0, 10]
