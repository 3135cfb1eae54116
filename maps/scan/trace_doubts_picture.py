"""A contact sheet of the pairs of areas that may touch or only meet at a corner, as a question about each."""

from __future__ import annotations

import shapely
from PIL import Image, ImageDraw

from maps.scan.lettering import lettering
from maps.scan.trace_told import Doubt, Traced
from scans.colour import cut_out

_SIDE, _GAP, _ACROSS = 210, 8, 3
_HEAD, _TEXT = 64, 74
_TILE = 2 * _SIDE + 3 * _GAP
_LEAST, _ROOM = 26.0, 1.5  # pixels of the art around a place; times its border
_ORANGE, _BLUE, _DARK, _PALE = (215, 95, 0), (20, 80, 210), (30, 30, 30), (190, 190, 190)
_TINT = 90  # of 255
_QUESTION = (
    "Do the orange and the blue area touch?   contact: they share a piece of border.   "
    "corner: they meet in a point at most.",
    "Left: the scan. Right: what it was taken for. Lines are counted in the table of --doubts.",
)


def sheet_of_doubts(art: Image.Image, traced: Traced) -> Image.Image:
    """Each doubtful place twice, as it is on the art and as it was taken, with the names of both areas."""
    rows = -(-len(traced.doubts) // _ACROSS)
    high = _SIDE + _TEXT + _GAP
    sheet = Image.new("RGB", (_ACROSS * _TILE + _GAP, _HEAD + max(1, rows) * high), "white")
    ink = ImageDraw.Draw(sheet)
    words = _QUESTION if traced.doubts else ("No pair of areas is in doubt.", "")
    for line, text in enumerate(words):
        ink.text((2 * _GAP, 10 + 24 * line), text, _DARK, lettering(17))
    tree = shapely.STRtree(list(traced.areas.values()))
    for number, doubt in enumerate(traced.doubts):
        row, column = divmod(number, _ACROSS)
        x, y = column * _TILE + _GAP, row * high + _HEAD
        ink.rectangle((x, y, x + _TILE - _GAP, y + high - _GAP), outline=_PALE)
        _write(ink, doubt, (x + _GAP, y + 4), f"line {number + 2}")
        here, there = _close_ups(art, traced, doubt, tree)
        sheet.paste(here, (x + _GAP, y + _TEXT - 2))
        sheet.paste(there, (x + _GAP + _SIDE + _GAP, y + _TEXT - 2))
    return sheet


def _write(ink: ImageDraw.ImageDraw, doubt: Doubt, at: tuple[int, int], line: str) -> None:
    x, y = at
    for name, colour, row in ((doubt.one, _ORANGE, 0), (doubt.other, _BLUE, 1)):
        top = y + 22 * row
        ink.rectangle((x, top + 3, x + 13, top + 16), colour)
        ink.text((x + 20, top), _cut(name, 2 * _SIDE - 90), _DARK, lettering(17))
    ink.text((x + 2 * _SIDE, y), line, _DARK, lettering(15), "ra")
    ink.text((x, y + 46), _taken(doubt), _DARK, lettering(15))


def _taken(doubt: Doubt) -> str:
    word = f"{'you say' if doubt.decided else 'taken for a'} {doubt.says}"
    few = "" if doubt.touch else "only "
    share = f"{few}{doubt.length:.0f} px of border" if doubt.length else "they nearly touch"
    return f"{word}: {share} at {doubt.at[0]:.0f}, {doubt.at[1]:.0f}"


def _cut(text: str, width: int) -> str:
    """A text that is not wider than so many pixels."""
    while lettering(17).getlength(text) > width:
        text = text.removesuffix("…")[:-1] + "…"
    return text


def _close_ups(
    art: Image.Image, traced: Traced, doubt: Doubt, tree: shapely.STRtree
) -> tuple[Image.Image, Image.Image]:
    """The art around a place; and the same with both areas tinted and the outlines of all."""
    reach = max(_LEAST, doubt.length * _ROOM)
    left, top = round(doubt.at[0] - reach), round(doubt.at[1] - reach)
    side = round(2 * reach)
    zoom = _SIDE / side
    box = (left, top, left + side, top + side)
    here = cut_out(art, box).resize((_SIDE, _SIDE), Image.Resampling.BICUBIC)
    there = here.copy()
    ink = ImageDraw.Draw(there, "RGBA")
    window = shapely.box(left - 2, top - 2, left + side + 2, top + side + 2)
    names, shapes = list(traced.areas), list(traced.areas.values())
    colours = {doubt.one: _ORANGE, doubt.other: _BLUE}
    for n in sorted(tree.query(window).tolist()):
        for part in shapely.get_parts(shapely.intersection(shapes[n], window)):
            if part.geom_type == "Polygon":
                _paint(
                    ink, shapely.transform(part, lambda xy: (xy - (left, top)) * zoom), colours.get(names[n])
                )
    return here, there


def _paint(ink: ImageDraw.ImageDraw, part: shapely.Polygon, colour: tuple[int, int, int] | None) -> None:
    """Fill the ground of an area, if it is one of the two, and draw its outline."""
    if colour:
        ink.polygon([(x, y) for x, y in part.exterior.coords], (*colour, _TINT))
    for ring in (part.exterior, *part.interiors):
        ink.line([(x, y) for x, y in ring.coords], (*_DARK, 255), 1)
