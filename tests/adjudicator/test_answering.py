"""Lines that answer, sealed answers that come out together, and events that use the same words each time."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from adjudicator.answering import every_legal, first_legal, opened
from adjudicator.dice import SeededDice
from adjudicator.events import Event, Names
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused
from tests.adjudicator.tinygame import ask_bids, start


def playing() -> Play:
    """The tiny game before anything happened in it."""
    return Play(start("duel"), SeededDice(random.Random(1)))


def bids(*amounts: int) -> list[Order]:
    """A line for each bid."""
    return [Order("bid", {"amount": n}, f"bid {n}", 1, line) for line, n in enumerate(amounts, 1)]


def up_to_nine(order: Order) -> int:
    """A check: the amount of a bid."""
    if order.args["amount"] > 9:
        raise Refused("2", "nobody has more than 9")
    return int(order.args["amount"])


def test_the_first_legal_line_answers_and_those_below_it_wait() -> None:
    play = playing()
    found = first_legal(play, bids(12, 4, 5), up_to_nine)
    assert found is not None and found[1] == 4
    assert [ruling.verdict for ruling in play.sheet(1)] == ["refused", "done"]


def test_every_legal_line_is_taken() -> None:
    play = playing()
    assert [order.line for order in every_legal(play, bids(3, 12, 5), up_to_nine)] == [1, 3]
    assert [ruling.verdict for ruling in play.sheet(1)] == ["done", "refused", "done"]


def test_sealed_answers_come_out_with_their_players_and_close_their_questions() -> None:
    play = playing()
    ask_bids(play)
    for decision, order in zip(play.state.decisions, bids(7, 2), strict=True):
        play.seal(decision, [order])
    found = {side: [order.args["amount"] for order in orders] for side, orders in opened(play)}
    assert found == {"red": [7], "blue": [2]}
    assert play.state.decisions == ()


@dataclass(frozen=True, kw_only=True)
class Seized(Event):
    side: str
    spaces: tuple[str, ...]
    count: int
    words: ClassVar[str] = "{side} seizes {spaces}: {count} in all."


def test_an_event_says_its_words_with_printed_names() -> None:
    names = Names({"red": "Red", "ash": "Ash", "birch": "Birch"})
    seized = Seized(rule="3", side="red", spaces=("ash", "birch"), count=2)
    assert seized.says(names) == "Red seizes Ash and Birch: 2 in all."
    assert seized.facts() == {"side": "red", "spaces": ("ash", "birch"), "count": 2}


def test_an_event_without_words_says_nothing() -> None:
    assert Event(rule="1").says(Names({})) == ""
