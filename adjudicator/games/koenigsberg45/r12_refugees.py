"""Rules 12.2 and 12.3, refugees on the roads."""

from __future__ import annotations

from adjudicator.play import Play

from . import r01_turn


def run_refugees(play: Play) -> None:
    """REFUGEE: one new marker, the others move."""
    r01_turn.on(play, "1.2d.1")
