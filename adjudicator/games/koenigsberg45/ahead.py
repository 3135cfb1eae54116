"""Which orders wait for their question, and which would end one: the lines of a sheet as the game goes on.

One sheet may hold a whole activation, or all that a side does before the chits are drawn. A line waits while
its question can still come in the same activation or phase, and lapses with it.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.orders import Order
from adjudicator.state import State

from .position import GERMAN, SOVIET

REACTIONS = ("loss", "retreat", "advance", "no")
"""Answers that are asked for only as a battle falls out."""
FIGHTING = ("attack", "top", "done", "pass", *REACTIONS)
MOVING = ("move", "top", "done", "pass")

ACTIVATION: Mapping[str, tuple[str, ...]] = {
    "CHOOSE_HQ": ("activate", "extra", "move", *FIGHTING),
    "SELECT": ("activate", "extra", "move", *FIGHTING),
    "MOVE": ("move", *FIGHTING),
    "COMBAT": FIGHTING,
}
"""What can still come in a segment of an activation, for whoever acts; the other side is asked only for what
falls out of a battle."""

BEFORE_THE_CHITS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("BAR_G", GERMAN, ("barrage", "top", *REACTIONS)),
    ("BAR_S2", SOVIET, ("barrage", "top", *REACTIONS)),
    ("BAR_S3", SOVIET, ("barrage", "top", *REACTIONS)),
    ("AIR_RETURN", "", ()),
    ("AIR_REFIT", "", ()),
    ("RF_PLACE", "", ("enter",)),
    ("RF_MOVE_G", GERMAN, MOVING),
    ("RF_MOVE_S", SOVIET, MOVING),
    ("RF_HQCHECK", "", ()),
    ("REPL_S", SOVIET, ("replace",)),
    ("REPL_G", GERMAN, ("replace",)),
    ("VOLKSTURM", GERMAN, ("deploy",)),
    ("REFUGEE", SOVIET, ("refugee",)),
)
"""Segment, side ("" for both), and what it is asked there, in their order."""
PLACES = tuple(segment for segment, _, _ in BEFORE_THE_CHITS)

INNER: Mapping[str, tuple[str, ...]] = {
    "entry": ("enter", *MOVING),
    "free": MOVING,
    "barrage": ("barrage", "top", "done", "pass", *REACTIONS),
    "event-refugees": ("refugee",),
    "battle": REACTIONS,
}
"""What can still come in a level inside a segment."""

ENDS: Mapping[str, tuple[str, ...]] = {
    "setup": ("ready",),
    "move": ("attack",),
    "advance": ("advance", "no"),
}
"""What ends more than its own line, by question: an attack ends movement; who advances is settled with one
answer."""


def keeps(state: State, side: str, order: Order) -> bool:
    """Whether the question of an order of a side can still come where the game stands. It never does for
    units of the other one."""
    named = order.args.get("units") or (order.args.get("unit", ""),)
    theirs = any(unit in state.units and state.units[unit].side != side for unit in named)
    late = order.args.get("what") in {"move", "movement"} and state.segment == "COMBAT"
    if theirs or late:
        return False
    inner = (verb for frame in state.frames[1:] for verb in INNER.get(frame.segment, ()))
    return order.verb in (*inner, *coming(state, side))


def coming(state: State, side: str) -> tuple[str, ...]:
    """What can still come for a side in the present segment and those that follow it."""
    if state.segment in ACTIVATION:
        acts = state.frames[0].facts.get("side") == side
        return ACTIVATION[state.segment] if acts else REACTIONS
    if state.segment not in PLACES:
        return ()
    ahead = BEFORE_THE_CHITS[PLACES.index(state.segment) :]
    mine = (verbs for _, whose, verbs in ahead if whose in {side, ""})
    return ("done", "pass", *(verb for verbs in mine for verb in verbs))
