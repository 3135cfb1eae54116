"""Extended step D, calling out Donnerschlag (D.admin.g), and its marker (D.don.1)."""

from __future__ import annotations

from adjudicator.answering import answered
from adjudicator.choices import Choice
from adjudicator.events import FactNoted, TrackMoved
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State

from . import bot
from .events import DonnerschlagCalled
from .levels import campaign
from .orders import ENDING, PASSING, ZONES, said
from .position import AXIS

TRACK = "donnerschlag"
LAST_CALL = 4
"""The turn on which Donnerschlag must be called out, if it has not been."""
CHECKED = (4, 5)
"""Spaces of the track at which victory is checked."""
BY_ITSELF = "call Donnerschlag zone B"
"""What silence means on the turn of the last call (D-R40)."""


def forced(state: State) -> bool:
    """Whether Donnerschlag must be called now."""
    return state.turn >= LAST_CALL


@rule("D.admin.g.1", "D.admin.g.2")
def run_call(play: Play) -> None:
    """CALL: the Axis player may call out Donnerschlag, once in the game; on turn 4 at the latest he must."""
    if campaign(play.state).called or play.state.frame.facts.get("asked"):
        play.go("D.seq.2", "LUCK_BACK")
        return
    play.note("D.admin.g.1", asked=True)
    must = forced(play.state)
    CALL.ask(
        play, AXIS,
        "Do you call out Donnerschlag, and in which zone is the true meeting? The Soviet player "
        "learns that it is "
        f"called, never the zone. One line, once this turn.{' It must be called now.' if must else ''}",
        rule="D.admin.g.2" if must else "",
        silence="it is called with zone B" if must else "it is not called this turn",
        default=BY_ITSELF if must else "pass",
    )  # fmt: skip


@rule("D.admin.g.1", "D.admin.g.2", "D.admin.g.3")
def take_call(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: the zone goes into the Axis player's own facts, the call to everybody."""

    def check(order: Order) -> str:
        if order.verb == ENDING[2] and forced(play.state):
            raise Refused("D.admin.g.2", "Donnerschlag must be called out on this turn", decision.answers)
        return said(order).zone

    if (answer := answered(play, decision, orders, check)) and answer[1]:
        play.record(FactNoted(rule="D.admin.g.3", to=(AXIS,), key="zone", value=answer[1]))
        play.record(DonnerschlagCalled(rule="D.admin.g.1", turn=play.state.turn))


def legal(state: State, side: str) -> tuple[str, ...]:
    """Every zone, and no call, unless it must be called now."""
    calls = tuple(f"call Donnerschlag zone {zone.upper()}" for zone in ZONES)
    return calls if forced(state) else ("pass", *calls)


CALL = Choice(
    topic="call", rule="D.admin.g.1", verbs=("call", ENDING[2]), take=take_call, legal=legal,
    asked={"CALL": AXIS}, once=True, called=("call",), usual=False, policies=PASSING, purpose=bot.call,
)  # fmt: skip


@rule("D.don.1", "D.seq.3")
def run_marker(play: Play) -> None:
    """DON_MARK: after the last Activation Segment of a turn the marker advances one space, if it was called;
    at spaces 4 and 5 victory is checked."""
    if not campaign(play.state).called:
        play.go("D.don.1", "BOX_BACK")
        return
    was = play.state.tracks[TRACK]
    play.record(TrackMoved(rule="D.don.1", track=TRACK, was=was, now=was + 1))
    play.go("D.don.2", "VICTORY" if was + 1 in CHECKED else "BOX_BACK")
