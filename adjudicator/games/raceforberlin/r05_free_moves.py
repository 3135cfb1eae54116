"""Rule 5.1, the moves of idle units at the end of the turn: segment D.1, force after force."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from . import r07_movement
from .position import ACTIVATED, OUT_OF_SUPPLY, group, is_city, label, nation
from .r04_lines import from_here
from .r04_operations import IMPULSES
from .r06_stacking import limit
from .r07_movement import zone

FORCES = tuple(IMPULSES.values())
"""Camp and nationality in the order of the impulses (5.1.d)."""


@rule("5.1.d", "1.1")
def free_moves(play: Play) -> None:
    """D.1: force after force in the order of the impulses; one that cannot move is not asked."""
    done = play.state.frame.facts.get("forces", 0)
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
    found = free_ends(play.state, movers)
    lines = (f"freemove {unit} to {end}" for unit, ends in found.items() for end in ends)
    play.ask(
        camp,
        "5.1.a",
        "freemove",
        f"End of the turn: which of your idle {nationality.title()} units move one zone? Any "
        "number of them, one line for each, each once this turn; all on one sheet.",
        verbs=("freemove", "pass"),
        answers=("pass", *lines),
        silence="they stay where they are",
        default="pass",
        about=movers,
    )


def free_ends(state: State, units: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Where each of these units may go in D, each taken alone; stacking is judged at the end."""
    return {unit: ends_of(state, state.units[unit]) for unit in units}


def ends_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The zones that one unit may move to in D."""
    return tuple(end for end in state.board.neighbours(unit.at) if may_go(state, unit, end))


def may_go(state: State, unit: Unit, end: str) -> bool:
    """Whether a unit may make this move in D."""
    try:
        check_free_move(state, unit, end)
    except Refused:
        return False
    return True


@rule("5.1.a", "5.1.b", "5.1.c", "5.1.e")
def check_free_move(state: State, unit: Unit, end: str) -> None:
    """An idle unit moves one zone (5.1.a), not into the city (b), Germans not west through turn 6 (c); what
    else binds movement mode binds it, but no costs (e)."""
    check_idle(state, unit)
    if is_city(state, end):
        raise Refused(
            "5.1.b", f"{zone(state, end)} is a city zone; nobody enters it in the End of Turn Phase"
        )
    r07_movement.check_step(state, unit, unit.at, end)
    r07_movement.check_west_untested(state, unit, (unit.at, end), "5.1.c")
    r07_movement.check_rivals(state, unit, end)


@rule("5.1.a")
def check_idle(state: State, unit: Unit) -> None:
    """Only units not activated this turn and not out of supply."""
    name = label(state, unit.id)
    if ACTIVATED in unit.flags:
        raise Refused("5.1.a", f"{name} has been activated this turn and does not move again")
    if OUT_OF_SUPPLY in unit.flags:
        raise Refused("5.1.a", f"{name} is out of supply and does not move")


def take_free_moves(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The moves of one force: each line is judged, the stacking of all of them together."""
    good: list[Order] = []
    for order in orders:
        try:
            check_order(play.state, decision, order, good)
            good.append(order)
        except Refused as no:
            play.refuse(order, no)
    moves = fitting(play, [order for order in good if order.verb == "freemove"])
    for order in moves:
        unit = play.state.units[order.args["unit"]]
        r07_movement.go(play, "5.1.a", unit.id, (unit.at, order.args["zone"]), "free")
        play.verdict(order, "done")
    passes = [order for order in good if order.verb == "pass"]
    for order in passes:
        play.verdict(order, "done")
    if moves or passes:
        play.close(decision)


@rule("5.1.a", "5.1.d", "0.2")
def check_order(state: State, decision: Decision, order: Order, earlier: list[Order]) -> None:
    """One line: a unit of the force whose moment it is, once."""
    if order.verb == "pass":
        return
    unit, name = state.units[order.args["unit"]], label(state, order.args["unit"])
    if unit.side != decision.player:
        raise Refused("0.2", f"{name} belongs to the other camp")
    now = FORCES[state.frame.facts["forces"] - 1]
    if unit.at in state.board.spaces and (unit.side, nation(state, unit)) != now:
        raise Refused("5.1.d", f"now your {now[1].title()} units move, {name} is none of them")
    if unit.at not in state.board.spaces:
        raise Refused("5.1.a", f"{name} is not on the map")
    if any(other.args.get("unit") == unit.id for other in earlier):
        raise Refused("5.1.a", f"{name} moves only once")
    from_here(state, order)
    check_free_move(state, unit, order.args["zone"])


@rule("6.1.1")
def fitting(play: Play, moves: list[Order]) -> list[Order]:
    """The moves that leave no zone with too many units when all are made; the last into a full zone fall."""
    kept = list(moves)
    while over := overfull(play.state, kept):
        order = over[-1]
        number = "6.1.2.a"
        play.refuse(
            order, Refused(number, f"{zone(play.state, order.args['zone'])} would hold too many units")
        )
        kept.remove(order)
    return kept


@rule("6.1.1")
def overfull(state: State, moves: list[Order]) -> list[Order]:
    """The moves into zones that would hold too many units after all of them."""
    trial = state
    for order in moves:
        trial = trial.with_unit(replace(trial.units[order.args["unit"]], at=order.args["zone"]))
    return [order for order in moves if not stands(trial, order)]


def stands(trial: State, order: Order) -> bool:
    """Whether the zone where a move ended holds no more units of that nationality than it may."""
    nationality, end = nation(trial, trial.units[order.args["unit"]]), order.args["zone"]
    most = limit(trial, end, nationality)
    return most is None or sum(nation(trial, unit) == nationality for unit in trial.at(end)) <= most
