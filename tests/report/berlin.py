"""Scenes of Race for Berlin: the start with a few things done to it."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.events import Event, StepLost, UnitEliminated, UnitMoved, UnitPlaced
from adjudicator.games.raceforberlin import GAME
from adjudicator.games.raceforberlin.events import CombatResolved
from adjudicator.mail.desk.trial import known_to
from adjudicator.report.scene import Scene, scene
from adjudicator.state import State
from adjudicator.store import fold

START = GAME.start("campaign")
COMBAT = CombatResolved(
    rule="8.1.2",
    space="lebus",
    attackers=("1GTA-1", "1GTA-2", "8GA-1"),
    defenders=("712", "169"),
    attack=42,
    defence=14,
    parts=({"side": "attack", "unit": "1GTA-1", "rule": "U.3", "was": 22, "is": 22, "reason": "as printed"},),
    column="3:1",
    drm=0,
    drms=(),
    die=5,
    final=5,
    result="D2R",
)
ADVANCE = UnitMoved(rule="8.4", unit="1GTA-1", path=("goritz", "lebus"), how="advance")
ACTION: tuple[Event, ...] = (
    COMBAT,
    StepLost(rule="8.2", unit="712", left=1),
    UnitEliminated(rule="8.2", unit="169", at="lebus"),
    UnitMoved(rule="8.3", unit="712", path=("lebus", "falkenhagen"), how="retreat"),
    ADVANCE,
    UnitPlaced(rule="2.1", unit="31", at="penzig", steps=2),
)


def seen(side: str, *events: Event, start: State = START) -> Scene:
    """What a side sees of these events, which begin at the start."""
    after = fold(start, events)
    visible = [event for event in events if event.seen_by(side)]
    return scene(GAME, 1, known_to(GAME, start, side), known_to(GAME, after, side), visible)


def holding(chit: str) -> State:
    """The start, with this chit in Koniev's hand."""
    return replace(START, hands={"zhukov": (), "koniev": ("event-1", chit)})
