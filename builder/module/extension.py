"""Extensions of a module: optional units and scenarios that players add by a file beside the module.

Which they are says builder/games/<game>.extensions.toml, in a game of one's own <folder>/extensions.toml:

    [[extension]]
    id = "opt"                  # three letters or digits; they make the numbers of its pieces its own
    name = "Optional units"
    version = "1.0"
    units = ["501SS", "502SS"]  # ids of the roster; the module itself leaves these units out
    scenarios = ["Too late"]    # names of scenarios; the module leaves them out, too

A unit with a set-up space stands there at the start of each game that has the extension.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lxml import etree

from builder.faults import ModuleError
from builder.games import GAMES
from builder.ground.board import MAP
from builder.ground.facts import ModuleFacts, load_facts
from builder.module.pieces import Piece, Pieces
from builder.module.setup import Placement, stacks
from builder.vassal.archive import VASSAL_VERSION, Identity, module_data, write_archive
from builder.vassal.buildfile import Element, element, serialised, slot
from builder.vassal.traits import renumbered
from files import toml_text
from files.reading import read_text

if TYPE_CHECKING:
    from builder.module.parts import Parts

_BYTES_MAX = 1_000_000
_ID = re.compile(r"[a-z0-9]{3}")
_COLUMNS = 8
_PALETTE = "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.TabWidget:Pieces"
_TEXTS, _LISTS = ("id", "name", "version"), ("units", "scenarios")


@dataclass(frozen=True, slots=True)
class Extension:
    """A file that adds to a module: the id its numbers begin with, its name, version, units and scenarios."""

    id: str
    name: str
    version: str
    units: tuple[str, ...]
    scenarios: tuple[str, ...] = ()


def load_extensions(game: str | Path) -> tuple[Extension, ...]:
    """The extensions of a bundled game or a game folder, mostly none; ModuleError with all faults."""
    bundled = GAMES / f"{game}.extensions.toml"
    file = bundled if bundled.is_file() else Path(game) / "extensions.toml"
    if not file.is_file():
        return ()
    try:
        found = toml_text.loads(read_text(file, _BYTES_MAX), _BYTES_MAX)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as wrong:
        raise ModuleError([f"{file.name}: cannot be read as TOML: {wrong}"]) from None
    tables = found.get("extension", [])
    tables = tables if isinstance(tables, list) else [tables]
    faults = [f"{file.name}: {key}: unknown; known is extension" for key in found if key != "extension"]
    read = [_extension(table, f"{file.name}: extension {n}", faults) for n, table in enumerate(tables, 1)]
    faults += [f"{file.name}: {fault}" for fault in _alike(read)]
    if faults:
        raise ModuleError(faults)
    return tuple(read)


def _extension(table: Any, where: str, faults: list[str]) -> Extension:
    table = table if isinstance(table, dict) else {}
    for key in [key for key in _TEXTS if not isinstance(table.get(key), str) or not table[key]]:
        faults.append(f"{where}: {key} is missing; a text in quotes")
    id_, name, version = (str(table.get(key, "")) for key in _TEXTS)
    if not _ID.fullmatch(id_):
        faults.append(f"{where}: id must be three small letters or digits, not {id_!r}")
    if re.search(r"[\\/:\t\n]", name):
        faults.append(f"{where}: name must not hold a slash, a colon or a tab")
    units, scenarios = (_names(table, key, where, faults) for key in _LISTS)
    if not units and not scenarios:
        faults.append(f"{where}: brings neither units nor scenarios")
    faults += [f"{where}: {key}: unknown" for key in table if key not in (*_TEXTS, *_LISTS)]
    return Extension(id_, name, version, units, scenarios)


def _names(table: dict[str, Any], key: str, where: str, faults: list[str]) -> tuple[str, ...]:
    names = table.get(key, [])
    if isinstance(names, list) and all(isinstance(name, str) for name in names):
        return tuple(names)
    faults.append(f"{where}: {key} must be a list of texts in quotes")
    return ()


def _alike(extensions: Sequence[Extension]) -> Iterator[str]:
    seen: dict[str, str] = {}
    for one in extensions:
        for what in (f"id {one.id!r}", *(f"unit {unit!r}" for unit in one.units)):
            if seen.setdefault(what, one.name) != one.name:
                yield f"{what} stands in {seen[what]!r} and in {one.name!r}"


def owners(extensions: Sequence[Extension], known: Mapping[str, object]) -> dict[str, str]:
    """The id of the extension that brings each optional unit; ModuleError for one that is no unit."""
    found = {unit: one.id for one in extensions for unit in one.units}
    unknown = [f"extensions.toml: there is no unit {unit!r}" for unit in found if unit not in known]
    if unknown:
        raise ModuleError(unknown)
    return found


def without_scenarios(facts: ModuleFacts, extensions: Sequence[Extension]) -> ModuleFacts:
    """The facts without the scenarios that extensions bring; ModuleError for one that is none."""
    brought = [name for one in extensions for name in one.scenarios]
    known = {scenario.name for scenario in facts.scenarios}
    unknown = [f"extensions.toml: there is no scenario {name!r}" for name in brought if name not in known]
    if unknown:
        raise ModuleError(unknown)
    return replace(facts, scenarios=tuple(s for s in facts.scenarios if s.name not in brought))


def numbered(pieces: Pieces, optional: Mapping[str, str]) -> Pieces:
    """The pieces with the numbers of optional units made those of their extension: "opt:12"."""
    units = {
        unit: _own_number(piece, f"{optional[unit]}:{piece.gpid}") if unit in optional else piece
        for unit, piece in pieces.units.items()
    }
    return replace(pieces, units=units)


def _own_number(piece: Piece, gpid: str) -> Piece:
    return replace(piece, gpid=gpid, definition=renumbered(piece.definition, gpid))


def build_extension(game: str | Path, wanted: str, out: Path) -> Path:
    """Write one extension of a game's module, by its id or name; ModuleError when there is none such."""
    from builder.module.parts import gather

    extensions = load_extensions(game)
    found = next((one for one in extensions if wanted in (one.id, one.name)), None)
    if found is None:
        known = ", ".join(one.id for one in extensions) or "none"
        raise ModuleError([f"{wanted}: there is no such extension; known: {known}"])
    parts = gather(game)
    return write_archive(
        out,
        {
            "buildFile.xml": serialised(_build_file(found, parts)),
            "extensiondata": _data(found),
            "moduledata": module_data(parts.identity),
            **dict(_images(found, parts)),
            **_scenarios(found, game, parts),
        },
    )


