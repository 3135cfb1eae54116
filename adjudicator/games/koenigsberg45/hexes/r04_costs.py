"""Rules 4.1b and 4.2, what a step costs: the Terrain Effects Chart read for each way of moving.

4.2a roads      4.2b, 4.2c rivers      4.2d water, impassable and prohibitive terrain      4.4 strategic

Everything here is of the bare map. Enemy zones of control, stacks and refugees come on top:
`r04_current_costs`.
"""

from __future__ import annotations

import re
from functools import cache

from adjudicator.mechanics.movement import Barred, Crossing, MoveCost, MovementCosts
from adjudicator.mechanics.remembered import of_board
from adjudicator.mechanics.terrain import Side, Terrain
from adjudicator.phases.battlefield import network
from adjudicator.rulings import rule
from maps.board import Board

from ..charts import charts

LEG, MECHANISED = "leg", "mechanised"
ROAD, FIELD, STRATEGIC, RAIL = "road", "field", "strategic", "rail"
"""Ways of moving: by road where one runs, else across country; never by road; strategic; on rails."""

PARTS = {ROAD: 1, FIELD: 1, STRATEGIC: 2, RAIL: 1}
"""Parts of a movement point in which a way of moving is counted."""

ROADS = ("road", "autobahn")
BRIDGES = frozenset({"bridge", "road", "autobahn", "rail"})
GROUNDS = ("clear", "forest", "marsh", "lake", "water")


def first_number(text: str) -> int:
    """The first whole number in a cell of a chart."""
    found = re.search(r"\d+", text)
    return int(found[0]) if found else 0


def side_cell(row: str, column: str = LEG) -> str:
    """A cell of the Terrain Effects Chart for ways and hexsides."""
    return charts()["tec-hexsides"].cell(column, row)


@rule("3.0a.1", "3.0a.2")
def zone_costs() -> tuple[int, int]:
    """What an enemy zone of control costs: on entering it (3.0a) and on leaving it."""
    enter, leave = re.findall(r"\d+", side_cell("enemy zone of control"))
    return int(enter), int(leave)


@rule("12.2c.1")
def refugee_cost(column: str) -> int:
    """What refugees cost those who come by road: 2 points, 4 for mechanised units (12.2c)."""
    return first_number(side_cell("refugees, by road", column))


@rule("4.1b.1", "4.2d.1", "4.2d.3", "0.2c.1")
def ground(column: str, kind: str) -> int | Barred:
    """What a kind of terrain costs to enter. Water is closed to all (4.2d), prohibitive terrain to units
    that do not come by road."""
    cell = charts()["tec"].cell(column, kind)
    if cell == "no":
        return Barred("4.2d.1", f"a unit may not enter {kind}")
    if cell == "road only":
        return Barred("4.2d.3", f"mechanised units enter {kind} only by road")
    return first_number(cell)


@rule("4.2b.1", "4.2b.2", "4.2c.1")
def river(column: str, row: str) -> Side | Barred:
    """What crossing a river without a bridge does: one point more and the end of the move (4.2b); a major one
    takes the whole allowance and stops mechanised units."""
    cell = side_cell(row, column)
    if cell == "no":
        return Barred("4.2d.3", f"mechanised units cross a {row.split(',')[0]} only by a bridge")
    return Side(extra=first_number(cell), stop="stop" in cell, whole="all" in cell)


@rule("4.2a.1", "4.2a.2", "0.2k.1")
def terrain(column: str, by_road: bool) -> Terrain:
    """A column of the chart. A road that crosses the hexside costs its own and nothing else (4.2a); a road or
    railroad across a river is a bridge for everybody (0.2k)."""
    return Terrain(
        spaces={kind: ground(column, kind) for kind in GROUNDS},
        sides={
            "river-minor": river(column, "minor river, unbridged"),
            "river-major": river(column, "major river, unbridged"),
            "impassable": Barred("4.2d.1", "a unit may not cross an impassable hexside"),
        },
        bridges=BRIDGES,
        roads=dict.fromkeys(ROADS, first_number(side_cell("road", column))) if by_road else {},
    )


NO_ROAD = Barred("4.4.2", "strategic movement must follow roads, and there is none there")
ONLY_RAILS = Barred("4.4a.1", "railroads are not roads for strategic movement")
NO_RAILS = Barred("K-R22", "there is no railroad there")
HALF = Barred("0.2a.5", "a unit may not enter a half-hex at the edge of the map")


@rule("4.4.1", "4.4.2", "4.4a.1")
def strategic(border: frozenset[str]) -> Crossing:
    """Strategic movement: half a point for each hex along a road (4.4), and railroads are none (4.4a.1)."""
    if border.intersection(ROADS):
        halves = re.search(r"strategic (\d+)/(\d+)", side_cell("road"))
        assert halves is not None
        return MoveCost(int(halves[1]) * PARTS[STRATEGIC] // int(halves[2]))
    return ONLY_RAILS if "rail" in border else NO_ROAD


@rule("K-R22")
def by_rail(border: frozenset[str]) -> Crossing:
    """A train: one point for each hex along a railroad."""
    return MoveCost(first_number(side_cell("railroad"))) if "rail" in border else NO_RAILS


@rule("0.2a.1", "0.2a.5")
@of_board
def movement_costs(board: Board, column: str, way: str) -> MovementCosts:
    """What every step on a board costs a class of units by one way of moving, worked out once. Half-hexes are
    no ground to move on (0.2a)."""
    spaces, crossing = board.spaces, terrain(column, by_road=way == ROAD).known()
    marched = cache(strategic if way == STRATEGIC else by_rail)

    def cost(a: str, b: str) -> Crossing:
        if spaces[b].facts.get("half"):
            return HALF
        border = board.between(a, b)
        if way in {STRATEGIC, RAIL}:
            return marched(border)
        return crossing(border, str(spaces[b].facts["terrain"]))

    return MovementCosts(network(board), cost)
