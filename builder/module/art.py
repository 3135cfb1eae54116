"""The images of a module: the faces of the roster, the badges that lie on units, and the cover."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from builder.layout.decks import CHIT, Deck, deck_of
from builder.layout.module_file import Badge, ModuleFacts
from builder.module.lock import Lock
from builder.module.roster_pieces import CONCEALED, MOVED, badge_id, unknown_id, used_decks
from counters.faces.card import chit_back
from counters.faces.face import card_or_chit, draw_face, draw_marker
from counters.roster.counter import Roster
from counters.roster.style import Style
from files import typefaces
from files.flat_png import flat_png
from files.typefaces import SERIF_BOLD, able

COVER = "cover.png"
_COVER_SIZE = (800, 500)
_DARK, _PALE, _SIGNAL = (24, 30, 36, 215), (244, 238, 222), (214, 142, 16)
_FINER = 4
_DRAWN = 0.8
"""Bytes a pixel: a drawing that is packed for flat colours has fewer, a photo more."""


def piece_images(
    roster: Roster, facts: ModuleFacts, unit: int, lock: Lock
) -> Iterator[tuple[str, Image.Image]]:
    """Each image the pieces show, once, with its file name; faces a piece has lost show the last one it has.

    `unit` is how many pixels wide a counter is.
    """
    drawn = set[str]()
    for name, draw in _pictures(roster, facts, unit, lock):
        if name not in drawn:
            drawn.add(name)
            yield name, draw()


Picture = tuple[str, Callable[[], Image.Image]]


def _pictures(roster: Roster, facts: ModuleFacts, unit: int, lock: Lock) -> Iterator[Picture]:
    """Every picture by its name, not yet drawn: those of living pieces before those of pieces taken out."""
    fine = unit * facts.sharp
    for counter in roster.counters.values():
        for face, name in enumerate(lock.pieces[counter.id].images):
            yield name, partial(draw_face, counter, min(face, counter.sides - 1), fine)
    for marker in roster.markers.values():
        for face, name in enumerate(lock.pieces[marker.id].images):
            yield name, partial(draw_marker, marker, min(face, len(marker.faces) - 1), fine)
    yield from _chits(roster, facts, unit, lock)
    for badge in facts.badges:
        yield lock.pieces[badge_id(badge.marker)].images[0], partial(_badge, roster, badge, unit)
    yield MOVED, partial(_moved, unit // 3)
    if facts.concealed:
        yield CONCEALED, partial(_plain_counter, "?", unit)
    yield from _unknown(roster, unit, lock)
    for one, entry in lock.retired.items():
        for name in entry.images:
            clear = partial(Image.new, "RGBA", (unit, unit))
            yield name, clear if one.endswith(badge_id("")) else partial(_plain_counter, one, unit)


def _chits(roster: Roster, facts: ModuleFacts, unit: int, lock: Lock) -> Iterator[Picture]:
    """The front of every chit and card, and the back that all of a deck share."""
    for card in roster.cards.values():
        wide = round(unit * deck_of(card.id, facts.decks).wide)
        yield lock.pieces[card.id].images[0], partial(card_or_chit, card, wide)
    for deck in used_decks(roster, facts):
        wide = round(unit * deck.back)
        yield lock.pieces[deck.hidden].images[0], partial(_back_of, deck, roster, facts, wide)


def _back_of(deck: Deck, roster: Roster, facts: ModuleFacts, wide: int) -> Image.Image:
    """The back of a deck's cards: a printed card's own, or one with the name of the deck."""
    card = next(card for card in roster.cards.values() if deck_of(card.id, facts.decks) == deck)
    return card_or_chit(card, wide, back=True) if card.look.card_mm else _back(deck, roster.style, wide)


def _back(deck: Deck, style: Style, size: int) -> Image.Image:
    """The back of a deck's cards: that of the game's chits, or with the deck's name in its side's colours."""
    if deck.id == CHIT:
        return chit_back(style, size).piece(style.chit.ink)
    paint = style.markers.get(deck.side, style.chit)
    canvas = chit_back(replace(style, chit=paint), size)
    canvas.fill((12, 60, 88, 88), paint.band)
    canvas.block_of_text(deck.name, (14, 62, 86, 86), "bold", paint.paper, 9)
    return canvas.piece(paint.ink)


def _unknown(roster: Roster, unit: int, lock: Lock) -> Iterator[Picture]:
    """Counters that say of what side a unit is and no more, on the paper of the side's first counter."""
    papers = {c.side: c.look.paint(c.nation, c.side).paper for c in reversed(list(roster.counters.values()))}
    for side, paper in papers.items():
        if unknown_id(side) in lock.pieces:
            yield lock.pieces[unknown_id(side)].images[0], partial(_plain_counter, "?", unit, paper)


def _plain_counter(name: str, size: int, paper: str | tuple[int, int, int] = _PALE) -> Image.Image:
    """A plain counter with a word on it: an unknown unit, or the id of a piece the game no longer has."""
    plain = Image.new("RGB", (size, size), paper)
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
    font = typefaces.font(able(SERIF_BOLD, text), size)
    return font if font.getlength(text) <= room or size <= 8 else _font(size - 2, room, text)


def png(image: Image.Image) -> bytes:
    """The image as the bytes of a PNG file: packed for flat colours, unless it is a photo and larger so."""
    flat, out = flat_png(image), BytesIO()
    if len(flat) < _DRAWN * image.width * image.height:
        return flat
    image.save(out, "PNG")
    return min(flat, out.getvalue(), key=len)


def board_png(game: str | Path, board: Image.Image) -> bytes:
    """The board as the bytes of a PNG file: packed for flat colours, unless it lies on art of its own."""
    from maps.drawing.art import own_dpi

    return png(board) if own_dpi(game) else flat_png(board)
