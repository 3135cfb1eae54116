"""Rules 12.2 and 12.3, refugees: markers on the roads, moved by the Soviet player, or driven through.

12.2a a new marker, the moves of the others     12.2e safety     12.3 atrocities
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import inf

from adjudicator.answering import every_legal
from adjudicator.choices import MANY, Choice
from adjudicator.events import FactNoted, TrackMoved, UnitMoved, UnitPlaced
from adjudicator.mechanics.armies import on_map
from adjudicator.mechanics.remembered import of_board, of_state
from adjudicator.mechanics.supply import Leg, supply
from adjudicator.orders import Order
from adjudicator.phases.battlefield import network
from adjudicator.play import Play
from adjudicator.rulings import Refused, refusal, rule
from adjudicator.state import Decision, State, Unit
from maps.board import Board

from ..drags import laid
from ..fog import occur
from ..levels import campaign, phase
from ..orders import ENDING, said
from ..position import GERMAN, REFUGEE_BOX, SOVIET, VOLKSTURM_BOX, is_hq, is_refugees, troops, units_of
from ..taste import MARCHER, WANDERER, Taste
from ..terrain import ELBING, KOENIGSBERG, name
from . import r01_turn, r11_supply

COLOURS = "refugee-sides"
SAFETY = (KOENIGSBERG, ELBING)
FAR, STEPS, MOST_VOLKSTURM, SHOWN = 5, 3, 4, 12


def markers(state: State) -> tuple[Unit, ...]:
    """All refugee markers."""
    return tuple(unit for unit in state.units.values() if is_refugees(state, unit))


def free_markers(state: State) -> tuple[Unit, ...]:
    """The markers that are not on the map."""
    return tuple(unit for unit in markers(state) if unit.at == REFUGEE_BOX)


@rule("1.2d.1", "1.2d.2", "12.2a.1", "12.2a.3")
def run_refugees(play: Play) -> None:
    """REFUGEE, every turn: the Soviet player lays one new marker, where one is free and a place for it, and
    moves the others."""
    now = phase(play.state)
    new = [] if now.laid or not free_markers(play.state) else list(sure_places(play.state))
    ways = [] if now.done else list(moves(play.state))
    if not new and not ways:
        for unit in waiting(play.state):
            turn_over(play, unit.id)
        r01_turn.on(play, "1.2d.1")
        return
    first = tuple(f"refugee new at {space}" for space in new[:SHOWN])
    REFUGEES.ask(
        play, SOVIET,
        ("Place exactly one new refugee marker. Move any others" if new else "Move any refugee markers")
        + " up to three hexes along roads towards Königsberg or Elbing, each at most once per turn. "
        '"done": the rest stay.',
        answers=first or (*ways, "done"),
        silence="the new marker is placed in the first such hex, and the others stay" if new else "they stay",
        default=f"{first[0]}\ndone" if new else "done",
    )  # fmt: skip


@rule("12.2a.2", "12.2a.5", "K-R44")
def colour(state: State) -> str:
    """The side of the markers that the turn shows."""
    return r01_turn.track(state, "refugees")


@rule("12.2a.5")
def waiting(state: State) -> tuple[Unit, ...]:
    """The markers on the map that have not been handled this turn: those that show the other side."""
    shown = campaign(state).refugee_sides
    return tuple(u for u in markers(state) if on_map(state, u) and shown.get(u.id) != colour(state))


def turn_over(play: Play, marker: str) -> None:
    """A marker shows the turn's side: it has been handled."""
    shown = {**campaign(play.state).refugee_sides, marker: colour(play.state)}
    play.record(FactNoted(rule="12.2a.5", key=COLOURS, value=shown))


def take_refugees(play: Play, decision: Decision, orders: list[Order]) -> None:
    """The answer: the new marker, moves, done. What is left to do is asked for again."""

    def legal() -> tuple[str, ...]:
        return ("done",) if phase(play.state).laid else decision.answers

    if every_legal(play, orders, lambda order: carry_out(play, order), ENDING, legal):
        play.close(decision)


def lines(state: State, side: str) -> Iterator[str]:
    """A new marker in each hex that is open to one, while one is due; then every path of every other
    marker."""
    due = not phase(state).laid and free_markers(state)
    new = [f"refugee new at {space}" for space in new_places(state)] if due else []
    yield from new or moves(state)


