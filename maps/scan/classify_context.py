"""What the hexsides around one say of it: a river goes on at a corner, a road in the hex beyond.

Nothing is presumed of a feature: how often it goes on at both ends, and in both hexes, where it is and where
it is not, is counted on the sheet itself.
"""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

Array = NDArray[Any]
_MOST = 3.0  # log odds: neighbours may say so much, not more


class Context:
    """Which hexsides meet each at its ends, and which others its hexes have; pairs are numbers of hexes."""

    def __init__(self, pairs: Array) -> None:
        sides = {
            pair: number
            for number, one in enumerate(pairs.tolist())
            for pair in (tuple(one), tuple(one[::-1]))
        }
        near: dict[int, list[int]] = {}
        for a, b in sides:
            near.setdefault(a, []).append(b)
        self.ends = numpy.full((len(pairs), 2, 2), -1)
        self.hexes = numpy.full((len(pairs), 2, 5), -1)
        for number, (a, b) in enumerate(pairs.tolist()):
            for end, third in enumerate(sorted(set(near[a]) & set(near[b]))[:2]):
                self.ends[number, end] = sides[a, third], sides[b, third]
            for which, (one, other) in enumerate(((a, b), (b, a))):
                found = [sides[one, third] for third in near[one] if third != other][:5]
                self.hexes[number, which, : len(found)] = found

    def __call__(self, likely: Array) -> Array:
        """Of how likely each hexside has a feature: what its surroundings add to that, as log odds."""
        there = numpy.append(likely > 0.5, False)
        case = 3 * there[self.ends].any(axis=2).sum(axis=1) + there[self.hexes].any(axis=2).sum(axis=1)
        usual = numpy.bincount(case, minlength=9) / len(case)
        yes = numpy.bincount(case, likely, 9) + 0.3 + usual
        no = numpy.bincount(case, 1 - likely, 9) + 0.3
        speaks = numpy.log(yes / yes.sum()) - numpy.log(no / no.sum())
        return numpy.asarray(numpy.clip(speaks, -_MOST, _MOST)[case])
