"""A picture of each fault that would print badly: the piece large, with what is at fault framed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from counters.faces.face import draw_card, draw_chit, draw_face, draw_marker
from counters.roster.counter import Roster
from counters.roster.table import as_file_name
from counters.roster_faults import Flaw
from counters.signs.eyes import SIGHTS, seen
from files.faults import Fault

_SIZE = 480
_SIGNAL = "#ff00c8"


def write_pictures(
    roster: Roster, faults: Iterable[Fault], folder: Path, save: Callable[[Path, bytes], None]
) -> int:
    """Write the pictures into a folder, numbered as the faults are told; how many there are."""
    count = 0
    for number, fault in enumerate(faults, 1):
        if isinstance(fault, Flaw) and (fault.piece or fault.colours):
            content = BytesIO()
            picture_of(roster, fault).save(content, "PNG")
            name = as_file_name(fault.piece) or "colours"
            save(folder / f"{number:03d}-{name}.png", content.getvalue())
            count += 1
    return count


def picture_of(roster: Roster, flaw: Flaw) -> Image.Image:
    """The piece with the place of the flaw framed, or the colours that are too alike side by side."""
    if not flaw.piece:
        return _colours(flaw.colours)
    image = _piece(roster, flaw).convert("RGB")
    if flaw.box:
        unit = image.width / 100
        left, top, right, bottom = (edge * unit for edge in flaw.box)
        ImageDraw.Draw(image).rectangle((left, top, right - 1, bottom - 1), outline=_SIGNAL, width=4)
    return image


def _piece(roster: Roster, flaw: Flaw) -> Image.Image:
    if flaw.piece in roster.counters:
        return draw_face(roster.counters[flaw.piece], flaw.side, _SIZE, edge=False)
    if flaw.piece in roster.markers:
        return draw_marker(roster.markers[flaw.piece], flaw.side, _SIZE, edge=False)
    card = roster.cards[flaw.piece]
    if size := card.look.card_mm:
        return draw_card(card, (_SIZE, round(_SIZE * size[1] / size[0])), edge=False)
    return draw_chit(card, _SIZE, edge=False)


def _colours(colours: tuple[str, ...]) -> Image.Image:
    """What is too alike side by side, its colours one below the other; under it how that looks to those who
    confuse red and green."""
    rows = [colours, *(tuple(seen(colour, sight) for colour in colours) for sight in SIGHTS)]
    each = len(colours) // 2
    across, down = _SIZE // 2, _SIZE // len(rows) // each
    image = Image.new("RGB", (across * 2, down * len(rows) * each))
    for row, shown in enumerate(rows):
        for number, colour in enumerate(shown):
            left, top = number // each * across, (row * each + number % each) * down
            image.paste(colour, (left, top, left + across, top + down))
    return image
