"""Joint lines: both sides file what happened at the table; equal lines are booked, others are returned.

Neither side can book anything alone (RePh0.1). A line that only one side has filed waits; the other is asked
for it once more, and what then still differs is returned to both. A newer line of a side about the same
matter takes the place of its older one.
What the base rules make units do at once is owed (`due`): until a side has filed its line its Player Turn
does not end. 11.314 the Bridge Collapse DR of a vehicle on a bridge that is blown up, 8.503 the NTC of the
MMC in whose Location a Gestapo leader goes berserk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import product

from adjudicator.dice import NeedsDice, NoDice
from adjudicator.events import EVERYBODY
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import State
from files.nearest import nearest

from ..campaign_game.cg_losses import all_parts, count_losses
from ..decision_table.table_reports import check_ground
from ..events import LineBooked, LineFiled, LinesReturned
from ..fighting.r14_banner import let_fall
from ..orders import NUMBERS, Report, Said, read_line, said, written
from ..position import PLAY, SIDES, other
from ..situation.campaign import campaign, mark, note, note_in
from ..situation.campaign import own as known_to
from ..situation.pieces import UNSEEN, each_of, eyes, not_there, on_map, seen_as, unit_of, unseen
from ..situation.steps import BOTH, LAST_RESULT, steps
from .registry import OF_A_SIDE, report_of

NUMBER = "RePh0.1"
REVEAL = "REVEAL"
"""The report that lays its unit open by itself, and tells where it is."""
WAITS = "the other side has not yet filed the same"
NOTHING_FILED = "the other side has filed nothing more than you have"
CVP = "CVP"


SIGHTING = "SIGHTING"
"""The report of a Sighting TC, which is its writer's (CG28)."""


def full(side: str, order: Order) -> Order:
    """A line with the side that it speaks of, where it speaks of its writer; losses with the parts and the
    sum that need not be written."""
    mine = order.verb in OF_A_SIDE or (order.verb == "report" and said(order).about == SIGHTING)
    if mine and not said(order).of:
        return order.having(of=side)
    if order.verb == "report" and said(order).about == CVP:
        return order.having(**all_parts(said(order)))
    return order


def head(text: str) -> tuple[str, ...]:
    """What a line is about: two lines of a side about the same are an older and a newer one. A line that
    names no unit is about its hex or place."""
    order = read_line(text)
    told = said(order)
    about = told.unit or told.hex or told.place
    return order.verb, *(word.casefold() for word in (*told.what, told.of, about, told.side))


def filed(state: State, side: str) -> tuple[str, ...]:
    """The lines of a side that the other has not filed."""
    return tuple(campaign(state).filed.get(side, ()))


def to_come(state: State, side: str) -> tuple[str, ...]:
    """The lines of the other side that wait for later steps, and that a side has not accepted."""
    now = campaign(state)
    return tuple(one for one in now.later.get(other(side), ()) if one not in now.accepted.get(side, ()))


def announced(state: State, side: str, order: Order) -> Iterator[str]:
    """What the other side may read of a line that waits for a later step: each joint line of it."""
    with suppress(Refused):
        for one in each_of(state, side, order):
            line = full(side, one)
            if not is_alone(state, side, report_of(line), said(line)):
                yield written(line)


def together(state: State, lines: Iterable[str]) -> tuple[str, ...]:
    """Lines that report the same of several units as one line, which files all of them."""
    found: dict[str, tuple[Order, list[str]]] = {}
    for text in lines:
        order = read_line(text)
        told = said(order)
        several = order.verb == "report" and told.unit and not any(key in told.more for key in NUMBERS)
        key = written(order.having(unit="")) if several else text
        found.setdefault(key, (order, []))[1].append(told.unit)
    return tuple(
        written(order.having(unit=units_named(state, units))) if units[1:] else written(order)
        for order, units in found.values()
    )


def units_named(state: State, units: list[str]) -> str:
    """Units as a report names them: a group by its name where it stands for just these."""
    groups = {name for unit in units if "#" in (name := unit.rpartition("-")[0])}
    whole = {name: ids for name in sorted(groups) if {*(ids := seen_as(state, "", name))} <= {*units}}
    within = {unit for ids in whole.values() for unit in ids}
    return ",".join((*whole, *(unit for unit in units if unit not in within)))


def could_be_filed(state: State, side: str) -> Iterator[str]:
    """The lines of the other side that a side could file now: what has happened since may have made one of
    them untrue."""
    for text in filed(state, other(side)):
        with suppress(Refused):
            check(state, side, read_line(text))
            yield text


