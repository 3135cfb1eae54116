"""Steps of the Refit Phase whose text this rulebook does not have: both sides report what they did, and it is
booked (RePh0.1, BRV0.5).

    REPORT STEP 8.6041 unit=SQ7 add=encircled          REPORT STEP 8.606 unit=SQ9 to=eliminated
    REPORT STEP 8.611 unit=SQ3 becomes=6-5-8           REPORT STEP 8.601 place=K12 winner=german
    REPORT LOST unit=SQ5        REPORT AT unit=SQ4 hex=K13:1        REPORT WOUND unit=L1
    REPORT REVEAL unit=SQ6      (its owner alone)

Reports about a unit are checked against the roster: a lost unit is not promoted, and a weapon that works is
not repaired.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from adjudicator.events import EVERYBODY, UnitMoved
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit
from files.nearest import nearest
from maps.space import slug

from ..decision_table.table import Case, judged
from ..decision_table.table_reports import case, effects, reported
from ..decision_table.table_reports import check as check_reported
from ..events import StepSigned, UnitReplaced
from ..fighting.r14_banner import check_handed_on, hand_on
from ..fighting.r16_miscellaneous import show_passengers
from ..orders import Report, Reports, Said, Steps, place_of
from ..position import (
    BOXES,
    CLOAKED,
    ELIMINATED,
    FLAGS,
    GONE,
    LEVEL,
    RESERVE,
    counter_of,
    kind,
    level_flags,
    location,
)
from ..situation.campaign import campaign, lose, mark, note_in, note_own, own, tell
from ..situation.front import areas, in_area
from ..situation.ground import check_location, place
from ..situation.newcomers import check_level
from ..situation.pieces import ANYBODY, UNSEEN, crew_leaders, eyes, lift, named, on_map, shown, unit_of
from ..situation.steps import BOTH, LAST_RESULT, check_turn_of, held, steps

ADD, DROP, TO, BECOMES = "add", "drop", "to", "becomes"
EFFECTS = (ADD, DROP, TO, BECOMES)
"""Keys by which a report changes its unit."""


def number_of(said: Said) -> str:
    """The step that a report is for. Raises Refused for none at which both sides report."""
    number = said.rest[0] if said.rest else ""
    if number not in steps() or steps()[number].who != BOTH:
        known = tuple(step.number for step in held() if step.number <= LAST_RESULT)
        near = nearest(number, known) or known[:6]
        legal = tuple(f"report STEP {one}" for one in near)
        raise Refused("RePh0.1", f'"{number}" is not a step at which both sides report', legal)
    return number


@rule("RePh0.1", "RePh8.601", "RePh8.614", "RePh8.609")
def check(state: State, side: str, said: Said) -> None:
    """A report of the step that is open, of a unit in play, and of what can be. Raises Refused."""
    number = number_of(said)
    clause = steps()[number].clause
    check_turn_of(state, number, clause)
    judged(number, case_of(state, said, side))
    if said.unit:
        unit = named(state, side, said.unit, clause)
        check_unit(state, unit, said.more, clause)
        check_seen(state, unit, said.more, clause)
        check_area(state, unit, number, said.more)
    elif any(key in said.more for key in EFFECTS):
        raise Refused(clause, "name the unit= that this happens to")


def case_of(state: State, said: Said, side: str = ANYBODY) -> Case:
    """A report as a case: rows of `table.txt` are about a step by its number."""
    known = case(state, said, side=side)
    return known | {TO: str(known.get(TO, "")).casefold()}


def check_unit(state: State, unit: Unit, more: Mapping[str, str], clause: str) -> None:
    """What is reported of a unit can be true of it. Raises Refused."""
    if unit.at in GONE:
        raise Refused(clause, f"{unit.id} is eliminated")
    for flag in (*flags_of(more, ADD), *flags_of(more, DROP)):
        if flag not in FLAGS:
            raise Refused(clause, f'there is no marker "{flag}"', nearest(flag, FLAGS))
    if lacks := [flag for flag in flags_of(more, DROP) if flag not in unit.flags]:
        raise Refused(clause, f"{unit.id} is not {lacks[0]}")
    if twice := [flag for flag in flags_of(more, ADD) if flag in unit.flags]:
        raise Refused(clause, f"{unit.id} is {twice[0]} already")
    check_handed_on(state, unit, flags_of(more, ADD), flags_of(more, DROP))
    if BECOMES in more and counter_of(state.roster, unit.side, more[BECOMES]) is None:
        raise Refused(clause, f"the {unit.side} side has no {more[BECOMES]}")
    if TO in more and goal(state, more[TO])[0] is None:
        raise Refused(clause, f'"{more[TO]}" is neither a hex nor one of {", ".join(BOXES)}', BOXES)
    if TO in more and goal(state, more[TO])[0] not in BOXES:
        check_level(state, unit, place(more[TO]))
        check_stays(unit, place(more[TO]).hex)


STAYS = {"dug-in": ("I3.2", "is dug in"), **dict.fromkeys(("wreck", "burnt-out"), ("CG27.2", "is a wreck"))}
"""Flags of what never leaves its hex: by which clause, and what is said of it."""


@rule("I3.2", "CG27.2")
def check_stays(unit: Unit, hex_: str) -> None:
    """A dug-in tank and a wreck are in no other hex. Raises Refused."""
    for flag, (clause, what) in STAYS.items():
        if flag in unit.flags and unit.at != hex_:
            raise Refused(clause, f"{unit.id} {what} at {unit.at.upper()}, and stays there")


@rule("RePh0.1")
def check_seen(state: State, unit: Unit, more: Mapping[str, str], clause: str) -> None:
    """Reports about a unit on the map that the enemy does not see are filed by its owner alone; a loss or a
    replacement is filed by both, so the unit is revealed first. Raises Refused."""
    tells = BECOMES in more or goal(state, more.get(TO, ""))[0] == ELIMINATED
    if tells and on_map(unit) and eyes(state, unit) != EVERYBODY:
        why = f"both sides file this, and the other side does not see {unit.id}. Reveal it first"
        raise Refused(clause, why, (f"report REVEAL unit={unit.id}",))


INSIDE, OUTSIDE = ("8.6055",), ("8.6056", "8.606", "8.6061")
"""Steps that are about units in a set-up area of their side, and about those in none."""
CUT_OFF = {"isolated", *(flag for flag in FLAGS if flag.startswith(LEVEL))}
"""Flags of units that may have to escape though their hex is their side's (8.6057, 13.12)."""


