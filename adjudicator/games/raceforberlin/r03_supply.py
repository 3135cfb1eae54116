"""Rule 3.1, supply: the line from a unit to a source.

3.1.1   a line of free zones to a source     supplied, supply_sources, supply_zones
3.1.2   what a line passes                   passes, free
What lack of supply does (3.1.3) stands where it bites: halved strength in r08_strength, one zone and no
reserve in r07_movement and r04_plan. Lines are those of Zhukov's Soviets, of Koniev's, and of all Germans.
"""

from __future__ import annotations

from adjudicator.mechanics.supply import Leg, Supply, supply
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .position import (
    GERMAN,
    KONIEV,
    SOVIET,
    ZHUKOV,
    american,
    germans,
    is_city,
    network,
    of,
    on_map,
    rivals,
    soviet,
    soviets,
)

ANYWHERE = Leg(lambda a, b: True)


@rule("3.1.1.a", "3.1.1.d", "9.2.2.b")
def supplied(state: State) -> list[Unit]:
    """The units on the map from whose zone, itself not tested, a chain of free zones leads to a source
    (3.1.1.d), and the Germans in a city zone, who always are supplied (9.2.2.b)."""
    lines = {whose: supply_lines(state, whose) for whose in (ZHUKOV, KONIEV, GERMAN)}

    def is_fed(unit: Unit) -> bool:
        whose = unit.side if soviet(state, unit) else GERMAN
        return lines[whose].supplied(unit.at) or (whose == GERMAN and is_city(state, unit.at))

    return [unit for unit in state.units.values() if on_map(state, unit) and is_fed(unit)]


@rule("3.1.1.d")
def supply_lines(state: State, whose: str) -> Supply:
    """Every line to a source, which is open whoever is near it."""
    closed = [zone for zone in state.board.spaces if not passes(state, whose, zone)]
    sources = supply_sources(state, whose)
    return supply(network(state.board), sources, [ANYWHERE], closed, sources_open=True)


@rule("3.1.1.b", "3.1.1.c", "3.1.1.d")
def supply_sources(state: State, whose: str) -> tuple[str, ...]:
    """The supply zones that can be used: a camp's own for its Soviets (3.1.1.b), any German one for Germans
    (c), unless enemy units or Americans are in it (d)."""
    enemy = SOVIET if whose == GERMAN else GERMAN
    zones = supply_zones(state, whose)
    return tuple(z for z in zones if not of(state, z, enemy) and not american(state, z))


@rule("3.1.1.b")
def supply_zones(state: State, whose: str) -> tuple[str, ...]:
    """The supply zones printed on the map: those of a Soviet camp, "zhukov" or "koniev", or "german"."""
    spaces = state.board.spaces
    return tuple(z for z in spaces if spaces[z].facts["supply"] == whose)


@rule("3.1.2.a", "3.1.2.d", "3.1.2.e", "3.1.2.f")
def passes(state: State, whose: str, space: str) -> bool:
    """Whether a supply line may pass through a zone between a unit's own and the source: where its
    friends stand (3.1.2.e), not through rivals (a) or enemies, but through a city zone that its camp's
    Soviets contest or control (d, f); through an empty zone as `free` says."""
    if whose == GERMAN:
        friends = bool(germans(state, space))
        return not soviets(state, space) and (friends or free(state, space, SOVIET))
    if rivals(state, space, whose):
        return False
    return bool(soviets(state, space)) or (not germans(state, space) and free(state, space, GERMAN))


@rule("3.1.2.b", "3.1.2.c", "M.1", "M.9")
def free(state: State, space: str, enemy: str) -> bool:
    """Whether an empty zone is free of a nation's units: not American, nor adjacent to one of them (3.1.2.b);
    Germans whom Soviets in their zone hold down, as can be in Berlin only, do not reach outside it (c)."""
    if american(state, space):
        return False
    outside = enemy == GERMAN and not is_city(state, space)
    near = (zone for zone in state.board.neighbours(space) if of(state, zone, enemy))
    return all(outside and soviets(state, zone) for zone in near)
