"""Rule 4.1, the plan of an impulse: all units and modes are named before anything moves (4.1.3.c).

4.1.2 how many, and whose      4.1.3 one mode each      4.1.4 once a turn
Duties that a plan must fulfil: Hitler's order (2.3.2), Soviets in American zones (2.2.8) or beyond the
boundary of the fronts (7.3.2.b) must leave.

Orders may hold lines for later phases of the turn, and for the next impulse of the same player. They wait
while a question of this turn can still ask for them, those of an impulse until the next Operations Phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

from adjudicator.events import UnitMoved
from adjudicator.mechanics.armies import on_map
from adjudicator.orders import Order
from adjudicator.reader import ALL
from adjudicator.rulings import No, Refused, refusal, rule
from adjudicator.state import State, Unit

from . import r02_hitler, r09_berlin, r10_victory
from .combat import r08_combat, r08_strength
from .combat.r08_losses import LOSS
from .combat.r08_retreat import ADVANCE, RETREAT
from .orders import RESERVE, apart, said
from .position import (
    ACTIVATED,
    ENEMY,
    GERMAN,
    american,
    army,
    cut_off,
    group,
    label,
    nation,
    own_front,
    soviet,
    zone,
)
from .r04_operations import (
    IMPULSES,
    from_here,
    impulse,
    joined,
    mode_of,
    owner,
    place_of,
    ready,
    sort_out,
    units_of,
)
from .r07_movement import (
    check_path,
    check_repair,
    check_west_untested,
    legal_routes,
    together,
)

UNSURE = ("4.2.1.a", "6.1.2.a", "6.1.2.c", "7.3.3.a", "7.4.3", "7.4.5", "7.4.6.a")
"""What may keep a reserve from a zone now and no more after the combats: units there, and control of it."""


@dataclass
class Plan:
    """What a sheet makes of an impulse: modes by unit, orders in their order, and what was refused.

    `trial` is the state as it would be after the moves accepted so far: later lines are checked against it.
    `met` is what each line was checked against, by its sheet and number: a dry run tells its odds there.
    """

    trial: State
    modes: dict[str, str] = field(default_factory=dict)
    queue: list[Order] = field(default_factory=list)
    named: list[Order] = field(default_factory=list)
    refused: list[tuple[Order, No]] = field(default_factory=list)
    met: dict[tuple[int, int], State] = field(default_factory=dict)


@rule("4.1.2.a", "4.1.3.a", "4.2.2.a")
def make_plan(state: State, orders: Iterable[Order]) -> Plan:
    """The plan that a sheet makes. Where its lines name a unit in two modes (4.2.2.a), or too many units
    (4.1.2.a), what is written first stands; if that is refused for itself, the next line is heard."""
    lines, failed = as_meant(state, list(orders))
    while True:
        left = [order for order in lines if all(order is not one for one, _ in failed)]
        kept, late = sort_out(state, left)
        plan = check_lines(state, kept)
        wrong = {line_of(order): no for order, no in (*failed, *late, *plan.refused)}
        torn = [(one, wrong[line_of(one)]) for one in plan.queue if line_of(one) in wrong]
        if torn:
            failed += torn  # of units that share a line, all stand or none
        elif not (late and plan.refused):
            plan.refused += failed
            for order, no in late:  # a unit that may not be named at all is the better reason
                unfit = (refusal(check_named, state, unit) for unit in units_of(order))
                plan.refused.append((order, next(filter(None, unfit), no)))
            return plan
        else:
            failed += plan.refused


def line_of(order: Order) -> tuple[int, int]:
    """The line that an order is written in: units that go together share one."""
    return order.sheet, order.line


def as_meant(state: State, orders: list[Order]) -> tuple[list[Order], list[tuple[Order, No]]]:
    """These lines in full, where they say "all" or where a unit starts, and those that cannot be said so."""
    lines: list[Order] = []
    failed: list[tuple[Order, No]] = []
    for order in chain.from_iterable(map(apart, orders)):
        try:
            lines.append(everybody(state, from_here(state, order), orders))
        except Refused as no:
            failed.append((order, no))
    return lines, failed


@rule("4.1.2.a", "8.1.1.a", "9.2.1.a")
def everybody(state: State, order: Order, orders: Iterable[Order]) -> Order:
    """An attack with its units, where it says "all": those that may make it, each by itself, and that no
    other line names. Raises Refused where there are none."""
    if ALL not in said(order).units:
        return order
    named = {unit for one in orders for unit in units_of(one)}
    free = (unit for unit in group(state, *owner(state)) if unit.id not in named)
    units = tuple(unit.id for unit in free if may_attack(state, unit, order))
    if not units:
        raise Refused("8.1.1.a", f"none of your units may attack {zone(state, said(order).zone)} now")
    return order.having(units=units)


def may_attack(state: State, unit: Unit, order: Order) -> bool:
    """Whether a unit may be named in an attack, whatever its odds alone."""
    zone_named = said(order).zone
    if refusal(check_unit, state, unit.id, "combat", {}):
        return False
    if order.verb == "city":
        return bool(unit.at == zone_named)
    near = not refusal(r08_combat.check_attacker, state, unit, zone_named)
    return near and not refusal(r08_combat.check_way_in, state, (unit,), zone_named)


@rule("4.1.3.b", "4.1.3.c")
def check_lines(state: State, lines: list[Order]) -> Plan:
    """Check lines in the order of the modes, each against what the earlier ones would do."""
    plan = Plan(state)
    for order in sorted(lines, key=place_of):
        try:
            add(plan, order)
        except No as no:
            plan.refused.append((order, no))
    for order in [one for one in plan.named if stays_apart(plan, one)]:
        plan.named.remove(order)
        del plan.modes[said(order).unit]
        plan.refused.append((order, apart_and_idle(state, state.units[said(order).unit])))
    return plan


@rule("7.3.1.c")
def stays_apart(plan: Plan, order: Order) -> bool:
    """Whether a counter whose army is apart is named to move, and no line moves it: it is activated only to
    join the other one."""
    moving = {said(one).unit for one in plan.queue if one.verb == "move"}
    unit = plan.trial.units[said(order).unit]
    return army(plan.trial, unit) in impulse(plan.trial).broken and unit.id not in moving


def apart_and_idle(state: State, unit: Unit) -> Refused:
    """The refusal of such a line, with the moves that join the army, or come nearest to it."""
    routes = legal_routes(state, unit)
    joins = (path for path in routes.values() if not refusal(check_army, state, unit, path, routes))
    why = f"the counters of the army of {label(state, unit.id)} are apart. Move it to join the other counter"
    return Refused("7.3.1.c", why, tuple(f"move {unit.id} {' '.join(path[1:])}" for path in joins))


@rule("4.1.4")
def add(plan: Plan, order: Order) -> None:
    """Take one order into the plan, or raise Refused. An activation is one move of its unit, along one route
    (4.1.4)."""
    for other in plan.queue:
        if said(order).via and said(other).via and units_of(other) == units_of(order):
            name = label(plan.trial, said(order).unit)
            raise Refused("4.1.4", f'{name} moves only once: "{other.text}"')
    modes = dict(plan.modes)
    for unit in units_of(order):
        modes[unit] = check_unit(plan.trial, unit, mode_of(order), modes)
    trial = plan.trial.with_frame(modes=modes)
    check_order(trial, order)
    plan.met[line_of(order)] = r08_combat.collapsed(trial, order) if said(order).chit8_line else trial
    plan.modes = modes
    plan.trial = after(trial, order)
    (plan.named if order.verb == "activate" else plan.queue).append(order)


@rule("3.1.3.c", "4.2.3.a", "9.2.2.b")
def check_unit(state: State, unit_id: str, mode: str, modes: Mapping[str, str]) -> str:
    """The mode a unit has after one more order names it; nobody out of supply goes into reserve (3.1.3.c,
    4.2.3.a). Raises Refused when it may not be activated so."""
    check_named(state, unit_id)
    unit = state.units[unit_id]
    if soviet(state, unit):
        check_soviet(state, unit, mode)
    if mode == RESERVE and cut_off(state, unit):
        raise Refused("3.1.3.c", f"{label(state, unit_id)} is out of supply and may not be in reserve")
    return joined(state, unit, modes[unit_id], mode) if unit_id in modes else mode


@rule("0.1", "0.2", "4.1.2.b", "4.1.4", "G.3", "G.8")
def check_named(state: State, unit_id: str) -> None:
    """Never a unit of the other camp (0.2); once a turn (4.1.4); only units of the impulse's own group
    (4.1.2.b)."""
    unit, name, (camp, nationality) = state.units[unit_id], label(state, unit_id), owner(state)
    mine = nation(state, unit) == nationality
    if unit.side != camp:
        raise Refused("0.2", f"{name} belongs to the other camp")
    if ACTIVATED in unit.flags:  # before the nation: no unit left in this impulse, it is heard in a later one
        now = "" if mine else f", and this is the {nationality.title()} impulse"
        raise Refused("4.1.4", f"{name} has already been activated this turn{now}")
    if not mine:
        its, now = nation(state, unit).title(), nationality.title()
        raise Refused("4.1.2.b", f"{name} is a {its} unit, and this is the {now} impulse")
    if not on_map(state, unit):
        raise Refused("4.1.2.b", f"{name} is not on the map")


@rule("7.3.1.c", "7.3.3.d", "2.2.8.a")
def check_soviet(state: State, unit: Unit, mode: str) -> None:
    """Only to move: a counter whose army was apart at the start of the impulse (7.3.1.c), a guest among the
    other camp's Soviets (7.3.3.d), a unit in an American zone (2.2.8.a)."""
    if mode == "move":
        return
    name, here = label(state, unit.id), zone(state, unit.at)
    if army(state, unit) in impulse(state).broken:
        raise Refused(
            "7.3.1.c",
            f"the counters of the army of {name} are apart. It may only move, to join the other counter",
        )
    if r08_strength.guest(state, unit):
        why = f"{name} is among Soviets of the other camp in {here} and may only move away"
        raise Refused("7.3.3.d", why)
    if american(state, unit.at):
        raise Refused("2.2.8.a", f"{name} is in American {here} and may only leave")


