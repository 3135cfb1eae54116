"""The letters in which pictures of a scan are labelled."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files

from PIL import ImageFont

from maps.drawing.ink import SANS


@lru_cache(maxsize=8)
def lettering(pixels: int) -> ImageFont.FreeTypeFont:
    """The plain letters of all drawings, so many pixels high."""
    with as_file(files("templates.fonts") / f"{SANS}.ttf") as path:
        return ImageFont.truetype(str(path), pixels, layout_engine=ImageFont.Layout.BASIC)
