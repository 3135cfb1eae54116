"""How far it is from one space to another, and what lies between."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from files.messages import counted
from files.nearest import did_you_mean, nearest
from maps.board import Board
from maps.map_faults import MapError, MapFault
from maps.measuring.space_finder import SpaceFinder
from maps.reading.geometry import board_geometry
from maps.reading.load import find_map, read_board
from maps.reading.tables import read_toml
from maps.space import slug

_POINT = re.compile(r"(-?[0-9]{1,9}(?:\.[0-9]{1,9})?),(-?[0-9]{1,9}(?:\.[0-9]{1,9})?)")


@dataclass(frozen=True, slots=True)
class Measured:
    """Two spaces by their ids: the steps between them (None: no way), and the spaces on the line or the way.

    `borders` are the features between each space of the list and the next; None where the two do not touch.
    """

    board: Board
    start: str
    end: str
    steps: int | None
    passed: Sequence[str]
    borders: Sequence[frozenset[str] | None]

    def facts(self) -> dict[str, Any]:
        """As one JSON document has it."""
        borders = [None if border is None else sorted(border) for border in self.borders]
        return {
            "game": self.board.game,
            "from": self.start,
            "to": self.end,
            "steps": self.steps,
            "passed": list(self.passed),
            "borders": borders,
        }

    def lines(self) -> Iterator[str]:
        """In words: the distance, then each space with the border before it."""
        ends = f"{called(self.board, self.start)} to {called(self.board, self.end)}"
        if self.steps is None:
            yield f"{ends}: no border leads there"
            return
        yield f"{ends}: {counted(self.steps, 'step')}"
        yield f"    {called(self.board, self.start)}"
        for space, border in zip(self.passed[1:], self.borders, strict=True):
            over = "not adjacent" if border is None else ", ".join(sorted(border))
            yield f"    {called(self.board, space)}{f'  ({over})' if over else ''}"


def measure(game: str | Path, start: str, end: str) -> Measured:
    """Measure between two spaces of a game's map, each told by its name, its label, or a point X,Y.

    Points are in map units. Between hexes, or squares, the straight line is followed, elsewhere the fewest
    borders. Raises MapError when the map cannot be read, or with every space that it does not have.
    """
    ground = _ground(game)
    faults: list[MapFault] = []
    a, b = (_space(ground, word, faults) for word in (start, end))
    if faults:
        raise MapError(faults)
    board = ground.board
    passed = board.line(a, b) or _way(board, a, b)
    borders = [board.links[one].get(other) for one, other in pairwise(passed)]
    return Measured(board, a, b, board.distance(a, b), passed, borders)


def called(board: Board, space: str) -> str:
    """A space as it is told: its printed name, and what is printed in it besides."""
    known = board.spaces[space]
    more = known.facts.get("name", "")
    return f"{known.name} {more}" if more and more != known.name else known.name


def _ground(game: str | Path) -> SpaceFinder:
    folder = find_map(game)
    board, faults = read_board(folder)
    geometry = board_geometry(folder, board, read_toml(folder / "map.toml", []), faults)
    if faults:
        raise MapError(faults)
    return SpaceFinder(board, geometry)


def _space(ground: SpaceFinder, word: str, faults: list[MapFault]) -> str:
    """The id of the space that a word means; "" and a fault when there is none."""
    point = _POINT.fullmatch(word.strip())
    if point:
        x, y = map(float, point.groups())
        found = ground.at(x, y)
        if not found:
            faults.append(MapFault(word, "", "off the map", "the map has no space there"))
        return found or ""
    known = _names(ground.board)
    if slug(word) not in known:
        near = nearest(word, known, fold=slug)
        hint = did_you_mean((called(ground.board, known[one]) for one in near), "; ")
        faults.append(MapFault(word, "", "unknown space", f"the map has no space of this name{hint}"))
    return known.get(slug(word), "")


def _names(board: Board) -> Mapping[str, str]:
    """Ids of spaces by every slug they are known by; a label wins over a town's name."""
    towns = {
        slug(str(space.facts["name"])): one for one, space in board.spaces.items() if "name" in space.facts
    }
    names = {slug(space.name): one for one, space in board.spaces.items()}
    return {**towns, **names, **{one: one for one in board.spaces}}


def _way(board: Board, a: str, b: str) -> list[str]:
    """One of the ways over the fewest borders, as the map lists them; only the start where there is none."""
    before: dict[str, str] = {a: a}
    for space in (one for ring in board.rings(a) for one in ring):
        for near in board.links[space]:
            before.setdefault(near, space)
    way = [b] if b in before else [a]
    while way[-1] != a:
        way.append(before[way[-1]])
    return way[::-1]
