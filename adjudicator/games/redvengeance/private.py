"""What a side does that the other may know nothing of: purchases, set-ups, and whatever is done with a unit
that the other does not see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adjudicator.events import EVERYBODY
from adjudicator.play import Play
from adjudicator.state import Unit

from .pieces import eyes


def privately(play: Play, side: str, do: Callable[[Play], object]) -> None:
    """Do something of which one side alone hears: whatever is recorded goes to it and to nobody else."""
    apart = Play(play.state, play.chance)
    do(apart)
    play.record(*(replace(event, to=(side,)) for event in apart.events))


def unseen(play: Play, unit: Unit, do: Callable[[Play], object]) -> None:
    """Do something with a unit; of one that the enemy does not see its side alone hears it. Dice are rolled
    for `eyes` besides, who alone learn their number."""
    to = eyes(play.state, unit)
    if to == EVERYBODY:
        do(play)
    else:
        privately(play, unit.side, do)
