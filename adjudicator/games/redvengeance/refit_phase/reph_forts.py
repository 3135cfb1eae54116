"""8.621, fortifications: what is sold to whom, and for how many FPP; notes A to R of the chart.
8.624 and 8.6243, reconnaissance.

check_fort     a line of the sheet: sold at all (E, G, R), how often (H, R), where (C, F)
price_told     D doubled, B the Pillbox
take_recon     RECON K10,L12: a side that has bought tries names hexes with its set-up
open_hexes     they are told once both have set up, the German's first, and then both sides report what was
               seen there (`hooks`); before it names one nobody is told that a side has tries
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import ceil

from adjudicator.events import FactNoted
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Json, State

from ..charts import INFANTRY, INITIAL_CGS, Price, groups, prices, starts
from ..decision_table.table import judged
from ..decision_table.table_reports import case
from ..events import FortsShown, TableNoted
from ..orders import Orders, Said, said
from ..position import BOXES, GERMAN, RESERVE, RUSSIAN, other, units_of
from ..situation.basket import BUY, FORT, sayings
from ..situation.campaign import campaign, note_in, note_own, own
from ..situation.concealing import COUNTER, used
from ..situation.front import areas, check_german_start, front_line, isolated
from ..situation.ground import (
    Place,
    check_barrier,
    check_fortification,
    check_fortify,
    check_location,
    hex_id,
    place,
)
from ..situation.pieces import squads

FORTIFIED = "FORTIFIED"
NEVER_SHOWN = ("APMINE", "ATMINE", "TUNNEL", FORTIFIED)
"""What is for its owner alone until somebody comes upon it."""
BARRIERS = ("ROADBLOCK", "BARRICADE")
"""Fortifications across a hexside."""
SUPPLEMENTAL, HIP_ITEM, PILLBOX = "SUPPLEMENTAL", "HIP", "PILLBOX"
NEVER_LAID = {SUPPLEMENTAL: "it counts for every Russian tank", HIP_ITEM: '"hip UNIT hex=HEX" hides the unit'}
NO_WORKS = (SUPPLEMENTAL, HIP_ITEM, "CONCEAL")
"""Items of the chart that are not fortifications."""
PILLBOX_RATE, LATER_RATE, HIP_SHARE = 1.5, 2, 10
"""FPP for each of the three numbers of a Pillbox; the factor after the Initial CGS; one squad in so many."""
HIDDEN = {"squad": 1.0, "hs": 0.5}
"""Squads that count for the HIP share, as the chart calls them; a SMC or a crew counts as none (notes
f.19)."""


@rule("RePh8.621.1", "RePh8.621.2", "RePh8.621.3", "RePh8.621.8", "FT-FN-A", "FT-FN-I")
def row_of(words: Said) -> Price:
    """The row of the chart that a line means: a Foxhole by its squads (a single one if it does not say), HIP
    by its unit. Raises Refused for an item that is not on the chart."""
    rows = [row for row in prices() if row.item == words.about]
    if not rows:
        names = tuple(dict.fromkeys(row.item for row in prices()))
        why = f"{words.about} is not on" if words.about else "name an item of"
        raise Refused("RePh8.621.1", f"{why} the fortification chart", names)
    told = {"cap": str(words.cap or 1), "unit": words.unit.lower()}
    for row in rows:
        if not row.key or told[row.key] == row.value:
            return row
    legal = tuple(f"FPP {row.item} {row.key}={row.value}" for row in rows)
    raise Refused(rows[0].rule, f"{rows[0].item} needs {rows[0].key}=", legal)


@rule(*(row.rule for row in prices()), "FT-FN-B", "FT-FN-D")
def price_told(state: State, words: Said) -> tuple[int, str]:
    """The FPP of one item of a line, and how they come about."""
    row = row_of(words)
    price, told = pillbox_price(row, words) if row.fpp is None else (row.fpp, str(row.fpp))
    if "D" in row.marks and state.turn > INITIAL_CGS:
        price, told = price * LATER_RATE, f"{told}, doubled after the Initial CGS: {price * LATER_RATE}"
    return price, told


@rule("FT-FN-B")
def pillbox_price(row: Price, words: Said) -> tuple[int, str]:
    """The FPP of a Pillbox by its three numbers, and how they come about. Raises Refused if one lacks."""
    asked = (words.ca, words.nca, words.cap)
    parts = [part for part in asked if part is not None]
    if len(parts) < len(asked):
        raise Refused(row.rule, "a Pillbox needs ca=, nca= and cap=", ("FPP PILLBOX ca=1 nca=3 cap=5",))
    if min(parts) < 1:
        why = f"each of ca=, nca= and cap= is 1 or more, not {min(parts)}"
        raise Refused(row.rule, why, ("FPP PILLBOX ca=1 nca=3 cap=5",))
    price = ceil(sum(parts) * PILLBOX_RATE)
    return price, f"({' + '.join(map(str, parts))}) x {PILLBOX_RATE} = {price}"


def cost(state: State, words: Said) -> int:
    """The FPP of a whole line."""
    return price_told(state, words)[0] * words.times


@rule("RePh8.621")
def check_times(row: Price, words: Said) -> None:
    """Whatever is bought or placed is one or more. Raises Refused."""
    if words.times < 1:
        raise Refused(row.rule, f"x{words.times} is not a number of {row.name}", (f"FPP {row.item} x1",))


def check_fort(state: State, side: str, words: Said) -> None:
    """Whether a side may buy what a line says, after the lines above it. Raises Refused."""
    row = row_of(words)
    check_times(row, words)
    price_told(state, words)
    check_buyer(state, side, row)
    check_place(state, side, row, words.hex.split(":")[0])
    check_lie(state, side, row.item, words)
    if row.item == SUPPLEMENTAL:
        check_supplemental(state, side, words.times)
    if row.item == HIP_ITEM:
        check_hip_share(state, side, words)


@rule("FT-FN-E", "FT-FN-G", "FT-FN-R1", "FT-FN-L", "RePh8.621.10")
def check_buyer(state: State, side: str, row: Price) -> None:
    """G is sold to the German alone, R to the Russian alone, E in the Initial CGS alone; the text of mark L
    is lost and bars nothing. Raises Refused."""
    if "G" in row.marks and side != GERMAN:
        raise Refused("FT-FN-G", f"only the German may buy: {row}")
    if "R" in row.marks and side != RUSSIAN:
        raise Refused("FT-FN-R1", f"only the Russian may buy: {row}")
    if "E" in row.marks and state.turn > INITIAL_CGS:
        raise Refused("FT-FN-E", f"sold in the Initial CGS only: {row}")


@rule("FT-FN-C", "FT-FN-F")
def check_place(state: State, side: str, row: Price, hex_: str) -> None:
    """C may not be in an isolated Location, F not in a Front Line Location; without a hex this is checked at
    set-up. Raises Refused."""
    if hex_ and "C" in row.marks and hex_id(hex_) in isolated(state, side):
        raise Refused("FT-FN-C", f"{hex_.upper()} is isolated and may not have this: {row}")
    if hex_ and "F" in row.marks and hex_id(hex_) in front_line(state, side):
        raise Refused("FT-FN-F", f"{hex_.upper()} is a Front Line Location and may not have this: {row}")


@rule("BRV9.1.1", "BRV9.1.2", "BRV10.2.4", "BRV11.4", "BRV12.3.8", "BRV13.31.5")
def check_lie(state: State, side: str, item: str, words: Said) -> None:
    """Check by the ground and the table where a fortification is, and whether hidden. Raises Refused."""
    if item in NO_WORKS:
        return
    judged("place", {**case(state, words, side=side), "item": item.casefold()})
    if words.side:
        check_barrier(*words.side.split("/"))
    if words.hex:
        check_fortification(item, words.hex.split(":")[0])
        check_location(state, place(words.hex))
    if words.hex and item == FORTIFIED:
        kept = (one["hex"] for one in own(state, side).forts if one["item"] == FORTIFIED and "hex" in one)
        sheet = (one.hex for one in sayings(state, side, FORT) if one.about == FORTIFIED and one.hex)
        check_fortify(place(words.hex), (*fortified(state, side), *map(place, (*kept, *sheet))))


@rule("FT-FN-R3")
def check_supplemental(state: State, side: str, times: int) -> None:
    """Supplemental Armor is sold once in the whole campaign. Raises Refused."""
    already = any(words.about == SUPPLEMENTAL for words in sayings(state, side, FORT))
    if times > 1 or already or campaign(state).supplemental:
        raise Refused("FT-FN-R3", "Supplemental Armor is sold once in the campaign (22 FPP)")


@rule("FT-FN-R2")
def supplemental_in_force(state: State) -> bool:
    """Whether Supplemental Armor counts now: in the first CGS after it was bought that is not a Lull."""
    return campaign(state).supplemental == state.turn


@rule("FT-FN-R2")
def wear_supplemental(play: Play, date: int) -> None:
    """Supplemental Armor is for this date; the Russian alone knows of it (16.7)."""
    play.record(FactNoted(rule="FT-FN-R2", to=(RUSSIAN,), key="supplemental", value=date))


def squads_to_come(state: State, side: str) -> float:
    """The most squads that purchases and the free groups at the start may bring on the board at once, those
    in Reserve left out; the MMC of a Gestapo Section are half-squads."""
    begins = german_start(state, side)
    bought = [(words.about, words.times) for words in sayings(state, side, BUY)
              if words.mode == "map" or (begins and words.mode != RESERVE)]  # fmt: skip
    coming = [*bought, *((one, 1) for one in starts()[side].free if begins)]
    of_squads = ((groups()[side, one], times) for one, times in coming if one[0] == INFANTRY)
    return sum(group.full * times * (0.5 if "D" in group.marks else 1) for group, times in of_squads)


def german_start(state: State, side: str) -> bool:
    """Whether everything that a side has begins on the board: the German in the Initial CGS."""
    return side == GERMAN and state.turn == INITIAL_CGS


# -- laying what was bought --------------------------------------------------------------------------------


def lay(play: Play, side: str, order: Order) -> None:
    """FPP in set-up: one that was bought is placed, in secret until its side has set up. Raises Refused."""
    state, words = play.state, said(order)
    row, forts = row_of(words), own(state, side).forts
    if row.item in NEVER_LAID:
        raise Refused(row.rule, f"{row.name} is not placed on the map: {NEVER_LAID[row.item]}")
    check_times(row, words)
    check_left(state, side, row, words)
    check_laid(state, side, row, words)
    check_once(state, side, row, words)
    more, rest = words.times, []
    for fort in forts:
        taken = min(more, fort["times"]) if is_meant(fort, words) else 0
        more -= taken
        if taken < fort.get("times", 1):
            rest.append({**fort, "times": fort["times"] - taken} if taken else fort)
    one = {"item": words.about, "at": words.side or words.hex, "hidden": words.hidden}
    note_own(play, row.rule, side, forts=(*rest, *[one] * words.times))


def is_meant(fort: Mapping[str, Json], words: Said) -> bool:
    """Whether a fortification that was bought, and is not laid yet, is one that a line means: of its kind,
    and with the numbers that the line says."""
    said_ = {"cap": words.cap, "ca": words.ca, "nca": words.nca}
    same = all(value in {None, fort.get(key, 1)} for key, value in said_.items())
    return fort["item"] == words.about and "at" not in fort and bool(fort["times"]) and same


@rule("RePh8.621")
def check_left(state: State, side: str, row: Price, words: Said) -> None:
    """As many are left as a line lays. Raises Refused."""
    mine = own(state, side).forts
    has = sum(int(fort["times"]) for fort in mine if is_meant(fort, words))
    has -= len(used(state, side)) if row.item == COUNTER else 0
    if has < 1:
        raise Refused(row.rule, f"you have no {row.name} left to place")
    if words.times > has:
        where = f"side={words.side}" if words.side else f"hex={words.hex}"
        why = f"{has} of your {row.name} {'is' if has == 1 else 'are'} left to place, not {words.times}"
        raise Refused(row.rule, why, (f"FPP {row.item} x{has} {where}",))


@rule("BRV9.2", "RePh8.621")
def check_once(state: State, side: str, row: Price, words: Said) -> None:
    """A hexside holds one barrier, and a Location is fortified once. Raises Refused."""
    at = words.side or words.hex
    if row.item in BARRIERS:
        laid = {one["at"] for one in own(state, side).forts if one["item"] in BARRIERS and "at" in one}
        twice = at in laid or at in campaign(state).barricades
    else:
        twice = row.item == FORTIFIED and place(at) in set(fortified(state, side))
    if twice or (words.times > 1 and row.item in {*BARRIERS, FORTIFIED}):
        raise Refused(row.rule, f"at {at} there can be one {row.name} and no other")


def check_laid(state: State, side: str, row: Price, words: Said) -> None:
    """A Roadblock or Barricade is across a hexside, all else in a Location of an area. Raises Refused."""
    barrier = row.item in BARRIERS
    where = words.side if barrier else words.hex
    if not where:
        form, what = ("side=K10/K11", "across which hexside") if barrier else ("hex=K13", "where")
        raise Refused(
            row.rule, f"{row.name}: {form.partition('=')[0]}= says {what}", (f"FPP {row.item} {form}",)
        )
    check_lie(state, side, row.item, words)
    hexes = [place(one).hex for one in where.split("/")]
    check_in_area(state, side, where, hexes)
    for one in hexes:
        check_place(state, side, row, one)


def check_in_area(state: State, side: str, where: str, hexes: Iterable[str]) -> None:
    """A fortification is in an area of its side; a barrier across a hexside touches one. Raises Refused."""
    if german_start(state, side):
        for one in hexes:
            check_german_start(state, one)
    elif not {one for area in areas(state, side) for one in area}.intersection(hexes):
        raise Refused("RePh8.621", f"{where} is not in one of your set-up areas")


def fortified(state: State, side: str) -> Iterator[Place]:
    """The Fortified Locations of a side: those just placed, hidden ones, and those in sight."""
    mine = own(state, side)
    laid = (one["at"] for one in mine.forts if one["item"] == FORTIFIED and "at" in one)
    hidden = (at for item, at in mine.hip.items() if item.startswith(FORTIFIED))
    open_ = (at for at, items in campaign(state).works.items() if FORTIFIED.casefold() in items)
    return map(place, (*laid, *hidden, *open_))


@rule("BRV9.1.1")
def publish(play: Play, side: str) -> None:
    """A side has set up: what it placed is shown on the map, except what is hidden."""
    mine = own(play.state, side)
    laid = [fort for fort in mine.forts if "at" in fort]
    open_ = [fort for fort in laid if not fort["hidden"] and fort["item"] not in NEVER_SHOWN]
    if open_:
        told = tuple(f"{_seen_as(fort['item'])} {fort['at']}" for fort in open_)
        play.record(FortsShown(rule="BRV9.1.1", side=side, works=told))
    for fort in open_:
        item, at = fort["item"].casefold(), fort["at"]
        if fort["item"] in BARRIERS:
            what = {"barricade": "whole"}.get(item, item)
            note_in(play, "RePh8.624", "barricades", {at: what})
        else:
            lie = campaign(play.state).works.get(at, ())
            note_in(play, "RePh8.624", "works", {at: (*lie, item)})
    closed = Counter((fort["item"], fort["at"]) for fort in laid if fort not in open_)
    if laid:
        left = tuple(fort for fort in mine.forts if "at" not in fort)
        note_own(play, "RePh8.6073.1", side, forts=left, hip=with_more(mine.hip, closed))


LIES_HIDDEN = re.compile(r"(?P<item>.+?)(?: x(?P<number>\d+))?@.+")
"""How what lies hidden is called: `APMINE x3@K20`."""


def with_more(hip: Mapping[str, str], more: Counter[tuple[str, str]]) -> dict[str, str]:
    """What lies hidden, by its name and number, with more of it (item, place): what is alike in one place is
    counted together."""
    found = dict(hip)
    for name, at in hip.items():
        known = LIES_HIDDEN.fullmatch(name)
        if known and (known["item"], at) in more:
            more[known["item"], at] += int(known["number"] or 1)
            del found[name]
    return found | {f"{item}{f' x{n}' * (n > 1)}@{at}": at for (item, at), n in more.items()}


@rule("BRV9.1.3")
def _seen_as(item: str) -> str:
    """What the enemy sees of a fortification: of a Barricade a Roadblock."""
    return "Roadblock" if item in BARRIERS else item.capitalize()


@rule("FT-FN-H")
def check_hip_share(state: State, side: str, words: Said) -> None:
    """At most a tenth of the squads on the board, rounded down, may be hidden by purchase. Purchases count
    the squads that may come there, set-up those that are there. Raises Refused."""
    here = (u for u in units_of(state, side) if u.at not in BOXES and RESERVE not in u.flags)
    there = squads(state, here) + squads_to_come(state, side)
    most = there // HIP_SHARE
    has = sum(_hidden(line) for line in sayings(state, side, FORT))
    if has + _hidden(words) > most:
        raise Refused(
            "FT-FN-H",
            f"of {there:g} squads on the board {most:g} may be hidden by purchase; {has:g} are, and "
            f"{_hidden(words):g} more are asked for",
        )


def _hidden(words: Said) -> float:
    """The squads that a line hides."""
    return HIDDEN.get(words.unit.lower(), 0.0) * words.times if words.about == HIP_ITEM else 0.0


NUMBER, STEP = "RePh8.624", "8.6243"


@rule(NUMBER)
def take_recon(play: Play, side: str, order: Order) -> None:
    """RECON in the set-up: the hexes that a side will inspect, one for each try; a later line replaces an
    earlier. Raises Refused."""
    tries, hexes = own(play.state, side).recon, said(order).what
    if not hexes or len(set(map(hex_id, hexes))) > tries:
        told = f"you bought reconnaissance of {tries} hexes"
        raise Refused(NUMBER, told, (f"recon {','.join(('K10', 'L12')[:tries])}",))
    note_own(play, NUMBER, side, inspect=tuple(dict.fromkeys(one.split(":")[0] for one in hexes)))


@rule(NUMBER)
def open_hexes(play: Play) -> bool:
    """Both sides have set up: the German begins to declare which hexes are inspected, and the Russian
    follows; whether there are any."""
    named = {side: hexes for side in (GERMAN, other(GERMAN)) if (hexes := own(play.state, side).inspect)}
    for side, hexes in named.items():
        play.record(TableNoted(rule=NUMBER, text=f"the {side.title()} inspects {', '.join(hexes)}"))
        note_own(play, NUMBER, side, inspect=())
    return bool(named)


ORDERS: Orders = {"fpp": lay, "recon": take_recon}
