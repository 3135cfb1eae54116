"""Looks over where pieces stand: off the point to which VASSAL draws them, the next makes a second stack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.saves.read_saves import SavedGame
from builder.vassal.grids import Point
from builder.vassal.locations import Places, places_of
from builder.vassal.modulefile import MAPS, ModuleFile, piece_text
from builder.vassal.nodes import Node, every
from builder.vassal.traits import WHOLE, Definition, SequenceFault, Trait, read_definition

_DEEPEST = 20
_MOST_TOLD = 3


@dataclass(frozen=True, slots=True)
class Beside:
    """A piece that stands beside the point to which a piece dropped there is drawn."""

    name: str
    map: str
    at: Point
    snap: Point

    def __str__(self) -> str:
        (x, y), (to_x, to_y) = self.at, self.snap
        return f"{self.name!r} on {self.map} at {x},{y}, drawn to {to_x},{to_y}"


def beside_snaps(found: Sequence[Beside]) -> str:
    """What is wrong with pieces that stand so, in one line."""
    count = "1 piece stands" if len(found) == 1 else f"{len(found)} pieces stand"
    told = "; ".join(map(str, found[:_MOST_TOLD]))
    more = " ..." if len(found) > _MOST_TOLD else ""
    return (
        f"{count} beside the point to which VASSAL draws what is dropped there, so that the next piece hides "
        f"it instead of joining its stack: {told}{more}"
    )


def check_snaps(module: ModuleFile) -> None:
    """The stacks of the module itself stand where VASSAL would put them; one warning for each map."""
    stand = SnapCheck.of(module)
    for node in module.of(*MAPS):
        stacks = (one for one in every(node) if one.kind == "SetupStack")
        found = [one for stack in stacks for one in stand.stack(stack, node.get("mapName"))]
        if found:
            module.archive.warn(node.path, beside_snaps(found))


@dataclass(frozen=True, slots=True)
class SnapCheck:
    """The places of a module, and its prototypes, of which some keep pieces from the grid."""

    places: Places
    prototypes: Mapping[str, Definition | None]

    @classmethod
    def of(cls, module: ModuleFile) -> SnapCheck:
        """What is to be known of a module."""
        prototypes = {node.get("name"): _definition(node) for node in module.of("PrototypeDefinition")}
        return cls(places_of(module.root, module.archive), prototypes)

    def stack(self, stack: Node, name: str) -> Iterator[Beside]:
        """The pieces of a stack of the module that stand so, on the map of this name."""
        window, (x, y) = self.places.windows[name], (stack.get("x") or "100", stack.get("y") or "100")
        by_name = stack.get("useGridLocation") == "true" or len(window.boards) != 1
        if by_name or not (WHOLE.fullmatch(x) and WHOLE.fullmatch(y)):
            return
        at = int(x) + window.margin[0], int(y) + window.margin[1]
        snap = window.snap(at)
        for slot in (one for one in every(stack) if one.kind == "PieceSlot" and snap != at):
            piece = _definition(slot)
            if piece is not None and not self._is_loose(piece.traits):
                yield Beside(slot.get("entryName") or stack.get("name"), name, at, snap)

    def saved(self, saved: SavedGame) -> Iterator[Beside]:
        """The pieces of a saved game that stand so; those in decks lie where their deck is."""
        for piece in (one for one in saved.pieces if not one.in_deck):
            at = piece.x, piece.y
            snap = self.places.snap(piece.map, at, saved.boards.get(piece.map, ()))
            if snap != at and not self._is_loose(piece.definition.traits):
                yield Beside(piece.name, piece.map, at, snap)

    def _is_loose(self, traits: Iterable[Trait], depth: int = 0) -> bool:
        """Whether no grid draws a piece, or it never stacks, by its own traits or its prototypes'."""
        for trait in traits:
            used = self.prototypes.get(trait.fields[0]) if trait.id == "prototype" else None
            if _frees(trait) or (used and depth < _DEEPEST and self._is_loose(used.traits, depth + 1)):
                return True
        return False


def _frees(trait: Trait) -> bool:
    """Does this trait keep a piece from the grid, or from stacks?"""
    if trait.id in ("mat", "matPiece"):
        return True
    chosen, _, stacking = [*trait.fields, "", "", ""][:3]
    return trait.id == "immob" and ("g" in chosen or not stacking.startswith("L"))


def _definition(node: Node) -> Definition | None:
    try:
        return read_definition(piece_text(node))
    except SequenceFault:
        return None
