"""Rule 9.1, reinforcements on the map: who may enter, where, and who must; and units that come back to it.

9.1.ent entry    9.1.sov.7 and .8 the Soviets    9.1.ger the 11th Panzer Division    8.3.edge who retreated
off"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from adjudicator.events import UnitEntered
from adjudicator.mechanics.armies import FAR_OFF, distance
from adjudicator.mechanics.movement import Reach, kept_reach, path_cost
from adjudicator.mechanics.remembered import of_board
from adjudicator.mechanics.wording import running_total
from adjudicator.phases.battlefield import name
from adjudicator.play import Play
from adjudicator.rulings import Refused, rule
from adjudicator.state import Json, State, Unit
from maps.board import Board

from . import r04_movement
from .charts import charts, number
from .events import AREAS, LEFT_AT, PLAN, TURNS, AreaRevealed
from .levels import phase
from .position import BARRED, GERMAN, OFF_MAP, SOVIET, WAITING, edge, enemy_here
from .r02_pieces import formation, size
from .r04_costs import PARTS, allowance, current_costs, entry_cost
from .r05_zones import controlled, kept_out
from .r06_stacking import check_stack, fits, full_for
from .r10_control import carry


@of_board
@rule("9.1.ent.1")
def area(board: Board, letter: str) -> tuple[str, ...]:
    """The hexes of an entry area; none for no letter."""
    return tuple(id_ for id_, space in board.spaces.items() if letter and space.facts["entry"] == letter)


# -- who may enter, and where ----------------------------------------------------------------------------


@rule("2.1.side.1", "9.1.ger.1", "9.1.ger.2", "9.1.sov.7", "10.tab.2", "8.3.edge.2", "9.1.ent.2", "9.1.ent.7")
@rule("10.exit.3")
def not_now(state: State, unit: Unit) -> Refused | None:
    """Why a unit does not come on the map in this Movement Phase: a reinforcement comes from its turn on, a
    unit that retreated off the map if it did before the phase began. None if it may."""
    one = formation(state, unit)
    if unit.side != phase(state).side:
        return Refused("2.1.side.1", f"{unit.id} is not yours to enter")
    if unit.at == OFF_MAP:
        back = phase(state).started.get(unit.id) == OFF_MAP
        return None if back else Refused("8.3.edge.2", f"{unit.id} returns in the next Movement Phase")
    if unit.at not in WAITING.values():
        return Refused("9.1.ent.2", f"{unit.id} is not a unit that may enter")
    if unit.side == GERMAN:
        first = number("german-schedule", "Turn", one)
        return Refused("9.1.ger.1", f"{unit.id} enters from turn {first} on") if state.turn < first else None
    if one in state.facts.get(AREAS, {}):
        return None
    turn = state.facts.get(TURNS, {}).get(one, "?")
    return Refused("9.1.sov.7", f"{unit.id} enters on turn {turn}, as planned")


def letter(state: State, unit: Unit) -> str:
    """The entry area of a unit; "" while it is sealed."""
    one = formation(state, unit)
    if unit.side == GERMAN:
        return charts()["german-schedule"].cell("Area", one)
    return str(state.facts.get(AREAS, {}).get(one, ""))


@rule("9.1.ent.1", "9.1.ent.3", "9.1.ent.6", "8.3.edge.2", "8.3.edge.3")
def shut(state: State, unit: Unit, space: str) -> tuple[str, str]:
    """Why a unit may not come on the map at a hex, clause and reason, ("", "") if it may. It comes in its
    area, or where it left: if enemies are there, at the nearest hex that is neither enemy-occupied nor
    enemy-controlled. It does not enter on enemies, weapons not in enemy zones, and it must pay for it."""
    left = str(state.facts[LEFT_AT][unit.id]) if unit.at == OFF_MAP else ""
    foes = enemy_here(state, space, unit.side)
    if left and enemy_here(state, left, unit.side):
        held = "enemies are there" if space == left else f"enemies are in {name(state, left)}, where it left"
        why = f"{held}; it enters at the nearest hex without enemies and their zones"
        return ("", "") if space in nearest_free(state, left, unit.side) else ("8.3.edge.3", why)
    if left and space != left:
        return "8.3.edge.2", f"it returns where it left the map, at {name(state, left)}"
    if not left and space not in area(state.board, letter(state, unit)):
        return "9.1.ent.1", f"that hex is not in area {letter(state, unit)}, where it enters"
    if foes:
        return "9.1.ent.6", "enemies are there"
    if kept_out(state, unit) and controlled(state, space, unit.side):
        return "9.1.ent.6", "weapons units may not enter at an enemy-controlled hex"
    dear = entry_cost(state, unit, space) > allowance(state, unit)
    return ("9.1.ent.3", "its first hex costs more than it has") if dear else ("", "")


@rule("8.3.edge.3")
def nearest_free(state: State, left: str, side: str) -> tuple[str, ...]:
    """The hexes at the edge without enemies and their zones that are nearest to one."""
    edges = (at for at in edge(state.board) if not enemy_here(state, at, side))
    far = {at: distance(state, left, at) for at in edges if not controlled(state, at, side)}
    return tuple(at for at, hexes in far.items() if hexes == min(far.values()))


@rule("9.1.ent.1", "8.3.edge.2", "8.3.edge.3")
def entry_hexes(state: State, unit: Unit) -> tuple[str, ...]:
    """The hexes at which a unit may come on the map."""
    if unit.at == OFF_MAP:
        left = str(state.facts[LEFT_AT][unit.id])
        held = enemy_here(state, left, unit.side)
        near = nearest_free(state, left, unit.side) if held else (left,)
    else:
        near = area(state.board, letter(state, unit))
    return tuple(space for space in near if not shut(state, unit, space)[0])


@rule("9.1.sov.8", "9.1.ger.1", "9.1.ent.7", "8.3.edge.2")
def due(state: State) -> tuple[Unit, ...]:
    """The units of the phasing player that must still come on the map in this phase: all whose turn has come
    and that can be placed (ruling 43). Others wait, to the next turn."""
    return tuple(unit for unit in arriving(state) if next(entries(state, unit), None))


def arriving(state: State) -> list[Unit]:
    """The units of the phasing player that may come on the map in this Movement Phase."""
    off = (unit for unit in state.units.values() if unit.at not in state.board.spaces)
    return [unit for unit in off if not not_now(state, unit)]


def duty(unit: Unit) -> str:
    """The clause by which a unit must come on the map."""
    if unit.at == OFF_MAP:
        return "8.3.edge.2"
    return "9.1.sov.8" if unit.side == SOVIET else "9.1.ger.1"


def entries(state: State, unit: Unit) -> Iterator[tuple[str, ...]]:
    """Each hex at which a unit could come on the map and stop, then each from which it could go on, with the
    cheapest way to the nearest hex where it could."""
    open_to = entry_hexes(state, unit)
    room = [space for space in open_to if fits(state, space, [unit])]
    yield from ((space,) for space in room)
    for space in (space for space in open_to if space not in room):
        found, full = onward(state, unit, space), full_for(state, unit)
        ends = [end for end in found if end != space and end not in full]
        if ends:
            yield found.path(min(ends, key=lambda end: (found.cost(end), end)))


@rule("9.1.ent.3", "4.mov.2")
def onward(state: State, unit: Unit, space: str) -> Reach:
    """How far a unit could go on that comes on the map at a hex: nowhere out of an enemy zone, nor if it
    retreated off the map in this turn's Prepared Combat Phase (ruling 46)."""
    points = allowance(state, unit) - entry_cost(state, unit, space)
    stays = BARRED in unit.flags or controlled(state, space, unit.side)
    return kept_reach(current_costs(state, unit), space, 0 if stays else points)


