"""Looks over the elements of a build file: classes VASSAL has, numbers that are numbers, the order."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.vassal.known import DECIMAL, ELEMENTS, WHOLE
from builder.vassal.modulefile import ModuleFile
from builder.vassal.nodes import Node

_INTEGER = re.compile(r"\s*[-+]?\d{1,10}\s*")
_FRACTION = re.compile(r"\s*[-+]?(\d{1,15}\.?\d{0,20}|\.\d{1,20})([eE][-+]?\d{1,3})?\s*")
_HOLDERS = ("PieceWindow", "Map", "PrivateMap", "PlayerHand", "ChartWindow")
# Elements that VASSAL never makes an object of: they are data of the element around them.
_DATA = ("entry", "option", "setup")


def check_tree(module: ModuleFile) -> None:
    """Every element is of a class that exists, every number a number, prototypes stand before pieces."""
    for node in module.nodes:
        tag = str(node.element.tag)
        if "." in tag and tag not in ELEMENTS and not brings(module, tag):
            module.archive.error(node.path, f"VASSAL 3.7 has no {tag}, so it leaves this element out")
        for name, why in _no_numbers(node):
            module.archive.error(node.path, f"{name} must be {why}, not {node.get(name)[:40]!r}")
        if "." not in tag and tag not in _DATA and node is not module.root:
            module.archive.warn(node.path, f"<{tag}> is not a VASSAL class")
    _prototypes_first(module)


def brings(module: ModuleFile, tag: str) -> bool:
    """Does the module hold the code of this class itself?"""
    return f"{tag.replace('.', '/')}.class" in module.archive.names


def _no_numbers(node: Node) -> Iterator[tuple[str, str]]:
    if node.kind in _DATA:
        return
    for name, value in node.element.attrib.items():
        whole = name in WHOLE and not (node.kind == "SquareGrid" and name in ("dx", "dy"))
        if whole and value and not _INTEGER.fullmatch(value):
            yield name, "a whole number"
        elif name in DECIMAL and value and not _FRACTION.fullmatch(value):
            yield name, "a number"


def _prototypes_first(module: ModuleFile) -> None:
    kinds = [node.kind for node in module.root.children()]
    if "PrototypesContainer" not in kinds:
        return
    at = kinds.index("PrototypesContainer")
    for early in [kind for kind in kinds[:at] if kind in _HOLDERS][:1]:
        module.archive.warn(
            module.root.path, f"PrototypesContainer comes after {early}, whose pieces need prototypes"
        )
