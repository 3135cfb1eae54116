"""The oracle of Race for Berlin: 3.1 supply, 6 stacking, 7 movement, 8 odds, modifiers, results and
retreats.
City Progress levels are left at 0 here: every city zone with a Soviet is contested, none is controlled.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from tests.oracles.hexes import ROOT, table

RIVERS = {"oder", "neisse", "spree"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit on the map; `side` is the player who runs it, `nation` whose it is."""

    id: str
    side: str
    nation: str
    at: str
    strength: int
    movement: int
    army: str
    type: str
    marked: bool = False

    @property
    def unsupplied(self) -> bool:
        """3.1.3, 9.2.2: marked, and no German in Berlin, where they are always in supply."""
        return self.marked and not (self.nation == "german" and city(self.at))


# -- the map ---------------------------------------------------------------------------------------------


@cache
def places() -> Mapping[str, Mapping[str, str]]:
    return {row["id"]: row for row in table("maps", "raceforberlin", "places.csv")}


@cache
def borders() -> Mapping[frozenset[str], frozenset[str]]:
    rows = table("maps", "raceforberlin", "links.csv")
    return {frozenset((row["zone"], row["neighbour"])): frozenset(row["features"].split()) for row in rows}


def border(a: str, b: str) -> frozenset[str]:
    return borders().get(frozenset((a, b)), frozenset())


@cache
def near(zone: str) -> tuple[str, ...]:
    return tuple(sorted(b for pair in borders() if zone in pair for b in pair if b != zone))


def city(zone: str) -> bool:
    return places()[zone]["city"] == "yes"


def index(zone: str) -> int:
    return int(places()[zone]["index"])


def who(pieces: Iterable[Piece], zone: str) -> list[Piece]:
    return [one for one in pieces if one.at == zone]


def contested(pieces: Iterable[Piece], zone: str) -> bool:
    """9.1.3: a city zone with a Soviet."""
    return city(zone) and any(one.nation == "soviet" for one in who(pieces, zone))


# -- supply (3.1) ----------------------------------------------------------------------------------------


def free(pieces: Sequence[Piece], one: Piece, zone: str, american: set[str]) -> bool:
    """3.1.2: whether a line of this unit may pass a zone."""
    there = who(pieces, zone)
    own = [p for p in there if p.nation == one.nation and (p.side == one.side or one.nation == "german")]
    if zone in american or any(p.nation == one.nation and p not in own for p in there):
        return False
    foes = [p for p in there if p.nation != one.nation]
    if foes:
        return city(zone) and one.nation == "soviet" and bool(own)
    return bool(own) or not any(threatens(pieces, one, beside, zone) for beside in near(zone))


def threatens(pieces: Sequence[Piece], one: Piece, beside: str, zone: str) -> bool:
    """3.1.2: whether an enemy in a zone makes an empty one next to it unfree."""
    there = who(pieces, beside)
    busy = city(beside) and not city(zone) and any(p.nation == "soviet" for p in there)
    foes = [p for p in there if p.nation != one.nation]
    return bool(foes) and not (busy and one.nation == "soviet")


def supplied(pieces: Sequence[Piece], one: Piece, american: set[str]) -> bool:
    """3.1.1: a chain of free zones to a source of the camp; Germans use all German ones, and need none in
    Berlin."""
    if one.nation == "german" and city(one.at):
        return True
    owner = "german" if one.nation == "german" else one.side
    seen, edge = {one.at}, [one.at]
    while edge:
        here = edge.pop()
        foes = any(p.nation != one.nation for p in who(pieces, here))
        if places()[here]["supply"] == owner and here not in american and not foes:
            return True
        if here != one.at and not free(pieces, one, here, american):
            continue
        for there in near(here):
            if there not in seen:
                seen.add(there)
                edge.append(there)
    return False


# -- movement (6, 7) -------------------------------------------------------------------------------------


