"""Rules 7.0 and 7.4 for a page that adds up an attack: who could attack which hex from where, what counts,
and what is told of each strength.

Every number is that of `r07_strength`, asked unit by unit; only what the attacker sees is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from adjudicator.choices import Strike, Support
from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.shifts import Shift, total
from adjudicator.mechanics.strength import total_strength
from adjudicator.rulings import rule
from adjudicator.state import State, Unit

from .. import terrain
from ..hexes.r04_current_costs import ends_of
from ..levels import activation
from ..orders import ATTACK
from ..position import GERMAN
from ..turn import r12_hipper, r13_air
from ..turn.r02_command import may_attack
from .r07_attack import seen_told, targets, unseen_told, visible
from .r07_strength import (
    adds_nothing,
    attack_across,
    attack_worth,
    defence_worth,
    final_column,
    rounded,
    ship_worth,
    terrain_shifts,
)

PARTS = 16
"""Strengths are halved four times at most: supply, isolation, a river, a lake."""
Sides = Mapping[str, tuple[int, int]]


@rule("1.3c.1", "7.0.1", "7.3b.1")
def strikes(state: State, movers: Iterable[str]) -> Iterator[Strike]:
    """The hexes that the active units could attack from where they are, and the `movers` of them from where
    they could go; by what their owner sees."""
    now, found = activation(state), dict[str, dict[str, Sides]]()
    going = set(movers)
    for id_ in now.active:
        unit = state.units[id_]
        if may_attack(state, id_) and on_map(state, unit) and not adds_nothing(state, unit):
            for space, sides in sides_of(state, unit, id_ in going).items():
                found.setdefault(space, {})[id_] = sides
    for space, units in found.items():
        yield strike(state, space, units)


def sides_of(state: State, unit: Unit, moves: bool) -> dict[str, dict[str, tuple[int, int]]]:
    """Hex that a unit could attack -> hex from which it could -> what it counts there, and the columns of a
    fortified side between them."""
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for at in dict.fromkeys((unit.at, *(ends_of(state, unit) if moves else ()))):
        there = replace(unit, at=at)
        for space in targets(state, there, sure=False):
            exact = total_strength([attack_worth(state, there, space)]) * PARTS
            found.setdefault(space, {})[at] = int(exact), covered(state, space, at)
    return found


@rule("7.4a.4")
def covered(state: State, space: str, at: str) -> int:
    """How many columns to the left a fortified side of a hex shifts an attack across it by itself."""
    row = terrain.line_row(state, space, at)
    return int(attack_across(row).split()[0]) if row and activation(state).side != GERMAN else 0


@rule("0.1e.1", "K-R101")
def strike(state: State, space: str, units: Mapping[str, Sides]) -> Strike:
    """All that counts in an attack on a hex by some of these units; of one that shows only an HQ or a marker
    nothing is told but that."""
    top = visible(state, space, activation(state).side)
    ground, most = total(terrain_shifts(state, space)), supports(state, space)
    least = max(left for sides in units.values() for _, left in sides.values())
    right = sum(sorted((one.shift for one in most.values()), reverse=True)[: r13_air.MOST])
    strongest = sum(max(value for value, _ in sides.values()) for sides in units.values())
    strongest += sum(one.adds for one in most.values())
    shifts, told = range(-least, right + 1), dict[int, tuple[tuple[float, str], ...]]()
    if top is None:
        told |= dict.fromkeys(shifts, ((0, unseen_told(state, space)),))
    else:
        defence, _ = rounded("defence", [defence_worth(state, top)])
        told |= {shift: told_by(defence, ground + shift, strongest // PARTS) for shift in shifts}
    return Strike(space, f"{ATTACK} {space} with {{units}}", units, PARTS, most, told)


@rule("13.1.4", "12.6.3")
def supports(state: State, space: str) -> dict[str, Support]:
    """The clauses by which air units and the ship may support an attack on a hex."""
    now = activation(state)
    found = {
        f" air {unit} {mode}": Support(unit, "air", r13_air.MOST, r13_air.value(state, unit, mode))
        for unit in r13_air.ready_for(state, now.side, now.hq)
        for mode in (r13_air.FULL, r13_air.NORMAL)
    }
    if r12_hipper.may_fire(state, now.side, now.hq, space):
        guns = int(total_strength([ship_worth(state)]) * PARTS)
        found[" ship"] = Support(r12_hipper.SHIP, "ship", 1, adds=guns)
    return found


@lru_cache(maxsize=512)
@rule("7.4.1", "7.4b.1", "7.4b.3")
def told_by(defence: int, shift: int, strongest: int) -> tuple[tuple[int, str], ...]:
    """From which strength on which words are told, against a defence, with all shifts together."""
    shifts = [Shift("7.4a.1", shift, "")]
    columns = [final_column(attack, defence, shifts) for attack in range(strongest + 1)]
    first = dict.fromkeys(columns)
    return tuple((columns.index(one), seen_told(one, "{attack}", str(defence))) for one in first)
