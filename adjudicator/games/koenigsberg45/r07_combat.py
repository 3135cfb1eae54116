"""Rule 7, combat."""

from __future__ import annotations

from adjudicator.play import Play

from .r02_activation import begin_segment


def run_combat(play: Play) -> None:
    """COMBAT: the active player attacks."""
    begin_segment(play, "1.3c.1", "CLOSE")
