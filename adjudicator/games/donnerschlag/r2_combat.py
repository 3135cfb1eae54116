"""Extended step C (D.combat): combats, from the attack to the advance."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.game import Answer
from adjudicator.play import Play
from adjudicator.sequence import Segment

from .levels import on


def run_combats(play: Play) -> None:
    """COMBATS: the active player attacks, combat by combat."""
    on(play, "D.combat.1", "SEG_END")


ANSWERS: Mapping[str, Answer] = {}
"""Decision topic -> what carries out an answer to it."""
LEVELS: tuple[Segment, ...] = ()
"""The levels of the sequence of play inside a combat."""
