"""Areas traced from art of 6.6 megapixels, in units of the time that Pillow needs to decode the same PNG."""

from __future__ import annotations

import io
from functools import partial

from PIL import Image

from maps.scan.trace import trace
from maps.scan.trace_seeds import Seed
from tests.maps.scan.areas import Areas, Print, areas

from .measure import Part, Row, median, spent

AREAS, SIZE = 155, (2970, 2222)
DECODES = 10
NOTES = ("From the picture in memory to outlines, contacts and gaps; processor time of one process.",)


def board() -> Areas:
    """The board that is traced: always the same."""
    return areas(AREAS, SIZE, Print(line=4, gaps=6, rivers=4), 7)


def measured(printed: Areas, times: int = 3) -> Part:
    """The trace beside the decoding of the same picture."""
    kept = io.BytesIO()
    printed.image.save(kept, "PNG")
    seeds = [Seed(name, x, y) for name, (x, y) in printed.seeds.items()]
    decoded = median(spent(partial(_decode, kept.getvalue())).cpu for _ in range(times))
    traced = median(spent(partial(trace, printed.image, seeds)).cpu for _ in range(times))
    rows = [
        Row("Pillow decodes the PNG", decoded),
        Row("map trace", traced),
        Row("ratio in processor time", traced / decoded, "decodes", DECODES),
    ]
    megapixels = printed.image.width * printed.image.height / 1_000_000
    return Part(
        f"{len(seeds)} areas traced from {megapixels:.1f} megapixels, medians of {times}", rows, NOTES
    )


def _decode(data: bytes) -> None:
    with Image.open(io.BytesIO(data)) as image:
        image.load()
