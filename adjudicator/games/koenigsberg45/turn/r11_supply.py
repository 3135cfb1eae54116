"""Rule 11, supply: lines to sources, and the state of a unit without one.

11.1 supply lines     11.2 sources, Königsberg among them     11.3 Out of Supply, Isolated     1.4 the phase

What is traced is traced for the whole side at once, from its sources outwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from math import inf

from adjudicator.events import FactNoted, FlagsChanged
from adjudicator.mechanics.remembered import Remembered, of_board
from adjudicator.mechanics.supply import Leg, Supply, supply
from adjudicator.phases.battlefield import network
from adjudicator.play import Play
from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from maps.board import Board

from .. import terrain
from ..events import SourceTaken
from ..fog import occur
from ..hexes import r03_zoc
from ..levels import campaign
from ..position import (
    ENEMY,
    GERMAN,
    ISOLATED,
    MOVEMENT,
    OUT_OF_SUPPLY,
    SIDES,
    SOVIET,
    army,
    enemy_here,
    formation,
    hq_of,
    is_combat,
    printed,
    units_of,
)
from ..terrain import ELBING, KOENIGSBERG
from . import r01_turn, r14_victory

LIMITED = "limited"
RANGE = 10
"""How far from it a limited Königsberg supplies (11.2c)."""

SUPPLIED = ""
Condition = str
"""SUPPLIED, OUT_OF_SUPPLY or ISOLATED: one of the three holds (0.8d)."""
WORSE = (SUPPLIED, OUT_OF_SUPPLY, ISOLATED)


@rule("0.2j.1", "11.2.1", "11.2.2", "11.2a.1", "11.2a.2", "11.2c.2")
def sources(state: State, side: str) -> tuple[str, ...]:
    """The full sources of a side: those printed for it, split ones German until a Soviet unit took them, and
    Königsberg for the Germans while it is not limited (11.2c)."""
    taken = campaign(state).split_lost
    found = []
    for space, printed_for in printed_sources(state.board):
        owner = printed_for if printed_for != "split" else SOVIET if space in taken else GERMAN
        found += [space] if owner == side else []
    return (*found, KOENIGSBERG) if side == GERMAN and not campaign(state).limited else tuple(found)


@of_board
def printed_sources(board: Board) -> tuple[tuple[str, str], ...]:
    """The source hexes at the edge of the map, and for whom each is printed: a side, or "split"."""
    found = (s for s in board.spaces.values() if s.facts.get("source") and s.id != KOENIGSBERG)
    return tuple((space.id, str(space.facts["source"])) for space in found)


@rule("11.2a.1", "11.2a.2")
def conquered(play: Play, unit_id: str, space: str) -> None:
    """A Soviet combat unit that enters a split source makes it Soviet for the rest of the game (11.2a)."""
    unit, taken = play.state.units[unit_id], campaign(play.state).split_lost
    split = terrain.source(play.state, space) == "split" and space not in taken
    if split and unit.side == SOVIET and is_combat(play.state, unit):
        play.record(SourceTaken(rule="11.2a.2", space=space))


@rule("11.2b.1", "K-R41")
def koenigsberg_is_full(state: State) -> bool:
    """Whether a line runs along the Autobahn from Königsberg to Elbing: every hex of it free of enemies and
    of EZOC, unless a German unit is there, and both towns German (11.2b, K-R41)."""
    if any(r14_victory.holder(state, town) != GERMAN for town in (KOENIGSBERG, ELBING)):
        return False
    return all(space not in barred(state, GERMAN) for space in terrain.autobahn(state))


@rule("3.4.1", "3.4.2", "11.1.1", "11.1a.2", "K-R73")
def barred(state: State, side: str) -> frozenset[str]:
    """The hexes no line of a side passes: those with an enemy unit, and those in EZOC without a friendly
    one; an HQ is a unit for both (K-R73)."""
    return _barred(state)[side]


@Remembered
def _barred(state: State) -> Mapping[str, frozenset[str]]:
    spaces = [space for space in (*state.by_space, *state.covers) if space in state.board.spaces]
    found = {}
    for side in SIDES:
        foes = {space for space in spaces if enemy_here(state, space, side)}
        friends = {space for space in spaces if units_of(state, space, side)}
        found[side] = r03_zoc.zone(state, ENEMY[side]).beside(friends) | frozenset(foes)
    return found


@rule("0.2a.3", "11.1.2", "11.1a.1", "K-R40")
def crosses(board: Board, a: str, b: str) -> bool:
    """Whether a line may go from a hex to its neighbour: never over an unbridged major river, an impassable
    hexside or water, unless a road or railroad crosses there; a half-hex only along a road (0.2a)."""
    border, spaces = board.between(a, b), board.spaces
    way = bool({"road", "autobahn", "rail"} & border)
    if any(spaces[one].facts.get("half") for one in (a, b)):
        return bool({"road", "autobahn"} & border)
    wet = any(spaces[one].facts.get("terrain") == "water" for one in (a, b))
    return way or not (wet or {"river-major", "impassable"} & border)


@of_board
def anywhere(board: Board, most: int | None = None) -> Leg:
    """A line of at most this many hexes; None for any number."""
    return Leg(partial(crosses, board), most)


@rule("11.1.1", "11.1.2", "11.1a.3")
def lines(state: State, side: str) -> Supply:
    """Every supply line of a side to its full sources; all routes are searched (11.1a)."""
    return _traced(state)(side, sources(state, side))


@rule("11.2c.1", "11.2c.2")
@Remembered
def limited_lines(state: State) -> Supply:
    """The German lines to a limited Königsberg, of ten hexes at most."""
    legs = (anywhere(state.board, RANGE),)
    return supply(network(state.board), (KOENIGSBERG,), legs, barred(state, GERMAN))


@rule("1.2c.4", "12.2a.1", "K-R44", "K-R61")
def on_the_german_side(state: State, space: str) -> bool:
    """Whether a German line joins a hex to a source, be it a limited Königsberg (11.2c): such a hex is not
    behind the Soviet front."""
    return lines(state, GERMAN).open(space) or limited_lines(state).open(space)


@rule("0.1e.1", "K-R101")
def surely(state: State, side: str, space: str) -> bool:
    """Whether a line leads from a hex to a full source of a side, or a German one to Königsberg within ten
    hexes, whatever lies below the tops of enemy stacks: what a question may name, which betrays nothing."""
    return any(found.open(space) for found in _sure(state)[side])


@Remembered
def _sure(state: State) -> Mapping[str, Sequence[Supply]]:
    """For each side the lines that are sure."""
    found = {}
    for side in SIDES:
        foes = {unit.at for unit in army(state, ENEMY[side])}
        friends = {unit.at for unit in army(state, side)}
        shut = (r03_zoc.feared(state, ENEMY[side]) - friends) | foes
        full = supply(network(state.board), sources(state, side), (anywhere(state.board),), shut)
        near = (KOENIGSBERG,) if side == GERMAN else ()
        found[side] = (full, supply(network(state.board), near, (anywhere(state.board, RANGE),), shut))
    return found


@Remembered
def _traced(state: State) -> Callable[[str, tuple[str, ...]], Supply]:
    """The lines of one position, by side and sources."""

    @cache
    def lines_to(side: str, from_: tuple[str, ...]) -> Supply:
        return supply(network(state.board), from_, (anywhere(state.board),), barred(state, side))

    return lines_to


@rule("9.2b.1", "K-R34")
def nearer(state: State, side: str, a: str, b: str) -> bool:
    """Whether b is nearer than a to at least one source of a side, by legal hexes, even if units are in
    them."""
    found = (distances(state.board, source) for source in sources(state, side))
    return any(far.get(b, inf) < far.get(a, inf) for far in found)


@of_board
def distances(board: Board, source: str) -> Mapping[str, int]:
    """Hexes from a source to every hex that a line could join to it."""
    return supply(network(board), (source,), (anywhere(board),)).steps


@rule("1.4.1", "11.0.1", "11.1b.1", "11.1b.2", "11.2c.3", "11.4.1")
def run_supply(play: Play) -> None:
    """SUPPLY: Königsberg's status, then every unit of both sides; what is found holds until the next."""
    limited = not koenigsberg_is_full(play.state)
    if limited != campaign(play.state).limited:
        play.record(FactNoted(rule="11.2b.1", key=LIMITED, value=limited or None))
    for side in SIDES:
        mark(play, side)
    r01_turn.on(play, "1.4.1")


