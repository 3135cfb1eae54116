"""Rule 4, movement."""

from __future__ import annotations

from adjudicator.mechanics.armies import army, distances
from adjudicator.mechanics.terrain import Side, Terrain
from adjudicator.phases.moving import MoveClauses, Moving, marching
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .position import GROUND, RED, number
from .r08_victory import VICTORY


@rule("4.3", "4.4", "4.5")
def steps() -> Terrain:
    """What a step costs: the terrain of the hex entered, more across a river, and 1 along a road."""
    hexes = {row: number("terrain", "Cost", row) for row in ("clear", "woods", "hill", "marsh", "town")}
    river = Side(number("terrain", "Cost", "river"))
    return Terrain(hexes, {"river": river}, roads={"road": number("terrain", "Cost", "road")})


def aim(state: State, unit: Unit, end: str) -> float:
    """Where bots go: Blue to the nearest Red town, Red into its own towns."""
    towns = [at for at, side in state.control.items() if side == RED]
    worth = VICTORY.scoring(state.board)
    far = min((distances(state.board, at)[end] - worth[at] / 4 for at in towns), default=0)
    friends = sum(1 for one in army(state, unit.side) if one.at == end and one.id != unit.id)
    return far + friends / 2


CLAUSES = MoveClauses(owner="1.1", once="4.1", points="4.2", stop="4.8", enemies="4.6")
MARCH = Moving(ground=GROUND, clauses=CLAUSES, costs=marching(GROUND, steps, CLAUSES), aim=aim)
