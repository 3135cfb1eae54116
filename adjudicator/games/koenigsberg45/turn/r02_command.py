"""Rules 2.1 and 2.2, command: limits, whom a chit may activate, how far an HQ commands.

1.3c.2  the end of the Command Phase    command_over
2.1b    the limits                      finished, void
2.1c, d whom Front chits and HGM may activate    choices
2.2e    how far an HQ commands          within

The drawing itself is in r00_actions.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from adjudicator.mechanics.armies import distance, on_map
from adjudicator.mechanics.command import command_range, counted
from adjudicator.mechanics.movement import MovementCosts
from adjudicator.orders import Order
from adjudicator.phases.battlefield import network
from adjudicator.play import Play
from adjudicator.reader import ALL
from adjudicator.rulings import Refused, rule
from adjudicator.state import Json, State, Unit
from counters.roster.load import load_roster

from ..levels import activation, campaign
from ..orders import THE_HQ, said
from ..position import (
    COMMANDS,
    GD_BOX,
    GERMAN,
    RANGE,
    REMOVED,
    army,
    command_of,
    formation,
    hq_of,
    independent,
    is_combat,
    is_hq,
    printed,
    troops,
)
from ..terrain import impassable, is_half, is_water, river_name, road, the_board, unbridged_major, water_name
from .r00_chits import CUP, chooses, command_of_chit, hq_of_chit, is_action, owner
from .r01_turn import limit

SEVENTH = "HQ 7Pz"
WITHOUT_HQ = {SEVENTH: (REMOVED, GD_BOX)}
"""The boxes of HQs whose units an HQ may activate as independent ones, if not only that of the lost."""
STOPPED = "stopped"
"""The fact in which the Fronts are that may activate nobody any more this turn."""
FACTS = ("side", "chit", "hq", "active", "extra", "moved", "attacked", "post")
"""The facts of an activation that go on from segment to segment."""


def used(state: State, command: str) -> int:
    """How many HQs a command has activated this turn."""
    return state.tracks.get(f"activations-{command}", 0)


@rule("0.5.3", "2.1a.2", "2.1b.2", "2.1c.2", "2.1d.2", "K-R2", "K-R11")
def finished(state: State, command: str) -> bool:
    """Whether the German side or a Front may activate nobody any more this turn: its limit is used up, or
    random event 10 has stopped it (K-R11)."""
    return used(state, command) >= limit(state, command) or command in campaign(state).stopped


@rule("1.3c.2")
def command_over(state: State) -> bool:
    """Whether no more chits are drawn: every command is finished, or the cup is empty."""
    return not state.cups[CUP] or all(finished(state, command) for command in COMMANDS)


@rule("2.1b.2", "K-R5")
def void(state: State, chit: str) -> str:
    """Why a drawn Command Chit activates nobody; "" when it does. It uses no limit then (K-R5)."""
    command, hq = command_of_chit(state, chit), hq_of_chit(state, chit)
    if finished(state, command):
        return "no more HQs of this command may be activated this turn"
    if hq and not on_map(state, state.units[hq]):
        return f"{hq} is not on the map"
    if not choices(state, chit):
        return "no HQ under its command is on the map"
    return ""


@rule("0.6b.1", "2.1c.1", "2.1d.1", "2.2c.1", "2.2c.2")
def choices(state: State, chit: str) -> tuple[str, ...]:
    """The HQs that a Front chit or HGM may activate: any under its command on the map, also one that has been
    activated before this turn (2.2c)."""
    command = command_of_chit(state, chit)
    side = owner(state, chit)
    return tuple(u.id for u in army(state, side) if is_hq(state, u) and command_of(state, u) == command)


def to_come(state: State, side: str, hq: str) -> bool:
    """Whether an HQ of a side may still be activated this turn, by a chit that is in the cup."""
    unit = state.units.get(hq)
    if (
        unit is None
        or unit.side != side
        or not on_map(state, unit)
        or finished(state, command_of(state, unit))
    ):
        return False
    mine = (chit for chit in state.cups[CUP] if not is_action(state, chit) and owner(state, chit) == side)
    return any(
        hq_of_chit(state, chit) == hq or (chooses(state, chit) and hq in choices(state, chit))
        for chit in mine
    )


OTHERS = (
    ' You may add orders for other HQs: begin each set with "activate" and the HQ. They wait for its chit.'
)


def for_others(state: State, side: str) -> str:
    """What a question says of orders for HQs that act later this turn; "" where none can."""
    return OTHERS if any(is_hq(state, u) and to_come(state, side, u.id) for u in army(state, side)) else ""


@rule("2.2a.3", "2.2e.1", "2.2e-lim.3")
def within(state: State, hq_id: str) -> Mapping[str, int]:
    """The hexes in the Command Range of an HQ in its present hex, each with its distance: its own is 0, an
    adjacent one 1 (2.2e). Enemies, their zones and supply do not matter."""
    hq: Unit = state.units[hq_id]
    return around(state, hq_id, hq.at) if on_map(state, hq) else {}


def around(state: State, hq_id: str, post: str) -> Mapping[str, int]:
    """The hexes in the Command Range of an HQ as it is counted from a hex, each with its distance."""
    return in_range(post, printed(state, state.units[hq_id], RANGE))


@lru_cache(maxsize=512)
def in_range(start: str, most: int) -> Mapping[str, int]:
    """The hexes up to this many hexes away from one, as Command Range counts them, with their distances."""
    found = command_range(counting().under(), start, most)
    return {space: found.cost(space) for space in found}


@cache
def counting() -> MovementCosts:
    """The steps by which Command Range is counted on the map, which never changes."""
    board = the_board()
    bare = State(board=board, roster=load_roster("koenigsberg45"), sides=(), units={})
    return MovementCosts(
        network(board),
        counted(lambda a, b: bar(bare, a, b), lambda a, b: unbridged_major(bare, a, b), "2.2e-lim.1"),
    )


@rule("0.2a.4", "2.2e-lim.1", "2.2e-lim.2")
def bar(state: State, a: str, b: str) -> str | None:
    """Why Command Range does not go from a hex to the next: into water, over an impassable hexside, or
    through a half-hex without a road (0.2a). It stops after crossing an unbridged major river
    (2.2e-lim.2)."""
    if is_water(state, b) or impassable(state, a, b):
        return "Command Range may not cross water or an impassable hexside"
    if (is_half(state, a) or is_half(state, b)) and not road(state, a, b):
        return "Command Range goes through a half-hex only along its road"
    return None


@rule("2.2a.3", "2.2e.1", "2.2e-lim.1", "2.2e-lim.2")
def out_of_range(state: State, hq_id: str, post: str, space: str) -> str:
    """Why a hex is not in the Command Range of an HQ that was activated in a hex, with what ends the range on
    the way there."""
    hq, far = state.units[hq_id], distance(state, post, space)
    most = printed(state, hq, RANGE)
    if far > most:
        if post != hq.at:
            return f"{far} hexes from {post}, where {hq_id} was activated; its range is {most}"
        return f"{far} hexes from {hq_id}, whose range is {most}"
    crossed = beyond(state, around(state, hq_id, post), post, space)
    ends = dict.fromkeys(found for a, b in crossed if (found := ended_by(state, a, b)))
    if not ends:
        return f"out of {hq_id}'s range of {most}: the direct way is blocked, and the way round is too long"
    return f"out of {hq_id}'s range, which ends at {' and '.join(ends)}"


def beyond(state: State, near: Mapping[str, int], start: str, space: str) -> list[tuple[str, str]]:
    """The steps of the shortest ways from a hex to another that lead out of the range around it."""
    far = distance(state, start, space)
    between = [one for one in near if near[one] + distance(state, one, space) == far]
    return [
        (a, b) for a in between for b in state.board.neighbours(a)
        if b not in near and distance(state, b, space) < distance(state, a, space)
    ]  # fmt: skip


def ended_by(state: State, a: str, b: str) -> str:
    """What ends Command Range between two hexes, in words; "" where nothing on the map does."""
    if is_water(state, b) or impassable(state, a, b):
        return water_name(state, a, b)
    if bar(state, a, b):
        return "the edge of the map"
    crossed = [near for near in state.board.neighbours(a) if unbridged_major(state, near, a)]
    return river_name(crossed[0], a) if crossed else ""


@rule("2.0.1", "2.2e.2", "2.2e.3", "2.2f.1", "2.2f.2")
def may_attack(state: State, unit: str) -> bool:
    """Whether a unit is activated to fight and has not been named in an attack. Where it stands by now does
    not matter: range was looked at when its HQ was activated (2.2e). Nothing else depends on command: a unit
    defends as printed (2.2f)."""
    now = activation(state)
    return unit in now.active and is_combat(state, state.units[unit]) and unit not in now.attacked


def combat_in_range(state: State, hq: str) -> tuple[Unit, ...]:
    """The combat units of an HQ's side in its Command Range (2.2a.3); no other HQ is among them (2.2a.4)."""
    near = within(state, hq)
    return tuple(unit for unit in troops(state, state.units[hq].side) if unit.at in near)


