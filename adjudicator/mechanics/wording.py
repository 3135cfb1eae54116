"""What is said of a written path that breaks, and of what its steps cost. The clause is for the game to name,
and the words for a move that had to end, or that could only have been the first."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from counters.roster.counter import Roster
from maps.board import Board, Space

from .movement import CurrentCosts, MoveCost, PathCost, PathFault, shown


def broken_path(
    costs: CurrentCosts, walk: PathCost, unit: str, name: Callable[[str], str], allowance: int, parts: int = 1
) -> str:
    """Why a path has a gap, is barred, or is too dear. `name` gives the name of a space.
    Raises ValueError for a path without such a fault."""
    fault = walk.fault
    if fault is None or fault.kind in {"stopped", "first"}:
        raise ValueError("the path has no fault that every game words alike")
    at, to = name(fault.at), name(fault.to)
    if fault.kind == "barred":
        return f"{unit} may not move from {at} to {to}: {fault.why}"
    if fault.kind == "gap":
        return f"{unit} is already in {at}" if fault.at == fault.to else f"{to} is not adjacent to {at}"
    return too_dear(costs, walk, fault, unit, allowance, parts)


def too_dear(
    costs: CurrentCosts, walk: PathCost, fault: PathFault, unit: str, allowance: int, parts: int
) -> str:
    """What each space of a path costs, up to the one that cannot be paid."""
    done = walk.path[: len(walk.spent)]
    bills = [f"{b} {bill(costs, a, b, parts)}" for a, b in pairwise((*done, fault.to))]
    return (
        f"{unit} has {shown(allowance, parts)} MP; costs: {', '.join(bills)}; {fault.to} needs "
        f"{shown(fault.needed, parts)} and {shown(fault.left, parts)} are left"
    )


def running_total(walk: PathCost, allowance: int, parts: int = 1) -> str:
    """What had been spent at each space of a path, of how much: "1, 2, 5 of 7"."""
    return f"{', '.join(shown(spent, parts) for spent in walk.spent[1:])} of {shown(allowance, parts)}"


def bill(costs: CurrentCosts, a: str, b: str, parts: int = 1) -> str:
    """What a step that is not barred costs, part by part: on the bare map, by what is special at the moment,
    on leaving and on entering an enemy zone: "1+2+2"; "all" for the whole allowance."""
    bare = costs.bare.crossing(a, b)
    if isinstance(bare, MoveCost) and bare.whole:
        return "all"
    plain = bare.cost if isinstance(bare, MoveCost) else 0
    left, entered = (
        (costs.rules.leave if a in costs.zones else 0),
        (costs.rules.enter if b in costs.zones else 0),
    )
    found = (plain, surcharge(costs, a, b), left, entered)
    return "+".join(shown(part, parts) for part in found if part)


def surcharge(costs: CurrentCosts, a: str, b: str) -> int:
    """What a special step costs beyond the bare map; 0 for one that is not special."""
    bare, now = costs.bare.crossing(a, b), costs.special.get((a, b))
    return now.cost - bare.cost if isinstance(now, MoveCost) and isinstance(bare, MoveCost) else 0


def called(space: Space) -> str:
    """A space as sentences call it: "Insterburg (3510)", of an area its name alone."""
    town = space.facts.get("name")
    return f"{town} ({space.id})" if town and town != space.name else space.name


def printed_names(board: Board, roster: Roster) -> dict[str, str]:
    """What is printed on the spaces of a board, with their towns, on cards and on markers; counters go by
    their ids."""
    return {
        **{space.id: called(space) for space in board.spaces.values()},
        **{counter: counter for counter in roster.counters},
        **{card.id: card.title for card in roster.cards.values()},
        **{marker.id: marker.name for marker in roster.markers.values()},
    }
