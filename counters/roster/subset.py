"""A part of a game's pieces, chosen in words: `side=german`, `type=infantry`, `8GA-1`, `markers`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from counters.roster.counter import Card, Counter, Marker, Roster
from counters.roster_faults import RosterError
from files.faults import Fault
from files.nearest import nearest_or_all

Piece = Counter | Marker | Card
_KINDS: dict[str, type] = {"counters": Counter, "markers": Marker, "cards": Card}
_FIELDS = ("side", "nation", "formation", "type", "size", "kind", "reinforcement")


def chosen_part(roster: Roster, words: Sequence[str]) -> Roster:
    """The pieces that any of the words means; all of them without a word.

    Raises RosterError for words that mean no piece, with the nearest that would.
    """
    if not words:
        return roster
    every: list[Piece] = [*roster.counters.values(), *roster.markers.values(), *roster.cards.values()]
    faults: list[Fault] = []
    kept: set[str] = set()
    for word in words:
        test = _test(word)
        found = {piece.id for piece in every if test(piece)}
        kept |= found
        if not found:
            faults.append(
                Fault("--only", 0, word, f"means no piece, {nearest_or_all(word, _sayable(word, every))}")
            )
    if faults:
        raise RosterError(faults)
    return replace(
        roster,
        counters={key: piece for key, piece in roster.counters.items() if key in kept},
        markers={key: piece for key, piece in roster.markers.items() if key in kept},
        cards={key: piece for key, piece in roster.cards.items() if key in kept},
    )


def _test(word: str) -> Callable[[Piece], bool]:
    field, equals, value = word.partition("=")
    if equals:
        return lambda piece: field in _FIELDS and getattr(piece, field, None) == value
    if word in _KINDS:
        return lambda piece: isinstance(piece, _KINDS[word])
    return lambda piece: piece.id == word


def _sayable(word: str, every: Sequence[Piece]) -> Iterator[str]:
    """What could have been said instead."""
    if "=" not in word:
        yield from (*_KINDS, *(piece.id for piece in every))
    for field in _FIELDS if "=" in word else ():
        yield from {f"{field}={value}" for piece in every if (value := getattr(piece, field, ""))}
