"""A board of hexes as a picture: the ground by one of its facts, hexsides, roads, and what is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from maps.board import Space
from maps.courses import BORDER, CASING, ROAD
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
    _draw_features(ink, sheet, rings)
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


def _draw_features(ink: Ink, sheet: Sheet, rings: Mapping[str, list[Point]]) -> None:
    """Roads from centre to centre, rivers and all else along the sides, the widest first."""
    kinds: Mapping[str, Any] = sheet.toml.get("features", {})
    sides, ways = [], []
    for a, b, features in _sides(sheet):
        for feature in sorted(features):
            if kinds.get(feature) == "road":
                ways.append((a, b))
            else:
                sides.append((_common(rings[a], rings[b]), feature, kinds.get(feature)))
    widths: Mapping[str, float] = sheet.toml.get("sheet", {}).get("river_mm", {})
    for course, feature, kind in sides:
        ink.line(course, BANK if kind == "river" else _SIDE, widths.get(feature, 1.5) + 0.5)
    for course, feature, kind in sides:
        if kind == "river":
            ink.line(course, WATER, widths.get(feature, 1.5))
    for colour, width in ((CASING, 1.4), (ROAD, 0.8)):
        for a, b in ways:
            points = [sheet.views[0].point(*sheet.board.spaces[one].centre) for one in (a, b)]
            ink.line(points, colour, width)


def _sides(sheet: Sheet) -> Iterator[tuple[str, str, frozenset[str]]]:
    for a, near in sheet.board.links.items():
        yield from ((a, b, features) for b, features in near.items() if a < b and features)


def _common(a: list[Point], b: list[Point]) -> list[Point]:
    """The side of two hexes that touch: the corners of one that lie on the other."""
    return sorted(a, key=lambda point: min(_apart(point, other) for other in b))[:2]


def _apart(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _print(ink: Ink, centre: Point, space: Space, size: float) -> None:
    x, y = centre
    ink.text((x, y - size * 0.4), space.name, max(size * 0.13, 1.2), _NUMBER, SANS)
    name = str(space.facts.get("name", ""))
    if name:
        room = size * 1.05 / text_width(name, 1.0, BOLD)
        ink.text((x, y + size * 0.34), name, min(size * 0.19, room), _NAME, BOLD, halo=(*_PAPER[:3], 200))
