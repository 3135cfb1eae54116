"""An extension of a module as a file: a build file of its own, the faces of its units, and its scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lxml import etree

from builder.layout.board import MAP
from builder.layout.module_file import load_facts
from builder.module.extensions import Extension, load_extensions
from builder.module.parts import Parts, gather
from builder.module.scenarios import scenario_files
from builder.module.setup import Placement, stacks
from builder.module_faults import ModuleError
from builder.vassal.archive import VASSAL_VERSION, Identity, module_data, write_archive
from builder.vassal.buildfile import Element, element, serialised, slot

_COLUMNS = 8
_PALETTE = "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.TabWidget:Pieces"


def build_extension(game: str | Path, wanted: str, out: Path) -> Path:
    """Write one extension of a game's module, by its id or name; ModuleError when there is none such."""
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
