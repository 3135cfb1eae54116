"""Rule 4, movement."""

from __future__ import annotations

from adjudicator.play import Play

from .r02_activation import begin_segment


def run_moves(play: Play) -> None:
    """MOVE: the active player moves."""
    begin_segment(play, "1.3b.1", "COMBAT")
