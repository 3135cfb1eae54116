"""Zones of control: who exerts one, how far it extends, what is left of it beside friends.

What a zone does to a move is `movement.ZoneRules`; what it does to supply and retreats is theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from adjudicator.state import State, Unit

from .network import Network

Kind = str
Exerting = tuple[Kind, str]
"""A unit that has a zone: its kind, as far as that matters for how its zone extends, and where it is."""


@dataclass(frozen=True, eq=False)
class Extent:
    """How far zones extend: `covers(kind, a, b)` says whether a unit of that kind in `a` covers its neighbour
    `b`: not across some borders, not into some terrain. It must give the same each time: answers are kept.
    """

    network: Network
    covers: Callable[[Kind, str, str], bool]
    _of: dict[Exerting, tuple[str, ...]] = field(default_factory=dict)

    def of(self, kind: Kind, space: str) -> tuple[str, ...]:
        """The spaces that a unit of this kind covers from here; never its own."""
        if (kind, space) not in self._of:
            near = self.network.neighbours(space)
            self._of[kind, space] = tuple(b for b in near if self.covers(kind, space, b))
        return self._of[kind, space]


@dataclass(frozen=True, eq=False)
class Zones(Collection[str]):
    """The zone of control of one side, a value: how many of its units cover each space."""

    extent: Extent
    covering: Mapping[str, int]

    @classmethod
    def of(cls, extent: Extent, units: Iterable[Exerting]) -> Zones:
        """The zone of all these units. The caller leaves out units that exert none: that is policy."""
        return cls(extent, {}).changed(come=units)

    def changed(self, come: Iterable[Exerting] = (), gone: Iterable[Exerting] = ()) -> Zones:
        """The zone after units came and went; a move is both. Only their spaces are looked at."""
        covering = dict(self.covering)
        for sign, units in ((1, come), (-1, gone)):
            for kind, space in units:
                for near in self.extent.of(kind, space):
                    covering[near] = covering.get(near, 0) + sign
        return Zones(self.extent, {space: count for space, count in covering.items() if count > 0})

    def __contains__(self, space: object) -> bool:
        return space in self.covering

    def __iter__(self) -> Iterator[str]:
        return iter(self.covering)

    def __len__(self) -> int:
        return len(self.covering)

    def beside(self, friends: Collection[str]) -> frozenset[str]:
        """What is left of this enemy zone where friends in a space negate it there."""
        return frozenset(self.covering) - frozenset(friends)


class MendedZones:
    """The zones of all sides in one position after another, updated after each change instead of rebuilt.
    `extent` says how far zones extend in a state, and `exerting` what a unit exerts there; None for no zone.
    """

    def __init__(
        self, extent: Callable[[State], Extent], exerting: Callable[[State, Unit], Exerting | None]
    ) -> None:
        self.extent, self.exerting = extent, exerting
        self.far: Extent | None = None
        self.units: Mapping[str, Unit] = {}
        self.zones: Mapping[str, Zones] = {}

    def __call__(self, state: State) -> Mapping[str, Zones]:
        """The zone of each side in a state."""
        far = self.extent(state)
        if far is not self.far or state.units.keys() != self.units.keys():
            self.zones = {side: Zones.of(far, ()) for side in state.sides}
            self.far, self.units = far, {}
        changed = [unit for id_, unit in state.units.items() if self.units.get(id_) is not unit]
        gone = self._exerted(state, [self.units[unit.id] for unit in changed if unit.id in self.units])
        come = self._exerted(state, changed)
        self.zones = {
            side: zone if come[side] == gone[side] else zone.changed(come[side], gone[side])
            for side, zone in self.zones.items()
        }
        self.units = state.units
        return self.zones

    def _exerted(self, state: State, units: Iterable[Unit]) -> dict[str, list[Exerting]]:
        """What these units exert, by side."""
        found: dict[str, list[Exerting]] = {side: [] for side in state.sides}
        for unit in units:
            one = self.exerting(state, unit) if unit.side in found else None
            if one:
                found[unit.side].append(one)
        return found


@dataclass(frozen=True, slots=True)
class StackZones:
    """What a side controls where stacks, not units, exert zones: the spaces of those that do, and all that
    they cover."""

    stacks: frozenset[str]
    covered: frozenset[str]


def stack_zones(
    units: Iterable[Unit], exert: Callable[[list[Unit]], bool], covers: Callable[[str], Iterable[str]]
) -> StackZones:
    """The zones of these units of one side: which of a stack's units `exert` one together, and what a zone
    around a space `covers`."""
    stacks: dict[str, list[Unit]] = {}
    for unit in units:
        stacks.setdefault(unit.at, []).append(unit)
    strong = frozenset(at for at, here in stacks.items() if exert(here))
    return StackZones(strong, frozenset(near for at in strong for near in covers(at)))
