"""Rule 12.5, the Volksturm."""

from __future__ import annotations

from adjudicator.play import Play

from . import r01_turn


def run_deploy(play: Play) -> None:
    """VOLKSTURM: units are placed in German towns."""
    r01_turn.on(play, "1.2c.1")


def run_return(play: Play) -> None:
    """END_VOLKSTURM: they go back to their box."""
    r01_turn.on(play, "1.5a.1")
