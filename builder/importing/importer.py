"""Somebody's VASSAL module as a game folder: map, counters, charts, set-ups, and what is missing."""

from __future__ import annotations

import errno
import json
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builder.importing.boards import BoardFound, find_boards, main_board
from builder.importing.charts import read_charts
from builder.importing.decks import find_decks, told_decks
from builder.importing.facts import module_facts, told
from builder.importing.folder import map_files
from builder.importing.found_pieces import find_pieces
from builder.importing.roster import Force, counter_files, image_table, kept_numbers, sort_pieces, style
from builder.importing.setups import read_setups
from builder.importing.text import one_line, toml_text, unique
from builder.module.lock import lock_text
from builder.module_faults import ModuleError
from builder.vassal.locations import Places, places_of
from builder.vassal.modulefile import BUILD, DATA, ModuleFile, open_module, piece_text
from builder.vassal.traits import SequenceFault, read_definition
from files.whole import is_new, made_folder
from files.zips import BROKEN_ZIP
from maps.grids.grid import HexGrid
from maps.space import slug

# Elements whose meaning the game folder has, or that every module has and no game needs.
_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO}
_CARRIED = """
AboutScreen BasicCommandEncoder BasicModule Board BoardPicker BoxWidget BrowserHelpFile BrowserPDFFile
CardSlot ChangePropertyButton Chart ChartWindow Chatter ColorManager CounterDetailViewer CounterTurnLevel
DeckSubFolder DiceButton Documentation DrawPile entry Flare FontManager FontStyle ForwardToChatter
ForwardToKeyBuffer GameModule GamePieceImageDefinitions GamePieceLayoutsContainer GlobalMap GlobalOptions
GlobalProperties GlobalPropertyFolder GlobalTranslatableMessages HandMetrics HelpFile HexGrid
HexGridNumbering HidePiecesButton HighlightLastMoved HtmlChart ImageSaver Inventory KeyBufferer KeyNamer
Language ListTurnLevel ListWidget LOS_Thread Map MapCenterer MapSubFolder MenuDisplayer ModuleSubFolder
NotesWindow option PanelWidget PieceMover PieceSlot PieceWindow PlayerRoster PredefinedSetup
PrototypeDefinition PrototypeFolder PrototypesContainer Region RegionGrid Scroller SelectionHighlighters
setup SetupStack SpecialDie SpecialDieFace SquareGrid SquareGridNumbering StackExpander StackMetrics
TabWidget TextSaver TurnTracker Zone ZonedGrid ZonedGridHighlighter Zoomer
"""
_UNDERSTOOD = {
    "rotate",
    "piece",
    "emb2",
    "mark",
    "prototype",
    "delete",
    "clone",
    "markmoved",
    "footprint",
    "report",
}


@dataclass(slots=True)
class Carried:
    """What became of a module: where it lies now, what was carried over, and what was not."""

    folder: Path
    carried: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def facts(self) -> dict[str, Any]:
        """The report as plain data."""
        return {"folder": self.folder.as_posix(), "carried": self.carried, "not_carried": self.lost}

    @property
    def text(self) -> str:
        """The report as a page."""
        carried, lost = (
            "".join(f"- {one_line(line)}\n" for line in lines) for lines in (self.carried, self.lost)
        )
        nothing = "- nothing was left behind\n"
        return f"# What came from the module\n\n{carried}\n# What did not\n\n{lost or nothing}"


def import_module(file: Path, folder: Path) -> Carried:
    """Write a module as a game folder, which must not exist yet or be empty.

    Nothing is written outside of it, and nothing at all when the file is no module: that is a ModuleError.
    """
    if not is_new(folder):
        raise ModuleError([f"{folder}: is there already; give a folder that is new or empty"])
    module = open_module(file)
    if module.is_extension:
        raise ModuleError([f"{file}: only extends the module {module.root.get('module')!r}; import that"])
    place = folder.parent
    with made_folder(place), tempfile.TemporaryDirectory(dir=place, prefix=".import-") as half_done:
        report = _write(module, places_of(module.root, module.archive), Path(half_done) / "game")
        report.folder = folder
        if folder.exists():
            folder.rmdir()
        (Path(half_done) / "game").replace(folder)
    return report


