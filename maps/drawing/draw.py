"""A board as a picture: all that is in map.toml, places.csv, links.csv and the shapes, on one sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import shapely
from PIL import Image
from shapely.geometry.base import BaseGeometry

from maps.board import Space
from maps.drawing import emblems
from maps.drawing.courses import (
    draw_courses,
    draw_entries,
    kept_clear,
    lay_courses,
    name_strangers,
    named_ground,
    shunned,
    ways_ground,
    written_on,
)
from maps.drawing.hexes.draw import counter_mm, draw_hexes, hex_places, print_hexes
from maps.drawing.hexes.marks import Overlay, least_of
from maps.drawing.ink import Ink, Patch, dots
from maps.drawing.land import draw_land
from maps.drawing.layout import COUNTER_MM, Place, place
from maps.drawing.panel import DARK, PAPER, draw_panel, frames
from maps.drawing.sheet import Sheet, View, lay_out
from maps.drawing.squaredraw import draw_grids, grid_places, room_mm
from maps.drawing.warp import Frame
from maps.drawing.water import name_rivers
from maps.reading.load import bundled_games
from maps.reading.look import look_of

Pixel = tuple[int, int]
DPI = 150
"""How finely a board is drawn when nobody says otherwise."""
_DOTS = 5_000_000
"""A strip of a board on its own art has about so many dots."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Where on a board's picture everything is, in pixels from the upper left corner.

    ``boxes`` gives left, top, right and bottom of each box and turn-track space by its key.
    ``counter_px`` is the length of a counter's side on this picture.
    """

    sheet: Sheet
    places: Mapping[str, Place]
    boxes: Mapping[str, tuple[int, int, int, int]]
    dots_per_mm: float
    counter_px: int

    def to_pixel(self, x: float, y: float) -> Pixel:
        """Where a point of the map (map units) is drawn; a point in the insert's zones, in the insert."""
        point = shapely.Point(x, y)
        for zone, shape in self.sheet.geometry.zones.items():
            view = self.sheet.home(zone)
            if view is not self.sheet.views[0] and shape.contains(point):
                return self._px(view.point(x, y))
        return self._px(self.sheet.views[0].point(x, y))

    def slots(self, space: str) -> list[Pixel]:
        """The middles of the counters a zone has room for; a fourth in a city is for its progress."""
        return [self._px(slot) for slot in self.places[space].slots]

    def heading(self, space: str) -> tuple[int, int, int, int] | None:
        """Left, top, right and bottom of the heading printed in a zone; None where there is none."""
        place = self.places[space]
        if place.size is None:
            return None
        (left, top), (wide, high) = place.corner, place.size
        return (*self._px((left, top)), *self._px((left + wide, top + high)))

    def centre(self, space: str) -> Pixel:
        """The middle of a zone's first three slots: where an arrow to the zone should end."""
        slots = self.places[space].slots[:3]
        return self._px((sum(x for x, _ in slots) / len(slots), sum(y for _, y in slots) / len(slots)))

    def outline(self, space: str) -> list[Pixel]:
        """The corners of a zone where it is played: in the insert for its zones."""
        shape = _largest(self.sheet.home(space).zones[space])
        ring = (shape if self.sheet.board.is_gridded else shape.simplify(0.3)).exterior
        return [self._px(point) for point in list(ring.coords)[:-1]]

    def _px(self, at: tuple[float, float]) -> Pixel:
        return (round(at[0] * self.dots_per_mm), round(at[1] * self.dots_per_mm))


@dataclass(frozen=True, slots=True)
class Drawing(Laid):
    """A drawn board, and where on it everything is."""

    image: Image.Image


def lay_board(game: str | Path, dpi: float | None = None) -> Laid:
    """Where on its picture everything of a board will be, without drawing it; else as `draw_board`."""
    sheet, headings = laid_out(game)
    return _lay(sheet, headings, dpi or _fine(sheet))


def _fine(sheet: Sheet) -> float:
    """How finely a board is drawn unless somebody says so: dot by dot as its own art, if it has any."""
    return sheet.art.dpi if sheet.art else DPI


