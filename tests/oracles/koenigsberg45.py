"""The oracle of Königsberg '45: 2.2 command, 3 zones, 4 movement, 7 odds, 9 retreats, 10 advances, 11
supply."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from tests.oracles.hexes import ROOT, apart, around, spread, table

COLUMNS, ROWS = 47, 41
KOENIGSBERG, ELBING = "2208", "1216"
STOP, ALL = "stop", "all"
NOBODY: frozenset[str] = frozenset()
TERRAIN: Mapping[str, tuple[int, int | None]] = {
    "clear": (1, 1), "forest": (2, 3), "marsh": (2, None), "lake": (3, None),
}  # fmt: skip
SHIFTS = {"forest": 1, "town": 1, "city": 2}


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit on the map: what its visible side prints, where it is, and its supply marker."""

    id: str
    side: str
    at: str
    attack: int
    defence: int
    movement: int
    hq: bool = False
    mech: bool = False
    bracket: bool = False
    formation: str = ""
    range: int = 0
    state: str = ""

    @property
    def zoned(self) -> bool:
        """3.1: a printed attack of 1 or more, outside brackets."""
        return not self.hq and not self.bracket and self.attack >= 1

    @property
    def allowance(self) -> int:
        """11.3b: halved, rounded down, while it is isolated."""
        return self.movement // 2 if self.state == "isolated" else self.movement


# -- the map ---------------------------------------------------------------------------------------------


@cache
def places() -> Mapping[str, Mapping[str, str]]:
    """What the map says of a hex."""
    return {row["id"]: row for row in table("maps", "koenigsberg45", "places.csv")}


@cache
def sides_of_hexes() -> Mapping[frozenset[str], frozenset[str]]:
    """What the map says of a hexside."""
    rows = table("maps", "koenigsberg45", "links.csv")
    return {frozenset((row["hex"], row["neighbour"])): frozenset(row["features"].split()) for row in rows}


def fact(hex_: str, name: str) -> str:
    """A fact of a hex; clear where nothing is said."""
    said = places().get(hex_, {}).get(name, "")
    return said or ("clear" if name == "terrain" else "")


def side(a: str, b: str) -> frozenset[str]:
    """The features of the hexside between two hexes."""
    return sides_of_hexes().get(frozenset((a, b)), frozenset())


def near(hex_: str) -> tuple[str, ...]:
    """The neighbours of a hex."""
    return tuple(around(hex_, COLUMNS, ROWS).values())


def water(hex_: str) -> bool:
    """Whether no unit ever enters."""
    return fact(hex_, "terrain") == "water"


def unbridged(a: str, b: str, size: str) -> bool:
    """Whether a river of this size without a bridge runs between the two."""
    return f"river-{size}" in side(a, b) and "bridge" not in side(a, b)


@cache
def autobahn() -> tuple[str, ...]:
    """The Autobahn's hexes, Elbing to Königsberg."""
    read = tomllib.loads((ROOT / "maps/koenigsberg45/map.toml").read_text(encoding="utf-8"))
    return tuple(read["chains"]["autobahn"])


# -- zones of control and moves (3, 4) -------------------------------------------------------------------


def step(a: str, b: str, mech: bool) -> tuple[int, str] | None:
    """4.2: the cost of entering b from a on the bare map, and whether the move stops or takes all; None:
    never."""
    if water(b):
        return None
    if side(a, b) & {"road", "autobahn"}:
        return 1, ""
    cost = TERRAIN[fact(b, "terrain")][mech]
    if cost is None or (mech and unbridged(a, b, "major")):
        return None
    if unbridged(a, b, "major"):
        return cost, ALL
    return (cost + 1, STOP) if unbridged(a, b, "minor") else (cost, "")


def zone(pieces: Iterable[Piece], of: str) -> set[str]:
    """3.1b, 3.5: every hex in the zone of control of a side."""
    return {
        b
        for piece in pieces
        if piece.side == of and piece.zoned
        for b in near(piece.at)
        if step(piece.at, b, piece.mech) and not unbridged(piece.at, b, "major")
    }


def held(pieces: Iterable[Piece], of: str) -> set[str]:
    """The hexes with a unit of a side, HQs among them."""
    return {piece.at for piece in pieces if piece.side == of}


def other(of: str) -> str:
    return "soviet" if of == "german" else "german"


def barred(pieces: Iterable[Piece], mover: Piece) -> set[str]:
    """4.3: the hexes of enemies that the mover may not enter; a combat unit with an attack runs over a lone
    HQ."""
    enemies = [piece for piece in pieces if piece.side != mover.side]
    alone = {p.at for p in enemies} - {p.at for p in enemies if not p.hq}
    runs_over = not mover.hq and mover.attack > 0 and not mover.bracket
    return {piece.at for piece in enemies} - (alone if runs_over else set())


