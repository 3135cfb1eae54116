"""Concealment at set-up: units that are concealed free, units that need a "?" that was bought, and the units
with them.

A "?" conceals all units of its side in a Location. A Gun with its crew, units concealed from before, and by
night those that the base rules conceal free, need none (CG19, 8.6194, 3.0). The enemy sees the counter and
its hex (`covered`), but not which units are under it, how many, or on which level. A Dummy is a "?" like any
other. Hidden units are not seen at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from ..orders import Said
from ..position import CLOAKED, GERMAN, HIP, RESERVE, location, units_of
from . import pieces
from .campaign import campaign, mark, note_own, own
from .campaign import own as known_to
from .ground import Place, place
from .newcomers import origin
from .pieces import class_of, is_set_up, on_map

CONCEALED, PASSENGER = "concealed", "passenger"
COUNTER = "CONCEAL"
"""The item of the fortification chart that is a counter "?"."""
BOUGHT, FREE = "bought", "free"
"""By what a unit is concealed: for a counter that was bought, where it needs one, or free by night."""
CLAUSE = "RePh8.621.9"


def at(state: State, side: str, where: Place) -> Iterator[Unit]:
    """The units of a side in a Location."""
    there = (unit for unit in state.at(where.hex) if unit.side == side)
    return (unit for unit in there if place(location(unit)) == where)


# -- counters that were bought -------------------------------------------------------------------------------


@rule(CLAUSE)
def bought(state: State, side: str) -> int:
    """The counters that a side has bought and not laid by themselves."""
    forts = (fort for fort in known_to(state, side).forts if fort["item"] == COUNTER)
    return sum(fort.get("times", 1) for fort in forts if "at" not in fort)


def laid(state: State, side: str) -> frozenset[Place]:
    """Where a side has placed counters by themselves: units concealed there are under them."""
    forts = (fort for fort in known_to(state, side).forts if fort["item"] == COUNTER)
    return frozenset(place(fort["at"]) for fort in forts if "at" in fort)


def used(state: State, side: str, but: str = "") -> frozenset[Place]:
    """The Locations with a purchased counter on their units, leaving one unit out."""
    units = (unit for unit in masked(state, side) if unit.id != but and not is_free(state, unit))
    return frozenset(place(location(unit)) for unit in units) - laid(state, side)


def masked(state: State, side: str) -> Iterator[Unit]:
    """The units that a side has concealed in this set-up."""
    units = (state.units[id_] for id_ in known_to(state, side).masked)
    return (unit for unit in units if CONCEALED in unit.flags and on_map(unit))


def is_free(state: State, unit: Unit) -> bool:
    """Whether a unit that was concealed needs no counter where it is now."""
    night = known_to(state, unit.side).masked.get(unit.id) == FREE
    spot = place(location(unit))
    return night or by_right(state, unit, spot) or bool(follows(state, unit, spot))


def left(state: State, side: str) -> int:
    """The counters of a side that are not used yet."""
    return bought(state, side) - len(used(state, side))


def counted(state: State, side: str) -> bool:
    """Whether the position knows what a side has bought: it has come by its purchases, or says so itself."""
    items = (fort["item"] for fort in known_to(state, side).forts)
    return campaign(state).bought_in == state.turn or COUNTER in items


@rule("CG19.2", "RePh8.6194.7")
def by_right(state: State, unit: Unit, where: Place) -> bool:
    """Whether a unit is concealed without a counter that was bought: a Gun, with a crew; who was concealed
    before the set-up."""
    beside = [one for one in at(state, unit.side, where) if one.id != unit.id and one.flags & pieces.UNSEEN]
    classes = [class_of(state, one) for one in beside]
    crewed = class_of(state, unit) == pieces.CREW and classes.count(pieces.GUN) > classes.count(pieces.CREW)
    return class_of(state, unit) == pieces.GUN or crewed or CONCEALED in origin(state, unit)[1]


@rule(CLAUSE, "BRV3.0.2")
def check_counter(state: State, unit: Unit, where: Place, line: Said) -> str:
    """By what a unit is concealed: free by night, else for a counter where it needs one. Raises Refused where
    it would take one more than were bought."""
    if line.free:
        return FREE
    if follows(state, unit, where) or by_right(state, unit, where) or not counted(state, unit.side):
        return BOUGHT
    lies = {*used(state, unit.side, unit.id), *laid(state, unit.side)}
    had, most = len(used(state, unit.side, unit.id)), bought(state, unit.side)
    if where not in lies and had >= most:
        told = f'{most} of your counters "?" {"was" if most == 1 else "were"} bought, and {had} lie elsewhere'
        why = f'{unit.id} in {where} takes a counter "?"; {told if most else "none was bought"}'
        raise Refused(CLAUSE, why, (f"SETUP {unit.id} hex={where}",))
    return BOUGHT


@rule(CLAUSE)
def check_counters(state: State, side: str) -> None:
    """Check that a side ends its set-up with a counter for everything concealed: a Gun or its crew may have
    moved since. Raises Refused."""
    if counted(state, side) and left(state, side) < 0:
        lie = ", ".join(sorted(str(one) for one in used(state, side)))
        why = f'{bought(state, side)} of your counters "?" were bought, and {lie} take one each'
        raise Refused(CLAUSE, f"{why}; set up openly what is too much")


def note_mask(play: Play, unit: Unit, by: str) -> None:
    """Keep by what a unit is concealed; "" for one that is not."""
    had = known_to(play.state, unit.side).masked
    if had.get(unit.id, "") != by:
        left_ = {id_: how for id_, how in had.items() if id_ != unit.id}
        note_own(play, CLAUSE, unit.side, masked={**left_, **({unit.id: by} if by else {})})


@rule(CLAUSE)
def open_unpaid(play: Play, side: str) -> None:
    """A side has set up: units concealed without a purchased counter are revealed, the last first."""
    for unit in tuple(reversed(tuple(masked(play.state, side)))):
        unpaid = counted(play.state, side) and left(play.state, side) < 0
        if unpaid and not is_free(play.state, unit) and place(location(unit)) not in laid(play.state, side):
            mark(play, CLAUSE, unit.id, to=(side,), drop=(CONCEALED,), why="no counter is left for it")


@rule(CLAUSE)
def spend(play: Play, side: str) -> None:
    """A side has set up: the counters on its units are spent, and those without units are Dummies."""
    known, gone = known_to(play.state, side), len(used(play.state, side))
    forts, dummies = [], list(known.dummies)
    for fort in known.forts:
        if fort["item"] == COUNTER and "at" in fort:
            dummies.append(place(fort["at"]).hex)
        elif fort["item"] == COUNTER:
            taken = min(gone, fort["times"])
            gone -= taken
            forts += [{**fort, "times": fort["times"] - taken}] if fort["times"] > taken else []
        else:
            forts.append(fort)
    if known.masked or tuple(forts) != tuple(known.forts):
        lie = tuple(dict.fromkeys(dummies))
        note_own(play, CLAUSE, side, forts=tuple(forts), dummies=lie, masked={})


# -- the Red Banner ------------------------------------------------------------------------------------------


@rule("BRV14.1.2")
def check_banner(state: State, unit: Unit, where: Place, hidden: bool) -> None:
    """A Red Banner is never concealed, nor is its holder: another unit there is in sight. Raises Refused."""
    others = [one for one in at(state, unit.side, where) if one.id != unit.id]
    banner = any(class_of(state, one) == pieces.BANNER for one in (unit, *others))
    men = [one for one in others if class_of(state, one) in pieces.PERSONNEL]
    open_ = any(not one.flags & pieces.UNSEEN for one in men)
    mine = class_of(state, unit) in pieces.PERSONNEL
    if banner and (mine or men) and not open_ and (hidden or not mine):
        why = f"a Red Banner and its holder may not be concealed. Leave another unit in {where} open"
        raise Refused("BRV14.1.2", why)


# -- units with the concealed --------------------------------------------------------------------------------


def holders(state: State, unit: Unit) -> tuple[str, ...]:
    """The classes of units without which a unit is nothing to be seen: who can have a SW, and for an Armor
    Leader or a passenger the vehicles; () for a unit that stands for itself."""
    if class_of(state, unit) == pieces.SW:
        return pieces.PERSONNEL
    return (
        (pieces.VEHICLE,) if class_of(state, unit) == pieces.ARMOR_LEADER or PASSENGER in unit.flags else ()
    )


def follows(state: State, unit: Unit, where: Place | None = None) -> str:
    """The counter that a unit has because all units in its Location that could have it do, or because the
    vehicle does from which it was removed; "" for none."""
    wanted, spot = holders(state, unit), where or place(location(unit))
    if not wanted:
        return ""
    first = state.units.get(unit.id.partition("/")[0], unit)  # the vehicle from which armament was removed
    beside = [one for one in at(state, unit.side, spot) if class_of(state, one) in wanted and one != unit]
    if first != unit and first.flags & pieces.UNSEEN and place(location(first)) == spot:
        beside = [first]
    if not beside or any(not one.flags & pieces.UNSEEN for one in beside):
        return ""
    return next(how for how in (CONCEALED, CLOAKED, RESERVE, HIP) if any(how in one.flags for one in beside))


@rule(CLAUSE, "ROST.3", "ROST.5", "ROST.7", "ROST.8")
def hide_what_follows(play: Play, side: str) -> None:
    """A side has set up: SW with concealed units, Armor Leaders, passengers and removed armament of concealed
    vehicles would give them away, and are concealed with them."""
    for unit in tuple(units_of(play.state, side)):
        if on_map(unit) and not unit.flags & pieces.UNSEEN and (how := follows(play.state, unit)):
            mark(play, CLAUSE, unit.id, to=(side,), add=(how,), why="with all that could have it")


COUNTERS = {RESERVE: "cloaking", CLOAKED: "cloaking", CONCEALED: "concealment"}
"""The flag of a unit under a counter -> the counter; of several flags the first counts."""
CALLED = {RESERVE: "Reserve", CLOAKED: "Cloaking", CONCEALED: "?"}
"""How such a counter is called."""


def covered(state: State, side: str) -> tuple[tuple[str, str], ...]:
    """The hexes of a side's counters, each with its flag, in the order of the board."""
    seen = (unit for unit in units_of(state, side) if on_map(unit) and HIP not in unit.flags)
    found = {
        (unit.at, how) for unit in seen if (how := next((one for one in COUNTERS if one in unit.flags), ""))
    }
    found |= {(hex_, CONCEALED) for hex_ in own(state, side).dummies}
    if not found:
        return ()
    order = {one: n for n, one in enumerate(state.board.spaces)}
    return tuple(sorted(found, key=lambda one: (order[one[0]], one[1])))


@rule("CG22.7a", "RePh8.621.9", "BRV16.4.1")
def counters(state: State, side: str) -> Iterator[Unit]:
    """The counters of a side as its enemy sees them, once it has set up: each a unit of its own, of which
    only the hex is known."""
    prefix, nation = ("GE", "de") if side == GERMAN else ("RU", "ru")
    for hex_, how in covered(state, side) if is_set_up(state, side) else ():
        id_ = f"{prefix}-{CALLED[how].upper()}-{hex_.upper()}"
        yield Unit(id_, side, hex_, 1, frozenset({how}), f"{COUNTERS[how]}-{nation}")
