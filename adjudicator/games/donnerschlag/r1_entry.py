"""Extended step B, reinforcements (D.admin.b, D.reinf): they come on the map one by one, and go by road."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from adjudicator.answering import every_legal, for_each
from adjudicator.by_mail.ahead import EVERY_SIDE
from adjudicator.by_mail.drags import Drag, LogLine
from adjudicator.by_mail.standing import ending
from adjudicator.choices import Choice
from adjudicator.mechanics.movement import (
    Barred,
    Crossing,
    CurrentCosts,
    MoveCost,
    MovementCosts,
    ZoneRules,
    path_cost,
    reach,
)  # fmt: skip
from adjudicator.mechanics.remembered import of_board
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit
from maps.board import Board

from . import r1_cards, r2_overrun
from .charts import charts
from .events import ReinforcementEntered
from .orders import ENDING, PASSING, Said, said
from .position import ARRIVALS, AXIS, ENEMY, SIDES, held_by, listed, name, network
from .zoc_stacking import check_stack, fits, in_ezoc, zones

HOLD = "hold"
NO_ROAD = Barred("D.reinf.5", "reinforcements enter by road, and there is no road there")
EXAMPLES = 12


@of_board
@rule("D.reinf.5")
def roads(board: Board) -> MovementCosts:
    """Any number of hexes along an unbroken road cost a reinforcement nothing."""

    def step(a: str, b: str) -> Crossing:
        return MoveCost(0) if "road" in board.between(a, b) else NO_ROAD

    return MovementCosts(network(board), step)


@rule("D.reinf.6")
def ways_in(state: State, side: str) -> CurrentCosts:
    """The roads as they are open to a side: not into enemy zones, nor into hexes with enemies."""
    barred = ZoneRules(bars=Barred("D.reinf.6", "an enemy zone is there"))
    shut = Barred("D.reinf.6", "the enemy is there")
    closed = dict.fromkeys(held_by(state, ENEMY[side]), shut)
    return roads(state.board).under(zones(state, ENEMY[side]), barred, closed)


@rule("D.reinf.2", "D.reinf.3")
def entry_hexes(side: str) -> tuple[str, ...]:
    """The hexes at which a side's reinforcements enter, each at any of them."""
    return tuple(charts()["entry"].cell("Hexes", side).split())


@rule("D.reinf.6", "D.reinf.8")
def open_at(state: State, side: str) -> list[str]:
    """The entry hexes without enemies and enemy zones (D-R39)."""
    shut = held_by(state, ENEMY[side])
    return [at for at in entry_hexes(side) if at not in shut and not in_ezoc(state, at, side)]


@rule("D.reinf.1", "D.reinf.3", "D.reinf.8")
def arriving(state: State, side: str) -> list[Unit]:
    """The reinforcements of a side whose turn has come; who found no way in on it waits among them."""
    units = state.units.values()
    return [u for u in units if u.side == side and ARRIVALS.get(u.at, state.turn + 1) <= state.turn]


def ends(state: State, unit: Unit, at: str) -> list[str]:
    """The hexes to which a unit could go that enters at a hex."""
    return [end for end in reach(ways_in(state, unit.side), at, 0) if fits(state, end, [unit])]


def entries(state: State, unit: Unit) -> list[str]:
    """Orders by which a unit could enter, one for each hex: it stays in it, or goes on as it must."""
    able = {at: ends(state, unit, at) for at in open_at(state, unit.side)}
    lines = {at: f"enter {unit.id} at {at}" for at in able}
    return [lines[at] if at in to else f"{lines[at]} to {to[0]}" for at, to in able.items() if to]


@rule("D.admin.b.1", "D.seq.2", "D.reinf.4", "D.reinf.8")
def run_entry(play: Play) -> None:
    """REINF: a player with reinforcements that can enter is asked, the Axis player first. They enter one
    after the other, in the owner's order."""
    state, done = play.state, play.state.frame.facts.get("done", ())
    able = {s: [u for u in arriving(state, s) if entries(state, u)] for s in SIDES if s not in done}
    side = next((side for side, units in able.items() if units), "")
    if not side:
        play.go("D.seq.2", "HIGHCOM")
        return
    ENTRY.ask(
        play, side,
        f"Enter your reinforcements and move them by road, one line for each unit: {listed(able[side])}. "
        'They enter in the order of your lines. "done": the others wait for a later turn.',
        answers=[line for unit in able[side] for line in entries(state, unit)], also=("done",),
        silence="each enters where it can, and those that cannot wait",
        default="\n".join((*by_itself(state, side), "done")), about=tuple(unit.id for unit in able[side]),
    )  # fmt: skip


def by_itself(state: State, side: str) -> list[str]:
    """Entries of all that can enter, one after the other."""
    lines = []
    for unit in arriving(state, side):
        for line in entries(state, unit)[:1]:
            lines.append(line)
            state = state.with_unit(Unit(unit.id, unit.side, line.split()[-1], unit.steps))
    return lines


