"""Rules 12.1 and 12.8, headquarters: lost in combat, overrun when alone, removed without troops in range,
held in place.

12.1a and 12.1b (retreat and advance with their stack) stand with retreats and advances, in chapters 9 and 10.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.events import UnitEliminated
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from ..events import HQReleased
from ..fog import occur
from ..levels import campaign
from ..position import ENEMY, GERMAN, REMOVED, army, fighters, hqs, is_hq, troops
from . import r01_turn, r02_command
from .r00_chits import OUT, chit_of, take_away


@rule("12.1c.2", "K-R36")
def lose_hq(play: Play, number: str, hq_id: str, why: str = "") -> None:
    """An HQ is lost in combat or overrun: it leaves the game for good, and its chit with it (12.1c)."""
    hq = play.state.units[hq_id]
    occur(play, UnitEliminated(rule=number, unit=hq_id, at=hq.at, box=REMOVED, why=why))
    chit = chit_of(hq_id, hq.side)
    take_away(play, number, chit)
    play.remember(number, OUT, chit)


def run_check(play: Play) -> None:
    """RF_HQCHECK: an HQ without troops in its range is removed."""
    for hq in deserted(play.state):
        why = f"no combat unit of its side is within the Command Range of {hq.id}"
        lose_hq(play, "1.2a.3", hq.id, why)
    r01_turn.on(play, "1.2a.3")


@rule("1.2a.3", "12.1c.1", "K-R12")
def deserted(state: State) -> tuple[Unit, ...]:
    """The HQs on the map that have none of their combat units in range; any one will do, a garrison or a
    Volksturm unit too."""
    return tuple(
        unit
        for side in state.sides
        for unit in army(state, side)
        if is_hq(state, unit) and not guarded(state, unit)
    )


def guarded(state: State, hq: Unit) -> bool:
    """Whether a combat unit of its side is within the Command Range of an HQ, or with it."""
    if fighters(state, hq.at, hq.side):
        return True
    reached = r02_command.within(state, hq.id)
    return any(unit.at in reached for unit in troops(state, hq.side))


@rule("4.3.1b", "4.7.1")
def lone_hqs(state: State, space: str, side: str) -> tuple[Unit, ...]:
    """The HQs of a side that are alone in a hex, without a combat unit (4.7)."""
    return () if fighters(state, space, side) else hqs(state, space, side)


@rule("12.1d.1", "12.1d.2", "12.1c.2", "5.2.1")
def overrun(play: Play, number: str, unit_id: str, space: str) -> None:
    """A combat unit enters a hex: a lone enemy HQ there is lost; an adjacent one is not (12.1d). Without a
    lone HQ nothing happens."""
    enemy = ENEMY[play.state.units[unit_id].side]
    for hq in lone_hqs(play.state, space, enemy):
        lose_hq(play, number, hq.id, f"overrun by {unit_id}")


PINNED = ("HQ 6", "HQ 55")
RELEASED = "released"
"""The fact in which those are that may move."""


@rule("12.8.1", "12.8.2")
def pinned(state: State, hq: str) -> bool:
    """Whether an HQ may not move: those of 6th and 55th Corps until they are released; their units may."""
    return hq in PINNED and hq not in campaign(state).released


@rule("12.8.3", "12.8.4")
def release(play: Play, number: str, hqs: Iterable[str]) -> None:
    """HQs of 12.8 are free to move from now on. Only their owner is told: it would show where they stand."""
    freed = tuple(hq for hq in hqs if pinned(play.state, hq))
    if freed:
        play.remember(number, RELEASED, *freed, to=(GERMAN,))
        play.record(HQReleased(rule=number, to=(GERMAN,), hqs=freed))


@rule("12.8.4", "K-R54")
def attacked(play: Play, space: str) -> None:
    """A hex is attacked, by units or by a barrage: an HQ of 12.8 in it is free, that one alone (K-R54)."""
    release(play, "12.8.4", (unit.id for unit in play.state.at(space)))
