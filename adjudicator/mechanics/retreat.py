"""Retreats: every legal path of a given length under bars and ordered preferences, and what is wrong with any
other path.

A bar forbids a step. Preferences rank what is left, one after the other, at each step: only the steps that
come first under the first preference, of these only those that come first under the second, and so on, are
legal; what is equal is the owner's choice. A preference for the `whole` ranks complete paths instead, and so
does not care by which steps the best of them are made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Literal

from .network import Network

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A step that a retreat may not take: `why(path, to)` says why not, "" if it may. The path so far begins
    where the unit stood in the combat."""

    rule: str
    why: Callable[[Path, str], str]


@dataclass(frozen=True, slots=True)
class Preference:
    """What comes first if possible: `rank(path, to)`, lower first; `why` says what the better ones are. With
    `whole` it ranks complete paths, those that end in `to` with all that goes further for room."""

    rule: str
    why: str
    rank: Callable[[Path, str], int]
    whole: bool = False


FaultKind = Literal["gap", "barred", "passed-over", "short", "long", "full"]


@dataclass(frozen=True, slots=True)
class Broken:
    """What is wrong with a written retreat, at the step from `at` to `to`.

    gap          `to` does not touch `at`, or the path has been there
    barred       a bar forbids the step: its clause and reason
    passed-over  other spaces (`better`) come first: the clause and reason of the preference
    short        it must go on from `at`, and can
    long         it may not go on from `at`
    full         there is no room in `at`, and there is elsewhere
    """

    kind: FaultKind
    at: str
    to: str = ""
    rule: str = ""
    why: str = ""
    better: tuple[str, ...] = ()


def broken_retreat(broken: Broken, path: Sequence[str], name: Callable[[str], str]) -> str:
    """Why a written retreat is not legal, in words; `name` is what a space is called."""
    at = name(broken.at)
    match broken.kind:
        case "gap":
            been = broken.to in path[: path.index(broken.at) + 1]
            why = "is on the path twice" if been else f"is not adjacent to {at}"
            return f"{name(broken.to)} {why}"
        case "long":
            return f"the retreat ends in {at}"
        case "full":
            return f"there is no room for all in {at}"
        case "short":
            return f"the retreat must go on from {at}"
    better = " or ".join(map(name, broken.better))
    return f"{broken.why}: via {better}" if better else broken.why


@dataclass(frozen=True, slots=True)
class Retreats:
    """What a unit that must retreat may do: its legal `paths`, and how they end.

    `missing` is the number of spaces that cannot be made; `crowded` says that all paths are complete, and
    that all of them end where there is no room. A unit that cannot move has one path, its own space.
    """

    paths: tuple[Path, ...]
    missing: int = 0
    crowded: bool = False

    @property
    def complete(self) -> bool:
        """Whether it can be made in full, to a space with room."""
        return not self.missing and not self.crowded


def _always(space: str) -> bool:
    return True


