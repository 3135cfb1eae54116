"""Rule 4, where a move may end."""

from __future__ import annotations

from adjudicator.mechanics.movement import reach
from adjudicator.state import State, Unit

from .r03_zoc import in_ezoc
from .r04_costs import ROAD
from .r04_current_costs import TRAIN, allowance, current_costs, may_leave, no_room, rail_costs


def ends_of(state: State, unit: Unit) -> list[str]:
    """Every hex in which an ordinary move of a unit may end, or that of a train."""
    train = state.roster.counters[unit.id].type == TRAIN
    if allowance(state, unit) < 1 or (train and (not may_leave(state, unit) or tied(state, unit))):
        return []
    on = rail_costs(state, unit) if train else current_costs(state, unit, ROAD)
    full = no_room(state, unit)
    return [space for space in reach(on, unit.at, allowance(state, unit)) if space not in full]


def tied(state: State, unit: Unit) -> bool:
    """Whether where a train may end depends on more than its reach: it stands in an enemy zone (4.6)."""
    return in_ezoc(state, unit.at, unit.side)