def draw_board(game: str | Path, dpi: float | None = None, overlay: Overlay = "whole") -> Drawing:
    """Draw the board of a bundled game or of a user's game folder; MapError with all faults of its files.

    `dpi` is that of the board's own art unless given, else 150. A bundled board is drawn once, then copied:
    every report takes one. The image is the caller's. The overlay is what only the set-up and arrivals need.
    """
    if str(game) in bundled_games():
        drawing = _bundled(str(game), dpi or DPI, least_of(laid_out(game)[0].toml.get("sheet", {}), overlay))
        return replace(drawing, image=drawing.image.copy())
    sheet, headings = laid_out(game)
    return _draw(sheet, headings, dpi or _fine(sheet), overlay)[0]


@lru_cache(maxsize=2)
def _bundled(game: str, dpi: float, overlay: Overlay) -> Drawing:
    """A board; where it was drawn before with another overlay, only what differs is drawn."""
    (sheet, headings), before = _laid_out(game), _before(game, dpi)
    if not before:
        before.append(_draw(sheet, headings, dpi, overlay))
        return before[0][0]
    drawing, under = before[0]
    ink = Ink(*sheet.size, dpi, PAPER)
    ink.lay(under)
    print_hexes(ink, _of_hexes(sheet), overlay)
    _finish(ink, sheet)
    return replace(drawing, image=ink.finished_on(drawing.image, under))


@lru_cache(maxsize=1)
def _before(game: str, dpi: float) -> list[tuple[Drawing, list[Patch]]]:
    """The first drawing of a board, and what is under its overlay; nothing until it is drawn."""
    return []


def laid_out(game: str | Path) -> tuple[Sheet, dict[str, Place]]:
    """The sheet of a board and where its headings go; of a bundled board worked out once."""
    if str(game) in bundled_games():
        return _laid_out(str(game))
    sheet = lay_out(game)
    return sheet, lay_headings(sheet)


@lru_cache(maxsize=2)
def _laid_out(game: str) -> tuple[Sheet, dict[str, Place]]:
    sheet = lay_out(game)
    return sheet, lay_headings(sheet)


def draw_strips(sheet: Sheet, dpi: float, strips: Iterable[tuple[int, int]]) -> Iterator[Image.Image]:
    """Strips of the board, dot by dot as in the whole; each from one row of dots to before another."""
    (wide, _), headings = dots(sheet.size, dpi), lay_headings(sheet)
    for top, bottom in strips:
        ink = Ink(*sheet.size, dpi, PAPER, (0, top, wide, bottom))
        _paint(ink, sheet, headings)
        image = ink.finished()
        if sheet.art:
            sheet.art.lay(image, top, dpi)
        yield image


def _lay(sheet: Sheet, headings: Mapping[str, Place], dpi: float) -> Laid:
    per_mm = dpi / 25.4
    places = headings
    if sheet.art or sheet.board.is_gridded:
        places = hex_places(_of_hexes(sheet)) | grid_places(sheet, _counter_mm(sheet))
    boxes = {key: _rectangle(frame, per_mm) for key, frame in frames(sheet.toml).items()}
    return Laid(sheet, places, boxes, per_mm, round(_counter_mm(sheet) * per_mm))


def _draw(
    sheet: Sheet, headings: Mapping[str, Place], dpi: float, overlay: Overlay
) -> tuple[Drawing, list[Patch]]:
    """A board, and what is under its overlay."""
    under: list[Patch] = []
    if sheet.art:
        image = _in_strips(sheet, dpi)
    else:
        ink = Ink(*sheet.size, dpi, PAPER)
        under = _paint(ink, sheet, headings, overlay)
        image = ink.finished()
    laid = _lay(sheet, headings, dpi)
    return Drawing(sheet, laid.places, laid.boxes, laid.dots_per_mm, laid.counter_px, image), under


