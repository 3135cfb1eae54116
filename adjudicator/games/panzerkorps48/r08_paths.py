"""Rule 8.3, where a stack may retreat: what bars it, what comes first, what a path costs.

8.3.pri  the priorities, in their order     search
8.3.riv  water                              search
8.3.zoc  zones                              fate, free
8.3.stk  stacking                           ways
8.3.edge off the map                        over_the_edge
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from adjudicator.mechanics.armies import army, distance, nearest
from adjudicator.mechanics.retreat import Bar, Fate, Path, Preference, Retreat
from adjudicator.mechanics.retreat import fate as fate_of
from adjudicator.mechanics.retreat import reliefs as reliefs_of
from adjudicator.phases.battlefield import name, network
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .levels import Flight
from .position import edge, enemy_here
from .r02_pieces import PERSONNEL, is_weapons, target
from .r04_costs import water_between
from .r05_zones import armor_controls, controlled
from .r06_stacking import fits

FURTHER = 6
"""A retreat is followed up to six hexes beyond the required ones: the strongest unit has six steps, and each
controlled hex costs one."""


def troops(state: State, flight: Flight) -> tuple[Unit, ...]:
    """Those who retreat and are still where they begin."""
    units = (state.units[id_] for id_ in flight.units)
    return tuple(unit for unit in units if unit.at == flight.at)


# -- what a path costs -----------------------------------------------------------------------------------


@rule("8.3.zoc.1", "8.3.zoc.2", "8.3.zoc.5", "8.3.zoc.6", "8.3.zoc.7", "8.3.zoc.8")
def fate(state: State, unit: Unit, path: Path) -> Fate:
    """What becomes of a unit on a path. A hex in an enemy zone costs a step, whoever of its side is there;
    two for personnel where a stack with armor exerts it. Weapons never go into an enemy zone: they are lost
    where they are."""

    def toll(space: str) -> int | None:
        if not controlled(state, space, unit.side):
            return 0
        if is_weapons(state, unit):
            return None
        return 2 if target(state, unit) == PERSONNEL and armor_controls(state, space, unit.side) else 1

    return fate_of(path, unit.steps, toll)


def survivors(state: State, units: Sequence[Unit], path: Path) -> tuple[Unit, ...]:
    """Those of a stack that a path does not kill."""
    return tuple(unit for unit in units if not fate(state, unit, path).dies)


def lives(state: State, units: Sequence[Unit], path: Path) -> bool:
    """Whether anybody of a stack is left at the end of a path, and finds room there."""
    return any(fits(state, path[-1], [unit]) for unit in survivors(state, units, path))


# -- the search ------------------------------------------------------------------------------------------


@rule("8.3.pri.1", "8.3.pri.2", "8.3.pri.3", "8.3.pri.4", "8.3.pri.5", "8.3.gen.1", "8.3.gen.2")
@rule("8.3.stk.2", "8.3.riv.1", "8.3.zoc.3", "6.mix.1")
def search(
    state: State,
    flight: Flight,
    end: Callable[[str], bool],
    spaces: int,
    further: int,
    zones: int,
    *more: Bar,
) -> Retreat:
    """The retreat of a stack along one path that ends where `end` lets it. It crosses no water, enters no
    enemies and no more than `zones` enemy-controlled hexes, which comes before its length; points do not
    matter. Of the ways that are left those come first that are no longer than was asked, or than they must be
    (ruling 42); then, in the rulebook's order, away from the adjacent units that fired; and, if it must be
    into a zone, where friends are nearest. What is equal is the owner's choice."""
    side = troops(state, flight)[0].side
    friends = [unit for unit in army(state, side) if unit.id not in flight.units]

    def zoned(path: Path, to: str) -> list[str]:
        return [space for space in (*path[1:], to) if controlled(state, space, side)]

    def water(path: Path, to: str) -> str:
        return water_between(state.board, path[-1], to)

    def foes(path: Path, to: str) -> str:
        return f"enemies are in {name(state, to)}" if enemy_here(state, to, side) else ""

    def zone(path: Path, to: str) -> str:
        avoids = "a retreat avoids enemy-controlled hexes as far as it can"
        return avoids if len(zoned(path, to)) > zones else ""

    def longer(path: Path, to: str) -> int:
        return len(path)

    def near(path: Path, to: str) -> int:
        return -min((distance(state, to, firer) for firer in flight.firers), default=0)

    def lonely(path: Path, to: str) -> int:
        return sum(nearest(state, space, friends) for space in zoned(path, to))

    bars = Bar("8.3.riv.1", water), Bar("6.mix.1", foes), Bar("8.3.pri.2", zone), *more
    first = (
        ("8.3.stk.2", "a retreat is no longer than was asked where it can end with room", longer),
        ("8.3.pri.3", "it ends as far as it can from the adjacent units that fired", near),
        ("8.3.pri.4", "it enters the controlled hex nearest to a friendly unit", lonely),
    )
    preferences = tuple(Preference(number, why, rank, whole=True) for number, why, rank in first)
    return Retreat(network(state.board), flight.at, spaces, bars, preferences, end, further)


