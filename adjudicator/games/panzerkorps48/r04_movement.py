"""Rule 4, movement: an order as a move of a stack, judged whole and then carried out.

3.2.mov one after the other    4.mov paths and costs    4.stack stacks    5.exit the die: `r05_zones`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial

from adjudicator.choices import Ways
from adjudicator.mechanics.armies import army, on_map
from adjudicator.mechanics.movement import CurrentCosts, PathCost, kept_reach, path_cost
from adjudicator.mechanics.movement import route as cheapest
from adjudicator.mechanics.wording import broken_path, running_total
from adjudicator.orders import Order
from adjudicator.phases.battlefield import name
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Json, State, Unit

from . import r07_attack
from .levels import phase
from .position import BARRED, enemy_here
from .r04_costs import PARTS, allowance, current_costs
from .r05_zones import check_exit, controlled, may_leave
from .r06_stacking import check_stack, with_room
from .r07_fire import with_fires
from .r09_release import bound
from .r10_control import go

Walks = Mapping[str, PathCost]
"""A move as it will be carried out: the path of each unit from where it is, and what it costs. The first unit
begins where the path does."""
Walker = tuple[CurrentCosts, int]
"""What decides where a unit can go: what its steps cost, and the halves of points that it has left."""


# -- who may move, and where -----------------------------------------------------------------------------


@rule("4.mov.1", "4.mov.2", "2.1.side.1", "3.2.mov.3", "3.2.hasty.4", "10.exit.3")
def check_mover(state: State, unit: Unit) -> None:
    """Any own unit on the map moves, all or none of them; not if it retreated or failed a check in this
    turn's Prepared Combat Phase, is finished, has attacked, or is held by an enemy zone. Raises Refused."""
    now = phase(state)
    if unit.side != now.side:
        raise Refused("2.1.side.1", f"{unit.id} is not yours to move")
    if not on_map(state, unit):
        raise Refused("4.mov.1", f"{unit.id} is not on the map")
    if bound(state, unit):
        raise Refused("9.lw.2", f"{unit.id} may not move before its division is released")
    if BARRED in unit.flags:
        raise Refused("4.mov.2", f"{unit.id} retreated or failed its check, and may not move in this turn")
    if unit.id in now.attacked:
        raise Refused("3.2.hasty.4", f"{unit.id} has made its hasty attack, so it may not move again")
    if unit.id in now.moved:
        raise Refused("3.2.mov.3", f"{unit.id} is finished: another unit was moved after it")
    check_exit(state, unit)


def left_to_spend(state: State, unit: Unit) -> int:
    """The halves of points that a unit has left in this phase."""
    return allowance(state, unit) - phase(state).spent.get(unit.id, 0)


def ends_of(state: State, *units: Unit) -> tuple[str, ...]:
    """The hexes in which a unit that moves alone could stop, or units of one hex that move together."""
    if any(refusal(check_mover, state, unit) for unit in units):
        return ()
    return tuple(with_room(state, shared_ways(state, units), units))


def shared_ways(state: State, units: Sequence[Unit]) -> Mapping[str, tuple[int, str]]:
    """Where units of one hex can go together, by the path that costs them least: what each end costs the
    first of them, and the hex before it."""
    return ways_together(units[0].at, walkers(state, units))


def walkers(state: State, units: Sequence[Unit]) -> tuple[Walker, ...]:
    """What decides where units can go."""
    return tuple((current_costs(state, unit), left_to_spend(state, unit)) for unit in units)


@lru_cache(maxsize=256)
@rule("4.mov.8", "4.stack.1")
def ways_together(start: str, units: tuple[Walker, ...]) -> Mapping[str, tuple[int, str]]:
    """The ends of `shared_ways`, worked out once for units that are alike."""
    costs, points = units[0]
    if all(one is costs for one, _ in units):
        found = kept_reach(costs, start, min(points for _, points in units))
        ends = found.ends()
        return {end: ends[end] for end in found if end in ends}
    paths = {end: common(start, units, end) for end in kept_reach(costs, start, points) if end != start}
    return {end: (path_cost(costs, path, points).cost, path[-2]) for end, path in paths.items() if path}


