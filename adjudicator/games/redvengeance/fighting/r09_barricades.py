"""Chapter 9, fortifications at the table: what a Barricade is taken for, and how it is crossed and cleared.

9.1 what the Russian sees     9.2 a Barricade is a Roadblock but for 9.21 and 9.22
9.21 who may cross, and the MP     9.211 the DR, its modifiers and results     9.212 what a failure leaves
9.213 Labor     9.214 the Breach     9.22 infantry and HE clear it
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from adjudicator.events import EVERYBODY, UnitMoved
from adjudicator.mechanics.drm import DRM, packed
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from ..charts import rows_of
from ..decision_table.table import drms, judged
from ..decision_table.table_reports import case, reported
from ..events import DiceModified
from ..orders import Said, number_in, said
from ..situation.campaign import (
    BREACHED,
    ROADBLOCK,
    WHOLE,
    campaign,
    mark,
    note,
    note_in,
    remove_barrier,
    tell,
)
from ..situation.ground import PIT_BRIDGE, hex_id, stands, tags
from ..situation.modifiers import roll_two
from ..situation.pieces import (
    ANYBODY,
    check_armor_leader,
    crew_leaders,
    eyes,
    has,
    hex_of,
    named,
    number,
    own,
    printed,
)

MOST_LABOR = 2
EVEN_TONS, STEP_TONS = 30, 5
"""A vehicle of 30 tons has no modifier for its weight; each 5 tons more or less count one (9.211)."""
INEXPERIENCED = 1
"""Stand-in: what an Inexperienced crew adds; the base rules have the number (notes e.1)."""
SHARES = {"half": 2, "quarter": 4}
DAMAGING = re.compile(r"(\d*)KIA|K/(\d+)", re.IGNORECASE)
"""The results of an attack that clear a Barricade and damage a bridge."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """A line of the chart of 9.211: up to which final DR, whether the AFV is across, what is left behind."""

    rule: str
    most: int
    across: bool
    said: str
    flag: str
    labor: int


CROSSINGS = rows_of(Crossing, "crossings.csv")


@rule("BRV9.1.4")
def book_los(play: Play, line: Said) -> None:
    """Its true type is known from now on, if nobody has removed it since the line was filed."""
    now = campaign(play.state)
    if line.side not in now.barricades:
        tell(play, "BRV9.1.4", f"nothing lies across {line.side} any longer")
        return
    note(play, "BRV9.1.4", barriers_seen=tuple(dict.fromkeys((*now.barriers_seen, line.side))))
    what = "a Roadblock" if now.barricades[line.side] == ROADBLOCK else "a Barricade"
    tell(play, "BRV9.1.4", f"{line.side} is {what}, in sight of {line.unit}")


def barricade(state: State, side: str) -> str:
    """The state of the Barricade across a hexside. Raises Refused without one."""
    found = campaign(state).barricades.get(side, "")
    if found not in {WHOLE, BREACHED}:
        raise Refused("BRV9.2", f"there is no Barricade across {side}")
    return found


@rule("BRV9.21.3", "BRV9.211.1", "BRV9.214.2")
def price(state: State, unit: Unit, line: Said) -> int:
    """The MP declared: a half or a quarter of those printed, or a quarter for the Breach, rounded up."""
    most = printed(state, unit, "movement")
    prices = {word: -(-most // share) for word, share in SHARES.items()}
    if line.mp == "breach":
        return prices["quarter"]
    by_number = {str(mp): mp for mp in prices.values()}
    if (mp := prices.get(line.mp, by_number.get(line.mp))) is None:
        legal = tuple(f"mp={word}" for word in SHARES)
        told = " or ".join(f"{word}, {mp}" for word, mp in prices.items())
        raise Refused("BRV9.21.3", f"{unit.id} has {most} MP printed and spends {told}", legal)
    return mp


@rule("BRV9.21.1")
def check_mph(state: State, side: str, unit: Unit) -> None:
    """A vehicle crosses in its own MPh. Raises Refused."""
    turn = str(state.frame.facts.get("mover") or side)
    if turn != side:
        raise Refused("BRV9.21.1", f"it is the {turn} Player Turn, and {unit.id} moves in its own")


@rule(
    "BRV9.211.10", "BRV9.211.11", "BRV9.211.12", "BRV9.211.13", "BRV9.211.14", "BRV9.211.15", "BRV9.211.16",
    "BRV9.211.17",
)  # fmt: skip
def crossing_drms(state: State, unit: Unit, line: Said) -> tuple[DRM, ...]:
    """The modifiers of a crossing DR; those of nothing are left out."""
    tons = number(state, unit, "tons") if line.tons is None else line.tons
    light, heavy = -(-(EVEN_TONS - tons) // STEP_TONS), (tons - EVEN_TONS) // STEP_TONS
    bridge = any(stands(state, one) or PIT_BRIDGE in tags(one) for one in line.side.split("/"))
    crashes = price(state, unit, line) < -(-printed(state, unit, "movement") // SHARES["half"])
    leader = re.search(r"(\d+)$", line.al)  # an Armor Leader: "9-1", or 1
    crew = -int(leader[1]) if leader and int(leader[1]) else INEXPERIENCED * line.inexperienced
    all_of_them = (
        DRM("BRV9.211.10", 2 * crashes, "Crashing the Gate"),
        DRM("BRV9.211.11", int(line.red or has(state, unit, "red_mp")), "red MP"),
        DRM("BRV9.211.12", max(light, 0), f"{tons} tons"),
        DRM("BRV9.211.13", -max(heavy, 0), f"{tons} tons"),
        DRM("BRV9.211.14", int(bridge), "a Bridge Location"),
        DRM("BRV9.211.15", -labor_at(state, line.side, hex_of(unit)), "Labor"),
        DRM("BRV9.211.16", crew, "the crew"),
        DRM("BRV9.211.17", -int(line.ce or "ce" in unit.flags), "CE"),
    )
    return tuple(one for one in all_of_them if one.value)


@rule("BRV9.211.2", "BRV9.211.3", "BRV9.214.1", "BRV9.214.4", "BRV9.215")
def cross(play: Play, side: str, order: Order) -> None:
    """CROSS: the MP are spent in the vehicle's own hex, the enemy fires, then comes the DR."""
    line = said(order)
    unit = own(play.state, side, line.what[0] if line.what else line.unit, "BRV9.21.1")
    check_crossing(play.state, unit, line)
    check_mph(play.state, side, unit)
    mp = price(play.state, unit, line)
    told = f"{unit.id} spends {mp} of {printed(play.state, unit, 'movement')} MP in {hex_of(unit)}"
    if line.mp == "breach":
        note_breach(play, unit, line.side, told)
        return
    to = eyes(play.state, unit)
    tell(play, "BRV9.211.2", f"{told} to cross the Barricade {line.side}", to=to)
    crosses = unit.id if to == EVERYBODY else "a vehicle"
    final = roll_two(
        play, "BRV9.211.3", f"{crosses} crosses {line.side}", crossing_drms(play.state, unit, line),
        lambda number: crossing(number).said,
    )  # fmt: skip
    (get_across if crossing(final).across else fail)(play, unit, line.side, crossing(final))