def check_order(state: State, order: Order) -> None:
    """Whether an order could be carried out in the state it will find, as far as that is known."""
    if order.verb == "move":
        check_move(state, order)
    elif order.verb == "combat":
        r08_combat.check_attack(state, order)
    elif order.verb == "city":
        r09_berlin.check_city(state, order)
    elif order.verb == "shell":
        r10_victory.check_shell(state, order)
    elif order.verb == RESERVE and said(order).via:
        check_route(state, order)


@rule("7.2.2.b")
def check_move(state: State, order: Order) -> None:
    """Each of the routes of a move, the ban on going west aside: that needs its die. The one before "if free"
    is for a unit that is not free, so that never goes west (7.2.2.b)."""
    unit = state.units[said(order).unit]
    for via in filter(None, (said(order).via, said(order).free)):
        check_path(state, unit, (unit.at, *via))
        check_army(state, unit, (unit.at, *via))
    if said(order).free and refusal(check_west_untested, state, unit, (unit.at, *said(order).via)):
        name = label(state, unit.id)
        why = f'the path before "if free" may not go west. {name} takes it if it fails the freedom test'
        raise Refused("7.2.2.b", why)


@rule("7.3.1.c")
def check_army(state: State, unit: Unit, path: tuple[str, ...], routes: Iterable[str] | None = None) -> None:
    """A counter of an army that was apart moves only to come together; `routes` are all ends it could reach,
    where they are known."""
    if army(state, unit) in impulse(state).broken:
        ends = legal_routes(state, unit) if routes is None else routes
        check_repair(state, unit, path, (unit.at, *ends))


