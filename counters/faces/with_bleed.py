"""Faces for print shops: one picture each, square to the corners, its colours carried on beyond the cut."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from counters.faces.face import faces
from counters.roster.counter import Roster
from counters.roster.table import as_file_name


def faces_with_bleed(roster: Roster, size_px: int, bleed_mm: float) -> Iterator[tuple[str, Image.Image]]:
    """Every picture of a game and its file name. `size_px` is the width of what stays after the cut."""
    style = roster.style
    card = style.card_mm[0] if style.card_mm else style.chit_mm
    of_cards = {as_file_name(one) for one in roster.cards}
    for name, image in faces(roster, size_px, edge=False):
        is_card = name in of_cards or name.startswith("back-") or name in ("card-back", "chit-back")
        wide = card if is_card else style.counter_mm
        yield name, carried_on(image, round(bleed_mm / wide * image.width))


def carried_on(image: Image.Image, by: int) -> Image.Image:
    """A picture with its outermost pixels drawn out on all sides."""
    wide, high = image.size
    whole = Image.new("RGB", (wide + 2 * by, high + 2 * by))
    level = image.resize((wide + 2 * by, high), Image.Resampling.NEAREST)
    level.paste(image.crop((0, 0, 1, high)).resize((max(1, by), high)), (0, 0))
    level.paste(image.crop((wide - 1, 0, wide, high)).resize((max(1, by), high)), (wide + by, 0))
    level.paste(image, (by, 0))
    whole.paste(level.crop((0, 0, level.width, 1)).resize((level.width, max(1, by))), (0, 0))
    whole.paste(
        level.crop((0, high - 1, level.width, high)).resize((level.width, max(1, by))), (0, high + by)
    )
    whole.paste(level, (0, by))
    return whole