@rule("BRV9.21.1", "BRV9.21.2", "BRV9.211.3", "BRV9.211.15", "BRV9.212.1", "BRV9.213.1", "BRV9.213.2")
def check_crossing(state: State, unit: Unit, line: Said) -> None:
    """Whether a unit may try to cross a Barricade: a fully tracked AFV that moves, not Stopped, not in VBM,
    without Riders. Raises Refused."""
    if line.side in campaign(state).barricades and hex_of(unit) not in line.side.split("/"):
        raise Refused("BRV9.21.3", f"{unit.id} is in {hex_of(unit)}, which does not touch {line.side}")
    stuck = tuple(sorted(unit.flags & {"bogged", "immobilized", "out-of-gas", "abandoned"})) or ""
    judged("crossing", case(state, line, unit) | {"stuck": stuck})
    lies = barricade(state, line.side)  # who could not cross does not learn whether it is a Roadblock (9.1)
    check_armor_leader(state, unit, line.al if line.al != "0" else "", "BRV9.211.16")
    has_labor = labor_at(state, line.side, hex_of(unit))
    if line.mp == "breach" and lies != BREACHED:
        raise Refused("BRV9.214.2", f"the Barricade {line.side} has no Breach")
    if line.labor is not None and abs(line.labor) != has_labor:
        why = f"the Labor of {line.side} in {hex_of(unit)} is {-has_labor}, not {-abs(line.labor)}"
        raise Refused("BRV9.211.15", why)
    if line.mp != "breach" and line.fire != "survived":
        why = "the enemy fires before the DR: write fire=survived when the vehicle has survived it"
        raise Refused("BRV9.211.3", why)


