"""Steps 8.614 and 8.615: Disabled main armament, malfunctioning weapons, special ammunition, removal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from adjudicator.events import EVERYBODY
from adjudicator.mechanics.drm import DRM
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Json, State, Unit

from ..decision_table.table import Fact, judged
from ..decision_table.table import drms as drms_of
from ..decision_table.table_reports import case, reported, words
from ..orders import Orders, Reports, Said, Steps, said
from ..position import GERMAN, SIDES, location, units_of
from ..situation.campaign import (
    ROADBLOCK,
    barriers_seen,
    campaign,
    last,
    lose,
    mark,
    note_in,
    note_own,
    remove_barrier,
)
from ..situation.campaign import own as own_record
from ..situation.front import areas, isolated
from ..situation.ground import hex_id
from ..situation.modifiers import balance_drm, roll_dr
from ..situation.pieces import ANYBODY, PERSONNEL, VEHICLE, check_armor_leader, eyes, is_a, named, own

REPAIRED, MA_REPAIRED = 1, 2
"""The highest final dr that repairs a weapon (8.6142) and a Disabled main armament (8.61411)."""
INEXPERIENCED = 1
"""What an Inexperienced crew adds to the dr for its main armament; a stand-in (notes e.1)."""
MALFUNCTIONED, DISABLED = "malfunctioned", "disabled"
MA_MALFUNCTIONED, MA_DISABLED = "ma-malfunctioned", "ma-disabled"
WORSE = {MALFUNCTIONED: DISABLED, MA_MALFUNCTIONED: MA_DISABLED}
"""Flag of a vehicle's weapon that malfunctions -> the flag of one that could not be repaired."""
DEPLETED, CAPTURED = "depleted", "captured"
REMOVED = {
    "barricade": "Barricade", "roadblock": "Roadblock", "minefield": "Minefield", "mines": "Minefield",
    "wire": "Wire", "trench": "Trench", "foxhole": "Foxhole", "wreck": "wreck", "vehicle": "vehicle",
}  # fmt: skip
"""What can be removed: KGP's Roadblocks mean Barricades too, its Minefields Wire and Entrenchments."""
KINDS = dict.fromkeys(("minefield", "mines"), ("apmine", "atmine"))
"""What the chart of fortifications calls what an order removes, where that is another word."""
REMOVAL = "removal"
"""The hook that holds the highest final dr that removes; the document leaves it to KGP II."""
_LEADER = re.compile(r"(?:al-)?\d+([+-]\d)", re.IGNORECASE)


@rule("RePh8.6142.1")
def die_of(state: State, unit: Unit) -> str:
    """What is remembered of the die of a unit, once in a Refit Phase: a vehicle has one for its main armament
    and one for its other weapons."""
    other_weapons = MALFUNCTIONED in unit.flags and MA_MALFUNCTIONED not in unit.flags
    return f"{unit.id}/{MALFUNCTIONED}" if other_weapons and is_a(state, unit, (VEHICLE,)) else unit.id


def _had_its_die(play: Play, number: str, unit: Unit, die: str) -> None:
    """Nothing is rolled for twice; what the enemy may not see is remembered for its side alone."""
    play.remember(number, "rolled", die, to=eyes(play.state, unit))


@rule("RePh8.61411.2", "RePh8.61411.3", "RePh8.61411.4")
def ma_drms(state: State, side: str, said: Said) -> tuple[DRM, ...]:
    """The Armor Leader with the sign of its modifier, or an Inexperienced crew; the balance; a Lull
    before."""
    found = []
    if said.al:
        leader = _LEADER.fullmatch(said.al)
        if leader is None:
            raise Refused("RePh8.61411.2", f'"{said.al}" is not an Armor Leader; write al=9-1', ("al=9-1",))
        found.append(DRM("RePh8.61411.2", int(leader[1]), f"Armor Leader {said.al}"))
    if said.inexperienced:
        found.append(DRM("RePh8.61411.2", INEXPERIENCED, "Inexperienced crew"))
    found += balance_drm(state, side)
    if last(state).lull:
        found.append(DRM("RePh8.61411.4", -1, "Lull before"))
    return tuple(one for one in found if one.value)


@rule("RePh8.61411.1")
def take_ma(play: Play, side: str, order: Order) -> None:
    """REPAIR MA: one die for a Disabled main armament (notes f.7)."""
    line = said(order)
    unit = own(play.state, side, line.rest[0] if line.rest else "", "RePh8.61411.1")
    judged("repair MA", case(play.state, line, unit) | {"rolled": unit.id in campaign(play.state).rolled})
    check_armor_leader(play.state, unit, line.al, "RePh8.61411.2")
    drms = ma_drms(play.state, side, line)
    to, purpose = eyes(play.state, unit), f"the main armament of {unit.id}"

    def result(final: int) -> str:
        return (
            f"{MA_REPAIRED} or less is needed, {'repaired' if final <= MA_REPAIRED else 'it stays Disabled'}"
        )

    final = roll_dr(play, "RePh8.61411.1", purpose, drms, result, to)
    _had_its_die(play, "RePh8.61411.1", unit, unit.id)
    if final <= MA_REPAIRED:
        _flags(play, "RePh8.61411.1", unit, drop=(MA_DISABLED,))


