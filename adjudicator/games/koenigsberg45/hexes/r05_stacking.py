"""Rule 5, stacking: how many units a hex holds.

5.0 two combat units and one HQ      5.1 more than that      5.2 sides, HQs      12.2b refugees
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.mechanics.stacking import Excess, Limit, excess
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .. import terrain
from ..position import ENEMY, SIDES, fighters, hqs, is_combat, is_hq, is_refugees, refugees, units_of

MOST_UNITS, MOST_HQS = 2, 1
REFUGEES_COUNT = 2


@rule("5.0.1", "5.0b.1", "5.2.2", "12.2b.1")
def limits(state: State) -> tuple[Limit[Unit], ...]:
    """Two combat units, full or reduced, and one HQ (5.0, 5.2); markers count nothing (5.0b), but a refugee
    marker counts two and leaves room for an HQ alone (12.2b)."""

    def counts(unit: Unit) -> int:
        return REFUGEES_COUNT if is_refugees(state, unit) else int(is_combat(state, unit))

    return (
        Limit("5.0.1", "combat units", MOST_UNITS, counts),
        Limit("5.2.2", "HQs", MOST_HQS, lambda unit: int(is_hq(state, unit))),
    )


def company(state: State, unit: Unit, space: str) -> list[Unit]:
    """Who would be in a hex together with a unit of its side: that side's units and refugees."""
    marker = refugees(state, space)
    mine = [other for other in units_of(state, space, unit.side) if other.id != unit.id]
    return [*mine, *([marker] if marker else [])]


def too_much(state: State, units: Sequence[Unit]) -> tuple[Excess, ...]:
    """What is broken when these units of one side are in a hex."""
    return excess(units, limits(state))


def fits(state: State, unit: Unit, space: str) -> bool:
    """Whether a unit may end in a hex, given the units of its side and the refugees there."""
    return not too_much(state, [*company(state, unit, space), unit])


@rule("5.0.1", "5.1.1", "5.2.2")
def one_too_many(state: State, unit: Unit) -> bool:
    """Whether its hex holds too many units of its kind: an HQ is never one of too many combat units."""
    kind = "5.2.2" if is_hq(state, unit) else "5.0.1"
    return any(one.rule == kind for one in too_much(state, [*company(state, unit, unit.at), unit]))


@rule("5.0a.2", "5.2.1", "4.3.1")
def check_stack(state: State, unit: Unit, space: str) -> None:
    """Where a unit ends a move it must be within the limits (5.0a), and never with enemies (5.2)."""
    where = terrain.name(state, space)
    if units_of(state, space, ENEMY[unit.side]):
        raise Refused("5.2.1", f"enemy units are in {where}; the sides may not share a hex")
    if fits(state, unit, space):
        return
    if is_combat(state, unit) and refugees(state, space):
        raise Refused("12.2b.1", f"refugees fill {where}; only an HQ may be in a hex with them")
    broken = too_much(state, [*company(state, unit, space), unit])[0]
    raise Refused(broken.rule, f"{where} holds {broken.most} {broken.what} at most, not {broken.count}")


@rule("5.0a.1")
def overfull(state: State) -> tuple[str, ...]:
    """The hexes in which a side has more than may be there, in the order of the map."""
    found = []
    for space, units in state.by_space.items():
        if len(units) < 2 or space not in state.board.spaces:
            continue
        sides = [[*fighters(state, space, side), *hqs(state, space, side)] for side in SIDES]
        marker = [unit for unit in units if is_refugees(state, unit)][:1]
        if any(mine and too_much(state, [*mine, *marker]) for mine in sides):
            found.append(space)
    return tuple(sorted(found))