@rule(*(one.rule for one in CROSSINGS))
def crossing(final: int) -> Crossing:
    """The line of the chart for a final DR."""
    return next(one for one in CROSSINGS if final <= one.most)


@rule("BRV9.214.2")
def note_breach(play: Play, unit: Unit, side: str, told: str) -> None:
    """Through the Breach goes no DR; the vehicle may be hit from beneath."""
    text = f"{told} at the Breach {side}, without a DR; an Underbelly Hit may be tried meanwhile"
    tell(play, "BRV9.214.2", text, to=eyes(play.state, unit))
    step_over(play, "BRV9.214.2", unit, side)


@rule("BRV9.214.1", "BRV9.215", "BRV9.213.3")
def get_across(play: Play, unit: Unit, side: str, found: Crossing) -> None:
    """The vehicle is across; the Barricade is removed with its Labor, or is Breached."""
    if found.rule == "BRV9.211.9":
        remove_barrier(play, "BRV9.215", side)
    else:
        note_in(play, found.rule, "barricades", {side: BREACHED})
    step_over(play, "BRV9.214.1", unit, side)


@rule("BRV9.214.1", "BRV9.214.2")
def step_over(play: Play, rule_: str, unit: Unit, side: str) -> None:
    """The vehicle is in the hex beyond, with its Armor Leader."""
    beyond = next(hex_ for hex_ in side.split("/") if hex_ != hex_of(unit))
    way = (unit.at, hex_id(beyond))
    for one in (unit, *crew_leaders(play.state, unit)):
        play.record(UnitMoved(rule=rule_, to=eyes(play.state, one), unit=one.id, path=way, how="crosses"))


@rule("BRV9.212.1", "BRV9.212.2", "BRV9.213.5")
def fail(play: Play, unit: Unit, side: str, found: Crossing) -> None:
    """The vehicle is Stopped in its Location, with what the chart says; Labor is placed, never past -2."""
    flags = ("stopped", *filter(None, [found.flag]))
    mark(play, "BRV9.212.1", unit.id, add=flags, to=eyes(play.state, unit))
    if found.labor:
        add_labor(play, found.rule, side, hex_of(unit), found.labor)


@rule("BRV9.213.1", "BRV9.213.2", "BRV9.213.4")
def labor_at(state: State, side: str, hex_: str) -> int:
    """The Labor at a hexside for units that work from this hex: a counter counts only in its own hex."""
    return campaign(state).labor.get(f"{side}@{hex_}", 0)


@rule("BRV9.213.5")
def add_labor(play: Play, rule_: str, side: str, hex_: str, more: int) -> None:
    """Labor grows by each failure, to -2 at most."""
    size = min(labor_at(play.state, side, hex_) + more, MOST_LABOR)
    note_in(play, rule_, "labor", {f"{side}@{hex_}": size})
    tell(play, "BRV9.212.2", f"Labor -{size} is in {hex_} for {side}")


@rule("BRV9.22", "BRV9.213.4")
def book_clearance(play: Play, line: Said) -> None:
    """-2 against a Barricade, and the Labor in the unit's own Location; what it leaves."""
    unit = named(play.state, ANYBODY, line.unit, "BRV9.22")
    laid = labor_at(play.state, line.side, hex_of(unit))
    found = drms(judged("clearance", case(play.state, line)))
    found += (DRM("BRV9.213.4", -laid, "Labor"),) if laid else ()
    play.record(
        DiceModified(
            rule="BRV9.22", what=f"Clearance of {line.side} by {unit.id}", drms=packed(found),
            rolled=number_in(line.more.get("dr", "")),
        )
    )  # fmt: skip
    if line.result == "cleared":
        remove_barrier(play, "BRV9.22", line.side)
    elif line.result == "labor":
        add_labor(play, "BRV9.213.5", line.side, hex_of(unit), 1)


@rule("BRV9.221")
def book_he(play: Play, line: Said) -> None:
    """KIA and K/# clear it, nothing less does."""
    if DAMAGING.fullmatch(line.result):
        remove_barrier(play, "BRV9.221", line.side)
    else:
        tell(play, "BRV9.221", f"{line.result}: the Barricade {line.side} stays")


ORDERS = {"cross": cross}
REPORTS = {"los": reported("los", book_los), "clearance": reported("clearance", book_clearance)}
