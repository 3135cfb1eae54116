"""An extension of a module as a file: a build file of its own, the faces of its units, and its scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from lxml import etree

from builder.layout.board import MAP
from builder.layout.module_file import load_facts
from builder.module.extensions import Extension, load_extensions
from builder.module.parts import Parts, gather
from builder.module.scenarios import scenario_files
from builder.module.setup import Placement, Stack, at_start
from builder.module.window import setup_stack, starting_slot, starting_stacks
from builder.module_faults import ModuleError
from builder.vassal.archive import VASSAL_VERSION, Identity, module_data, write_archive
from builder.vassal.buildfile import Element, element, serialised, slot
from builder.vassal.modulefile import names_on_the_way
from builder.vassal.nodes import Node
from builder.vassal.traits import join

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
    standing = [one for one in at_start(parts.roster, parts.facts) if _stands(one, found, parts)]
    waiting = [unit for unit in found.units if unit not in {one.piece for one in standing}]
    if waiting:
        slots = [_slot(unit, parts) for unit in waiting]
        panel = element(
            "widget.PanelWidget", *slots, entryName=found.name, fixed=True, nColumns=_COLUMNS, vert=False
        )
        root.append(element("module.ExtensionElement", panel, target=_PALETTE))
    for stack in starting_stacks(parts, standing):
        root.extend(_laid(stack, found, parts))
    return root


def _stands(one: Placement, found: Extension, parts: Parts) -> bool:
    return one.piece in found.units and one.at in parts.layout.areas


def _laid(stack: Stack, found: Extension, parts: Parts) -> Iterator[Element]:
    """The units of an extension in a stack: each goes into the module's own stack, else into a new one."""
    own = tuple(one for one in stack.pieces if one.piece in found.units)
    others = tuple(one for one in stack.pieces if one not in own)
    to_map = f"VASSAL.build.module.Map:{MAP}"
    if own and others:
        there = setup_stack(replace(stack, pieces=others), parts)
        read = Node(cast("Any", there), "")  # lxml's elements are read like Python's own
        step = join(":", [str(there.tag), *names_on_the_way(read)])
        for one in own:
            slot_ = starting_slot(one, parts.pieces, parts.layout.unit)
            yield element("module.ExtensionElement", slot_, target=join("/", [to_map, step]))
    elif own:
        yield element("module.ExtensionElement", setup_stack(stack, parts), target=to_map)


def _slot(unit: str, parts: Parts) -> Element:
    piece = parts.pieces[unit]
    return slot(piece.name, piece.gpid, parts.layout.unit, piece.definition)