def alone(state: State) -> Mapping[str, tuple[str, ...]]:
    """The lines that one side alone has filed, by side."""
    return {side: lines for side in SIDES if (lines := filed(state, side))}


def check(state: State, side: str, order: Order) -> Report:
    """How a joint line of a side is booked. A report is filed in its own steps, else from the firefight to
    the end of the result, and where both are asked later (8.6243). Raises Refused for one that comes at
    another time, has a key that is not its own, or cannot be true now."""
    report, line = report_of(order), said(order)
    usual = (PLAY, *(one for one, step in steps().items() if one <= LAST_RESULT or step.who == BOTH))
    if state.segment not in (report.steps or usual):
        when = ", ".join(report.steps) or f"{PLAY} to {LAST_RESULT}"
        raise Refused(NUMBER, f'"{order.text}" is filed at {when}; now {state.segment} is open')
    keys = line.more if report.keys is None else report.keys
    if unknown := [key for key in line.more if key not in keys]:
        near = nearest(unknown[0], keys) or tuple(keys)
        raise Refused(NUMBER, f'a report of this kind has no "{unknown[0]}="', near)
    report.check(state, side, line)
    check_ground(state, side, line)
    check_on_map(state, side, line)
    return report


@rule("RePh0.1", "BRV0.5")
def file(play: Play, side: str, order: Order) -> bool:
    """File a joint line, about each of its units; whether all of it is booked. Raises Refused for one that
    cannot be true of one of them, and then nothing of it is filed."""
    lines = each_of(play.state, side, order)
    if len(lines) == 1:
        return file_one(play, side, lines[0])
    for one in lines:
        check_as_filed(play.state, side, full(side, one))
    apart = Play(play.state, play.chance)
    booked = [file_one(apart, side, one) for one in lines]
    play.record(*apart.events)
    return all(booked)


SO = "so"
SO_IT_WAS = "so it was"
"""The line that files all that the other side alone has filed."""
SO_TOLD = "you file all that the other side has filed"
"""What it means, in a few words."""


@rule("RePh0.1", "BRV0.5")
def accept(play: Play, side: str, order: Order) -> None:
    """SO IT WAS: a side files all that the other alone has filed, in its order, and what the other has sent
    for later steps once it is filed there. Raises Refused where there is nothing, and for a line that cannot
    be true any more: then nothing is filed."""
    if said(order).what and tuple(word.casefold() for word in said(order).what) != ("it", "was"):
        raise Refused(NUMBER, f'"{order.text}" is not understood', (SO_IT_WAS,))
    theirs, later = filed(play.state, other(side)), to_come(play.state, side)
    if not theirs and not later:
        raise Refused(NUMBER, NOTHING_FILED)
    apart = Play(play.state, play.chance)
    for text in theirs:
        try:
            file_one(apart, side, read_line(text))
        except Refused as no:
            why = f'"{text}" cannot be true now. It was not filed: {no.why}'
            raise Refused(no.rule, why, tuple(could_be_filed(play.state, side))) from None
    play.record(*apart.events)
    if later:
        known = campaign(play.state).accepted.get(side, ())
        note_in(play, NUMBER, "accepted", {side: (*known, *later)})


def check_as_filed(state: State, side: str, order: Order) -> Report:
    """How a joint line of a side is booked: it can be true now, or, while the other side has not filed the
    same, once what its writer has filed is booked. Raises Refused."""
    try:
        return check(state, side, order)
    except Refused:
        if not filed(state, side) or any(
            one.casefold() == written(order).casefold() for one in filed(state, other(side))
        ):
            raise
        then = supposed(state, side, head(written(order)))
        if refusal(check, then, side, order):
            raise
        return check(then, side, order)


def supposed(state: State, side: str, about: tuple[str, ...]) -> State:
    """The position once what a side alone has filed is booked, as far as no die decides, but for the line
    whose place a line about this would take."""
    play = Play(state, NoDice())
    for text in (one for one in filed(state, side) if head(one) != about):
        with suppress(Refused, NeedsDice):
            line = read_line(text)
            report_of(line).book(play, said(line))
    return play.state


def could_accept(state: State, side: str) -> bool:
    """Whether a side may file all that the other alone has filed, as far as no die decides."""
    with suppress(NeedsDice):
        return not refusal(accept, Play(state, NoDice()), side, read_line(SO_IT_WAS))
    return True


