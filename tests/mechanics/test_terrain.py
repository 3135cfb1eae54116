"""A terrain chart as data."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from adjudicator.mechanics.movement import (
    Barred,
    Crossing,
    MoveCost,
    MovementCosts,
    PathFault,
    ZoneRules,
    path_cost,
    reach,
)
from adjudicator.mechanics.network import Network
from adjudicator.mechanics.terrain import Side, Terrain
from maps.board import Board, Space

from .fields import hexes

NO_MARSH, NO_RIVER = Barred("4.2d", "no marsh without a road"), Barred("4.2d", "no boats")
# In halves of a point.
LEG = Terrain(
    spaces={"clear": 2, "forest": 4, "marsh": NO_MARSH},
    sides={"minor": Side(2, stop=True), "major": Side(whole=True), "cliff": NO_RIVER, "ditch": Side(1)},
    bridges=frozenset({"bridge", "rail"}),
    roads={"road": 2, "autobahn": 1},
    otherwise=Barred("4.2d", "water"),
)


@pytest.mark.parametrize(
    ("border", "terrain", "way"),
    [
        ((), "clear", MoveCost(2)),
        ((), "forest", MoveCost(4)),
        ((), "marsh", NO_MARSH),
        ((), "sea", LEG.otherwise),
        (("road",), "forest", MoveCost(2)),
        (("road",), "marsh", MoveCost(2)),
        (("road", "minor"), "forest", MoveCost(2)),
        (("road", "autobahn"), "forest", MoveCost(1)),
        (("minor",), "clear", MoveCost(4, stop=True)),
        (("minor", "rail"), "forest", MoveCost(4)),
        (("minor", "ditch"), "clear", MoveCost(5, stop=True)),
        (("major",), "forest", MoveCost(0, stop=True, whole=True)),
        (("major", "bridge"), "forest", MoveCost(4)),
        (("cliff", "minor"), "clear", NO_RIVER),
        (("printed name",), "clear", MoveCost(2)),
    ],
)
def test_the_chart_is_read(border: tuple[str, ...], terrain: str, way: Crossing) -> None:
    assert LEG.crossing(frozenset(border), terrain) == way


def test_a_chart_prices_the_steps_of_a_board() -> None:
    kinds = {"a": "clear", "b": "forest", "c": "marsh"}
    spaces = {id_: Space(id_, id_, (0, 0), {"terrain": kind}) for id_, kind in kinds.items()}
    road = frozenset({"road"})
    links = {"a": {"b": frozenset[str]()}, "b": {"a": frozenset[str](), "c": road}, "c": {"b": road}}
    board = Board("test", spaces, links, {})
    kind = kinds.__getitem__
    by_road = MovementCosts(Network.of(board), LEG.steps(board, kind)).under()
    assert reach(by_road, "a", 8).cost("c") == 6
    assert path_cost(by_road, ("c", "b", "a"), 8).cost == 4
    field = MovementCosts(Network.of(board), replace(LEG, roads={}).steps(board, kind)).under()
    assert list(reach(field, "a", 8)) == ["a", "b"]


def test_only_roads_are_left_when_no_terrain_is_listed() -> None:
    march = Terrain(spaces={}, roads={"road": 1}, otherwise=Barred("4.4", "not by road"))
    assert march.crossing(frozenset({"road", "minor"}), "forest") == MoveCost(1)
    assert march.crossing(frozenset(), "clear") == Barred("4.4", "not by road")


# -- a road through open country, in halves of a point ---------------------------------------------

OPEN = hexes(30, 30)
ROAD = ("2020", "2121", "2221", "2322", "2422", "2523", "2623", "2724", "2824")
ON_ROAD = {frozenset({a, b}) for a, b in pairwise(ROAD)}
FULL = Barred("4.4a", "two divisions are there")
MARCH = Terrain(spaces={}, roads={"road": 1}, otherwise=Barred("4.4", "not by road"))


def bare(terrain: Terrain, river: frozenset[str] = frozenset()) -> MovementCosts:
    """Clear hexes, the road, and a minor river along one hexside."""

    def step(a: str, b: str) -> Crossing:
        features = {"road"} if frozenset({a, b}) in ON_ROAD else set()
        return terrain.crossing(frozenset(features | ({"minor"} if {a, b} == river else set())), "clear")

    return MovementCosts(OPEN, step)


def test_a_march_goes_twice_as_far_as_the_road_but_never_off_it() -> None:
    assert path_cost(bare(MARCH).under(), ROAD, 8).cost == 8
    assert set(reach(bare(MARCH).under(), "2020", 8)) == set(ROAD)
    assert path_cost(bare(LEG).under(), ROAD, 8).last == "2422"


def test_a_march_passes_no_full_hex_which_a_move_passes() -> None:
    march = bare(MARCH).under(closed={"2322": FULL})
    assert path_cost(march, ROAD, 8).fault == PathFault(
        "barred", "2221", "2322", rule=FULL.rule, why=FULL.why
    )
    assert path_cost(bare(LEG).under(), ROAD[:5], 8).fault is None


def test_a_march_enters_no_enemy_zone() -> None:
    zone = Barred("4.4.3", "an enemy zone of control")
    march = bare(MARCH).under({"2523"}, ZoneRules(bars=zone))
    assert path_cost(march, ROAD, 8).fault == PathFault(
        "barred", "2422", "2523", rule=zone.rule, why=zone.why
    )


def test_a_river_costs_a_point_and_ends_the_move_with_points_to_spare() -> None:
    wet = bare(LEG, frozenset({"2020", "2021"})).under()
    walk = path_cost(wet, ("2020", "2021", "2022"), 8)
    assert (walk.cost, walk.fault) == (4, PathFault("stopped", "2021", "2022"))
