"""Pictures of what was traced: each bridged gap close up, and all outlines on the art."""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from PIL import Image, ImageDraw

from maps.scan.lettering import lettering
from maps.scan.trace_told import Gap, Traced
from scans.colour import cut_out

_SIDE, _TEXT, _ACROSS = 200, 34, 5
_BLUE, _RED, _DARK = (20, 60, 200), (200, 20, 40), (30, 30, 30)


def sheet_of_gaps(art: Image.Image, traced: Traced) -> Image.Image:
    """A contact sheet: the art around every bridged gap, with the border that was drawn through it."""
    rows = -(-len(traced.bridged) // _ACROSS)
    sheet = Image.new("RGB", (_ACROSS * _SIDE, max(1, rows) * (_SIDE + _TEXT)), "white")
    ink = ImageDraw.Draw(sheet)
    if not traced.bridged:
        ink.text((16, 10), "No gap was bridged.", _DARK, lettering(17))
    for number, gap in enumerate(traced.bridged):
        row, column = divmod(number, _ACROSS)
        at = (column * _SIDE, row * (_SIDE + _TEXT))
        sheet.paste(_close_up(art, traced, gap), at)
        words = f"{' / '.join(gap.areas)}\n{gap.at[0]:.0f}, {gap.at[1]:.0f}: {gap.width:.0f} px"
        if gap.gaps > 1:
            words += f", widest of {gap.gaps}"
        ink.multiline_text((at[0] + 4, at[1] + _SIDE + 2), words, _DARK, lettering(12), spacing=2)
    return sheet


def _close_up(art: Image.Image, traced: Traced, gap: Gap) -> Image.Image:
    reach = max(20.0, gap.width * 1.6)
    left, top = gap.at[0] - reach, gap.at[1] - reach
    zoom = (_SIDE - 4) / (2 * reach)
    box = (round(left), round(top), round(left + 2 * reach), round(top + 2 * reach))
    made = cut_out(art, box).resize((_SIDE - 4, _SIDE - 4), Image.Resampling.BICUBIC)
    ink = ImageDraw.Draw(made)
    window = shapely.box(*box)
    for name in gap.areas:
        if name in traced.areas:
            seen = traced.areas[name].boundary.intersection(window)
            for line in shapely.get_parts(seen):
                points = shapely.get_coordinates(line)
                ink.line([((x - box[0]) * zoom, (y - box[1]) * zoom) for x, y in points.tolist()], _BLUE, 2)
    return made


def outlines_on(art: Image.Image, traced: Traced) -> Image.Image:
    """The art with every outline and name, and a line between the middles of neighbours."""
    made = art.copy()
    ink = ImageDraw.Draw(made)
    wide = max(1, round(min(art.size) / 700))
    middles = {name: shape.representative_point() for name, shape in traced.areas.items()}
    for one, other, _ in traced.contacts:
        if one in middles and other in middles:
            ends = [(middles[name].x, middles[name].y) for name in (one, other)]
            ink.line(ends, _RED, wide)
    for shape in traced.areas.values():
        for ring in _rings(shape):
            ink.line(ring, _BLUE, wide + 1)
    for name, middle in middles.items():
        size = max(11, round(min(art.size) / 80))
        ink.text(
            (middle.x, middle.y), name, _DARK, lettering(size), "mm", stroke_width=2, stroke_fill="white"
        )
    return made


def _rings(shape: shapely.Geometry) -> Sequence[list[tuple[float, float]]]:
    return [
        [(x, y) for x, y in ring.coords]
        for part in shapely.get_parts(shape)
        for ring in (part.exterior, *part.interiors)
    ]
