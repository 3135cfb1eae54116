"""Rules 4.3 and 4.7, entering hexes: what a unit that comes into a hex does to it, however it came.

`go` carries out every change of place on the map: marches, retreats, advances. Whether it may is judged by
whoever calls it.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.events import UnitMoved
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from . import fog, r11_supply, r12_hqs, r12_refugees, r14_victory, r15_options
from .position import ATTACK, ENEMY, printed, refugees


@rule("4.3.1b", "12.1d.1")
def may_overrun(state: State, unit: Unit) -> bool:
    """Whether a unit may overrun a lone HQ: its attack is above zero, as no HQ's is (4.3 point 1)."""
    return printed(state, unit, ATTACK) > 0


def overruns(state: State, unit: Unit, space: str) -> bool:
    """Whether a unit that enters a hex overruns a lone enemy HQ there."""
    return may_overrun(state, unit) and bool(r12_hqs.lone_hqs(state, space, ENEMY[unit.side]))


@rule("4.7.2", "12.1d.1", "12.3.1", "14.1.2")
def go(
    play: Play,
    number: str,
    unit_id: str,
    path: tuple[str, ...],
    how: str,
    cost: str = "",
    through: Iterable[str] = (),
) -> None:
    """A unit goes along a path that begins where it stands, and does what entering each hex does.

    `how` is what a report calls it; `cost` what a report says of movement
    points. In the hexes of `through` a Soviet unit drives refugees away (12.3). Lone enemy HQs on the path
    are overrun before the unit comes in, for the sides never share a hex (5.2).
    """
    _, *entering = path
    for space in entering:
        if overruns(play.state, play.state.units[unit_id], space):
            r12_hqs.overrun(play, "4.7.2", unit_id, space)
    for space in through:
        marker = refugees(play.state, space)
        if marker is not None:
            r12_refugees.driven_through(play, marker.id)
    fog.occur(play, UnitMoved(rule=number, unit=unit_id, path=path, how=how, cost=cost))
    for space in entering:
        entered(play, unit_id, space)
    r15_options.mikosch(play)


def entered(play: Play, unit_id: str, space: str) -> None:
    """A unit has come into a hex: who holds it (14.1), whose source it is (11.2a)."""
    r14_victory.entered(play, unit_id, space)
    r11_supply.conquered(play, unit_id, space)
