"""A terrain chart as data."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.mechanics.movement import Shut, Step, Tariff, Way, path_cost, reach
from adjudicator.mechanics.network import Network
from adjudicator.mechanics.terrain import Side, Terrain
from maps.board import Board, Space

NO_MARSH, NO_RIVER = Shut("4.2d", "no marsh without a road"), Shut("4.2d", "no boats")
# In halves of a point.
LEG = Terrain(
    spaces={"clear": 2, "forest": 4, "marsh": NO_MARSH},
    sides={"minor": Side(2, stop=True), "major": Side(whole=True), "cliff": NO_RIVER, "ditch": Side(1)},
    bridges=frozenset({"bridge", "rail"}),
    roads={"road": 2, "autobahn": 1},
    otherwise=Shut("4.2d", "water"),
)


@pytest.mark.parametrize(
    ("border", "terrain", "way"),
    [
        ((), "clear", Step(2)),
        ((), "forest", Step(4)),
        ((), "marsh", NO_MARSH),
        ((), "sea", LEG.otherwise),
        (("road",), "forest", Step(2)),
        (("road",), "marsh", Step(2)),
        (("road", "minor"), "forest", Step(2)),
        (("road", "autobahn"), "forest", Step(1)),
        (("minor",), "clear", Step(4, stop=True)),
        (("minor", "rail"), "forest", Step(4)),
        (("minor", "ditch"), "clear", Step(5, stop=True)),
        (("major",), "forest", Step(0, stop=True, whole=True)),
        (("major", "bridge"), "forest", Step(4)),
        (("cliff", "minor"), "clear", NO_RIVER),
        (("printed name",), "clear", Step(2)),
    ],
)
def test_the_chart_is_read(border: tuple[str, ...], terrain: str, way: Way) -> None:
    assert LEG.way(frozenset(border), terrain) == way


def test_a_chart_prices_the_steps_of_a_board() -> None:
    kinds = {"a": "clear", "b": "forest", "c": "marsh"}
    spaces = {id_: Space(id_, id_, (0, 0), {"terrain": kind}) for id_, kind in kinds.items()}
    road = frozenset({"road"})
    links = {"a": {"b": frozenset[str]()}, "b": {"a": frozenset[str](), "c": road}, "c": {"b": road}}
    board = Board("test", spaces, links, {})
    kind = kinds.__getitem__
    by_road = Tariff(Network.of(board), LEG.steps(board, kind)).under()
    assert reach(by_road, "a", 8).cost("c") == 6
    assert path_cost(by_road, ("c", "b", "a"), 8).cost == 4
    field = Tariff(Network.of(board), replace(LEG, roads={}).steps(board, kind)).under()
    assert list(reach(field, "a", 8)) == ["a", "b"]


def test_only_roads_are_left_when_no_terrain_is_listed() -> None:
    march = Terrain(spaces={}, roads={"road": 1}, otherwise=Shut("4.4", "not by road"))
    assert march.way(frozenset({"road", "minor"}), "forest") == Step(1)
    assert march.way(frozenset(), "clear") == Shut("4.4", "not by road")