def room(pieces: Iterable[Piece], one: Piece, zone: str) -> bool:
    """6.1.2: two Soviets or three Germans; one German in a city zone; no limit for Soviets in the east."""
    there = [p for p in who(pieces, zone) if p.nation == one.nation and p.id != one.id]
    if one.nation == "soviet":
        return places()[zone]["unlimited"] == "yes" or len(there) < 2
    return len(there) < (1 if city(zone) else 3)


def halves(a: str, b: str) -> int:
    """7.1.2: what a step costs, in halves of a point."""
    if "road" in border(a, b):
        return 1
    return 4 if border(a, b) & RIVERS else 2


def joined(one: Piece, a: str, b: str) -> bool:
    """7.1.4, 7.4.4: next to each other, or both in Berlin for a German."""
    return b in near(a) or (one.nation == "german" and city(a) and city(b) and a != b)


def enters(pieces: Sequence[Piece], one: Piece, a: str, b: str) -> bool:
    """7: whether a unit may go from a to b at all in movement mode."""
    there = who(pieces, b)
    if not joined(one, a, b) or (any(p.nation != one.nation for p in there) and not city(b)):
        return False
    if one.nation == "soviet":
        rival = any(p.nation == "soviet" and p.side != one.side for p in there)
        return places()[b]["front"] in {one.side, "both"} and not (city(b) and rival)
    if border(a, b) & {"oder", "neisse"}:
        return False
    into = city(b) and not city(a) and contested(pieces, b)
    out = city(a) and not city(b) and contested(pieces, a)
    return not into and not out


def may_move(pieces: Sequence[Piece], one: Piece, path: Sequence[str], no_further_west: bool) -> bool:
    """7: whether a unit in movement mode may take this path."""
    spent, here = 0, one.at
    for n, there in enumerate(path):
        stopped = n and city(here) and (one.nation == "soviet" or contested(pieces, here))
        west = no_further_west and index(there) < index(one.at)
        if stopped or west or not enters(pieces, one, here, there):
            return False
        spent, here = spent + halves(here, there), there
    rival = any(p.nation == "soviet" and p.side != one.side for p in who(pieces, here))
    if (one.nation == "soviet" and rival) or not room(pieces, one, here):
        return False
    return len(path) == 1 or (spent <= 2 * one.movement and not one.unsupplied)


def broken(pieces: Sequence[Piece], one: Piece) -> bool:
    """7.3.1: whether the other counter of its army is neither in its zone nor next to it."""
    twins = [
        p for p in pieces if p.army == one.army and p.nation == "soviet" == one.nation and p.id != one.id
    ]
    return any(p.at != one.at and p.at not in near(one.at) for p in twins)


# -- combat (8) ------------------------------------------------------------------------------------------


@cache
def results(id_: str = "crt") -> tuple[tuple[str, ...], ...]:
    """A results table: a row for each total, from 0 to 8, or in the city from 1."""
    charts = tomllib.loads((ROOT / "adjudicator/games/raceforberlin/charts.toml").read_text(encoding="utf-8"))
    return next(tuple(map(tuple, chart["cells"])) for chart in charts["chart"] if chart["id"] == id_)


def points(one: Piece) -> int:
    """3.1.3: halved, rounded up, out of supply."""
    return (one.strength + 1) // 2 if one.unsupplied else one.strength


def odds(attackers: Sequence[Piece], defenders: Sequence[Piece]) -> tuple[Fraction, int, int | None]:
    """8.1.2: both sums and the place of the column, 0 for 1:3; None where the odds are too low."""
    target = defenders[0].at
    attack = sum(
        (Fraction(points(p), 2 if border(p.at, target) & RIVERS else 1) for p in attackers), Fraction(0)
    )
    defence = sum(map(points, defenders)) * (2 if places()[target]["difficult"] == "yes" else 1)
    if attack >= defence:
        return attack, defence, min(int(attack / defence), 6) + 1
    return attack, defence, 1 if 2 * attack >= defence else 0 if 3 * attack >= defence else None


