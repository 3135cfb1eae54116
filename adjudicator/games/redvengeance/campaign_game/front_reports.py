"""What both sides report of the front, and what the referee reads off it in the Refit Phase.

CONTROL K12,K13 by=SQ7                   hexes that a unit of the writer controls
REPORT UNCONTROLLED L12,L13              hexes that nobody controls any more (8.6053)
REPORT AREA A15,A16,B15 of=german        a set-up area (8.605)
REPORT PERIMETER H9,I10,J10 of=german    a perimeter, which makes what it encloses its side's (8.6054)
REPORT HEX hex=Q16 mf=4                  what is so of a hex, in any words
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.events import ControlChanged
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State

from ..events import AreasIsolated, EastOpened, EdgesListed, NoMansLandMarked
from ..orders import Report, Reports, Said, Steps, check_side
from ..position import GERMAN, HIP, PLAY, RUSSIAN, SIDES, other, units_of
from ..situation import front, ground
from ..situation.campaign import campaign, note, note_in, tell
from ..situation.ground import board, bridge_hexes, edges, hex_id, tags
from ..situation.modifiers import balance
from ..situation.pieces import (
    MMC,
    MOABIT,
    UNSEEN,
    class_of,
    good_order,
    is_ground_unit,
    may_see,
    named,
    nation_of,
    not_there,
    on_map,
    unit_of,
)

BUILDINGS = frozenset({"multi-hex", "one-hex"})
"""Tags of hexes to which the document gives a building."""

# -- control -----------------------------------------------------------------------------------------------


@rule("CG14.2", "BRV12.11.1")
def check_control(state: State, side: str, said: Said) -> None:
    """CONTROL: hexes of the map; water and bridges are always No-Man's Land, and refused. H13 with no enemy
    MMC in either part of it. Raises Refused."""
    check_side(said, "CG14.1")
    for one in _hexes(said.what, "CG14.1"):
        if one in ground.crossings():
            raise Refused("CG14.2", f"{one.upper()}: a bridge hex is always No-Man's Land")
        if front.is_closed(state, one):
            raise Refused("CG14.2", f"{one.upper()} is water")
        if "rubble" in tags(one) and (enemy := _mmc(state, other(said.of), one, side)):
            raise Refused("BRV12.11.1", f"{one.upper()} is one building, and {enemy[0]} is in it")
        building = tags(one) & BUILDINGS and ground.become(state, one) not in ground.RUINS
        if building and (prisoners := moabit_alone(state, said.of, one, side, said.by)):
            why = f"{prisoners} are Moabit Prisoners and may not control a building: {one.upper()}"
            raise Refused("CG16.7", why)
    if said.by:
        _check_by(state, side, said)
    elif state.segment == PLAY:
        legal = (f"control {','.join(said.what)} by=UNIT",)
        raise Refused("CG14.1", "name the Good Order MMC that has taken control: by=UNIT", legal)


@rule("CG14.1")
def _check_by(state: State, side: str, said: Said) -> None:
    """A Good Order MMC of the side controls its hex, and those through which it has come there: they hang
    together with the hex that it is in. Raises Refused."""
    unit = named(state, side, said.by, "CG14.1")
    if unit.side != said.of:
        raise Refused("CG14.1", f"{unit.id} is not of the {said.of} side")
    if class_of(state, unit) not in MMC or not good_order(unit):
        raise Refused("CG14.1", f"{unit.id} is not a Good Order MMC, and controls nothing")
    if not on_map(unit):
        raise Refused("CG14.1", not_there(unit))
    hexes = _hexes(said.what, "CG14.1")
    at = front.places_of(state, unit)
    far = [one for one in hexes if one not in front.flood(at, {*at, *hexes})]
    if far:
        why = f"{unit.id} is in {unit.at.upper()}. {far[0].upper()} is not connected with that hex"
        raise Refused("CG14.1", why, (f"report AT unit={unit.id} hex={far[0].upper()}",))


@rule("CG16.7")
def moabit_alone(state: State, side: str, one: str, writer: str, by: str) -> str:
    """The Moabit Prisoners of a side in a hex, or the unit that has come through it and left nobody there,
    where no other Good Order MMC of the side is that the writer of a line may know of; "" else."""
    passed = unit_of(state, by, writer)
    there = _mmc(state, side, one, writer) or ([passed.id] if passed else [])
    prisoners = [id_ for id_ in there if nation_of(state, state.units[id_]) == MOABIT]
    return ", ".join(prisoners) if len(prisoners) == len(there) else ""


def _mmc(state: State, side: str, one: str, writer: str) -> list[str]:
    units = (unit for unit in state.at(one) if unit.side == side and may_see(state, writer, unit))
    return [unit.id for unit in units if class_of(state, unit) in MMC and good_order(unit)]


def _hexes(words: tuple[str, ...], clause: str) -> tuple[str, ...]:
    """The hexes that a line lists. Raises Refused for none, and for one that the map does not have."""
    if not words:
        raise Refused(clause, "name the hexes", ("CONTROL K12,K13 by=SQ7",))
    return tuple(dict.fromkeys(map(hex_id, words)))


def hold(play: Play, clause: str, hexes: tuple[str, ...], side: str) -> None:
    """Hexes go into the hands of a side, or of nobody for ""; those that are there are left."""
    for one in hexes:
        was = play.state.control.get(one, "")
        if was != side:
            play.record(ControlChanged(rule=clause, space=one, was=was, now=side))
    if side and (left := campaign(play.state).vacated).keys() & set(hexes):
        note(play, clause, vacated={one: turn for one, turn in left.items() if one not in hexes})


# -- areas and perimeters ----------------------------------------------------------------------------------


@rule("RePh8.605")
def check_area(state: State, side: str, said: Said) -> None:
    """A set-up area has a side and hexes, none of which the other side controls. Raises Refused."""
    check_side(said, "RePh8.605")
    for one in _hexes(said.rest, "RePh8.605"):
        if one in front.controlled(state, other(said.of)):
            raise Refused("RePh8.605", f"{one.upper()} is controlled by the {other(said.of)} side")


def book_area(play: Play, said: Said) -> None:
    """One area more of the side."""
    known, hexes = campaign(play.state).areas.get(said.of, ()), _hexes(said.rest, "RePh8.605")
    note_in(play, "RePh8.605", "areas", {said.of: (*known, hexes)})
    hold(play, "RePh8.605", hexes, said.of)


@rule("I9")
def check_foxholes(state: State, said: Said) -> tuple[str, ...]:
    """The Foxholes that help to join a perimeter: German ones, in hexes where one is recorded. Raises
    Refused."""
    named = _hexes(tuple(said.more["foxholes"].split(",")), "I9") if "foxholes" in said.more else ()
    if named and said.of != GERMAN:
        raise Refused("I9", "only the German has Foxholes that join a perimeter")
    dug = {hex_id(at) for at, items in campaign(state).works.items() if "foxhole" in items}
    if missing := [one.upper() for one in named if one not in dug]:
        raise Refused("I9", f"no Foxhole is recorded in {', '.join(missing)}")
    return named


@rule("RePh8.6051.2", "RePh8.6051.3")
def check_line(state: State, side: str, said: Said) -> None:
    """A perimeter of a side. Raises Refused."""
    check_side(said, "RePh8.6051.3")
    hexes, foxholes = _hexes(said.rest, "RePh8.6051.3"), check_foxholes(state, said)
    front.check_perimeter(state, said.of, hexes, foxholes, writer=side)


@rule("RePh8.6051.3")
def book_line(play: Play, said: Said) -> None:
    """What the perimeter encloses is its side's, but for water, bridges and what the enemy holds."""
    state = play.state
    bridges, theirs = bridge_hexes(), front.controlled(state, other(said.of))
    inside = front.enclosed(said.rest) - bridges - theirs
    taken = tuple(one for one in board().spaces if one in inside and not front.is_closed(state, one))
    hold(play, "RePh8.6051.3", taken, said.of)