def _in_strips(sheet: Sheet, dpi: float) -> Image.Image:
    """The whole sheet, a strip at a time: scans are large."""
    wide, high = dots(sheet.size, dpi)
    made = Image.new("RGB", (wide, high))
    rows = list(pairwise((*range(0, high, max(1, _DOTS // wide)), high)))
    for (top, _), strip in zip(rows, draw_strips(sheet, dpi, rows), strict=True):
        made.paste(strip, (0, top))
    return made


def _paint(ink: Ink, sheet: Sheet, headings: Mapping[str, Place], overlay: Overlay = "whole") -> list[Patch]:
    """Draw the whole board. What is under its overlay.

    Of a board on its own art only boxes are drawn: the art will lie over all that it shows itself.
    """
    under: list[Patch] = []
    if not sheet.art and sheet.board.is_gridded:
        under = draw_hexes(ink, _of_hexes(sheet), overlay)
    elif not sheet.art:
        _draw_views(ink, sheet, headings)
    _finish(ink, sheet)
    return under


def _finish(ink: Ink, sheet: Sheet) -> None:
    """Draw what lies over the hexes of a board and beside its map."""
    if not sheet.art and sheet.board.is_gridded:
        draw_grids(ink, sheet, _counter_mm(sheet))
    draw_panel(ink, sheet.toml, sheet.palette)


def _counter_mm(sheet: Sheet) -> float:
    """How wide a counter is: as usual, or as much as the hexes and squares of the board have room for."""
    return min(counter_mm(sheet) if sheet.board.grid else COUNTER_MM, room_mm(sheet))


@lru_cache(maxsize=2)
def _of_hexes(sheet: Sheet) -> Sheet:
    """The sheet without its squares and areas."""
    hexes = sheet.board.grid.hexes if sheet.board.grid else {}
    board = replace(
        sheet.board,
        spaces={one: space for one, space in sheet.board.spaces.items() if one in hexes},
        links={
            one: {other: features for other, features in near.items() if other in hexes}
            for one, near in sheet.board.links.items()
            if one in hexes
        },
    )
    return replace(sheet, board=board)


def _draw_views(ink: Ink, sheet: Sheet, headings: Mapping[str, Place]) -> None:
    """Draw a board of zones, view by view."""
    for view in sheet.views:
        around = ink.image.copy()
        draw_land(ink, sheet, view)
        laid = lay_courses(sheet, view)
        draw_courses(ink, sheet, view, laid)
        name_strangers(ink, sheet, view, written_on(view, laid))
        name_rivers(ink, sheet, view)
        _print_headings(ink, sheet, view, headings)
        ink.keep_within(view.frame, around)
        _frame(ink, view)
        draw_entries(ink, sheet, view)


def lay_headings(sheet: Sheet) -> dict[str, Place]:
    """Where the heading of every zone and its counters go, however finely they are drawn; {} for a board on
    its own art, or with a grid, which has none."""
    if sheet.art or sheet.board.is_gridded:
        return {}
    return {zone: found for view in sheet.views for zone, found in _headings(sheet, view)}


def _headings(sheet: Sheet, view: View) -> Iterator[tuple[str, Place]]:
    """The headings of the zones played in a view, each off those before it."""
    laid, look = lay_courses(sheet, view), look_of(sheet.toml)
    taken = named_ground(view, laid)
    written, shun, ways = written_on(view, laid), shunned(view, laid), ways_ground(sheet, view)
    for zone, space in _played_in(sheet, view):
        counters = look.counters_of(space.facts)
        clear = kept_clear(sheet, view, zone).union(written)
        sizes = [way.size for way in emblems.headings(space, look)]
        found = place(_largest(view.zones[zone]), sizes, counters, clear, taken, shun, ways)
        taken = taken.union(_covered(found, sizes[found.heading]))
        yield zone, found


def _print_headings(ink: Ink, sheet: Sheet, view: View, headings: Mapping[str, Place]) -> None:
    look = look_of(sheet.toml)
    for zone, space in _played_in(sheet, view):
        found = headings[zone]
        emblems.headings(space, look)[found.heading].draw(
            ink, found.corner, str(space.facts.get("index", ""))
        )


def _played_in(sheet: Sheet, view: View) -> Iterator[tuple[str, Space]]:
    """The zones whose counters lie in a view."""
    return ((zone, space) for zone, space in sheet.board.spaces.items() if sheet.home(zone) is view)


def _covered(found: Place, size: tuple[float, float]) -> BaseGeometry:
    """The ground under a heading and its counters."""
    (x, y), half = found.corner, COUNTER_MM / 2
    heading = shapely.box(x, y, x + size[0], y + size[1])
    counters = [shapely.box(x - half, y - half, x + half, y + half) for x, y in found.slots]
    return shapely.union_all([heading, *counters])


def _largest(shape: BaseGeometry) -> BaseGeometry:
    return max(shapely.get_parts(shape), key=lambda part: part.area)


def _frame(ink: Ink, view: View) -> None:
    left, top, width, height = view.frame
    ink.box((left, top), (width, height), None, DARK, 1.0)


def _rectangle(frame: Frame, per_mm: float) -> tuple[int, int, int, int]:
    left, top, width, height = frame
    right, bottom = left + width, top + height
    return (round(left * per_mm), round(top * per_mm), round(right * per_mm), round(bottom * per_mm))
