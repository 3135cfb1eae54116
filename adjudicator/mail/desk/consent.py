"""What is proposed to the players of a game, as the state holds it: who must still agree, how it is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.game import Game
from adjudicator.mail.desk.undoing import UNDO
from adjudicator.state import State

PURPOSE = {"draw": "of a draw", "close": "to end the game", UNDO: "to undo"}
"""The matters of proposals, and how each is called."""
UNLEARNED = (
    "Nobody can forget what they have learned. But no die will roll the same again: later rolls depend "
    "on the words of the undo."
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """An open proposal as a side is told of it: what is proposed, and what the side may say to it."""

    matter: str
    what: str
    says: str
    asks: bool

    @property
    def hint(self) -> str:
        """What stands of it in an order form."""
        return (
            f"Open: a proposal {PURPOSE[self.matter]}. Write: agree {self.matter}, or: refuse {self.matter}"
        )


def missing(state: State, matter: str) -> tuple[str, ...]:
    """The sides that have not yet agreed to a proposal."""
    told = state.proposals[matter]
    return tuple(side for side in told["asks"] if side not in told["agreed"])


def proposals(game: Game, state: State, side: str) -> Iterator[Proposal]:
    """The open proposals, as a side is told of them."""
    for matter, told in state.proposals.items():
        left = missing(state, matter)
        others = [game.sides[one] for one in left if one != side]
        says = f"Not yet agreed: {' and '.join(others)}." if others else ""
        if told["by"] == side:
            says = f"This is your own proposal. To withdraw it, write: withdraw {matter}. {says}"
        elif side in told["agreed"]:
            says = f"You have agreed. {says}"
        elif side in left:
            says = (
                f'Your answer is needed. Write "agree {matter}" or "refuse {matter}", alone or with '
                "orders. No answer is not consent."
            )
        yield Proposal(matter, f"{told['what']}.", says.strip(), side in left)
