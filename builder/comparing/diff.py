"""What changed between two versions of a module, in words for players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from builder.comparing.grids import GRIDS, grid_changes
from builder.vassal.modulefile import BUILD, DATA, HOLDERS, MAPS, SLOTS, ModuleFile, open_module, piece_text
from builder.vassal.nodes import Node, every
from builder.vassal.outlines import holds, outline
from builder.vassal.traits import Definition, SequenceFault, Trait, read_definition, read_marks

_QUIET = ("gpid", "nextPieceSlotId", "entryName")
# Elements told of in their own words; whatever else changed is told by its attributes.
_TOLD = (*SLOTS, *GRIDS, "PrototypeDefinition", "Zone", *HOLDERS, "entry")


@dataclass(frozen=True, slots=True)
class Change:
    """One change: "added", "removed", "renamed" or "changed", what it is about, and the change in words."""

    kind: str
    what: str
    words: str

    def __str__(self) -> str:
        return self.words

    def facts(self) -> dict[str, str]:
        """The change as plain data, for `--json`."""
        return {"kind": self.kind, "what": self.what, "words": self.words}


def diff_modules(old: Path, new: Path) -> list[Change]:
    """Everything players should know of when they change from one module to the other.

    ModuleError when one of them is no module.
    """
    before, after = open_module(old), open_module(new)
    return [change for compare in _COMPARISONS for change in compare(before, after)]


def _identity(before: ModuleFile, after: ModuleFile) -> Iterator[Change]:
    for name, what in (("name", "The module's name"), ("version", "The version")):
        one, other = before.root.get(name), after.root.get(name)
        if one != other:
            yield Change("changed", what.lower(), f"{what} is now {other!r}; it was {one!r}.")


def _sides(before: ModuleFile, after: ModuleFile) -> Iterator[Change]:
    one, other = (dict.fromkeys(_side_names(module), "") for module in (before, after))
    yield from _come_and_gone("side", one, other)


def _side_names(module: ModuleFile) -> Iterator[str]:
    for roster in module.of("PlayerRoster"):
        yield from ((entry.text or "").strip() for entry in roster.element)


def _come_and_gone(what: str, one: Mapping[str, object], other: Mapping[str, object]) -> Iterator[Change]:
    for name in one:
        if name not in other:
            yield Change("removed", what, f"The {what} {name!r} is gone.")
    for name in other:
        if name not in one:
            yield Change("added", what, f"There is a new {what}, {name!r}.")


# Pieces


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece as players know it: what it is called, what it can do, its numbers, its pictures."""

    name: str
    definition: Definition
    place: str

    @property
    def marks(self) -> dict[str, str]:
        return {k: v for t in self.definition.traits if t.id == "mark" for k, v in read_marks(t).items()}

    @property
    def other_traits(self) -> list[str]:
        return [trait.type for trait in self.definition.traits[:-1] if trait.id != "mark"]


def _pieces(before: ModuleFile, after: ModuleFile) -> Iterator[Change]:
    one, other = _by_gpid(before), _by_gpid(after)
    for gpid in (key for key in one if key not in other):
        yield Change(
            "removed",
            "piece",
            f"{one[gpid].name!r} is gone; saved games still show it, but no new one has it.",
        )
    for gpid in (key for key in other if key not in one):
        yield Change("added", "piece", f"There is a new piece, {other[gpid].name!r}.")
    for gpid in (key for key in one if key in other):
        yield from _same_piece(one[gpid], other[gpid])


def _by_gpid(module: ModuleFile) -> dict[str, _Piece]:
    found: dict[str, _Piece] = {}
    for node in module.of(*SLOTS):
        try:
            definition = read_definition(piece_text(node))
        except SequenceFault:
            continue
        fields = definition.basic.fields
        name = node.get("entryName") or (fields[3] if len(fields) > 3 else "")
        found.setdefault(node.get("gpid"), _Piece(name, definition, node.path.rpartition("/")[0]))
    return found


def _same_piece(one: _Piece, other: _Piece) -> Iterator[Change]:
    name = other.name
    if one.name != name:
        yield Change("renamed", "piece", f"{one.name!r} is now called {name!r}; saved games know it still.")
    old, new = one.marks, other.marks
    for key in dict.fromkeys([*old, *new]):
        if old.get(key) != new.get(key):
            was, now = (repr(marks[key]) if key in marks else "nothing" for marks in (old, new))
            yield Change("changed", "piece", f"{name!r}: {key} is now {now}; it was {was}.")
    if one.other_traits != other.other_traits:
        yield Change("changed", "piece", f"{name!r}: {_difference(one.definition, other.definition)}.")


def _difference(one: Definition, other: Definition) -> str:
    """How two lists of traits differ, in a clause."""
    old, new = ([trait for trait in piece.traits[:-1] if trait.id != "mark"] for piece in (one, other))
    lost = [_ability(trait) for trait in old if trait not in new]
    won = [_ability(trait) for trait in new if trait not in old]
    parts = [f"it no longer has {', '.join(lost)}"] if lost else []
    parts += [f"it now has {', '.join(won)}"] if won else []
    return "; ".join(parts) or "its abilities are in another order"


_ABILITIES: Mapping[str, tuple[str, int]] = {
    "prototype": ("all of", 0),
    "emb2": ("layer", 18),
    "rotate": ("rotation", 7),
    "sendto": ("command", 0),
    "return": ("command", 0),
    "delete": ("command", 0),
    "clone": ("command", 0),
    "calcProp": ("property", 0),
    "PROP": ("property", 0),
}