def legal(state: State, side: str) -> Iterator[str]:
    """Each unit that may come on the map at each hex where it may; then on to each other hex where it may
    stop, by the cheapest way."""
    mine = arriving(state)
    for unit in mine:
        yield from (along(unit, path) for path in entries(state, unit))
    ways: dict[object, list[Sequence[str]]] = {}
    for unit in mine:
        alike = unit.at, entry_hexes(state, unit), current_costs(state, unit), allowance(state, unit)
        key = (*alike, size(state, unit))
        ways[key] = ways.get(key) or going_on(state, unit)
        yield from (along(unit, path) for path in ways[key])


def going_on(state: State, unit: Unit) -> list[Sequence[str]]:
    """How a unit comes on the map and goes on to each hex in which it may stop, by the cheapest way."""
    best: dict[str, tuple[int, str]] = {}
    found, full = {at: onward(state, unit, at) for at in entry_hexes(state, unit)}, full_for(state, unit)
    for at, far in found.items():
        first = entry_cost(state, unit, at)
        for end in far:
            if end != at and end not in full:
                best[end] = min((first + far.cost(end), at), best.get(end, (FAR_OFF, "")))
    return [found[at].path(end) for end, (_, at) in best.items()]


def along(unit: Unit, path: Sequence[str]) -> str:
    """The order by which a unit comes on the map along a path."""
    via = f" via {'-'.join(path[1:])}" if path[1:] else ""
    return f"enter {unit.id} at {path[0]}{via}"


