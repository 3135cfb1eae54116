"""Lines under seal: plots and bids of all sides, kept shut until every side has sent its own."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.answering import opened
from adjudicator.choices import Choice
from adjudicator.orders import Order, without_digest
from adjudicator.play import Play
from adjudicator.rulings import No, Refused
from adjudicator.state import Decision, State
from adjudicator.tabletop.facts import BidTold, NotDone
from adjudicator.tabletop.written import SAID, said

TOPIC = "sealed"
VERBS = ("log", "bid", *SAID, "done")
QUESTION = (
    "Send your sealed orders: a log of VASSAL that begins with your newest saved game, or lines, the last "
    "one: done. Nobody reads them until all sides have sent theirs. Then they are done in the order of the "
    "sides"
)
KEPT = "sealed until all have sent their lines"

CarryOut = Callable[[Play, str, Order, State], str]
"""Carries out a line that was sent for a position, and says what of it was not done."""
Check = Callable[[Play, str, Order], None]
"""Raises Refused for a log that cannot be one of the present position."""


def sealed(check: Check) -> Choice:
    """The question for sealed lines."""

    def take(play: Play, decision: Decision, lines: list[Order]) -> None:
        """Keep a side's lines; but for whether a log can be read nothing is tried before all are in."""
        good = []
        for order in lines:
            try:
                if order.verb == "log":
                    check(play, decision.player, order)
            except Refused as no:
                play.refuse(order, no)
            else:
                play.verdict(order, "done", "", KEPT)
                good.append(order)
        if good:
            play.seal(decision, good)

    return Choice(topic=TOPIC, rule="", verbs=VERBS, take=take, ends=("done",), closing=("done",))


def ask_all(play: Play, carry_out: CarryOut) -> None:
    """Ask every side for sealed lines; when all are in, open them, and let the move go on."""
    if not play.state.decisions:
        for side in play.state.sides:
            play.ask(
                side, "", TOPIC, QUESTION, VERBS, ("bid 3", "done"), silence="you write nothing",
                default="done", sealed=True,
            )  # fmt: skip
        return
    then = play.state
    for side, orders in opened(play):
        for order in orders:
            open_line(play, side, order, carry_out, then)
    play.go("", "play", active=play.state.frame.facts["active"])


def open_line(play: Play, side: str, order: Order, carry_out: CarryOut, then: State) -> None:
    """Do one line that was kept shut, for the position of `then`; what cannot be done is told to its writer
    alone."""
    if order.verb == "bid":
        play.record(BidTold(rule="", who=side, text=said(order).what.rstrip(".")))
    elif order.verb in ("log", *SAID):
        try:
            left = carry_out(play, side, order, then)
        except No as no:
            left = no.why
        if left:
            play.record(NotDone(rule="", to=(side,), who=side, line=without_digest(order.text), why=left))
