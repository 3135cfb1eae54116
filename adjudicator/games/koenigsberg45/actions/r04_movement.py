"""Rule 4, movement: who moves in a Movement Segment, in free movement (event 3) and on arrival, one by one.

4.0, 4.1 movers and their turn    4.1b, 4.2 a path: `r04_path`   4.3, 4.4 what it meets: `r04_current_costs`
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from adjudicator.answering import for_each
from adjudicator.by_mail.ahead import ACTING
from adjudicator.by_mail.drags import Drag, LogLine, steps_of
from adjudicator.choices import Choice, Ways
from adjudicator.events import FactNoted
from adjudicator.mechanics.armies import on_map
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from ..combat import r07_attack, r07_strikes
from ..combat.r08_losses import take_step
from ..drags import dashed
from ..hexes.r03_zoc import in_ezoc
from ..hexes.r04_costs import PARTS, RAIL, STRATEGIC
from ..hexes.r04_current_costs import TRAINS, allowance, ends_of, reached, rooms, strategic_ends
from ..levels import campaign, movers
from ..orders import AGAIN, ATTACK, THE_HQ, grammar, said
from ..position import GERMAN, REFUGEE_BOX, SOVIET, is_combat, is_hq, is_refugees, mechanised
from ..r04_path import WAYS as WAYS_OF
from ..r04_path import Plan, go, plan
from ..taste import MARCHER, WANDERER, Taste
from ..turn import r00_setup, r01_turn
from ..turn.r02_command import begin_segment, for_others, named_again, not_active
from ..turn.r12_hqs import pinned
from . import r04_examples, r05_penalty
from .marching import act, marches

MOVE = "move"
HOW = {STRATEGIC: ("4.4.1", "strategic"), RAIL: ("4.6.1", "rail")}
"""The clause of a special way of moving, and what a report calls it."""
INNER = ("entry", "free")
"""Levels of the sequence of play, within a phase, in which units move."""
CLEARED = "units too many for their hex move out of it, and no others move"
"""What silence means where movement may not end as units stand now."""


@rule("4.0.1", "K-R14")
def left(state: State) -> tuple[str, ...]:
    """The units on the map that may still move; the activated HQ always may, and needs no slot (K-R14)."""
    now = movers(state)
    named = dict.fromkeys((*([now.hq] if now.hq in state.units else ()), *now.active, *now.extra))
    return tuple(
        id_ for id_ in named if id_ not in now.moved and on_map(state, state.units[id_])
        and not pinned(state, id_)
    )  # fmt: skip


@rule("1.3b.1", "4.1.1")
def run_moves(play: Play) -> None:
    """MOVE, and every other level in which units move: its player is asked until every unit with movement
    points has moved, or the player is done; all, some or none may move (4.1)."""
    over = movers(play.state).done or not any(
        allowance(play.state, play.state.units[unit]) for unit in left(play.state)
    )
    if not over:
        ask_moves(play)
    elif play.state.frame.segment == "MOVE" or not r05_penalty.enforce(play):
        finish(play)


def ask_moves(play: Play) -> None:
    """Which of the units move, and where to."""
    state, waiting = play.state, left(play.state)
    fights = state.frame.segment == "MOVE"
    (MOVEMENT if fights else MARCH).ask(
        play,
        movers(state).side,
        f"Move any number of your units, each once{' in this activation' if fights else ''}. {len(waiting)} "
        f'may move: {", ".join(waiting)}. "done": no more moves.'
        f"{for_others(state, movers(state).side) if fights else ''}",
        answers=(*r04_examples.examples(state, waiting), r04_examples.ending(state, waiting)),
        silence="no more moves" if not r05_penalty.to_split(state, waiting) else CLEARED,
        default=r04_examples.ending(state, waiting),
    )


@rule("0.1e.1", "4.1.2", "1.3c.1")
def take_moves(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: moves one at a time, each completed before the next (4.1). "done", or an attack, ends
    movement, and no move is taken after it (1.3c). An attack that is refused ends nothing (K-R84)."""
    done = False
    for number, order in enumerate(orders):
        if order.verb in AGAIN:
            named_again(play, order)
        elif order.verb in {MOVE, "top"}:
            done |= carry_out(play, order)
        elif order.verb == ATTACK and (no := hopeless(play.state, orders[number:])):
            play.refuse(order, no)
        elif closes(play, order):
            for late in orders[number:]:
                if late.verb == MOVE:  # no move once movement is closed (1.3c)
                    play.refuse(late, Refused("1.3c.1", "movement is over for this chit"))
            play.close(decision)
            play.note("1.3b.1", done=True)
            return
    if done:
        play.close(decision)


