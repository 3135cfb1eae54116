"""The proof of a map: its grid, labels, areas, neighbours and hexside features laid over the art."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy
from PIL import Image, ImageDraw

from files.typefaces import SANS, font
from maps.board import Board
from maps.checking.check import Checked
from maps.grids.hexes import hexside, vertices

Point = tuple[float, float]
ToPixel = Callable[[Point], Point]

_ROOM = 0.9  # of the size of a space are so many letters of a height of 1
_OUTLINE, _LINK, _NAME, _FAULT = (20, 60, 200), (200, 20, 40), (20, 20, 20), (200, 0, 160)
_KINDS: Mapping[str, tuple[int, int, int]] = {
    "river": (0, 130, 220),
    "road": (150, 90, 20),
    "rail": (60, 60, 60),
    "bridge": (0, 150, 90),
    "side": (140, 30, 160),
}


def draw_proof(
    checked: Checked, art: Image.Image, to_pixel: ToPixel, kinds: Mapping[str, str]
) -> Image.Image:
    """The art with all that the map says of it; `kinds` are those of features by their words.

    Outlines are blue, rivers and other hexsides lie along them, ways cross them; neighbours that are no hexes
    are joined by a red line. Faults that have a place are numbered.
    """
    made = art.convert("RGB")
    ink = ImageDraw.Draw(made)
    size = _cell(checked, to_pixel)
    high = _letters(checked.board, size)
    letters, wide = font(SANS, high), max(1, round(min(size / 40, high / 6)))
    for zone in checked.geometry.zones:
        for ring in checked.outlines(zone):
            ink.line([to_pixel(point) for point in ring], _OUTLINE, wide)
    for ends, colour in _links(checked, kinds):
        ink.line([to_pixel(point) for point in ends], colour, wide if colour == _LINK else wide * 2)
    for zone in checked.geometry.zones:
        if zone in checked.board.spaces:
            name = checked.board.spaces[zone].name
            at = to_pixel(_middle(checked, zone))
            ink.text(at, name, _NAME, letters, "mm", stroke_width=max(1, wide), stroke_fill="white")
    _mark_faults(ink, checked, to_pixel, size)
    return made


def _letters(board: Board, size: float) -> int:
    """How high letters are, in pixels: labels of hexes have room in them, and most names in their areas."""
    usual = statistics.median(len(space.name) for space in board.spaces.values()) if board.spaces else 1
    return max(9, min(40, round(min(size / 6, size * _ROOM / usual))))


def _middle(checked: Checked, zone: str) -> Point:
    """The centre of a hex or square, a point inside any other space."""
    if zone in checked.board.spaces and checked.board.is_gridded and zone not in checked.board.areas:
        return checked.board.spaces[zone].centre
    point = checked.geometry.zones[zone].representative_point()
    return (point.x, point.y)


def _cell(checked: Checked, to_pixel: ToPixel) -> float:
    """How large a usual space is in the art."""
    sizes = []
    for shape in checked.geometry.zones.values():
        west, south, east, north = shape.bounds
        (left, top), (right, bottom) = to_pixel((west, north)), to_pixel((east, south))
        sizes.append(min(abs(right - left), abs(bottom - top)))
    return float(numpy.median(sizes)) if sizes else 60.0


def _links(checked: Checked, kinds: Mapping[str, str]) -> Iterator[tuple[list[Point], tuple[int, int, int]]]:
    """Lines for neighbours and for features: between middles, or along the side of two hexes."""
    board, zones = checked.board, checked.geometry.zones
    for one, near in board.links.items():
        for other, words in near.items():
            if one < other and one in zones and other in zones:
                middles = [_middle(checked, one), _middle(checked, other)]
                side = _side(board, one, other)
                if not side:
                    yield middles, _LINK
                for word in sorted(words):
                    kind = kinds.get(word, "side")
                    along = side and kind in ("river", "side")
                    if side or kind != "side":
                        yield (side if along else _shortened(middles)), _KINDS.get(kind, _KINDS["side"])


def _side(board: Board, one: str, other: str) -> list[Point]:
    """The ends of the side of two hexes; nothing for other spaces."""
    hexes = board.grid.hexes if board.grid else {}
    if board.grid is None or one not in hexes or other not in hexes:
        return []
    return [board.grid.lattice.corner(end) for end in vertices(hexside(hexes[one], hexes[other]))]


def _shortened(ends: list[Point]) -> list[Point]:
    """The middle third of a line: where a way crosses a border."""
    (ax, ay), (bx, by) = ends
    return [(ax + (bx - ax) * part, ay + (by - ay) * part) for part in (1 / 3, 2 / 3)]


def _mark_faults(ink: ImageDraw.ImageDraw, checked: Checked, to_pixel: ToPixel, size: float) -> None:
    for number, fault in enumerate(checked.faults, start=1):
        if fault.at:
            x, y = to_pixel(checked.geometry.plane.to_km(*fault.at))
            reach = max(8.0, size / 6)
            ink.ellipse((x - reach, y - reach, x + reach, y + reach), outline=_FAULT, width=3)
            ink.text((x, y), str(number), _FAULT, font(SANS, max(12, round(reach))), "mm")


def on_scan(board: Board, centres: Mapping[str, Point]) -> ToPixel:
    """From map units to pixels of a scan, by the centres of hexes in it: as straight as they lie."""
    units = numpy.array([[*board.spaces[one].centre, 1.0] for one in centres])
    pixels = numpy.array(list(centres.values()))
    matrix: Any = numpy.linalg.lstsq(units, pixels, rcond=None)[0]

    def to_pixel(point: Point) -> Point:
        x, y = numpy.array([*point, 1.0]) @ matrix
        return (float(x), float(y))

    return to_pixel


def upright(point: Point) -> Point:
    """From map units to pixels for areas that were traced on the scan: only y grows the other way."""
    return (point[0], -point[1])
