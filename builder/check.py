"""Looks a module over as VASSAL would, and further: everything wrong with it at once, nothing trusted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from builder.check_pieces import PieceCheck
from builder.known import OWN_IMAGES
from builder.readback import Archive, Problem, open_archive, parse_xml

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_ROOTS = ("VASSAL.build.GameModule", "VASSAL.launch.BasicModule")
_BUILD, _DATA = "buildFile.xml", "moduledata"
_PLUMBING = (
    "StackMetrics",
    "MenuDisplayer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
    "ForwardToKeyBuffer",
)
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


@dataclass(frozen=True, slots=True)
class Node:
    """An element with the way to it: "GameModule/Map Board/SetupStack Lebus: 712"."""

    element: Element
    path: str

    @property
    def kind(self) -> str:
        """The class without its package: "PieceSlot"."""
        return _short(self.element)

    def get(self, name: str) -> str:
        """An attribute, "" when it is missing."""
        return self.element.get(name, "")

    def children(self) -> Iterator[Node]:
        """The elements inside, each with its own path; folders are looked through, as VASSAL does."""
        for child in self.element:
            if isinstance(child.tag, str):
                yield Node(child, f"{self.path}/{_short(child)}{_label(child)}")


def _short(element: Element) -> str:
    return str(element.tag).rpartition(".")[2]


def _label(element: Element) -> str:
    names = ("mapName", "name", "entryName", "title", "chartName")
    name = next((element.get(key, "") for key in names if element.get(key)), "")
    return f" {name}" if name else ""


def every(node: Node) -> Iterator[Node]:
    """The node and all below it, in document order."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting.extend(reversed(list(found.children())))


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
        old = (
            "; its old buildFile can be brought up to date by VASSAL 3.7"
            if "buildFile" in archive.names
            else ""
        )
        archive.error(_BUILD, f"is missing, so this is no module{old}")
        return None
    root = parse_xml(archive, _BUILD)
    if root is None:
        return None
    if root.tag not in _ROOTS:
        archive.error(_BUILD, f"begins with {root.tag!r}, a module begins with {_ROOTS[0]!r}")
        return None
    module = _Module(archive, Node(root, _short(root)))
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
        maps=frozenset(node.get("mapName") for node in _maps(module)),
        decks=frozenset(node.get("name") for node in module.of("DrawPile")),
    )
    for name, node in definitions.items():
        known.prototype(name, node.path, (node.element.text or "").strip())
    for node in module.of("PieceSlot", "CardSlot"):
        known.slot(node.path, node.get("gpid"), (node.element.text or "").strip())
    known.circles()
    known.numbers(module.root.path, module.root.get("nextPieceSlotId"))


def _maps(module: _Module) -> Iterator[Node]:
    return module.of("Map", "PrivateMap", "PlayerHand")


def _examine_maps(module: _Module) -> None:
    seen: set[str] = set()
    for node in _maps(module):
        name = node.get("mapName")
        if not name or name in seen:
            module.archive.error(node.path, "has no name" if not name else f"a second map is called {name!r}")
        seen.add(name)
        _examine_map(module, node)


def _examine_map(module: _Module, node: Node) -> None:
    kinds = [child.kind for child in node.children()]
    metrics = {"StackMetrics", "HandMetrics"} & set(kinds)
    for missing in (
        kind for kind in _PLUMBING if kind not in kinds and not (kind == "StackMetrics" and metrics)
    ):
        module.archive.warn(node.path, f"has no {missing}; the map will not answer the mouse as it should")
    first = min(
        (kinds.index(kind) for kind in ("SetupStack", "DrawPile") if kind in kinds), default=len(kinds)
    )
    if "BoardPicker" not in kinds[:first]:
        module.archive.error(
            node.path, "BoardPicker must stand before stacks and decks, or VASSAL loses them"
        )
    boards = {board.get("name"): board for board in every(node) if board.kind == "Board"}
    for stack in (child for child in every(node) if child.kind in ("SetupStack", "DrawPile")):
        _examine_stack(module, stack, boards)


def _examine_stack(module: _Module, stack: Node, boards: Mapping[str, Node]) -> None:
    owner = stack.get("owningBoard")
    numbers = [stack.get(axis) or "100" for axis in ("x", "y")]
    if not all(re.fullmatch(r"-?\d{1,9}", number) for number in numbers):
        module.archive.error(stack.path, f"x and y must be whole numbers, not {numbers}")
        return
    if owner and owner not in boards and owner != "<any>":
        module.archive.error(
            stack.path, f"owningBoard: no board {owner!r} on this map, so the stack never appears"
        )
        return
    x, y = int(numbers[0]), int(numbers[1])
    zones = _only_zones(boards[owner]) if owner in boards else []
    if zones and not any(holds(outline(zone.get("path")), x, y) for zone in zones):
        module.archive.warn(stack.path, f"stands at {x},{y}, which lies in no zone of {owner!r}")


def _only_zones(board: Node) -> list[Node]:
    """The zones of a board, none if a grid behind them names the places between."""
    grids = [grid for grid in board.children() if grid.kind == "ZonedGrid"]
    parts = [part for grid in grids for part in grid.children()]
    behind = any(part.kind.endswith("Grid") for part in parts)
    return [] if behind else [part for part in parts if part.kind == "Zone"]


def outline(path: str) -> list[tuple[int, int]]:
    """The corners of a zone, none when its path is malformed."""
    corners = [re.fullmatch(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*", corner) for corner in path.split(";")]
    found = [(int(corner[1]), int(corner[2])) for corner in corners if corner]
    return found if len(found) == len(corners) and len(found) > 2 else []


def holds(corners: list[tuple[int, int]], x: int, y: int) -> bool:
    """Does the outline hold the point? As in Java: left and upper edges in, right and lower ones out."""
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def _examine_zones(module: _Module) -> None:
    for zone in module.of("Zone"):
        if not zone.get("name"):
            module.archive.error(zone.path, "has no name")
        if not outline(zone.get("path")):
            module.archive.error(
                zone.path, f"path must be three or more x,y pairs, not {zone.get('path')[:60]!r}"
            )


_EXAMINATIONS: tuple[Callable[[_Module], None], ...] = (
    _examine_root,
    _examine_data,
    _examine_files,
    _examine_pieces,
    _examine_maps,
    _examine_zones,
)
