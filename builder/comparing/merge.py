"""Two modules made into one: what only the second has comes in, under new numbers and names where need be."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any
from xml.etree.ElementTree import canonicalize, tostring

from builder.comparing.lock import read_numbers, write_numbers
from builder.comparing.pack import pack, unpack
from builder.comparing.refitting import SAVE_DATA, Numbers, Renaming, refitted
from builder.module_faults import ModuleError
from builder.vassal.archive import Identity, save_data, write_archive
from builder.vassal.modulefile import BUILD, DATA, SLOTS, ModuleFile, open_module, piece_text
from builder.vassal.nodes import Node, every
from builder.vassal.traits import SequenceFault

# Of these a module, or a map, has one; what the second keeps in its own goes into that of the first.
_SINGLE = """
BasicCommandEncoder BoardPicker Chatter ColorManager Documentation FontManager ForwardToChatter
ForwardToKeyBuffer GamePieceImageDefinitions GamePieceLayoutsContainer GlobalOptions GlobalProperties
GlobalTranslatableMessages HandMetrics HighlightLastMoved KeyBufferer KeyNamer Language MapCenterer
MenuDisplayer PieceMover PlayerRoster PrototypesContainer Scroller SelectionHighlighters StackExpander
StackMetrics
"""
_ONE = frozenset(_SINGLE.split())
_STACKS = frozenset({"SetupStack", "DrawPile"})
_OPEN = _ONE | _STACKS | {"Map", "PrivateMap", "PlayerHand", "PieceWindow", "ChartWindow"}
_PARTS = {
    "pieces": frozenset({"PieceWindow"}),
    "maps": frozenset({"Map", "PrivateMap", "PlayerHand"}),
    "prototypes": frozenset[str](),
    "setups": frozenset({"PredefinedSetup"}),
    "charts": frozenset({"ChartWindow", "Documentation"}),
}
PARTS = tuple(_PARTS)
"""What may be asked for alone."""
_PROTOTYPE = "VASSAL.build.module.PrototypeDefinition"
_NEEDED = frozenset({"PrototypesContainer", "PlayerRoster", "GlobalProperties"})


@dataclass(slots=True)
class Merged:
    """What a merge did: elements that came in, those left out because the first has their like, new names."""

    added: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    renamed: list[str] = field(default_factory=list)

    def facts(self) -> dict[str, list[str]]:
        """The merge as plain data."""
        return {"added": self.added, "left_out": self.left, "renamed": self.renamed}


def merge_modules(
    first: Path, second: Path, out: Path, only: Iterable[str] = (), rename: bool = False
) -> Merged:
    """Write the first module with everything only the second has; ModuleError when one is none.

    Either may be a module or a folder made by `unpack`; an `out` that does not end in .vmod is such a folder.
    An element of the second that has a name and kind like one of the first is left out, and told; a prototype
    of the same name that is not the same comes in under another one. Files of the same name must be the same,
    or nothing is written; with `rename` that of the second gets another name. `only` are words of `PARTS`.
    New numbers are kept beside `out`, so that merging again gives the same ones.
    """
    wanted = _wanted(only)
    with tempfile.TemporaryDirectory() as folder:
        base, other = (_opened(path, Path(folder) / f"{n}.vmod") for n, path in enumerate((first, second)))
        merge = _Merge(base, other, wanted, Numbers(*_free(base), read_numbers(out)))
        entries = merge.entries(rename)
        file = write_archive(Path(folder) / "out.vmod" if _is_folder(out) else out, entries)
        if _is_folder(out):
            unpack(file, out)
    write_numbers(out, merge.numbers.renumbered)
    return merge.told


def _is_folder(path: Path) -> bool:
    return path.suffix.lower() != ".vmod"


def _wanted(only: Iterable[str]) -> frozenset[str]:
    """The kinds of elements to bring in at the top; none means all."""
    words = list(only)
    unknown = sorted(set(words) - _PARTS.keys())
    if unknown:
        raise ModuleError([f"--only {word}: unknown; write {', '.join(PARTS)}" for word in unknown])
    return frozenset().union(*(_PARTS[word] for word in words), _NEEDED) if words else frozenset()


def _opened(path: Path, half: Path) -> ModuleFile:
    """A module, or a folder of one; ModuleError for an extension, too."""
    module = open_module(pack(path, half) if path.is_dir() else path)
    if module.is_extension:
        of = module.root.get("module")
        how = "put it into the folder MODULE_ext beside the module, and VASSAL adds it by itself"
        raise ModuleError([f"{path}: is an extension of {of!r}, not a module: {how}"])
    return module


def _free(base: ModuleFile) -> tuple[set[int], int]:
    """The numbers that the first module uses, and the first that it does not."""
    gpids = [node.get("gpid") for node in base.of(*SLOTS)]
    taken = {int(gpid) for gpid in gpids if gpid.isdecimal() and len(gpid) < 10}
    following = base.root.get("nextPieceSlotId")
    said = int(following) if following.isdecimal() and len(following) < 10 else 1
    return taken, max(said, max(taken, default=0) + 1)


class _Merge:
    """One merge under way: both modules, what is called otherwise, and what has been done."""

    def __init__(self, base: ModuleFile, other: ModuleFile, wanted: frozenset[str], numbers: Numbers) -> None:
        self.base, self.other, self.wanted, self.numbers = base, other, wanted, numbers
        self.told = Merged()
        self.renaming = Renaming(numbers)
        self.known = frozenset[str]()

    def entries(self, rename: bool) -> dict[str, bytes]:
        """All files of the merged module."""
        files = self._files(rename)
        self._name_prototypes()
        self._rename(self.other.root)
        self._bring(self.base.root, self.other.root, at_top=True)
        self.base.root.element.set("nextPieceSlotId", str(self.numbers.next))
        for old, new in self.numbers.renumbered.items():
            self.told.renamed.append(f"piece {old} of the second module has the number {new}")
        build = tostring(self.base.root.element, encoding="utf-8", xml_declaration=True)
        return {**self._needed(files, build), BUILD: build}

    def _files(self, rename: bool) -> dict[str, bytes]:
        """The files of both; ModuleError with those of one name and unlike content, if none is renamed."""
        files = {name: self.base.archive.read(name) for name in _entries(self.base)}
        clashes = []
        for name in sorted(_entries(self.other) - {BUILD, DATA}):
            content = self.other.archive.read(name)
            if name not in files or content is None or files[name] == content:
                files.setdefault(name, content)
            elif rename:
                files[self._other_name(name, files.keys() | self.other.archive.names)] = content
            else:
                clashes.append(f"{name}: both modules have it, and it is not the same; rename one of them, "
                               "or let --rename give that of the second module another name")  # fmt: skip
        problems = [
            f"{p.where}: {p.what}" for p in (*self.base.archive.problems, *self.other.archive.problems)
        ]
        if clashes or problems:
            raise ModuleError([*problems, *clashes])
        return {name: content for name, content in files.items() if content is not None}

    def _other_name(self, name: str, taken: Iterable[str]) -> str:
        path, known, number = PurePosixPath(name), set(taken), 2
        while (new := str(path.with_name(f"{path.stem}-{number}{path.suffix}"))) in known:
            number += 1
        old, fresh = (one.removeprefix("images/") for one in (name, new))
        self.renaming.files[old] = fresh
        self.told.renamed.append(f"{name} of the second module is {new}; both have one, and they differ")
        return new

    def _name_prototypes(self) -> None:
        """Prototypes of one name that are not the same: that of the second gets another."""
        known = {node.get("name"): piece_text(node) for node in self.base.of("PrototypeDefinition")}
        self.known = frozenset(known)
        for node in self.other.of("PrototypeDefinition"):
            name, text = node.get("name"), piece_text(node)
            if self.renaming.text(text) != known.get(name, self.renaming.text(text)):
                number = 2
                while (new := f"{name} ({number})") in known:
                    number += 1
                known[new] = text
                self.renaming.prototypes[name] = new
                self.told.renamed.append(
                    f"prototype {name!r} of the second module is {new!r}; both have one, and they differ"
                )

    def _rename(self, root: Node) -> None:
        """Give the second module its new names, before it is compared with the first."""
        renaming = self.renaming
        for node in every(root):
            for key, value in node.element.attrib.items():
                node.element.set(key, renaming.files.get(value, value))
            if node.kind == "PrototypeDefinition":
                name = node.get("name")
                node.element.set("name", renaming.prototypes.get(name, name))
                if renaming.prototypes or renaming.files:
                    node.element.text = renaming.prototype(node.element.text or "")

    def _bring(self, base: Node, other: Node, at_top: bool = False) -> None:
        """Bring the children of one element into its like; children alike are merged or left out in turn."""
        known = {_key(child): child for child in base.children()}
        for child in other.children():
            if at_top and self.wanted and child.kind not in self.wanted:
                continue
            like = known.get(_key(child))
            if child.kind == "PrototypeDefinition" and child.get("name") in self.known:
                continue
            if like is None or (child.kind in SLOTS and self._is_another(like, child)):
                self._add(base, child)
            elif child.kind in _OPEN or child.kind.endswith(("Widget", "Folder")):
                if like.element.attrib != child.element.attrib:
                    self.told.left.append(f"{child.path} (its settings)")
                self._bring(like, child)
            elif child.kind in SLOTS:
                self.numbers.given[child.get("gpid")] = like.get("gpid")
                self._leave(like, child)
            else:
                self._leave(like, child)

    def _leave(self, like: Node, child: Node) -> None:
        if _content(like) != _content(child):
            self.told.left.append(child.path)

    def _is_another(self, like: Node, child: Node) -> bool:
        """Two pieces are called alike, but they have other numbers and are not the same."""
        return like.get("gpid") != child.get("gpid") and _content(like) != _content(child)

    def _add(self, base: Node, child: Node) -> None:
        for parent in child.element.iter():
            for node in [
                node for node in parent if node.tag == _PROTOTYPE and node.get("name") in self.known
            ]:
                parent.remove(node)
        for slot in (node for node in every(child) if node.kind in SLOTS):
            gpid = self.numbers.fit_slot(slot.get("gpid"))
            slot.element.text = self.renaming.slot(slot.element.text or "", gpid)
            slot.element.set("gpid", gpid)
        base.element.append(child.element)
        self.told.added.append(child.path)

    def _needed(self, files: Mapping[str, bytes], build: bytes) -> dict[str, bytes]:
        """The files to be written: with only some parts, of the second module those that anything names."""
        own, inside = _entries(self.base), set(self._setups(files))
        text = build.decode("utf-8")
        kept = {
            name: content
            for name, content in files.items()
            if name in own or not self.wanted or PurePosixPath(name).name in text
        }
        foreign = [name for name in inside if name in kept and name not in own]
        return kept | {name: self._refitted(name, kept[name]) for name in foreign}

    def _setups(self, files: Mapping[str, bytes]) -> Iterator[str]:
        yield from (
            node.get("file") for node in self.other.of("PredefinedSetup") if node.get("file") in files
        )

    def _refitted(self, name: str, content: bytes) -> bytes:
        """A set-up of the second module as one of the merged module; one that cannot be read as it is."""
        data: dict[str, bytes] = {}
        own = self.base.archive.read(DATA) if DATA in self.base.archive.names else None
        if own is not None:
            identity = Identity("", self.base.root.get("version"), "")
            data = {DATA: own, SAVE_DATA: save_data(identity, "")}
        with suppress(SequenceFault):
            return refitted(content, self.renaming, data)
        self.told.left.append(f"{name}: no saved game that can be read, so it is as it was")
        return content


def _entries(module: ModuleFile) -> set[str]:
    return {name for name in module.archive.names if not name.endswith("/")}


def _key(node: Node) -> tuple[Any, ...]:
    """By what an element is found again: kind and name; a stack by its place, too; without name, by all."""
    if node.kind in _ONE:
        return (node.kind,)
    names = ("mapName", "name", "entryName", "title", "chartName", "text")
    own = next((node.get(key) for key in names if node.get(key)), "") or (node.element.text or "").strip()
    if node.kind in _STACKS:
        return node.kind, own, *(node.get(key) for key in ("owningBoard", "x", "y", "location"))
    return (node.kind, own) if own or node.kind in _OPEN else (node.kind, _plain(node))


def _content(node: Node) -> Any:
    """What an element is, but for the number of a piece."""
    if node.kind not in SLOTS:
        return _plain(node)
    blank = Renaming(Numbers(set(), 1))
    return node.get("entryName"), blank.slot(node.element.text or "", "0")


def _plain(node: Node) -> str:
    """An element in one form, however its file sets spaces and orders attributes."""
    return canonicalize(tostring(node.element, encoding="unicode"), strip_text=True)
