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


def drawing(units: dict[str, str], draws: list[str], *, turn: int = 3, **position: Any) -> Tabletop:
    """A position in which these chits are drawn, one after the other; more are in the cup than are drawn."""
    state = {"cup": [*draws, "GHGFj-Pz"], **position.pop("state", {})}
    return Tabletop(GAME, units, segment="DRAW", draws=draws, turn=turn, state=state, **position)


def finish(laid: Tabletop, side: str) -> None:
    """Whoever acts does nothing more in this activation."""
    chit = laid.state.frames[0].facts.get("chit")
    while chit and laid.state.frames and laid.state.frames[0].facts.get("chit") == chit:
        (ruling,) = laid.order(side, "pass")
        assert ruling.verdict == "done", ruling


def refusal(laid: Tabletop, side: str, order: str) -> tuple[str, str]:
    """The verdict on a sheet of one line, and its rule."""
    return laid.verdict(side, order)
