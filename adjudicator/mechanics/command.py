"""Command range: how far a headquarters reaches, and which units it finds there.

A range is counted space by space like a move in which each costs 1: so it is a `MovementCosts` of
`MoveCost(1)`, `MoveCost(1, stop=True)` where the count ends in the next space, or `Barred` where it cannot
go.
"""

from __future__ import annotations

from collections.abc import Callable

from .movement import Barred, Crossing, CrossingOf, CurrentCosts, MoveCost, Reach, reach


def counted(
    bars: Callable[[str, str], str | None], ends: Callable[[str, str], bool], rule: str
) -> CrossingOf:
    """The steps of a range: `bars(a, b)` says why it does not go from a to b (None: it does), `ends(a, b)`
    whether it goes no further than b. `rule` is the clause of the bars."""

    def step(a: str, b: str) -> Crossing:
        why = bars(a, b)
        return MoveCost(1, stop=ends(a, b)) if why is None else Barred(rule, why)

    return step


def command_range(costs: CurrentCosts, headquarters: str, most: int) -> Reach:
    """Every space within this many steps of the headquarters, excluding its own, with its distance and path.
    Enemy units or zones that bar the count are the `closed` spaces and zones of `costs`; without such a rule,
    omit them. Raises KeyError for a headquarters that is not on the board.
    """
    return reach(costs, headquarters, most)