def by_taste(state: State, decision: Decision, chance: random.Random, taste: Taste) -> list[str]:
    """A bot: a new marker where one is due, and half of the others go."""
    new = [line for line in decision.answers if line.startswith("refugee new")]
    ways = [line for line in moves(state) if chance.random() < 0.5]
    return [*([chance.choice(new)] if new else []), *ways, "done"]


REFUGEES = Choice(
    topic="refugees", rule="12.2a.1", verbs=("refugee", "done", "pass"), take=take_refugees, legal=lines,
    shown=MANY, asked={"REFUGEE": SOVIET}, waits=("refugee",), called=("refugee", "refugees"),
    advised="New refugees are placed in the first legal hex.",
    advice=("if asked refugees then default",), drag=laid, chance=WANDERER.plays(by_taste),
    purpose=MARCHER.plays(by_taste),
)  # fmt: skip


@rule("1.2d.2", "12.2a.1")
def carry_out(play: Play, order: Order) -> None:
    """One line; the new marker must be placed where that is possible. Raises Refused."""
    line = said(order)
    if order.verb in ENDING:
        if not phase(play.state).laid and free_markers(play.state) and any(sure_places(play.state)):
            raise Refused("12.2a.1", "you must place the new marker first")
        play.note("12.2a.1", done=True, laid=True)
    elif line.unit:
        move(play, line.unit, line.path)
    else:
        if phase(play.state).laid:
            raise Refused("12.2a.1", "you may place only one new marker in a turn")
        if not free_markers(play.state):
            raise Refused("1.2d.2", "every refugee marker is on the map")
        check_new_hex(play.state, line.path[0])
        play.note("12.2a.1", laid=True)
        lay(play, "12.2a.1", line.path[0])


def new_places(state: State) -> Iterator[str]:
    """The hexes where the new marker may be laid."""
    return (space for space in roads(state.board) if not refusal(check_new_hex, state, space))


@rule("0.1e.1", "K-R101")
def sure_places(state: State) -> Iterator[str]:
    """Those of them that are empty to see: the others hold a German HQ, and that it is alone is not told
    unasked."""
    return (space for space in new_places(state) if vacant(state, space))


@rule("0.1e.1")
def vacant(state: State, space: str) -> bool:
    """Whether no German stack is in a hex."""
    return not units_of(state, space, GERMAN) and not state.covers.get(space)


@rule("12.2a.1", "12.2a.4", "K-R44")
def check_new_hex(state: State, space: str) -> None:
    """A road hex exactly five hexes from the nearest Soviet combat unit, on the German side (a German supply
    line leads there), with nobody in it but an HQ. Raises Refused."""
    if space not in roads(state.board):
        raise Refused("12.2a.1", f"there is no road in {name(state, space)}")
    if space not in at_distance(state):
        raise Refused("12.2a.1", f"{name(state, space)} is not exactly five hexes from the Soviet front line")
    if not r11_supply.on_the_german_side(state, space):
        raise Refused("12.2a.1", f"{name(state, space)} is not on the German side of the front")
    check_room(state, space)


@of_state
def at_distance(state: State) -> frozenset[str]:
    """The hexes so far from the nearest Soviet combat unit: all roads are asked about, more than once."""
    grid, places = state.board.grid, {unit.at for unit in troops(state, SOVIET)}
    assert grid is not None
    closer, all_ = ({one for at in places for one in grid.within(at, reach)} for reach in (FAR - 1, FAR))
    return frozenset(all_ - closer)


@rule("12.2a.4", "12.2b.1")
def check_room(state: State, space: str) -> None:
    """No other marker and no unit but an HQ is in the hex. Raises Refused."""
    if state.covers.get(space) or any(not is_hq(state, unit) for unit in state.at(space)):
        raise Refused("12.2a.4", f"{name(state, space)} is taken: refugees may share a hex only with HQs")


@rule("12.2a.2")
def lay(play: Play, number: str, space: str) -> None:
    """A free marker is placed on the map with this turn's side up."""
    marker = free_markers(play.state)[0]
    occur(play, UnitPlaced(rule=number, unit=marker.id, at=space, steps=1, why="refugees"))
    turn_over(play, marker.id)


@of_board
def roads(board: Board) -> Mapping[str, tuple[str, ...]]:
    """The road hexes, each with those that a road joins to it."""
    found = {}
    for space, near in board.links.items():
        joined = tuple(other for other, border in near.items() if {"road", "autobahn"} & border)
        if joined:
            found[space] = joined
    return found


