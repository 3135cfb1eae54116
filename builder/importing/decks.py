"""The decks of somebody's module: where each lies, how it is drawn from, and which cards are in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.importing.boards import BoardFound
from builder.importing.found_pieces import Found, place_at
from builder.importing.text import one_line, unique
from builder.vassal.modulefile import MAPS, ModuleFile
from builder.vassal.nodes import Node, every
from maps.space import slug

_LONGEST_ID = 40


@dataclass(slots=True)
class DeckFound:
    """A deck with cards: its table in module.toml, is its place beside the map, its discards' deck."""

    table: dict[str, Any]
    is_beside: bool
    discards: str = ""


def find_decks(module: ModuleFile, board: BoardFound | None, cards: Sequence[Found]) -> list[DeckFound]:
    """The decks that hold cards at the start, in the order of the module."""
    held: dict[str, list[str]] = {}
    for card in cards:
        if card.deck:
            held.setdefault(card.deck, []).append(card.id)
    if not held:
        return []
    piles = {_name(pile): (pile, place_at(pile, window, board)) for pile, window in _piles(module)}
    ids, places = set[str](), set(board.places if board else ())
    used: set[str] = set()
    found = []
    for name, inside in held.items():
        pile, place = piles.get(name, (None, ""))
        one = unique((slug(name) or "deck")[:_LONGEST_ID].strip("-"), ids)
        ids.add(one)
        beside = not place or place in used
        at = unique(f"deck-{one}", places) if beside else place
        used.add(at)
        places.add(at)
        found.append(DeckFound(_table(one, name, at, inside, pile), beside))
    _discards(found, piles, used)
    return found


def told_decks(module: ModuleFile, decks: Sequence[DeckFound], cards: Sequence[Found]) -> Iterator[str]:
    """The decks of the module that a game folder has not, and those of one name, which are one here."""
    names = Counter(_name(pile) for pile, _ in _piles(module))
    held = {card.deck for card in cards}
    discards = {deck.discards for deck in decks}
    empty = [name for name in names if name not in held and name not in discards]
    if empty:
        yield f"{len(empty)} decks that are empty at the start: {', '.join(map(repr, map(one_line, empty)))}"
    for name, number in names.items():
        if number > 1:
            yield f"{number} decks are called {one_line(name)!r}; they are one here"


def _piles(module: ModuleFile) -> Iterator[tuple[Node, Node]]:
    for window in module.of(*MAPS):
        yield from ((node, window) for node in every(window) if node.kind == "DrawPile")


def _name(pile: Node) -> str:
    return pile.get("name") or "deck"


def _table(one: str, name: str, at: str, cards: list[str], pile: Node | None) -> dict[str, Any]:
    table: dict[str, Any] = {
        "id": one,
        "name": one_line(name).replace("\\", "/") or one,
        "at": at,
        "cards": cards,
    }
    if pile is not None and pile.get("faceDown") == "Never":
        table["open"] = True
    if pile is not None and pile.get("shuffle") in ("Never", "Via right-click Menu"):
        table["ordered"] = True
    return table


def _discards(decks: Sequence[DeckFound], piles: Mapping[str, tuple[Node, str]], used: set[str]) -> None:
    """An empty pile whose cards go back into a deck is where that deck's discards lie."""
    by_name = {deck.table["name"]: deck for deck in decks}
    for name, (pile, place) in piles.items():
        deck = by_name.get(pile.get("reshuffleTarget"))
        if deck and name not in by_name and place and place not in used and "discard" not in deck.table:
            deck.table["discard"], deck.discards = place, name
            used.add(place)
