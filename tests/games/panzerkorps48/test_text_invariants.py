"""What the rulebook says of retreats and stacking, read naively, over games of bots."""

from __future__ import annotations

from collections import Counter
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


def zoned(state: State, side: str) -> set[str]:
    """5: the hexes around enemy stacks of three steps or more, without units that retreated."""
    steps = Counter[str]()
    for unit in state.units.values():
        if unit.side != side and unit.at in state.board.spaces and "retreated" not in unit.flags:
            steps[unit.at] += unit.steps
    return {near for at, total in steps.items() if total >= 3 for near in state.board.neighbours(at)}


def way_of(state: State, units: tuple[str, ...], start: str, asked: int) -> str:
    """8.3: a path of the asked length out of all zones, over no water, to where all fit; "" for none."""
    side = state.units[units[0]].side
    closed = zoned(state, side)
    paths: list[tuple[str, ...]] = [(start,)]
    mine = sum((BATTALIONS[side][state.roster.counters[one].size] for one in units), Fraction(0))
    for _ in range(asked):
        paths = [
            (*path, near)
            for path in paths
            for near in sorted(state.board.neighbours(path[-1]))
            if near not in closed and near not in path and not wet(state, path[-1], near)
            and all(unit.side == side for unit in state.at(near))
        ]  # fmt: skip
    able = (path for path in paths if load(state, path[-1], side) + mine <= MOST[side])
    return next(("-".join(path) for path in able), "")


def wet(state: State, a: str, b: str) -> bool:
    """8.3: a lake, or a river without a bridge, between two hexes."""
    between = state.board.between(a, b)
    return "lake" in between or ("river" in between and "bridge" not in between)


class Eye:
    """Remembers how far the stack on its retreat was asked to go, and a path on which it could."""

    def __init__(self) -> None:
        self.asked, self.able = 0, ""

    def __call__(self, before: State, event: Event, after: State) -> Iterator[str]:
        facts = event.facts()
        if event.kind == "RetreatTaken":
            self.asked = facts["spaces"]
            self.able = way_of(after, facts["units"], facts["space"], self.asked)
        if event.kind == "UnitMoved" and facts["how"] == "retreat":
            yield from self.retreated(before, facts["unit"], facts["path"])
        if event.kind == "SegmentEntered" and len(after.frames) == 1:
            yield from crowded(after)

    def retreated(self, before: State, unit: str, path: tuple[str, ...]) -> Iterator[str]:
        """8.3: never onto an enemy, and no farther than asked, but where no path of that length has room."""
        side = before.units[unit].side
        if any(one.side != side for space in path for one in before.at(space)):
            yield f"{unit} retreats among enemies via {'-'.join(path)}"
        if len(path) - 1 > self.asked and self.able:
            far, way = len(path) - 1, "-".join(path)
            yield f"{unit} retreats {far} hexes of {self.asked} via {way}, and could via {self.able}"


def crowded(state: State) -> Iterator[str]:
    """6: no hex holds more than its side's limit when a phase begins."""
    for space in state.by_space:
        for side, most in MOST.items():
            if space in state.board.spaces and load(state, space, side) > most:
                yield f"{space} holds {load(state, space, side)} battalions of the {side} side"


@pytest.mark.rule("8.3.gen.1", "6.ger.1", "6.sov.1")
@pytest.mark.parametrize(
    ("bots", "sheets"),
    [
        ("random", 60),
        ("purposeful", 120),
        *(pytest.param(bots, 400, marks=pytest.mark.slow) for bots in ("random", "purposeful")),
    ],
)
def test_nobody_retreats_too_far_or_among_enemies_or_stands_too_close(bots: str, sheets: int) -> None:
    assert faults_seen(GAME, Eye(), "Chir", bots, sheets) == []
