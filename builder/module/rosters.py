"""The counters of a game on its board: they stand on spaces by their ids, whatever the roster calls these."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from counters.roster.counter import Roster
from counters.roster.load import find_game, load_roster
from counters.roster.style import Style
from counters.roster_faults import RosterError
from maps.board import Board
from maps.map_faults import MapError
from maps.reading.load import find_map, load_board
from maps.space import slug


def roster_of(game: str | Path) -> Roster:
    """A game's counters. Raises RosterError with all their faults, and where there is not even a map."""
    return roster_and_board(game)[0]


def roster_and_board(game: str | Path) -> tuple[Roster, Board | None]:
    """A game's counters, and its board if it has a map. Raises MapError, and RosterError as `roster_of`."""
    mapped = _has_map(game)
    try:
        find_game(game)
    except RosterError:
        if not mapped:
            raise
        return Roster(Path(game).resolve().name, {}, {}, {}, Style(), {}), load_board(game)
    roster = load_roster(game)
    board = load_board(game) if mapped else None
    return (placed(roster, board) if board else roster), board


def placed(roster: Roster, board: Board) -> Roster:
    """The roster with the id of a space wherever a set-up names one, by its printed name or its town.

    What names no space stays: it may be a box of the sheet.
    """
    others = {slug(one.setup) for one in roster.counters.values()} - board.spaces.keys() - {""}
    known = {slug(word): space for word, space in board.names()} if others else {}
    at = {
        name: word if (word := slug(one.setup)) in board.spaces else known.get(word, one.setup)
        for name, one in roster.counters.items()
    }
    counters = {
        name: one if one.setup == at[name] else replace(one, setup=at[name])
        for name, one in roster.counters.items()
    }
    return replace(roster, counters=counters)


def _has_map(game: str | Path) -> bool:
    try:
        find_map(game)
    except MapError:
        return False
    return True