def room(pieces: Iterable[Piece], mover: Piece, hex_: str) -> bool:
    """5.0: whether one more such unit may end there: two combat units and one HQ."""
    there = [
        p for p in pieces if p.at == hex_ and p.side == mover.side and p.id != mover.id and p.hq == mover.hq
    ]
    return len(there) < (1 if mover.hq else 2)


def reach(pieces: list[Piece], mover: Piece, crowds: frozenset[str] = NOBODY) -> dict[str, int]:
    """4: where a unit may end an ordinary move, and the least movement points that this takes; it runs
    over a lone HQ where it ends, and over one on its way only where the way is written out."""
    enemy_zone, closed = zone(pieces, other(mover.side)), barred(pieces, mover)
    enemies = held(pieces, other(mover.side))
    best = {(mover.at, False): 0}
    edge = [(0, mover.at, False)]
    while edge:
        spent, here, stopped = edge.pop(edge.index(min(edge)))
        for there in near(here) if not stopped else ():
            cost = paid(mover, here, there, spent, enemy_zone, crowds)
            if there in closed or cost is None or spent + cost[0] > mover.allowance:
                continue
            now = (there, cost[1] != "" or there in enemies)
            if spent + cost[0] < best.get(now, 99):
                best[now] = spent + cost[0]
                edge.append((spent + cost[0], *now))
    ends: dict[str, int] = {}
    for (hex_, _), spent in best.items():
        if hex_ != mover.at and room(pieces, mover, hex_) and (mover.hq or hex_ not in crowds):
            ends[hex_] = min(spent, ends.get(hex_, 99))
    return ends


def walk(
    pieces: list[Piece], mover: Piece, path: tuple[str, ...], crowds: frozenset[str] = NOBODY
) -> int | None:
    """4: what a path costs that is written hex by hex; None where it is not legal."""
    enemy_zone, closed = zone(pieces, other(mover.side)), barred(pieces, mover)
    spent, stopped, here = 0, False, mover.at
    for there in path:
        cost = paid(mover, here, there, spent, enemy_zone, crowds)
        if stopped or cost is None or there in closed or spent + cost[0] > mover.allowance:
            return None
        spent, stopped, here = spent + cost[0], cost[1] != "", there
    return spent if room(pieces, mover, here) and (mover.hq or here not in crowds) else None


def paid(
    mover: Piece, here: str, there: str, spent: int, zoned: set[str], crowds: frozenset[str]
) -> tuple[int, str] | None:
    """4.1b, 12.2c: what one step costs with zones and with refugees on the road, after so much was spent."""
    bare = step(here, there, mover.mech)
    if bare is None:
        return None
    if bare[1] == ALL:  # the whole allowance: nothing may be spent before, and nothing is left for a zone
        free = spent == 0 and mover.allowance > 0 and not {here, there} & zoned
        return (mover.allowance, ALL) if free else None
    crowd = there in crowds and bool(side(here, there) & {"road", "autobahn"})
    extra = (4 if mover.mech else 2) * crowd
    return bare[0] + extra + 2 * (there in zoned) + 2 * (here in zoned), bare[1]


def reach_by_road(pieces: list[Piece], mover: Piece, crowds: frozenset[str] = NOBODY) -> set[str]:
    """4.4: where strategic movement may end: road hexes at half a point each, never in a zone or a
    full hex."""
    enemy_zone, enemies = zone(pieces, other(mover.side)), held(pieces, other(mover.side))
    if mover.at in enemy_zone:
        return set()

    def along(here: str) -> Iterator[str]:
        for there in near(here):
            road = side(here, there) & {"road", "autobahn"}
            if road and there not in enemy_zone | enemies | crowds and room(pieces, mover, there):
                yield there

    return set(spread([mover.at], along, mover.allowance * 2)) - {mover.at}


# -- command (2.2) ---------------------------------------------------------------------------------------


def in_range(hq: Piece) -> set[str]:
    """2.2e: the hexes within command range; counted over land, no further than the first hex over a big
    river."""
    found, edge = {hq.at}, {hq.at}
    for _ in range(hq.range):
        after: set[str] = set()
        for here in edge:
            over = {there for there in near(here) if not water(there)}
            found |= over
            after |= {there for there in over if not unbridged(here, there, "major")}
        edge = after
    return found


