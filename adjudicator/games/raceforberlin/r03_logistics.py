"""Rule 3, Logistics Phase: segments B.1 and B.2.

3.1     supply            supply lays the markers; r03_supply traces the lines
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
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, State, Unit

from .orders import said
from .position import (
    ELIMINATED,
    OUT_OF_SUPPLY,
    SOVIET,
    begun,
    cities,
    counter,
    germans,
    label,
    nation,
    on_map,
    rivals,
    soviet,
    soviets,
    zone,
)
from .r03_supply import supplied, supply_sources, supply_zones

POINT = ("replace", "return", "convert")
"""The three uses of a replacement point."""


# -- B.1 supply ------------------------------------------------------------------------------------------


@rule("1.3", "3.1.1.a", "3.1.3.d")
def supply(play: Play) -> None:
    """B.1: every unit on the map traces its supply; markers are laid and taken off, to stay until the next
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


# -- B.2 replacements ------------------------------------------------------------------------------------


@rule("1.3", "1.1")
def replacements(play: Play) -> None:
    """B.2: both players are asked, sealed; when both have answered, both answers are carried out."""
    if not begun(play.state).asked:
        play.note("3.2.1.a", asked=True)
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
        play,
        side,
        "Your replacement point: does it restore a unit, return one, or become support? And "
        "which of your supplied Soviets go out of supply for a support point each? At most one line for "
        "the point, once this turn; with «oos» any number of Soviets. Nobody sees your answer before "
        "both are in.",
        silence="the replacement point is lost and nobody goes out of supply",
        default="pass",
        sealed=True,
    )


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
    """Support once Berlin is reached, else a replacement if there is somebody to replace."""
    side = decision.player
    mine = [u for u in state.units.values() if u.side == side and soviet(state, u)]
    in_berlin = any(soviets(state, city, side) for city in cities(state))
    supplied = [u for u in mine if on_map(state, u) and OUT_OF_SUPPLY not in u.flags]
    if in_berlin:
        tired = chance.sample(supplied, min(len(supplied), chance.randint(0, 2)))
        return ["convert", *([f"oos {' '.join(u.id for u in tired)}"] if tired else [])]
    reduced = [u for u in supplied if u.steps == 1]
    dead = [u for u in mine if u.at == ELIMINATED]
    if reduced:
        return [f"replace {chance.choice(reduced).id}"]
    zones = [zone for zone in supply_zones(state, side) if not germans(state, zone)]
    return [f"return {chance.choice(dead).id} at {chance.choice(zones)}"] if dead and zones else ["pass"]


REPLACEMENTS = Choice(
    topic="logistics",
    rule="3.2.1.a",
    verbs=(*POINT, "oos", "pass"),
    take=take_logistics,
    legal=uses,
    shown=MANY,
    asked={"B.2": EVERY_SIDE},
    waits=(*POINT, "oos"),
    ends=(*POINT, "oos"),
    called=("replacements", "logistics"),
    usual=False,
    chance=by_chance,
)


@rule("3.2.1.a", "3.2.2.a")
def check_point(kept: list[Order], order: Order) -> None:
    """There is one replacement point a turn, for one of its three uses."""
    used = next((earlier for earlier in kept if earlier.verb in POINT), None)
    if order.verb in POINT and used is not None:
        raise Refused("3.2.1.a", f"your one replacement point of this turn is used by «{used.text}»")


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
        raise Refused("3.2.1.c", f"{name} is out of supply and cannot be restored")


@rule("3.2.1.d")
def return_unit(state: State, side: str, order: Order) -> list[Event]:
    """The point brings a destroyed Soviet unit back, reduced, in a supply zone of its camp."""
    unit = own_soviet(state, side, said(order).unit, "3.2.1.d")
    if unit.at != ELIMINATED:
        raise Refused("3.2.1.d", f"{label(state, unit.id)} is not among the destroyed units")
    where = said(order).zone
    if where not in returns(state, side):
        legal = tuple(f"return {unit.id} at {one}" for one in returns(state, side))
        raise Refused("3.2.1.d", f"{zone(state, where)} is no open Soviet supply zone of your camp", legal)
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
        raise Refused("3.2.2.d", f"{name} is out of supply already and gives no support")


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
