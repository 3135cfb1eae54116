"""Rule 2, Administrative Phase: segments A.1 to A.4.

2.1   reinforcements       reinforcements; r02_arrival says where they come in
2.2   American advance     r02_american
2.3   orders from Hitler   hitler; r02_hitler says what they demand
2.4   event chits          draw_chits
"""

from __future__ import annotations

from adjudicator.events import HandChanged
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State

from .events import ChitDrawn, HitlerOrdered
from .position import KONIEV, ZHUKOV, begun
from .r02_arrival import ask_entries, roll_arrivals
from .r11_setup import CHITS, HEINRICI

LAST_HITLER_TURN = 5
NORTH, SOUTH = "north", "south"
FRONT_ON = {5: NORTH, 6: SOUTH}


# -- A.1 reinforcements --------------------------------------------------------------------------------


@rule("1.1", "1.2")
def reinforcements(play: Play) -> None:
    """A.1: the dice, once; then every unit that has arrived is placed, its owner choosing where he may."""
    if not begun(play.state).rolled:
        play.note("2.1.1.a", rolled=True)
        roll_arrivals(play)
    ask_entries(play)
    if not play.state.waiting():
        play.go("1.2", "A.2")


# -- A.3 orders from Hitler ----------------------------------------------------------------------------


@rule("2.3.1", "1.2")
def hitler(play: Play) -> None:
    """A.3: on turns 1 to 5 a die; 5 orders a counter-attack in the north, 6 in the south."""
    if play.state.turn <= LAST_HITLER_TURN:
        front = FRONT_ON.get(play.roll("2.3.1", "orders from Hitler", came=order_told))
        if front:
            play.record(HitlerOrdered(rule="2.3.1", front=front))
    play.go("1.2", "A.4")


def order_told(die: int) -> str:
    """What the die for Hitler's orders brings, in words."""
    told = f"a counter-attack in the {FRONT_ON[die]}" if die in FRONT_ON else "no counter-attack"
    return f"{told} ({', '.join(f'{on}: {front}' for on, front in FRONT_ON.items())})"


# -- A.4 event chits -----------------------------------------------------------------------------------


@rule("2.4.2.c", "1.1", "1.2")
def draw_chits(play: Play) -> None:
    """A.4: who holds no chit but Heinrici draws one, Koniev first (2.4.2.c)."""
    for side in (KONIEV, ZHUKOV):
        if draws(play.state, side):
            draw_chit(play, side)
    play.go("1.1", "B.1")


@rule("2.4.2.a")
def draws(state: State, side: str) -> bool:
    """Whether a player draws: he holds no chit other than Heinrici, and the cup is not empty."""
    return set(state.hands.get(side, ())) <= {HEINRICI} and bool(state.cups.get(CHITS))


@rule("2.4.2.a", "2.4.2.b")
def draw_chit(play: Play, side: str) -> None:
    """One chit at random, which only its holder sees (2.4.2.b)."""
    chit = play.draw("2.4.2.a", f"event chit of {side.title()}", CHITS, to=(side,))
    hand = (*play.state.hands.get(side, ()), chit)
    play.record(HandChanged(rule="2.4.2.b", to=(side,), side=side, cards=hand))
    play.record(ChitDrawn(rule="2.4.2.b", side=side))