@rule("RePh8.6055", "RePh8.6056", "RePh8.606", "RePh8.6061")
def check_area(state: State, unit: Unit, number: str, more: Mapping[str, str]) -> None:
    """Units in a friendly set-up area are there, and those that escape are in none. Raises Refused."""
    known = areas(state, unit.side)
    if not known or not on_map(unit) or number not in (*INSIDE, *OUTSIDE):
        return
    at = goal(state, more.get(TO, ""))[0] or unit.at if number in INSIDE else unit.at
    if number in INSIDE and not in_area(state, unit.side, at):
        raise Refused(f"RePh{number}", f"{at.upper()} is not in a set-up area of the {unit.side} side")
    if number in OUTSIDE and in_area(state, unit.side, at) and not unit.flags & CUT_OFF:
        why = f"{unit.id} is in {at.upper()}, in a set-up area of its side, and need not escape"
        raise Refused(f"RePh{number}", why)


def flags_of(more: Mapping[str, str], key: str) -> tuple[str, ...]:
    """The markers that a key lists."""
    return tuple(slug(one) for one in more.get(key, "").split(",") if one)


def goal(state: State, text: str) -> tuple[str | None, str]:
    """Where a unit goes: the hex or box, None for neither, and the level in a hex."""
    if text.casefold() in BOXES:
        return text.casefold(), ""
    hex_, _, level = (place_of(text) or "").lower().partition(":")
    return (hex_ if hex_ in state.board.spaces else None), level


def book(play: Play, said: Said) -> None:
    """What both sides have reported: it is on the record, and the unit is as they say."""
    number = number_of(said)
    step, rule_ = steps()[number], steps()[number].clause
    text = told(said)
    play.record(StepSigned(rule=rule_, number=number, title=step.title, text=text))
    unit = unit_of(play.state, said.unit)
    if unit is None or eyes(play.state, unit) == EVERYBODY:
        signed = campaign(play.state).signed.get(number, ())
        note_in(play, rule_, "signed", {number: (*signed, text)})
    known = case_of(play.state, said)
    effects(play, number, judged(number, known), known)
    if said.unit:
        change(play, rule_, named(play.state, ANYBODY, said.unit, rule_), said.more)


