"""Fog of war (0.1e): of an enemy stack only the top unit is seen, or the marker on it.

`occur` records whatever happens to units, and works out who may see it. Of what an enemy cannot see it learns
only the changes in the tops of stacks (`TopsSeen`). `reveal` shows a whole stack, for
the combat it is in and no longer (0.1e.2, K-R1).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.by_mail.views import NotInView
from adjudicator.events import (
    EVERYBODY,
    Event,
    FlagsChanged,
    StepLost,
    StepRegained,
    UnitEliminated,
    UnitMoved,
    UnitPlaced,
)
from adjudicator.mechanics.armies import on_map
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .events import TopsSeen
from .levels import campaign
from .position import (
    ATTACK,
    DEFENCE,
    ENEMY,
    ISOLATED,
    OUT_OF_SUPPLY,
    SIDES,
    is_combat,
    kind,
    printed,
    units_of,
)

TOPS = "tops"
"""The fact in which owners' choices are kept: hex -> the top unit of its side's stack there."""

SEEN_BY = "seen-by"
"""The fact of a view alone: whose view it is."""

Told = UnitMoved | UnitPlaced | UnitEliminated | StepLost | StepRegained


@rule("0.1e.1")
def top(state: State, space: str, side: str) -> str:
    """What an enemy sees of a side's stack in a hex: a supply marker if there is one on the top unit,
    otherwise that unit; "" for no stack."""
    unit = top_unit(state, space, side)
    if unit is None:
        return ""
    marker = next((flag for flag in (ISOLATED, OUT_OF_SUPPLY) if flag in unit.flags), "")
    return f"{marker}-{side}" if marker else unit.id


def top_unit(state: State, space: str, side: str) -> Unit | None:
    """The unit on top of a stack: the one its owner chose, else the strongest combat unit by
    attack, then defence, an HQ last."""
    here = [u for u in state.at(space) if u.side == side and kind(state, u) in {"combat", "hq"}]
    if len(here) < 2:
        return here[0] if here else None
    chosen = campaign(state).tops.get(space)

    def rank(unit: Unit) -> tuple[bool, int, int]:
        return is_combat(state, unit), printed(state, unit, ATTACK), printed(state, unit, DEFENCE)

    return next((unit for unit in here if unit.id == chosen), None) or max(here, key=rank)


def uppermost(state: State, space: str, side: str) -> str:
    """The id of the unit on top of a stack, under any marker; "" for no stack."""
    unit = top_unit(state, space, side)
    return unit.id if unit else ""


@rule("0.1e.1", "K-R101")
def in_doubt(state: State, space: str, side: str) -> bool:
    """Whether a view does not show if a combat unit of a side is in a hex: only an HQ is seen there. Never in
    the position itself."""
    seen = units_of(state, space, side)
    hidden = bool(campaign(state).seen_by and seen) and not state.covers.get(space)
    return hidden and not any(is_combat(state, unit) for unit in seen)


@rule("0.1e.1", "K-R101")
def check_known(state: State, space: str, side: str) -> None:
    """Whether a combat unit of a side is in a hex is known. Raises NotInView where only the game knows."""
    if in_doubt(state, space, side):
        raise NotInView(space)


def open_to(state: State, unit_id: str) -> bool:
    """Whether the enemy sees a unit: off the map, never hidden, on top of its stack, or revealed."""
    unit = state.units[unit_id]
    if never_hidden(state, unit) or unit_id in revealed(state):
        return True
    return top(state, unit.at, unit.side) == unit_id


def never_hidden(state: State, unit: Unit) -> bool:
    """Whether a unit is off the map, or of a kind that is never in a stack."""
    return not on_map(state, unit) or kind(state, unit) not in {"combat", "hq"}


@rule("0.1e.2")
def revealed(state: State) -> frozenset[str]:
    """The units shown to both sides by the combat in progress (K-R1)."""
    return frozenset(u for frame in state.frames for u in frame.facts.get("revealed", ()))


def occur(play: Play, *events: Event) -> None:
    """Let things happen to units: each is told to who may see it, and the enemy sees the tops that change."""
    for event in events:
        if isinstance(event, Told):
            _one(play, event)
        elif isinstance(event, FlagsChanged):
            _flags(play, event)
        else:
            play.record(event)


def _one(play: Play, event: Told) -> None:
    before, unit = play.state, play.state.units[event.unit]
    after = event.apply(before)
    seen = open_to(before, unit.id) and open_to(after, unit.id)
    told: Event = replace(event, to=EVERYBODY if seen else (unit.side,))
    play.record(told)
    _show(play, before, (unit.at, after.units[unit.id].at), unit.side, unit.id if seen else "")


def _flags(play: Play, event: FlagsChanged) -> None:
    """Markers on units: each side is told of its own, and the enemy of the new top of the stack."""
    before = play.state
    for side in SIDES:
        mine = tuple(unit for unit in event.units if before.units[unit].side == side)
        if mine:
            own = FlagsChanged(
                rule=event.rule, to=(side,), units=mine, add=event.add, drop=event.drop, why=event.why,
                hushed=event.hushed,
            )  # fmt: skip
            play.record(own)
            _show(play, before, [before.units[unit].at for unit in mine], side, "")


def _show(play: Play, before: State, spaces: Iterable[str], side: str, known: str) -> None:
    """Tell the enemy which tops have changed in these hexes, except the unit that it saw change (`known`)."""
    seen = {}
    for space in dict.fromkeys(space for space in spaces if space in before.board.spaces):
        was, now = top(before, space, side), top(play.state, space, side)
        if was != now and not (known and {was, now} <= {known, ""}):
            seen[space] = now
    if seen:
        play.record(TopsSeen(rule="0.1e.1", to=(ENEMY[side],), seen=seen))


@rule("0.1e.2")
def reveal(play: Play, number: str, units: Iterable[str]) -> None:
    """Show these units to both sides for as long as the innermost level of the sequence of play lasts."""
    play.note(number, revealed=tuple(dict.fromkeys((*play.state.frame.facts.get("revealed", ()), *units))))
