"""A firefight of Red Vengeance for tests: units on the map, lines of the two sides, and what is said of
them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adjudicator.events import Names
from adjudicator.games.redvengeance.events import LineBooked, LineFiled
from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.position import GERMAN, counter_of, other
from adjudicator.games.redvengeance.questions import reporting
from adjudicator.games.redvengeance.questions.registry import JOINT, taker
from adjudicator.games.redvengeance.situation.ground import board
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.state import Json, Unit
from tests.games.redvengeance.buying import roster
from tests.games.redvengeance.table import a_play, a_state, a_unit


def unit(id_: str, side: str, where: str) -> Unit:
    """A unit of a side: "6-5-8 K13 broken hip" is its type, its hex and its flags."""
    type_, at, *flags = where.split()
    counter = counter_of(roster(), side, type_)
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
    state = a_state(*units, turn=turn, board=board(), roster=roster(), control=control, **facts)
    return a_play(state, *dice)


def line(play: Play, text: str, side: str = GERMAN) -> list[str]:
    """Take a line of a side, a joint one of both sides; what is said of it."""
    order, before = read_line(text), len(play.events)
    if order.verb not in JOINT:
        taker(order)(play, side, order)
    elif not reporting.file(play, side, order):
        assert reporting.file(play, other(side), order)
    return told(play, before)


def told(play: Play, since: int = 0, side: str = "") -> list[str]:
    """What the events say, the filing of lines left out; of a side, what it may see of them."""
    return [
        text
        for event in play.events[since:]
        if not isinstance(event, (LineFiled, LineBooked))
        if (not side or event.seen_by(side)) and (text := event.says(Names({})))
    ]


def no(play: Play, text: str, side: str = GERMAN) -> tuple[str, str]:
    """The clause that refuses a line, and why; nothing is recorded."""
    before = len(play.events)
    with pytest.raises(Refused) as refused:
        line(play, text, side)
    assert len(play.events) == before
    return refused.value.rule, refused.value.why
