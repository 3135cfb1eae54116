"""Victory (D.don.2, D.don.3): what is checked at spaces 4 and 5 of the Donnerschlag track."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.play import Play
from adjudicator.state import Json, State


def run_victory(play: Play) -> None:
    """VICTORY: the check of the space on which the marker stands."""
    play.go("D.don.2", "BOX_BACK")


def standings(state: State) -> Mapping[str, Json]:
    """What a position's "victory" shows."""
    return {}
