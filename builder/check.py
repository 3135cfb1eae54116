"""Looks a module over as VASSAL would, and further: everything wrong with it at once, nothing trusted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from builder.check_maps import check_maps, check_zones
from builder.check_pieces import PieceCheck
from builder.known import OWN_IMAGES
from builder.nodes import Node, every
from builder.readback import Archive, Problem, open_archive, parse_xml

_ROOTS = ("VASSAL.build.GameModule", "VASSAL.launch.BasicModule")
_MAPS = ("Map", "PrivateMap", "PlayerHand")
_BUILD, _DATA = "buildFile.xml", "moduledata"
# Attributes that name an image, in whatever element they stand.
_IMAGES = re.compile(r"^(image|icon|iconName|.*Icon(Name)?|.*_icon)$")
# Elements whose attribute names a file: in images/ when it ends with a slash here, else at the root.
_FILES = {
    "AboutScreen": ("fileName", "images/"),
    "Chart": ("fileName", "images/"),
    "HtmlChart": ("fileName", ""),
    "BrowserPDFFile": ("pdfFile", ""),
    "Tutorial": ("logfile", ""),
}


@dataclass(slots=True)
class _Module:
    """A module under examination."""

    archive: Archive
    root: Node
    nodes: list[Node] = field(default_factory=list)

    def of(self, *kinds: str) -> Iterator[Node]:
        """All elements of these kinds."""
        return (node for node in self.nodes if node.kind in kinds)


def check_module(path: Path) -> list[Problem]:
    """Everything wrong with a module; ModuleError when the file is no zip archive at all."""
    archive = open_archive(path)
    module = _read(archive)
    if module is not None:
        for examine in _EXAMINATIONS:
            examine(module)
    return archive.problems


def _read(archive: Archive) -> _Module | None:
    if _BUILD not in archive.names:
        old = "; VASSAL 3.7 can bring its old buildFile up to date" if "buildFile" in archive.names else ""
        archive.error(_BUILD, f"is missing, so this is no module{old}")
        return None
    root = parse_xml(archive, _BUILD)
    if root is None:
        return None
    if root.tag not in _ROOTS:
        archive.error(_BUILD, f"begins with {root.tag!r}, a module begins with {_ROOTS[0]!r}")
        return None
    module = _Module(archive, Node(root, "GameModule"))
    module.nodes = list(every(module.root))
    return module


def _examine_root(module: _Module) -> None:
    kinds = [node.kind for node in module.root.children()]
    if not module.root.get("name"):
        module.archive.error(module.root.path, "has no name; VASSAL keeps preferences under it")
    if "BasicCommandEncoder" not in kinds[:1]:
        module.archive.error(
            module.root.path, "must begin with BasicCommandEncoder, or no piece can be built"
        )
    if module.root.get("VassalVersion") and not _between(module.root.get("VassalVersion"), (3, 5), (3, 8)):
        module.archive.warn(
            module.root.path, f"VassalVersion {module.root.get('VassalVersion')} is not 3.5 to 3.7"
        )


def _between(version: str, low: tuple[int, int], high: tuple[int, int]) -> bool:
    numbers = [int(part) for part in re.findall(r"\d{1,6}", version)[:2]]
    return low <= tuple(numbers) < high


def _examine_data(module: _Module) -> None:
    if _DATA not in module.archive.names:
        module.archive.warn(_DATA, "is missing; VASSAL's launcher shows the module without name and version")
        return
    data = parse_xml(module.archive, _DATA)
    for key in ("name", "version") if data is not None else ():
        said, really = (data.findtext(key) or "") if data is not None else "", module.root.get(key)
        if said != really:
            module.archive.error(_DATA, f"{key} is {said!r}, in the build file it is {really!r}")


def _examine_files(module: _Module) -> None:
    """Every image and page that is named is there."""
    for node in module.nodes:
        for name, value in node.element.attrib.items():
            if _IMAGES.match(name) and value and not has_image(module.archive.names, value):
                module.archive.error(node.path, f"{name}: no image {value!r} in the module")
        attribute, folder = _file_of(node)
        wanted = node.get(attribute) if attribute else ""
        if attribute and not (folder and has_image(module.archive.names, wanted)):
            _want(module, node, attribute, f"{folder}{wanted}")


def _file_of(node: Node) -> tuple[str, str]:
    if node.kind == "HelpFile" and node.get("fileType") in ("", "archive"):
        return "fileName", ""
    if node.kind == "PredefinedSetup" and node.get("useFile") != "false" and node.get("isMenu") != "true":
        return "file", ""
    return _FILES.get(node.kind, ("", ""))


def _want(module: _Module, node: Node, attribute: str, name: str) -> None:
    if name not in module.archive.names:
        module.archive.error(node.path, f"{attribute}: no file {name!r} in the module")


def has_image(names: frozenset[str], image: str) -> bool:
    """Is this image in the archive, or one that VASSAL has itself? A name without ending may mean a .gif."""
    if image.startswith("/"):
        return image.removeprefix("/images/") in OWN_IMAGES
    return (
        bool({f"images/{image}", f"images/{image}.gif", f"images/{image}.svg"} & names) or image in OWN_IMAGES
    )


def _examine_pieces(module: _Module) -> None:
    """All pieces and prototypes, with what they refer to."""
    definitions = {node.get("name"): node for node in module.of("PrototypeDefinition")}
    known = PieceCheck(
        module.archive,
        has_image=lambda image: has_image(module.archive.names, image),
        prototypes=frozenset(definitions),
        maps=frozenset(node.get("mapName") for node in module.of(*_MAPS)),
        decks=frozenset(node.get("name") for node in module.of("DrawPile")),
    )
    for name, node in definitions.items():
        known.prototype(name, node.path, (node.element.text or "").strip())
    for node in module.of("PieceSlot", "CardSlot"):
        known.slot(node.path, node.get("gpid"), (node.element.text or "").strip())
    known.circles()
    known.numbers(module.root.path, module.root.get("nextPieceSlotId"))


def _examine_maps(module: _Module) -> None:
    check_maps(module.archive, module.of(*_MAPS))
    check_zones(module.archive, module.of("Zone"))


_EXAMINATIONS: tuple[Callable[[_Module], None], ...] = (
    _examine_root,
    _examine_data,
    _examine_files,
    _examine_pieces,
    _examine_maps,
)
