"""The order form: the block that a player copies, fills in and sends back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.game import Game
from adjudicator.judging.lapsing import queued
from adjudicator.judging.referee import ALL_ADVISED
from adjudicator.mail.desk.bound import INVITED, QUESTION, SEED, opens
from adjudicator.mail.desk.consent import proposals
from adjudicator.mail.desk.filled import NOTE, by_when, filled_in, kept, notes
from adjudicator.mail.desk.trial import known_to
from adjudicator.state import Decision, State
from adjudicator.wording.order_words import cited

if TYPE_CHECKING:
    from adjudicator.mail.desk.table import Table

UNASKED = "You have no move to make. Standing orders take effect at once."
QUEUED = "You may send orders for later decisions now."
TOO_EARLY = "Send other orders when you are asked."

ADVISED = (
    "Standing orders, if you want any. Each answers a question before it is asked, so that you get fewer "
    "emails. Remove the first # of those you want. To use them all, remove only the # of the next line."
)
SEEDED = f"{SEED} any words of your own"
"""A line of the first form: what a player may add to the dice."""
SEEDS = f"{NOTE}If you like, a few words of your own go into the dice:"
"""What stands above it."""


def order_form(
    table: Table, side: str, lines: Sequence[str] = (), seen: State | None = None, event: int | None = None,
    due: Mapping[str, str] | None = None, advice: bool = True, told: Collection[str] = (),
) -> str:  # fmt: skip
    """The order form of a side with its live code, with these lines filled in; "" after the end of the game.
    A first one has the standing orders that are advised, but without `advice`.

    `seen` is the side's view of an earlier moment, to make an old report again, and `event` the last one
    before it; the present moment without them.
    It is in every mail to a player, asked or not. As comments it has what they are asked and by when (`due`,
    in words), what they may order, and what is kept of them, without the lines that the mail has `told` above
    it; with lines of its own, only what they are asked.
    """
    view = seen or known_to(table.game, table.state, side)
    if view.over is not None:
        return ""
    first = begin_line(table.number, view.turn, side, table.code(side, view.turn, event))
    consents = [one.hint for one in proposals(table.game, view, side) if one.asks]
    asked = view.waiting()
    unasked = f"{UNASKED} {_waiting(table.game, view, side)}"
    hints = _hints([*map(_told, asked)] or [unasked], consents)
    new = any(one.player == side and opens(view, one) for one in asked)
    if not lines:
        more = [
            line for one in asked for line in (*by_when(due or {}, one), *filled_in(table.game, view, one))
        ]
        more += [SEEDS, SEEDED] if new else []
        hints += [*more, *kept(table.game, view, side, told)]
    filled = lines or ["", *(map(comment, advised(table.game, view, side)) if new and advice else ())]
    return "\n".join([first, *map(comment, hints), *filled, "END ORDERS"])


def comment(line: str) -> str:
    """A line of a form that counts only without its first #; a note has two, and never counts."""
    return f"#{line}" if line.startswith(NOTE.strip()) else f"# {line}"


def advised(game: Game, view: State, side: str) -> list[str]:
    """The standing orders that a new player is advised to send, each below what it does, as a note. A side
    that has standing orders is advised no more."""
    if view.standing.get(side) or not game.choices.advice:
        return []
    told = [*notes(ADVISED), ALL_ADVISED]
    for one in (one for one in game.choices.all if one.may_ask(side)):
        told += notes(one.advised) if one.advice and one.advised else []
        told += [line for line in one.advice if line not in told]
    return told


def begin_line(number: int, turn: int, side: str, code: str) -> str:
    """The first line of a side's order block."""
    return f"BEGIN ORDERS {number} turn {turn} {side} {code}"


def _hints(told: Sequence[str], consents: Sequence[str]) -> list[str]:
    """What is asked, or that nothing is, and to what the side may agree, as notes."""
    return [line for one in (*told, *consents) for line in notes(one)]


def _waiting(game: Game, view: State, side: str) -> str:
    """Which orders of a side that is not asked wait."""
    if not game.ahead.queues(view, side):
        return TOO_EARLY
    waits = queued(game, view, side)
    about = f'Send help and one of these words, such as "help {waits.partition(",")[0]}", to read about it'
    return f"{QUEUED} They begin with: {waits}. {about}." if waits else QUEUED


def _told(decision: Decision) -> str:
    """What a side is asked, with its rule."""
    told = INVITED if decision.question == QUESTION else _first_part(decision.question)
    return f"{told}{cited(decision.rule)}"


def _first_part(question: str) -> str:
    """A question as far as its question mark; how many and how often stands in the letter."""
    head, mark, _ = question.partition("?")
    return head + mark
