"""Rules 0.7a and 1.0a, barrages: attacks of artillery at 3-1, in the first turn and by chit."""

from __future__ import annotations

from adjudicator.play import Play

from . import r01_turn


def run_first(play: Play) -> None:
    """BAR_G, BAR_S2, BAR_S3: the barrages that open the game."""
    r01_turn.on(play, "1.0a.1")
