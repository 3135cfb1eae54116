"""Victory (D.don.2, D.don.3): what is checked at spaces 4 and 5 of the Donnerschlag track."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.events import GameEnded
from adjudicator.play import Play
from adjudicator.state import Json, State


def run_victory(play: Play) -> None:
    """VICTORY: the check of the space on which the marker stands."""
    if play.state.tracks["donnerschlag"] == 5:
        play.record(GameEnded(rule="D.don.3", winner="soviet", why="the pocket is not relieved"))
    else:
        play.go("D.don.2", "BOX_BACK")


def standings(state: State) -> Mapping[str, Json]:
    """What a position's "victory" shows."""
    return {}
