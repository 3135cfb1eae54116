"""Looks over the maps of a module: their parts, their boards with zones, and where stacks stand on them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from builder.vassal.nodes import Node, every
from builder.vassal.outlines import holds, outline
from builder.vassal.readback import Archive

_PLUMBING = (
    "StackMetrics",
    "MenuDisplayer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
    "ForwardToKeyBuffer",
)


def check_maps(archive: Archive, maps: Iterable[Node]) -> None:
    """Every map has a name of its own, the parts it needs, and its stacks on its boards."""
    seen: set[str] = set()
    for node in maps:
        name = node.get("mapName")
        if not name or name in seen:
            archive.error(node.path, "has no name" if not name else f"a second map is called {name!r}")
        seen.add(name)
        _examine_map(archive, node)


def _examine_map(archive: Archive, node: Node) -> None:
    kinds = [child.kind for child in node.children()]
    other = ["StackMetrics"] if "HandMetrics" in kinds else []
    other += ["StackExpander"] if node.kind == "PlayerHand" else []  # cards of a hand lie side by side
    for missing in (kind for kind in _PLUMBING if kind not in [*kinds, *other]):
        archive.warn(node.path, f"has no {missing}; the map will not answer the mouse as it should")
    held = [kinds.index(kind) for kind in ("SetupStack", "DrawPile") if kind in kinds]
    first = min(held, default=len(kinds))
    if "BoardPicker" not in kinds[:first]:
        archive.error(node.path, "BoardPicker must stand before stacks and decks, or VASSAL loses them")
    boards = {board.get("name"): board for board in every(node) if board.kind == "Board"}
    for stack in (child for child in every(node) if child.kind in ("SetupStack", "DrawPile")):
        _examine_stack(archive, stack, boards)


def _examine_stack(archive: Archive, stack: Node, boards: Mapping[str, Node]) -> None:
    owner = stack.get("owningBoard")
    numbers = [stack.get(axis) or "100" for axis in ("x", "y")]
    if not all(re.fullmatch(r"-?\d{1,9}", number) for number in numbers):
        archive.error(stack.path, f"x and y must be whole numbers, not {numbers}")
        return
    if owner and owner not in boards and owner != "<any>":
        archive.error(stack.path, f"owningBoard: no board {owner!r} on this map, so the stack never appears")
        return
    x, y = int(numbers[0]), int(numbers[1])
    zones = _only_zones(boards[owner]) if owner in boards else []
    if zones and not any(holds(outline(zone.get("path")), x, y) for zone in zones):
        archive.warn(stack.path, f"is at {x},{y}, which is not in a zone of {owner!r}")


def _only_zones(board: Node) -> list[Node]:
    """The zones of a board, none if a grid behind them names the places between."""
    grids = [grid for grid in board.children() if grid.kind == "ZonedGrid"]
    parts = [part for grid in grids for part in grid.children()]
    behind = any(part.kind.endswith("Grid") for part in parts)
    return [] if behind else [part for part in parts if part.kind == "Zone"]
