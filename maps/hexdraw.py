"""A board of hexes as a picture: the ground by one of its facts, hexsides, roads, and what is printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from maps.board import Space
from maps.courses import BORDER, CASING, ROAD
from maps.grid import HexGrid
from maps.hexes import Hexside, courses, hexside
from maps.ink import BOLD, SANS, Colour, Ink, Point, text_width
from maps.layout import COUNTER_MM, Place
from maps.sheet import Sheet, View
from maps.water import BANK, WATER

_GROUND: Mapping[str, Colour] = {
    "clear": (236, 228, 204),
    "woods": (176, 198, 148),
    "forest": (158, 186, 132),
    "rough": (214, 196, 160),
    "hill": (216, 192, 150),
    "hills": (216, 192, 150),
    "mountain": (190, 168, 138),
    "marsh": (196, 212, 190),
    "swamp": (186, 204, 178),
    "town": (214, 190, 178),
    "city": (200, 160, 148),
    "sea": (172, 204, 220),
    "lake": (172, 204, 220),
    "water": (172, 204, 220),
}
_PAPER: Colour = (236, 228, 204)
_NAME: Colour = (52, 44, 36)
_NUMBER: Colour = (112, 102, 84)
_SIDE: Colour = (96, 56, 40)
_RIMS: Mapping[str, Colour] = {"river": BANK, "side": _SIDE}
_FILLS: Mapping[str, Colour] = {"river": WATER, "side": _SIDE}
_FILL = 0.8
"""How much of a hex a counter may cover."""


def counter_mm(sheet: Sheet) -> float:
    """How wide a counter is on this board: as usual, or as much as its hexes have room for."""
    return min(COUNTER_MM, hex_mm(sheet) * _FILL)


def hex_mm(sheet: Sheet) -> float:
    """From one side of a hex to the opposite one on the sheet."""
    grid, view = sheet.board.grid, sheet.views[0]
    if grid is None:
        raise ValueError("a board of zones has no hexes")
    west, _, east, _ = view.window
    return grid.lattice.pitch * view.frame[2] / (east - west)


def draw_hexes(ink: Ink, sheet: Sheet) -> dict[str, Place]:
    """Draw all hexes and what lies along and across their sides; returns where counters go, one to a hex."""
    view, size = sheet.views[0], hex_mm(sheet)
    rings = {space: _ring(view, space) for space in sheet.board.spaces}
    for space, ring in rings.items():
        ink.polygon(ring, _ground(sheet, sheet.board.spaces[space]))
    for ring in rings.values():
        ink.line([*ring, ring[0]], BORDER, 0.25)
    if sheet.board.grid:
        _draw_features(ink, sheet, sheet.board.grid)
    places = {}
    for one in sheet.board.spaces.values():
        x, y = view.point(*one.centre)
        _print(ink, (x, y), one, size)
        places[one.id] = Place(0, (x, y - size / 2), ((x, y),))
    return places


def _ring(view: View, space: str) -> list[Point]:
    points: list[Point] = list(view.zones[space].exterior.coords)[:-1]
    return points


def _ground(sheet: Sheet, space: Space) -> Colour:
    """The colour of the fact that map.toml names for it; hexes it says nothing of are as paper."""
    table = sheet.toml.get("sheet", {})
    word = str(space.facts.get(table.get("ground", "terrain"), ""))
    own = table.get("tints", {}).get(word)
    return colour_of(own) if own else _GROUND.get(word, _PAPER)


def has_ground(table: Mapping[str, Any], word: str) -> bool:
    """Does this kind of ground have a colour, in the table `sheet` of map.toml or here?"""
    tints = table.get("tints", {})
    return word in _GROUND or (isinstance(tints, dict) and word in tints)


def colour_of(text: str) -> Colour:
    """A colour written as "#a0b0c0"."""
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))


def _draw_features(ink: Ink, sheet: Sheet, grid: HexGrid) -> None:
    """Rivers and all else along the sides, each in one stroke from fork to fork, and roads over them."""
    view, kinds = sheet.views[0], sheet.toml.get("features", {})
    widths: Mapping[str, float] = sheet.toml.get("sheet", {}).get("river_mm", {})
    for colours, more in ((_RIMS, 0.5), (_FILLS, 0.0)):
        for feature, sides in _sides(sheet, grid).items():
            kind = kinds.get(feature) if kinds.get(feature) == "river" else "side"
            for course in courses(sides) if kinds.get(feature) != "road" else ():
                points = [view.point(*grid.lattice.corner(vertex)) for vertex in course]
                ink.line(points, colours[kind], widths.get(feature, 1.5) + more)
    roads = [
        side for word, sides in _sides(sheet, grid).items() if kinds.get(word) == "road" for side in sides
    ]
    for colour, width in ((CASING, 1.4), (ROAD, 0.8)):
        for ends in roads:
            ink.line([view.point(*grid.lattice.centre(one)) for one in ends], colour, width)


def _sides(sheet: Sheet, grid: HexGrid) -> dict[str, list[Hexside]]:
    """The hexsides that have each feature."""
    found: dict[str, list[Hexside]] = {}
    for a, near in sheet.board.links.items():
        for b, features in near.items():
            for feature in sorted(features) if a < b else ():
                found.setdefault(feature, []).append(hexside(grid.hexes[a], grid.hexes[b]))
    return found


def _print(ink: Ink, centre: Point, space: Space, size: float) -> None:
    x, y = centre
    ink.text((x, y - size * 0.4), space.name, max(size * 0.13, 1.2), _NUMBER, SANS)
    name = str(space.facts.get("name", ""))
    if name:
        room = size * 1.05 / text_width(name, 1.0, BOLD)
        ink.text((x, y + size * 0.34), name, min(size * 0.19, room), _NAME, BOLD, halo=(*_PAPER[:3], 200))
