"""Units come onto the map: set up, hidden, under a Reserve counter, or over the edge in their own turn.

SETUP GE-I1#2-1 hex=K13:1 conceal=yes      HIP GE-G5#1-1 hex=M14
RESERVE GE-I3#4-2 hex=K20                  ENTER RU-V2#1-1 hex=D0
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.events import FlagsChanged, UnitMoved
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .campaign import own as known_to
from .front import (
    areas,
    begins,
    check_entry,
    check_german_start,
    check_off_sbahn,
    check_onto_sbahn,
    check_reserve,
    front_line,
    isolated,
    network,
)
from .ground import GROUND, SBAHN, Place, check_gun, check_location, check_vehicle, place
from .orders import Said, said
from .pieces import GUN, VEHICLE, class_of, on_map, own
from .position import (
    BOUGHT,
    CLOAKED,
    GERMAN,
    GONE,
    HIP,
    LEVEL,
    OFF_MAP,
    PLAY,
    RESERVE,
    level_flags,
    other,
)
from .reph_repair import check_may_play
from .taking import Orders

NEW, CONCEALED, ENTRY = "new", "concealed", "entry"


def unit_and_place(state: State, side: str, line: Said, clause: str) -> tuple[Unit, Place]:
    """The unit of a line and where it is to be. Raises Refused for none of the side's that is in play, and
    for a Location where none of its sort can be."""
    unit = own(state, side, line.what[0] if line.what else "", clause)
    if unit.at in GONE:
        raise Refused(clause, f"{unit.id} is eliminated")
    if not line.hex:
        raise Refused(clause, f"say where: hex=, for {unit.id}")
    where = place(line.hex)
    check_location(state, where)
    if class_of(state, unit) == VEHICLE:
        check_vehicle(where.hex)
        check_may_play(state, unit)
    if class_of(state, unit) == GUN:
        check_gun(where, houses=True)
    return unit, where


@rule("OB-DE.1", "OB-RU.1", "CG12.3", "RePh8.6194.9", "RePh8.6194.4")
def check_area(state: State, side: str, unit: Unit, where: Place) -> None:
    """A unit is set up in an area of its side: at first the Germans in theirs, and the Russians at the north
    edge; later in its areas, a new group in one that is not isolated, unless it was bought to enter. Raises
    Refused."""
    if begins(state):
        if side == GERMAN:
            check_german_start(state, where.hex)
        else:
            check_entry(state, side, where.hex)
        return
    if NEW in unit.flags and mode_of(state, unit) == ENTRY:
        raise Refused("RePh8.6194.9", f"{unit.id} was bought to enter at the edge in its own turn")
    inside = frozenset(one for area in areas(state, side) for one in area)
    if where.hex not in inside:
        raise Refused("RePh8.6194.4", f"{where} is in no set-up area of yours")
    if NEW in unit.flags and where.hex in isolated(state, side):
        raise Refused("RePh8.6194.4", f"{where} is isolated; a new group sets up in areas that are not")


def mode_of(state: State, unit: Unit) -> str:
    """How the group of a unit was bought to come: "map", "entry" ...; "" for a unit of no group."""
    name = unit.id.partition("-")[2].rpartition("-")[0]
    return str(known_to(state, unit.side).groups.get(name, {}).get("mode", ""))


@rule("BRV13.12.2", "BRV13.12.3", "BRV13.12.4")
def check_from_sbahn(state: State, side: str, unit: Unit, where: Place) -> None:
    """A unit that ended the CGS on the S-Bahn goes where it may, and no other is set up on it. Raises
    Refused."""
    up = f"{LEVEL}{SBAHN.lower()}" in unit.flags and on_map(unit)
    if up:
        check_off_sbahn(state, side, unit.at, where)
    elif where.level == SBAHN:
        raise Refused("BRV13.12.1", f"{where}: units come onto the S-Bahn from off the map, by entering")


@rule("CG19.1", "CG19.2")
def check_hidden(state: State, side: str, unit: Unit, where: Place) -> None:
    """A Gun is not hidden next to an enemy Front Line hex that is not isolated; it may be concealed there.
    Raises Refused."""
    enemy = front_line(state, other(side)) - isolated(state, other(side))
    beside = sorted(enemy & {where.hex, *network().neighbours(where.hex)})
    if class_of(state, unit) == GUN and beside:
        raise Refused(
            "CG19.2",
            f"{where} is next to the enemy's front line at {beside[0].upper()}: {unit.id} may be concealed",
            (f"SETUP {unit.id} hex={where} conceal=yes",),
        )


def put(play: Play, clause: str, unit: Unit, where: Place, add: Iterable[str], how: str = "set up") -> None:
    """The unit is there, on its level, with these markers and none of how it came."""
    play.record(UnitMoved(rule=clause, unit=unit.id, path=(unit.at, where.hex), how=how))
    marks = {*level_flags("" if where.level == GROUND else where.level), *add}
    gone = {one for one in unit.flags if one.startswith(LEVEL)} | (unit.flags & {NEW, RESERVE, HIP, CLOAKED})
    if marks - unit.flags or gone - marks:
        more, less = tuple(sorted(marks - unit.flags)), tuple(sorted(gone - marks))
        play.record(FlagsChanged(rule=clause, units=(unit.id,), add=more, drop=less, hushed=not more))


def take_setup(play: Play, side: str, order: Order) -> None:
    """SETUP. Raises Refused."""
    line = said(order)
    unit, where = unit_and_place(play.state, side, line, "RePh8.6194.4")
    check_area(play.state, side, unit, where)
    check_from_sbahn(play.state, side, unit, where)
    add = (*((CONCEALED,) if line.conceal else ()), *((CLOAKED,) if line.cloak else ()))
    put(play, "RePh8.6194.4", unit, where, add)


@rule("CG19.1")
def take_hip(play: Play, side: str, order: Order) -> None:
    """HIP: as SETUP, hidden. Raises Refused."""
    unit, where = unit_and_place(play.state, side, said(order), "CG19.1")
    check_area(play.state, side, unit, where)
    check_from_sbahn(play.state, side, unit, where)
    check_hidden(play.state, side, unit, where)
    put(play, "CG19.1", unit, where, (HIP,))


@rule("CG22.7a")
def take_reserve(play: Play, side: str, order: Order) -> None:
    """RESERVE: under a Reserve counter, which keeps away from the enemy. Raises Refused."""
    unit, where = unit_and_place(play.state, side, said(order), "CG22.7a")
    if class_of(play.state, unit) == VEHICLE:
        raise Refused("CG22.7a", f"{unit.id} is a vehicle: only infantry lies under Reserve counters")
    check_area(play.state, side, unit, where)
    check_reserve(play.state, side, where.hex)
    put(play, "CG22.7a", unit, where, (RESERVE,))


@rule("CG12.1", "CG12.2", "CG12.6", "OB-RU.1", "RePh8.6194.9", "BRV13.12.1")
def take_enter(play: Play, side: str, order: Order) -> None:
    """ENTER: over an edge hex, in play, from off the map. Raises Refused."""
    state = play.state
    if state.segment != PLAY:
        raise Refused("RePh8.6194.9", "units enter in their own Player Turn, when the firefight has begun")
    unit, where = unit_and_place(state, side, said(order), "RePh8.6194.9")
    if unit.at not in {BOUGHT, OFF_MAP}:
        raise Refused("RePh8.6194.9", f"{unit.id} is not off the map, but at {unit.at.upper()}")
    check_entry(state, side, where.hex, NEW in unit.flags)
    if where.level == SBAHN:
        check_onto_sbahn(state, side, where.hex)
    put(play, "RePh8.6194.9", unit, where, (), "enters")


ORDERS: Orders = {"setup": take_setup, "hip": take_hip, "reserve": take_reserve, "enter": take_enter}
