"""Lines that answer, sealed answers that come out together, and questions whose answers are all listed."""

from __future__ import annotations

import random

from adjudicator.answering import every_legal, first_legal, opened
from adjudicator.dice import SeededDice
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


def test_who_chooses_gives_one_of_the_answers_and_silence_is_the_first_unless_another_is_named() -> None:
    play = playing()
    play.choose(
        "red", "3.4", "flee", "Where to?", ("flee ash", "flee birch"), "it flees to Ash", about=("R1",)
    )
    play.choose("red", "3.4", "flee", "Where to?", ("flee ash", "flee birch"), "to Birch", "flee birch")
    first, second = play.state.decisions
    assert (first.closed, first.verbs, first.answers) == (True, ("flee",), ("flee ash", "flee birch"))
    assert (first.default, second.default) == ("flee ash", "flee birch")
    assert (first.silence, first.about) == ("it flees to Ash", ("R1",))
