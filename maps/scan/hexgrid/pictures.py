"""Pictures of a fit: how far print and fit differ, the grid laid over the scan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy

from maps.scan.hexgrid.marks import CORNERS

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

    from maps.scan.hexgrid.fitted import Fitted
    from maps.scan.hexgrid.warp import Warp

LONGEST = 2400
_COOL, _WARM, _HOT = (40, 140, 70), (240, 200, 40), (210, 30, 30)
_GRID = (230, 20, 120)


def canvas(image: Image.Image, longest: int = LONGEST) -> Image.Image:
    """A copy to draw on, in colour, at most so many pixels long."""
    from scans.reading import greyed

    made = greyed(image) if image.mode[0] in "IF" else image
    scale = max(made.size) / longest
    if scale > 2:
        made = made.reduce(int(scale))
    made = made.convert("RGB")
    made.thumbnail((longest, longest))
    return made


def heat_picture(image: Image.Image, found: Fitted) -> Image.Image:
    """Every hex coloured by how far the printed centre lies from the fitted one: red is 3 % of a hex."""
    from PIL import Image, ImageDraw

    scale = image.width / found.size[0]
    layer = Image.new("RGB", image.size, (255, 255, 255))
    draw = ImageDraw.Draw(layer)
    for label, off in found.residuals.items():
        draw.polygon(_ring(found.warp, found.grid.labels[label], scale), fill=_heat(off / found.width / 0.03))
    return Image.blend(image, layer, 0.6)


def _heat(share: float) -> tuple[int, int, int]:
    """From green over yellow to red."""
    share = min(1.0, share)
    low, high, part = (_COOL, _WARM, 2 * share) if share < 0.5 else (_WARM, _HOT, 2 * share - 1)
    made = [round(a + (b - a) * part) for a, b in zip(low, high, strict=True)]
    return made[0], made[1], made[2]


def overlay_picture(image: Image.Image, found: Fitted) -> Image.Image:
    """The fitted hexes drawn over the scan, with their labels."""
    from PIL import ImageDraw, ImageFont

    made, scale = image.copy(), image.width / found.size[0]
    draw = ImageDraw.Draw(made)
    font = ImageFont.load_default(size=max(7.0, found.width * scale / 4))
    for label, one in found.grid.labels.items():
        _outline(draw, _ring(found.warp, one, scale))
        x, y = found.centres[label]
        draw.text((x * scale, y * scale), label, fill=_GRID, font=font, anchor="mm")
    return made


def _outline(draw: ImageDraw.ImageDraw, ring: list[tuple[float, float]]) -> None:
    draw.line([*ring, ring[0]], fill=_GRID, width=1)


def _ring(warp: Warp, one: tuple[int, int], scale: float) -> list[tuple[float, float]]:
    """The corners of a hex on a picture of another size."""
    points = warp.pixels(numpy.array(CORNERS) + numpy.array(one, dtype=float)) * scale
    return [(float(x), float(y)) for x, y in points]
