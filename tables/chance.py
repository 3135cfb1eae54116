"""Which steps of a log are chance: by what the module and its pieces are, never by what the log itself says.

A log does not tell how often its player tried. So a roll in it is worth nothing: the desk rolls in its place.
A draw is not chance here, for the deck in a player's file holds blanks, and whichever is taken, is taken
blindly. Shuffles are the desk's, too (`home`), but stop nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from builder.vassal.traits import split
from tables.position import Kind, Piece, Step
from tables.published import DiceButton
from tables.table import RANDOM, Table, parts_of

_OF_DICE = ("_result", "_total", "_keep", "_summary")
_LEGACY, _RESET, _VERSION, _KEYS = (3, 6, 9), 11, 25, (27, 28, 29)
"""Where a Layer keeps the keys that turn it otherwise than by chance."""
_SHUFFLE, _REVERSIBLE = 6, 9
_DECK_NAME = 13
_BY_MENU = "Via right-click Menu"


class By(StrEnum):
    """What decides by chance."""

    DICE = "dice"
    LAYER = "layer"
    ROTATION = "rotation"


@dataclass(frozen=True, slots=True)
class Chance:
    """Something that is the desk's to decide: a dice button by name, or a piece by id.

    `sure` is false for a layer that may have been turned by hand, too: nothing in a log tells the two apart.
    """

    by: By
    what: str
    trait: int = -1
    sure: bool = True


def chances(step: Step, table: Table, dice: Mapping[str, DiceButton]) -> tuple[Chance, ...]:
    """All chance in a step, each once, on the table as it was before it."""
    found = (one for command in step for one in _chances(command, table, dice))
    return tuple(dict.fromkeys(found))


def _chances(command: str, table: Table, dice: Mapping[str, DiceButton]) -> Iterator[Chance]:
    word, _, said = command.partition("\t")
    if word == "SHOW_RESULTS":
        yield Chance(By.DICE, split("\t", said)[0])
    elif word == "MutableProperty":
        name = split("\t", said)[0]
        ending = next((one for one in _OF_DICE if name.endswith(one)), "")
        if ending and name.removesuffix(ending) in dice:
            yield Chance(By.DICE, name.removesuffix(ending))
    elif command.startswith("D/"):
        _, id_, new, *_ = [*split("/", command), "", ""]
        piece = table.pieces.get(id_)
        if piece is not None and piece.kind is Kind.PIECE:
            yield from _turned(piece, new)


def is_shuffled(deck: Piece, before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether the same cards lie in another order; a deck that is turned over is not shuffled."""
    turned = _at(split(";", deck.type), _REVERSIBLE) == "true" and len(after) > 2
    return before != after and not (turned and before == after[::-1])


def always_shuffled(deck: Piece) -> bool:
    """Whether each draw from a deck is by chance, wherever the card lies in it."""
    return _of_deck(deck.type, _SHUFFLE) == "Always"


def shuffled_by_menu(deck: Piece) -> bool:
    """Whether a deck is shuffled when somebody asks for it, and at no draw."""
    return _of_deck(deck.type, _SHUFFLE) == _BY_MENU


def _turned(piece: Piece, new: str) -> Iterator[Chance]:
    types, before, after = parts_of(piece.type), parts_of(piece.state), parts_of(new)
    if not len(types) == len(before) == len(after):
        return
    for place, type_ in enumerate(types):
        found = _by_chance(type_) if before[place] != after[place] else None
        if found is not None:
            yield Chance(found[0], piece.id, place, sure=found[1])


@lru_cache(maxsize=2_000)
def _by_chance(type_: str) -> tuple[By, bool] | None:
    """How a trait is turned by chance, and whether by nothing else; None for one that is not."""
    fields = split(";", type_)
    if fields[0] == "emb2" and _at(fields, RANDOM):
        return By.LAYER, not _by_hand(fields)
    if fields[0] == "rotate" and random_key(fields):
        return By.ROTATION, not any(_at(fields, n) for n in ((2,) if _at(fields, 1) == "1" else (2, 3)))
    return None


def is_doubtful(types: Iterable[str]) -> bool:
    """Whether a piece with these traits can be turned by chance and by hand: no log tells the two apart."""
    return any(found is not None and not found[1] for found in map(_by_chance, types))


def random_key(fields: list[str]) -> str:
    """The key by which a piece is turned to a random facing, "" for none."""
    return _at(fields, 4 if _at(fields, 1) == "1" else 6)


def _by_hand(fields: list[str]) -> bool:
    """Whether a Layer can be turned by another key than the random one."""
    keys = _KEYS if _at(fields, _VERSION) == "1" else _LEGACY
    return any(_at(fields, place) for place in (*keys, _RESET))


def _at(fields: list[str], place: int) -> str:
    return fields[place] if place < len(fields) else ""


def deck_name(deck: Piece) -> str:
    """What the module calls a deck."""
    return _of_deck(deck.type, _DECK_NAME)


@lru_cache(maxsize=2_000)
def _of_deck(type_: str, place: int) -> str:
    """One field of a deck's type, which has more than forty."""
    return _at(split(";", type_), place)