@rule("4.2.3.b", "7.2.2.d")
def check_route(state: State, order: Order) -> None:
    """The route of a reserve, as far as it is sure before the combats: a unit beside others that fight may
    follow them first, and what is in a zone may change."""
    unit = state.units[said(order).unit]
    path = (unit.at, *said(order).via)
    if unit.at in {state.units[fighter].at for fighter in impulse(state).fought}:
        return
    no = refusal(check_path, state, unit, path, reserve=True) or refusal(
        check_west_untested, state, unit, path
    )
    if no and no.rule not in UNSURE:
        raise no


def after(state: State, order: Order) -> State:
    """The state after an order, as far as it is sure: a unit moved, a zone attacked, support spent."""
    line = said(order)
    if order.verb == "move":
        unit = line.unit
        path = (state.units[unit].at, *line.via)
        return UnitMoved(rule="7.1.1", unit=unit, path=path).apply(state)
    if order.verb in {"combat", "city"}:
        state = r09_berlin.paid(state, order) if order.verb == "city" else state
        now = impulse(state)
        fought = (*now.fought, *units_of(order))
        return state.with_frame(attacked=(*now.attacked, line.zone), fought=fought)
    return state


def check_duties(state: State, plan: Plan) -> None:
    """What the plan as a whole must do. Raises Refused for the first duty that it leaves undone."""
    camp, nationality = owner(state)
    if nationality == GERMAN:
        r02_hitler.check_hitler(state, camp, plan.queue)
    else:
        check_strays(state, plan)


