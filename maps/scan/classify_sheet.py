"""The review sheet: the doubtful hexes and hexsides cut out of the scan, the most doubtful first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from maps.scan.classify import Point, Proposal
from maps.scan.lettering import lettering

_SIDE, _TEXT, _ACROSS = 150, 34, 6
_DARK, _RED = (30, 30, 30), (200, 20, 40)


def review_sheet(
    art: Image.Image, centres: Mapping[str, Point], pitch: float, doubtful: Sequence[Proposal]
) -> Image.Image:
    """One close-up for each proposal, with what is proposed and how sure that is."""
    rows = max(1, -(-len(doubtful) // _ACROSS))
    sheet = Image.new("RGB", (_ACROSS * _SIDE, rows * (_SIDE + _TEXT)), "white")
    ink = ImageDraw.Draw(sheet)
    for number, one in enumerate(doubtful):
        row, column = divmod(number, _ACROSS)
        left, top = column * _SIDE, row * (_SIDE + _TEXT)
        x, y = (sum(centres[label][axis] for label in one.where) / len(one.where) for axis in (0, 1))
        reach = pitch * 0.75
        box = (round(x - reach), round(y - reach), round(x + reach), round(y + reach))
        sheet.paste(art.crop(box).resize((_SIDE - 4, _SIDE - 4), Image.Resampling.BICUBIC), (left, top))
        middle = (left + _SIDE / 2 - 2, top + _SIDE / 2 - 2)
        ink.ellipse((middle[0] - 4, middle[1] - 4, middle[0] + 4, middle[1] + 4), outline=_RED, width=2)
        words = one.word or (f"no {one.kind}" if one.kind else "-")
        text = f"{'/'.join(one.where)}\n{words}? {one.confidence:.0%}"
        ink.multiline_text((left + 3, top + _SIDE), text, _DARK, lettering(12), spacing=1)
    return sheet
