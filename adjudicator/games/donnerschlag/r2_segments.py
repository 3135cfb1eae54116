"""Activation Segments (D.seq, extended step A): a card is played, and the players take turns at it.

PLAY     the active player plays one Activation Card      run_play, take_play
CHOOSE   and says what it is used for                     run_choose, take_choose
SEG_END  then it is the other player's turn               run_end
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.answering import answered
from adjudicator.by_mail.ahead import ACTING
from adjudicator.choices import MANY, Choice, Onward, by_default
from adjudicator.dice import NoDice
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State

from . import bot, r2_supply
from .cards import ACTIVATION, check_held, code, deck, held
from .combat import cards_combat
from .events import SchwerpunktPlaced, UnitsActivated
from .levels import on, segment
from .orders import said
from .position import AXIS, ENEMY
from .r2_command import Use, chosen, uses

EXAMPLES = 12


def options(state: State, card: str) -> list[str]:
    """The ways to play a card, as orders; the bare card where nobody can be ordered by it."""
    return [f"play {card} {use.words}".strip() for use in uses(state, card)] or [f"play {card}"]


def one_of_each(state: State, side: str) -> list[str]:
    """Of the Activation Cards in a hand one of each kind."""
    return sorted({code(card): card for card in reversed(held(state, side, ACTIVATION))}.values())


@rule("D.seq.1", "D.seq.3", "D.seq.4")
def run_play(play: Play) -> None:
    """PLAY: the active player plays one Activation Card. Before the first segment of a turn that is the Axis
    player."""
    state, side = play.state, segment(play.state).side
    if not held(state, side, ACTIVATION):
        after(play, side)
        return
    lines = [line for card in one_of_each(state, side) for line in options(state, card)[:EXAMPLES]]
    CARD_PLAY.ask(
        play, side,
        "Play exactly one Activation Card in this segment. If it offers a choice, write the choice after its "
        'code. Write the whole segment into this email: below the card your moves, "done", your attacks, '
        '"end combat".',
        answers=lines, silence="the first of these is played", default=lines[0],
        about=held(state, side, ACTIVATION),
    )  # fmt: skip


@rule("D.seq.4", "D.ax.f")
def take_play(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: a card of the hand. It is discarded, and the units in range are found now. A Combat Card
    that may be played at any time may come before it."""

    def check(order: Order) -> tuple[str, list[Use], Use | None] | None:
        if order.verb == "card":
            cards_combat.check_card(play.state, decision.player, order)
            return None
        told = said(order)
        check_held(play.state, decision.player, told.card, ACTIVATION, decision.answers)
        found = uses(play.state, told.card)
        return told.card, found, chosen(play.state, told.card, told, found) if found else None

    if answer := answered(play, decision, orders, check):
        if answer[1] is None:
            cards_combat.take(play, decision.player, answer[0])
            return
        card, found, use = answer[1]
        deck(decision.player, ACTIVATION).discard(play, "D.seq.4", decision.player, card, deed="plays")
        play.note("D.seq.4", card=card)
        if use or not found:
            activate(play, use)
        else:
            on(play, "D.ax.b", "CHOOSE")


def playable(state: State, side: str) -> Iterator[str]:
    """Each Activation Card with each of its uses, and without one, to be asked for it then; and Combat
    Cards."""
    cards = one_of_each(state, side)
    yield from (line for card in cards for line in options(state, card))
    yield from (f"play {card}" for card in cards)
    yield from cards_combat.legal(state, side)


def unsaid(state: State, side: str) -> Iterator[str]:
    """Each Activation Card without its use, where it has one that must be said: the next question would be
    what it is used for."""
    bare = ((card, f"play {card}") for card in one_of_each(state, side))
    yield from (line for card, line in bare if line not in options(state, card))


def commanded(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """Each Activation Card with each of its uses, as an order, and the units that it activates."""
    found = ((card, use) for card in one_of_each(state, side) for use in uses(state, card))
    return {f"play {card} {use.words}".strip(): use.units for card, use in found if use.units}


def all_activated(state: State, units: Iterable[str]) -> State:
    """The moves of a segment as if its card had activated all these units."""
    play = Play(state, NoDice())
    play.note("D.act.all", eligible=tuple(dict.fromkeys(units)))
    return play.state


CARD_PLAY = Choice(
    topic="play", rule="D.seq.4", verbs=("play", "card"), take=take_play, legal=playable,
    shorter=unsaid, shown=MANY,
    asked={"LUCK_BACK": AXIS, "PLAY": ACTING}, begins=("play",), purpose=bot.play,
    onward=Onward(
        commanded, "Move the units that this card activates, each at most once. Units that you do not name "
        "stay.", all_activated,
    ),
)  # fmt: skip


@rule("D.ax.b", "D.sov.a", "D.sov.b.1", "D.sov.c.2")
def run_choose(play: Play) -> None:
    """CHOOSE: what the card that has been played is used for."""
    now, lines = segment(play.state), choosable(play.state)
    CARD_USE.ask(
        play, now.side, f"Choose what {now.card} is used for: write one line in this segment.",
        rule=uses(play.state, now.card)[0].number, closed=True, default=lines[0],
        silence="it is used for the first of these", about=(now.card,),
    )  # fmt: skip


def choosable(state: State, side: str = "") -> list[str]:
    """The uses of the card that has been played, as orders."""
    return [f"choose {use.words}" for use in uses(state, segment(state).card)]


def take_choose(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the question of `run_choose`."""
    card = segment(play.state).card

    def check(order: Order) -> Use:
        use = chosen(play.state, card, said(order), uses(play.state, card))
        if use is None:
            raise Refused(decision.rule, f"{card} could be used so in several ways", decision.answers)
        return use

    if answer := answered(play, decision, orders, check):
        activate(play, answer[1])


CARD_USE = Choice(
    topic="choose", rule="D.ax.b", verbs=("choose",), take=take_choose, legal=choosable, shown=MANY,
    asked={"CHOOSE": ACTING}, purpose=by_default,
)  # fmt: skip


@rule("D.ax.h", "D.act.all", "D.ax.c")
def activate(play: Play, use: Use | None) -> None:
    """The units that the card activates are named; the first Schwerpunkt card brings its marker into play."""
    now = segment(play.state)
    ordered, units = (use.ordered, use.units) if use else ((), ())
    if use and "at" in use.asks:
        play.record(SchwerpunktPlaced(rule="D.ax.c", space=use.asks["at"]))
    number = use.number if use else "D.seq.4"
    play.record(UnitsActivated(rule=number, side=now.side, ordered=ordered, units=units))
    play.note(number, ordered=ordered, number=number, eligible=units)
    on(play, "D.seq.4", "ACTIVATE")


@rule("D.seq.4", "D.oos.7")
def run_end(play: Play) -> None:
    """SEG_END: markers are removed from units that are in supply again, and the next player's turn begins."""
    r2_supply.unmark(play)
    after(play, segment(play.state).side)


@rule("D.seq.5", "D.seq.6")
def after(play: Play, side: str) -> None:
    """The other player is next, or the same one if the other has no Activation Card; when neither has one,
    the segments are over."""
    first = (ENEMY[side], side) if side else (AXIS, ENEMY[AXIS])
    able = [one for one in first if held(play.state, one, ACTIVATION)]
    if able:
        play.go("D.seq.5", "PLAY", side=able[0])
    else:
        play.go("D.seq.6", "DON_MARK")