@rule("RePh8.61411.5")
def check_may_play(state: State, unit: Unit) -> None:
    """A vehicle with a Disabled main armament sets up or enters if it is German; of a Russian one both sides
    report what KGP II says."""
    if MA_DISABLED in unit.flags and unit.side != GERMAN and unit.id not in campaign(state).cleared:
        raise Refused(
            "RePh8.61411.5",
            f"the main armament of {unit.id} is Disabled. KGP II says whether a Russian one may play",
            (f"REPORT DISABLED unit={unit.id}",),
        )


@rule("RePh8.6142.5", "RePh8.6142.6", "RePh8.6142.7", "RePh8.6142.8", "RePh8.61421")
def weapon_drms(line: Said) -> tuple[DRM, ...]:
    """The Repair number, a vehicle, use by Non-Qualified alone, a low B# that is not circled. Nothing is
    added for PIAT, PSK, FT or DC of the German."""
    assert line.number is not None  # it was checked
    number = DRM("RePh8.6142.5", -line.number, "Repair number")
    known = words(line)
    return (*([number] if number.value else []), *drms_of(judged("repair roll", known), known))


@rule("RePh8.6142.1")
def check_weapon(state: State, side: str, line: Said) -> Unit:
    """A weapon of one's own that malfunctions and is not captured, in a friendly area with Personnel, or in
    a vehicle that has its crew."""
    unit = own(state, side, line.what[0] if line.what else "", "RePh8.6142.1")
    area, elsewhere = area_of(state, side, unit.at), line.place and hex_id(line.place) != unit.at
    broken = (one for one in units_of(state, side) if one.flags & WORSE.keys() and CAPTURED not in one.flags)
    known: dict[str, Fact] = {
        "broken": ", ".join(one.id for one in broken) or "none does",
        "elsewhere": bool(elsewhere),
        "told": location(unit).upper(),
        "area": bool(area),
        "personnel": has_personnel(state, side, area),
        "rolled": die_of(state, unit) in campaign(state).rolled,
    }
    judged("repair", case(state, line, unit) | known)
    return unit


def area_of(state: State, side: str, hex_: str) -> frozenset[str]:
    """The friendly set-up area of a hex; empty for none."""
    return next((area for area in areas(state, side) if hex_ in area), frozenset())


def has_personnel(state: State, side: str, area: frozenset[str]) -> bool:
    """Whether a side has Personnel in an area, or has reported some there."""
    there = {one.at for one in units_of(state, side) if is_a(state, one, PERSONNEL)}
    return not area.isdisjoint({*there, *map(hex_id, campaign(state).personnel.get(side, ()))})


def take_weapon(play: Play, side: str, order: Order) -> None:
    """REPAIR: one die for a weapon that malfunctions."""
    line = said(order)
    unit = check_weapon(play.state, side, line)

    def result(final: int) -> str:
        failed = "Disabled" if line.vehicular else "eliminated"
        return f"{REPAIRED} or less is needed, {'repaired' if final <= REPAIRED else failed}"

    drms, to = weapon_drms(line), eyes(play.state, unit)
    final = roll_dr(play, "RePh8.6142.1", f"the repair of {unit.id}", drms, result, to)
    _had_its_die(play, "RePh8.6142.1", unit, die_of(play.state, unit))
    repaired(play, unit, final)


@rule("RePh8.6142.2", "RePh8.6142.3", "RePh8.6142.4")
def repaired(play: Play, unit: Unit, final: int) -> None:
    """At a final 1 or less a weapon works again; otherwise it is eliminated, a vehicle's is Disabled: main
    armament is rolled for by 8.61411 in the next Refit Phase."""
    flag = next(flag for flag in (MA_MALFUNCTIONED, MALFUNCTIONED) if flag in unit.flags)
    if final <= REPAIRED:
        _flags(play, "RePh8.6142.2", unit, drop=(flag,))
    elif is_a(play.state, unit, (VEHICLE,)):
        _flags(play, "RePh8.6142.4", unit, add=(WORSE[flag],), drop=(flag,))
    else:
        if (to := eyes(play.state, unit)) != EVERYBODY:
            lost = own_record(play.state, unit.side).lost
            note_own(play, "RePh8.6142.3", unit.side, lost=(*lost, unit.id))
        lose(play, "RePh8.6142.3", unit, to)


def _flags(
    play: Play, number: str, unit: Unit, add: tuple[str, ...] = (), drop: tuple[str, ...] = ()
) -> None:
    mark(play, number, unit.id, to=eyes(play.state, unit), add=add, drop=drop)


def owed(state: State, side: str) -> Iterator[Unit]:
    """The weapons of a side that must still have their die, because somebody is there to repair them."""
    for unit in units_of(state, side):
        waits = unit.flags & WORSE.keys() and CAPTURED not in unit.flags
        if waits and die_of(state, unit) not in campaign(state).rolled and is_manned(state, unit):
            yield unit


