"""Extended step C, cards (D.admin.c to f): High Command, the draw, Schlachtenglück and the boxes.

HIGHCOM   D.admin.c   run_high_command      LUCK_X, LUCK_V   D.admin.e   run_luck
DRAW      D.admin.d   run_draw              BOX              D.admin.f   run_box
"""

from __future__ import annotations

from adjudicator.answering import answered, opened, seal_first
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.choices import Choice, by_default
from adjudicator.events import PileShuffled
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State

from .cards import (
    ACTIVATION,
    BOX,
    COMBAT,
    KINDS,
    PAIRS,
    boxed,
    check_held,
    code,
    deck,
    discards,
    held,
    kind,
    late,
    limit,
    pile,
)
from .charts import charts, switched_on
from .events import LuckPassed
from .levels import all_asked, campaign
from .orders import ENDING, PASSING, said
from .position import AXIS, SIDES, SOVIET

EXAMPLES = 12
PASS = ENDING[2]


def on_turn(state: State, column: str) -> str:
    """What the Turn Record Track says of this turn; "-" for nothing."""
    return charts()["turns"].cell(column, str(state.turn))


# -- C.1 High Command --------------------------------------------------------------------------------------


@rule("D.admin.c.2")
def pool(state: State, side: str) -> dict[str, str]:
    """The Combat Cards among which a side chooses, and where each lies: early ones on turn 1, late ones on
    turn 4, on turn 8 all that are neither in its hand nor in its box nor removed (D-R28)."""
    places = {
        "early": (pile(side, COMBAT),),
        "late": (late(side, COMBAT),),
        "any": (pile(side, COMBAT), discards(side, COMBAT), late(side, COMBAT)),
    }[on_turn(state, "High Command")]
    return {card: place for place in places for card in state.cups[place]}


@rule("D.admin.c.1", "D.admin.c.3", "D.seq.2")
def run_high_command(play: Play) -> None:
    """HIGHCOM, on turns 1, 4 and 8: each player chooses a Combat Card; the other learns that he did."""
    if on_turn(play.state, "High Command") == "-":
        play.go("D.seq.2", "DRAW")
    elif all_asked(play, "D.admin.c.1", ask_high_command):
        for side, orders in opened(play):
            card = said(orders[0]).card
            deck(side, COMBAT).choose(play, "D.admin.c.3", side, card, origin=pool(play.state, side)[card])
        play.go("D.seq.2", "DRAW")


def ask_high_command(play: Play, side: str) -> None:
    """Which card High Command sends."""
    lines = sent(play.state, side)
    if lines:
        HIGH_COMMAND.ask(
            play,
            side,
            "Choose one Combat Card from High Command. It joins your hand before the draw, and the enemy "
            "does not learn which.",
            silence="the first of these",
            default=lines[0],
            sealed=True,
        )


def sent(state: State, side: str) -> tuple[str, ...]:
    """What High Command could send on this turn, as orders; one line for each kind of card."""
    cards = pool(state, side) if on_turn(state, "High Command") != "-" else ()
    first = {code(card): card for card in sorted(cards, reverse=True)}
    return tuple(sorted(f"highcommand {card}" for card in first.values()))


