"""Rule 11, supply."""

from __future__ import annotations

from adjudicator.play import Play

from . import r01_turn


def run_supply(play: Play) -> None:
    """SUPPLY: every unit is tested."""
    r01_turn.on(play, "1.4.1")