@rule("0.8c.1", "1.3a.1", "2.1a.4", "2.2a.3", "2.2a.4")
def own_units(state: State, hq: str) -> tuple[str, ...]:
    """The units of an HQ's colour in its range: all of them act with it, whatever reminder is on them
    (0.8c)."""
    return tuple(unit.id for unit in combat_in_range(state, hq) if hq_of(formation(state, unit)) == hq)


@rule("2.2b.1", "2.2b.2", "2.2b.3", "2.2d.1", "2.2d.2")
def candidates(state: State, hq: str) -> tuple[str, ...]:
    """The units in range that an HQ may activate beyond its own, also a second time (2.2b): independent ones;
    for that of 7th Panzer Corps also those whose HQ has been withdrawn or lost."""
    return tuple(
        unit.id
        for unit in combat_in_range(state, hq)
        if independent(state, unit, WITHOUT_HQ.get(hq, (REMOVED,)))
    )


@rule("2.2a.1", "2.2a.2", "2.2d.2")
def capacity(state: State, hq: str) -> tuple[int, str]:
    """How many such units an HQ activates, and the clause: Soviet two, German three, 7th Panzer five."""
    if hq == SEVENTH:
        return 5, "2.2d.2"
    return (3, "2.2a.2") if state.units[hq].side == GERMAN else (2, "2.2a.1")