def _ability(trait: Trait) -> str:
    noun, place = _ABILITIES.get(trait.id, (f"trait {trait.id}", -1))
    fields = trait.fields
    return f"{noun} {fields[place]!r}" if 0 <= place < len(fields) and fields[place] else noun


def _prototypes(before: ModuleFile, after: ModuleFile) -> Iterator[Change]:
    one, other = ({n.get("name"): n for n in m.of("PrototypeDefinition")} for m in (before, after))
    yield from _come_and_gone("prototype", one, other)
    for name in (key for key in one if key in other):
        texts = [piece_text(node[name]) for node in (one, other)]
        if texts[0] != texts[1]:
            yield Change("changed", "prototype", f"All {name!r} pieces: {_told(*texts)}.")


def _told(one: str, other: str) -> str:
    try:
        return _difference(read_definition(one), read_definition(other))
    except SequenceFault:
        return "their definition changed"


# Maps


def _places(before: ModuleFile, after: ModuleFile) -> Iterator[Change]:
    one, other = (_zones(module) for module in (before, after))
    yield from _come_and_gone("place on the map", one, other)
    for name in one:
        if name in other and one[name] != other[name]:
            yield Change("changed", "place on the map", f"The place {name!r} has another outline.")


def _zones(module: ModuleFile) -> dict[str, object]:
    found: dict[str, list[object]] = {}
    for node in module.of("Zone"):
        found.setdefault(node.get("name"), []).append(outline(node.get("path")))
    for node in module.of("Region"):
        found.setdefault(node.get("name"), []).append((node.get("originx"), node.get("originy")))
    return dict(found)


def _set_up(before: ModuleFile, after: ModuleFile) -> Iterator[Change]:
    one, other = (dict(_starts(module)) for module in (before, after))
    names = {gpid: piece.name for module in (before, after) for gpid, piece in _by_gpid(module).items()}
    for gpid in (key for key in one if key in other):
        if one[gpid] != other[gpid]:
            was, now = one[gpid], other[gpid]
            yield Change("changed", "set-up", f"{names.get(gpid, gpid)!r} starts at {now}; it was {was}.")


def _starts(module: ModuleFile) -> Iterator[tuple[str, str]]:
    """Where each piece of the set-up stands, in words, by its number."""
    for node in module.of(*MAPS):
        zones = [(z.get("name"), outline(z.get("path"))) for z in every(node) if z.kind == "Zone"]
        for stack in (one for one in every(node) if one.kind in HOLDERS):
            where = f"{node.get('mapName')}, {_zone(stack, zones)}"
            yield from ((slot.get("gpid"), where) for slot in every(stack) if slot.kind in SLOTS)


def _zone(stack: Node, zones: list[tuple[str, list[tuple[int, int]]]]) -> str:
    if stack.kind == "DrawPile":
        return f"deck {stack.get('name')}"
    if stack.get("useGridLocation") == "true":
        return stack.get("location")
    x, y = stack.get("x") or "100", stack.get("y") or "100"
    if x.isdecimal() and y.isdecimal():
        for name, corners in zones:
            if corners and holds(corners, int(x), int(y)):
                return name
    return f"{x},{y}"


# Everything else


def _elements(before: ModuleFile, after: ModuleFile) -> Iterator[Change]:
    """Windows, buttons, charts and all other elements, by their attributes."""
    one, other = (_by_path(module) for module in (before, after))
    for path in (key for key in one if key not in other):
        yield Change("removed", one[path].kind, f"{_words(path)} is gone.")
    for path in (key for key in other if key not in one):
        yield Change("added", other[path].kind, f"There is a new {_words(path)}.")
    for path in sorted(one.keys() & other.keys()):
        old, new = one[path].element.attrib, other[path].element.attrib
        for key in sorted({*old, *new} - {*_QUIET, "version", "name"}):
            if old.get(key, "") != new.get(key, ""):
                was, now = repr(old.get(key, "")[:60]), repr(new.get(key, "")[:60])
                yield Change("changed", one[path].kind, f"{_words(path)}: {key} is now {now}; it was {was}.")


def _by_path(module: ModuleFile) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for node in module.nodes:
        if node.kind not in (*_TOLD, "Region"):
            path, number = node.path, 2
            while path in found:
                path, number = f"{node.path} ({number})", number + 1
            found[path] = node
    return found


def _words(path: str) -> str:
    return path.rpartition("/")[2] if "/" in path else path


def _grids(before: ModuleFile, after: ModuleFile) -> Iterator[Change]:
    for kind, words in grid_changes(before, after):
        yield Change(kind, "place on the map", words)


def _files(before: ModuleFile, after: ModuleFile) -> Iterator[Change]:
    """Pictures and pages: which came, which went, and which look different."""
    one, other = ({n: m.archive.zip.getinfo(n) for n in m.archive.names} for m in (before, after))
    for name in sorted(one.keys() | other.keys()):
        what = "picture" if name.startswith("images/") else "file"
        label = PurePosixPath(name).name
        if name not in other:
            yield Change("removed", what, f"The {what} {label!r} is gone.")
        elif name not in one:
            yield Change("added", what, f"There is a new {what}, {label!r}.")
        elif name not in (BUILD, DATA) and (one[name].CRC != other[name].CRC):
            yield Change("changed", what, f"The {what} {label!r} looks different.")


_COMPARISONS: tuple[Callable[[ModuleFile, ModuleFile], Iterator[Change]], ...] = (
    _identity,
    _sides,
    _pieces,
    _prototypes,
    _places,
    _grids,
    _set_up,
    _elements,
    _files,
)
