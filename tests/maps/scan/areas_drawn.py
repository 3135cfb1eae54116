"""Small boards of areas, drawn for the tests of tracing, and what is right of a trace of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import shapely
from PIL import Image, ImageDraw

from maps.scan.areas.seeds import Seed
from maps.scan.areas.trace import Traced

PAPER, INK = (240, 235, 220), (30, 28, 26)
CORNERS = [Seed("NW", 90, 90), Seed("NE", 300, 100), Seed("SW", 100, 300), Seed("SE", 310, 300)]
NEIGHBOURS = [("NE", "NW"), ("NE", "SE"), ("NW", "SW"), ("SE", "SW")]


def sheet(lines: Sequence[Sequence[int]], width: int = 3, ink: tuple[int, int, int] = INK) -> Image.Image:
    """Paper of 400 by 400 pixels with straight lines of x, y, x, y."""
    made = Image.new("RGB", (400, 400), PAPER)
    for line in lines:
        ImageDraw.Draw(made).line(list(line), ink, width)
    return made


def grid(width: int = 3, **more: Any) -> Image.Image:
    """Four areas that fill the picture; their borders cross in the middle."""
    return sheet([(200, 0, 200, 400), (0, 200, 400, 200)], width, **more)


def pairs(found: Traced) -> list[tuple[str, str]]:
    return [(one, other) for one, other, _ in found.contacts]


def is_coverage(found: Traced) -> bool:
    """Whether outlines share their borders: no gap, no overlap."""
    shapes = list(found.areas.values())
    return bool(shapely.coverage_is_valid(shapes))
