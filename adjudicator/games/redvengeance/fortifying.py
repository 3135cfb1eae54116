"""What was bought at 8.621 is placed at set-up, and how artillery is observed is said: lines FPP and OBA.

FPP BARRICADE side=K10/K11     FPP TRENCH hex=K14     FPP FORTIFIED hex=K13:1     OBA O2 HE

Whatever lies open is shown with the set-up (9.1); mines, tunnels and what is hidden are their owner's alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.events import FactNoted
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Json, State

from .campaign import campaign, note_own, own
from .cg_artillery import check_oba, retained
from .dates import date
from .front import areas, begins, check_german_start
from .front_events import FortsShown
from .ground import Place, check_barrier, check_fortification, check_fortify, place, tags
from .orders import Said, said
from .position import GERMAN, INIT_SETUP
from .r09_barricades import ROADBLOCK, WHOLE
from .reph_forts import check_place, row_of
from .table import judged
from .table_events import TableNoted
from .taking import Orders

SIDES_OF_HEXES = {"ROADBLOCK": ROADBLOCK, "BARRICADE": WHOLE}
"""What lies across a hexside -> how the record has it."""
FORTIFIED = "FORTIFIED"
UNSHOWN = ("APMINE", "ATMINE", "TUNNEL", FORTIFIED)
"""What is never shown at set-up."""
WITH_UNITS = ("HIP", "CONCEAL", "SUPPLEMENTAL")
"""What is bought for units, and placed with them."""
KEYS = ("cap", "unit", "ca", "nca")


def waiting(state: State, side: str) -> tuple[Mapping[str, Json], ...]:
    """The fortifications that a side has bought and not placed."""
    return tuple(one for one in own(state, side).forts if one["item"] not in WITH_UNITS)


@rule("RePh8.621")
def of_purchases(state: State, side: str, line: Said) -> Mapping[str, Json]:
    """The purchase that a line places. Raises Refused for what was not bought, or is placed already."""
    for one in waiting(state, side):
        same = all(getattr(line, key) in (None, "", one.get(key)) for key in KEYS)
        if one["item"] == line.about and same and line.times <= one["times"]:
            return one
    left = tuple(f"FPP {one['item']} x{one['times']}" for one in waiting(state, side))
    raise Refused("RePh8.621", f"you have no {line.about or 'such item'} x{line.times} to place", left)


@rule("BRV9.1.1", "BRV9.1.2", "BRV11.4")
def check_site(state: State, side: str, line: Said, hexes: tuple[Place, ...]) -> None:
    """Where a fortification may lie: in an area of its side, nowhere that the ground or the chart forbids.
    Raises Refused."""
    if line.about in SIDES_OF_HEXES:
        check_barrier(*(one.hex for one in hexes))
        if line.side in campaign(state).barricades or line.side in {one["at"] for one in placed(state, side)}:
            raise Refused("BRV11.4", f"a barrier lies across {line.side} already")
    mine = {one for area in areas(state, side) for one in area}
    for one in hexes:
        if begins(state) and side == GERMAN:
            check_german_start(state, one.hex)
        elif one.hex not in mine:
            raise Refused("RePh8.621", f"{one} is in no set-up area of yours")
        check_place(state, side, row_of(line), one.hex)
        check_fortification(line.about, one.hex)
    if line.about == "FORTIFIED":
        check_fortify(
            hexes[0], [place(one["at"]) for one in placed(state, side) if one["item"] == line.about]
        )
    known = {"item": line.about.casefold(), "hidden": "yes" if line.conceal else "no"}
    bare = bool(tags(hexes[0].hex)) and not tags(hexes[0].hex) & {"multi-hex", "one-hex", "stone", "rubble"}
    ground = {"night": "yes" if date(state).night else "no", "concealment": "no" if bare else "?"}
    judged("place", known | ground)


def placed(state: State, side: str) -> tuple[Mapping[str, Json], ...]:
    """The fortifications that a side has placed: item, `at`, whether they are `open`, still to be shown, and
    whether they are `hidden` from the enemy."""
    return tuple(own(state, side).hip.values())


def take_fort(play: Play, side: str, order: Order) -> None:
    """FPP at set-up: one purchase, or a part of it, is placed. Raises Refused."""
    line, state = said(order), play.state
    found = of_purchases(state, side, line)
    across = line.about in SIDES_OF_HEXES
    where = line.side if across else line.hex
    if not where:
        form = "side=K10/K11" if across else "hex=K13"
        raise Refused("RePh8.621", f"say where {line.about} lies", (f"FPP {line.about} {form}",))
    check_site(state, side, line, tuple(map(place, where.split("/"))))
    left = [dict(one) for one in own(state, side).forts]
    at = left.index(dict(found))
    left[at]["times"] -= line.times
    hip, open_ = own(state, side).hip, not (line.conceal or line.about in UNSHOWN)
    item = {"item": line.about, "at": where, "times": line.times, "open": open_, "hidden": not open_}
    name = f"{line.about}#{len(hip) + 1}"
    forts = tuple(one for one in left if one["times"])
    note_own(play, "RePh8.621", side, forts=forts, hip={**hip, name: item})


@rule("BRV9.1.1", "BRV9.1.3")
def show(play: Play, side: str) -> None:
    """What a side has placed openly is shown: to the enemy every Barricade is a Roadblock (9.1)."""
    new = [one for one in placed(play.state, side) if one["open"]]
    across = {one["at"]: SIDES_OF_HEXES[one["item"]] for one in new if one["item"] in SIDES_OF_HEXES}
    if across:
        known = {**campaign(play.state).barricades, **across}
        play.record(FactNoted(rule="BRV9.1.3", to=(side,), key="barricades", value=known))
    if new:
        told = tuple(f"{_open_name(one['item'])} {one['at']}" for one in new)
        play.record(FortsShown(rule="BRV9.1.1", side=side, works=told))
        hip = {name: {**one, "open": False} for name, one in own(play.state, side).hip.items()}
        note_own(play, "BRV9.1.1", side, hip=hip)


def _open_name(item: str) -> str:
    return "Roadblock" if item in SIDES_OF_HEXES else item.capitalize()


# -- artillery ---------------------------------------------------------------------------------------------


@rule("CG9.3", "CG9.9")
def take_oba(play: Play, side: str, order: Order) -> None:
    """OBA at set-up and in play: how a module is observed; in play also what it fires, which both sides see.
    One that has fired for effect is not kept (CG9.8). Raises Refused."""
    line, state = said(order), play.state
    check_oba(state, side, line)
    had = retained(state, side)
    if line.about not in had:
        raise Refused("CG9.8", f"you have no module {line.about} to direct", tuple(had))
    fires = tuple(word.upper() for word in line.rest)
    if fires and setting_up(state):
        raise Refused("CG9.9", "artillery fires in play, not at set-up", (f"OBA {line.about}",))
    told = {"observer": line.observer, "carrier": line.carrier, "prereg": line.prereg}
    now = {**had[line.about], **{key: value for key, value in told.items() if value}}
    if set(fires) - {"IR"}:
        now["ffe"] = True
    note_own(play, "CG9.9", side, oba={**had, line.about: now})
    if fires:
        play.record(TableNoted(rule="CG9.8", text=f"artillery of the {side} side fires {', '.join(fires)}"))


def setting_up(state: State) -> bool:
    """Whether sides set up."""
    return state.segment in {INIT_SETUP, "8.624"}


ORDERS: Orders = {"fpp": take_fort, "oba": take_oba}
