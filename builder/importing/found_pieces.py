"""The pieces of somebody's module: what each is called and shows, what is known of it, where it begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from builder.importing.boards import BoardFound
from builder.importing.text import one_line
from builder.vassal.modulefile import MAPS, ModuleFile, piece_text
from builder.vassal.nodes import Node
from builder.vassal.traits import ALWAYS, IMAGES, SequenceFault, Trait, read_definition, read_marks, split

_DEEPEST = 50


@dataclass(slots=True)
class Found:
    """A piece of the module: what it is called and shows, what is known of it, and where it begins.

    A piece that is placed is in a stack or a deck of a map, whether or not a place there has a name. Of a
    marker, `starts` are the places of all counters alike. `twins` are numbers of other slots that show it.
    """

    name: str
    gpid: str
    images: tuple[str, ...]
    marks: dict[str, str]
    traits: tuple[str, ...]
    tabs: tuple[str, ...]
    start: str = ""
    deck: str = ""
    id: str = ""
    is_placed: bool = False
    starts: list[str] = field(default_factory=list)
    twins: list[str] = field(default_factory=list)

    @property
    def tab(self) -> str:
        """The innermost named tab in which it lies."""
        return self.tabs[-1] if self.tabs else ""


def find_pieces(module: ModuleFile, board: BoardFound | None) -> tuple[list[Found], list[str]]:
    """Every piece in a slot, with its prototypes written out, and what could not be read."""
    prototypes = _prototypes(module)
    lost: list[str] = []
    found = []
    for node, tabs, window, holder in _slots(module.root, (), None, None):
        try:
            traits = list(_written_out(read_definition(piece_text(node)).traits, prototypes, 0))
        except SequenceFault as wrong:
            lost.append(f"{node.path}: the piece cannot be read: {wrong}")
            continue
        piece = _piece(node, traits, tabs)
        if holder is not None:
            piece.start, piece.deck = place_at(holder, window, board), _deck(holder)
            piece.is_placed = True
        found.append(piece)
    return found, lost


def _prototypes(module: ModuleFile) -> dict[str, tuple[Trait, ...]]:
    known = {}
    for node in module.of("PrototypeDefinition"):
        try:
            known[node.get("name")] = read_definition(piece_text(node)).traits[:-1]
        except SequenceFault:
            known[node.get("name")] = ()
    return known


def _written_out(
    traits: Iterable[Trait], prototypes: Mapping[str, tuple[Trait, ...]], depth: int
) -> Iterator[Trait]:
    if depth > _DEEPEST:
        raise SequenceFault("its prototypes use each other without end")
    for trait in traits:
        if trait.id == "prototype":
            yield from _written_out(prototypes.get(trait.fields[0], ()), prototypes, depth + 1)
            yield trait
        else:
            yield trait


def _slots(
    node: Node, tabs: tuple[str, ...], window: Node | None, holder: Node | None
) -> Iterator[tuple[Node, tuple[str, ...], Node | None, Node | None]]:
    """Each slot with the named tabs, the map and the stack around it, the outermost tab first."""
    for child in node.children():
        if child.kind in ("PieceSlot", "CardSlot"):
            yield child, tabs, window, holder
        elif child.kind in ("SetupStack", "DrawPile"):
            yield from _slots(child, tabs, window, child)
        else:
            inner = one_line(child.get("entryName")) if child.kind.endswith("Widget") else ""
            around = child if child.kind in MAPS else window
            yield from _slots(child, (*tabs, inner) if inner else tabs, around, holder)


def _piece(node: Node, traits: Sequence[Trait], tabs: tuple[str, ...]) -> Found:
    basic = traits[-1].fields
    marks = {key: value for one in traits if one.id == "mark" for key, value in read_marks(one).items()}
    name = one_line(basic[3] if len(basic) > 3 else "") or one_line(node.get("entryName")) or "Unnamed"
    names = tuple(one.fields[0] for one in traits if one.id == "prototype")
    return Found(name, node.get("gpid"), _images(traits), marks, names, tabs)


def _images(traits: Sequence[Trait]) -> tuple[str, ...]:
    """The faces of a piece: the images of the layer that always shows and has most of them, or its own."""
    layers = [one.fields for one in traits if one.id == "emb2" and len(one.fields) > ALWAYS]
    shown = [
        [image for image in split(",", fields[IMAGES]) if image]
        for fields in layers
        if fields[ALWAYS] == "true"
    ]
    most = max(shown, key=len, default=[])
    basic = traits[-1].fields
    own = [basic[2]] if len(basic) > 2 and basic[2] else []
    return tuple(most or own)


def place_at(holder: Node, window: Node | None, board: BoardFound | None) -> str:
    """The id of the place where a stack, or a deck, stands; "" if that is not on the main board."""
    if board is None or window is None or window.get("mapName") != board.map:
        return ""
    if holder.get("useGridLocation") == "true":
        wanted = holder.get("location")
        named = board.named(wanted)
        return named.id if named else ""
    x, y = holder.get("x") or "100", holder.get("y") or "100"
    if holder.get("owningBoard") not in ("", "<any>", board.name) or not (_int(x) and _int(y)):
        return ""
    place = board.at((int(x), int(y)))
    return place.id if place else ""


def _int(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and len(text) < 10


def _deck(holder: Node) -> str:
    return (holder.get("name") or "deck") if holder.kind == "DrawPile" else ""
