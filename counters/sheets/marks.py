"""What helps to cut a sheet: marks at every cut, bleed at the edges, hairlines and rounding guides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PIL import Image

from counters.sheets.imposition import Cell, Duplex, Grid
from counters.sheets.page import Page
from counters.sheets.printing import Printing

_CLEAR = 1.0
"""Marks begin so far outside the bleed, and are so long:"""
_LONG = 4.0
_LIGHT, _DARK = 1.0, 0.4
"""The greys of hairlines, on dark pieces and on pale ones."""
_HAIR = 0.15
"""How wide the hairlines between pieces are, in millimetres."""
_PALE = 0.8 * 255
MARKS_MM = _CLEAR + _LONG
"""How far outside the bleed cut marks reach."""


def trim_box(grid: Grid, cells: Mapping[Cell, Image.Image], back: bool) -> tuple[float, float, float, float]:
    """The smallest rectangle round the pieces: left, top, right, bottom."""
    places = [grid.place(cell, back) for cell in cells]
    wide, high = grid.size
    return (
        min(left for left, _ in places),
        min(top for _, top in places),
        max(left for left, _ in places) + wide,
        max(top for _, top in places) + high,
    )


def draw_bleed(
    page: Page, grid: Grid, images: Mapping[Cell, Image.Image], chosen: Printing, back: bool
) -> None:
    """The colours at the edges carried on: a cut beside the mark then leaves no white edge."""
    for (column, row), image in images.items():
        around = [
            chosen.bleed_between if (column + x, row + y) in images else chosen.bleed
            for x, y in ((-1, 0), (0, -1), (1, 0), (0, 1))
        ]
        for strip, place, size in _strips(image, grid.place((column, row), back), grid.size, around):
            page.image(strip, place, size)


Strip = tuple[Image.Image, tuple[float, float], tuple[float, float]]


def _strips(
    image: Image.Image, place: tuple[float, float], size: tuple[float, float], around: list[float]
) -> Iterator[Strip]:
    """The outermost pixels of a picture, drawn out to the left, top, right and bottom, with the corners."""
    (left, top), (wide, high) = place, size
    west, north, east, south = around
    across, down = image.size
    fine = across / wide
    if west:
        yield image.crop((0, 0, 1, down)), (left - west, top), (west, high)
    if east:
        yield image.crop((across - 1, 0, across, down)), (left + wide, top), (east, high)
    before, after = round(west * fine), round(east * fine)
    where, length = left - before / fine, wide + (before + after) / fine
    if north:
        yield _drawn_out(image, 0, before, after), (where, top - north), (length, north)
    if south:
        yield _drawn_out(image, down - 1, before, after), (where, top + high), (length, south)


def _drawn_out(image: Image.Image, row: int, before: int, after: int) -> Image.Image:
    """A row of pixels, its first and last repeated."""
    strip = Image.new(image.mode, (before + image.width + after, 1))
    strip.paste(image.crop((0, row, 1, row + 1)).resize((max(1, before), 1)), (0, 0))
    last = image.crop((image.width - 1, row, image.width, row + 1)).resize((max(1, after), 1))
    strip.paste(last, (strip.width - last.width, 0))
    strip.paste(image.crop((0, row, image.width, row + 1)), (before, 0))
    return strip


def draw_cuts(
    page: Page, grid: Grid, cells: Mapping[Cell, Image.Image], chosen: Printing, back: bool
) -> None:
    """Ticks at every cut on the outer sides, clear of the bleed; none crosses a piece."""
    near = chosen.bleed + _CLEAR
    far = near + _LONG
    left, top, right, bottom = trim_box(grid, cells, back)
    wide, high = grid.size
    for x in sorted(
        {edge for c in cells for edge in (grid.place(c, back)[0], grid.place(c, back)[0] + wide)}
    ):
        page.line((x, top - far), (x, top - near))
        page.line((x, bottom + near), (x, bottom + far))
    folded = grid.duplex is Duplex.FOLD
    for y in sorted(
        {edge for c in cells for edge in (grid.place(c, back)[1], grid.place(c, back)[1] + high)}
    ):
        if not (folded and back):
            page.line((left - far, y), (left - near, y))
        if not folded or back:
            page.line((right + near, y), (right + far, y))


def _pale(image: Image.Image) -> bool:
    """Whether a piece is so light at its edges that a white hairline would be lost on it."""
    wide, high = image.size
    level = [(x, y) for x in (0, wide // 2, wide - 1) for y in (0, high - 1)]
    rim = [*level, (0, high // 2), (wide - 1, high // 2)]
    dots = Image.new(image.mode, (len(rim), 1))
    for at, place in enumerate(rim):
        dots.putpixel((at, 0), image.getpixel(place))  # type: ignore[arg-type]
    return max(dots.convert("L").tobytes()) > _PALE


def draw_guides(
    page: Page, grid: Grid, cells: Mapping[Cell, Image.Image], chosen: Printing, back: bool
) -> None:
    """Hairlines on both sides for those who cut by eye; on fronts the corners to be rounded, or the die's
    lines in their place."""
    for cell, image in cells.items():
        place = grid.place(cell, back)
        if chosen.template:
            if not back:
                page.die_line(place, grid.size, chosen.corner)
            continue
        if not chosen.gap:
            page.frame(place, grid.size, _DARK if _pale(image) else _LIGHT, _HAIR)
        if chosen.corner and not back:
            page.rounding(place, grid.size, chosen.corner)
