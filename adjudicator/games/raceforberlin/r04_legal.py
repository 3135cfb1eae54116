"""Rule 4.2, the legal answers of an impulse: what a question names, a refusal offers and a page shows.

Each is an order that could be given alone, or a few that only stand together: an army that event 7 lets move
and fight (E7.1), a chit 8 with its attack (E8.1). `ways`, `rooms` and `chancy` say what moves cost, what
stacking and the number of units leave room for, and where the freedom die decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, product
from math import lcm

from adjudicator.choices import Rooms, Ways
from adjudicator.mechanics.odds import Strength
from adjudicator.mechanics.remembered import of_state
from adjudicator.orders import Order
from adjudicator.rulings import No, refusal
from adjudicator.state import Json, State, Unit

from . import annex_events
from .combat import r08_combat
from .combat.r08_strength import attack_worth, defenders, least, odds_of
from .orders import RESERVE, grammar, said
from .position import SOVIET, army, group, is_city, nation, zone
from .r04_operations import impulse, owner, ready
from .r04_plan import Plan, add, check_army, check_duties, check_unit
from .r06_stacking import has_room, limit
from .r07_movement import PARTS, check_path, check_west_untested, legal_routes, price, untested_routes
from .r10_victory import check_shell

TOGETHER = 8
"""Of so many units beside a zone every attack is listed."""
Path = tuple[str, ...]


def impulse_lines(state: State, side: str) -> Iterator[str]:
    """What does the duty of an impulse, where there is one; else every order that could be given alone: first
    attacks and moves of one unit, and last of all to pass."""
    duty = refusal(check_duties, state, Plan(state))
    if duty:
        yield from duty.legal
        return
    units = ready(state)
    yield from attacks_alone(state, units)
    yield from moves(state, units)
    yield from stack_moves(state, units)
    yield from attacks_together(state, units)
    yield from city_rolls(state, units)
    yield from single(state, units)
    yield from driven(state, units)
    yield from chits(state, side, units)
    yield "pass"


def lucky_moves(state: State, side: str) -> Iterator[str]:
    """The moves west that stand only if the freedom die is good; none where a duty comes first."""
    if not refusal(check_duties, state, Plan(state)):
        yield from moves(state, ready(state), lucky=True)


def stands(state: State, verb: str, **args: Json) -> bool:
    """Whether an order could be carried out in an impulse, if no other is given."""
    return not refusal(add, Plan(state), Order(verb, args))


@of_state
def fits(state: State, unit: Unit, mode: str) -> bool:
    """Whether a unit may be named in a mode."""
    return not refusal(check_unit, state, unit.id, mode, {})


def able(state: State, units: Iterable[Unit], mode: str) -> Iterator[Unit]:
    """Those of these units that may be named in a mode."""
    return (unit for unit in units if fits(state, unit, mode))


def attacks_alone(state: State, units: tuple[Unit, ...]) -> Iterator[str]:
    """The attacks that each of these units could make by itself."""
    for unit in able(state, units, "combat"):
        for space, strength in against(state, unit).items():
            if strength is not None and strength >= needed_at(state, space):
                yield f"combat {unit.id} at {zone(state, space)}"


def attacks_together(state: State, units: tuple[Unit, ...]) -> Iterator[str]:
    """The attacks that several of these units could make side by side, the largest first."""
    beside = {space: dict(islice(of.items(), TOGETHER)) for space, of in attackers(state, units).items()}
    needed = {space: needed_at(state, space) for space in beside}
    strengths_told = [*needed.values(), *(one for of in beside.values() for one in of.values())]
    parts = lcm(*(one.denominator for one in strengths_told))
    for size in range(impulse(state).limit, 1, -1):
        for space, strengths in beside.items():
            counted = {unit: int(one * parts) for unit, one in strengths.items()}  # sums of whole numbers
            least_of_all = int(needed[space] * parts)
            for some in combinations(counted, size):
                if sum(map(counted.__getitem__, some)) >= least_of_all:
                    yield f"combat {' '.join(some)} at {zone(state, space)}"


@of_state
def needed_at(state: State, space: str) -> Strength:
    """What attackers of a zone have to count together."""
    return least(state, defenders(state, space, owner(state)[1]))


def attackers(state: State, units: tuple[Unit, ...]) -> dict[str, dict[str, Strength]]:
    """The zones with enemies beside these units, and what each counts there that may attack from where it is:
    each by itself, so that any of them may do it side by side if they are strong enough."""
    near: dict[str, dict[str, Strength]] = {}
    for unit in able(state, units, "combat"):
        for space, strength in against(state, unit).items():
            here = near.setdefault(space, {})
            if strength is not None:
                here[unit.id] = strength
    return near


@of_state
def against(state: State, unit: Unit) -> dict[str, Strength | None]:
    """What a unit counts in each zone with enemies beside it; None where it may not attack from here."""
    strengths: dict[str, Strength | None] = {}
    for space in r08_combat.targets(state, unit):
        barred = refusal(r08_combat.check_ground, state, (unit,), space, owner(state)[1])
        strengths[space] = None if barred else attack_worth(state, unit, space).strength
    return strengths


def city_rolls(state: State, units: Iterable[Unit]) -> Iterator[str]:
    """The City Progress attacks that units inside a city zone could make."""
    inside: dict[str, list[str]] = {}
    for unit in units:
        if is_city(state, unit.at):
            inside.setdefault(unit.at, []).append(unit.id)
    for space, ids in inside.items():
        for size, extra in product(range(len(ids), 0, -1), (0, 1)):
            for some in combinations(ids, size):
                if stands(state, "city", units=some, zone=space, extra=extra):
                    yield f"city {zone(state, space)} with {' '.join(some)}{' extra' if extra else ''}"


def moves(state: State, units: Iterable[Unit], *, lucky: bool = False) -> Iterator[str]:
    """The moves that each of these units could make, without the luck of a freedom test; or those that need
    it."""
    for unit in able(state, units, "move"):
        routes, sure = legal_routes(state, unit), untested_routes(state, unit)
        for end, path in routes.items():
            if (end not in sure) == lucky and not refusal(check_army, state, unit, path, routes):
                yield move_line(state, unit.id, path)


def stack_moves(state: State, units: Iterable[Unit]) -> Iterator[str]:
    """The moves that all units of an army in a zone, or of a whole stack, could make together."""
    for some in stacks(state, able(state, units, "move")):
        ids = ", ".join(unit.id for unit in some)
        for end, path in untested_routes(state, some[0]).items():
            if has_room(state, end, nation(state, some[0]), len(some)) and all_go(state, some[1:], path):
                yield f"move {ids} via {', '.join(zone(state, space) for space in path[1:])}"


def stacks(state: State, units: Iterable[Unit]) -> Iterator[tuple[Unit, ...]]:
    """The units of each zone that may go together, and of each army in it; none of an army that is apart."""
    at: dict[str, list[Unit]] = {}
    for unit in units:
        if army(state, unit) not in impulse(state).broken:
            at.setdefault(unit.at, []).append(unit)
    for here in at.values():
        of: dict[str, list[Unit]] = {}
        for unit in here:
            of.setdefault(army(state, unit), []).append(unit)
        groups = [tuple(some) for name, some in of.items() if name] + [tuple(here)]
        yield from dict.fromkeys(some for some in groups if 2 <= len(some) <= impulse(state).limit)


def all_go(state: State, units: tuple[Unit, ...], path: Path) -> bool:
    """Whether each of these units may go along a path that another of their zone may go along, whatever its
    freedom die: it is the same for all who begin together."""
    return all(
        legal_routes(state, unit).get(path[-1]) == path or not refusal(check_path, state, unit, path)
        for unit in units
    )


def move_line(state: State, unit: str, path: Path) -> str:
    """A move as an order line, with its zones by name; several are a path, and not a choice."""
    names = [zone(state, space) for space in path[1:]]
    written = path[1:] if runs_together(unit, names[0]) else names
    return f"move {unit} {'via ' if len(written) > 1 else ''}{', '.join(written)}"


@cache
def runs_together(unit: str, name: str) -> bool:
    """Whether the printed name of a zone would be read as part of a unit's before it: "11SS Nördl."."""
    try:
        return said(grammar().read(f"move {unit} {name}")).unit != unit
    except No:
        return True


