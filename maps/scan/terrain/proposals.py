"""What is proposed of hexes and hexsides, and what the user says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
Said = Mapping[tuple[str, ...], Sequence[str]]
"""The ground of a hex, or all features of a hexside (two hexes, the lesser id first), as the user says."""

Samples = Mapping[str, Sequence[str]]
"""Hexes for each ground."""

NOTHING = "none"
"""A sample with this word is a hexside without any feature."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a hex (or a hexside: two hexes) seems to have.

    `word` is "" for a hexside without the feature `kind`, as the user says; of a ground, `kind` is "".
    `clear` is how far it stands out, from 0 to 1; `sure` what is right in 95 of 100 cases; `said` what the
    user says.
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


def samples_of(said: Said) -> Samples:
    """The hexes that the user names, by ground."""
    grounds: dict[str, list[str]] = {}
    for where, words in said.items():
        if len(where) == 1:
            grounds.setdefault(words[0], []).append(where[0])
    return grounds


def settled(grounds: Sequence[Proposal], said: Said) -> list[Proposal]:
    """The same, but where the user has said what is there: that stands, whatever the scan shows.

    Features follow. Of a hexside that is named for one feature, all its features are named.
    """
    sides = [(where, words) for where, words in said.items() if len(where) == 2]
    kinds = sorted({word for _, words in sides for word in words})
    features = [
        Proposal(where, kind if kind in words else "", 1.0, kind, said=True)
        for kind in kinds
        for where, words in sides
    ]
    told = [
        Proposal(one.where, said[one.where][0], 1.0, said=True) if one.where in said else one
        for one in grounds
    ]
    return [*told, *features]