def _write(module: ModuleFile, places: Places, folder: Path) -> Carried:
    report = Carried(folder)
    title = one_line(module.root.get("name")) or "Unnamed"
    boards = find_boards(module, places)
    board = main_board(boards)
    found, lost = find_pieces(module, board)
    force = sort_pieces(found, _sides(module))
    decks = find_decks(module, board, force.cards)
    beside = {deck.table["at"]: deck.table["name"] for deck in decks if deck.is_beside}
    facts = module_facts(module, force, board, decks)
    files = {
        **_map(report, boards, board, title, beside),
        **{f"counters/{name}": text for name, text in counter_files(force).items()},
        "counters/style.toml": toml_text(style(force, title)),
        "counters/pictures.csv": image_table(force),
        "module.toml": toml_text(facts),
        "module.ids.toml": lock_text(kept_numbers(force)),
        **read_charts(module, report.carried, report.lost),
        **read_setups(module, places, force, report.carried, report.lost),
    }
    report.carried += _told(force)
    report.carried += told(facts)
    report.lost += [*lost, *force.lost, *told_decks(module, decks, force.cards), *_left_behind(module, facts)]
    _save(folder, files)
    _copy(module, folder, report)
    _try(folder, report)
    (folder / "import.md").write_text(report.text, encoding="utf-8", newline="\n")
    return report


def _map(
    report: Carried,
    boards: Sequence[BoardFound],
    board: BoardFound | None,
    title: str,
    beside: Mapping[str, str],
) -> dict[str, str]:
    facts = [one.facts() for one in boards]
    files = {"boards.json": json.dumps(facts, ensure_ascii=False, indent=1) + "\n"}
    folders = _folders(boards, board)
    for one in boards:
        to = f", in {folders[id(one)]}/" if id(one) in folders else ""
        report.carried.append(f"board {one.name!r} of map {one.map!r}: {_contents(one)}{to}")
        report.lost += one.lost
        if to:
            own = (title, beside) if one is board else (f"{title}: {one.name}", {})
            made = map_files(_game(title), own[0], one, own[1])
            files |= {f"{folders[id(one)]}/{name}": text for name, text in made.items()}
    if not folders:
        report.lost.append("no board names any place, so there is no map")
        return files
    report.lost.append("rivers, roads, terrain: a picture of a board does not tell them; add them to the map")
    return files


def _folders(boards: Sequence[BoardFound], main: BoardFound | None) -> dict[int, str]:
    """Where each board that has places goes: the main one into map/, every other into a folder of its own."""
    folders: dict[int, str] = {}
    for one in boards:
        if one.places:
            own = unique(f"boards/{slug(one.name) or 'board'}", {path[:-4] for path in folders.values()})
            folders[id(one)] = "map" if one is main else f"{own}/map"
    return folders


def _contents(board: BoardFound) -> str:
    """What of a board was carried over, in words."""
    parts = [f"{len(grid.cells)} {'hexes' if isinstance(grid.grid, HexGrid) else 'squares'} by their numbers"
             for grid in board.grids]  # fmt: skip
    parts += [f"{len(board.areas)} areas by their outlines"] if board.areas else []
    return ", ".join(parts) or f"{board.kind}, it names no place"


def _game(title: str) -> str:
    return re.sub(r"[^a-z0-9]", "", title.lower()) or "game"


def _told(force: Force) -> list[str]:
    renamed = [
        f"mark {mark!r} is column {column!r}" for column, mark in force.values.items() if mark != column
    ]
    return [
        f"{len(force.units)} units with {', '.join(force.values)}, in up to {force.steps} steps",
        f"{len(force.markers)} markers, {len(force.cards)} cards",
        f"sides: {', '.join(force.sides.values())}",
        *renamed,
        "the number of each piece, so that saved games of the module fit",
    ]


