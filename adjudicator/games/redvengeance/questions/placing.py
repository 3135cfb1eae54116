"""Units come onto the map: set up, hidden, under a Reserve counter, or over the edge in their own turn.

What a clause says of a unit alone, its side, its group or the moment is a row of `table.txt`, for which
`case_of` puts together what is known; what speaks of the ground and the front is here.

SETUP GE-I1#2-1 hex=K13:1 conceal=yes      HIP GE-G5#1-1 hex=M14
RESERVE GE-I3#4-2 hex=K20                  ENTER RU-V2#1-1 hex=D0

A line may name several units: all of them are done, or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

from adjudicator.events import FlagsChanged, UnitMade, UnitMoved
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .. import position
from ..campaign_game.cg_special import book_snipers, check_snipers, more_panzerfaust
from ..charts import GUNS, VEHICLES
from ..decision_table.table import Case, judged
from ..decision_table.table_reports import case, effects
from ..events import Prompted
from ..fighting import r16_miscellaneous as r16
from ..orders import Orders, Said, said
from ..position import level_flags, location, other
from ..refit_phase.reph_forts import HIP_ITEM, fortified
from ..refit_phase.reph_repair import check_may_play
from ..situation import front, newcomers, pieces
from ..situation.campaign import campaign, note_own, tell
from ..situation.campaign import own as known_to
from ..situation.concealing import CONCEALED, check_banner, check_counter, note_mask
from ..situation.ground import (
    GROUND,
    RUINS,
    SBAHN,
    Place,
    become,
    check_gun,
    check_location,
    check_vehicle,
    in_building,
    place,
)
from ..situation.modifiers import defender
from ..situation.pieces import class_of, on_map, own, squads
from ..situation.steps import date

HOW_IT_COMES = frozenset({position.RESERVE, position.HIP, position.CLOAKED})
"""Markers of how a unit was to come, which its owner alone knows."""
Then = Callable[[Play], None]
"""What comes of a line once it is judged: nothing of it is refused."""
MACHINE_GUNS = ("bmg", "cmg", "aamg")
"""What is removed from a vehicle as a counter of its own (D6.631)."""
HIP_SORTS = {
    pieces.SQUAD: "squad",
    pieces.HALF_SQUAD: "hs",
    pieces.CREW: "crew",
    **dict.fromkeys(pieces.SMC, "smc"),
}
"""What the chart of fortifications calls the units whose HIP it sells."""


def unit_and_place(state: State, side: str, line: Said, clause: str) -> tuple[Unit, Place]:
    """The unit of a line and where it is to be. Raises Refused for none of the side's that is in play, and
    for a Location where none of its sort can be."""
    unit = own(state, side, line.what[0] if line.what else "", clause)
    if unit.at in position.GONE:
        raise Refused(clause, f"{unit.id} is eliminated")
    if not line.hex:
        raise Refused(clause, f"say where: hex=, for {unit.id}")
    where = place(line.hex)
    check_location(state, where)
    if class_of(state, unit) == pieces.VEHICLE:
        check_vehicle(where.hex)
        check_may_play(state, unit)
    newcomers.check_level(state, unit, where, onto=True)
    if class_of(state, unit) == pieces.GUN:
        check_gun(where, houses=True)
    return unit, where


@rule("OB-DE.1", "OB-RU.1", "CG12.3", "RePh8.6194.9", "RePh8.6194.4")
def check_area(state: State, side: str, unit: Unit, where: Place) -> None:
    """A unit is set up in an area of its side: at first the Germans in theirs, and no Russians but those who
    were sold a Reserve counter; later in its areas, a new group in one that is not isolated, unless it was
    bought to enter. Raises Refused."""
    if front.begins(state):
        if side == position.GERMAN:
            front.check_german_start(state, where.hex)
        else:
            check_russian_start(unit)
            front.check_entry(state, side, where.hex)
        return
    if newcomers.is_new(state, unit) and newcomers.mode_of(state, unit) == newcomers.ENTRY:
        raise Refused("RePh8.6194.9", f"{unit.id} was bought to enter at the edge in its own turn")
    if not front.in_area(state, side, where.hex):
        raise Refused("RePh8.6194.4", f"{where} is not in one of your set-up areas")
    if newcomers.is_new(state, unit) and where.hex in front.isolated(state, side):
        raise Refused("RePh8.6194.4", f"{where} is isolated; a new group sets up in areas that are not")


@rule("OB-RU.1")
def check_russian_start(unit: Unit) -> None:
    """The Russian initial force is not on the map before turn 1: it enters from the north edge then or later.
    Raises Refused."""
    if position.RESERVE not in unit.flags:
        why = 'enters from the north edge on turn 1 or later. Write "enter" then, in the firefight'
        raise Refused("OB-RU.1", f"{unit.id} is not set up on the map. It {why}")


@rule("BRV13.12.2", "BRV13.12.3", "BRV13.12.4")
def check_from_sbahn(state: State, side: str, unit: Unit, where: Place) -> None:
    """A unit that ended the CGS on the S-Bahn goes where it may, and no other is set up on it. Raises
    Refused."""
    up = f"{position.LEVEL}{SBAHN.lower()}" in unit.flags and on_map(unit)
    if up:
        front.check_off_sbahn(state, side, unit.at, where)
    else:
        newcomers.check_level(state, unit, where)


# -- the case of a line --------------------------------------------------------------------------------------


@rule(
    "BRV14.1.2", "CG11.3", "CG11.5", "CG19.3", "CG21.1", "CG21.4", "CG23.4", "CG23.5", "RePh8.6194.5",
    "RePh8.6194.7", "ROST.7",
)  # fmt: skip
def case_of(state: State, unit: Unit, where: Place, line: Said, verb: str) -> Case:
    """A line of a set-up as a case for the table. A Gun may go anywhere in its side's areas, and the units of
    a new group into several of them."""
    known = case(state, line, unit)
    box, flags = newcomers.origin(state, unit)
    first = state.units.get(unit.id.partition("/")[0], unit)
    with_it = newcomers.group_mmc(state, unit)
    return known | {
        "hex": str(where),
        "from": position.RESERVE if position.RESERVE in flags else box or "map",
        "unit.flags": tuple(sorted({*unit.flags, *(flags & {newcomers.NEW})})),
        "removed-from": first.id if first is not unit else "",
        "isolated": where.hex in front.isolated(state, unit.side),
        "front-line": where.hex in front.front_line(state, unit.side),
        "cut-off": cut_off(state, first, where),
        "begins": front.begins(state),
        "dug-in": newcomers.DUG_IN in unit.flags,
        "hidden": hidden(line, verb),
        "group-mmc": not with_it or newcomers.any_at(where, with_it),
        "vehicle-there": newcomers.has_vehicle(state, unit.side, where.hex),
        "same-area": any({first.at, where.hex} <= area for area in front.areas(state, unit.side)),
        "fortified": on_map(unit) and place(location(unit)) in fortified(state, unit.side),
    }


@rule("RePh8.6241", "RePh8.6052.2")
def cut_off(state: State, unit: Unit, where: Place) -> bool | str:
    """Whether a unit that is set up in an area of its side comes from an isolated one; "" for one from none,
    or from the S-Bahn."""
    on_line = f"{position.LEVEL}{SBAHN.lower()}" in unit.flags
    if (
        on_line
        or not on_map(unit)
        or not all(front.in_area(state, unit.side, at) for at in (unit.at, where.hex))
    ):
        return ""
    return unit.at in front.isolated(state, unit.side)


def hidden(line: Said, verb: str) -> bool:
    """Whether a line sets its unit up so that the enemy does not see what it is."""
    return line.conceal or line.cloak or verb in {"hip", position.RESERVE}


@rule("CG19.1", "CG19.2")
def check_hidden(state: State, side: str, unit: Unit, where: Place) -> None:
    """A Gun is not hidden next to an enemy Front Line hex that is not isolated; it may be concealed there.
    Raises Refused."""
    enemy = front.front_line(state, other(side)) - front.isolated(state, other(side))
    beside = sorted(enemy & {where.hex, *front.network().neighbours(where.hex)})
    if class_of(state, unit) == pieces.GUN and beside:
        why = f"{where} is next to the enemy's front line at {beside[0].upper()}: {unit.id} may be concealed"
        raise Refused("CG19.2", why, (f"SETUP {unit.id} hex={where} conceal=yes",))


@rule("CG7.10")
def check_free_hip(state: State, side: str, unit: Unit) -> None:
    """Not more than a quarter of a Night Defender's squads that are not in Reserve are hidden free, rounded
    down; SMC are not counted. Raises Refused."""
    had, all_of = newcomers.free_share(state, side, unit.id)
    most = all_of // newcomers.FREE_SHARE
    if squads(state, [unit]) and had + squads(state, [unit]) > most:
        why = f"of {all_of:g} squads that are not in Reserve {most:g} may be hidden free, and {had:g} are"
        raise Refused("CG7.10", why)


@rule("CG19.1", "BRV16.2.1")
def hidden_by_right(state: State, unit: Unit, where: Place, line: Said) -> bool:
    """Whether a unit is hidden without being paid for: a Gun, with a crew; a leader with a radio or field
    phone; SW with a hidden unit; one that is hidden already."""
    there = (one for one in state.at(where.hex) if one.side == unit.side and position.HIP in one.flags)
    beside = [class_of(state, one) for one in there if place(location(one)) == where]
    sort = class_of(state, unit)
    crewed = sort == pieces.CREW and beside.count(pieces.GUN) > beside.count(pieces.CREW)
    carried = sort == pieces.SW and any(one in pieces.PERSONNEL for one in beside)
    mine = known_to(state, unit.side)
    before = position.HIP in newcomers.origin(state, unit)[1] or unit.id in {*mine.paid, *mine.unseen}
    stays = position.HIP in unit.flags and before
    return sort == pieces.GUN or line.carrier in newcomers.CARRIERS or crewed or carried or stays


@rule("RePh8.621.8", "FT-FN-A", "FT-FN-H")
def check_paid(state: State, side: str, unit: Unit, where: Place) -> None:
    """Check that, of each sort, only as many units are hidden in a set-up as were bought. Raises Refused."""
    sort, mine = HIP_SORTS.get(class_of(state, unit), ""), known_to(state, side)
    lines = (one for one in mine.forts if one["item"] == HIP_ITEM)
    bought = sum(one["times"] for one in lines if one.get("unit", "").lower() == sort)
    paid = (state.units[id_] for id_ in mine.paid if id_ not in mine.unseen)
    hidden = [one for one in paid if position.HIP in one.flags]
    had = sum(HIP_SORTS.get(class_of(state, one), "") == sort for one in hidden)
    if had < bought:
        return
    used = f"you bought {bought} HIP for a {sort}, and {had} are used"
    told = (
        (used if bought else f"you bought no HIP for a {sort}") if sort else "it is never hidden for points"
    )
    legal = [f"SETUP {unit.id} hex={where} conceal=yes"]
    if date(state).night and side == defender(state) and sort:
        legal.append(f"HIP {unit.id} hex={where} free=yes")
    raise Refused("RePh8.621.8", f"{unit.id} may not be hidden: {told}", tuple(legal))


def put(play: Play, clause: str, unit: Unit, where: Place, add: Iterable[str], how: str = "set up") -> None:
    """The unit is there, on its level, with these markers and none of how it came, nor of an earlier line."""
    early = HOW_IT_COMES
    if play.state.segment != position.PLAY:
        newcomers.remember(play, clause, unit)
        early = (
            pieces.UNSEEN if class_of(play.state, unit) == pieces.BANNER else frozenset()
        )  # 14.1: none is ever hidden
    if hid := tuple(sorted(unit.flags & early - {*add})):
        play.record(FlagsChanged(rule=clause, to=(unit.side,), units=(unit.id,), drop=hid, hushed=True))
        unit = play.state.units[unit.id]
    play.record(UnitMoved(rule=clause, unit=unit.id, path=(unit.at, where.hex), how=how))
    if unit.id in (left := known_to(play.state, unit.side).waiting):
        note_own(play, "CG12.6", unit.side, waiting=tuple(one for one in left if one != unit.id))
    marks = {*level_flags("" if where.level == GROUND else where.level), *add}
    gone = {one for one in unit.flags if one.startswith(position.LEVEL)} | (
        unit.flags & {newcomers.NEW, position.RESERVE, position.HIP, position.CLOAKED}
    )
    gone |= unit.flags - newcomers.origin(play.state, unit)[1] - {"cellar"}
    if marks - unit.flags or gone - marks:
        more, less = tuple(sorted(marks - unit.flags)), tuple(sorted(gone - marks))
        play.record(
            FlagsChanged(
                rule=clause,
                units=(unit.id,),
                add=more,
                drop=less,
                hushed=not {*more, *less} & {*more, CONCEALED},
            )
        )


# -- the lines -----------------------------------------------------------------------------------------------


def _set_up(state: State, side: str, order: Order, clause: str) -> tuple[Unit, Place, Then]:
    """A unit and where it is set up, judged; and what the table does with it, once it is there. Raises
    Refused."""
    line = said(order)
    unit, where = unit_and_place(state, side, line, clause)
    check_group(unit, line)
    newcomers.check_bought_way(state, unit, order.verb, where)
    newcomers.check_dug_in(state, unit, where)
    known = case_of(state, unit, where, line, order.verb)
    found = judged(order.verb, known)
    check_area(state, side, unit, where)
    if order.verb != "reserve":
        check_from_sbahn(state, side, unit, where)
    check_banner(state, unit, where, hidden(line, order.verb))
    return unit, where, partial(effects, what=order.verb, found=found, known=known)


def check_setup(state: State, side: str, order: Order) -> tuple[Unit, Place, Then, str, UnitMade | None]:
    """SETUP of a unit, judged; with the counter that conceals it and what is removed from it. Raises
    Refused."""
    line = said(order)
    unit, where, then = _set_up(state, side, order, "RePh8.6194.4")
    check_kept(state, side, unit, line)
    by = check_counter(state, unit, where, line) if line.conceal else ""
    return unit, where, then, by, removed(state, unit, where.hex, line.removed) if line.removed else None


def take_setup(play: Play, side: str, order: Order) -> None:
    """SETUP. Raises Refused."""
    line, (unit, where, then, by, item) = said(order), check_setup(play.state, side, order)
    put(play, "RePh8.6194.4", unit, where, [*[CONCEALED] * line.conceal, *[position.CLOAKED] * line.cloak])
    if item:
        play.record(item)
    note_mask(play, unit, by)
    then(play)
    keep(play, unit, where, line)


@rule("CG11.3", "I3.3")
def removed(state: State, unit: Unit, at: str, item: str) -> UnitMade:
    """What is taken off a vehicle as a counter of its own: its MG, that of a dug-in tank as a German LMG.
    Raises Refused for armament that there is not."""
    clause = "I3.3" if "dug-in" in unit.flags else "CG11.3"
    if item not in MACHINE_GUNS or (clause == "I3.3" and item != "bmg"):
        raise Refused(clause, f"{item} is not removed from {unit.id}", ("removed=bmg",))
    id_ = f"{unit.id}/{item}"
    if id_ in state.units:
        raise Refused(clause, f"{id_} was already removed")
    what = "lmg-de" if unit.side == position.GERMAN else "lmg-ru"
    return UnitMade(rule=clause, unit=id_, what=what, side=unit.side, at=at, steps=1)


@rule("BRV16.4.1", "BRV16.8")
def check_kept(state: State, side: str, unit: Unit, line: Said) -> None:
    """Only a vehicle set up concealed keeps its states secret, and only a unit with a large counter may be
    under a Trench; it stays there while it cannot move. Raises Refused."""
    if line.states:
        r16.check_states(state, unit, line)
    if line.with_:
        newcomers.check_ride(state, side, unit, line)
    newcomers.check_radio(state, unit, line)
    if line.trench and class_of(state, unit) not in {pieces.VEHICLE, pieces.GUN}:
        raise Refused(
            "BRV16.8", f"{unit.id} is neither a Gun nor a vehicle, so it is in a Trench, not under it"
        )
    if line.trench and newcomers.knows_purchases(state) and not newcomers.has_trench(state, side, line.hex):
        raise Refused("BRV16.8", f"you have no Trench in {line.hex}")
    if not line.trench and unit.id in known_to(state, side).trenches:
        r16.check_from_trench(state, side, replace(line, unit=unit.id))


def keep(play: Play, unit: Unit, where: Place, line: Said) -> None:
    """What only its owner knows of a unit that was set up (16.4, 16.5, 16.8)."""
    newcomers.keep_radio(play, unit, line)
    mine = known_to(play.state, unit.side)
    if line.states:
        r16.write_states(play, unit, line.states)
    ruined = become(play.state, where.hex) in RUINS
    if class_of(play.state, unit) == pieces.ARMOR_LEADER and line.with_ != mine.rides.get(unit.id, ""):
        note_own(play, "ROST.7", unit.side, rides={**mine.rides, unit.id: line.with_})
    if class_of(play.state, unit) == pieces.VEHICLE and in_building(where.hex) and not ruined:
        r16.set_up_in_building(play, unit, str(where), "" if line.ca is None else str(line.ca))
    elif unit.id in known_to(play.state, unit.side).bogs:
        r16.put_into_cellar(play, unit, fallen=False)
    if line.trench != (unit.id in known_to(play.state, unit.side).trenches):
        r16.put_under_trench(play, unit, under=line.trench)


@rule("CG21.3")
def check_group(unit: Unit, line: Said) -> None:
    """A line that says from= names the group with which its unit came. Raises Refused."""
    if line.from_ and line.from_.casefold() != newcomers.group_of(unit).casefold():
        came = f"came with {newcomers.group_of(unit)}" if newcomers.group_of(unit) else "came with no group"
        raise Refused("CG21.3", f"{unit.id} {came}, not with {line.from_}")


@rule("CG19.1")
def take_hip(play: Play, side: str, order: Order) -> None:
    """HIP: as SETUP, hidden. Raises Refused."""
    unit, where, then = _set_up(play.state, side, order, "CG19.1")
    check_hidden(play.state, side, unit, where)
    newcomers.check_radio(play.state, unit, said(order))
    known, by_right = known_to(play.state, side), hidden_by_right(play.state, unit, where, said(order))
    if said(order).free:
        check_free_hip(play.state, side, unit)
        note_own(play, "CG7.10", side, unseen=tuple(dict.fromkeys((*known.unseen, unit.id))))
    elif not by_right:
        check_paid(play.state, side, unit, where)
        note_own(play, "RePh8.621.8", side, paid=tuple(dict.fromkeys((*known.paid, unit.id))))
    put(play, "CG19.1", unit, where, (position.HIP,))
    note_mask(play, unit, "")
    newcomers.keep_radio(play, unit, said(order))
    then(play)


@rule("CG22.7a")
def take_reserve(play: Play, side: str, order: Order) -> None:
    """RESERVE: under a Reserve counter, which keeps away from the enemy. Raises Refused."""
    unit, where, then = _set_up(play.state, side, order, "CG22.7a")
    if class_of(play.state, unit) in {pieces.VEHICLE, pieces.GUN} or newcomers.group_of(unit)[:1] in {
        VEHICLES,
        GUNS,
    }:
        what = {pieces.VEHICLE: "is a vehicle", pieces.GUN: "is a Gun"}.get(
            class_of(play.state, unit), "is with Guns"
        )
        raise Refused("CG22.7a", f"{unit.id} {what}: only infantry may be under a Reserve counter")
    newcomers.check_reserve_bought(play.state, unit)
    front.check_reserve(play.state, side, where.hex)
    put(play, "CG22.7a", unit, where, (position.RESERVE,))
    note_mask(play, unit, "")
    newcomers.keep_radio(play, unit, said(order))
    then(play)


@rule("RePh8.6194.9")
def check_entry_turn(state: State, side: str) -> None:
    """Units enter in the firefight, in their own Player Turn. Raises Refused."""
    if state.segment != position.PLAY:
        raise Refused("RePh8.6194.9", "units enter in their own Player Turn, when the firefight has begun")
    if state.frame.facts.get("mover", side) != side:
        raise Refused(
            "RePh8.6194.9", f"units enter in their own Player Turn, and this is the {other(side).title()}'s"
        )


@rule("CG7.8", "CG11.3", "CG12.1", "CG12.2", "CG12.6", "CG21.3", "OB-RU.1", "RePh8.6194.9", "BRV13.12.1")
def check_enter(state: State, side: str, order: Order) -> tuple[Place, Then]:
    """ENTER over an edge hex, in play, from off the map, judged; and how the unit comes. Raises Refused."""
    line = said(order)
    check_entry_turn(state, side)
    unit, where = unit_and_place(state, side, line, "RePh8.6194.9")
    if unit.at not in {position.BOUGHT, position.OFF_MAP}:
        raise Refused("RePh8.6194.9", f"{unit.id} is not off the map, but at {unit.at.upper()}")
    check_group(unit, line)
    newcomers.check_bought_way(state, unit, order.verb, where)
    if newcomers.DUG_IN in unit.flags:
        raise Refused("I3.2", f"{unit.id} is a dug-in tank: it is set up, and does not enter")
    found = judged("enter", known := case_of(state, unit, where, line, order.verb))
    newcomers.check_radio(state, unit, line)
    fresh = newcomers.NEW in unit.flags or unit.id in known_to(state, side).waiting
    front.check_entry(state, side, where.hex, fresh)
    if where.level == SBAHN:
        front.check_onto_sbahn(state, side, where.hex)
    item = removed(state, unit, unit.at, line.removed) if line.removed else None

    def come(apart: Play) -> None:
        if item:  # it waits off the map, where its vehicle came from, for who brings it
            apart.record(replace(item, to=(side,)))
        put(apart, "RePh8.6194.9", unit, where, [*[position.CLOAKED] * line.cloak], "enters")
        effects(apart, "enter", found, known)
        more_panzerfaust(apart, unit)

    return where, come


def take_enter(play: Play, side: str, order: Order) -> None:
    """ENTER. Raises Refused."""
    where, come = check_enter(play.state, side, order)
    if said(order).cloak:
        come_cloaked(play, side, where, come)
    else:
        come(play)


@rule("CG7.5")
def come_cloaked(play: Play, side: str, where: Place, come: Then) -> None:
    """Infantry enters under a Cloaking counter: the enemy sees the counter and its hex, and neither who nor
    how many are under it."""
    there = any(one.side == side and position.CLOAKED in one.flags for one in play.state.at(where.hex))
    pieces.privately(play, side, come)
    if not there:
        tell(play, "CG7.5", f"a Cloaking counter of the {side.title()} enters in {where.hex.upper()}")


# -- the Snipers ---------------------------------------------------------------------------------------------


@rule("CG3.1")
def take_snipers(play: Play, side: str, order: Order) -> None:
    """SETUP SNIPERS B12,R12: a side's two Snipers, which the other sees when it has set up. Raises
    Refused."""
    line = replace(said(order), of=side)
    check_snipers(play.state, side, line)
    note_own(play, "CG3.1", side, snipers=tuple(one.upper() for one in line.rest))


@rule("CG3.1")
def show_snipers(play: Play, side: str) -> None:
    """A side has set up: its Snipers are on the map, or it is told that they are not placed."""
    if hexes := known_to(play.state, side).snipers:
        note_own(play, "CG3.1", side, snipers=())
        book_snipers(play, Said(what=("SNIPERS", *hexes), of=side))
    elif not campaign(play.state).snipers.get(side):
        text = f'your two Snipers are not placed: in the firefight "report SNIPERS of={side} B12,R12"'
        play.record(Prompted(rule="CG3.1", to=(side,), text=text))


ORDERS: Orders = {
    "setup": newcomers.each(take_setup),
    "setup SNIPERS": take_snipers,
    "hip": newcomers.each(take_hip),
    "reserve": newcomers.each(take_reserve),
    "enter": newcomers.each(take_enter),
}
ALONE: Mapping[str, Callable[[State, str, Order], object]] = {"setup": check_setup, "enter": check_enter}
"""How a line for one unit is judged: what it does then refuses nothing."""
