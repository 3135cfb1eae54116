"""Combats of 48th Panzer Korps for the tests of chapters 7 and 8: a position, one attack, what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.judging.referee import run_on
from tests.tabletop import Tabletop

GAME = "panzerkorps48"
SIDES = {"SOV.PREP": "soviet", "SOV.MOVE": "soviet", "GER.PREP": "german", "GER.MOVE": "german"}

HEX, NORTH, EAST = "0920", "0919", "1019"
"""A hex of open country, and the two north and north-east of it, from which it is attacked."""


def table(
    units: Mapping[str, str],
    *,
    segment: str = "SOV.PREP",
    dice: Sequence[int] = (),
    standing: Mapping[str, Sequence[str]] | None = None,
) -> Tabletop:
    """A position at the start of a phase: where units stand, "3508" or "3508 2" with the steps that are left,
    and their flags behind it."""
    at = {unit: text.split()[0] for unit, text in units.items()}
    laid = Tabletop(GAME, at, segment=segment, dice=dice, run=False)
    state = laid.state
    for unit, text in units.items():
        _, *rest = text.split()
        steps = int(rest.pop(0)) if rest and rest[0].isdigit() else state.roster.counters[unit].full
        state = state.with_unit(replace(state.units[unit], steps=steps, flags=frozenset(rest)))
    laid.play.state = state.but(standing={side: tuple(lines) for side, lines in (standing or {}).items()})
    run_on(laid.game, laid.play)
    return laid


def fight(
    units: Mapping[str, str],
    order: str,
    *answers: tuple[str, str],
    segment: str = "SOV.PREP",
    dice: Sequence[int] = (),
    standing: Mapping[str, Sequence[str]] | None = None,
) -> Tabletop:
    """The same after an order of the phasing side and the answers of either."""
    laid = table(units, segment=segment, dice=dice, standing=standing)
    for side, text in ((SIDES[segment], order), *answers):
        rulings = laid.order(side, text)
        assert {ruling.verdict for ruling in rulings} <= {"done", "waiting"}, rulings
    return laid


def no(laid: Tabletop, side: str, line: str) -> tuple[str, str, tuple[str, ...]]:
    """The refusal of a sheet of one line: its rule, why, what would be legal."""
    (ruling,) = laid.order(side, line)
    assert ruling.verdict == "refused", ruling
    return ruling.rule, ruling.why, ruling.legal


def asked(laid: Tabletop) -> tuple[str, str]:
    """Who is asked, and what about."""
    decision = laid.state.waiting()[0]
    return decision.player, decision.topic


def ways(laid: Tabletop) -> set[str]:
    """The paths of a retreat that is asked for."""
    decision = laid.state.waiting()[0]
    assert decision.topic == "retreat", decision
    return {line.removeprefix("retreatpath ") for line in decision.answers}


def fires(laid: Tabletop) -> list[dict[str, Any]]:
    """The facts of all fires."""
    return laid.found("FireResolved")


def told(laid: Tabletop) -> list[tuple[tuple[str, ...], str, float, str, str]]:
    """Who fired at whom with what value, on which column, with what result."""
    return [
        (one["attackers"], one["defenders"][0], one["attack"], one["column"], one["result"])
        for one in fires(laid)
    ]


def shifts(laid: Tabletop) -> dict[str, int]:
    """The shifts of the last fire by clause, summed."""
    found: dict[str, int] = {}
    for shift in fires(laid)[-1]["shifts"]:
        found[shift["rule"]] = found.get(shift["rule"], 0) + shift["value"]
    return found


def steps(laid: Tabletop, *units: str) -> tuple[int, ...]:
    """The steps of units."""
    return tuple(laid.steps(unit) for unit in units)


def at(laid: Tabletop, *units: str) -> tuple[str, ...]:
    """Where units are."""
    return tuple(laid.at(unit) for unit in units)


def flags(laid: Tabletop, unit: str) -> set[str]:
    """What lies on a unit."""
    return set(laid.state.units[unit].flags)
