"""Rule 5, End of Turn Phase: segments D.1 to D.4.

5.1   moves of idle units      free_moves (in r05_free_moves)
5.2   does the game end?       end_test
5.5   event chits              chits, take_chits
5.3, 5.4, 5.6   refresh        refresh
"""

from __future__ import annotations

from functools import partial

from adjudicator.answering import every_legal, opened
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.choices import Choice
from adjudicator.events import FactNoted, FlagsChanged, TrackMoved, TurnBegan
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State

from . import annex_events, r10_victory
from .orders import said
from .position import ACTIVATED, begun, cities, level
from .r03_logistics import support, support_moved
from .r05_free_moves import free_moves
from .r11_setup import HEINRICI

__all__ = ["KEEPING", "chits", "end_test", "free_moves", "refresh"]

LAST_TURN = 10
TEST_TURNS = (7, 8, 9)
ENDS_ABOVE = 8
TURN_FACTS = ("hitler", "garrison", "planned-retreat")
"""What holds for one turn only."""


# -- D.2 does the game end? ------------------------------------------------------------------------------


@rule("5.2.a", "5.2.c", "10.0.a")
def end_test(play: Play) -> None:
    """D.2: on turns 7 to 9, with Soviets in every city zone, a die above 8 with its modifiers ends the game;
    after turn 10 it ends in any case (5.2.c)."""
    if play.state.turn >= LAST_TURN:
        r10_victory.final_score(play, "5.2.c", f"turn {LAST_TURN} is over")
    elif ends_early(play):
        r10_victory.final_score(play, "5.2.a", "the six city zones are held")
    else:
        play.go("1.1", "D.3")


@rule("5.2.a")
def ends_early(play: Play) -> bool:
    """The test of turns 7 to 9; not rolled while a city zone has no Soviet unit."""
    if play.state.turn not in TEST_TURNS or not r10_victory.held_throughout(play.state):
        return False
    more = end_modifier(play.state)
    die = play.roll("5.2.a", "the early end of the game", came=partial(early_end_told, more))
    return die + more > ENDS_ABOVE


def early_end_told(more: int, die: int) -> str:
    """What the die for the early end brings, in words."""
    ends = "the game ends" if die + more > ENDS_ABOVE else "the game goes on"
    score = f"{die} + {more} for the levels of the city zones = {die + more}"
    return f"{ends} ({score}; it ends above {ENDS_ABOVE})"


@rule("5.2.b")
def end_modifier(state: State) -> int:
    """1 for each city zone at level 2, 2 for each above."""
    return sum(max(0, min(level(state, city) - 1, 2)) for city in cities(state))


# -- D.3 event chits -------------------------------------------------------------------------------------


@rule("5.5.a")
def chits(play: Play) -> None:
    """D.3: who still holds a chit other than Heinrici keeps or discards it, sealed."""
    if not begun(play.state).asked:
        play.note("5.5.a", asked=True)
        for side in play.state.sides:
            ask_chits(play, side)
        return
    for side, orders in opened(play):
        for order in orders:
            if order.verb == "discard":
                annex_events.discard(play, side, said(order).chit)
    play.go("1.1", "D.4")


def discardable(state: State, side: str) -> tuple[str, ...]:
    """The chits that a player may discard."""
    return tuple(chit for chit in state.hands.get(side, ()) if chit != HEINRICI)


def ask_chits(play: Play, side: str) -> None:
    """Ask a holder; that he holds a chit is known to both, which one is not."""
    if not discardable(play.state, side):
        return
    KEEPING.ask(
        play,
        side,
        "Do you keep your event chit for the next turn, or discard it? One line, once this "
        "turn; it stays sealed until all have answered.",
        closed=True,
        silence="it is kept",
        default="keep",
        sealed=True,
    )


def take_chits(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A player's sealed answer: keep, or discard."""
    good: list[Order] = []

    def take(order: Order) -> None:
        check_discard(play.state, decision.player, order, good)
        good.append(order)

    if every_legal(play, orders, take):
        play.seal(decision, good)


def lines(state: State, side: str) -> tuple[str, ...]:
    """To keep the chit, or to discard it."""
    return ("keep", *(f"discard {chit.removeprefix('event-')}" for chit in discardable(state, side)))


KEEPING = Choice(
    topic="chits",
    rule="5.5.a",
    verbs=("keep", "discard"),
    take=take_chits,
    legal=lines,
    asked={"D.3": EVERY_SIDE},
    waits=("keep", "discard", "pass"),
    called=("chits", "chit"),
    advice=("if asked chits then keep",),
)


@rule("5.5.a", "5.5.b")
def check_discard(state: State, side: str, order: Order, before: list[Order]) -> None:
    """A chit that the player holds, once (5.5.a), but never Heinrici (5.5.b)."""
    if order.verb == "keep":
        return
    number = said(order).chit.removeprefix("event-")
    if said(order).chit == HEINRICI:
        raise Refused("5.5.b", "Heinrici, chit 1, is never discarded", ("keep",))
    if said(order).chit not in discardable(state, side):
        raise Refused("5.5.a", f"you do not hold chit {number}", ("keep",))
    same = next((one for one in before if said(one) == said(order)), None)
    if same is not None:
        raise Refused("5.5.a", f"chit {number} is discarded already: «{same.text}»", ("keep",))


# -- D.4 refresh -----------------------------------------------------------------------------------------


@rule("1.1", "3.2.3", "5.3", "5.4", "5.6", "T.1")
def refresh(play: Play) -> None:
    """D.4: all units may be activated again (5.3), unused support points are lost (5.4), what held for this
    turn ends, and the next turn begins."""
    turned = tuple(unit.id for unit in play.state.units.values() if ACTIVATED in unit.flags)
    if turned:
        play.record(FlagsChanged(rule="5.3", units=turned, drop=(ACTIVATED,), hushed=True))
    for side in play.state.sides:
        if left := support(play.state, side):
            play.record(support_moved(play.state, side, -left, "5.4", "unused"))
    for key in TURN_FACTS:
        if key in play.state.facts:
            play.record(FactNoted(rule="5.6", key=key, value=None))
    was = play.state.tracks["operations"]
    play.record(TrackMoved(rule="4.1.1", track="operations", was=was, now=1))
    play.record(TurnBegan(rule="5.6", turn=play.state.turn + 1))
    play.go("1.1", "A.1")
