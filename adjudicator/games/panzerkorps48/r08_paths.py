"""Rule 8.3, where a stack may retreat: what bars it, what comes first, what a path costs.

8.3.pri  the priorities, in their order     search
8.3.riv  water                              search
8.3.zoc  zones                              tolls, free
8.3.stk  stacking                           ways
8.3.edge off the map                        over_the_edge
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from adjudicator.mechanics.armies import army, distance, nearest
from adjudicator.mechanics.retreat import Bar, Fate, Path, Preference, Retreat
from adjudicator.mechanics.retreat import fate as fate_of
from adjudicator.mechanics.retreat import reliefs as reliefs_of
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from . import ground
from .combat import Flight
from .position import edge, enemy_here, name
from .r02_pieces import PERSONNEL, is_weapons, steps, target
from .r05_zones import armor_controls, controlled, network
from .r06_stacking import fits

ZONES = "a retreat avoids enemy-controlled hexes as far as it can"
LONGER = "a retreat is no longer than was asked where a way of that length ends in a hex with room"
FURTHER = 6
"""So many hexes beyond the required ones a retreat is followed: the strongest unit has six steps, and each
controlled hex costs one."""


def troops(state: State, flight: Flight) -> tuple[Unit, ...]:
    """Those who retreat and still stand where they begin."""
    units = (state.units[id_] for id_ in flight.units)
    return tuple(unit for unit in units if unit.at == flight.at)


# -- what a path costs -----------------------------------------------------------------------------------


@rule("8.3.zoc.5", "8.3.zoc.6", "8.3.zoc.7", "8.3.zoc.8")
def toll(state: State, unit: Unit, space: str) -> int:
    """What a hex of a retreat costs a unit: a step in an enemy zone, whoever of its side stands there; two
    for personnel where a stack with armor exerts it."""
    if not controlled(state, space, unit.side):
        return 0
    return 2 if target(state, unit) == PERSONNEL and armor_controls(state, space, unit.side) else 1


@rule("8.3.zoc.1", "8.3.zoc.2", "8.3.zoc.5")
def fate(state: State, unit: Unit, path: Path) -> Fate:
    """What becomes of a unit on a path. Weapons never go into an enemy zone: they are lost where they are."""

    def pays(space: str) -> int | None:
        cost = toll(state, unit, space)
        return None if cost and is_weapons(state, unit) else cost

    return fate_of(path, steps(unit), pays)


def survivors(state: State, units: Sequence[Unit], path: Path) -> tuple[Unit, ...]:
    """Those of a stack whom a path does not kill."""
    return tuple(unit for unit in units if not fate(state, unit, path).dies)


# -- the search ------------------------------------------------------------------------------------------


def zoned(state: State, side: str, path: Path) -> list[str]:
    """The enemy-controlled hexes that a path enters."""
    return [space for space in path[1:] if controlled(state, space, side)]


@rule("8.3.pri.3", "8.3.pri.4", "8.3.pri.5", "8.3.gen.1", "8.3.stk.2")
def preferences(state: State, flight: Flight, side: str) -> tuple[Preference, ...]:
    """What comes first among the ways through as few enemy zones as can be: those that are no longer than was
    asked, or than they must be (ruling 42); then, in the rulebook's order, away from the adjacent units that
    fired; and, if it must be into a zone, where friends are nearest. What is equal is the owner's choice."""
    friends = [unit for unit in army(state, side) if unit.id not in flight.units]

    def near(path: Path, to: str) -> int:
        return -min((distance(state, to, firer) for firer in flight.firers), default=0)

    def lonely(path: Path, to: str) -> int:
        return sum(nearest(state, space, friends) for space in zoned(state, side, (*path, to)))

    return (
        Preference("8.3.stk.2", LONGER, lambda path, to: len(path), whole=True),
        Preference(
            "8.3.pri.3", "it ends as far as it can from the adjacent units that fired", near, whole=True
        ),
        Preference(
            "8.3.pri.4", "it enters the controlled hex nearest to a friendly unit", lonely, whole=True
        ),
    )


