"""The review sheet: doubtful hexes and hexsides cut out of the scan, the most doubtful first of each kind."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from maps.scan.classify import Point, Proposal
from maps.scan.lettering import lettering
from scans.colour import cut_out

CARD, ACROSS = (156, 206), 6
_PICTURE, _EDGE = 140, 8
_REACH = 0.8  # of the pitch: so far from its middle a close-up shows the scan
_PAPER, _CARD, _DARK, _PALE = (226, 224, 218), (255, 255, 255), (30, 30, 30), (214, 210, 202)
_MARK = (214, 24, 96)
_COLOURS = ((200, 50, 40), (224, 150, 30), (70, 140, 70))  # of a bar: below a third sure, two thirds, above


def review_sheet(
    art: Image.Image, centres: Mapping[str, Point], pitch: float, doubtful: Sequence[Proposal]
) -> Image.Image:
    """One card for each proposal: where it is, what is proposed, how sure that is."""
    rows = max(1, -(-len(doubtful) // ACROSS))
    sheet = Image.new("RGB", (ACROSS * CARD[0] + _EDGE, rows * CARD[1] + _EDGE), _PAPER)
    for number, one in enumerate(sorted(doubtful, key=lambda one: (one.kind, one.confidence))):
        row, column = divmod(number, ACROSS)
        card = _card(art, centres, pitch, one)
        sheet.paste(card, (_EDGE + column * CARD[0], _EDGE + row * CARD[1]))
    return sheet


def _card(art: Image.Image, centres: Mapping[str, Point], pitch: float, one: Proposal) -> Image.Image:
    card = Image.new("RGB", (CARD[0] - _EDGE, CARD[1] - _EDGE), _CARD)
    ink = ImageDraw.Draw(card)
    points = [centres[label] for label in one.where]
    x, y = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
    reach = pitch * _REACH
    box = (round(x - reach), round(y - reach), round(x + reach), round(y + reach))
    shown = cut_out(art, box).resize((_PICTURE, _PICTURE), Image.Resampling.LANCZOS)
    card.paste(shown, (4, 4))
    scale = _PICTURE / (2 * reach)
    for line in _marks(points, pitch):
        ink.line([(4 + (px - x + reach) * scale, 4 + (py - y + reach) * scale) for px, py in line], _MARK, 2)
    _told(ink, one)
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


def _told(ink: ImageDraw.ImageDraw, one: Proposal) -> None:
    """Where, what, and a bar as long as it is sure."""
    top, wide = _PICTURE + 8, CARD[0] - _EDGE - 8
    words = f"{one.word}?" if one.word else f"no {one.kind}?"
    ink.text((6, top), " / ".join(one.where), _DARK, lettering(14))
    ink.text((6, top + 18), words, _MARK, lettering(14))
    sure = f"{one.confidence:.0%}"
    ink.text((wide - ink.textlength(sure, lettering(14)), top + 18), sure, _DARK, lettering(14))
    ink.rectangle((6, top + 38, wide, top + 43), _PALE)
    colour = _COLOURS[min(2, int(one.confidence * 3))]
    ink.rectangle((6, top + 38, 6 + (wide - 6) * one.confidence, top + 43), colour)