def told(said: Said) -> str:
    """What a report says, without its head."""
    keys = {"unit": said.unit, "place": said.place, "hex": said.hex, "result": said.result, **said.more}
    words = (*said.rest[1:], *(f"{key} {value}" for key, value in sorted(keys.items()) if value))
    return ", ".join(words) or "nothing"


def change(play: Play, rule_: str, unit: Unit, more: Mapping[str, str]) -> None:
    """Replace, mark and move a unit as a report says."""
    if BECOMES in more:
        counter = counter_of(play.state.roster, unit.side, more[BECOMES])
        assert counter is not None  # it was checked
        play.record(UnitReplaced(rule=rule_, unit=unit.id, was=kind(unit), into=counter.id))
    add, drop = flags_of(more, ADD), flags_of(more, DROP)
    hand_on(play, unit, add, drop)
    add = tuple(one for one in add if one not in play.state.units[unit.id].flags)
    place, level = goal(play.state, more.get(TO, ""))
    if place == ELIMINATED:
        if eyes(play.state, unit) != EVERYBODY:
            lost = own(play.state, unit.side).lost
            note_own(play, rule_, unit.side, lost=(*lost, unit.id))
        lose(play, rule_, unit)
        return
    if place:
        play.record(UnitMoved(rule=rule_, unit=unit.id, path=(unit.at, place), how="goes"))
        there = level_flags(level)
        left = (one for one in unit.flags if one.startswith(LEVEL) and one not in there)
        add, drop = (*add, *(one for one in there if one not in unit.flags)), (*drop, *left)
    if add or drop:
        to = eyes(play.state, play.state.units[unit.id]) if place else EVERYBODY
        mark(play, rule_, unit.id, add=add, drop=tuple(sorted(drop)), to=to)


MARKERS = "8.602"
CLEARED = {MARKERS: ("pinned", "stopped", "ti"), "8.6062": ("encircled",)}
"""Step -> the markers that it removes everywhere."""


@rule("RePh8.602", "RePh8.6062")
def clear(play: Play, number: str) -> None:
    """Markers of the firefight, and those of Encirclement, are removed from every unit."""
    lift(play, f"RePh{number}", *CLEARED[number])
    if number == MARKERS:
        uncloak(play)


@rule("CG7.5", "BRV16.1.1")
def uncloak(play: Play) -> None:
    """Cloaking counters are those of their Night CGS: what is under them is concealed from then on (f.72).
    Passengers may stay cloaked."""
    cloaked = (one for one in play.state.units.values() if CLOAKED in one.flags and on_map(one))
    under = [one for one in cloaked if "passenger" not in one.flags]
    for unit in under:
        mark(play, "CG7.5", unit.id, add=("concealed",), drop=(CLOAKED,), to=(unit.side,), hushed=True)
    if under:
        tell(play, "CG7.5", 'Cloaking counters end with their night. A "?" takes the place of each')


# -- what was done at the table ----------------------------------------------------------------------------


def check_at(state: State, side: str, said: Said) -> None:
    """REPORT AT unit= hex=: a unit that is on the map, and where one can be. Raises Refused."""
    check_reported("at", state, side, said)
    check_location(state, place(said.hex))
    check_level(state, named(state, side, said.unit, TABLE), place(said.hex))


def book_at(play: Play, said: Said) -> None:
    """It is there, a vehicle with its Armor Leader."""
    unit = named(play.state, ANYBODY, said.unit, TABLE)
    for one in (unit, *crew_leaders(play.state, unit)):
        change(play, TABLE, one, {TO: said.hex})


def book_revealed(play: Play, said: Said) -> None:
    """Its counter is revealed, and both sides are told where."""
    unit = named(play.state, ANYBODY, said.unit, TABLE)
    mark(play, TABLE, unit.id, drop=tuple(sorted(unit.flags & SHOWS)))
    if "ce" in unit.flags:
        show_passengers(play, unit)
    text = f"{unit.id} ({shown(play.state, unit).name}) is in {location(unit).upper()}, for all to see"
    tell(play, TABLE, text)


SHOWS = UNSEEN - {RESERVE}
"""Flags of units that their owner reveals when the base rules demand it."""
TABLE = "RePh0.1"
"""The clause by which both sides report what the base rules did."""
STEPS: Steps = {number: partial(clear, number=number) for number in CLEARED}
REPORTS: Reports = {
    "step": Report(check, book),
    "at": Report(check_at, book_at, keys=()),
    "reveal": reported("reveal", book_revealed, opens=True),
}
