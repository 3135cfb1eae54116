"""Command range: how far a headquarters reaches, and whom it finds there.

A range is counted step by step like a move in which every step costs 1: so it is a `Tariff` whose step is
`Step(1)`, `Step(1, stop=True)` where the count ends in the next space, or `Shut` where it cannot go.
"""

from __future__ import annotations

from collections.abc import Callable

from .movement import Going, Reach, Shut, Step, StepCost, Way, reach


def counted(bars: Callable[[str, str], str | None], ends: Callable[[str, str], bool], rule: str) -> StepCost:
    """The steps of a range: `bars(a, b)` says why it does not go from a to b (None: it does), `ends(a, b)`
    whether it goes no further than b. `rule` is the clause of the bars."""

    def step(a: str, b: str) -> Way:
        why = bars(a, b)
        return Step(1, stop=ends(a, b)) if why is None else Shut(rule, why)

    return step


def command_range(going: Going, headquarters: str, most: int) -> Reach:
    """Every space within so many steps of the headquarters, its own not counted, with its distance and path.

    Enemy units or zones that bar the count are the `closed` spaces and zones of `going`; without such a rule
    leave them out. Raises KeyError for a headquarters that is not on the board.
    """
    return reach(going, headquarters, most)
