"""What the rulebook says of retreats and steps, read naively, over games of bots."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from adjudicator.events import Event
from adjudicator.state import State
from tests.witness import faults_seen


def eye(before: State, event: Event, after: State) -> Iterator[str]:
    """8.3.1, 8.3.3: a retreat is of one zone, or farther through zones of its own side; a unit loses one step
    at a time."""
    facts = event.facts()
    if event.kind == "UnitMoved" and facts["how"] == "retreat":
        unit, path = before.units[facts["unit"]], facts["path"]
        for passed in path[1:-1]:
            if not any(one.side == unit.side for one in before.at(passed)):
                yield f"{unit.id} retreats through {passed}, where nobody of its side is"
        if not all(b in before.board.neighbours(a) for a, b in pairwise(path)):
            yield f"{unit.id} retreats by {'-'.join(path)}, where no way leads"
    if event.kind == "StepLost" and facts["left"] != before.units[facts["unit"]].steps - 1:
        yield f"{facts['unit']} had {before.units[facts['unit']].steps} steps and has {facts['left']}"


@pytest.mark.rule("8.3.1.a", "8.3.3.b")
@pytest.mark.parametrize(
    ("seed", "sheets"),
    [("Seelow", 60), *(pytest.param(seed, 400, marks=pytest.mark.slow) for seed in ("Oder", "Neisse"))],
)
def test_nobody_retreats_too_far_or_loses_two_steps_at_once(seed: str, sheets: int) -> None:
    assert faults_seen("raceforberlin", eye, seed, "random", sheets) == []