@rule("RePh8.6142.1")
def is_manned(state: State, unit: Unit) -> bool:
    """Whether a weapon is in a friendly area with Personnel, or in one in a vehicle that has its crew."""
    area = area_of(state, unit.side, unit.at)
    if is_a(state, unit, (VEHICLE,)):
        return bool(area) and "abandoned" not in unit.flags
    return has_personnel(state, unit.side, area)


@rule("RePh8.6146")
def run_ammunition(play: Play) -> None:
    """8.6146: special ammunition of all units that are not isolated is there again."""
    for side in SIDES:
        cut_off = isolated(play.state, side)
        for unit in tuple(units_of(play.state, side)):
            if DEPLETED in unit.flags and unit.at not in cut_off and "isolated" not in unit.flags:
                _flags(play, "RePh8.6146", unit, drop=(DEPLETED,))


@rule("RePh8.615.1", "RePh8.614")
def check_removal(state: State, side: str, line: Said) -> str:
    """REMOVE: what KGP II lets be removed, Barricades as Roadblocks, Wire and Entrenchments as Minefields;
    not while a weapon's die is owed."""
    item = line.what[0].casefold() if line.what else ""
    if item not in REMOVED:
        raise Refused(
            "RePh8.615.1", f'"{item}" is not removed by 8.615', tuple(sorted(set(REMOVED.values())))
        )
    if not (line.side or line.hex):
        raise Refused("RePh8.615.1", f"hex= or side= says where the {REMOVED[item]} is")
    if waits := next(owed(state, side), None):
        why = f"8.6142 comes first: {waits.id} must have its die"
        raise Refused("RePh8.614", why, (f"REPAIR {waits.id} place={location(waits)}",))
    if item == "barricade" and line.side not in campaign(state).barricades:
        raise Refused("RePh8.615.1", f"there is no Barricade at {line.side or 'no side='}")
    seen = {"": item, ROADBLOCK: ROADBLOCK}.get(barriers_seen(state, side).get(line.side, ""), "barricade")
    if item in {"barricade", ROADBLOCK} and item != seen:  # the drm is that of what is there (8.615)
        why = f"{line.side} is a {REMOVED[seen]}, not a {REMOVED[item]}"
        raise Refused("RePh8.615.2", why, (f"remove {seen} side={line.side}",))
    return item


@rule("RePh8.615.2")
def take_removal(play: Play, side: str, order: Order) -> None:
    """REMOVE: the dr with its modifiers. The numbers that remove are only in KGP II: both sides report
    the removal, or the result of the attempt."""
    line = said(order)
    item, needed = check_removal(play.state, side, line), campaign(play.state).hooks.get(REMOVAL)

    def result(final: int) -> str:
        if needed is None:
            return "KGP II 8.615 gives the result. Both sides report it"
        return f"{needed} or less is needed, {'removed' if final <= needed else 'it stays'}"

    purpose = f"the removal of the {REMOVED[item]} at {line.side or line.hex}"
    lies = next(of_the_kind(own_record(play.state, side).hip.items(), item, line.hex), "")
    drms, to = drms_of(judged("removal roll", {"item": item})), (side,) if lies else EVERYBODY
    final = roll_dr(play, "RePh8.615.1", purpose, drms, result, to)
    if needed is None or final > needed:
        return
    if lies:
        left = {name: at for name, at in own_record(play.state, side).hip.items() if name != lies}
        note_own(play, "RePh8.615.1", side, hip=left)
    else:
        take_away(play, item, line)


def of_the_kind(works: Iterable[tuple[str, Json]], item: str, hex_: str) -> Iterator[str]:
    """Those of fortifications, each with its place, that are of the kind of an item and in a hex."""
    for name, at in works:
        word = re.split("@| x", name)[0].casefold()
        if hex_ and word in KINDS.get(item, (item,)) and "/" not in at and hex_id(at) == hex_id(hex_):
            yield name


@rule("RePh8.615.1")
def take_away(play: Play, item: str, line: Said) -> None:
    """What was removed is no longer on record, if it was in sight: wrecks and vehicles are not."""
    now = campaign(play.state)
    if line.side in now.barricades and item in {"barricade", "roadblock"}:
        remove_barrier(play, "RePh8.615.1", line.side)
    for at, works in now.works.items():
        if found := next(of_the_kind(((one, at) for one in works), item, line.hex), ""):
            left = list(works)
            left.remove(found)
            note_in(play, "RePh8.615.1", "works", {at: tuple(left) or None})
            return


def book_disabled(play: Play, line: Said) -> None:
    """KGP II lets a Russian vehicle play with its main armament Disabled."""
    play.remember("RePh8.61411.5", "cleared", named(play.state, ANYBODY, line.unit, "RePh8.61411.5").id)


ORDERS: Orders = {"repair": take_weapon, "repair MA": take_ma, "remove": take_removal}
REPORTS: Reports = {"disabled": reported("disabled", book_disabled)}
STEPS: Steps = {"8.6146": run_ammunition}
