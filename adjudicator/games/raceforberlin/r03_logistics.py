"""Rule 3, Logistics Phase: segments B.1 and B.2.

3.1     supply            supply places markers; supplied traces the lines of Zhukov's Soviets, of Koniev's,
                          and of all Germans. What lack of supply does (3.1.3) is said where it matters
3.2.1   replacements      replacements, take_logistics: sealed, then both at once (ruling 16)
3.2.2   support           convert, go_without
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from adjudicator.answering import every_legal, opened
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.choices import MANY, Choice
from adjudicator.events import Event, FlagsChanged, StepRegained, TrackMoved, UnitPlaced
from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.supply import Leg, Supply
from adjudicator.mechanics.supply import supply as lines_to
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, State, Unit

from .orders import said
from .position import (
    ELIMINATED,
    GERMAN,
    KONIEV,
    OUT_OF_SUPPLY,
    SOVIET,
    ZHUKOV,
    american,
    cities,
    counter,
    germans,
    is_city,
    label,
    nation,
    network,
    of,
    rivals,
    soviet,
    soviets,
    zone,
)

ANYWHERE = Leg(lambda a, b: True)


@rule("3.1.1.a", "3.1.1.d", "9.2.2.b")
def supplied(state: State) -> list[Unit]:
    """The units on the map from whose zone, itself not tested, a chain of free zones leads to a source, which
    is open whoever is near it (3.1.1.d), and the Germans in a city zone, always supplied (9.2.2.b)."""
    lines: dict[str, Supply] = {}
    for whose in (ZHUKOV, KONIEV, GERMAN):
        closed = [zone for zone in state.board.spaces if not passes(state, whose, zone)]
        sources = supply_sources(state, whose)
        lines[whose] = lines_to(network(state.board), sources, [ANYWHERE], closed, sources_open=True)

    def is_fed(unit: Unit) -> bool:
        whose = unit.side if soviet(state, unit) else GERMAN
        return lines[whose].supplied(unit.at) or (whose == GERMAN and is_city(state, unit.at))

    return [unit for unit in state.units.values() if on_map(state, unit) and is_fed(unit)]


@rule("3.1.1.b", "3.1.1.c", "3.1.1.d")
def supply_sources(state: State, whose: str) -> tuple[str, ...]:
    """The supply zones that can be used: a camp's own for its Soviets (3.1.1.b), any German one for Germans
    (c), unless enemy units or Americans are in it (d)."""
    enemy = SOVIET if whose == GERMAN else GERMAN
    zones = supply_zones(state, whose)
    return tuple(z for z in zones if not of(state, z, enemy) and not american(state, z))


@rule("3.1.1.b")
def supply_zones(state: State, whose: str) -> tuple[str, ...]:
    """The supply zones printed on the map: those of a Soviet camp, "zhukov" or "koniev", or "german"."""
    spaces = state.board.spaces
    return tuple(z for z in spaces if spaces[z].facts["supply"] == whose)


@rule("3.1.2.a", "3.1.2.d", "3.1.2.e", "3.1.2.f")
def passes(state: State, whose: str, space: str) -> bool:
    """Whether a supply line may pass through a zone between a unit's own and the source: where its
    friends stand (3.1.2.e), not through rivals (a) or enemies, but through a city zone that its camp's
    Soviets contest or control (d, f); through an empty zone as `free` says."""
    if whose == GERMAN:
        friends = bool(germans(state, space))
        return not soviets(state, space) and (friends or free(state, space, SOVIET))
    if rivals(state, space, whose):
        return False
    return bool(soviets(state, space)) or (not germans(state, space) and free(state, space, GERMAN))


@rule("3.1.2.b", "3.1.2.c", "M.1", "M.9")
def free(state: State, space: str, enemy: str) -> bool:
    """Whether an empty zone is free of a nation's units: not American, nor adjacent to one of them (3.1.2.b);
    Germans whom Soviets in their zone hold down, as can be in Berlin only, do not reach outside it (c)."""
    if american(state, space):
        return False
    outside = enemy == GERMAN and not is_city(state, space)
    near = (zone for zone in state.board.neighbours(space) if of(state, zone, enemy))
    return all(outside and soviets(state, zone) for zone in near)


POINT = ("replace", "return", "convert")
"""The three uses of a replacement point."""


@rule("1.3", "3.1.1.a", "3.1.3.d")
def supply(play: Play) -> None:
    """B.1: every unit on the map traces its supply; markers are placed and removed, and stay until the next
    check."""
    fed = [unit.id for unit in supplied(play.state)]
    cut = [unit for unit in play.state.units.values() if on_map(play.state, unit) and unit.id not in fed]
    newly_cut = tuple(unit.id for unit in cut if OUT_OF_SUPPLY not in unit.flags)
    newly_fed = tuple(unit for unit in fed if OUT_OF_SUPPLY in play.state.units[unit].flags)
    if newly_fed:
        play.record(FlagsChanged(rule="3.1.3.d", units=newly_fed, drop=(OUT_OF_SUPPLY,)))
    if newly_cut:
        play.record(FlagsChanged(rule="3.1.1.a", units=newly_cut, add=(OUT_OF_SUPPLY,)))
    play.go("1.3", "B.2")


@rule("1.3", "1.1")
def replacements(play: Play) -> None:
    """B.2: both players are asked, sealed; when both have answered, both answers are carried out."""
    if play.once("3.2.1.a", "asked"):
        for side in play.state.sides:
            ask_logistics(play, side)
        return
    for side, orders in opened(play):
        for order in orders:
            play.record(*effect(play.state, side, order))
    play.go("1.1", "C.1")


def ask_logistics(play: Play, side: str) -> None:
    """The sealed question of B.2."""
    REPLACEMENTS.ask(
        play, side,
        "Use your replacement point once, in one line: restore a unit, return one, or convert the point to "
        'support. With "oos" you may also put any number of supplied Soviets out of supply, for one support '
        "point each. Your answer stays sealed until both are in.",
        silence="the replacement point is lost and nobody goes out of supply", default="pass", sealed=True,
    )  # fmt: skip


def uses(state: State, side: str) -> list[str]:
    """Every single order that a player could give in B.2; several may be given together."""
    mine = [unit for unit in state.units.values() if unit.side == side and soviet(state, unit)]
    dead = [unit for unit in mine if unit.at == ELIMINATED]
    return [
        *("pass", "convert"),
        *(f"replace {unit.id}" for unit in mine if not refusal(check_replace, state, unit)),
        *(f"return {unit.id} at {space}" for unit in dead for space in returns(state, side)),
        *(f"oos {unit.id}" for unit in mine if not refusal(check_oos, state, unit)),
    ]


@rule("3.2.1.a")
def take_logistics(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A player's sealed answer. Each line is judged after the ones before it; one use of the point
    (3.2.1.a)."""
    trial, kept = play.state, list[Order]()

    def take(order: Order) -> None:
        nonlocal trial
        no = refusal(check_point, kept, order) or refusal(effect, trial, decision.player, order)
        if no:
            raise Refused(no.rule, no.why, no.legal or open_uses(trial, decision.player, kept, order.verb))
        for event in effect(trial, decision.player, order):
            trial = event.apply(trial)
        kept.append(order)

    if every_legal(play, orders, take):
        play.seal(decision, kept)