def stacks(state: State, side: str) -> Iterator[list[Unit]]:
    """Units in one hex that may still move, all that there are; the one with least to spend comes first."""
    able: dict[str, list[Unit]] = {}
    for unit in army(state, side):
        if not refusal(check_mover, state, unit):
            able.setdefault(unit.at, []).append(unit)
    yield from (sorted(units, key=partial(left_to_spend, state)) for units in able.values() if units[1:])


def movers(state: State, order: Order) -> tuple[Unit, ...]:
    """The units of a move that begin it in one hex; () where they do not."""
    units = tuple(state.units[unit] for unit in order.units if unit in state.units)
    together = units and len({unit.at for unit in units}) == 1 and on_map(state, units[0])
    return units if together else ()


def costs_of(state: State, order: Order) -> Ways | None:
    """Where the units of a move can go, and what it costs; None for other orders."""
    units = movers(state, order)
    return Ways(shared_ways(state, units), PARTS) if units else None


def leaves_a_zone(state: State, order: Order) -> bool:
    """Whether a die may stop a move: its units are in an enemy zone, and their friends there may go first."""
    units = movers(state, order)
    return bool(units) and controlled(state, units[0].at, units[0].side)


def way(state: State, unit: Unit, origin: str, to: str) -> tuple[str, ...]:
    """The hexes of a cheapest legal move of a unit from where it is or would be; () for none."""
    found = kept_reach(current_costs(state, unit), origin, left_to_spend(state, unit))
    return found.path(to)[1:] if to in found else ()


def legal(state: State, side: str) -> Iterator[str]:
    """Every end of each unit that moves alone, and of each stack that moves as one."""
    for units in (*([unit] for unit in army(state, side)), *stacks(state, side)):
        names = ", ".join(unit.id for unit in units)
        yield from (f"move {names} to {end}" for end in ends_of(state, *units))


# -- the order -------------------------------------------------------------------------------------------


@rule("3.2.mov.2", "4.stack.1", "5.exit.6")
def plan(state: State, args: Json) -> Walks:
    """The move that an order asks for: its units from the first hex, and those that it picks up where the
    path meets them. Raises Refused."""
    units = [state.units[unit] for unit in dict.fromkeys(args["units"])]
    for unit in units:
        check_mover(state, unit)
    path = written(state, units, args)
    for unit in units:
        if unit.at not in path[:-1]:
            raise Refused("4.stack.1", f"{unit.id} in {name(state, unit.at)} is not on the path")
    walks = {unit.id: walk(state, unit, path[path.index(unit.at) :]) for unit in units}
    check_stack(state, path[-1], units)
    return walks


@rule("4.mov.6")
def written(state: State, units: Sequence[Unit], args: Json) -> tuple[str, ...]:
    """The whole path of an order, from the hex of its first unit; after "to" the cheapest legal one. Raises
    Refused."""
    first, path = units[0], tuple(args["path"])
    start = str(args.get("from", first.at))
    if start != first.at:
        raise Refused("4.mov.6", f"{first.id} is in {name(state, first.at)}, not in {name(state, start)}")
    if args["way"] == "via":
        return path if path[0] == start and len(path) > 1 else (start, *path)
    found = cheapest(current_costs(state, first), start, path[0], left_to_spend(state, first))
    if isinstance(found, tuple) and len(found) > 1:
        return common(start, walkers(state, [unit for unit in units if unit.at == start]), path[0]) or found
    why = "it is already there" if path[0] == start else "there is no path to it"
    if enemy_here(state, path[0], first.side):
        why = "the enemy is there"
    raise Refused("4.mov.6", f"{first.id} may not move to {name(state, path[0])}: {why}")