def single(state: State, units: Iterable[Unit]) -> Iterator[str]:
    """What else each of these units could do: stay in reserve, with or without a way, shell Berlin, or be
    named for a mode."""
    for unit in units:
        if fits(state, unit, RESERVE):
            ways = ((), *(path[1:] for path in untested_routes(state, unit, reserve=True).values()))
            yield from (f"reserve {unit.id} {' '.join(via)}".rstrip() for via in ways)
        if fits(state, unit, "shell") and not refusal(check_shell, state, Order("shell", {"unit": unit.id})):
            yield f"shell {unit.id}"
        together = army(state, unit) not in impulse(state).broken  # who is apart is named by its move
        for mode in ("move", "combat") if together else ():
            if fits(state, unit, mode):
                yield f"activate {unit.id} {mode}"


def driven(state: State, units: Iterable[Unit]) -> Iterator[str]:
    """For the army of event 7, and each of those that the side may still name for it: a move of one of its
    counters, or of both, and their attack on a zone that they reach so, by the shortest way (E7.1)."""
    now = impulse(state)
    chit = () if now.trucks_army else annex_events.lines_of(state, owner(state)[0], "event-7")
    named = {now.trucks_army: ""} if now.trucks_army else {line.split()[-1]: line for line in chit}
    mine: dict[str, list[Unit]] = {}
    for unit in able(state, units, "combat") if named else ():
        mine.setdefault(army(state, unit), []).append(unit)
    for name, line in named.items():
        ways = {unit: nearest(state, unit) for unit in mine.get(name, ())}
        for some in (*((unit,) for unit in ways), *combinations(ways, 2)):
            for lines in drives(state, {unit: ways[unit] for unit in some}):
                yield "\n".join((*lines, *filter(None, (line,))))


