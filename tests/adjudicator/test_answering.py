"""Going through the lines of an answer, and the facts and sentences that rules write on the way."""

from __future__ import annotations

from adjudicator.answering import every_legal
from adjudicator.dice import NoDice
from adjudicator.events import Event, Names
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal

from .tinygame import GAME


def play() -> Play:
    """A play of the tiny game."""
    return Play(GAME.start(GAME.scenarios[0]), NoDice())


def lines(*words: str) -> list[Order]:
    """A sheet with a line for each word."""
    return [Order(word, {}, word, 1, number) for number, word in enumerate(words, 1)]


def only_even(order: Order) -> None:
    """Lets words of even length pass."""
    if len(order.verb) % 2:
        raise Refused("3.1", f"{order.verb} is odd", ("this",) if order.verb == "own" else ())


def test_a_line_that_ends_an_answer_is_the_last_if_it_is_taken() -> None:
    here = play()
    taken = every_legal(here, lines("odd", "even", "end", "stop", "late"), only_even, ("stop", "end"))
    assert [order.verb for order in taken] == ["even", "stop"]
    assert [ruling.verdict for ruling in here.sheet(1)] == ["refused", "done", "refused", "done"]


def test_a_refusal_that_offers_nothing_is_given_something_to_offer() -> None:
    here = play()
    every_legal(here, lines("odd", "own"), only_even, legal=lambda: ("that",))
    assert [ruling.legal for ruling in here.sheet(1)] == [("that",), ("this",)]


def test_a_check_tells_its_refusal_and_nothing_where_it_lets_pass() -> None:
    odd, even = lines("odd", "even")
    assert (no := refusal(only_even, odd)) is not None and no.why == "odd is odd"
    assert refusal(only_even, even) is None


def test_what_is_remembered_stands_in_a_list_once() -> None:
    here = play()
    here.remember("4", "seen", "ash", "birch")
    here.remember("4", "seen", "ash", "cedar", to=("red",))
    assert here.state.facts["seen"] == ("ash", "birch", "cedar")
    assert [event.to for event in here.events] == [("*",), ("red",)]


class Counted(Event):
    """Units of somebody were counted."""

    sentence = "{side} has {units} in {space}: {strength:g}."
    side: str
    units: tuple[str, ...]
    space: str
    strength: float


def test_a_sentence_is_filled_with_printed_names() -> None:
    event = Counted(rule="4", side="red", units=("R1", "R2", "x"), space="ash", strength=2.0)
    names = Names({"red": "Red", "R1": "1 Red", "R2": "2 Red", "ash": "Ash"})
    assert event.says(names) == "Red has 1 Red, 2 Red and x in Ash: 2."
    assert "sentence" not in event.facts()
