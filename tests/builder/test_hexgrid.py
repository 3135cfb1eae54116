"""What VASSAL will call every hex, by its own rules, is what the board prints there."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import defusedxml.ElementTree
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from builder.layout.board import Layout, board_element
from builder.layout.gridzones import OFF_MAP
from builder.layout.hexgrid import HexGround
from builder.vassal.grids import Grid
from builder.vassal.locations import read_grid
from builder.vassal.nodes import Node, every
from maps.grids.grid import COUNTED, DOUBLED, Axis, HexGrid, Numbering
from maps.grids.hexes import Lattice
from tests.cases import one_quick

TWO, UP = Axis(digits=2), Axis(digits=2, backward=True)
FLAT, POINTED = Lattice(), Lattice(flat=False)
KNOWN = {
    "0101 at the top left, second column lower": HexGrid(47, 41),
    "first column lower": HexGrid(47, 41, shoved="odd"),
    "first column lower and short": HexGrid(47, 41, shoved="odd", short="odd"),
    "rows count upwards": HexGrid(47, 41, numbering=Numbering(TWO, UP)),
    "columns count from the right": HexGrid(47, 41, numbering=Numbering(UP, TWO), shoved="odd"),
    "row first with a point between": HexGrid(47, 41, numbering=Numbering(TWO, TWO, False, ".")),
    "shoved columns begin with row 2": HexGrid(47, 41, numbering=Numbering(shoved_first=1)),
    "from 0, three digits": HexGrid(47, 41, numbering=Numbering(Axis(0, 3), Axis(0, 3))),
    "letters A1 to MM24": HexGrid(39, 24, numbering=Numbering(Axis(letters=DOUBLED), Axis())),
    "letters upwards": HexGrid(39, 24, numbering=Numbering(Axis(letters=DOUBLED), Axis(backward=True))),
    "letters beyond what VASSAL counts": HexGrid(39, 24, numbering=Numbering(Axis(letters=COUNTED), Axis())),
    "pointed tops": HexGrid(47, 41, POINTED),
    "pointed tops, first row further right": HexGrid(47, 41, POINTED, shoved="odd", short="odd"),
    "pointed tops, upwards and from the right": HexGrid(47, 41, POINTED, numbering=Numbering(UP, UP)),
    "pointed tops, letters": HexGrid(
        24, 39, POINTED, numbering=Numbering(Axis(), Axis(letters=DOUBLED), False)
    ),
    "with hexes missing": HexGrid(12, 9, missing=frozenset({"0101", "0505", "0506", "1209", "0801"})),
}


def ground_of(grid: HexGrid, pitch: float = 41.3, origin: tuple[float, float] = (61.4, 73.7)) -> HexGround:
    return HexGround(grid, pitch, origin)


def vassal(ground: HexGround) -> Grid:
    """The board as it would stand in a module, with the rules by which the engine names its points."""
    made = board_element("Board", Layout({}, (), 40, ground))
    board = Node(defusedxml.ElementTree.fromstring(etree.tostring(made)), "board")
    grid = read_grid(next(iter(board.children())), (3000, 3000))
    assert grid is not None
    return grid


ROUNDINGS = 3 * math.sqrt(0.5)
"""How far three roundings to whole pixels can move a point: ours of the point, that of VASSAL's origin, and
its own while it counts."""


def jittered(ground: HexGround, chance: random.Random, reach: float) -> Iterator[tuple[str, tuple[int, int]]]:
    """Label and a point of each hex, not farther out than this part of the way to its sides, and so far
    inside that no rounding takes it across."""
    most = min(ground.pitch / 2 * reach, ground.pitch / 2 - ROUNDINGS)
    for label, one in ground.grid.labels.items():
        (x, y), turn = ground.centre(one), chance.uniform(0, 2 * math.pi)
        out = chance.uniform(0, most)
        yield label, (round(x + out * math.cos(turn)), round(y + out * math.sin(turn)))


@pytest.mark.slow
@pytest.mark.parametrize("grid", one_quick(KNOWN.values()), ids=KNOWN)
def test_every_hex_has_its_printed_name_at_its_centre_and_around_it(grid: HexGrid) -> None:
    ground = ground_of(grid)
    asked = vassal(ground)
    for reach in (0.0, 0.8):
        for label, at in jittered(ground, random.Random(7), reach):
            assert asked.name(at) == label


@pytest.mark.slow
@pytest.mark.parametrize("grid", one_quick(KNOWN.values()), ids=KNOWN)
def test_pixel_rows_agree_but_for_the_sides_of_hexes(grid: HexGrid) -> None:
    """VASSAL cuts off two corners of a hex when it names a point that is not snapped to the hex's centre."""
    ground, labels = ground_of(grid), {one: label for label, one in grid.labels.items()}
    asked = vassal(ground)
    names = {grid.ids[one]: label for one, label in labels.items()}
    for y in range(0, 500, 13):
        for x in range(0, 900, 7):
            ours = names.get(ground.hex_at(x, y) or "")
            if asked.name((x, y)) not in (ours, ours or OFF_MAP) and ground.edge(x, y) > 1.5:
                assert near_corner(ground, x, y), f"{x},{y}: {asked.name((x, y))}, not {ours}"


def near_corner(ground: HexGround, x: int, y: int) -> bool:
    found = ground.hex_at(x, y)
    return found is not None and any(
        math.dist(corner, (x, y)) < ground.pitch * 0.289 + 2
        for corner in ground.ring(ground.grid.hexes[found])
    )


AXES = st.builds(Axis, st.integers(0, 30), st.integers(1, 4), st.just(""), st.booleans()) | st.builds(
    Axis, st.integers(1, 60), st.just(1), st.sampled_from((DOUBLED, COUNTED)), st.booleans()
)
GRIDS = st.builds(
    HexGrid,
    st.integers(1, 9),
    st.integers(2, 9),
    st.builds(Lattice, st.booleans()),
    st.sampled_from(("odd", "even")),
    st.sampled_from(("odd", "even", "")),
    st.builds(Numbering, AXES, AXES, st.booleans(), st.sampled_from((".", "/", " ")), st.integers(0, 1)),
)


@settings(deadline=None)
@given(GRIDS, st.floats(18, 90), st.floats(100, 400), st.floats(100, 400))
def test_any_numbering_survives_the_export(grid: HexGrid, pitch: float, x: float, y: float) -> None:
    ground = ground_of(grid, pitch, (x, y))
    asked = vassal(ground)
    for label, at in jittered(ground, random.Random(1), 0.8):
        assert asked.name(at) == label


def test_beside_the_map_nothing_has_the_name_of_a_hex() -> None:
    ground = ground_of(KNOWN["with hexes missing"])
    asked = vassal(ground)
    assert asked.name((5, 5)) is None
    hole = ground.grid.hex_at(4, 4)
    x, y = ground.centre(hole)
    assert asked.name((round(x), round(y))) == OFF_MAP


@pytest.mark.slow
def test_the_engine_counts_itself_wherever_it_can() -> None:
    kinds = {}
    for name, grid in KNOWN.items():
        made = board_element("Board", Layout({}, (), 40, ground_of(grid)))
        nodes = every(Node(defusedxml.ElementTree.fromstring(etree.tostring(made)), "board"))
        kinds[name] = {node.kind for node in nodes} & {"HexGrid", "RegionGrid"}
    assert [name for name, found in kinds.items() if found != {"HexGrid"}] == [
        "letters beyond what VASSAL counts"
    ]
