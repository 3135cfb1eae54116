"""Saved games: any position as a file that VASSAL opens."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from builder.layout.saved_places import kept_layout
from builder.module.parts import Parts, gather
from builder.module.position import AT_START, When, save_entries
from builder.module.setup import Placement
from builder.saves.fog import covered
from builder.vassal.archive import write_archive


def write_vsav(
    game: str | Path,
    placements: Iterable[Placement],
    out: Path,
    comment: str = "",
    when: When = AT_START,
    kept: Path | None = None,
    side: str = "",
) -> Path:
    """Write a position as a saved game of the module; the same position always gives the same bytes.

    What stands in `placements` is all that the file knows: a position seen by one side has "hidden-chit" for
    every chit that side may not see. `comment` is shown when the file is opened. `kept` is a folder for the
    places of the board, which take seconds to find. For a `side` the concealed units of others become unknown
    ones, and the cards that others hold are left out. Raises ModuleError with every placement of no known
    piece or place.
    """
    layout = kept_layout(game, kept) if kept else None
    parts = gather(game, layout)
    owners = {one: counter.side for one, counter in parts.roster.counters.items()}
    position = covered(list(placements), side, owners) if side else placements
    return save_position(parts, position, out, comment, when)


def save_position(parts: Parts, placements: Iterable[Placement], out: Path, comment: str, when: When) -> Path:
    """Write a position as `write_vsav` does, for a game that is gathered already."""
    return write_archive(out, save_entries(parts, placements, comment, when))
