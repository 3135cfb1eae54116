"""What a Soviet bot that plays to win does with an activation.

Of all attacks that its units could make together it takes the one with the best odds, Victory Point hexes
first, then the next best with the units that are left. The others march to the nearest Victory Point hex,
Königsberg and Elbing before the rest, because they end the game (14.2). A unit that alone holds such a hex
with an enemy near stays. HQs follow their troops.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from heapq import heappop, heappush

from adjudicator.mechanics.armies import distance, nearest, on_map
from adjudicator.mechanics.odds import ratio
from adjudicator.phases.battlefield import network
from adjudicator.state import State, Unit

from ..actions.marching import NEAR, room
from ..combat.r07_attack import open_to_attack
from ..combat.r07_strength import adds_nothing, attack_worth, odds_of
from ..hexes.r04_current_costs import ends_of
from ..position import ATTACK, GERMAN, SOVIET, fighters, formation, is_combat, is_hq, printed, troops
from ..terrain import ELBING, KOENIGSBERG
from ..turn import r13_air
from ..turn.r11_supply import anywhere
from ..turn.r14_victory import holder, victory_hexes

LEAST = Fraction(3)
"""The worst odds at which it attacks: from 2-1 on half of the Combat Results Table hurts the defender."""
ENOUGH = Fraction(6)
"""No more units than these odds need: from 6-1 on nothing but A1*/Dr hurts the attacker."""
ALL = Fraction(8)
"""Against a goal it commits every unit, up to the last column."""
ENDS_THE_GAME = 5
"""How many hexes nearer a town that ends the game counts than it is: two marches on foot."""
ENEMY_HEX = 1
"""How many hexes an enemy stack adds to a path, so that of two paths the open one is taken."""
FAR = 999


def goals(state: State) -> tuple[str, ...]:
    """The hexes that count and are still in German hands; when all are taken, those that end the game."""
    return tuple(s for s in victory_hexes(state.board) if holder(state, s) == GERMAN) or (KOENIGSBERG, ELBING)


def way_to_go(state: State) -> dict[str, int]:
    """How far it is from each hex to the nearest goal, around the enemy if that costs little (Dijkstra's
    search, from the goals)."""
    foes = {unit.at for unit in troops(state, GERMAN)}
    towns = {KOENIGSBERG, ELBING}
    found: dict[str, int] = {}
    ring = [(-ENDS_THE_GAME * (goal in towns), goal) for goal in goals(state)]
    while ring:
        far, space = heappop(ring)
        if space not in found:
            found[space] = far
            through = far + 1 + ENEMY_HEX * (space in foes)
            for near in anywhere(state.board).into(network(state.board), space):
                heappush(ring, (through, near))
    return found


def guards(state: State, unit: Unit) -> bool:
    """Whether a unit alone holds a hex that counts, and an enemy is near enough to take it back."""
    return (
        unit.at in victory_hexes(state.board)
        and fighters(state, unit.at, SOVIET) == (unit,)
        and nearest(state, unit.at, troops(state, GERMAN)) <= NEAR
    )


@dataclass(frozen=True, slots=True)
class Attack:
    """A possible attack: the hex, the attackers where they would move to, the odds."""

    space: str
    team: tuple[Unit, ...]
    odds: Fraction
    air: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """It as an order line."""
        support = "".join(f" air {unit} {r13_air.FULL}" for unit in self.air)
        return f"attack {self.space} with {', '.join(unit.id for unit in self.team)}{support}"


@dataclass(slots=True)
class Activation:
    """Units that act together: the position after their moves, how far each hex is from a goal, who may still
    move, the moves as order lines, the attacks, each with an air unit or none, and the air units left."""

    state: State
    far: Mapping[str, int]
    moving: set[str]
    lines: list[str] = field(default_factory=list)
    attacks: list[Attack] = field(default_factory=list)
    air: list[str] = field(default_factory=list)
    ends: dict[str, list[str]] = field(default_factory=dict)

    def order(self, unit: Unit, end: str) -> None:
        """Send a unit to a hex, or let it stay where it is."""
        self.moving.discard(unit.id)
        if end != unit.at:
            self.lines.append(f"move {unit.id} {end}")
            self.state = self.state.with_unit(replace(unit, at=end))
            self.ends.clear()

    def ends_of(self, unit: Unit) -> list[str]:
        """Where a unit could end, given the units that already have orders."""
        if unit.id not in self.ends:
            able = unit.id in self.moving and not guards(self.state, unit)
            self.ends[unit.id] = [unit.at, *(ends_of(self.state, unit) if able else ())]
        return self.ends[unit.id]


def activation(state: State, units: Iterable[str], hq: str, moving: Iterable[str]) -> Activation:
    """What these units do: attacks first, then the marches of the others, HQs last. Those `moving` have not
    moved yet."""
    plan = Activation(state, way_to_go(state), {id_ for id_ in moving if on_map(state, state.units[id_])})
    plan.air = list(r13_air.ready_for(state, SOVIET, hq))
    known = [state.units[id_] for id_ in units if on_map(state, state.units[id_])]
    free = [unit for unit in known if is_combat(state, unit) and not adds_nothing(state, unit)]
    while (best := best_attack(plan, free)) is not None:
        plan.attacks.append(best)
        plan.air = [unit for unit in plan.air if unit not in best.air]
        for unit in best.team:
            plan.order(state.units[unit.id], unit.at)
        free = [unit for unit in free if unit.id not in {one.id for one in best.team}]
    left = [state.units[id_] for id_ in state.units if id_ in plan.moving]
    for unit in sorted(left, key=lambda unit: (is_hq(state, unit), plan.far.get(unit.at, FAR))):
        nearest_to_goal = min(plan.ends_of(unit), key=lambda end: plan.far.get(end, FAR))
        plan.order(unit, beside_troops(plan, unit) if is_hq(state, unit) else nearest_to_goal)
    return plan


def best_attack(plan: Activation, free: Sequence[Unit]) -> Attack | None:
    """The best attack that these units could make, on the same hex again only if it is a goal; None where no
    attack has the odds."""
    wanted = set(goals(plan.state))
    taken = {attack.space for attack in plan.attacks} - wanted
    targets = dict.fromkeys(space for unit in free for space in near_enemies(plan, unit))
    able = (gathered(plan, free, space, space in wanted) for space in targets if space not in taken)
    return max(
        (attack for attack in able if attack and attack.odds >= LEAST),
        key=lambda attack: (attack.space in wanted, attack.odds, -plan.far.get(attack.space, FAR)),
        default=None,
    )


def near_enemies(plan: Activation, unit: Unit) -> Iterator[str]:
    """The enemy hexes adjacent to those in which a unit could end."""
    board = plan.state.board
    around = dict.fromkeys(space for end in plan.ends_of(unit) for space in board.neighbours(end))
    return (space for space in around if ahead(plan, unit, space) and fighters(plan.state, space, GERMAN))


def ahead(plan: Activation, unit: Unit, space: str) -> bool:
    """Whether a hex is ahead of a unit on its way."""
    return plan.far.get(space, FAR) <= plan.far.get(unit.at, FAR)


def gathered(plan: Activation, free: Sequence[Unit], space: str, all_in: bool) -> Attack | None:
    """The units that can move next to a hex and attack it, with one air unit if that is enough, otherwise
    with as many as may; with `all_in` at once."""
    least = with_air(plan, free, space, 1, ENOUGH) if not all_in else None
    return least if least and least.odds >= LEAST else with_air(plan, free, space, r13_air.MOST, ALL)


def with_air(
    plan: Activation, free: Sequence[Unit], space: str, most: int, enough: Fraction
) -> Attack | None:
    """An attack with this many air units, by the strongest units, no more of them than these odds need."""
    team: list[Unit] = []
    air = tuple(plan.air[:most])
    enemies = fighters(plan.state, space, GERMAN)
    more = r13_air.shifts(plan.state, dict.fromkeys(air, r13_air.FULL))
    odds, coming = Fraction(0), Counter[str]()
    for unit in sorted(free, key=lambda unit: -printed(plan.state, unit, ATTACK)):
        there = beside(plan, unit, space, coming)
        if there is None:
            continue
        team.append(there)
        coming[there.at] += there.at != unit.at
        column = odds_of(plan.state, team, enemies, space, more).column
        odds = ratio(column) if column else Fraction(0)
        if odds >= enough:
            break
    return Attack(space, tuple(team), odds, air) if team else None


def beside(plan: Activation, unit: Unit, space: str, coming: Counter[str]) -> Unit | None:
    """A unit where it would stand to attack a hex: where it counts most, without a move if it can."""
    if not ahead(plan, unit, space):
        return None
    near = [end for end in plan.ends_of(unit) if distance(plan.state, end, space) == 1]
    free = [end for end in near if end == unit.at or room(plan.state, unit, end, coming)]
    there = [replace(unit, at=end) for end in free]
    able = [moved for moved in there if open_to_attack(plan.state, moved, space)]
    return max(able, key=lambda moved: attack_worth(plan.state, moved, space).strength, default=None)


def beside_troops(plan: Activation, hq: Unit) -> str:
    """Where an HQ goes: into a hex with troops, for alone it is lost (1.2a), as near to all of its own as can
    be, for it leads none out of its range."""
    state, army = plan.state, troops(plan.state, SOVIET)
    own = [unit.at for unit in army if formation(state, unit) == formation(state, hq)]
    held = {unit.at for unit in army}
    ends = [end for end in plan.ends_of(hq) if end in held]
    return min(ends, key=lambda end: sum(distance(state, end, at) for at in own), default=hq.at)


def as_lines(plan: Activation) -> list[str]:
    """A plan as order lines: moves, the end of movement, attacks, the end of combat."""
    return [*plan.lines, "done", *(one.line for one in plan.attacks), "done"]
