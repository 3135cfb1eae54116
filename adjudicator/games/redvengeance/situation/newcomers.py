"""How a unit comes to its set-up: from where, and what its group was bought for, which holds to the end of
set-up even if its order is sent again; what it is set up with; orders that name several units, or all.

origin             where a unit was, and its markers, before it was set up
check_bought_way   8.6194, CG22.1  a group bought at the Reserve price comes so
unfinished         8.6194, CG21.3  what must still be set up, or is without an MMC of its group
check_ride, check_radio, has_trench  what is not there, or was not bought, is not named; a position that has
                   not come by the purchases of its date says nothing of that: then the line holds
each               a line about several units, or about all
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from ..charts import GUNS
from ..events import TableNoted
from ..orders import Said, Take, said
from ..position import BOUGHT, BOXES, HIP, RESERVE, location, units_of
from .campaign import campaign, note_own
from .campaign import own as known_to
from .front import areas, isolated
from .ground import GROUND, SBAHN, Place, firm, hex_id, place
from .pieces import (
    ARMOR_LEADER,
    BANNER,
    GUN,
    MMC,
    SMC,
    SW,
    VEHICLE,
    class_of,
    is_ground_unit,
    on_map,
    own,
    set_up_as,
    squads,
)

NEW, DUG_IN, MAP, ENTRY = "new", "dug-in", "map", "entry"
WITH_MMC = (SW, BANNER, *SMC)
"""What of a new group comes with an MMC of it."""
FREE_SHARE = 4
"""One squad in this many of a Night Defender is hidden free (CG7.10)."""
FEW = 4
"""How many of the units that are left are named."""


def origin(state: State, unit: Unit) -> tuple[str, frozenset[str]]:
    """Where a unit was before it was set up, a box or "" for the map, and what lay on it there."""
    came = known_to(state, unit.side).came.get(unit.id)
    if came is not None:
        return came[0], frozenset(came[1:])
    return (unit.at if unit.at in BOXES else ""), unit.flags


def remember(play: Play, clause: str, unit: Unit) -> None:
    """Keep how a unit came, when it is set up for the first time."""
    came = known_to(play.state, unit.side).came
    if unit.id not in came:
        box, flags = origin(play.state, unit)
        note_own(play, clause, unit.side, came={**came, unit.id: (box, *sorted(flags))})


def is_new(state: State, unit: Unit) -> bool:
    """Whether a unit is of a group that was bought for this CGS, though it has been set up already."""
    return NEW in origin(state, unit)[1]


def group_of(unit: Unit) -> str:
    """The group with which a unit came: "I2#1"; "" for none."""
    return unit.id.partition("-")[2].rpartition("-")[0]


def mode_of(state: State, unit: Unit) -> str:
    """How the group of a unit was bought to come: "map", "entry" ...; "" for a unit of no group."""
    return str(known_to(state, unit.side).groups.get(group_of(unit), {}).get("mode", ""))


@rule("RePh8.6194.8", "CG22.1")
def check_bought_way(state: State, unit: Unit, verb: str, where: Place) -> None:
    """A group that was bought at the Reserve price comes under a Reserve counter and no other way. Raises
    Refused."""
    if is_new(state, unit) and RESERVE in origin(state, unit)[1] and verb != RESERVE:
        why = f"{unit.id} was bought at the Reserve price: it is set up under a Reserve counter"
        raise Refused("RePh8.6194.8", why, (f"RESERVE {unit.id} hex={where}",))


@rule("CG22.1")
def check_reserve_bought(state: State, unit: Unit) -> None:
    """Only a group that was bought for this CGS comes under a Reserve counter, besides who was under one
    before. Raises Refused."""
    if not origin(state, unit)[1] & {NEW, RESERVE}:
        why = f"{unit.id} is of no group bought for this CGS, and is set up without a Reserve counter"
        raise Refused("CG22.1", why)


@rule("I3.2")
def check_dug_in(state: State, unit: Unit, where: Place) -> None:
    """A dug-in tank is on debris or a paved road, on no bridge and in no building, and stays there. Raises
    Refused."""
    if DUG_IN not in unit.flags:
        return
    if not firm(where.hex):
        why = f"a tank may dig in on debris or a paved road, not on a bridge or inside: {unit.id}, {where}"
        raise Refused("I3.2", why)
    if on_map(unit) and unit.at != where.hex and not origin(state, unit)[0]:
        raise Refused("I3.2", f"{unit.id} is dug in at {unit.at.upper()} and stays there")


@rule("BRV0.5", "BRV13.12.1")
def check_level(state: State, unit: Unit, where: Place, *, onto: bool = False) -> None:
    """A vehicle is at ground level, or on the S-Bahn; no unit comes there from the ground, only by an entry
    (`onto`). Raises Refused."""
    if where.level not in {GROUND, SBAHN} and class_of(state, unit) == VEHICLE:
        raise Refused("BRV0.5", f"{unit.id} is a vehicle, and may only be at ground level")
    if where.level == SBAHN and not onto and SBAHN not in location(unit).partition(":")[2]:
        raise Refused(
            "BRV13.12.1", f"{where}: units may come onto the S-Bahn only by entering from off the map"
        )


@rule("RePh8.6194.5", "CG21.3", "CG21.4")
def group_mmc(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The MMC of a unit's group, wherever they are."""
    group = unit.id.rpartition("-")[0]
    mine = (one for one in units_of(state, unit.side) if group and one.id.rpartition("-")[0] == group)
    return tuple(one for one in mine if class_of(state, one) in MMC)


