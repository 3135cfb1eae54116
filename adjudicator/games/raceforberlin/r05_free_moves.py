"""Rule 5.1, the moves of idle units at the end of the turn: segment D.1, force after force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from adjudicator.answering import every_legal
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.by_mail.drags import each
from adjudicator.choices import MANY, Choice
from adjudicator.mechanics.stacking import excess
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, State, Unit
from adjudicator.typed_values import read_as

from . import r07_movement
from .orders import said
from .position import ACTIVATED, cut_off, group, is_city, label, nation, zone
from .r04_lines import from_here
from .r04_operations import IMPULSES
from .r06_stacking import limit

FORCES = tuple(IMPULSES.values())
"""Camp and nationality in the order of the impulses (5.1.d)."""


@dataclass(frozen=True)
class FreeMoves:
    """What D.1 remembers: how many of the `forces` have had their turn to move."""

    forces: int = 0


def force(state: State) -> tuple[str, str]:
    """The force whose turn to move it is."""
    return FORCES[read_as(FreeMoves, state.frame.facts).forces - 1]


@rule("5.1.d", "1.1")
def free_moves(play: Play) -> None:
    """D.1: force after force in the order of the impulses; one that cannot move is not asked."""
    done = read_as(FreeMoves, play.state.frame.facts).forces
    if done == len(FORCES):
        play.go("5.1.d", "D.2")
        return
    camp, nationality = FORCES[done]
    play.note("5.1.d", forces=done + 1)
    movers = [unit for unit in group(play.state, camp, nationality) if ends_of(play.state, unit)]
    if movers:
        ask_free_moves(play, camp, nationality, tuple(unit.id for unit in movers))


def ask_free_moves(play: Play, camp: str, nationality: str, movers: tuple[str, ...]) -> None:
    """Ask the owner of a force for the moves of its idle units, all in one answer."""
    FREE_MOVES.ask(
        play,
        camp,
        f"End of the turn: which of your idle {nationality.title()} units move one zone? Any "
        "number of them, one line for each, each once this turn; all on one sheet.",
        silence="they stay where they are",
        default="pass",
        about=movers,
    )


def lines(state: State, side: str) -> Iterator[str]:
    """Nobody, and each idle unit of the force to each zone that has room for it."""
    yield "pass"
    movers = [unit.id for unit in group(state, *force(state))]
    for unit, ends in free_ends(state, tuple(movers)).items():
        for end in ends:
            if not overfull(state, [Order("freemove", {"unit": unit, "zone": end})]):
                yield f"freemove {unit} to {end}"


def free_ends(state: State, units: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Where each of these units may go in D, each taken alone; stacking is judged at the end."""
    return {unit: ends_of(state, state.units[unit]) for unit in units}


def ends_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The zones that one unit may move to in D."""
    near = state.board.neighbours(unit.at)
    return tuple(end for end in near if not refusal(check_free_move, state, unit, end))


@rule("5.1.a", "5.1.b", "5.1.c", "5.1.e")
def check_free_move(state: State, unit: Unit, end: str) -> None:
    """A unit not activated this turn and not out of supply moves one zone (5.1.a), not into the city (b),
    Germans not west through turn 6 (c); what else binds movement mode binds it, but no costs (e)."""
    name = label(state, unit.id)
    if ACTIVATED in unit.flags:
        raise Refused("5.1.a", f"{name} has been activated this turn and does not move again")
    if cut_off(state, unit):
        raise Refused("5.1.a", f"{name} is out of supply and does not move")
    if is_city(state, end):
        why = f"{zone(state, end)} is a city zone; nobody enters it in the End of Turn Phase"
        raise Refused("5.1.b", why)
    r07_movement.check_step(state, unit, unit.at, end)
    r07_movement.check_west_untested(state, unit, (unit.at, end), "5.1.c")
    r07_movement.check_rivals(state, unit, end)


def take_free_moves(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The moves of one force: each line is judged, the stacking of all of them together."""
    good: list[Order] = []

    def take(order: Order) -> None:
        check_order(play.state, decision, order, good)
        good.append(order)

    every_legal(play, orders, take)
    moves = fitting(play, [order for order in good if order.verb == "freemove"])
    for order in moves:
        unit = play.state.units[said(order).unit]
        r07_movement.go(play, "5.1.a", unit.id, (unit.at, said(order).zone), "free")
    if moves or any(order.verb == "pass" for order in good):
        play.close(decision)


def by_chance(state: State, decision: Decision, chance: random.Random) -> list[str]:
    """Idle units move where they may, half of them."""
    ends: dict[str, str] = {}
    for unit, free in free_ends(state, decision.about).items():
        end = chance.choice(sorted(free))
        if chance.random() < 0.5:
            ends.setdefault(end, f"freemove {unit} to {end}")
    return list(ends.values()) or ["pass"]


FREE_MOVES = Choice(
    topic="freemove",
    rule="5.1.a",
    verbs=("freemove", "pass"),
    take=take_free_moves,
    legal=lines,
    shown=MANY,
    asked={"D.1": EVERY_SIDE},
    waits=("freemove",),
    ends=("freemove",),
    called=("freemove", "freemoves"),
    advice=("if asked freemoves then pass",),
    drag=each("freemove {unit} to {end}"),
    chance=by_chance,
)


@rule("5.1.a", "5.1.d", "0.2")
def check_order(state: State, decision: Decision, order: Order, earlier: list[Order]) -> None:
    """One line: a unit of the force whose moment it is, once."""
    line = said(order)
    if order.verb == "pass":
        return
    unit, name = state.units[line.unit], label(state, line.unit)
    if unit.side != decision.player:
        raise Refused("0.2", f"{name} belongs to the other camp")
    now = force(state)
    if unit.at in state.board.spaces and (unit.side, nation(state, unit)) != now:
        raise Refused("5.1.d", f"now your {now[1].title()} units move, {name} is none of them")
    if unit.at not in state.board.spaces:
        raise Refused("5.1.a", f"{name} is not on the map")
    if any(said(other).unit == unit.id for other in earlier):
        raise Refused("5.1.a", f"{name} moves only once")
    from_here(state, order)
    check_free_move(state, unit, line.zone)


@rule("6.1.1")
def fitting(play: Play, moves: list[Order]) -> list[Order]:
    """The moves that leave no zone with too many units when all are made; the last into a full zone fall."""
    kept = list(moves)
    while over := overfull(play.state, kept):
        why = f"{zone(play.state, said(over[-1]).zone)} would hold too many units"
        play.refuse(over[-1], Refused("6.1.2.a", why))
        kept.remove(over[-1])
    return kept


@rule("6.1.1")
def overfull(state: State, moves: list[Order]) -> list[Order]:
    """The moves into zones that would hold too many units of one nation after all of them."""
    trial = state
    for order in moves:
        trial = trial.with_unit(replace(trial.units[said(order).unit], at=said(order).zone))
    ends = {said(order).zone for order in moves}
    full = {end for end in ends if excess(trial.at(end), [limit(trial, end, force(state)[1])])}
    return [order for order in moves if said(order).zone in full]
