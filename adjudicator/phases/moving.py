"""Movement as usual: a unit, a path or the hex where it ends, points, enemy zones, room."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from adjudicator.by_mail.drags import Form, each
from adjudicator.choices import Rooms, Ways
from adjudicator.events import UnitMoved
from adjudicator.mechanics.armies import FAR_OFF, KeptOfArmy, army, distance, on_map
from adjudicator.mechanics.movement import (
    Barred,
    CurrentCosts,
    MovementCosts,
    PathCost,
    PathFault,
    ZoneRules,
    kept_reach,
    path_cost,
    reach,
    route,
)
from adjudicator.mechanics.remembered import of_board
from adjudicator.mechanics.terrain import Terrain
from adjudicator.mechanics.wording import broken_path, running_total
from adjudicator.orders import Order
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal
from adjudicator.state import Decision, State, Unit
from files.nearest import nearest_or_all
from maps.board import Board

from .battlefield import Battlefield, name, network, note, noted, printed
from .clauses import enforces
from .words import said

NEAREST = 4
"""How many moves a refusal offers in the place of one."""
STOP = ZoneRules(stops=True)
Costs = Callable[[State, Unit], CurrentCosts]
"""What each step costs a unit now."""


@dataclass(frozen=True, kw_only=True)
class MoveClauses:
    """owner: orders go to own units     once: a unit moves once     points: what it may spend
    stop: an enemy zone ends a move     enemies: no hex with an enemy is entered"""

    owner: str
    once: str
    points: str
    enemies: str
    stop: str = ""


def marching(
    ground: Battlefield,
    terrain: Terrain | Callable[[], Terrain],
    clauses: MoveClauses,
    fact: str = "terrain",
    zones: ZoneRules = STOP,
    closed: Callable[[State, Unit], Mapping[str, Barred]] | None = None,
) -> Costs:
    """What steps cost by a chart of terrain, or by one that is made when it is first asked for: no hex with
    an enemy is entered, and enemy `zones` end a move, or what else they do. `fact` is the column of
    places.csv with the terrain, `closed` the hexes that a unit may not enter as things are: seas without a
    fleet, the land of a neutral."""

    @of_board
    def bare(board: Board) -> MovementCosts:
        chart = terrain if isinstance(terrain, Terrain) else terrain()
        if unlike := next((one for one in board.spaces.values() if fact not in one.facts), None):
            raise ValueError(f"places.csv has no column {fact!r}: {nearest_or_all(fact, unlike.facts)}")
        return MovementCosts(network(board), chart.steps(board, lambda at: str(board.spaces[at].facts[fact])))

    @KeptOfArmy
    def against(state: State, enemy: str) -> CurrentCosts:
        held = {unit.at: Barred(clauses.enemies, "the enemy is there") for unit in army(state, enemy)}
        return bare(state.board).under(ground.zone(state, enemy), zones, held)

    def now(state: State, unit: Unit) -> CurrentCosts:
        costs = against(state, ground.enemy(unit.side))
        more = closed(state, unit) if closed else {}
        return replace(costs, closed={**more, **costs.closed}) if more else costs

    return now


@KeptOfArmy
def far_from(state: State, side: str) -> Mapping[str, int]:
    """How far each hex is from the nearest unit of a side."""
    return network(state.board).distances(unit.at for unit in army(state, side))


def toward_the_enemy(state: State, unit: Unit, end: str) -> float:
    """How good a hex is for a unit that looks for the enemy, the lower the better."""
    return min(far_from(state, side).get(end, FAR_OFF) for side in state.sides if side != unit.side)


@dataclass(frozen=True, eq=False, kw_only=True)
class Moving:
    """One way of moving: what is ordered in a Movement Phase.

    costs      what each step costs a unit now     allowance  what it may spend
    may        raises Refused for a unit that may not move so
    does       (play, unit) -> what happens when a unit has moved: a point spent, a mine
    aim        (state, unit, hex) -> how far a hex is from what the unit wants, for examples and bots
    asks       (state, side) -> the words of the question
    """

    ground: Battlefield
    clauses: MoveClauses
    costs: Costs
    allowance: Callable[[State, Unit], int] = lambda state, unit: printed(state, unit, "movement")
    may: Callable[[State, Unit], None] = lambda state, unit: None
    does: Callable[[Play, Unit], None] = lambda play, unit: None
    aim: Callable[[State, Unit, str], float] = toward_the_enemy
    verb: str = "move"
    topic: str = "move"
    how: str = "move"
    called: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    asks: Callable[[State, str], str] = lambda state, side: (
        "Move any number of units, each once in this phase."
    )

    @property
    def rule(self) -> str:
        """The clause that lets units move."""
        return self.clauses.once

    @property
    def verbs(self) -> tuple[str, ...]:
        """The orders that it takes."""
        return (self.verb,)

    @property
    def drag(self) -> Form:
        """What a drag means."""
        return each(f"{self.verb} {{unit}} via {{path}}")

    def question(self, state: State, side: str) -> str:
        """What a side is asked."""
        return self.asks(state, side)

    @enforces("owner", "once")
    def check(self, state: State, side: str, unit: Unit) -> None:
        """A unit may move. Raises Refused."""
        if unit.side != side:
            raise Refused(self.clauses.owner, f"{unit.id} is not your unit")
        if not on_map(state, unit):
            raise Refused(self.clauses.once, f"{unit.id} is not on the map")
        if unit.id in noted(state, "moved"):
            raise Refused(self.clauses.once, f"{unit.id} has already moved in this phase")
        self.may(state, unit)

    def ends(self, state: State, unit: Unit) -> list[str]:
        """The hexes in which a unit may end its move, the one that it wants most first."""
        if refusal(self.check, state, unit.side, unit):
            return []
        found = kept_reach(self.costs(state, unit), unit.at, self.allowance(state, unit))
        ends = (end for end in found if end != unit.at and self.ground.fits(state, end, unit))
        return sorted(ends, key=lambda end: (self.aim(state, unit, end), end))

    def ways(self, state: State, order: Order) -> Ways:
        """Where the unit of a move can go, and what it costs."""
        unit = state.units[said(order).unit]
        return Ways(kept_reach(self.costs(state, unit), unit.at, self.allowance(state, unit)).ends())

    def rooms(self, state: State, side: str) -> Rooms:
        """What stacking leaves room for: nothing else that a side does in a phase hinders its moves."""
        return self.ground.rooms(state, side)

    def legal(self, state: State, side: str) -> Iterator[str]:
        """Every move of every unit: first the best of each, where there is room below those before it."""
        further: list[tuple[str, list[str]]] = []
        moved = state
        for unit in army(state, side):
            ends = self.ends(state, unit)
            first = [end for end in ends if self.ground.fits(moved, end, unit)][:1] or ends[:1]
            yield from (f"{self.verb} {unit.id} to {end}" for end in first)
            further.append((unit.id, [end for end in ends if end not in first]))
            moved = moved.with_unit(replace(unit, at=first[0])) if first else moved
        yield from (f"{self.verb} {unit} to {end}" for unit, ends in further for end in ends)

    def instead(self, state: State, unit: Unit, to: str) -> tuple[str, ...]:
        """Moves to the hexes nearest to a unit's destination."""
        ends = sorted(self.ends(state, unit), key=lambda end: (distance(state, end, to), end))
        return tuple(f"{self.verb} {unit.id} to {end}" for end in ends[:NEAREST])

    def one(self, play: Play, side: str, order: Order) -> None:
        """A unit moves. Raises Refused."""
        state, unit = play.state, play.state.units[said(order).unit]
        self.check(state, side, unit)
        walk = self.walked(state, unit, order)
        end = walk.path[-1]
        if not self.ground.fits(state, end, unit):
            raise self.ground.crowded(state, end, unit, self.instead(state, unit, end))
        cost = running_total(walk, self.allowance(state, unit))
        rule = self.clauses.once
        play.record(UnitMoved(rule=rule, unit=unit.id, path=walk.path, how=self.how, cost=cost))
        note(play, rule, "moved", unit.id)
        self.does(play, play.state.units[unit.id])

    def walked(self, state: State, unit: Unit, order: Order) -> PathCost:
        """The path of an order with its costs; after "to" the cheapest legal one. Raises Refused."""
        told = said(order)
        path = self.cheapest(state, unit, told.path[0]) if told.way == "to" else told.path
        path = path if path[0] == unit.at and len(path) > 1 else (unit.at, *path)
        walk = path_cost(self.costs(state, unit), path, self.allowance(state, unit))
        if walk.fault:
            raise self.broken(state, unit, walk, walk.fault)
        return walk

    def cheapest(self, state: State, unit: Unit, to: str) -> tuple[str, ...]:
        """The cheapest way to a hex. Raises Refused."""
        found = route(self.costs(state, unit), unit.at, to, self.allowance(state, unit))
        if isinstance(found, tuple) and len(found) > 1:
            return found
        why = "it is already there" if to == unit.at else "there is no path to it"
        barred = found if isinstance(found, Barred) else Barred(self.clauses.points, why)
        why = f"{unit.id} may not move to {name(state, to)}: {barred.why}"
        raise Refused(barred.rule, why, self.instead(state, unit, to))

    @enforces("points", "stop", "enemies")
    def broken(self, state: State, unit: Unit, walk: PathCost, fault: PathFault) -> Refused:
        """What to say of a path that may not be walked."""
        legal, costs = self.instead(state, unit, walk.path[-1]), self.costs(state, unit)
        at, to = name(state, fault.at), name(state, fault.to)
        if fault.kind == "first":
            why = f"{unit.id} may move from {at} to {to} only as its first step: it takes all its MP"
            return Refused(self.clauses.points, why, legal)
        if fault.kind == "stopped" and not (costs.rules.stops and fault.at in costs.zones):
            why = f"{unit.id} must stop in {at}: the step there ends its move"
            return Refused(self.clauses.points, why, legal)
        if fault.kind == "stopped":
            why = f"{unit.id} must stop in {at}, which is in an enemy zone of control"
            return Refused(self.clauses.stop, why, legal)
        told = broken_path(costs, walk, unit.id, lambda at: name(state, at), self.allowance(state, unit))
        return Refused(fault.rule if fault.kind == "barred" else self.clauses.points, told, legal)

    def way(self, state: State, unit: Unit, origin: str, to: str) -> tuple[str, ...]:
        """The hexes of a cheapest path between two hexes after the first; () where a unit finds none."""
        found = reach(self.costs(state, unit), origin, self.allowance(state, unit))
        return found.path(to)[1:] if to in found else ()

    def may_end(self, state: State, side: str) -> None:
        """The phase may end at any time."""

    # -- bots

    def chance(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """A phase by chance: most units go where they want to be, so that armies meet."""
        return self.phase(
            state, decision.player, lambda ends: ends[0] if chance.random() < 0.7 else chance.choice(ends)
        )

    def purpose(self, state: State, decision: Decision, chance: random.Random) -> list[str]:
        """A phase of a player who wants to win: every unit goes where it wants to be, or stays."""
        return self.phase(state, decision.player, lambda ends: ends[0])

    def phase(self, state: State, side: str, choose: Callable[[list[str]], str]) -> list[str]:
        """A whole phase: each unit where it chooses, the others reckoned where they mean to go."""
        lines = []
        for unit in army(state, side):
            ends = self.ends(state, unit)
            here = sorted((unit.at, *ends), key=lambda end: (self.aim(state, unit, end), end))
            end = choose(here) if ends else unit.at
            if end != unit.at:
                lines.append(f"{self.verb} {unit.id} to {end}")
                state = state.with_unit(replace(unit, at=end))
        return [*lines, "end"]