def any_at(where: Place, units: Iterable[Unit]) -> bool:
    """Whether any of these units is in a Location."""
    return any(on_map(unit) and place(location(unit)) == where for unit in units)


@rule("ROST.7")
def has_vehicle(state: State, side: str, hex_: str) -> bool:
    """Whether a side has a vehicle, and not only wrecks, in a hex."""
    there = (one for one in state.at(hex_) if one.side == side and is_ground_unit(state, one))
    return any(class_of(state, one) == VEHICLE for one in there)


@rule("CG7.10")
def free_share(state: State, side: str, but: str = "") -> tuple[float, float]:
    """How many squads of a Night Defender are hidden free, a unit left out, and how many there are that are
    not in Reserve, of which a quarter may be, rounded down; SMC are not counted."""
    all_of = squads(state, (one for one in units_of(state, side) if RESERVE not in one.flags))
    hidden = (state.units[id_] for id_ in known_to(state, side).unseen if id_ != but)
    return squads(state, (one for one in hidden if HIP in one.flags)), all_of


# -- when a side says that it has set up ---------------------------------------------------------------------


Examples = Callable[[Iterable[Unit]], Iterator[str]]
"""Lines that set up one of some units, each where it may be."""


def unfinished(state: State, side: str, examples: Examples) -> Iterator[Refused]:
    """Why a side has not set up as it must: the clause, and the units, with `examples` of what is left."""
    if left := [unit for unit in units_of(state, side) if must_set_up(state, unit)]:
        yield Refused(
            "RePh8.6194.4",
            f"all of a group that was bought to be set up on the map is: {_some(left)} still off it. Set up "
            'what is left; or send "pass" with "as is", and it stays off the map',
            tuple(islice(examples(left), 1)),
        )
    had, all_of = free_share(state, side)
    if had > all_of // FREE_SHARE:
        why = f"{had:g} squads are hidden free, more than a quarter of the {all_of:g} that are not in Reserve"
        yield Refused("CG7.10", why)
    alone = [unit for unit in units_of(state, side) if stands_alone(state, unit)]
    if alone:
        yield Refused(
            "RePh8.6194.5",
            f"SMC and SW of a new group must be set up with an MMC of it. {_some(alone)} with none now. "
            "Set them up again",
        )
    if on_foot := [unit for unit in units_of(state, side) if has_left_vehicle(state, unit)]:
        why = f"an Armor Leader is set up with a vehicle. {_some(on_foot)} with none now. Set them up again"
        yield Refused("ROST.7", why)


