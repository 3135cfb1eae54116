"""Rule 0.7c, NO GAS: what moving costs full German mechanised units for the rest of the turn."""

from __future__ import annotations

from adjudicator.play import Play
from adjudicator.rulings import rule

from . import r08_losses
from .levels import campaign
from .position import GERMAN, mechanised


@rule("0.7c.1", "0.7c.2", "0.7c.4", "K-R53")
def gas(play: Play, unit_id: str) -> None:
    """A unit enters the first hex of its move: in a Movement Segment after NO GAS a full-strength German
    mechanised unit loses a step; one with a single step left is spared (K-R53)."""
    unit = play.state.units[unit_id]
    thirsty = unit.side == GERMAN and mechanised(play.state, unit) and unit.steps > 1
    if thirsty and play.state.segment == "MOVE" and campaign(play.state).no_gas:
        r08_losses.take_step(play, "0.7c.1", unit_id, "moved without fuel")
