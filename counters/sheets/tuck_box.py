"""A box for the cards of a game: one sheet to cut, fold and glue, at true scale, in the colours of a deck.

The net from the left: glue flap, back, side, front, side. The lid is above the back and is tucked in behind
the front, which has a notch for the thumb; flaps above and below the sides. Lengths are in millimetres.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise

from PIL import Image

from counters.faces.playing_card import draw_card
from counters.roster.counter import Card, Roster
from counters.roster_faults import RosterError
from counters.sheets.imposition import Duplex, Place
from counters.sheets.page import Page, open_canvas
from files.faults import Fault

CARD_MM = 0.31
"""A card of 310 g is so thick."""
_ROOM, _GLUE, _TUCK, _THUMB = 1.0, 12.0, 18.0, 9.0
"""Room round the cards; the breadth of the flap that is glued, and of the one that is tucked in; the notch's
radius."""
_SHOULDER, _ARC = 3.0, 24
"""How far the sides of the tucked flap are straight, and in how many pieces the notch is cut."""
_EDGE = 8.0
"""Free paper round the net."""


@dataclass(frozen=True, slots=True)
class Net:
    """The box flat: inner width, height and depth."""

    wide: float
    high: float
    deep: float

    @property
    def paper(self) -> tuple[float, float]:
        """The smallest sheet it lies on, with the foot of the page."""
        across = _GLUE + 2 * self.wide + 2 * self.deep
        return across + 2 * _EDGE, self.high + 2 * self.deep + _TUCK + 2 * _EDGE + 10

    @property
    def top(self) -> float:
        """Where the walls begin, below the lid and its flap."""
        return _EDGE + _TUCK + self.deep

    @property
    def walls(self) -> tuple[float, ...]:
        """The left edges of back, side, front and side, and the right end."""
        left = _EDGE + _GLUE
        steps = (0.0, self.wide, self.deep, self.wide, self.deep)
        return tuple(left + sum(steps[: n + 1]) for n in range(5))

    def cuts(self) -> Iterator[tuple[Place, ...]]:
        """Every outline that is cut, as a run of corners."""
        back, side, front, other, end = self.walls
        top, foot = self.top, self.top + self.high
        yield (back, top), (_EDGE, top + 6), (_EDGE, foot - 6), (back, foot)  # glue flap
        lid = top - self.deep
        yield (
            (back, top),
            (back, lid),
            (back, lid - _SHOULDER),
            (back + 2, lid - _TUCK + 2),
            (back + 5, lid - _TUCK),
            (side - 5, lid - _TUCK),
            (side - 2, lid - _TUCK + 2),
            (side, lid - _SHOULDER),
            (side, lid),
            (side, top),
        )
        for left, right in ((back, side), (front, other)):
            low = foot + self.deep
            yield (left, foot), (left + 1, low), (right - 1, low), (right, foot)  # bottom
        for left, right in ((side, front), (other, end)):
            for line, far in ((top, top - self.flap), (foot, foot + self.flap)):
                yield (left, line), (left + 1.5, far), (right - 1.5, far), (right, line)  # dust flaps
        yield (front, top), *self.notch(), (other, top)
        yield (end, top), (end, foot)

    @property
    def flap(self) -> float:
        """How long the flaps of the sides are: those of both sides meet in the middle at most."""
        return min(self.deep, self.wide / 2)

    def notch(self) -> Iterator[Place]:
        """The notch for the thumb in the upper edge of the front, from left to right."""
        middle = self.walls[2] + self.wide / 2
        for step in range(_ARC + 1):
            angle = math.pi * step / _ARC
            yield middle - _THUMB * math.cos(angle), self.top + _THUMB * math.sin(angle)

    def folds(self) -> Iterator[tuple[Place, Place]]:
        """Every line along which it is folded."""
        back, side, front, other, end = self.walls
        top, foot = self.top, self.top + self.high
        for x in (back, side, front, other):
            yield (x, top), (x, foot)
        yield (back, top), (front, top)
        yield (other, top), (end, top)
        yield (back, foot), (end, foot)
        yield (back, top - self.deep), (side, top - self.deep)


def tuck_box(roster: Roster, dpi: int = 300) -> bytes:
    """The box for all cards of a game as a PDF of one page. Raises RosterError for a game without cards."""
    style, cards = roster.style, list(roster.cards.values())
    if not cards or not style.card_mm:
        raise RosterError([Fault(roster.game, 0, "", "it has no cards: [print] card_mm in style.toml")])
    many = sum(card.count for card in cards)
    net = Net(style.card_mm[0] + _ROOM, style.card_mm[1] + _ROOM, max(6.0, many * CARD_MM + _ROOM))
    file = BytesIO()
    title = f"{style.title or roster.game}: box for {many} cards"
    canvas = open_canvas(file, title, net.paper, Duplex.FOLD)
    page = Page(canvas, net.paper)
    _picture(page, net, cards, dpi)
    for run in net.cuts():
        for start, end in pairwise(run):
            page.line(start, end)
    for start, end in net.folds():
        page.line(start, end, dashed=True)
    page.foot(f"{title}. Cut the lines, fold the dashes back, glue the left flap and the bottom.")
    page.end()
    canvas.save()
    return file.getvalue()


def _picture(page: Page, net: Net, cards: list[Card], dpi: int) -> None:
    """The backs of the first and the last deck on front and back; the sides in the colour of the front's."""
    decks = list({card.deck: card for card in cards}.values())
    back, side, front, other, end = net.walls
    fine = dpi / 25.4
    for card, left in ((decks[-1], back), (decks[0], front)):
        size = round(net.wide * fine), round(net.high * fine)
        page.image(draw_card(card, size, back=True, edge=False), (left, net.top), (net.wide, net.high))
    colour = decks[0].look.back(decks[0].deck).paint.band
    plain = Image.new("RGB", (1, 1), colour)
    for left, right in ((side, front), (other, end)):
        page.image(plain, (left, net.top), (right - left, net.high))
    page.image(plain, (back, net.top - net.deep), (net.wide, net.deep))
    for left in (back, front):
        page.image(plain, (left, net.top + net.high), (net.wide, net.deep))