@of_board
def by_road(board: Board, town: str) -> Mapping[str, int]:
    """Hexes along roads to a town."""
    along = roads(board)
    return supply(network(board), (town,), (Leg(lambda a, b: b in along.get(a, ())),)).steps


def sure(state: State, space: str) -> bool:
    """Whether a marker may certainly end its move in a hex."""
    return vacant(state, space) and not refusal(check_room, state, space)


def moves(state: State) -> Iterator[str]:
    """A legal move for each marker that waits: as far as it gets towards each city."""
    for unit in waiting(state):
        seen = set()
        for town in SAFETY:
            path = way(state, unit.at, town)
            while path and path[-1] not in SAFETY and not sure(state, path[-1]):
                path = path[:-1]
            if path and path not in seen:
                seen.add(path)
                yield f"refugee {unit.id} via {'-'.join(path)}"


def way(state: State, start: str, town: str) -> tuple[str, ...]:
    """Three hexes along roads towards a town, or fewer where the town is nearer; () where no road leads."""
    far, path = by_road(state.board, town), [start]
    while len(path) <= STEPS and far.get(path[-1], 0):
        path.append(min(roads(state.board)[path[-1]], key=lambda near: far.get(near, inf)))
    return tuple(path[1:])


@rule("12.2a.3", "12.2a.4", "12.2a.5", "12.2d.1", "12.2e.1", "K-R45")
def move(play: Play, marker: str, path: tuple[str, ...]) -> None:
    """A marker goes up to three hexes by road, each nearer to the city it heads for; zones do not matter
    (12.2d). In Königsberg or Elbing it is safe and leaves the map (12.2e). Raises Refused."""
    unit = play.state.units[marker]
    going = path[1:] if path[0] == unit.at else path
    check_move(play.state, unit, going)
    occur(play, UnitMoved(rule="12.2a.3", unit=marker, path=(unit.at, *going), how="flee"))
    if going[-1] in SAFETY:
        occur(play, UnitPlaced(rule="12.2e.1", unit=marker, at=REFUGEE_BOX, steps=1, why="in safety"))
    else:
        turn_over(play, marker)


def check_move(state: State, unit: Unit, path: tuple[str, ...]) -> None:
    """Whether a marker may go this way now. Raises Refused."""
    if not is_refugees(state, unit) or not on_map(state, unit):
        raise Refused("12.2a.3", f"{unit.id} is not a refugee marker on the map")
    if unit not in waiting(state):
        raise Refused("12.2a.5", f"{unit.id} shows this turn's side: it has been handled")
    if not path or len(path) > STEPS:
        raise Refused("12.2a.3", "refugees move one to three hexes")
    if not any(heads_for(state, (unit.at, *path), town) for town in SAFETY):
        raise Refused("12.2a.3", "every hex must be nearer by road to Königsberg or to Elbing")
    if path[-1] not in SAFETY:
        check_room(state, path[-1])


@rule("12.2a.3", "K-R45")
def heads_for(state: State, path: tuple[str, ...], town: str) -> bool:
    """Whether each hex of a path is joined by road to the one before and nearer by road to a town."""
    far = by_road(state.board, town)
    joined = all(b in roads(state.board).get(a, ()) for a, b in pairwise(path))
    return joined and all(far.get(b, inf) < far.get(a, inf) for a, b in pairwise(path))


@rule("12.3.1", "12.3.2", "12.3.3", "K-R46")
def driven_through(play: Play, marker: str) -> None:
    """A Soviet unit drives through refugees: the marker is gone, and the Germans call up one more Volksturm
    unit a turn, at most two in all (12.3)."""
    why = "driven from the road"
    occur(play, UnitPlaced(rule="12.3.1", unit=marker, at=REFUGEE_BOX, steps=1, why=why))
    was = play.state.tracks[VOLKSTURM_BOX]
    if was < MOST_VOLKSTURM:
        play.record(TrackMoved(rule="12.3.2", track=VOLKSTURM_BOX, was=was, now=was + 1, why="an atrocity"))


def road(state: State, origin: str, to: str) -> tuple[str, ...]:
    """The road between two hexes, for refugees; () where none joins them."""
    far, path = by_road(state.board, to), [origin]
    while far.get(path[-1], 0):
        path.append(min(state.board.neighbours(path[-1]), key=lambda near: far.get(near, 999)))
    return tuple(path[1:])