def _scenarios(found: Extension, game: str | Path, parts: Parts) -> dict[str, bytes]:
    """The saved game of each scenario, under a name that no other archive has."""
    from builder.module.scenarios import scenario_files

    known = {scenario.name: scenario for scenario in load_facts(game).scenarios}
    chosen = tuple(known[name] for name in found.scenarios)
    files = scenario_files(replace(parts, facts=replace(parts.facts, scenarios=chosen)))
    return {_scenario_file(found, number): content for number, content in enumerate(files.values(), 1)}


def _scenario_file(found: Extension, number: int) -> str:
    return f"{found.id}-scenario-{number}.vsav"


def _images(found: Extension, parts: Parts) -> Iterator[tuple[str, bytes]]:
    """The faces of the units; all else is in the module."""
    from builder.module.art import piece_images, png

    shown = {image for unit in found.units for image in parts.pieces.lock.pieces[unit].images}
    for name, image in piece_images(parts.roster, parts.facts, parts.layout.unit, parts.pieces.lock):
        if name in shown:
            yield f"images/{name}", png(image)


def _data(found: Extension) -> bytes:
    root = etree.fromstring(module_data(Identity("", found.version, found.name)))
    etree.SubElement(root, "universal").text = "false"
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=False) + b"\n"


def _build_file(found: Extension, parts: Parts) -> Element:
    root = element(
        "module.ModuleExtension",
        module=parts.identity.name,
        moduleVersion=parts.identity.version,
        version=found.version,
        vassalVersion=VASSAL_VERSION,
        extensionId=found.id,
        nextPieceSlotId=parts.pieces.lock.highest + 1,
        anyModule=False,
        description=found.name,
    )
    for number, name in enumerate(found.scenarios, 1):
        file = _scenario_file(found, number)
        chosen = element("module.PredefinedSetup", name=name, isMenu=False, useFile=True, file=file)
        root.append(element("module.ExtensionElement", chosen, target=""))
    standing = [Placement(u, parts.roster.counters[u].setup) for u in found.units if _stands(u, parts)]
    waiting = [unit for unit in found.units if not _stands(unit, parts)]
    if waiting:
        slots = [_slot(unit, parts) for unit in waiting]
        panel = element(
            "widget.PanelWidget", *slots, entryName=found.name, fixed=True, nColumns=_COLUMNS, vert=False
        )
        root.append(element("module.ExtensionElement", panel, target=_PALETTE))
    for stack in stacks(standing, parts.roster, parts.layout):
        at_start = element(
            "module.map.SetupStack",
            *(_slot(one.piece, parts) for one in stack.pieces),
            name=f"{found.name}: {parts.layout.areas[stack.area].name}",
            owningBoard=parts.facts.board,
            x=stack.point[0],
            y=stack.point[1],
        )
        root.append(element("module.ExtensionElement", at_start, target=f"VASSAL.build.module.Map:{MAP}"))
    return root


def _stands(unit: str, parts: Parts) -> bool:
    return parts.roster.counters[unit].setup in parts.layout.areas


def _slot(unit: str, parts: Parts) -> Element:
    piece = parts.pieces[unit]
    return slot(piece.name, piece.gpid, parts.layout.unit, piece.definition)
