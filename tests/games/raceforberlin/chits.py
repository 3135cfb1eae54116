"""Event chits for the tests of the annex: a position in which a player holds one."""

from __future__ import annotations

from typing import Any

from tests.tabletop import Tabletop

SOVIETS = {"8GA-1": "bridgehead", "8GA-2": "bridgehead", "3GTA-1": "triebel", "3GTA-2": "triebel"}
GERMANS = {"606": "letschin", "21Pz": "cottbus"}
OUT = ["event-9"]
"""With chit 9 out of the game no window opens before a Soviet impulse."""


def holding(side: str, number: int, segment: str, units: dict[str, str], **position: Any) -> Tabletop:
    """A table at an impulse, a player holding one chit; Heinrici is out, and chit 9 unless it is the one."""
    hands: dict[str, list[str]] = {"zhukov": [], "koniev": [], side: [f"event-{number}"]}
    state = {"chits-out": [] if number == 9 else OUT, **position.pop("state", {})}
    position = {"turn": 3, "hands": hands, **position}
    return Tabletop("raceforberlin", units, segment=segment, state=state, **position)
