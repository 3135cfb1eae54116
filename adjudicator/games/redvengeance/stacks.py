"""One line about several units: a list, a whole group, or the whole stack in a hex.

REPORT AT unit=GE-I1#1-1,GE-I1#1-2 hex=L12      REPORT AT unit=GE-I1#1 hex=L12      REPORT LOST unit=K13

A group or a stack are units that both sides see: what one side alone knows of it names unit by unit.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.events import EVERYBODY
from adjudicator.orders import Order
from adjudicator.state import State, Unit

from .orders import NUMBERS, place_of, said
from .pieces import eyes, on_map, unit_of
from .position import BOXES, units_of

REPORT = "report"


def each_of(state: State, side: str, order: Order) -> tuple[Order, ...]:
    """A report about several units as one about each; any other line as it is, and a report of dice."""
    line = said(order)
    if order.verb != REPORT or not line.unit or any(key in line.more for key in NUMBERS):
        return (order,)
    units = tuple(dict.fromkeys(id_ for name in line.unit.split(",") for id_ in seen_as(state, side, name)))
    return tuple(order.having(unit=id_) for id_ in units) if units else (order,)


def seen_as(state: State, side: str, name: str) -> tuple[str, ...]:
    """The units for which a name in a report of a side stands: itself, where it is none but that of a unit;
    the units of a group on the map; those of the side in a hex."""
    if not name or unit_of(state, name, side) is not None:
        return (name,) if name else ()
    there = [*of_group(state, name), *(unit for unit in at_hex(state, name) if unit.side == side)]
    return tuple(unit.id for unit in there if on_map(unit) and eyes(state, unit) == EVERYBODY) or (name,)


def set_up_as(state: State, side: str, name: str) -> tuple[str, ...]:
    """The units for which a name in a line of a set-up or an entry stands: itself, or the units of the side's
    group: those that wait off the map, else those on it."""
    mine = {unit.id for unit in units_of(state, side)}
    group = [unit for unit in of_group(state, name) if unit.id in mine] if name not in mine else []
    waiting = [unit for unit in group if unit.at in BOXES]
    return tuple(unit.id for unit in waiting or filter(on_map, group)) or (name,)


def of_group(state: State, name: str) -> Iterator[Unit]:
    """The units of a group that is named with its side, "GE-I1#1"."""
    start = f"{name.casefold()}-"
    return (unit for unit in state.units.values() if "#" in name and unit.id.casefold().startswith(start))


def at_hex(state: State, name: str) -> tuple[Unit, ...]:
    """The units in a hex; none for a name that is no hex."""
    hex_ = (place_of(name) or "").lower()
    return tuple(state.at(hex_)) if hex_ in state.board.spaces else ()