def offered(state: State, side: str) -> Iterator[str]:
    """Each unit that has not moved, to each hex that it can reach; whole stacks, where there is room; then
    strategic moves."""
    units = [state.units[unit] for unit in left(state)]
    for unit in units:
        yield from (f"move {unit.id} {space}" for space in ends_of(state, unit))
    for team in together(units):
        names = ", ".join(unit.id for unit in team)
        yield from (f"move {names} {space}" for space in room_for(state, side, team))
    for unit in units:
        yield from (f"move {unit.id} strat {space}" for space in strategic_ends(state, unit))


def together(units: Sequence[Unit]) -> Iterator[list[Unit]]:
    """The units of each hex that can move as one stack."""
    for space in dict.fromkeys(unit.at for unit in units):
        team = [unit for unit in units if unit.at == space]
        if len(team) > 1:
            yield team


def room_for(state: State, side: str, team: Sequence[Unit]) -> Iterator[str]:
    """The hexes that all of these units can reach, and in which there is room for all."""
    room, ends = rooms(state, side), [ends_of(state, unit) for unit in team]
    coming = {kind: sum(room.weight[unit.id].get(kind, 0) for unit in team) for kind in room.most}
    shared = set(ends[0]).intersection(*ends[1:])
    for space in (one for one in ends[0] if one in shared):
        held = room.held.get(space, {})
        if all(held.get(kind, 0) + coming[kind] <= most for kind, most in room.most.items()):
            yield space


WAYS = ("", "strat ")
"""The ways of moving that a drag may stand for, the first that is legal."""


def driven(state: State, drag: Drag) -> bool:
    """Whether refugees were taken off the map, to let a unit through."""
    return is_refugees(state, state.units[drag.unit]) and drag.end == REFUGEE_BOX


