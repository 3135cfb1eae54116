"""What a page lets its reader tap beside the answers that a question names: where each group may be set up or
enter, where units are, what they control, and which are lost.

A group is offered whole, and in parts that may stand alone: each squad, crew without a Gun, Gun or vehicle
with its share of what must be with one of them. Hexes that are alike to the rules are checked once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial

from adjudicator.choices import Placing, Ticking
from adjudicator.rulings import refusal
from adjudicator.state import State, Unit

from ..charts import groups
from ..fighting.r14_banner import could_take_up
from ..orders import read_line
from ..position import BOXES, location, other, units_of
from ..situation.campaign import mover
from ..situation.front import areas, begins, controlled, entry_hexes, front_line, is_closed, isolated
from ..situation.ground import board, crossings, edges, stands, tags
from ..situation.newcomers import ENTRY, WITH_MMC, is_new, mode_of
from ..situation.pieces import (
    GUN,
    MMC,
    MOABIT,
    ROOTED,
    UNSEEN,
    VEHICLE,
    class_of,
    good_order,
    nation_of,
    on_map,
)
from . import reporting
from .registry import may_stand

RUBBLE = "rubble"
"""A hex whose building is one for both sides (BRV12.11.1)."""
LEADING = ((GUN,), (VEHICLE,), MMC)
"""Which units of a group others are with, the first sort that it has."""
Legal = Callable[[str], bool]


def set_up(state: State, side: str) -> Iterator[Placing]:
    """SETUP: groups that wait off the map, and their parts, each with the hexes where it may be."""
    later = not begins(state)
    waiting = [unit for unit in units_of(state, side) if unit.at in BOXES]
    waiting = [one for one in waiting if not (later and is_new(state, one) and mode_of(state, one) == ENTRY)]
    mine = {*controlled(state, side), *entry_hexes(state, side)}
    hexes = [one for one in board().spaces if one in mine]
    yield from _placed(state, side, "setup", waiting, hexes)


def at_the_table(state: State, side: str) -> Iterator[Placing]:
    """ENTER, REPORT AT and CONTROL: where groups may enter now; where units on the map may be; and, for each
    that can control a hex, the one that it is in."""
    mine = list(units_of(state, side))
    if mover(state) == side:
        waiting = [unit for unit in mine if unit.at in BOXES]
        yield from _placed(state, side, "enter", waiting, list(entry_hexes(state, side)))
    hexes, held = _where_units_may_be(state, side), controlled(state, side)
    for name, units in _groups(mine).items():
        ids = tuple(unit.id for unit in units if not unit.flags & ROOTED)
        whole = [(name, ids)] if len(ids) == len(units) else []
        for said, some in (*whole, *((one, (one,)) for one in ids if one != name)):
            yield Placing(f"report AT unit={said} hex=", some, hexes, capitals=True, there=True, both=True)
    new = [one for one in hexes if one not in held]
    ground = tuple(one for one in new if _may_be_controlled(state, side, one))
    for unit in mine:
        if class_of(state, unit) in MMC and good_order(unit) and nation_of(state, unit) != MOABIT:
            tail = f" by={unit.id}"
            yield Placing(
                "control ", (unit.id,), ground, tail,
                capitals=True, there=True, here=True, chain=True, both=True,
            )  # fmt: skip


def lost(state: State, side: str) -> Iterator[Ticking]:
    """REPORT LOST: the units of each own group, and those of the enemy in sight in each hex."""
    for name, units in _groups(units_of(state, side)).items():
        yield _lost(f"{name}: lost units", units)
    by_hex = defaultdict[str, list[Unit]](list)
    for unit in units_of(state, other(side)):
        if on_map(unit) and not unit.flags & UNSEEN:
            by_hex[unit.at].append(unit)
    for hex_ in filter(by_hex.get, board().spaces):
        yield _lost(f"Enemy units lost in {hex_.upper()}", by_hex[hex_])


def ticked(state: State, side: str) -> Iterator[Ticking]:
    """What a unit is ticked for: that it is lost, or that it takes up a Red Banner beside it."""
    yield from lost(state, side)
    for unit, item in could_take_up(state, side):
        says = f"{unit.id} takes up the Red Banner in {location(unit).upper()}"
        line = f"report RECOVER unit={{units}} item={item.id}"
        yield Ticking(says, line, (unit.id,), both=True)


def _lost(says: str, units: Iterable[Unit]) -> Ticking:
    return Ticking(says, "report LOST unit={units}", tuple(unit.id for unit in units), gone=True, both=True)


def _groups(units: Iterable[Unit]) -> dict[str, list[Unit]]:
    """Units by the name of their group, "GE-I1#1"; one without a group by its own."""
    found = defaultdict[str, list[Unit]](list)
    for unit in units:
        name = unit.id.rpartition("-")[0]
        found[name if "#" in name else unit.id].append(unit)
    return found


def parts(state: State, units: Iterable[Unit]) -> list[list[Unit]]:
    """The units of a group in parts that may stand alone: Guns, vehicles or MMC, with what must be with one
    of them shared out in turn; none where there is nothing to be with."""
    some = list(units)
    by_sort = ([unit for unit in some if class_of(state, unit) in sort] for sort in LEADING)
    leading = next((mine for mine in by_sort if mine), [])
    found = [[unit] for unit in leading]
    for n, unit in enumerate(unit for unit in some if unit not in leading):
        if found:
            found[n % len(found)].append(unit)
    return found


def _placed(state: State, side: str, verb: str, units: Iterable[Unit], hexes: list[str]) -> Iterator[Placing]:
    """Each group of these units, and its parts, with those of these hexes where its first unit may be."""
    known: dict[Hashable, tuple[str, ...]] = {}
    own, alike = {unit.at for unit in units_of(state, side)}, _likeness(state, side)
    kinds = {hex_: alike(hex_) for hex_ in hexes}

    def open_to(unit: Unit, like: Callable[[str], Hashable]) -> tuple[str, ...]:
        return _open(hexes, like, partial(_may_be_put, state, side, f"{verb} {unit.id} hex="))

    for name, some in _groups(units).items():
        split = parts(state, some)
        for unit in () if split else some:  # what it must be with is on the map already
            if to := open_to(unit, lambda hex_: hex_ if hex_ in own else kinds[hex_]):
                yield Placing(f"{verb} {unit.id} hex=", (unit.id,), to, capitals=True)
        if not split:
            continue
        first = split[0][0]
        about = class_of(state, first), first.at, first.flags, mode_of(state, first)
        to = known[about] if about in known else known.setdefault(about, open_to(first, kinds.__getitem__))
        for said, part in _said(name, some, split):
            head = f"{verb} {said} hex="
            if to and (_is_plain(state, part) or _may_be_put(state, side, head, to[0])):
                ids = tuple(unit.id for unit in part)
                says = _bought_as(side, name) if part is some else ""
                yield Placing(head, ids, to, capitals=True, rest=part is some, says=says)


def _bought_as(side: str, name: str) -> str:
    """What a group such as "GE-I1#1" is on its side's chart; "" for what is on none."""
    found = groups().get((side, name.partition("-")[2].partition("#")[0]))
    return found.name if found else ""


