"""Rules 2.2 and 4, the Terrain Effects Chart: what a step costs in halves of a point, and how ground bears on
combat.

4.mov.7 hex and hexside    4.leg.3 a column for each class    4.road roads and bridges    2.2.map.3 combat
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from adjudicator.mechanics.armies import KeptOfArmy, army
from adjudicator.mechanics.charts import shift_in
from adjudicator.mechanics.movement import Barred, CurrentCosts, MovementCosts, ZoneRules, points
from adjudicator.mechanics.remembered import of_board
from adjudicator.mechanics.terrain import Side, Terrain
from adjudicator.phases.battlefield import network
from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from maps.board import Board

from .charts import charts, exact
from .position import ENEMY, PREPARED
from .r02_pieces import is_leg, number_on
from .r05_zones import zone_rules, zones

PARTS = 2
"""Costs count in halves of a movement point: a road hex is half of one."""
UP, DOWN = "slope-up", "slope-down"
NEVER = {
    "river": Barred("4.road.4", "units may cross the Don only over its two bridges"),
    "lake": Barred("4.mov.7", "units may not cross a lake"),
}
WATER = {"river": "the Don", "lake": "a lake"}
"""Features that bar attacks, retreats and advances where no bridge is."""


# -- movement --------------------------------------------------------------------------------------------


@rule("2.2.map.3", "4.leg.3")
def cost_in_chart(row: str, leg: bool) -> int:
    """A cost of the chart for leg or mechanized units, in halves of a point."""
    return points(exact(charts()["tec"].cell("Leg" if leg else "Mechanized", row)), PARTS)


@rule("2.2.map.4")
def slope(board: Board, a: str, b: str) -> frozenset[str]:
    """Whether a step goes up or down a slope: the high hex names the directions in which it falls away."""

    def falls(high: str, low: str) -> bool:
        found = board.spaces[high].facts["slope"]
        assert isinstance(found, tuple) and board.grid
        return bool(found) and board.grid.direction(high, low) in found

    return frozenset({UP} if falls(b, a) else {DOWN} if falls(a, b) else ())


@of_board
@rule("2.2.map.1", "2.2.map.2", "2.2.map.5", "2.2.map.6", "4.mov.7")
@rule("4.road.1", "4.road.2", "4.road.3", "4.road.4", "4.road.5")
def bare(board: Board, leg: bool) -> MovementCosts:
    """What each step costs a movement class on the bare map, by its column of the chart: a road costs what it
    costs, whatever the terrain; else the hex and the hexside. Villages and elevation marks are not in it."""
    sides: dict[str, Side | Barred] = {row: Side(cost_in_chart(row, leg)) for row in ("stream", UP, DOWN)}
    column = Terrain(
        spaces={row: cost_in_chart(row, leg) for row in ("clear", "broken")},
        sides={**sides, **NEVER},
        roads={"road": cost_in_chart("road", leg)},
    )
    kind = {space.id: str(space.facts["terrain"]) for space in board.spaces.values()}
    return MovementCosts(
        network(board), column.steps(board, kind.__getitem__, lambda a, b: slope(board, a, b))
    )


@KeptOfArmy
@rule("4.mov.6", "4.mov.7", "6.mix.1")
def against(state: State, enemy: str) -> Callable[[bool, ZoneRules], CurrentCosts]:
    """What each step costs leg or mechanized units under these rules of zones, as an enemy is placed now:
    hexes with enemies are not entered."""
    covered, board = zones(state, enemy).covered, state.board
    shut = {unit.at: Barred("6.mix.1", "the enemy is there") for unit in army(state, enemy)}
    return cache(lambda leg, rules: bare(board, leg).under(covered, rules, shut))


def current_costs(state: State, unit: Unit) -> CurrentCosts:
    """What each step costs a unit now: terrain, enemies, enemy zones."""
    return against(state, ENEMY[unit.side])(is_leg(state, unit), zone_rules(state, unit))


@rule("4.mov.3", "4.mov.4", "3.1.prep.5")
def allowance(state: State, unit: Unit) -> int:
    """What a unit may spend in a phase, in halves of a point: half of its points, rounded down, after a
    prepared attack."""
    whole = number_on(state, unit, "movement")
    return PARTS * (whole // 2 if PREPARED in unit.flags else whole)


@rule("9.1.ent.3", "9.1.ent.4", "9.1.ent.5")
def entry_cost(state: State, unit: Unit, space: str) -> int:
    """What the first hex costs a unit that comes on the map, in halves: that of a road if one is there, else
    of its terrain; the same for every unit that uses it."""
    facts, sides = state.board.spaces[space].facts, state.board.links[space].values()
    on_road = facts["leads_off"] or any("road" in features for features in sides)
    return cost_in_chart("road" if on_road else str(facts["terrain"]), is_leg(state, unit))


# -- combat ----------------------------------------------------------------------------------------------


@rule("8.3.riv.1", "8.4.adv.5")
def water_between(board: Board, a: str, b: str) -> str:
    """Why no attack, retreat or advance crosses a hexside: the Don without a bridge, a lake; "" where it may
    be crossed. The Chir is a stream, and bars nothing."""
    side = board.between(a, b)
    found = [what for feature, what in WATER.items() if feature in side and "bridge" not in side]
    return f"{found[0]} is between {a} and {b}, without a bridge" if found else ""


@of_board
def crossed(board: Board, a: str, b: str) -> tuple[str, ...]:
    """The rows of the chart for what is crossed from one hex to the next."""
    side = board.between(a, b)
    bridge = ", bridge" if "bridge" in side else ""
    water = tuple(f"{feature}{bridge}" for feature in ("river", "stream") if feature in side)
    return (*water, UP) if UP in slope(board, a, b) else water


@rule("2.2.map.3")
def shift(row: str) -> int:
    """How a row of the chart shifts a fire: "2 left" is -2; 0 where it does not."""
    return shift_in(charts()["tec"].cell("Combat", row))
