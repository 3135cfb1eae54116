"""What is proposed of hexes and hexsides, and what the user says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
Side = tuple[str, str]
Said = Mapping[tuple[str, ...], Sequence[str]]
"""The ground of a hex, or all features of a hexside (two hexes, the lesser id first), as the user says."""

NOTHING = "none"
"""A sample with this word is a hexside without any feature."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a hex (or a hexside: two hexes) seems to have.

    `word` is "" for a hexside without the feature `kind`; of a ground, `kind` is "". `clear` is how far it
    stands out, from 0 to 1; `sure` what is right in 95 of 100 cases; `said` what the user says himself.
    """

    where: tuple[str, ...]
    word: str
    clear: float
    kind: str = ""
    sure: bool = False
    said: bool = False

    @property
    def by(self) -> str:
        """Who vouches for it: "you", the scan ("sure"), or nobody yet ("look"): that is not written."""
        return "you" if self.said else "sure" if self.sure else "look"


@dataclass(frozen=True)
class Samples:
    """Hexes for each ground, hexsides for each feature; `bare` ones have no feature.

    Of a hexside that is named for one feature, all its features are named.
    """

    grounds: Mapping[str, Sequence[str]]
    features: Mapping[str, Sequence[Side]]
    bare: Sequence[Side] = ()


def samples_of(said: Said) -> Samples:
    """What the user says, as samples of each word."""
    grounds: dict[str, list[str]] = {}
    features: dict[str, list[Side]] = {}
    bare: list[Side] = []
    for where, words in said.items():
        if len(where) == 1:
            grounds.setdefault(words[0], []).append(where[0])
            continue
        for many in [features.setdefault(word, []) for word in words] or [bare]:
            many.append((where[0], where[1]))
    return Samples(grounds, features, bare)


def settled(proposals: Sequence[Proposal], said: Said) -> list[Proposal]:
    """The same, but where the user has said what is there: that stands, whatever the scan shows.

    Features of which there were no proposals come first.
    """
    kinds = {one.kind for one in proposals}
    sides = [(where, word) for where, words in said.items() if len(where) == 2 for word in words]
    made = [Proposal(where, word, 1.0, word, said=True) for where, word in sides if word not in kinds]
    for one in proposals:
        words = said.get(tuple(sorted(one.where)))
        if words is None:
            made.append(one)
        else:
            word = (one.kind if one.kind in words else "") if one.kind else words[0]
            made.append(Proposal(one.where, word, 1.0, one.kind, said=True))
    return made
