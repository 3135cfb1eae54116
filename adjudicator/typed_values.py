"""Facts with types: what a level of the sequence of play remembers, the state or an order's line, read as a
value of a game's own kind.

A game declares a frozen dataclass for each kind of level (a battle, an activation), one for the state and one
for what its orders say, and reads frames, facts and arguments through them. What is written stays plain in
the journal (`play.enter`, `play.note`, `Order.pack`), in the words of the game's files; a fact that the kind
does not know, or one that must be there and is not, is found when it is next read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from keyword import iskeyword
from typing import TypeVar, cast

from adjudicator.state import Json

Kind = TypeVar("Kind")


_READ: dict[tuple[type, int], tuple[Mapping[str, Json], object]] = {}
"""Facts that were read, and as what: rules ask for those of one position again and again. The facts are kept
beside their value, so that no others can have their place in memory."""
_MANY = 256


def read_as(kind: type[Kind], facts: Mapping[str, Json]) -> Kind:
    """Facts as a value of this kind. A dash in a name is an underscore there, and a word of Python's has one
    behind it (`from_`). Raises TypeError for a fact that the kind does not have, and for one without a
    default that is missing."""
    key = (kind, id(facts))
    if key in _READ:
        return cast(Kind, _READ[key][1])
    value = kind(**{_field(name): value for name, value in facts.items()})
    if len(_READ) >= _MANY:
        _READ.clear()
    _READ[key] = (facts, value)
    return value


@lru_cache(maxsize=1024)
def _field(name: str) -> str:
    """What a field is called that has this fact."""
    return f"{name}_" if iskeyword(name) else name.replace("-", "_")
