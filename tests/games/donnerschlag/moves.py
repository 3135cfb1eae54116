"""Positions of Donnerschlag for the tests of movement, supply and command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.donnerschlag.fights import ENEMY, GAME, table
from tests.tabletop import Tabletop

OPEN = "3120"
"""A hex of open country, with nothing but open country for three hexes around it."""
SOVIETS = (
    "302-1", "302-2", "302-3", "126-1", "126-2", "126-3", "91-1", "91-2", "91-3", "61 Cav", "81 Cav",
    "17 Mech",    "62 Mech", "13 Tk R", "85 Tk", "254 Tk", "235 Tk", "20 AT", "36 Mech", "59 Mech",
    "60 Mech", "55 Tk R", "158 Tk R", "87-1",
)  # fmt: skip

AXIS_UNITS = (
    "I-11 Pz", "II-11 Pz", "I-4 PzG", "II-4 PzG", "I-114 PzG", "II-114 PzG", "6 Kradsch", "41 PzJg", "201 Pz",
    "I-126 PzG", "II-126 PzG", "128 PzG", "23 Kradsch", "2 Inf-1",
)  # fmt: skip


def spread(column: str = "31") -> dict[str, str]:
    """Fourteen Axis units, each in a hex of its own."""
    return {unit: f"{column}{row:02}" for row, unit in enumerate(AXIS_UNITS, 1)}


def wall(column: str = "35") -> dict[str, str]:
    """A Soviet unit in each hex of a column: nothing of the Axis on its left is in supply."""
    return {unit: f"{column}{row:02}" for row, unit in enumerate(SOVIETS, 1)}


def held_open() -> dict[str, str]:
    """Two units that hold a line of supply open through the enemy zones in a gap of the wall, for a third."""
    closed = {unit: at for unit, at in wall().items() if at != "3510"}
    return {"201 Pz": "3410", "128 PzG": "3510", "23 Kradsch": "3609", **closed}


def active(units: Mapping[str, str], *mine: str, **about: Any) -> Tabletop:
    """A segment in which these units are to be activated, all of the side that is active if none is named."""
    return table(units, segment="ACTIVATE", active=mine or None, checked={}, **about)


def moved(units: Mapping[str, str], order: str, **about: Any) -> tuple[str, str]:
    """What is said of one move in such a segment: its verdict and rule."""
    laid = active(units, **about)
    (ruling,) = laid.order(about.get("side", "axis"), order)
    return ruling.verdict, ruling.rule


def played(units: Mapping[str, str], order: str, side: str = "axis", **about: Any) -> Tabletop:
    """A segment after its card was played."""
    laid = table(units, segment="PLAY", side=side, checked={}, **about)
    rulings = laid.order(side, order)
    assert {ruling.verdict for ruling in rulings} == {"done"}, rulings
    return laid


def ordered(laid: Tabletop) -> set[str]:
    """The units that must activate, as told when the card was played."""
    return set(laid.found("UnitsActivated")[-1]["units"])


__all__ = [
    "ENEMY",
    "GAME",
    "OPEN",
    "active",
    "held_open",
    "moved",
    "ordered",
    "played",
    "spread",
    "table",
    "wall",
]
