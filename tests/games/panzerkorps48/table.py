"""Positions of 48th Panzer Korps for the tests of its chapters."""

from __future__ import annotations

from typing import Any

from adjudicator.rulings import Ruling
from tests.tabletop import Tabletop

GAME = "panzerkorps48"


def table(units: dict[str, str], segment: str = "SOV.MOVE", **position: Any) -> Tabletop:
    """A position at the beginning of a phase, nothing else on the map."""
    return Tabletop(GAME, units, segment=segment, **position)


def moved(units: dict[str, str], order: str, segment: str = "SOV.MOVE", **position: Any) -> tuple[str, str]:
    """What is said of one order in such a position: its verdict and rule."""
    return table(units, segment, **position).verdict(side_of(segment), order)


def side_of(segment: str) -> str:
    """Who is asked in a segment."""
    return "soviet" if segment.startswith("SOV") else "german"


def said(rulings: list[Ruling]) -> list[tuple[str, str]]:
    """The verdicts of a sheet with their rules."""
    return [(ruling.verdict, ruling.rule) for ruling in rulings]
