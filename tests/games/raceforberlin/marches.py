"""Movement for the tests of chapter 7: a position in an impulse in which somebody may move."""

from __future__ import annotations

from tests.tabletop import Tabletop

GAME = "raceforberlin"
IDLE = {"391": "riesa"}
"""A German far away, so that other impulses have an owner who must be asked."""


def soviet(units: dict[str, str], **position: object) -> Tabletop:
    """A table in Zhukov's Soviet impulse."""
    return Tabletop(GAME, {**IDLE, **units}, **{"segment": "C.1", **position})  # type: ignore[arg-type]


def german(units: dict[str, str], **position: object) -> Tabletop:
    """A table in Koniev's German impulse on turn 7, when nobody tests for freedom."""
    return Tabletop(GAME, units, **{"segment": "C.3", "turn": 7, **position})  # type: ignore[arg-type]