def _is_plain(state: State, units: Iterable[Unit]) -> bool:
    """Whether all of these may be where the first of them may: no other kind of unit is among them."""
    return all(class_of(state, unit) in {*MMC, *WITH_MMC, GUN, VEHICLE} for unit in units)


def _said(name: str, some: list[Unit], split: list[list[Unit]]) -> Iterator[tuple[str, list[Unit]]]:
    """How a group and each of its parts is named in a line."""
    yield name, some
    if len(split) > 1:
        yield from ((",".join(unit.id for unit in part), part) for part in split)


def _open(hexes: Iterable[str], alike: Callable[[str], Hashable], legal: Legal) -> tuple[str, ...]:
    """Those of some hexes where something is legal, which is asked once for all that are alike."""
    known: dict[Hashable, bool] = {}
    found = []
    for hex_ in hexes:
        key = alike(hex_)
        if key not in known:
            known[key] = legal(hex_)
        if known[key]:
            found.append(hex_)
    return tuple(found)


def _likeness(state: State, side: str) -> Callable[[str], Hashable]:
    """What makes two hexes alike to the rules of set-up, entry and position."""
    cut_off, line = isolated(state, side), front_line(state, side)
    enemy_line = front_line(state, other(side))
    area = {hex_: n for n, some in enumerate(areas(state, side)) for hex_ in some}
    doors = entry_hexes(state, side), entry_hexes(state, side, new=False)
    among = (cut_off, line, enemy_line, *doors)

    def alike(hex_: str) -> Hashable:
        bridge = hex_ in crossings() and stands(state, hex_)
        return tags(hex_), edges(hex_), area.get(hex_), bridge, *(hex_ in some for some in among)

    return alike


def _may_be_put(state: State, side: str, head: str, hex_: str) -> bool:
    """Whether a line with a hex could be the only one."""
    return may_stand(state, side, read_line(f"{head}{hex_.upper()}"))


def _where_units_may_be(state: State, side: str) -> tuple[str, ...]:
    """The hexes in which a unit on the map may be; () where none is on the map yet."""
    there = (unit for unit in state.units.values() if on_map(unit) and not unit.flags & (UNSEEN | ROOTED))
    unit = next(there, None)
    if unit is None:
        return ()

    def legal(hex_: str) -> bool:
        order = read_line(f"report AT unit={unit.id} hex={hex_.upper()}")
        return not refusal(reporting.check, state, side, order)

    return _open(board().spaces, _likeness(state, side), legal)


def _may_be_controlled(state: State, side: str, hex_: str) -> bool:
    """Whether a hex may be controlled at all."""
    if hex_ in crossings() or is_closed(state, hex_):
        return False
    return RUBBLE not in tags(hex_) or not any(one.side != side for one in state.at(hex_))
