"""Sheets of purchases for the tests: handed in, judged, and resolved with the dice that a test gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from adjudicator.games.redvengeance.orders import read_line
from adjudicator.games.redvengeance.refit_phase.reph_groups import resolve
from adjudicator.games.redvengeance.refit_phase.reph_purchase import judge_sheet
from adjudicator.games.redvengeance.situation.campaign import own
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.state import Json, State
from counters.roster.counter import Roster
from counters.roster.load import load_roster
from tests.games.redvengeance.table import a_play, a_state

INITIAL, NIGHT, LATER, APRIL_30 = 1, 2, 3, 6
"""CGS: 4/28 PM, 4/28 NT, 4/29 AM, 4/30 AM."""


@cache
def roster() -> Roster:
    """The counters, loaded once."""
    return load_roster("redvengeance")


def purse(turn: int = INITIAL, cpp: int = 99, fpp: int = 0, **facts: Json) -> State:
    """A position before the purchases, with the same points for both sides."""
    tracks = {
        f"{what}-{side}": now for side in ("russian", "german") for what, now in (("cpp", cpp), ("fpp", fpp))
    }
    return a_state(turn=turn, segment="8.619", tracks=tracks, roster=roster(), **facts)


def orders(*texts: str) -> list[Order]:
    """Lines as orders of the first sheet."""
    read = (read_line(text) for text in texts)
    return [Order(one.verb, one.args, one.text, 1, line) for line, one in enumerate(read, 1)]


def hand_in(state: State, side: str, *texts: str) -> tuple[Play, list[tuple[str, str]]]:
    """A sheet, judged: the play, and of each line its verdict and rule."""
    play = a_play(state)
    judge_sheet(play, side, orders(*texts))
    return play, [(ruling.verdict, ruling.rule) for ruling in play.sheet(1)]


def verdicts(state: State, side: str, *texts: str) -> list[str]:
    """Of each line of a sheet "done", or the clause by which it is refused."""
    return [rule or verdict for verdict, rule in hand_in(state, side, *texts)[1]]


def why(state: State, side: str, *texts: str) -> str:
    """What the last line of a sheet is told."""
    return hand_in(state, side, *texts)[0].sheet(1)[-1].why


def resolved(state: State, side: str, texts: Sequence[str], *dice: int) -> Play:
    """A sheet, judged and resolved with exactly these dice."""
    play, found = hand_in(state, side, *texts)
    assert {verdict for verdict, _ in found} <= {"done"}, found
    play = a_play(play.state, *dice)
    resolve(play)
    assert play.chance.dice == []  # type: ignore[attr-defined]
    return play


def groups_of(play: Play, side: str) -> Mapping[str, Mapping[str, Json]]:
    """The groups that a side has on record."""
    return own(play.state, side).groups
