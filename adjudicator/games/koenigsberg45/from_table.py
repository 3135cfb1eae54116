"""Moves in a log of VASSAL as order lines: whatever the game asks, its pieces are dragged.

What a drag means is said by the question that is open: a march, a retreat, an arrival, a marker laid. Who is
activated, what is attacked and where guns fire is no drag: it is written, or said in the log's chat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator.mechanics.movement import reach
from adjudicator.orders import TableLine, TableMove
from adjudicator.rulings import Refused
from adjudicator.state import Decision, State

from . import r06_entry
from .orders import grammar
from .position import ELIMINATED, REFUGEE_BOX, VOLKSTURM_BOX, is_hq, kind, volksturm
from .r04_costs import PARTS, ROAD, STRATEGIC
from .r04_current_costs import allowance, current_costs
from .r04_path import plan
from .r12_refugees import by_road

WAYS = ("", "strat ")
"""The ways of moving that a drag may stand for, the first that is legal."""


@dataclass(slots=True)
class Way:
    """The way one piece went, hex by hex, and in which steps of the log."""

    unit: str
    path: tuple[str, ...]
    steps: tuple[int, ...]

    @property
    def end(self) -> str:
        """Where it was left."""
        return self.path[-1]

    @property
    def dashed(self) -> str:
        """The hexes after the first, as orders write them."""
        return "-".join(self.path[1:])


def orders(state: State, side: str, moves: Sequence[TableMove]) -> list[TableLine]:
    """A line for every piece of the side that was moved, and one that says why for every other piece."""
    asked = next((d for d in state.decisions if d.player == side and d.topic in FORMS), None)
    gone = [way for way in ways(state, moves) if way.path[0] != way.end]
    wrong = [TableLine(way.steps, "", why) for way in gone if (why := fault(state, side, way))]
    mine = [way for way in gone if not fault(state, side, way)]
    return [*(FORMS[asked.topic] if asked else marches)(state, asked, mine), *wrong]


def ways(state: State, moves: Sequence[TableMove]) -> list[Way]:
    """The moves of each piece in one, in the order in which the pieces were first touched."""
    found: dict[str, Way] = {}
    for move in moves:
        way = found.setdefault(move.unit, Way(move.unit, (move.origin,), ()))
        if move.to != way.end:
            way.path = (*way.path, *hops(state, way.unit, way.end, move.to))
            way.steps = (*way.steps, move.n)
    return list(found.values())


def hops(state: State, unit_id: str, origin: str, to: str) -> tuple[str, ...]:
    """The hexes of one drag: a unit dragged over several goes a cheapest legal way, where there is one."""
    board, unit = state.board, state.units.get(unit_id)
    if unit is None or not {origin, to} <= set(board.spaces) or board.adjacent(origin, to):
        return (to,)
    if kind(state, unit) == "refugees":
        return road(state, origin, to)
    for way in (ROAD, STRATEGIC):
        found = reach(current_costs(state, unit, way), origin, allowance(state, unit) * PARTS[way])
        if to in found:
            return found.path(to)[1:]
    return (to,)


def road(state: State, origin: str, to: str) -> tuple[str, ...]:
    """The road between two hexes, for refugees; the end alone where none joins them."""
    far, path = by_road(state.board, to), [origin]
    while far.get(path[-1], 0):
        path.append(min(state.board.neighbours(path[-1]), key=lambda near: far.get(near, 999)))
    return tuple(path[1:]) or (to,)


def fault(state: State, side: str, way: Way) -> str:
    """Why a drag is no order of a side; "" if it may be one."""
    unit = state.units.get(way.unit)
    if unit is None or unit.side != side:
        return f"{way.unit} is not yours to move"
    if way.path[0] != unit.at:
        return f"{way.unit} is at {unit.at}, and the log takes it from {way.path[0] or 'nowhere'}"
    if kind(state, unit) in {"air", "ship"}:
        return f"{way.unit} is named in an attack, not moved"
    if way.end not in state.board.spaces:
        return (
            ""
            if driven(state, way)
            else f"{way.unit} was taken to {way.end or 'nowhere'}, which no order does"
        )
    return ""


def driven(state: State, way: Way) -> bool:
    """Whether refugees were taken off the map, to let a unit through."""
    return kind(state, state.units[way.unit]) == "refugees" and way.end == REFUGEE_BOX


# -- marches -----------------------------------------------------------------------------------------------


def marches(state: State, asked: Decision | None, mine: Sequence[Way]) -> list[TableLine]:
    """Moves, one after the other, through the refugees that were taken from the map."""
    taken = [way for way in mine if driven(state, way)]
    lines: list[TableLine] = []
    for way in (way for way in mine if way not in taken):
        through = [marker for marker in taken if marker.path[0] in way.path]
        steps = tuple(sorted({*way.steps, *(n for marker in through for n in marker.steps)}))
        lines.append(TableLine(steps, march(state, way, [marker.path[0] for marker in through])))
        state = state.with_unit(replace(state.units[way.unit], at=way.end))
    return lines


def march(state: State, way: Way, through: Sequence[str]) -> str:
    """A move as an order: by road or across country if it can be made so, else strategic, else as it is."""
    tail = f" through {' '.join(through)}" if through else ""
    lines = [f"move {way.unit} {how}{way.dashed}{tail}" for how in WAYS]
    return next((line for line in lines if can(state, line)), lines[0])


def can(state: State, line: str) -> bool:
    """Whether a move could be made."""
    try:
        plan(state, grammar().read(line))
    except Refused:
        return False
    return True


# -- other questions ---------------------------------------------------------------------------------------


def retreats(state: State, asked: Decision | None, mine: Sequence[Way]) -> list[TableLine]:
    """Retreats: who goes the same way goes together, his HQ with him."""
    together: dict[tuple[str, ...], list[Way]] = {}
    for way in sorted(mine, key=lambda way: is_hq(state, state.units[way.unit])):
        together.setdefault(way.path, []).append(way)
    return [
        TableLine(
            tuple(sorted({n for way in group for n in way.steps})),
            f"retreat {', '.join(way.unit for way in group)} via {group[0].dashed}",
        )
        for group in together.values()
    ]


def advances(state: State, asked: Decision | None, mine: Sequence[Way]) -> list[TableLine]:
    """An advance is one order for all who advance, and the HQs that follow."""
    units = [way for way in mine if not is_hq(state, state.units[way.unit])]
    if not units:
        return [TableLine(way.steps, "", f"{way.unit} advances behind a unit only") for way in mine]
    text = ", ".join(f"{way.unit} to {way.dashed}" for way in units)
    text += "".join(f" with {way.unit}" for way in mine if way not in units)
    return [TableLine(tuple(sorted({n for way in mine for n in way.steps})), f"advance {text}")]


def arrivals(state: State, asked: Decision | None, mine: Sequence[Way]) -> list[TableLine]:
    """Arrivals: at their letter, in another hex of the edge, or by rail."""
    letters = dict(state.frame.facts.get("coming", ()))
    return [TableLine(way.steps, arrival(state, way, letters.get(way.unit, ""))) for way in mine]


def arrival(state: State, way: Way, letter: str) -> str:
    """One arrival as an order."""
    if letter and way.end == r06_entry.entry_hex(state, letter):
        return f"enter {way.unit} at {letter}"
    edge = letter and way.end in r06_entry.open_hexes(state, way.unit, letter)
    by_rail = not edge and way.end in r06_entry.rail_net(state, state.units[way.unit].side)
    at = f" at {letter}" if letter else ""
    return f"enter {way.unit}{at} {'rail' if by_rail else 'alt'} {way.end}"


def laid(state: State, asked: Decision | None, mine: Sequence[Way]) -> list[TableLine]:
    """Pieces that are laid on the map out of a box, and refugees on their way."""
    return [TableLine(way.steps, *lay(state, way)) for way in mine]


def lay(state: State, way: Way) -> tuple[str, str]:
    """What laying or moving a piece is called, or why it is no order."""
    unit = state.units[way.unit]
    if kind(state, unit) == "refugees":
        new = way.path[0] == REFUGEE_BOX
        return (f"refugee new at {way.end}" if new else f"refugee {way.unit} via {way.dashed}"), ""
    if volksturm(unit) and way.path[0] == VOLKSTURM_BOX:
        return f"deploy volksturm at {way.end}", ""
    if way.path[0] == ELIMINATED:
        return f"replace {way.unit} at {way.end}", ""
    return "", f"{way.unit} does not move now"


FORMS: Mapping[str, Callable[[State, Decision | None, Sequence[Way]], list[TableLine]]] = {
    "move": marches,
    "retreat": retreats,
    "overstack": retreats,
    "advance": advances,
    "enter": arrivals,
    "volksturm": laid,
    "replace": laid,
    "refugees": laid,
    "event-refugees": laid,
}
"""How a drag is said, by what the side is asked; the first question counts, and without one it is a march."""