@rule("RePh8.6131.1", "RePh8.6131.2")
def check_vacated(state: State, side: str, said: Said) -> None:
    """VACATED: hexes that both sides have left. A side that files it declares that it has no units there,
    hidden ones included, and sees no enemy ones; wrecks and SW are none. Raises Refused."""
    hexes = _hexes(said.rest, "RePh8.6131.1")
    for unit in (unit for one in hexes for unit in state.at(one)):
        if is_ground_unit(state, unit) and (unit.side == side or not unit.flags & UNSEEN):
            clause = "RePh8.6131.2" if HIP in unit.flags else "RePh8.6131.1"
            raise Refused(clause, f"{unit.id} is in {unit.at.upper()}: the area is not vacated")


@rule("RePh8.6131.1")
def book_vacated(play: Play, said: Said) -> None:
    """The hexes are No-Man's Land."""
    hexes = _hexes(said.rest, "RePh8.6131.1")
    hold(play, "RePh8.6131.1", hexes, "")
    note_in(play, "RePh8.6131.1", "vacated", dict.fromkeys(hexes, play.state.turn))


@rule("RePh8.6131.3")
def uncontrol_vacated(play: Play) -> None:
    """When the next CGS is played the Strategic Locations of a vacated area become Uncontrolled territory."""
    vacated = campaign(play.state).vacated
    now = {one: 0 for one in vacated if front.is_sloc(play.state, one) and one not in play.state.control}
    if now:
        note_in(play, "RePh8.6131.3", "vacated", now)


