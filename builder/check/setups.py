"""Looks over the predefined set-ups of a module: saved games inside of it, read by VASSAL only when asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.check.snaps import SnapCheck, beside_snaps
from builder.module_faults import ModuleError
from builder.saves.read_saves import SavedGame, SavedPiece, read_inner
from builder.vassal.command_text import read_command
from builder.vassal.commands import SeatTaken
from builder.vassal.modulefile import MAPS, ModuleFile
from builder.vassal.nodes import Node
from builder.vassal.readback import LARGEST_SETUP

OBSERVER = "<observer>"
"""The side, in VASSAL's words, of who sits on none: they are asked for their side all the same."""


def check_setups(module: ModuleFile) -> None:
    """Every set-up can be read, begins a game once, and puts pieces where VASSAL would, on maps it has."""
    stand = SnapCheck.of(module)
    for node in module.of("PredefinedSetup"):
        file = node.get("file")
        if node.get("useFile") == "false" or node.get("isMenu") == "true" or file not in module.archive.names:
            continue
        content = module.archive.read(file, LARGEST_SETUP)
        try:
            saved = read_inner(content) if content is not None else None
        except ModuleError as wrong:
            module.archive.error(node.path, f"{file}: {wrong}")
            continue
        if saved is not None:
            _check(module, node, saved, stand)


def _check(module: ModuleFile, node: Node, saved: SavedGame, stand: SnapCheck) -> None:
    pieces = () if module.is_extension else saved.pieces  # those of an extension are mostly the module's
    for level, what in (*_stream_faults(module, saved.commands), *_piece_faults(module, pieces)):
        tell = module.archive.error if level == "error" else module.archive.warn
        tell(node.path, f"{node.get('file')}: {what}")
    found = list(stand.saved(saved))
    if found:
        module.archive.warn(node.path, f"{node.get('file')}: {beside_snaps(found)}")


def _stream_faults(module: ModuleFile, commands: Sequence[str]) -> Iterator[tuple[str, str]]:
    for needed in ("begin_save", "end_save"):
        if needed not in commands:
            yield "error", f"has no {needed}, so no game begins"
    stacks = any(module.of("SetupStack", "DrawPile"))
    if stacks and not any(command.startswith("SETUP_STACK") for command in commands):
        yield "error", "does not say that the module's own stacks are set up, so they come a second time"
    if any(read.side != OBSERVER for read in map(read_command, commands) if isinstance(read, SeatTaken)):
        yield "warning", "has players in it, so VASSAL asks nobody for a side"


def _piece_faults(module: ModuleFile, pieces: Sequence[SavedPiece]) -> Iterator[tuple[str, str]]:
    maps = {node.get("mapName") for node in module.of(*MAPS)} | {"", "null"}
    gpids = {node.get("gpid") for node in module.of("PieceSlot", "CardSlot")}
    for name in sorted({piece.map for piece in pieces} - maps):
        yield "error", f"pieces are on the map {name!r}, which the module does not have"
    strange = [piece.name for piece in pieces if piece.gpid not in gpids]
    if strange:
        what = f"{len(strange)} pieces have numbers that no piece of the module has ({strange[0]!r} ...)"
        yield "warning", what
