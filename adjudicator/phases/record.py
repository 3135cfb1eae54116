"""The record of a usual hex game, from its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.catalogue import GAMES
from adjudicator.choices import Choices
from adjudicator.declared import standing as orders_standing
from adjudicator.declared.ahead import theirs
from adjudicator.declared.drags import Drags
from adjudicator.declared.views import Secrets
from adjudicator.events import Names, OddsResolved, kinds
from adjudicator.game import Game
from adjudicator.mechanics.armies import distance
from adjudicator.mechanics.charts import Chart, standins
from adjudicator.mechanics.invariants import mixed, unit_faults
from adjudicator.mechanics.wording import printed_names
from adjudicator.orders import Verb
from adjudicator.sequence import sequence
from adjudicator.state import Frame, State, Unit
from builder.module.rosters import placed
from counters.roster.counter import Counter
from counters.roster.load import load_roster
from maps.reading.load import load_board

from .clauses import Part, cite, register
from .fighting import Fighting
from .ground import Ground, printed
from .moving import Moving
from .results import AttackDeclared
from .turns import Turns
from .victory import Victory
from .words import END, HEX, grammar_of

STEP_NAMES = {2: "full", 1: "reduced", 0: "gone"}


def hex_game(
    name: str, title: str, folder: Path, *, sides: Mapping[str, str], ground: Ground, turns: Turns,
    victory: Victory, moving: Moving, verbs: Iterable[Verb], boxes: Mapping[str, str],
    begins: Callable[[Counter], str], fighting: Fighting | None = None, parts: Iterable[Part] = (),
    charts: Mapping[str, Chart] | None = None, worth: str = "strength",
    gone: str = "eliminated", scenario: str = "campaign",
    cups: Mapping[str, tuple[str, ...]] | None = None, **more: Any,
) -> Game:  # fmt: skip
    """A game of two sides on hexes, with or without combat on a table of odds.

    folder   where its rules are     boxes   places for units beside the map, and what sentences call them
    begins   where a counter is at the start, a hex or a box     gone  the box of the eliminated
    worth    the printed number by which a unit is weak or strong to standing orders
    cups     what is in the cups of chits at the start; reports tell what is left in them
    parts    further parts that name clauses     more    further parts of a `Game`, or others for these
    """
    home = name if folder.parent == GAMES else folder.parent
    grammar, choices = grammar_of(home, (*verbs, END)), Choices(turns.choices)
    cited(name, (ground, turns, victory, moving, *parts), fighting)

    def start(asked: str) -> State:
        if asked != scenario:
            raise KeyError(asked)
        board = load_board(home)
        roster = placed(load_roster(home), board)
        units = {c.id: Unit(c.id, c.side, begins(c), c.full) for c in roster.counters.values()}
        first, control = Frame(turns.before[0].id if turns.before else turns.opening), victory.at_start(board)
        return State(
            board, roster, tuple(sides), units, frames=(first,), control=dict(control), cups=dict(cups or {})
        )

    def way(state: State, topic: str, unit: Unit, origin: str, to: str) -> tuple[str, ...]:
        return moving.way(state, unit, origin, to)

    @cache
    def names() -> Names:
        return Names({**printed_names(load_board(home), load_roster(home)), **sides, **boxes})

    def faults(state: State) -> list[str]:
        units = unit_faults(state, lambda state, unit: tuple(boxes), (gone,), frozenset())
        return [*units, *mixed(state), *ground.overfull(state)]

    standing = orders_standing.StandingOrders(
        grammar=grammar,
        topics=choices.topics,
        conditions={"at": orders_standing.place(HEX), "turn": orders_standing.TURN},
        policies=choices.policies,
        lists=choices.lists,
        worth=lambda state, unit: printed(state, state.units[unit], worth),
        distance=distance,
        near_enemy=lambda state, side, order: ground.covered(state, order.spaces[0], side),
        space=HEX,
        sides=tuple(sides),
    )
    usual: dict[str, Any] = {
        "rules": "1", "scenarios": (scenario,), "start": start, "sequence": sequence(*turns.segments),
        "grammar": grammar, "answers": choices.answers, "choices": choices, "turns": victory.last,
        "kinds": kinds(OddsResolved, AttackDeclared), "standing": standing.answer,
        "standing_conditions": tuple(standing.conditions),
        "read_standing": standing.read, "standing_topics": choices.usual, "advice": choices.advice,
        "view": Secrets().hide, "bot": choices.by_chance, "bots": {"purposeful": choices.purposeful},
        "from_log": Drags(choices.forms, way).orders, "faults": faults, "victory": victory.standings,
        "lay": lambda state, table: laid(state, victory), "foretell": choices.foretell, "names": names,
        "step_names": STEP_NAMES, "boxes": tuple(boxes), "gone": (gone,), "state_keys": {},
        "piles": tuple(cups or ()),
        "standins": standins((charts or {}).values()), "ahead": choices.ahead(*turns.courses, barred=theirs),
    }  # fmt: skip
    return Game(name=name, title=title, sides=sides, folder=folder, **{**usual, **more})


def laid(state: State, victory: Victory) -> State:
    """A position that a rehearsal lays: hexes that it does not speak of are held as at the start."""
    return state.but(control={**victory.at_start(state.board), **state.control})


def cited(name: str, parts: Iterable[Part], fighting: Fighting | None) -> None:
    """Register the clauses of all parts of a game where they are enforced."""
    register(name, parts)
    if fighting is None:
        return
    inner = (fighting, fighting.losing, fighting.retreating, fighting.advancing, fighting.deciding)
    register(name, [part for part in inner if part])
    for result in fighting.results.values():
        cite(name, result.clause, f"{Fighting.__module__}:{Fighting.roll.__qualname__}")
