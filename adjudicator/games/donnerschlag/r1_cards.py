"""Extended step C, cards (D.admin.c to f): High Command, the draw, Schlachtenglück and the boxes; and which
copy of a card an order means (D.comp.cards): of identical cards any one that its player has.

HIGHCOM   D.admin.c   run_high_command      LUCK_X, LUCK_V   D.admin.e   run_luck
DRAW      D.admin.d   run_draw              BOX              D.admin.f   run_box
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import product

from adjudicator.answering import answered, opened, seal_first
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.choices import Choice, by_default
from adjudicator.events import PileShuffled
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, Json, State

from .cards import (
    ACTIVATION,
    BOX,
    COMBAT,
    KINDS,
    PAIRS,
    REMOVED,
    all_cards,
    boxed,
    check_held,
    code,
    copies,
    deck,
    discards,
    held,
    is_late,
    is_of,
    kind,
    late,
    limit,
    owner,
    pile,
)  # fmt: skip
from .charts import charts, switched_on
from .events import LuckPassed
from .levels import SCHLACHTENGLUECK, all_asked, campaign
from .orders import PASS, PASSING, said
from .position import AXIS, SIDES, SOVIET

EXAMPLES = 12


def on_turn(state: State, column: str) -> str:
    """What the Turn Record Track says of this turn; "-" for nothing."""
    return charts()["turns"].cell(column, str(state.turn))


# -- C.1 High Command --------------------------------------------------------------------------------------


@rule("D.admin.c.2")
def pool(state: State, side: str) -> dict[str, str]:
    """The Combat Cards among which a side chooses, and where each is: early ones on turn 1, late ones on turn
    4, on turn 8 all that are neither in its hand nor in its box nor removed (D-R28)."""
    places = {
        "early": (pile(side, COMBAT),),
        "late": (late(side, COMBAT),),
        "any": (pile(side, COMBAT), discards(side, COMBAT), late(side, COMBAT)),
    }[on_turn(state, "High Command")]
    return {card: place for place in places for card in state.cups[place]}


@rule("D.admin.c.1", "D.admin.c.3", "D.seq.2")
def run_high_command(play: Play) -> None:
    """HIGHCOM, on turns 1, 4 and 8: each player chooses a Combat Card. The other player learns that, not
    which."""
    if on_turn(play.state, "High Command") == "-":
        play.go("D.seq.2", "DRAW")
    elif all_asked(play, "D.admin.c.1", ask_high_command):
        for side, orders in opened(play):
            card = said(orders[0]).card
            deck(side, COMBAT).choose(play, "D.admin.c.3", side, card, origin=pool(play.state, side)[card])
        play.go("D.seq.2", "DRAW")


def ask_high_command(play: Play, side: str) -> None:
    """Which card High Command sends."""
    if lines := sent(play.state, side):
        HIGH_COMMAND.ask(
            play, side,
            "Choose exactly one Combat Card from High Command this turn. It secretly joins your hand before "
            "the draw.",
            silence="the first of these", default=lines[0], sealed=True,
        )  # fmt: skip


def sent(state: State, side: str) -> tuple[str, ...]:
    """What High Command could send on this turn, as orders; one line for each kind of card."""
    cards = pool(state, side) if on_turn(state, "High Command") != "-" else ()
    first = {code(card): card for card in sorted(cards, reverse=True)}
    return tuple(sorted(f"highcommand {card}" for card in first.values()))


@rule("D.admin.c.2")
def take_high_command(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A player's sealed answer."""

    def check(order: Order) -> None:
        card = said(order).card
        if card not in pool(play.state, decision.player):
            which = {"early": "early ", "late": "late ", "any": ""}[on_turn(play.state, "High Command")]
            why = f"{card} is not among the {which}cards that you can choose from"
            raise Refused("D.admin.c.2", why, decision.answers)

    seal_first(play, decision, orders, check)


HIGH_COMMAND = Choice(
    topic="highcommand", rule="D.admin.c.1", verbs=("highcommand",), take=take_high_command, legal=sent,
    asked={"HIGHCOM": EVERY_SIDE}, once=True, called=("highcommand",), usual=False, purpose=by_default,
)  # fmt: skip


# -- C.2 the draw --------------------------------------------------------------------------------------------


