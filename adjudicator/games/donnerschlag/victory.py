"""Victory (D.don.2, D.don.3): what is checked at spaces 4 and 5 of the Donnerschlag track."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.events import GameEnded
from adjudicator.mechanics.armies import army
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import Json, State, Unit

from .events import ZoneRevealed
from .levels import campaign
from .pieces import TANK, class_of, is_hq
from .position import AXIS, SOVIET
from .r2_supply import has_line

TRACK = "donnerschlag"
LAST = 5
"""The space of the track at which the Soviets win if the Axis do not (D-R49)."""
UNITS_NEEDED = 2
"""Axis units that must stand in the true zone, a tank unit among them (d6 of the design note; a stand-in)."""


@rule("D.don.2", "D.don.3")
def through(state: State, zone: str) -> list[Unit]:
    """The Axis combat units in a zone that have a line of supply as it is checked; no enemy ever shares their
    hexes."""
    return [
        unit
        for unit in army(state, AXIS)
        if state.board.spaces[unit.at].facts["zone"] == zone
        and not is_hq(state, unit)
        and has_line(state, unit)
    ]


@rule("D.don.2", "D.don.3")
def relieved(state: State, zone: str) -> bool:
    """Whether the pocket is relieved at a zone: two such units, one of them of tanks."""
    units = through(state, zone)
    return len(units) >= UNITS_NEEDED and any(class_of(state, unit) == TANK for unit in units)


@rule("D.don.2", "D.don.3", "D.admin.g.3")
def run_victory(play: Play) -> None:
    """VICTORY: at space 4 the Axis win if the pocket is relieved, else the game goes on and nothing is said
    of the zone; at space 5 the Soviets win if it is not. The true zone is shown when the game is decided
    (D-R41)."""
    state, zone = play.state, campaign(play.state).zone
    won, last = relieved(state, zone), state.tracks[TRACK] >= LAST
    if not won and not last:
        play.go("D.don.2", "BOX_BACK")
        return
    number = "D.don.3" if last else "D.don.2"
    play.record(ZoneRevealed(rule=number, zone=zone))
    why = f"{'' if won else 'no '}supplied Axis units with tanks stand in meeting zone {zone}"
    play.record(GameEnded(rule=number, winner=AXIS if won else SOVIET, why=why, points=standings(play.state)))


def standings(state: State) -> Mapping[str, Json]:
    """What a position's "victory" shows: nothing beside the Donnerschlag track, for there are no points."""
    return {}
