"""HQs overrun (D.hq), and every way a unit goes on the map: by movement, retreat or advance.

D.hq.1 to 4  who is overrun, and what becomes of it       go, overrun
D.stack.3    an HQ left by its stack beside another one   crowded_out
D.hq.5 to 9  where an Axis HQ goes                        homes, run_relocate, take_relocate
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from adjudicator.answering import answered
from adjudicator.by_mail.ahead import ACTING
from adjudicator.by_mail.drags import each
from adjudicator.choices import MANY, Choice, by_default
from adjudicator.events import FlagsChanged, SegmentNoted, UnitEliminated, UnitMoved
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
from .r2_move import allowance
from .r2_supply import out_of_supply
from .zoc_stacking import fits, in_ezoc


@rule("D.hq.1", "D.hq.3")
def go(play: Play, number: str, unit: str, path: Sequence[str], how: str = "move", cost: str = "") -> None:
    """A unit goes along a path, which begins in its hex. An own HQ that was overrun in a hex it enters works
    again. A combat unit overruns an enemy HQ without combat units (D-R21); the segment keeps the rest of its
    path, and what that costs, until that HQ has gone elsewhere: its owner does not know of it yet."""
    state, mine = play.state, play.state.units[unit]
    enemy, at = ENEMY[mine.side], len(path)
    hq: Unit | None = None
    for place, space in enumerate(path[1:] if not is_hq(state, mine) else (), 2):
        if hq := None if fighters(state, space, enemy) else hq_in(state, space, enemy):
            at = place
            break
    now, later = (cost, "") if at == len(path) else shared(state, mine, cost, at - 1)
    play.record(UnitMoved(rule=number, unit=unit, path=tuple(path[:at]), how=how, cost=now))
    play.remember(number, "moved", unit)
    restore(play, mine.side, path[1:at])
    if hq and path[at:]:
        onward = {"unit": unit, "path": tuple(path[at - 1 :]), "cost": later}
        play.record(SegmentNoted(rule="D.hq.1", to=(mine.side,), about={"onward": onward}))
    if hq:
        overrun(play, hq)


def shared(state: State, unit: Unit, cost: str, steps: int) -> tuple[str, str]:
    """What a path costs, "1, 2, 3 of 6", of its first steps and of the others. The first part is told as if
    nothing came after it."""
    each, of, most = cost.partition(" of ")
    spent, points = each.split(", "), allowance(state, unit, not out_of_supply(state, unit))
    first = f"{', '.join(spent[:steps])} of {max(points, int(spent[steps - 1]))}" if of else ""
    return first, f"{', '.join(spent[steps:])}{of}{most}"


@rule("D.hq.3")
def restore(play: Play, side: str, spaces: Iterable[str]) -> None:
    """The HQs of a side that were overrun in hexes which a unit of it enters can be ordered again."""
    back = tuple(unit.id for at in spaces for unit in stack(play.state, at, side) if OVERRUN in unit.flags)
    if back:
        why = "a unit is there again"
        play.record(FlagsChanged(rule="D.hq.3", units=back, drop=(OVERRUN,), why=why))


@rule("D.hq.1", "D.hq.2", "D.hq.4")
def overrun(play: Play, hq: Unit) -> None:
    """An HQ is overrun. A Soviet HQ stays under the marker and cannot be ordered. An Axis HQ goes elsewhere,
    or is eliminated if no other unit of its formation is on the map, in supply or not (D-R47)."""
    mine, friends = formation(play.state, hq), army(play.state, hq.side)
    if hq.side == SOVIET:
        play.record(FlagsChanged(rule="D.hq.2", units=(hq.id,), add=(OVERRUN,)))
    elif not any(formation(play.state, unit) == mine and unit.id != hq.id for unit in friends):
        why = "it is overrun, and no unit of its formation is on the map"
        play.record(UnitEliminated(rule="D.hq.4", unit=hq.id, at=hq.at, box=ELIMINATED, why=why))
    else:
        play.enter("D.hq.5", "relocate", hq=hq.id)


@rule("D.stack.3", "D.hq.5")
def crowded_out(play: Play, hqs: Iterable[str]) -> None:
    """An HQ whose stack was lost on the retreat, and which is in the hex of another HQ, goes elsewhere as one
    that is overrun: two HQs never share a hex."""
    for hq in (play.state.units[id_] for id_ in hqs):
        if not fits(play.state, hq.at, [hq]):
            play.enter("D.stack.3", "relocate", hq=hq.id)


def best(spaces: Iterable[str], *ranks: Callable[[str], int]) -> tuple[str, ...]:
    """Those of some hexes that come first under one rank after the other, lower first."""
    left = tuple(spaces)
    for rank in ranks:
        low = min(map(rank, left), default=0)
        left = tuple(space for space in left if rank(space) == low)
    return left


@rule("D.hq.5", "D.hq.6", "D.hq.7", "D.hq.8", "D.stack.3")
def homes(state: State, hq: Unit) -> tuple[str, tuple[str, ...]]:
    """The clause by which an overrun HQ finds a hex, and the hexes that are equally good under it. Its range
    is counted from where it was, whatever is between (D-R23). Two HQs never share a hex."""
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
    edge = best(free, lambda at: distance(state, at, hq.at), lambda at: to_edge(state, at, AXIS), zoned)
    return "D.hq.8", edge


FIRST = {
    "D.hq.5": "a road hex in its Command Range with a combat unit and without an HQ comes first",
    "D.hq.6": "a road hex in its Command Range comes first, outside enemy zones if there is one",
    "D.hq.7": "a hex in its Command Range comes first, outside enemy zones if there is one",
    "D.hq.8": "it goes to the closest hex without enemies, nearer your edge first, then outside enemy zones",
}
"""The clause that finds its hexes -> why an HQ may not go to another, in words."""


@rule("D.hq.9", "D.hq.5")
def run_relocate(play: Play) -> None:
    """The level "relocate": the Axis player says where the HQ goes, even in a segment of the Soviet
    player."""
    hq = play.state.units[relocation(play.state).hq]
    number, found = homes(play.state, hq)
    fate = "is overrun" if fits(play.state, hq.at, [hq]) else "may not stay with another HQ"
    RELOCATION.ask(
        play, AXIS,
        f"{hq.id} {fate} in {name(play.state, hq.at)}. Place it once, in exactly one of these hexes.",
        rule=number, closed=True, silence="it goes to the one with the lowest number",
        default=f"relocate {hq.id} to {found[0]}", about=(hq.id, hq.at),
    )  # fmt: skip


def take_relocate(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: the HQ is placed there, and the segment goes on."""
    hq = play.state.units[relocation(play.state).hq]
    number, found = homes(play.state, hq)

    def check(order: Order) -> str:
        told = said(order)
        if told.hex not in found or told.hq not in {"", hq.id}:
            why = f"{told.hq or hq.id} cannot go to {name(play.state, told.hex)} now: {FIRST[number]}"
            raise Refused(number, why, tuple(legal(play.state, decision.player)))
        return told.hex

    if answer := answered(play, decision, orders, check):
        play.leave(number)
        play.record(UnitMoved(rule=number, unit=hq.id, path=(hq.at, answer[1]), how="displaced"))


def legal(state: State, side: str) -> list[str]:
    """The hexes to which the HQ may go, as orders."""
    hq = state.units[relocation(state).hq]
    return [f"relocate {hq.id} to {space}" for space in homes(state, hq)[1]]


RELOCATION = Choice(
    topic="relocate", rule="D.hq.5", verbs=("relocate",), take=take_relocate, legal=legal, shown=MANY,
    asked={"COMBATS": ACTING}, only=AXIS, within=("combat", "relocate"), called=("relocate",),
    advice=("if asked relocate then default",),
    advised="An overrun Axis HQ goes to the hex with the lowest number that it may enter.",
    drag=each("relocate {unit} to {end}"), purpose=by_default,
)  # fmt: skip
