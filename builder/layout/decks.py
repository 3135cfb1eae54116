"""Decks of cards and cups of chits: what a game's facts say of them, and the piles they make on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from builder.layout.factfile import Reader

CHIT = "chit"
"""The id of the cup that a game with one cup only has: `cup = "box"` among its boxes."""
_WIDE, _BACK = 2.5, 1.1
"""How wide a chit is, in counters: its front must be legible, its back must fit into a box for counters."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards that lie face down in the box `at` and are drawn at random: a deck, or a cup of chits.

    `cards` are ids of the roster, "*" for the rest of one. Only `side` draws, everybody when it is "".
    `discard` is the box of the face-up pile beside it, "" for none; `late` that of cards which lie face down
    beside it until a command shuffles them in. From one to be `searched` cards may be drawn by their names. A
    card drawn from an `open` one shows its face to all. In an `ordered` one cards stay as they lie: it is
    shuffled as the game starts and on command. `regained` has a button that brings all its cards on the map
    back, with `regained_from` only those in some boxes. `word` is what a card is called; `wide` and `back`
    say how wide its two sides are, in counters.
    """

    id: str
    name: str
    at: str
    cards: tuple[str, ...]
    side: str = ""
    discard: str = ""
    late: str = ""
    searched: bool = False
    open: bool = False
    ordered: bool = False
    regained: bool = False
    regained_from: tuple[str, ...] = ()
    word: str = "card"
    wide: float = _WIDE
    back: float = _BACK

    @property
    def prototype(self) -> str:
        """The prototype that its cards share."""
        return "Chit" if self.id == CHIT else f"Card: {self.name}"

    @property
    def hidden(self) -> str:
        """The id of the piece that stands for a card of which only the back is known."""
        return f"hidden-{self.id}"

    @property
    def hidden_name(self) -> str:
        """What such a card is called."""
        return f"Hidden {self.word}" + ("" if self.id == CHIT else f" ({self.name})")

    @property
    def back_image(self) -> str:
        """The picture that all its cards show from behind."""
        return f"{self.id}-back.png"

    @property
    def tab(self) -> str:
        """Where its cards are found in the palette."""
        return f"{self.word.capitalize()}s"


@dataclass(frozen=True, slots=True)
class Pile:
    """Where cards lie on the board: a deck itself, the discards beside it, or its late cards."""

    deck: Deck
    discards: bool
    late: bool = False

    @property
    def name(self) -> str:
        """What VASSAL calls it."""
        if self.late:
            return f"{self.deck.name}: late"
        return f"{self.deck.name}: discards" if self.discards else self.deck.name

    @property
    def at(self) -> str:
        """The box in which it lies."""
        if self.late:
            return self.deck.late
        return self.deck.discard if self.discards else self.deck.at

    @property
    def wide(self) -> float:
        """How wide it is, in counters: as the side of the cards that shows."""
        return self.deck.wide if self.discards else self.deck.back


def single_cup(box: str) -> Deck:
    """The one cup of a game, in which all its chits are."""
    return Deck(CHIT, "Event chits", box, ("*",), word="chit")


NO_DECK = single_cup("")
"""How a card looks that is in no deck."""


def read_deck(table: Reader) -> Deck:
    """One table [[deck]] of the facts."""
    deck = Deck(
        table.name("id"),
        table.text("name"),
        table.text("at"),
        table.texts("cards"),
        table.text("side", ""),
        table.text("discard", ""),
        table.text("late", ""),
        table.yes("searched"),
        table.yes("open"),
        table.yes("ordered"),
        table.yes("regained"),
        table.texts("regained_from"),
        table.text("word", "card"),
        table.fraction("wide", _WIDE, 0.5, 10),
        table.fraction("back", _BACK, 0.5, 10),
    )
    table.nothing_else()
    return deck


def piles(decks: Iterable[Deck]) -> Iterator[Pile]:
    """Every pile of cards on the board: each deck, the discards beside it, and its late cards."""
    for deck in decks:
        yield Pile(deck, discards=False)
        if deck.discard:
            yield Pile(deck, discards=True)
        if deck.late:
            yield Pile(deck, discards=False, late=True)


def deck_of(card: str, decks: Iterable[Deck]) -> Deck:
    """The deck a card belongs to: one that names it goes before one that names it by a star."""
    exactly, by_star = (_first(card, decks, star) for star in (False, True))
    return exactly or by_star or NO_DECK


def _first(card: str, decks: Iterable[Deck], star: bool) -> Deck | None:
    for deck in decks:
        if any(fnmatchcase(card, one) for one in deck.cards if one.endswith("*") == star):
            return deck
    return None


def word_for_all(decks: Iterable[Deck]) -> str:
    """What a card is called that may be of any deck: by the word all decks share, else "card"."""
    words = {deck.word for deck in decks} or {NO_DECK.word}
    return words.pop() if len(words) == 1 else "card"


def deck_faults(decks: Iterable[Deck], boxes: Iterable[str], sides: Iterable[str]) -> Iterator[str]:
    """What decks name that is not there, and what two of them cannot share."""
    decks, boxes, sides = tuple(decks), set(boxes), set(sides)
    laid = list(piles(decks))
    yield from (f"deck {p.name}: the board has no box {p.at!r}" for p in laid if p.at not in boxes)
    from_boxes = ((deck, box) for deck in decks for box in deck.regained_from)
    yield from (
        f"deck {deck.name}: the board has no box {box!r}" for deck, box in from_boxes if box not in boxes
    )
    yield from (f"deck {d.name}: no side {d.side!r}" for d in decks if d.side and d.side not in sides)
    for what, names in (("id", [d.id for d in decks]), ("name", [p.name for p in laid]),
                        ("box", [p.at for p in laid])):  # fmt: skip
        twice = sorted(name for name, times in Counter(names).items() if times > 1)
        yield from (f"deck: the {what} {name!r} is given to two piles of cards" for name in twice)
