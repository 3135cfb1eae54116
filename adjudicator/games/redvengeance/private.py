"""What a side does that the other may know nothing of: purchases and set-ups."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adjudicator.play import Play


def privately(play: Play, side: str, do: Callable[[Play], object]) -> None:
    """Do something of which one side alone hears: whatever is recorded goes to it and to nobody else."""
    apart = Play(play.state, play.chance)
    do(apart)
    play.record(*(replace(event, to=(side,)) for event in apart.events))
