"""With what a log must have begun: the pieces that were sent, where they were and as they stood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from builder.vassal.traits import join, split
from tables.position import Kind, Piece, Position
from tables.seats import reworded
from tables.table import IMAGES, Table, level_in, parts_of

_FOLLOWS = 22
_NUMBER = re.compile(r"-?[0-9]{1,4}(?:\.[0-9]{1,20})?")
_LASTING = ("emb2", "label", "rotate", "mark", "hide")
"""Traits whose states a player cannot have changed before the log began."""


def otherwise(log: Position, sent: Position, words: Mapping[str, str]) -> tuple[list[str], int]:
    """The pieces of a log's beginning that are not as they were sent, and how many were; an order in words
    begins with what was sent itself."""
    if log is sent:
        return [], len(sent.pieces)
    theirs, ours = standing(log, words), standing(sent, words)
    return [id_ for id_ in {**ours, **theirs} if ours.get(id_) != theirs.get(id_)], len(ours)


def standing(position: Position, words: Mapping[str, str]) -> dict[str, object]:
    """What of a position must be as it was sent; not what VASSAL itself renews as it opens a game. `words`
    are exchanged for others: a password stands in no file of ours."""
    table = Table(position, only_read=True)
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
            yield _as_written(types[place], reworded(types[place], states[place], words))


@lru_cache(maxsize=20_000)
def _as_written(type_: str, state: str) -> str:
    """A state as VASSAL writes it once it has read it: set-ups and modules keep what older versions wrote."""
    kind, _, told = type_.partition(";")
    match kind:
        case "obs":
            return split(";", state)[0]
        case "emb2":
            most = len(split(",", [*split(";", told), *("",) * IMAGES][IMAGES - 1]))
            return str(min(max(level_in(state, -1), -most), most))
        case "rotate":
            return f"{float(state):g}" if _NUMBER.fullmatch(state) else state
        case "mark":
            keys = split(",", told)
            return join(",", [*split(",", state), *("" for _ in keys)][: len(keys)])
        case "label":
            return state.strip()
    return state


@lru_cache(maxsize=20_000)
def _lasting_places(types: tuple[str, ...]) -> tuple[int, ...]:
    """Which traits last: a layer that follows a property does not, and a mark without a name stands in logs
    for a trait of a class that the player's VASSAL does not have."""
    kinds = (one.partition(";")[0] for one in types[:-1])
    return tuple(
        place
        for place, (kind, type_) in enumerate(zip(kinds, types, strict=False))
        if kind in (*_LASTING, "obs")
        and type_ != "mark;"
        and not (kind == "emb2" and split(";", type_)[_FOLLOWS : _FOLLOWS + 1] == ["true"])
    )
