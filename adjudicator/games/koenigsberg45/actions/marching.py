"""What the bots do with an activation, as order lines: where they move, and the attacks from there
(`attacking`)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from adjudicator.mechanics.armies import distance, nearest, on_map
from adjudicator.mechanics.movement import reach
from adjudicator.state import State, Unit

from ..combat.attacking import attacks
from ..hexes.r04_costs import ROAD
from ..hexes.r04_current_costs import allowance, current_costs_with, ends_of, no_room
from ..hexes.r05_stacking import MOST_UNITS
from ..position import ENEMY, GERMAN, SOVIET, army, enemy_here, fighters, is_hq, refugees, troops
from ..r04_path import may_overrun
from ..taste import OFFERED, Taste
from ..turn.r12_hqs import lone_hqs
from ..turn.r14_victory import holder, victory_hexes
from . import r04_examples

LOOKED_AT = 6
NEAR = 4
"""How near an enemy must be for a German garrison to stay where it is."""


@dataclass(slots=True)
class Moves:
    """Moves as order lines, and where their units end."""

    lines: list[str] = field(default_factory=list)
    ends: dict[str, str] = field(default_factory=dict)


def marches(state: State, units: Iterable[str], chance: random.Random, taste: Taste) -> Moves:
    """The moves of these units, each to where the player wants it, no more in a hex than may be there."""
    found, coming = Moves(), Counter[str]()
    for id_ in units:
        unit = state.units[id_]
        if not on_map(state, unit) or allowance(state, unit) < 1:
            continue
        line, end = special(state, unit, chance) or plain(state, unit, coming, chance, taste)
        if line:
            found.lines.append(line)
            found.ends[id_] = end
            coming[end] += 1
    return found


def plain(
    state: State, unit: Unit, coming: Counter[str], chance: random.Random, taste: Taste
) -> tuple[str, str]:
    """An ordinary move, or none: ("", "")."""
    ends = [space for space in ends_of(state, unit) if room(state, unit, space, coming)]
    if not ends:
        return "", ""
    end = (march if chance.random() < taste.sense and taste.purposeful else wander)(state, unit, ends, chance)
    return (f"move {unit.id} {end}", end) if end else ("", "")


def room(state: State, unit: Unit, space: str, coming: Counter[str]) -> bool:
    """Whether a hex has room for one more unit, with the units there and those on their way."""
    here = len(fighters(state, space, unit.side)) + coming[space]
    return not coming[space] if is_hq(state, unit) else here < MOST_UNITS


def special(state: State, unit: Unit, chance: random.Random) -> tuple[str, str] | None:
    """Sometimes: over a lone HQ, through refugees, or by strategic movement."""
    if may_overrun(state, unit):
        far, held = allowance(state, unit), [s for s in state.by_space if s in state.board.spaces]
        for space in (s for s in held if 0 < distance(state, unit.at, s) <= far):
            line = run_over(state, unit, space) or drive_away(state, unit, space)
            if line:
                return line
    if chance.random() < 0.1:
        strategic = next(iter(r04_examples.strategic(state, unit, chance)), "")
        return (strategic, strategic[-4:]) if strategic else None
    return None


def run_over(state: State, unit: Unit, space: str) -> tuple[str, str] | None:
    """A move onto a lone enemy HQ."""
    if not lone_hqs(state, space, ENEMY[unit.side]):
        return None
    found = reach(current_costs_with(state, unit, ROAD, overrun=(space,)), unit.at, allowance(state, unit))
    return (f"move {unit.id} {'-'.join(found.path(space)[1:])}", space) if space in found else None


def drive_away(state: State, unit: Unit, space: str) -> tuple[str, str] | None:
    """A Soviet move through refugees, which ends where they were."""
    if unit.side != SOVIET or not refugees(state, space) or enemy_here(state, space, SOVIET):
        return None
    found = reach(current_costs_with(state, unit, ROAD, through=(space,)), unit.at, allowance(state, unit))
    if space not in found:
        return None
    return f"move {unit.id} road {'-'.join(found.path(space)[1:])} through {space}", space


def wander(state: State, unit: Unit, ends: Sequence[str], chance: random.Random) -> str:
    """Of a few hexes the one nearest to the enemy; or nowhere."""
    if chance.random() < 0.2:
        return ""
    foes = army(state, ENEMY[unit.side])
    few = chance.sample(ends, min(LOOKED_AT, len(ends)))
    return min(few, key=lambda space: nearest(state, space, foes))


def march(state: State, unit: Unit, ends: Sequence[str], chance: random.Random) -> str:
    """Soviets go for the nearest Victory Point hex in German hands, Germans to one that is threatened; an HQ
    goes with its troops."""
    if is_hq(state, unit):
        return follow(state, unit, ends)
    goal = target(state, unit) if unit.side == SOVIET else post(state, unit, chance)
    if not goal:
        return wander(state, unit, ends, chance)
    best = min(ends, key=lambda space: (distance(state, space, goal), chance.random()))
    return best if distance(state, best, goal) < distance(state, unit.at, goal) else ""


def target(state: State, unit: Unit) -> str:
    """The nearest Victory Point hex that the enemy holds; "" for none."""
    theirs = [space for space in victory_hexes(state.board) if holder(state, space) != unit.side]
    return min(theirs, key=lambda space: distance(state, unit.at, space), default="")


def post(state: State, unit: Unit, chance: random.Random) -> str:
    """Where a German unit is wanted: its own hex if it alone holds a threatened one; otherwise a hex nearby
    that is empty or that the enemy has taken; "" for anywhere near the enemy."""
    foes = troops(state, SOVIET)
    wanted = [space for space in victory_hexes(state.board) if nearest(state, space, foes) <= NEAR]
    if unit.at in wanted and len(fighters(state, unit.at, GERMAN)) == 1:
        return unit.at
    empty = [s for s in wanted if not fighters(state, s, GERMAN)]
    near = [space for space in empty if distance(state, unit.at, space) <= 2 * NEAR]
    if near and chance.random() < 0.8:
        return min(near, key=lambda space: distance(state, unit.at, space))
    return ""


def follow(state: State, hq: Unit, ends: Sequence[str]) -> str:
    """An HQ moves to a hex with troops of its side, as far forward as it can."""
    goal = target(state, hq)
    held = [space for space in ends if fighters(state, space, hq.side)]
    if not held or not goal:
        return ""
    best = min(held, key=lambda space: (distance(state, space, goal), space))
    return best if best not in no_room(state, hq) else ""


def act(
    state: State, movers: list[str], fighters: list[str], hq: str, chance: random.Random, taste: Taste
) -> list[str]:
    """Moves, the end of movement, attacks from where the units will be, and the end of combat; now and then
    another unit on top of a stack."""
    moves = marches(state, movers, chance, taste)
    there = {**{unit: state.units[unit].at for unit in fighters}, **moves.ends}
    battles = attacks(state, {unit: there[unit] for unit in fighters}, hq, chance, taste)
    top: list[str] = []
    if movers and chance.random() <= OFFERED:
        unit = state.units[chance.choice(movers)]
        top = [f"top {unit.at} {unit.id}"] if unit.at in state.board.spaces else []
    return [*top, *moves.lines, "done", *battles, "done"]
