"""Rule 9, the 7th Luftwaffe Field Division: bound to its place until it is released, all of it at once."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.mechanics.armies import army, nearest
from adjudicator.phases.battlefield import name
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .events import RELEASED, LuftwaffeReleased
from .position import GERMAN, SOVIET
from .r02_pieces import formation

LUFTWAFFE = "7 LFD"
RELEASE_TURN = 7
NEAR = 2
"""A Soviet unit two hexes away releases the division (9)."""


@rule("9.lw.2", "9.lw.6", "9.lw.7")
def bound(state: State, unit: Unit) -> bool:
    """Whether a unit may neither move nor attack yet; it fires in defence, checks and retreats (9)."""
    return formation(state, unit) == LUFTWAFFE and not state.facts.get(RELEASED, False)


@rule("9.lw.3", "9.lw.5")
def by_turn(play: Play) -> None:
    """The division is released at the start of turn 7, if it was not before."""
    if play.state.turn >= RELEASE_TURN and not play.state.facts.get(RELEASED, False):
        play.record(LuftwaffeReleased(rule="9.lw.3", why=f"it is turn {play.state.turn}"))


@rule("9.lw.4", "9.lw.5", "9.lw.6")
def by_approach(play: Play, side: str, entered: Iterable[str]) -> None:
    """A Soviet unit that enters a hex within two of any unit of the division releases all of it, at once: by
    movement, advance or retreat (ruling 18)."""
    if side != SOVIET or play.state.facts.get(RELEASED, False):
        return
    division = [unit for unit in army(play.state, GERMAN) if formation(play.state, unit) == LUFTWAFFE]
    close = next((at for at in entered if nearest(play.state, at, division) <= NEAR), "")
    if close:
        where = name(play.state, close)
        why = f"Soviet units came within two hexes of it, in {where}"
        play.record(LuftwaffeReleased(rule="9.lw.4", why=why))
