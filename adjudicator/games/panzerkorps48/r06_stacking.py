"""Rule 6, stacking: how much of a side may be in one hex, counted in thirds of a battalion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from adjudicator.mechanics.movement import shown
from adjudicator.mechanics.stacking import Limit, excess
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .charts import charts
from .position import GERMAN, name, stack
from .r02_pieces import size

THIRDS = 3
"""Three companies are one battalion (6)."""
CLAUSE = {GERMAN: "6.ger.1", "soviet": "6.sov.1"}


@cache
@rule("6.ger.2", "6.sov.2")
def thirds(side: str, of_size: str) -> int:
    """What a unit of this printed size counts for, in thirds of a battalion."""
    column = "German" if side == GERMAN else "Soviet"
    whole, _, part = charts()["stacking"].cell(column, of_size).partition("/")
    return int(whole) * THIRDS // int(part or 1)


@cache
@rule("6.ger.1", "6.sov.1")
def most(side: str) -> int:
    """How much of a side may be in a hex, in thirds of a battalion."""
    return int(charts()["stacking"].cell("German" if side == GERMAN else "Soviet", "limit")) * THIRDS


def limit(state: State, side: str) -> Limit[Unit]:
    """The stacking limit of a side."""
    return Limit(CLAUSE[side], "battalions", most(side), lambda unit: thirds(side, size(state, unit)))


@rule("6.gen.1", "6.gen.2", "6.gen.3", "6.gen.4")
def fits(state: State, space: str, units: Iterable[Unit]) -> bool:
    """Whether these units of one side may stand in a hex, with those that stand there; who only passes
    through is not asked."""
    coming = list(units)
    ids = {unit.id for unit in coming}
    here = [unit for unit in stack(state, space, coming[0].side) if unit.id not in ids] if coming else []
    return not coming or not excess([*here, *coming], [limit(state, coming[0].side)])


@rule("6.gen.1")
def check_stack(state: State, space: str, units: Sequence[Unit]) -> None:
    """Raises Refused where these units may not stop in a hex with those that stand there."""
    if fits(state, space, units):
        return
    side, ids = units[0].side, {unit.id for unit in units}
    here = [unit for unit in stack(state, space, side) if unit.id not in ids]
    over = excess([*here, *units], [limit(state, side)])[0]
    count, allowed = shown(over.count, THIRDS), shown(over.most, THIRDS)
    raise Refused(over.rule, f"{name(state, space)} would hold {count} battalions; {allowed} are allowed")


def overstacked(state: State) -> list[str]:
    """The hexes with more units of a side than may be there."""
    stacks = {(unit.at, unit.side) for unit in state.units.values() if unit.at in state.board.spaces}
    return sorted(at for at, side in stacks if excess(stack(state, at, side), [limit(state, side)]))