def modifier(attackers: Sequence[Piece], target: str, counters: Mapping[str, int]) -> int:
    """8.1.2: the sum of the modifiers to the die; `counters`: of how many counters each army is."""
    soviet = attackers[0].nation == "soviet"
    armies = {p.army for p in attackers if soviet}
    whole = any(sum(p.army == army for p in attackers) == counters[army] for army in armies)
    zones = len({p.at for p in attackers})
    found = int(whole) + min(zones - 1, 2)
    found -= places()[target]["difficult"] == "yes" and any(p.type == "armour" for p in attackers)
    return found - (soviet and any(f"defends-{target}" in border(p.at, target) for p in attackers))


def result(attackers: Sequence[Piece], defenders: Sequence[Piece], drm: int, die: int) -> str | None:
    """8.1.2: the cell of the table."""
    column = odds(attackers, defenders)[2]
    return None if column is None else results()[min(max(die + drm, 0), 8)][column]


def may_attack(one: Piece, target: str, pieces: Sequence[Piece]) -> bool:
    """8.1: whether a unit may fight a zone outside Berlin; nobody does whence he could not advance."""
    if target not in near(one.at) or city(target):
        return False
    if one.nation == "soviet":
        return places()[target]["front"] in {one.side, "both"}
    return not border(one.at, target) & {"oder", "neisse"} and not contested(pieces, one.at)


def retreats(pieces: Sequence[Piece], one: Piece) -> set[str] | None:
    """8.3.2: where a unit may retreat; None where every zone is full, and it may pass through (8.3.3)."""
    legal = {b for b in near(one.at) if refuge(pieces, one, b)}
    if one.nation == "german" and city(one.at):
        legal |= {b for b in places() if city(b) and b != one.at and refuge(pieces, one, b)}
    roomy = {b for b in legal if room(pieces, one, b)}
    if legal and not roomy:
        return None
    back = {b for b in roomy if (index(b) - index(one.at)) * (1 if one.nation == "soviet" else -1) >= 0}
    for zones in (back, roomy):
        alone = {b for b in zones if all(p.side == one.side for p in who(pieces, b))}
        if alone or zones:
            return alone or zones
    return set()


def refuge(pieces: Sequence[Piece], one: Piece, zone: str) -> bool:
    """8.3.2, 8.3.5: whether a zone is open to a retreat at all."""
    there = who(pieces, zone)
    if any(p.nation != one.nation for p in there):
        return False
    if one.nation == "soviet":
        return not city(zone)
    return not border(one.at, zone) & {"oder", "neisse"} and not (city(zone) and contested(pieces, zone))


# -- City Progress (9.2) ---------------------------------------------------------------------------------


def city_drm(
    attackers: Sequence[Piece], levels: Mapping[str, int], extra: bool, counters: Mapping[str, int]
) -> int:
    """9.2: what is added to a Soviet roll; a German one has no modifiers."""
    if attackers[0].nation == "german":
        return 0
    armies = {p.army for p in attackers}
    whole = any(sum(p.army == army for p in attackers) == counters[army] for army in armies)
    held = sum(levels.get(b, 0) >= 2 for b in near(attackers[0].at) if city(b))
    return whole + extra + held


def progress(
    attackers: Sequence[Piece], defenders: Sequence[Piece], zone: str, die: int
) -> tuple[int, int, str] | None:
    """9.2.3: both sums, and the cell for a die as modified; None where the odds are too low."""
    attack = sum(map(points, attackers))
    defence = sum(map(points, defenders)) + (
        int(places()[zone]["garrison"]) if attackers[0].nation == "soviet" else 0
    )
    if 2 * attack < defence:
        return None
    column = min(attack // defence, 4)
    return attack, defence, results("city")[min(max(die, 1), 8) - 1][column]


def level_after(before: int, result: str, soviet: bool) -> int:
    """9.3.2, 9.3.3: the level after a result, never below 0."""
    step = int(result[3]) if result.startswith("+/-") else 0
    return max(0, before + (step if soviet else -step))
