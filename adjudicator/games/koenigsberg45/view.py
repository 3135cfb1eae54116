"""What one player may know of a position: section (b) of the game's notes.

Of enemy stacks only what lies on top (0.1e); the cup's contents are public, its order is nobody's. Closed are
standing orders, sealed answers, and whatever an activation remembers of its owner's plans.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.rulings import rule
from adjudicator.state import Frame, State, Unit

from .fog import TOPS, open_to, top
from .position import ENEMY, on_map
from .r02_activation import activation

PLANS = ("active", "extra", "moved", "queue", "advance", "hq_follows", "staff")
"""What an activation and a battle remember that their owner's enemy may not know."""


@rule("0.1e.1")
def view(state: State, side: str) -> State:
    """The state as one side knows it (0.1e.1)."""
    enemy = ENEMY[side]
    units = {id_: seen(unit, enemy) for id_, unit in state.units.items() if known(state, unit, side)}
    mine = tuple(decision for decision in state.decisions if decision.player == side)
    return replace(
        state,
        units=units,
        covers=covers(state, enemy),
        facts={**state.facts, TOPS: own_tops(state, side)},
        standing={side: state.standing.get(side, ())},
        sealed={key: value for key, value in state.sealed.items() if key in {d.id for d in mine}},
        decisions=mine,
        frames=state.frames if acting(state) in {side, ""} else tuple(map(public, state.frames)),
    )


def known(state: State, unit: Unit, side: str) -> bool:
    """Whether a side knows where a unit is: its own, or one that lies open."""
    return unit.side == side or open_to(state, unit.id)


def seen(unit: Unit, enemy: str) -> Unit:
    """A unit as it lies open: of an enemy one no marker is seen, for it would be on top."""
    return replace(unit, flags=frozenset()) if unit.side == enemy else unit


def covers(state: State, enemy: str) -> dict[str, str]:
    """The supply markers on top of enemy stacks: hex -> marker."""
    spaces = sorted({u.at for u in state.units.values() if u.side == enemy and on_map(state, u)})
    tops = {space: top(state, space, enemy) for space in spaces}
    return {space: item for space, item in tops.items() if item and item not in state.units}


def own_tops(state: State, side: str) -> dict[str, str]:
    """What a side has chosen to lay on top of its own stacks."""
    chosen = dict(state.facts.get(TOPS, {}))
    return {space: unit for space, unit in chosen.items() if state.units[unit].side == side}


def acting(state: State) -> str:
    """The side whose activation is in progress; "" for none."""
    return str(activation(state).get("side", "")) if state.frames else ""


def public(frame: Frame) -> Frame:
    """A level of the sequence of play without its owner's plans."""
    return replace(frame, facts={key: value for key, value in frame.facts.items() if key not in PLANS})
