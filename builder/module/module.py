"""Builds a whole VASSAL module: the same game always gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PIL.Image import Image

from builder.layout.board import BOARD_IMAGE, draw_layout
from builder.layout.module_file import load_facts, tutorial_log
from builder.module.agreement import disagreements
from builder.module.art import COVER, board_png, cover, piece_images, png
from builder.module.charts import chart_page
from builder.module.help import help_page
from builder.module.likeness import looks
from builder.module.lock import load_lock, lock_file, settled, unsettled, write_lock
from builder.module.lock import renamed as renamed_in
from builder.module.opening import opening_view
from builder.module.parts import Parts, gather
from builder.module.piles import pile_tools
from builder.module.roster_pieces import at_start_id, badge_id, wanted
from builder.module.rosters import roster_and_board, roster_of
from builder.module.scenarios import scenario_files
from builder.module.toolbar import chart_file, tally, toolbar
from builder.module.window import hand_window, map_window
from builder.module_faults import ModuleError
from builder.vassal.archive import VASSAL_VERSION, module_data, write_archive
from builder.vassal.buildfile import Element, element, entry, language, prototype_definition, serialised, slot

if TYPE_CHECKING:
    from maps.drawing.hexes.marks import Overlay

_HELP = "help.html"
_COLUMNS = 8
"""So many pieces stand in a row of the palette, which is wide and low as it opens."""


def build_module(game: str | Path, out: Path, overlay: Overlay = "whole") -> Path:
    """Write the VASSAL module of a bundled game or of a game folder to `out`; same game, same bytes.

    The overlay of the board is what only the set-up and arrivals need.

    Raises ModuleError, RosterError or MapError with all the faults of what the module is made from; one of
    them is a piece that the file of numbers, where there is one, does not know.
    """
    mapped, facts = roster_and_board(game), load_facts(game)
    roster = mapped[0]
    lock = load_lock(game)
    shown = looks(roster, facts) if lock.kept else {}
    faults = unsettled(lock, wanted(roster, facts), lock_file(game).name, shown)
    if faults:
        raise ModuleError(faults)
    layout, board = draw_layout(game, overlay=overlay)
    parts = gather(game, layout, mapped)
    wrong = disagreements(layout)
    if wrong:
        raise ModuleError([f"board: {wrong[0]}; so at {len(wrong)} of the points looked at"])
    entries = {
        "buildFile.xml": serialised(build_file(parts)),
        "moduledata": module_data(parts.identity),
        _HELP: help_page(parts.identity.name, parts.facts, parts.roster).encode(),
        **{chart_file(chart): chart_page(chart).encode() for chart in parts.charts},
        **scenario_files(parts),
        **({parts.facts.tutorial: tutorial_log(game, parts.facts)} if parts.facts.tutorial else {}),
        f"images/{BOARD_IMAGE}": board_png(game, board),
        **{f"images/{name}": png(image) for name, image in _images(parts, board)},
    }
    return write_archive(out, entries)


def update_lock(game: str | Path, renames: Mapping[str, str]) -> Path:
    """Bring a game's file of numbers up to its roster: pieces renamed (old id to new), added, taken out."""
    lock = load_lock(game)
    for old, new in renames.items():
        lock = renamed_in(lock, old, new)
        for name in (at_start_id, badge_id):
            if name(old) in lock.pieces:
                lock = renamed_in(lock, name(old), name(new))
    roster, facts = roster_of(game), load_facts(game)
    return write_lock(game, settled(lock, wanted(roster, facts), looks(roster, facts)))


def _images(parts: Parts, board: Image) -> Iterator[tuple[str, Image]]:
    yield COVER, cover(board, parts.identity.name, (parts.identity.description,))
    optional = {unit.id for unit in parts.pieces.units.values() if unit.is_optional}
    kept = parts.pieces.lock.pieces
    elsewhere = {image for unit in optional for image in kept[unit].images}
    elsewhere -= {image for one, entry in kept.items() if one not in optional for image in entry.images}
    for name, image in piece_images(parts.roster, parts.facts, parts.layout.unit, parts.pieces.lock):
        if name not in elsewhere:
            yield name, image


