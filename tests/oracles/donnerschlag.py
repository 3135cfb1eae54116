"""The oracle of Donnerschlag: command, zones, stacking, supply, movement, odds, retreats, advances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise

from tests.oracles.hexes import apart, around, spread, table

COLUMNS, ROWS = 46, 24
COLUMN = (Fraction(0), Fraction(1), Fraction(3, 2), *map(Fraction, range(2, 8)))
NAMES = ("0:1", "1:1", "1.5:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
RESULTS = (
    "1AR 1AR 1A AR - - DR DR 1DR", "1AR 1A AR - - DR DR 1DR 1DR", "1AR AR - - DR DR 1DR 1DR 2DR",
    "1AR - - DR DR 1DR 1DR 2DR 2DR", "1AR - DR DR 1DR 1DR 2DR 2DR 3DR", "1AR DR DR 1DR 1DR 2DR 2DR 3DR 3DR",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit on the map, with the numbers of the side that shows."""

    id: str
    side: str
    at: str
    strength: int
    movement: int
    kind: str
    background: str
    formation: str
    army: str
    colour: str
    range: int = 0
    hq: bool = False
    alarm: bool = False
    unsupplied: bool = False


# -- the map ---------------------------------------------------------------------------------------------


@cache
def places() -> Mapping[str, Mapping[str, str]]:
    return {row["id"]: row for row in table("maps", "donnerschlag", "places.csv")}


@cache
def hexsides() -> Mapping[frozenset[str], frozenset[str]]:
    rows = table("maps", "donnerschlag", "links.csv")
    return {frozenset((row["hex"], row["neighbour"])): frozenset(row["features"].split()) for row in rows}


def side(a: str, b: str) -> frozenset[str]:
    return hexsides().get(frozenset((a, b)), frozenset())


@cache
def near(hex_: str) -> tuple[str, ...]:
    """The neighbours of a hex that are in play: the pocket, columns 01 to 07, is not."""
    return tuple(b for b in around(hex_, COLUMNS, ROWS).values() if b >= "08")


def settlement(hex_: str) -> str:
    return places().get(hex_, {}).get("settlement", "")


def unbridged(a: str, b: str) -> bool:
    return "river" in side(a, b) and "bridge" not in side(a, b)


@cache
def edge(of: str) -> frozenset[str]:
    """The supply edge of a side."""
    return frozenset(hex_ for hex_, row in places().items() if row["supply"] == of)


def on_road(hex_: str) -> bool:
    return any("road" in side(hex_, b) for b in around(hex_, COLUMNS, ROWS).values())


# -- zones, stacks, supply -------------------------------------------------------------------------------


def other(of: str) -> str:
    return "soviet" if of == "axis" else "axis"


def zone(pieces: Iterable[Piece], of: str) -> set[str]:
    """Every combat unit, into the six hexes around it, never across a river."""
    return {
        b for p in pieces if p.side == of and not p.hq for b in near(p.at) if "river" not in side(p.at, b)
    }


def held(pieces: Iterable[Piece], of: str) -> set[str]:
    return {p.at for p in pieces if p.side == of}


def room(pieces: Iterable[Piece], one: Piece, hex_: str) -> bool:
    """Two combat units and an HQ; Alarmgruppen take no room."""
    if one.alarm:
        return True
    there = [p for p in pieces if p.at == hex_ and p.side == one.side and p.hq == one.hq and p.id != one.id]
    return len([p for p in there if not p.alarm]) < (1 if one.hq else 2)


def supplied(pieces: Sequence[Piece], one: Piece) -> bool:
    """A line to a friendly edge, round enemies and their zones but where a friend stands, over no open
    river."""
    enemies, friends = held(pieces, other(one.side)), held(pieces, one.side)
    closed = enemies | (zone(pieces, other(one.side)) - friends)

    def line(a: str) -> Iterator[str]:
        return (b for b in near(a) if b not in closed and not unbridged(a, b))

    return bool(set(spread([one.at], line)) & edge(one.side))


# -- command ---------------------------------------------------------------------------------------------


