"""Battles of Königsberg '45 for the tests of chapters 7 to 10: open country, one sheet, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.tabletop import Tabletop

from .country import laid
from .table import table as on_the_map

IDLE = {"20": "1030", "21": "1031"}
"""Two enemies far away, next to each other: the Combat Segment never runs out of attacks to make."""

SIDES = {"soviet": "german", "german": "soviet"}
EAST = ("2120", "2121", "2021")
"""The hexes east and south of 2020; away from them go 2019, 1920 and 1921."""


def combat(
    units: dict[str, str], *, active: str = "soviet", dice: Sequence[int] = (), state: Any = None, **more: Any
) -> Tabletop:
    """A position in the Combat Segment of an activation of all units of a side, in open country, or on the
    map as it is with `real`."""
    position = {"dice": dice, "state": state or {}, **more.pop("position", {})}
    if more.pop("real", False):
        return on_the_map({**IDLE, **units}, active=active, segment="COMBAT", **position)
    return laid({**IDLE, **units}, active=active, segment="COMBAT", position=position, **more)


def fight(
    units: dict[str, str],
    order: str,
    *answers: tuple[str, str],
    active: str = "soviet",
    dice: Sequence[int] = (6,),
    **more: Any,
) -> Tabletop:
    """The same after a sheet of the active side and the answers of either."""
    table = combat(units, active=active, dice=dice, **more)
    for side, text in ((active, order), *answers):
        rulings = table.order(side, text)
        assert {ruling.verdict for ruling in rulings} == {"done"}, rulings
    return table


def refused(units: dict[str, str], order: str, *, active: str = "soviet", **more: Any) -> tuple[str, str]:
    """The verdict on an attack, and its rule."""
    return combat(units, active=active, **more).verdict(active, order)


def resolved(table: Tabletop) -> dict[str, Any]:
    """The facts of the one combat that was rolled."""
    (facts,) = table.found("CombatResolved")
    return facts


def odds(table: Tabletop) -> tuple[float, float, str]:
    """Both totals of the one combat that was rolled, and its column."""
    facts = resolved(table)
    return facts["attack"], facts["defence"], facts["column"]


def shifts(table: Tabletop) -> dict[str, int]:
    """The shifts of a combat: clause -> value, summed."""
    found: dict[str, int] = {}
    for shift in resolved(table)["shifts"]:
        found[shift["rule"]] = found.get(shift["rule"], 0) + shift["value"]
    return found


def part(table: Tabletop, unit: str) -> list[tuple[str, float, float]]:
    """How the strength of a unit came about: (clause, before, after)."""
    return [(one["rule"], one["was"], one["is"]) for one in resolved(table)["parts"] if one["unit"] == unit]


def moved(table: Tabletop, unit: str) -> list[tuple[str, tuple[str, ...]]]:
    """How and along which paths a unit went."""
    return [(one["how"], one["path"]) for one in table.found("UnitMoved") if one["unit"] == unit]
