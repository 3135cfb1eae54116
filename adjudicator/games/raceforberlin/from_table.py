"""Moves in a log of VASSAL as order lines: whatever the game asks, its units are dragged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adjudicator.orders import TableLine, TableMove
from adjudicator.state import State

from .r07_movement import legal_routes

FORMS = {
    "enter": "enter {unit} at {end}",
    "displace": "displace {unit} to {end}",
    "freemove": "freemove {unit} to {end}",
    "retreat": "retreat {unit} to {path}",
    "reserve": "reserve {unit} {path}",
    "advance": "advance {unit}",
    "impulse": "move {unit} {path}",
}
"""How a drag is said, by what the side is asked; the first question counts."""


@dataclass(slots=True)
class Way:
    """The way one unit went, zone by zone, and in which steps of the log."""

    unit: str
    path: tuple[str, ...]
    steps: tuple[int, ...]


def orders(state: State, side: str, moves: Sequence[TableMove]) -> list[TableLine]:
    """A line for every unit of the side that was moved, and one that says why for every other piece."""
    topic = next((d.topic for d in state.decisions if d.player == side and d.topic in FORMS), "impulse")
    gone = [way for way in ways(state, moves, topic) if way.path[0] != way.path[-1]]
    found = [_line(state, side, topic, way) for way in gone]
    return _together(found) if topic == "advance" else found


def _together(found: Sequence[TableLine]) -> list[TableLine]:
    """Advances are one order for all who advance."""
    units = [line.text.removeprefix("advance ") for line in found if line.text]
    steps = tuple(sorted({n for line in found if line.text for n in line.steps}))
    one = [TableLine(steps, f"advance {' '.join(units)}")] if units else []
    return [*one, *(line for line in found if not line.text)]


def ways(state: State, moves: Sequence[TableMove], topic: str = "impulse") -> list[Way]:
    """The moves of each unit in one piece, in the order in which the units were first touched."""
    found: dict[str, Way] = {}
    for move in moves:
        way = found.setdefault(move.unit, Way(move.unit, (move.origin,), ()))
        if move.to != way.path[-1]:
            way.path = (*way.path, *_hops(state, way.unit, way.path[-1], move.to, topic == "reserve"))
            way.steps = (*way.steps, move.n)
    return list(found.values())


def _hops(state: State, unit: str, origin: str, to: str, reserve: bool) -> tuple[str, ...]:
    """The zones of one drag: a unit dragged over several goes a cheapest legal way, where there is one."""
    board = state.board
    if unit not in state.units or not {origin, to} <= set(board.spaces) or board.adjacent(origin, to):
        return (to,)
    there = replace(state.units[unit], at=origin)
    routes = legal_routes(state.with_unit(there), there, reserve=reserve)
    return routes.get(to, (origin, to))[1:]


def _line(state: State, side: str, topic: str, way: Way) -> TableLine:
    end = way.path[-1]
    if way.unit not in state.units or state.units[way.unit].side != side:
        return TableLine(way.steps, "", f"{way.unit} is not yours to move")
    if way.path[0] != state.units[way.unit].at:
        stands = state.units[way.unit].at
        return TableLine(
            way.steps, "", f"{way.unit} stands at {stands}, and the log takes it from {way.path[0]}"
        )
    if end not in state.board.spaces:
        return TableLine(way.steps, "", f"{way.unit} was taken to {end or 'nowhere'}, which no order does")
    text = FORMS[topic].format(unit=way.unit, end=end, path=" ".join(way.path[1:]))
    return TableLine(way.steps, text)