def within(pieces: Iterable[Piece], of: str, hex_: str, far: int) -> list[Piece]:
    return [p for p in pieces if p.side == of and apart(p.at, hex_) <= far]


def ordered_axis(pieces: list[Piece], hqs: list[Piece]) -> set[str]:
    """An ordered HQ, and in its range its formation and those without one."""
    found = {hq.id for hq in hqs}
    for hq in hqs:
        ranged = [p for p in within(pieces, "axis", hq.at, hq.range) if not p.hq]
        found |= {p.id for p in ranged if p.formation in {hq.formation, ""}}
    return found


# -- movement --------------------------------------------------------------------------------------------


def points(pieces: Sequence[Piece], one: Piece) -> int:
    """Half, rounded down, at least one, out of supply."""
    return one.movement if supplied(pieces, one) else max(1, one.movement // 2)


def reach(pieces: Sequence[Piece], one: Piece) -> set[str]:
    """Where a unit may end its move; it may run over lone HQs on its way."""
    found = {path[-1] for path in ways(pieces, one)}
    return {hex_ for hex_ in found - {one.at} if ends(pieces, one, hex_)}


def ends(pieces: Sequence[Piece], one: Piece, hex_: str) -> bool:
    """Whether it may stop there: room, and a road for an HQ."""
    return room(pieces, one, hex_) and (not one.hq or on_road(hex_))


def ways(pieces: Sequence[Piece], one: Piece) -> Iterator[tuple[str, ...]]:
    """Paths, shortest first, without those that can be no better than one before."""
    most = points(pieces, one)
    seen: dict[tuple[str, bool, bool], int] = {}
    line: list[tuple[str, ...]] = [(one.at,)]
    while line:
        path = line.pop(0)
        yield path
        for there in near(path[-1]):
            longer = (*path, there)
            if not legal_path(pieces, one, longer, most):
                continue
            roads = all("road" in side(a, b) for a, b in pairwise(longer))
            key = (there, roads, stopped(pieces, one, longer))
            if key not in seen:
                seen[key] = len(longer)
                line.append(longer)


def stopped(pieces: Sequence[Piece], one: Piece, path: Sequence[str]) -> bool:
    """Whether the last step of a path ended the move: an enemy zone, or a motorised crossing."""
    crossing = one.kind == "motorised" and unbridged(path[-2], path[-1])
    return crossing or path[-1] in zone(pieces, other(one.side))


def legal_path(pieces: Sequence[Piece], one: Piece, path: Sequence[str], most: int) -> bool:
    """Whether a unit with so many points may go this way."""
    enemies = [p for p in pieces if p.side != one.side]
    closed = {p.at for p in enemies if not p.hq or one.hq}
    for n in range(1, len(path)):
        a, b = path[n - 1], path[n]
        if b not in near(a) or b in closed or (n > 1 and stopped(pieces, one, path[:n])):
            return False
        if unbridged(a, b) and (one.kind == "tank" or (one.kind == "motorised" and n > 1)):
            return False
    roads = all("road" in side(a, b) for a, b in pairwise(path))
    return len(path) - 1 <= most + roads


def relocations(pieces: Sequence[Piece], hq: Piece, overrunner: Piece) -> set[str]:
    """D.hq.5 to D.hq.8: where an overrun Axis HQ may go; the overrunning unit is in its hex now."""
    others = [p for p in pieces if p.id not in {hq.id, overrunner.id}] + [replace(overrunner, at=hq.at)]
    enemies, zoned = held(others, "soviet"), zone(others, "soviet")
    ranged = [h for h in in_play() if 0 < apart(h, hq.at) <= hq.range and h not in enemies]
    ranged = [h for h in ranged if room(others, hq, h)]
    with_friends = {p.at for p in others if p.side == "axis" and not p.hq}
    first = {h for h in ranged if h in with_friends and on_road(h)}
    if first:
        return first
    for hexes in ({h for h in ranged if on_road(h)}, set(ranged)):
        if hexes:
            return hexes - zoned or hexes
    return set()


@cache
def in_play() -> tuple[str, ...]:
    """All hexes of the map but the pocket's."""
    return tuple(f"{c:02}{r:02}" for c in range(8, COLUMNS + 1) for r in range(1, ROWS + 1))


ENTRIES = {"soviet": ("0810", "0914", "2124"), "axis": ("4607",)}


def entered(pieces: Sequence[Piece], one: Piece, at: str) -> set[str]:
    """D.reinf: where a reinforcement may end that enters here: along roads, never in an enemy zone or hex."""
    closed = zone(pieces, other(one.side)) | held(pieces, other(one.side))
    if at not in ENTRIES[one.side] or at in closed:
        return set()

    def roads(a: str) -> Iterator[str]:
        return (b for b in near(a) if "road" in side(a, b) and b not in closed)

    return {hex_ for hex_ in spread([at], roads) if room(pieces, one, hex_)}


# -- combat ----------------------------------------------------------------------------------------------


def may_attack(one: Piece, target: str) -> bool:
    return not one.hq and target in near(one.at) and not (one.kind == "tank" and unbridged(one.at, target))


def total(pieces: Iterable[Piece]) -> Fraction:
    return sum((Fraction(p.strength, 2 if p.unsupplied else 1) for p in pieces if not p.hq), Fraction(0))


def combined(pieces: Iterable[Piece]) -> bool:
    """A supplied yellow and a supplied orange background together."""
    return {"yellow", "orange"} <= {p.background for p in pieces if not p.unsupplied}


def odds(attackers: Sequence[Piece], defenders: Sequence[Piece]) -> tuple[str, int]:
    """The column after shifts, and the sum of the modifiers to the die."""
    target = defenders[0].at
    town = settlement(target)
    attack = total(attackers) / (2 if town == "city" else 1)
    place = sum(attack / total(defenders) >= least for least in COLUMN) - 1
    if town not in {"town", "city"}:
        place += any(p.kind == "tank" and not p.unsupplied for p in attackers)
    if town != "city":
        place += combined(attackers) - combined(defenders)
    drm = {"village": -1, "station": -1, "town": -2}.get(town, 0)
    drm -= all(unbridged(p.at, target) for p in attackers)
    return NAMES[min(max(place, 0), 8)], drm


def result(column: str, die: int) -> str:
    return RESULTS[min(max(die, 1), 6) - 1].split()[NAMES.index(column)]


def retreats(pieces: Sequence[Piece], one: Piece, been: Sequence[str] = ()) -> tuple[set[str], bool]:
    """The hexes of the next step of a retreat of a unit alone, and whether it costs a step; none: it
    dies."""
    return together(pieces, [one], been)


def together(
    pieces: Sequence[Piece], stack: Sequence[Piece], been: Sequence[str] = ()
) -> tuple[set[str], bool]:
    """The same for a stack that stays together (D-R13): what bars one bars all, and all must have room."""
    one = stack[0]
    zoned, enemies = zone(pieces, other(one.side)), held(pieces, other(one.side))
    tanks = any(p.kind == "tank" for p in stack)
    legal = {
        b
        for b in near(one.at)
        if b not in enemies
        and not ("river" in side(one.at, b) and b in zoned)
        and not (tanks and unbridged(one.at, b))
        and not (been and (b in been or unbridged(one.at, b)))
    }
    best = legal - zoned or legal
    home = {b: min(apart(b, h) for h in edge(one.side)) for b in best}
    nearest = {b for b in best if home[b] == min(home.values())}
    roomy = {b for b in nearest if fit(pieces, stack, b)}
    return roomy or nearest, bool(best) and best <= zoned


def fit(pieces: Sequence[Piece], stack: Sequence[Piece], hex_: str) -> bool:
    """Whether there is room for all of a stack in a hex, one after the other."""
    there = list(pieces)
    for one in stack:
        if not room(there, one, hex_):
            return False
        there = [replace(p, at=hex_) if p.id == one.id else p for p in there]
    return True


def may_advance(one: Piece, target: str) -> bool:
    return one.kind == "tank" and not unbridged(one.at, target)
