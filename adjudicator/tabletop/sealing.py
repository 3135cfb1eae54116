"""Lines under seal: plots and bids of all sides, kept shut until every side has sent its own."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.answering import opened
from adjudicator.choices import Choice
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused
from adjudicator.state import Decision
from adjudicator.tabletop.facts import BidTold, NotDone
from adjudicator.tabletop.written import SAID, said

TOPIC = "sealed"
VERBS = ("bid", *SAID, "done")
QUESTION = (
    "Write your sealed lines, the last one: done. Nobody reads them until all sides have sent theirs. "
    "Then they are done in the order of the sides"
)
KEPT = "sealed until all have sent their lines"

CarryOut = Callable[[Play, str, Order], None]


def take(play: Play, decision: Decision, lines: list[Order]) -> None:
    """Keep a side's lines; nothing of them is tried before all are in."""
    for order in lines:
        play.verdict(order, "done", "", KEPT)
    play.seal(decision, lines)


SEALED = Choice(topic=TOPIC, rule="", verbs=VERBS, take=take, ends=("done",), closing=("done",))


def ask_all(play: Play, carry_out: CarryOut) -> None:
    """Ask every side for sealed lines; when all are in, open them, and let the move go on."""
    if not play.state.decisions:
        for side in play.state.sides:
            play.ask(
                side, "", TOPIC, QUESTION, VERBS, ("bid 3", "done"), silence="you write nothing",
                default="done", sealed=True,
            )  # fmt: skip
        return
    for side, orders in opened(play):
        for order in orders:
            open_line(play, side, order, carry_out)
    play.go("", "play", active=play.state.frame.facts["active"])


def open_line(play: Play, side: str, order: Order, carry_out: CarryOut) -> None:
    """Do one line that was kept shut; what cannot be done is told to its writer alone."""
    if order.verb == "bid":
        play.record(BidTold(rule="", who=side, text=said(order).what.rstrip(".")))
    elif order.verb in SAID:
        try:
            carry_out(play, side, order)
        except Refused as no:
            play.record(NotDone(rule="", to=(side,), who=side, line=order.text, why=no.why))
