"""Rule 8, steps that are lost: by a result, by a check, on a retreat."""

from __future__ import annotations

from adjudicator.events import UnitEliminated
from adjudicator.events.fights import StepsLost
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import Unit

from . import r10_control
from .combat import combat
from .r02_pieces import steps


@rule("8.res.3", "8.res.4")
def lose(play: Play, number: str, unit: Unit, lost: int, why: str) -> None:
    """A unit, and no other of its stack, loses steps; it is eliminated when none is left, and what is lost
    beyond that is ignored."""
    left = steps(play.state.units[unit.id]) - lost
    if left > 0:
        play.record(StepsLost(rule=number, unit=unit.id, left=left, lost=lost, why=why))
        r10_control.follow(play)
    else:
        eliminate(play, number, unit, unit.at, why)


def eliminate(play: Play, number: str, unit: Unit, at: str, why: str) -> None:
    """A unit is out of the game. A defender who falls in the hex that was attacked is remembered: the length
    of an advance hangs on it (8.4)."""
    if unit.id in combat(play.state).defenders and at == combat(play.state).space:
        play.note("8.4.adv.3", died=True)
    play.record(UnitEliminated(rule=number, unit=unit.id, at=at, why=why))
    r10_control.follow(play)
