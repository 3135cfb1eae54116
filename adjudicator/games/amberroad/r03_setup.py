"""Rule 3, the set-up; rule 7, reinforcements and replacements."""

from __future__ import annotations

from adjudicator.phases.placing import PlaceClauses, Placing, RestoreClauses, Restoring, Together
from adjudicator.rulings import rule
from adjudicator.state import State, Unit
from counters.roster.counter import Counter

from .position import GROUND, RESERVE, SET_UP, number


@rule("1.2", "3.1", "3.2", "7.1")
def begins(counter: Counter) -> str:
    """Where a counter is at the start: whole, in its hex, with the Red reserves, or with the
    reinforcements."""
    return counter.setup or (SET_UP if counter.reinforcement == SET_UP else RESERVE)


@rule("3.2")
def set_up_hexes(state: State, unit: Unit) -> list[str]:
    """Where a Red reserve may be set up: within the broken line."""
    return [space.id for space in state.board.spaces.values() if space.facts["set_up"] == unit.side]


@rule("7.1")
def due(state: State, unit: Unit) -> str:
    """Why a reinforcement may not enter yet."""
    counter = state.counter(unit)
    assert counter is not None
    turn = counter.reinforcement.partition("turn-")[2]
    return f"{unit.id} enters on turn {turn}" if turn and int(turn) > state.turn else ""


@rule("7.2")
def entry_hexes(state: State, unit: Unit) -> list[str]:
    """Where a reinforcement may enter: the hexes with the name of its side, free of enemies and their
    zones."""
    mine = (space.id for space in state.board.spaces.values() if space.facts["entry"] == unit.side)
    return [at for at in mine if GROUND.open_to(state, at, unit.side)]


@rule("7.4")
def out_of_reach(state: State, unit: Unit) -> str:
    """Why a unit may not get a step back: the enemy is too near."""
    near = GROUND.covered(state, unit.at, unit.side)
    return f"{unit.id} is in an enemy zone of control" if near else ""


@rule("7.3")
def steps(state: State, side: str) -> int:
    """How many steps a side may restore in this turn."""
    return number("turns", side.capitalize(), str(state.turn))


SET_UPS = Placing(
    ground=GROUND,
    clauses=PlaceClauses(owner="1.1", who="3.2", where="3.2", all="3.2"),
    verb="setup",
    topic="setup",
    waits=SET_UP,
    places=set_up_hexes,
    must=True,
    asks="Set up all your reserves within the broken red line, one line for each.",
)
ENTRIES = Placing(
    ground=GROUND,
    clauses=PlaceClauses(owner="1.1", who="7.1", where="7.2"),
    verb="enter",
    topic="enter",
    waits=RESERVE,
    places=entry_hexes,
    due=due,
    why="a reinforcement",
)
REPLACEMENTS = Restoring(
    ground=GROUND,
    clauses=RestoreClauses(owner="1.1", who="7.4", many="7.3"),
    may=out_of_reach,
    budget=steps,
)
ARRIVALS = Together(topic="arrive", works=(ENTRIES, REPLACEMENTS))
