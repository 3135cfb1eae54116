"""Rule 7, Movement.

7.1 steps and costs      7.2 Germans: the Oder-Neisse, freedom to go west
7.3 Soviets: the two counters of an army, the boundary of the fronts, the two camps, control markers
7.4 Berlin: who may enter, leave and must stop

`check_path` judges a whole ordered route; `go` carries any movement out, with what entering and leaving do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from adjudicator.events import FactNoted, UnitMoved
from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.movement import shown
from adjudicator.mechanics.remembered import of_state
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import State, Unit

from . import r10_victory
from .orders import RESERVE
from .position import (
    GERMAN,
    SOVIET,
    american,
    army,
    campaign,
    contested,
    controlled,
    counters_of,
    cut_off,
    fact,
    index,
    is_city,
    label,
    nation,
    of,
    over_oder_neisse,
    over_river,
    own_front,
    printed,
    rivals,
    soviet,
    soviets,
    ways,
    zone,
)
from .r04_operations import impulse
from .r06_stacking import has_room

LAST_TEST_TURN = 6
PARTS = 2
"""Movement points are counted in halves: a main road costs half a point."""
HALF, ONE, TWO = 1, 2, 4


@rule("7.1.2.a", "7.1.2.b", "7.1.2.c", "E2.1")
def step_cost(state: State, a: str, b: str, free: bool) -> int:
    """What a step from a to b costs, in halves of a point: 1 point (7.1.2.a), 1 more over a river (b);
    half a point along a main road, which also cancels the river (c). The army of event 2 crosses rivers
    freely (E2.1). The nexus is a plain step."""
    if "road" in state.board.links[a].get(b, ()):
        return HALF
    return TWO if over_river(state, a, b) and not free else ONE


def cost(state: State, unit: Unit, a: str, b: str) -> int:
    """What a step costs a unit."""
    return step_cost(state, a, b, crosses_freely(state, unit))


def crosses_freely(state: State, unit: Unit) -> bool:
    """Whether rivers cost a unit nothing in this impulse."""
    return army(state, unit) == impulse(state).river_army


@rule("7.1.1", "7.1.3", "3.1.3.b", "4.2.3.b")
def check_points(state: State, unit: Unit, path: tuple[str, ...], needed: int, reserve: bool) -> None:
    """A unit goes as far as its movement points (7.1.1), half of them in reserve (4.2.3.b); one zone is
    always allowed (7.1.3) and is all that a unit out of supply may do (3.1.3.b). `needed` is what the path
    costs."""
    if len(path) <= 2:
        return
    name = label(state, unit.id)
    if cut_off(state, unit):
        raise Refused("3.1.3.b", f"{name} is out of supply and may move one zone only")
    points = allowance(state, unit, reserve)
    if needed > points:
        number = "4.2.3.b" if reserve else "7.1.1"
        has, costs = shown(points, PARTS), shown(needed, PARTS)
        raise Refused(number, f"{name} has {has} movement points, this path costs {costs}")


@rule("4.2.3.b")
def allowance(state: State, unit: Unit, reserve: bool) -> int:
    """The movement points of a unit in halves: half of them in reserve."""
    return printed(state, unit, "movement") * (1 if reserve else PARTS)


@rule("M.1", "M.2", "7.1.4", "2.2.3", "4.2.1.a")
def check_step(state: State, nationality: str, camp: str, a: str, b: str) -> None:
    """One zone to the next, for any ordered movement of a unit of this nationality and camp: they are
    adjacent, and no unit enters an American zone (2.2.3), nor one with enemies outside Berlin (4.2.1.a)."""
    there, is_soviet = zone(state, b), nationality == SOVIET
    if b not in ways(state, a, nationality):
        why = f"is not adjacent to {zone(state, a)}" if a != b else "is where it already is"
        raise Refused("7.1.1", f"{there} {why}")
    if american(state, b):
        raise Refused("2.2.3", f"{there} is American and closed")
    if of(state, b, GERMAN if is_soviet else SOVIET) and not is_city(state, b):
        raise Refused("4.2.1.a", f"{there} holds enemy units, so you may not move into it")
    if is_soviet:
        check_soviet_step(state, camp, a, b)
    else:
        check_german_step(state, a, b)


@rule("7.2.1", "7.4.1", "7.4.2")
def check_german_step(state: State, a: str, b: str) -> None:
    """Germans never cross the Oder-Neisse (7.2.1). They may not enter a contested or Soviet-controlled city
    zone from outside (7.4.1), nor leave the city from one (7.4.2)."""
    closed = "is contested or Soviet-controlled. A German may not"
    if over_oder_neisse(state, a, b):
        why = f"Germans may not cross the Oder-Neisse from {zone(state, a)} to {zone(state, b)}"
        raise Refused("7.2.1", why)
    if disputed(state, b) and not is_city(state, a):
        raise Refused("7.4.1", f"{zone(state, b)} {closed} enter it from outside")
    if disputed(state, a) and not is_city(state, b):
        raise Refused("7.4.2", f"{zone(state, a)} {closed} leave the city from it")


@rule("7.3.2.a", "7.4.5")
def check_soviet_step(state: State, camp: str, a: str, b: str) -> None:
    """Soviets do not cross the boundary of the fronts by order (7.3.2.a). One that a retreat took so far
    across that no zone of its own front is adjacent may go on through the other's, to come back (7.3.2.b).
    In Berlin the two Soviet camps are never in one zone, not even in passing (7.4.5)."""
    across = not own_front(state, b, camp)
    if across and any(own_front(state, near, camp) for near in state.board.neighbours(a)):
        raise Refused("7.3.2.a", f"{zone(state, b)} is on the other front's side of the boundary")
    if is_city(state, b) and rivals(state, b, camp):
        why = f"Soviets of the other camp are in {zone(state, b)}. Both camps may never be there"
        raise Refused("7.4.5", why)


def disputed(state: State, space: str) -> bool:
    """Whether a city zone is contested or Soviet-controlled."""
    return contested(state, space) or controlled(state, space)


@rule("7.2.2.a", "7.2.2.c", "E4.1")
def must_test(state: State, unit: Unit) -> bool:
    """A German unit in movement mode tests its freedom through turn 6 (7.2.2.a), not later (7.2.2.c), and not
    after its player's Planned Retreat this turn (E4.1)."""
    if soviet(state, unit) or campaign(state).planned_retreat == unit.side:
        return False
    return state.turn <= LAST_TEST_TURN


