"""The spaces of a board as numbers, so that floods over it are quick: which number touches which."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol


class Linked(Protocol):
    """What this needs of a board: for each space the spaces it touches, in a fixed order."""

    @property
    def links(self) -> Mapping[str, Iterable[str]]:
        """The neighbours of each space by its id."""
        ...


@dataclass(frozen=True, eq=False)
class Network:
    """All spaces in the order of the board, and around each the numbers of its neighbours."""

    ids: tuple[str, ...]
    around: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, board: Linked) -> Network:
        """The network of a board. Raises KeyError where a space touches one that is not there."""
        numbers = {space: number for number, space in enumerate(board.links)}
        around = tuple(tuple(numbers[near] for near in board.links[space]) for space in board.links)
        return cls(tuple(board.links), around)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each space."""
        return {space: number for number, space in enumerate(self.ids)}

    @cached_property
    def _near(self) -> Mapping[str, tuple[str, ...]]:
        near = (tuple(self.ids[one] for one in around) for around in self.around)
        return dict(zip(self.ids, near, strict=True))

    def neighbours(self, space: str) -> tuple[str, ...]:
        """The spaces that touch this one; KeyError for a space that is not on the board."""
        return self._near[space]

    def together(self, spaces: Iterable[str], through: Collection[str]) -> frozenset[str]:
        """Those of these spaces that are among `through`, and all of it that hangs together with them."""
        inside = frozenset(through)
        ahead = [space for space in spaces if space in inside]
        found = set(ahead)
        while ahead:
            further = {near for at in ahead for near in self._near[at] if near in inside} - found
            found |= further
            ahead = list(further)
        return frozenset(found)

    def distances(self, spaces: Iterable[str]) -> Mapping[str, int]:
        """How many steps it is from each space to the nearest of these, whatever lies between; those
        that none of them can reach are not in it. Raises KeyError for a space that is not on the board."""
        ring = list({self.numbers[space] for space in spaces})
        found, far = dict.fromkeys(ring, 0), 0
        while ring:
            far += 1
            ring = list({near for at in ring for near in self.around[at] if near not in found})
            found.update(dict.fromkeys(ring, far))
        return {self.ids[number]: steps for number, steps in found.items()}

    def adjacent(self, a: str, b: str) -> bool:
        """Whether two spaces touch; False when one of them is not on the board."""
        if a not in self.numbers or b not in self.numbers:
            return False
        return self.numbers[b] in self.around[self.numbers[a]]
