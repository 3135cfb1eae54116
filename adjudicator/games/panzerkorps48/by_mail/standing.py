"""What standing orders of this game may ask of a position, beside the answers that their chapters know.

    if asked defence odds>=3 then hold      if asked morale steps>=3 then check

"steps" are those that the unit hit has left, "result" is the morale result, "odds" the steps of those who
attack to those of the defenders. Standing orders never make moves or attacks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from adjudicator.by_mail.standing import TURN, Condition, ends_in, number, place
from adjudicator.games.panzerkorps48.levels import ATTACK, DEFENCE, combat, hit, left
from adjudicator.games.panzerkorps48.orders import HEX
from adjudicator.games.panzerkorps48.r05_zones import controlled
from adjudicator.state import State


def of_hit(what: Callable[[State], int]) -> Callable[[State], int]:
    """A number of the unit that was hit; 0 while none is."""
    return lambda state: what(state) if fought(state) and combat(state).hit else 0


def fought(state: State) -> bool:
    """Whether it is a combat in which is asked."""
    return state.frame.segment == "combat"


def odds(state: State) -> Fraction:
    """The steps of those who attack to those of the defenders, as both are left; 0 without a combat."""
    if not fought(state):
        return Fraction(0)
    ours, theirs = (sum(unit.steps for unit in left(state, camp)) for camp in (ATTACK, DEFENCE))
    return Fraction(ours, max(1, theirs))


CONDITIONS: Mapping[str, Condition] = {
    "at": place(HEX),
    "turn": TURN,
    "odds": number(odds, ">="),
    "steps": number(of_hit(lambda state: state.units[hit(state).unit].steps), ">="),
    "result": number(of_hit(lambda state: hit(state).morale), "<="),
}


def worth(state: State, unit_id: str) -> int:
    """The steps that a unit has left."""
    return state.units[unit_id].steps


near_enemy = ends_in(controlled)
