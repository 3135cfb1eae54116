"""Saved games and logs told to people, a line at a time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from builder.layout.places import layout_places
from builder.module_faults import ModuleError
from builder.saves.log_entries import LogEntry
from builder.saves.logs import Log, log_of
from builder.saves.read_saves import UNNAMED, SavedGame, open_save, read_vsav
from builder.vassal.locations import Places, load_places


def read_any(file: Path, module: Path | None = None) -> SavedGame | Log:
    """A saved game or a log, whichever the file is; `module` names the places. Raises ModuleError.

    `module` is a module's file, or a game by its name or folder.
    """
    opened = open_save(file)
    places = _places(module) if module else UNNAMED
    return log_of(opened, file.name, places) if opened.is_log else read_vsav(file, places)


def _places(module: Path) -> Places:
    """The places of a module's file, or else of one of our games as its board has them."""
    from builder.layout.board import lay_layout
    from maps.map_faults import MapError

    if module.exists() and not module.is_dir():
        return load_places(module)
    try:
        return layout_places(lay_layout(module if module.is_dir() else str(module)), as_printed=True)
    except MapError:
        raise ModuleError(
            [f"{module}: cannot be read: there is neither a module nor a game of this name"]
        ) from None


def retold(found: SavedGame | Log) -> Iterator[str]:
    """What is in it, in words: steps with their numbers, or pieces with their places."""
    head = f"{found.module} {found.version}: {len(found.pieces)} pieces"
    if isinstance(found, SavedGame):
        yield head
        for piece in found.pieces:
            named = piece.name or f"piece {piece.gpid}"
            yield f"{_on_one_line(named)}  {_on_one_line(piece.place)}"
    else:
        yield f"{head}, {max((step.n for step in found.steps), default=0)} steps"
        yield from (line(step, found) for step in found.steps)


def line(step: LogEntry, log: Log) -> str:
    """One step: its number, who, what, and what was said."""
    piece = log.known[step.piece].name if step.piece in log.known else step.piece
    ends = () if step.what == "turn" else (step.origin, step.to)  # how trackers write themselves says little
    way = " -> ".join(filter(None, ends))
    words = [step.who and f"{step.who}:", step.what, piece, way, step.says and f"| {_on_one_line(step.says)}"]
    gone = "(undone) " if step.undone else ""
    return f"{step.n:>5}  {gone}" + " ".join(filter(None, words))


def _on_one_line(says: str) -> str:
    """What was said, without signs that would move the cursor of a terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in says)
