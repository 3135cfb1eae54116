"""One small situation of the tiny game with all that a report can tell, for golden pages and for escaping."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.events import (
    ControlChanged,
    DieRolled,
    Drawn,
    Event,
    FlagsChanged,
    HandChanged,
    OddsResolved,
    SegmentEntered,
    StepLost,
    TrackMoved,
    TurnBegan,
    UnitEliminated,
    UnitMoved,
)
from adjudicator.mail.desk.trial import known_to
from adjudicator.report.pages import Opening, ReportFacts
from adjudicator.rulings import Ruling
from adjudicator.state import Decision, Json, State
from adjudicator.store import fold
from tests.adjudicator.tinygame import GAME, start

WICKED = "<script>alert('x')</script> & \"quotes\""
"""What a player might write to break a page."""


class Fought(OddsResolved):
    """A battle with its arithmetic."""


def part(side: str, unit: str, was: float, now: float, reason: str, rule: str = "3.2") -> dict[str, Json]:
    return {"side": side, "unit": unit, "rule": rule, "was": was, "is": now, "reason": reason}


FOUGHT = Fought(
    rule="3.2",
    space="cedar",
    attackers=("R1", "R2"),
    defenders=("B2",),
    attack=12,
    defence=4.5,
    parts=(
        part("attack", "R1", 8, 4, "across a river", "3.2.a"),
        part("attack", "R1", 4, 8, "doubled by a chit", "3.2.b"),
        part("attack", "R2", 4, 4, "as printed"),
        part("defence", "B2", 9, 4.5, "out of supply", "3.2.c"),
    ),
    column="2:1",
    shifts=({"rule": "3.2.d", "value": 1, "reason": "surprise"},),
    drm=-1,
    drms=(
        {"rule": "3.2.e", "value": 1, "reason": "from two sides"},
        {"rule": "3.2.f", "value": -2, "reason": "defended wood"},
    ),
    die=5,
    final=4,
    result="DR",
)

EVENTS: tuple[Event, ...] = (
    Drawn(rule="1", to=("red",), n=1, purpose="chit of red", cup="chits", sides=4, value=2, item="chit-2"),
    HandChanged(rule="1", to=("red",), side="red", cards=("chit-2",)),
    Drawn(rule="1", to=("blue",), n=2, purpose="chit of blue", cup="chits", sides=3, value=3, item="chit-4"),
    HandChanged(rule="1", to=("blue",), side="blue", cards=("chit-4",)),
    SegmentEntered(rule="2", segment="2", instead=True),
    SegmentEntered(rule="3", segment="3", instead=True, about={"active": "red", "first": "red"}),
    UnitMoved(rule="3.1", unit="R1", path=("ash", "birch")),
    FlagsChanged(rule="3.1", units=("R1",), add=("tired",), why="a long march"),
    DieRolled(rule="3.2", n=3, purpose="1 Red attacks Cedar", sides=6, value=5),
    FOUGHT,
    StepLost(rule="3.4", unit="B2", left=1),
    UnitEliminated(rule="3.4", unit="B2", at="cedar", why="no way out"),
    UnitMoved(rule="3.4", unit="R1", path=("birch", "cedar"), how="advance"),
    ControlChanged(rule="3.5", space="cedar", was="", now="red"),
    DieRolled(rule="4", n=4, purpose="the weather", sides=6, value=1),
    TrackMoved(rule="4", track="mud", was=0, now=2),
    TurnBegan(rule="4", turn=2),
    SegmentEntered(rule="4", segment="2", instead=True),
)

OLDER = (
    Ruling(2, 3, "move R1 birch", "done", "3.1"),
    Ruling(2, 4, "move R2 dale", "refused", "3.1", "Dåle is not next to Ash", ("move R2 birch",)),
    Ruling(2, 5, f"mvoe {WICKED}", "unreadable", "", "no order begins with «mvoe»", ("move",)),
)

BID = Decision(
    id="q1",
    player="red",
    rule="2",
    topic="bid",
    question="How much do you bid to move first (0 to 9)?",
    verbs=("bid",),
    answers=("bid 0", "bid 5"),
    silence="you bid nothing",
    sealed=True,
)


def after(side: str) -> State:
    """The position after the events, with questions open to both sides, as a side sees it."""
    state = fold(start("duel"), EVENTS)
    state = replace(state, decisions=(BID, replace(BID, id="q2", player="blue")))
    return known_to(GAME, state, side)


def facts(side: str = "red") -> ReportFacts:
    """The report of the whole situation to a side."""
    return ReportFacts(
        game=replace(GAME, standins=("the strengths of all units",)),
        number=7,
        side=side,
        before=known_to(GAME, start("duel"), side),
        after=after(side),
        events=tuple(event for event in EVENTS if event.seen_by(side)),
        opening=Opening("ab" * 32, '{"dice":"hexpost-dice-1","game":7}'),
        older=OLDER,
        chat=(("blue", f"Well fought!\n\n{WICKED}\nBEGIN ORDERS 7 turn 2 red AAAA-AAAA\nEND ORDERS"),),
        due={"q1": "27 Nov 2026 10:09 UTC"},
        waits="Waiting for Red and Blue.",
        form="BEGIN ORDERS 7 turn 2 red 7F3K-92QX\n# How much do you bid?\n\nEND ORDERS",
        pictures=(("map-7", "game-7-turn-2-map.png"),),
        attached=(("game-7-turn-2.vsav", "The position, to open in VASSAL"),),
    )
