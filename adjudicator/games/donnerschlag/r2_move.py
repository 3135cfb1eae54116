"""Movement (D.move, D.tec): what a step costs by the Terrain Effects Chart, and the move of one unit, judged
whole.

D.move.5 to .11, D.tec      the costs of the bare map          terrain_of, bare, by_road
D.move.2, .10, D.zoc.4      enemies and their zones            current_costs
D.move.1 to .3, .12, .13    a path, and what breaks it         Going, plan, check_walk
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from adjudicator.mechanics.armies import army, distance, on_map
from adjudicator.mechanics.movement import (
    Barred,
    Crossing,
    CurrentCosts,
    MoveCost,
    MovementCosts,
    PathCost,
    kept_reach,
    path_cost,
)  # fmt: skip
from adjudicator.mechanics.movement import route as cheapest
from adjudicator.mechanics.remembered import Remembered, of_board
from adjudicator.mechanics.terrain import Side, Terrain
from adjudicator.mechanics.wording import broken_path, running_total
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit
from maps.board import Board

from .charts import charts, switched_on
from .levels import campaign, segment
from .orders import Said
from .pieces import class_of, formation, is_hq, movement
from .position import BRIDGES, ENEMY, RIVERS, held_by, manned, name, network, on_road
from .r2_supply import has_line
from .zoc_stacking import STOPS, check_stack, fits, zones

COLUMNS = {"infantry": "Infantry", "motorised": "Motorised", "tank": "Tanks"}
OFF_ROAD = Barred("D.move.9", "there is no road there")


@rule(
    "D.move.1", "D.move.5", "D.move.6", "D.move.7", "D.move.11", "D.tec.clear", "D.tec.village", "D.tec.road"
)  # fmt: skip
def terrain_of(class_: str) -> Terrain:
    """A column of the chart: every hex costs 1, by road as across country. An unbridged river costs infantry
    nothing; motorised infantry crosses it with its first step, and stops; tanks never cross it."""
    chart, column = charts()["tec"], COLUMNS[class_]
    cost = {row: int(chart.cell(column, row)) for row in ("clear", "village", "station", "town", "city")}
    river = chart.cell(column, "river")
    side: Side | Barred = (
        Side(whole=True)
        if river == "all"
        else Barred("D.move.7", "tanks may not cross an unbridged river hexside")
    )
    if river.startswith("+"):
        side = Side(extra=int(river))
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
    """The hexes that a unit of a side may not enter: those with enemy combat units; for an HQ, which does not
    overrun, those with enemy HQs too, but for one that is overrun already (D-R22)."""
    shut = Barred("D.move.10", "enemy combat units are there")
    lone = Barred("D.hq.1", "an enemy HQ is there. An HQ may not overrun")
    found = dict.fromkeys(held_by(state, ENEMY[side]) if hq else (), lone)
    return found | dict.fromkeys(manned(state, ENEMY[side]), shut)


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


_known_costs: Remembered[dict[tuple[object, ...], CurrentCosts]] = Remembered(lambda state: {})


@rule("D.move.2", "D.zoc.4")
def current_costs(state: State, unit: Unit, *, road: bool = False) -> CurrentCosts:
    """What each step costs a unit now, by road alone if asked so: terrain, enemies, their zones, snow."""
    who, snow = (class_of(state, unit), unit.side, is_hq(state, unit)), campaign(state).snowdrift
    known = _known_costs(state)
    if (who, road, snow) not in known:
        costs = (by_road if road else bare)(state.board, who[0])
        closed = _all_closed(state)[who[1:]]
        known[who, road, snow] = costs.under(
            zones(state, ENEMY[unit.side]), STOPS, closed, snowed_in(state, costs)
        )
    return known[who, road, snow]


@rule("D.oos.5", "D.move.13")
def allowance(state: State, unit: Unit, supplied: bool) -> int:
    """The MP of a unit: half of them, rounded down but never none, where it is out of supply (D-R5)."""
    points = movement(state, unit) + (formation(state, unit) in segment(state).march)
    half = max(1, points // 2) if switched_on("half-mp-down") else (points + 1) // 2
    return points if supplied else half


# -- the move of one unit --------------------------------------------------------------------------------

NEAREST = 4
"""How many moves are offered in the place of one that is refused."""


@dataclass(frozen=True, slots=True)
class Going:
    """How a unit can move now: its costs, those by road alone, its MP, and where it stands."""

    costs: CurrentCosts
    road: CurrentCosts
    points: int
    start: str

    @rule("D.move.8", "D.move.9", "D.move.12", "D.move.13")
    def walk(self, path: tuple[str, ...]) -> PathCost:
        """What a path costs: one that keeps to the road all the way, and is not stopped, has one MP more; by
        all its MP a unit goes one road hex farther than that (D-R46, D-R54). Of two ways to break the farther
        one is told."""
        found = path_cost(self.costs, path, self.points)
        if found.fault and found.fault.kind == "dear":
            longer = path_cost(self.road, path, self.points + 1)
            return longer if longer.fault is None or len(longer.spent) > len(found.spent) else found
        return found

    def ends(self) -> tuple[str, ...]:
        """Every hex that can be reached, the first among them."""
        farther = kept_reach(self.road, self.start, self.points + 1)
        return tuple(dict.fromkeys((*kept_reach(self.costs, self.start, self.points), *farther)))

    def costs_of(self) -> dict[str, tuple[int, str]]:
        """The same with what each costs, and the hex before it."""
        farther = kept_reach(self.road, self.start, self.points + 1).ends()
        return farther | kept_reach(self.costs, self.start, self.points).ends()

    def route(self, to: str) -> tuple[str, ...] | None:
        """The cheapest way to a hex, across country or else by road and one hex farther. To one out
        of reach the way whose walk tells why: by a road no longer than that, or as if no enemy were there;
        None for none."""
        farther = self.points + 1
        for costs, points in ((self.costs, self.points), (self.road, farther)):
            found = kept_reach(costs, self.start, points)
            if to in found:
                return found.path(to)
        by_road, now, free = (
            cheapest(costs, self.start, to, farther)
            for costs in (self.road.bare.under(), self.costs, self.costs.bare.under())
        )
        ways = [way for way in (by_road, now) if isinstance(way, tuple)]
        return min(ways, key=len, default=free if isinstance(free, tuple) else None)


def going(state: State, unit: Unit) -> Going:
    """How a unit would move if it were activated now: its OoS check is made on the map as it is."""
    points = allowance(state, unit, has_line(state, unit))
    return Going(current_costs(state, unit), current_costs(state, unit, road=True), points, unit.at)


@rule("D.move.1", "D.move.3", "D.stack.5")
def plan(state: State, unit: Unit, told: Said) -> tuple[tuple[str, ...], str]:
    """The path of a move that is ordered, and what it costs as a report tells it. Raises Refused."""
    how = going(state, unit)
    path = written(state, unit, told, how)
    walked = how.walk(path)
    check_walk(state, unit, how, walked)
    legal = instead(state, unit, path[-1])
    if is_hq(state, unit) and not on_road(state.board, path[-1]):  # a Soviet HQ never moves
        why = f"{unit.id} must end on a road, and there is none in {name(state, path[-1])}"
        raise Refused("D.move.3", why, legal)
    check_stack(state, path[-1], [unit], legal)
    return path, running_total(walked, max(how.points, walked.cost))


def written(state: State, unit: Unit, told: Said, how: Going) -> tuple[str, ...]:
    """The whole path of an order, from where its unit stands; with "to" the cheapest way. Raises Refused."""
    start, to = told.from_ or unit.at, told.path[0]
    if start != unit.at:
        raise Refused("D.move.1", f"{unit.id} is in {name(state, unit.at)}, not in {name(state, start)}")
    if told.way == "via":
        return told.path if to == start and len(told.path) > 1 else (start, *told.path)
    where, shut = name(state, to), how.costs.closed.get(to)
    if shut:
        raise Refused(shut.rule, f"{unit.id} cannot go to {where}: {shut.why}", instead(state, unit, to))
    found = how.route(to)
    if found is None or len(found) < 2:
        here = f'{unit.id} is in {where} already: "stay" activates it there'
        raise Refused("D.move.1", here if found else f"there is no path to {where}", instead(state, unit, to))
    return found


CLAUSES = {"gap": "D.move.1", "first": "D.move.6", "stopped": "D.move.2", "dear": "D.move.1"}


@rule("D.move.2", "D.move.6", "D.move.9", "D.move.12", "D.zoc.4")
def check_walk(state: State, unit: Unit, how: Going, walked: PathCost) -> None:
    """Raises Refused where a path breaks, with moves that could be made instead."""
    fault = walked.fault
    if fault is None:
        return
    number, legal = CLAUSES.get(fault.kind, fault.rule), instead(state, unit, walked.path[-1])
    at, to = name(state, fault.at), name(state, fault.to)
    if fault.kind == "stopped":
        bare = how.costs.bare.crossing(walked.path[0], walked.path[1])
        river = fault.at == walked.path[1] and getattr(bare, "whole", False)
        number = "D.move.6" if river else number
        why = f"{unit.id} must stop in {at}: {'it crossed a river' if river else 'an enemy zone is there'}"
    elif fault.kind == "first":
        why = f"{unit.id} crosses the river from {at} to {to} only with its first step"
    else:
        most = walked.cost + fault.left if fault.kind == "dear" else how.points
        who = f"by road all the way {unit.id}" if most > how.points else unit.id
        why = broken_path(how.costs, walked, who, lambda space: name(state, space), most)
        if fault.kind == "dear" and left_road(how, walked.path):
            number, why = "D.move.9", f"{why}; a unit that stays on roads may move one hex more"
    raise Refused(number, why, legal)


@rule("D.move.9")
def left_road(how: Going, path: tuple[str, ...]) -> bool:
    """Whether a path is one hex too long, and has gone by road a part of the way only."""
    by_road = [isinstance(how.road.bare.crossing(a, b), MoveCost) for a, b in pairwise(path)]
    return path_cost(how.costs, path, how.points + 1).fault is None and any(by_road)


def ends_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The hexes in which a unit could end a move. Alone it fits into any hex."""
    on_roads, held = is_hq(state, unit), {one.at for one in army(state, unit.side)}
    return tuple(
        end
        for end in going(state, unit).ends()
        if end != unit.at
        and (end not in held or fits(state, end, [unit]))
        and not (on_roads and not on_road(state.board, end))
    )