def marching(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """Moves, one after the other, through the refugees that were taken from the map."""
    taken = [drag for drag in mine if driven(state, drag)]
    lines: list[LogLine] = []
    for drag in (drag for drag in mine if drag not in taken):
        through = [marker for marker in taken if marker.path[0] in drag.path]
        text = march(state, drag, [marker.path[0] for marker in through])
        lines.append(LogLine(steps_of((drag, *through)), text))
        state = state.with_unit(replace(state.units[drag.unit], at=drag.end))
    return lines


def march(state: State, drag: Drag, through: Sequence[str]) -> str:
    """A move as an order: by road or across country if it can be made so, else strategic, else as it is."""
    tail = f" through {' '.join(through)}" if through else ""
    lines = [f"move {drag.unit} {how}{dashed(drag)}{tail}" for how in WAYS]
    return next((line for line in lines if can(state, line)), lines[0])


def can(state: State, line: str) -> bool:
    """Whether a move could be made."""
    try:
        plan(state, grammar().read(line))
    except Refused:
        return False
    return True


def by_taste(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """A bot: moves, and attacks where they follow."""
    now, waiting = movers(state), list(left(state))
    if r05_penalty.to_split(state, waiting):
        return decision.default.splitlines()
    if state.frame.segment != "MOVE":
        return [*marches(state, waiting, chance, taste).lines, "done"]
    fighters = [unit for unit in now.active if is_combat(state, state.units[unit])]
    return act(state, waiting, fighters, now.hq, chance, taste)


def costs_of(state: State, order: Order) -> Ways:
    """Where the units of a move can go, and what it costs the first of them."""
    unit, way = state.units[order.units[0]], WAYS_OF[said(order).way]
    return Ways(reached(state, unit, way == STRATEGIC).ends(), PARTS[way])


MOVEMENT = Choice(
    topic=MOVE,
    rule="4.0.1",
    verbs=(ATTACK, *AGAIN, MOVE, "top", "done", "pass"),
    take=take_moves,
    legal=offered,
    asked={"MOVE": ACTING},
    waits=(MOVE, *AGAIN),
    ends=(ATTACK,),  # it ends movement
    over=("done combat",),
    meanings={
        "done": "no more moves",
        "done move": "no more moves; you are asked for attacks",
        "done combat": "no more moves, and no more attacks",
    },
    drag=marching,
    chance=WANDERER.plays(by_taste),
    purpose=MARCHER.plays(by_taste),
    ways=costs_of,
    rooms=rooms,
    strikes=lambda state, side: r07_strikes.strikes(state, left(state)),
)
MARCH = replace(
    MOVEMENT,
    rule="6.0.3",
    verbs=(MOVE, "top", "done", "pass"),
    asked={"RF_MOVE_G": GERMAN, "RF_MOVE_S": SOVIET},
    waits=None,
    within=("entry", "free"),
    reaction=False,
    over=(),
    meanings={},
    strikes=None,
)
"""The same where units move that are not activated: arrivals, and the corps of an event."""


@rule("K-R84")
def hopeless(state: State, orders: list[Order]) -> Refused | None:
    """Why the first attack among the orders that are left cannot be made; None if any of them can, and combat
    begins."""
    found: list[Refused] = []
    for order in orders:
        if order.verb == ATTACK:
            try:
                r07_attack.check_attack(state, order)
            except Refused as no:
                found.append(no)
            else:
                return None
    others = tuple(islice(r07_attack.attacks(state), r07_attack.SHOWN))
    return Refused(found[0].rule, found[0].why, others)


def closes(play: Play, order: Order) -> bool:
    """Whether movement ends with this order: an attack, which is left for the Combat Segment, or "done"."""
    if order.verb == ATTACK or said(order).what == "combat":
        return True
    excess = r05_penalty.to_split(play.state, left(play.state))
    if excess:
        play.refuse(order, r05_penalty.not_split(play.state, excess))
        return False
    play.verdict(order, "done")
    return True


def carry_out(play: Play, order: Order) -> bool:
    """One order of a movement; whether a unit has moved."""
    try:
        if order.verb == "top":
            r00_setup.lay_top(play, movers(play.state).side, order)
            return False
        for_each(play, order, march_one)
    except Refused as no:
        play.refuse(order, no)
        return False
    play.verdict(order, "done")
    return True


def march_one(play: Play, order: Order) -> None:
    """One unit of an order moves. Raises Refused."""
    meant = with_hq(play.state, order)
    check_mover(play.state, said(meant).unit)
    move(play, plan(play.state, meant))


def with_hq(state: State, order: Order) -> Order:
    """A move with its HQ filled in where the order says only "HQ". Raises Refused unless there is exactly
    one."""
    if said(order).unit != THE_HQ:
        return order
    found = [unit for unit in left(state) if is_hq(state, state.units[unit])]
    if len(found) != 1:
        raise Refused("4.0.1", f"you have {len(found)} HQs that may move: name one")
    return order.having(unit=found[0])


@rule("4.0.1", "4.1.2", "4.3.3", "12.8.1", "12.8.2")
def check_mover(state: State, unit_id: str) -> None:
    """A unit moves if it is its side's turn (4.3 point 3), it is activated (4.0), has not moved already in
    this segment (4.1), and is not an HQ that is held in place (12.8)."""
    now = movers(state)
    if state.units[unit_id].side != now.side:
        raise Refused("4.3.3", f"{unit_id} is not yours to move. Enemy units move only by retreat")
    if unit_id in now.moved:
        raise Refused("4.1.2", f"{unit_id} has completed its move in this segment")
    if pinned(state, unit_id):
        raise Refused("12.8.1", f"{unit_id} may not be moved yet")
    if unit_id not in left(state):
        why = not_active(state, unit_id)
        raise Refused("4.0.1", f"{unit_id} is not activated to move{': ' if why else ''}{why}")


@rule("4.0.1", "0.7c.1", "4.6.2")
def move(play: Play, planned: Plan) -> None:
    """A unit moves: its path, what entering does, the fuel of NO GAS (0.7c)."""
    before, unit = play.state, planned.unit
    number, how = HOW.get(planned.way, ("4.0.1", MOVE))
    note_train(play, planned, before.units[unit])
    go(play, number, unit, planned.path, how, planned.cost, planned.through)
    gas(play, unit)
    play.note("4.1.2", moved=(*movers(play.state).moved, unit))


@rule("0.7c.1", "0.7c.2", "0.7c.4", "K-R53")
def gas(play: Play, unit_id: str) -> None:
    """A unit enters the first hex of its move: in a Movement Segment after NO GAS a full-strength German
    mechanised unit loses a step; one with a single step left is spared (K-R53)."""
    unit = play.state.units[unit_id]
    thirsty = unit.side == GERMAN and mechanised(play.state, unit) and unit.steps > 1
    if thirsty and play.state.segment == "MOVE" and campaign(play.state).no_gas:
        take_step(play, "0.7c.1", unit_id, "moved without fuel")


@rule("4.6.2", "K-R74")
def note_train(play: Play, planned: Plan, unit: Unit) -> None:
    """Remember for the rest of the turn that a train entered or left an enemy zone (4.6, K-R74)."""
    if planned.way != RAIL:
        return
    was, now = (in_ezoc(play.state, planned.path[at], unit.side) for at in (0, -1))
    if was or now:
        kept = {**campaign(play.state).rail_zones, unit.id: "left" if was else "entered"}
        play.record(FactNoted(rule="4.6.2", key=TRAINS, value=kept))


@rule("1.3b.1", "1.2a.4")
def finish(play: Play) -> None:
    """Movement is over: combat follows a Movement Segment; after any other movement the level above goes
    on."""
    segment = play.state.frame.segment
    if segment == "MOVE":
        begin_segment(play, "1.3c.1", "COMBAT", announced=False)
    elif segment in INNER:
        play.leave("1.3b.1")
    else:
        r01_turn.on(play, "1.2a.4")


@rule("RET.3.1", "K-R48")
def free_move(play: Play, number: str, side: str, hq: str, units: tuple[str, ...]) -> None:
    """An HQ and these units move outside of an activation; nobody fights (event 3)."""
    active = tuple(dict.fromkeys((hq, *units)))
    play.enter(number, "free", side=side, active=active, extra=(), moved=())