def file_one(play: Play, side: str, order: Order) -> bool:
    """File a joint line about one unit, or none; whether it is booked. On the view of a side, such as that of
    a page, a line about a unit that is only named to it waits: the referee alone can see whether it is true.
    Raises Refused."""
    order = full(side, order)
    if said(order).unit in campaign(play.state).only_named:
        return False
    report, text = check_as_filed(play.state, side, order), written(order)
    if is_alone(play.state, side, report, said(order)):
        unit = unit_of(play.state, said(order).unit, side)
        if report.opens or unit is None:
            lay_open(play, report, said(order))
            report.book(play, said(order))
        else:  # the enemy is not told of a unit that it does not see
            unseen(play, unit, lambda apart: report.book(apart, said(order)))
        return True
    agreed = (*filed(play.state, other(side)), *campaign(play.state).accepted.get(other(side), ()))
    theirs = next((line for line in agreed if line.casefold() == text.casefold()), "")
    lines = tuple(line for line in filed(play.state, side) if head(line) != head(text))
    if not theirs:
        _keep(play, side, (*lines, text))
        play.record(LineFiled(rule=NUMBER, side=side, text=text))
        return False
    _keep(play, side, lines)
    _keep(play, other(side), (line for line in filed(play.state, other(side)) if line != theirs))
    play.record(LineBooked(rule=NUMBER, text=text))
    lay_open(play, report, said(order))
    before = play.state
    report.book(play, said(order))
    let_fall(play, before, said(order).about)
    count_losses(play, before)
    return True


@rule("RePh0.1", "ROST.5")
def is_secret(state: State, side: str, report: Report, line: Said) -> bool:
    """Whether a report is about a unit of its writer that the enemy does not see, and does not show it: a
    report that both sides file would name the unit to the enemy."""
    unit = unit_of(state, line.unit, side)
    return unit is not None and unit.side == side and not report.opens and eyes(state, unit) != EVERYBODY


def is_alone(state: State, side: str, report: Report, line: Said) -> bool:
    """Whether a line needs no other of the other side."""
    own = report.alone is not None and report.alone(state, line)
    return not report.joint or own or is_secret(state, side, report, line)


def lay_open(play: Play, report: Report, line: Said) -> None:
    """A unit that a report shows to the enemy is no longer hidden."""
    unit = unit_of(play.state, line.unit) if report.opens and line.about != REVEAL else None
    hidden = unit.flags & UNSEEN if unit and on_map(unit) else ()
    if unit and hidden:
        mark(play, NUMBER, unit.id, drop=tuple(sorted(hidden)))


ANYWHERE = ("STEP", "BH", "DISABLED", "PROMOTION", "SUBSTITUTE", "ENTER", "FUEL", "ELR")
"""Kinds of report that may be about a unit that is not on the map: what is prepared, and what enters."""


@rule("RePh0.1")
def check_on_map(state: State, side: str, line: Said) -> None:
    """What happens at the table happens to units on the map. Raises Refused."""
    if line.about in ANYWHERE:
        return
    for name in filter(None, (line.unit, line.by, line.leader, line.more.get("item", ""))):
        if (unit := unit_of(state, name, side)) is not None and not on_map(unit):
            raise Refused(NUMBER, not_there(unit))


def _keep(play: Play, side: str, lines: Iterable[str]) -> None:
    """Remember which lines of a side wait for the other's."""
    left, now = tuple(lines), campaign(play.state).filed
    if left != tuple(now.get(side, ())):
        note(play, NUMBER, filed={**now, side: left})


@rule("RePh0.1")
def give_back(play: Play) -> None:
    """What one side alone has filed is returned to both, with the differences, and none of it is booked."""
    if lines := alone(play.state):
        play.record(LinesReturned(rule=NUMBER, lines=lines))
        note(play, NUMBER, filed=None)


def differences(state: State, side: str) -> str:
    """What a side is told of lines that the other alone has filed, and of its own: first in what two about
    the same differ. "" where there are none."""
    lines = filed(state, other(side)), filed(state, side), to_come(state, side)
    unequal = [unlike(one, two) for one in lines[1] for two in lines[0] if head(one) == head(two)]
    theirs, mine, later = (together(state, some) for some in lines)
    told = [
        f"Yours and theirs differ: {'; '.join(unequal)}." if unequal else "",
        f"The other side has filed: {'; '.join(theirs)}." if theirs else "",
        f"For later steps it has sent: {'; '.join(later)}." if later else "",
        f'"{SO_IT_WAS}" files all of it.' if theirs or later else "",
        f"Waiting from you: {'; '.join(mine)}." if mine else "",
    ]
    return "".join(f"{one} " for one in told if one)