def _sides(module: ModuleFile) -> list[str]:
    return [
        one_line(entry.text or "")
        for node in module.of("PlayerRoster")
        for entry in node.element
        if entry.text
    ]


# What is not carried


def _left_behind(module: ModuleFile, facts: Mapping[str, Any]) -> Iterator[str]:
    """Elements and abilities of pieces for which a game folder has no place, counted."""
    kinds = Counter(node.kind for node in module.nodes if node.kind not in _CARRIED.split())
    kinds["GlobalProperty"] -= len(facts.get("tally", []))
    kinds["SpecialDiceButton"] -= len(facts.get("symbols", []))
    for kind, count in sorted((+kinds).items()):
        yield f"{count} x {kind}: the game folder has no such thing"
    abilities: Counter[str] = Counter()
    for node in module.of("PieceSlot", "CardSlot", "PrototypeDefinition"):
        try:
            abilities.update({trait.id for trait in read_definition(piece_text(node)).traits} - _UNDERSTOOD)
        except SequenceFault:
            continue
    for ability, count in sorted(abilities.items()):
        yield f"trait {ability!r} of {count} pieces and prototypes: hexpost gives its own abilities to pieces"
    yield "the pictures of pieces and boards are kept in images/, but hexpost draws its own"


# Files


def _save(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def _copy(module: ModuleFile, folder: Path, report: Carried) -> None:
    """Pictures and pages as they are, bit by bit; an entry with a name that is not safe stays behind."""
    bad = {problem.where for problem in module.archive.problems}
    count = 0
    for info in module.archive.zip.infolist():
        name = info.filename
        if name in (BUILD, DATA) or name.endswith("/"):
            continue
        target = folder / (name if name.startswith("images/") else f"pages/{name}")
        if name in bad or not _lies_in(folder, target):
            report.lost.append(f"file {name!r}: its name, or its size, is not safe")
            continue
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with module.archive.zip.open(info) as entry, target.open("wb") as out:
                shutil.copyfileobj(entry, out)
            count += 1
        except BROKEN_ZIP as wrong:
            with suppress(OSError):  # a name that no disk takes cannot be removed, either
                target.unlink(missing_ok=True)
            if isinstance(wrong, OSError) and wrong.errno in _NO_ROOM:
                raise
            report.lost.append(f"file {name!r}: cannot be read: {wrong}")
    report.carried.append(f"{count} files: pictures in images/, all others in pages/")


def _lies_in(folder: Path, target: Path) -> bool:
    """Whether a file would lie in a folder: not if a link leads elsewhere, or no disk can write its name."""
    try:
        return target.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError):  # a name that the disk cannot write in its letters is a ValueError
        return False


def _try(folder: Path, report: Carried) -> None:
    """Read the folder as every other part of hexpost does, and number what has no number yet."""
    from builder.module.module import update_lock
    from counters.roster.load import load_roster
    from counters.roster_faults import RosterError
    from maps.map_faults import MapError
    from maps.reading.load import load_board

    try:
        if (folder / "map").is_dir():
            load_board(folder)
    except MapError as wrong:
        report.lost += [f"the map needs a hand: {fault}" for fault in _lines(wrong, folder)]
    try:
        load_roster(folder)
        update_lock(folder, {})
    except (RosterError, ModuleError) as wrong:
        report.lost += [f"the counters need a hand: {fault}" for fault in _lines(wrong, folder)]


def _lines(wrong: Exception, folder: Path) -> list[str]:
    """The faults of a folder by the names of its files: the folder itself has only a name for now."""
    text = str(wrong)
    for name in (folder.as_posix(), str(folder)):
        text = text.replace(f"{name}/", "").replace(f"{name}\\", "").replace(name, "the folder")
    return text.splitlines()
