"""Stacking (D.stack): two combat units and one HQ in a hex, Alarmgruppen beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.mechanics.armies import stack
from adjudicator.mechanics.stacking import Limit, excess
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit

from .pieces import is_hq, takes_no_room
from .position import name


@rule("D.stack.1", "D.stack.2", "D.stack.3", "D.stack.4")
def limits(state: State) -> tuple[Limit[Unit], ...]:
    """At most two combat units of either nation, reduced ones as full ones, and one HQ. Alarmgruppen take no
    room, nor does the Schwerpunkt marker, which is no unit."""
    return (
        Limit("D.stack.1", "combat units", 2, lambda u: int(not is_hq(state, u) and not takes_no_room(u))),
        Limit("D.stack.3", "HQs", 1, lambda u: int(is_hq(state, u))),
    )


def _together(state: State, space: str, coming: Sequence[Unit]) -> tuple[Unit, ...]:
    """These units of one side and those of it that are in a hex already."""
    ids = {unit.id for unit in coming}
    here = stack(state, space, coming[0].side) if coming else ()
    return (*(unit for unit in here if unit.id not in ids), *coming)


@rule("D.stack.5")
def fits(state: State, space: str, units: Iterable[Unit]) -> bool:
    """Whether these units of a side may stay in a hex, with those that are there; who passes through is not
    asked."""
    return not excess(_together(state, space, tuple(units)), limits(state))


@rule("D.stack.5")
def check_stack(state: State, space: str, units: Sequence[Unit], legal: tuple[str, ...] = ()) -> None:
    """Raises Refused where these units may not stay in a hex; `legal` says what they could do."""
    over = excess(_together(state, space, units), limits(state))
    if over:
        one = over[0]
        why = f"{name(state, space)} would hold {one.count} {one.what}; {one.most} may be there"
        raise Refused(one.rule, why, legal)


def overstacked(state: State) -> list[str]:
    """The hexes with more units of a side than may stay there."""
    stacks = {(unit.at, unit.side) for unit in state.units.values() if unit.at in state.board.spaces}
    return sorted(at for at, side in stacks if excess(stack(state, at, side), limits(state)))
