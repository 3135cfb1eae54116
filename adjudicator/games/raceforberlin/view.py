"""What one player may know of a position: section (b) of the game's notes.

Everything on the map is open. Closed are the chits in the other player's hand (Heinrici excepted), the cup,
sealed answers and standing orders.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.rulings import rule
from adjudicator.state import State

from .position import RIVAL
from .r11_setup import HEINRICI

HIDDEN = "hidden chit"


@rule("2.4.2.b")
def view(state: State, side: str) -> State:
    """The state as one side knows it: the rival's drawn chits face down (2.4.2.b), no cup, nothing sealed."""
    rival = RIVAL[side]
    hands = {**state.hands, rival: tuple(face_down(chit) for chit in state.hands.get(rival, ()))}
    mine = tuple(decision for decision in state.decisions if decision.player == side)
    return replace(
        state,
        hands=hands,
        cups={},
        standing={side: state.standing.get(side, ())},
        sealed={key: value for key, value in state.sealed.items() if key in {d.id for d in mine}},
        decisions=mine,
    )


def face_down(chit: str) -> str:
    """Heinrici lies open, every other chit face down."""
    return chit if chit == HEINRICI else HIDDEN
