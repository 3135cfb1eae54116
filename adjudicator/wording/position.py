"""A state as `hexpost show` and `hexpost rehearse` print it, and as "position" in their JSON."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.game import Game
from adjudicator.state import Json, State, Unit


def position(game: Game, state: State) -> dict[str, Json]:
    """Everything that lies on the table, as JSON-ready values; `active` is who is waited for first, or ""."""
    waiting = state.waiting()
    found: dict[str, Json] = {
        "turn": state.turn,
        "segment": state.segment,
        "active": waiting[0].player if waiting else "",
        "units": {id_: _unit(game, state, unit) for id_, unit in state.units.items()},
        "tracks": dict(state.tracks),
        "control": dict(state.control),
        "hands": {side: list(cards) for side, cards in state.hands.items()},
        **({"piles": {pile: list(state.cups.get(pile, ())) for pile in game.piles}} if game.piles else {}),
        "state": dict(state.facts),
        "victory": dict(game.victory(state)),
    }
    more = {table: {**found.get(table, {}), **has(state)} for table, has in game.shown.items()}
    return {**found, **more}


def points_of(game: Game, state: State) -> dict[str, int]:
    """The points of each side, as the game itself counts them now; {} where it counts none."""
    firsts = {
        side: next(iter(counted.values()), None) if isinstance(counted, Mapping) else counted
        for side, counted in game.victory(state).items()
    }
    return {side: first for side, first in firsts.items() if side in game.sides and isinstance(first, int)}


def _unit(game: Game, state: State, unit: Unit) -> Mapping[str, Json]:
    return {"at": unit.at, "step": step_word(game, state, unit), "flags": sorted(unit.flags)}


def step_word(game: Game, state: State, unit: Unit) -> str:
    """How many steps a unit has left, in the game's word for it: "full", "reduced" or a number; one made
    with a single step is full with it."""
    counter = state.counter(unit)
    whole = max(game.step_names) if counter and unit.steps == counter.full else unit.steps
    return game.step_names.get(whole, str(unit.steps))
