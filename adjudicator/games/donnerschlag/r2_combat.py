"""Extended step C (D.combat): combats, from the attack to the advance."""

from __future__ import annotations

from adjudicator.play import Play

from .levels import on


def run_combats(play: Play) -> None:
    """COMBATS: the active player attacks, combat by combat."""
    on(play, "D.combat.1", "SEG_END")
