"""Numbers as Pillow prints them, dot by dot, put together from pairs of figures that are drawn once: a board
has thousands of numbers, and a font has a hundred pairs."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

Face = ImageFont.FreeTypeFont
Mask = tuple[Image.Image, int, int]
"""Ink, and where its left upper corner lies."""


def is_number(text: str) -> bool:
    """Whether a text has figures alone."""
    return text.isascii() and text.isdigit()


def number(at: tuple[float, float], text: str, face: Face, stroke: int) -> Mask:
    """The ink of a number about its middle, in dots; of a font whose figures are all of one width."""
    pairs = [_pair(face, text[n : n + 2], stroke) for n in range(0, len(text), 2)]
    right, down, step = _origin(face, len(text))
    lefts = [left + n * step for n, (_, left, _) in enumerate(pairs)]
    left, top = min(lefts), min(top for _, _, top in pairs)
    wide = max(x + ink.width for x, (ink, _, _) in zip(lefts, pairs, strict=True)) - left
    high = max(y + ink.height for ink, _, y in pairs) - top
    whole = Image.new("L", (wide, high))
    for x, (ink, _, y) in zip(lefts, pairs, strict=True):
        whole.paste(255, (x - left, y - top), ink)
    (over, under), (x, y) = (round(part % 1 * 64) for part in at), map(math.floor, at)
    return whole, x + right + left + (over + 32) // 64, y + down + top + (under + 31) // 64


@lru_cache(maxsize=2048)
def _pair(face: Face, text: str, stroke: int) -> Mask:
    """Two figures, or one, about the beginning of their line."""
    left, top, right, bottom = map(round, face.getbbox(text, anchor="ls", stroke_width=stroke))
    ink = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(ink).text((-left, -top), text, 255, face, anchor="ls", stroke_width=stroke)
    return ink, left, top


@lru_cache(maxsize=256)
def _origin(face: Face, count: int) -> tuple[int, int, int]:
    """Where the line of a number begins, seen from its middle, and the width of two figures."""
    (x, y, *_), (left, top, *_) = (face.getbbox("0" * count, anchor=anchor) for anchor in ("mm", "ls"))
    return round(x - left), round(y - top), round(face.getlength("00"))
