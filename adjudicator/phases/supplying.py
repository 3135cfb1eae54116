"""Supply: which units have a line to a source, and what happens to those without one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from adjudicator.events import FlagsChanged
from adjudicator.mechanics.armies import army
from adjudicator.mechanics.remembered import of_board
from adjudicator.mechanics.strength import Change
from adjudicator.mechanics.supply import Leg, Supply, supply
from adjudicator.play import Play
from adjudicator.state import State, Unit
from maps.board import Board

from .battlefield import Battlefield, lose_step, network, printed
from .clauses import enforces

OUT = "out-of-supply"
"""The marker of a unit without a supply line."""


@dataclass(frozen=True, kw_only=True)
class SupplyClauses:
    """line: what a supply line may not cross     cut: when units are marked     fights, moves, withers: what
    a marked unit suffers in combat, in movement, and when its side checks ("" for nothing)"""

    line: str
    cut: str
    fights: str = ""
    moves: str = ""
    withers: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Supplying:
    """The supply of a game. No line runs through enemy units, or through their zones but for own units.

    sources  (state, side) -> the hexes from which it comes     most   how long a line may be; None: any
    crosses  (board, a, b) -> whether a line may run from a to its neighbour b
    less     what a number of a marked unit becomes: half, rounded up

    A Phase without orders does `mark` and `wither`. `changes` goes to `Fighting`, `allowance` to `Moving`.
    """

    ground: Battlefield
    clauses: SupplyClauses
    sources: Callable[[State, str], Iterable[str]]
    most: int | None = None
    crosses: Callable[[Board, str, str], bool] = lambda board, a, b: True
    less: Callable[[int], int] = lambda number: (number + 1) // 2
    flag: str = OUT
    _leg: Callable[[Board], Leg] = field(init=False)

    def __post_init__(self) -> None:
        leg = of_board(lambda board: Leg(lambda a, b: self.crosses(board, a, b), self.most))
        object.__setattr__(self, "_leg", leg)

    @enforces("line")
    def lines(self, state: State, side: str) -> Supply:
        """All supply lines of a side."""
        enemy = self.ground.enemy(side)
        own, theirs = ({unit.at for unit in army(state, one)} for one in (side, enemy))
        zone = {space for space in self.ground.zone(state, enemy) if space not in own}
        legs = (self._leg(state.board),)
        return supply(network(state.board), self.sources(state, side), legs, theirs | zone)

    def cut(self, unit: Unit) -> bool:
        """Whether a unit is marked."""
        return self.flag in unit.flags

    @enforces("cut")
    def mark(self, play: Play, side: str) -> None:
        """A side checks its supply: units without a line are marked, others lose the marker."""
        lines, rule = self.lines(play.state, side), self.clauses.cut
        units = army(play.state, side)
        out = tuple(u.id for u in units if not self.cut(u) and not lines.supplied(u.at))
        back = tuple(u.id for u in units if self.cut(u) and lines.supplied(u.at))
        if out:
            play.record(FlagsChanged(rule=rule, units=out, add=(self.flag,), why="no supply line"))
        if back:
            play.record(FlagsChanged(rule=rule, units=back, drop=(self.flag,), why="in supply again"))

    @enforces("withers")
    def wither(self, play: Play, side: str) -> None:
        """Every marked unit of a side loses a step."""
        for unit in army(play.state, side):
            if self.cut(unit):
                lose_step(play, unit, self.clauses.withers, self.clauses.withers, "no supply line")

    @enforces("fights")
    def changes(self, state: State, space: str, unit: Unit, attacks: bool) -> tuple[Change, ...]:
        """How the printed strength of a marked unit changes."""
        if not self.cut(unit) or not self.clauses.fights:
            return ()
        less = self.less(printed(state, unit, "strength"))
        return (Change(self.clauses.fights, less, "out of supply"),)

    @enforces("moves")
    def allowance(self, state: State, unit: Unit) -> int:
        """What a unit may spend in a move."""
        points = printed(state, unit, "movement")
        return self.less(points) if self.cut(unit) and self.clauses.moves else points
