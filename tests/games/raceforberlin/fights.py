"""Battles for the tests of chapters 8 and 9: a position, one order, and what came of it."""

from __future__ import annotations

from typing import Any

from tests.tabletop import Tabletop

GAME = "raceforberlin"
IDLE = {"404": "leipzig", "391": "kyritz"}
"""A German of each camp far away: their impulses have an owner who is asked, so that no game runs on."""

SIDES = {"C.1": "zhukov", "C.2": "koniev", "C.3": "koniev", "C.4": "zhukov"}


def table(units: dict[str, str], *, segment: str = "C.1", **position: Any) -> Tabletop:
    """A position at the start of an impulse, without chits unless some are given."""
    hands = {"zhukov": [], "koniev": [], **position.pop("hands", {})}
    return Tabletop(GAME, {**IDLE, **units}, segment=segment, hands=hands, **position)


def fight(units: dict[str, str], order: str, *, segment: str = "C.1", **position: Any) -> Tabletop:
    """The same after a sheet of the impulse's owner."""
    laid = table(units, segment=segment, **position)
    laid.order(SIDES[segment], order)
    return laid


def refusal(units: dict[str, str], order: str, *, segment: str = "C.1", **position: Any) -> tuple[str, str]:
    """The verdict on a sheet of one line, and its rule."""
    return table(units, segment=segment, **position).verdict(SIDES[segment], order)


def resolved(laid: Tabletop) -> dict[str, Any]:
    """The facts of the one combat that was rolled."""
    (facts,) = laid.found("CombatResolved")
    return facts


def reasons(facts: dict[str, Any]) -> dict[str, int]:
    """The die roll modifiers of a combat: clause -> value."""
    return {drm["rule"]: drm["value"] for drm in facts["drms"]}


def part(facts: dict[str, Any], unit: str) -> list[tuple[str, float, float]]:
    """How the strength of a unit came about: (clause, before, after)."""
    return [(one["rule"], one["was"], one["is"]) for one in facts["parts"] if one["unit"] == unit]


def moved(laid: Tabletop, unit: str) -> list[tuple[str, tuple[str, ...]]]:
    """How and along which paths a unit went."""
    return [(one["how"], one["path"]) for one in laid.found("UnitMoved") if one["unit"] == unit]


# -- in Berlin ---

ARMY = {"8GA-1": "tempelhof", "8GA-2": "tempelhof", "11SS": "tempelhof"}
ROLL = "city tempelhof with 8GA-1 8GA-2"
"""A complete army in Tempelhof against a German, and its roll."""


def tracks(support: int = 2, level: int = 0, **more: int) -> dict[str, int]:
    """Support for both camps and a level in Tempelhof."""
    return {"support-zhukov": support, "support-koniev": support, "progress-tempelhof": level, **more}


def rolled(laid: Tabletop) -> dict[str, Any]:
    """The facts of the one City Progress attack that was rolled."""
    (facts,) = laid.found("CityProgressResolved")
    return facts


def progress(laid: Tabletop, zone: str = "tempelhof") -> int:
    """The level of a city zone."""
    return laid.state.tracks.get(f"progress-{zone}", 0)


def points(laid: Tabletop, side: str) -> int:
    """The Victory Points of a player."""
    return laid.state.tracks.get(f"vp-{side}", 0)
