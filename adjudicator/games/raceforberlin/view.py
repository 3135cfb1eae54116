"""What one player may know of a position: section (b) of the game's notes.

Everything on the map is open. Closed are the chits in the other player's hand (Heinrici excepted), the cup,
sealed answers, standing orders, and the orders of an impulse that are still to be carried out.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.rulings import rule
from adjudicator.state import Frame, State

from .position import RIVAL
from .r04_operations import IMPULSES, owner
from .r11_setup import HEINRICI

HIDDEN = "hidden chit"

PENDING = ("queue", "advance")
"""What an impulse and a battle remember of orders to come."""


@rule("2.4.2.b")
def view(state: State, side: str) -> State:
    """The state as one side knows it: the rival's drawn chits face down (2.4.2.b), no cup, nothing sealed,
    and none of his orders to come, which may name a chit."""
    rival = RIVAL[side]
    hands = {**state.hands, rival: tuple(face_down(chit) for chit in state.hands.get(rival, ()))}
    mine = tuple(decision for decision in state.decisions if decision.player == side)
    return replace(
        state,
        hands=hands,
        cups={},
        standing={side: state.standing.get(side, ())},
        kept={key: value for key, value in state.kept.items() if key == side},
        sealed={key: value for key, value in state.sealed.items() if key in {d.id for d in mine}},
        decisions=mine,
        frames=tuple(frame if acts(state, side) else executed(frame) for frame in state.frames),
    )


def acts(state: State, side: str) -> bool:
    """Whether the impulse in progress, if any, is this side's own."""
    return state.segment not in IMPULSES or owner(state)[0] == side


def executed(frame: Frame) -> Frame:
    """A level of the sequence of play without what its owner has ordered and not yet done."""
    pending = {key: () for key in PENDING if key in frame.facts}
    return replace(frame, facts={**frame.facts, **pending})


def face_down(chit: str) -> str:
    """Heinrici lies open, every other chit face down."""
    return chit if chit == HEINRICI else HIDDEN
