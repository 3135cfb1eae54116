"""Facts with types: what a level of the sequence of play remembers, read as a value of a game's own kind.

A game declares a frozen dataclass for each kind of level (a battle, an activation) and reads its frame
through it. What is written stays plain in the journal (`play.enter`, `play.note`), in the words of the game's
files; a fact that the kind does not know, or one that must be there and is not, is found when the level is
next read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from adjudicator.state import Json

Kind = TypeVar("Kind")


def read_as(kind: type[Kind], facts: Mapping[str, Json]) -> Kind:
    """Facts as a value of this kind; a name written with a dash has an underscore there. Raises TypeError for
    a fact that the kind does not have, and for one without a default that is missing."""
    return kind(**{name.replace("-", "_"): value for name, value in facts.items()})
