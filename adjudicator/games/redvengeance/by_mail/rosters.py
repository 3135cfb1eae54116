"""The rosters of a side (ROST.1 to ROST.8), as their owner keeps them on paper, and from the owner's view
alone.

On Map     Off Map, with artillery and fortifications that wait     Reserve     Isolated, an area a sheet
HIP Units     HIP Fortifications     Armor Leaders, with their vehicles     Cloaked Passengers
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from string import ascii_uppercase

from adjudicator.by_mail.rosters import Entry, Section
from adjudicator.rulings import rule
from adjudicator.state import Json, State, Unit

from ..charts import DEPLETED, cells, groups, prices
from ..decision_table.table_reports import traits
from ..position import BOXES, CLOAKED, GERMAN, HIP, LEVEL, RESERVE, RUSSIAN, location, units_of
from ..refit_phase.reph_forts import SUPPLEMENTAL, german_start
from ..situation.campaign import campaign, own
from ..situation.concealing import COUNTER
from ..situation.front import areas, isolated
from ..situation.ground import hex_id
from ..situation.newcomers import group_of as group_of_unit
from ..situation.newcomers import mode_of
from ..situation.pieces import ARMOR_LEADER, class_of, on_map, shown, vehicles_of

SHEETS, EXTRA = 3, " The rulebook has rosters for A to C. Add one of your own."
"""How many isolated areas the rulebook has roster sheets for: A, B and C."""
ISOLATED, PASSENGER, NEW = "isolated", "passenger", "new"
COMES = {
    "map": "sets up on the map",
    "entry": "enters",
    "reserve": "sets up in Reserve",
    "dugin": "sets up dug in",
}
BARRICADE = ("whole", "breached")
"""The states of a Barricade; any other barrier across a hexside is a Roadblock."""
WORN = "for one CGS that is played (16.7)"
"""When Supplemental Armor counts."""
UNSAID = (NEW, RESERVE, HIP, ISOLATED)
"""Flags of which the section, or the place, says enough."""


@rule(*(row["rule"] for row in cells("rosters.csv")))
def rosters(state: State, side: str) -> tuple[Section, ...]:
    """All that a side has, each unit in one section: On Map with open and concealed ones, Off Map (CG12),
    Reserve (8.6194, CG22), Isolated (8.6241), HIP, Armor Leaders, Cloaked Passengers (16.1)."""
    units = by_section(state, side)
    return tuple(
        section
        for row in cells("rosters.csv")
        for section in sections(state, side, row["rule"], row["title"], row["remark"], units[row["rule"]])
    )


def sections(
    state: State, side: str, clause: str, title: str, remark: str, units: list[Unit]
) -> Iterator[Section]:
    """The sections of a clause: one for each isolated area, one for everything else."""
    if clause == "ROST.4":
        yield from isolated_sections(state, side, units)
    else:
        listed = tuple(entry(state, one, rides(state, one) if clause == "ROST.7" else "") for one in units)
        remark *= clause != "ROST.7" or any(" or " in one.state for one in listed)
        more = {"ROST.1": snipers_and_works, "ROST.2": waiting, "ROST.6": hidden_works}.get(clause)
        yield Section(title, clause, (*listed, *(more(state, side) if more else ())), remark)


# -- where a unit is listed ----------------------------------------------------------------------------------


def section_of(state: State, unit: Unit, cut_off: Collection[str]) -> str:
    """The clause of the section that lists a unit, secret ones first; `cut_off` are the isolated hexes."""
    if {CLOAKED, PASSENGER} <= unit.flags:
        return "ROST.8"
    if class_of(state, unit) == ARMOR_LEADER:
        return "ROST.7"
    if RESERVE in unit.flags or unit.at == RESERVE:
        return "ROST.3"
    if not on_map(unit):
        return "ROST.2"
    if HIP in unit.flags:
        return "ROST.5"
    return "ROST.4" if ISOLATED in unit.flags or unit.at in cut_off else "ROST.1"


def by_section(state: State, side: str) -> Mapping[str, list[Unit]]:
    """The units of a side by the clause of their section, place by place."""
    found: dict[str, list[Unit]] = {f"ROST.{number}": [] for number in range(1, 9)}
    order, cut_off = {one: n for n, one in enumerate((*state.board.spaces, *BOXES))}, isolated(state, side)
    for unit in sorted(units_of(state, side), key=lambda unit: order.get(unit.at, len(order))):
        found[section_of(state, unit, cut_off)].append(unit)
    return found


def entry(state: State, unit: Unit, more: str = "") -> Entry:
    """A unit: what its counter calls it, its place, its state, and what the clauses say that it is."""
    where = location(unit).upper() if on_map(unit) else box_told(state, unit)
    state_ = "; ".join(filter(None, (more, told(state, unit))))
    known = [row.trait for row in traits(state, unit)]
    note = ", ".join([*(["of a depleted group"] if came_depleted(state, unit) else []), *known])
    return Entry(unit.id, shown(state, unit).name, where, state_, note)


def came_depleted(state: State, unit: Unit) -> bool:
    """Whether the group with which a unit came was depleted."""
    return own(state, unit.side).groups.get(group_of_unit(unit), {}).get("strength") == DEPLETED


def box_told(state: State, unit: Unit) -> str:
    """Which group a unit that is off the map is of, and how that is to come."""
    name = group_of_unit(unit)
    group = groups().get((unit.side, name.partition("#")[0]))
    comes = COMES.get(mode_of(state, unit), "") if NEW in unit.flags else ""
    comes = "sets up" if german_start(state, unit.side) else comes
    called = " ".join(filter(None, (name, group.name if group else "")))
    strength = DEPLETED if came_depleted(state, unit) else ""
    return ", ".join(filter(None, (called, strength, comes))) or "off the map"


def told(state: State, unit: Unit) -> str:
    """The state of a unit in words: its markers, what only its owner has written down about it, a repaired
    weapon."""
    known = own(state, unit.side)
    words = [one for one in sorted(unit.flags) if one not in UNSAID and not one.startswith(LEVEL)]
    words += [f"{one} (written down)" for one in known.secrets.get(unit.id, ())]
    words += ["under a Trench"] * (unit.id in known.trenches)
    if unit.id in campaign(state).rolled and not unit.flags & {"malfunctioned", "disabled"}:
        words.append("repaired")
    return ", ".join(words)


# -- the sections --------------------------------------------------------------------------------------------


def snipers_and_works(state: State, side: str) -> Iterator[Entry]:
    """Snipers, Dummies, and the fortifications in sight: barriers across hexsides, all of them German
    (notes b), and fortifications in hexes that the side controls."""
    yield from (Entry("", "Sniper", one) for one in campaign(state).snipers.get(side, ()))
    yield from (Entry("", item_name(COUNTER), one.upper(), "a Dummy") for one in own(state, side).dummies)
    for at, how in sorted(campaign(state).barricades.items()) if side == GERMAN else ():
        known = how in BARRICADE
        yield Entry("", "Barricade" if known else "Roadblock", at, how if known else "")
    for at, items in sorted(campaign(state).works.items()):
        if state.control.get(hex_id(at)) == side:
            yield from (Entry("", item_name(item), at) for item in items)


def item_name(item: str) -> str:
    """What the chart calls an item: "Trench"."""
    kind, _, times = item.partition(" x")
    rows = [row for row in prices() if row.item == kind.upper()]
    name = rows[0].name.removeprefix("1-squad ") if rows else kind
    return f"{times} x {name}" if times else name


def waiting(state: State, side: str) -> Iterator[Entry]:
    """Artillery, Supplemental Armor, and fortifications that are bought and not placed yet."""
    known = own(state, side)
    yield from (module(side, id_, facts) for id_, facts in sorted(known.oba.items()))
    if side == RUSSIAN and campaign(state).supplemental >= state.turn:
        yield Entry(SUPPLEMENTAL, item_name(SUPPLEMENTAL), "On all fully tracked vehicles", WORN)
    yield from map(fort, known.forts)


def module(side: str, id_: str, facts: Mapping[str, Json]) -> Entry:
    """An OBA module with its ammunition, its carrier and its hexes."""
    hexes = ", ".join(facts.get("prereg", ()))
    words = (
        f"{facts['ammo']} ammunition" if facts.get("ammo") else "",
        f"by {facts['carrier']}" if facts.get("carrier") else "",
        f"pre-registered {hexes}" if hexes else "",
        f"observer in {facts['observer']}" if facts.get("observer") else "",
    )
    return Entry(id_, groups()[side, id_].name, "Off the map", ", ".join(filter(None, words)))


def fort(bought: Mapping[str, Json]) -> Entry:
    """A fortification that waits for set-up, or is placed and will be shown when its side has set up."""
    times = f"{bought['times']} x " if bought.get("times", 1) != 1 else ""
    words = [f"{key} {bought[key]}" for key in ("cap", "ca", "nca", "unit") if bought.get(key)]
    meant = bought.get("side") or bought.get("hex")
    words += [f"meant for {meant}"] if meant else []
    words += ["free"] if bought.get("free") else []
    words += ["laid" + " hidden" * bool(bought.get("hidden"))] if "at" in bought else []
    where = str(bought.get("at", "To be placed at set-up"))
    return Entry(bought["item"], times + item_name(bought["item"]), where, ", ".join(words))


def isolated_sections(state: State, side: str, units: list[Unit]) -> Iterator[Section]:
    """Isolated Units (8.6241), a section for each area, A to C; more are said to need an extra sheet."""
    if not units:
        yield Section("Isolated Units", "ROST.4", ())
    for letter, (area, inside) in zip(ascii_uppercase, _by_area(state, side, units), strict=False):
        extra = "" if letter in ascii_uppercase[:SHEETS] else EXTRA
        title, remark = f"Isolated Units, area {letter}", f"The area of {area}.{extra}"
        yield Section(title, "ROST.4", tuple(entry(state, one) for one in inside), remark)


def _by_area(state: State, side: str, units: list[Unit]) -> Iterator[tuple[str, list[Unit]]]:
    """Isolated units by set-up area, each with the hex of its first unit; those in none together."""
    left = units
    for area in areas(state, side):
        inside = [unit for unit in left if unit.at in area]
        left = [unit for unit in left if unit.at not in area]
        if inside:
            yield inside[0].at.upper(), inside
    if left:
        yield left[0].at.upper(), left


def hidden_works(state: State, side: str) -> Iterator[Entry]:
    """Mines, tunnels, fortified Locations, and what was laid hidden (8.6073)."""
    for item, at in sorted(own(state, side).hip.items()):
        yield Entry("", item_name(item.partition("@")[0]), str(at), "hidden")


def rides(state: State, leader: Unit) -> str:
    """The vehicle in which an Armor Leader rides, or those in which the leader may."""
    mine = vehicles_of(state, leader)
    return f"in {' or '.join(unit.id for unit in mine)}" if mine else "in no vehicle"
