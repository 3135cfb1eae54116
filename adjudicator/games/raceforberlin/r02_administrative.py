"""Rule 2, Administrative Phase: segments A.1 to A.4.

2.1   reinforcements       reinforcements: roll_arrivals, entries, take_enter
2.2   American advance     r02_american
2.3   orders from Hitler   hitler; r02_hitler says what they demand
2.4   event chits          draw_chits

A unit that has arrived waits in the fact "available" until it is on the map. One without an open zone waits
there for a later turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from adjudicator.answering import every_legal, for_each
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.by_mail.drags import each
from adjudicator.choices import Choice
from adjudicator.events import FactNoted, HandChanged, UnitPlaced
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from . import r07_movement
from .events import ChitDrawn, HitlerOrdered, XIIArmyReleased
from .orders import said
from .position import (
    GERMAN,
    KONIEV,
    REINFORCEMENTS,
    XII_ARMY,
    ZHUKOV,
    american,
    army,
    campaign,
    counter,
    enemies,
    label,
    nation,
    rivals,
    soviet,
)
from .position import zone as zone_name
from .r03_logistics import supply_zones
from .r06_stacking import has_room
from .r11_setup import CHITS, HEINRICI, XII_CUP

LAST_HITLER_TURN = 5
FRONT_ON = {5: "north", 6: "south"}
FIRST_XII_TURN = 4
ARRIVES_ABOVE, XII_ABOVE = 6, 8
XII_PER_TURN = 2


@rule("1.1", "1.2")
def reinforcements(play: Play) -> None:
    """A.1: the dice, once; then every unit that has arrived is placed, where its owner chooses."""
    if play.once("2.1.1.a", "rolled"):
        roll_arrivals(play)
    ask_entries(play)
    if not play.state.waiting():
        play.go("1.2", "A.2")


@rule("2.3.1", "1.2")
def hitler(play: Play) -> None:
    """A.3: on turns 1 to 5 a die; 5 orders a counter-attack in the north, 6 in the south."""

    def told(die: int) -> str:
        ordered = f"a counter-attack in the {FRONT_ON[die]}" if die in FRONT_ON else "no counter-attack"
        return f"{ordered} ({', '.join(f'{on}: {front}' for on, front in FRONT_ON.items())})"

    if play.state.turn <= LAST_HITLER_TURN:
        front = FRONT_ON.get(play.roll("2.3.1", "orders from Hitler", came=told))
        if front:
            play.record(HitlerOrdered(rule="2.3.1", front=front))
    play.go("1.2", "A.4")


@rule("2.4.2.a", "2.4.2.b", "2.4.2.c", "1.1", "1.2")
def draw_chits(play: Play) -> None:
    """A.4: a player without any chit but Heinrici draws one at random from the cup (2.4.2.a), Koniev
    first (2.4.2.c). Only its holder sees it (2.4.2.b)."""
    for side in (KONIEV, ZHUKOV):
        hand = play.state.hands.get(side, ())
        if set(hand) <= {HEINRICI} and play.state.cups.get(CHITS):
            chit = play.draw("2.4.2.a", f"event chit of {side.title()}", CHITS, to=(side,))
            play.record(HandChanged(rule="2.4.2.b", to=(side,), side=side, cards=(*hand, chit)))
            play.record(ChitDrawn(rule="2.4.2.b", side=side))
    play.go("1.1", "B.1")


def roll_arrivals(play: Play) -> None:
    """All dice of A.1, before anything is placed."""
    for group in waiting_groups(play.state):
        first = group[0]
        army_id, name = army(play.state, first), counter(play.state, first).name
        purpose = f"arrival of {f'the army {name}' if army_id else label(play.state, first.id)}"
        if comes(play, "2.1.1.a", purpose, ARRIVES_ABOVE, "arrived", "not yet"):
            make_available(play, "2.1.1.a", group)
    release_xii_army(play)
    draw_xii_army(play)


def comes(play: Play, number: str, purpose: str, above: int, yes: str, no: str) -> bool:
    """Whether a die with the turn comes above a number; it is told which die was needed."""
    turn = play.state.turn
    least = above + 1 - turn
    needed = "a 6 was needed" if least == 6 else f"{least} or more was needed"

    def told(die: int) -> str:
        came = yes if arrives(turn, die, above) else no
        return f"{came} ({needed if least > 1 else 'any die roll was enough'})"

    return arrives(turn, play.roll(number, purpose, came=told), above)


@rule("2.1.1.a", "2.1.2.a")
def arrives(turn: int, die: int, above: int = ARRIVES_ABOVE) -> bool:
    """A die and the turn above 6: the army or division arrives (2.1.1.a); XII Army turns round above 8
    (2.1.2.a)."""
    return die + turn > above


@rule("2.1.1.a", "2.1.1.b", "2.1.1.d", "U.1", "U.2")
def waiting_groups(state: State) -> list[tuple[Unit, ...]]:
    """The Soviet armies, both counters together (2.1.1.b), and the German divisions, XII Army's not among
    them (2.1.1.d), that have not arrived yet (2.1.1.a)."""
    groups: dict[str, list[Unit]] = {}
    for unit in state.at(REINFORCEMENTS):
        if unit.id not in campaign(state).available:
            groups.setdefault(army(state, unit) or unit.id, []).append(unit)
    return [tuple(units) for units in groups.values()]


def make_available(play: Play, number: str, units: Iterable[Unit]) -> None:
    """Units have arrived and wait to be placed."""
    ready = (*campaign(play.state).available, *(unit.id for unit in units))
    play.record(FactNoted(rule=number, key="available", value=ready))


@rule("2.1.2.a", "2.1.2.b")
def release_xii_army(play: Play) -> None:
    """From turn 4 a die every turn until it succeeds: with the turn above 8 (2.1.2.a), XII Army comes in from
    the next turn on (2.1.2.b)."""
    turn = play.state.turn
    if turn < FIRST_XII_TURN or campaign(play.state).xii_army is not None:
        return
    told = "it is released", "it is not yet released"
    if comes(play, "2.1.2.a", "release of XII Army", XII_ABOVE, *told):
        play.record(XIIArmyReleased(rule="2.1.2.b", turn=turn + 1))


@rule("2.1.2.b", "2.1.2.c")
def draw_xii_army(play: Play) -> None:
    """From the turn after its release (2.1.2.b), two of its remaining units at random each turn."""
    first = campaign(play.state).xii_army
    if first is None or play.state.turn < first:
        return
    for _ in range(min(XII_PER_TURN, len(play.state.cups.get(XII_CUP, ())))):
        drawn = play.draw("2.1.2.c", "XII Army", XII_CUP)
        make_available(play, "2.1.2.c", (play.state.units[drawn],))


@rule("2.1.3.a", "11.5.1", "11.5.2", "11.5.3", "11.6.1", "11.6.2")
def arrival_zones(state: State, unit: Unit) -> tuple[str, ...]:
    """The zones where a reinforcement is due: a supply zone of its camp for an army, Joachimsthal, the south
    edge, or German supply zones of the west edge for XII Army; a named zone is itself."""
    due = counter(state, unit).reinforcement
    if due == "army":
        return supply_zones(state, unit.side)
    if due == "south-edge":
        return tuple(zone for zone in state.board.spaces if on_edge(state, zone, "S"))
    if due == XII_ARMY:
        return tuple(zone for zone in supply_zones(state, GERMAN) if on_edge(state, zone, "W"))
    return (due,)


def on_edge(state: State, zone: str, edge: str = "") -> bool:
    """Whether a zone lies at an edge of the map, at this one if one is named."""
    edges = state.board.spaces[zone].facts["edges"]
    return isinstance(edges, tuple) and (edge in edges if edge else bool(edges))


@rule("2.1.3.b", "2.2.3", "7.3.3.a")
def closed(state: State, unit: Unit, zone: str) -> bool:
    """Nobody comes in where the enemy stands (2.1.3.b), the Americans are (2.2.3), or, for Soviets, the
    rival's Soviets are (7.3.3.a)."""
    return american(state, zone) or bool(enemies(state, unit, zone) or rivals(state, zone, unit.side))