@rule("D.admin.c.2")
def take_high_command(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A player's sealed answer."""

    def check(order: Order) -> None:
        if said(order).card not in pool(play.state, decision.player):
            which = on_turn(play.state, "High Command")
            why = f"{said(order).card} is not among the {which} cards that you can choose from"
            raise Refused("D.admin.c.2", why, decision.answers)

    seal_first(play, decision, orders, check)


HIGH_COMMAND = Choice(
    topic="highcommand",
    rule="D.admin.c.1",
    verbs=("highcommand",),
    take=take_high_command,
    legal=sent,
    asked={"HIGHCOM": EVERY_SIDE},
    once=True,
    called=("highcommand",),
    usual=False,
    purpose=by_default,
)


# -- C.2 the draw --------------------------------------------------------------------------------------------


@rule("D.admin.d.1", "D.admin.d.2", "D.seq.2")
def run_draw(play: Play) -> None:
    """DRAW: each hand is filled up to its limits; what was kept, and High Command's card, is a part of it."""
    for side in SIDES:
        for of in KINDS:
            if play.state.turn == 4 and not switched_on("drawn-out-first"):
                deck(side, of).reshuffle(play, "D.admin.d.3", discards(side, of), late(side, of))
            fill(play, side, of)
            if play.state.turn == 4:
                put_under(play, side, of)
    play.go("D.seq.2", "LUCK_X")


@rule("D.admin.d.3", "D.admin.d.4")
def fill(play: Play, side: str, of: str) -> None:
    """A hand is filled from its pile. One that runs out on turn 4 is made anew of its discards and the late
    cards, a Combat pile on turn 7 or 8 of its discards, and the draw goes on; else fewer are drawn
    (D-R29)."""
    again = on_turn(play.state, "Reshuffle")
    refills: list[tuple[str, tuple[str, ...]]] = []
    if play.state.turn > 4:
        refills.append(("D.admin.d.3", (late(side, of),)))
    if again == "with late cards":
        refills.append(("D.admin.d.3", (discards(side, of), late(side, of))))
    elif again == of:
        refills.append(("D.admin.d.4", (discards(side, of),)))
    for number, refill in (("D.admin.d.1", ()), *refills):
        missing = limit(of, play.state.turn) - len(held(play.state, side, of))
        deck(side, of).draw(play, number, side, missing, refill)


@rule("D.admin.d.3")
def put_under(play: Play, side: str, of: str) -> None:
    """A pile that has not run out on turn 4 gets its discards and the late cards below it (D-R50): they wait
    together until it does."""
    below, found = late(side, of), play.state.cups[discards(side, of)]
    if play.state.cups[below] and found:
        play.record(PileShuffled(rule="D.admin.d.3", origin=discards(side, of), pile=below, count=len(found)))


# -- C.3 Schlachtenglück -------------------------------------------------------------------------------------


@rule("D.admin.e.1", "D.admin.e.3", "D.seq.2")
def run_luck(play: Play) -> None:
    """LUCK_X, LUCK_V: who holds the marker may exchange a card, once a turn; it goes to the Soviet player
    only when the Axis player has used it (D-R27)."""
    state, side = play.state, AXIS if play.state.segment == "LUCK_X" else SOVIET
    if state.frame.facts.get("asked") or campaign(state).luck != side or not held(state, side):
        play.go("D.seq.2", "LUCK_V" if side == AXIS else "BOX")
        return
    play.note("D.admin.e.1", asked=True)
    LUCK.ask(
        play,
        side,
        "Schlachtenglück: do you exchange a card of your hand for one of its draw pile? The pile "
        "is shuffled. At most one card, once this turn.",
        silence="you exchange nothing",
        default="pass",
    )


def exchanges(state: State, side: str, card: str = "") -> tuple[str, ...]:
    """The exchanges that can be made, of one card if it is named: one line for each kind of card received."""
    found = []
    for give in (card,) if card else held(state, side):
        if not switched_on("exchange-of-choice"):
            found.append(f"exchange {give}")
            continue
        got = {code(one): one for one in reversed(state.cups[pile(side, kind(give))])}
        found += [f"exchange {give} for {one}" for one in sorted(got.values()) if code(one) != code(give)]
    return tuple(found)


@rule("D.admin.e.1", "D.admin.e.2", "D.admin.e.3")
def take_luck(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: the two cards change places, the pile is shuffled, the marker goes to the other player."""
    side = decision.player

    def check(order: Order) -> None:
        if order.verb == "exchange":
            check_exchange(play.state, side, said(order).card, said(order).other)

    if answer := answered(play, decision, orders, check):
        order, told = answer[0], said(answer[0])
        if order.verb == "exchange":
            mine = deck(side, kind(told.card))
            if switched_on("exchange-of-choice"):
                mine.exchange(play, "D.admin.e.1", side, told.card, told.other)
            else:
                mine.give_back(play, "D.admin.e.1", side, told.card)
                mine.draw(play, "D.admin.e.1", side)
            mine.reshuffle(play, "D.admin.e.2", mine.pile)
            if side == AXIS:
                play.record(LuckPassed(rule="D.admin.e.1", side=SOVIET))


def check_exchange(state: State, side: str, give: str, take: str) -> None:
    """A card of the hand for another one that lies in its own pile. Raises Refused."""
    check_held(state, side, give, kind(give) if give in held(state, side) else ACTIVATION)
    if not switched_on("exchange-of-choice"):
        return
    legal = exchanges(state, side, give)
    if give == take or take not in state.cups[pile(side, kind(give))]:
        why = "that is the same card" if give == take else f"{take} is not in its draw pile"
        raise Refused(
            "D.admin.e.1", f"{give} for {take}: {why}" if take else f"{give} for which card?", legal
        )


LUCK = Choice(
    topic="luck",
    rule="D.admin.e.1",
    verbs=("exchange", PASS),
    take=take_luck,
    legal=lambda state, side: (PASS, *exchanges(state, side)),
    shown=1 + EXAMPLES,
    asked={"LUCK_X": AXIS, "LUCK_V": SOVIET},
    once=True,
    called=("luck",),
    advice=("if asked luck then pass",),
    policies=PASSING,
    purpose=by_default,
)


# -- C.4 the boxes -------------------------------------------------------------------------------------------


@rule("D.admin.f.1", "D.admin.f.2")
def may_lie(cards: tuple[str, ...]) -> bool:
    """Whether these cards may lie in a box: one, or one of the two pairs."""
    return len(cards) <= 1 or (len(cards) == 2 and frozenset(map(code, cards)) in PAIRS)


def puttable(state: State, side: str) -> tuple[tuple[str, ...], ...]:
    """What a side can put into its box now: single cards, and a pair if it is empty."""
    hand, there = held(state, side), boxed(state, side)
    pairs = [(a, b) for a in hand for b in hand if a < b and not there]
    return tuple(found for found in (*((card,) for card in hand), *pairs) if may_lie((*there, *found)))


@rule("D.admin.f.1", "D.seq.2")
def run_box(play: Play) -> None:
    """BOX: each player may put a card into his box, if it is empty; nobody sees its face."""
    if all_asked(play, "D.admin.f.1", ask_box):
        for side, orders in opened(play):
            if cards := said(orders[0]).cards:
                deck(side, kind(cards[0])).put_aside(play, "D.admin.f.1", side, BOX[side], *cards)
        play.go("D.seq.2", "CALL")


def ask_box(play: Play, side: str) -> None:
    """What a player puts by; he is not asked whose box is full, or whose hand empty."""
    if puttable(play.state, side):
        PUTTING_BY.ask(
            play,
            side,
            f"Do you put a card into the {BOX[side].upper()} box? It is out of your hand until you take "
            "it back at the end of a turn. One line, once this turn.",
            silence="nothing goes into the box",
            default="pass",
            sealed=True,
        )


@rule("D.admin.f.1", "D.admin.f.2", "D.admin.f.3")
def take_box(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A player's sealed answer."""
    side = decision.player

    def check(order: Order) -> None:
        cards = said(order).cards
        for card in cards:
            check_held(play.state, side, card, kind(card), decision.answers)
        together = (*boxed(play.state, side), *cards)
        if not may_lie(together):
            number = "D.admin.f.2" if len(cards) > 1 else "D.admin.f.1"
            raise Refused(number, f"{', '.join(together)} cannot lie in your box together", decision.answers)

    seal_first(play, decision, orders, check)


PUTTING_BY = Choice(
    topic="box",
    rule="D.admin.f.1",
    verbs=("box", PASS),
    take=take_box,
    legal=lambda state, side: (PASS, *(f"box {' '.join(cards)}" for cards in puttable(state, side))),
    shown=1 + EXAMPLES,
    asked={"BOX": EVERY_SIDE},
    once=True,
    called=("box",),
    advice=("if asked box then pass",),
    policies=PASSING,
    purpose=by_default,
)
