"""Rules 2.2 and 1.3, an activation: who acts with an HQ, and what each of them has done so far.

The facts of an activation live in the outermost frame through SELECT, MOVE, COMBAT and CLOSE:

    side    who acts            chit    the chit that was drawn       hq     the HQ it activates
    active  ids of the units that may move and fight, the HQ among those that may move
    extra   ids of units that may move and not fight (HGM, 2.1d.3)
    moved   ids of units that have finished their move      attacked   ids of units named in an attack
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.play import Play
from adjudicator.state import Json, State

from . import r01_turn
from .position import is_combat, troops

FACTS = ("side", "chit", "hq", "active", "extra", "moved", "attacked")


def activation(state: State) -> Mapping[str, Json]:
    """The facts of the activation in progress."""
    return state.frames[0].facts


def begin_segment(play: Play, number: str, segment: str, **more: Json) -> None:
    """Go on to another segment of the same activation, with its facts and these."""
    kept = {key: value for key, value in activation(play.state).items() if key in FACTS}
    play.go(number, segment, **{**kept, **more})


def facts_of_all(state: State, side: str) -> dict[str, Json]:
    """An activation of every combat unit of a side, for positions laid out to teach or test."""
    active = tuple(unit.id for unit in troops(state, side))
    return {"side": side, "chit": "", "hq": "", "active": active, "extra": (), "moved": (), "attacked": ()}


def may_attack(state: State, unit: str) -> bool:
    """Whether a unit is activated to fight and has not been named in an attack."""
    facts = activation(state)
    return unit in facts["active"] and is_combat(state, state.units[unit]) and unit not in facts["attacked"]


def run_select(play: Play) -> None:
    """SELECT: the independent units that act with the HQ are named."""
    begin_segment(play, "1.3a.1", "MOVE")


def run_close(play: Play) -> None:
    """CLOSE: the chit is laid open and the next one drawn."""
    r01_turn.on(play, "2.1a.5")