@rule("2.1.3.a", "2.1.3.b")
def entries(state: State, unit: Unit) -> tuple[str, ...]:
    """Where a unit that has arrived may be placed now: its zones of arrival, or if all of them are closed the
    nearest open supply zones of its side at any edge; always within stacking. Empty: it waits (ruling 10)."""
    due = arrival_zones(state, unit)
    open_ones = tuple(zone for zone in due if not closed(state, unit, zone))
    zones = open_ones or nearest_supply(state, unit, due)
    return tuple(zone for zone in zones if has_room(state, zone, nation(state, unit)))


@rule("2.1.3.b")
def nearest_supply(state: State, unit: Unit, due: tuple[str, ...]) -> tuple[str, ...]:
    """The open supply zones at the map's edge that are nearest to the zones of arrival; a tie gives
    several."""
    mine = supply_zones(state, unit.side if soviet(state, unit) else GERMAN)
    found = (zone for zone in mine if on_edge(state, zone) and not closed(state, unit, zone))
    far = {zone: min(r07_movement.steps_between(state, start, zone) for start in due) for zone in found}
    return tuple(zone for zone, steps in far.items() if steps == min(far.values()))


def ask_entries(play: Play) -> None:
    """Place whoever has one zone only, and ask the others' owners; both players at once."""
    for unit_id in campaign(play.state).available:
        zones = entries(play.state, play.state.units[unit_id])
        if len(zones) == 1:
            place(play, play.state.units[unit_id], zones[0])
    for side in play.state.sides:
        ask_entry(play, side)