@rule("8.3.riv.1", "8.3.gen.2", "6.mix.1")
def bars(state: State, side: str) -> tuple[Bar, ...]:
    """What a retreat cannot cross or enter; points do not matter."""
    return (
        Bar("8.3.riv.1", lambda path, to: ground.barred(state.board, path[-1], to)),
        Bar(
            "6.mix.1",
            lambda path, to: f"enemies are in {name(state, to)}" if enemy_here(state, to, side) else "",
        ),
    )


@rule("8.3.pri.2", "8.3.pri.5", "8.3.zoc.3")
def zone_bar(state: State, side: str, most: int) -> Bar:
    """A retreat enters no more enemy-controlled hexes than it must, and that comes before its length."""
    return Bar("8.3.pri.2", lambda path, to: ZONES if len(zoned(state, side, (*path, to))) > most else "")


@rule("8.3.gen.1", "8.3.pri.1")
def search(
    state: State, flight: Flight, end: Callable[[str], bool], spaces: int, further: int, zones: int
) -> Retreat:
    """The retreat of a stack along one path through so many enemy-controlled hexes at most, that ends where
    `end` lets it."""
    side = troops(state, flight)[0].side
    return Retreat(
        network(state.board),
        flight.at,
        spaces,
        (*bars(state, side), zone_bar(state, side, zones)),
        preferences(state, flight, side),
        end,
        further,
    )


@rule("8.3.zoc.4")
def free(state: State, side: str, space: str) -> bool:
    """Whether a retreat may end in a hex as far as zones go: it goes on until it is out of them."""
    return not controlled(state, space, side)


@rule("8.3.stk.1", "8.3.stk.2", "6.gen.2", "6.gen.4")
def roomy(state: State, units: Sequence[Unit], space: str) -> bool:
    """Whether a retreat may end in a hex with room for all: a full one is passed."""
    return free(state, units[0].side, space) and fits(state, space, units)


# -- what is legal ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ways:
    """How a stack may retreat: its legal paths, what they were searched by, whether they leave the map."""

    paths: tuple[Path, ...] = ()
    by: Retreat | None = None
    edge: bool = False


@rule("8.3.gen.1", "8.3.stk.2", "8.3.stk.3", "8.3.riv.2", "8.3.edge.1")
def ways(state: State, flight: Flight) -> Ways:
    """The legal retreats of a stack that some of it survive: with room at their end; if there are none,
    without; if there are none, off the map; and if there are none, those on which all die. Without any it is
    eliminated."""
    units = troops(state, flight)
    ends = (partial(roomy, state, units), partial(free, state, units[0].side))
    deadly = []
    for end in ends:
        found = through_fewest_zones(state, flight, end, flight.spaces, FURTHER)
        if found and any(survivors(state, units, path) for path in found.paths):
            return found
        deadly += [found] if found else []
    return over_the_edge(state, flight) or next(iter(deadly), Ways())


@rule("8.3.pri.2", "8.3.zoc.3", "8.3.zoc.5")
def through_fewest_zones(
    state: State, flight: Flight, end: Callable[[str], bool], spaces: int, further: int
) -> Ways | None:
    """The retreats that can be made in full through as few enemy-controlled hexes as can be, and no more than
    the strongest of a stack has steps; None where there are none."""
    for zones in range(max(map(steps, troops(state, flight))) + 1):
        retreat = search(state, flight, end, spaces, further, zones)
        found = retreat.legal()
        if found.complete:
            return Ways(found.paths, retreat)
    return None


@rule("8.3.edge.1")
def over_the_edge(state: State, flight: Flight) -> Ways | None:
    """The shortest paths to the edge of the map, from which a retreat may leave it; None where the edge is
    farther than the retreat, or nobody would live to see it."""
    units, at_edge = troops(state, flight), edge(state.board).__contains__
    for spaces in range(flight.spaces):
        found = through_fewest_zones(state, flight, at_edge, spaces, 0)
        alive = tuple(path for path in found.paths if survivors(state, units, path)) if found else ()
        if found and alive:
            return replace(found, paths=alive, edge=True)
    return None


@rule("8.3.stk.3")
def reliefs(state: State, units: Sequence[Unit], space: str) -> tuple[tuple[str, ...], ...]:
    """Whom the owner may eliminate so that the others fit into a hex; () where all fit."""

    def room(left: Collection[str]) -> bool:
        return fits(state, space, [unit for unit in units if unit.id in left])

    return reliefs_of([unit.id for unit in units], room)
