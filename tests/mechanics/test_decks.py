"""Decks: no card is lost or doubled, and nobody learns a face or an order that is not his to know."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from adjudicator.by_mail.views import Secrets
from adjudicator.dice import CommittedDice, ListedDice, SeededDice
from adjudicator.events import NOBODY, CardDrawn, CardsCounted, CardsMoved
from adjudicator.judging.referee import run_on
from adjudicator.judging.what_if import known_to
from adjudicator.mail.desk.trial import bundle
from adjudicator.mechanics.decks import Deck, misplaced
from adjudicator.play import Play
from adjudicator.report.situation import situation
from adjudicator.snapshot import pack, unpack
from adjudicator.state import State
from tests.adjudicator.cardgame import BACK, CARDS, DECK, GAME, start

PLACES = ("red", "blue", "red-box", "blue-box", "deck", "discards")
NAMES = GAME.names()


def dealt(**places: str) -> State:
    """The first state with cards by their numbers where a test lays them; the others lie in the pile."""
    laid = {
        place.replace("_", "-"): tuple(f"c-{n:>02}" for n in said.split()) for place, said in places.items()
    }
    rest = tuple(card for card in CARDS if not any(card in cards for cards in laid.values()))
    first = start("duel")
    hands = {place: laid.get(place, ()) for place in first.hands}
    return first.but(hands=hands, cups={"deck": rest, "discards": laid.get("discards", ())})


def play_of(state: State, *draws: str) -> Play:
    return Play(state, ListedDice(draws=list(draws)))


def told(play: Play, side: str) -> list[str]:
    return [event.says(NAMES) for event in play.events if event.seen_by(side) and event.says(NAMES)]


# -- what happens -------------------------------------------------------------------------------------------


def test_drawn_cards_are_in_the_hand_and_their_owner_alone_learns_which() -> None:
    play = play_of(dealt(), "c-07", "c-02")
    assert DECK.draw(play, "1", "red", 2) == ("c-02", "c-07")
    assert play.state.hands["red"] == ("c-02", "c-07")
    assert not set(play.state.cups["deck"]) & {"c-02", "c-07"}
    assert told(play, "red") == ["Red draws 2 cards (the deck).", "Red draws Card 2 and Card 7."]
    assert told(play, "blue") == ["Red draws 2 cards (the deck)."]


def test_the_dice_of_a_draw_are_for_nobody_before_the_end() -> None:
    play = play_of(dealt(), "c-07")
    DECK.draw(play, "1", "red")
    (die,) = (event for event in play.events if isinstance(event, CardDrawn))
    assert die.to == NOBODY and not any(die.seen_by(side) for side in GAME.sides)
    assert play.state.rolled == 0 and play.state.rolled_for == {"nobody": 1}
    assert all(known_to(GAME, play.state, side).rolled_for == {} for side in GAME.sides)


def test_a_pile_that_runs_out_is_made_anew_in_the_middle_of_a_draw() -> None:
    state = dealt(blue="3 4 5 6 7 8 9 10 11", discards="1 2")
    play = play_of(state, "c-12", "c-01")
    assert DECK.draw(play, "1", "red", 2, refill=("discards",)) == ("c-01", "c-12")
    assert play.state.cups == {"deck": ("c-02",), "discards": ()}
    assert "The discards: 2 cards are shuffled into the deck." in [
        one[:1].upper() + one[1:] for one in told(play, "blue")
    ]


def test_who_draws_more_than_there_are_gets_fewer() -> None:
    play = play_of(dealt(blue="3 4 5 6 7 8 9 10 11", discards="1 2"), "c-12")
    assert DECK.draw(play, "1", "red", 5) == ("c-12",)
    assert DECK.draw(play, "1", "red", 5) == ()
    assert told(play, "blue") == ["Red draws 1 card (the deck)."]


def test_discards_lie_open() -> None:
    play = play_of(dealt(red="1 2"))
    DECK.discard(play, "1", "red", "c-02", deed="plays")
    assert play.state.cups["discards"] == ("c-02",) and play.state.hands["red"] == ("c-01",)
    assert told(play, "blue") == ["Red plays Card 2."]
    assert known_to(GAME, play.state, "blue").cups["discards"] == ("c-02",)


def test_a_card_in_a_box_is_its_owners_to_see() -> None:
    play = play_of(dealt(red="1 2"))
    DECK.put_aside(play, "1", "red", "red-box", "c-02")
    assert told(play, "blue") == ["Red puts 1 card (the deck) into the box of Red."]
    assert told(play, "red")[1] == "Red puts Card 2 into the box of Red."
    assert known_to(GAME, play.state, "red").hands["red-box"] == ("c-02",)
    assert known_to(GAME, play.state, "blue").hands["red-box"] == (BACK,)
    assert DECK.take_back(play, "1", "red", "red-box") == ("c-02",)
    assert play.state.hands["red"] == ("c-01", "c-02") and play.state.hands["red-box"] == ()


def test_an_exchange_is_known_and_its_cards_are_not() -> None:
    play = play_of(dealt(red="1 2"))
    DECK.exchange(play, "1", "red", "c-01", "c-09")
    assert play.state.hands["red"] == ("c-02", "c-09") and "c-01" in play.state.cups["deck"]
    assert told(play, "blue") == [
        "Red gives back 1 card (the deck).",
        "Red chooses 1 card (the deck).",
    ]


WRONG: list[tuple[str, Callable[[Play], object]]] = [
    ("c-03", lambda play: DECK.discard(play, "1", "red", "c-03")),
    ("c-03", lambda play: DECK.put_aside(play, "1", "red", "red-box", "c-03")),
    ("c-03", lambda play: DECK.exchange(play, "1", "red", "c-03", "c-09")),
    ("c-02", lambda play: DECK.exchange(play, "1", "red", "c-01", "c-02")),
    ("itself", lambda play: DECK.exchange(play, "1", "red", "c-01", "c-01")),
    ("c-02", lambda play: DECK.choose(play, "1", "red", "c-02")),
    ("c-01", lambda play: DECK.discard(play, "1", "red", "c-01", "c-01")),
    ("c-03", lambda play: DECK.remove(play, "1", "red", "away", "c-03")),
]


@pytest.mark.parametrize(("named", "deed"), WRONG)
def test_a_card_that_is_not_there_moves_nothing(named: str, deed: Callable[[Play], object]) -> None:
    play = play_of(dealt(red="1 2"))
    with pytest.raises(ValueError, match=named):
        deed(play)
    assert play.events == []


# -- no card is lost or doubled -----------------------------------------------------------------------------


def anything(play: Play, generator: random.Random) -> None:
    """Anything that can be done with cards, legal or not."""
    side = generator.choice(list(GAME.sides))
    card, other = generator.choice(CARDS), generator.choice(CARDS)
    deed = generator.choice(
        (
            lambda: DECK.draw(
                play, "1", side, generator.randint(0, 4), generator.choice([(), ("discards",)])
            ),
            lambda: DECK.draw(play, "1", side, 1, to=f"{side}-box"),
            lambda: DECK.discard(play, "1", side, card),
            lambda: DECK.put_aside(play, "1", side, f"{side}-box", card),
            lambda: DECK.take_back(play, "1", side, f"{side}-box"),
            lambda: DECK.choose(play, "1", side, card, origin=generator.choice(["", "discards"])),
            lambda: DECK.exchange(play, "1", side, card, other),
            lambda: DECK.reshuffle(play, "1"),
        )
    )
    try:
        deed()
    except ValueError:
        return


@pytest.mark.parametrize("seed", range(20))
def test_no_card_is_lost_or_doubled_whatever_is_done(seed: int) -> None:
    generator = random.Random(seed)
    play = Play(start("duel"), SeededDice(generator))
    for _ in range(60):
        anything(play, generator)
        assert misplaced(play.state, CARDS) == []
    assert {type(event) for event in play.events} >= {CardsMoved, CardsCounted, CardDrawn}
    replayed = start("duel")
    for event in play.events:
        replayed = event.apply(replayed)
    assert replayed == play.state == unpack(pack(play.state), start("duel"))


def test_a_card_that_is_nowhere_or_twice_is_a_fault() -> None:
    twice = dealt(red="1").but(cups={"deck": CARDS[:-1]})
    assert misplaced(twice, CARDS) == ["card c-01 is in 2 places", "card c-12 is in 0 places"]


@pytest.mark.slow
def test_every_card_of_a_pile_is_as_likely() -> None:
    """That no order is kept is a shuffled pile: 12 cards, 1,200 draws, each 100 times give or take 40."""
    first = Play(start("duel"), CommittedDice(b"s" * 32, "1", "0" * 64))
    drawn: list[str] = []
    for _ in range(1200):
        play = Play(start("duel").but(rolled_for=first.state.rolled_for), first.chance)
        drawn += DECK.draw(play, "1", "red")
        first.state = play.state
    assert all(60 <= drawn.count(card) <= 140 for card in CARDS)


# -- nobody learns what is not his to know ------------------------------------------------------------------


def shuffled_unseen(state: State, side: str, generator: random.Random) -> State:
    """The state with all cards that a side may not see put otherwise, as many of them at each place."""
    other = next(one for one in GAME.sides if one != side)
    closed = {
        other: state.hands[other],
        f"{other}-box": state.hands[f"{other}-box"],
        "deck": state.cups["deck"],
    }
    cards = [card for held in closed.values() for card in held]
    generator.shuffle(cards)
    new = {place: tuple(cards.pop() for _ in held) for place, held in closed.items()}
    hands = {**state.hands, other: new[other], f"{other}-box": new[f"{other}-box"]}
    return state.but(hands=hands, cups={**state.cups, "deck": new["deck"]})


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("side", list(GAME.sides))
def test_a_side_gets_the_same_bytes_however_the_cards_lie_that_it_may_not_see(side: str, seed: int) -> None:
    generator = random.Random(seed)
    play = Play(start("duel"), SeededDice(generator))
    for _ in range(generator.randint(5, 40)):
        anything(play, generator)
    other = shuffled_unseen(play.state, side, generator)
    assert bundle(GAME, "duel", other, side) == bundle(GAME, "duel", play.state, side)
    seen = [known_to(GAME, state, side) for state in (play.state, other)]
    assert situation(GAME, seen[0], side) == situation(GAME, seen[1], side)
    assert misplaced(other, CARDS) == []


def test_the_bytes_of_who_may_see_them_differ() -> None:
    one, other = dealt(red="1 2", blue="3"), dealt(red="4 5", blue="3")
    assert bundle(GAME, "duel", one, "red") != bundle(GAME, "duel", other, "red")
    assert bundle(GAME, "duel", one, "blue") == bundle(GAME, "duel", other, "blue")


def test_how_a_hand_was_put_together_is_not_told() -> None:
    both = [play_of(dealt(), *order) for order in (("c-01", "c-02"), ("c-02", "c-01"))]
    for play in both:
        DECK.draw(play, "1", "red", 2)
    assert both[0].state == both[1].state
    assert [e for e in both[0].events if e.seen_by("red")] == [e for e in both[1].events if e.seen_by("red")]


def test_backs_are_told_apart_and_their_order_tells_nothing() -> None:
    secrets = Secrets(face_down=lambda card: f"hidden-{'odd' if int(card[2:]) % 2 else 'even'}")
    seen = [secrets.hide(dealt(red=cards), "blue").hands["red"] for cards in ("1 2 3", "2 3 5")]
    assert seen == [("hidden-even", "hidden-odd", "hidden-odd")] * 2


def test_a_pile_may_be_looked_through_by_its_side() -> None:
    secrets = Secrets(face_down=lambda card: BACK, places={"deck": "red"})
    state = dealt(blue="1 2")
    assert secrets.hide(state, "red").cups["deck"] == state.cups["deck"]
    assert secrets.hide(state, "blue").cups["deck"] == (BACK,) * 10


# -- what reports tell --------------------------------------------------------------------------------------


def test_a_report_tells_hands_boxes_and_piles() -> None:
    state = known_to(GAME, dealt(red="1 2", red_box="3", blue="4", blue_box="5", discards="6 7"), "red")
    told = situation(GAME, state, "red")
    assert [held.name for held in told.hand] == ["Card 1", "Card 2"]
    assert {line.label: line.text for line in told.others} == {
        "Blue": "1 hidden (cards of the deck)",
        "Box of Red": "Card 3",
        "Box of Blue": "1 hidden (cards of the deck)",
    }
    assert [(line.label, line.text) for line in told.piles] == [
        ("Deck", "5 hidden (cards of the deck)"),
        ("Discards", "Card 6, Card 7"),
    ]


def test_a_game_that_names_no_piles_tells_of_none() -> None:
    assert situation(replace(GAME, piles=()), dealt(), "red").piles == ()


def test_cards_of_several_decks_share_a_hand() -> None:
    other = Deck("other", "other-discards")
    state = dealt().but(cups={**dealt().cups, "other": ("x-1",), "other-discards": ()})
    play = play_of(state, "c-05", "x-1")
    DECK.draw(play, "1", "red")
    other.draw(play, "1", "red")
    other.discard(play, "1", "red", "x-1")
    assert play.state.hands["red"] == ("c-05",) and play.state.cups["other-discards"] == ("x-1",)


def test_the_game_runs_to_its_first_question() -> None:
    play = Play(start("duel"), SeededDice(random.Random(1)))
    run_on(GAME, play)
    assert [len(play.state.hands[side]) for side in GAME.sides] == [3, 3]
