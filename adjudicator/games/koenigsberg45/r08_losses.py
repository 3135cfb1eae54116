"""Rule 8, step losses.

8.0 what a step is     8.0a to c who loses     8.1 towns and cities
"""

from __future__ import annotations

from adjudicator.events import StepLost, UnitEliminated, UnitPlaced
from adjudicator.play import Play
from adjudicator.rulings import rule

from . import r12_hqs
from .fog import occur
from .position import ELIMINATED, VOLKSTURM_BOX, is_hq, volksturm

# -- 8.0 what a step is ----------------------------------------------------------------------------


@rule("8.0.1", "8.0.2", "8.0.3", "8.0d.1")
def take_step(play: Play, number: str, unit_id: str, why: str = "") -> None:
    """A unit loses a step: it is turned over (8.0), or eliminated if that was its last (8.0d)."""
    unit = play.state.units[unit_id]
    if unit.steps > 1:
        occur(play, StepLost(rule=number, unit=unit_id, left=unit.steps - 1))
    else:
        eliminate(play, number, unit_id, why)


@rule("8.0e.1", "12.5.3")
def eliminate(play: Play, number: str, unit_id: str, why: str = "") -> None:
    """A unit leaves the map at once: an HQ for good, a Volksturm unit back to its box, from which it may come
    again (12.5 point 3)."""
    unit = play.state.units[unit_id]
    if is_hq(play.state, unit):
        r12_hqs.lose_hq(play, number, unit_id, why)
    elif volksturm(unit):
        occur(play, UnitPlaced(rule=number, unit=unit_id, at=VOLKSTURM_BOX, steps=1, why=why or "eliminated"))
    else:
        occur(play, UnitEliminated(rule=number, unit=unit_id, at=unit.at, box=ELIMINATED, why=why))
