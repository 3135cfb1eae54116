"""The annex: what the event chits do, and when.

E1 Heinrici            in combat, before the die         E7  trucks               own Soviet impulse
E2 over the Spree      own Soviet impulse                E8  conscripts collapse  own Soviet attack
E3 Allies push         own German impulse                E9  bridges destroyed    the rival's Soviet impulse
E4 planned retreat     own German impulse                E10 coordination         own Soviet impulse
E5 Speer               own Soviet impulse                E11 counter-attack       own German impulse
E6 everyone forward    own Soviet impulse

Here is what holds for every chit: it is checked, shown, takes effect, and then goes where 2.4.4 sends it. The
effects are in annex_effects.
"""

from __future__ import annotations

import random

from adjudicator.answering import first_legal
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.choices import Choice
from adjudicator.events import CupChanged, HandChanged
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State

from . import annex_effects as effects
from .events import ChitDiscarded, ChitPlayed, ChitRemoved
from .orders import said
from .position import RIVAL, SOVIET, campaign, group, marked
from .r04_operations import IMPULSES, owner
from .r11_setup import CHITS as CUP
from .r11_setup import HEINRICI

__all__ = ["REACTION", "discard", "play_chit", "react_window"]

ONCE = ("event-5", "event-9")
LAST_RETREAT_TURN = 6

MOMENTS = {
    "soviet-start": "at the start of your own Soviet impulse",
    "german-start": "at the start of your own German impulse",
    "react": "at the start of the other player's Soviet impulse, before he acts",
    "battle": "in a combat, before the die",
}
"""When a chit may be played, in words; the keys are the moments that the rules ask for."""

# -- 2.4.3 and 2.4.4, any chit -------------------------------------------------------------------------


@rule("2.4.3", "2.4.4.a", "E1.3")
def play_chit(play: Play, order: Order, camp: str, when: str) -> None:
    """A player shows a chit that he holds, at the moment that it names, and it acts at once (2.4.3). He gives
    it up (2.4.4.a), unless it is Heinrici, who goes to the other player (E1.3)."""
    name = said(order).chit
    check_held(play.state, camp, name)
    check_handed_over(play.state, name)
    chit = effects.CHITS[name]
    if chit.when != when:
        raise Refused("2.4.3", f"chit {effects.number(name)} is played {MOMENTS[chit.when]}")
    what = chit.check(play.state, order, camp)
    play.record(ChitPlayed(rule="2.4.3", side=camp, chit=name, what=what))
    chit.act(play, order, camp)
    if name != HEINRICI:
        give_up(play, camp, name)


@rule("2.4.3")
def check_held(state: State, camp: str, name: str) -> None:
    """Only a chit in the player's own hand; where any other one is, is not said."""
    if name not in state.hands.get(camp, ()):
        raise Refused("2.4.3", f"you do not hold chit {effects.number(name)}")


@rule("E1.3")
def check_handed_over(state: State, name: str) -> None:
    """Heinrici serves his new player from the turn after the hand-over (E1.3)."""
    first = campaign(state).heinrici_from
    if name == HEINRICI and first > state.turn:
        raise Refused("E1.3", f"chit 1 was handed over to you and may be played from turn {first} on")


@rule("2.4.4.a", "2.4.4.b", "E5.1", "E9.2")
def give_up(play: Play, camp: str, name: str, *, used: bool = True) -> None:
    """A chit leaves a hand: back into the cup (2.4.4.a), unless it has expired, or was used and may be used
    only once (b)."""
    hand = tuple(chit for chit in play.state.hands[camp] if chit != name)
    play.record(HandChanged(rule="2.4.4.a", to=(camp,), side=camp, cards=hand))
    if expired(play.state, name) or (used and name in ONCE):
        play.record(ChitRemoved(rule="2.4.4.b", chit=name))
    else:
        cup = (*play.state.cups.get(CUP, ()), name)
        play.record(CupChanged(rule="2.4.4.a", to=(), cup=CUP, items=cup))


@rule("2.4.4.b", "E3.2", "E4.2")
def expired(state: State, name: str) -> bool:
    """Whether a chit can never be used again: 3 after the American halt, 4 after turn 6."""
    if name == effects.ALLIES:
        return campaign(state).american_halt
    return name == effects.PLANNED_RETREAT and state.turn > LAST_RETREAT_TURN


@rule("2.4.4.a", "5.5.a")
def discard(play: Play, camp: str, name: str) -> None:
    """A chit is given back unused; the rival does not see which (ruling 7), unless it has expired."""
    play.record(ChitDiscarded(rule="5.5.a", side=camp))
    give_up(play, camp, name, used=False)


# -- the window for chit 9 -----------------------------------------------------------------------------


@rule("E9.1", "2.4.2.b")
def react_window(play: Play) -> None:
    """At the start of a Soviet impulse its owner's rival is asked, whatever he holds, while chit 9 is not
    known to be out of the game: a pause that came only with the chit would betray it."""
    if effects.BRIDGES in campaign(play.state).chits_out:
        return
    camp = owner(play.state)[0]
    REACTION.ask(
        play,
        RIVAL[camp],
        "The other player's Soviet impulse begins. Do you play chit 9 (Bridges down)? At most "
        "once in the whole game. If you hold it and do, write: chit 9 zone ZONE",
        silence="nothing is played",
        default="pass",
        window=True,
    )


def take_react(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer to the window; lines after the one that answers it are kept for later questions."""

    def take(order: Order) -> None:
        if order.verb == "chit":
            play_chit(play, order, decision.player, "react")

    if first_legal(play, orders, take):
        play.close(decision)


def by_chance(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Chit 9, if it is there to be played, against a zone where rivals stand near the rivers."""
    if "event-9" in state.hands.get(decision.player, ()):
        soviets_there = group(state, RIVAL[decision.player], SOVIET)
        west = [u for u in soviets_there if not marked(state, u.at, "east_bank")]
        rivals = [u for u in west if effects.by_the_river(state, u.at)]
        if rivals:
            return [f"chit 9 zone {chance.choice(rivals).at}"]
    return ["pass"]


REACTION = Choice(
    topic="react",
    rule="E9.1",
    verbs=("chit", "pass"),
    take=take_react,
    legal=lambda state, side: ("pass",),  # whatever he holds: the question would betray it
    asked=dict.fromkeys(IMPULSES, EVERY_SIDE),
    waits=("chit",),
    called=("reaction", "react", "chit9"),
    advice=("if asked reaction then pass",),
    chance=by_chance,
)
