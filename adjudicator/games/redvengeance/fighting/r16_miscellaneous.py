"""Chapter 16: cloaked passengers, hidden observers, sewers, secret states of vehicles, cellars, crews that
abandon, Supplemental Armor, what lies under a Trench.

16.1 cloaking     16.2 HIP observers     16.3 sewers     16.4 states of concealed vehicles     16.5 cellars
16.6 Voluntary Abandonment     16.7 Supplemental Armor     16.8 Trenches     16.10 Stun (`table.txt`)
"""

from __future__ import annotations

import re

from adjudicator.events import FlagsChanged
from adjudicator.mechanics.drm import DRM
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from ..decision_table.table import Fact, judged
from ..decision_table.table_reports import case, reported
from ..orders import Report, Said, said
from ..position import CLOAKED, RUSSIAN
from ..refit_phase.reph_forts import supplemental_in_force
from ..situation import campaign as facts
from ..situation import pieces
from ..situation.campaign import mark, note_own, tell
from ..situation.ground import distance, tags
from ..situation.modifiers import against, roll_two
from ..situation.pieces import ANYBODY, eyes, named, own

NEAR = 16
"""Hexes within which a Known enemy ground unit sees what a vehicle is like (16.4)."""
CELLAR = 4
"""The colored die of a Bog DR from which on an AFV falls into a cellar (16.5)."""
STATES = (
    "bu", "ce", "tca", "bogged", "immobilized", "abandoned", "out-of-gas", "malfunctioned", "disabled",
    "low-ammo",
)  # fmt: skip
"""What may be written down in place of markers on a vehicle set up concealed (16.4)."""
STUCK = ("immobilized", "ma-malfunctioned", "ma-disabled")
"""Flags of a vehicle that its crew leaves without a VATC: it cannot move, or its MA does not work."""


def whole(line: Said, key: str, rule_: str) -> int:
    """A whole number that a report says. Raises Refused without one."""
    text = line.more.get(key, "")
    if not re.fullmatch(r"\d{1,3}", text):
        raise Refused(rule_, f"the line needs {key}= with a whole number")
    return int(text)


@rule("BRV16.1.1")
def book_exposed(play: Play, line: Said) -> None:
    """Passengers stay cloaked only as long as they are BU."""
    unit = named(play.state, ANYBODY, line.unit, "BRV16.1.1")
    mark(play, "BRV16.1.1", unit.id, add=("ce",), drop=("bu",))
    if not unit.flags & pieces.UNSEEN:
        show_passengers(play, unit)


def show_passengers(play: Play, unit: Unit) -> None:
    """The cloaked passengers of a CE vehicle in the enemy's sight are revealed."""
    for one in play.state.at(unit.at):
        if {CLOAKED, "passenger"} <= one.flags and one.side == unit.side:
            mark(play, "BRV16.1.1", one.id, drop=(CLOAKED,), why="its vehicle is CE")


@rule("BRV16.3.1", "BRV16.3.2")
def book_sewer(play: Play, line: Said) -> None:
    """The German leader passes with his morale or less on a DR with 2 more; the Russian moves as in B8.4. If
    the enemy does not see the leader, only its own side is told."""
    unit = named(play.state, ANYBODY, line.unit, "BRV16.3.1")
    if unit.side == RUSSIAN:
        tell(play, "BRV16.3.1", f"{unit.id} enters the sewers as in B8.4", to=eyes(play.state, unit))
        return
    drms, result = (DRM("BRV16.3.2", 2, "2TC"),), against(pieces.printed(play.state, unit, "morale"))
    roll_two(play, "BRV16.3.2", f"{unit.id} enters the sewers", drms, result, eyes(play.state, unit))


# -- 16.4, 16.7: what is shown in sight of the enemy -------------------------------------------------------


