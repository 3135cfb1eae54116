"""The counters a module is made of: those of the game, or none yet where there is only a map."""

from __future__ import annotations

from pathlib import Path

from counters.counter import Roster
from counters.faults import RosterError
from counters.load import find_game, load_roster
from counters.style import Style
from maps.faults import MapError
from maps.load import find_map


def roster_of(game: str | Path) -> Roster:
    """A game's counters. Raises RosterError with all their faults, and where there is not even a map."""
    try:
        find_game(game)
    except RosterError:
        if not _has_map(game):
            raise
        return Roster(Path(game).resolve().name, {}, {}, {}, Style(), {})
    return load_roster(game)


def _has_map(game: str | Path) -> bool:
    try:
        find_map(game)
    except MapError:
        return False
    return True
