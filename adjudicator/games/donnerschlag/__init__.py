"""Donnerschlag: the relief of Stalingrad and the Soviet armies in its way, 12 to 29 December 1942.

`GAME` is made when it is first asked for, so that a chapter can be read and tested by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.game import Game

    GAME: Game


def __getattr__(name: str) -> object:
    """`GAME`, from its record."""
    if name != "GAME":
        raise AttributeError(name)
    from .record import GAME

    return GAME
