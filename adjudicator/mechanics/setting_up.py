"""Set-ups: a complete random one, for bots and for players who send none."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from adjudicator.state import State, Unit

TRIES = 200
"""How often a whole set-up is tried by chance before it is given up."""
Places = Callable[[State, Unit], Sequence[str]]
"""Where a unit may be set up, as those before it stand."""


def set_up(state: State, units: Iterable[Unit], places: Places, chance: random.Random) -> Mapping[str, str]:
    """A place for each of these units in their order, one of those with the fewest units by chance. Raises
    RuntimeError if no whole set-up is found."""
    left = tuple(units)
    for _ in range(TRIES):
        found = _tried(state, left, places, chance)
        if found is not None:
            return found
    raise RuntimeError("no set-up was found")


def _tried(
    state: State, units: Iterable[Unit], places: Places, chance: random.Random
) -> dict[str, str] | None:
    """Places for all of them; None where somebody finds none."""
    found = {}
    for unit in units:
        open_to = places(state, unit)
        fewest = min((len(state.at(at)) for at in open_to), default=0)
        if not open_to:
            return None
        found[unit.id] = chance.choice([at for at in open_to if len(state.at(at)) == fewest])
        state = state.with_unit(replace(unit, at=found[unit.id]))
    return found