@rule("D.reinf.4", "D.seq.2")
def take_entry(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: each unit is routed after the one before has stopped; "done" ends it."""
    if every_legal(play, orders, partial(take_line, play, decision.player)):
        play.close(decision)


def take_line(play: Play, side: str, order: Order) -> None:
    """One line: a unit enters, units wait, or nobody else enters now. Raises Refused."""
    if order.verb == "enter":
        for_each(play, order, lambda apart, one: enter(apart, side, said(one)))
    elif order.verb == HOLD:
        for unit in order.units:
            check_arriving(play.state, side, play.state.units[unit])
    else:
        play.note("D.admin.b.1", done=(*play.state.frame.facts.get("done", ()), side))


@rule("D.admin.b.1", "D.reinf.1", "D.reinf.3")
def check_arriving(state: State, side: str, unit: Unit) -> None:
    """A unit of the player whose turn to enter has come. Raises Refused."""
    waiting, turn = arriving(state, side), ARRIVALS.get(unit.at)
    if unit not in waiting:
        theirs = turn and unit.side == side
        why = f"enters from turn {turn} on" if theirs else "is not a reinforcement of yours that waits"
        legal = tuple(line for one in waiting for line in entries(state, one)[:1])
        raise Refused("D.reinf.3" if side == AXIS else "D.reinf.1", f"{unit.id} {why}", legal)


@rule("D.reinf.2", "D.reinf.3", "D.reinf.5", "D.reinf.6", "D.reinf.7")
def enter(play: Play, side: str, told: Said) -> None:
    """A unit comes on the map at an open entry hex, goes any way by road, and stops where there is room.
    Raises Refused."""
    state, unit = play.state, play.state.units[told.unit]
    check_arriving(state, side, unit)
    legal = tuple(entries(state, unit))
    if told.hex not in open_at(state, side):
        shut = told.hex in entry_hexes(side)
        number = "D.reinf.6" if shut else "D.reinf.3" if side == AXIS else "D.reinf.2"
        why = "an enemy unit or zone is there" if shut else "it is not an entry hex"
        raise Refused(number, f"{unit.id} cannot enter at {name(state, told.hex)}: {why}", legal)
    path = way(state, unit, told, legal)
    check_stack(state, path[-1], [unit], legal)
    play.record(ReinforcementEntered(rule="D.reinf.5", unit=unit.id, path=path))
    play.remember("D.reinf.5", "moved", unit.id)
    r2_overrun.restore(play, side, path)


def way(state: State, unit: Unit, told: Said, legal: tuple[str, ...]) -> tuple[str, ...]:
    """The path of a unit from its entry hex. Raises Refused where it breaks."""
    costs = ways_in(state, unit.side)
    if told.way == "to":
        found = reach(costs, told.hex, 0)
        if told.path[0] in found:
            return found.path(told.path[0])
        goal, shut = name(state, told.path[0]), costs.closed.get(told.path[0])
        if shut:
            raise Refused(shut.rule, f"{unit.id} cannot go to {goal}: {shut.why}", legal)
        raise Refused("D.reinf.5", f"no open road leads {unit.id} to {goal}", legal)
    path = told.path if told.path[:1] == (told.hex,) else (told.hex, *told.path)
    if fault := path_cost(costs, path, 0).fault:
        touch = fault.kind == "barred"
        number, why = (fault.rule, fault.why) if touch else ("D.reinf.5", "they do not touch")
        raise Refused(number, f"{unit.id} cannot go from {fault.at} to {fault.to}: {why}", legal)
    return path


def legal(state: State, side: str) -> Iterator[str]:
    """Entries at each hex, first where the unit stays or goes on as it must, then to every hex by road; units
    that wait; and the end."""
    mine = arriving(state, side)
    yield from (line for unit in mine for line in entries(state, unit))
    for unit in mine:
        for at in open_at(state, side):
            yield from (f"enter {unit.id} at {at} to {end}" for end in ends(state, unit, at) if end != at)
    yield from (f"{HOLD} {unit.id}" for unit in mine)
    yield "done"


def dragged(state: State, mine: Sequence[Drag]) -> list[LogLine]:
    """The units that came on the map in a log, where, and where they were left."""
    lines: list[LogLine] = []
    for drag in mine:
        open_to = entry_hexes(state.units[drag.unit].side)
        first = next((one for one in drag.path if one in open_to), "")
        on = f" to {drag.end}" if first != drag.end else ""
        lines.append(LogLine(drag.steps, f"enter {drag.unit} at {first or drag.end}{on}"))
    return lines


ENTRY = Choice(
    topic="enter", rule="D.admin.b.1", verbs=("enter", HOLD, ENDING[0]), take=take_entry, legal=legal,
    shown=EXAMPLES, asked={"REINF": EVERY_SIDE}, called=("enter",), usual=False, anyone=(HOLD,),
    policies={**PASSING, HOLD: ending({HOLD: HOLD})}, drag=dragged,
    tapped={ENDING[0]: "the others wait for a later turn"},
    purpose=lambda state, decision, chance: [  # as one does by mail, with what is asked next
        *decision.default.splitlines(), *r1_cards.sent(state, decision.player)[:1],
    ],
)  # fmt: skip
