"""Where the engine puts what a module places by name: the other way round from what a point is called."""

from __future__ import annotations

import pytest

from builder.vassal.grids import Axis, Grid, Hexes, Numbering, Regions, Squares, ZoneGround, Zones

DIGITS, LETTERS = Axis(False, 1, 1), Axis(True, 0, 1)
SIZE = (900, 800)


def numbering(
    columns: Axis, form: str = "$gridLocation$", falls: bool = False, stagger: bool = False
) -> Numbering:
    return Numbering(columns, DIGITS, True, "", form, falls, falls, stagger)


@pytest.mark.parametrize("columns", [DIGITS, LETTERS])
@pytest.mark.parametrize("falls", [False, True])
@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize("stagger", [False, True])
def test_the_point_of_a_hex_has_its_name(columns: Axis, falls: bool, sideways: bool, stagger: bool) -> None:
    grid = Hexes((55.4, 64.0), (20, 32), sideways, SIZE, numbering(columns, falls=falls, stagger=stagger))
    for at in ((300, 300), (357, 410), (412, 222)):
        name = grid.name(at)
        assert name is not None
        point = grid.point(name)
        assert point is not None and grid.name(point) == name


@pytest.mark.parametrize("falls", [False, True])
def test_the_point_of_a_square_has_its_name(falls: bool) -> None:
    grid = Squares((48.0, 48.0), (24, 24), SIZE, numbering(LETTERS, "Sq $column$-$row$", falls))
    name = grid.name((301, 299))
    assert name is not None and name.startswith("Sq ")
    assert grid.name(grid.point(name) or (0, 0)) == name
    assert grid.point("nonsense") is None


TRACK = Regions((("0", (10, 10)), ("6", (70, 10)), ("Far", (500, 500))))
BOX = ((0, 0), (100, 0), (100, 50), (0, 50))
BENT = ((0, 60), (10, 60), (10, 150), (100, 150), (100, 160), (0, 160))


@pytest.mark.parametrize(
    ("form", "name", "point"),
    [
        ("$gridLocation$", "6", (70, 10)),
        ("$gridLocation$", "Far", None),
        ("$name$: $gridLocation$", "Track: 0", (10, 10)),
        ("$name$", "Track", (50, 25)),
        ("$name$", "6", (70, 10)),
    ],
    ids=[
        "region",
        "region outside its zone",
        "zone and region",
        "zone",
        "region of a zone that hides its names",
    ],
)
def test_a_place_of_a_zone_is_found_as_the_engine_finds_it(
    form: str, name: str, point: tuple[int, int] | None
) -> None:
    grid: Grid = Zones((ZoneGround("Track", form, BOX, TRACK),), None)
    assert grid.point(name) == point


def test_the_point_of_a_bent_zone_is_a_corner() -> None:
    zone = ZoneGround("Corner", "$name$", BENT, None)
    assert zone.point("Corner") == (0, 60)
