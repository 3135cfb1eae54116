"""Rule 12.8, the HQs of 6th and 55th Corps: they may not move until they are released."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State

from .events import HQReleased
from .levels import campaign
from .position import GERMAN

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