@rule("7.3.2.b", "2.2.8.a")
def check_strays(state: State, plan: Plan) -> None:
    """Soviets beyond the boundary of the fronts (7.3.2.b) or in an American zone (2.2.8.a) must be
    activated to come back as soon as they can: while there is room for them after the plan's other moves."""
    strays = [unit for unit in ready(state) if astray(state, unit)]
    homeward = {said(order).unit: said(order).via[-1] for order in plan.queue if order.verb == "move"}
    undone: list[tuple[Unit, tuple[tuple[str, ...], ...]]] = []
    for unit in strays[: impulse(state).limit]:
        homes = way_home(plan.trial.with_unit(unit), unit)
        if homes and astray(state, replace(unit, at=homeward.get(unit.id, unit.at))):
            undone.append((unit, homes))
    if undone:
        number = "2.2.8.a" if american(state, undone[0][0].at) else "7.3.2.b"
        told = ", ".join(f"{label(state, unit.id)} {duty(state, unit)}" for unit, _ in undone)
        ways = [[f"move {unit.id} {' '.join(path[1:])}" for path in homes] for unit, homes in undone]
        rows = ([way[min(n, len(way) - 1)] for way in ways] for n in range(max(map(len, ways))))
        raise Refused(number, f"you must first move: {told}", tuple(map("\n".join, rows)))


def duty(state: State, unit: Unit) -> str:
    """Whence a stray must go, and where to."""
    here = zone(state, unit.at)
    return f"out of American {here}" if american(state, unit.at) else f"from {here} back to its own front"


def astray(state: State, unit: Unit) -> bool:
    """Whether a Soviet unit is where it must leave; Berlin lies on either side of the boundary."""
    return not own_front(state, unit.at, unit.side) or american(state, unit.at)


def way_home(state: State, unit: Unit) -> tuple[tuple[str, ...], ...]:
    """The lawful routes that end where a stray is none any more; what its army apart must do comes first."""

    def stands(end: str, path: tuple[str, ...]) -> bool:
        order = Order("move", {"unit": unit.id, "via": path[1:], "free": ()})
        return not astray(state, replace(unit, at=end)) and not refusal(check_move, state, order)

    return tuple(path for end, path in legal_routes(state, unit).items() if stands(end, path))


def armies_apart(state: State) -> tuple[str, ...]:
    """The armies of the impulse's owner whose counters are apart now (7.3.1.a)."""
    names = dict.fromkeys(army(state, unit) for unit in group(state, *owner(state)))
    return tuple(name for name in names if not together(state, name))


PLANNING = ("chit", "activate", "move", "combat", "city", RESERVE, "shell", "pass")
"""What an impulse is planned with."""
PLANS = tuple(verb for verb in PLANNING if verb not in {"chit", "pass"})
FALLING_OUT = (*r08_combat.WINDOW.ahead, *LOSS.verbs, *RETREAT.verbs, *ADVANCE.verbs)
"""Answers that are asked for only as an impulse falls out."""


def barred(state: State, side: str, order: Order) -> bool:
    """Plans wait for an impulse in which their units act; what falls out of a battle, and chits, are for the
    impulse that has and no later one."""
    if order.verb in PLANS:
        return not own_impulse(state, side, order)
    return order.verb in FALLING_OUT and impulse(state).stage == "begin"


def own_impulse(state: State, side: str, order: Order) -> bool:
    """Whether an impulse of a side, in which the units of an order act, is now or to come in this Operations
    Phase."""
    to_come = (of for segment, of in IMPULSES.items() if state.segment <= segment)
    return any(order_of(state, side, order) <= {of} for of in to_come if of[0] == side)


def order_of(state: State, side: str, order: Order) -> set[tuple[str, str]]:
    """Whose units an order of an impulse means: camp and nationality of each that it names. Where an attack
    says "all", those of its writer that are in the city zone, or that find enemies in another zone."""
    line = said(order)
    forces = {(unit.side, nation(state, unit)) for unit in map(state.units.__getitem__, units_of(order))}
    if ALL not in line.units:
        return forces
    if order.verb == "city":
        here = (unit for unit in state.at(line.zone) if unit.side == side)
        return forces | {(side, nation(state, unit)) for unit in here}
    return forces | {(side, ENEMY[nation(state, unit)]) for unit in state.at(line.zone)}


@rule("2.4.3", "4.1.4")
def for_later(state: State, side: str, orders: list[Order]) -> list[Order]:
    """The lines of a sheet that are for a later impulse of its writer: those of the other nationality, unless
    their units have been activated already (4.1.4), and passing that follows them. A chit is for the impulse
    that is asked for: one that opens the later impulse is refused (2.4.3), so that its orders are not carried
    out without it."""
    found: list[Order] = []
    for order in orders:
        forces = order_of(state, side, order) if order.verb in PLANS else set()
        spent = any(ACTIVATED in state.units[unit].flags for unit in units_of(order))
        other = bool(forces) and IMPULSES[state.segment] not in forces and not spent
        if (other and own_impulse(state, side, order)) or (found and order.verb == "pass"):
            found.append(order)
    return found
