"""Victory by what is held: hexes that score, who holds them, and who wins with how many points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from adjudicator.events import ControlChanged, FactNoted, GameEnded
from adjudicator.mechanics.remembered import of_board
from adjudicator.play import Play
from adjudicator.state import Json, State
from maps.board import Board

from .clauses import enforces

SCORED = "scored"
"""The fact that tells the points of the turns that are over."""


@of_board
def numbers_on(board: Board, fact: str) -> Mapping[str, int]:
    """The hexes of a map with a number in a column of places.csv, and that number."""
    found = ((space.id, space.facts.get(fact)) for space in board.spaces.values())
    return {id_: int(str(number)) for id_, number in found if number}


@dataclass(frozen=True, kw_only=True)
class VictoryClauses:
    """points: what a hex scores     holds: who holds it     sudden: a win before the last turn
    level: who has won after it"""

    points: str
    holds: str
    level: str
    sudden: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Victory:
    """Points for hexes: a hex belongs to the side that was last alone in it when a phase ended.

    fact     the column of places.csv with the points of a hex
    owner   the one with who holds it at the start
    more     (state, side) -> points besides those of hexes, as for the losses of the enemy
    level    (side -> points) -> who wins after the last turn ("" for nobody), and why
    each     whether all this is scored at the end of each turn, and added up
    sudden   state -> who has won at once when a turn ends, and why; ("", "") for nobody
    """

    clauses: VictoryClauses
    last: int
    level: Callable[[Mapping[str, int]], tuple[str, str]]
    sudden: Callable[[State], tuple[str, str]] = lambda state: ("", "")
    more: Callable[[State, str], int] = lambda state, side: 0
    each: bool = False
    fact: str = "vp"
    owner: str = "held"

    def scoring(self, board: Board) -> Mapping[str, int]:
        """The hexes that score, and their points."""
        return numbers_on(board, self.fact)

    def at_start(self, board: Board) -> Mapping[str, str]:
        """Who holds them at the start."""
        held = {id_: board.spaces[id_].facts.get(self.owner) for id_ in self.scoring(board)}
        return {id_: str(side) for id_, side in held.items() if side}

    @enforces("holds")
    def gains(self, state: State) -> Iterator[tuple[str, str]]:
        """The hexes that another side holds now, and that side."""
        for space in self.scoring(state.board):
            sides = {unit.side for unit in state.at(space)}
            if len(sides) == 1 and sides != {state.control.get(space)}:
                yield space, sides.pop()

    def follow(self, play: Play) -> None:
        """A phase is over: hexes change hands."""
        for space, side in list(self.gains(play.state)):
            was = play.state.control.get(space, "")
            play.record(ControlChanged(rule=self.clauses.holds, space=space, was=was, now=side))

    def points(self, state: State) -> Mapping[str, int]:
        """The points of each side."""
        return state.facts.get(SCORED, dict.fromkeys(state.sides, 0)) if self.each else self.held(state)

    @enforces("points")
    def held(self, state: State) -> Mapping[str, int]:
        """What the position is worth to each side."""
        held = self.scoring(state.board).items()
        return {
            side: sum(points for at, points in held if state.control.get(at) == side) + self.more(state, side)
            for side in state.sides
        }

    @enforces("level", "sudden")
    def end(self, play: Play) -> None:
        """A turn is over: points are added up, and somebody has won, or it was the last."""
        points = self.points(play.state)
        if self.each:
            points = {side: points[side] + more for side, more in self.held(play.state).items()}
            play.record(FactNoted(rule=self.clauses.points, key=SCORED, value=points))
        winner, why = self.sudden(play.state)
        if winner:
            play.record(GameEnded(rule=self.clauses.sudden, winner=winner, why=why, points=points))
        elif play.state.turn >= self.last:
            winner, why = self.level(points)
            play.record(GameEnded(rule=self.clauses.level, winner=winner, why=why, points=points))

    def standings(self, state: State, sides: Mapping[str, str]) -> Mapping[str, Json]:
        """The points, and who of these sides, by their printed names, would win if the game ended now."""
        points = self.points(state)
        winner, why = self.level(points)
        return {**points, "if it ended now": f"{sides.get(winner, 'nobody')} wins ({why})"}