def not_active(state: State, unit_id: str) -> str:
    """Why a unit does not act in this activation, by where its HQ was as that began (2.2e)."""
    now, unit = activation(state), state.units[unit_id]
    hq, own = now.hq, hq_of(formation(state, unit))
    if unit_id in now.extra:
        return "HGM allows it only to move [2.1d.3]"
    if not hq or not on_map(state, unit):
        return ""
    post = now.post or ("" if hq in now.moved else state.units[hq].at)
    if post in state.board.spaces and unit.at not in around(state, hq, post):
        return out_of_range(state, hq, post, unit.at)
    if own == hq:  # its own units in range act unnamed
        return f"it was not in range of {hq} when that was activated"
    if not independent(state, unit, WITHOUT_HQ.get(hq, (REMOVED,))):
        return f"it is commanded by {own}, and {hq} acts"
    return f"it was not named to act with {hq}"


def begin_segment(play: Play, number: str, segment: str, **more: Json) -> None:
    """Go on to another segment of the same activation, with its facts and these."""
    kept = {key: value for key, value in play.state.frames[0].facts.items() if key in FACTS}
    play.go(number, segment, **{**kept, **more})


@rule("2.1b.1")
def check_hq(state: State, order: Order) -> None:
    """Raises Refused where a line is for another HQ than the activated one."""
    hq, line = activation(state).hq, said(order)
    if line.hq not in {hq, THE_HQ}:
        raise Refused("2.1b.1", f"{hq} is activated, not {line.hq}")


def named_again(play: Play, order: Order) -> None:
    """A line that activates who acts already is done, and changes nothing; another HQ, and units that do not
    act, are refused."""
    state, now = play.state, activation(play.state)
    try:
        check_hq(state, order)
        late = [unit for unit in said(order).units if unit not in (*now.active, ALL)]
        if late:
            why = f"who acts with {now.hq} is settled, and {late[0]} does not: {not_active(state, late[0])}"
            raise Refused("2.2a.1", why.removesuffix(": "))
    except Refused as no:
        play.refuse(order, no)
    else:
        play.verdict(order, "done", why="it is already activated")
