"""The review: every proposal cut out of the scan, alike ones side by side, the least clear first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw

from files.typefaces import SANS, font
from maps.scan.terrain.closeups import HexScan
from maps.scan.terrain.proposals import Proposal
from scans.colour import cut_out

CARD, ACROSS, DOWN = (124, 155), 10, 12
"""Of a card in pixels; and how many there are in a row, and rows on a page: a page fits on a screen."""
_PICTURE, _EDGE = 116, 8
_REACH = 0.8
"""Pitches: so far from its middle a close-up shows the scan, a hex and some of those around."""
_RING = 0.16
"""Pitches: how wide the ring is that marks the middle of the hex."""
_PAPER, _CARD, _DARK, _MARK = (226, 224, 218), (255, 255, 255), (30, 30, 30), (214, 24, 96)
_HEADS = {"you": (60, 110, 190), "sure": (70, 140, 70), "look": (200, 50, 40)}


def review_pages(scan: HexScan, proposals: Sequence[Proposal]) -> Iterator[Image.Image]:
    """Pages with a card for each hex: what is proposed, and whether it is sure."""
    shown = sorted((one for one in proposals if not one.kind), key=lambda one: (one.word, one.clear))
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
    x, y = scan.centres[one.where[0]]
    reach = scan.pitch * _REACH
    box = (round(x - reach), round(y - reach), round(x + reach), round(y + reach))
    card.paste(cut_out(scan.art, box).resize((_PICTURE, _PICTURE), Image.Resampling.LANCZOS))
    middle, far = _PICTURE / 2, _RING * _PICTURE / (2 * _REACH)
    ink.ellipse((middle - far, middle - far, middle + far, middle + far), outline=_MARK, width=2)
    ink.rectangle((0, _PICTURE, _PICTURE, _PICTURE + 3), _HEADS[one.by])
    ink.text((2, _PICTURE + 3), one.where[0], _DARK, font(SANS, 11))
    ink.text((2, _PICTURE + 14), one.word + ("?" if one.by == "look" else ""), _HEADS[one.by], font(SANS, 12))
    return card
