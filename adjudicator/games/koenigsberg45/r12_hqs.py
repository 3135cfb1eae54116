"""Rule 12.1, headquarters: lost alone, retreating and advancing with their stack."""

from __future__ import annotations

from adjudicator.play import Play

from . import r01_turn


def run_check(play: Play) -> None:
    """RF_HQCHECK: an HQ without troops in its range is removed."""
    r01_turn.on(play, "1.2a.3")
