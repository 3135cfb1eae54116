"""A tiny invented game of cards: one deck for both, hands, boxes, and a battle with two windows.

Each side draws three cards (1). Red then attacks a space (2): in the first window a card with an even number
may be played, in the second one with an odd number (3); between them a die is rolled. Played cards lie open.
Before the next turn each side may put cards into its box, exchange, discard (4). The higher die wins nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from adjudicator.by_mail.ahead import EVERY_SIDE, Ahead
from adjudicator.by_mail.standing import StandingOrders, ending, number, place
from adjudicator.by_mail.views import Secrets
from adjudicator.choices import Choice, Choices
from adjudicator.events import GameEnded, Names, TurnBegan
from adjudicator.events import kinds as all_kinds
from adjudicator.events.cards import cards_at
from adjudicator.game import Game
from adjudicator.mechanics import windows
from adjudicator.mechanics.decks import Deck, misplaced
from adjudicator.mechanics.windows import NUMBER, Window
from adjudicator.orders import Grammar, Order, Verb
from adjudicator.play import Play
from adjudicator.reader import Lexicon, Reader
from adjudicator.rulings import Refused
from adjudicator.sequence import Segment, sequence
from adjudicator.state import Decision, Frame, Json, State
from counters.roster.counter import Card, Roster
from counters.roster.style import Style
from tests.adjudicator import tinygame

SIDES = tinygame.SIDES
CARDS = tuple(f"c-{n:02}" for n in range(1, 13))
DECK = Deck("deck", "discards")
BACK = "hidden-deck"
BOX = {"red": "red-box", "blue": "blue-box"}
SECRETS = Secrets(face_down=lambda card: BACK, places={"deck": "", "red-box": "red", "blue-box": "blue"})
WINDOWS = (Window("3.1", "window", 1), Window("3.2", "window", 2))


def printed(card: str) -> Card:
    number = int(card[2:])
    when = f"window {1 + number % 2}"
    return Card(card, number, f"Card {number}", when, "Does nothing.", once=False, afterwards="discards")


def start(scenario: str) -> State:
    tiny = tinygame.start("duel")
    return tiny.but(
        roster=Roster("cards", {}, {}, {card: printed(card) for card in CARDS}, Style(), {}),
        hands={"red": (), "blue": (), "red-box": (), "blue-box": ()},
        cups={"deck": CARDS, "discards": ()},
        frames=(Frame("1"),),
    )


def draw(play: Play) -> None:
    for side in SIDES:
        DECK.draw(play, "1", side, 3 - len(play.state.hands[side]), refill=("discards",))
    play.go("2", "2")


def ask_attack(play: Play) -> None:
    answers = ("attack ash", "attack dale")
    play.choose("red", "2", "attack", "Which space do you attack?", answers, "Ash is attacked")


def attack(play: Play, decision: Decision, orders: list[Order]) -> None:
    play.close(decision)
    play.verdict(orders[0], "done", "2")
    play.go("3", "3", space=orders[0].args["to"], window=0, past=0)


def battle(play: Play) -> None:
    """3: each window asked, and opened when all have answered; the die between them."""
    facts = play.state.frame.facts
    now = WINDOWS[facts["past"]]
    if not facts["window"]:
        now.ask(play, ("red", "blue"), f"Do you play a card in window {now.number}?", (facts["space"],))
        return
    for side, order in now.opened(play):
        DECK.discard(play, now.rule, side, order.args["card"], deed="plays")
    play.note("3", past=now.number)
    if now.number == 1:
        play.roll("3", "the battle")
    else:
        play.go("4", "4")


def take_card(play: Play, decision: Decision, orders: list[Order]) -> None:
    window = play.state.frame.facts["window"]

    def check(order: Order) -> None:
        card = order.args["card"]
        legal = legal_cards(play.state, decision.player, window)
        if card not in legal:
            raise Refused("3", f"you cannot play {card} now", tuple(f"card {one}" for one in legal))

    windows.take(play, decision, orders, check)


def legal_cards(state: State, side: str, window: int) -> tuple[str, ...]:
    return tuple(card for card in state.hands[side] if int(card[2:]) % 2 == window - 1)


def ask_admin(play: Play) -> None:
    facts = play.state.frame.facts
    side = next((side for side in SIDES if side not in facts.get("ready", ())), "")
    if side:
        play.ask(
            side, "4", "admin", "What do you do with your cards?",
            ("box", "takeback", "exchange", "discard", "done"), ("done",), default="done", silence="nothing",
        )  # fmt: skip
    elif play.state.turn == 3:
        play.record(GameEnded(rule="4", winner="", why="three turns", points={}))
    else:
        play.record(TurnBegan(rule="4", turn=play.state.turn + 1))
        play.go("4", "1")


def admin(play: Play, decision: Decision, orders: list[Order]) -> None:
    side = decision.player
    deeds: dict[str, Callable[[Mapping[str, Json]], object]] = {
        "box": lambda args: DECK.put_aside(play, "4", side, BOX[side], args["card"]),
        "takeback": lambda args: DECK.take_back(play, "4", side, BOX[side]),
        "exchange": lambda args: DECK.exchange(play, "4", side, args["card"], args["to"]),
        "discard": lambda args: DECK.discard(play, "4", side, args["card"]),
    }
    for order in orders:
        play.verdict(order, "done", "4")
        if order.verb == "done":
            play.close(decision)
            play.note("4", ready=(*play.state.frame.facts.get("ready", ()), side))
            return
        try:
            deeds[order.verb](order.args)
        except ValueError as no:
            play.refuse(order, Refused("4", str(no)))


def grammar(side: str = "") -> Grammar:
    def card(reader: Reader) -> Mapping[str, Json]:
        return {"card": reader.one("card")}

    def two(reader: Reader) -> Mapping[str, Json]:
        return {"card": reader.one("card", ("for",)), "to": reader.need("for") and reader.one("card")}

    nothing = dict[str, Json]
    return Grammar(
        (
            Verb(("card",), "card CARD", card),
            Verb(("pass",), "pass", lambda reader: nothing()),
            Verb(("attack",), "attack SPACE", lambda reader: {"to": reader.one("space")}),
            Verb(("box",), "box CARD", card),
            Verb(("takeback",), "takeback", lambda reader: nothing()),
            Verb(("exchange",), "exchange CARD for CARD", two),
            Verb(("discard",), "discard CARD", card),
            Verb(("done",), "done", lambda reader: nothing()),
        ),
        {
            "card": Lexicon("card", [(card, card) for card in CARDS]),
            "unit": Lexicon("unit", [(unit, unit) for unit in tinygame.UNITS]),
            "space": Lexicon("space", [(space, space) for space in tinygame.PLACES]),
        },
    )


STANDING = StandingOrders(
    grammar=grammar,
    topics={"window": "window", "attack": "attack"},
    conditions={
        "window": NUMBER,
        "hex": place("space"),
        "at": place("space"),
        "ratio": number(lambda state: 2, ">="),
    },
    policies={"pass": ending({"pass": "pass"})},
    lists=lambda topic: ("space",),
    space="space",
    units_in=lambda order: (),
    ends=lambda order: (order.args["to"],) if order.verb == "attack" else (),
    worth=lambda state, unit: 0,
    distance=lambda state, a, b: 0,
    near_enemy=lambda state, side, order: False,
    older=windows.spoken,
)


def bot(state: State, decision: Decision, generator: random.Random) -> list[str]:
    side = decision.player
    if decision.topic == "attack":
        return [generator.choice(decision.answers)]
    if decision.topic == "window":
        legal = legal_cards(state, side, state.frame.facts["window"])
        return windows.by_chance(legal, generator)
    hand, pile = list(state.hands[side]), list(state.cups["deck"])
    generator.shuffle(hand)
    lines = [
        *(f"box {card}" for card in hand[:1]),
        *(f"exchange {card} for {generator.choice(pile)}" for card in hand[1:2] if pile),
        *(f"discard {card}" for card in hand[2:3]),
        *(["takeback"] if cards_at(state, BOX[side]) else []),
    ]
    return [*generator.sample(lines, generator.randint(0, len(lines))), "done"]


GAME: Game = replace(
    tinygame.GAME,
    name="cards",
    title="Cards",
    scenarios=("duel",),
    start=start,
    sequence=sequence(
        Segment("1", "Draw", "1", draw),
        Segment("2", "Attack", "2", ask_attack),
        Segment("3", "Battle", "3", battle),
        Segment("4", "Cards", "4", ask_admin),
    ),
    grammar=grammar,
    choices=Choices(
        (
            Choice(topic="attack", rule="", verbs=("attack",), take=attack, chance=bot),
            Choice(
                topic="window",
                rule="",
                verbs=("card", "pass"),
                take=take_card,
                chance=bot,
                called=("window",),
                advice=("if asked window then pass",),
            ),
            Choice(topic="admin", rule="", verbs=("done",), take=admin, chance=bot),
        )
    ),
    kinds=all_kinds(),
    standing=STANDING,
    standing_words=("stand",),
    view=SECRETS.hide,
    faults=lambda state: misplaced(state, CARDS),
    victory=lambda state: {},
    names=lambda: Names(
        {
            **SIDES,
            **tinygame.PLACES,
            **tinygame.NAMES,
            **{card: f"Card {int(card[2:])}" for card in CARDS},
            "deck": "the deck",
            "discards": "the discards",
            "red-box": "the box of Red",
            "blue-box": "the box of Blue",
            BACK: "cards of the deck",
        }
    ),
    piles=("deck", "discards"),
    ahead=Ahead(courses=({"3": {EVERY_SIDE: ("card",)}},)),
    folder=Path(__file__).parent,
)
