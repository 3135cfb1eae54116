"""One package a game, each the rules of one rulebook: `r07_*` is its chapter 7, `annex_*` an annex.

Beside the chapters: `record` (the `Game`), `sequence`, `orders` (its words), `events`, `position`, `charts`
with charts.toml, drags in a log of VASSAL, and bots. A large game has its chapters in rooms, such as combat/,
and a room by_mail/, which only the record imports: who sees what, standing orders, positions to rehearse,
invariants. README.md and RULES.md say how clauses are read; rules.csv lists them.
In: states and orders. Out: events, refusals with their clause. The games do not know each other.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.game import Game


def made_when_asked(package: str) -> Callable[[str], Game]:
    """`GAME` of a game's folder, from its record: as the `__getattr__` of the folder, so that a chapter can
    be read and tested by itself. Raises AttributeError for any other name."""

    def attribute(name: str) -> Game:
        if name != "GAME":
            raise AttributeError(name)
        game: Game = importlib.import_module(f"{package}.record").GAME
        return game

    return attribute
