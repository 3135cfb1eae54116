"""Scanned art in colour: any scan that can be opened becomes RGB."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PIL import Image

from scans.reading import levelled, opened

MOST_PIXELS = 150_000_000
"""A picture this large still fits into the memory of a small machine in colour, several times over."""
LEAST = 16
_NO_ART = (208, 208, 208)
Box = tuple[int, int, int, int]


def read_art(path: Path, page: int = 1) -> Image.Image:
    """The picture as RGB, with its "dpi" and "icc_profile" in `info`; ScanError where there is none.

    `page` is that of a PDF. What is see-through becomes white.
    """
    with opened(path, page, most=MOST_PIXELS, least=LEAST) as image:
        image.load()
        return _as_rgb(image)


def cut_out(art: Image.Image, box: Box) -> Image.Image:
    """A part of RGB art; its left, top, right and bottom may lie beside it: there is grey, as no art is."""
    left, top, right, bottom = box
    made = Image.new("RGB", (right - left, bottom - top), _NO_ART)
    made.paste(art, (-left, -top))
    return made


def picture_size(path: Path, page: int = 1) -> tuple[int, int]:
    """How many pixels wide and high a picture is, without decoding it; ScanError where there is none."""
    with opened(path, page, most=MOST_PIXELS, least=LEAST) as image:
        return image.size


def _as_rgb(image: Image.Image) -> Image.Image:
    kept: dict[str | tuple[int, int], Any] = {
        key: image.info[key] for key in ("dpi", "icc_profile") if key in image.info
    }
    made = solid(image)
    if made.mode != "RGB":
        made = made.convert("RGB")
    made.info = kept
    return made


def solid(image: Image.Image) -> Image.Image:
    """Sixteen bits or more become eight, and what is see-through becomes white."""
    if image.mode.startswith("I") or image.mode == "F":
        return levelled(image)
    if image.mode in ("LA", "PA", "RGBA", "RGBa", "La") or "transparency" in image.info:
        clear = image.convert("RGBA")
        paper = Image.new("RGBA", clear.size, "white")
        return Image.alpha_composite(paper, clear)
    return image