def by_chance(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Support once Berlin is reached, else a replacement if there is a unit to replace or to bring back."""
    side, kinds = decision.player, dict[str, list[str]]()
    for line in uses(state, side):
        kinds.setdefault(line.split()[0], []).append(line)
    if any(soviets(state, city, side) for city in cities(state)):
        tired = kinds.get("oos", [])
        return ["convert", *chance.sample(tired, min(len(tired), chance.randint(0, 2)))]
    return [chance.choice(kinds.get("replace") or kinds.get("return") or ["pass"])]


REPLACEMENTS = Choice(
    topic="logistics", rule="3.2.1.a", verbs=(*POINT, "oos", "pass"), take=take_logistics, legal=uses,
    shown=MANY, asked={"B.2": EVERY_SIDE}, waits=(*POINT, "oos"), ends=(*POINT, "oos"),
    called=("replacements", "logistics"), usual=False, chance=by_chance,
    anyone=("oos",),
)  # fmt: skip


@rule("3.2.1.a", "3.2.2.a")
def check_point(kept: list[Order], order: Order) -> None:
    """There is one replacement point a turn, for one of its three uses."""
    used = next((earlier for earlier in kept if earlier.verb in POINT), None)
    if order.verb in POINT and used is not None:
        raise Refused("3.2.1.a", f'you have one replacement point a turn, and "{used.text}" uses it')


def open_uses(state: State, side: str, kept: list[Order], verb: str) -> tuple[str, ...]:
    """What could stand in the place of a refused line: the same kind of order if there is one, else any."""
    spent = any(earlier.verb in POINT for earlier in kept)
    lines = [line for line in uses(state, side) if not (spent and line.split()[0] in POINT)]
    return tuple(line for line in lines if line.split()[0] == verb) or tuple(lines)


def effect(state: State, side: str, order: Order) -> list[Event]:
    """What an order of B.2 does. Raises Refused if it is not allowed."""
    return EFFECTS[order.verb](state, side, order)


@rule("3.2.1.b")
def replace_unit(state: State, side: str, order: Order) -> list[Event]:
    """The point turns a reduced Soviet unit to its full side."""
    unit = own_soviet(state, side, said(order).unit, "3.2.1.b")
    check_replace(state, unit)
    return [StepRegained(rule="3.2.1.b", unit=unit.id, steps=unit.steps + 1)]


@rule("3.2.1.b", "3.2.1.c")
def check_replace(state: State, unit: Unit) -> None:
    """The unit is on the map and reduced (3.2.1.b), and not out of supply (c)."""
    name = label(state, unit.id)
    if not on_map(state, unit) or unit.steps >= len(counter(state, unit).steps):
        raise Refused("3.2.1.b", f"{name} is not a reduced unit on the map")
    if OUT_OF_SUPPLY in unit.flags:
        raise Refused("3.2.1.c", f"{name} is out of supply and may not be restored")


@rule("3.2.1.d")
def return_unit(state: State, side: str, order: Order) -> list[Event]:
    """The point brings a destroyed Soviet unit back, reduced, in a supply zone of its camp."""
    unit = own_soviet(state, side, said(order).unit, "3.2.1.d")
    if unit.at != ELIMINATED:
        raise Refused("3.2.1.d", f"{label(state, unit.id)} has not been eliminated")
    where = said(order).zone
    if where not in returns(state, side):
        legal = tuple(f"return {unit.id} at {one}" for one in returns(state, side))
        raise Refused("3.2.1.d", f"{zone(state, where)} is not an open supply zone of your front", legal)
    return [UnitPlaced(rule="3.2.1.d", unit=unit.id, at=where, steps=1, why="replacement")]


@rule("3.2.1.d", "7.3.3.a")
def returns(state: State, side: str) -> tuple[str, ...]:
    """The supply zones of a camp where nobody bars the return of a unit: no Germans, Americans or rivals."""
    return tuple(z for z in supply_sources(state, side) if not rivals(state, z, side))


@rule("3.2.2.a", "3.2.2.c")
def convert(state: State, side: str, order: Order) -> list[Event]:
    """The point becomes a support point for this turn, shown on the track."""
    return [support_moved(state, side, 1, "3.2.2.a", "the replacement point")]


@rule("3.2.2.b", "3.2.2.c")
def go_without(state: State, side: str, order: Order) -> list[Event]:
    """Supplied Soviets of the player go out of supply, for a support point each."""
    units = tuple(dict.fromkeys(said(order).units))
    for unit_id in units:
        check_oos(state, own_soviet(state, side, unit_id, "3.2.2.b"))
    laid = FlagsChanged(rule="3.2.2.b", units=units, add=(OUT_OF_SUPPLY,), why="for support")
    return [laid, support_moved(state, side, len(units), "3.2.2.b", "units without supply")]


@rule("3.2.2.d")
def check_oos(state: State, unit: Unit) -> None:
    """Only a supplied unit on the map gives support."""
    name = label(state, unit.id)
    if not on_map(state, unit):
        raise Refused("3.2.2.b", f"{name} is not on the map")
    if OUT_OF_SUPPLY in unit.flags:
        raise Refused("3.2.2.d", f"{name} is already out of supply and gives no support")


def support(state: State, side: str) -> int:
    """The support points of a camp."""
    return state.tracks[f"support-{side}"]


@rule("3.2.2.c")
def support_moved(state: State, side: str, points: int, number: str, why: str) -> Event:
    """The support marker of a camp moves."""
    was = support(state, side)
    return TrackMoved(rule=number, track=f"support-{side}", was=was, now=was + points, why=why)


def nothing(state: State, side: str, order: Order) -> list[Event]:
    """Pass: the point is lost."""
    return []


@rule("0.2", "3.2.1.b")
def own_soviet(state: State, side: str, unit_id: str, number: str) -> Unit:
    """A Soviet unit of the player, for the clause that asks for one."""
    unit = state.units[unit_id]
    name = label(state, unit.id)
    if unit.side != side:
        raise Refused("0.2", f"{name} belongs to the other camp")
    if nation(state, unit) != SOVIET:
        raise Refused(number, f"{name} is German; replacement and support concern Soviet units only")
    return unit


EFFECTS: Mapping[str, Callable[[State, str, Order], list[Event]]] = {
    "replace": replace_unit,
    "return": return_unit,
    "convert": convert,
    "oos": go_without,
    "pass": nothing,
}
