"""Rule 13, air units: their boxes, their refit, and what they add to an attack."""

from __future__ import annotations

from adjudicator.play import Play

from . import r01_turn


def run_return(play: Play) -> None:
    """AIR_RETURN: refitted units come back."""
    r01_turn.on(play, "1.1a.1")


def run_refit(play: Play) -> None:
    """AIR_REFIT: grounded units begin their refit."""
    r01_turn.on(play, "1.1b.1")