def unlike(mine: str, theirs: str) -> str:
    """In what two lines about the same differ: "report CVP russian: elr 57 (theirs 56)"."""
    one, two = read_line(mine), read_line(theirs)
    ours, others = as_said(one), as_said(two)
    keys = (key for key in sorted({*ours, *others}) if ours.get(key) != others.get(key))
    told = (f"{key} {ours.get(key, 'not said')} (theirs {others.get(key, 'not said')})" for key in keys)
    about = " ".join(filter(None, (one.verb, *said(one).what, said(one).of)))
    return f"{about}: {', '.join(told)}"


def as_said(line: Order) -> dict[str, str]:
    """The keys of a line with their words, as a player writes them."""
    found = dict(line.args)
    found |= found.pop("more", {})
    return {
        key: ",".join(map(str, word)) if isinstance(word, tuple) else str(word) for key, word in found.items()
    }


def why_it_waits(state: State, side: str, order: Order) -> str:
    """What the writer of a line that waits is told: the other side has filed otherwise, or nothing yet."""
    lines = each_of(state, side, order)
    waiting = [mine for one in lines if (mine := written(full(side, one))) in filed(state, side)]
    for mine, theirs in product(waiting, filed(state, other(side))):
        if head(theirs) == head(mine):
            return f"the other side's report differs. {unlike(mine, theirs)}"
    return WAITS if len(lines) == 1 else f"{WAITS} for {len(waiting)} of its {len(lines)} units"


def about(state: State) -> tuple[str, ...]:
    """The units and hexes that lines name which one side alone has filed: what both are asked about."""
    told = (said(read_line(line)) for lines in alone(state).values() for line in lines)
    names = (word for one in told for word in (one.unit, one.by, one.hex, one.place, *one.what))
    ids = (word if word in state.units else word.partition(":")[0].lower() for word in names)
    return tuple(dict.fromkeys(id_ for id_ in ids if id_ in state.units or id_ in state.board.spaces))


def object_to(play: Play, side: str) -> None:
    """OBJECT: what the other side alone has filed is returned to it. Raises Refused where there is
    nothing."""
    theirs = filed(play.state, other(side))
    if not theirs:
        raise Refused(NUMBER, NOTHING_FILED)
    play.record(LinesReturned(rule=NUMBER, lines={other(side): theirs}))
    _keep(play, other(side), ())


OWED = {
    "collapse": ("BRV11.314.4", "Bridge Collapse DR", "report COLLAPSE unit={unit} hex={hex} result=passed"),
    "ntc": ("BRV8.503.2", "NTC", "report NTC unit={unit} dr=7"),
    "dc": ("BRV11.311.1", "IFT's result for the DC", "dc unit={unit} result=none"),
}
"""What is owed -> its clause, how it is called, and a line that reports it."""


@rule("BRV11.314.4", "BRV8.503.2", "BRV11.311.1")
def due(state: State, side: str) -> Iterator[tuple[str, str, str]]:
    """What is owed, can be reported now, and was not filed by this side: unit, what it owes, a line."""
    for id_ in known_to(state, side).dc_unread:
        yield id_, "dc", OWED["dc"][2].format(unit=id_)
    mine = {head(line) for line in filed(state, side)}
    for id_, what in campaign(state).owed.items():
        unit = unit_of(state, id_, side) if what in OWED else None
        if unit is None or not on_map(unit):
            continue
        line = OWED[what][2].format(unit=unit.id, hex=unit.at.upper())
        if head(line) in mine:
            continue
        with suppress(Refused):
            check(state, side, read_line(line))
            yield unit.id, what, line


def lines_due(state: State, side: str) -> tuple[str, ...]:
    """Lines that report what is due of a side."""
    return tuple(line for _, _, line in due(state, side))


@rule("BRV11.314.4", "BRV8.503.2", "BRV11.311.1")
def check_owed(state: State, side: str) -> None:
    """A side that has not filed what is owed ends no Player Turn. Raises Refused."""
    owed = list(due(state, side))
    if owed:
        told = ", ".join(f"the {OWED[what][1]} of {unit}" for unit, what, _ in owed)
        raise Refused(OWED[owed[0][1]][0], f"first report {told}", tuple(line for _, _, line in owed))