@rule("BRV16.4.2", "BRV16.7.2")
def check_sight(state: State, side: str, line: Said) -> None:
    """REPORT SIGHT unit= by=: a Known enemy ground unit sees a vehicle."""
    unit, by = named(state, side, line.unit, "BRV16.4.2"), named(state, side, line.by, "BRV16.4.2")
    if not pieces.is_a(state, unit, (pieces.VEHICLE,)) or by.side == unit.side:
        raise Refused("BRV16.4.2", f"{unit.id} is not an enemy vehicle of {by.id}")
    if by.flags & pieces.UNSEEN:
        raise Refused("BRV16.4.2", f"{by.id} is not Known")


@rule("BRV16.4.2", "BRV16.7.2")
def book_sight(play: Play, line: Said) -> None:
    """Its states become markers within 16 hexes unless it is concealed; Supplemental Armor is declared to a
    German in Good Order."""
    unit, by = (named(play.state, ANYBODY, id_, "BRV16.4.2") for id_ in (line.unit, line.by))
    if "concealed" not in unit.flags and distance(unit.at, by.at) <= NEAR:
        reveal(play, unit)
    if pieces.good_order(by) and armored(play.state, unit) and "supplemental" not in unit.flags:
        why = "Supplemental Armor is declared"
        mark(play, "BRV16.7.2", unit.id, add=("supplemental",), why=why)


@rule("BRV16.4.2")
def reveal(play: Play, unit: Unit) -> None:
    """The states that its owner has written down become markers."""
    kept = facts.own(play.state, unit.side).secrets
    if unit.id not in kept:
        return
    left = {id_: states for id_, states in kept.items() if id_ != unit.id}
    note_own(play, "BRV16.4.2", unit.side, secrets=left)
    mark(play, "BRV16.4.2", unit.id, add=tuple(kept[unit.id]), why="seen")


@rule("BRV16.4.1")
def check_states(state: State, unit: Unit, line: Said) -> None:
    """A vehicle that is set up concealed may have any of these states. Raises Refused."""
    if not pieces.is_a(state, unit, (pieces.VEHICLE,)) or not line.conceal:
        raise Refused("BRV16.4.1", f"{unit.id} is not a vehicle set up concealed, so its states are open")
    if unknown := [one for one in line.states if one not in STATES]:
        raise Refused("BRV16.4.1", f'"{unknown[0]}" is not a state that may be kept secret', STATES)


@rule("BRV16.4.1")
def write_states(play: Play, unit: Unit, states: tuple[str, ...]) -> None:
    """A vehicle set up concealed keeps these secret."""
    kept = facts.own(play.state, unit.side).secrets
    note_own(play, "BRV16.4.1", unit.side, secrets={**kept, unit.id: states})


@rule("BRV16.5.1", "BRV16.5.2")
def falls(hex_: str, colored: int) -> bool:
    """Whether a Bog DR with this colored die drops an AFV into the cellar: of a building of several hexes."""
    return "multi-hex" in tags(hex_) and colored >= CELLAR


@rule("BRV16.5.1", "BRV16.5.2")
def book_bog(play: Play, line: Said) -> None:
    """With 4 or more it falls into the cellar of a building of several hexes."""
    hex_, colored = line.hex.partition(":")[0], whole(line, "colored", "BRV16.5.2")
    fallen = falls(hex_, colored)
    does = "falls" if fallen else "does not fall"
    tell(play, "BRV16.5.2", f"colored die {colored} in {hex_}: {line.unit} {does} into a cellar")
    if fallen:
        unit = named(play.state, ANYBODY, line.unit, "BRV16.5.1")
        mark(play, "BRV16.5.2", unit.id, add=("cellar",), hushed=True)


@rule("BRV16.5.3", "BRV16.5.4")
def set_up_in_building(play: Play, unit: Unit, hex_: str, vca: str) -> None:
    """An AFV set up in a building makes a secret Bog DR, unless it ended the last CGS there with this VCA.
    One that is set up again keeps its die, and a unit that goes back keeps its markers."""
    mine, here = facts.own(play.state, unit.side), f"{hex_} {vca}"
    ended = mine.vca.get(unit.id, "")
    bog = mine.bogs.get(unit.id) or {
        "spared": ended if ended.lower().startswith(f"{unit.at} ") else "", "die": 0,
        "cellar": "cellar" in unit.flags,
    }  # fmt: skip
    spared = bool(vca) and bog["spared"] == here
    if not spared and not bog["die"]:
        bog = {**bog, "die": roll_bog(play, unit, hex_)}
    note_own(play, "BRV16.5.4", unit.side, vca={**mine.vca, unit.id: here}, bogs={**mine.bogs, unit.id: bog})
    put_into_cellar(play, unit, bog.get("cellar", False) if spared else falls(hex_, bog["die"]))


