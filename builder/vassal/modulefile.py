"""A module somebody made, opened: its archive, and every element of its build file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from builder.module_faults import ModuleError
from builder.vassal.nodes import Node, every
from builder.vassal.readback import Archive, open_archive, parse_xml
from builder.vassal.traits import SequenceFault, split

BUILD, DATA = "buildFile.xml", "moduledata"
OLD_BUILD = "buildFile"
"""What the build file was called before VASSAL 3.5."""
ROOTS = ("VASSAL.build.GameModule", "VASSAL.launch.BasicModule")
EXTENSION = "VASSAL.build.module.ModuleExtension"
EXTENSION_FILE = ".vmdx"
MAPS = ("Map", "PrivateMap", "PlayerHand")
SLOTS, HOLDERS = ("PieceSlot", "CardSlot"), ("SetupStack", "DrawPile")
"""Elements that are windows with a map, that define a piece, and that lay pieces out at the start."""


@dataclass(frozen=True)
class ModuleFile:
    """A module, or an extension of one, with its elements in document order."""

    archive: Archive
    root: Node

    @cached_property
    def nodes(self) -> list[Node]:
        """Every element, the root first."""
        return list(every(self.root))

    @property
    def is_extension(self) -> bool:
        """Whether this only adds to another module."""
        return self.root.element.tag == EXTENSION

    def of(self, *kinds: str) -> Iterator[Node]:
        """All elements of these kinds, in document order."""
        return (node for node in self.nodes if node.kind in kinds)


def folder_of_extensions(module: Path) -> Path:
    """Where VASSAL looks for the extensions of a module."""
    return module.parent / f"{module.stem}_ext"


def extensions_beside(module: Path) -> list[Path]:
    """The extensions that VASSAL reads with a module, by name."""
    return sorted(folder_of_extensions(module).glob(f"*{EXTENSION_FILE}"))


def lost_targets(extension: ModuleFile, bases: Iterable[ModuleFile]) -> Iterator[str]:
    """The elements to which an extension adds something, and which neither its `bases` nor it itself have,
    each as VASSAL writes it. VASSAL switches such an extension off."""
    for file, node, place in additions((*bases, extension)):
        if place is None and file is extension:
            yield node.get("target")


def additions(files: Iterable[ModuleFile]) -> Iterator[tuple[ModuleFile, Node, Node | None]]:
    """Each element that the extensions of a module, the first of the files, add to it: whose it is, and the
    element to which it is added, None where there is none."""
    base, *extensions = files
    added: list[tuple[Node, Node]] = []
    for file in extensions:
        for node in (one for one in file.root.children() if one.kind == "ExtensionElement"):
            try:
                steps = [[*split(":", one), ""][:2] for one in split("/", node.get("target"))]
            except SequenceFault:
                steps = [[node.get("target"), ""]]
            place = _reached(base.root, [one for one in steps if one[0]], added)
            if place is not None:
                added += [(place, one) for one in node.children()]
            yield file, node, place


def _reached(parent: Node, steps: list[list[str]], added: list[tuple[Node, Node]]) -> Node | None:
    """The element at the end of a way of classes and names. Where no name fits, VASSAL takes any of the class
    from which the way goes on."""
    if not steps:
        return parent
    (tag, name), *rest = steps
    inside = (*parent.children(), *(node for place, node in added if place.element is parent.element))
    alike = [one for one in inside if one.element.tag == tag]
    named = [one for one in alike if name in names_on_the_way(one)]
    return next((end for one in named[:1] or alike if (end := _reached(one, rest, added))), None)


def names_on_the_way(node: Node) -> tuple[str, ...]:
    """What VASSAL may call an element on the way to it; a stack by its first piece and its place, too."""
    names = node.get("mapName"), node.get("entryName"), node.get("name")
    if node.kind != "SetupStack":
        return names
    on_grid = node.get("useGridLocation") == "true"
    place = node.get("location") if on_grid else f"({node.get('x') or 100},{node.get('y') or 100})"
    first = next((one.get("entryName") for one in node.children()), "")
    return (" - ".join(filter(None, (node.get("name"), first, place))),)


def read_module(archive: Archive) -> ModuleFile | None:
    """The module in an archive; None after keeping the error that tells why there is none."""
    name = next((name for name in (BUILD, OLD_BUILD) if name in archive.names), "")
    if not name:
        archive.error(BUILD, "is missing, so this is not a module")
        return None
    root = parse_xml(archive, name)
    if root is None:
        return None
    if root.tag not in (*ROOTS, EXTENSION):
        archive.error(name, f"begins with {str(root.tag)[:60]!r}, a module begins with {ROOTS[0]!r}")
        return None
    return ModuleFile(archive, Node(root, "ModuleExtension" if root.tag == EXTENSION else "GameModule"))


def open_module(path: Path) -> ModuleFile:
    """A module to be read; ModuleError when it is none, or so large that reading it would do harm.

    Problems of single entries, such as a name that leads out of the archive, are kept in its archive.
    """
    archive = open_archive(path)
    if any(problem.where == "archive" for problem in archive.problems):
        raise ModuleError([f"{path}: {problem.where}: {problem.what}" for problem in archive.problems])
    before = len(archive.problems)
    module = read_module(archive)
    if module is None:
        new = archive.problems[before:]
        raise ModuleError([f"{path}: {problem.where}: {problem.what}" for problem in new])
    return module


def piece_text(node: Node) -> str:
    """The definition in a slot or a prototype, as VASSAL reads it."""
    return (node.element.text or "").strip()