def _some(units: list[Unit]) -> str:
    """Units by name, a few of them, with their verb."""
    names = [unit.id for unit in units]
    told = names if len(names) <= FEW else [*names[:FEW], f"{len(names) - FEW} more"]
    return (
        f"{' and '.join(filter(None, [', '.join(told[:-1]), told[-1]]))} {'is' if names[1:] == [] else 'are'}"
    )


@rule("RePh8.6194.4")
def must_set_up(state: State, unit: Unit) -> bool:
    """Whether a unit is still off the map though others of its group, which was bought for the map, are on
    it: all of them are set up, or the group waits off the map like one that does not enter. Guns are sold so
    by themselves, and may come later."""
    bound = unit.at == BOUGHT and NEW in unit.flags and mode_of(state, unit) == MAP
    free = {one for area in areas(state, unit.side) for one in area} - isolated(state, unit.side)
    if not bound or group_of(unit)[:1] == GUNS or not free:
        return False
    came = (
        one for one in known_to(state, unit.side).came if one.rpartition("-")[0] == unit.id.rpartition("-")[0]
    )
    return any(on_map(state.units[one]) for one in came)


@rule("RePh8.6194.5", "CG21.3")
def stands_alone(state: State, unit: Unit) -> bool:
    """Whether a SMC or SW of a new group was set up with an MMC of it that has gone elsewhere since; a leader
    with a radio or field phone may be alone."""
    known = known_to(state, unit.side)
    came = unit.id in known.came and is_new(state, unit) and unit.id not in known.radios
    if not came or not on_map(unit) or class_of(state, unit) not in WITH_MMC:
        return False
    with_it = group_mmc(state, unit)
    return bool(with_it) and not any_at(place(location(unit)), with_it)


@rule("ROST.7")
def has_left_vehicle(state: State, unit: Unit) -> bool:
    """Whether an Armor Leader was set up from off the map with a vehicle that has gone elsewhere since."""
    came = unit.id in known_to(state, unit.side).came and bool(origin(state, unit)[0]) and on_map(unit)
    return came and class_of(state, unit) == ARMOR_LEADER and not has_vehicle(state, unit.side, unit.at)


CARRIERS = ("radio", "phone")
TRENCH = "TRENCH"


@rule("ROST.7", "BRV16.1.2")
def check_ride(state: State, side: str, unit: Unit, line: Said) -> None:
    """An Armor Leader, or a passenger, rides in a vehicle of the same side in the same hex. Raises
    Refused."""
    clause = "ROST.7" if class_of(state, unit) == ARMOR_LEADER else "BRV16.1.2"
    vehicle = own(state, side, line.with_, clause)
    if class_of(state, vehicle) != VEHICLE or vehicle.at != hex_id(line.hex.split(":")[0]):
        raise Refused(clause, f"{vehicle.id} is not a vehicle in {line.hex}. {unit.id} cannot ride in it")


def knows_purchases(state: State) -> bool:
    """Whether the position has come by the purchases of its date, so that what a side has is known."""
    return campaign(state).bought_in == state.turn


@rule("BRV16.8")
def has_trench(state: State, side: str, hex_: str) -> bool:
    """Whether a Trench of a side is in a hex: one just placed, a hidden one, or one in sight."""
    mine = known_to(state, side)
    laid = [str(one["at"]) for one in mine.forts if one["item"] == TRENCH and "at" in one]
    hidden_ = [str(at) for item, at in mine.hip.items() if item.startswith(TRENCH)]
    open_ = [at for at, items in campaign(state).works.items() if TRENCH.casefold() in items]
    return place(hex_).hex in {place(at).hex for at in (*laid, *hidden_, *open_)}


@rule("CG9.3", "BRV16.2.1")
def check_radio(state: State, unit: Unit, line: Said) -> None:
    """Check that only as many leaders have a radio or field phone as modules of their side use one. Raises
    Refused."""
    if line.carrier not in CARRIERS or not knows_purchases(state):
        return
    mine = known_to(state, unit.side)
    modules = [str(one.get("carrier", "")) for one in mine.oba.values()]
    fit = [how for how in modules if how in {"", line.carrier}]
    if len(fit) <= sum(one != unit.id for one in mine.radios):
        what = "field phone" if line.carrier == "phone" else "radio"
        raise Refused("CG9.3", f"no module of yours is directed by {what} for {unit.id} to have")