def commanded(pieces: list[Piece], hq: Piece, lost: set[str]) -> tuple[set[str], set[str]]:
    """2.2a, b, d: the units that act with an HQ, and the independent ones of which some may."""
    ranged = in_range(hq)
    own, free = set(), set()
    for piece in pieces:
        if piece.side != hq.side or piece.hq or piece.at not in ranged:
            continue
        if piece.formation == hq.formation and hq.formation:
            own.add(piece.id)
        elif not piece.formation or piece.formation in lost:
            free.add(piece.id)
    return own, free


# -- supply (11) -----------------------------------------------------------------------------------------


def lines(a: str) -> Iterator[str]:
    """11.1a: where a line may go on the bare map; 9.2b counts the same steps."""
    for b in near(a):
        if not water(b) and not unbridged(a, b, "major"):
            yield b


def sources(of: str, split_lost: set[str], full: bool) -> set[str]:
    """11.2: the hexes that serve a side; Königsberg only while it is a full source."""
    own = {hex_ for hex_ in places() if fact(hex_, "source") == of} - {KOENIGSBERG}
    split = {hex_ for hex_ in places() if fact(hex_, "source") == "split"}
    found = own | (split & split_lost if of == "soviet" else split - split_lost)
    return found | ({KOENIGSBERG} if of == "german" and full else set())


def connected(pieces: list[Piece], of: str, starts: set[str], most: int | None = None) -> dict[str, int]:
    """11.1: the hexes from which an open line leads to one of these sources."""
    friends, enemies = held(pieces, of), held(pieces, other(of))
    closed = enemies | (zone(pieces, other(of)) - friends)
    return spread(starts - closed, lambda a: (b for b in lines(a) if b not in closed), most)


def autobahn_open(pieces: list[Piece], control: Mapping[str, str]) -> bool:
    """11.2b: the Autobahn is free of enemies and of their zones, and both its towns are German."""
    if "soviet" in (control.get(KOENIGSBERG), control.get(ELBING)):
        return False
    closed = held(pieces, "soviet") | (zone(pieces, "soviet") - held(pieces, "german"))
    return not closed & set(autobahn())


WORSE = ("", "out-of-supply", "isolated")


def supply(pieces: list[Piece], split_lost: set[str], control: Mapping[str, str]) -> dict[str, str]:
    """11: the marker of each unit after a Supply Phase."""
    full = autobahn_open(pieces, control)
    found: dict[str, str] = {}
    for of in ("german", "soviet"):
        line = connected(pieces, of, sources(of, split_lost, full))
        ten = connected(pieces, of, {KOENIGSBERG}, 10) if of == "german" and not full else {}
        for piece in pieces:
            if piece.side == of:
                found[piece.id] = marked(piece, piece.at in line, piece.at in ten)
    for hq in [piece for piece in pieces if piece.hq]:
        for piece in pieces:
            led = piece.formation == hq.formation and piece.side == hq.side and piece.movement > 0
            if led and WORSE.index(found[hq.id]) > WORSE.index(found[piece.id]):
                found[piece.id] = found[hq.id]
    return found


def marked(piece: Piece, line: bool, limited: bool) -> str:
    """11.0, 11.2c, 11.3d: one unit's marker from its own line."""
    if line or piece.movement == 0:
        return ""
    if limited:
        return "out-of-supply"
    return "isolated" if piece.state else "out-of-supply"


# -- combat (7) ------------------------------------------------------------------------------------------


def may_attack(piece: Piece, target: str) -> bool:
    """3.5: only into a hex of its own zone; units without a zone only beside others."""
    reaches = step(piece.at, target, piece.mech) and not unbridged(piece.at, target, "major")
    return not piece.hq and target in near(piece.at) and bool(reaches)


def strength(attackers: list[Piece], defenders: list[Piece], target: str) -> tuple[int, int]:
    """0.1c, 0.1d, 7.4: both sums, halved unit by unit and rounded down at the end."""
    attack = Fraction(0)
    for piece in attackers:
        halves = (piece.state != "") + (
            "river-minor" in side(piece.at, target) and unbridged(piece.at, target, "minor")
        )
        halves += "river-major" in side(piece.at, target)
        attack += Fraction(0 if piece.bracket else piece.attack, 2**halves)
    defence = sum((Fraction(p.defence, 2 if p.state == "isolated" else 1) for p in defenders), Fraction(0))
    return int(attack), int(defence)