@rule("0.8d.1", "1.4.2", "11.0.2", "11.0.3", "11.0.4", "11.0.5", "K-R39")
def mark(play: Play, side: str) -> None:
    """Lay and take off the markers of a side: those of each change together."""
    found = conditions(play.state, side)
    for condition in WORSE:
        changed = tuple(u for u, now in found.items() if now == condition != was(play.state.units[u]))
        if changed:
            add = (condition,) if condition else ()
            worn = set().union(*(play.state.units[unit].flags for unit in changed)) - set(add)
            drop = tuple(flag for flag in WORSE if flag in worn)
            number = {SUPPLIED: "11.0.3", OUT_OF_SUPPLY: "11.0.2", ISOLATED: "11.0.4"}[condition]
            occur(play, FlagsChanged(rule=number, units=changed, add=add, drop=drop))


def was(unit: Unit) -> Condition:
    """The supply condition a unit is in."""
    return next((flag for flag in (ISOLATED, OUT_OF_SUPPLY) if flag in unit.flags), SUPPLIED)


@rule("11.3c.1", "11.3c.2", "11.3d.1", "K-R43")
def conditions(state: State, side: str) -> dict[str, Condition]:
    """The condition of every unit of a side after this phase. A unit whose HQ is worse off shares its
    condition wherever it stands (11.3c); who cannot move is never out of supply (11.3d)."""
    own = {unit.id: alone(state, unit) for unit in army(state, side)}
    found = {}
    for unit_id, condition in own.items():
        unit = state.units[unit_id]
        shared = own.get(hq_of(formation(state, unit)), SUPPLIED)
        fixed = printed(state, unit, MOVEMENT) == 0
        found[unit_id] = SUPPLIED if fixed else max(condition, shared, key=WORSE.index)
    return found


@rule("11.0.2", "11.0.3", "11.0.4", "11.0.5", "11.2c.1", "K-R42")
def alone(state: State, unit: Unit) -> Condition:
    """The condition of a unit by its own line: none makes it Out of Supply, and the second time Isolated; a
    line to a limited Königsberg Out of Supply, whatever it was (K-R42)."""
    if lines(state, unit.side).supplied(unit.at):
        return SUPPLIED
    if unit.side == GERMAN and limited_lines(state).supplied(unit.at):  # a full source came before
        return OUT_OF_SUPPLY
    return OUT_OF_SUPPLY if was(unit) == SUPPLIED else ISOLATED
