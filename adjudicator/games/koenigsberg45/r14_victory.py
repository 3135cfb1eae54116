"""Rule 14, victory."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.play import Play
from adjudicator.state import Json, State

from . import r01_turn
from .position import SIDES


def run_sudden_death(play: Play) -> None:
    """SUDDEN_DEATH: Königsberg and Elbing."""
    r01_turn.on(play, "1.5b.1")


def standings(state: State) -> Mapping[str, Json]:
    """The Victory Point hexes that each side holds."""
    held = [state.control.get(space.id) for space in state.board.spaces.values() if space.facts.get("vp")]
    return {side: {"Victory Point hexes": held.count(side)} for side in SIDES}
