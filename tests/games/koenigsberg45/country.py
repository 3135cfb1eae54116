"""Open country for tests: the hexes of the board, all clear, with the roads and rivers that a test needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

from adjudicator.games.koenigsberg45.terrain import the_board
from adjudicator.judging.referee import run_on
from maps.board import Board, Fact, Space
from tests.tabletop import Tabletop

from .table import table

PLAIN: Mapping[str, Fact] = {"terrain": "clear", "settlement": "", "name": "", "body": "", "fortified": ()}


_KNOWN: dict[str, Board] = {}
"""The countries that tests have asked for, by what is in them: the referee works out much of a board once."""


def country(**features: Any) -> Board:
    """A board of clear hexes with these features: the same one whenever it is asked for."""
    key = repr(sorted(features.items()))
    if key not in _KNOWN:
        _KNOWN[key] = made(**features)
    return _KNOWN[key]


def made(
    *,
    roads: Iterable[str] = (),
    rails: Iterable[str] = (),
    autobahn: Iterable[str] = (),
    minor: Iterable[str] = (),
    major: Iterable[str] = (),
    ground: Mapping[str, Mapping[str, Any]] | None = None,
) -> Board:
    """A board of clear hexes. Ways are chains "2020 2121 2221", rivers hexsides "2020/2021"; `ground` gives
    hexes other facts. Sources, entries and edges are those of the real board."""
    ways = [
        (way, pair)
        for way, chains in (("road", roads), ("rail", rails), ("autobahn", autobahn))
        for pair in hexsides(chains)
    ]
    rivers = [("river-minor", tuple(side.split("/"))) for side in minor]
    rivers += [("river-major", tuple(side.split("/"))) for side in major]
    bare, spaces = dict(open_country().links), dict(open_country().spaces)
    for feature, (a, b) in (*ways, *rivers):
        bare[a] = {**bare[a], b: bare[a][b] | {feature}}
        bare[b] = {**bare[b], a: bare[a][b]}
    for id_, facts in (ground or {}).items():
        spaces[id_] = plain(the_board().spaces[id_], facts)
    return replace(the_board(), links=bare, spaces=spaces)


@cache
def open_country() -> Board:
    """The same with nothing on it: every board of open country is this one, changed in a few places."""
    links = {space: dict.fromkeys(near, frozenset[str]()) for space, near in the_board().links.items()}
    return replace(
        the_board(), links=links, spaces={id_: plain(one, {}) for id_, one in the_board().spaces.items()}
    )


def hexsides(chains: Iterable[str]) -> list[tuple[str, ...]]:
    """The hexsides that chains of hexes cross."""
    return [pair for chain in chains for pair in pairwise(chain.split())]


def plain(space: Space, facts: Mapping[str, Any]) -> Space:
    """A clear hex, with these facts changed."""
    return Space(space.id, space.name, space.centre, {**space.facts, **PLAIN, **facts})


def laid(
    units: dict[str, str],
    *,
    active: str = "soviet",
    segment: str = "MOVE",
    position: Mapping[str, Any] | None = None,
    run: bool = True,
    **features: Any,
) -> Tabletop:
    """A position in open country with these features; `position` is the rest of it."""
    found = table(units, segment=segment, active=active, run=False, **(position or {}))
    found.play.state = found.state.but(board=country(**features))
    if run:
        run_on(found.game, found.play)
    return found


def why(found: Tabletop, side: str, order: str) -> tuple[str, str, tuple[str, ...]]:
    """The rule, the words and what would be legal in the refusal of a sheet of one line."""
    (ruling,) = found.order(side, order)
    assert ruling.verdict == "refused", ruling
    return ruling.rule, ruling.why, ruling.legal


def first(found: Tabletop, order: str, side: str = "soviet") -> tuple[str, str]:
    """The rule in the refusal of a sheet of one line, and the first of what it offers instead."""
    rule, _, legal = why(found, side, order)
    return rule, legal[0]


def moved(found: Tabletop, side: str, order: str) -> tuple[str, str]:
    """Where the unit of an order stands after it, and the running total of its points."""
    (ruling,) = found.order(side, order)
    assert ruling.verdict == "done", ruling
    last = found.found("UnitMoved")[-1]
    return found.at(last["unit"]), last["cost"]
