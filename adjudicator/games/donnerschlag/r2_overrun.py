"""HQs overrun (D.hq), and every way a unit goes on the map: by movement, retreat or advance.

D.hq.1 to 4  who is overrun, and what becomes of it       go, overrun
D.hq.5 to 9  where an Axis HQ goes                        homes, run_relocate, take_relocate
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from adjudicator.answering import answered
from adjudicator.by_mail.ahead import ACTING
from adjudicator.by_mail.drags import each
from adjudicator.choices import MANY, Choice, by_default
from adjudicator.events import FlagsChanged, UnitEliminated, UnitMoved
from adjudicator.mechanics.armies import army, distance, stack
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Decision, State, Unit

from .levels import relocation
from .orders import said
from .pieces import command_range_of, formation, is_hq
from .position import (
    AXIS,
    ELIMINATED,
    ENEMY,
    OVERRUN,
    SOVIET,
    fighters,
    held_by,
    hq_in,
    name,
    on_road,
    to_edge,
)
from .zoc import in_ezoc


@rule("D.hq.1")
def lone_hq(state: State, space: str, side: str) -> Unit | None:
    """The HQ of a side in a hex that a combat unit of its enemy would overrun: one without combat units
    (D-R21)."""
    return None if fighters(state, space, side) else hq_in(state, space, side)


@rule("D.hq.1", "D.hq.3")
def go(play: Play, number: str, unit: str, path: Sequence[str], how: str = "move", cost: str = "") -> None:
    """A unit goes along a path, which begins where it stands. An own HQ that was overrun in a hex it enters
    works again; a combat unit overruns a lone enemy HQ, and what is left of its path is kept in the segment
    while that HQ goes elsewhere."""
    mine = play.state.units[unit]
    able = path[1:] if not is_hq(play.state, mine) else ()
    met = ((n, hq) for n, space in enumerate(able, 2) if (hq := lone_hq(play.state, space, ENEMY[mine.side])))
    at, hq = next(met, (len(path), None))
    play.record(UnitMoved(rule=number, unit=unit, path=tuple(path[:at]), how=how, cost=cost))
    play.remember(number, "moved", unit)
    restore(play, mine.side, path[1:at])
    if hq and path[at:]:
        play.note("D.hq.1", onward={"unit": unit, "path": tuple(path[at - 1 :])})
    if hq:
        overrun(play, hq)


@rule("D.hq.3")
def restore(play: Play, side: str, spaces: Iterable[str]) -> None:
    """The HQs of a side that were overrun in hexes which a unit of it enters can be ordered again."""
    back = [unit.id for at in spaces for unit in stack(play.state, at, side) if OVERRUN in unit.flags]
    if back:
        play.record(
            FlagsChanged(rule="D.hq.3", units=tuple(back), drop=(OVERRUN,), why="a unit is there again")
        )


@rule("D.hq.1", "D.hq.2", "D.hq.4")
def overrun(play: Play, hq: Unit) -> None:
    """An HQ is overrun: a Soviet one stays under the marker and cannot be ordered, an Axis one is eliminated
    or goes elsewhere."""
    if hq.side == SOVIET:
        play.record(FlagsChanged(rule="D.hq.2", units=(hq.id,), add=(OVERRUN,)))
    elif not comrades(play.state, hq):
        why = "it is overrun, and no unit of its formation is on the map"
        play.record(UnitEliminated(rule="D.hq.4", unit=hq.id, at=hq.at, box=ELIMINATED, why=why))
    else:
        play.enter("D.hq.5", "relocate", hq=hq.id)


@rule("D.hq.4")
def comrades(state: State, hq: Unit) -> list[Unit]:
    """The other units of an HQ's formation on the map, in supply or not (D-R47)."""
    mine = formation(state, hq)
    return [unit for unit in army(state, hq.side) if formation(state, unit) == mine and unit.id != hq.id]


# -- where it goes -----------------------------------------------------------------------------------------


def best(spaces: Iterable[str], *ranks: Callable[[str], int]) -> tuple[str, ...]:
    """Those of some hexes that come first under one rank after the other, lower first."""
    left = tuple(spaces)
    for rank in ranks:
        low = min(map(rank, left), default=0)
        left = tuple(space for space in left if rank(space) == low)
    return left


@rule("D.hq.5", "D.hq.6", "D.hq.7", "D.hq.8", "D.stack.3")
def homes(state: State, hq: Unit) -> tuple[str, tuple[str, ...]]:
    """The clause by which an overrun HQ finds a hex, and the hexes that are equally good under it. Its
    range is counted from where it was, whatever lies between (D-R23); two HQs never share a hex."""
    taken = held_by(state, ENEMY[AXIS]) | {u.at for u in army(state, AXIS) if is_hq(state, u)}
    free = [space for space in state.board.spaces if space not in taken]
    near = [space for space in free if distance(state, space, hq.at) <= command_range_of(state, hq)]
    road = [space for space in near if on_road(state.board, space)]

    def zoned(space: str) -> int:
        return in_ezoc(state, space, AXIS)

    if with_units := [space for space in road if fighters(state, space, AXIS)]:
        return "D.hq.5", tuple(with_units)
    if road:
        return "D.hq.6", best(road, zoned)
    if near:
        return "D.hq.7", best(near, zoned)
    return "D.hq.8", best(
        free, lambda at: distance(state, at, hq.at), lambda at: to_edge(state, at, AXIS), zoned
    )


@rule("D.hq.9", "D.hq.5")
def run_relocate(play: Play) -> None:
    """The level "relocate": the Axis player says where his HQ goes, in a segment of the Soviets, too."""
    hq = play.state.units[relocation(play.state).hq]
    number, found = homes(play.state, hq)
    RELOCATION.ask(
        play,
        AXIS,
        f"{hq.id} is overrun in {name(play.state, hq.at)}. Where does it go? One line, once.",
        rule=number,
        closed=True,
        silence="to the one with the lowest number",
        default=f"relocate {hq.id} to {found[0]}",
        about=(hq.id, hq.at),
    )


def take_relocate(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: the HQ stands there, and the segment goes on."""
    hq = play.state.units[relocation(play.state).hq]
    number, found = homes(play.state, hq)

    def check(order: Order) -> str:
        told = said(order)
        if told.hex not in found or told.hq not in {"", hq.id}:
            why = f"{told.hq or hq.id} cannot go to {name(play.state, told.hex)} now"
            raise Refused(number, why, tuple(f"relocate {hq.id} to {space}" for space in found))
        return told.hex

    if answer := answered(play, decision, orders, check):
        play.leave(number)
        play.record(UnitMoved(rule=number, unit=hq.id, path=(hq.at, answer[1]), how="displaced"))


def legal(state: State, side: str) -> list[str]:
    """The hexes to which the HQ may go, as orders."""
    hq = state.units[relocation(state).hq]
    return [f"relocate {hq.id} to {space}" for space in homes(state, hq)[1]]


RELOCATION = Choice(
    topic="relocate",
    rule="D.hq.5",
    verbs=("relocate",),
    take=take_relocate,
    legal=legal,
    shown=MANY,
    asked={"COMBATS": ACTING},
    within=("combat", "relocate"),
    called=("relocate",),
    advice=("if asked relocate then default",),
    drag=each("relocate {unit} to {end}"),
    purpose=by_default,
)
