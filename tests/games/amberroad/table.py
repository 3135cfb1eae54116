"""The Amber Road laid out for a test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.tabletop import Tabletop

FAR = {"11F": "0101", "RG": "1410"}
"""A unit of each side where it disturbs nobody."""


def table(units: Mapping[str, str], segment: str, dice: Sequence[int] = (), **position: Any) -> Tabletop:
    """These units and no others, in a phase."""
    return Tabletop("amberroad", {**FAR, **units}, segment=segment, dice=dice, **position)


def attack(
    die: int, attackers: Mapping[str, str], defenders: Mapping[str, str], space: str = "0405"
) -> Tabletop:
    """An attack of all of Blue's units on a hex of open ground, with a die."""
    made = table({**attackers, **defenders}, "B.COMBAT", [die])
    (ruling,) = made.order("blue", f"attack {space} by {', '.join(attackers)}")
    assert ruling.verdict == "done", ruling
    return made
