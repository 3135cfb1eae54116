"""Positions of Königsberg '45 for the tests of its chapters."""

from __future__ import annotations

from typing import Any

from tests.tabletop import Tabletop

GAME = "koenigsberg45"


def table(
    units: dict[str, str], *, segment: str = "MOVE", active: str = "soviet", **position: Any
) -> Tabletop:
    """A position in the middle of an activation of every combat unit of one side, nothing else on the map."""
    state = {"active": active, **position.pop("state", {})}
    return Tabletop(GAME, units, segment=segment, state=state, **position)


def refusal(laid: Tabletop, side: str, order: str) -> tuple[str, str]:
    """The verdict on a sheet of one line, and its rule."""
    return laid.verdict(side, order)