Ends = Callable[[Unit], tuple[str, ...]]
"""Where a unit could end a move (`ends_of`)."""


def ends_of_stack(state: State, units: Sequence[Unit], ends: Ends) -> tuple[str, ...]:
    """The hexes in which units of one hex could end a move together, one after the other, without overrunning
    an HQ, which interrupts it; `ends` knows where each could alone."""
    reached = [set(ends(unit)) for unit in units]
    ways = [going(state, unit).costs_of() for unit in units]
    held = held_by(state, ENEMY[units[0].side])

    def clear(end: str, way: dict[str, tuple[int, str]]) -> bool:
        while end in way and end != units[0].at:
            if end in held:
                return False
            end = way[end][1]
        return True

    together = (end for end in ends(units[0]) if all(end in one for one in reached))
    return tuple(end for end in together if fits(state, end, units) and all(clear(end, way) for way in ways))


def instead(state: State, unit: Unit, to: str) -> tuple[str, ...]:
    """Moves to the hexes nearest to where a unit was sent, and staying where it is."""
    ends = sorted(ends_of(state, unit), key=lambda end: (distance(state, end, to), end))
    return (*(f"move {unit.id} to {end}" for end in ends[:NEAREST]), f"stay {unit.id}")


def dragged(state: State, topic: str, unit: Unit, origin: str, to: str) -> Sequence[str]:
    """The hexes of a cheapest legal move, for a drag in a log of VASSAL, whatever is asked."""
    found = going(state, unit).route(to) if on_map(state, unit) else None
    return found[1:] if found else ()
