"""What a step costs (D.move, D.tec): the Terrain Effects Chart as movement costs."""

from __future__ import annotations

from adjudicator.mechanics.armies import army
from adjudicator.mechanics.movement import Barred, Crossing, CurrentCosts, MoveCost, MovementCosts
from adjudicator.mechanics.remembered import Remembered, of_board
from adjudicator.mechanics.terrain import Side, Terrain
from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from maps.board import Board

from .charts import charts, switched_on
from .levels import campaign, segment
from .pieces import class_of, formation, is_hq, movement
from .position import BRIDGES, ENEMY, RIVERS, network
from .zoc import STOPS, zones

COLUMNS = {"infantry": "Infantry", "motorised": "Motorised", "tank": "Tanks"}
OFF_ROAD = Barred("D.move.9", "no road runs there")


@rule("D.move.5", "D.move.6", "D.move.7")
def river_side(class_: str) -> Side | Barred:
    """What an unbridged river does to a class: nothing to infantry; motorised infantry crosses it with its
    first step, and stops; tanks never cross it."""
    found = charts()["tec"].cell(COLUMNS[class_], "river")
    if found == "never":
        return Barred("D.move.7", "tanks cross no river without a bridge")
    return Side(whole=True) if found == "all" else Side(extra=int(found))


@rule("D.move.1", "D.move.11", "D.tec.clear", "D.tec.village", "D.tec.road")
def terrain_of(class_: str) -> Terrain:
    """A column of the chart: every hex costs 1, by road as across country; a bridge makes a river nothing."""
    chart, side = charts()["tec"], river_side(class_)
    cost = {
        row: int(chart.cell(COLUMNS[class_], row)) for row in ("clear", "village", "station", "town", "city")
    }
    return Terrain(spaces=cost, sides=dict.fromkeys(sorted(RIVERS), side), bridges=BRIDGES)


@of_board
def bare(board: Board, class_: str) -> MovementCosts:
    """What each step costs a class on the bare map."""

    def kind(space: str) -> str:
        facts = board.spaces[space].facts
        return str(facts["settlement"] or facts["terrain"])

    return MovementCosts(network(board), terrain_of(class_).steps(board, kind))


@of_board
@rule("D.move.8", "D.move.9")
def by_road(board: Board, class_: str) -> MovementCosts:
    """The same by road alone."""
    steps = bare(board, class_)

    def step(a: str, b: str) -> Crossing:
        return steps.crossing(a, b) if "road" in board.between(a, b) else OFF_ROAD

    return MovementCosts(network(board), step)


@rule("D.move.10", "D.hq.1")
def _closed(state: State, side: str, hq: bool) -> dict[str, Barred]:
    """The hexes that a unit of a side does not enter: those with enemy combat units; for an HQ, which
    overruns nobody, those with enemy HQs, too."""
    shut = Barred("D.move.10", "enemy combat units are there")
    found = {unit.at: shut for unit in army(state, ENEMY[side]) if not is_hq(state, unit)}
    if hq:
        lone = Barred("D.hq.1", "an enemy HQ is there, and an HQ overruns nobody")
        found |= {unit.at: lone for unit in army(state, ENEMY[side]) if unit.at not in found}
    return found


_all_closed = Remembered(
    lambda state: {(side, hq): _closed(state, side, hq) for side in state.sides for hq in (True, False)}
)


def snowed_in(state: State, costs: MovementCosts) -> dict[tuple[str, str], Crossing]:
    """The steps into hexes with a Snowdrift marker: one MP more, but for a step that takes all of them."""
    found: dict[tuple[str, str], Crossing] = {}
    for space in campaign(state).snowdrift:
        for near in state.board.neighbours(space):
            step = costs.crossing(near, space)
            if isinstance(step, MoveCost) and not step.whole:
                found[near, space] = MoveCost(step.cost + 1, step.stop)
    return found


@rule("D.move.2", "D.zoc.4")
def current_costs(state: State, unit: Unit, *, road: bool = False) -> CurrentCosts:
    """What each step costs a unit now, by road alone if asked so: terrain, enemies, their zones, snow."""
    costs = (by_road if road else bare)(state.board, class_of(state, unit))
    closed = _all_closed(state)[unit.side, is_hq(state, unit)]
    return costs.under(zones(state, ENEMY[unit.side]), STOPS, closed, snowed_in(state, costs))


@rule("D.oos.5", "D.move.13")
def allowance(state: State, unit: Unit, supplied: bool) -> int:
    """The MP of a unit: half of them, rounded down but never none, where it is out of supply (D-R5)."""
    points = movement(state, unit) + (formation(state, unit) in segment(state).march)
    half = max(1, points // 2) if switched_on("half-mp-down") else (points + 1) // 2
    return points if supplied else half
