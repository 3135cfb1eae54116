"""The images of a module: the faces of the roster, the badges that lie on units, and the cover."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from builder.facts import Badge, ModuleFacts
from builder.lock import Lock
from builder.pieces import CHIT_BACK, CONCEALED, MOVED, badge_id
from counters.card import draw_chit
from counters.counter import Roster
from counters.face import draw_face, draw_marker

COVER = "cover.png"
_COVER_SIZE = (800, 500)
_DARK, _PALE, _SIGNAL = (24, 30, 36, 215), (244, 238, 222), (214, 142, 16)
_FINER = 4


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many pixels wide counters are, the fronts of chits, and their backs."""

    unit: int
    chit: int
    back: int


def piece_images(
    roster: Roster, facts: ModuleFacts, sizes: Sizes, lock: Lock
) -> Iterator[tuple[str, Image.Image]]:
    """Each image the pieces show, with its file name; faces a piece has lost show the last one it has."""
    for counter in roster.counters.values():
        for face, name in enumerate(lock.pieces[counter.id].images):
            yield name, draw_face(counter, min(face, len(counter.steps) - 1), sizes.unit)
    for marker in roster.markers.values():
        for face, name in enumerate(lock.pieces[marker.id].images):
            yield name, draw_marker(marker, min(face, len(marker.faces) - 1), sizes.unit)
    yield from _chits(roster, sizes, lock)
    for badge in facts.badges:
        yield lock.pieces[badge_id(badge.marker)].images[0], _badge(roster, badge, sizes.unit)
    yield MOVED, _moved(sizes.unit // 3)
    if facts.concealed:
        yield CONCEALED, _plain_counter("?", sizes.unit)
    for one, entry in lock.retired.items():
        for name in entry.images:
            clear = Image.new("RGBA", (sizes.unit, sizes.unit))
            yield name, clear if one.endswith(badge_id("")) else _plain_counter(one, sizes.unit)


def _chits(roster: Roster, sizes: Sizes, lock: Lock) -> Iterator[tuple[str, Image.Image]]:
    """The front of every chit, and the back that all share."""
    for card in roster.cards.values():
        yield lock.pieces[card.id].images[0], draw_chit(card, sizes.chit)
    for card in list(roster.cards.values())[:1]:
        yield CHIT_BACK, draw_chit(card, sizes.back, back=True)


def _plain_counter(name: str, size: int) -> Image.Image:
    """A pale counter with a word on it: an unknown unit, or the id of a piece the game no longer has."""
    plain = Image.new("RGB", (size, size), _PALE)
    pen = ImageDraw.Draw(plain)
    pen.rectangle((0, 0, size - 1, size - 1), outline=_DARK[:3], width=max(1, size // 32))
    pen.text((size / 2, size / 2), name, _DARK[:3], _font(size // 4, size * 9 // 10, name), anchor="mm")
    return plain


def _badge(roster: Roster, badge: Badge, unit: int) -> Image.Image:
    """The marker at half its size in the upper right corner of an otherwise clear counter."""
    clear = Image.new("RGBA", (unit, unit))
    small = draw_marker(roster.markers[badge.marker], 0, unit // 2)
    clear.paste(small, (unit - small.width, 0))
    return clear


def _moved(size: int) -> Image.Image:
    """An arrow to the right, on a disc."""
    large = Image.new("RGBA", (size * _FINER, size * _FINER))
    pen, one = ImageDraw.Draw(large), size * _FINER / 10
    pen.ellipse((0, 0, 10 * one - 1, 10 * one - 1), fill=_SIGNAL, outline=_DARK[:3], width=round(one / 2))
    corners = [(2, 4), (5, 4), (5, 2), (8, 5), (5, 8), (5, 6), (2, 6)]
    pen.polygon([(x * one, y * one) for x, y in corners], fill=_PALE)
    return large.resize((size, size), Image.Resampling.LANCZOS)


def cover(board: Image.Image, title: str, lines: tuple[str, ...]) -> Image.Image:
    """The picture shown while the module opens: the middle of the board, with the title across it."""
    wide, high = _COVER_SIZE
    scale = max(wide / board.width, high / board.height)
    picture = board.convert("RGB").resize((round(board.width * scale), round(board.height * scale)))
    left, top = (picture.width - wide) // 2, (picture.height - high) // 2
    picture = picture.crop((left, top, left + wide, top + high)).convert("RGBA")
    band = Image.new("RGBA", _COVER_SIZE)
    ImageDraw.Draw(band).rectangle((0, high * 0.6, wide, high * 0.92), fill=_DARK)
    picture = Image.alpha_composite(picture, band).convert("RGB")
    pen = ImageDraw.Draw(picture)
    pen.text((wide / 2, high * 0.70), title, _PALE, _font(54, wide - 60, title), anchor="mm")
    for place, line in enumerate(lines):
        pen.text(
            (wide / 2, high * (0.81 + 0.055 * place)), line, _PALE, _font(19, wide - 60, line), anchor="mm"
        )
    return picture


def _font(size: int, room: int, text: str) -> ImageFont.FreeTypeFont:
    """The font at this size, or as much smaller as the text needs to fit into so many pixels."""
    with (files("templates.fonts") / "DejaVuSerif-Bold.ttf").open("rb") as file:
        font = ImageFont.truetype(BytesIO(file.read()), size)
    return font if font.getlength(text) <= room or size <= 8 else _font(size - 2, room, text)


def png(image: Image.Image) -> bytes:
    """The image as the bytes of a PNG file."""
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