@rule("BRV16.5.3")
def roll_bog(play: Play, unit: Unit, hex_: str) -> int:
    """The secret Bog DR of a set-up; its colored die."""
    to, why = (unit.side,), f"{unit.id} is set up in a building, Bog DR"
    colored = play.roll(
        "BRV16.5.3", f"{why}, colored die", to=to, hidden=True, came=lambda _: "the white die is added"
    )
    play.roll(
        "BRV16.5.3", f"{why}, white die", to=to, hidden=True,
        came=lambda white: f"DR {colored + white}{', into the cellar' if falls(hex_, colored) else ''}",
    )  # fmt: skip
    return colored


def put_into_cellar(play: Play, unit: Unit, fallen: bool) -> None:
    """The marker of an AFV in a cellar is placed or removed, seen only by its side."""
    if fallen != ("cellar" in unit.flags):
        add, drop = (("cellar",), ()) if fallen else ((), ("cellar",))
        units, to = (unit.id,), (unit.side,)
        play.record(FlagsChanged(rule="BRV16.5.2", to=to, units=units, add=add, drop=drop, hushed=True))


@rule("BRV16.6.1", "BRV16.6.2", "BRV16.6.3", "BRV16.6.4", "BRV16.6.5")
def abandon(play: Play, side: str, order: Order) -> None:
    """VATC: a crew leaves a vehicle that can move and fire only with a DR above its morale; a truck without
    MA it leaves without one. The leadership of an Armor Leader counts the other way round. Of a vehicle that
    the enemy does not see its side alone hears."""
    line = said(order)
    unit = own(play.state, side, line.unit, "BRV16.6.1")
    judged("vatc", case(play.state, line, unit))
    to = eyes(play.state, unit)
    if unit.flags & set(STUCK) or not pieces.shown(play.state, unit).traits.get("calibre"):
        leave(play, unit, "BRV16.6.1")
        return
    pieces.check_armor_leader(play.state, unit, line.al, "BRV16.6.3")
    check_rider(play.state, unit, line.al)
    morale, found = check_morale(line)
    final = roll_two(
        play, "BRV16.6.2", f"the crew of {unit.id} would abandon it", found,
        lambda sum_: f"{'abandons' if sum_ > morale else 'fails'}, more than {morale} was needed", to,
    )  # fmt: skip
    if final > morale:
        leave(play, unit, "BRV16.6.4")
    else:
        tell(play, "BRV16.6.5", f"{unit.id} has spent all of its MP in {pieces.hex_of(unit)}", to=to)
        mark(play, "BRV16.6.5", unit.id, add=("stopped",), to=to, hushed=True)


@rule("BRV16.6.3", "ROST.7")
def check_rider(state: State, unit: Unit, said_: str) -> None:
    """The morale is that of an Armor Leader who is known to ride in it, and no other. Raises Refused."""
    for leader in pieces.crew_leaders(state, unit) if not said_ else ():
        al = f"al={pieces.shown(state, leader).name}"
        why = f"{leader.id} is the Armor Leader of {unit.id}: {al}"
        raise Refused("BRV16.6.3", why, (f"vatc unit={unit.id} {al}",))


@rule("BRV16.6.2", "BRV16.6.3")
def check_morale(line: Said) -> tuple[int, tuple[DRM, ...]]:
    """The morale to be beaten, the Armor Leader's if there is one, and his leadership, its sign turned."""
    leader = re.fullmatch(r"(\d+)([-+])(\d)", line.al)
    if leader:
        value = int(leader[3]) * (1 if leader[2] == "-" else -1)
        return int(leader[1]), (DRM("BRV16.6.3", value, f"Armor Leader {line.al}, sign turned"),)
    if line.ml is None:
        raise Refused("BRV16.6.2", "name the morale: ml=8, or al=9-1 for an Armor Leader")
    return line.ml, ()


