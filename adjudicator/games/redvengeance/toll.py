"""What the losses that both sides have booked come to: the least CVP that a report of losses can have.

squads 2, half-squads and crews 1     SW and Guns none
SMC, and vehicles without their crews, 1 or more: the base rules have the number

What is booked of a unit changes what it is worth; the difference is a loss. So a squad that is a half-squad
now counts one, and two half-squads in place of a squad count nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .campaign import campaign, note_in
from .pieces import ARMOR_LEADER, CREW, HALF_SQUAD, MOABIT, SMC, SQUAD, VEHICLE, class_of, nation_of
from .position import GONE, PLAY

CVP = {SQUAD: 2, HALF_SQUAD: 1, CREW: 1}
"""The CVP of infantry (CG20.1, CG24.4)."""
INFANTRY, LEADERS, PRISONERS, VEHICLES = "infantry", "leaders", "moabit", "vehicles"
RESULT = "8.6032"
"""The step that decides the CGS: what is lost after it is lost in the Refit Phase."""
NO_MORE = {"wreck", "burnt-out"}
"""Flags of a vehicle that has been lost before."""


def worth(state: State, unit: Unit) -> Mapping[str, int]:
    """What a unit is worth, by what it counts as; nothing once it is gone."""
    class_ = class_of(state, unit)
    if unit.at in GONE:
        return {}
    if class_ == VEHICLE:
        return {} if unit.flags & NO_MORE else {VEHICLES: 1}
    least = CVP.get(class_, 1 if class_ in {*SMC, ARMOR_LEADER} else 0)
    if nation_of(state, unit) == MOABIT:
        return {PRISONERS: least}
    return {INFANTRY if class_ in CVP else LEADERS: least}


@rule("CG24.2", "CG24.4", "CG16.6")
def count_losses(play: Play, before: State) -> None:
    """What has been booked since a position is added to the losses of this CGS, or of its Refit Phase."""
    lost: dict[str, Counter[str]] = {}
    for state, sign in (before, 1), (play.state, -1):
        for id_, unit in state.units.items():
            if before.units.get(id_) is not play.state.units.get(id_):
                found = lost.setdefault(unit.side, Counter())
                found.update({what: sign * cvp for what, cvp in worth(state, unit).items()})
    fact = "toll-refit" if in_refit(before) else "toll"
    had = play.state.facts.get(fact, {})
    if more := {side: sums(had.get(side, {}), found) for side, found in lost.items() if any(found.values())}:
        note_in(play, "CG24.2", fact, more)


def sums(one: Mapping[str, int], another: Mapping[str, int]) -> dict[str, int]:
    """Both together; what comes to nothing is left out."""
    added = {what: one.get(what, 0) + another.get(what, 0) for what in sorted({*one, *another})}
    return {what: cvp for what, cvp in added.items() if cvp}


def in_refit(state: State) -> bool:
    """Whether the CGS is decided, and what is lost now is lost in the Refit Phase."""
    return state.segment != PLAY and state.segment > RESULT


def booked(state: State, side: str, *, refit: bool = False) -> Mapping[str, int]:
    """The least CVP of what a side has lost in this CGS, or in its Refit Phase, by what it counts as."""
    now = campaign(state)
    found = (now.toll_refit if refit else now.toll).get(side, {})
    return {what: max(0, found.get(what, 0)) for what in (INFANTRY, LEADERS, PRISONERS, VEHICLES)}
