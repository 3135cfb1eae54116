"""The oracle of Red Vengeance on the map: CG12 entry, CG13 front lines, CG22 Reserves, 8.6054 enclosed hexes,
8.624 set-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.oracles.hexes import spread
from tests.oracles.redvengeance import bank, beside, city, enterable, entries


def may_enter(
    side: str, hex_: str, now: Mapping[str, str], start: Mapping[str, str], east: bool, new: bool
) -> bool:
    """CG12: over an edge hex of the side's bank that it controls, and controlled when the CGS began; A15 to
    A24 and the north edge always; the east edge for new groups, once it is open."""
    both = {h: side for h, holder in now.items() if holder == side and start.get(h) == side}
    if hex_ in entries(side, both, False):
        return True
    relief = side == "russian" and east and new and bank(hex_) == "south"
    return relief and "east" in city()[hex_]["edge"].split()


def nobodys(control: Mapping[str, str]) -> set[str]:
    """CG14, 8.6051: No-Man's Land is what nobody controls, water left out, and every bridge hex."""
    found = set()
    for hex_, row in city().items():
        tags = set(row["tags"].split())
        if "bridge" in tags or (hex_ not in control and not tags & {"spree", "canal"}):
            found.add(hex_)
    return found


def front(side: str, control: Mapping[str, str], gone: set[str], cut_off: set[str]) -> set[str]:
    """CG13: the hexes of a side at the edge, and those next to a hex of the enemy that is not isolated
    (`cut_off` are), or to No-Man's Land; a bridge that is down makes none."""
    enemy = {h for h, holder in control.items() if holder != side} - cut_off
    near = {h for h in enemy | nobodys(control) if enterable(h, gone)}
    mine = (h for h, holder in control.items() if holder == side)
    return {h for h in mine if city()[h]["edge"] or near & set(beside(h))}


def far_enough(hex_: str, line: set[str], least: int = 6) -> bool:
    """CG22: whether a hex is so many hexes or more from every one of a front line."""
    return not line & {h for h, n in spread([hex_], beside, least - 1).items() if n < least}


def area(side: str, control: Mapping[str, str], hex_: str) -> set[str]:
    """8.605: the hexes of a side that hang together with one of its own."""
    mine = {h for h, holder in control.items() if holder == side}
    return set(spread([hex_], lambda here: (b for b in beside(here) if b in mine))) if hex_ in mine else set()


@dataclass(frozen=True, slots=True)
class Ground:
    """Who holds what as a side sets up, the bridges that are gone, and what of each side is isolated."""

    control: Mapping[str, str]
    gone: set[str]
    cut_off: Mapping[str, set[str]]


def may_set_up(side: str, hex_: str, ground: Ground) -> bool:
    """CG21, 8.6194: a unit from off the map is set up in a hex of its side that is not isolated."""
    return ground.control.get(hex_) == side and hex_ not in ground.cut_off[side]


def may_be_reserve(side: str, hex_: str, ground: Ground) -> bool:
    """CG22: the same, six hexes or more from every Front Line Location of the enemy."""
    (other,) = {"russian", "german"} - {side}
    line = front(other, ground.control, ground.gone, ground.cut_off[side])
    return may_set_up(side, hex_, ground) and far_enough(hex_, line)


def may_move_up(side: str, was: str, hex_: str, ground: Ground) -> bool:
    """8.6241, f.56: a unit on the map is set up in a hex of its side; not out of an isolated area, nor into
    one."""
    if ground.control.get(hex_) != side:
        return False
    same = hex_ in area(side, ground.control, was)
    return same or not {was, hex_} & ground.cut_off[side]


def enclosed(side: str, control: Mapping[str, str], units: Mapping[str, str], gone: set[str]) -> set[str]:
    """8.6054: what the hexes of a side enclose: dry land from which no way leads to the edge but over its
    hexes, and in whose pocket the enemy neither controls a hex nor has a known unit. `units` are the hexes of
    known units, by side."""
    mine = {h for h, holder in control.items() if holder == side}
    outer = {h for h, row in city().items() if row["edge"] and h not in mine}
    open_ = set(spread(outer, lambda here: (b for b in beside(here) if b not in mine)))
    left, found = set(city()) - mine - open_, set[str]()
    inside = frozenset(left)
    while left:
        pocket = set(spread([min(left)], lambda here: (b for b in beside(here) if b in inside)))
        left -= pocket
        theirs = {h for h in pocket if control.get(h, side) != side or units.get(h, side) != side}
        found |= set() if theirs else pocket
    return {h for h in found if not set(city()[h]["tags"].split()) & {"spree", "canal", "bridge"}}
