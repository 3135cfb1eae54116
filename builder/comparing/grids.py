"""What changed of the hexes and squares of a board, told by their printed names and not by settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import tostring

from builder.importing.boards import BoardFound, found_on
from builder.vassal.locations import places_of
from builder.vassal.modulefile import MAPS, ModuleFile
from builder.vassal.nodes import Node, every
from maps.grids.grid import HexGrid

GRIDS = ("HexGrid", "SquareGrid", "HexGridNumbering", "SquareGridNumbering")
_SHOWN = 3


def grid_changes(before: ModuleFile, after: ModuleFile) -> Iterator[tuple[str, str]]:
    """Kind of change and words for every board, in both modules, whose grids are not as they were."""
    one, other = _boards(before), _boards(after)
    for key in (key for key in one if key in other and _grids(one[key]) != _grids(other[key])):
        old, new = _found(before, key, one[key]), _found(after, key, other[key])
        yield from _cells(key[1], old, new)


def _boards(module: ModuleFile) -> dict[tuple[str, str], Node]:
    return {
        (window.get("mapName"), board.get("name")): board
        for window in module.of(*MAPS)
        for board in every(window)
        if board.kind == "Board"
    }


def _grids(board: Node) -> list[bytes]:
    return [tostring(node.element) for node in every(board) if node.kind in GRIDS]


def _found(module: ModuleFile, key: tuple[str, str], board: Node) -> BoardFound:
    laid = places_of(module.root, module.archive).windows[key[0]].boards[key[1]]
    return found_on(key[0], board, laid)


def _cells(board: str, old: BoardFound, new: BoardFound) -> Iterator[tuple[str, str]]:
    """What came, what went, and what is called otherwise where it stood."""
    was, now = _by_centre(old), _by_centre(new)
    if len(was.keys() & now.keys()) * 2 < min(len(was), len(now)):  # the grid moved: its names tell more
        was, now = _by_name(was), _by_name(now)
    noun = _noun(new if new.counted else old)
    renamed = [(was[at], now[at]) for at in was if at in now and was[at] != now[at]]
    for a, b in renamed[:1]:
        more = f", and {len(renamed) - 1} more in the same way" if len(renamed) > 1 else ""
        yield "renamed", f"On {board!r} the {noun} {a!r} is now called {b!r}{more}."
    gone, come = ([one[at] for at in one if at not in other] for one, other in ((was, now), (now, was)))
    for kind, names, what in (("removed", gone, "gone"), ("added", come, "new")):
        if names:
            yield kind, f"On {board!r} {_count(names, noun)} {what}."
    if not (renamed or gone or come):
        yield "changed", f"The {noun} grid of {board!r} lies otherwise; every name is as it was."


def _by_name(names: dict[tuple[int | str, ...], str]) -> dict[tuple[int | str, ...], str]:
    return {(name,): name for name in names.values()}


def _by_centre(found: BoardFound) -> dict[tuple[int | str, ...], str]:
    """The names of the cells by where their centres are, as they stand from left to right."""
    places = sorted((found.places[one].centre, found.places[one].name) for one in found.counted)
    return dict(places)


def _noun(found: BoardFound) -> str:
    return "hex" if any(isinstance(grid.grid, HexGrid) for grid in found.grids) else "square"


def _count(names: Sequence[str], noun: str) -> str:
    shown = sorted(names)[:_SHOWN]
    plural = {"hex": "hexes", "square": "squares"}[noun]
    if len(names) == 1:
        return f"the {noun} {shown[0]!r} is"
    rest = " ..." if len(names) > _SHOWN else ""
    return f"{len(names)} {plural} ({', '.join(map(repr, shown))}{rest}) are"