@rule("9.1.sov.8", "9.1.ger.1")
def one_by_one(state: State, units: Iterable[Unit]) -> tuple[str, ...]:
    """Orders by which these units come on the map one after the other, each as it then can."""
    found = []
    for unit in units:
        if path := next(entries(state, unit), None):
            found.append(along(unit, path))
            state = state.with_unit(replace(unit, at=path[-1]))
    return tuple(found)


# -- the order -------------------------------------------------------------------------------------------


@rule("9.1.ent.2", "9.1.ent.3", "9.1.ent.6", "9.1.sov.4", "9.1.sov.5")
def enter(play: Play, args: Json) -> None:
    """One unit or more come on the map in their player's Movement Phase, all at one hex, or none of them.
    Raises Refused."""
    units = tuple(dict.fromkeys(args.get("units") or (args["unit"],)))
    apart = Play(play.state, play.chance)
    r04_movement.in_motion(apart, units)
    for unit in units:
        enter_one(apart, play.state.units[unit], args["hex"], tuple(args["path"]))
    play.record(*apart.events)


@rule("9.1.ent.3", "9.1.ent.5", "9.1.ent.6", "4.mov.2", "8.3.edge.2")
def enter_one(play: Play, unit: Unit, space: str, onward: tuple[str, ...]) -> None:
    """A unit comes on the map at any hex of its area, pays for it, as if it were alone, and goes on if it
    likes. Raises Refused."""
    state, path = play.state, (space, *onward)
    if no := not_now(state, unit):
        raise no
    number, why = shut(state, unit, space)
    if number:
        raise Refused(number, f"{unit.id} may not enter at {name(state, space)}: {why}")
    if onward and BARRED in unit.flags:
        why = f"{unit.id} retreated in this turn: it comes back at {name(state, space)} and goes no further"
        raise Refused("4.mov.2", why)
    if onward and controlled(state, space, unit.side):
        raise Refused("5.eff.1", f"{unit.id} must stop in {name(state, space)}: an enemy zone is there")
    points, first = allowance(state, unit), entry_cost(state, unit, space)
    walked = path_cost(current_costs(state, unit), path, points - first)
    if walked.fault:
        no = r04_movement.broken(state, unit, walked, points - first)
        raise Refused(no.rule, f"after it enters at {name(state, space)}: {no.why}")
    check_stack(state, path[-1], [unit])
    now = phase(play.state)
    spent = {**now.spent, unit.id: first + walked.cost}
    play.note("9.1.ent.3", spent=spent, routes={**now.routes, unit.id: path})
    whole = type(walked)((unit.at, *path), (0, *(first + one for one in walked.spent)))
    cost = running_total(whole, points, PARTS)
    event = UnitEntered(rule="9.1.ent.3", unit=unit.id, path=path, cost=cost)
    carry(play, {unit.id: (unit.at, *path)}, [event])


@rule("9.1.sov.7")
def reveal(play: Play) -> None:
    """The areas of the formations that are planned for this turn are told as its Movement Phase begins."""
    known = play.state.facts.get(AREAS, {})
    for one, (turn, letter) in play.state.facts.get(PLAN, {}).items():
        if turn <= play.state.turn and one not in known:
            play.record(AreaRevealed(rule="9.1.sov.7", formation=one, area=letter))
