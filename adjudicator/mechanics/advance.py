"""Advance after combat: who may go, and how far beyond the space that was left."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from .movement import CurrentCosts, PathFault, path_cost

Path = tuple[str, ...]


def advances(costs: CurrentCosts, start: str, vacated: str, most: int) -> tuple[Path, ...]:
    """Every path of an advance, shortest first: into the space the defender left, then on, in all at most
    `most` spaces. In `costs` each step costs 1, whatever the ground; one that ends the advance stops."""
    found: list[Path] = []
    ring: list[Path] = [(start, vacated)]
    while ring:
        legal = [path for path in ring if path_cost(costs, path, most).fault is None]
        found += legal
        ring = [
            (*path, near) for path in legal for near in costs.network.neighbours(path[-1]) if near not in path
        ]
    return tuple(found)


def broken_advance(costs: CurrentCosts, path: Sequence[str], vacated: str, most: int) -> PathFault | None:
    """What is wrong with a written advance that begins where the unit stands; None if it is legal. One that
    does not go into the space that was left first has the fault "first"."""
    if len(path) > 1 and path[1] != vacated:
        return PathFault("first", path[0], path[1])
    return path_cost(costs, path, most).fault


def groups(able: Sequence[str], most: int | None, must: Collection[str] = ()) -> list[tuple[str, ...]]:
    """Every set of units that may advance together, the largest first: at most so many (None: any number),
    with one of `must` among them if there are any. Nobody advancing is not among them."""
    sizes = range(len(able) if most is None else min(most, len(able)), 0, -1)
    sets = (one for size in sizes for one in combinations(able, size))
    return [one for one in sets if not must or set(one) & set(must)]
