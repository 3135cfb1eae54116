"""With what a log must have begun: the pieces that were sent, where they were and as they stood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from builder.vassal.traits import split
from tables.position import Kind, Piece, Position
from tables.seats import reworded
from tables.table import Table, parts_of

_FOLLOWS = 22
_LASTING = ("emb2", "label", "rotate", "mark", "hide")
"""Traits whose states a player cannot have changed before the log began."""


def standing(position: Position, words: Mapping[str, str]) -> dict[str, object]:
    """What of a position must be as it was sent; not what VASSAL itself renews as it opens a game. `words`
    are exchanged for others: a password stands in no file of ours."""
    table = Table(position)
    found: dict[str, object] = {}
    for id_, piece in table.pieces.items():
        if piece.kind is Kind.PIECE:
            holder = table.inside.get(id_)
            under = table.order[holder].index(id_) if holder else -1
            found[id_] = (len(parts_of(piece.type)), table.at[id_], under, tuple(_lasting(piece, words)))
    return found


def _lasting(piece: Piece, words: Mapping[str, str]) -> Iterator[str]:
    types, states = parts_of(piece.type), parts_of(piece.state)
    for place in _lasting_places(types):
        if place < len(states):
            state = reworded(types[place], states[place], words)
            yield split(";", state)[0] if types[place].startswith("obs;") else state


@lru_cache(maxsize=20_000)
def _lasting_places(types: tuple[str, ...]) -> tuple[int, ...]:
    """Which traits last; a layer that follows a property does not."""
    kinds = (one.partition(";")[0] for one in types[:-1])
    return tuple(
        place
        for place, (kind, type_) in enumerate(zip(kinds, types, strict=False))
        if kind in (*_LASTING, "obs")
        and not (kind == "emb2" and split(";", type_)[_FOLLOWS : _FOLLOWS + 1] == ["true"])
    )
