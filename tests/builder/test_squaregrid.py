"""What VASSAL will call every square, by its own rules, is what the board prints there."""

from __future__ import annotations

import random
from collections.abc import Iterator

import defusedxml.ElementTree
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from builder.layout.board import Layout, board_element
from builder.layout.gridzones import OFF_MAP
from builder.layout.squaregrid import SquareGround
from builder.module.agreement import _wrong_squares, disagreements
from builder.vassal.grids import Zones
from builder.vassal.locations import read_grid
from builder.vassal.nodes import Node, every
from maps.grids.grid import COUNTED, DOUBLED, Axis, Numbering
from maps.grids.squares import SquareGrid

TWO, UP = Axis(digits=2), Axis(digits=2, backward=True)
KNOWN = {
    "0101 at the top left": SquareGrid(30, 20),
    "rows count upwards": SquareGrid(8, 8, numbering=Numbering(Axis(letters=DOUBLED), Axis(backward=True))),
    "columns count from the right": SquareGrid(30, 20, numbering=Numbering(UP, TWO)),
    "row first with a point between": SquareGrid(30, 20, numbering=Numbering(TWO, TWO, False, ".")),
    "with words around": SquareGrid(30, 20, numbering=Numbering(before="W ", after=" North")),
    "letters beyond what VASSAL counts": SquareGrid(
        39, 9, numbering=Numbering(Axis(letters=COUNTED), Axis())
    ),
    "with squares missing": SquareGrid(9, 9, missing=frozenset({"0101", "0505", "0506", "0909", "0801"})),
    "cut in two": SquareGrid(9, 9, missing=frozenset(f"05{row:02d}" for row in range(1, 10))),
    "of a single row": SquareGrid(20, 1, numbering=Numbering(Axis(), Axis(), between="-")),
}


def ground_of(grid: SquareGrid, wide: float = 41.3, high: float = 33.8, at: float = 61.4) -> SquareGround:
    return SquareGround(grid, (wide, high), (at, at + 12.3))


def layout_of(ground: SquareGround) -> Layout:
    return Layout({}, (), 20, shapes=tuple(ground.shapes()), squares=ground)


def vassal(ground: SquareGround) -> Zones:
    """The board as it would stand in a module, with the rules by which the engine names its points."""
    made = board_element("Board", layout_of(ground))
    board = Node(defusedxml.ElementTree.fromstring(etree.tostring(made)), "board")
    grid = read_grid(next(iter(board.children())), (3000, 3000))
    assert isinstance(grid, Zones)
    return grid


def jittered(ground: SquareGround, chance: random.Random) -> Iterator[tuple[str, tuple[int, int]]]:
    """Label and a point of each square, so far inside that no rounding takes it across."""
    for label, one in ground.grid.labels.items():
        x, y = ground.centre(ground.grid.ids[one])
        right, down = (side / 2 - 2.2 for side in ground.square)
        yield label, (round(x + chance.uniform(-right, right)), round(y + chance.uniform(-down, down)))


@pytest.mark.parametrize("grid", KNOWN.values(), ids=KNOWN)
def test_every_square_has_its_printed_name_nearly_up_to_its_sides(grid: SquareGrid) -> None:
    ground = ground_of(grid)
    asked = vassal(ground)
    for label, at in jittered(ground, random.Random(7)):
        assert asked.name(at) == label
    assert disagreements(layout_of(ground), rows=3, across=3) == []


AXES = st.builds(Axis, st.integers(0, 30), st.integers(1, 4), st.just(""), st.booleans()) | st.builds(
    Axis, st.integers(1, 60), st.just(1), st.sampled_from((DOUBLED, COUNTED)), st.booleans()
)
NUMBERS = st.builds(Numbering, AXES, AXES, st.booleans(), st.sampled_from((".", "/", " ")))
SIDES = st.floats(14, 90)


@settings(deadline=None)
@given(st.integers(1, 9), st.integers(1, 9), NUMBERS, SIDES, SIDES, st.floats(60, 400))
def test_any_numbering_survives_the_export(
    columns: int, rows: int, numbers: Numbering, wide: float, high: float, at: float
) -> None:
    ground = ground_of(SquareGrid(columns, rows, numbering=numbers), wide, high, at)
    asked = vassal(ground)
    for label, point in jittered(ground, random.Random(1)):
        assert asked.name(point) == label


def test_a_hole_in_the_board_has_the_name_of_no_square() -> None:
    ground = ground_of(KNOWN["with squares missing"])
    assert vassal(ground).name((round(61.4 + 4 * 41.3), round(73.7 + 4 * 33.8))) == OFF_MAP
    assert vassal(ground).name((5, 5)) is None


@pytest.mark.slow
def test_the_engine_counts_itself_wherever_it_can() -> None:
    kinds = {}
    for name, grid in KNOWN.items():
        made = board_element("Board", layout_of(ground_of(grid)))
        nodes = every(Node(defusedxml.ElementTree.fromstring(etree.tostring(made)), "board"))
        kinds[name] = {node.kind for node in nodes} & {"SquareGrid", "RegionGrid"}
    assert [name for name, found in kinds.items() if found != {"SquareGrid"}] == [
        "letters beyond what VASSAL counts"
    ]


def test_a_square_that_vassal_calls_otherwise_is_told() -> None:
    ground = ground_of(KNOWN["0101 at the top left"])
    layout = layout_of(ground)
    other = SquareGround(
        SquareGrid(30, 20, numbering=Numbering(Axis(2, 2), TWO)), ground.square, ground.origin
    )
    assert "VASSAL says '0101', the map '0201'" in next(_wrong_squares(other, vassal(ground)))
    assert disagreements(layout) == []
