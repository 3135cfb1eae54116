"""The Admin Phase (D.admin): the Schwerpunkt marker, the call, and the Schlachtenglück marker.

A  the Schwerpunkt marker   run_schwerpunkt      D  the call            run_call
B  reinforcements           `r1_entry`           E  the marker back     run_luck_back
C  cards                    `r1_cards`
"""

from __future__ import annotations

from adjudicator.answering import answered
from adjudicator.choices import Choice, Onward, by_default
from adjudicator.events import FactNoted
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State

from . import bot
from .events import DonnerschlagCalled, LuckPassed, SchwerpunktPlaced
from .levels import campaign
from .orders import NO_MORE, PASS, PASSING, ZONES, said
from .pieces import SCHWERPUNKT
from .position import AXIS, name
from .r2_command import spots

EXAMPLES = 8
LAST_CALL = 4
"""The turn on which Donnerschlag must be called, if it has not been."""
BY_ITSELF = "call Donnerschlag zone B"
"""The call if no answer arrives on the turn of the last call (D-R40)."""

# -- A the Schwerpunkt marker ------------------------------------------------------------------------------


@rule("D.admin.a.1", "D.seq.1", "D.seq.2")
def run_schwerpunkt(play: Play) -> None:
    """SCHWERPUNKT: once its marker is in play, the Axis player may move it; it is not compulsory."""
    now = campaign(play.state).schwerpunkt
    if not now or play.state.frame.facts.get("asked"):
        play.go("D.seq.2", "REINF")
        return
    play.note("D.admin.a.1", asked=True)
    PLACING.ask(
        play, AXIS,
        f"The Schwerpunkt marker is in {name(play.state, now)}. Move it to another hex with an Axis unit, or "
        "pass: at most one move this turn.",
        silence="it stays where it is", default=PASS, about=(now,),
    )  # fmt: skip


@rule("D.admin.a.1")
def take_schwerpunkt(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: a hex with an Axis unit, or none."""

    def check(order: Order) -> str:
        space, legal = said(order).hex, spots(play.state)
        if order.verb != PASS and space not in legal:
            why = f"there is no Axis unit in {name(play.state, space)}"
            raise Refused("D.admin.a.1", why, tuple(f"schwerpunkt {one}" for one in legal))
        return space

    if (answer := answered(play, decision, orders, check)) and answer[1]:
        play.record(SchwerpunktPlaced(rule="D.admin.a.1", space=answer[1]))


PLACING = Choice(
    topic=SCHWERPUNKT, rule="D.admin.a.1", verbs=(SCHWERPUNKT, PASS), take=take_schwerpunkt,
    legal=lambda state, side: (PASS, *(f"schwerpunkt {space}" for space in spots(state))), shown=1 + EXAMPLES,
    asked={"SCHWERPUNKT": AXIS}, once=True, called=(SCHWERPUNKT,),
    advice=("if asked schwerpunkt then pass",),
    advised="The Schwerpunkt marker stays where it is before a turn.",
    policies=PASSING, tapped={PASS: "the marker stays"}, purpose=by_default,
)  # fmt: skip

# -- D the call --------------------------------------------------------------------------------------------


def forced(state: State) -> bool:
    """Whether Donnerschlag must be called now."""
    return state.turn >= LAST_CALL


@rule("D.admin.g.1", "D.admin.g.2")
def run_call(play: Play) -> None:
    """CALL: the Axis player may call Donnerschlag, once in the game. On turn 4 at the latest it must be
    called."""
    if campaign(play.state).called or play.state.frame.facts.get("asked"):
        play.go("D.seq.2", "LUCK_BACK")
        return
    play.note("D.admin.g.1", asked=True)
    must = forced(play.state)
    CALL.ask(
        play, AXIS,
        f"{'You must call' if must else 'Call'} Donnerschlag with one zone as the true one"
        f"{'' if must else ', or pass'}. Write one line this turn. The Soviet player learns that it is "
        'called, not the zone. Below that line you may write your first Activation Segment: "play", moves, '
        f'"done", attacks, "{NO_MORE}".',
        rule="D.admin.g.2" if must else "", default=BY_ITSELF if must else PASS,
        silence="it is called with zone B" if must else "it is not called this turn",
    )  # fmt: skip


@rule("D.admin.g.1", "D.admin.g.2", "D.admin.g.3")
def take_call(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: the call is for everybody, the zone for the Axis player alone."""

    def check(order: Order) -> str:
        if order.verb == PASS and forced(play.state):
            raise Refused("D.admin.g.2", "Donnerschlag must be called this turn", decision.answers)
        return said(order).zone

    if (answer := answered(play, decision, orders, check)) and answer[1]:
        play.record(FactNoted(rule="D.admin.g.3", to=(AXIS,), key="zone", value=answer[1]))
        play.record(DonnerschlagCalled(rule="D.admin.g.1", turn=play.state.turn))


def calls(state: State, side: str) -> tuple[str, ...]:
    """Every zone, and no call, unless it must be called now."""
    zones = tuple(f"call Donnerschlag zone {zone.upper()}" for zone in ZONES)
    return zones if forced(state) else (PASS, *zones)


CALL = Choice(
    topic="call", rule="D.admin.g.1", verbs=("call", PASS), take=take_call, legal=calls, asked={"CALL": AXIS},
    once=True, called=("call",), usual=False, policies=PASSING, tapped={PASS: "it is not called this turn"},
    purpose=bot.call,
    onward=Onward(
        lambda state, side: dict.fromkeys(calls(state, side), ()),
        "You may play your first Activation Card of this turn in the same email.",
    ),
)  # fmt: skip

# -- E the Schlachtenglück marker --------------------------------------------------------------------------


@rule("D.admin.h.1", "D.seq.2")
def run_luck_back(play: Play) -> None:
    """LUCK_BACK: the Schlachtenglück marker is with the Axis player again, and the Action Phase begins."""
    if campaign(play.state).luck != AXIS:
        play.record(LuckPassed(rule="D.admin.h.1", side=AXIS))
    play.go("D.seq.3", "PLAY")
