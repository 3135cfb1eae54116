"""Rule 4, what a step costs: the Terrain Effects Chart as movement costs, in halves of a point.

4.mov.7 hex and hexside    4.leg.3 a column for each class    4.road roads and bridges
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from adjudicator.mechanics.armies import KeptOfArmy, army
from adjudicator.mechanics.movement import Barred, CurrentCosts, MovementCosts, ZoneRules, points
from adjudicator.mechanics.remembered import of_board
from adjudicator.mechanics.terrain import Side, Terrain
from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from maps.board import Board

from .charts import charts
from .position import ENEMY, PREPARED
from .r02_pieces import allowance_of, is_leg
from .r05_zones import network, zone_rules, zones

PARTS = 2
"""Costs count in halves of a movement point: a road hex is half of one."""
UP, DOWN = "slope-up", "slope-down"
NEVER = {
    "river": Barred("4.road.4", "nothing crosses the Don but over its two bridges"),
    "lake": Barred("4.mov.7", "nothing crosses a lake"),
}


@rule("2.2.map.3", "4.leg.3")
def cost_in_chart(row: str, leg: bool) -> int:
    """A cost of the chart for leg or mechanized units, in halves of a point."""
    return points(Fraction(charts()["tec"].cell("Leg" if leg else "Mechanized", row)), PARTS)


@rule("2.2.map.1", "2.2.map.2", "2.2.map.5", "2.2.map.6", "4.mov.7")
@rule("4.road.1", "4.road.2", "4.road.3", "4.road.4", "4.road.5")
def terrain_of(leg: bool) -> Terrain:
    """A column of the chart: a road costs what it costs, whatever the terrain; else the hex and the hexside.
    Villages and elevation marks are not in it."""
    sides: dict[str, Side | Barred] = {row: Side(cost_in_chart(row, leg)) for row in ("stream", UP, DOWN)}
    return Terrain(
        spaces={row: cost_in_chart(row, leg) for row in ("clear", "broken")},
        sides={**sides, **NEVER},
        roads={"road": cost_in_chart("road", leg)},
    )


@rule("2.2.map.4")
def slope(board: Board, a: str, b: str) -> frozenset[str]:
    """Whether a step goes up or down a slope: the high hex names the directions in which it falls away."""
    grid = board.grid
    assert grid is not None
    if grid.direction(b, a) in slopes(board, b):
        return frozenset({UP})
    return frozenset({DOWN}) if grid.direction(a, b) in slopes(board, a) else frozenset()


def slopes(board: Board, space: str) -> tuple[str, ...]:
    """The directions in which a hex falls away."""
    found = board.spaces[space].facts["slope"]
    assert isinstance(found, tuple)
    return found


@of_board
def bare(board: Board, leg: bool) -> MovementCosts:
    """What each step costs a movement class on the bare map."""

    def kind(space: str) -> str:
        return str(board.spaces[space].facts["terrain"])

    return MovementCosts(network(board), terrain_of(leg).steps(board, kind, lambda a, b: slope(board, a, b)))


@KeptOfArmy
@rule("4.mov.6", "4.mov.7", "6.mix.1")
def against(state: State, enemy: str) -> Callable[[bool, ZoneRules], CurrentCosts]:
    """What each step costs leg or mechanized units under these rules of zones, as an enemy stands now: hexes
    with him in them are not entered."""
    covered, board = zones(state, enemy).covered, state.board
    shut = {unit.at: Barred("6.mix.1", "the enemy stands there") for unit in army(state, enemy)}
    return cache(lambda leg, rules: bare(board, leg).under(covered, rules, shut))


def current_costs(state: State, unit: Unit) -> CurrentCosts:
    """What each step costs a unit now: terrain, enemies, enemy zones."""
    return against(state, ENEMY[unit.side])(is_leg(state, unit), zone_rules(state, unit))


@rule("4.mov.3", "4.mov.4", "3.1.prep.5")
def allowance(state: State, unit: Unit) -> int:
    """What a unit may spend in a phase, in halves of a point: half of its points, rounded down, after a
    prepared attack."""
    whole = allowance_of(state, unit)
    return PARTS * (whole // 2 if PREPARED in unit.flags else whole)


@rule("9.1.ent.3", "9.1.ent.4", "9.1.ent.5")
def entry_cost(state: State, unit: Unit, space: str) -> int:
    """What the first hex costs a unit that comes on the map, in halves: that of a road if one is there, else
    of its terrain; the same for every unit that uses it."""
    board = state.board
    on_road = board.spaces[space].facts["leads_off"] or any(
        "road" in features for features in board.links[space].values()
    )
    row = "road" if on_road else str(board.spaces[space].facts["terrain"])
    return cost_in_chart(row, is_leg(state, unit))