@rule("7.2.2.a")
def is_free(turn: int, die: int) -> bool:
    """The freedom test: above 3 through turn 4, above 2 on turn 5, above 1 on turn 6 (7.2.2.a)."""
    return die >= free_from(turn)


def free_from(turn: int) -> int:
    """The lowest die that makes a unit free."""
    return {5: 3, 6: 2}.get(turn, 4)


@rule("7.2.2.b")
def check_west(state: State, unit: Unit, path: tuple[str, ...], number: str = "7.2.2.b") -> None:
    """An unfree German enters no zone of a lower index than that of the zone where it began (7.2.2.b)."""
    start = index(state, path[0])
    lower = next((space for space in path if index(state, space) < start), None)
    if lower is not None:
        name, here, there = label(state, unit.id), zone(state, path[0]), zone(state, lower)
        why = f"{name} is not free to go west from {here} ({start}) to {there} ({index(state, lower)})"
        raise Refused(number, why)


@rule("7.2.2.d", "5.1.c")
def check_west_untested(state: State, unit: Unit, path: tuple[str, ...], number: str = "7.2.2.d") -> None:
    """Movement without a test (reserve, free moves): through turn 6 not west at all (7.2.2.d, 5.1.c)."""
    if must_test(state, unit):
        check_west(state, unit, path, number)


def untested_routes(state: State, unit: Unit, *, reserve: bool = False) -> dict[str, tuple[str, ...]]:
    """The legal routes of a unit that need no luck in a test of its freedom."""
    routes = legal_routes(state, unit, reserve=reserve)
    if not must_test(state, unit):
        return routes
    return {end: path for end, path in routes.items() if not refusal(check_west_untested, state, unit, path)}


@rule("7.3.3.a")
def check_rivals(state: State, camp: str, b: str) -> None:
    """Soviets do not end in a zone that holds Soviets of the other camp (7.3.3.a)."""
    if rivals(state, b, camp):
        raise Refused("7.3.3.a", f"{zone(state, b)} holds Soviets of the other camp")


@rule("7.3.1.a")
def together(state: State, name: str) -> bool:
    """Whether the counters of an army are in the same or adjacent zones (7.3.1.a); a lone counter always
    is."""
    zones = [unit.at for unit in counters_of(state, name) if on_map(state, unit)]
    return len(zones) < 2 or zones[0] == zones[1] or state.board.adjacent(zones[0], zones[1])


@rule("7.3.1.c")
def check_repair(state: State, unit: Unit, path: tuple[str, ...], reachable: tuple[str, ...]) -> None:
    """A counter whose army was apart when the impulse began may only move so that its army is together again;
    where nothing it can reach does that, as near to its partner as possible (7.3.1.c, ruling 39)."""
    partner = next(u for u in counters_of(state, army(state, unit)) if u.id != unit.id)
    best = min(steps_between(state, space, partner.at) for space in reachable)
    if steps_between(state, path[-1], partner.at) > max(best, 1):
        why = f"must first come together with its army in {zone(state, partner.at)}"
        raise Refused("7.3.1.c", f"{label(state, unit.id)} {why}")


def steps_between(state: State, a: str, b: str) -> int:
    """The number of zones from a to b, over any border; 0 for the same zone."""
    steps = state.board.distance(a, b)
    return len(state.board.spaces) if steps is None else steps


@rule("7.4.3", "7.4.6.a", "7.4.6.b")
def must_stop(state: State, nationality: str, space: str) -> str:
    """The rule that ends a move in this zone, "" if none: a contested or controlled city zone for Germans
    (7.4.3), a city zone that is not Soviet-controlled for Soviets (7.4.6.a)."""
    if not is_city(state, space):
        return ""
    if nationality == SOVIET:
        return "" if controlled(state, space) else "7.4.6.a"
    return "7.4.3" if disputed(state, space) else ""


