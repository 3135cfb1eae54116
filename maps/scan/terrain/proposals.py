"""What is proposed of hexes and hexsides, and what the user says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
Side = tuple[str, str]
Said = Mapping[tuple[str, ...], Sequence[str]]
"""The ground of a hex, or all features of a hexside (two hexes), as the user says."""

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
    def settled(self) -> bool:
        """May this be written?"""
        return self.sure or self.said


@dataclass(frozen=True)
class Samples:
    """Hexes for each ground, hexsides for each feature; `bare` ones have no feature.

    Of a hexside that is named for one feature, all its features are named.
    """

    grounds: Mapping[str, Sequence[str]]
    features: Mapping[str, Sequence[Side]]
    bare: Sequence[Side] = ()

    @property
    def said(self) -> dict[tuple[str, ...], list[str]]:
        """The same by hex and hexside."""
        found: dict[tuple[str, ...], list[str]] = {side: [] for side in self.bare}
        for words in (self.grounds, self.features):
            for word, many in words.items():
                for one in many:
                    found.setdefault((one,) if isinstance(one, str) else one, []).append(word)
        return found


def settled(proposals: Sequence[Proposal], said: Said) -> list[Proposal]:
    """The same, but where the user has said what is there: that stands, whatever the scan shows."""
    made = []
    for one in proposals:
        words = said.get(one.where, said.get(one.where[::-1]))
        if words is None:
            made.append(one)
        else:
            word = (one.kind if one.kind in words else "") if one.kind else next(iter(words), one.word)
            made.append(Proposal(one.where, word, 1.0, one.kind, sure=True, said=True))
    return made
