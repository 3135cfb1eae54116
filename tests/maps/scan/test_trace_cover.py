"""What lies over the ground: plates are of another tint than their basin, but not as long as a map."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from numpy.typing import NDArray

from maps.scan.trace_cover import covers
from maps.scan.trace_faces import Basins, depth

Array = NDArray[Any]
SIZE = 300


def plates(*boxes: tuple[int, int, int, int], tint: int = 120) -> Array:
    """What is found to be a plate on even ground with boxes (left, top, right, bottom) of another tint."""
    pixels = numpy.full((SIZE, SIZE, 3), 200, dtype=numpy.int16)
    for left, top, right, bottom in boxes:
        pixels[top:bottom, left:right] = tint
    free = numpy.ones((SIZE, SIZE), dtype=bool)
    free[0] = False
    labels = numpy.ones((SIZE, SIZE), dtype=numpy.int32)
    found, waters = covers(pixels, Basins(labels, 1, free, depth(free), [1]))
    assert not waters.any()
    return found


def box(left: int, top: int, right: int, bottom: int) -> Array:
    made = numpy.zeros((SIZE, SIZE), dtype=bool)
    made[top:bottom, left:right] = True
    return made


def test_a_plate_is_what_has_another_tint_than_its_basin() -> None:
    assert (plates((100, 100, 160, 130)) == box(100, 100, 160, 130)).all()


@pytest.mark.parametrize("tint", [180, 200])
def test_what_is_a_little_darker_is_no_plate(tint: int) -> None:
    assert not plates((100, 100, 160, 130), tint=tint).any()


def test_what_is_as_thin_as_a_line_is_no_plate() -> None:
    assert not plates((100, 100, 160, 102)).any()


@pytest.mark.parametrize(("long", "is_plate"), [(85, True), (95, False)])
def test_paper_beside_a_table_is_no_plate_it_is_too_long(long: int, is_plate: bool) -> None:
    assert plates((100, 100, 100 + long, 130)).any() == is_plate
    assert plates((100, 100, 130, 100 + long)).any() == is_plate


def test_a_long_strip_does_not_take_the_plates_elsewhere_with_it() -> None:
    found = plates((20, 10, 280, 30), (100, 100, 160, 130))
    assert (found == box(100, 100, 160, 130)).all()


def test_where_most_of_a_basin_has_another_tint_nothing_is_a_plate() -> None:
    assert not plates((0, 0, 80, SIZE), (100, 0, 180, SIZE)).any()


RIVER, TIP, GROUND = (116, 150, 204), (140, 190, 120), (200, 200, 180)


Tint = tuple[int, int, int]


def waters(tint: Tint, width: int = 7, seeded: bool = False, right: Tint = GROUND) -> Array:
    """What is found to be water where lines part a strip of a tint from the ground on both its sides."""
    strip = slice(150, 150 + width)
    pixels = numpy.full((SIZE, SIZE, 3), GROUND, dtype=numpy.int16)
    pixels[:, strip.start :] = right
    pixels[:, strip] = tint
    labels = numpy.ones((SIZE, SIZE), dtype=numpy.int32)
    labels[:, strip], labels[:, strip.stop :] = 3, 2
    free = numpy.ones((SIZE, SIZE), dtype=bool)
    free[:, 148:150] = free[:, strip.stop : strip.stop + 2] = False
    _, found = covers(pixels, Basins(labels, 3, free, depth(free), [1, 2, 3] if seeded else [1, 2]))
    assert not found[labels != 3].any()
    return numpy.asarray(found[labels == 3])


def test_a_strip_that_is_bluer_than_the_ground_on_both_sides_is_a_river() -> None:
    assert waters(RIVER).all()


def test_one_with_a_seed_is_an_area_and_so_is_a_wide_one() -> None:
    assert not waters(RIVER, seeded=True).any()
    assert not waters(RIVER, width=20).any()


def test_one_of_the_tint_of_the_ground_beside_it_is_ground() -> None:
    assert not waters(GROUND).any()
    assert not waters(RIVER, right=RIVER).any()


@pytest.mark.parametrize(("blue", "is_water"), [(150, False), (220, True)])
def test_the_end_of_an_area_has_a_tint_of_its_own_too_but_none_so_blue(blue: int, is_water: bool) -> None:
    assert not waters(TIP).any()
    assert waters((140, 160, blue)).any() == is_water
