"""What a step costs by a terrain chart: the space entered, what runs along the side crossed, and roads.

A `Terrain` is one column of a terrain effects chart, as data: one movement class, one way of moving.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from maps.board import Board

from .movement import Barred, Crossing, CrossingOf, MoveCost


@dataclass(frozen=True, slots=True)
class Side:
    """What crossing a feature of a border does: a surcharge, the end of the move, the whole allowance."""

    extra: int = 0
    stop: bool = False
    whole: bool = False


@dataclass(frozen=True)
class Terrain:
    """One column of the chart; all costs in the same parts of a movement point.

    `spaces`: what entering each kind of terrain costs, or why it cannot be done. `sides`: what each feature
    along a border does, or why it cannot be crossed. `bridges`: features that make a border as if nothing ran
    along it. `roads`: features which, running from space to space, cost this and nothing else, whatever the
    terrain; the cheapest counts. A kind of terrain that is in no list is barred: `otherwise`. A feature that
    is in none makes no difference.
    """

    spaces: Mapping[str, int | Barred]
    sides: Mapping[str, Side | Barred] = field(default_factory=dict)
    bridges: frozenset[str] = frozenset()
    roads: Mapping[str, int] = field(default_factory=dict)
    otherwise: Barred = field(default_factory=lambda: Barred("", "it may not enter"))

    def steps(
        self,
        board: Board,
        kind: Callable[[str], str],
        also: Callable[[str, str], frozenset[str]] = lambda a, b: frozenset(),
    ) -> CrossingOf:
        """The cost of each step on a board, where `kind` tells the terrain of a space, and `also` what a step
        has in one direction only: a slope is one thing upward and another downward."""

        crossing = self.known()

        def step(a: str, b: str) -> Crossing:
            return crossing(board.between(a, b) | also(a, b), kind(b))

        return step

    def known(self) -> Callable[[frozenset[str], str], Crossing]:
        """`crossing`, worked out once for all borders and terrain that are alike."""
        return cache(self.crossing)

    def crossing(self, border: frozenset[str], terrain: str) -> Crossing:
        """The step across a border with these features into this terrain."""
        by_road = [self.roads[feature] for feature in sorted(border) if feature in self.roads]
        if by_road:
            return MoveCost(min(by_road))
        ground = self.spaces.get(terrain, self.otherwise)
        return ground if isinstance(ground, Barred) else self._across(border, ground)

    def _across(self, border: frozenset[str], ground: int) -> Crossing:
        """The cost of the terrain and of what runs along the border, unless there is a bridge."""
        if border & self.bridges:
            return MoveCost(ground)
        sides = [self.sides[feature] for feature in sorted(border) if feature in self.sides]
        for side in sides:
            if isinstance(side, Barred):
                return side
        crossed = [side for side in sides if isinstance(side, Side)]
        if any(side.whole for side in crossed):
            return MoveCost(0, stop=True, whole=True)
        return MoveCost(ground + sum(side.extra for side in crossed), any(side.stop for side in crossed))
