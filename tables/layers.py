"""On which layer of a map a piece lies: only what is of one layer stacks, and a property may change it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from builder.vassal.traits import split, unnest
from tables.position import Layers, Piece

NO_OWNER = ("null", "")


def layer_of(piece: Piece, layers: Layers) -> int:
    """The number of a piece's layer, the lowest is 0; one that names none lies above all."""
    value = _value(piece.type, piece.state, layers[0])
    return layers[1].index(value) if value in layers[1] else len(layers[1])


@lru_cache(maxsize=20_000)
def _value(type_: str, state: str, key: str) -> str:
    pairs = zip(unnest(type_), unnest(state), strict=False)
    return next((value for trait in pairs for value in _said(*trait, key)), "")


def _said(type_: str, state: str, key: str) -> Iterator[str]:
    """What a trait says of a property, the outermost that does being believed: "" behind a mask, and where it
    must be worked out."""
    kind, _, told = type_.partition(";")
    if kind == "mark":
        yield from (
            value for name, value in zip(split(",", told), split(",", state), strict=False) if name == key
        )
    elif kind == "PROP" and split(";", told, most=1) == [key]:
        yield state
    elif (kind == "calcProp" and split(";", told, most=1) == [key]) or (
        kind == "obs" and split(";", state)[0] not in NO_OWNER
    ):
        yield ""


def is_set(type_: str, new: str, old: str | None) -> bool:
    """Whether a change of state sets a property that keys change: VASSAL lays the piece down anew then."""
    if "PROP;" not in type_:
        return False
    types, after = unnest(type_), unnest(new)
    before = unnest(old) if old is not None else [None] * len(after)
    traits = zip(types, after, before, strict=False)
    return any(one.startswith("PROP;") and a != b for one, a, b in traits)