@rule("D.admin.d.1", "D.admin.d.2", "D.admin.d.3", "D.seq.2")
def run_draw(play: Play) -> None:
    """DRAW: each hand is filled up to its limits; the cards kept, and High Command's card, are a part of it.
    A pile that has not run out on turn 4 gets its discards and the late cards below it (D-R50)."""
    for side, of in product(SIDES, KINDS):
        used, below = discards(side, of), late(side, of)
        if play.state.turn == 4 and not switched_on("drawn-out-first"):
            deck(side, of).reshuffle(play, "D.admin.d.3", used, below)
        fill(play, side, of)
        found = play.state.cups[used]
        if play.state.turn == 4 and play.state.cups[below] and found:
            play.record(PileShuffled(rule="D.admin.d.3", origin=used, pile=below, count=len(found)))
    play.go("D.seq.2", "LUCK_X")


@rule("D.admin.d.3", "D.admin.d.4")
def fill(play: Play, side: str, of: str) -> None:
    """A hand is filled from its pile. If the pile runs out on turn 4 its discards and the late cards are
    shuffled into it, a Combat pile on turn 7 or 8 its discards, and the draw goes on; if not, fewer are drawn
    (D-R29)."""
    again, turn = on_turn(play.state, "Reshuffle"), play.state.turn
    refills: list[tuple[str, tuple[str, ...]]] = [("D.admin.d.1", ())]
    if turn > 4:
        refills.append(("D.admin.d.3", (late(side, of),)))
    if again == "with late cards":
        refills.append(("D.admin.d.3", (discards(side, of), late(side, of))))
    elif again == of:
        refills.append(("D.admin.d.4", (discards(side, of),)))
    for number, refill in refills:
        missing = limit(of, turn) - len(held(play.state, side, of))
        deck(side, of).draw(play, number, side, missing, refill)


# -- C.3 Schlachtenglück -------------------------------------------------------------------------------------


@rule("D.admin.e.1", "D.admin.e.3", "D.seq.2")
def run_luck(play: Play) -> None:
    """LUCK_X, LUCK_V: the player with the marker may exchange a card, once a turn. The marker goes to the
    Soviet player only when the Axis player has used it (D-R27)."""
    state, side = play.state, AXIS if play.state.segment == "LUCK_X" else SOVIET
    if state.frame.facts.get("asked") or campaign(state).luck != side or not held(state, side):
        play.go("D.seq.2", "LUCK_V" if side == AXIS else "BOX")
        return
    play.note("D.admin.e.1", asked=True)
    LUCK.ask(
        play, side,
        "Schlachtenglück: exchange at most one card of your hand this turn for one of its draw pile, or "
        "pass. The pile is then shuffled.",
        silence="you exchange nothing", default=PASS,
    )  # fmt: skip


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
        if order.verb != PASS:
            check_exchange(play.state, side, said(order).card, said(order).other)

    answer = answered(play, decision, orders, check)
    if answer is None or answer[0].verb == PASS:
        return
    told = said(answer[0])
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
        told = f"{give} for {take}: {why}" if take else f"{give} for which card?"
        raise Refused("D.admin.e.1", told, legal)


LUCK = Choice(
    topic=SCHLACHTENGLUECK, rule="D.admin.e.1", verbs=("exchange", PASS), take=take_luck,
    legal=lambda state, side: (PASS, *exchanges(state, side)), shown=1 + EXAMPLES,
    asked={"LUCK_X": AXIS, "LUCK_V": SOVIET}, once=True, called=(SCHLACHTENGLUECK,),
    advice=("if asked luck then pass",),
    advised="You exchange no card with the pile (Schlachtenglück).",
    policies=PASSING, tapped={PASS: "you keep your cards"}, purpose=by_default,
)  # fmt: skip


# -- C.4 the boxes -------------------------------------------------------------------------------------------


@rule("D.admin.f.1", "D.admin.f.2")
def may_lie(cards: tuple[str, ...]) -> bool:
    """Whether these cards may be in a box: one, or one of the two pairs."""
    return len(cards) <= 1 or (len(cards) == 2 and frozenset(map(code, cards)) in PAIRS)


def puttable(state: State, side: str) -> tuple[tuple[str, ...], ...]:
    """What a side can put into its box now: single cards, and a pair if it is empty."""
    hand, there = held(state, side), boxed(state, side)
    pairs = [(a, b) for a in hand for b in hand if a < b and not there]
    return tuple(found for found in (*((card,) for card in hand), *pairs) if may_lie((*there, *found)))


