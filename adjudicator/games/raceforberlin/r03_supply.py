"""Rule 3.1, supply: the line from a unit to a source.

3.1.1   a line of free zones to a source     supplied, supply_sources, supply_zones
3.1.2   what a line passes                   passes, free
What lack of supply does (3.1.3) stands where it bites: halved strength in r08_strength, one zone and no
reserve in r07_movement and r04_plan.
"""

from __future__ import annotations

from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .position import (
    GERMAN,
    RIVAL,
    SOVIET,
    american,
    enemies,
    germans,
    is_city,
    of,
    soviet,
    soviets,
)


@rule("3.1.1.a", "3.1.1.d", "9.2.2.b")
def supplied(state: State, unit: Unit) -> bool:
    """Whether a chain of free zones leads from a unit's zone, itself not tested, to a source (3.1.1.d).
    Germans in a city zone always are supplied (9.2.2.b)."""
    if not soviet(state, unit) and is_city(state, unit.at):
        return True
    sources, reached, ways = set(supply_sources(state, unit)), {unit.at}, [unit.at]
    while ways:
        here = ways.pop()
        if here in sources:
            return True
        onward = (z for z in state.board.neighbours(here) if z in sources or passes(state, unit, z))
        fresh = [z for z in onward if z not in reached]
        reached.update(fresh)
        ways += fresh
    return False


@rule("3.1.1.b", "3.1.1.c", "3.1.1.d")
def supply_sources(state: State, unit: Unit) -> tuple[str, ...]:
    """The supply zones a unit may use: its own camp's for Soviets (3.1.1.b), any German one for Germans (c),
    unless enemy units or Americans are in it (d)."""
    zones = supply_zones(state, unit.side if soviet(state, unit) else GERMAN)
    return tuple(z for z in zones if not enemies(state, unit, z) and not american(state, z))


@rule("3.1.1.b")
def supply_zones(state: State, whose: str) -> tuple[str, ...]:
    """The supply zones printed on the map: those of a Soviet camp, "zhukov" or "koniev", or "german"."""
    spaces = state.board.spaces
    return tuple(z for z in spaces if spaces[z].facts["supply"] == whose)


@rule("3.1.2.a", "3.1.2.d", "3.1.2.e", "3.1.2.f")
def passes(state: State, unit: Unit, space: str) -> bool:
    """Whether a unit's supply line may pass through a zone between its own and the source: where its
    friends stand (3.1.2.e), not through rivals (a) or enemies, but through a city zone that its camp's
    Soviets contest or control (d, f); through an empty zone as `free` says."""
    if soviet(state, unit):
        if soviets(state, space, RIVAL[unit.side]):
            return False
        friends = soviets(state, space, unit.side)
        return bool(friends) or (not germans(state, space) and free(state, space, GERMAN))
    if soviets(state, space):
        return False
    return bool(germans(state, space)) or free(state, space, SOVIET)


@rule("3.1.2.b", "3.1.2.c", "M.1", "M.9")
def free(state: State, space: str, enemy: str) -> bool:
    """Whether an empty zone is free of a nation's units: not American, nor adjacent to one of them (3.1.2.b);
    a German in a city zone where a Soviet stands too does not reach outside Berlin (c)."""
    if american(state, space):
        return False
    near = state.board.neighbours(space)
    return not any(of(state, zone, enemy) and not held_down(state, zone, space, enemy) for zone in near)


@rule("3.1.2.c")
def held_down(state: State, space: str, outside: str, enemy: str) -> bool:
    """Whether the Germans of a zone are held by Soviets in it, as can be in Berlin only, and so do not reach
    this zone outside."""
    return enemy == GERMAN and not is_city(state, outside) and bool(soviets(state, space))
