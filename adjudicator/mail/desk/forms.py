"""The order form: the block that a player copies, fills in and sends back."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.game import Game
from adjudicator.judging.line_by_line import queued
from adjudicator.judging.referee import ALL_ADVISED
from adjudicator.mail.desk.bound import opens
from adjudicator.mail.desk.consent import proposals
from adjudicator.mail.desk.filled import LONGEST, by_when, filled_in, kept
from adjudicator.mail.desk.trial import known_to
from adjudicator.state import Decision, State
from adjudicator.wording.order_words import cited

if TYPE_CHECKING:
    from adjudicator.mail.desk.table import Table

UNASKED = "You have no move to make. Standing orders count at once."
QUEUED = "Orders for a later question are queued."
TOO_EARLY = "Send other orders when you are asked."

ADVISED = (
    "# Standing orders answer a question before it is asked: fewer emails.",
    "# Remove the first # of those you want, or of the next line for all.",
    f"# {ALL_ADVISED}",
)


def order_form(
    table: Table, side: str, lines: Sequence[str] = (), seen: State | None = None, event: int | None = None,
    due: Mapping[str, str] | None = None,
) -> str:  # fmt: skip
    """The order form of a side with its live code, with these lines filled in; "" after the end of the game.

    `seen` is the side's view of an earlier moment, to make an old report again, and `event` the last one
    before it; the present moment without them.
    It is in every mail to a player, asked or not. As comments it has what they are asked and by when (`due`,
    in words), what they may order, and what is kept of them; with lines of its own, only what they are asked.
    """
    view = seen or known_to(table.game, table.state, side)
    if view.over is not None:
        return ""
    first = begin_line(table.number, view.turn, side, table.code(side, view.turn, event))
    consents = [one.hint for one in proposals(table.game, view, side) if one.asks]
    asked = view.waiting()
    unasked = f"{UNASKED} {_waiting(table.game, view, side)}"
    hints = _hints([*map(_told, asked)] or [unasked], consents)
    if not lines:
        more = [
            line for one in asked for line in (*by_when(due or {}, one), *filled_in(table.game, view, one))
        ]
        hints += [f"# {line}" for line in (*more, *kept(table.game, view, side))]
    filled = lines or ["", *advised(table.game, view, side)]
    return "\n".join([first, *hints, *filled, "END ORDERS"])


def advised(game: Game, view: State, side: str) -> list[str]:
    """The standing orders that a new player is advised to send, as comments of the first form, each below
    what it does. A side that has answered at all, or has standing orders, is advised no more."""
    new = any(one.player == side and opens(view, one) for one in view.waiting())
    if not new or view.standing.get(side) or not game.choices.advice:
        return []
    told = list[str]()
    for one in (one for one in game.choices.all if one.may_ask(side)):
        told += textwrap.wrap(f"-- {one.advised}", LONGEST) if one.advice and one.advised else []
        told += [line for line in one.advice if line not in told]
    return [*ADVISED, *(f"# {line}" for line in told)]


def begin_line(number: int, turn: int, side: str, code: str) -> str:
    """The first line of a side's order block."""
    return f"BEGIN ORDERS {number} turn {turn} {side} {code}"


def _hints(told: Sequence[str], consents: Sequence[str]) -> list[str]:
    """What is asked, or that nothing is, and to what the side may agree, as comments."""
    return [f"# {line}" for one in (*told, *consents) for line in textwrap.wrap(one, LONGEST)]


def _waiting(game: Game, view: State, side: str) -> str:
    """Which orders of a side that is not asked wait."""
    if not game.ahead.queues(view, side):
        return TOO_EARLY
    waits = queued(game, view, side)
    return f"{QUEUED} You can queue now: {waits}." if waits else QUEUED


def _told(decision: Decision) -> str:
    """What a side is asked, with its rule."""
    return f"{_first_part(decision.question)}{cited(decision.rule)}"


def _first_part(question: str) -> str:
    """A question as far as its question mark; how many and how often stands in the letter."""
    head, mark, _ = question.partition("?")
    return head + mark
