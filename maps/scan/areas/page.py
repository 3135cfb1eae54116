"""The page on which seeds are clicked and an answer is looked at: one HTML file that asks no server.

In go the picture, the seeds and strokes there are, the outlines that were found, and the doubts. Out comes
the page; what is clicked on it, it saves as the table of seeds which `maps.scan.areas` reads.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from io import BytesIO
from typing import Any

from PIL import Image
from shapely.geometry import MultiPolygon, Polygon

from maps.scan.areas.seeds import Seed

SIDE = 3000
"""Pixels of the longer side of the embedded picture at most, so that a phone can hold it."""
QUALITY = 82
"""JPEG quality of the embedded picture, 0 to 100: borders stay sharp; 4 megapixels have 1 to 2 MB."""

Point = tuple[float, float]


def page(
    art: Image.Image,
    title: str,
    seeds: Sequence[Seed],
    lines: Sequence[Sequence[Point]],
    outlines: Mapping[str, Polygon | MultiPolygon],
    doubts: Sequence[tuple[str, float, float]],
) -> str:
    """The page as text. All places are pixels of `art`, y downwards; a doubt is what to say, and where."""
    facts = {
        "title": title,
        "file": "seeds.csv",
        "size": art.size,
        "picture": _embedded(art),
        "seeds": [{"name": one.name, "x": one.x, "y": one.y, "along": one.along} for one in seeds],
        "lines": [list(line) for line in lines],
        "outlines": [_path(shape) for shape in outlines.values()],
        "doubts": [{"text": text, "x": x, "y": y} for text, x, y in doubts],
    }
    blank = files("maps.scan.areas").joinpath("page.html").read_text(encoding="utf-8")
    return blank.replace("@FACTS@", _in_script(facts))


def _in_script(facts: Mapping[str, Any]) -> str:
    """JSON that cannot end the script it stands in, whatever a name says."""
    text = json.dumps(facts, ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _embedded(art: Image.Image) -> str:
    """The picture as a data URI, reduced where it is large."""
    small = art.convert("RGB")
    small.thumbnail((SIDE, SIDE))
    content = BytesIO()
    small.save(content, "JPEG", quality=QUALITY)
    return "data:image/jpeg;base64," + base64.b64encode(content.getvalue()).decode("ascii")


def _path(shape: Polygon | MultiPolygon) -> str:
    """The rings of an area as the path of an SVG."""
    parts: Iterable[Polygon] = shape.geoms if isinstance(shape, MultiPolygon) else [shape]
    rings = (ring for part in parts for ring in (part.exterior, *part.interiors))
    return "".join("M" + " ".join(f"{x:g},{y:g}" for x, y in ring.coords[:-1]) + "Z" for ring in rings)