@rule("4.mov.8", "4.stack.1")
def common(start: str, units: Sequence[Walker], to: str) -> tuple[str, ...]:
    """The path to a hex that costs a stack least altogether, among the cheapest ones of each of its units; ()
    if none of these is open to all."""
    each, found = Counter(units), dict[tuple[str, ...], int]()
    ways = (cheapest(costs, start, to, points) for costs, points in each)
    for path in dict.fromkeys(way for way in ways if isinstance(way, tuple)):
        walks = [(path_cost(costs, path, points), times) for (costs, points), times in each.items()]
        if not any(one.fault for one, _ in walks):
            found[path] = sum(one.cost * times for one, times in walks)
    return min(found, key=lambda path: found[path], default=())


@rule("4.mov.3", "4.mov.8", "5.eff.1")
def walk(state: State, unit: Unit, path: tuple[str, ...]) -> PathCost:
    """What a path costs a unit, each step in full. Raises Refused where it breaks."""
    points = left_to_spend(state, unit)
    found = path_cost(current_costs(state, unit), path, points)
    if found.fault:
        raise broken(state, unit, found, points)
    return found


@rule("4.mov.6", "4.mov.8", "5.eff.1")
def broken(state: State, unit: Unit, walked: PathCost, points: int) -> Refused:
    """Why a path breaks where it does, for a unit with these parts of a point to spend on it."""
    fault, costs = walked.fault, current_costs(state, unit)
    assert fault is not None
    if fault.kind == "stopped":
        return Refused("5.eff.1", f"{unit.id} must stop in {name(state, fault.at)}: an enemy zone is there")
    number = {"gap": "4.mov.6", "barred": fault.rule}.get(fault.kind, "4.mov.8")
    return Refused(number, broken_path(costs, walked, unit.id, lambda at: name(state, at), points, PARTS))


# -- carried out -----------------------------------------------------------------------------------------


@rule("5.exit.6", "3.2.hasty.3", "6.gen.1", "4.stack.3")
def move(play: Play, args: Json) -> bool:
    """A move with its hasty attack, which is judged as it would then be: both or none. False where its units
    could not leave an enemy zone. Raises Refused with nothing changed."""
    walks, attack = plan(play.state, args), args["hasty"]
    units, start = tuple(walks), next(iter(walks.values())).path[0]
    if attack:
        tried = Play(play.state, play.chance)
        in_motion(tried, units)
        march(tried, walks)
        with_fires(tried.state, r07_attack.hasty(tried.state, attack, units))
    in_motion(play, units)
    if not may_leave(play, start, tuple(unit for unit in units if play.state.units[unit].at == start)):
        return False
    march(play, walks)
    if attack:
        r07_attack.launch(play, r07_attack.hasty(play.state, attack, units))
    return True


@rule("3.2.mov.3", "4.stack.7", "4.stack.8")
def in_motion(play: Play, units: tuple[str, ...]) -> None:
    """These units move now. All that moved before are finished, but for the others of a stack that goes on:
    they finish their moves one after the other."""
    now = phase(play.state)
    if not set(units) & set(now.moving):
        done, moving = now.moving, units
    else:
        done = () if set(units) & set(now.going) else now.going
        moving = tuple(dict.fromkeys((*(unit for unit in now.moving if unit not in done), *units)))
    play.note("3.2.mov.3", moved=tuple(dict.fromkeys((*now.moved, *done))), moving=moving, going=units)


def march(play: Play, walks: Walks) -> None:
    """Units go their way, and pay for it."""
    state, now = play.state, phase(play.state)
    spent, routes, costs = dict(now.spent), dict(now.routes), {}
    for unit, walked in walks.items():
        costs[unit] = running_total(walked, left_to_spend(state, state.units[unit]), PARTS)
        spent[unit] = spent.get(unit, 0) + walked.cost
        routes[unit] = (*routes.get(unit, ()), *walked.path[1:])
    play.note("4.mov.7", spent=spent, routes=routes)
    go(play, "4.mov.1", {unit: walked.path for unit, walked in walks.items()}, costs=costs)
