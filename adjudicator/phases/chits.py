"""Turns in which chits drawn from a cup say whose phases come next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from adjudicator.events import CupChanged, FactNoted
from adjudicator.play import Play
from adjudicator.sequence import Segment
from adjudicator.state import State

from .clauses import enforces
from .turns import TurnClauses, Turns

CHIT, DRAW = "chit", "DRAW"
"""The fact that tells the chit drawn last, and the segment in which one is drawn."""


@dataclass(frozen=True, kw_only=True)
class ChitClauses(TurnClauses):
    """drawn: a chit says whose phases come next     filled: the chits that are in the cup as a turn begins"""

    drawn: str
    filled: str


def drawn(state: State) -> str:
    """The chit that was drawn last; "" for none."""
    return str(state.facts.get(CHIT) or "")


@dataclass(frozen=True, eq=False, kw_only=True)
class ChitTurns(Turns):
    """Turns that draw chits until the cup is empty.

    cup     the cup, as `cups` of the game has it
    filled  turn -> the chits in it as that turn begins
    leads   (play, chit) -> the phase with which the chit begins; "" draws the next at once. The phases
            below it of the same side follow, then comes the next draw
    """

    clauses: ChitClauses
    filled: Callable[[int], tuple[str, ...]]
    leads: Callable[[Play, str], str]
    cup: str = "cup"

    @property
    def opening(self) -> str:
        """Each turn begins with a draw."""
        return DRAW

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The draw, and after the last phase of a side the next draw."""
        own = list[Segment]()
        groups = groupby(self.phases, lambda row: row.side)
        for rows in (self.before, *(tuple(group) for _, group in groups)):
            for row, then in zip(rows, (*(row.id for row in rows[1:]), DRAW), strict=False):
                own.append(Segment(row.id, row.title, row.rule, partial(self.run, row, then)))
        draw = Segment(DRAW, "Draw a chit", self.clauses.drawn, self.draw)
        last = Segment(self.last, "End of the turn", self.clauses.turns, self.end)
        return (draw, *own, last, *self.levels)

    @enforces("filled")
    def begin(self, play: Play) -> None:
        """The chits of the turn are in the cup."""
        chits = self.filled(play.state.turn)
        play.record(CupChanged(rule=self.clauses.filled, cup=self.cup, items=chits))
        super().begin(play)

    @enforces("drawn")
    def draw(self, play: Play) -> None:
        """Draw the next chit, or end the turn when there is none."""
        rule, left = self.clauses.drawn, play.state.cups[self.cup]
        chit = play.draw(rule, "the next chit", self.cup) if left else None
        play.record(FactNoted(rule=rule, key=CHIT, value=chit))
        if chit is None:
            play.go(rule, self.last)
        else:
            play.go(rule, self.leads(play, chit) or DRAW)
