"""Rule 6, stacking: how much of a side may be in one hex, counted in thirds of a battalion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from adjudicator.choices import Rooms
from adjudicator.mechanics.armies import army
from adjudicator.mechanics.movement import shown
from adjudicator.mechanics.stacking import Load
from adjudicator.phases.battlefield import name
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .charts import charts
from .position import GERMAN, SIDES, SOVIET
from .r02_pieces import size

THIRDS = 3
"""Three companies are one battalion (6)."""
CLAUSE = {GERMAN: "6.ger.1", SOVIET: "6.sov.1"}


@cache
@rule("6.ger.2", "6.sov.2")
def thirds(side: str, of_size: str) -> int:
    """What a unit of this printed size counts for, in thirds of a battalion."""
    whole, _, part = charts()["stacking"].cell(side.title(), of_size).partition("/")
    return int(whole) * THIRDS // int(part or 1)


@cache
@rule("6.ger.1", "6.sov.1")
def most(side: str) -> int:
    """How much of a side may be in a hex, in thirds of a battalion."""
    return int(charts()["stacking"].cell(side.title(), "limit")) * THIRDS


load = Load(lambda state, unit: thirds(unit.side, size(state, unit)))
"""What is in a hex, in thirds of a battalion."""


@rule("6.gen.1", "6.gen.2", "6.gen.3", "6.gen.4")
def fits(state: State, space: str, units: Sequence[Unit]) -> bool:
    """Whether these units of one side may be in a hex, with those that are there; units that only pass
    through are not asked."""
    return not units or load.beside(state, space, units) <= most(units[0].side)


def with_room(state: State, spaces: Iterable[str], units: Sequence[Unit]) -> Iterator[str]:
    """Those of these spaces in which units of one side, who are all elsewhere, may stop."""
    side, held = units[0].side, load.held(state, units[0].side)
    left = most(side) - sum(thirds(side, size(state, unit)) for unit in units)
    return (space for space in spaces if held.get(space, 0) <= left)


def full_for(state: State, unit: Unit) -> set[str]:
    """The hexes in which there is no room for a unit."""
    return {at for at in load.held(state, unit.side) if not fits(state, at, [unit])}


def rooms(state: State, side: str) -> Rooms:
    """What stacking leaves room for."""
    return Rooms(
        {"thirds": most(side)},
        {space: {"thirds": held} for space, held in load.held(state, side).items()},
        {unit.id: {"thirds": thirds(side, size(state, unit))} for unit in army(state, side)},
    )


@rule("6.gen.1")
def check_stack(state: State, space: str, units: Sequence[Unit]) -> None:
    """These units may stop in a hex with those that are there. Raises Refused."""
    if not fits(state, space, units):
        side = units[0].side
        held, allowed = shown(load.beside(state, space, units), THIRDS), shown(most(side), THIRDS)
        why = f"{name(state, space)} would hold {held} battalions; {allowed} are allowed"
        raise Refused(CLAUSE[side], why)


def overstacked(state: State) -> list[str]:
    """The hexes with more units of a side than may be there."""
    return sorted(at for side in SIDES for at, held in load.held(state, side).items() if held > most(side))
