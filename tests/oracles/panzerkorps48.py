"""The oracle of 48th Panzer Korps: 4 movement, 5 zones, 6 stacking, 7 fire, 8 morale, retreats and
advances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import ceil

from tests.oracles.hexes import apart, around, table

COLUMNS, ROWS = 60, 33
LEG, MECH = 0, 1
HEX_COST = {"clear": (2, 2), "broken": (4, 6)}
"""What a hex costs, in halves of a movement point."""
SIZE = {"company": (1, 1), "battalion": (3, 3), "regiment": (9, 6)}
LIMIT = {"german": 9, "soviet": 12}
"""6: thirds of a battalion; what each side may stack."""
FIRST = (1, 2, 3, 5, 8, 12, 16, 21)
NAMES = ("1", "2", "3-4", "5-7", "8-11", "12-15", "16-20", "21+")
RESULTS = (
    "1-0 1-1 2-1 2-1 3-1 3-2 4-2 4-3", "0-0 1-0 1-1 2-1 2-1 3-1 3-2 4-2", "0-0 0-0 1-0 1-1 2-1 2-1 3-1 3-2",
    "0-0 0-0 0-0 1-0 1-1 2-1 2-1 3-1", "0-0 0-0 0-0 0-0 1-0 1-1 2-1 2-1", "0-0 0-0 0-0 0-0 0-0 1-0 1-1 2-1",
)  # fmt: skip
EFFECT: Mapping[tuple[str, str], Fraction] = {
    ("personnel", "armor"): Fraction(1, 2), ("antitank", "personnel"): Fraction(1, 2),
    ("artillery", "armor"): Fraction(1, 2), ("antitank", "armor"): Fraction(2),
    **{("armor", target): Fraction(2) for target in ("armor", "personnel", "weapons")},
}  # fmt: skip
MORALE = {
    "11 Pz": 5, "336 ID": 4, "Gruppe Adam": 3, "KG Schmidt": 3, "KG Stumpffeld": 2, "KG West": 2, "7 LFD": 2,
    "26 T": 4, "1 T": 4, "4MC": 4, "5MC": 3, "6GCD": 4, "40 Gds RD": 4, "47 Gds RD": 4,
}  # fmt: skip
PRIORITY = ("armor", "personnel", "weapons")


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit on the map: what its counter prints, where it is, the steps it has left, its markers."""

    id: str
    side: str
    at: str
    steps: int
    movement: int
    target: str
    fire: str
    size: str
    formation: str
    range: int = 0
    modifier: int = 0
    armored: bool = False
    prepared: bool = False
    retreated: bool = False

    @property
    def weapons(self) -> bool:
        return self.target == "weapons"

    @property
    def allowance(self) -> int:
        """4: in halves of a point; half the points, rounded down, after a prepared attack."""
        return 2 * (self.movement // 2 if self.prepared else self.movement)

    @property
    def footed(self) -> int:
        """4: personnel of seven points or less walk, all others are mechanized."""
        return LEG if self.target == "personnel" and self.movement <= 7 else MECH

    @property
    def thirds(self) -> int:
        return SIZE[self.size][self.side == "soviet"]


# -- the map ---------------------------------------------------------------------------------------------


@cache
def places() -> Mapping[str, Mapping[str, str]]:
    return {row["id"]: row for row in table("maps", "panzerkorps48", "places.csv")}


@cache
def hexsides() -> Mapping[frozenset[str], frozenset[str]]:
    rows = table("maps", "panzerkorps48", "links.csv")
    return {frozenset((row["hex"], row["neighbour"])): frozenset(row["features"].split()) for row in rows}


def side(a: str, b: str) -> frozenset[str]:
    """The features of the hexside between two hexes."""
    return hexsides().get(frozenset((a, b)), frozenset())


def near(hex_: str) -> tuple[str, ...]:
    return tuple(around(hex_, COLUMNS, ROWS).values())


def terrain(hex_: str) -> str:
    return places().get(hex_, {}).get("terrain", "") or "clear"


def uphill(a: str, b: str) -> bool:
    """Whether the way from a to b leads up a slope: b is the high hex of that side."""
    falls = places().get(b, {}).get("slope", "").split()
    return any(around(b, COLUMNS, ROWS).get(direction) == a for direction in falls)


def shut(a: str, b: str) -> bool:
    """A lake, or a river without a bridge: never crossed, retreated over or fired over."""
    return "lake" in side(a, b) or ("river" in side(a, b) and "bridge" not in side(a, b))


def step(a: str, b: str, footed: int) -> int | None:
    """4: what entering b from a costs, in halves; None: never."""
    features = side(a, b)
    if shut(a, b):
        return None
    if "road" in features:
        return 1
    cost = HEX_COST[terrain(b)][footed]
    if "stream" in features and "bridge" not in features:
        cost += (2, 4)[footed]
    if uphill(a, b):
        cost += (2, 4)[footed]
    elif uphill(b, a):
        cost += (0, 2)[footed]
    return cost


# -- zones, stacks and moves (4, 5, 6) -------------------------------------------------------------------


def zone(pieces: Iterable[Piece], of: str) -> set[str]:
    """5: all six hexes around a stack of three steps or more, without those who retreated."""
    steps: dict[str, int] = {}
    for piece in pieces:
        if piece.side == of and not piece.retreated:
            steps[piece.at] = steps.get(piece.at, 0) + piece.steps
    return {b for at, total in steps.items() if total >= 3 for b in near(at)}


def armor_zone(pieces: Iterable[Piece], of: str) -> set[str]:
    """8.3: the part of the zone that a stack with armor exerts."""
    all_ = list(pieces)
    tanks = {p.at for p in all_ if p.side == of and p.target == "armor" and not p.retreated}
    return zone([p for p in all_ if p.at in tanks], of)


def other(of: str) -> str:
    return "soviet" if of == "german" else "german"


def held(pieces: Iterable[Piece], of: str) -> set[str]:
    return {piece.at for piece in pieces if piece.side == of}


def room(pieces: Iterable[Piece], group: Sequence[Piece], hex_: str) -> bool:
    """6: whether these may end there beside those who are there."""
    ids = {one.id for one in group}
    there = [p for p in pieces if p.at == hex_ and p.side == group[0].side and p.id not in ids]
    return sum(p.thirds for p in [*there, *group]) <= LIMIT[group[0].side]


def rolls(pieces: Iterable[Piece], group: Sequence[Piece]) -> bool:
    """5: whether a die is needed to leave: the hex is enemy-controlled and nobody stays."""
    ids, at = {one.id for one in group}, group[0].at
    all_ = list(pieces)
    stays = any(p.at == at and p.id not in ids for p in all_)
    return at in zone(all_, other(group[0].side)) and not stays


def reach(pieces: list[Piece], group: list[Piece]) -> dict[str, tuple[int, ...]]:
    """4: where a stack may end its move, and what each of it has spent there at least, in halves."""
    zoned, enemies = zone(pieces, other(group[0].side)), held(pieces, other(group[0].side))
    start = (0,) * len(group)
    best = {group[0].at: start}
    edge = [group[0].at]
    while edge:
        here = edge.pop(edge.index(min(edge, key=lambda h: best[h])))
        if here in zoned and here != group[0].at:
            continue
        for there in near(here):
            spent = on(group, best[here], here, there, zoned)
            if there not in enemies and spent and (there not in best or sum(spent) < sum(best[there])):
                best[there] = spent
                edge.append(there)
    return {hex_: spent for hex_, spent in best.items() if hex_ != group[0].at and room(pieces, group, hex_)}


def on(
    group: list[Piece], spent: tuple[int, ...], here: str, there: str, zoned: set[str]
) -> tuple[int, ...] | None:
    """What each has spent after one more step; None where one of them cannot make it."""
    after = []
    for one, so_far in zip(group, spent, strict=True):
        cost = step(here, there, one.footed)
        barred = one.weapons and not one.armored and there in zoned
        if cost is None or barred or so_far + cost > one.allowance:
            return None
        after.append(so_far + cost)
    return tuple(after)


def walk(pieces: list[Piece], group: list[Piece], path: Sequence[str]) -> tuple[int, ...] | None:
    """4: what each has spent on a path that is written out; None where it is not legal."""
    zoned, enemies = zone(pieces, other(group[0].side)), held(pieces, other(group[0].side))
    spent: tuple[int, ...] | None = (0,) * len(group)
    here = group[0].at
    for n, there in enumerate(path):
        if there in enemies or spent is None or (n and here in zoned):
            return None
        spent, here = on(group, spent, here, there, zoned), there
    return spent if room(pieces, group, here) else None


def enter(pieces: list[Piece], one: Piece, area: str, path: Sequence[str]) -> int | None:
    """9.1: what an entry costs, in halves; by road where one is in the first hex; None if it is not legal."""
    zoned, enemies, first = zone(pieces, other(one.side)), held(pieces, other(one.side)), path[0]
    barred = one.weapons and not one.armored and first in zoned
    if places().get(first, {}).get("entry", "") != area or first in enemies or barred:
        return None
    road = any("road" in side(first, b) for b in near(first))
    spent = (1 if road else HEX_COST[terrain(first)][one.footed],)
    for here, there in pairwise(path):
        after = on([one], spent, here, there, zoned)
        if here in zoned or there in enemies or after is None:
            return None
        spent = (after[0],)
    return spent[0] if spent[0] <= one.allowance and room(pieces, [one], path[-1]) else None


# -- fire (7) --------------------------------------------------------------------------------------------


def rounded(value: Fraction) -> int:
    """7.4: to the nearest whole number, one half down."""
    return ceil(value - Fraction(1, 2))


def value(firers: Sequence[Piece], target: Piece) -> int:
    """7.4: the fire value: steps added class by class, each class modified and rounded."""
    total = 0
    for fire in {one.fire for one in firers}:
        steps = sum(one.steps for one in firers if one.fire == fire)
        total += rounded(steps * EFFECT.get((fire, target.target), Fraction(1)))
    return total


def shifts(firers: Sequence[Piece], target: Piece, attacking: bool) -> int:
    """7.5: columns to the left."""
    left = target.modifier
    if not attacking:
        return left
    left += terrain(target.at) == "broken"
    close = [one.at for one in firers if one.at in near(target.at)]
    if all({"river", "bridge"} <= side(a, target.at) for a in close):
        left += 2
    if all("stream" in side(a, target.at) and "bridge" not in side(a, target.at) for a in close):
        left += 1
    return left + all(uphill(a, target.at) for a in close)


def fire(firers: Sequence[Piece], target: Piece, attacking: bool, die: int) -> tuple[int, str, str]:
    """7.2: the value, the column after shifts, the result of the die; no column where there is no
    effect."""
    found = value(firers, target)
    column = sum(found >= least for least in FIRST) - 1
    column = column - shifts(firers, target, attacking) if column >= 0 else -1
    if column < 0:
        return found, "", "0-0"
    return found, NAMES[column], RESULTS[die - 1].split()[column]


def targets(stack: Sequence[Piece]) -> set[str]:
    """7.3: who of a stack may be fired at first: the first type in order, the strongest of it."""
    kind = min((PRIORITY.index(one.target) for one in stack), default=0)
    same = [one for one in stack if one.target == PRIORITY[kind]]
    return {one.id for one in same if one.steps == max(p.steps for p in same)}


def next_targets(stack: Sequence[Piece], shot_at: set[str]) -> set[str]:
    """7.2, 7.3: who of a stack may be fired at after these; nobody twice in a combat."""
    return targets([one for one in stack if one.id not in shot_at])


def capped(firers: Sequence[Piece], target: Piece, most: int, die: int) -> tuple[int, str, str]:
    """7.3: a later fire at the same stack, by attackers of one class, counts no more steps than the first."""
    steps = min(sum(one.steps for one in firers), most)
    counted = [replace(firers[0], steps=steps), *(replace(one, steps=0) for one in firers[1:])]
    return fire(counted, target, True, die)


def in_support(pieces: list[Piece], one: Piece, target: str) -> bool:
    """7.6: artillery outside enemy zones, not next to the target, within its range."""
    free = one.at not in zone(pieces, other(one.side))
    return one.fire == "artillery" and free and 1 < apart(one.at, target) <= one.range


# -- retreats and advances (8.3, 8.4) --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Retreat:
    """8.3: the paths of a stack, and whether they are all that the text settles (`sure`)."""

    paths: set[tuple[str, ...]]
    sure: bool = True


def retreats(pieces: list[Piece], stack: list[Piece], far: int, firers: set[str]) -> Retreat:
    """8.3: where a stack may retreat so far; no further than it must, round zones, away from who fired."""
    zoned = zone(pieces, other(stack[0].side))
    enemies = held(pieces, other(stack[0].side))
    start = stack[0].at

    def full(hex_: str) -> bool:
        return not room(pieces, stack, hex_)

    def steps(here: str) -> Iterator[str]:
        return (b for b in near(here) if b not in enemies and not shut(here, b))

    def paths(most: int, enter: Callable[[str], bool]) -> set[tuple[str, ...]]:
        """As far as told; further only out of a hex where it may not end."""
        found = set()
        edge: list[tuple[str, ...]] = [(start,)]
        while edge:
            path = edge.pop()
            told = len(path) - 1 >= far
            if told and path[-1] not in zoned and not full(path[-1]) and path[-1] != start:
                found.add(path)
            elif len(path) - 1 < most:
                edge += [(*path, b) for b in steps(path[-1]) if b not in path and enter(b)]
        return found

    free = paths(far, lambda b: b not in zoned)
    if free:
        return Retreat(farthest(free, firers))
    longer = paths(far + 3, lambda b: b not in zoned)
    if longer:
        least = min(map(len, longer))
        return Retreat(farthest({path for path in longer if len(path) == least}, firers), sure=False)
    through = paths(far, lambda _: True)
    once = {path for path in through if sum(b in zoned for b in path[1:]) == 1}
    if once and far > 1 and not any(one.weapons for one in stack):
        ends = farthest(once, firers)
        friends = [p.at for p in pieces if p.side == stack[0].side and p not in stack]
        return Retreat(nearest_zone(ends, zoned, friends), sure=True)
    return Retreat(through, sure=False)


def farthest(paths: set[tuple[str, ...]], firers: set[str]) -> set[tuple[str, ...]]:
    """8.3, priority 3: those that end as far from the nearest adjacent firer as any."""
    gap = {path: min(apart(path[-1], a) for a in firers) for path in paths}
    return {path[1:] for path, hexes in gap.items() if hexes == max(gap.values())}


def nearest_zone(paths: set[tuple[str, ...]], zoned: set[str], friends: list[str]) -> set[tuple[str, ...]]:
    """8.3, priority 4: those whose controlled hex is as near to a friend as any."""
    gap = {path: min((apart(a, b) for b in path if b in zoned for a in friends), default=0) for path in paths}
    return {path for path, hexes in gap.items() if hexes == min(gap.values())}


def losses(pieces: list[Piece], one: Piece, path: Sequence[str]) -> int:
    """8.3: steps that zones on its path cost a unit."""
    zoned, tanks = zone(pieces, other(one.side)), armor_zone(pieces, other(one.side))
    return sum(1 + (b in tanks and one.target == "personnel") for b in path if b in zoned)


def anybody_left(pieces: list[Piece], stack: list[Piece], path: Sequence[str]) -> bool:
    """8.3: whether a way leaves anybody of a stack."""
    return any(one.steps > losses(pieces, one, path) for one in stack)


def advances(pieces: list[Piece], one: Piece, far: int, trail: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """8.4: where a unit may end an advance so long, and a way there: stopped by zones, but not on the
    trail of those who left."""
    zoned, enemies = zone(pieces, other(one.side)), held(pieces, other(one.side))
    found: dict[str, tuple[str, ...]] = {}
    edge: list[tuple[str, ...]] = [(one.at,)]
    while edge:
        path = edge.pop()
        if len(path) > 1 and room(pieces, [one], path[-1]):
            found[path[-1]] = path[1:]
        on_trail = list(path[1:]) == list(trail[: len(path) - 1])
        if len(path) - 1 == far or (len(path) > 1 and path[-1] in zoned and not on_trail):
            continue
        edge += [
            (*path, b) for b in near(path[-1]) if b not in enemies and not shut(path[-1], b) and b not in path
        ]
    return found


def may_advance(pieces: list[Piece], one: Piece, path: Sequence[str], far: int, trail: Sequence[str]) -> bool:
    """8.4: whether a unit may advance on this path."""
    zoned, enemies = zone(pieces, other(one.side)), held(pieces, other(one.side))
    here = one.at
    for n, there in enumerate(path):
        halted = n and here in zoned and list(path[:n]) != list(trail[:n])
        if halted or there in enemies or shut(here, there):
            return False
        here = there
    return len(path) <= far and room(pieces, [one], here)


def deadly_at_the_edge(pieces: list[Piece], stack: list[Piece], paths: set[tuple[str, ...]]) -> bool:
    """8.3: whether one of these ways would kill a unit that might leave over the edge instead."""
    edge = any(len(near(b)) < 6 for path in paths for b in (stack[0].at, *path))
    return edge and any(one.steps <= losses(pieces, one, path) for one in stack for path in paths)
