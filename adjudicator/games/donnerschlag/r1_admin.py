"""The Admin Phase (D.admin): its steps in their order, and those that need no rule of their own.

A  the Schwerpunkt marker   run_schwerpunkt      D  the call            `r1_call`
B  reinforcements           `r1_entry`           E  the marker back     run_luck_back
C  cards                    `r1_cards`
"""

from __future__ import annotations

from adjudicator.answering import answered
from adjudicator.choices import Choice, by_default
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State

from .events import LuckPassed, SchwerpunktPlaced
from .levels import campaign
from .orders import ENDING, PASSING, said
from .position import AXIS, name
from .r2_command import spots

EXAMPLES = 8


@rule("D.admin.a.1", "D.seq.1", "D.seq.2")
def run_schwerpunkt(play: Play) -> None:
    """SCHWERPUNKT: once its marker is in play, the Axis player may lay it elsewhere; it is not compulsory."""
    now = campaign(play.state).schwerpunkt
    if not now or play.state.frame.facts.get("asked"):
        play.go("D.seq.2", "REINF")
        return
    play.note("D.admin.a.1", asked=True)
    SCHWERPUNKT.ask(
        play, AXIS,
        f"The Schwerpunkt marker lies in {name(play.state, now)}. Does it go to another hex with an "
        "Axis unit? One line, once this turn.",
        silence="it stays where it is", default="pass", about=(now,),
    )  # fmt: skip


@rule("D.admin.a.1")
def take_schwerpunkt(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: a hex with an Axis unit, or none."""

    def check(order: Order) -> str:
        space, legal = said(order).hex, spots(play.state)
        if order.verb == "schwerpunkt" and space not in legal:
            why = f"no Axis unit is in {name(play.state, space)}"
            raise Refused("D.admin.a.1", why, tuple(f"schwerpunkt {one}" for one in legal))
        return space

    if (answer := answered(play, decision, orders, check)) and answer[1]:
        play.record(SchwerpunktPlaced(rule="D.admin.a.1", space=answer[1]))


def legal(state: State, side: str) -> tuple[str, ...]:
    """That it stays, and every hex to which it may go."""
    return ("pass", *(f"schwerpunkt {space}" for space in spots(state)))


SCHWERPUNKT = Choice(
    topic="schwerpunkt", rule="D.admin.a.1", verbs=("schwerpunkt", ENDING[2]), take=take_schwerpunkt,
    legal=legal, shown=1 + EXAMPLES, asked={"SCHWERPUNKT": AXIS}, once=True, called=("schwerpunkt",),
    advice=("if asked schwerpunkt then pass",), policies=PASSING, purpose=by_default,
)  # fmt: skip


@rule("D.admin.h.1", "D.seq.2")
def run_luck_back(play: Play) -> None:
    """LUCK_BACK: the Schlachtenglück marker is with the Axis player again, and the Action Phase begins."""
    if campaign(play.state).luck != AXIS:
        play.record(LuckPassed(rule="D.admin.h.1", side=AXIS))
    play.go("D.seq.3", "PLAY")
