"""Hold the position at start against the board: units on land, within stacking, apart, and each in supply.

The table `start` of map.toml names the facts to look at; a board without it has nothing to be checked here.
With `touching` enemies may start next to each other; with `edge` the sources are an edge of the map, of which
some hexes may lead nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from maps.board import Board
from maps.map_faults import MapFault
from maps.reading.fields import YES_NO, Form, text, texts, whole
from maps.reading.settings import settings_faults

FORM: Form = {
    "start": {
        "ground": text(),
        "closed": texts(),
        "barriers": texts(),
        "bridges": texts(),
        "ways": texts(),
        "town": text(),
        "source": text(),
        "stack": whole(1, 99, True),
        "beside": text(),
        "touching": YES_NO,
        "edge": YES_NO,
    },
    "start.side[]": {"name": text(), "units": text(), "sources": texts()},
}


@dataclass(frozen=True, slots=True)
class Side:
    """One side at start: its units by hex, its sources, and the hexes where its enemies stand."""

    name: str
    units: Mapping[str, tuple[str, ...]]
    sources: tuple[str, ...]
    enemies: frozenset[str]


def check_start(board: Board, toml: Mapping[str, Any]) -> Iterator[MapFault]:
    """Every fault of the position at start, with its hexes."""
    wrong = list(settings_faults(toml, FORM))
    yield from wrong
    if wrong or "start" not in toml:
        return
    table = toml["start"]
    yield from _drowned(board, table)
    sides = _sides(board, table)
    for side in sides:
        yield from _misplaced(board, table, side)
        yield from _crowded(table, side)
        yield from _cut_off(board, table, side)
    if len(sides) == 2 and not table.get("touching"):
        yield from _too_near(board, *sides)


def _sides(board: Board, table: Mapping[str, Any]) -> list[Side]:
    units = {side["name"]: _set_up(board, side["units"]) for side in table.get("side", [])}
    return [
        Side(
            side["name"],
            units[side["name"]],
            tuple(
                one
                for one, space in board.spaces.items()
                if space.facts.get(table["source"]) in side["sources"]
            ),
            frozenset(one for name, stood in units.items() if name != side["name"] for one in stood),
        )
        for side in table.get("side", [])
    ]


def _set_up(board: Board, fact: str) -> dict[str, tuple[str, ...]]:
    found = {}
    for one, space in board.spaces.items():
        units = space.facts.get(fact)
        if isinstance(units, tuple) and units:
            found[one] = units
    return found


def _is_closed(board: Board, table: Mapping[str, Any], one: str) -> bool:
    return board.spaces[one].facts.get(table["ground"]) in table["closed"]


def _drowned(board: Board, table: Mapping[str, Any]) -> Iterator[MapFault]:
    """Towns and ways where no unit can go."""
    for one, space in board.spaces.items():
        if not _is_closed(board, table, one):
            continue
        if space.facts.get(table["town"]):
            message = f"{space.facts.get('name')} in {one} is in {space.facts.get(table['ground'])}"
            yield MapFault("places.csv", one, "town off the land", message)
        for other, features in board.links[one].items():
            for way in sorted(features & set(table["ways"])):
                message = f"the {way} from {other} to {one} leads into {space.facts.get(table['ground'])}"
                yield MapFault("links.csv", f"{one} - {other}", "way off the land", message)


def _misplaced(board: Board, table: Mapping[str, Any], side: Side) -> Iterator[MapFault]:
    for one, units in side.units.items():
        if _is_closed(board, table, one):
            ground = board.spaces[one].facts.get(table["ground"])
            message = f"{', '.join(units)} cannot start in {one}, which is {ground}"
            yield MapFault("places.csv", one, "set-up off the land", message)
        if one in side.enemies:
            message = f"{', '.join(units)} and enemies both start in {one}"
            yield MapFault("places.csv", one, "set-up on enemies", message)


def _crowded(table: Mapping[str, Any], side: Side) -> Iterator[MapFault]:
    """More units in a hex than may stack, or more than one of those that stack beside the others."""
    for one, units in side.units.items():
        beside = [unit for unit in units if unit.startswith(table["beside"])]
        if len(units) - len(beside) > table["stack"] or len(beside) > 1:
            message = f"{', '.join(units)} are too many for {one}: {table['stack']} may stack"
            yield MapFault("places.csv", one, "overstacked set-up", message)


def _too_near(board: Board, first: Side, second: Side) -> Iterator[MapFault]:
    for one in first.units:
        for near in board.neighbours(one):
            if near in second.units:
                message = f"{one} ({first.name}) and {near} ({second.name}) touch at start"
                yield MapFault("places.csv", f"{one} - {near}", "lines too near", message)


def _cut_off(board: Board, table: Mapping[str, Any], side: Side) -> Iterator[MapFault]:
    """Units that no source reaches, and sources that reach no unit."""
    supplied = _reach(board, table, side.sources, side.enemies)
    for one in sorted(side.units.keys() - supplied):
        message = f"{', '.join(side.units[one])} in {one}: no way leads there from a {side.name} source"
        yield MapFault("places.csv", one, "set-up cut off", message)
    for one in () if table.get("edge") else side.sources:
        if one not in side.enemies and not _reach(board, table, [one], side.enemies) & side.units.keys():
            message = f"from the {side.name} source {one} no way leads to any of its units"
            yield MapFault("places.csv", one, "source cut off", message)


def _reach(
    board: Board, table: Mapping[str, Any], sources: Iterable[str], enemies: frozenset[str]
) -> set[str]:
    """All hexes to which a way leads from these, not through enemies nor over a barrier without a bridge."""
    barriers, bridges = set(table["barriers"]), set(table["bridges"])
    front = {one for one in sources if one not in enemies and not _is_closed(board, table, one)}
    found: set[str] = set()
    while front:
        found |= front
        front = {
            near
            for one in front
            for near, features in board.links[one].items()
            if (not features & barriers or features & bridges)
            and near not in enemies
            and not _is_closed(board, table, near)
        } - found
    return found