def check_path(state: State, unit: Unit, path: tuple[str, ...], *, reserve: bool = False) -> None:
    """A whole ordered route of movement or reserve mode, which begins where the unit stands."""
    nationality = nation(state, unit)
    for at, (a, b) in enumerate(pairwise(path), 1):
        check_step(state, nationality, unit.side, a, b)
        stop = must_stop(state, nationality, b)
        if stop and at < len(path) - 1:
            raise Refused(stop, f"a move must end on entering {zone(state, b)}")
    check_points(state, unit, path, price(state, unit, path), reserve)
    check_end(state, nationality, unit.side, path)


def price(state: State, unit: Unit, path: tuple[str, ...]) -> int:
    """The movement points that a path costs, in halves."""
    return sum(cost(state, unit, a, b) for a, b in pairwise(path))


@rule("4.2.1.b", "6.1.1", "7.3.3.a")
def check_end(state: State, nationality: str, camp: str, path: tuple[str, ...]) -> None:
    """Where a move ends: no rivals (7.3.3.a), and within stacking (4.2.1.b)."""
    end = path[-1]
    if nationality == SOVIET:
        check_rivals(state, camp, end)
    if end != path[0] and not has_room(state, end, nationality):
        raise Refused("6.1.2.a" if not is_city(state, end) else "6.1.2.c", f"{zone(state, end)} is full")


@of_state
def steps_from(
    state: State, nationality: str, camp: str, free: bool, a: str
) -> tuple[tuple[str, int, bool, bool], ...]:
    """The zones to which units of a nationality and camp may go on from one, the same for all but for rivers:
    what the step costs, whether a move from elsewhere may end there, and whether it must."""
    able = (b for b in ways(state, a, nationality) if not refusal(check_step, state, nationality, camp, a, b))
    return tuple(
        (
            b,
            step_cost(state, a, b, free),
            not refusal(check_end, state, nationality, camp, (a, b)),
            bool(must_stop(state, nationality, b)),
        )
        for b in able
    )


@of_state
def legal_routes(state: State, unit: Unit, *, reserve: bool = False) -> dict[str, tuple[str, ...]]:
    """Every zone an ordered move can end in, with a cheapest way there, each step tried; from a box none.

    Of ways that cost the same the first one found stays, nearer zones first: players read them in questions.
    """
    found: dict[str, tuple[str, ...]] = {}
    best, kind = {unit.at: 0}, (nation(state, unit), unit.side, crosses_freely(state, unit))
    ways_on: list[tuple[tuple[str, ...], int]] = [((unit.at,), 0)] if on_map(state, unit) else []
    most = 0 if cut_off(state, unit) else allowance(state, unit, reserve)
    while ways_on:
        path, spent = ways_on.pop(0)
        for b, price_of_step, may_end, must_end in steps_from(state, *kind, path[-1]):
            spends = spent + price_of_step
            if best.get(b, spends + 1) <= spends or (len(path) > 1 and spends > most):
                continue
            best[b] = spends
            if may_end:
                found[b] = (*path, b)
            if not must_end:
                ways_on.append(((*path, b), spends))
    return found


def go(play: Play, number: str, unit_id: str, path: tuple[str, ...], how: str, price: str = "") -> None:
    """A unit goes along a path: the movement, and all that leaving and entering do on the way."""
    unit = play.state.units[unit_id]
    play.record(UnitMoved(rule=number, unit=unit_id, path=path, how=how, cost=price))
    if soviet(play.state, unit):
        left_city(play, path[0], unit.side, "left")
    for space in path[1:]:
        enter(play, unit, space)


@rule("7.3.4.a", "7.3.4.b", "7.3.4.c", "10.1.1.a")
def enter(play: Play, unit: Unit, space: str) -> None:
    """A Soviet unit entering a victory zone outside Berlin, even in passing, takes control of it (7.3.4.a)
    unless the other camp has it already (b); a German unit ends the control (c). The points go with it
    (10.1.1.a)."""
    holder = play.state.control.get(space, "")
    if is_city(play.state, space) or not fact(play.state, space, "vp"):
        return
    if soviet(play.state, unit) and not holder:
        r10_victory.gain(play, "7.3.4.a", space, unit.side)
    elif not soviet(play.state, unit) and holder:
        r10_victory.lose(play, "7.3.4.c", space, "Germans back in {}")


def left_city(play: Play, space: str, camp: str, how: str) -> None:
    """Remember that the last Soviet of a city zone "left" or was "eliminated", for the check of 9.1.5."""
    if space in play.state.board.spaces and is_city(play.state, space) and not soviets(play.state, space):
        emptied = {**campaign(play.state).emptied, space: (camp, how)}
        play.record(FactNoted(rule="9.1.5.a", key="emptied", value=emptied))


def way(state: State, topic: str, unit: Unit, origin: str, to: str) -> Sequence[str]:
    """The zones of a cheapest legal move, or of one in reserve."""
    there = replace(unit, at=origin)
    return legal_routes(state.with_unit(there), there, reserve=topic == RESERVE).get(to, ())[1:]
