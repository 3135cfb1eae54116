"""What must be true of every position, whatever was ordered: checked after every event in games of bots.

Some of it holds at every moment, some only while nothing is being carried out: in the middle of a battle or
of arrivals a hex may hold too much, and a chit or a point follows its cause one event later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.games.koenigsberg45 import position, terrain
from adjudicator.games.koenigsberg45.hexes import r05_stacking
from adjudicator.games.koenigsberg45.levels import campaign
from adjudicator.games.koenigsberg45.turn import r01_turn, r14_victory
from adjudicator.games.koenigsberg45.turn.r00_chits import CUP, hq_of_chit
from adjudicator.games.koenigsberg45.turn.r02_command import used
from adjudicator.games.koenigsberg45.turn.r12_refugees import MOST_VOLKSTURM
from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.invariants import unit_faults
from adjudicator.mechanics.remembered import Remembered
from adjudicator.state import State, Unit

QUIET = (
    "AIR_RETURN", "AIR_REFIT", "REPL_S", "REPL_G", "VOLKSTURM", "DRAW", "CHOOSE_HQ", "SELECT", "SUPPLY",
    "END_VOLKSTURM", "SUDDEN_DEATH", "SCORE",
)  # fmt: skip
"""Segments in which nothing is under way, as long as nothing has been begun inside them."""
HOMES = {
    "ship": (position.REINFORCEMENTS, position.HAFF, position.UNUSED),
    position.REFUGEE_MARKER: (position.REFUGEE_BOX,),
    "hq": (position.REINFORCEMENTS, position.GD_BOX, position.REMOVED, position.UNUSED),
    "combat": (position.REINFORCEMENTS, position.GD_BOX, position.ELIMINATED, position.UNUSED),
}
"""The boxes of a kind of unit; Volksturm and air units have their own."""
MARKERS = frozenset({position.OUT_OF_SUPPLY, position.ISOLATED})


def faults(state: State) -> list[str]:
    """Everything that is wrong with a position; empty when all is well."""
    found = [*always(state), *tracks(state)]
    if len(state.frames) == 1 and state.segment in QUIET:
        found += [*settled(state), *chits(state), *points(state)]
    return found


@Remembered
def always(state: State) -> list[str]:
    """What is wrong with the units, one by one and hex by hex."""
    spaces = [space for space in state.by_space if space in state.board.spaces]
    alone = [*unit_faults(state, boxes, position.GONE, MARKERS), *misplaced(state)]
    return [*alone, *(fault for space in spaces for fault in shared(state, space))]


def misplaced(state: State) -> Iterator[str]:
    """A unit has at most one supply marker, and no unit is in water."""
    for unit in state.units.values():
        if on_map(state, unit) and terrain.is_water(state, unit.at):
            yield f"{unit.id} is in the water of {unit.at}"
        if len(unit.flags & MARKERS) > 1:
            yield f"{unit.id} bears {', '.join(sorted(unit.flags))}"


def boxes(state: State, unit: Unit) -> tuple[str, ...]:
    """The boxes in which a unit may be."""
    what = position.kind(state, unit)
    if what == "air":
        return (position.READY[position.front(state, unit)], position.GROUNDED, position.REFIT)
    if position.volksturm(unit):
        return (position.VOLKSTURM_BOX,)
    return HOMES[what]


def shared(state: State, space: str) -> Iterator[str]:
    """The sides never share a hex; of air units, ships and refugees only the last are on the map."""
    kinds = Counter((unit.side, position.kind(state, unit)) for unit in state.at(space))
    if all(kinds[side, "combat"] + kinds[side, "hq"] for side in position.SIDES):
        yield f"both sides are in {space}"
    if sum(count for (_, what), count in kinds.items() if what == position.REFUGEE_MARKER) > 1:
        yield f"two refugee markers are in {space}"
    if any(what in {"air", "ship"} for _, what in kinds):
        yield f"an air unit or ship is in {space}"


def tracks(state: State) -> Iterator[str]:
    """Activations within their limits, no points below zero, at most four Volksturm units."""
    for command in position.COMMANDS:
        if used(state, command) > r01_turn.limit(state, command):
            yield f"{used(state, command)} HQs of {command} have been activated"
    for track, value in state.tracks.items():
        if value < 0 or (track == position.VOLKSTURM_BOX and value > MOST_VOLKSTURM):
            yield f"the track {track} shows {value}"


@Remembered
def settled_units(state: State) -> list[str]:
    """No hex holds too much, and refugees are alone but for HQs."""
    full = r05_stacking.overfull(state)
    return [f"{space} holds {', '.join(unit.id for unit in state.at(space))}" for space in full]


def settled(state: State) -> Iterator[str]:
    """Stacking, and the number of Volksturm units on the map."""
    yield from settled_units(state)
    out = sum(position.volksturm(unit) and on_map(state, unit) for unit in state.units.values())
    if out > state.tracks.get(position.VOLKSTURM_BOX, 0):
        yield f"{out} Volksturm units are on the map"


def chits(state: State) -> Iterator[str]:
    """Every chit is in one place: the cup, a Draw Chit box, aside, the activation, or out of the game; one of
    an HQ that is lost or in the Gross Deutschland box is neither in the cup nor in a box."""
    drawn = str(state.frames[0].facts.get("chit", ""))
    open_ = [chit for hand in state.hands.values() for chit in hand]
    inside = [*state.cups.get(CUP, ()), *open_]
    out = set(campaign(state).out)
    places = Counter([*inside, *campaign(state).aside, *({drawn} - out - {""})])
    places.update(out)
    for chit, count in places.items():
        if count > 1:
            yield f"chit {chit} is in {count} places"
    for chit in inside if state.segment != "DRAW" else ():  # drawing, one event takes HQs, the next chits
        hq = hq_of_chit(state, chit)
        if hq and state.units[hq].at in {position.REMOVED, position.GD_BOX}:
            yield f"chit {chit} is in play, and {hq} is in {state.units[hq].at}"


def points(state: State) -> Iterator[str]:
    """The Victory Point track shows the hexes that the Soviets hold; a unit with a defence strength holds its
    hex."""
    held = r14_victory.vp(state, position.SOVIET)
    if state.tracks.get("vp-soviet", 0) != held:
        yield f"the track of Victory Points does not show the {held} hexes that the Soviets hold"
    for space in r14_victory.victory_hexes(state.board):
        takers = [
            u.id
            for u in state.at(space)
            if not position.is_hq(state, u) and r14_victory.takes(state, u, space)
        ]
        if takers:
            yield f"{', '.join(takers)} is in {space}, which the enemy controls"
