"""Rules 6.0c and 6.0e, where a reinforcement may be placed: its entry hex, another of the edge, a railroad.

Friendly units in a hex never lift the ban on enemy zones of control here (3.2, 6.0c).
"""

from __future__ import annotations

import random
from itertools import islice

from adjudicator.mechanics.armies import distance, nearest
from adjudicator.mechanics.remembered import of_board
from adjudicator.mechanics.supply import Leg, supply
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import State
from maps.board import Board

from . import r11_supply, terrain
from .position import ENEMY, army, enemy_here
from .r03_zoc import in_ezoc, zone
from .r04_costs import network
from .r05_stacking import check_stack, fits

WITHIN = 10
"""Hexes along the edge of the map to which an arrival may shift (6.0c)."""
CLEAR_OF_ENEMIES = 3
"""Hexes from every enemy unit at which a railroad journey may end (6.0e, K-R23)."""
SHOWN = 3


def entry_hex(state: State, letter: str) -> str:
    """The hex of an entry letter."""
    return terrain.entry(state, letter)


@rule("3.2.1", "3.2.2", "6.0c.1", "6.0c.2")
def check_open(state: State, side: str, space: str) -> None:
    """No reinforcement is placed on an enemy unit or in an enemy zone (6.0c, 3.2); friends in the hex do not
    help. Raises Refused."""
    where = terrain.name(state, space)
    if enemy_here(state, space, side):
        raise Refused("6.0c.1", f"enemy units are in {where}")
    if in_ezoc(state, space, side):
        raise Refused("3.2.1", f"{where} lies in an enemy zone of control; nobody is placed there")


def is_open(state: State, side: str, space: str) -> bool:
    """Whether a reinforcement may be placed in a hex, as far as the enemy goes."""
    return refusal(check_open, state, side, space) is None


@rule("6.0c.3", "6.0c.4", "K-R69")
def alternatives(state: State, side: str, letter: str) -> list[str]:
    """While the entry hex is closed, by enemies or their zone (K-R69): the hexes of the same edge within ten
    of it that are open, the nearest first. The edge of an entry on the coast is the coast."""
    entry = entry_hex(state, letter)
    if is_open(state, side, entry):
        return []
    found = [
        space for space in state.board.spaces if on_edge(state, entry, space) and is_open(state, side, space)
    ]
    return sorted(found, key=lambda space: (distance(state, entry, space), space))


@rule("6.0c.3")
def on_edge(state: State, entry: str, space: str) -> bool:
    """Whether a hex is one of the edge of an entry hex, within ten hexes of it, and ground to stand on."""
    shared = set(terrain.edges(state, entry)) & set(terrain.edges(state, space))
    near = shared and distance(state, entry, space) <= WITHIN
    return bool(near) and not terrain.is_water(state, space) and not terrain.is_half(state, space)


def open_hexes(state: State, unit_id: str, letter: str) -> list[str]:
    """Where a unit may be placed at its letter: the entry hex, or the others while that is closed."""
    side = state.units[unit_id].side
    entry = entry_hex(state, letter)
    return [entry] if is_open(state, side, entry) else alternatives(state, side, letter)


# -- 6.0e by rail ------------------------------------------------------------------------------------------


@rule("6.0e.1", "K-R24")
def rail_net(state: State, side: str) -> frozenset[str]:
    """The railroad hexes that a railroad joins to a source which the side owns now (K-R24), through hexes
    without enemy units, HQs included, and without enemy zones."""
    enemy = ENEMY[side]
    closed = frozenset(zone(state, enemy)) | {unit.at for unit in army(state, enemy)}
    along, net = rails(state.board), network(state.board)
    found = supply(net, r11_supply.sources(state, side), (along,), closed)
    return frozenset(space for space in found.steps if found.open(space) and along.into(net, space))


@of_board
def rails(board: Board) -> Leg:
    """The railroads of the map."""
    return Leg(lambda a, b: "rail" in board.between(a, b))


@rule("6.0e.1", "6.0e.2", "K-R22", "K-R23")
def check_rail(state: State, unit_id: str, space: str) -> None:
    """By rail a unit comes to a railroad hex joined to a source of its side (6.0e), three hexes or more from
    every enemy unit, and stays there (K-R22): so there must be room. Raises Refused."""
    unit, where = state.units[unit_id], terrain.name(state, space)
    if space not in rail_net(state, unit.side):
        raise Refused("6.0e.1", f"no open railroad joins {where} to a source of yours")
    if nearest(state, space, army(state, ENEMY[unit.side])) < CLEAR_OF_ENEMIES:
        raise Refused("6.0e.2", f"an enemy unit is nearer to {where} than {CLEAR_OF_ENEMIES} hexes")
    check_stack(state, unit, space)


def rail_examples(state: State, unit_id: str) -> list[str]:
    """A few railroad hexes to which a unit may come."""
    unit = state.units[unit_id]
    net = sorted(rail_net(state, unit.side))
    random.Random(f"{state.turn} {unit_id}").shuffle(net)
    foes = army(state, ENEMY[unit.side])
    clear = (space for space in net if fits(state, unit, space))
    return list(islice((s for s in clear if nearest(state, s, foes) >= CLEAR_OF_ENEMIES), SHOWN))


# -- what an order says --------------------------------------------------------------------------------


def places(state: State, unit_id: str, letter: str) -> list[str]:
    """Where a unit may come in, as order lines: at its letter or in a few other hexes of the edge, and a few
    by rail; [] if nowhere."""
    entry, lines = entry_hex(state, letter), []
    for space in open_hexes(state, unit_id, letter)[:SHOWN]:
        lines.append(f"enter {unit_id} at {letter}{'' if space == entry else f' alt {space}'}")
    return [*lines, *(f"enter {unit_id} at {letter} rail {space}" for space in rail_examples(state, unit_id))]


@rule("6.0.1", "6.0c.3", "6.0e.1")
def chosen(state: State, unit_id: str, letter: str, alt: str, rail: str) -> str:
    """The hex in which an order places a unit. Raises Refused."""
    side, entry = state.units[unit_id].side, entry_hex(state, letter)
    if rail:
        check_rail(state, unit_id, rail)
        return rail
    if alt and alt != entry:
        check_shift(state, unit_id, letter, alt)
        return alt
    try:
        check_open(state, side, entry)
    except Refused as no:
        others = alternatives(state, side, letter)[:SHOWN]
        legal = tuple(f"enter {unit_id} at {letter} alt {space}" for space in others)
        raise Refused(no.rule, no.why, legal) from None
    return entry


@rule("6.0c.3", "6.0c.4")
def check_shift(state: State, unit_id: str, letter: str, alt: str) -> None:
    """Another hex than the one of the letter: only while that is closed, on the same edge, within ten hexes,
    and open itself. Raises Refused."""
    side, entry = state.units[unit_id].side, entry_hex(state, letter)
    others, plain = alternatives(state, side, letter), f"enter {unit_id} at {letter}"
    if is_open(state, side, entry):
        where = terrain.name(state, entry)
        raise Refused("6.0c.3", f"{where} is open; {unit_id} comes in there", (plain,))
    check_open(state, side, alt)
    if alt not in others:
        near = tuple(f"{plain} alt {space}" for space in others[:SHOWN])
        raise Refused(
            "6.0c.3", f"{terrain.name(state, alt)} is not on the same edge within {WITHIN} hexes", near
        )