@rule("RePh8.6054", "RePh8.6051.3")
def run_surrounded(play: Play) -> None:
    """8.6054: what the hexes of one side enclose is that side's, where nobody of the enemy is."""
    for side in SIDES:
        hold(play, "RePh8.6054", _sorted(front.surrounded(play.state, side)), side)


@rule("RePh8.6056")
def run_outside(play: Play) -> None:
    """8.6056: which units are in no set-up area of their side, and have to escape, is told to that side."""
    for side in SIDES:
        out = [one.id for one in units_of(play.state, side) if front.must_escape(play.state, one)]
        if out:
            text = f"not in a set-up area of your side, so they have to escape (8.606): {', '.join(out)}"
            tell(play, "RePh8.6056", text, to=(side,))


# -- read off the map --------------------------------------------------------------------------------------


@rule("RePh8.605", "RePh8.6051.1")
def run_no_mans_land(play: Play) -> None:
    """8.6051: the edge hexes of each side, and the Strategic Locations that are nobody's."""
    state = play.state
    listed = {side: _sorted(one for one in front.controlled(state, side) if edges(one)) for side in SIDES}
    play.record(EdgesListed(rule="RePh8.605", hexes=listed))
    nobody = _sorted(
        one for one in front.no_mans_land(state) if one in bridge_hexes() or front.is_sloc(state, one)
    )
    play.record(NoMansLandMarked(rule="RePh8.6051.1", hexes=nobody))


@rule("RePh8.6052.2")
def run_isolation(play: Play) -> None:
    """8.6052: which hexes of each side are isolated."""
    for side in SIDES:
        hexes = _sorted(front.isolated(play.state, side))
        play.record(AreasIsolated(rule="RePh8.6052.2", side=side, hexes=hexes))


@rule("CG12.5")
def run_east(play: Play) -> None:
    """Whether the east edge opens with the date that begins."""
    state = play.state
    if front.opens_east(state.turn, balance(state, RUSSIAN)) and not campaign(state).east_entry:
        note(play, "CG12.5", east_entry=True)
        play.record(EastOpened(rule="CG12.5"))


def _sorted(hexes: Iterable[str]) -> tuple[str, ...]:
    """Hexes in the order of the board."""
    found = frozenset(hexes)
    return tuple(one for one in board().spaces if one in found)


def check_uncontrolled(state: State, side: str, said: Said) -> None:
    """UNCONTROLLED: hexes of the map that nobody controls any more.

    Raises Refused where a word is not a hex of the map.
    """
    _hexes(said.rest, "RePh8.6053")


REPORTS: Reports = {
    "CONTROL": Report(
        check_control, lambda play, said: hold(play, "CG14.1", _hexes(said.what, "CG14.1"), said.of), keys=()
    ),
    "AREA": Report(check_area, book_area, keys=(), steps=("8.605",)),
    "UNCONTROLLED": Report(
        check_uncontrolled,
        lambda play, said: hold(play, "RePh8.6053", _hexes(said.rest, "RePh8.6053"), ""),
        keys=(),
        steps=("8.6053",),
    ),
    "PERIMETER": Report(check_line, book_line, keys=("foxholes",), steps=("8.6054",)),
    "VACATED": Report(check_vacated, book_vacated, keys=(), steps=("8.6131",)),
}
STEPS: Steps = {
    "8.6051": run_no_mans_land,
    "8.6052": run_isolation,
    "8.6054": run_surrounded,
    "8.6056": run_outside,
}
