"""Looks a module over as VASSAL would, and further: everything wrong with it at once, nothing trusted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from pathlib import Path

from builder.check.images import Budget, check_images
from builder.check.keys import KeyCheck, Origin, check_tools
from builder.check.maps import check_maps
from builder.check.piece_check import PieceCheck
from builder.check.setups import check_setups
from builder.check.snaps import check_snaps
from builder.check.tree import brings, check_tree
from builder.check.zones import check_grids
from builder.vassal.keys import stroke
from builder.vassal.known import OWN_IMAGES
from builder.vassal.modulefile import DATA, HOLDERS, MAPS, ModuleFile, piece_text, read_module
from builder.vassal.nodes import Node, every
from builder.vassal.pages import page_images
from builder.vassal.readback import Problem, open_archive, parse_xml

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
class Looked:
    """What a look at a module found: its problems, and what its images take."""

    problems: list[Problem]
    budget: Budget


def check_module(path: Path) -> list[Problem]:
    """Everything wrong with a module; ModuleError when the file is no zip archive at all."""
    return look_over(path).problems


def look_over(path: Path) -> Looked:
    """Everything wrong with a module, and its image budget; ModuleError when the file is no zip archive."""
    archive = open_archive(path)
    module = read_module(archive)
    if module is None:
        return Looked(archive.problems, Budget(0, 0))
    for examine in _EXAMINATIONS:
        examine(module)
    budget = check_images(archive, shown_images(module), _by_pieces(module))
    return Looked(archive.problems, budget)


def _examine_root(module: ModuleFile) -> None:
    if module.is_extension:
        _examine_extension(module)
        return
    first = next(iter(module.root.children()), None)
    if not module.root.get("name"):
        module.archive.error(module.root.path, "has no name; VASSAL keeps preferences under it")
    if first is None or not (first.kind == "BasicCommandEncoder" or brings(module, first.element.tag)):
        module.archive.error(
            module.root.path, "must begin with BasicCommandEncoder, or no piece can be built"
        )
    version = module.root.get("VassalVersion")
    if version and not _between(version, (3, 5), (3, 8)):
        old = _between(version, (0, 0), (3, 5))
        reads = "VASSAL 3.7 and hexpost read it" if old else "it may hold what VASSAL 3.7 does not know"
        module.archive.warn(module.root.path, f"was made with VASSAL {version}: {reads}")


def _examine_extension(module: ModuleFile) -> None:
    """An extension says which module it belongs to, and where each of its parts goes."""
    for name in ("module", "version", "extensionId"):
        if not module.root.get(name):
            module.archive.error(module.root.path, f"has no {name}")
    for node in module.of("ExtensionElement"):
        if len(list(node.children())) != 1:
            module.archive.error(node.path, "must hold exactly one element")


def _between(version: str, low: tuple[int, int], high: tuple[int, int]) -> bool:
    numbers = [int(part) for part in re.findall(r"\d{1,6}", version)[:2]]
    return low <= tuple(numbers) < high


def _examine_data(module: ModuleFile) -> None:
    if DATA not in module.archive.names:
        module.archive.warn(DATA, "is missing; VASSAL's launcher shows the module without name and version")
        return
    data = parse_xml(module.archive, DATA)
    for key in ("version",) if module.is_extension else ("name", "version") if data is not None else ():
        said, really = (data.findtext(key) or "") if data is not None else "", module.root.get(key)
        if said != really:
            module.archive.error(DATA, f"{key} is {said!r}, in the build file it is {really!r}")


def _examine_files(module: ModuleFile) -> None:
    """Every image and page that is named is there."""
    for node in module.nodes:
        for name, value in node.element.attrib.items():
            if _IMAGES.match(name) and value and not has_image(module.archive.names, value):
                module.archive.error(node.path, f"{name}: no image {value!r} in the module")
        if node.kind == "BrowserHelpFile" and _help_book(node):
            _want(module, node, "title", _help_book(node))
        attribute, folder = _file_of(node)
        wanted = node.get(attribute) if attribute else ""
        if attribute and not (folder and has_image(module.archive.names, wanted)):
            _want(module, node, attribute, f"{folder}{wanted}")
        for image in page_images(module.archive, _page(node)):
            if not has_image(module.archive.names, image):
                module.archive.error(node.path, f"{_page(node)}: no image {image!r} in the module")


def _help_book(node: Node) -> str:
    """The entry of a help in pages, which is an archive in the archive; "" when its pages are on the web."""
    web = "://" in node.get("startingPage") and not node.get("contents")
    return "" if web else f"help/{node.get('title').replace(' ', '_')}"


def _page(node: Node) -> str:
    """The page in the archive that a chart or a help file shows, "" for none."""
    plain = node.kind == "HtmlChart" or (node.kind == "HelpFile" and node.get("fileType") in ("", "archive"))
    return node.get("fileName") if plain else ""


def _file_of(node: Node) -> tuple[str, str]:
    if node.kind == "HelpFile" and node.get("fileType") in ("", "archive"):
        return "fileName", ""
    if node.kind == "PredefinedSetup" and node.get("useFile") != "false" and node.get("isMenu") != "true":
        return "file", ""
    return _FILES.get(node.kind, ("", ""))


def _want(module: ModuleFile, node: Node, attribute: str, name: str) -> None:
    if name not in module.archive.names:
        module.archive.error(node.path, f"{attribute}: no file {name!r} in the module")


def has_image(names: Set[str], image: str) -> bool:
    """Is this image in the archive, or one that VASSAL has itself? A name without ending may mean a .gif."""
    if image.startswith("/"):
        return image.removeprefix("/images/") in OWN_IMAGES
    return (
        bool({f"images/{image}", f"images/{image}.gif", f"images/{image}.svg"} & names) or image in OWN_IMAGES
    )


def _examine_pieces(module: ModuleFile) -> None:
    """All pieces and prototypes, with what they refer to."""
    definitions = {node.get("name"): node for node in module.of("PrototypeDefinition")}
    known = PieceCheck(
        module.archive,
        has_image=lambda image: has_image(module.archive.names, image),
        prototypes=frozenset(definitions),
        maps=frozenset(node.get("mapName") for node in module.of(*MAPS)),
        decks=frozenset(node.get("name") for node in module.of("DrawPile")),
        elsewhere=module.is_extension,
    )
    for node in module.of("PrototypeDefinition"):
        known.prototype(node.get("name"), node.path, piece_text(node))
    for node in module.of("PieceSlot", "CardSlot"):
        known.slot(node.path, node.get("gpid"), piece_text(node))
    known.circles()
    known.numbers(module.root.path, module.root.get("nextPieceSlotId"))
    given = {name: [Origin(definitions[name].path, t) for t in known.traits[name]] for name in known.traits}
    after_move = frozenset(stroke(node.get("moveKey")) or "" for node in module.of(*MAPS)) - {""}
    keys = KeyCheck(module.archive, given, after_move)
    for path, piece in known.pieces if not module.is_extension else ():
        keys.piece(path, piece.traits)
    keys.tell()
    check_tools(module.archive, module.root)


def shown_images(module: ModuleFile) -> frozenset[str]:
    """The images that anything in the module names, by their names inside the folder of images."""
    named = {value for node in module.nodes for value in node.element.attrib.values() if value}
    for node in module.of("PieceSlot", "CardSlot", "PrototypeDefinition"):
        named |= _names_in(piece_text(node))
    for node in module.of("HtmlChart", "HelpFile"):
        named |= set(page_images(module.archive, _page(node)))
    for node in module.of("option"):
        named.add((node.element.text or "").strip())
    return frozenset(named)


def _by_pieces(module: ModuleFile) -> Mapping[str, int]:
    """How many kinds of pieces show each image: those that differ in their number alone are one kind."""
    slots = [(piece_text(node), node.get("gpid")) for node in module.of("PieceSlot", "CardSlot")]
    named = {(text.replace(f";{gpid};", ";;"), name) for text, gpid in slots for name in _names_in(text)}
    return Counter(name for _, name in named)


def _names_in(text: str) -> set[str]:
    """Every text in a piece that could be the name of an image: VASSAL has more ways to name one than we."""
    plain = text.replace("\\", "")
    found = set(re.split(r"[;,\t\x1b]| N |(?<!\.)/", plain)) | set(re.split(r"[;,\t\x1b]", plain))
    return found | {name.removeprefix("n") for name in found}  # as a shape names the image it was made of


def _examine_maps(module: ModuleFile) -> None:
    check_maps(module.archive, module.of(*MAPS))
    check_grids(module.archive, module.of("Board"), _charts(module))


def _charts(module: ModuleFile) -> set[int]:
    """The boards of charts: those inside a chart window, and of maps that stay empty where others do not."""
    shown = [node for node in every(module.root) if node.kind == "WidgetMap"]
    maps = list(module.of(*MAPS))
    empty = [one for one in maps if not any(node.kind in HOLDERS for node in every(one))]
    charts = [*shown, *(empty if len(empty) < len(maps) else ())]
    return {id(node.element) for chart in charts for node in every(chart) if node.kind == "Board"}


_EXAMINATIONS: tuple[Callable[[ModuleFile], None], ...] = (
    _examine_root,
    _examine_data,
    _examine_files,
    check_tree,
    _examine_pieces,
    _examine_maps,
    check_snaps,
    check_setups,
)
