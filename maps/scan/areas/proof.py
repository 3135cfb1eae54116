"""The proof of a trace: a picture with outlines and numbered doubts; or one page on which seeds are clicked.

The page is a single HTML file with the picture in it, which asks nobody else for anything. What it saves is
the table of seeds and strokes that `--seeds` reads.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import shapely
from PIL import Image, ImageDraw

from maps.scan.areas.doubts import Doubt
from maps.scan.areas.seeds import Seed, Stroke
from maps.scan.areas.trace import Traced
from maps.scan.lettering import lettering

_BLUE, _RED, _DARK = (20, 60, 200), (200, 20, 40), (30, 30, 30)
_LINE = 700  # of the picture's lesser side is the width of outlines, _TEXT that of letters
_TEXT = 80
_LONGEST = 2400  # pixels: the picture in a page is no longer, so that telephones can open it
_QUALITY = 85  # of the JPEG in the page


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
        ink.text(middle, name, _DARK, lettering(size), "mm", stroke_width=2, stroke_fill="white")
    for number, doubt in enumerate(traced.doubts, 1):
        x, y = doubt.at
        ink.ellipse((x - size, y - size, x + size, y + size), fill="white", outline=_RED, width=wide + 2)
        ink.text((x, y), str(number), _RED, lettering(size), "mm")
    return made


def _rings(shape: shapely.Geometry) -> list[list[list[float]]]:
    return [
        shapely.get_coordinates(ring).tolist()
        for part in shapely.get_parts(shape)
        for ring in (part.exterior, *part.interiors)
    ]


def page(
    art: Image.Image, seeds: Sequence[Seed], strokes: Sequence[Stroke], traced: Traced | None = None
) -> str:
    """The page as HTML; without a trace only the picture and what was clicked so far."""
    said = {
        "width": art.width,
        "height": art.height,
        "picture": _embedded(art),
        "seeds": [{"name": seed.name, "x": seed.x, "y": seed.y} for seed in seeds],
        "strokes": [list(stroke) for stroke in strokes],
        "outlines": [_rings(shape) for shape in traced.areas.values()] if traced else [],
        "doubts": [_doubt(doubt) for doubt in traced.doubts] if traced else [],
    }
    text = files("maps.scan.areas").joinpath("page.html").read_text(encoding="utf-8")
    return text.replace("__SAID__", _safe(said))


def _doubt(doubt: Doubt) -> dict[str, Any]:
    return {"at": doubt.at, "words": doubt.words}


def _safe(said: Any) -> str:
    """JSON that ends no script, whatever names say."""
    return json.dumps(said).replace("<", "\\u003c").replace("&", "\\u0026")


def _embedded(art: Image.Image) -> str:
    small, kept = art.copy(), io.BytesIO()
    small.thumbnail((_LONGEST, _LONGEST))
    small.save(kept, "JPEG", quality=_QUALITY)
    return "data:image/jpeg;base64," + base64.b64encode(kept.getvalue()).decode("ascii")
