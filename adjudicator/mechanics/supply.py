"""Supply: lines from sources to units, for a whole side in one flood fill. A line is traced in legs, from the
source outwards: one leg over anything is a plain line; rails first and then a number of spaces overland are
two. The caller says what closes a space (enemies, their zones of control without a friend); `Zones.beside`
negates zones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from .network import Network


@dataclass(frozen=True, eq=False)
class Leg:
    """A part of a supply line: `crosses(a, b)` says whether it may run from a to its neighbour b, on the way
    from the unit to the source; `most` is how many steps it may have, None for any number.

    What the map says of a border does not change: keep a leg for as long as the map, it asks but once.
    """

    crosses: Callable[[str, str], bool]
    most: int | None = None
    _into: dict[Network, dict[str, tuple[str, ...]]] = field(default_factory=dict)

    def into(self, network: Network, at: str) -> tuple[str, ...]:
        """The neighbours of a space from which the leg may run into it."""
        known = self.known(network)
        if at not in known:
            known[at] = tuple(near for near in network.neighbours(at) if self.crosses(near, at))
        return known[at]

    def known(self, network: Network) -> dict[str, tuple[str, ...]]:
        """What `into` has found so far."""
        return self._into.setdefault(network, {})


@dataclass(frozen=True, eq=False)
class Supply:
    """Where supply lines reach: `steps` the length of the shortest to each open space, `_toward` the next
    space of it. A closed space gets one too if it is next to an open one, for a unit in it; no line passes
    through it."""

    network: Network
    sources: frozenset[str]
    steps: Mapping[str, int]
    closed: frozenset[str]
    _toward: Mapping[str, str]

    def supplied(self, space: str) -> bool:
        """Whether a unit in this space has a line; its own space is not asked whether it is open."""
        return space in self.steps

    def open(self, space: str) -> bool:
        """Whether a line reaches this space and may pass through it."""
        return space in self.steps and space not in self.closed

    def line(self, space: str) -> tuple[str, ...]:
        """A line, from the space to its source, both among it; () if there is none."""
        if space not in self.steps:
            return ()
        line = [space]
        while line[-1] in self._toward:
            line.append(self._toward[line[-1]])
        return tuple(line)

    def cut_off(self, units: Mapping[str, str]) -> tuple[str, ...]:
        """Of these units (id to space), those without a line, in their own order."""
        return tuple(unit for unit, space in units.items() if space not in self.steps)

    @cached_property
    def reached(self) -> frozenset[str]:
        """Every space in which a unit has a line."""
        return frozenset(self.steps)


def supply(
    network: Network,
    sources: Iterable[str],
    legs: Sequence[Leg],
    closed: Collection[str] = (),
    *,
    sources_open: bool = False,
) -> Supply:
    """All supply lines of a side, from its sources outwards through `legs` in turn; none passes a `closed`
    space. A closed source supplies nobody, unless `sources_open`. Raises KeyError for a source that is not on
    the board.

    `steps` counts those of the whole line; with several limited legs, lines that keep to each limit are found
    by the leg's own steps from where the leg before could reach.
    """
    barred = frozenset(closed)
    first = [source for source in dict.fromkeys(sources) if sources_open or source not in barred]
    missing = [source for source in first if source not in network.numbers]
    if missing:
        raise KeyError(missing[0])
    return _laid(network, tuple(first), tuple(legs), barred - frozenset(first))


@lru_cache(maxsize=32)
def _laid(
    network: Network, sources: tuple[str, ...], legs: tuple[Leg, ...], closed: frozenset[str]
) -> Supply:
    """Kept for a while: most orders that are tried out leave the lines as they are."""
    steps, toward = dict.fromkeys(sources, 0), dict[str, str]()
    for leg in legs:
        _lay(network, leg, closed, steps, toward)
    return Supply(network, frozenset(sources), steps, closed, toward)


def _lay(
    network: Network, leg: Leg, closed: frozenset[str], steps: dict[str, int], toward: dict[str, str]
) -> None:
    """One leg, from everywhere the legs before it could pass, ring by ring."""
    ring, length, known = [space for space in steps if space not in closed], 0, leg.known(network)
    while ring and (leg.most is None or length < leg.most):
        length += 1
        further: list[str] = []
        for at in ring:
            for near in known[at] if at in known else leg.into(network, at):
                if near not in steps:
                    steps[near], toward[near] = steps[at] + 1, at
                    further.append(near)
        ring = [space for space in further if space not in closed]
