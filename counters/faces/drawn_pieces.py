"""The pieces of a game one after the other, as they are printed: drawn when their page is, not before."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest

from PIL import Image

from counters.faces.appearance import of_back, of_card, of_counter, of_marker
from counters.faces.back import draw_back, has_back
from counters.faces.cache import Faces
from counters.faces.card import draw_chit
from counters.faces.face import draw_face, draw_marker
from counters.faces.playing_card import draw_card
from counters.roster.counter import Card, Roster

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a piece: what it shows, and how it is drawn at its size in pixels."""

    shows: Hashable
    size: Size
    draw: Callable[[], Image.Image]

    def image(self, faces: Faces) -> Image.Image:
        """The picture, found or drawn."""
        return faces.face(self.shows, self.size, self.draw)


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece to cut out."""

    front: Side
    back: Side


def counters(roster: Roster, size: int) -> Iterator[Piece]:
    """Every counter as often as it is printed."""
    square = (size, size)
    for counter in roster.counters.values():
        sides = [
            Side(of_counter(counter, side), square, partial(draw_face, counter, side, size, edge=False))
            for side in range(counter.sides)
        ]
        if has_back(counter):
            sides.append(Side(of_back(counter), square, partial(draw_back, counter, size)))
        for front, back in zip_longest(sides[::2], sides[1::2]):
            yield from [Piece(front, back or front)] * counter.count


def markers(roster: Roster, size: int) -> Iterator[Piece]:
    """Every marker as often as it is printed."""
    square = (size, size)
    for marker in roster.markers.values():
        front, back = (
            Side(of_marker(marker, side), square, partial(draw_marker, marker, side, size, edge=False))
            for side in (0, 1)
        )
        yield from [Piece(front, back)] * marker.count


def cards(roster: Roster, size: Size) -> Iterator[Piece]:
    """Every card or chit as often as it is printed."""
    for card in roster.cards.values():
        front, back = (Side(of_card(card, back), size, _card(card, size, back)) for back in (False, True))
        yield from [Piece(front, back)] * card.count


def _card(card: Card, size: Size, back: bool) -> Callable[[], Image.Image]:
    if card.look.card_mm:
        return partial(draw_card, card, size, back=back, edge=False)
    return partial(draw_chit, card, size[0], back=back, edge=False)
