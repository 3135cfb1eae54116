"""Maps of areas of TripleA: tiles composed as players see them, and the areas as their outlines say."""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shapely
from PIL import Image
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from maps.imports.drawing import polygons
from maps.imports.triplea import read_triplea

from .labels import meetings, painted, spread
from .photo import PAPER, View, corners_of
from .sources import Box, Clone, Source

TILE = 256
"""Pixels along each side of a tile."""
GAP = 9.0
"""Pixels to which a printed border spreads from the outline of an area: half of the widest coast."""
SURE = 20
"""Pixels of common border from which two areas surely touch; fewer may be a corner or, by bare ground,
only the gap, and are left open."""
LEAST = 150.0
"""Square pixels below which what a crop leaves of an area, or an islet, is dropped."""
STEP = 0.75
"""Pixels by which an outline is simplified: it runs from pixel to pixel in the file."""
OUTSIDE = 9.0
"""Pixels of room that ground outside all areas must have for a person to click it."""

Pair = tuple[str, str]
Shapes = dict[str, BaseGeometry]


@dataclass(frozen=True)
class Truth:
    """Areas on the sheet, who touches whom, which pairs are left open, and where a person would click."""

    areas: Shapes
    contacts: list[Pair]
    open: list[Pair]
    seeds: list[tuple[str, tuple[float, float]]]
    size: tuple[int, int]

    def seen(self, view: View) -> dict[str, Any]:
        """The areas and where a person clicks, in a picture."""
        beside = [["outside", *at] for at in margins(view, self.size)]
        return {
            "areas": {name: rings_seen(area, view) for name, area in self.areas.items()},
            "seeds": [[name, *view.seen(at)[0].round(1).tolist()] for name, at in self.seeds] + beside,
        }


def read_map(clone: Clone, source: Source) -> tuple[Image.Image, Shapes]:
    """The picture that players see, and the outlines of areas in its pixels, y down."""
    whole = composed(clone, source)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "polygons.txt"
        path.write_bytes(clone.read(source.file))
        drawing = read_triplea(path, None)
    upright = {name: affinity.scale(area, 1, -1, origin=(0, 0)) for name, area in drawing.areas.items()}
    return whole, {name: area.simplify(STEP) for name, area in upright.items()}


def composed(clone: Clone, source: Source) -> Image.Image:
    """The base tiles with the relief tiles over them, on paper."""
    base = source.file.rpartition("/")[0]
    layers = [tiled(clone, f"{base}/baseTiles")]
    layers += [tiled(clone, source.picture)] if source.picture else []
    sheet = Image.new("RGBA", layers[0].size, (*PAPER, 255))
    for layer in layers:
        sheet.alpha_composite(layer.crop((0, 0, *sheet.size)))
    return sheet.convert("RGB")


def tiled(clone: Clone, folder: str) -> Image.Image:
    """The tiles X_Y.png of a folder side by side, transparent where there is none."""
    found = [re.fullmatch(r"(\d+)_(\d+)\.png", name) for name in clone.names(folder)]
    places = [(int(one[1]), int(one[2])) for one in found if one]
    size = [(max(side) + 1) * TILE for side in zip(*places, strict=True)]
    whole = Image.new("RGBA", (size[0], size[1]))
    for x, y in places:
        tile = Image.open(io.BytesIO(clone.read(f"{folder}/{x}_{y}.png"))).convert("RGBA")
        whole.paste(tile, (x * TILE, y * TILE))
    return whole


def truth_of(outlines: Shapes, box: Box) -> Truth:
    """The areas in a part of the map, in its pixels: islands are holes in what lies around them."""
    frame = shapely.box(0, 0, box[2] - box[0], box[3] - box[1])
    moved = {name: affinity.translate(area, -box[0], -box[1]) for name, area in outlines.items()}
    cut = {name: kept(area.intersection(frame)) for name, area in without_islands(moved).items()}
    areas = {name: area for name, area in cut.items() if not area.is_empty}
    size = (box[2] - box[0], box[3] - box[1])
    sure, unsure = touching(areas, size)
    return Truth(areas, sure, unsure, clicks(areas, frame), size)


def clicks(areas: Shapes, frame: BaseGeometry) -> list[tuple[str, tuple[float, float]]]:
    """A point in each part of each area, and in each room outside of all of them."""
    bare = frame.difference(shapely.union_all([area.buffer(GAP) for area in areas.values()]))
    rooms = [part for part in shapely.get_parts(bare) if not part.buffer(-OUTSIDE).is_empty]
    inside = [(name, heart(part)) for name, area in areas.items() for part in shapely.get_parts(area)]
    return inside + [("outside", heart(room)) for room in rooms]


def without_islands(areas: Shapes) -> Shapes:
    """Areas less what lies in them: the smaller of two that overlap keeps the ground."""
    order = sorted(areas, key=lambda name: areas[name].area)
    tree, found = shapely.STRtree([areas[name] for name in order]), {}
    for place, name in enumerate(order):
        over = [order[one] for one in sorted(tree.query(areas[name])) if one < place]
        # An outline runs on the pixels of its area, so islands leave a hair around them: it goes with them.
        holes = shapely.union_all(
            [shapely.Polygon(ring).buffer(0.5) for other in over for ring in shells(areas[other])]
        )
        found[name] = polygons(areas[name].difference(holes)) if over else areas[name]
    return found


def shells(area: BaseGeometry) -> Iterable[Any]:
    """The outer rings of an area's parts."""
    return [part.exterior for part in shapely.get_parts(area)]


def kept(area: BaseGeometry) -> BaseGeometry:
    """An area without parts too small to be clicked."""
    parts = [part for part in shapely.get_parts(polygons(area)) if part.area >= LEAST]
    return shapely.union_all([part for part in parts if not part.buffer(-3).is_empty])


def touching(areas: Shapes, size: tuple[int, int]) -> tuple[list[Pair], list[Pair]]:
    """The pairs that surely touch, and those of which it is open, as they would meet at a near corner.

    Printed borders lie between the outlines: each of their pixels goes to the nearest area first.
    """
    names = sorted(areas)
    met = meetings(spread(painted([areas[name] for name in names], size), GAP))
    named = {(names[one - 1], names[other - 1]): length for (one, other), length in met.items()}
    return sorted(pair for pair in named if named[pair] >= SURE), sorted(
        pair for pair in named if named[pair] < SURE
    )


def heart(part: BaseGeometry) -> tuple[float, float]:
    """The point furthest from the edge of an area's part: where a person clicks."""
    fine = max(1.0, part.area**0.5 / 40)
    x, y = shapely.maximum_inscribed_circle(part, tolerance=fine).coords[0]
    return x, y


def margins(view: View, size: tuple[int, int]) -> list[tuple[float, float]]:
    """A point on the paper or table around a sheet of that size, where it is widest, if there is any."""
    bare = shapely.box(0, 0, *view.size).difference(shapely.Polygon(view.seen(corners_of(size))).buffer(1))
    return [] if bare.buffer(-OUTSIDE).is_empty else [heart(bare)]


def rings_seen(area: BaseGeometry, view: View) -> list[list[list[list[float]]]]:
    """The parts of an area in a picture: an outer ring and holes each."""
    return [
        [view.seen(ring.coords).round(1).tolist() for ring in (part.exterior, *part.interiors)]
        for part in shapely.get_parts(area)
    ]
