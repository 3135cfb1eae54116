"""Where a game stands in a few printed words, as the store keeps it for `hexpost desk games`."""

from __future__ import annotations

from adjudicator.game import Game
from adjudicator.mail.desk.pages import place_text
from adjudicator.state import State
from adjudicator.store import Glance


def glance_of(game: Game, number: int, sheet: int, state: State) -> Glance:
    """Where a game stands after a sheet."""
    asked: dict[str, list[str]] = {}
    for decision in state.waiting():
        asked.setdefault(decision.player, []).append(decision.id)
    waits = {side: (game.sides[side], tuple(ids)) for side, ids in asked.items()}
    over = "" if state.over is None else f"over: {state.over['why']}"
    return Glance(number, sheet, place_text(game, number, state), waits, over)
