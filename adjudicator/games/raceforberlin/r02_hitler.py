"""Rule 2.3.2, what an order from Hitler demands of an impulse, and whether its plan does it.

2.3.2.a, b   an attack by two divisions, one armoured, or as near to that as can be done
2.3.2.c      without contact: two divisions move up
2.3.2.d      who is exempt
2.3.2.e      a plan that leaves it undone is refused, with what would do it

Only what certainly can be done is demanded: an attack must be lawful and on the combat table (ruling 37), a
march must not depend on the freedom die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations, product

from adjudicator.events import FactNoted
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import State, Unit

from . import r07_movement
from .combat import r08_combat
from .orders import said
from .position import (
    ACTIVATED,
    GERMAN,
    KONIEV,
    ZHUKOV,
    armoured,
    campaign,
    group,
    is_city,
    label,
    marked,
    soviets,
)
from .r04_operations import units_of
from .r06_stacking import has_room

FRONT = {KONIEV: "north", ZHUKOV: "south"}
MOST = 4
SIZES = range(1, MOST + 1)
"""How many divisions a demanded attack may have."""


@dataclass(frozen=True, slots=True)
class Demand:
    """So many divisions, one of them armoured or not."""

    divisions: int
    armour: bool

    def met(self, units: Iterable[Unit], state: State) -> bool:
        """Whether these units are enough."""
        here = list(units)
        return len(here) >= self.divisions and (not self.armour or any(armoured(state, u) for u in here))


DEMANDS = (Demand(2, True), Demand(2, False), Demand(1, True), Demand(1, False))
"""From the full demand down to the least (2.3.2.a, b)."""

Attack = tuple[str, tuple[Unit, ...]]
"""A zone and those who could attack it."""
Path = tuple[str, ...]
Lines = tuple[str, ...]
"""Order lines that meet a demand; () if none do."""


@rule("2.3.2.a", "2.3.2.c")
def check_hitler(state: State, camp: str, orders: Iterable[Order]) -> None:
    """The plan of a German impulse carries out an order from Hitler as far as that can be done: to attack
    (2.3.2.a), or without contact to move up (c)."""
    if campaign(state).hitler != FRONT[camp]:
        return
    units = bound(state, camp)
    attacks = list(lawful_attacks(state, units))
    if attacks:
        fighting = {u for order in orders if order.verb in {"combat", "city"} for u in units_of(order)}
        check_demands(state, units, fighting, "attack", lambda demand: best_attack(state, attacks, demand))
    elif not any(in_contact(state, unit.at) for unit in units):
        moving = {u for order in orders if moves_up(state, order) for u in units_of(order)}
        routes = {unit.id: marches(state, unit) for unit in units}
        what = "move adjacent to Soviets"
        check_demands(state, units, moving, what, lambda demand: best_march(state, units, routes, demand))


@rule("2.3.2.a")
def hitler_done(play: Play, camp: str, modes: Mapping[str, str]) -> None:
    """The impulse in which divisions bound by the order were there to act ends the order."""
    if campaign(play.state).hitler == FRONT[camp] and bound(play.state, camp, modes):
        play.record(FactNoted(rule="2.3.2.a", key="hitler", value=None))


@rule("2.3.2.a", "2.3.2.d", "4.1.4")
def bound(state: State, camp: str, modes: Mapping[str, str] | None = None) -> tuple[Unit, ...]:
    """The divisions of a camp that the order binds: not those in a city zone or a zone with a defence
    line (2.3.2.d), nor those activated before this impulse (4.1.4; `modes` names the ones it activates)."""
    return tuple(
        unit
        for unit in group(state, camp, GERMAN)
        if not is_city(state, unit.at)
        and not marked(state, unit.at, "defence_line")
        and (ACTIVATED not in unit.flags or unit.id in (modes or {}))
    )


def in_contact(state: State, zone: str) -> bool:
    """Whether Soviets stand in a zone adjacent to this one."""
    return any(soviets(state, near) for near in state.board.neighbours(zone))


@rule("2.3.2.a")
def lawful_attacks(state: State, units: tuple[Unit, ...]) -> Iterator[Attack]:
    """Every attack of one to four bound divisions on one zone that the rules of combat allow; below the
    lowest column is unlawful too (ruling 37)."""
    for zone in state.board.spaces:
        if not soviets(state, zone) or is_city(state, zone):
            continue
        near = [unit for unit in units if state.board.adjacent(unit.at, zone)]
        for some in chain.from_iterable(combinations(near, size) for size in SIZES):
            order = Order("combat", {"zone": zone, "units": tuple(unit.id for unit in some)})
            if not refusal(r08_combat.check_attack, state, order):
                yield zone, some


def best_attack(state: State, attacks: list[Attack], demand: Demand) -> Lines:
    """One attack, or two attacks on different zones, that meet a demand with four activations; () if none."""
    for some in chain(combinations(attacks, 1), combinations(attacks, 2)):
        together = {unit.id: unit for _, units in some for unit in units}
        each_once = len(together) == sum(len(units) for _, units in some) <= MOST
        if each_once and len(dict(some)) == len(some) and demand.met(together.values(), state):
            return tuple(f"combat {' '.join(unit.id for unit in units)} at {zone}" for zone, units in some)
    return ()


def moves_up(state: State, order: Order) -> bool:
    """Whether a move order takes its unit next to Soviets, by whichever of its routes."""
    if order.verb != "move":
        return False
    routes = filter(None, (said(order).via, said(order).free))
    return all(in_contact(state, via[-1]) for via in routes)


@rule("2.3.2.c")
def marches(state: State, unit: Unit) -> list[Path]:
    """How a unit can surely reach the zones next to Soviets, without the luck of a freedom die."""
    routes = r07_movement.untested_routes(state, unit)
    return [path for end, path in routes.items() if in_contact(state, end)]


def best_march(
    state: State, units: tuple[Unit, ...], routes: Mapping[str, list[Path]], demand: Demand
) -> Lines:
    """Marches that meet a demand, and all find room where they end; () if none do."""

    def fit(paths: tuple[Path, ...]) -> bool:
        return len({path[-1] for path in paths}) == len(paths) or has_room(state, paths[0][-1], GERMAN, 2)

    for movers in combinations(units, demand.divisions):
        paths = next(filter(fit, product(*(routes[unit.id] for unit in movers))), None)
        if paths and demand.met(movers, state):
            pairs = zip(movers, paths, strict=True)
            return tuple(f"move {unit.id} {' '.join(path[1:])}" for unit, path in pairs)
    return ()


@rule("2.3.2.a", "2.3.2.b", "2.3.2.e")
def check_demands(
    state: State, units: tuple[Unit, ...], doing: set[str], what: str, best: Callable[[Demand], Lines]
) -> None:
    """The highest demand that can be met must be met; `best` is a way to meet one."""
    for demand in DEMANDS:
        if lines := best(demand):
            if not demand.met((unit for unit in units if unit.id in doing), state):
                raise undone(state, demand, what, units, lines)
            return


@rule("2.3.2.e")
def undone(
    state: State, demand: Demand, what: str, units: tuple[Unit, ...], lines: tuple[str, ...]
) -> Refused:
    """The refusal of a plan that leaves the order undone: what is demanded, of whom, and one way to do it."""
    number = "two divisions" if demand.divisions == 2 else "one division"
    armour = (", one of them armoured," if demand.divisions == 2 else ", armoured,") if demand.armour else ""
    whom = ", ".join(label(state, unit.id) for unit in units)
    why = f"Hitler orders a counter-attack. At least {number}{armour} must {what}, of these: {whom}"
    return Refused("2.3.2.e", why, ("\n".join(lines),))
