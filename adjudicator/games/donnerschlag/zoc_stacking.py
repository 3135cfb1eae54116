"""Zones of control (D.zoc) and stacking (D.stack): who has a zone and how far it extends; two combat units
and one HQ in a hex, Alarmgruppen beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.mechanics.armies import on_map, stack
from adjudicator.mechanics.movement import ZoneRules
from adjudicator.mechanics.remembered import Remembered, of_board
from adjudicator.mechanics.stacking import Limit, excess
from adjudicator.mechanics.zone_of_control import Exerting, Extent, MendedZones, Zones
from adjudicator.rulings import Refused, rule
from adjudicator.state import State, Unit
from maps.board import Board

from .pieces import ALARM, is_hq
from .position import ENEMY, name, network, river

STOPS = ZoneRules(stops=True)
"""A unit ends its move where it enters an enemy zone; to leave one costs nothing (D.zoc.4, D.move.2)."""


@of_board
@rule("D.zoc.3", "D.tec.river.3", "D.tec.bridge")
def _extent(board: Board) -> Extent:
    """A zone extends into the adjacent hexes, but not across a river, bridged or not."""
    return Extent(network(board), lambda kind, a, b: not river(board, a, b))


@rule("D.zoc.1", "D.zoc.2")
def exerting(state: State, unit: Unit) -> Exerting | None:
    """Every combat unit on the map has a zone, reduced or out of supply as it may be. An HQ has none."""
    return ("", unit.at) if on_map(state, unit) and not is_hq(state, unit) else None


_zones = Remembered(MendedZones(lambda state: _extent(state.board), exerting))


def zones(state: State, side: str) -> Zones:
    """The zones of a side."""
    return _zones(state)[side]


def in_ezoc(state: State, space: str, side: str) -> bool:
    """Whether a hex is in a zone of this side's enemy."""
    return space in zones(state, ENEMY[side])


# -- stacking ----------------------------------------------------------------------------------------------


@rule("D.stack.1", "D.stack.2", "D.stack.3", "D.stack.4")
def limits(state: State) -> tuple[Limit[Unit], ...]:
    """At most two combat units of either nation, reduced ones counted as full ones, and one HQ. Alarmgruppen
    do not count, nor does the Schwerpunkt marker, which is not a unit."""

    def counts(unit: Unit) -> int:
        return int(not is_hq(state, unit) and not unit.id.startswith(f"{ALARM} "))

    return (
        Limit("D.stack.1", "combat units", 2, counts),
        Limit("D.stack.3", "HQs", 1, lambda unit: int(is_hq(state, unit))),
    )


def _together(state: State, space: str, coming: Sequence[Unit]) -> tuple[Unit, ...]:
    """These units of one side, and those of it that are in a hex already."""
    ids = {unit.id for unit in coming}
    here = stack(state, space, coming[0].side) if coming else ()
    return (*(unit for unit in here if unit.id not in ids), *coming)


@rule("D.stack.5")
def fits(state: State, space: str, units: Iterable[Unit]) -> bool:
    """Whether these units of a side may end in a hex with those that are in it. Units may pass through."""
    return not excess(_together(state, space, tuple(units)), limits(state))


@rule("D.stack.5")
def check_stack(state: State, space: str, units: Sequence[Unit], legal: tuple[str, ...] = ()) -> None:
    """Raises Refused where these units may not end in a hex; `legal` says what they could do."""
    if over := excess(_together(state, space, units), limits(state)):
        why = f"{name(state, space)} would hold {over[0].count} {over[0].what}; {over[0].most} may be there"
        raise Refused(over[0].rule, why, legal)


def overstacked(state: State) -> list[str]:
    """The hexes with more units of a side than may end in them."""
    stacks = {(unit.at, unit.side) for unit in state.units.values() if on_map(state, unit)}
    return sorted(at for at, side in stacks if excess(stack(state, at, side), limits(state)))
