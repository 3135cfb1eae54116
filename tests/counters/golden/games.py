"""A choice of every game's pieces, as they were looked at and found right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from PIL import Image

from counters.faces.face import draw_card, draw_chit, draw_face, draw_marker
from counters.roster.counter import Card
from counters.roster.load import load_roster

from . import place

Kind = TypeVar("Kind")

GAMES = ("raceforberlin", "koenigsberg45", "donnerschlag", str(Path(__file__).parents[1] / "skirmish"))
FILE = Path(__file__).parent / "games-96.png"
SIZE = 96
EACH = 16
"""So many counters, markers and chits of each game: every nth of them."""


def pieces() -> Iterator[tuple[str, Image.Image]]:
    """Pictures with their names."""
    for game in GAMES:
        roster = load_roster(game)
        for counter in _some(list(roster.counters.values())):
            yield f"{roster.game} {counter.id}", draw_face(counter, 0, SIZE, edge=False)
            yield f"{roster.game} {counter.id}, back", draw_face(counter, counter.sides - 1, SIZE, edge=False)
        for marker in _some(list(roster.markers.values())):
            yield f"{roster.game} {marker.id}", draw_marker(marker, 0, SIZE, edge=False)
        for card in _some(list(roster.cards.values())):
            yield f"{roster.game} {card.id}", draw_chit(card, SIZE, edge=False)
            yield from _card(card)


def _card(card: Card) -> Iterator[tuple[str, Image.Image]]:
    """The head and the foot of a card, where the game prints cards; and of its back."""
    if card.look.card_mm:
        wide, high = card.look.card_mm
        size = SIZE, round(SIZE * high / wide)
        for back in (False, True):
            whole = draw_card(card, size, back, edge=False)
            for part, top in (("head", 0), ("foot", size[1] - SIZE)):
                yield f"{card.id}, {part}, {back}", whole.crop((0, top, SIZE, top + SIZE))


def _some(every: list[Kind]) -> list[Kind]:
    return every[:: max(1, len(every) // EACH)][:EACH]


def draw() -> Image.Image:
    """All of them in one picture."""
    pictures = [image for _, image in pieces()]
    whole = Image.new("RGB", (16 * SIZE, -(-len(pictures) // 16) * SIZE), "#ffffff")
    for number, image in enumerate(pictures):
        whole.paste(image, place(number, SIZE)[:2])
    return whole
