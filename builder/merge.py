"""Two modules made into one: what only the second has comes in, under new numbers where need be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree.ElementTree import tostring

from builder.archive import write_archive
from builder.faults import ModuleError
from builder.modulefile import BUILD, ModuleFile, open_module
from builder.nodes import Node
from builder.traits import Definition, SequenceFault, Trait, join, read_definition, split

_SLOTS = ("PieceSlot", "CardSlot")
# Of these a module has one; what the second module keeps in its own goes into that of the first.
_SINGLE = """
BasicCommandEncoder Chatter ColorManager Documentation FontManager GamePieceImageDefinitions GlobalOptions
GlobalProperties GlobalTranslatableMessages KeyNamer Language PlayerRoster PrototypesContainer
"""
_ONE = frozenset(_SINGLE.split())


@dataclass(slots=True)
class Merged:
    """What a merge did: elements that came in, and those left out because the first module has their like."""

    added: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    def facts(self) -> dict[str, list[str]]:
        """The merge as plain data."""
        return {"added": self.added, "left_out": self.left}


def merge_modules(first: Path, second: Path, out: Path) -> Merged:
    """Write the first module with everything only the second has; ModuleError when one is none.

    An element of the second that has a name and kind like one of the first is left out, and told. Images and
    pages of the same name must be the same, or nothing is written.
    """
    base, other = open_module(first), open_module(second)
    told = Merged()
    files = _files(base, other)
    numbers = _Numbers(base)
    _merge(base.root, other.root, numbers, told)
    base.root.element.set("nextPieceSlotId", str(numbers.next))
    build = tostring(base.root.element, encoding="utf-8", xml_declaration=True)
    write_archive(out, {**files, BUILD: build})
    return told


def _files(base: ModuleFile, other: ModuleFile) -> dict[str, bytes]:
    """All entries of both; ModuleError with those of one name and unlike content."""
    files = {name: base.archive.read(name) for name in base.archive.names if not name.endswith("/")}
    clashes = []
    for name in sorted(other.archive.names - {BUILD, "moduledata"}):
        content = None if name.endswith("/") else other.archive.read(name)
        if content is not None and files.setdefault(name, content) != content:
            clashes.append(f"{name}: both modules have it, and it is not the same; rename one of them")
    problems = [f"{p.where}: {p.what}" for p in (*base.archive.problems, *other.archive.problems)]
    if clashes or problems:
        raise ModuleError([*problems, *clashes])
    return {name: content for name, content in files.items() if content is not None}


class _Numbers:
    """Gives pieces from outside a number that is free."""

    def __init__(self, base: ModuleFile) -> None:
        gpids = [node.get("gpid") for node in base.of(*_SLOTS)]
        self.taken = {int(gpid) for gpid in gpids if gpid.isdecimal() and len(gpid) < 10}
        following = base.root.get("nextPieceSlotId")
        said = int(following) if following.isdecimal() and len(following) < 10 else 1
        self.next = max(said, max(self.taken, default=0) + 1)

    def fit(self, slot: Node) -> None:
        """Number a slot anew if its number is taken, outside and inside of its definition."""
        gpid = slot.get("gpid")
        if not gpid.isdecimal() or len(gpid) > 9 or int(gpid) in self.taken:
            gpid = str(self.next)
            slot.element.set("gpid", gpid)
            slot.element.text = _renumbered(slot.element.text or "", gpid)
        self.taken.add(int(gpid))
        self.next = max(self.next, int(gpid) + 1)


def _renumbered(text: str, gpid: str) -> str:
    try:
        piece = read_definition(text.strip())
    except SequenceFault:
        return text
    state = (split(";", piece.basic.state) + [""] * 5)[: max(5, len(split(";", piece.basic.state)))]
    basic = Trait(piece.basic.type, join(";", [*state[:3], gpid, *state[4:]]))
    return Definition(piece.id, (*piece.traits[:-1], basic)).text


def _merge(base: Node, other: Node, numbers: _Numbers, told: Merged) -> None:
    """Bring the children of one element into its like; children alike are merged or left out in turn."""
    known = {(child.kind, _name(child)): child for child in base.children()}
    for child in other.children():
        like = known.get((child.kind, _name(child)))
        if like is None:
            _number(child, numbers)
            base.element.append(child.element)
            told.added.append(child.path)
        elif child.kind in _ONE or child.kind.endswith("Widget") or child.kind == "PieceWindow":
            _merge(like, child, numbers, told)
        elif tostring(like.element) != tostring(child.element):
            told.left.append(child.path)


def _name(node: Node) -> str:
    if node.kind in _ONE:
        return ""
    names = ("mapName", "name", "entryName", "title", "chartName", "text")
    own = next((node.get(key) for key in names if node.get(key)), "")
    return own or (node.element.text or "").strip()


def _number(node: Node, numbers: _Numbers) -> None:
    for slot in _slots(node):
        numbers.fit(slot)


def _slots(node: Node) -> Iterator[Node]:
    for child in (node, *node.children()):
        if child.kind in _SLOTS:
            yield child
        elif child is not node:
            yield from _slots(child)
