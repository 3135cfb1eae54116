"""A terrain chart as data."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from adjudicator.mechanics.movement import Fault, Shut, Step, Tariff, Way, ZoneRules, path_cost, reach
from adjudicator.mechanics.network import Network
from adjudicator.mechanics.terrain import Side, Terrain
from maps.board import Board, Space

from .fields import hexes

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


# -- a road through open country, in halves of a point ---------------------------------------------

OPEN = hexes(30, 30)
ROAD = ("2020", "2121", "2221", "2322", "2422", "2523", "2623", "2724", "2824")
ON_ROAD = {frozenset({a, b}) for a, b in pairwise(ROAD)}
FULL = Shut("4.4a", "two divisions are there")
MARCH = Terrain(spaces={}, roads={"road": 1}, otherwise=Shut("4.4", "not by road"))


def tariff(terrain: Terrain, river: frozenset[str] = frozenset()) -> Tariff:
    """Clear hexes, the road, and a minor river along one hexside."""

    def step(a: str, b: str) -> Way:
        features = {"road"} if frozenset({a, b}) in ON_ROAD else set()
        return terrain.way(frozenset(features | ({"minor"} if {a, b} == river else set())), "clear")

    return Tariff(OPEN, step)


def test_a_march_goes_twice_as_far_as_the_road_but_never_off_it() -> None:
    assert path_cost(tariff(MARCH).under(), ROAD, 8).cost == 8
    assert set(reach(tariff(MARCH).under(), "2020", 8)) == set(ROAD)
    assert path_cost(tariff(LEG).under(), ROAD, 8).last == "2422"


def test_a_march_passes_no_full_hex_which_a_move_passes() -> None:
    march = tariff(MARCH).under(closed={"2322": FULL})
    assert path_cost(march, ROAD, 8).fault == Fault("shut", "2221", "2322", rule=FULL.rule, why=FULL.why)
    assert path_cost(tariff(LEG).under(), ROAD[:5], 8).fault is None


def test_a_march_enters_no_enemy_zone() -> None:
    zone = Shut("4.4.3", "an enemy zone of control")
    march = tariff(MARCH).under({"2523"}, ZoneRules(bars=zone))
    assert path_cost(march, ROAD, 8).fault == Fault("shut", "2422", "2523", rule=zone.rule, why=zone.why)


def test_a_river_costs_a_point_and_ends_the_move_with_points_to_spare() -> None:
    wet = tariff(LEG, frozenset({"2020", "2021"})).under()
    walk = path_cost(wet, ("2020", "2021", "2022"), 8)
    assert (walk.cost, walk.fault) == (4, Fault("stopped", "2021", "2022"))
