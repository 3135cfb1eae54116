"""Movement of one unit, extended step B (D.move): an order judged whole, and carried out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from adjudicator.mechanics.armies import distance
from adjudicator.mechanics.movement import CurrentCosts, MoveCost, PathCost, path_cost, reach
from adjudicator.mechanics.movement import route as cheapest
from adjudicator.mechanics.wording import broken_path, running_total
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .costs import allowance, current_costs
from .orders import Said
from .pieces import is_hq
from .position import AXIS, name, on_road
from .r2_supply import has_line
from .stacking import check_stack, fits

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
        farther = reach(self.road, self.start, self.points + 1)
        return tuple(dict.fromkeys((*reach(self.costs, self.start, self.points), *farther)))

    def costs_of(self) -> dict[str, tuple[int, str]]:
        """The same with what each costs, and the hex before it."""
        farther = reach(self.road, self.start, self.points + 1).ends()
        return farther | reach(self.costs, self.start, self.points).ends()

    def route(self, to: str) -> tuple[str, ...] | None:
        """The cheapest way to a hex, across country or else by road and one hex farther. To one out
        of reach the way whose walk tells why: by a road no longer than that, or as if no enemy were there;
        None for none."""
        farther = self.points + 1
        for costs, points in ((self.costs, self.points), (self.road, farther)):
            found = reach(costs, self.start, points)
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
    if is_hq(state, unit) and unit.side == AXIS and not on_road(state.board, path[-1]):
        why = f"{unit.id} must end on a road, and none runs through {name(state, path[-1])}"
        raise Refused("D.move.3", why, legal)
    check_stack(state, path[-1], [unit], legal)
    return path, running_total(walked, max(how.points, walked.cost))


def written(state: State, unit: Unit, told: Said, how: Going) -> tuple[str, ...]:
    """The whole path of an order, from where its unit stands; with «to» the cheapest way. Raises Refused."""
    start = told.from_ or unit.at
    if start != unit.at:
        raise Refused("D.move.1", f"{unit.id} is in {name(state, unit.at)}, not in {name(state, start)}")
    if told.way == "via":
        return told.path if told.path[0] == start and len(told.path) > 1 else (start, *told.path)
    shut = how.costs.closed.get(told.path[0])
    if shut:
        why = f"{unit.id} cannot go to {name(state, told.path[0])}: {shut.why}"
        raise Refused(shut.rule, why, instead(state, unit, told.path[0]))
    found = how.route(told.path[0])
    if found is None or len(found) < 2:
        where = name(state, told.path[0])
        why = (
            f"{unit.id} is in {where} already: «stay» activates it there"
            if found
            else f"no way leads to {where}"
        )
        raise Refused("D.move.1", why, instead(state, unit, told.path[0]))
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
            number, why = "D.move.9", f"{why}; one hex more is for who keeps to the road all the way"
    raise Refused(number, why, legal)


@rule("D.move.9")
def left_road(how: Going, path: tuple[str, ...]) -> bool:
    """Whether a path is one hex too long, and has gone by road a part of the way only."""
    by_road = [isinstance(how.road.bare.crossing(a, b), MoveCost) for a, b in pairwise(path)]
    return path_cost(how.costs, path, how.points + 1).fault is None and any(by_road)


def ends_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The hexes in which a unit could end a move."""
    on_roads = is_hq(state, unit)
    return tuple(
        end
        for end in going(state, unit).ends()
        if end != unit.at and fits(state, end, [unit]) and not (on_roads and not on_road(state.board, end))
    )


def instead(state: State, unit: Unit, to: str) -> tuple[str, ...]:
    """Moves to the hexes nearest to where a unit was sent, and staying where it is."""
    ends = sorted(ends_of(state, unit), key=lambda end: (distance(state, end, to), end))
    return (*(f"move {unit.id} to {end}" for end in ends[:NEAREST]), f"stay {unit.id}")
