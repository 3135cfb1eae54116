"""The proof of a trace: the art with outlines, names, contacts, and doubts by number."""

from __future__ import annotations

import shapely
from PIL import Image, ImageDraw

from files.typefaces import SANS, font
from maps.scan.areas.trace import Traced

_BLUE, _RED, _DARK = (20, 60, 200), (200, 20, 40), (30, 30, 30)
_LINE = 700  # of the picture's lesser side is the width of outlines, _TEXT that of letters
_TEXT = 80


def proof_picture(art: Image.Image, traced: Traced) -> Image.Image:
    """The art with every outline and name, a line between neighbours, and a number at each doubt."""
    made = art.copy()
    ink = ImageDraw.Draw(made)
    wide, size = max(1, min(art.size) // _LINE), max(11, min(art.size) // _TEXT)
    middles = {name: shape.representative_point().coords[0] for name, shape in traced.areas.items()}
    for one, other, _ in traced.contacts:
        ink.line((middles[one], middles[other]), _RED, wide)
    for shape in traced.areas.values():
        for ring in _rings(shape):
            ink.line([(x, y) for x, y in ring], _BLUE, wide + 1)
    for name, middle in middles.items():
        ink.text(middle, name, _DARK, font(SANS, size), "mm", stroke_width=2, stroke_fill="white")
    for number, doubt in enumerate(traced.doubts, 1):
        x, y = doubt.at
        ink.ellipse((x - size, y - size, x + size, y + size), fill="white", outline=_RED, width=wide + 2)
        ink.text((x, y), str(number), _RED, font(SANS, size), "mm")
    return made


def _rings(shape: shapely.Geometry) -> list[list[list[float]]]:
    return [
        shapely.get_coordinates(ring).tolist()
        for part in shapely.get_parts(shape)
        for ring in (part.exterior, *part.interiors)
    ]
