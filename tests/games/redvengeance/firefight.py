"""A firefight of Red Vengeance for tests: units on the map, lines of the two sides, and what is said of
them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adjudicator.games.redvengeance import (
    r08_leaders,
    r09_barricades,
    r11_bridges,
    r14_banner,
    r16_miscellaneous,
    table_reports,
)
from adjudicator.games.redvengeance.orders import read_line, said
from adjudicator.games.redvengeance.position import GAME, GERMAN, counter_of
from adjudicator.games.redvengeance.taking import Report, Take
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.state import Json, Unit
from counters.roster.load import load_roster
from maps.reading.load import load_board
from tests.games.redvengeance.table import a_play, a_state, a_unit

CHAPTERS = (table_reports, r08_leaders, r09_barricades, r11_bridges, r14_banner, r16_miscellaneous)
REPORTS: Mapping[str, Report] = {kind: one for chapter in CHAPTERS for kind, one in chapter.REPORTS.items()}
ORDERS: Mapping[str, Take] = {
    verb: take for chapter in CHAPTERS for verb, take in getattr(chapter, "ORDERS", {}).items()
}


def unit(id_: str, side: str, where: str) -> Unit:
    """A unit of a side: "6-5-8 K13 broken hip" is its type, its hex and its flags."""
    type_, at, *flags = where.split()
    counter = counter_of(load_roster(GAME), side, type_)
    assert counter is not None, type_
    return a_unit(id_, side, at.lower(), counter.id, " ".join(flags))


def fight(
    german: Mapping[str, str] | None = None, russian: Mapping[str, str] | None = None, *dice: int, turn: int
    = 3,
    control: Mapping[str, str] | None = None, **facts: Json,
) -> Play:  # fmt: skip
    """A play of these units, dice and facts."""
    units = [
        unit(id_, side, at)
        for side, ones in (("german", german), ("russian", russian))
        for id_, at in (ones or {}).items()
    ]
    state = a_state(
        *units, turn=turn, board=load_board(GAME), roster=load_roster(GAME), control=control, **facts
    )
    return a_play(state, *dice)


def line(play: Play, text: str, side: str = GERMAN) -> list[str]:
    """Take a line of a side, or book a report that both have filed; what is said of it."""
    order, before = read_line(text), len(play.events)
    if order.verb == "report":
        report = REPORTS[said(order).about.casefold()]
        report.check(play.state, side, said(order))
        report.book(play, said(order))
    else:
        ORDERS[order.verb](play, side, order)
    return told(play, before)


def told(play: Play, since: int = 0, side: str = "") -> list[str]:
    """What the events say; of a side, what it may see of them."""
    from adjudicator.events import Names

    return [
        text
        for event in play.events[since:]
        if (not side or event.seen_by(side)) and (text := event.says(Names({})))
    ]


def no(play: Play, text: str, side: str = GERMAN) -> tuple[str, str]:
    """The clause that refuses a line, and why; nothing is recorded."""
    before = len(play.events)
    with pytest.raises(Refused) as refused:
        line(play, text, side)
    assert len(play.events) == before
    return refused.value.rule, refused.value.why
