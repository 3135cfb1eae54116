"""Control of spaces: a side gains one by standing in it, or by being alone in covering it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Grip(NamedTuple):
    """The spaces in which a side stands, and those that it covers with a zone; of those that matter."""

    stands: frozenset[str]
    covers: frozenset[str]


def gained(grips: Mapping[str, Grip]) -> Mapping[str, str]:
    """The spaces that some side (side -> its grip) gains, with that side: it stands there, or it alone covers
    them and nobody else stands there. All others stay as they were."""
    found = {}
    for side, mine in grips.items():
        others = [grip for other, grip in grips.items() if other != side]
        gains = mine.stands | mine.covers.difference(*(other.covers for other in others))
        found.update(dict.fromkeys(gains.difference(*(other.stands for other in others)), side))
    return found