@rule("D.admin.f.2", "D.admin.f.3")
def may_pair(state: State, side: str) -> bool:
    """Whether a second card might join the one in a side's box, for all that the other player knows of both:
    neither card of a pair lies openly, or waits among the late ones."""
    track, known = charts()["turns"], {*state.cups[discards(side, COMBAT)], *state.cups[REMOVED]}
    early = all(track.cell("High Command", str(turn)) != "late" for turn in range(1, state.turn + 1))
    hidden = (card for card in all_cards() if card not in known and not (early and is_late(card)))
    unseen = {code(card) for card in hidden if owner(card) == side}
    return is_of(boxed(state, side)[0], COMBAT) and any(pair <= unseen for pair in PAIRS)


@rule("D.admin.f.1", "D.admin.f.3", "D.seq.2")
def run_box(play: Play) -> None:
    """BOX: each player with a hand may put a card into the box, if it is empty or might take the second of a
    pair: who is asked must not tell what lies there. It is not revealed."""
    if all_asked(play, "D.admin.f.1", ask_box):
        for side, orders in opened(play):
            if cards := said(orders[0]).cards:
                deck(side, kind(cards[0])).put_aside(play, "D.admin.f.1", side, BOX[side], *cards)
        play.go("D.seq.2", "CALL")


def ask_box(play: Play, side: str) -> None:
    """Which card a player puts into the box."""
    there = boxed(play.state, side)
    if held(play.state, side) and (not there or (len(there) == 1 and may_pair(play.state, side))):
        PUTTING_BY.ask(
            play, side,
            f"Put a card into the {BOX[side].upper()} box{' to make a pair' if there else ''}, or pass. "
            "Write one line this turn. A card in the box is out of your hand until you take it back at the "
            "end of a turn.",
            silence="nothing goes into the box", default=PASS, sealed=True,
        )  # fmt: skip


@rule("D.admin.f.1", "D.admin.f.2", "D.admin.f.3")
def take_box(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A player's sealed answer."""
    side, legal = decision.player, decision.answers

    def check(order: Order) -> None:
        cards = said(order).cards
        for card in cards:
            check_held(play.state, side, card, kind(card), legal)
        together = (*boxed(play.state, side), *cards)
        if not may_lie(together):
            number = "D.admin.f.2" if len(cards) > 1 else "D.admin.f.1"
            raise Refused(number, f"{', '.join(together)} may not be in your box together", legal)

    seal_first(play, decision, orders, check)


PUTTING_BY = Choice(
    topic="box", rule="D.admin.f.1", verbs=("box", PASS), take=take_box,
    legal=lambda state, side: (PASS, *(f"box {' '.join(cards)}" for cards in puttable(state, side))),
    shown=1 + EXAMPLES, asked={"BOX": EVERY_SIDE}, once=True, called=("box",),
    advice=("if asked box then pass",),
    advised="You put no cards into the OKH or STAVKA box for a later turn.",
    policies=PASSING, tapped={PASS: "no card is put there"}, purpose=by_default,
)  # fmt: skip


@rule("D.comp.cards")
def meant(state: State, side: str, order: Order) -> Order:
    """An order with the copies that it means in the place of those it names."""
    told, places = said(order), where(state, side, order)
    own = (*held(state, side), *boxed(state, side))
    changed: dict[str, Json] = {}
    if told.card:
        changed["card"] = copies([told.card], places, own)[0]
    if told.cards:
        changed["cards"] = copies(told.cards, places, own)
    if told.other and told.other != told.card:
        changed["other"] = copies([told.other], state.cups[pile(side, kind(told.other))], own)[0]
    return order.having(**changed) if changed else order


def where(state: State, side: str, order: Order) -> Collection[str]:
    """The cards among which an order names one: those that High Command has, else the hand."""
    return tuple(pool(state, side)) if order.verb == "highcommand" else held(state, side)


def by_copies(choice: Choice) -> Choice:
    """A question whose answers are carried out with the copies that their orders mean."""

    def carry_out(play: Play, decision: Decision, orders: list[Order]) -> None:
        choice.take(play, decision, [meant(play.state, decision.player, order) for order in orders])

    return replace(choice, take=carry_out)
