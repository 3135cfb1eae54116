"""What is printed on the map, in the words of the rules: terrain, settlements, ways and hexsides.

The only file that knows how the board writes them; chapter 4 says what they cost, chapter 7 what they shift.
"""

from __future__ import annotations

from functools import cache

from adjudicator.phases import battlefield
from adjudicator.rulings import rule
from adjudicator.state import State
from maps.board import Board
from maps.reading.courses import read_courses
from maps.reading.load import find_map, load_board

KOENIGSBERG, ELBING, PILLAU = "2208", "1216", "1609"
FRISCHES_HAFF = "frisches-haff"

name = battlefield.name


@rule("0.1g.1", "0.1g.2")
@cache
def the_board() -> Board:
    """The map, read once: what chapters work out of it, they keep by it."""
    return load_board("koenigsberg45")


def _fact(state: State, space: str, key: str) -> str:
    return str(state.board.spaces[space].facts.get(key, ""))


def terrain(state: State, space: str) -> str:
    """The ground of a hex: "clear", "forest", "marsh", "lake" or "water"."""
    return _fact(state, space, "terrain")


def is_water(state: State, space: str) -> bool:
    """Whether a hex is sea or lagoon."""
    return terrain(state, space) == "water"


@rule("0.2a.1", "0.2a.5")
def is_half(state: State, space: str) -> bool:
    """Whether a hex is a part of one at the edge of the map, in which no unit may be (0.2a)."""
    return bool(state.board.spaces[space].facts.get("half", False))


def settlement(state: State, space: str) -> str:
    """ "village", "town", "city", or "" for open country."""
    return _fact(state, space, "settlement")


def is_victory_hex(state: State, space: str) -> bool:
    """Whether a hex is one of the fourteen that count for victory (14.3a)."""
    return bool(state.board.spaces[space].facts.get("vp"))


def source(state: State, space: str) -> str:
    """Whose supply source is printed in a hex: "german", "soviet", "split" or "" (0.2j)."""
    return _fact(state, space, "source")


def entry(state: State, letter: str) -> str:
    """The hex of an entry letter."""
    return next(s.id for s in state.board.spaces.values() if s.facts.get("entry") == letter)


def road(state: State, a: str, b: str) -> bool:
    """Whether a road, the Autobahn included, crosses the hexside of two adjacent hexes."""
    return bool({"road", "autobahn"} & state.board.between(a, b))


@rule("0.2k.1")
def bridged(state: State, a: str, b: str) -> bool:
    """Whether a road or railroad crosses the hexside: then a river there is bridged (0.2k)."""
    return bool({"road", "autobahn", "rail"} & state.board.between(a, b))


def unbridged_minor(state: State, a: str, b: str) -> bool:
    """A minor river without a bridge at the hexside."""
    return "river-minor" in state.board.between(a, b) and not bridged(state, a, b)


def unbridged_major(state: State, a: str, b: str) -> bool:
    """A major river without a bridge at the hexside."""
    return "river-major" in state.board.between(a, b) and not bridged(state, a, b)


def impassable(state: State, a: str, b: str) -> bool:
    """An impassable hexside: on this map only one between land and water without a way (d3)."""
    if "impassable" in state.board.between(a, b):
        return True
    return (is_water(state, a) or is_water(state, b)) and not bridged(state, a, b)


@cache
def _rivers() -> dict[frozenset[str], str]:
    """The names of the rivers, by hexside."""
    grid = the_board().grid
    assert grid is not None
    courses = read_courses(find_map("koenigsberg45"), grid, [])
    return {frozenset(pair): one.name for one in courses if "river" in one.feature for pair in one.pairs}


def river_name(a: str, b: str) -> str:
    """The river along the hexside of two adjacent hexes, for a sentence."""
    found = _rivers().get(frozenset((a, b)), "")
    return f"the {found}" if found else "a major river"


def water_name(state: State, a: str, b: str) -> str:
    """The water of two adjacent hexes, for a sentence: "the Frisches Haff", "the water"."""
    bodies = [_fact(state, space, "body") for space in (b, a) if is_water(state, space)]
    return f"the {bodies[0].replace('-', ' ').title()}" if bodies and bodies[0] else "the water"


def lake_side(state: State, a: str, b: str) -> bool:
    """A lake hexside: one of a hex that is almost all lake (7.4a), with no way across it."""
    return "lake" in {terrain(state, a), terrain(state, b)} and not bridged(state, a, b)


def line_row(state: State, inside: str, outside: str) -> str:
    """The row of the Terrain Effects Chart for a hexside that is fortified for the hex `inside`, seen from
    `outside`; "" where it is not."""
    features, grid = state.board.between(inside, outside), state.board.grid
    assert grid is not None
    sides = state.board.spaces[inside].facts.get("fortified") or ()
    if not (isinstance(sides, tuple) and grid.direction(inside, outside) in sides):
        return ""
    return "Festung" if "festung" in features else "defensive line" if "defensive-line" in features else ""


def edges(state: State, space: str) -> tuple[str, ...]:
    """The edges of the map that a hex is on: "north", "south", "east", "west", "coast"."""
    found = state.board.spaces[space].facts.get("edges") or ()
    return tuple(found) if isinstance(found, tuple) else (str(found),)


def autobahn(state: State) -> tuple[str, ...]:
    """The hexes of the Autobahn, from Elbing to Königsberg."""
    return state.board.chains["autobahn"]