def keep_radio(play: Play, unit: Unit, line: Said) -> None:
    """Whether a leader has a radio or field phone, and may be without units of its group (CG21)."""
    had = known_to(play.state, unit.side).radios
    if (line.carrier in CARRIERS) != (unit.id in had):
        left = (one for one in had if one != unit.id)
        radios = (*left, unit.id) if line.carrier in CARRIERS else tuple(left)
        note_own(play, "CG21.3", unit.side, radios=radios)


def each(take: Take) -> Take:
    """A taker of lines that may name several units: all of them are done, or none; or `everybody`."""

    def take_each(play: Play, side: str, order: Order) -> None:
        units = units_named(play.state, side, said(order).what)
        if ALL in map(str.casefold, units):
            everybody(play, side, order, take)
            return
        if len(units) < 2:
            take(play, side, order.having(what=units) if units else order)
            return
        apart = Play(play.state, play.chance)
        for unit in units:
            take(apart, side, order.having(what=(unit,)))
        play.record(*apart.events)

    return take_each


def units_named(state: State, side: str, names: Iterable[str]) -> tuple[str, ...]:
    """The units for which names stand, those of a group one by one: MMC and Guns before who needs them."""
    found = dict.fromkeys(id_ for name in names for id_ in set_up_as(state, side, name))
    ranks = {id_: RANK.get(class_of(state, state.units[id_]), 1) for id_ in found if id_ in state.units}
    return tuple(sorted(found, key=lambda id_: ranks.get(id_, 1)))


@rule("RePh0.1", "RePh8.6194.4")
def everybody(play: Play, side: str, order: Order, take: Take) -> None:
    """SETUP ALL hex=K20: of the units that are left every one that may be there; those that the line names
    besides must. Raises Refused where none may."""
    apart, why = Play(play.state, play.chance), dict[str, Refused]()
    named_ = [unit for unit in dict.fromkeys(said(order).what) if unit.casefold() != ALL]
    for unit in named_:
        take(apart, side, order.having(what=(unit,), but=()))
    but = {name.casefold() for name in (*named_, *units_named(play.state, side, said(order).but))}
    left = [unit.id for unit in units_left(play.state, side, order.verb) if unit.id.casefold() not in but]
    for unit in left:
        try:
            take(apart, side, order.having(what=(unit,), but=()))
        except Refused as no:
            why[unit] = no
    if not left and not named_:
        told = f'you have no unit left for "{order.text}": each has come, or has a line of its own'
        raise Refused("RePh0.1", told)
    if len(why) == len(left) and not named_:
        first = next(iter(why.values()))
        raise Refused(first.rule, f"none of the units that are left may: {first.why}", first.legal)
    play.record(*apart.events)
    for unit, refused in islice(why.items(), FEW):
        told = f'"{order.text}" leaves {unit} out: {refused.why}'
        play.record(TableNoted(rule=refused.rule, to=(side,), text=told))


def units_left(state: State, side: str, verb: str) -> list[Unit]:
    """The units for which "all" stands: those that wait off the map; in a set-up in which no unit came from
    there, those on the map that no line has set up yet. MMC and Guns come before those who need them."""
    known, mine = known_to(state, side).came, list(units_of(state, side))
    waiting = [unit for unit in mine if unit.at in BOXES]
    came = any(box for box, *_ in known.values())
    if not waiting and not came and verb != "enter":
        waiting = [unit for unit in mine if unit.id not in known and on_map(unit)]
    return sorted(waiting, key=lambda unit: RANK.get(class_of(state, unit), 1))


RANK = {GUN: 0, **dict.fromkeys(WITH_MMC, 2)}
"""In which order "all" takes units: Guns before their crews, MMC before the SW and SMC of their group."""