@rule("BRV16.6.1", "BRV16.6.4")
def leave(play: Play, unit: Unit, rule_: str) -> None:
    """Its crew is placed in its Location."""
    mark(play, rule_, unit.id, add=("abandoned",), to=eyes(play.state, unit), why="by its crew")


@rule("BRV16.7.1")
def armored(state: State, unit: Unit) -> bool:
    """Whether a vehicle has Supplemental Armor: every fully tracked Russian one in the CGS it is for."""
    return (
        supplemental_in_force(state)
        and unit.side == RUSSIAN
        and pieces.shown(state, unit).traits.get("tracked") == pieces.FULLY
    )


@rule("BRV16.7.3")
def halved_kill(th: int, final: int, tk: int) -> int:
    """The TK number after the armor: half, rounded down, where the final TH DR hits and is more than half of
    the modified TH number."""
    return tk // 2 if final <= th and 2 * final > th else tk


@rule("BRV16.7.1")
def check_heat(state: State, side: str, line: Said) -> None:
    """REPORT HEAT unit= th= dr= tk=: a vehicle is hit by HEAT; the final TH DR and both numbers are said. Of
    armor that is not declared the enemy hears as if there were none."""
    unit = named(state, side, line.unit, "BRV16.7.1")
    if not armored(state, unit) or (side != unit.side and "supplemental" not in unit.flags):
        raise Refused("BRV16.7.1", f"{unit.id} has no Supplemental Armor in this CGS")


@rule("BRV16.7.3")
def book_heat(play: Play, line: Said) -> None:
    """What TK number is left. Raises Refused where a number is not said."""
    th, final, tk = (whole(line, key, "BRV16.7.3") for key in ("th", "dr", "tk"))
    left = halved_kill(th, final, tk)
    tell(
        play,
        "BRV16.7.3",
        f"TH {th}, final DR {final}: the TK number against {line.unit} is {left}"
        + (f", half of {tk}" if left != tk else ""),
    )


def of_trench(state: State, side: str, line: Said) -> dict[str, Fact]:
    """Since when a unit has been under a Trench, and what keeps it there."""
    unit = named(state, side, line.unit, "BRV16.8")
    turn = facts.own(state, side).trenches.get(unit.id)
    since = {None: "", state.turn: "this CGS"}.get(turn, "an earlier CGS")
    return {"since": since, "stuck": tuple(sorted(unit.flags & {"immobilized", "wreck"})) or ""}


@rule("BRV16.8")
def put_under_trench(play: Play, unit: Unit, *, under: bool) -> None:
    """It is under its Trench from this CGS on, or no longer."""
    had = facts.own(play.state, unit.side).trenches
    left = {id_: turn for id_, turn in had.items() if id_ != unit.id}
    note_own(play, "BRV16.8", unit.side, trenches={**left, unit.id: play.state.turn} if under else left)


def book_from_trench(play: Play, line: Said) -> None:
    """It is out."""
    unit = named(play.state, ANYBODY, line.unit, "BRV16.8")
    put_under_trench(play, unit, under=False)
    tell(play, "BRV16.8", f"{unit.id} comes out from under its Trench", to=(unit.side,))


ORDERS = {"vatc": abandon}
REPORTS = {
    "exposed": reported("exposed", book_exposed),
    "sewer": reported("sewer", book_sewer),
    "sight": Report(check_sight, book_sight),
    "bog": reported("bog", book_bog),
    "heat": Report(check_heat, book_heat, joint=False),
    "unearth": reported("unearth", book_from_trench, of_trench),
}
check_from_trench = REPORTS["unearth"].check
"""A unit under a Trench that is set up again must be able to leave it, as in play. Raises Refused."""