def drives(state: State, ways: Mapping[Unit, Mapping[str, Path]]) -> Iterator[list[str]]:
    """The moves of these units and their attack together on each zone that all can reach, as order lines."""
    first, *others = ways.values()
    for space in (space for space in first if all(space in way for way in others)):
        moved = tuple(replace(unit, at=way[space][-1]) for unit, way in ways.items())
        ends = [unit.at for unit in moved]
        fits = all(has_room(state, end, SOVIET, ends.count(end)) for end in ends)
        if fits and not refusal(check_fight, state, moved, space):
            marches = (move_line(state, unit.id, way[space]) for unit, way in ways.items())
            yield [*marches, f"combat {' '.join(unit.id for unit in moved)} at {zone(state, space)}"]


def check_fight(state: State, units: tuple[Unit, ...], space: str) -> None:
    """Whether Soviets may attack a zone from where they would be. Raises Refused."""
    r08_combat.check_ground(state, units, space, SOVIET)
    odds_of(state, units, defenders(state, space, SOVIET), space)


def nearest(state: State, unit: Unit) -> dict[str, Path]:
    """The zones with enemies that a unit does not touch and could after a move, with the first such move."""
    found: dict[str, Path] = {}
    beside = r08_combat.targets(state, unit)
    for end, path in untested_routes(state, unit).items():
        there = replace(unit, at=end)
        for space in r08_combat.targets(state, there):
            if space not in beside:
                found.setdefault(space, path)
    return found


def chits(state: State, side: str, units: tuple[Unit, ...]) -> Iterator[str]:
    """The event chits that the side may play at the start of this impulse; chit 8 with the largest attack on
    each zone where it reduces a unit (E8.1)."""
    for chit in state.hands.get(side, ()):
        if annex_events.CHITS[chit].when == annex_events.START[owner(state)[1]]:
            yield from annex_events.lines_of(state, side, chit)
    if annex_events.COLLAPSE in state.hands.get(side, ()):
        largest: dict[str, str] = {}
        for line in (*attacks_together(state, units), *attacks_alone(state, units)):
            largest.setdefault(said(grammar().read(line)).zone, line)
        for space, line in largest.items():
            for unit in state.at(space):
                if not refusal(r08_combat.check_collapse, state, unit.id, space):
                    yield f"{line}\nchit 8 on {unit.id}"


def ways(state: State, order: Order) -> Ways | None:
    """Where the unit of a move, or of a reserve, can go, and what it costs; None for other orders."""
    unit = next((state.units[unit] for unit in order.units[:1]), None)
    if unit is None or order.verb not in {"move", RESERVE}:
        return None
    routes = legal_routes(state, unit, reserve=order.verb == RESERVE)
    ends = {end: (price(state, unit, path), path[-2]) for end, path in routes.items()}
    return Ways(ends, PARTS)


def chancy(state: State, order: Order) -> bool:
    """Whether the freedom die of a German may stop a move."""
    unit = state.units.get(said(order).unit)
    if unit is None or order.verb != "move":
        return False
    return refusal(check_west_untested, state, unit, (unit.at, *said(order).via)) is not None


def rooms(state: State, side: str) -> Rooms | None:
    """What the zones hold of the nationality that acts, and how many units may act; None where moves hang on
    each other in something else: an army that is apart must come together (7.3.1.c)."""
    camp, nationality = owner(state)
    if impulse(state).broken:
        return None
    most = max(limit(state, space, nationality).most or 0 for space in state.board.spaces)
    left = {space: limit(state, space, nationality).room(state.at(space)) for space in state.board.spaces}
    taken = {space: {nationality: -ANY if room is None else most - room} for space, room in left.items()}
    held = {space: of for space, of in taken.items() if of[nationality]}
    weight = {unit.id: {nationality: 1} for unit in group(state, camp, nationality)}
    return Rooms({nationality: most}, held, weight, acting=impulse(state).limit)


ANY = 99
"""Room for more units than there are, in a zone without a limit."""
