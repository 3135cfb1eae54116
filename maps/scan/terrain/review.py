"""The review: every proposal cut out of the scan, alike ones side by side, the least clear first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw

from maps.drawing.lettering import lettering
from maps.scan.terrain.closeups import HexScan
from maps.scan.terrain.proposals import Point, Proposal
from scans.colour import cut_out

CARD, ACROSS, DOWN = (124, 155), 10, 12
"""Of a card in pixels; and how many there are in a row, and rows on a page: a page fits on a screen."""
_PICTURE, _EDGE = 116, 8
_REACH = 0.8
"""Pitches: so far from its middle a close-up shows the scan, a hex and some of those around."""
_PAPER, _CARD, _DARK, _MARK = (226, 224, 218), (255, 255, 255), (30, 30, 30), (214, 24, 96)
_HEADS = {"you": (60, 110, 190), "sure": (70, 140, 70), "look": (200, 50, 40)}


def review_pages(scan: HexScan, proposals: Sequence[Proposal]) -> Iterator[Image.Image]:
    """Pages with a card for each proposal that something is there: where, what, and whether it is sure."""
    shown = sorted((one for one in proposals if one.word), key=lambda one: (one.kind, one.word, one.clear))
    for first in range(0, len(shown), ACROSS * DOWN):
        page = shown[first : first + ACROSS * DOWN]
        rows = math.ceil(len(page) / ACROSS)
        made = Image.new("RGB", (ACROSS * CARD[0] + _EDGE, rows * CARD[1] + _EDGE), _PAPER)
        for number, one in enumerate(page):
            row, column = divmod(number, ACROSS)
            made.paste(_card(scan, one), (_EDGE + column * CARD[0], _EDGE + row * CARD[1]))
        yield made


def _card(scan: HexScan, one: Proposal) -> Image.Image:
    card = Image.new("RGB", (_PICTURE, CARD[1] - _EDGE), _CARD)
    ink = ImageDraw.Draw(card)
    points = [scan.centres[label] for label in one.where]
    x, y = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
    reach = scan.pitch * _REACH
    box = (round(x - reach), round(y - reach), round(x + reach), round(y + reach))
    card.paste(cut_out(scan.art, box).resize((_PICTURE, _PICTURE), Image.Resampling.LANCZOS))
    scale = _PICTURE / (2 * reach)
    for line in _marks(points, scan.pitch):
        ink.line([((px - x + reach) * scale, (py - y + reach) * scale) for px, py in line], _MARK, 2)
    ink.rectangle((0, _PICTURE, _PICTURE, _PICTURE + 3), _HEADS[one.by])
    ink.text((2, _PICTURE + 3), " / ".join(one.where), _DARK, lettering(11))
    ink.text((2, _PICTURE + 14), one.word + ("?" if one.by == "look" else ""), _HEADS[one.by], lettering(12))
    return card


def _marks(points: Sequence[Point], pitch: float) -> list[list[Point]]:
    """What marks the place: a ring in a hex, strokes beyond both ends of a hexside."""
    if len(points) == 1:
        (x, y), far = points[0], 0.16 * pitch
        turn = [n * math.pi / 12 for n in range(25)]
        return [[(x + far * math.cos(angle), y + far * math.sin(angle)) for angle in turn]]
    (ax, ay), (bx, by) = points
    x, y, along = (ax + bx) / 2, (ay + by) / 2, ((ay - by) / 3**0.5, (bx - ax) / 3**0.5)
    return [
        [(x + along[0] * part, y + along[1] * part) for part in (sign * 0.58, sign * 0.95)]
        for sign in (1, -1)
    ]
