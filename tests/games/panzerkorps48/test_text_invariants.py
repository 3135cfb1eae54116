"""What the rulebook says of retreats and stacking, read naively, over games of bots."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from adjudicator.events import Event
from adjudicator.state import State
from tests.witness import faults_seen

from .table import GAME

SMALL = {"company": Fraction(1, 3), "battalion": Fraction(1)}
BATTALIONS = {"german": {**SMALL, "regiment": Fraction(3)}, "soviet": {**SMALL, "regiment": Fraction(2)}}
MOST = {"german": 3, "soviet": 4}


def load(state: State, space: str, side: str) -> Fraction:
    """Battalions of a side in a hex."""
    units = (unit for unit in state.at(space) if unit.side == side)
    return sum((BATTALIONS[side][state.roster.counters[unit.id].size] for unit in units), Fraction(0))


class Eye:
    """Remembers how far the stack on its retreat was asked to go."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, before: State, event: Event, after: State) -> Iterator[str]:
        facts = event.facts()
        if event.kind == "RetreatTaken":
            self.asked = facts["spaces"]
        if event.kind == "UnitMoved" and facts["how"] == "retreat":
            yield from self.retreated(before, facts["unit"], facts["path"])
        if event.kind == "SegmentEntered" and len(after.frames) == 1:
            yield from crowded(after)

    def retreated(self, before: State, unit: str, path: tuple[str, ...]) -> Iterator[str]:
        """8.3: never onto an enemy, and no farther than asked, but where others of its side were."""
        side = before.units[unit].side
        if any(one.side != side for space in path for one in before.at(space)):
            yield f"{unit} retreats among enemies via {'-'.join(path)}"
        if len(path) - 1 > self.asked and not load(before, path[self.asked], side):
            yield f"{unit} retreats {len(path) - 1} hexes of {self.asked} via {'-'.join(path)}"


def crowded(state: State) -> Iterator[str]:
    """6: no hex holds more than its side's limit when a phase begins."""
    for space in state.by_space:
        for side, most in MOST.items():
            if space in state.board.spaces and load(state, space, side) > most:
                yield f"{space} holds {load(state, space, side)} battalions of the {side} side"


@pytest.mark.rule("8.3.gen.1", "6.ger.1", "6.sov.1")
@pytest.mark.parametrize(
    ("bots", "sheets"),
    [("random", 60), *(pytest.param(bots, 400, marks=pytest.mark.slow) for bots in ("random", "purposeful"))],
)
def test_nobody_retreats_too_far_or_among_enemies_or_stands_too_close(bots: str, sheets: int) -> None:
    assert faults_seen(GAME, Eye(), "Chir", bots, sheets) == []
