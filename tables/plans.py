"""How the maps of a module are laid out: boards, margins, stacks and layers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from builder.vassal.commands import Laid
from builder.vassal.locations import read_laid
from builder.vassal.nodes import Node, every
from tables.faces import Rect, whole
from tables.published import Published, layers_of


@dataclass(frozen=True, slots=True)
class Ground:
    """A board of a map: its picture or its colour, and its size."""

    image: str
    colour: str
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Plan:
    """What the module says of a map: its boards, the margin, how stacks spread, and which pieces lie above
    which."""

    name: str
    boards: Mapping[str, Ground]
    margin: tuple[int, int]
    usual: tuple[Laid, ...]
    spread: tuple[int, int] = (2, 4)
    sorted_by: str = ""
    layers: tuple[str, ...] = ()
    grows: bool = False
    """Whether it is a hand, which becomes as large as what lies on it and shows stacks card by card."""

    def laid(self, rest: Iterable[str]) -> list[tuple[Ground, Rect, bool]]:
        """The boards as they lie in a position: each with its rectangle, and whether it is upside down."""
        start = f"{self.name}BoardPicker\t"
        found = [one for line in rest if line.startswith(start) for one in read_laid(line)]
        known = [one for one in found or self.usual if one.board in self.boards]
        if not known and self.boards:
            known = [Laid(next(iter(self.boards)))]
        size = {(one.column, one.row): self.boards[one.board].size for one in known}
        placed = []
        for one in known:
            ground = self.boards[one.board]
            left = sum(s[0] for (c, r), s in size.items() if r == one.row and c < one.column)
            top = sum(s[1] for (c, r), s in size.items() if c == one.column and r < one.row)
            x, y = left + self.margin[0], top + self.margin[1]
            placed.append((ground, (x, y, x + ground.size[0], y + ground.size[1]), one.turned))
        return placed


def plan_of(module: Published, node: Node) -> Plan:
    """What an element of a map says."""
    name, place = node.get("mapName"), module.places.windows.get(node.get("mapName"))
    boards, spread = {}, (2, 4)
    sorted_by, layers = layers_of(node) or ("", ())
    for child in (*every(node), *module.boards_added(name)):
        if child.kind == "Board" and place is not None and child.get("name") in place.boards:
            size = place.boards[child.get("name")].size
            boards[child.get("name")] = Ground(child.get("image"), child.get("color"), size)
        elif child.kind == "StackMetrics":
            spread = (whole([child.get("unexSepX") or "2"], 0), whole([child.get("unexSepY") or "4"], 0))
    margin, usual = (place.margin, place.usual) if place else ((0, 0), ())
    return Plan(name, boards, margin, usual, spread, sorted_by, layers, node.kind == "PlayerHand")