def build_file(parts: Parts) -> Element:
    """The build file, in VASSAL's order: encoder first, prototypes before pieces, boards before stacks."""
    root = element(
        "GameModule",
        name=parts.identity.name,
        version=parts.identity.version,
        VassalVersion=VASSAL_VERSION,
        description=parts.identity.description,
        ModuleOther1="",
        ModuleOther2="",
        nextPieceSlotId=parts.pieces.lock.highest + 1,
    )
    root.extend(_foundations(parts))
    root.append(_palette(parts))
    root.extend([element("module.Chatter"), element("module.KeyNamer"), language()])
    root.extend(_windows(parts))
    root.extend(toolbar(parts.facts, parts.charts, parts.layout.hexes is not None))
    root.extend(pile_tools(parts.facts, parts.roster, parts.layout))
    root.extend(opening_view(parts))
    return root


def _foundations(parts: Parts) -> Iterator[Element]:
    yield element("module.BasicCommandEncoder")
    about = element("module.documentation.AboutScreen", title=f"About {parts.identity.name}", fileName=COVER)
    helped = element(
        "module.documentation.HelpFile",
        title="How to use this module",
        fileName=_HELP,
        fileType="archive",
        image="",
        vassalDoc="user",
    )
    yield element("module.Documentation", about, helped, *_tutorial(parts.facts.tutorial))
    sides = [entry(name) for name in parts.roster.style.sides.values()]
    yield element(
        "module.PlayerRoster",
        *sides,
        buttonText="Side",
        buttonToolTip="Change sides or watch",
        buttonIcon="",
        buttonKeyStroke="",
    )
    yield element(
        "module.GlobalOptions",
        autoReport="Always",
        chatterHTMLSupport="Never",
        nonOwnerUnmaskable="Never",
        playerIdFormat="$PlayerName$ ($PlayerSide$)",
        inventoryForAll="Always",
    )
    yield element("module.properties.GlobalProperties", *map(tally, parts.facts.tallies))
    definitions = [prototype_definition(name, one) for name, one in parts.pieces.prototypes.items()]
    yield element("module.PrototypesContainer", *definitions)


def _tutorial(log: str) -> Iterator[Element]:
    """An entry of the help menu that opens a log to step through."""
    if log:
        yield element(
            "module.documentation.Tutorial",
            name="Tutorial",
            logfile=log,
            launchOnStartup=False,
            promptMessage="Open the tutorial?",
            welcomeMessage="Step through it with the first button of the toolbar.",
        )


def _palette(parts: Parts) -> Element:
    """Markers and units, so that an old game can get a new one, and chits that lie nowhere at the start."""
    laid = {one.piece for one in parts.start if one.at and one.piece in parts.roster.cards}
    tabs: dict[str, list[Element]] = {}
    for kind in parts.pieces.kinds:
        for piece in kind.values():
            if not piece.is_optional and piece.id not in laid:
                gpid, definition = parts.pieces.in_palette(piece.id)
                made = slot(piece.name, gpid, parts.layout.unit, definition)
                tabs.setdefault(piece.tab, []).append(made)
    panels = [
        element(
            "widget.PanelWidget", *slots, entryName=tab, fixed=True, nColumns=_COLUMNS, vert=False, scale=1.0
        )
        for tab, slots in tabs.items()
    ]
    tabbed = element("widget.TabWidget", *panels, entryName="Pieces")
    return element(
        "module.PieceWindow",
        tabbed,
        name="Pieces",
        text="Pieces",
        tooltip="Markers, units and other pieces",
        icon="",
        hotkey="",
        hidden=False,
        scale=1.0,
        defaultWidth=0,
    )


def _windows(parts: Parts) -> Iterator[Element]:
    yield map_window(parts)
    for side in parts.pieces.holders:
        yield hand_window(parts, side)