def column(attackers: list[Piece], defenders: list[Piece], target: str, air: int = 0) -> str | None:
    """7.4: the column of the table after all shifts; None where the attack is cancelled."""
    attack, defence = strength(attackers, defenders, target)
    if defence == 0:
        return "8-1+"
    place = (
        min(attack // defence, 8) - 1
        if attack >= defence
        else -next((n - 1 for n in range(2, 40) if attack * n >= defence), 40)
    )
    place -= SHIFTS.get(fact(target, "terrain"), 0) + SHIFTS.get(fact(target, "settlement"), 0)
    place -= fortified(attackers, defenders, target)
    place = min(place + air, 7)
    if place < -1:
        return None
    return ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1+")[place + 1]


def fortified(attackers: list[Piece], defenders: list[Piece], target: str) -> int:
    """7.4a: one shift for Germans whom every attacker meets across a Festung's side or a line's."""
    built = {around(target, COLUMNS, ROWS).get(d) for d in fact(target, "fortified").split()}
    across = {piece.at for piece in attackers} <= built
    return int(across and defenders[0].side == "german")


@cache
def results() -> Mapping[tuple[str, int], str]:
    """The Combat Results Table, by column and die."""
    charts = tomllib.loads((ROOT / "adjudicator/games/koenigsberg45/charts.toml").read_text(encoding="utf-8"))
    (crt,) = (chart for chart in charts["chart"] if chart["id"] == "crt")
    return {
        (name, die): cell
        for die, row in enumerate(crt["cells"], 1)
        for name, cell in zip(crt["columns"], row, strict=True)
    }


def barrage(target: str, die: int) -> str:
    """1.0a: the result of a first-turn barrage: 3-1, shifted by the terrain of the hex, one off the die."""
    shift = SHIFTS.get(fact(target, "terrain"), 0) + SHIFTS.get(fact(target, "settlement"), 0)
    return results()[["3-1", "2-1", "1-1", "1-2"][shift], max(die - 1, 1)]


def in_barrage(target: str, guns: Iterable[Piece]) -> bool:
    """1.0a, K-R7: whether the nearest friendly combat unit is exactly two hexes away."""
    return min((apart(p.at, target) for p in guns if not p.hq), default=0) == 2


# -- retreat (9) and advance (10) ------------------------------------------------------------------------


def owed(result: str, settlement: str) -> tuple[int, int]:
    """7.1, 8.1, 9.1: the steps and the hexes that a result asks of the defenders in such a hex."""
    part = next((part for part in result.split("/") if part.startswith("D")), "D")
    steps, _, hexes = part[1:].partition("r")
    far = int(hexes or 1) if "r" in part else 0
    lost = int(steps or 0)
    return lost - (lost > 0 and settlement in {"town", "city"}), far - (far > 0 and settlement != "")


@cache
def to_source(source: str) -> Mapping[str, int]:
    """K-R34: how far every hex is from a source, over hexes where a line may go."""
    return spread([source], lines)


def retreats(
    pieces: list[Piece], unit: Piece, far: int, split_lost: set[str], full: bool
) -> set[tuple[str, ...]]:
    """9: every legal path of a single unit: as far as it is told, one hex further out of a full one,
    shorter if it ends. One that ends in a full hex kills the unit (5.1); the owner is not asked for it
    while there is another."""
    towards = sources(unit.side, split_lost, full)
    found: set[tuple[str, ...]] = set()
    deadly: set[tuple[str, ...]] = set()

    def go(path: tuple[str, ...]) -> None:
        if len(path) - 1 >= far and room(pieces, unit, path[-1]):
            found.add(path[1:])
            return
        onward = next_hexes(pieces, unit, path, far, towards) if len(path) - 1 <= far else set()
        for there in onward:
            go((*path, there))
        if not onward and len(path) > 1:
            (found if room(pieces, unit, path[-1]) else deadly).add(path[1:])

    go((unit.at,))
    return found or deadly


def next_hexes(
    pieces: list[Piece], unit: Piece, path: tuple[str, ...], far: int, towards: set[str]
) -> set[str]:
    """9.2: the hexes to which the next step may go: away, to a source, out of zones, in this order."""
    here, start = path[-1], path[0]
    closed, zoned = barred(pieces, unit), zone(pieces, other(unit.side))
    legal = {
        there
        for there in near(here)
        if step(here, there, unit.mech)
        and there not in closed
        and apart(start, there) == apart(start, here) + 1
        and not (unbridged(here, there, "major") and (far > 1 or len(path) > 1))
    }
    home = {b for b in legal if any(to_source(s).get(b, 999) < to_source(s).get(here, 999) for s in towards)}
    best = home or legal
    return (best - zoned) or best


def second_hexes(pieces: list[Piece], unit: Piece, vacated: str) -> set[str]:
    """10.1: where a mechanised unit may go on to, after a defender retreated."""
    stops = unbridged(unit.at, vacated, "minor") or fact(vacated, "settlement") in {"town", "city"}
    if not unit.mech or stops:
        return set()
    closed = barred(pieces, unit)
    return {
        there
        for there in near(vacated)
        if step(vacated, there, True) and there not in closed and room(pieces, unit, there)
    }