def choices(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """A player's units that have arrived and may be placed, with the zones for each."""
    mine = [unit for unit in campaign(state).available if state.units[unit].side == side]
    return {unit: zones for unit in mine if (zones := entries(state, state.units[unit]))}


def ask_entry(play: Play, side: str) -> None:
    """Ask a player where their arrived units come in; one answer places one or more of them."""
    found = choices(play.state, side)
    if not found:
        return
    names = ", ".join(dict.fromkeys(label(play.state, unit) for unit in found))
    ENTRY.ask(
        play, side,
        f"Place your reinforcements: {names}. One line for each; each arrives this turn.",
        closed=True, silence="each enters at the first zone that is listed for it",
        default="\n".join(usual_entries(play.state, tuple(found))), about=tuple(found),
    )  # fmt: skip


def usual_entries(state: State, units: tuple[str, ...]) -> list[str]:
    """For each unit its first zone, as order lines that can stand together."""
    lines = []
    for unit_id in units:
        if zones := entries(state, state.units[unit_id]):
            lines.append(f"enter {unit_id} at {zones[0]}")
            state = state.with_unit(replace(state.units[unit_id], at=zones[0]))
    return lines


def take_enter(play: Play, decision: Decision, orders: list[Order]) -> None:
    """A player's answer: every line is judged; the player is asked again for units left out."""
    side = decision.player

    def take(order: Order) -> None:
        for_each(play, order, lambda apart, one: enter(apart, side, one))

    if every_legal(play, orders, take):
        play.close(decision)
        ask_entry(play, side)


def places(state: State, side: str) -> Iterator[str]:
    """Each arrived unit of a player at each of its zones."""
    for unit, zones in choices(state, side).items():
        yield from (f"enter {unit} at {zone}" for zone in zones)


ENTRY = Choice(
    topic="enter", rule="2.1.3.a", verbs=("enter",), take=take_enter, legal=places,
    advised="Reinforcements enter at the first zone that the question lists.",
    asked={"A.1": EVERY_SIDE}, called=("enter", "entry"), advice=("if asked enter then default",),
    drag=each("enter {unit} at {end}"),
)  # fmt: skip


@rule("2.1.3.a", "2.1.3.b", "0.2")
def enter(play: Play, side: str, order: Order) -> None:
    """One arrived unit of the player's camp is placed where it may come in."""
    line = said(order)
    unit = play.state.units[line.unit]
    name, where = label(play.state, unit.id), zone_name(play.state, line.zone)
    if unit.side != side:
        raise Refused("0.2", f"{name} belongs to the other camp")
    if unit.id not in campaign(play.state).available:
        raise Refused(
            "2.1.1.a", f"{name} may not enter. It has not arrived this turn, or it is already on the map"
        )
    zones = entries(play.state, unit)
    if line.zone not in zones:
        legal = tuple(f"enter {unit.id} at {zone}" for zone in zones)
        number = "2.1.3.b" if closed(play.state, unit, line.zone) else "2.1.3.a"
        raise Refused(number, f"{name} may not enter at {where}", legal)
    place(play, unit, line.zone)


@rule("2.1.1.c", "2.1.3.a")
def place(play: Play, unit: Unit, zone: str) -> None:
    """A reinforcement stands on the map, not activated (2.1.1.c); a German one ends a Soviet's control
    there."""
    steps = len(counter(play.state, unit).steps)
    play.record(UnitPlaced(rule="2.1.3.a", unit=unit.id, at=zone, steps=steps, why="reinforcement"))
    left = tuple(other for other in campaign(play.state).available if other != unit.id)
    play.record(FactNoted(rule="2.1.1.c", key="available", value=left or None))
    r07_movement.enter(play, play.state.units[unit.id], zone)
