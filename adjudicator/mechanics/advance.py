"""Advance after combat: who may go, and how far beyond the space that was left."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations, takewhile

from .movement import CurrentCosts, PathFault, path_cost

Path = tuple[str, ...]


def advances(
    costs: CurrentCosts, start: str, vacated: str | None, most: int, along: Path = ()
) -> tuple[Path, ...]:
    """Every path of an advance, shortest first: into the space the defender left, then on, in all at most
    `most` spaces; without such a space in any direction. In `costs` each step costs 1, whatever the ground;
    one that ends the advance stops. Zones of control do nothing while a path keeps to `along`, the spaces of
    a retreat from the first one."""
    found: list[Path] = []
    ring: list[Path] = [(start, near) for near in ([vacated] if vacated else costs.network.neighbours(start))]
    while ring:
        legal = [path for path in ring if broken_advance(costs, path, vacated, most, along) is None]
        found += legal
        ring = [
            (*path, near) for path in legal for near in costs.network.neighbours(path[-1]) if near not in path
        ]
    return tuple(found)


def broken_advance(
    costs: CurrentCosts, path: Sequence[str], vacated: str | None, most: int, along: Path = ()
) -> PathFault | None:
    """What is wrong with a written advance that begins where the unit stands; None if it is legal. One that
    does not go into the space that was left first has the fault "first"."""
    if len(path) > 1 and vacated is not None and path[1] != vacated:
        return PathFault("first", path[0], path[1])
    return path_cost(_beyond(costs, path, along), path, most).fault


def _beyond(costs: CurrentCosts, path: Sequence[str], along: Path) -> CurrentCosts:
    """The same steps without the zones in which a path keeps to another."""
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(path[1:], along, strict=False))
    kept = frozenset(space for space, _ in pairs) & costs.zones
    return replace(costs, zones=costs.zones - kept) if kept else costs


def groups(able: Sequence[str], most: int | None, must: Collection[str] = ()) -> list[tuple[str, ...]]:
    """Every set of units that may advance together, the largest first: at most this many (None: any number),
    with one of `must` if there are any. The empty set is not included."""
    sizes = range(len(able) if most is None else min(most, len(able)), 0, -1)
    sets = (one for size in sizes for one in combinations(able, size))
    return [one for one in sets if not must or set(one) & set(must)]
