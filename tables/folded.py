"""A position as one short text: what many pieces have in common stands in it once.

Pieces of a module share their traits, and a trait is long: of 35 million characters of a large module half a
million are left.
"""

from __future__ import annotations

import json
import zlib
from base64 import b85decode, b85encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from tables.position import Piece, Position
from tables.table import parts_of, text_of

_LEVEL = 6


def folded(position: Position) -> str:
    """The text of a position; the same position always gives the same."""
    types: dict[str, int] = {}
    pieces = [[one.id, types.setdefault(one.type, len(types)), one.state] for one in position.pieces.values()]
    told: list[object] = [pieces, list(position.rest), sorted(position.apart)]
    if position.layers:
        told.append([[name, *said] for name, said in sorted(position.layers.items())])
    text = f"[{_made(tuple(types))},{_written(told)[1:]}"
    return b85encode(zlib.compress(text.encode("utf-8"), _LEVEL)).decode("ascii")


@lru_cache(maxsize=8)
def _made(types: tuple[str, ...]) -> str:
    """The traits of types, and each type by the numbers of its traits, as they begin the text: a move changes
    neither."""
    traits: dict[str, int] = {}
    shapes = [_shape(one, traits) for one in types]
    return _written([list(traits), shapes])[1:-1]


def _written(told: list[object]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _shape(type_: str, traits: dict[str, int]) -> str | list[int]:
    """A type by the numbers of its traits; as it is where it would come back otherwise."""
    if not _comes_back(type_):
        return type_
    return [traits.setdefault(one, len(traits)) for one in parts_of(type_)]


@lru_cache(maxsize=20_000)
def _comes_back(type_: str) -> bool:
    return text_of(parts_of(type_)) == type_


def unfolded(text: str) -> Position:
    """The position of a text that `folded` made, now or when it held each piece in full."""
    told = json.loads(zlib.decompress(b85decode(text)))
    if len(told) == 2:
        pieces, rest = told
        return _position(pieces, rest, (), str)
    traits, shapes, pieces, rest, apart, layers = [*told, (), ()][:6]
    types = [one if isinstance(one, str) else text_of(tuple(traits[n] for n in one)) for one in shapes]
    found = _position(pieces, rest, apart, types.__getitem__)
    return replace(found, layers={name: (key, tuple(order)) for name, key, order in layers})


def _position(
    pieces: Sequence[Sequence[str]], rest: Sequence[str], apart: Sequence[str], typed: Callable[..., str]
) -> Position:
    found: Mapping[str, Piece] = {id_: Piece(id_, typed(one), state) for id_, one, state in pieces}
    return Position(found, tuple(rest), frozenset(apart))
