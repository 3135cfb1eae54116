"""Retreats of Königsberg '45 for the tests of chapter 9: two beaten stacks, and what their owner is asked."""

from __future__ import annotations

from typing import Any

from tests.tabletop import Tabletop

from .fights import fight

STACK = {"1": "2020", "G69": "2020", "45": "2019", "72": "2121"}
"""Scenario 9 of the notes: two divisions, Soviets north and south-east of them; sources in the west."""
ORDER = "attack 2020 with 45, 72 advance none"

ONE = {"131": "2020", "16 G": "2121", "36 G": "2121", "8 G": "2121"}
"""Twenty-one against five: 4-1; a die of 4 is Dr, 5 is Dr2, 6 is D1r. Free of EZOCs: 2019, 1920, 1921."""
SOURCES = ("0114", "0125", "0132", "0137", "1541", "2441")
WEST: dict[str, Any] = {
    "ground": {space: {"source": ""} for space in SOURCES},
    "state": {"limited": True},
}
"""One German source alone, 0119, as in the scenario."""
ATTACK = "attack 2020 with 16 G, 36 G, 8 G advance none"


def after(units: dict[str, str], order: str = ATTACK, *, dice: int = 4, **more: Any) -> Tabletop:
    """The position after an attack whose retreat is asked for, or done."""
    return fight(units, order, dice=[dice], **more)


def ways(table: Tabletop) -> tuple[str, ...]:
    """The retreats to choose from."""
    decision = table.state.waiting()[0]
    assert decision.topic == "retreat", decision
    return decision.answers
