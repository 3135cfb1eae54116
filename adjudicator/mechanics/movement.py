"""Movement: what crossing into the next space costs, how far a unit gets, and where a written path breaks.

`MovementCosts` say what each hexside costs one movement class on the bare map. `MovementCosts.under` lays
the moment over it: enemy zones of control, closed spaces, what costs something else just now: `CurrentCosts`.
`reach` and `path_cost` ask the same `CurrentCosts.crossing`, so they cannot disagree.

Costs and allowances are whole numbers of some unit: where a road costs half a point, count in halves
(`points`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from .network import Network


@dataclass(frozen=True, slots=True)
class MoveCost:
    """What it costs to cross into a neighbouring space, and whether the move ends there.

    A `whole` cost takes the whole allowance, can only be the first, and leaves nothing for a surcharge:
    its `cost` is what comes on top of the allowance, so it is too dear unless that is 0.
    """

    cost: int
    stop: bool = False
    whole: bool = False

    def __post_init__(self) -> None:
        if self.cost < 0:
            raise ValueError(f"a move cannot cost {self.cost}")


@dataclass(frozen=True, slots=True)
class Barred:
    """A hexside (or border) that may not be crossed: the clause and the reason, as a refusal tells them."""

    rule: str
    why: str


Crossing = MoveCost | Barred
CrossingOf = Callable[[str, str], Crossing]
"""What crossing from one space to a neighbour is to a movement class; must give the same each time."""


def points(value: int | Fraction, parts: int) -> int:
    """Movement points in parts of a point: 1 1/2 points are 3 halves. Raises ValueError if that is not
    a whole number."""
    scaled = Fraction(value) * parts
    if scaled.denominator != 1:
        raise ValueError(f"{value} points are not a whole number of parts, with {parts} parts to a point")
    return int(scaled)


def shown(value: int | Fraction, parts: int = 1) -> str:
    """Parts of a movement point as players write points: 1, 1/2, 2 1/2."""
    whole, part = divmod(Fraction(value) / parts, 1)
    return " ".join(filter(None, [str(whole) if whole or not part else "", str(part) if part else ""]))


# -- what a step costs -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ZoneRules:
    """What enemy zones of control do to a move.

    `enter` and `leave` are surcharges, both due from zone to zone; `stops` ends the move in a zone; `bars`
    keeps it out of zones, `through` keeps it from going straight from zone to zone.
    """

    enter: int = 0
    leave: int = 0
    stops: bool = False
    bars: Barred | None = None
    through: Barred | None = None


FREELY = ZoneRules()
NEVER = 1_000_000
"""A surcharge that no unit can pay."""
NEVER_NEEDED = 200
"""More parts of points than any way on a map takes, to find out what an unaffordable one would cost."""


class Row(NamedTuple):
    """The steps out of one space, as number of the next space and cost: those a move may go on after, those
    that end it, and those that take the whole allowance."""

    onward: tuple[tuple[int, int], ...]
    halting: tuple[tuple[int, int], ...]
    whole: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class MovementCosts:
    """What each step costs one movement class on the bare map; every step is asked once and kept."""

    network: Network
    cost: CrossingOf
    _rows: dict[int, Row] = field(default_factory=dict)
    _crossings: dict[tuple[str, str], Crossing] = field(default_factory=dict)

    def crossing(self, a: str, b: str) -> Crossing:
        """The step from a space to a neighbour."""
        if (a, b) not in self._crossings:
            self._crossings[a, b] = self.cost(a, b)
        return self._crossings[a, b]

    def row(self, number: int) -> Row:
        """The steps out of a space, by its number, worked out when they are first asked for."""
        self._rows[number] = found = self._rows.get(number) or _row(self.network, number, self.crossing)
        return found

    def under(
        self,
        zones: Collection[str] = (),
        rules: ZoneRules = FREELY,
        closed: Mapping[str, Barred] | None = None,
        special: Mapping[tuple[str, str], Crossing] | None = None,
    ) -> CurrentCosts:
        """The same steps with enemy zones of control, closed spaces (those with enemies, and why) and steps
        that cost something else at the moment. One `CurrentCosts` serves all units of the class until these
        change."""
        return CurrentCosts(self, frozenset(zones), rules, closed or {}, special or {})


def _row(network: Network, number: int, cost: CrossingOf) -> Row:
    a, ids = network.ids[number], network.ids
    steps = [(near, cost(a, ids[near])) for near in network.around[number]]
    found = [(near, way) for near, way in steps if isinstance(way, MoveCost)]
    return Row(
        tuple((near, way.cost) for near, way in found if not way.stop and not way.whole),
        tuple((near, way.cost) for near, way in found if way.stop and not way.whole),
        tuple((near, way.cost) for near, way in found if way.whole),
    )


@dataclass(frozen=True, eq=False)
class CurrentCosts:
    """The steps of a movement class as they are now: `MovementCosts.under` makes it."""

    bare: MovementCosts
    zones: frozenset[str]
    rules: ZoneRules
    closed: Mapping[str, Barred]
    special: Mapping[tuple[str, str], Crossing]

    @property
    def network(self) -> Network:
        """The spaces it is about."""
        return self.bare.network

    @cached_property
    def zoned(self) -> bytes:
        """For each space 1 if it is in an enemy zone of control, else 0."""
        found = bytearray(len(self.network.ids))
        for space in self.zones:
            found[self.network.numbers[space]] = 1
        return bytes(found)

    @cached_property
    def entry(self) -> tuple[list[int], list[int]]:
        """The surcharge on entering each space, from outside enemy zones and from inside one; NEVER where it
        may not be entered."""
        numbers, rules = self.network.numbers, self.rules
        outside = [0] * len(numbers)
        for space in self.zones:
            outside[numbers[space]] = NEVER if rules.bars else rules.enter
        for space in self.closed:
            outside[numbers[space]] = NEVER
        if not rules.leave and not rules.through:
            return outside, outside
        inside = [extra + rules.leave for extra in outside]
        for space in self.zones if rules.through else ():
            inside[numbers[space]] = NEVER
        return outside, inside

    @cached_property
    def own_rows(self) -> Mapping[int, Row]:
        """The rows out of spaces with a special step."""
        numbers = {self.network.numbers[a] for a, _ in self.special}
        return {number: _row(self.network, number, self._without_zones) for number in numbers}

    def row(self, number: int) -> Row:
        """The steps out of a space, by its number, without surcharges."""
        return self.own_rows.get(number) or self.bare.row(number)

    def _without_zones(self, a: str, b: str) -> Crossing:
        return self.special.get((a, b)) or self.bare.crossing(a, b)

    def crossing(self, a: str, b: str) -> Crossing:
        """The step from a space to a neighbour, all that hinders it included."""
        way, numbers = self._without_zones(a, b), self.network.numbers
        if b in self.closed or isinstance(way, Barred):
            return self.closed.get(b, way)
        extra = self.entry[a in self.zones][numbers[b]]
        if extra >= NEVER:
            return self.rules.bars or self.rules.through or way
        return MoveCost(way.cost + extra, way.stop or (self.rules.stops and b in self.zones), way.whole)


# -- how far ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Reach:
    """Everything a unit can get to: the cheapest cost of each space and a cheapest path there.

    A space may be had in two ways: cheaply by a step that ends the move, or dearer and able to go on; paths
    through it use the second.
    """

    network: Network
    start: str
    spent: Mapping[int, int]
    halted: Mapping[int, int]
    _before: Mapping[int, int]
    _halted_before: Mapping[int, int]

    def __contains__(self, space: object) -> bool:
        number = self.network.numbers.get(space) if isinstance(space, str) else None
        return number in self.spent or number in self.halted

    def __iter__(self) -> Iterator[str]:
        """The spaces, the start among them, in the order of the board."""
        return (self.network.ids[number] for number in sorted({**self.spent, **self.halted}))

    def cost(self, space: str) -> int:
        """The cheapest cost of a space; KeyError for one that is out of reach."""
        number = self.network.numbers[space]
        found = [here[number] for here in (self.spent, self.halted) if number in here]
        if not found:
            raise KeyError(space)
        return min(found)

    def ends(self) -> dict[str, tuple[int, str]]:
        """Every space but the start: its cheapest cost, and the space before it on a cheapest path."""
        found: dict[str, tuple[int, str]] = {}
        for number in {**self.spent, **self.halted}:
            spent, halted = self.spent.get(number), self.halted.get(number)
            quick = halted is not None and (spent is None or halted < spent)
            before = (self._halted_before if quick else self._before).get(number)
            cost = halted if quick else spent
            if before is not None and cost is not None:
                found[self.network.ids[number]] = cost, self.network.ids[before]
        return found

    def goes_on(self, space: str) -> bool:
        """Whether a move may go on from there, as far as its points last."""
        return self.network.numbers[space] in self.spent

    def path(self, space: str) -> tuple[str, ...]:
        """A cheapest path, from the start to the space; KeyError for one that is out of reach."""
        number, cost = self.network.numbers[space], self.cost(space)
        way = [number]
        if self.spent.get(number) != cost:
            way.append(self._halted_before[number])
        while way[-1] in self._before:
            way.append(self._before[way[-1]])
        return tuple(self.network.ids[one] for one in reversed(way))


def reach(costs: CurrentCosts, start: str, allowance: int, *, at_least_one: bool = False) -> Reach:
    """Every space a unit can reach from its start with so much to spend, by the cheapest way.

    With `at_least_one` a unit may always take one step that is not barred, whatever it costs; one that costs
    more than the allowance ends the move. Raises KeyError for a start that is not on the board.
    """
    flood = _Flood(costs, costs.network.numbers[start], allowance)
    flood.first(at_least_one)
    flood.run()
    return Reach(costs.network, start, flood.spent, flood.halted, flood.before, flood.halted_before)


@lru_cache(maxsize=256)
def kept_reach(costs: CurrentCosts, start: str, allowance: int) -> Reach:
    """`reach`, worked out once for each of the last few: for costs that serve many moves."""
    return reach(costs, start, allowance)


class _Flood:
    """A search by buckets: costs are small whole numbers, so no heap is needed."""

    def __init__(self, costs: CurrentCosts, start: int, allowance: int) -> None:
        self.costs, self.start, self.allowance = costs, start, allowance
        self.spent: dict[int, int] = {start: 0}
        self.halted: dict[int, int] = {}
        self.before: dict[int, int] = {}
        self.halted_before: dict[int, int] = {}

    def first(self, at_least_one: bool) -> None:
        """The steps that only a first step can be: the whole allowance, or more than it."""
        row, allowance, start = self.costs.row(self.start), self.allowance, self.start
        entry = self.costs.entry[self.costs.zoned[start]]
        for near, extra in row.whole:
            if allowance > 0 and not extra + entry[near]:
                self.halt(near, start, allowance)
        for near, _ in (*row.onward, *row.halting, *row.whole) if at_least_one else ():
            if entry[near] < NEVER:
                self.halt(near, start, allowance)

    def halt(self, near: int, at: int, cost: int) -> None:
        """A step that ends the move."""
        if cost < self.halted.get(near, cost + 1):
            self.halted[near], self.halted_before[near] = cost, at

    def run(self) -> None:
        """Space by space, in the order of what has been spent."""
        costs, spent, before, out = self.costs, self.spent, self.before, self.allowance + 1
        bare, own, zoned, entry = costs.bare, costs.own_rows, costs.zoned, costs.entry
        rows = bare._rows
        stops = zoned if costs.rules.stops else bytes(len(zoned))
        buckets: list[list[int]] = [[] for _ in range(out)]
        for bucket in buckets[:1]:
            bucket.append(self.start)
        for so_far, bucket in enumerate(buckets):
            for at in bucket:  # a step that costs nothing makes the bucket longer while it is read
                if spent[at] != so_far:
                    continue
                onward, halting, _ = own.get(at) or rows.get(at) or bare.row(at)
                extra = entry[zoned[at]]
                for near, cost in onward:
                    then = so_far + cost + extra[near]
                    if then < spent.get(near, out):
                        if stops[near]:
                            self.halt(near, at, then)
                            continue
                        spent[near], before[near] = then, at
                        buckets[then].append(near)
                for near, cost in halting:
                    if so_far + cost + extra[near] < out:
                        self.halt(near, at, so_far + cost + extra[near])


def route(costs: CurrentCosts, start: str, to: str, allowance: int) -> tuple[str, ...] | Barred | None:
    """The cheapest way to a space, as far off as it may be; why it is closed where it is so from all sides,
    and None where no way leads there. Raises KeyError for a space that is not on the board."""
    for points in (allowance, NEVER_NEEDED):
        found = kept_reach(costs, start, points)
        if to in found:
            return found.path(to)
    ways = [costs.crossing(near, to) for near in costs.network.neighbours(to)]
    shut = [way for way in ways if isinstance(way, Barred)]
    return shut[0] if shut and len(shut) == len(ways) else None


# -- a written path --------------------------------------------------------------------------------

FaultKind = Literal["gap", "barred", "stopped", "first", "dear"]


@dataclass(frozen=True, slots=True)
class PathFault:
    """Where a path breaks: the step from `at` to `to`.

    gap      `to` does not touch `at`
    barred   the step may not be taken; `rule` and `why` say why
    stopped  the move had to end in `at`
    first    only the first step of a move may be this one
    dear     it needs `needed`, and `left` was left
    """

    kind: FaultKind
    at: str
    to: str
    needed: int = 0
    left: int = 0
    rule: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class PathCost:
    """A written path as far as it can be walked: what had been spent on reaching each space of it, from 0."""

    path: tuple[str, ...]
    spent: tuple[int, ...]
    fault: PathFault | None = None

    @property
    def cost(self) -> int:
        """What the walked part costs."""
        return self.spent[-1]

    @property
    def last(self) -> str:
        """The last space that could be reached."""
        return self.path[len(self.spent) - 1]


def path_cost(
    costs: CurrentCosts, path: Sequence[str], allowance: int, *, at_least_one: bool = False
) -> PathCost:
    """Walk a path that begins where the unit stands, up to its first fault. Raises ValueError for no path."""
    if not path:
        raise ValueError("a path begins where the unit is")
    spent, stopped = [0], False
    for number in range(1, len(path)):
        a, b, left = path[number - 1], path[number], allowance - spent[-1]
        step = _judge(costs, a, b, left, number == 1, stopped)
        if isinstance(step, PathFault) and step.kind == "dear" and number == 1 and at_least_one:
            step = MoveCost(left, stop=True)
        if isinstance(step, PathFault):
            return PathCost(tuple(path), tuple(spent), step)
        stopped = step.stop
        spent.append(spent[-1] + step.cost)
    return PathCost(tuple(path), tuple(spent))


def _judge(
    costs: CurrentCosts, a: str, b: str, left: int, first: bool, stopped: bool
) -> MoveCost | PathFault:
    """One step of a path: what it takes of what is left, or what is wrong with it."""
    if not costs.network.adjacent(a, b):
        return PathFault("gap", a, b)
    if stopped:
        return PathFault("stopped", a, b)
    way = costs.crossing(a, b)
    if isinstance(way, Barred):
        return PathFault("barred", a, b, rule=way.rule, why=way.why)
    if way.whole and not first:
        return PathFault("first", a, b)
    needed = max(left, 1) + way.cost if way.whole else way.cost
    return PathFault("dear", a, b, needed, left) if needed > left else MoveCost(needed, way.stop or way.whole)
