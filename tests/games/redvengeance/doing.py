"""Any line of Red Vengeance taken in a position of a test, by way of the registry like in a game."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.redvengeance.orders import read_line, said
from adjudicator.games.redvengeance.position import GERMAN
from adjudicator.games.redvengeance.questions.registry import JOINT, report_of, taker
from adjudicator.games.redvengeance.questions.reporting import full
from adjudicator.play import Play
from adjudicator.rulings import Refused
from tests.games.redvengeance.firefight import fight, told


def do(play: Play, text: str, side: str = GERMAN) -> list[str]:
    """Take a line of a side, or book a report that both have filed; what is said of it."""
    order, before = full(side, read_line(text)), len(play.events)
    if order.verb in JOINT:
        report = report_of(order)
        report.check(play.state, side, said(order))
        report.book(play, said(order))
    else:
        taker(order)(play, side, order)
    return told(play, before)


def no(play: Play, text: str, rule: str, side: str = GERMAN) -> Refused:
    """The refusal of a line, by this clause; nothing is recorded."""
    before = len(play.events)
    with pytest.raises(Refused) as refused:
        do(play, text, side)
    assert refused.value.rule == rule, refused.value
    assert len(play.events) == before
    return refused.value


def flags(play: Play, id_: str) -> frozenset[str]:
    """What lies on a unit."""
    return play.state.units[id_].flags


def by_night(
    german: dict[str, str] | None = None, russian: dict[str, str] | None = None, *dice: int, **facts: Any
) -> Play:
    """A firefight at 4/28 NT that the Russian alone attacks: the German is its Defender."""
    attack = {"first": "russian", "chits": {"russian": "attack", "german": "idle"}}
    return fight(german, russian, *dice, turn=2, **{**attack, **facts})
