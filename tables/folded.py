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
    traits: dict[str, int] = {}
    types: dict[str, int] = {}
    shapes: list[str | list[int]] = []
    pieces = []
    for one in position.pieces.values():
        if one.type not in types:
            types[one.type] = len(types)
            shapes.append(_shape(one.type, traits))
        pieces.append([one.id, types[one.type], one.state])
    told: list[object] = [list(traits), shapes, pieces, list(position.rest), sorted(position.apart)]
    if position.layers:
        told.append([[name, *said] for name, said in sorted(position.layers.items())])
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return b85encode(zlib.compress(text.encode("utf-8"), _LEVEL)).decode("ascii")


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