@dataclass(frozen=True)
class Retreat:
    """A retreat from `start` over so many `spaces`: its bars, its preferences, and whether a unit `fits`
    where it ends. One that does not goes on, by the same rules, up to so many spaces `further`."""

    network: Network
    start: str
    spaces: int
    bars: Sequence[Bar] = ()
    preferences: Sequence[Preference] = ()
    fits: Callable[[str], bool] = _always
    further: int = 0

    @cached_property
    def _by_step(self) -> tuple[Preference, ...]:
        return tuple(one for one in self.preferences if not one.whole)

    def onward(self, path: Path) -> tuple[str, ...]:
        """The spaces to which a retreat goes on after this path: of those not barred, the ones preferred."""
        *_, (_, pool) = self._pools(path)
        return pool

    def _pools(self, path: Path) -> Iterator[tuple[Preference | None, Path]]:
        """The spaces that are not barred, then those that are left after each preference."""
        near = (space for space in self.network.neighbours(path[-1]) if space not in path)
        pool = tuple(space for space in near if not self.barred(path, space))
        yield None, pool
        for preference in self._by_step:
            ranks = {space: preference.rank(path, space) for space in pool}
            pool = tuple(space for space in pool if ranks[space] == min(ranks.values()))
            yield preference, pool

    def barred(self, path: Path, to: str) -> tuple[str, str] | None:
        """The clause and reason of the first bar against a step; None if there is none."""
        found = ((bar.rule, bar.why(path, to)) for bar in self.bars)
        return next(((rule, why) for rule, why in found if why), None)

    def legal(self) -> Retreats:
        """The legal paths: complete ones with room at their end; if there are none, complete ones without;
        if there are none, the longest. Of these the ones that come first as a whole."""
        found = self._made
        *_, (_, best) = self._wholes(found.paths)
        return replace(found, paths=best)

    @cached_property
    def _made(self) -> Retreats:
        """What can be made step by step."""
        rings: list[list[Path]] = [[(self.start,)]]
        while len(rings) <= self.spaces and rings[-1]:
            rings.append(self._longer(rings[-1]))
        made = len(rings) - 1 if rings[-1] else len(rings) - 2
        if made < self.spaces:
            return Retreats(tuple(rings[made]), self.spaces - made)
        roomy = [longer for path in rings[made] for longer in self._to_room(path)]
        return Retreats(tuple(roomy or rings[made]), 0, not roomy)

    def _longer(self, paths: Iterable[Path]) -> list[Path]:
        return [(*path, space) for path in paths for space in self.onward(path)]

    def _to_room(self, path: Path) -> list[Path]:
        """This path if the unit fits at its end, else its shortest continuations that end where it does."""
        ring = [path]
        for _ in range(self.further + 1):
            if found := [one for one in ring if self.fits(one[-1])]:
                return found
            ring = self._longer(ring)
        return []

    def _wholes(self, paths: tuple[Path, ...]) -> Iterator[tuple[Preference | None, tuple[Path, ...]]]:
        """These paths, then those that are left after each preference for the whole."""
        yield None, paths
        for one in self.preferences:
            if one.whole and len(paths) > 1:
                ranks = {path: one.rank(path[:-1], path[-1]) for path in paths}
                paths = tuple(path for path in paths if ranks[path] == min(ranks.values()))
                yield one, paths

    def broken(self, path: Sequence[str]) -> Broken | None:
        """What is wrong with a written path; None if it is legal. Raises ValueError for one that does not
        begin where the unit stands."""
        legal, whole = self.legal(), tuple(path)
        if whole[:1] != (self.start,):
            raise ValueError(f"a retreat from {self.start} begins there")
        if whole in legal.paths:
            return None
        for number in range(1, len(whole)):
            fault = self._broken_step(whole[:number], whole[number], legal)
            if fault:
                return fault
        if any(whole == one[: len(whole)] for one in legal.paths):
            better = dict.fromkeys(one[len(whole)] for one in legal.paths if one[: len(whole)] == whole)
            return Broken("short", whole[-1], better=tuple(better))
        return self._elsewhere(whole, legal)

    def _broken_step(self, path: Path, to: str, legal: Retreats) -> Broken | None:
        if path in legal.paths:
            return Broken("long", path[-1], to)
        if to in path or not self.network.adjacent(path[-1], to):
            return Broken("gap", path[-1], to)
        bar = self.barred(path, to)
        if bar:
            return Broken("barred", path[-1], to, *bar)
        return self._passed_over(path, to)

    def _passed_over(self, path: Path, to: str) -> Broken | None:
        """The first preference under which other steps come before this one."""
        for one, pool in self._pools(path):
            if one and to not in pool:
                return Broken("passed-over", path[-1], to, one.rule, one.why, self.onward(path))
        return None

    def _elsewhere(self, whole: Path, legal: Retreats) -> Broken:
        """A path of legal steps to no legal end: another way comes first, is longer, or has room."""
        starts = {one[:length] for one in legal.paths for length in range(1, len(one) + 1)}
        at = next(number for number in range(len(whole)) if whole[: number + 1] not in starts)
        better = tuple(dict.fromkeys(one[at] for one in legal.paths if one[:at] == whole[:at]))
        for one, left in self._wholes(self._made.paths):
            if one and whole in self._made.paths and whole not in left:
                return Broken("passed-over", whole[at - 1], whole[at], one.rule, one.why, better)
        kind: FaultKind = "full" if len(whole) > self.spaces else "short"
        return Broken(kind, whole[-1], better=better)


@dataclass(frozen=True, slots=True)
class Fate:
    """What a path does to a unit: the steps it loses, and the space in which it dies, "" if it does not."""

    lost: int = 0
    dies: str = ""


def fate(path: Path, steps: int, toll: Callable[[str], int | None]) -> Fate:
    """What happens to a unit with this many steps on a path whose spaces cost steps: `toll` says how many,
    None where it cannot enter and is eliminated before that space."""
    lost = 0
    for space in path[1:]:
        cost = toll(space)
        if cost is None:
            return Fate(steps, path[0])
        lost += cost
        if lost >= steps:
            return Fate(lost, space)
    return Fate(lost)


def reliefs(units: Sequence[str], fits: Callable[[Collection[str]], bool]) -> tuple[tuple[str, ...], ...]:
    """Which units the owner may eliminate so that the others fit into a space: every minimal set, the
    smallest first; () if all fit."""
    found: list[tuple[str, ...]] = []
    for number in range(len(units) + 1):
        for gone in combinations(units, number):
            spared = any(set(one) <= set(gone) for one in found)
            if not spared and fits([unit for unit in units if unit not in gone]):
                found.append(gone)
    return () if found == [()] else tuple(found)