# -- what is legal ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ways:
    """How a stack may retreat: its legal paths, what they were searched by, whether they leave the map."""

    paths: tuple[Path, ...] = ()
    by: Retreat | None = None
    edge: bool = False


@rule("8.3.gen.1", "8.3.stk.1", "8.3.stk.2", "8.3.stk.3", "8.3.riv.2", "8.3.edge.1", "8.3.zoc.4")
@rule("6.gen.2", "6.gen.4")
def ways(state: State, flight: Flight) -> Ways:
    """The legal retreats of a stack that some of it survive: with room for all at their end, for a full hex
    is passed; if there are none, with room for some; if there are none, off the map; and if there are none,
    those on which all die. None ends in an enemy zone: it goes on until it is out of them. Without any the
    stack is eliminated."""
    units = troops(state, flight)
    deadly: list[Ways] = []

    def free(space: str) -> bool:
        return not controlled(state, space, units[0].side)

    for end in (lambda space: free(space) and fits(state, space, units), free):
        found = through_fewest_zones(state, flight, end, flight.spaces, FURTHER)
        if found and any(lives(state, units, path) for path in found.paths):
            return found
        deadly += [found] if found else []
    return over_the_edge(state, flight) or next(iter(deadly), Ways())


@rule("8.3.pri.2", "8.3.zoc.3", "8.3.zoc.5")
def through_fewest_zones(
    state: State, flight: Flight, end: Callable[[str], bool], spaces: int, further: int, *more: Bar
) -> Ways | None:
    """The retreats that can be made in full through as few enemy-controlled hexes as can be, and no more than
    the strongest of a stack has steps; None where there are none."""
    for zones in range(max(unit.steps for unit in troops(state, flight)) + 1):
        retreat = search(state, flight, end, spaces, further, zones, *more)
        found = retreat.legal()
        if found.complete:
            return Ways(found.paths, retreat)
    return None


@rule("8.3.edge.1", "8.3.pri.2", "8.3.zoc.4", "8.3.stk.2")
def over_the_edge(state: State, flight: Flight) -> Ways | None:
    """The ways to the edge of the map, from which a retreat may leave it: through as few enemy-controlled
    hexes as can be, then the shortest; after fewer hexes than are required, or where it must go on, from a
    zone or for want of room. None where there are none on which somebody survives."""
    units, edges = troops(state, flight), edge(state.board)
    nearest_edge = min(distance(state, flight.at, space) for space in edges)

    def ended(path: Path, to: str) -> str:
        way = (*path, to)
        if not survivors(state, units, way):
            return "no unit of the stack would be left on this path"
        over = len(path) >= flight.spaces and not controlled(state, to, units[0].side)
        return f"the retreat ends in {name(state, to)}" if over and lives(state, units, way) else ""

    bar, further = Bar("8.3.edge.1", ended), flight.spaces + FURTHER - 1 - nearest_edge
    found = through_fewest_zones(state, flight, edges.__contains__, nearest_edge, further, bar)
    return replace(found, edge=True) if found else None


@rule("8.3.stk.3")
def reliefs(state: State, units: Sequence[Unit], space: str) -> tuple[tuple[str, ...], ...]:
    """The sets of units that the owner may eliminate so that the others fit into a hex; () where all fit."""

    def room(left: Collection[str]) -> bool:
        return fits(state, space, [unit for unit in units if unit.id in left])

    return reliefs_of([unit.id for unit in units], room)
