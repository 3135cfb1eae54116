"""Rule 6, reinforcements: where they come in, and their move."""

from __future__ import annotations

from adjudicator.play import Play

from . import r01_turn


def run_place(play: Play) -> None:
    """RF_PLACE: the units of the turn are placed, and its chits join the cup."""
    r01_turn.add_chits(play)
    r01_turn.on(play, "1.2a.1")


def run_moves(play: Play) -> None:
    """RF_MOVE_G and RF_MOVE_S: who has just come in moves."""
    r01_turn.on(play, "1.2a.4")
